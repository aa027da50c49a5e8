use lemmascope_browser::targets::Rules;
use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Signature, Type};

use crate::verbs::parameters::target;
use crate::verbs::visit::{Visit, duration};

/// The named colors.
const COLORS: [(&str, (u8, u8, u8)); 9] = [
    ("red", (230, 40, 40)),
    ("orange", (255, 140, 0)),
    ("yellow", (250, 210, 0)),
    ("green", (30, 160, 60)),
    ("blue", (40, 110, 240)),
    ("purple", (140, 60, 200)),
    ("pink", (240, 80, 160)),
    ("black", (0, 0, 0)),
    ("white", (255, 255, 255)),
];

pub(super) fn signature() -> Signature {
    Signature::change(
        "web.highlight",
        "Highlight an element in the browser window, without changing the page.",
    )
    .command("highlight <target>")
    .lasting()
    .parameter(target())
    .parameter(
        Parameter::optional("duration", Type::String, "For how long; otherwise until it is cleared.")
            .written(Notation::Duration),
    )
    .parameter(
        Parameter::optional("color", Type::String, "red, orange, … or #rrggbb.").written(Notation::Name),
    )
    .examples(&["highlight \"Sign in\"", "highlight 3 --duration 2s --color blue"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let color = color(args.optional_text("color").unwrap_or("orange"))?;
    let time = args.optional_text("duration").map(duration).transpose()?;
    let mut session = visit.page().await?;
    let found = visit.target(&mut session, args, "target", &Rules::default()).await?;
    let tab = session.tab()?;
    tab.highlight(&found.frame, found.key, color).await?;
    if let Some(time) = time {
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            tab.clear_highlights();
        });
    }
    Ok(Outcome::default().line(format!("highlight {}", found.shown())))
}

fn color(text: &str) -> Result<(u8, u8, u8), Failure> {
    let text = text.trim().to_lowercase();
    if let Some((_, color)) = COLORS.iter().find(|(name, _)| *name == text) {
        return Ok(*color);
    }
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii());
    let part = |at: usize| digits.and_then(|digits| u8::from_str_radix(&digits[at..at + 2], 16).ok());
    match (part(0), part(2), part(4)) {
        (Some(r), Some(g), Some(b)) => Ok((r, g, b)),
        _ => Err(Failure::new(Cause::InvalidParameter, format!("\"{text}\" is not a colour"))
            .hint("Such as red, orange, green, blue, or #ff8800.")),
    }
}

#[cfg(test)]
mod tests {
    use super::color;

    #[test]
    fn parses_color_names_and_hex_codes() {
        assert_eq!(color("Red").unwrap(), (230, 40, 40));
        assert_eq!(color("#0a0B0c").unwrap(), (10, 11, 12));
        for bad in ["", "#fff", "#ggggggg", "reddish", "#é1234"] {
            assert!(color(bad).is_err(), "{bad}");
        }
    }
}
