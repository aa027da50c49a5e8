//! The tokens of a Rust file, without comments.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The tokens of a file.
pub(crate) struct Source {
    /// The tokens in order, each with whether it is test code.
    tokens: Vec<(Token, bool)>,
    modules: Vec<Declared>,
}

/// A module that a file declares in another file.
#[derive(Debug, PartialEq)]
pub(super) struct Declared {
    /// The enclosing inline modules, outermost first.
    pub(super) inside: Vec<String>,
    /// Its name.
    pub(super) name: String,
    /// The value of its `#[path]` attribute.
    pub(super) path: Option<String>,
    /// Whether it is test code.
    pub(super) tests: bool,
}

type Parsed = HashMap<PathBuf, Arc<OnceLock<Arc<Source>>>>;

/// The cache of parsed files. Several tests read all files of the workspace, and parsing takes most of their
/// time.
static PARSED: LazyLock<Mutex<Parsed>> = LazyLock::new(Mutex::default);

impl Source {
    /// Returns the tokens of a file, which is parsed once, because files do not change during the tests.
    pub(crate) fn read(path: &Path) -> Arc<Self> {
        let parsed = PARSED.lock().expect("no panic in the table").entry(path.into()).or_default().clone();
        let parse = || {
            let text =
                std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            Arc::new(Self::parse(&text))
        };
        parsed.get_or_init(parse).clone()
    }

    pub(crate) fn parse(text: &str) -> Self {
        // A first line such as `#!/bin/…` is not a token, but `#![…]` is.
        let stream: Vec<TokenTree> =
            TokenStream::from_str(text).expect("Rust that can be read").into_iter().collect();
        let mut tokens = Vec::new();
        visit(&stream, false, &mut tokens);
        let mut modules = Vec::new();
        declared(&stream, &[], &mut modules);
        Self { tokens, modules }
    }

    /// Returns all identifiers in order, with `::` and braces between them.
    pub(super) fn words(&self, tests: Tests) -> Vec<String> {
        let word = |token: &Token| match token {
            Token::Word(name) => Some(name.clone()),
            Token::Mark(mark) => Some((*mark).to_string()),
            Token::Text(_) => None,
        };
        self.tokens(tests).filter_map(word).collect()
    }

    /// Returns the texts of all string literals, except those of doc comments.
    pub(crate) fn literals(&self, tests: Tests) -> Vec<String> {
        let text = |token: &Token| match token {
            Token::Text(text) => Some(text.clone()),
            _ => None,
        };
        self.tokens(tests).filter_map(text).collect()
    }

    /// Returns the modules in separate files.
    pub(super) fn modules(&self) -> &[Declared] {
        &self.modules
    }

    fn tokens(&self, tests: Tests) -> impl Iterator<Item = &Token> {
        self.tokens
            .iter()
            .filter(move |(_, in_tests)| tests == Tests::Kept || !in_tests)
            .map(|(token, _)| token)
    }
}

/// Whether the words contain `first::second`, also as part of `first::{…}`.
pub(super) fn names(words: &[String], first: &str, second: &str) -> bool {
    words.windows(3).enumerate().any(|(at, window)| {
        window[0] == first
            && window[1] == "::"
            && (window[2] == second || (window[2] == "{" && begins_path(&words[at + 3..], second)))
    })
}

/// Whether a name begins one of the paths before the closing brace.
fn begins_path(words: &[String], name: &str) -> bool {
    let mut depth = 0;
    for (at, word) in words.iter().enumerate() {
        match word.as_str() {
            "{" => depth += 1,
            "}" if depth == 0 => return false,
            "}" => depth -= 1,
            word if depth == 0 && word == name && (at == 0 || words[at - 1] != "::") => return true,
            _ => {}
        }
    }
    false
}

/// Whether test code is included.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Tests {
    Kept,
    LeftOut,
}

/// A token that is relevant for the architecture rules.
enum Token {
    Word(String),
    /// `::`, or a brace.
    Mark(&'static str),
    /// The text of a string literal.
    Text(String),
}

/// Collects the tokens, each with whether it is test code.
fn visit(tokens: &[TokenTree], in_tests: bool, found: &mut Vec<(Token, bool)>) {
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                let attribute = tokens.get(at + 1).and_then(bracketed);
                if !in_tests && attribute.is_some_and(|it| plain(it) == "cfg(test)") {
                    let end = item_end(tokens, at + 2);
                    visit(&tokens[at..end], true, found);
                    at = end;
                    continue;
                }
            }
            TokenTree::Punct(mark) if mark.as_char() == ':' => {
                let doubled = matches!(tokens.get(at + 1), Some(TokenTree::Punct(it)) if it.as_char() == ':');
                if doubled {
                    found.push((Token::Mark("::"), in_tests));
                    at += 1;
                }
            }
            TokenTree::Punct(_) => {}
            TokenTree::Ident(name) => found.push((Token::Word(name.to_string()), in_tests)),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                let text = text.trim_start_matches(['b', 'r', '#']).trim_end_matches('#');
                if let Some(text) = text.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
                    found.push((Token::Text(text.to_string()), in_tests));
                }
            }
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let braces = group.delimiter() == Delimiter::Brace;
                let is_attribute = at > 0
                    && matches!(&tokens[at - 1], TokenTree::Punct(mark) if "#!".contains(mark.as_char()))
                    && group.delimiter() == Delimiter::Bracket;
                if braces {
                    found.push((Token::Mark("{"), in_tests));
                }
                let from = found.len();
                visit(&inner, in_tests, found);
                if is_attribute {
                    let texts = found.extract_if(from.., |(token, _)| matches!(token, Token::Text(_)));
                    texts.for_each(drop);
                }
                if braces {
                    found.push((Token::Mark("}"), in_tests));
                }
            }
        }
        at += 1;
    }
}

/// Returns the end of an item: after its semicolon or its braces.
fn item_end(tokens: &[TokenTree], from: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Punct(mark) => mark.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    tokens[from..].iter().position(ends).map_or(tokens.len(), |length| from + length + 1)
}

fn declared(tokens: &[TokenTree], inside: &[String], found: &mut Vec<Declared>) {
    let (mut path, mut tests) = (None, false);
    for (at, token) in tokens.iter().enumerate() {
        if let Some(group) = bracketed(token) {
            path = plain(group).strip_prefix("path=").map(|text| text.trim_matches('"').to_string()).or(path);
            tests |= plain(group) == "cfg(test)";
        }
        let TokenTree::Ident(word) = token else { continue };
        if *word != "mod" {
            // Only the visibility may be between an attribute and its module.
            path = path.filter(|_| *word == "pub");
            tests &= *word == "pub";
            continue;
        }
        let Some(TokenTree::Ident(name)) = tokens.get(at + 1) else { continue };
        let name = name.to_string().trim_start_matches("r#").to_string();
        match tokens.get(at + 2) {
            Some(TokenTree::Punct(_)) => {
                let tests = std::mem::take(&mut tests);
                found.push(Declared { inside: inside.to_vec(), name, path: path.take(), tests });
            }
            Some(TokenTree::Group(body)) => {
                let inner: Vec<TokenTree> = body.stream().into_iter().collect();
                tests = false;
                declared(&inner, &[inside, &[name]].concat(), found);
            }
            _ => {}
        }
    }
}

fn bracketed(token: &TokenTree) -> Option<&Group> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => Some(group),
        _ => None,
    }
}

/// Returns the content of a group, without spaces.
fn plain(group: &Group) -> String {
    group.stream().to_string().replace(' ', "")
}

#[test]
fn finds_names_only_in_code() {
    let says = |text: &str| names(&Source::parse(text).words(Tests::LeftOut), "std", "env");
    assert!(says("fn f() { std::env::var(\"X\"); }"));
    assert!(says("use std::{fmt, env};"));
    assert!(says("use std::{io::{self, Read}, env::var};"));
    assert!(says("fn f() { print(format!(\"{}\", std::env::args())); }"));
    assert!(!says("// std::env\nfn f() { g(\"std::env\"); }"));
    assert!(!says("use std::{fmt::env};"));
    assert!(!says("use std::{fmt}; use other::env;"));
    assert!(!says("#[cfg(test)] mod tests { use std::env; } fn f() {}"));
    assert!(says("#[cfg(test)] mod tests; use std::env;"));
}

#[test]
fn finds_module_declarations_with_their_paths() {
    let text =
        "mod a; pub(crate) mod r#move; #[path = \"../b.rs\"] pub mod c; mod d { mod e; } #[cfg(test)] mod f;";
    let source = Source::parse(text);
    let one = |inside: &[&str], name: &str, path: Option<&str>| Declared {
        inside: inside.iter().map(ToString::to_string).collect(),
        name: name.into(),
        path: path.map(str::to_string),
        tests: name == "f",
    };
    assert_eq!(
        source.modules(),
        [
            one(&[], "a", None),
            one(&[], "move", None),
            one(&[], "c", Some("../b.rs")),
            one(&["d"], "e", None),
            one(&[], "f", None)
        ]
    );
}
