use lemmascope_intent::{Cause, Failure};

use super::super::options::Appearance;
use super::browser::Member;
use super::connection::{Connection, PROMPTLY};
use super::context::BrowserContext;
use super::protocol::emulation;
use super::tab::Tab;

/// Sends the appearance to the session of a page, a frame or a worker. An out-of-process frame inherits the
/// viewport from its page, but not the rest.
pub(super) fn tell(connection: &Connection, session: &str, member: &Member, appearance: &Appearance) {
    let session = Some(session);
    // A page in the user's own browser window has the size of that window, unless a command has set another.
    let initial = &member.context_state().options.appearance;
    let is_windows_own = member.context_state().is_borrowed()
        && (appearance.width, appearance.height, appearance.mobile)
            == (initial.width, initial.height, initial.mobile);
    if matches!(member, Member::Page(_)) && !is_windows_own {
        let metrics = emulation::SetDeviceMetricsOverride {
            width: appearance.width,
            height: appearance.height,
            device_scale_factor: appearance.scale,
            mobile: appearance.mobile,
        };
        connection.tell(session, &metrics);
    }
    // Most sessions use the browser's defaults, which need no command.
    let is_plain = *appearance == Appearance::desk((appearance.width, appearance.height));
    match member {
        _ if is_plain => {}
        // A worker has no screen, and the protocol has no locale of its own for it: it uses that of its
        // page's process.
        Member::Worker(..) => name(connection, session, appearance),
        Member::Page(_) | Member::Frame(_) => say(connection, session, appearance),
    }
}

/// Sets the user agent and the accepted languages.
fn name(connection: &Connection, session: Option<&str>, appearance: &Appearance) {
    let user_agent = appearance.user_agent.as_deref().unwrap_or_default();
    let accept_language = &appearance.languages();
    connection.tell(session, &emulation::SetUserAgentOverride { user_agent, accept_language });
}

fn say(connection: &Connection, session: Option<&str>, appearance: &Appearance) {
    connection.tell(session, &emulation::SetTouchEmulationEnabled { enabled: appearance.mobile });
    name(connection, session, appearance);
    connection.tell(session, &locale(appearance));
    connection.tell(session, &timezone(appearance));
    connection.tell(session, &media(appearance));
}

fn locale(appearance: &Appearance) -> emulation::SetLocaleOverride<'_> {
    emulation::SetLocaleOverride { locale: appearance.locale.as_deref().unwrap_or_default() }
}

fn timezone(appearance: &Appearance) -> emulation::SetTimezoneOverride<'_> {
    emulation::SetTimezoneOverride { timezone_id: appearance.timezone.as_deref().unwrap_or_default() }
}

/// Builds the media emulation. A feature with an empty value keeps the browser's default.
fn media(appearance: &Appearance) -> emulation::SetEmulatedMedia<'_> {
    let feature = |name, value: &'_ Option<String>| emulation::MediaFeature {
        name,
        value: value.clone().unwrap_or_default(),
    };
    emulation::SetEmulatedMedia {
        features: vec![
            feature("prefers-color-scheme", &appearance.color_scheme),
            feature("prefers-reduced-motion", &appearance.reduced_motion),
        ],
    }
}

impl BrowserContext {
    /// The viewport, locale and other properties that pages see.
    pub fn appearance(&self) -> Appearance {
        self.context_state().appearance().clone()
    }

    /// Fails when the browser does not know the time zone or the locale. For open tabs both are set without
    /// waiting for a response.
    pub(crate) async fn check_locale_and_timezone(&self, tab: &Tab) -> Result<(), Failure> {
        let appearance = self.appearance();
        let (connection, session) = (tab.connection(), Some(tab.session()));
        let unknown = |setting: &str, given: &Option<String>| {
            let given = given.as_deref().unwrap_or_default();
            Failure::new(
                Cause::InvalidParameter,
                format!("{setting} is \"{given}\", which the browser does not know"),
            )
            .about(setting)
            .hint(format!("Correct {setting}."))
        };
        if appearance.timezone.is_some() {
            let set = connection.call(session, &timezone(&appearance), PROMPTLY).await;
            set.map_err(|fault| unknown("web.timezone", &appearance.timezone).context(fault.to_string()))?;
        }
        if appearance.locale.is_some() {
            let set = connection.call(session, &locale(&appearance), PROMPTLY).await;
            set.map_err(|fault| unknown("web.locale", &appearance.locale).context(fault.to_string()))?;
        }
        Ok(())
    }

    /// Applies an appearance to all open and future tabs.
    pub async fn set_appearance(&self, appearance: Appearance) -> Result<(), Failure> {
        *self.context_state().appearance() = appearance.clone();
        let inner = self.browser().inner();
        let members: Vec<(String, Member)> = inner
            .registry()
            .sessions
            .iter()
            .filter(|(_, member)| member.context_state().id == self.context_state().id)
            .map(|(session, member)| (session.clone(), member.clone()))
            .collect();
        for (session, member) in &members {
            tell(&inner.connection, session, member, &appearance);
            if !matches!(member, Member::Worker(..)) {
                say(&inner.connection, Some(session), &appearance);
            }
            if let Member::Page(tab) = member
                && !tab.state().closed
            {
                // The response to the last command shows that all earlier ones were processed.
                inner.connection.call(Some(session), &media(&appearance), PROMPTLY).await?;
            }
        }
        Ok(())
    }
}
