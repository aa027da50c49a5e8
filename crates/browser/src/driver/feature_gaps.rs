use lemmascope_intent::{Cause, Failure};

use super::options::Engine;

/// A feature that is not available over WebDriver BiDi.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gap {
    Attach,
    Crashes,
    FilePages,
    Highlight,
    Media,
    Mobile,
    RemoteConfinement,
    RemoteDownloads,
    EndScripts,
    TrustedDrag,
}

/// The effect of a gap on the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The command fails with this cause.
    Refused(Cause),
    /// The command works by other means, which the text describes.
    Otherwise(&'static str),
}

/// A row of the table of gaps.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GapLine {
    pub(crate) gap: Gap,
    /// The missing ability.
    pub(crate) ability: &'static str,
    pub(crate) why: &'static str,
    pub(crate) answer: Answer,
}

/// The features that work on Chromium over the DevTools Protocol but not over WebDriver BiDi.
/// `docs/browsers.md` has the same table.
pub(crate) const GAPS: [GapLine; 10] = [
    GapLine {
        gap: Gap::Attach,
        ability: "attach to a running browser",
        why: "Firefox takes one WebDriver session, and its user would lose control of it",
        answer: Answer::Refused(Cause::Unavailable),
    },
    GapLine {
        gap: Gap::Crashes,
        ability: "notice that the process of a page has crashed",
        why: "the protocol has no event for it",
        answer: Answer::Otherwise("the page is found unresponsive and replaced"),
    },
    GapLine {
        gap: Gap::FilePages,
        ability: "open pages of files",
        why: "requests for files cannot be stopped, so a page could read any file of the user",
        answer: Answer::Refused(Cause::Forbidden),
    },
    GapLine {
        gap: Gap::Highlight,
        ability: "highlight an element",
        why: "the protocol draws nothing over a page",
        answer: Answer::Refused(Cause::Unavailable),
    },
    GapLine {
        gap: Gap::Media,
        ability: "set the color scheme or reduced motion",
        why: "the protocol has no command for media features",
        answer: Answer::Refused(Cause::Unavailable),
    },
    GapLine {
        gap: Gap::Mobile,
        ability: "emulate a phone",
        why: "the protocol has no command for touch and mobile layout",
        answer: Answer::Refused(Cause::Unavailable),
    },
    GapLine {
        gap: Gap::RemoteConfinement,
        ability: "confine a session on a WebDriver server: allowed domains, a proxy, or a caller who is not trusted",
        why: "requests of shared and service workers are stopped by a proxy on this machine, which a remote browser cannot reach",
        answer: Answer::Refused(Cause::Forbidden),
    },
    GapLine {
        gap: Gap::RemoteDownloads,
        ability: "fetch downloads from a WebDriver server",
        why: "the file is on the machine of the browser",
        answer: Answer::Otherwise("the download is reported as failed"),
    },
    GapLine {
        gap: Gap::EndScripts,
        ability: "end a script that hangs",
        why: "the protocol has no command for it",
        answer: Answer::Otherwise("the tab is replaced by a new one"),
    },
    GapLine {
        gap: Gap::TrustedDrag,
        ability: "drag with data by real events",
        why: "a headless Firefox begins such a drag and never drops",
        answer: Answer::Otherwise("the page gets drag events that are not trusted"),
    },
];

/// Returns the failure for a feature that the browser does not have.
pub(crate) fn failure(gap: Gap, engine: Engine) -> Failure {
    let line = GAPS.iter().find(|line| line.gap == gap);
    let (ability, why) =
        line.map_or(("do that", "the protocol has no command for it"), |line| (line.ability, line.why));
    let cause = match line.map(|line| line.answer) {
        Some(Answer::Refused(cause)) => cause,
        _ => Cause::Unavailable,
    };
    let name = match engine {
        Engine::Firefox => "Firefox",
        Engine::Chromium => "a browser of a WebDriver server",
    };
    Failure::new(cause, format!("{name} cannot {ability}: {why}"))
        .hint("Set web.engine to chromium and leave web.webdriver_url empty for it.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documented_gaps_match_the_table() {
        let rows: String = GAPS
            .iter()
            .map(|line| {
                let answer = match line.answer {
                    Answer::Refused(cause) => format!("`{}`", cause.code().as_str()),
                    Answer::Otherwise(how) => how.to_string(),
                };
                format!("| {} | {} | {answer} |\n", line.ability, line.why)
            })
            .collect();
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/browsers.md");
        let page = std::fs::read_to_string(path).unwrap();
        assert!(page.contains(&rows), "docs/browsers.md is to have these lines:\n{rows}");
    }

    #[test]
    fn every_gap_has_a_failure_with_a_hint() {
        for line in GAPS {
            let failure = failure(line.gap, Engine::Firefox);
            assert!(failure.message.contains(line.ability) && failure.hint.is_some(), "{failure}");
        }
    }
}
