//! Splits a question for figures into units.

use std::ops::Range;
use std::sync::LazyLock;

use super::names::{Likeness, Names};
use crate::literal::Kind as LiteralKind;
use crate::reader::tokenized::Tokenized;
use crate::reader::value_words;
use crate::words::{Phrases, Tongue, Word};

/// Words by their role in such a question.
pub(super) static WORDS: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[include_str!("words.txt")]));

/// A unit of a sentence: some words and their kind.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Unit {
    /// Its words.
    pub(super) words: Range<usize>,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    File,
    Column(usize, Likeness),
    /// An operation, by its name in the intents.
    Operation(String),
    /// An operation that is also the name of a column.
    Either(String, usize),
    /// The maximum or minimum of something.
    Most {
        highest: bool,
    },
    /// A superlative that implies its column: the heaviest, the cheapest.
    Superlative {
        highest: bool,
        column: usize,
    },
    Group,
    Period,
    Compare,
    /// A comparison that implies its column: older than.
    CompareOf {
        greater: bool,
        column: usize,
    },
    /// The negated name of a boolean column: non-smokers.
    Denied(usize),
    Where,
    Joint,
    /// A noun for rows.
    Rows,
    /// A noun for cells, columns or files.
    Cells,
    ColumnWord,
    Missing,
    Filler,
    Word,
}

/// The operations in the word list of this parser; the longest phrase among all of them wins.
const OPERATIONS: [&str; 13] = [
    "correlation",
    "total number",
    "max",
    "min",
    "missing values",
    "median",
    "avg",
    "count",
    "std",
    "distinct",
    "most common",
    "sum",
    "percentage",
];

/// The properties that superlatives compare.
const COMPARED: [&str; 17] = [
    "weight",
    "price",
    "age",
    "population",
    "speed",
    "height",
    "temperature",
    "salary",
    "rain",
    "wind",
    "power",
    "income",
    "depth",
    "strength",
    "length",
    "distance",
    "size",
];

/// The parser of units.
pub(super) struct Reader<'a> {
    pub(super) heard: &'a Tokenized<'a>,
    pub(super) words: &'a [Word],
    pub(super) names: &'a Names,
    /// The intent, and its parameter for operations.
    pub(super) operation: (&'a str, &'a str),
}

impl Reader<'_> {
    pub(super) fn units(&self) -> Vec<Unit> {
        let mut units: Vec<Unit> = Vec::new();
        let mut at = 0;
        while at < self.words.len() {
            let (kind, length) = self.unit(at);
            units.push(Unit { words: at..at + length, kind });
            at += length;
        }
        self.settle_appositions(&mut units);
        self.settle_paraphrases(&mut units);
        self.settle_exclusions(&mut units);
        self.settle_modifiers(&mut units);
        self.settle_relations(&mut units);
        units
    }

    fn unit(&self, at: usize) -> (Kind, usize) {
        let rest = &self.words[at..];
        if let Some(found) = self.literal(at) {
            match found {
                LiteralKind::File | LiteralKind::Path => return (Kind::File, 1),
                _ => return (self.quoted(at), 1),
            }
        }
        // "Turma A": a capital letter within a sentence is a name.
        let text = &self.heard.sentence[rest[0].span.clone()];
        if at > 0 && text.len() == 1 && text.chars().all(char::is_uppercase) && self.names.at(rest).is_none()
        {
            return (Kind::Word, 1);
        }
        let is_in_name = || self.names.at(rest).is_some_and(|it| it.1 > 1 && it.2 > Likeness::Akin);
        if at > 0 && (self.begins_name(at) || self.is_abbreviation(at)) && !is_in_name() {
            return (Kind::Word, 1);
        }
        let begins = |role: &str| WORDS.begins(role, rest);
        if let Some(length) = begins("source").filter(|length| self.is_before_file(at + length)) {
            return (Kind::Filler, length);
        }
        let column = self.names.at(rest);
        let length = |column: &Option<(usize, usize, Likeness)>| column.map_or(0, |it| it.1);
        let is_named = column.is_some_and(|it| it.2 > Likeness::Akin);
        let adjective = COMPARED.iter().find_map(|of| {
            let over = begins(&format!("over {of}")).map(|length| (true, length));
            let (greater, length) = over.or_else(|| begins(&format!("under {of}")).map(|it| (false, it)))?;
            let column = self.names.akin(of).filter(|it| !self.names.is_time(*it))?;
            Some((Kind::CompareOf { greater, column }, length))
        });
        if let Some(found) = adjective {
            return found;
        }
        let denied = ["non-", "nao-", "in"].iter().find_map(|it| rest[0].folded.strip_prefix(it));
        let denied = denied.filter(|word| word.len() > 4 && column.is_none());
        if let Some(column) = denied.and_then(|word| self.names.akin(word)) {
            return (Kind::Denied(column), 1);
        }
        // "Died" means not survived.
        if let (Some(length), Some(column)) = (begins("not survived"), self.names.akin("survived")) {
            return (Kind::Denied(column), length);
        }
        // "How old is Ana", "quantos anos tem o Rui".
        let asked = COMPARED.iter().find_map(|of| {
            let length = begins(&format!("asked {of}"))?;
            let column = self.names.akin(of).filter(|it| !self.names.is_time(*it))?;
            Some((Kind::Column(column, Likeness::Akin), length))
        });
        if let Some(found) = asked {
            return found;
        }
        let compare = begins("compare").unwrap_or_default();
        if compare > 0 && compare >= length(&column) {
            return (Kind::Compare, compare);
        }
        if let Some(found) = self.rank(at) {
            return found;
        }
        let superlative = COMPARED.iter().find_map(|of| {
            let high = begins(&format!("high {of}")).map(|length| (true, length));
            let (highest, length) =
                high.or_else(|| begins(&format!("low {of}")).map(|length| (false, length)))?;
            let column = self.names.akin(of)?;
            // The oldest one has the earliest year.
            let highest = highest ^ (*of == "age" && self.names.is_time(column));
            Some((Kind::Superlative { highest, column }, length))
        });
        // "The cheapest and dearest Price": the column is named, and others have similar names.
        if superlative.is_none()
            && let Some(found) = self.superlative_of_named(at)
        {
            return found;
        }
        let operation = self.operation(rest);
        if let Some((kind, own)) =
            superlative.clone().filter(|(_, own)| operation.as_ref().is_none_or(|it| *own >= it.1))
        {
            return (kind, own);
        }
        let others = [
            superlative,
            begins("most").map(|length| (Kind::Most { highest: true }, length)),
            begins("least").map(|length| (Kind::Most { highest: false }, length)),
            begins("group").map(|length| (Kind::Group, length)),
            begins("missing").map(|length| (Kind::Missing, length)),
            begins("where").map(|length| (Kind::Where, length)),
            begins("file").map(|length| (Kind::Cells, length)),
        ];
        let longest = others.into_iter().flatten().max_by_key(|(_, length)| *length);
        match (operation, &column) {
            (Some((value, own)), Some((column, length, likeness))) if own == *length && is_named => {
                let _ = likeness;
                return (Kind::Either(value, *column), own);
            }
            (Some((value, own)), column)
                if own >= length(column) && own >= longest.as_ref().map_or(0, |it| it.1) =>
            {
                return (Kind::Operation(value), own);
            }
            _ => {}
        }
        if let Some((kind, own)) = longest
            && (own > length(&column) || !is_named)
        {
            return (kind, own);
        }
        let word = rest[0].folded.as_str();
        let is_code = || self.words.get(at + 1).is_some_and(|next| self.is_code(next));
        match column {
            Some((column, length, likeness)) if is_named => return (Kind::Column(column, likeness), length),
            Some((column, _, likeness)) if self.names.is_rows(word) && is_code() => {
                return (Kind::Column(column, likeness), 1);
            }
            _ => {}
        }
        let plain = [("rows", Kind::Rows), ("cells", Kind::Cells), ("column", Kind::ColumnWord)];
        for (role, kind) in plain {
            if let Some(length) = begins(role) {
                return (kind, length);
            }
        }
        // In Portuguese, "e" (and) differs from "é" (is) only in the accent.
        if begins("joint").is_some() && rest[0].form != "é" {
            return (Kind::Joint, begins("joint").unwrap_or(1));
        }
        if let Some(length) = begins("filler") {
            return (Kind::Filler, length);
        }
        // "The animals' names"
        let owner = word.strip_suffix('\'').or_else(|| word.strip_suffix("'s"));
        let is_owner = |it: &str| WORDS.has("rows", it) || self.names.is_rows(it);
        if self.names.is_rows(word) || owner.is_some_and(is_owner) {
            return (Kind::Rows, 1);
        }
        // "By year" is not an age, although "20 years" is one.
        let is_grouped = at > 0 && WORDS.has("group", &self.words[at - 1].folded);
        let is_period = |column: usize| self.names.words(column).any(|word| WORDS.has("period", word));
        let is_time = begins("period").is_some() && is_grouped;
        if let Some((column, length, likeness)) = column.filter(|it| !is_time || is_period(it.0)) {
            return (Kind::Column(column, likeness), length);
        }
        match begins("period") {
            Some(length) => (Kind::Period, length),
            None => (Kind::Word, 1),
        }
    }

    /// Parses a superlative before the name of the column that it compares, perhaps with another superlative
    /// in between.
    fn superlative_of_named(&self, at: usize) -> Option<(Kind, usize)> {
        let superlative = |at: usize| {
            let rest = self.words.get(at..)?;
            COMPARED.iter().find_map(|of| {
                let high = WORDS.begins(&format!("high {of}"), rest).map(|length| (*of, true, length));
                high.or_else(|| WORDS.begins(&format!("low {of}"), rest).map(|length| (*of, false, length)))
            })
        };
        let (of, highest, length) = superlative(at)?;
        let mut next = at + length;
        if self.words.get(next).is_some_and(|it| WORDS.has("joint", &it.folded))
            && let Some((_, _, other)) = superlative(next + 1)
        {
            next += 1 + other;
        }
        let (column, _, likeness) = self.names.at(self.words.get(next..)?)?;
        let is_named = likeness > Likeness::Akin && self.names.is_about(column, of);
        is_named.then(|| (Kind::Operation(if highest { "max" } else { "min" }.into()), length))
    }

    /// Returns the operation that starts here, and the number of its words.
    fn operation(&self, rest: &[Word]) -> Option<(String, usize)> {
        let own = OPERATIONS.iter().filter_map(|role| Some((role.to_string(), WORDS.begins(role, rest)?)));
        let folded: Vec<&str> = rest.iter().take(4).map(|word| word.folded.as_str()).collect();
        let listed = value_words::begins(self.operation.0, self.operation.1, &folded);
        let listed = listed.map(|(value, length)| (value.to_string(), length));
        let (value, length) = own.chain(listed).max_by_key(|(_, length)| *length)?;
        if length == 1 && self.is_english_some(&rest[0]) {
            return None;
        }
        let value = match value.as_str() {
            // "Missing" may be a condition; with a noun for cells it is an operation.
            "missing" if length == 1 => return None,
            "missing values" => "missing".into(),
            _ => value,
        };
        // In "count of", "count" may be a column name.
        let last = rest[length - 1].folded.as_str();
        let is_bound = length > 1 && matches!(last, "of" | "de" | "do" | "da" | "dos" | "das");
        Some((value, length - usize::from(is_bound)))
    }

    /// Whether a word is the English "some"; in Portuguese, it means to add up.
    pub(super) fn is_english_some(&self, word: &Word) -> bool {
        self.heard.tongue == Tongue::English && word.folded == "some"
    }

    /// Parses percentiles, quartiles and the first few rows of a ranking.
    fn rank(&self, at: usize) -> Option<(Kind, usize)> {
        let words = &self.words[at..];
        let text = |it: usize| words.get(it).map(|word| word.folded.as_str());
        let (first, second) = (text(0)?, text(1));
        let (scale, plural) = (
            |word: &str| match () {
                () if WORDS.has("rank", word) => Some(1.0),
                () if WORDS.has("quartile", word) => Some(25.0),
                () => None,
            },
            ["and", "e", ","],
        );
        let share = |number: f64, scale: f64| format!("p{}", number * scale);
        // "percentil 90", "quartile 3"
        if let (Some(scale), Some(number)) = (scale(first), second.and_then(number)) {
            return Some((Kind::Operation(share(number, scale)), 2));
        }
        if let Some(number) = first.strip_prefix('p').and_then(|it| it.parse::<f64>().ok()) {
            return Some((Kind::Operation(share(number, 1.0)), 1));
        }
        // "90th percentile", "first and third quartile"
        if let Some(value) = number(first) {
            let mut numbers = vec![value];
            let mut next = 1;
            while text(next).is_some_and(|it| plural.contains(&it))
                && text(next + 1).and_then(number).is_some()
            {
                numbers.extend(text(next + 1).and_then(number));
                next += 2;
            }
            if let Some(scale) = text(next).and_then(scale) {
                let all: Vec<String> = numbers.iter().map(|it| share(*it, scale)).collect();
                return Some((Kind::Operation(all.join(" and ")), next + 1));
            }
            // "3 highest", but not "the third highest".
            let is_superlative = |length: usize| {
                let longest = COMPARED.iter().flat_map(|of| [format!("high {of}"), format!("low {of}")]);
                longest.filter_map(|role| WORDS.begins(&role, &words[1..])).any(|own| own > length)
            };
            let order = ends(&words[1..]).filter(|it| is_cardinal(first) && !is_superlative(it.1));
            if let Some((highest, length)) = order {
                return Some((Kind::Operation(top(highest, value)), length + 1));
            }
        }
        // "top 3"
        let (highest, length) = ends(words)?;
        let value = text(length).filter(|it| is_cardinal(it)).and_then(number)?;
        Some((Kind::Operation(top(highest, value)), length + 1))
    }

    /// Whether a stop word starts a name: "São Paulo".
    fn begins_name(&self, at: usize) -> bool {
        let is_capital = |it: &Word| self.heard.sentence[it.span.clone()].starts_with(char::is_uppercase);
        let word = &self.words[at];
        WORDS.has("name", &word.folded)
            && is_capital(word)
            && self.words.get(at + 1).is_some_and(|next| is_capital(next) && next.pause.is_none())
    }

    /// Whether a stop word is an abbreviation: the IT department.
    fn is_abbreviation(&self, at: usize) -> bool {
        let text = &self.heard.sentence[self.words[at].span.clone()];
        let is_capital = |it: &str| it.len() > 1 && it.chars().all(|it| it.is_uppercase());
        let is_loud = self.words.iter().all(|it| is_capital(&self.heard.sentence[it.span.clone()]));
        is_capital(text) && !is_loud && WORDS.has("filler", &self.words[at].folded)
    }

    /// Whether the file follows, after stop words only.
    fn is_before_file(&self, at: usize) -> bool {
        let mut at = at;
        while let Some(rest) = self.words.get(at..).filter(|rest| !rest.is_empty()) {
            if let Some(LiteralKind::File | LiteralKind::Path) = self.literal(at) {
                return true;
            }
            let idle = ["filler", "file"].iter().filter_map(|role| WORDS.begins(role, rest)).max();
            let Some(length) = idle else { return false };
            at += length;
        }
        false
    }

    fn literal(&self, at: usize) -> Option<LiteralKind> {
        let found = self.heard.literals.iter().find(|it| it.span == self.words[at].span)?;
        let kind = found.value.kind();
        kind.is_name().then_some(kind)
    }

    /// Returns the kind of a quoted text: the name of a column, or a value.
    fn quoted(&self, at: usize) -> Kind {
        let text = self.heard.sentence[self.words[at].span.clone()]
            .trim_matches(['"', '\'', '“', '”', '«', '»', '`']);
        let said = crate::words::words(text);
        match self.names.at(&said) {
            Some((column, length, likeness)) if length == said.len() && likeness > Likeness::Akin => {
                Kind::Column(column, likeness)
            }
            _ => Kind::Word,
        }
    }

    /// Whether a word has the form of a code or a name.
    pub(super) fn is_code(&self, word: &Word) -> bool {
        let text = &self.heard.sentence[word.span.clone()];
        text.contains(|it: char| it.is_ascii_digit()) || text.chars().all(char::is_uppercase)
    }
}

fn top(highest: bool, count: f64) -> String {
    format!("{} {count}", if highest { "top" } else { "bottom" })
}

/// Whether a number is cardinal and not ordinal.
pub(super) fn is_cardinal(word: &str) -> bool {
    const CARDINALS: [&str; 20] = [
        "one", "um", "uma", "two", "dois", "duas", "three", "tres", "four", "quatro", "five", "cinco", "six",
        "seis", "seven", "sete", "eight", "oito", "nine", "ten",
    ];
    CARDINALS.contains(&word) || word.bytes().all(|it| it.is_ascii_digit())
}

/// Parses words for the maximum or minimum.
fn ends(words: &[Word]) -> Option<(bool, usize)> {
    let high = WORDS.begins("max", words).map(|length| (true, length));
    high.or_else(|| WORDS.begins("min", words).map(|length| (false, length)))
}

/// Parses a number or an ordinal, in digits or in a word.
pub(super) fn number(word: &str) -> Option<f64> {
    const WORDS: [&[&str]; 10] = [
        &["one", "first", "um", "primeiro", "primeiros", "primeiras"],
        &["two", "second", "dois", "duas", "segundo"],
        &["three", "third", "tres", "terceiro"],
        &["four", "fourth", "quatro", "quarto"],
        &["five", "fifth", "cinco"],
        &["six", "seis"],
        &["seven", "sete"],
        &["eight", "oito"],
        &["nine", "nove"],
        &["ten", "tenth", "dez"],
    ];
    if let Some(at) = WORDS.iter().position(|names| names.contains(&word)) {
        return Some(at as f64 + 1.0);
    }
    let figures = word.trim_end_matches(|it: char| !it.is_ascii_digit());
    let ending = &word[figures.len()..];
    let is_ordinal = matches!(ending, "" | "th" | "st" | "nd" | "rd" | "º" | "ª" | "o" | "a");
    figures.replace(',', ".").parse().ok().filter(|_| is_ordinal && !figures.is_empty())
}
