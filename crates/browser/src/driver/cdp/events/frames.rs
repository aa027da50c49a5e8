use super::super::super::frame::FrameId;
use super::super::super::state::Lifecycle;
use super::super::connection::ProtocolEvent;
use super::super::protocol::{heap_profiler, page};
use super::super::tab::Tab;

/// The number of navigations after which the browser is asked to collect garbage. Otherwise it keeps hundreds
/// of megabytes of earlier pages as long as the machine has memory.
const BETWEEN_COLLECTIONS: u64 = 16;

/// Handles frame events of the Page domain.
pub(super) fn handle_event(tab: &Tab, session: &str, event: &str, protocol_event: &ProtocolEvent) {
    match event {
        "frameAttached" => {
            let Some(attached) = protocol_event.read::<page::FrameAttached>() else { return };
            tab.change(|state| {
                state.attach_frame(&attached.frame_id, Some(&attached.parent_frame_id), session);
            });
        }
        "frameDetached" => {
            let Some(detached) = protocol_event.read::<page::FrameDetached>() else { return };
            let id = FrameId(detached.frame_id);
            tab.change(|state| {
                if detached.reason != "swap" {
                    state.remove_frame(&id);
                } else if let Some(frame) = state.frame_mut(&id) {
                    // The frame continues in another process, whose session may have reported it already.
                    frame.remove_worlds_of_session(session);
                }
            });
        }
        "frameNavigated" => {
            let Some(navigated) = protocol_event.read::<page::FrameNavigated>() else { return };
            tab.context_state().visited().remember(&navigated.frame.url, navigated.frame.parent_id.is_none());
            tab.change(|state| state.navigate_frame(&navigated.frame.document(), session));
            let is_due = navigated.frame.parent_id.is_none()
                && tab.state().navigations.is_multiple_of(BETWEEN_COLLECTIONS);
            if is_due {
                tab.connection().tell(Some(session), &heap_profiler::CollectGarbage {});
            }
        }
        "navigatedWithinDocument" => {
            let Some(navigated) = protocol_event.read::<page::NavigatedWithinDocument>() else { return };
            let id = FrameId(navigated.frame_id);
            tab.change(|state| {
                let Some(frame) = state.frame_mut(&id) else { return };
                frame.url.clone_from(&navigated.url);
                if frame.parent.is_none() {
                    state.url = navigated.url;
                    state.navigations += 1;
                }
            });
        }
        "windowOpen" => tab.context_state().expect_window(),
        "frameStartedLoading" | "frameStoppedLoading" => {
            let Some(loading) = protocol_event.read::<page::FrameLoading>() else { return };
            let id = FrameId(loading.frame_id);
            tab.change(|state| {
                if let Some(frame) = state.frame_mut(&id) {
                    frame.loading = event == "frameStartedLoading";
                }
                state.loading = state.frames.iter().any(|frame| frame.loading);
            });
        }
        "lifecycleEvent" => {
            let Some(reached) = protocol_event.read::<page::LifecycleEvent>() else { return };
            if !matches!(reached.name.as_str(), "DOMContentLoaded" | "load") {
                return;
            }
            tab.change(|state| {
                let is_main = state.main_frame().is_some_and(|main| main.as_str() == reached.frame_id);
                // The first document reaches this point before events are enabled, and is reported
                // afterwards.
                if is_main && state.document.is_empty() {
                    state.document.clone_from(&reached.loader_id);
                }
                if is_main {
                    query_title(tab.clone());
                }
                if is_main && state.document == reached.loader_id {
                    state.lifecycle = Lifecycle {
                        committed: true,
                        dom_content_loaded: true,
                        loaded: state.lifecycle.loaded || reached.name == "load",
                    };
                }
            });
        }
        _ => {}
    }
}

/// Queries the title, because the browser sends no event for it.
fn query_title(tab: Tab) {
    tokio::spawn(async move {
        if let Err(failure) = tab.title().await {
            tracing::debug!(%failure, "a title could not be learned");
        }
    });
}
