//! The interpreter for the groups of rich text.

use std::collections::HashMap;

use super::code_page::CodePage;
use super::token::{Token, Tokens};
use crate::flow::{BREAK, Flow};
use crate::style::named;
use crate::{Fault, Kind};

/// The maximum nesting depth of groups. Real files stay below a hundred.
const DEEPEST: usize = 4096;

/// Groups outside the text: file tables, pictures, headers, field codes, index entries.
#[rustfmt::skip]
const LEFT_OUT: &[&str] = &[
    "colortbl", "info", "pict", "nonshppict", "header", "headerl", "headerr", "headerf", "footer", "footerl",
    "footerr", "footerf", "fldinst", "xe", "tc", "tcn", "rxe", "txe", "nonesttables", "filetbl", "sn", "sv",
    "do", "ftnsep", "ftnsepc", "ftncn", "aftnsep", "aftnsepc", "aftncn", "objdata", "revtbl", "atnid",
    "atnauthor", "annotation",
];

/// The result of reading rich text.
pub(super) struct End {
    pub(super) title: Option<String>,
    /// Whether the outermost group was closed.
    pub(super) whole: bool,
}

/// The destination of the text in a group.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
enum Place {
    #[default]
    Text,
    Note,
    Title,
    Fonts,
    Styles,
    Nowhere,
}

/// The state of a group, which nested groups inherit.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    place: Place,
    hidden: bool,
    deleted: bool,
    page: Option<CodePage>,
    /// The number of the font that is being defined in the font table.
    font: i32,
    /// The number of fallback characters after a Unicode character, for old readers.
    stand_in: usize,
    style: i32,
    level: Option<u8>,
    listed: bool,
    in_table: bool,
}

pub(super) struct Body<'f> {
    flow: &'f mut Flow,
    state: State,
    outer: Vec<State>,
    page: CodePage,
    fonts: HashMap<i32, CodePage>,
    styles: HashMap<i32, Kind>,
    /// Pending bytes and UTF-16 code units, because a character may consist of several.
    bytes: Vec<u8>,
    units: Vec<u16>,
    /// The number of fallback characters left to skip.
    skipped: usize,
    text: String,
    note: String,
    notes: Vec<String>,
    cells: Vec<String>,
    title: String,
    name: String,
}

impl<'f> Body<'f> {
    pub(super) fn new(flow: &'f mut Flow) -> Self {
        Self {
            flow,
            state: State { stand_in: 1, ..State::default() },
            outer: Vec::new(),
            page: CodePage::USUAL,
            fonts: HashMap::new(),
            styles: HashMap::new(),
            bytes: Vec::new(),
            units: Vec::new(),
            skipped: 0,
            text: String::new(),
            note: String::new(),
            notes: Vec::new(),
            cells: Vec::new(),
            title: String::new(),
            name: String::new(),
        }
    }

    pub(super) fn read(mut self, bytes: &[u8]) -> Result<End, Fault> {
        let mut tokens = Tokens::new(bytes);
        let (mut starred, mut opened) = (false, false);
        let mut whole = false;
        while let Some(token) = tokens.next() {
            if let Token::Byte(byte) = token {
                self.byte(byte);
                (starred, opened) = (false, false);
                continue;
            }
            if !matches!(token, Token::Word("u", _)) {
                self.write();
            }
            match token {
                Token::Open => {
                    if self.outer.len() >= DEEPEST {
                        return Err(Fault::damaged(format!("its groups nest deeper than {DEEPEST}")));
                    }
                    self.outer.push(self.state);
                    self.skipped = 0;
                }
                Token::Close => {
                    self.skipped = 0;
                    self.close();
                    if self.outer.is_empty() {
                        whole = true;
                        break;
                    }
                }
                Token::Word("bin", length) => {
                    tokens.pass(length.and_then(|length| usize::try_from(length).ok()).unwrap_or(0));
                }
                Token::Word(word, number) => self.word(word, number, starred)?,
                Token::Sign(sign) => self.sign(sign)?,
                Token::Byte(_) => {}
            }
            // The star is only special at the start of a group: readers that do not know the group must skip
            // it.
            starred = opened && token == Token::Sign(b'*');
            opened = token == Token::Open;
        }
        self.write();
        self.end_paragraph()?;
        self.end_row()?;
        let title = Some(self.title).filter(|title| !title.trim().is_empty());
        Ok(End { title, whole })
    }

    fn byte(&mut self, byte: u8) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        if !self.units.is_empty() {
            self.write();
        }
        self.bytes.push(byte);
    }

    /// Appends the complete characters to the current destination.
    fn write(&mut self) {
        if self.bytes.is_empty() && self.units.is_empty() {
            return;
        }
        let mut letters = String::new();
        self.state.page.unwrap_or(self.page).read(&self.bytes, &mut letters);
        letters.extend(
            char::decode_utf16(self.units.iter().copied()).map(|letter| letter.unwrap_or('\u{fffd}')),
        );
        self.bytes.clear();
        self.units.clear();
        self.say(&letters);
    }

    fn say(&mut self, letters: &str) {
        if self.state.hidden || self.state.deleted {
            return;
        }
        match self.state.place {
            Place::Text => self.text.push_str(letters),
            Place::Note => self.note.push_str(letters),
            Place::Title => self.title.push_str(letters),
            Place::Styles => self.name.push_str(letters),
            Place::Fonts | Place::Nowhere => {}
        }
    }

    fn close(&mut self) {
        let inner = self.state;
        let Some(outer) = self.outer.pop() else { return };
        self.state = outer;
        match inner.place {
            Place::Styles => {
                let name = std::mem::take(&mut self.name);
                if let Some(kind) = named(name.trim().trim_end_matches(';')) {
                    self.styles.insert(inner.style, kind);
                }
            }
            Place::Note if outer.place != Place::Note => self.notes.push(std::mem::take(&mut self.note)),
            // A nested group may set the kind of the paragraph.
            Place::Text => {
                (self.state.style, self.state.level) = (inner.style, inner.level);
                (self.state.listed, self.state.in_table) = (inner.listed, inner.in_table);
            }
            _ => {}
        }
    }

    fn word(&mut self, word: &str, number: Option<i32>, starred: bool) -> Result<(), Fault> {
        let on = number != Some(0);
        match word {
            "fonttbl" => self.state.place = Place::Fonts,
            "stylesheet" => self.state.place = Place::Styles,
            "footnote" => self.state.place = Place::Note,
            // A text box is nested in groups that are skipped otherwise.
            "shptxt" => self.state.place = Place::Text,
            "title" if self.state.place == Place::Nowhere => self.state.place = Place::Title,
            "pntext" | "listtext" => {
                self.state.place = Place::Nowhere;
                for outer in &mut self.outer {
                    outer.listed = true;
                }
            }
            word if LEFT_OUT.contains(&word) => self.state.place = Place::Nowhere,
            "u" => self.unicode(number),
            "uc" => self.state.stand_in = number.and_then(|count| usize::try_from(count).ok()).unwrap_or(1),
            "par" | "sect" => self.end_paragraph_or_line()?,
            "cell" | "nestcell" => self.end_cell(word == "cell"),
            "row" => self.end_row()?,
            "pard" => {
                let state = &mut self.state;
                (state.style, state.level, state.listed, state.in_table) = (0, None, false, false);
            }
            "plain" => (self.state.page, self.state.hidden) = (None, false),
            "s" => self.state.style = number.unwrap_or(0),
            "outlinelevel" => {
                let level = number.filter(|level| (0..9).contains(level));
                self.state.level = level.and_then(|level| u8::try_from(level + 1).ok());
            }
            "ls" => self.state.listed = on,
            "intbl" => self.state.in_table = on,
            "v" => self.state.hidden = on,
            "deleted" => self.state.deleted = on,
            "f" if self.state.place == Place::Fonts => self.state.font = number.unwrap_or(0),
            "f" => self.state.page = number.and_then(|font| self.fonts.get(&font).copied()),
            "fcharset" | "cpg" if self.state.place == Place::Fonts => {
                let page = number.and_then(|number| match word {
                    "cpg" => CodePage::numbered(number),
                    _ => CodePage::from_font_charset(number),
                });
                if let Some(page) = page {
                    self.fonts.insert(self.state.font, page);
                }
            }
            "ansicpg" => self.page = number.and_then(CodePage::numbered).unwrap_or(self.page),
            "mac" => self.page = CodePage::numbered(10000).unwrap_or(self.page),
            "pc" => self.page = CodePage::numbered(437).unwrap_or(self.page),
            "pca" => self.page = CodePage::numbered(850).unwrap_or(self.page),
            "line" | "lbr" | "tab" | "page" | "column" | "emspace" | "enspace" | "qmspace" => self.say(" "),
            "emdash" => self.say("—"),
            "endash" => self.say("–"),
            "lquote" => self.say("‘"),
            "rquote" => self.say("’"),
            "ldblquote" => self.say("“"),
            "rdblquote" => self.say("”"),
            "bullet" => self.say("•"),
            _ if starred => self.state.place = Place::Nowhere,
            _ => {}
        }
        Ok(())
    }

    fn sign(&mut self, sign: u8) -> Result<(), Fault> {
        match sign {
            b'~' => self.say(" "),
            b'_' => self.say("-"),
            b'\\' | b'{' | b'}' => self.byte(sign),
            b'\n' | b'\r' => self.end_paragraph_or_line()?,
            b'\t' => self.say(" "),
            _ => {}
        }
        Ok(())
    }

    fn unicode(&mut self, number: Option<i32>) {
        if !self.bytes.is_empty() {
            self.write();
        }
        // Code units from 32768 on are written as negative numbers.
        let unit = number.map(|number| if number < 0 { number + 65536 } else { number });
        match unit.and_then(|unit| u16::try_from(unit).ok()) {
            Some(unit) => self.units.push(unit),
            None => {
                self.write();
                let letter = unit.and_then(|unit| char::from_u32(u32::try_from(unit).ok()?));
                self.say(letter.unwrap_or('\u{fffd}').encode_utf8(&mut [0; 4]));
            }
        }
        self.skipped = self.state.stand_in;
    }

    /// Ends a paragraph, or a line in a cell or a note.
    fn end_paragraph_or_line(&mut self) -> Result<(), Fault> {
        match self.state.place {
            Place::Text if self.state.in_table => {
                self.text.push(BREAK);
                Ok(())
            }
            Place::Text => {
                self.end_row()?;
                self.end_paragraph()
            }
            _ => {
                self.say(" ");
                Ok(())
            }
        }
    }

    fn end_paragraph(&mut self) -> Result<(), Fault> {
        let text = std::mem::take(&mut self.text);
        let styled = self.styles.get(&self.state.style).copied();
        let kind = match (styled, self.state.level) {
            (Some(kind), _) if kind != Kind::Item => kind,
            (_, Some(level)) => Kind::Heading(level),
            _ if self.state.listed => Kind::Item,
            (styled, None) => styled.unwrap_or(Kind::Paragraph),
        };
        self.flow.put(kind, &text)?;
        self.flush_notes()
    }

    fn end_cell(&mut self, outermost: bool) {
        if self.state.place != Place::Text {
            return;
        }
        if outermost {
            self.cells.push(std::mem::take(&mut self.text));
        } else {
            self.text.push(BREAK);
        }
    }

    fn end_row(&mut self) -> Result<(), Fault> {
        if self.cells.is_empty() {
            return Ok(());
        }
        let cells = std::mem::take(&mut self.cells);
        self.flow.append_row(&cells)?;
        self.flush_notes()
    }

    fn flush_notes(&mut self) -> Result<(), Fault> {
        std::mem::take(&mut self.notes).iter().try_for_each(|note| self.flow.put(Kind::Note, note))
    }
}
