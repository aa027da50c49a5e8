use super::browser::{Inner, Member};
use super::protocol::{emulation, log, network, page, performance, runtime, target};
use super::tab::Tab;
use super::{appearing, interception};

/// The name of the world that our scripts live in.
pub(super) const WORLD: &str = "lemmascope";
/// The function by which our scripts say, in order with what else the page does, that a press has reached it.
pub(super) const PRESSED: &str = "lemmascopePressed";

/// Takes in what has just been attached to. It waits until it is told to run, so that nothing of it is missed.
pub(super) fn arrived(inner: &Inner, parent: Option<&str>, attached: target::Attached) {
    let target::Attached { session_id: session, target_info: info } = attached;
    let parent = parent.and_then(|parent| inner.member(parent));
    let member = match (info.kind.as_str(), parent) {
        ("page", None) => {
            let household = info
                .browser_context_id
                .as_ref()
                .and_then(|context| inner.registry().households.get(context).cloned());
            let opener = info.opener_id.as_ref().map(|opener| inner.tab(opener).is_some());
            // In a person's context a tab of ours is attached to by name, and its event may have come before.
            let household = household
                .filter(|it| it.takes(&info.target_id, opener) && inner.tab(&info.target_id).is_none());
            household.map(|household| {
                let connection = inner.connection.clone();
                Member::Page(Tab::new(info.target_id.clone(), session.clone(), connection, household))
            })
        }
        ("iframe", Some(parent)) => parent.tab().cloned().map(Member::Frame),
        ("worker" | "shared_worker" | "service_worker", Some(parent)) => {
            Some(Member::Worker(parent.household().clone(), parent.tab().cloned()))
        }
        ("shared_worker" | "service_worker", None) => info
            .browser_context_id
            .as_ref()
            .and_then(|context| inner.registry().households.get(context).cloned())
            .filter(|household| !household.is_borrowed())
            .map(|household| Member::Worker(household, None)),
        _ => None,
    };
    if let Some(Member::Page(tab)) = &member {
        let source = info.opener_id.as_ref().and_then(|opener| source_of(inner, opener));
        let is_flood = source.as_ref().is_some_and(|source| windows_of(inner, source) >= MOST_WINDOWS);
        if is_flood || is_crowded(inner, tab) {
            // One that waits to be run keeps those that share its process waiting, even while it is closed.
            inner.connection.tell(Some(&session), &runtime::RunIfWaitingForDebugger {});
            inner.connection.tell(None, &target::CloseTarget { target_id: &info.target_id });
            if let Some(source) = source {
                source.change(|state| state.refused_windows += 1);
            }
            return;
        }
    }
    if let (Some(member), "service_worker") = (&member, info.kind.as_str()) {
        member.household().remember_service_worker(&info.url);
    }
    let Some(member) = member else {
        // Not ours: a tab of a person whose browser we are attached to. It goes on without us.
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
                state.enter_frame(&info.target_id, None, &session);
            });
            if let Some(opener) = info.opener_id.and_then(|opener| inner.tab(&opener)) {
                opener.change(|state| state.opened.push(info.target_id.clone()));
            }
            inner.registry().tabs.push(tab.clone());
            inner.changed.notify_waiters();
            learn_frames(tab, session, true, starting);
        }
        Member::Frame(tab) => {
            tab.change(|state| state.move_frame(&info.target_id, &session));
            learn_frames(tab, session, false, starting);
        }
        Member::Worker(..) => {
            tokio::spawn(starting);
        }
    }
}

/// Nobody works in this many tabs. A page that opens windows without end stops here.
const MOST_TABS: usize = 100;

/// Nor does a page have a use for this many windows at once. Those that its windows open count as its own.
const MOST_WINDOWS: usize = 10;

/// The tab that is at the beginning of a row of tabs of which each has opened the next.
fn source_of(inner: &Inner, opener: &str) -> Option<Tab> {
    let mut source = inner.tab(opener)?;
    // A row is no longer than there are tabs, whatever their records say.
    for _ in 0..MOST_TABS {
        let opener = source.state().opener.clone();
        match opener.and_then(|opener| inner.tab(&opener)) {
            Some(opener) => source = opener,
            None => break,
        }
    }
    Some(source)
}

fn windows_of(inner: &Inner, source: &Tab) -> usize {
    let openers: Vec<String> =
        inner.registry().tabs.iter().filter_map(|tab| tab.state().opener.clone()).collect();
    let of_source = |opener: &&String| source_of(inner, opener).is_some_and(|one| one.id() == source.id());
    openers.iter().filter(of_source).count()
}

fn is_crowded(inner: &Inner, newcomer: &Tab) -> bool {
    let registry = inner.registry();
    let household = &newcomer.household().id;
    registry.tabs.iter().filter(|tab| tab.household().id == *household).count() >= MOST_TABS
}

/// Everything that a session needs is sent at once and in order.
fn prepare(inner: &Inner, session: &str, member: &Member) {
    let household = member.household();
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
            source: &household.options.script,
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
    let appearance = household.appearance().clone();
    appearing::tell(connection, &id, member, &appearance);
    if matches!(member, Member::Page(_)) {
        connection.tell(session, &emulation::SetFocusEmulationEnabled { enabled: true });
    }
}

/// Lets the target run: at once, or as soon as its requests are watched over. Says whether it runs.
fn start(inner: &Inner, session: &str, member: &Member) -> impl Future<Output = bool> + Send + 'static {
    let is_watched = member.household().rules().is_needed();
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

/// Asks for the frames that were there before we listened. When the answer is here, so is the rest. A tab that is led
/// somewhere before its requests are watched over would get there unwatched, so it is not ready before.
fn learn_frames(
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
    state.learn_frame(&tree.frame.document(), session);
    for child in &tree.child_frames {
        learn(state, child, session);
    }
}
