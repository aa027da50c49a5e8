use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::{Serialize, Serializer};

use crate::value::Value;

/// A value that is computed lazily, on first access, and then cached. For a long page it takes megabytes, and
/// most callers read only the text.
#[derive(Clone)]
pub struct Deferred(Arc<LazyLock<Value, Make>>);

type Make = Box<dyn FnOnce() -> Value + Send>;

impl Deferred {
    /// Creates a value that `make` computes on first access.
    pub fn new(make: impl FnOnce() -> Value + Send + 'static) -> Self {
        Self(Arc::new(LazyLock::new(Box::new(make))))
    }

    /// Returns the value, and computes it on first access.
    pub fn get(&self) -> &Value {
        &self.0
    }

    /// Returns a deferred value to which `change` is applied on first access.
    #[must_use]
    pub fn then(self, change: impl FnOnce(&Value) -> Value + Send + 'static) -> Self {
        Self::new(move || change(self.get()))
    }
}

impl From<Value> for Deferred {
    fn from(value: Value) -> Self {
        Self::new(|| value)
    }
}

impl Default for Deferred {
    fn default() -> Self {
        Self::from(Value::Null)
    }
}

impl PartialEq for Deferred {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl fmt::Debug for Deferred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl Serialize for Deferred {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn deferred_value_is_computed_lazily_and_once() {
        let made = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&made);
        let deferred = Deferred::new(move || {
            Value::from(i64::try_from(count.fetch_add(1, Ordering::SeqCst)).unwrap_or(-1))
        });
        let changed = deferred.clone().then(|value| Value::List(vec![value.clone()]));
        assert_eq!(made.load(Ordering::SeqCst), 0);
        assert_eq!(changed.get(), &Value::List(vec![Value::from(0)]));
        assert_eq!(deferred.get(), &Value::from(0));
        assert_eq!(made.load(Ordering::SeqCst), 1);
    }
}
