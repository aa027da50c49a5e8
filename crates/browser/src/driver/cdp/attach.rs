use super::browser::{Inner, Member};
use super::protocol::{emulation, log, network, page, performance, runtime, target};
use super::tab::Tab;
use super::{appearance, interception};

/// The name of the isolated world for the engine's scripts.
pub(super) const WORLD: &str = "lemmascope";
/// The binding by which the scanner reports, in order with the other events of the page, that a click has
/// reached it.
pub(super) const PRESSED: &str = "lemmascopePressed";

/// Registers a newly attached target. The target is paused until it is configured, so that no event is
/// missed.
pub(super) fn arrived(inner: &Inner, parent: Option<&str>, attached: target::Attached) {
    let target::Attached { session_id: session, target_info: info } = attached;
    let parent = parent.and_then(|parent| inner.member(parent));
    let member = match (info.kind.as_str(), parent) {
        ("page", None) => {
            let context_state = info
                .browser_context_id
                .as_ref()
                .and_then(|context| inner.registry().context_states.get(context).cloned());
            let opener = info.opener_id.as_ref().map(|opener| inner.tab(opener).is_some());
            // In a borrowed context, a tab is attached explicitly by its id, and the event for it may have
            // arrived before.
            let context_state = context_state
                .filter(|it| it.takes(&info.target_id, opener) && inner.tab(&info.target_id).is_none());
            context_state.map(|context_state| {
                let connection = inner.connection.clone();
                Member::Page(Tab::new(info.target_id.clone(), session.clone(), connection, context_state))
            })
        }
        ("iframe", Some(parent)) => parent.tab().cloned().map(Member::Frame),
        ("worker" | "shared_worker" | "service_worker", Some(parent)) => {
            Some(Member::Worker(parent.context_state().clone(), parent.tab().cloned()))
        }
        ("shared_worker" | "service_worker", None) => info
            .browser_context_id
            .as_ref()
            .and_then(|context| inner.registry().context_states.get(context).cloned())
            .filter(|context_state| !context_state.is_borrowed())
            .map(|context_state| Member::Worker(context_state, None)),
        _ => None,
    };
    if let Some(Member::Page(tab)) = &member {
        let source = info.opener_id.as_ref().and_then(|opener| source_of(inner, opener));
        let is_flood =
            source.as_ref().is_some_and(|source| count_opened_windows(inner, source) >= MOST_WINDOWS);
        if is_flood || is_crowded(inner, tab) {
            // A paused target blocks the others in its process, even while it is being closed.
            inner.connection.tell(Some(&session), &runtime::RunIfWaitingForDebugger {});
            inner.connection.tell(None, &target::CloseTarget { target_id: &info.target_id });
            if let Some(source) = source {
                source.change(|state| state.refused_windows += 1);
            }
            return;
        }
    }
    if let (Some(member), "service_worker") = (&member, info.kind.as_str()) {
        member.context_state().record_service_worker(&info.url);
    }
    let Some(member) = member else {
        // A tab of the user whose browser this is attached to. It continues without the engine.
        inner.connection.tell(Some(&session), &runtime::RunIfWaitingForDebugger {});
        inner.connection.tell(None, &target::DetachFromTarget { session_id: &session });
        return;
    };
    inner.registry().sessions.insert(session.clone(), member.clone());
    prepare(inner, &session, &member);
    let starting = start(inner, &session, &member);
    match member {
        Member::Page(tab) => {
            tab.change(|state| {
                state.url = info.url.clone();
                state.title = info.title.clone();
                state.opener.clone_from(&info.opener_id);
                state.attach_frame(&info.target_id, None, &session);
            });
            if let Some(opener) = info.opener_id.and_then(|opener| inner.tab(&opener)) {
                opener.change(|state| state.opened.push(info.target_id.clone()));
            }
            inner.registry().tabs.push(tab.clone());
            inner.changed.notify_waiters();
            query_frames(tab, session, true, starting);
        }
        Member::Frame(tab) => {
            tab.change(|state| state.set_frame_session(&info.target_id, &session));
            query_frames(tab, session, false, starting);
        }
        Member::Worker(..) => {
            tokio::spawn(starting);
        }
    }
}

/// The maximum number of tabs, which stops a page that opens windows without end.
const MOST_TABS: usize = 100;

/// The maximum number of windows of one page, including those that its windows open.
const MOST_WINDOWS: usize = 10;

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

fn is_crowded(inner: &Inner, newcomer: &Tab) -> bool {
    let registry = inner.registry();
    let context_state = &newcomer.context_state().id;
    registry.tabs.iter().filter(|tab| tab.context_state().id == *context_state).count() >= MOST_TABS
}

/// Configures a session by commands that are sent at once and in order.
fn prepare(inner: &Inner, session: &str, member: &Member) {
    let context_state = member.context_state();
    let connection = &inner.connection;
    let id = session.to_string();
    let session = Some(session);
    let attach = target::SetAutoAttach { auto_attach: true, wait_for_debugger_on_start: true, flatten: true };
    if !matches!(member, Member::Worker(..)) {
        connection.tell(session, &page::Enable {});
        connection.tell(session, &runtime::Enable {});
        connection.tell(session, &page::SetLifecycleEventsEnabled { enabled: true });
        connection.tell(session, &runtime::AddBinding { name: PRESSED, execution_context_name: WORLD });
        let script = page::AddScriptToEvaluateOnNewDocument {
            source: &context_state.options.script,
            world_name: WORLD,
            run_immediately: true,
        };
        connection.tell(session, &script);
        connection.tell(session, &log::Enable {});
        connection.tell(session, &performance::Enable {});
    }
    let network = network::Enable {
        max_total_buffer_size: 1 << 20,
        max_resource_buffer_size: 1 << 16,
        max_post_data_size: 0,
    };
    connection.tell(session, &network);
    connection.tell(session, &attach);
    let appearance = context_state.appearance().clone();
    appearance::tell(connection, &id, member, &appearance);
    if matches!(member, Member::Page(_)) {
        connection.tell(session, &emulation::SetFocusEmulationEnabled { enabled: true });
    }
}

/// Resumes the target: at once, or after interception of its requests is enabled. Returns whether it runs.
fn start(inner: &Inner, session: &str, member: &Member) -> impl Future<Output = bool> + Send + 'static {
    let is_watched = member.context_state().rules().is_needed();
    let (connection, session) = (inner.connection.clone(), session.to_string());
    if !is_watched {
        if !matches!(member, Member::Worker(..)) {
            interception::answer_challenges(&connection, &session);
        }
        connection.tell(Some(&session), &runtime::RunIfWaitingForDebugger {});
    }
    async move {
        if !is_watched {
            return true;
        }
        match interception::apply(&connection, &session).await {
            Ok(()) => {
                connection.tell(Some(&session), &runtime::RunIfWaitingForDebugger {});
                true
            }
            Err(fault) => {
                tracing::debug!(%fault, "something is not run, since it could not be watched over");
                false
            }
        }
    }
}

/// Queries the frames that existed before events were enabled. Its response implies that earlier commands
/// were processed. The tab becomes ready only when interception is enabled as well, since an earlier
/// navigation would bypass it.
fn query_frames(
    tab: Tab,
    session: String,
    makes_ready: bool,
    starting: impl Future<Output = bool> + Send + 'static,
) {
    tokio::spawn(async move {
        if !starting.await {
            return;
        }
        let limit = super::connection::PROMPTLY;
        let tree = tab.connection().call(Some(&session), &page::GetFrameTree {}, limit).await;
        tab.change(|state| {
            if let Ok(tree) = tree {
                learn(state, &tree.frame_tree, &session);
            }
            state.ready |= makes_ready;
        });
    });
}

fn learn(state: &mut super::super::state::TabState, tree: &page::FrameTree, session: &str) {
    state.record_existing_frame(&tree.frame.document(), session);
    for child in &tree.child_frames {
        learn(state, child, session);
    }
}
