use lemmascope_intent::Failure;

use super::super::options::Appearance;
use super::browser::Member;
use super::connection::{Connection, PROMPTLY};
use super::context::BrowserContext;
use super::protocol::emulation;

/// Tells a session of a page, a frame or a worker what it is shown on. Frames in other processes know of the sizes
/// through their page, but not of the rest.
pub(super) fn tell(connection: &Connection, session: &str, member: &Member, appearance: &Appearance) {
    let session = Some(session);
    if matches!(member, Member::Page(_)) {
        let metrics = emulation::SetDeviceMetricsOverride {
            width: appearance.width,
            height: appearance.height,
            device_scale_factor: appearance.scale,
            mobile: appearance.mobile,
        };
        connection.tell(session, &metrics);
    }
    // Most sessions are shown on what the browser has anyway, and need not be told so.
    let is_plain = *appearance == Appearance::desk((appearance.width, appearance.height));
    if is_plain || matches!(member, Member::Worker(..)) {
        return;
    }
    say(connection, session, appearance);
}

fn say(connection: &Connection, session: Option<&str>, appearance: &Appearance) {
    connection.tell(session, &emulation::SetTouchEmulationEnabled { enabled: appearance.mobile });
    let user_agent = appearance.user_agent.as_deref().unwrap_or_default();
    connection.tell(session, &emulation::SetUserAgentOverride { user_agent });
    connection.tell(session, &media(appearance));
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
    /// What pages are told of the screen that they are shown on.
    pub fn appearance(&self) -> Appearance {
        self.household().appearance().clone()
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
