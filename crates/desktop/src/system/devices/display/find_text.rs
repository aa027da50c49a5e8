use lemmascope_intent::{
    Args, Cause, Context, Failure, Need, Outcome, Parameter, Signature, Type, Value, nearest,
};

use super::super::screen::Screen;
use super::super::telling::{integer, object, tenths};
use super::super::wording::letters;
use super::picture::{ENLARGED, Picture};
use crate::recognition::{Recogniser, Standing, Word};
use crate::system::settings::Settings;

/// The maximum length of the text.
const LONGEST: usize = 300;

/// The maximum number of results.
const MOST: usize = 50;

pub(in super::super) fn signature() -> Signature {
    Signature::observe("system.display.find_text", "Find the position of a text on the display.")
        .parameter(Parameter::required("text", Type::String, "The words; case and accents do not matter."))
        .parameter(Parameter::defaulted("window", false, Type::Boolean, "Look at the active window alone."))
        .returns(Type::Array)
        .needs(&[Need::Display])
        .examples(&[r#"system.display.find_text "Save as""#])
}

pub(in super::super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let text = args.text("text")?.to_string();
    let problem = match letters(&text).chars().count() {
        0 => Some("has no letters or digits"),
        1..=LONGEST => None,
        _ => Some("is longer than a line on the display"),
    };
    if let Some(problem) = problem {
        return Err(Failure::new(Cause::InvalidParameter, format!("parameter \"text\" {problem}"))
            .hint("Give a few words that can be read on the display.")
            .about("text"));
    }
    let recogniser = Recogniser::find(&settings.programs).await.ok_or_else(|| {
        Failure::new(Cause::Unavailable, "nothing reads letters off the display: tesseract is not installed")
            .hint("Install it, as with `apt install tesseract-ocr`.")
    })?;
    let only_active = args.flag("window");
    let (picture, area) = Screen::with(settings, move |screen| {
        let (picture, area) = Picture::take(screen, only_active)?;
        Ok((picture.enlarged()?, area))
    })
    .await?;
    let mut lines = lines(recogniser.words(&picture, Standing::Scattered, cx).await?);
    let (mut how, mut found) = find(&lines, &text);
    // Text that is recognized poorly in one layout mode may be recognized in the other, which takes as long
    // again.
    if how != How::Exactly {
        let others = self::lines(recogniser.words(&picture, Standing::Together, cx).await?);
        let (other, places) = find(&others, &text);
        if other < how {
            (how, found) = (other, places);
        }
        lines.extend(others);
    }
    let shown = if args.is_secret("text") { lemmascope_intent::MASK } else { text.as_str() };
    let Some(best) = found.first() else {
        let there: Vec<String> = lines.iter().flatten().map(|word| word.text.clone()).collect();
        let near = nearest(&text, there.iter().map(String::as_str));
        return Err(Failure::new(
            Cause::TargetNotFound,
            format!("\"{shown}\" is not to be read on the display"),
        )
        .hint("Bring the window to the front, or give fewer words of it.")
        .about("text")
        .instead(near.map(str::to_string)));
    };
    let centre = |place: &Place| {
        let x = i64::from(area.left) + i64::from((place.left + place.width / 2) / ENLARGED);
        let y = i64::from(area.top) + i64::from((place.top + place.height / 2) / ENLARGED);
        (x, y)
    };
    let (x, y) = centre(best);
    let line = match found.len() {
        1 => format!("find \"{shown}\" at {x}, {y}"),
        more => format!("find \"{shown}\" in {more} places, first at {x}, {y}"),
    };
    let line = if how == How::Nearly { format!("{line} (nearly)") } else { line };
    let told = found.iter().take(MOST).map(|place| {
        let (x, y) = centre(place);
        Value::from(object([
            ("text", place.text.as_str().into()),
            ("x", x.into()),
            ("y", y.into()),
            ("left", (i64::from(area.left) + i64::from(place.left / ENLARGED)).into()),
            ("top", (i64::from(area.top) + i64::from(place.top / ENLARGED)).into()),
            ("width", integer((place.width / ENLARGED).into())),
            ("height", integer((place.height / ENLARGED).into())),
            ("confidence", tenths(place.confidence)),
        ]))
    });
    Ok(Outcome::found(Value::List(told.collect())).line(line))
}

/// The quality of a match, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum How {
    Exactly,
    /// As a part of other words.
    Within,
    /// With one or a few different letters.
    Nearly,
    NotAtAll,
}

/// Adjacent words that match the text.
struct Place {
    text: String,
    left: u32,
    top: u32,
    width: u32,
    height: u32,
    confidence: f64,
}

/// Groups words into lines, each from left to right.
fn lines(mut words: Vec<Word>) -> Vec<Vec<Word>> {
    let middle = |word: &Word| word.top.saturating_add(word.height / 2);
    words.sort_by_key(|word| (middle(word), word.left));
    let mut lines: Vec<Vec<Word>> = Vec::new();
    for word in words {
        let same = lines
            .last()
            .and_then(|line| line.first())
            .is_some_and(|first| middle(first).abs_diff(middle(&word)) <= first.height.max(word.height) / 2);
        match lines.last_mut().filter(|_| same) {
            Some(line) => line.push(word),
            None => lines.push(vec![word]),
        }
    }
    for line in &mut lines {
        line.sort_by_key(|word| word.left);
    }
    lines
}

/// Finds the text: exactly, else within other words, else with small differences because of recognition
/// errors. Sorted by confidence.
fn find(lines: &[Vec<Word>], text: &str) -> (How, Vec<Place>) {
    let wanted = letters(text);
    let slack = wanted.chars().count() / 6;
    let exactly = |said: &str| said == wanted;
    let within = |said: &str| said.contains(&wanted);
    let nearly = |said: &str| slack > 0 && strsim::levenshtein(said, &wanted) <= slack;
    let ways: [&dyn Fn(&str) -> bool; 3] = [&exactly, &within, &nearly];
    for (how, is_it) in [How::Exactly, How::Within, How::Nearly].into_iter().zip(ways) {
        let mut found: Vec<Place> = lines.iter().flat_map(|line| search(line, &wanted, is_it)).collect();
        if !found.is_empty() {
            found.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
            return (how, found);
        }
    }
    (How::NotAtAll, Vec::new())
}

fn search(line: &[Word], wanted: &str, how: &dyn Fn(&str) -> bool) -> Vec<Place> {
    let folded: Vec<String> = line.iter().map(|word| letters(&word.text)).collect();
    let mut found = Vec::new();
    let mut start = 0;
    while start < line.len() {
        let mut said = String::new();
        let mut end = start;
        // A word may have been recognized as two, so words are joined until they are long enough.
        let hit = loop {
            if end == line.len() || said.len() > wanted.len() + 8 {
                break false;
            }
            // Words with a wide gap between them belong to different elements.
            if end > start && gap(&line[end - 1], &line[end]) {
                break false;
            }
            said.push_str(&folded[end]);
            end += 1;
            if !folded[start].is_empty() && how(&said) {
                break true;
            }
        };
        if hit {
            // Drops words that the match does not need.
            while start + 1 < end && how(&folded[start + 1..end].concat()) {
                start += 1;
            }
            found.push(place(&line[start..end]));
            start = end;
        } else {
            start += 1;
        }
    }
    found
}

fn gap(one: &Word, next: &Word) -> bool {
    let end = one.left.saturating_add(one.width);
    next.left.saturating_sub(end) > 2 * one.height.max(next.height).max(1)
}

fn place(words: &[Word]) -> Place {
    let left = words.iter().map(|word| word.left).min().unwrap_or(0);
    let top = words.iter().map(|word| word.top).min().unwrap_or(0);
    let right = words.iter().map(|word| word.left.saturating_add(word.width)).max().unwrap_or(0);
    let bottom = words.iter().map(|word| word.top.saturating_add(word.height)).max().unwrap_or(0);
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    Place {
        text: texts.join(" "),
        left,
        top,
        width: right - left,
        height: bottom - top,
        // The confidence is that of the least certain word.
        confidence: words.iter().map(|word| word.confidence).fold(100.0, f64::min),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, left: u32, top: u32) -> Word {
        let width = 10 * text.chars().count() as u32;
        Word { text: text.into(), left, top, width, height: 20, confidence: 90.0 }
    }

    fn found(words: &[Word], text: &str) -> Vec<(String, u32, u32)> {
        let (_, found) = find(&lines(words.to_vec()), text);
        found.into_iter().map(|place| (place.text, place.left, place.width)).collect()
    }

    #[test]
    fn matches_words_ignoring_case_and_accents() {
        let words =
            [word("Guardar", 100, 52), word("Edição", 10, 50), word("como", 190, 50), word("como", 10, 90)];
        assert_eq!(found(&words, "edicao"), [("Edição".to_string(), 10, 60)]);
        assert_eq!(found(&words, "guardar COMO"), [("Guardar como".to_string(), 100, 130)]);
        assert_eq!(found(&words, "como").len(), 2);
        assert!(found(&words, "como guardar").is_empty());
    }

    #[test]
    fn falls_back_to_substrings_and_ocr_errors() {
        let words = [word("report.pdf", 0, 0), word("Prererences", 0, 40), word("xy", 300, 40)];
        assert_eq!(found(&words, "report"), [("report.pdf".to_string(), 0, 100)]);
        assert_eq!(found(&words, "Preferences"), [("Prererences".to_string(), 0, 110)]);
        assert!(found(&words, "xz").is_empty());
    }

    #[test]
    fn does_not_join_distant_words() {
        let words = [word("Save", 0, 0), word("as", 500, 0)];
        assert!(found(&words, "save as").is_empty());
        let split = [word("Pass", 0, 0), word("word", 44, 0)];
        assert_eq!(found(&split, "password"), [("Pass word".to_string(), 0, 84)]);
    }
}
