use lemmascope_intent::{Args, Context, Failure, Format, Object, Outcome, Parameter, Signature, Type, Value};
use lemmascope_spreadsheet::{Columns, Named};

use super::Settings;
use crate::reader::Job;

pub(super) fn signature() -> Signature {
    let signature = Signature::observe("desktop.list_columns", "List the column names of a spreadsheet.")
        .parameter(
            Parameter::required("path", Type::String, "The spreadsheet: CSV, XLSX, XLS or ODS.")
                .format(Format::Spreadsheet),
        )
        .parameter(Parameter::optional(
            "sheet",
            Type::String,
            "The sheet; the first one with a table if it is left out.",
        ))
        .returns(Type::Array)
        .examples(&["desktop.list_columns employees.csv"]);
    Signature { lists: Some(Format::Column), ..signature }
}

pub(super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let sheet = args.optional_text("sheet").map(str::to_string);
    let opened = settings.files.open(&args, "path", cx).await?;
    let job = Job::Columns { name: opened.name.clone(), sheet };
    let found: Columns = settings.reader.run(opened.file, job, cx).await?;
    let count = match found.columns.len() {
        1 => "1 column".to_string(),
        count => format!("{count} columns"),
    };
    let told: Vec<Value> = found.columns.iter().map(told).collect();
    Ok(Outcome::found(told).line(format!("list_columns \"{}\" ({count})", opened.shown)))
}

/// Converts a column with its name, or with its letter alone if it has none.
fn told(column: &Named) -> Value {
    let name = Some(("name", column.name.as_str())).filter(|(_, name)| !name.is_empty());
    let fields = name.into_iter().chain([("letter", column.letter.as_str())]);
    Value::Object(fields.map(|(key, text)| (key.to_string(), text.into())).collect::<Object>())
}
