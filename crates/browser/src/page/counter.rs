use super::element::ElementId;
use crate::text::{words_of, words_of_identifier};

/// A number on a page that is changed with two buttons beside it, as in `− 1 +`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    /// The frame, as an index into the snapshot's frames.
    pub frame: usize,
    /// The scanner's key of the element with the number.
    pub key: u32,
    /// The read-only field with the number, if it is in one.
    pub field: Option<ElementId>,
    /// The number.
    pub value: i64,
    /// The text around it, and its names.
    pub label: String,
    /// The button that increases it.
    pub up: Option<ElementId>,
    /// The button that decreases it.
    pub down: Option<ElementId>,
}

impl Counter {
    /// Whether it is the same counter in another snapshot.
    pub fn is(&self, other: &Self) -> bool {
        let shares = |one: Option<ElementId>, other: Option<ElementId>| one.is_some() && one == other;
        (self.frame == other.frame && self.key == other.key)
            || shares(self.up, other.up)
            || shares(self.down, other.down)
    }

    /// Whether an element is its field or one of its buttons.
    pub fn has(&self, id: ElementId) -> bool {
        [self.field, self.up, self.down].contains(&Some(id))
    }
}

/// The direction in which a button counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountDirection {
    /// It increases the number.
    Up,
    /// It decreases the number.
    Down,
}

/// How clearly the texts of a button say its direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clarity {
    /// By words that also name other actions: "Add" may add to a cart, "Remove" delete a row.
    Doubtful,
    /// By words.
    Worded,
    /// By a symbol.
    Symbol,
}

const UP_SYMBOLS: &[&str] = &["+", "＋", "➕", "﹢", "▲", "▴", "△", "↑", "⌃"];
const DOWN_SYMBOLS: &[&str] = &["-", "−", "–", "—", "－", "‐", "‑", "➖", "▼", "▾", "▽", "↓", "⌄"];
const UP_WORDS: &[&str] = &[
    "plus",
    "increase",
    "increment",
    "inc",
    "more",
    "up",
    "raise",
    "mais",
    "aumentar",
    "aumenta",
    "aumente",
    "incrementar",
    "subir",
    "mas",
    "augmenter",
    "erhohen",
    "aumentare",
    "verhogen",
];
const DOWN_WORDS: &[&str] = &[
    "minus",
    "decrease",
    "decrement",
    "dec",
    "less",
    "fewer",
    "down",
    "reduce",
    "lower",
    "menos",
    "diminuir",
    "diminui",
    "diminua",
    "decrementar",
    "reduzir",
    "baixar",
    "descer",
    "disminuir",
    "reducir",
    "moins",
    "diminuer",
    "reduire",
    "verringern",
    "diminuire",
    "verlagen",
];
const DOUBTFUL_UP_WORDS: &[&str] = &["add", "acrescentar", "adicionar", "agregar", "anadir", "ajouter"];
const DOUBTFUL_DOWN_WORDS: &[&str] = &["subtract", "remove", "retirar", "remover", "subtrair", "quitar"];

impl CountDirection {
    /// Reads the direction from what a button shows, its names, and its identifiers, in this order. Texts that
    /// say both directions say none.
    pub fn read(signs: &[Vec<String>]) -> Option<(Self, Clarity)> {
        let symbol = |texts: &[String]| {
            let is_one_of = |symbols: &[&str]| texts.iter().any(|text| symbols.contains(&text.trim()));
            one_of(is_one_of(UP_SYMBOLS), is_one_of(DOWN_SYMBOLS)).map(|it| (it, Clarity::Symbol))
        };
        let worded = |tier: usize, texts: &[String]| {
            let says = |known: &[&str]| {
                texts.iter().any(|text| {
                    let words = if tier < 2 { words_of(text) } else { words_of_identifier(text) };
                    words.iter().any(|word| known.contains(&word.as_str()))
                })
            };
            let clear = one_of(says(UP_WORDS), says(DOWN_WORDS)).map(|it| (it, Clarity::Worded));
            let doubtful = one_of(says(DOUBTFUL_UP_WORDS), says(DOUBTFUL_DOWN_WORDS));
            clear.or(doubtful.map(|it| (it, Clarity::Doubtful)))
        };
        let tiers = || signs.iter().enumerate();
        tiers()
            .take(2)
            .find_map(|(_, texts)| symbol(texts))
            .or_else(|| tiers().find_map(|(tier, texts)| worded(tier, texts)))
    }
}

fn one_of(up: bool, down: bool) -> Option<CountDirection> {
    match (up, down) {
        (true, false) => Some(CountDirection::Up),
        (false, true) => Some(CountDirection::Down),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(signs: [&[&str]; 3], wanted: Option<(CountDirection, Clarity)>) {
        let signs = signs.map(|texts| texts.iter().map(|text| (*text).to_string()).collect());
        assert_eq!(CountDirection::read(&signs), wanted, "{signs:?}");
    }

    #[test]
    fn reads_direction_from_symbols_names_and_identifiers() {
        use Clarity::{Doubtful, Symbol, Worded};
        use CountDirection::{Down, Up};
        check([&["+"], &[], &[]], Some((Up, Symbol)));
        check([&["−"], &["Quantity"], &["btn plus-minus"]], Some((Down, Symbol)));
        check([&[], &["Increase quantity"], &[]], Some((Up, Worded)));
        check([&[], &["Diminuir a quantidade"], &[]], Some((Down, Worded)));
        check([&[], &[], &["qtyMinus"]], Some((Down, Worded)));
        check([&[], &[], &["btn", "icon-plus"]], Some((Up, Worded)));
        check([&["Add to cart"], &[], &[]], Some((Up, Doubtful)));
        check([&[], &["Add or remove"], &[]], None);
        check([&["Reviews"], &[], &["surplus"]], None);
        check([&["<"], &[">"], &[]], None);
    }
}
