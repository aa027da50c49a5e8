use lemmascope_intent::{
    Args, Cause, Context, Failure, Format, Number, Object, Outcome, Parameter, Signature, Type, Value,
};
use lemmascope_spreadsheet::{
    Analysis, Answer, Fault, Figure, Found, Group, Operation, Operations, Request, Skipped,
};

use super::Settings;
use crate::reader::{Job, Refusal};

pub(super) fn signature() -> Signature {
    asked(Signature::observe("desktop.analyze_spreadsheet", "Calculate with columns of a spreadsheet."))
        .parameter(Parameter::defaulted("format", "text", Type::String, "text, json or csv."))
        .examples(&[
            "desktop.analyze_spreadsheet employees.csv sum Salary --by Department",
            "desktop.analyze_spreadsheet cars.csv \"mean, median, p90\" mpg --where \"origin is japan\"",
            "desktop.analyze_spreadsheet cars.csv correlation \"mpg, weight\"",
        ])
}

/// Adds the parameters for the calculation.
pub(super) fn asked(signature: Signature) -> Signature {
    signature
        .parameter(
            Parameter::required("path", Type::String, "The spreadsheet: CSV, XLSX, XLS or ODS.")
                .format(Format::File),
        )
        .parameter(Parameter::required(
            "op",
            Type::String,
            "sum, total, avg, count, missing, distinct, values, most common, percentage, min, max, median, p90, std, variance, correlation, highest row or lowest row; several with commas between them.",
        ))
        .parameter(
            Parameter::required(
                "column",
                Type::Any,
                "The column by its name, letter or number; a list for several; rows, to count those.",
            )
            .format(Format::Column),
        )
        .parameter(Parameter::optional(
            "sheet",
            Type::String,
            "The sheet; the first one with a table if it is left out.",
        ))
        .parameter(Parameter::optional(
            "where",
            Type::Any,
            "Only rows that meet this: Year = 2024 and Region is not empty; a list for several.",
        ))
        .parameter(
            Parameter::optional(
                "by",
                Type::Any,
                "A column: one figure for each of its values; a list for several; month or year of a date.",
            )
                .format(Format::Column),
        )
        .parameter(Parameter::optional(
            "decimal",
            Type::String,
            "point or comma, where the file leaves it open.",
        ))
        .returns(Type::Object)
}

pub(super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let (analysis, shown) = analyze(settings, &args, cx).await?;
    let value = match args.optional_text("format") {
        Some("csv") => Value::from(lemmascope_spreadsheet::table::csv(&analysis)),
        Some("text" | "json") | None => told(&analysis),
        Some(other) => {
            return Err(Failure::new(Cause::InvalidParameter, format!("\"{other}\" is not a format"))
                .hint("Use text, json or csv.")
                .about("format"));
        }
    };
    cx.logbook.result(value.clone());
    Ok(Outcome::found(value).line(line("analyze_spreadsheet", &shown, &analysis)))
}

/// Runs the calculation in a separate process.
pub(super) async fn analyze(
    settings: &Settings,
    args: &Args,
    cx: &Context,
) -> Result<(Analysis, String), Failure> {
    let request = request(args)?;
    let several = listed(&request);
    let opened = settings.files.open(args, "path", cx).await?;
    let again = opened.file.try_clone();
    let job = |request| Job::Analyze { name: opened.name.clone(), request };
    let analysed = settings.reader.run(opened.file, job(request), cx).await;
    let analysis = match (analysed, several, again) {
        // No column has that name, so the text may be a list of several.
        (Err(failure), Some(several), Ok(file)) if failure.field.as_deref() == Some("column") => {
            settings.reader.run(file, job(several), cx).await.map_err(|_| failure)?
        }
        (analysed, ..) => analysed?,
    };
    Ok((analysis, opened.shown))
}

/// Splits a text that lists several columns: `Price, Costs and Tax`.
fn listed(request: &Request) -> Option<Request> {
    let [text] = request.columns.as_slice() else { return None };
    let mut words = vec![" and ", " e ", " & "];
    if request.operations.contains(&Operation::Correlation) {
        words.extend([" with ", " com ", " vs ", " vs. ", " versus ", " against ", " x "]);
    }
    let mut columns = vec![text.as_str()];
    for word in words.into_iter().chain([","]) {
        columns = columns.into_iter().flat_map(|it| it.split(word)).collect();
    }
    let names = columns.into_iter().map(str::trim).filter(|name| !name.is_empty());
    let columns: Vec<String> = names.map(str::to_string).collect();
    (columns.len() > 1).then(|| Request { columns, ..request.clone() })
}

pub(super) fn line(verb: &str, shown: &str, analysis: &Analysis) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for figure in &analysis.figures {
        let names = [Some(&figure.column), figure.with.as_ref()].into_iter().flatten();
        columns.extend(names.map(|it| it.name.as_str()));
    }
    columns.dedup();
    format!("{verb} \"{shown}\" {} of {}", analysis.operations(), columns.join(", "))
}

fn request(args: &Args) -> Result<Request, Failure> {
    let asked: Operations = args.text("op")?.parse().map_err(|fault: Fault| refusal(fault).failure())?;
    let mut request = Request { columns: texts(args, "column"), ..Request::new(Operation::Count, "") };
    (request.operations, request.rank) = (asked.operations, asked.rank);
    if request.columns.is_empty() {
        return Err(Failure::new(Cause::MissingParameter, "parameter \"column\" is missing").about("column"));
    }
    request.sheet = args.optional_text("sheet").map(str::to_string);
    request.by = texts(args, "by");
    request.conditions = texts(args, "where");
    request.decimal = match args.optional_text("decimal") {
        Some(word) => Some(word.parse().map_err(|_| {
            Failure::new(Cause::InvalidParameter, format!("\"{word}\" is not a sign before decimals"))
                .hint("Use point or comma.")
                .about("decimal")
        })?),
        None => None,
    };
    Ok(request)
}

/// Returns one text or several.
fn texts(args: &Args, name: &str) -> Vec<String> {
    match args.get(name) {
        Some(Value::List(items)) => items.iter().map(Value::to_string).collect(),
        Some(value) => vec![value.expose_text().map_or_else(|| value.to_string(), str::to_string)],
        None => Vec::new(),
    }
}

/// Converts the result for programs and users. A single figure is described by one line; several have one
/// line each.
fn told(analysis: &Analysis) -> Value {
    let mut told = Object::new();
    let first = analysis.figures.first().map(|it| it.operation);
    let several = analysis.figures.iter().any(|it| Some(it.operation) != first);
    match analysis.figures.as_slice() {
        [only] => told.extend(of_figure(only)),
        figures => {
            let list = figures.iter().map(|figure| {
                let mut told: Object = of_figure(figure).collect();
                if several {
                    told.insert("op".into(), figure.operation.to_string().into());
                }
                Value::Object(told)
            });
            told.insert(if several { "figures" } else { "columns" }.into(), Value::List(list.collect()));
        }
    }
    told.insert("op".into(), analysis.operations().into());
    told.insert("sheet".into(), analysis.sheet.as_str().into());
    if !analysis.others.is_empty() {
        told.insert("table".into(), analysis.table.as_str().into());
        let others = analysis.others.iter().map(|it| Value::from(format!("{}: {}", it.range, it.holds)));
        told.insert("other_tables".into(), Value::List(others.collect()));
    }
    if let Some(by) = analysis.grouped_by() {
        told.insert("by".into(), by.into());
    }
    if !analysis.notes.is_empty() {
        told.insert(
            "notes".into(),
            Value::List(analysis.notes.iter().map(|note| note.as_str().into()).collect()),
        );
    }
    Value::Object(told)
}

fn of_figure(figure: &Figure) -> impl Iterator<Item = (String, Value)> {
    let mut fields = vec![("value", number(&figure.value))];
    if figure.value.number.is_some_and(|number| number.to_string() != figure.value.text) {
        fields.push(("exact", figure.value.text.as_str().into()));
    }
    fields.push(("rows", count(figure.rows)));
    fields.push(("skipped", skipped(&figure.skipped)));
    if !figure.skipped.examples.is_empty() {
        let told = figure.skipped.examples.iter().map(|it| Value::from(format!("{}: {}", it.cell, it.holds)));
        fields.push(("left_out", Value::List(told.collect())));
    }
    fields.push(("column", figure.column.name.as_str().into()));
    if !figure.column.letter.is_empty() {
        fields.push(("letter", figure.column.letter.as_str().into()));
    }
    if let Some(other) = &figure.with {
        fields.push(("with", other.name.as_str().into()));
    }
    if let Some(unit) = &figure.unit {
        fields.push(("unit", unit.to_string().into()));
    }
    if !figure.found.is_empty() {
        fields.push(("found", Value::List(figure.found.iter().map(of_row).collect())));
    }
    if !figure.values.is_empty() {
        let value = |it: &lemmascope_spreadsheet::Occurrence| {
            object([("value", it.value.as_str().into()), ("rows", count(it.rows))])
        };
        fields.push(("values", Value::List(figure.values.iter().map(value).collect())));
    }
    if !figure.groups.is_empty() {
        fields.push(("groups", Value::List(figure.groups.iter().map(of_group).collect())));
    }
    fields.into_iter().map(|(name, value)| (name.to_string(), value))
}

/// Converts a requested row: its name, its value and all its cells.
fn of_row(found: &Found) -> Value {
    let name = found.name.as_deref().map(|name| ("name", Value::from(name)));
    let cells: Object = found.cells.iter().map(|(name, cell)| (name.clone(), cell.as_str().into())).collect();
    let fields =
        [("value", number(&found.value)), ("row", count(found.row)), ("cells", Value::Object(cells))];
    object(name.into_iter().chain(fields))
}

fn of_group(group: &Group) -> Value {
    let value = group.value.as_ref().map_or(Value::Null, number);
    let name = group.name.as_deref().map(|name| ("name", Value::from(name)));
    let fields = [("key", group.key.as_str().into()), ("value", value), ("rows", count(group.rows))];
    object(fields.into_iter().chain(name))
}

fn object(fields: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    Value::Object(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

/// Converts the number, or the date as a text.
fn number(answer: &Answer) -> Value {
    let whole = answer.number.and_then(|_| answer.text.parse::<i64>().ok()).map(Number::Integer);
    let number = whole.or_else(|| answer.number.and_then(Number::from_f64));
    number.map_or_else(|| answer.text.as_str().into(), Value::Number)
}

/// Counts the skipped cells by type, without types that do not occur.
fn skipped(skipped: &Skipped) -> Value {
    let kinds = [
        ("empty", skipped.empty),
        ("text", skipped.text),
        ("error", skipped.error),
        ("missing", skipped.missing),
        ("unpaired", skipped.unpaired),
        ("date", skipped.date),
        ("boolean", skipped.boolean),
        ("uncomputed", skipped.uncomputed),
        ("total", skipped.total),
    ];
    let occurred = kinds.into_iter().filter(|(_, cells)| *cells > 0);
    Value::Object(occurred.map(|(name, cells)| (name.to_string(), count(cells))).collect())
}

fn count(number: u64) -> Value {
    Value::Number(Number::Integer(i64::try_from(number).unwrap_or(i64::MAX)))
}

/// Attributes a fault to a parameter, with suggested values.
pub(crate) fn refusal(fault: Fault) -> Refusal {
    let (field, instead) = match &fault {
        Fault::NoSuchColumn { nearest, .. } => ("column", nearest.clone()),
        Fault::AmbiguousColumn { candidates, .. } => ("column", candidates.clone()),
        Fault::NotNumeric { .. }
        | Fault::Codes { .. }
        | Fault::NotTwoColumns { .. }
        | Fault::TooLittle { .. }
        | Fault::Dates { .. }
        | Fault::NoValues { .. }
        | Fault::Uncomputed { .. }
        | Fault::NoColumn => ("column", Vec::new()),
        Fault::MixedConventions { .. } => ("decimal", Vec::new()),
        Fault::NoSuchSheet { all, .. } => ("sheet", all.clone()),
        Fault::NoSuchOperation { .. } => ("op", Vec::new()),
        Fault::NoDates { .. } => ("by", Vec::new()),
        Fault::Unfit { field, .. } => (*field, Vec::new()),
        Fault::NothingMatches { .. } | Fault::UnreadableFilter { .. } => ("where", Vec::new()),
        _ => ("path", Vec::new()),
    };
    Refusal {
        message: fault.to_string(),
        hint: sentence(&fault.remedy()),
        field: Some(field.into()),
        instead,
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>());
    first
        .map(|text| if text.ends_with(['.', '?', '!']) { text } else { format!("{text}.") })
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_column_lists() {
        let columns = |text: &str| listed(&Request::new(Operation::Sum, text)).map(|it| it.columns);
        assert_eq!(columns("Price, Costs and Tax").unwrap(), ["Price", "Costs", "Tax"]);
        assert_eq!(columns("Preço e Custo").unwrap(), ["Preço", "Custo"]);
        assert_eq!(columns("Price"), None);
        let pair = listed(&Request::new(Operation::Correlation, "mpg with weight"));
        assert_eq!(pair.unwrap().columns, ["mpg", "weight"]);
    }
}
