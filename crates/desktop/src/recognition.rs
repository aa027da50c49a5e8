//! Optical character recognition with `tesseract`, if installed.

use std::path::PathBuf;
use std::process::Stdio;

use lemmascope_intent::{Cause, Check, Context, Failure, Finding};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;

/// The maximum size of the output. A dense page has some ten thousand letters, and each word is listed with
/// its position.
const LONGEST: u64 = 4 << 20;

/// The requested languages, as far as they are installed.
const LANGUAGES: [&str; 2] = ["eng", "por"];

/// Returns the health check of the OCR program.
pub(crate) fn check(programs: Vec<PathBuf>) -> Check {
    Check::optional("ocr", "the text of scanned pages and of the screen", move |_| {
        let programs = programs.clone();
        Box::pin(async move {
            match Recogniser::find(&programs).await {
                Some(found) => {
                    let languages = found.languages.replace('+', " and ");
                    Finding::ok(format!("{} reads {languages}", found.program.display()))
                }
                None => Finding::missing(
                    "tesseract is not installed, or has neither English nor Portuguese",
                    "apt install tesseract-ocr tesseract-ocr-por",
                ),
            }
        })
    })
}

/// An OCR program.
pub(crate) struct Recogniser {
    program: PathBuf,
    languages: String,
}

/// The layout of words on a screen, which the program needs to know.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Standing {
    /// Scattered, like those of buttons and menus.
    Scattered,
    /// Line by line, like those of a terminal.
    Together,
}

/// A word of a picture with its position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The confidence, from 0 to 100.
    pub(crate) confidence: f64,
}

/// The text of a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Recognised {
    pub(crate) text: String,
    /// The mean confidence, from 0 to 100.
    pub(crate) confidence: f64,
}

impl Recogniser {
    /// Finds the installed program and its languages.
    pub(crate) async fn find(programs: &[PathBuf]) -> Option<Self> {
        let program = programs.iter().map(|folder| folder.join("tesseract")).find(|path| path.is_file())?;
        let listed = Command::new(&program).arg("--list-langs").stdin(Stdio::null()).output().await.ok()?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let known = |language: &&str| listed.lines().any(|line| line.trim() == *language);
        let languages: Vec<&str> = LANGUAGES.into_iter().filter(known).collect();
        (!languages.is_empty()).then(|| Self { program, languages: languages.join("+") })
    }

    /// Recognizes the text of a page.
    pub(crate) async fn read(&self, picture: &[u8], cx: &Context) -> Result<Recognised, Failure> {
        Ok(page(&self.run(&["tsv"], picture, cx).await?))
    }

    /// Recognizes the words of a screen with their positions.
    pub(crate) async fn words(
        &self,
        picture: &[u8],
        standing: Standing,
        cx: &Context,
    ) -> Result<Vec<Word>, Failure> {
        let mode = match standing {
            Standing::Scattered => "11",
            Standing::Together => "6",
        };
        let told = self.run(&["--psm", mode, "tsv"], picture, cx).await?;
        Ok(told.lines().skip(1).filter_map(word).collect())
    }

    async fn run(&self, more: &[&str], picture: &[u8], cx: &Context) -> Result<String, Failure> {
        let failed =
            |why: String| Failure::new(Cause::Failed, format!("the picture could not be recognised: {why}"));
        let mut child = Command::new(&self.program)
            .args(["stdin", "stdout", "-l", &self.languages])
            .args(more)
            // Several threads for one page are slower, because they mostly wait for each other.
            .env("OMP_THREAD_LIMIT", "1")
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("it takes nothing".into()));
        };
        let giving = async move {
            let _gone = stdin.write_all(picture).await;
            drop(stdin);
        };
        let mut text = Vec::new();
        let mut limited = stdout.take(LONGEST);
        let reading = async { tokio::join!(giving, limited.read_to_end(&mut text)).1 };
        let read = tokio::select! {
            read = reading => read,
            () = cx.cancellation.cancelled() => {
                return Err(Failure::new(Cause::Cancelled, "it was called off"));
            }
        };
        read.map_err(|error| failed(error.to_string()))?;
        drop(limited);
        let ended = child.wait().await.map_err(|error| failed(error.to_string()))?;
        match ended.success() {
            true => Ok(String::from_utf8_lossy(&text).into_owned()),
            false => Err(failed("tesseract does not take the picture".into())),
        }
    }
}

/// Joins the words of the table into lines, with an empty line between paragraphs.
fn page(table: &str) -> Recognised {
    let mut text = String::new();
    let (mut sure, mut letters) = (0.0, 0.0);
    let mut before: Option<[&str; 4]> = None;
    for row in table.lines().skip(1) {
        let Some(found) = word(row) else { continue };
        let cells: Vec<&str> = row.splitn(6, '\t').collect();
        let [_, page, block, paragraph, line, _] = cells[..] else { continue };
        let place = [page, block, paragraph, line];
        match before {
            None => {}
            Some(last) if last == place => text.push(' '),
            Some(last) if last[..3] == place[..3] => text.push('\n'),
            // A short line looks like the end of a paragraph, but within a sentence it is not.
            Some(_)
                if found.text.starts_with(char::is_lowercase) && !text.ends_with(['.', '!', '?', ':']) =>
            {
                text.push('\n');
            }
            Some(_) => text.push_str("\n\n"),
        }
        text.push_str(&found.text);
        before = Some(place);
        let length = found.text.chars().count() as f64;
        sure += found.confidence * length;
        letters += length;
    }
    Recognised { text, confidence: if letters > 0.0 { sure / letters } else { 0.0 } }
}

/// Parses a row of the table: level, page, block, paragraph, line, word, left, top, width, height,
/// confidence, text.
fn word(row: &str) -> Option<Word> {
    let cells: Vec<&str> = row.splitn(12, '\t').collect();
    let [_, _, _, _, _, _, left, top, width, height, confidence, text] = cells[..] else { return None };
    let text = text.trim();
    let confidence: f64 = confidence.parse().ok()?;
    // Rows for lines and blocks have a negative confidence.
    if text.is_empty() || !(0.0..=100.0).contains(&confidence) {
        return None;
    }
    let number = |cell: &str| cell.parse().ok();
    Some(Word {
        text: text.into(),
        left: number(left)?,
        top: number(top)?,
        width: number(width)?,
        height: number(height)?,
        confidence,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_words_into_lines_and_paragraphs() {
        let table = "level\n\
            5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t90\tOne\n\
            5\t1\t1\t1\t1\t2\t0\t0\t9\t9\t90\ttwo\n\
            5\t1\t1\t1\t2\t1\t0\t0\t9\t9\t30\tthree\n\
            4\t1\t1\t2\t1\t0\t0\t0\t9\t9\t-1\t\n\
            5\t1\t1\t2\t1\t1\t0\t0\t9\t9\t90\tFour\n\
            5\t1\t1\t3\t1\t1\t0\t0\t9\t9\t90\tfive\n";
        let page = page(table);
        assert_eq!(page.text, "One two\nthree\n\nFour\nfive");
        assert!((page.confidence - 74.21).abs() < 0.01, "{}", page.confidence);
        assert_eq!(super::page("").confidence, 0.0);
    }

    #[test]
    fn parses_word_rows() {
        let found = word("5\t1\t1\t1\t1\t1\t36\t92\t60\t24\t96.5\tOlá").unwrap();
        assert_eq!((found.text.as_str(), found.left, found.height), ("Olá", 36, 24));
        for row in [
            "",
            "4\t1\t1\t1\t1\t0\t36\t92\t60\t24\t-1\t",
            "5\t1\t1\t1\t1\t1\t-36\t92\t60\t24\t96\tx",
            "5\t1\t1\t1\t1\t1\t36\t92\t60\t24\tNaN\tx",
            "5\t1\t1",
        ] {
            assert_eq!(word(row), None, "{row:?}");
        }
    }
}
