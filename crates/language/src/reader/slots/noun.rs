use lemmascope_intent::Format;

use crate::goal::Things;

/// Whether a word without accents says what a name of this format is a name of, and is no part of it.
pub(crate) fn is_noun(format: Option<Format>, word: &str, things: &Things) -> bool {
    let Some(format) = format else { return false };
    let kind = things.singular(word).map(Format::of_kind);
    words(format).contains(&word) || kind.is_some_and(|kind| format.takes(kind))
}

/// The words for names of this format, besides those that a domain brings for the kind of thing.
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
