//! The services of the engine as a request or a run is handed them.

use lemmascope_intent::{Credentials, Failure, Model, Owner, View};

use crate::credentials::opener;
use crate::engine::Engine;
use crate::lock::lock;
use crate::model;
use crate::request::Request;
use crate::sessions::Lease;

impl Engine {
    /// Takes the lease of the session of a request.
    pub(crate) async fn lease(&self, request: &Request) -> Result<Lease, Failure> {
        self.leases.hold(&request.session, &request.cancellation, request.events.as_ref()).await
    }

    /// Opens the credentials of an owner.
    pub(crate) fn credentials(&self, owner: Owner) -> Credentials {
        opener(self.ledger.clone(), self.vault.clone(), owner)
    }

    /// The model, if one is configured. The secrets of the session do not get there.
    pub(crate) fn model(&self, session: &str) -> Option<Model> {
        let known = lock(&self.conversations.of(session)).secrets.clone();
        let credentials = self.credentials(Owner::local());
        self.read(|state| model::configured(&state.configuration, credentials, known))
    }

    /// Adds the intents that can be called now to a view that says where one is.
    pub(crate) fn offer_intents(&self, view: &mut View, session: &str) {
        let Some(situation) = view.situation.take() else { return };
        self.read(|state| state.offer(view, &situation, session));
    }
}
