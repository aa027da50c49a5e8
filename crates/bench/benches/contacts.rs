//! How long it takes to find who is meant by a name, among the aliases of a large organisation.

use std::hint::black_box;

use criterion::Criterion;
use lemmascope_channels::contacts::index::Index;
use lemmascope_channels::contacts::name::Name;
use lemmascope_channels::contacts::resolution::resolve;

const ALIASES: usize = 100_000;

const GIVEN: &[&str] = &[
    "Maria",
    "José",
    "Ana",
    "John",
    "Robert",
    "William",
    "Elizabeth",
    "Francisco",
    "António",
    "Sofia",
    "Юрий",
    "Анна",
    "Γιώργος",
    "Peter",
    "Ingrid",
    "Helena",
    "Tiago",
    "Beatriz",
    "James",
    "Catherine",
    "Priya",
    "Mohammed",
    "Wei",
    "Yuki",
    "Carlos",
    "Margaret",
    "Charles",
    "Joana",
    "Ricardo",
    "Olga",
];
const SYLLABLES: &[&str] = &[
    "al", "ba", "cor", "den", "el", "fer", "gar", "hol", "in", "jan", "kov", "lin", "mar", "nov", "or", "pe",
    "quin", "ros", "sil", "tor", "ur", "val", "win", "xa", "yar", "zim", "mont", "berg", "son", "stein",
];

/// The names of an organisation: few given names, many family names, a middle name for every third.
fn names() -> Vec<String> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % u64::try_from(below).unwrap_or(1)).unwrap_or(0)
    };
    let mut names = Vec::with_capacity(ALIASES);
    for number in 0..ALIASES {
        let given = GIVEN[next(GIVEN.len())];
        let family: String = (0..2 + next(2)).map(|_| SYLLABLES[next(SYLLABLES.len())]).collect();
        let middle = if number % 3 == 0 { format!(" {}", GIVEN[next(GIVEN.len())]) } else { String::new() };
        names.push(format!("{given}{middle} {family}"));
    }
    names
}

fn main() {
    let mut index = Index::default();
    let names = names();
    for (number, name) in names.iter().enumerate() {
        if let Ok(name) = Name::read(name) {
            index.add(&format!("agent://{number}"), name);
        }
    }
    // The kinds of queries that there are: as it is written, mistyped, by a nickname, in another order, by the given name alone, by
    // nobody's name, and in look-alike letters.
    let family = |number: usize| names[number].rsplit(' ').next().unwrap_or_default().to_string();
    let queries = [
        ("exact", names[4242].clone()),
        ("mistyped", format!("Mraia {}x", family(777))),
        ("nickname", format!("Bob {}", family(31_337))),
        ("swapped", format!("{}, Chico", family(99))),
        ("given_name", "Maria".to_string()),
        ("nobody", "Xenophon Qwertyuiop".to_string()),
        ("look_alike", format!("M\u{430}ria {}", family(5))),
        ("long", "Dr. Maria Helena Sofia Catherine de Silvatorberg Montlinkov".to_string()),
    ];
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("contacts");
    for (kind, query) in &queries {
        group.bench_function(*kind, |bencher| {
            bencher.iter(|| {
                let name = Name::read(black_box(query));
                black_box(name.map(|name| resolve(&index, &name, None)).ok())
            });
        });
    }
    group.finish();
    criterion.final_summary();
}
