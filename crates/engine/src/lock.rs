use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a value. Ignores poisoning: each of these values is changed in one step, so a panic in another
/// thread leaves it consistent.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
