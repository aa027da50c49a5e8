use lemmascope_browser::driver::Paper;
use lemmascope_intent::{
    Args, Cause, Change, Failure, Notation, Object, Outcome, Parameter, Signature, Type,
};

use crate::verbs::output_file;
use crate::verbs::parameters::switch;
use crate::verbs::visit::Visit;

/// The widths and heights of paper formats in inches.
const FORMATS: [(&str, f64, f64); 8] = [
    ("a3", 11.69, 16.54),
    ("a4", 8.27, 11.69),
    ("a5", 5.83, 8.27),
    ("a6", 4.13, 5.83),
    ("letter", 8.5, 11.0),
    ("legal", 8.5, 14.0),
    ("tabloid", 11.0, 17.0),
    ("ledger", 17.0, 11.0),
];

pub(super) fn signature() -> Signature {
    Signature::change("web.pdf", "Print the page to a PDF file.")
        .command("pdf <path>")
        .aliases(&["save pdf", "pdf save", "save as pdf"])
        .known_as(&["print"])
        .lasting()
        .parameter(Parameter::required("path", Type::String, "Where to write it.").written(Notation::Path))
        .parameter(
            Parameter::optional("format", Type::String, "A4, A3, A5, letter, legal, …; A4 unless given.")
                .written(Notation::Name),
        )
        .parameter(switch("landscape", "Wider than high."))
        .parameter(
            Parameter::optional("margin", Type::String, "Such as 1cm, 10mm, 0.5in or 40px.")
                .written(Notation::Name),
        )
        .returns(Type::Object)
        .examples(&["pdf page.pdf", "pdf page.pdf --format letter --landscape --margin 2cm"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let path = output_file::destination(visit.cx, args.text("path")?)?;
    let paper = paper(args)?;
    let files = visit.files();
    files.claim(&path).await?;
    let session = visit.page().await?;
    let bytes = session.tab()?.pdf(&paper).await?;
    let size = bytes.len();
    files.write(&path, bytes).await?;
    let shown = path.display().to_string();
    let result = Object::from([
        ("path".to_string(), shown.as_str().into()),
        ("bytes".to_string(), (size as i64).into()),
    ]);
    Ok(Outcome::found(result).line(format!("pdf {shown}")).change(Change::Added(shown)))
}

fn paper(args: &Args) -> Result<Paper, Failure> {
    let name = args.optional_text("format").unwrap_or("a4").to_lowercase();
    let Some((_, width, height)) = FORMATS.iter().find(|(known, ..)| *known == name) else {
        let known: Vec<&str> = FORMATS.iter().map(|(name, ..)| *name).collect();
        return Err(Failure::new(Cause::InvalidParameter, format!("there is no paper \"{name}\""))
            .hint(format!("There are {}.", known.join(", "))));
    };
    let margin = inches(args.optional_text("margin").unwrap_or("1cm"))?;
    if margin * 2.0 >= width.min(*height) {
        return Err(Failure::new(Cause::InvalidParameter, "the margins leave no room on the paper"));
    }
    Ok(Paper { width: *width, height: *height, landscape: args.flag("landscape"), margin })
}

/// Parses a length in inches. A number without a unit is in centimeters.
fn inches(text: &str) -> Result<f64, Failure> {
    let text = text.trim().to_lowercase();
    let split = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let per_inch = match unit {
        "" | "cm" => 2.54,
        "mm" => 25.4,
        "in" => 1.0,
        "px" => 96.0,
        _ => f64::NAN,
    };
    let inches = number.trim().parse::<f64>().unwrap_or(f64::NAN) / per_inch;
    if inches.is_finite() && inches >= 0.0 {
        return Ok(inches);
    }
    Err(Failure::new(Cause::InvalidParameter, format!("\"{text}\" is not a length"))
        .hint("Such as 1cm, 10mm, 0.5in or 40px."))
}

#[cfg(test)]
mod tests {
    use super::inches;

    #[test]
    fn parses_lengths_with_units() {
        assert_eq!(inches("2.54cm").unwrap(), 1.0);
        assert_eq!(inches("96px").unwrap(), 1.0);
        assert_eq!(inches("0").unwrap(), 0.0);
        for bad in ["", "cm", "-1cm", "1ell", "nan", "inf", "1e999cm"] {
            assert!(inches(bad).is_err(), "{bad}");
        }
    }
}
