use lemmascope_intent::Format;

/// Words that say what a name of this kind is a name of, and are no part of it.
pub(crate) fn nouns(format: Option<Format>) -> &'static [&'static str] {
    match format {
        Some(Format::Column) => {
            &["column", "columns", "coluna", "colunas", "field", "campo", "values", "valores"]
        }
        Some(Format::Window) => &["window", "janela"],
        Some(Format::Folder) => &["folder", "directory", "pasta", "diretorio", "dir"],
        Some(Format::File | Format::Spreadsheet | Format::Document) => &[
            "file",
            "ficheiro",
            "arquivo",
            "document",
            "documento",
            "spreadsheet",
            "planilha",
            "workbook",
            "pdf",
        ],
        Some(Format::Path) => &["file", "ficheiro", "arquivo", "folder", "pasta", "directory", "diretorio"],
        Some(Format::Application) => {
            &["app", "application", "program", "aplicacao", "aplicativo", "programa", "window", "janela"]
        }
        Some(Format::Item) => &[
            "app",
            "application",
            "program",
            "aplicacao",
            "aplicativo",
            "programa",
            "file",
            "ficheiro",
            "arquivo",
            "folder",
            "pasta",
            "directory",
            "diretorio",
        ],
        _ => &[],
    }
}
