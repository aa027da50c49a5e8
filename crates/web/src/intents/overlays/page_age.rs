use std::time::Duration;

use futures_util::future::join_all;
use lemmascope_browser::driver::FrameId;
use lemmascope_browser::session::{Deadline, read_answer};
use lemmascope_intent::Failure;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::intents::PageActor;

/// The timeout for querying the age of the page.
const LIMIT: Duration = Duration::from_secs(2);

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct PageAge {
    /// The time since the page was loaded, in milliseconds.
    age: f64,
    /// Whether the page has scripts that could open something.
    scripts: bool,
}

/// Polls while something may still appear with the page, until the page has the given age. On a page that was
/// loaded some time ago, nothing is waited for.
pub(crate) async fn poll_new_page<T>(
    hands: &mut PageActor<'_>,
    grown: Duration,
    seek: impl Fn(&mut PageActor<'_>) -> Option<T>,
) -> Result<Option<T>, Failure> {
    let until = Deadline::within(grown);
    loop {
        if let Some(found) = seek(hands) {
            return Ok(Some(found));
        }
        let tab = hands.tab()?;
        let answer = tab.call(&tab.main_frame()?, "lemmascope.maturity", json!([]), LIMIT).await;
        let page: PageAge = answer.and_then(read_answer).unwrap_or_default();
        let age = Duration::from_secs_f64((page.age / 1000.0).clamp(0.0, 1e6));
        if until.is_over() || age >= grown || !page.scripts {
            return Ok(None);
        }
        let left = Deadline::within(until.left().min(grown.saturating_sub(age)));
        hands.wait_for_change(left).await?;
        hands.look().await?;
    }
}

/// Whether the user has filled in a field: in one region, or on the whole page except for one region.
pub(crate) async fn has_user_input(
    hands: &PageActor<'_>,
    within: Option<&(String, u32)>,
    without: Option<&(String, u32)>,
) -> Result<bool, Failure> {
    let tab = hands.tab()?;
    let frames: Vec<FrameId> = match within {
        Some((frame, _)) => vec![FrameId(frame.clone())],
        None => tab.frames().into_iter().filter(|frame| frame.ready).map(|frame| frame.id).take(20).collect(),
    };
    let asked = frames.iter().map(|frame| {
        let key = |place: Option<&(String, u32)>| {
            place.filter(|(of, _)| *of == frame.as_str()).map_or(Value::Null, |(_, key)| json!(key))
        };
        tab.call(frame, "lemmascope.isFilledIn", json!([key(within), key(without)]), LIMIT)
    });
    let answers = join_all(asked).await;
    // A frame that does not answer counts as not filled in.
    Ok(answers.into_iter().any(|answer| answer.ok().and_then(|it| it.as_bool()).unwrap_or(false)))
}
