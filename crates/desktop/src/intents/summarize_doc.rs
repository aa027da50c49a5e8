use std::sync::Arc;
use std::time::{Duration, Instant};

use lemmascope_document::{Document, Fault, Length, Summary, summarize};
use lemmascope_intent::{
    Args, Cause, Context, Failure, Number, Object, Outcome, Parameter, Signature, Type, Value, parse_duration,
};

use super::Settings;
use super::scanned_pages::recognise;
use super::wording::worded;
use crate::reader::{Job, Refusal};
use crate::recognition::Recogniser;

pub(super) fn signature() -> Signature {
    Signature::observe("desktop.summarize_doc", "Summarize a document.")
        .known_as(&["summarize"])
        .parameter(Parameter::required(
            "path",
            Type::String,
            "The document: PDF, .docx, .odt, .rtf, .epub, .md, .html or .txt.",
        ))
        .parameter(Parameter::defaulted("length", "short", Type::String, "short, bullets or tweet."))
        .returns(Type::Object)
        .examples(&["desktop.summarize_doc report.pdf --length bullets"])
}

/// The default time limit for reading a document.
const READING_TIME: Duration = Duration::from_secs(20);

pub(super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let length = match args.text("length")? {
        "short" => Length::Short,
        "bullets" => Length::Bullets,
        "tweet" => Length::Tweet,
        other => {
            return Err(Failure::new(Cause::InvalidParameter, format!("\"{other}\" is not a length"))
                .hint("Use short, bullets or tweet.")
                .about("length"));
        }
    };
    let time = reading_time(cx);
    let until = Instant::now() + time;
    let opened = settings.files.open(&args, "path", cx).await?;
    let file = opened.file.try_clone().map_err(|error| Failure::new(Cause::Failed, error.to_string()))?;
    // A part of the time is reserved for scanned pages; a page that blocks the reader for the whole limit is
    // given up.
    let job = Job::Read { name: opened.name.clone(), milliseconds: millis(time * 3 / 4) };
    let reading = settings.reader.run(file, job, cx);
    let mut document: Document = match tokio::time::timeout_at(until.into(), reading).await {
        Ok(read) => read?,
        Err(_) => return Err(too_slow(time)),
    };
    let mut notes = document.notes.clone();
    let scanned = document.scanned_pages();
    if !scanned.is_empty() {
        match Recogniser::find(&settings.programs).await {
            Some(recogniser) => {
                let from = (&opened.file, opened.name.as_str());
                let done = recognise(&mut document, &recogniser, from, settings, until, cx).await?;
                if document.is_empty() {
                    return Err(match done.illegible.is_empty() {
                        true => too_slow(time),
                        false => refusal(Fault::Illegible).failure(),
                    });
                }
                for (pages, what) in [
                    (&done.read, "pages read by their looks"),
                    (&done.illegible, "pages on which no words can be made out, left out"),
                    (&done.left, "pages without text for which there was no time, left out"),
                ] {
                    if !pages.is_empty() {
                        notes.push(format!("{what}: {}", ranges(pages)));
                    }
                }
            }
            None if document.is_empty() => {
                return Err(refusal(Fault::NoTextLayer { pages: document.pages.len() }).failure());
            }
            None => notes.push(format!("pages without text, left out: {}", ranges(&scanned))),
        }
    }
    let pages = document.pages.len();
    let title = document.title.clone();
    let document = Arc::new(document);
    let worded = match &cx.model {
        Some(model) => Some(worded(&document, length, model).await),
        None => None,
    };
    let summary = match worded {
        Some(Ok(summary)) => {
            notes.push("in words of the language model, checked against the pages".into());
            summary
        }
        other => {
            notes
                .extend(other.and_then(Result::err).map(|why| format!("in the document's own words: {why}")));
            let work = tokio::task::spawn_blocking(move || summarize(&document, length));
            let summary = work.await.map_err(|_| Failure::new(Cause::Failed, "summarising it broke off"))?;
            summary.map_err(|fault| refusal(fault).failure())?
        }
    };
    let value = told(&summary, title, pages, notes);
    cx.logbook.result(value.clone());
    Ok(Outcome::found(value).line(format!("summarize_doc \"{}\" ({pages} pages)", opened.shown)))
}

/// The time limit for reading. Pages that are not read by then are left out, which the answer mentions.
fn reading_time(cx: &Context) -> Duration {
    let set = cx.setting("desktop.reading_time");
    set.as_ref().and_then(Value::as_text).and_then(parse_duration).unwrap_or(READING_TIME)
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn too_slow(time: Duration) -> Failure {
    Failure::new(
        Cause::Timeout,
        format!("nothing of the document could be read in {} seconds", time.as_secs()),
    )
    .hint("Give it more time with the setting desktop.reading_time, or a smaller file.")
    .about("path")
}

fn told(summary: &Summary, title: Option<String>, pages: usize, notes: Vec<String>) -> Value {
    let mut told = Object::new();
    told.insert("summary".into(), summary.text.as_str().into());
    if let Some(title) = title {
        told.insert("title".into(), title.into());
    }
    told.insert("language".into(), summary.language.as_str().into());
    told.insert("pages".into(), count(pages));
    let sentences = summary.sentences.iter().map(|sentence| {
        let pages = sentence.pages.iter().map(|page| count(*page)).collect();
        let fields = [("pages", Value::List(pages)), ("text", sentence.text.as_str().into())];
        Value::Object(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
    });
    told.insert("sentences".into(), Value::List(sentences.collect()));
    if !notes.is_empty() {
        told.insert("notes".into(), Value::List(notes.into_iter().map(Value::from).collect()));
    }
    Value::Object(told)
}

fn count(number: usize) -> Value {
    Value::Number(Number::Integer(i64::try_from(number).unwrap_or(i64::MAX)))
}

/// Formats page numbers as ranges: `1-3, 7`.
fn ranges(pages: &[usize]) -> String {
    let mut told: Vec<(usize, usize)> = Vec::new();
    for page in pages {
        match told.last_mut() {
            Some((_, last)) if *last + 1 == *page => *last = *page,
            _ => told.push((*page, *page)),
        }
    }
    let told = told.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    told.collect::<Vec<_>>().join(", ")
}

/// Converts a fault with its remedy.
pub(crate) fn refusal(fault: Fault) -> Refusal {
    let hint = fault.remedy();
    let mut letters = hint.chars();
    let hint = letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).chain(['.']).collect())
        .unwrap_or_default();
    Refusal { message: fault.to_string(), hint, field: None, instead: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn formats_consecutive_pages_as_ranges() {
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3, 7, 9-10");
        assert_eq!(ranges(&[]), "");
    }
}
