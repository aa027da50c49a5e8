use serde::Deserialize;
use serde_json::json;

use super::super::super::frame::FrameId;
use super::super::super::frame_tree::FrameDocument;
use super::super::super::state::{Lifecycle, PendingNavigation};
use super::super::browser::Inner;
use super::super::connection::ProtocolEvent;
use super::super::tab::Tab;

/// The maximum number of tabs, which stops a page that opens windows without end.
const MOST_TABS: usize = 100;

/// The maximum number of windows of one page, including those that its windows open.
const MOST_WINDOWS: usize = 10;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ContextInfo {
    context: String,
    parent: Option<String>,
    #[serde(default)]
    url: String,
    #[serde(default)]
    user_context: String,
    original_opener: Option<String>,
}

#[derive(Deserialize)]
struct Navigation {
    context: String,
    navigation: Option<String>,
    #[serde(default)]
    url: String,
}

/// Handles events of tabs, frames and their documents.
pub(super) fn handle_event(inner: &Inner, event: &str, protocol_event: &ProtocolEvent) {
    match event {
        "contextCreated" => {
            if let Some(info) = protocol_event.read() {
                created(inner, info);
            }
        }
        "contextDestroyed" => {
            if let Some(info) = protocol_event.read::<ContextInfo>() {
                destroyed(inner, &info.context);
            }
        }
        _ => {
            let Some(navigation) = protocol_event.read::<Navigation>() else { return };
            let Some(tab) = inner.tab_of(&navigation.context) else { return };
            navigated(&tab, event, navigation);
        }
    }
}

fn created(inner: &Inner, info: ContextInfo) {
    if let Some(parent) = &info.parent {
        let Some(tab) = inner.tab_of(parent) else { return };
        inner.registry().frames.insert(info.context.clone(), tab.clone());
        tab.change(|state| {
            state.attach_frame(&info.context, Some(parent), "");
            if let Some(frame) = state.frame_mut(&FrameId(info.context.clone())) {
                frame.url.clone_from(&info.url);
                frame.document = format!("{}-first", info.context);
            }
        });
        return;
    }
    if inner.tab(&info.context).is_some() {
        return;
    }
    let Some(context_state) = inner.registry().context_states.get(&info.user_context).cloned() else {
        return;
    };
    let source = info.original_opener.as_ref().and_then(|opener| source_of(inner, opener));
    let is_flood = source.as_ref().is_some_and(|source| count_opened_windows(inner, source) >= MOST_WINDOWS);
    let is_crowded =
        inner.registry().tabs.iter().filter(|tab| tab.context_state().id == context_state.id).count()
            >= MOST_TABS;
    if is_flood || is_crowded {
        inner.connection.tell("browsingContext.close", json!({"context": info.context}));
        if let Some(source) = source {
            source.change(|state| state.refused_windows += 1);
        }
        return;
    }
    let tab = Tab::new(info.context.clone(), inner.connection.clone(), context_state);
    tab.change(|state| {
        state.url.clone_from(&info.url);
        state.opener.clone_from(&info.original_opener);
        state.attach_frame(&info.context, None, "");
        if let Some(frame) = state.frame_mut(&FrameId(info.context.clone())) {
            frame.url.clone_from(&info.url);
            frame.document = format!("{}-first", info.context);
            state.document = format!("{}-first", info.context);
        }
        // An empty document loads no resources.
        state.lifecycle = Lifecycle { committed: true, dom_content_loaded: true, loaded: true };
    });
    if let Some(opener) = info.original_opener.and_then(|opener| inner.tab(&opener)) {
        opener.change(|state| state.opened.push(info.context.clone()));
    }
    let mut registry = inner.registry();
    registry.frames.insert(info.context, tab.clone());
    registry.tabs.push(tab);
    drop(registry);
    inner.changed.notify_waiters();
}

fn destroyed(inner: &Inner, context: &str) {
    let Some(tab) = inner.registry().frames.remove(context) else { return };
    if tab.id() != context {
        tab.change(|state| state.remove_frame(&FrameId(context.into())));
        return;
    }
    let mut registry = inner.registry();
    registry.tabs.retain(|other| other.id() != context);
    registry.frames.retain(|_, of| of.id() != context);
    drop(registry);
    tab.change(|state| {
        state.closed = true;
        state.dialog = None;
    });
    inner.changed.notify_waiters();
}

fn navigated(tab: &Tab, event: &str, info: Navigation) {
    let id = FrameId(info.context.clone());
    let is_main = info.context == tab.id();
    match event {
        "navigationStarted" => {
            tab.record_departing_realm(&id);
            tab.change(|state| {
                if let Some(frame) = state.frame_mut(&id) {
                    frame.loading = true;
                }
                state.loading = true;
                if let (true, Some(navigation)) = (is_main, info.navigation) {
                    state.departure = Some(PendingNavigation { id: navigation, answered: false });
                }
            });
        }
        "navigationCommitted" => committed(tab, &id, info),
        "fragmentNavigated" | "historyUpdated" => {
            tab.change(|state| {
                let Some(frame) = state.frame_mut(&id) else { return };
                frame.url.clone_from(&info.url);
                frame.loading = false;
                state.loading = state.frames.iter().any(|frame| frame.loading);
                if is_main {
                    state.departure = None;
                    state.url = info.url;
                    state.navigations += 1;
                }
            });
        }
        "navigationFailed" | "navigationAborted" => {
            tab.change(|state| {
                if let Some(frame) = state.frame_mut(&id) {
                    frame.loading = false;
                }
                state.loading = state.frames.iter().any(|frame| frame.loading);
                state.departure.take_if(|departure| Some(&departure.id) == info.navigation.as_ref());
            });
        }
        "domContentLoaded" | "load" => {
            let is_loaded = event == "load";
            tab.change(|state| {
                if let Some(frame) = state.frame_mut(&id) {
                    frame.loading &= !is_loaded;
                }
                state.loading = state.frames.iter().any(|frame| frame.loading);
                if is_main && info.navigation.is_none_or(|navigation| navigation == state.document) {
                    state.lifecycle = Lifecycle {
                        committed: true,
                        dom_content_loaded: true,
                        loaded: state.lifecycle.loaded || is_loaded,
                    };
                }
            });
            if is_main {
                tab.query_title();
            }
        }
        _ => {}
    }
}

fn committed(tab: &Tab, id: &FrameId, info: Navigation) {
    tab.context_state().visited().remember(&info.url, info.context == tab.id());
    let document = FrameDocument {
        id: info.context.clone(),
        parent: None,
        name: tab.state().frame(id).map(|frame| frame.name.clone()).unwrap_or_default(),
        url: info.url,
        document: info.navigation.unwrap_or_else(|| format!("{}-unnamed", info.context)),
    };
    tab.change(|state| {
        state.navigate_frame(&document, "");
        // The browser sends no load events for the initial empty page.
        if document.url == "about:blank" && info.context == tab.id() {
            state.lifecycle = Lifecycle { committed: true, dom_content_loaded: true, loaded: true };
        }
    });
    tab.reinject_scripts(id);
}

/// Returns the first tab in a chain of openers.
fn source_of(inner: &Inner, opener: &str) -> Option<Tab> {
    let mut source = inner.tab(opener)?;
    // Limits the walk to the maximum number of tabs, in case the records contain a cycle.
    for _ in 0..MOST_TABS {
        let opener = source.state().opener.clone();
        match opener.and_then(|opener| inner.tab(&opener)) {
            Some(opener) => source = opener,
            None => break,
        }
    }
    Some(source)
}

fn count_opened_windows(inner: &Inner, source: &Tab) -> usize {
    let openers: Vec<String> =
        inner.registry().tabs.iter().filter_map(|tab| tab.state().opener.clone()).collect();
    let of_source = |opener: &&String| source_of(inner, opener).is_some_and(|one| one.id() == source.id());
    openers.iter().filter(of_source).count()
}
