//! Access of requests and runs to the services of the engine.

use lemmascope_intent::{Credentials, Failure, Model, Owner, View};

use crate::credentials::opener;
use crate::engine::Engine;
use crate::lock::lock;
use crate::model;
use crate::request::Request;
use crate::sessions::Lease;

impl Engine {
    /// Takes the lease of the request's session.
    pub(crate) async fn lease(&self, request: &Request) -> Result<Lease, Failure> {
        self.leases.hold(&request.session, &request.cancellation, request.events.as_ref()).await
    }

    /// Returns access to the credentials of an owner.
    pub(crate) fn credentials(&self, owner: Owner) -> Credentials {
        opener(self.ledger.clone(), self.vault.clone(), owner)
    }

    /// Returns the model, if one is configured. Its prompts never contain secrets of the session.
    pub(crate) fn model(&self, session: &str) -> Option<Model> {
        let known = lock(&self.conversations.of(session)).secrets.clone();
        let credentials = self.credentials(Owner::local());
        self.read(|state| model::configured(&state.configuration, credentials, known))
    }

    /// Adds the available intents to a view with a location.
    pub(crate) fn offer_intents(&self, view: &mut View, session: &str) {
        let Some(situation) = view.situation.take() else { return };
        self.read(|state| state.offer(view, &situation, session));
    }
}
