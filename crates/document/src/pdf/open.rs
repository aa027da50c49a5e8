//! Opens PDF files.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use crate::{Fault, Limits};

/// The stack size for parsing deeply nested objects, because a stack overflow cannot be caught.
const STACK: usize = 256 << 20;

/// Opens a file. A file that is encrypted with an empty password opens normally.
pub(super) fn open(bytes: Vec<u8>, limits: &Limits) -> Result<Pdf, Fault> {
    if bytes.is_empty() {
        return Err(Fault::Empty);
    }
    if bytes.len() as u64 > limits.file {
        return Err(crate::limits::too_large("the file", limits.file));
    }
    let handler = nonstandard_security_handler(&bytes);
    let pdf = guarded(|| Pdf::new(bytes)).ok_or_else(|| Fault::damaged("its objects cannot be made out"))?;
    let pdf = pdf.map_err(|error| match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => Fault::Encrypted,
        LoadPdfError::Decryption(DecryptionError::UnsupportedAlgorithm) => Fault::UnknownEncryption {
            what: handler.unwrap_or_else(|| "an algorithm that is not known".into()),
        },
        LoadPdfError::Decryption(_) => Fault::damaged("it says that it is encrypted, but not how"),
        LoadPdfError::Invalid => Fault::damaged("it has no pages that can be found"),
    })?;
    match pdf.pages().len() {
        0 => Err(Fault::damaged("it has no pages that can be found")),
        pages if pages > limits.pages => {
            Err(Fault::TooLarge { what: "the number of pages".into(), limit: limits.pages.to_string() })
        }
        _ => Ok(pdf),
    }
}

/// Calls into the PDF library and catches panics. A malformed file can cause one, and its other pages are
/// still readable.
pub(super) fn guarded<R>(act: impl FnOnce() -> R) -> Option<R> {
    catch_unwind(AssertUnwindSafe(act)).ok()
}

/// Runs a function on a stack that is large enough for deeply nested objects.
pub(super) fn run_on_large_stack<R: Send>(act: impl FnOnce() -> Result<R, Fault> + Send) -> Result<R, Fault> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, act)?;
        worker.join().unwrap_or_else(|_| Err(Fault::damaged("its objects cannot be made out")))
    })
}

/// Returns the name of a non-standard security handler.
fn nonstandard_security_handler(bytes: &[u8]) -> Option<String> {
    const KEY: &[u8] = b"/Filter";
    let mut at = 0;
    if !bytes.windows(8).any(|window| window == b"/Encrypt") {
        return None;
    }
    while let Some(found) = bytes.get(at..)?.windows(KEY.len()).position(|window| window == KEY) {
        at += found + KEY.len();
        let rest = bytes.get(at..)?.trim_ascii_start();
        let Some(name) = rest.strip_prefix(b"/") else { continue };
        let length =
            name.iter().take(64).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'.').count();
        let name = String::from_utf8_lossy(name.get(..length)?).into_owned();
        if !name.is_empty() && !name.ends_with("Decode") && name != "Standard" && name != "Crypt" {
            return Some(format!("the handler {name}"));
        }
    }
    None
}
