//! Requests to send a message. The text is content: none of the other parsers reads it, so that a negation, a
//! report or a command in it is a part of the message.

use lemmascope_intent::{Format, Operation, Parameter, Type, Value};
use lemmascope_language::message::{Message, message};
use lemmascope_language::reader::{Decision, Lexicon, Reader, Reading, Speakable, Tokenized};

use crate::catalog::Catalog;
use crate::engine::Engine;
use crate::request::Request;

/// The confidence of a reading by the grammar of messages.
const CERTAIN: f64 = 0.97;

/// What sends messages, with its parameters for the recipient and for the text.
struct Sender<'a> {
    intent: &'a Speakable,
    recipient: &'a Parameter,
    text: &'a Parameter,
}

impl<'a> Sender<'a> {
    fn find(reader: &'a Reader, catalog: &Catalog) -> Option<Self> {
        let name = catalog.operation(Operation::Message)?;
        let intent = reader.speakables().iter().find(|it| it.name == name && it.is_supported)?;
        let required = || intent.parameters.iter().filter(|it| it.required);
        let recipient = required().find(|it| matches!(it.format, Some(Format::Kind(_))))?;
        let text = required().find(|it| it.kind == Type::String && it.format.is_none())?;
        Some(Self { intent, recipient, text })
    }

    fn message(&self, heard: &Tokenized<'_>, lexicon: &Lexicon) -> Option<Message> {
        let format = self.recipient.format?;
        message(heard, &|name| !lexicon.meant(name, format).is_empty())
    }
}

impl Engine {
    /// Returns the sentence with the text of its message between quotation marks, if it requests to send one.
    pub(super) async fn with_quoted_message(
        &self,
        sentence: &str,
        reader: &Reader,
        request: &Request,
    ) -> Option<String> {
        let heard = reader.tokenize(sentence, super::understand::now());
        let sender = Sender::find(reader, &self.catalog)?;
        // The names are listed only if the sentence may request a message.
        message(&heard, &|_| true)?;
        let lexicon = self.lexicon(request, &heard).await;
        sender.message(&heard, &lexicon)?.quoted(sentence)
    }
}

/// Reads a sentence that only requests to send a message.
pub(super) fn read_message(
    heard: &Tokenized<'_>,
    reader: &Reader,
    catalog: &Catalog,
    lexicon: &Lexicon,
) -> Option<Reading> {
    let sender = Sender::find(reader, catalog)?;
    let Message { recipient, text, .. } =
        sender.message(heard, lexicon).filter(|it| it.is_whole(heard.sentence))?;
    let values = [(sender.recipient, recipient), (sender.text, text)];
    Some(Reading {
        decision: Decision::Act,
        intent: Some(sender.intent.name.clone()),
        confidence: CERTAIN,
        parameters: values.into_iter().map(|(it, value)| (it.name.clone(), Value::from(value))).collect(),
        code: None,
        ..Reading::of_nothing(heard.tongue)
    })
}
