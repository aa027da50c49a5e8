//! Traces into proposals: what was done several times in the same shape becomes a proposed intent.
//!
//! The crate is pure and can only propose. It has no path to execution or to trust, so that nothing
//! it learns runs before a person has said yes. It is empty until the learning issue fills it.
