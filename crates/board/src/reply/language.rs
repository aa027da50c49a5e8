use lemmascope_intent::{Language, fold};

/// Frequent words that only one of the two languages has.
const ENGLISH: &[&str] = &[
    "the", "to", "of", "and", "in", "is", "card", "cards", "move", "moved", "created", "create", "added",
    "add", "you", "have", "with", "task", "tasks", "comment", "i", "found", "deleted", "updated", "no",
    "matching", "for", "from",
];
const PORTUGUESE: &[&str] = &[
    "o",
    "os",
    "um",
    "uma",
    "de",
    "da",
    "do",
    "para",
    "em",
    "na",
    "no",
    "criei",
    "movi",
    "apaguei",
    "cartao",
    "cartoes",
    "tarefa",
    "tarefas",
    "coluna",
    "quadro",
    "com",
    "atualizei",
    "adicionei",
    "comentario",
    "tens",
    "voce",
    "encontrei",
    "nao",
    "feito",
    "e",
    "adicionado",
    "criar",
    "mover",
    "mova",
    "crie",
    "cria",
];

/// Detects the language of a message by the majority of its words outside quotes. Returns English if
/// undecided.
pub(crate) fn language_of(message: &str) -> Language {
    let mut score = 0_i32;
    let outside = message.split(['\'', '"']).step_by(2);
    for part in outside {
        for word in part.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let folded = fold(word);
            score += i32::from(PORTUGUESE.contains(&folded.as_str()));
            score -= i32::from(ENGLISH.contains(&folded.as_str()));
            score += i32::from(word.contains(['ã', 'õ', 'ç', 'á', 'é', 'í', 'ó', 'ú', 'â', 'ê', 'ô', 'à']));
        }
    }
    if score > 0 { Language::Portuguese } else { Language::English }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_language_of_messages() {
        for message in
            ["Criei 'Home page' em Backlog.", "Comentário adicionado a #12.", "Movi 3 cartões para Done."]
        {
            assert_eq!(language_of(message), Language::Portuguese, "{message}");
        }
        for message in [
            "Moved 'Página Inicial' to Done.",
            "I found 2 cards with 'auth'.",
            "No done tasks in Ready.",
            "ok",
        ] {
            assert_eq!(language_of(message), Language::English, "{message}");
        }
    }
}
