use std::io::{BufRead, Read};

use lemmascope_intent::{Cause, Failure};
use tokio::sync::mpsc;

/// The maximum size of a command.
pub(super) const LONGEST: u64 = 16 << 20;

/// A command, and the number of its first line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Command {
    pub(super) line: usize,
    pub(super) text: String,
}

/// An iterator over the commands of a source, which yields each as soon as it is complete. The indented lines
/// below a `define` belong to it, so a definition is complete after the next line has arrived, or at the end.
struct Commands<R> {
    source: R,
    line: usize,
    /// A line that was already read and belongs to the next command.
    next: Option<String>,
}

/// Returns the commands of a source that may block. A separate thread reads the source, and is abandoned when
/// no further commands are needed.
pub(super) fn arriving(source: impl BufRead + Send + 'static) -> mpsc::Receiver<Result<Command, Failure>> {
    let (told, heard) = mpsc::channel(1);
    std::thread::spawn(move || {
        let commands = Commands { source, line: 0, next: None };
        for command in commands {
            if told.blocking_send(command).is_err() {
                return;
            }
        }
    });
    heard
}

/// Whether a line begins a definition, whose body follows.
pub(crate) fn is_definition(line: &str) -> bool {
    let first = line.lines().next().unwrap_or_default().trim();
    first.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("define"))
}

impl<R: BufRead> Commands<R> {
    fn read_line(&mut self, room: u64) -> Result<Option<String>, Failure> {
        if let Some(line) = self.next.take() {
            return Ok(Some(line));
        }
        let mut line = Vec::new();
        let mut source = Read::take(&mut self.source, room + 1);
        let length = source.read_until(b'\n', &mut line).map_err(|error| unreadable(&error.to_string()))?;
        if length == 0 {
            return Ok(None);
        }
        if length as u64 > room {
            return Err(Failure::new(Cause::InvalidParameter, "a command has more than 16 MiB"));
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        self.line += 1;
        String::from_utf8(line)
            .map(Some)
            .map_err(|_| unreadable(&format!("line {} is not UTF-8 text", self.line)))
    }

    fn read_command(&mut self) -> Result<Option<Command>, Failure> {
        let Some(mut text) = self.read_line(LONGEST)? else { return Ok(None) };
        let line = self.line;
        while is_definition(&text) {
            match self.read_line(LONGEST.saturating_sub(text.len() as u64))? {
                Some(more) if more.starts_with([' ', '\t']) || more.trim().is_empty() => {
                    text.push('\n');
                    text.push_str(&more);
                }
                other => {
                    self.next = other;
                    break;
                }
            }
        }
        Ok(Some(Command { line, text }))
    }
}

impl<R: BufRead> Iterator for Commands<R> {
    type Item = Result<Command, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read_command().transpose()
    }
}

fn unreadable(why: &str) -> Failure {
    Failure::new(Cause::InvalidParameter, format!("the script cannot be read: {why}"))
        .hint("A script is UTF-8 text, one command a line.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(script: &[u8]) -> Vec<Result<Command, Failure>> {
        // After a read error, no further command is returned.
        let mut failed = false;
        let commands = Commands { source: script, line: 0, next: None };
        commands.take_while(|command| !std::mem::replace(&mut failed, command.is_err())).collect()
    }

    fn command(line: usize, text: &str) -> Result<Command, Failure> {
        Ok(Command { line, text: text.into() })
    }

    #[test]
    fn definition_includes_its_indented_lines() {
        let script = b"undo\ndefine x:\n  steps:\n    - checkpoint: a\n\nx\r\n\nurl";
        let read = commands(script);
        assert_eq!(read[0], command(1, "undo"));
        assert_eq!(read[1], command(2, "define x:\n  steps:\n    - checkpoint: a\n"));
        assert_eq!(read[2], command(6, "x"));
        assert_eq!(read[3], command(7, ""));
        assert_eq!(read[4], command(8, "url"));
        assert_eq!(read.len(), 5);
        assert_eq!(commands(b""), vec![]);
    }

    #[test]
    fn rejects_invalid_utf8_and_oversized_scripts() {
        let read = commands(b"undo\n\xff\xfe\nurl\n");
        assert!(read[1].as_ref().is_err_and(|failure| failure.message.contains("line 2 is not UTF-8")));
        assert_eq!(read.len(), 2);
        let read = commands(&vec![b'a'; (LONGEST + 10) as usize]);
        assert!(read[0].as_ref().is_err_and(|failure| failure.message.contains("16 MiB")));
    }
}
