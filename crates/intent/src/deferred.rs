use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::{Serialize, Serializer};

use crate::value::Value;

/// A value that is made when a person asks for it, and then once. Of a long page it is megabytes, and most who look
/// read the text alone.
#[derive(Clone)]
pub struct Deferred(Arc<LazyLock<Value, Make>>);

type Make = Box<dyn FnOnce() -> Value + Send>;

impl Deferred {
    /// To be made in this way.
    pub fn new(make: impl FnOnce() -> Value + Send + 'static) -> Self {
        Self(Arc::new(LazyLock::new(Box::new(make))))
    }

    /// The value, made by now.
    pub fn get(&self) -> &Value {
        &self.0
    }

    /// The same with a change, which is made when the value is.
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
    fn is_made_once_and_only_when_it_is_asked_for() {
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
