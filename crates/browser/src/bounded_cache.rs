use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// A bounded cache of results that depend on a text alone, because every observation of a page asks about the
/// same texts. When it is full, it is cleared.
#[derive(Debug)]
pub(crate) struct BoundedCache<T> {
    most: usize,
    answers: Mutex<HashMap<Box<str>, T>>,
}

/// The maximum length of a cached text. Longer texts seldom repeat.
const LONGEST: usize = 240;

impl<T: Clone> BoundedCache<T> {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, answers: Mutex::default() }
    }

    /// Returns the cached result for a text, or computes and caches it.
    pub(crate) fn answer(&self, text: &str, find_out: impl FnOnce(&str) -> T) -> T {
        if text.len() > LONGEST {
            return find_out(text);
        }
        let lock = || self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = lock().get(text) {
            return answer.clone();
        }
        let answer = find_out(text);
        let mut answers = lock();
        if answers.len() >= self.most {
            answers.clear();
        }
        answers.insert(text.into(), answer.clone());
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_computes_once_and_respects_capacity() {
        let lengths = BoundedCache::new(8);
        for number in 0..100 {
            let text = format!("text {number}");
            assert_eq!(lengths.answer(&text, str::len), text.len());
            assert_eq!(lengths.answer(&text, |_| 0), text.len());
            assert!(lengths.answers.lock().unwrap().len() <= 8);
        }
        let long = "x".repeat(LONGEST + 1);
        lengths.answer(&long, str::len);
        assert_eq!(lengths.answer(&long, |_| 0), 0);
    }
}
