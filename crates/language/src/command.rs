//! The command language for agents. Each line is a command.
//!
//! [`parse`] is lenient; the `Display` of the [`Line`] that it returns is the only canonical form, which parses to
//! itself. The commands are those of the [`Grammar`], which is derived from the signatures of verbs; parsing, usage, help
//! and completion derive from it.
//!
//! These rules supplement the reference:
//!
//! - Texts, selectors, device names and goals are printed in double quotes. IDs, roles, keywords, keys, durations,
//!   numbers, URLs, paths, names and settings are printed without quotes, except when they would be parsed as
//!   something else (white space, a leading `#` or `-`, the name of a flag or subcommand of that command).
//! - Relations may precede or follow the other arguments, and are printed after them, before the options. Options
//!   are printed in the order of the signature; those of an intent from the registry in the given order.
//! - `--option=value` is accepted. In option and command names, `_` and `-` are equivalent.
//! - A backslash before any other character than `"`, `\`, `n`, `t` is literal.
//! - `device`, `search`, `search intents`, `dismiss` and `goal:` take several unquoted words as one text; everywhere
//!   else a second word is UNEXPECTED_INPUT.
//! - A bare word is a flag rather than a target, a name or a path, but not before a required text:
//!   `type search clear` types "clear". Nor is it a flag if it is the only possible target: `click Double --double`
//!   clicks one.
//! - `[5]`, as observations print IDs, and `@5` are the ID 5. A bare `5` is that ID or the element with the text "5",
//!   whichever exists. `text(5)` and `"5"` are the text.
//! - A bare word that is clearly a selector is one: `.btn` is `css(".btn")`. After a command that requires a target,
//!   `#id` is a selector as well; elsewhere it is a comment. In quotes it is the text, or else the selector.
//! - A command may have alternative spellings (`reload`, `dblclick 5`), which are printed as the command itself.
//!   `--help` after a command is `help` with that command.
//! - `wait 2s` waits for a duration. `goto /path` stays relative.
//! - Values of intents from the registry determine their own type: canonical numbers, durations, `true` and `false` are
//!   printed without quotes, all others quoted. A number that would be printed differently (`007`) is a text.
//! - The comment is kept verbatim, except for trailing white space. A control character is INVALID_VALUE, and so is a
//!   line of more than [`LONGEST_LINE`] bytes; a line break outside a string is UNEXPECTED_INPUT.
//! - A command takes at most 1000 arguments and 1000 options.
//! - A missing argument is reported at the column after the last token of the line.

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
