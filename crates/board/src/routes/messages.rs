use std::sync::Arc;

use lemmascope_intent::{
    Language, Permission, Route, RouteAnswer, RouteCall, RouteMethod, RouteSchema, SubmittedRequest, fold,
};
use serde_json::{Map, Value as Json, json};

use super::{Answered, board_or_default, problem, schema};
use crate::action::REPLY_WORDS;
use crate::reply::language_of;
use crate::site::{Site, session_of};

pub(super) fn route(site: &Arc<Site>) -> Route {
    super::route(
        site,
        RouteMethod::Post,
        "/v1/board/messages",
        "sendBoardMessage",
        "Send a sentence about a board, or the answer to its question; `undo` and `redo` are sentences too.",
        |site, call| Box::pin(answer(site, call)),
    )
    .needs(Permission::Act)
    .body(schema::message())
    .answers(RouteSchema::Json(schema::answer()))
}

async fn answer(site: &Site, call: &RouteCall) -> Answered {
    let text = |name: &str| call.body[name].as_str();
    let message = text("message").unwrap_or_default().trim();
    let id = call.body["board"].as_i64().map(|id| id.to_string());
    let board = board_or_default(site, call, id.as_deref()).await?;
    let command = history_command(message);
    let request = match command {
        Some((line, _)) => SubmittedRequest::Line(line.into()),
        None => SubmittedRequest::Sentence(message.into()),
    };
    let session = session_of(board.id, text("conversation"));
    let report = call.engine.submit(call.submission(session, request)).await?;
    let language = command.map_or_else(|| language_of(message), |(_, language)| language);
    match (report["status"].as_str(), report["code"].as_str()) {
        // The key lacks a permission, so another sentence would not help.
        (Some("error"), Some("INTENT_UNAVAILABLE")) => Err(problem::of_report(&report)),
        _ => Ok(RouteAnswer::json(envelope(&report, command.is_some(), language))),
    }
}

/// Returns the history command for a message, if it is one. These need no natural language processing.
fn history_command(message: &str) -> Option<(&'static str, Language)> {
    match fold(message.trim_end_matches(['.', '!'])).as_str() {
        "undo" => Some(("undo", Language::English)),
        "redo" => Some(("redo", Language::English)),
        "desfazer" | "desfaz" => Some(("undo", Language::Portuguese)),
        "refazer" | "refaz" => Some(("redo", Language::Portuguese)),
        _ => None,
    }
}

/// Converts a report into an envelope.
fn envelope(report: &Json, is_history: bool, language: Language) -> Json {
    let status = report["status"].as_str().unwrap_or_default();
    let is_question = status == "ask" || (status == "error" && report.get("reading").is_some());
    let is_unread = matches!(
        report["code"].as_str(),
        Some("INTENT_PARSE_FAILED" | "UNSUPPORTED_OPERATION" | "LOW_CONFIDENCE")
    ) && status == "error";
    let summary = match is_unread {
        true => unread(language),
        false => sentence(report["summary"].as_str().unwrap_or_default()),
    };
    let reply = match (status, is_history) {
        ("ok", true) => taken_back(report, language),
        ("ok" | "partial", false) => said(report).unwrap_or_else(|| done(report, &summary, language)),
        _ => summary.clone(),
    };
    let actions = match (status, is_history) {
        ("ok" | "partial", false) => actions(report),
        (_, true) => vec![json!({
            "type": report["intent"].as_str().unwrap_or_default(),
            "result": if status == "ok" { "done" } else { "failed" },
            "cards": [],
        })],
        _ => Vec::new(),
    };
    let suggestions = match is_unread {
        // The engine's examples cover all of its domains, and not only boards.
        true => either(language, ["List all cards", "Undo"], ["Listar todos os cartões", "Desfazer"])
            .map(str::to_string)
            .to_vec(),
        false => suggestions(report, is_question, is_history && status == "ok", language),
    };
    json!({
        "reply": shortened(&reply),
        "actions": actions,
        "needsClarification": is_question,
        "clarificationQuestion": is_question.then_some(summary),
        "suggestions": suggestions,
    })
}

/// Returns the reply to an unintelligible sentence.
fn unread(language: Language) -> String {
    let said = either(
        language,
        "I did not understand that, and changed nothing. Can you say it in other words, as in \"move login to Done\"?",
        "Não percebi, e nada foi alterado. Podes dizê-lo por outras palavras, como em \"move login para Done\"?",
    );
    said.into()
}

fn either<T>(language: Language, english: T, portuguese: T) -> T {
    match language {
        Language::English => english,
        Language::Portuguese => portuguese,
    }
}

/// Returns the replies of the verbs.
fn said(report: &Json) -> Option<String> {
    let lines: Vec<&str> = report["reply"].as_array()?.iter().filter_map(Json::as_str).collect();
    (!lines.is_empty()).then(|| lines.join(" "))
}

/// Describes an undo or redo by its changes.
fn taken_back(report: &Json, language: Language) -> String {
    let changes = report["changes"].as_array().into_iter().flatten().filter_map(Json::as_str);
    let changes: Vec<String> = changes.map(|change| change_in_words(change, language)).collect();
    let word = match (report["intent"].as_str(), language) {
        (Some("redo"), Language::English) => "Done again",
        (Some("redo"), Language::Portuguese) => "Refeito",
        (_, Language::English) => "Undone",
        (_, Language::Portuguese) => "Desfeito",
    };
    match changes.is_empty() {
        true => format!("{word}."),
        false => format!("{word}: {}.", changes.join("; ")),
    }
}

/// Formats a change that is in sign notation as words.
fn change_in_words(change: &str, language: Language) -> String {
    let (what, verb) = match (change.split_at_checked(2), language) {
        (Some(("+ ", what)), Language::English) => (what, " is there"),
        (Some(("+ ", what)), Language::Portuguese) => (what, " está lá"),
        (Some(("- ", what)), Language::English) => (what, " is gone"),
        (Some(("- ", what)), Language::Portuguese) => (what, " já não está"),
        (Some(("~ ", what)), _) => (what, ""),
        _ => (change, ""),
    };
    let what = match language {
        Language::English => what.to_string(),
        Language::Portuguese => what.replacen("card ", "cartão ", 1).replacen("column: ", "coluna: ", 1),
    };
    format!("{what}{verb}")
}

fn done(report: &Json, summary: &str, language: Language) -> String {
    match (summary.is_empty(), report.get("changes").is_some()) {
        (false, _) => summary.into(),
        (true, true) => either(language, "Done.", "Feito.").into(),
        (true, false) => {
            either(language, "All right. Nothing was changed.", "Está bem. Nada foi alterado.").into()
        }
    }
}

/// Returns the executed actions in the terms of the contract, each with its result and its cards.
fn actions(report: &Json) -> Vec<Json> {
    let planned = report["plan_graph"]["actions"].as_array().map(Vec::as_slice).unwrap_or_default();
    let steps = report["actions"].as_array();
    let carried_out = planned.iter().enumerate().filter_map(|(at, action)| {
        let name = action["tool"].as_str()?.strip_prefix("board.")?;
        let goal = action["action_id"].as_str().and_then(|id| id.split('_').next()).unwrap_or_default();
        let result = report["result"].get(goal).unwrap_or(&report["result"]);
        let is_ok = steps.and_then(|steps| steps.get(at)).is_none_or(|step| step["ok"] != false);
        Some(action_done(name, &action["args"], result, is_ok, report))
    });
    carried_out.collect()
}

fn action_done(name: &str, arguments: &Json, result: &Json, is_ok: bool, report: &Json) -> Json {
    let mut action = Map::new();
    action.insert("type".into(), name.into());
    for (parameter, value) in arguments.as_object().into_iter().flatten() {
        let field = match (name, parameter.as_str()) {
            ("move_card" | "bulk_move", "column") => "toColumn",
            ("set_due_date", "day") => "dueDate",
            (_, other) => other,
        };
        action.insert(field.into(), value.clone());
    }
    let listed = result["columns"].as_array();
    let cards: Vec<Json> = match listed {
        Some(columns) => columns.iter().filter_map(|it| it["cards"].as_array()).flatten().cloned().collect(),
        None => result["cards"].as_array().cloned().unwrap_or_default(),
    };
    let became = match (is_ok, listed.is_some() || has_changed(report, &cards)) {
        (false, _) => "failed",
        (true, true) => "done",
        (true, false) => "unchanged",
    };
    action.insert("result".into(), became.into());
    action.insert("cards".into(), cards.into());
    Json::Object(action)
}

/// Whether one of the changes affects these cards. Without cards, any change counts.
fn has_changed(report: &Json, cards: &[Json]) -> bool {
    let mut changes = report["changes"].as_array().into_iter().flatten().filter_map(Json::as_str);
    changes.any(|change| {
        let is_of = |card: &Json| {
            let id = format!("card #{}", card["id"]);
            change
                .match_indices(&id)
                .any(|(at, _)| !change[at + id.len()..].starts_with(|next: char| next.is_ascii_digit()))
                || change.contains(&format!("comment on #{}", card["id"]))
        };
        cards.is_empty() || cards.iter().any(is_of)
    })
}

/// Returns suggestions for next sentences. For a question, these are its answers.
fn suggestions(report: &Json, is_question: bool, is_taken_back: bool, language: Language) -> Vec<String> {
    let texts = |name: &str| -> Vec<String> {
        let items = report[name].as_array().into_iter().flatten();
        items.filter_map(Json::as_str).map(str::to_string).collect()
    };
    if is_taken_back {
        let (undo, redo) = match language {
            Language::English => ("Undo", "Redo"),
            Language::Portuguese => ("Desfazer", "Refazer"),
        };
        let next = if report["intent"] == "redo" { undo } else { redo };
        return vec![next.into()];
    }
    let mut answers = if is_question { texts("instead") } else { texts("suggestions") };
    if answers.is_empty() && is_question {
        // The items of a hint are example sentences.
        let hints = texts("hint");
        let lines = hints.iter().flat_map(|hint| hint.lines());
        let items = lines.filter_map(|line| line.trim().strip_prefix('•')).map(str::trim);
        answers = items.filter(|item| !item.ends_with('?')).map(str::to_string).collect();
    }
    const MOST: usize = 5;
    answers.truncate(MOST);
    answers
}

/// Formats a message as a separate sentence.
fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let mut text: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    if !text.is_empty() && !text.ends_with(['.', '?', '!', '"', '…']) {
        text.push('.');
    }
    text
}

fn shortened(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.len() > REPLY_WORDS {
        true => format!("{}…", words[..REPLY_WORDS - 1].join(" ")),
        false => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_ids_match_whole_numbers() {
        let report = json!({"changes": ["~ card #12 assignee: none → Ana", "+ comment on #7"]});
        assert!(!has_changed(&report, &[json!({"id": 1})]));
        assert!(has_changed(&report, &[json!({"id": 12})]));
        assert!(has_changed(&report, &[json!({"id": 7})]));
    }

    #[test]
    fn reply_states_that_nothing_changed() {
        let told = envelope(&json!({"status": "ok", "intent": ""}), false, Language::English);
        assert_eq!(told["reply"], "All right. Nothing was changed.");
    }

    #[test]
    fn undo_reply_lists_the_changes() {
        let report = json!({"status": "ok", "intent": "undo", "changes": ["- card #2 \"Docs\""]});
        let told = envelope(&report, true, Language::Portuguese);
        assert_eq!(told["reply"], "Desfeito: cartão #2 \"Docs\" já não está.");
        assert_eq!(told["suggestions"], json!(["Refazer"]));
        let report =
            json!({"status": "error", "intent": "undo", "summary": "the card #2 was changed by bo since"});
        let told = envelope(&report, true, Language::English);
        assert_eq!(told["reply"], "The card #2 was changed by bo since.");
        assert_eq!(told["actions"][0]["result"], "failed");
        assert_eq!(told["needsClarification"], false);
    }
}
