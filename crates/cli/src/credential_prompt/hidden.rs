use std::io::{BufRead, Stdin};
use std::os::fd::AsFd;

use lemmascope_intent::{Failure, Secret};
use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};

use super::{called_off, say};

/// The keys that end the input: Ctrl-C and, on an empty line, Ctrl-D.
const INTERRUPT: u8 = 3;
const END: u8 = 4;
const CLEAR: u8 = 21;

/// The previous state of the terminal, which is restored on drop.
struct Quiet {
    terminal: Stdin,
    before: Termios,
}

impl Drop for Quiet {
    fn drop(&mut self) {
        let _gone = tcsetattr(self.terminal.as_fd(), OptionalActions::Flush, &self.before);
        say("\n");
    }
}

/// Reads a line from the terminal without echo. Handles keys one by one, including Ctrl-C, because a process
/// that the terminal kills would leave the echo disabled.
pub(crate) fn read_hidden(prompt: &str) -> Result<Secret, Failure> {
    let terminal = std::io::stdin();
    let before = tcgetattr(terminal.as_fd()).map_err(|_| called_off())?;
    let mut quiet = before.clone();
    quiet.local_modes.remove(LocalModes::ECHO | LocalModes::ECHONL | LocalModes::ICANON | LocalModes::ISIG);
    quiet.special_codes[SpecialCodeIndex::VMIN] = 1;
    quiet.special_codes[SpecialCodeIndex::VTIME] = 0;
    // Disabled before the prompt, so that early input is not echoed either.
    tcsetattr(terminal.as_fd(), OptionalActions::Flush, &quiet).map_err(|_| called_off())?;
    let quiet = Quiet { terminal, before };
    say(prompt);
    read_line(quiet.terminal.lock())
}

fn read_line(keys: impl BufRead) -> Result<Secret, Failure> {
    // Allocated once, because growing would leave copies of the secret in memory.
    let mut line = zeroize::Zeroizing::new(Vec::with_capacity(4096));
    for key in keys.bytes() {
        match key.map_err(|_| called_off())? {
            b'\n' | b'\r' => {
                let text = String::from_utf8(line.to_vec()).map_err(|_| called_off())?;
                return Ok(Secret::new(text));
            }
            INTERRUPT => return Err(called_off()),
            END if line.is_empty() => return Err(called_off()),
            CLEAR => line.clear(),
            8 | 127 => {
                // Removes the last character, which may have several bytes.
                while line.pop().is_some_and(|byte| byte & 0b1100_0000 == 0b1000_0000) {}
            }
            key => line.push(key),
        }
    }
    Err(called_off())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_line_with_control_characters() {
        let read = |keys: &str| read_line(keys.as_bytes()).map(|line| line.expose().to_string());
        assert_eq!(read("hunter2\n").unwrap(), "hunter2");
        assert_eq!(read("hunné\u{7f}\u{7f}ter2\r").unwrap(), "hunter2");
        assert_eq!(read("\u{7f}wrong\u{15}hunter2\n").unwrap(), "hunter2");
        assert!(read("hunter\u{3}2\n").is_err());
        assert!(read("\u{4}").is_err());
        assert!(read("hunter2").is_err(), "a terminal that goes away has not said it");
    }
}
