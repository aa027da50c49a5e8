/// The command line of a verb: its words and its positional arguments. All other parameters of the signature
/// are options and not listed here.
#[derive(Debug, Clone, PartialEq)]
pub struct Syntax {
    /// The literal words at the start: `click`, `wait visible`.
    pub words: &'static str,
    /// The positional arguments, in order.
    pub slots: Vec<SyntaxSlot>,
    /// How the rest of the line is parsed.
    pub shape: LineShape,
    /// The switches that an alternative spelling sets: `dblclick` is `click --double`.
    pub preset: Vec<&'static str>,
    /// Two options that exclude each other.
    pub exclusive: Option<(&'static str, &'static str)>,
    /// Whether it calls the intent with its name, with the options of every intent.
    pub calls_intent: bool,
}

/// How the rest of a command line is parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineShape {
    /// As positional arguments and options.
    Slots,
    /// As one text, after a colon (`goal:`).
    Goal,
    /// As a sentence, with options before or after it (`say`). A `#` in it does not start a comment.
    Sentence,
    /// As a name, a colon and a verbatim body (`define`).
    Define,
    /// As a name, then arguments and options that the intent defines (`run`).
    Open,
}

/// A positional argument, or a literal word between arguments.
#[derive(Debug, Clone, PartialEq)]
pub struct SyntaxSlot {
    /// The parameter, or the literal word.
    pub name: &'static str,
    /// Whether it is a literal word.
    pub is_literal: bool,
    /// Whether it is required.
    pub required: bool,
    /// Whether it takes all remaining arguments.
    pub repeated: bool,
    /// The option that can replace it.
    pub instead: Option<&'static str>,
    /// Bare words that are values of another parameter, and that parameter.
    pub words: Option<(&'static str, Vec<&'static str>)>,
    /// The suffixes of the words that it accepts; without any, it accepts all.
    pub endings: Vec<&'static str>,
}

impl Syntax {
    /// Reads a pattern, which is written as a usage line without its options:
    ///
    /// - `wait visible <target>`: words, then a required parameter; `[target]` is optional;
    /// - `upload <target> <files>…`: the last parameter takes all that follows;
    /// - `drag <target> to <destination>`: a word between two parameters;
    /// - `download <target|--url>`: required unless the option is given;
    /// - `scroll [direction=up|down|target]`: these words are values of `direction`, all else is the target;
    /// - `screenshot <output:.png,.jpg>`: in another spelling of a command, only words with these endings;
    /// - `dblclick <target> --double`: in another spelling of a command, a switch that it gives.
    pub fn read(pattern: &'static str) -> Self {
        let (pattern, switches) = pattern.split_once(" --").unwrap_or((pattern, ""));
        let is_word = |part: &&str| !part.starts_with(['<', '[']);
        let length = pattern.find([' ']).map_or(pattern.len(), |_| {
            let words = pattern.split(' ').take_while(is_word);
            words.map(|word| word.len() + 1).sum::<usize>().saturating_sub(1)
        });
        let (words, rest) = pattern.split_at(length);
        Self {
            words,
            slots: rest.split_whitespace().map(slot).collect(),
            shape: LineShape::Slots,
            preset: switches.split(" --").filter(|switch| !switch.is_empty()).collect(),
            exclusive: None,
            calls_intent: false,
        }
    }

    /// Whether a parameter is positional.
    pub fn is_positional(&self, parameter: &str) -> bool {
        self.slots.iter().filter(|slot| !slot.is_literal).any(|slot| {
            slot.name == parameter || slot.words.as_ref().is_some_and(|(name, _)| *name == parameter)
        })
    }
}

fn slot(part: &'static str) -> SyntaxSlot {
    let (part, repeated) = part.strip_suffix('…').map_or((part, false), |part| (part, true));
    let required = part.starts_with('<');
    let Some(inner) = part.strip_prefix(['<', '[']).and_then(|part| part.strip_suffix(['>', ']'])) else {
        let (instead, words, endings) = (None, None, Vec::new());
        return SyntaxSlot {
            name: part,
            is_literal: true,
            required: true,
            repeated,
            instead,
            words,
            endings,
        };
    };
    let (inner, endings) = inner.split_once(':').unwrap_or((inner, ""));
    let (before, name) = match inner.split_once("|--") {
        Some((name, _)) => ("", name),
        None => inner.rsplit_once('|').unwrap_or(("", inner)),
    };
    SyntaxSlot {
        name,
        is_literal: false,
        required,
        repeated,
        instead: inner.split_once("|--").map(|(_, option)| option),
        words: before.split_once('=').map(|(parameter, words)| (parameter, words.split('|').collect())),
        endings: endings.split(',').filter(|ending| !ending.is_empty()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(pattern: &'static str) -> String {
        let syntax = Syntax::read(pattern);
        let slots = syntax.slots.iter().map(|slot| {
            let mark = match (slot.is_literal, slot.required, slot.repeated) {
                (true, ..) => "'",
                (_, true, true) => "+",
                (_, true, false) => "!",
                (_, false, _) => "?",
            };
            let words = slot.words.as_ref().map(|(to, words)| format!("({to}: {})", words.join(" ")));
            let instead = slot.instead.map(|option| format!("({option})"));
            let endings: String = slot.endings.iter().map(|ending| format!("*{ending}")).collect();
            format!(
                " {}{mark}{endings}{}{}",
                slot.name,
                words.unwrap_or_default(),
                instead.unwrap_or_default()
            )
        });
        let preset = syntax.preset.iter().map(|switch| format!(" --{switch}"));
        format!("{}:{}", syntax.words, slots.chain(preset).collect::<String>())
    }

    #[test]
    fn parses_command_words_and_arguments() {
        for (pattern, expected) in [
            ("back", "back:"),
            ("wait visible <target>", "wait visible: target!"),
            ("dialog auto off", "dialog auto off:"),
            ("headers set [domain] <json>", "headers set: domain? json!"),
            ("upload <target> <files>…", "upload: target! files+"),
            ("drag <target> to <destination>", "drag: target! to' destination!"),
            ("download <target|--url>", "download: target!(url)"),
            ("screenshot <output:.png,.jpg>", "screenshot: output!*.png*.jpg"),
            ("dblclick <target> --double", "dblclick: target! --double"),
            ("reload page --hard --again", "reload page: --hard --again"),
            (
                "scroll [direction=up|down|target] [direction]",
                "scroll: target?(direction: up down) direction?",
            ),
        ] {
            assert_eq!(shown(pattern), expected, "{pattern}");
        }
    }
}
