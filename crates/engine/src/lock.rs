use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a value. A panic elsewhere leaves these values whole: each is changed in one go.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
