use jiff::Zoned;
use lemmascope_intent::{
    Args, Cause, Context, Failure, Format, Need, Outcome, Parameter, Signature, Type, Value,
};

use super::super::screen::Screen;
use super::super::telling::integer;
use super::picture::Picture;
use crate::system::settings::Settings;

/// The number of attempts for a free default name, which contains the time in seconds.
const TRIES: usize = 20;

pub(in super::super) fn signature() -> Signature {
    Signature::change("system.display.screenshot", "Take a screenshot of the display.")
        .parameter(
            Parameter::optional("path", Type::String, "Where to put it; without it, a name with the time.")
                .format(Format::Path),
        )
        .parameter(Parameter::defaulted("window", false, Type::Boolean, "The active window alone."))
        .returns(Type::Object)
        .needs(&[Need::Display])
        .examples(&["system.display.screenshot", "system.display.screenshot --path screen.png --window"])
}

pub(in super::super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let path = args.optional_text("path").map(checked).transpose()?;
    let only_active = args.flag("window");
    let (file, area) = Screen::with(settings, move |screen| {
        let (picture, area) = Picture::take(screen, only_active)?;
        Ok((picture.png()?, area))
    })
    .await?;
    let mut made = match path {
        Some(path) => put(settings, &args, path, file, cx).await?,
        None => put_somewhere(settings, &args, file, cx).await?,
    };
    if let Value::Object(told) = &mut made.value {
        told.insert("width".into(), integer(area.width.into()));
        told.insert("height".into(), integer(area.height.into()));
    }
    Ok(made)
}

/// Completes the path with the extension of the format.
fn checked(path: &str) -> Result<String, Failure> {
    let name = path.rsplit('/').next().unwrap_or_default();
    match name.rsplit_once('.') {
        _ if name.is_empty() => {
            Err(Failure::new(Cause::InvalidParameter, "parameter \"path\" names no file")
                .hint("Give the name of a file, such as screen.png.")
                .about("path"))
        }
        Some((stem, ending)) if !stem.is_empty() && ending.eq_ignore_ascii_case("png") => Ok(path.into()),
        Some((stem, ending))
            if !stem.is_empty()
                && ["jpg", "jpeg", "gif", "bmp", "webp", "tiff", "pdf"]
                    .contains(&ending.to_lowercase().as_str()) =>
        {
            Err(Failure::new(
                Cause::InvalidParameter,
                format!("pictures are written as PNG, not as {ending}"),
            )
            .hint("Give the name of a file that ends in .png.")
            .about("path"))
        }
        _ => Ok(format!("{path}.png")),
    }
}

async fn put_somewhere(
    settings: &Settings,
    args: &Args,
    file: Vec<u8>,
    cx: &Context,
) -> Result<Outcome, Failure> {
    let stem = Zoned::now().strftime("screenshot-%Y-%m-%d-%H%M%S").to_string();
    let mut last = None;
    for number in 1..=TRIES {
        let path = if number == 1 { format!("{stem}.png") } else { format!("{stem}-{number}.png") };
        match put(settings, args, path, file.clone(), cx).await {
            Err(failure) if failure.cause == Cause::AlreadyExists => last = Some(failure),
            other => return other,
        }
    }
    Err(last.unwrap_or_else(|| Failure::new(Cause::AlreadyExists, "every name is taken")))
}

async fn put(
    settings: &Settings,
    args: &Args,
    path: String,
    file: Vec<u8>,
    cx: &Context,
) -> Result<Outcome, Failure> {
    let mut arguments = args.as_object().clone();
    // A secret path stays secret.
    let path = if args.is_secret("path") { Value::from(path).into_secret() } else { path.into() };
    arguments.insert("path".into(), path);
    settings.files.create(&Args::new(arguments), "path", file, cx).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn screenshot_path_ends_with_png() {
        assert_eq!(checked("a/b.PNG").unwrap(), "a/b.PNG");
        assert_eq!(checked("a.b/screen").unwrap(), "a.b/screen.png");
        assert_eq!(checked("v1.2").unwrap(), "v1.2.png");
        for path in ["a/", "", "x.jpg", "x.JPEG"] {
            assert_eq!(checked(path).unwrap_err().cause, Cause::InvalidParameter, "{path}");
        }
    }
}
