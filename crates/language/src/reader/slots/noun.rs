use lemmascope_intent::Format;

use crate::goal::Things;

/// Whether a word without accents is a noun for the objects that a name of this format refers to, and not
/// part of the name.
pub(crate) fn is_noun(format: Option<Format>, word: &str, things: &Things) -> bool {
    let Some(format) = format else { return false };
    let kind = things.singular(word).map(Format::of_kind);
    words(format).contains(&word) || kind.is_some_and(|kind| format.takes(kind))
}

/// Returns the nouns for names of this format, besides those that a domain defines for the kind.
fn words(format: Format) -> &'static [&'static str] {
    match format {
        Format::Column => &["column", "columns", "coluna", "colunas", "field", "campo", "values", "valores"],
        Format::Window => &["window", "janela"],
        Format::File | Format::Spreadsheet | Format::Document => {
            &["spreadsheet", "planilha", "workbook", "pdf"]
        }
        Format::Application => {
            &["app", "application", "program", "aplicacao", "aplicativo", "programa", "window", "janela"]
        }
        Format::Item => &["app", "application", "program", "aplicacao", "aplicativo", "programa"],
        _ => &[],
    }
}
