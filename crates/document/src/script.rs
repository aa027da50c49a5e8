//! Detects languages by their script.

/// Returns the language of the script that most letters belong to; nothing for Latin letters, which many
/// languages share.
pub(crate) fn language<'a>(texts: impl Iterator<Item = &'a str>) -> Option<&'static str> {
    const SAMPLE: usize = 50_000;
    let mut counts = Counts::default();
    texts
        .flat_map(str::chars)
        .filter(|letter| letter.is_alphabetic())
        .take(SAMPLE)
        .for_each(|it| counts.take(it));
    counts.language()
}

/// The number of letters by script.
#[derive(Default)]
struct Counts {
    all: usize,
    kana: usize,
    han: usize,
    hangul: usize,
    arabic: usize,
    /// Arabic letters of Persian that Arabic lacks.
    persian: usize,
    /// Arabic letters of Urdu that Persian lacks.
    urdu: usize,
    hebrew: usize,
    cyrillic: usize,
    /// Cyrillic letters of Ukrainian that Russian lacks.
    ukrainian: usize,
    greek: usize,
    devanagari: usize,
    bengali: usize,
    tamil: usize,
    thai: usize,
    armenian: usize,
    georgian: usize,
    ethiopic: usize,
}

impl Counts {
    fn take(&mut self, letter: char) {
        self.all += 1;
        let counted = match letter {
            '\u{3040}'..='\u{30ff}' | '\u{ff66}'..='\u{ff9f}' => &mut self.kana,
            '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}' => &mut self.han,
            '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7a3}' => &mut self.hangul,
            '\u{600}'..='\u{6ff}'
            | '\u{750}'..='\u{77f}'
            | '\u{fb50}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefc}' => {
                self.persian += usize::from("پچژگ".contains(letter));
                self.urdu += usize::from("ٹڈڑںےہ".contains(letter));
                &mut self.arabic
            }
            '\u{590}'..='\u{5ff}' | '\u{fb1d}'..='\u{fb4f}' => &mut self.hebrew,
            '\u{400}'..='\u{52f}' => {
                self.ukrainian += usize::from("іїєґІЇЄҐ".contains(letter));
                &mut self.cyrillic
            }
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => &mut self.greek,
            '\u{900}'..='\u{97f}' => &mut self.devanagari,
            '\u{980}'..='\u{9ff}' => &mut self.bengali,
            '\u{b80}'..='\u{bff}' => &mut self.tamil,
            '\u{e00}'..='\u{e7f}' => &mut self.thai,
            '\u{530}'..='\u{58f}' => &mut self.armenian,
            '\u{10a0}'..='\u{10ff}' => &mut self.georgian,
            '\u{1200}'..='\u{137f}' => &mut self.ethiopic,
            _ => return,
        };
        *counted += 1;
    }

    fn language(&self) -> Option<&'static str> {
        let often = |part: usize, of: usize| part * 50 > of;
        let arabic = match () {
            () if often(self.urdu, self.arabic) => "ur",
            () if often(self.persian, self.arabic) => "fa",
            () => "ar",
        };
        // Japanese mixes Chinese characters with kana; Korean uses Chinese characters occasionally.
        let eastern = match () {
            () if self.hangul * 4 > self.han => "ko",
            () if often(self.kana, self.kana + self.han) => "ja",
            () => "zh",
        };
        let scripts = [
            (self.kana + self.han + self.hangul, eastern),
            (self.arabic, arabic),
            (self.hebrew, "he"),
            (self.cyrillic, if often(self.ukrainian, self.cyrillic) { "uk" } else { "ru" }),
            (self.greek, "el"),
            (self.devanagari, "hi"),
            (self.bengali, "bn"),
            (self.tamil, "ta"),
            (self.thai, "th"),
            (self.armenian, "hy"),
            (self.georgian, "ka"),
            (self.ethiopic, "am"),
        ];
        let (most, language) = scripts.into_iter().max_by_key(|(count, _)| *count)?;
        // A text in a script without spaces has few letters for its content, and names in Latin letters have
        // many.
        let enough =
            if matches!(language, "ja" | "zh" | "ko") { most * 4 > self.all } else { most * 2 > self.all };
        (most > 0 && enough).then_some(language)
    }
}

#[cfg(test)]
mod tests {
    use super::language;

    #[test]
    fn detects_language_by_script() {
        for (text, code) in [
            ("港は春のあいだ修理のために閉鎖された。", Some("ja")),
            ("港口在春天因维修而关闭。", Some("zh")),
            ("항구는 봄 동안 수리를 위해 폐쇄되었다.", Some("ko")),
            ("أغلق الميناء خلال فصل الربيع", Some("ar")),
            ("بندر در بهار برای تعمیر بسته شد و کشتی‌ها گریختند", Some("fa")),
            ("بندرگاہ مرمت کے لیے بند ہے", Some("ur")),
            ("הנמל נסגר באביב", Some("he")),
            ("Порт был закрыт весной", Some("ru")),
            ("Порт був закритий навесні, і кораблі пішли", Some("uk")),
            ("Το λιμάνι έκλεισε", Some("el")),
            ("बंदरगाह बंद था", Some("hi")),
            ("ท่าเรือถูกปิด", Some("th")),
            ("The word 港 is Japanese for a harbour.", None),
            ("The harbour was closed.", None),
            ("", None),
        ] {
            assert_eq!(language([text].into_iter()), code, "{text}");
        }
    }
}
