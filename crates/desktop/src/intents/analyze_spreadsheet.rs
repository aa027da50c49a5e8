use lemmascope_intent::{
    Args, Cause, Context, Failure, Format, Number, Object, Outcome, Parameter, Signature, Type, Value,
};
use lemmascope_spreadsheet::{Analysis, Answer, Fault, Figure, Filter, Group, Operation, Request, Skipped};

use super::Settings;
use crate::reader::{Job, Refusal};

pub(super) fn signature() -> Signature {
    asked(Signature::observe("desktop.analyze_spreadsheet", "Calculate with a column of a spreadsheet."))
        .parameter(Parameter::defaulted("format", "text", Type::String, "text, json or csv."))
        .examples(&["desktop.analyze_spreadsheet employees.csv sum Salary --by Department"])
}

/// With the parameters that say what is to be calculated.
pub(super) fn asked(signature: Signature) -> Signature {
    signature
        .parameter(
            Parameter::required("path", Type::String, "The spreadsheet: CSV, XLSX, XLS or ODS.")
                .format(Format::File),
        )
        .parameter(Parameter::required("op", Type::String, "sum, total, avg, count, min, max or median."))
        .parameter(
            Parameter::required(
                "column",
                Type::Any,
                "The column by its name, letter or number; a list for several.",
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
            "Only rows that meet this: Year = 2024; a list for several.",
        ))
        .parameter(
            Parameter::optional("by", Type::String, "A column: one figure for each of its values.")
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

/// What is to be calculated, calculated in a process of its own.
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
        // No column is called that: it may be the names of several.
        (Err(failure), Some(several), Ok(file)) if failure.field.as_deref() == Some("column") => {
            settings.reader.run(file, job(several), cx).await.map_err(|_| failure)?
        }
        (analysed, ..) => analysed?,
    };
    Ok((analysis, opened.shown))
}

/// The same request for columns that are listed in one text: `Price, Costs and Tax`.
fn listed(request: &Request) -> Option<Request> {
    let [text] = request.columns.as_slice() else { return None };
    let (first, last) = [" and ", " e "].iter().find_map(|word| text.rsplit_once(word)).unzip();
    let names = first.unwrap_or(text).split(',').chain(last).map(str::trim);
    let columns: Vec<String> = names.filter(|name| !name.is_empty()).map(str::to_string).collect();
    (columns.len() > 1).then(|| Request { columns, ..request.clone() })
}

pub(super) fn line(verb: &str, shown: &str, analysis: &Analysis) -> String {
    let columns: Vec<&str> = analysis.figures.iter().map(|figure| figure.column.name.as_str()).collect();
    format!("{verb} \"{shown}\" {} of {}", analysis.operation, columns.join(", "))
}

fn request(args: &Args) -> Result<Request, Failure> {
    let fault = |fault: Fault| refusal(fault).failure();
    let operation: Operation = args.text("op")?.parse().map_err(fault)?;
    let mut request = Request { columns: texts(args, "column"), ..Request::new(operation, "") };
    if request.columns.is_empty() {
        return Err(Failure::new(Cause::MissingParameter, "parameter \"column\" is missing").about("column"));
    }
    request.sheet = args.optional_text("sheet").map(str::to_string);
    request.by = args.optional_text("by").map(str::to_string);
    let conditions: Vec<Vec<Filter>> =
        texts(args, "where").iter().map(|text| filters(text)).collect::<Result<_, _>>().map_err(fault)?;
    request.filters = conditions.concat();
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

/// The conditions that a text joins with "and". A word that joins nothing belongs to a value: `Title = Pride and Prejudice`.
fn filters(text: &str) -> Result<Vec<Filter>, Fault> {
    for word in [" and ", " e ", " && "] {
        let parts: Result<Vec<Filter>, Fault> = text.split(word).map(str::parse).collect();
        if let (Ok(filters), true) = (parts, text.contains(word)) {
            return Ok(filters);
        }
    }
    Ok(vec![text.parse()?])
}

/// One text or several.
fn texts(args: &Args, name: &str) -> Vec<String> {
    match args.get(name) {
        Some(Value::List(items)) => items.iter().map(Value::to_string).collect(),
        Some(value) => vec![value.expose_text().map_or_else(|| value.to_string(), str::to_string)],
        None => Vec::new(),
    }
}

/// What was found out, for programs and for people alike. One column tells of itself; several tell each of their own.
fn told(analysis: &Analysis) -> Value {
    let mut told = Object::new();
    match analysis.figures.as_slice() {
        [only] => told.extend(of_figure(only)),
        several => {
            let columns = several.iter().map(|figure| Value::Object(of_figure(figure).collect()));
            told.insert("columns".into(), Value::List(columns.collect()));
        }
    }
    told.insert("op".into(), analysis.operation.to_string().into());
    told.insert("sheet".into(), analysis.sheet.as_str().into());
    if let Some(by) = &analysis.by {
        told.insert("by".into(), by.name.as_str().into());
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
    fields.push(("letter", figure.column.letter.as_str().into()));
    if let Some(unit) = &figure.unit {
        fields.push(("unit", unit.to_string().into()));
    }
    if !figure.groups.is_empty() {
        fields.push(("groups", Value::List(figure.groups.iter().map(of_group).collect())));
    }
    fields.into_iter().map(|(name, value)| (name.to_string(), value))
}

fn of_group(group: &Group) -> Value {
    let value = group.value.as_ref().map_or(Value::Null, number);
    let fields = [("key", group.key.as_str().into()), ("value", value), ("rows", count(group.rows))];
    Value::Object(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

/// The number, or the date as a text.
fn number(answer: &Answer) -> Value {
    let whole = answer.text.parse::<i64>().ok().map(Number::Integer);
    let number = whole.or_else(|| answer.number.and_then(Number::from_f64));
    number.map_or_else(|| answer.text.as_str().into(), Value::Number)
}

/// What went into no figure, by its kind; kinds that did not occur are not told.
fn skipped(skipped: &Skipped) -> Value {
    let kinds = [
        ("empty", skipped.empty),
        ("text", skipped.text),
        ("error", skipped.error),
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

/// Which parameter a fault is about, and what could be given in its place.
pub(crate) fn refusal(fault: Fault) -> Refusal {
    let (field, instead) = match &fault {
        Fault::NoSuchColumn { nearest, .. } => ("column", nearest.clone()),
        Fault::AmbiguousColumn { candidates, .. } => ("column", candidates.clone()),
        Fault::NotNumeric { .. }
        | Fault::Dates { .. }
        | Fault::NoValues { .. }
        | Fault::Uncomputed { .. }
        | Fault::NoColumn => ("column", Vec::new()),
        Fault::MixedConventions { .. } => ("decimal", Vec::new()),
        Fault::NoSuchSheet { all, .. } => ("sheet", all.clone()),
        Fault::NoSuchOperation { .. } => ("op", Vec::new()),
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
    fn conditions_are_joined_by_and() {
        let shown =
            |text| filters(text).map(|all| all.iter().map(Filter::to_string).collect::<Vec<_>>().join("; "));
        assert_eq!(shown("Year = 2024 and Region = North").unwrap(), "Year = 2024; Region = North");
        assert_eq!(shown("Ano = 2024 e Região = Sul").unwrap(), "Ano = 2024; Região = Sul");
        assert_eq!(shown("Title = Pride and Prejudice").unwrap(), "Title = Pride and Prejudice");
        assert!(shown("nothing").is_err());
    }

    #[test]
    fn columns_may_be_listed_in_one_text() {
        let columns = |text: &str| listed(&Request::new(Operation::Sum, text)).map(|it| it.columns);
        assert_eq!(columns("Price, Costs and Tax").unwrap(), ["Price", "Costs", "Tax"]);
        assert_eq!(columns("Preço e Custo").unwrap(), ["Preço", "Custo"]);
        assert_eq!(columns("Price"), None);
    }
}
