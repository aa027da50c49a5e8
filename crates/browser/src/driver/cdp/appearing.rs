use lemmascope_intent::{Cause, Failure};

use super::super::options::Appearance;
use super::browser::Member;
use super::connection::{Connection, PROMPTLY};
use super::context::BrowserContext;
use super::protocol::emulation;
use super::tab::Tab;

/// Tells a session of a page, a frame or a worker what it is shown on. Frames in other processes know of the sizes
/// through their page, but not of the rest.
pub(super) fn tell(connection: &Connection, session: &str, member: &Member, appearance: &Appearance) {
    let session = Some(session);
    // A page in a person's window has the size of that window, unless another was asked for.
    let initial = &member.household().options.appearance;
    let is_windows_own = member.household().is_borrowed()
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
    // Most sessions use the defaults of the browser, which need no command.
    let is_plain = *appearance == Appearance::desk((appearance.width, appearance.height));
    match member {
        _ if is_plain => {}
        // It has neither a screen nor, in the protocol, a separate locale: that of its process is its page's.
        Member::Worker(..) => name(connection, session, appearance),
        Member::Page(_) | Member::Frame(_) => say(connection, session, appearance),
    }
}

/// Tells of the user agent and the languages.
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

/// A feature without a value is as the browser has it.
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
    /// The screen that pages see.
    pub fn appearance(&self) -> Appearance {
        self.household().appearance().clone()
    }

    /// Fails when the browser does not know the time zone or the locale. Tabs that are open get both without an answer.
    pub(crate) async fn check_region(&self, tab: &Tab) -> Result<(), Failure> {
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

    /// Tells all tabs, those that are open and those to come.
    pub async fn set_appearance(&self, appearance: Appearance) -> Result<(), Failure> {
        *self.household().appearance() = appearance.clone();
        let inner = self.browser().inner();
        let members: Vec<(String, Member)> = inner
            .registry()
            .sessions
            .iter()
            .filter(|(_, member)| member.household().id == self.household().id)
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
                // The answer to the last of them says that all have been taken in.
                inner.connection.call(Some(session), &media(&appearance), PROMPTLY).await?;
            }
        }
        Ok(())
    }
}
