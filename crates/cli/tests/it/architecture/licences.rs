//! Checks that the licences of all dependencies are acceptable.

use super::workspace::METADATA;

/// The licences that can be combined with MIT OR Apache-2.0. MPL-2.0 only applies to its own files.
const ACCEPTED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

#[test]
fn dependency_licences_are_accepted() {
    for package in &METADATA.packages {
        let licence = package.license.as_deref().unwrap_or_else(|| panic!("{} has no licence", package.name));
        assert!(is_accepted(licence), "{} is licensed as {licence}", package.name);
    }
}

#[test]
fn evaluates_licence_expressions() {
    for good in [
        "MIT",
        "MIT/Apache-2.0",
        "GPL-3.0 OR MIT",
        "Apache-2.0 WITH LLVM-exception",
        "(MIT OR GPL-3.0) AND Unicode-3.0",
        "GPL-3.0 OR MIT AND ISC",
    ] {
        assert!(is_accepted(good), "{good}");
    }
    for bad in
        ["", "GPL-3.0", "MIT AND GPL-3.0", "GPL-3.0 WITH Classpath-exception-2.0", "MIT AND (GPL-3.0 OR X)"]
    {
        assert!(!is_accepted(bad), "{bad}");
    }
}

/// Whether an SPDX expression can be satisfied: `OR` is a choice, `AND` has higher precedence.
fn is_accepted(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    either(&mut rest) && rest.is_empty()
}

fn either(rest: &mut &[&str]) -> bool {
    let mut good = both(rest);
    while take(rest, "OR") {
        good |= both(rest);
    }
    good
}

fn both(rest: &mut &[&str]) -> bool {
    let mut good = one(rest);
    while take(rest, "AND") {
        good &= one(rest);
    }
    good
}

fn one(rest: &mut &[&str]) -> bool {
    if take(rest, "(") {
        let good = either(rest);
        return take(rest, ")") && good;
    }
    let (name, exception) = match **rest {
        [name, "WITH", exception, ..] => (name, Some(exception)),
        [name, ..] => (name, None),
        [] => return false,
    };
    *rest = &rest[if exception.is_some() { 3 } else { 1 }..];
    let whole = exception.map_or_else(|| name.to_string(), |exception| format!("{name} WITH {exception}"));
    ACCEPTED.contains(&whole.as_str())
}

fn take(rest: &mut &[&str], word: &str) -> bool {
    let here = rest.first() == Some(&word);
    if here {
        *rest = &rest[1..];
    }
    here
}
