//! The role of a section, derived from its heading.

use crate::words::{fold, is_function_word};

/// The role of a section.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Role {
    /// The text before the first heading.
    Opening,
    /// The abstract.
    Abstract,
    Introduction,
    /// Related work and background.
    Background,
    Body,
    Results,
    Conclusion,
    Appendix,
    /// Contents, acknowledgments, references, licenses: outside the subject of the document.
    Apparatus,
}

/// The names of sections, folded. A name that ends in `*` may be followed by other words.
const NAMES: &[(Role, &[&str])] = &[
    (
        Role::Abstract,
        &[
            "abstract",
            "summary",
            "executive summary",
            "resumo",
            "resumo executivo",
            "sumario executivo",
            "sintese",
            "synopsis",
            "tl;dr",
            "resumen",
            "resume",
            "zusammenfassung",
            "at a glance",
            "highlights",
            "em resumo",
        ],
    ),
    (
        Role::Introduction,
        &[
            "introduction*",
            "introducao*",
            "overview",
            "visao geral",
            "motivation",
            "motivacao",
            "apresentacao",
            "introduccion",
            "einleitung",
            "apresentacao do problema",
            "description",
            "descricao",
        ],
    ),
    (
        Role::Background,
        &[
            "related work*",
            "background*",
            "previous work*",
            "prior work*",
            "state of the art",
            "literature review",
            "trabalhos relacionados*",
            "trabalhos correlatos*",
            "revisao*",
            "referencial teorico",
            "fundamentacao*",
            "estado da arte",
        ],
    ),
    (
        Role::Results,
        &[
            "results*",
            "findings*",
            "evaluation*",
            "experimental results*",
            "experiments and results*",
            "resultados*",
            "avaliacao*",
        ],
    ),
    (
        Role::Conclusion,
        &[
            "conclusion*",
            "concluding*",
            "conclusao*",
            "conclusoes*",
            "consideracoes finais",
            "discussion*",
            "discussao*",
            "summary and*",
            "final remarks*",
            "closing remarks",
            "outlook",
            "fazit",
            "conclusiones*",
            "recommendations",
            "recomendacoes",
            "encerramento",
        ],
    ),
    (
        Role::Appendix,
        &[
            "appendix*",
            "appendices*",
            "apendice*",
            "anexo*",
            "annex*",
            "supplementary*",
            "notes",
            "notas",
            "glossary",
            "glossario",
        ],
    ),
    (
        Role::Apparatus,
        &[
            "references*",
            "bibliography*",
            "referencias*",
            "bibliografia*",
            "works cited",
            "literature cited",
            "further reading",
            "see also",
            "veja tambem",
            "ver tambem",
            "external links",
            "ligacoes externas",
            "links externos",
            "acknowledgements*",
            "acknowledgments*",
            "acknowledgement*",
            "acknowledgment*",
            "agradecimentos*",
            "contents",
            "table of contents",
            "conteudo",
            "indice",
            "sumario",
            "index",
            "license*",
            "licence*",
            "licenca*",
            "copyright*",
            "authors",
            "autores",
            "about the author*",
            "sobre o autor*",
            "keywords*",
            "palavras-chave*",
            "palavras chave*",
            "copying",
            "literatur",
            "reporting bugs",
            "contributors",
        ],
    ),
];

impl Role {
    /// Returns the role of a section with this heading, if the heading determines it. Leading numbers are
    /// ignored.
    pub(crate) fn named(heading: &str) -> Option<Self> {
        if heading.len() > 120 {
            return None;
        }
        let name = fold(heading);
        let name = strip_leading_number(&name).trim_matches(|letter: char| !letter.is_alphanumeric());
        let matches = |pattern: &str| match pattern.strip_suffix('*') {
            Some(start) => {
                name.strip_prefix(start)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ',', ':', 's']))
                    && name.split_whitespace().count() <= 8
            }
            None => name == pattern,
        };
        let named = NAMES.iter().find(|(_, names)| names.iter().any(|name| matches(name)));
        named.map(|(role, _)| *role).or_else(|| is_licence(name).then_some(Self::Apparatus))
    }

    /// Returns the role that the first word of a paragraph states, and the text after it: `Abstract— We show
    /// …`.
    pub(crate) fn prefixed(text: &str) -> Option<(Self, &str)> {
        let end =
            text.char_indices().take(40).find(|(_, letter)| matches!(letter, '—' | '–' | ':' | '.' | '-'))?.0;
        let role = Self::named(&text[..end])?;
        let rest = text[end..].trim_start_matches(|letter: char| !letter.is_alphanumeric());
        let told = matches!(role, Self::Abstract | Self::Apparatus) && !rest.is_empty();
        told.then_some((role, rest))
    }

    /// Returns the role of a heading that is joined to a sentence, and the sentence: `Abstract In this paper
    /// …`, `1 Introduction We …`. Two consecutive words that both look like the start of a sentence are a
    /// heading and a sentence; `Abstract art is …` and `Summary Data Sheets` are not.
    pub(crate) fn glued(text: &str) -> Option<(Self, &str)> {
        let start = text.trim_start();
        let bare = start.trim_start_matches(|it: char| it.is_ascii_digit() || matches!(it, '.' | ')' | ' '));
        let numbered = bare.len() < start.len();
        // `A B S T R A C T` is a word too.
        let spaced = bare
            .split(' ')
            .take_while(|word| word.chars().count() == 1 && word.chars().all(char::is_uppercase))
            .count();
        let ends: Vec<usize> = bare.match_indices(' ').map(|(at, _)| at).take(spaced.max(4)).collect();
        for (words, end) in (1..).zip(ends) {
            let name = &bare[..end];
            let joined: String = if words == spaced { name.split(' ').collect() } else { name.to_string() };
            let Some(role) = Self::named(&joined) else { continue };
            if !name.starts_with(char::is_uppercase)
                || words > 1 && words != spaced && !is_all_capitals(name) && !numbered
            {
                continue;
            }
            let rest = bare[end..].trim_start();
            let next = rest.split_whitespace().next().unwrap_or("");
            let begins = next.starts_with(char::is_uppercase);
            let opens = begins && is_function_word(&fold(next));
            let set_off = (is_all_capitals(&joined) && joined.len() > 3 || numbered)
                && begins
                && !is_all_capitals(next);
            // A separate heading is followed by few words; a sentence has several.
            if (opens || set_off) && rest.split_whitespace().count() >= 3 {
                return Some((role, rest));
            }
        }
        None
    }

    /// Returns the weight of sentences in the section.
    pub(crate) fn weight(self) -> f64 {
        match self {
            Self::Abstract => 2.2,
            Self::Conclusion => 1.3,
            Self::Introduction | Self::Opening => 1.25,
            Self::Results => 1.1,
            Self::Body => 1.0,
            Self::Background => 0.6,
            Self::Appendix => 0.4,
            // Relevant only if there is nothing else.
            Self::Apparatus => 0.05,
        }
    }
}

fn is_all_capitals(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && !text.chars().any(char::is_lowercase)
}

/// Whether the heading is the name of a license: `GNU Free Documentation License`, `The full license`.
fn is_licence(name: &str) -> bool {
    const WORDS: &[&str] = &["license", "licence", "licenca", "licencia", "lizenz"];
    name.split_whitespace().count() <= 8
        && name.split_whitespace().next_back().is_some_and(|it| WORDS.contains(&it))
}

/// Removes a leading number: `2.1 `, `IV. `, `A) `.
fn strip_leading_number(name: &str) -> &str {
    let name =
        name.trim_start_matches("chapter ").trim_start_matches("capitulo ").trim_start_matches("section ");
    match name.split_once([' ', '\t']) {
        Some((number, rest)) if !rest.trim().is_empty() => {
            let bare = number.trim_end_matches(['.', ')', ':']);
            let digits = bare.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && !bare.is_empty();
            let numeral = bare.bytes().all(|byte| b"ivx".contains(&byte)) && !bare.is_empty();
            let letter = bare.len() == 1 && number.len() == 2;
            if digits || numeral || letter { rest.trim() } else { name }
        }
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::Role;

    #[test]
    fn derives_section_role_from_heading() {
        for (name, role) in [
            ("Abstract", Some(Role::Abstract)),
            ("RESUMO", Some(Role::Abstract)),
            ("1 Introduction", Some(Role::Introduction)),
            ("1. Introdução", Some(Role::Introduction)),
            ("V. CONCLUSIONS AND FUTURE WORK", Some(Role::Conclusion)),
            ("5 Considerações finais", Some(Role::Conclusion)),
            ("2 Related Work", Some(Role::Background)),
            ("Referências bibliográficas", Some(Role::Apparatus)),
            ("Appendix B. GNU Free Documentation License", Some(Role::Appendix)),
            ("THE FULL LICENSE", Some(Role::Apparatus)),
            ("How a license is chosen", None),
            ("3 Word alignment", None),
            ("", None),
        ] {
            assert_eq!(Role::named(name), role, "{name}");
        }
        assert_eq!(Role::prefixed("Abstract— We show it."), Some((Role::Abstract, "We show it.")));
        assert_eq!(Role::prefixed("Resumo: Mostramos isso."), Some((Role::Abstract, "Mostramos isso.")));
        assert_eq!(Role::prefixed("Results: they hold."), None);
    }

    #[test]
    fn splits_run_in_headings_from_sentences() {
        for (text, role, rest) in [
            ("Abstract In this paper we study it.", Role::Abstract, "In this paper we study it."),
            ("ABSTRACT Harbours grow when ships grow.", Role::Abstract, "Harbours grow when ships grow."),
            ("A B S T R A C T The harbour grew fast.", Role::Abstract, "The harbour grew fast."),
            ("Resumo Este artigo descreve o porto.", Role::Abstract, "Este artigo descreve o porto."),
            ("1 Introduction We begin with the harbour.", Role::Introduction, "We begin with the harbour."),
            (
                "1. Introduction Harbours are old and large.",
                Role::Introduction,
                "Harbours are old and large.",
            ),
            ("Conclusion We have shown that it grows.", Role::Conclusion, "We have shown that it grows."),
            ("EXECUTIVE SUMMARY The town grew by half.", Role::Abstract, "The town grew by half."),
        ] {
            assert_eq!(Role::glued(text), Some((role, rest)), "{text}");
        }
        for text in [
            "Abstract art is not for everybody here.",
            "Abstract Expressionism emerged in New York.",
            "Summary Data Sheets are sent every month.",
            "Results of the vote were announced at once.",
            "In this paper we study it.",
            "Introduction",
            "Abstract",
        ] {
            assert_eq!(Role::glued(text), None, "{text}");
        }
    }
}
