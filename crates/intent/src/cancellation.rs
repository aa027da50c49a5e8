use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use event_listener::Event;

/// A cancellation flag for a call or a run. Clones share the flag.
#[derive(Debug, Clone, Default)]
pub struct Cancellation(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    is_set: AtomicBool,
    set: Event,
}

impl Cancellation {
    /// Sets the flag and wakes all waiters.
    pub fn cancel(&self) {
        self.0.is_set.store(true, Ordering::SeqCst);
        self.0.set.notify(usize::MAX);
    }

    /// Whether the flag is set.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_set.load(Ordering::SeqCst)
    }

    /// Waits until the flag is set.
    pub async fn cancelled(&self) {
        while !self.is_cancelled() {
            let set = self.0.set.listen();
            // The flag may have been set before this listener was registered.
            if self.is_cancelled() {
                return;
            }
            set.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::sync::atomic::AtomicUsize;
    use std::task::{Context, Wake, Waker};

    use super::*;

    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    #[test]
    fn cancellation_wakes_all_waiters() {
        let cancellation = Cancellation::default();
        let (first, second) = (cancellation.clone(), cancellation.clone());
        let (mut first, mut second) = (pin!(first.cancelled()), pin!(second.cancelled()));
        let count = Arc::new(Count::default());
        let waker = Waker::from(Arc::clone(&count));
        let mut context = Context::from_waker(&waker);
        assert!(first.as_mut().poll(&mut context).is_pending());
        assert!(second.as_mut().poll(&mut context).is_pending());
        assert_eq!(count.0.load(Ordering::SeqCst), 0);
        cancellation.cancel();
        assert_eq!(count.0.load(Ordering::SeqCst), 2);
        assert!(first.as_mut().poll(&mut context).is_ready());
        assert!(second.as_mut().poll(&mut context).is_ready());
        assert!(pin!(cancellation.cancelled()).poll(&mut context).is_ready(), "later waits end at once");
    }
}
