use crate::domain::Domain;
use crate::route::{BackgroundWork, Page, Route};

/// Everything that domains provide for a server.
#[derive(Default)]
pub struct Doors {
    /// The routes.
    pub routes: Vec<Route>,
    /// The pages.
    pub pages: Vec<&'static Page>,
    /// The background tasks.
    pub background: Vec<BackgroundWork>,
}

impl Doors {
    /// Takes them out of the domains. An engine without a server does not need them.
    pub fn take(domains: &mut [Domain]) -> Self {
        let mut doors = Self::default();
        for domain in domains {
            doors.routes.append(&mut domain.routes);
            doors.pages.extend(domain.pages);
            doors.background.extend(domain.background.take());
        }
        doors
    }
}
