use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::count_tokens;

/// How many lines are remembered, and how long each may be: a megabyte at most.
const MOST: usize = 4096;
const LONGEST: usize = 240;

static COUNTED: LazyLock<Mutex<HashMap<Box<str>, usize>>> = LazyLock::new(Mutex::default);

/// How many tokens a line has. The lines of a page are counted over and over while it is found out how many of them fit,
/// and most are the same at the next look.
pub(crate) fn count_line(line: &str) -> usize {
    if line.len() > LONGEST {
        return count_tokens(line);
    }
    let lock = || COUNTED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(count) = lock().get(line) {
        return *count;
    }
    let count = count_tokens(line);
    let mut counted = lock();
    if counted.len() >= MOST {
        counted.clear();
    }
    counted.insert(line.into(), count);
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_counts_the_same_however_often_and_however_many_there_are() {
        for number in 0..2 * MOST {
            let line = format!("[{number}] button \"Add to cart\"\n");
            assert_eq!(count_line(&line), count_tokens(&line));
            assert_eq!(count_line(&line), count_tokens(&line));
        }
        let long = "word ".repeat(LONGEST);
        assert_eq!(count_line(&long), count_tokens(&long));
        assert!(COUNTED.lock().unwrap().len() <= MOST);
    }
}
