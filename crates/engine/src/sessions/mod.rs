//! Sessions: one request at a time in each, by one process at a time, and the state of their conversations.

mod conversation;
mod leases;
mod pending_writes;
mod run_events;
mod turns;

pub(crate) use conversation::{Conversation, Conversations, Deed, HeldPlan, Pending, Tool, Work};
pub(crate) use leases::{Lease, Leases};
pub(crate) use pending_writes::PendingWrites;
pub use run_events::Follower;
pub(crate) use run_events::LiveRuns;
pub(crate) use turns::{Recalled, Sessions};
