//! Going to pages.

mod back;
mod forward;
mod goto;
mod refresh;
mod url;

mod history;

use std::sync::Arc;

use super::verb::{Verb, table};
use crate::session::Sessions;

pub(super) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    table! { sessions:
        goto back forward refresh url
    }
}
