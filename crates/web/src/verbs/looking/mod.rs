//! Looking at a page.

mod box_of;
mod html;
mod observe;
mod screenshot;
mod situation;
mod text;
mod title;

use std::sync::Arc;

use super::verb::{Verb, table};
use crate::session::Sessions;

pub(super) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    table! { sessions:
        observe html text title screenshot box_of
    }
}
