//! The command language: what an agent types. One line is one command.
//!
//! [`parse`] reads a line forgivingly; the `Display` of the [`Line`] it returns is the one canonical form, which
//! parses to itself. The commands are those of the [`Grammar`], which is made from the signatures of verbs; parsing, usage, help
//! and completion derive from it.
//!
//! Where the reference is silent, this is what holds:
//!
//! - Texts, selectors, device names and goals come out in double quotes. Ids, roles, keywords, keys, durations,
//!   numbers, addresses, paths, names and settings come out bare, and in quotes only when they would be read as
//!   something else (white space, a leading `#` or `-`, the name of a flag or subcommand of that command).
//! - Relations may stand before or after the other arguments and come out after them, before the options. Options
//!   come out in the order of the signature; those of an intent that only the registry knows, in the order given.
//! - `--option=value` is understood. In option and command names `_` and `-` are the same.
//! - A backslash before any other character than `"`, `\`, `n`, `t` stays a backslash.
//! - `device`, `search`, `search intents`, `dismiss` and `goal:` take several unquoted words as one text; everywhere
//!   else a second word is UNEXPECTED_INPUT.
//! - A bare word is a flag before it is a target, a name or a path, but not before a text that must still come:
//!   `type search clear` types "clear". Nor before a target that no other word is: `click Double --double` clicks one.
//! - `[5]`, as observations print ids, and `@5` are the id 5. A bare `5` is that id, or the element with the text "5", whichever there
//!   is. `text(5)` and `"5"` are the text.
//! - A bare word that is plainly a selector is one: `.btn` is `css(".btn")`. After a command that needs a target, so is `#id`, which would
//!   be a comment elsewhere. In quotes it is the text, or else the selector.
//! - A command has other spellings (`reload`, `dblclick 5`), which come out as the command itself. `--help` after a command is `help` with it.
//! - `wait 2s` waits for a time. `goto /path` stays relative.
//! - Values of registry intents show their own type: canonical numbers, durations, `true` and `false` come out bare,
//!   all else quoted. A number that would not come out as it was written (`007`) is a text.
//! - The comment is kept as written, white space at its end aside. A control character is INVALID_VALUE, and so is a
//!   line of more than [`LONGEST_LINE`] bytes; a line break outside of a string is UNEXPECTED_INPUT.
//! - A command takes at most 1000 arguments and as many options.
//! - An argument is missed at the column after the last piece of the line.

mod alias;
mod by_name;
mod error;
mod fill;
mod form;
mod grammar;
mod keys;
mod lexer;
mod line;
mod open;
mod parse;
mod print;
mod prose;
mod read;
mod secrets;
mod selector;
mod span;
mod target;
mod url;
mod value;
mod vocabulary;

pub use alias::Alias;
pub use error::{ErrorCode, ParseError};
pub use form::{Form, Opt, Slot};
pub use grammar::Grammar;
pub use keys::{Keys, NoKey};
pub use line::{Argument, Command, Given, Line};
pub use parse::{LONGEST_LINE, parse};
pub use read::target_of;
pub use selector::{is_element, plain_css};
pub use span::Span;
pub use target::{Located, Relation, Target};
pub use value::Value;
pub use vocabulary::Vocabulary;
