use std::future::Future;
use std::pin::Pin;

/// A boxed future that may borrow from the call.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
