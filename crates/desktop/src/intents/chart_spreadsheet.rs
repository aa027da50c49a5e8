use lemmascope_intent::{Args, Cause, Context, Failure, Outcome, Parameter, Signature, Type};
use lemmascope_spreadsheet::chart;

use super::Settings;
use super::analyze_spreadsheet::{analyze, asked, line};

pub(super) fn signature() -> Signature {
    asked(Signature::change("desktop.chart_spreadsheet", "Draw a chart of a column of a spreadsheet."))
        .parameter(Parameter::required(
            "save",
            Type::String,
            "Where the picture goes: a name that ends in .svg or .png.",
        ))
        .examples(&["desktop.chart_spreadsheet sales.xlsx sum Revenue --by Region --save sales.svg"])
}

pub(super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let save = args.text("save")?.to_lowercase();
    let is_vector = save.ends_with(".svg");
    if !is_vector && !save.ends_with(".png") {
        return Err(Failure::new(Cause::InvalidParameter, "the picture is neither an .svg nor a .png")
            .hint("End the name in .svg or .png.")
            .about("save"));
    }
    let (analysis, shown) = analyze(settings, &args, cx).await?;
    let told = line("chart_spreadsheet", &shown, &analysis);
    let picture = match is_vector {
        true => chart::svg(&analysis).into_bytes(),
        false => chart::png(&analysis)
            .map_err(|error| Failure::new(Cause::Failed, format!("the chart could not be drawn: {error}")))?,
    };
    let outcome = settings.files.create(&args, "save", picture, cx).await?;
    cx.logbook.result(outcome.value.clone());
    Ok(outcome.line(told))
}
