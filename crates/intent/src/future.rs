use std::future::Future;
use std::pin::Pin;

/// A future that owns nothing but what it borrows from the call.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
