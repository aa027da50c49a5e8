//! Summaries in the words of a language model, each sentence of which is verified against the document.

use std::fmt;

use lemmascope_document::abstractive::{self, Complaint};
use lemmascope_document::{Document, Fault, Length, Summary};
use lemmascope_intent::{Failure, Model, Prompt};
use serde_json::json;

/// The token limit, which exceeds the length of any summary.
const MOST_TOKENS: u32 = 1200;

/// The reason why there is no summary by the model.
#[derive(Debug)]
pub(super) enum Unworded {
    /// The document has no content to summarize.
    Nothing(Fault),
    /// The request to the model failed.
    Unasked(Failure),
    /// Two answers contained claims that the document does not support.
    Unfounded(Complaint),
}

impl fmt::Display for Unworded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing(fault) => fault.fmt(f),
            Self::Unasked(failure) => f.write_str(&failure.message),
            Self::Unfounded(complaint) => {
                let first = complaint.faults.first().map_or("", String::as_str);
                write!(
                    f,
                    "the answer of the language model is not supported by the document: {}",
                    shortened(first)
                )
            }
        }
    }
}

/// Shortens an objection, because it may quote the model.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(120) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Asks the model, and a second time if its answer contains unsupported claims.
pub(super) async fn worded(document: &Document, length: Length, model: &Model) -> Result<Summary, Unworded> {
    let prompt = abstractive::prompt(document, length).map_err(Unworded::Nothing)?;
    let asked = |material: String| Prompt {
        task: prompt.instructions.clone(),
        material,
        schema: schema(),
        most_tokens: MOST_TOKENS,
    };
    let answer = model(asked(prompt.request.clone())).await.map_err(Unworded::Unasked)?;
    let complaint = match abstractive::accept(&prompt.passages, length, &answer.to_string()) {
        Ok(summary) => return Ok(summary),
        Err(complaint) => complaint,
    };
    let again = model(asked(format!("{}\n{complaint}", prompt.request))).await.map_err(Unworded::Unasked)?;
    abstractive::accept(&prompt.passages, length, &again.to_string()).map_err(Unworded::Unfounded)
}

fn schema() -> serde_json::Value {
    json!({
        "type": "object",
        "properties": {
            "sentences": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "text": {"type": "string"},
                        "sources": {"type": "array", "items": {"type": "integer"}},
                    },
                    "required": ["text", "sources"],
                    "additionalProperties": false,
                },
            },
        },
        "required": ["sentences"],
        "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use lemmascope_document::{Block, Kind, Page};

    use super::*;

    fn document() -> Document {
        let said = [
            "The harbour of Aveiro was dredged in 2019 at a cost of 12 million euros.",
            "Fishing boats had been unable to enter the harbour at low tide for a decade.",
            "Since the work was finished, landings of sardines have doubled.",
            "The council plans a second basin for pleasure boats by 2030.",
        ];
        let block = |text: &&str| Block { kind: Kind::Paragraph, text: (*text).into(), continues: false };
        let blocks = said.iter().map(block).collect();
        Document {
            language: "en".into(),
            pages: vec![Page { blocks, scanned: false }],
            ..Document::default()
        }
    }

    /// Creates a model that gives these answers in sequence and records its prompts.
    fn model(answers: &[serde_json::Value]) -> (Model, Arc<Mutex<Vec<Prompt>>>) {
        let asked: Arc<Mutex<Vec<Prompt>>> = Arc::default();
        let (answers, log) = (answers.to_vec(), Arc::clone(&asked));
        let model: Model = Arc::new(move |prompt| {
            let mut log = log.lock().unwrap();
            let answer = answers[log.len().min(answers.len() - 1)].clone();
            log.push(prompt);
            Box::pin(async move { Ok(answer) })
        });
        (model, asked)
    }

    fn answer(text: &str) -> serde_json::Value {
        json!({"sentences": [{"text": text, "sources": [1, 3]}]})
    }

    #[tokio::test]
    async fn supported_summary_sentence_cites_its_pages() {
        let (model, _) =
            model(&[answer("Since the harbour was dredged in 2019, landings of sardines have doubled.")]);
        let summary = worded(&document(), Length::Tweet, &model).await.unwrap();
        assert_eq!(summary.sentences[0].pages, [1]);
    }

    #[tokio::test]
    async fn retries_unsupported_summary_once_then_rejects_it() {
        let invented = answer("The harbour was dredged for 99 million dollars by Siemens.");
        let good =
            answer("The harbour of Aveiro was dredged in 2019, and landings of sardines have doubled.");
        let (repaired, asked) = model(&[invented.clone(), good]);
        assert!(worded(&document(), Length::Tweet, &repaired).await.is_ok());
        assert!(asked.lock().unwrap()[1].material.contains("cannot be used"));

        let (stubborn, asked) = model(&[invented]);
        assert!(worded(&document(), Length::Tweet, &stubborn).await.is_err());
        assert_eq!(asked.lock().unwrap().len(), 2);
    }
}
