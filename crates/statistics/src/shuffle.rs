//! Numbers that look like chance and are always the same.

use crate::evidence::join;

/// Puts items into the order of a pass, by their keys. Two of them keep their places to each other whichever others there are: in
/// an order that depended on how many there are, a new sentence would move the readings of all others by chance.
pub(crate) fn mix(items: &mut [usize], pass: usize, key: impl Fn(usize) -> u64) {
    items.sort_unstable_by_key(|item| (join(key(*item), pass as u64), *item));
}

/// Xorshift, from a beginning that is given: what a sentence draws depends on that sentence, and not on those before it.
pub(crate) struct Shuffle(u64);

impl Shuffle {
    pub(crate) fn of(key: u64) -> Self {
        Self(key | 1)
    }

    /// A number below a bound, which is not zero.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn further_items_leave_the_order_of_the_others_as_it_is() {
        let key = |item: usize| join(item as u64, 7);
        let mixed = |items: &[usize], pass: usize| {
            let mut items = items.to_vec();
            mix(&mut items, pass, key);
            items
        };
        let few: Vec<usize> = (0..200).filter(|item| item % 7 != 3).collect();
        let many: Vec<usize> = (0..200).collect();
        for pass in 0..4 {
            let mut left = mixed(&many, pass);
            left.retain(|item| few.contains(item));
            assert_eq!(left, mixed(&few, pass));
        }
        let (first, second) = (mixed(&many, 0), mixed(&many, 1));
        let stays = first.iter().zip(&second).filter(|(one, other)| one == other).count();
        assert!(stays < 20, "the passes have nearly one order: {stays}");
    }
}
