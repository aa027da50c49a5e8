//! Changes of a plan that waits for confirmation. A change edits the words of the request. The new plan is
//! shown and waits for confirmation in turn; nothing is executed.

use lemmascope_intent::{Cause, Failure, Report, Status, Value};
use lemmascope_language::reader::{Decision, Surroundings};
use lemmascope_language::words::{Tongue, tongue, words};

use super::graph::parted;
use super::reply_phrases::{Change, change, own_request};
use super::understand::now;
use crate::engine::Engine;
use crate::lock::lock;
use crate::request::{Reply, Request};
use crate::sessions::Pending;

impl Engine {
    /// Changes the plan that waits for confirmation.
    pub(crate) async fn modify_goal(&self, words: &str, request: &Request) -> Reply {
        let conversation = self.conversations.of(&request.session);
        let pending = lock(&conversation).pending.clone();
        match pending {
            Some(Pending::Goal { sentence, .. }) => self.modify_plan(&sentence, words, request).await,
            _ => {
                let failure = Failure::new(Cause::InvalidParameter, "no plan waits to be changed")
                    .hint("Have something planned first: goal: <words>");
                Reply::Report(Box::new(Report::error("modify", &failure)))
            }
        }
    }

    /// Shows the plan of the changed goal, or the unchanged plan if the words change nothing.
    pub(super) async fn modify_plan(&self, goal: &str, said: &str, request: &Request) -> Reply {
        let changed = self.changed_goal(goal, said, request).await;
        if let Some(changed) = changed {
            let reply = self.plan_goal(&changed, request).await;
            if matches!(&reply, Reply::Report(report) if report.status == Status::Ask) {
                return reply;
            }
        }
        let mut reply = self.plan_goal(goal, request).await;
        if let Reply::Report(report) = &mut reply {
            report.context.push(match tongue(said) {
                Tongue::English => format!("not understood as a change of this plan: {said}"),
                Tongue::Portuguese => format!("não se percebeu como mudança deste plano: {said}"),
            });
        }
        reply
    }

    /// Returns the words of a goal after a change.
    async fn changed_goal(&self, goal: &str, said: &str, request: &Request) -> Option<String> {
        let joint = if tongue(goal) == Tongue::English { "and" } else { "e" };
        match change(said) {
            Change::Add(rest) => Some(format!("{goal} {joint} {rest}")),
            Change::Without(rest) => self.without(goal, rest, joint, request).await,
            Change::Swap { new, old } => replaced(goal, old, new),
            Change::Other(rest) => {
                let own = own_request(rest);
                let reader = self.reader(&request.session);
                let heard = reader.tokenize(own, now());
                let begins = heard.words.len() > 1 && reader.begins(&heard.words[0].folded);
                if begins && self.read_one(own, false, request).await.decision == Decision::Act {
                    return Some(own.to_string());
                }
                self.with_values(goal, own, request).await
            }
        }
    }

    /// Returns a goal without the parts that contain these words.
    async fn without(&self, goal: &str, said: &str, joint: &str, request: &Request) -> Option<String> {
        let reader = self.reader(&request.session);
        let heard = reader.tokenize(goal, now());
        let lexicon = self.lexicon(request, &heard).await;
        let understood = self.understood(&heard, &reader, &lexicon, &[], request);
        let parts = understood.interpretation.meta.goals.iter().map(|part| &goal[part.said.clone()]);
        let parts: Vec<&str> = parts.collect();
        let unwanted = words(said);
        let has = |part: &str| {
            let own = words(part);
            let is_own =
                |word: &lemmascope_language::words::Word| own.iter().any(|it| it.folded == word.folded);
            unwanted.iter().filter(|word| word.folded.len() > 3).any(is_own)
        };
        let kept: Vec<&str> = parts.iter().filter(|part| !has(part)).copied().collect();
        (!kept.is_empty() && kept.len() < parts.len()).then(|| kept.join(&format!(" {joint} ")))
    }

    /// Returns a goal with other values, which replace the values of its reading.
    async fn with_values(&self, goal: &str, said: &str, request: &Request) -> Option<String> {
        let reader = self.reader(&request.session);
        let whole = reader.tokenize(goal, now());
        let lexicon = self.lexicon(request, &whole).await;
        let understood = self.understood(&whole, &reader, &lexicon, &[], request);
        let heard = reader.tokenize(said, now());
        let around = Surroundings { lexicon: &lexicon, mentioned: &[] };
        for part in &understood.interpretation.meta.goals {
            let own = &goal[part.said.clone()];
            let reading = self.read_one(own, false, request).await;
            let Some(intent) = reading.intent.filter(|_| reading.decision == Decision::Act) else { continue };
            let Some(values) = reader.amend(&intent, &reading.parameters, &heard, &around) else { continue };
            let mut changed = Some(goal.to_string());
            for (name, value) in &values {
                let old = reading.parameters.get(name).map(Value::to_string);
                changed = match (changed, old) {
                    (Some(goal), Some(old)) => {
                        let new = value.to_string();
                        replaced(&goal, &old, &new).or_else(|| replaced(&goal, &parted(&old).1, &new))
                    }
                    // A value for which the plan has no counterpart is appended.
                    (Some(goal), None) => Some(format!("{goal} {said}")),
                    (None, _) => None,
                };
            }
            if changed.is_some() {
                return changed;
            }
        }
        None
    }
}

/// Replaces a part of a text. Returns `None` if the text does not contain it.
fn replaced(text: &str, old: &str, new: &str) -> Option<String> {
    let new = match new.contains(char::is_whitespace) && !new.starts_with('"') {
        true => format!("\"{new}\""),
        false => new.to_string(),
    };
    (!old.is_empty() && text.contains(old)).then(|| text.replacen(old, &new, 1))
}
