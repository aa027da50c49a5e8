use std::io;

use lemmascope_intent::{Cause, Failure};
use rustix::io::Errno;

/// Converts an error of the operating system to a failure in the user's terms. `shown` is the path for
/// display.
pub(super) fn fault(shown: &str, error: impl Into<io::Error>) -> Failure {
    let error = error.into();
    let (cause, message, hint) = match error.raw_os_error().map(Errno::from_raw_os_error) {
        Some(Errno::NOENT) => {
            return not_found(shown);
        }
        Some(Errno::EXIST) => return already_exists(shown),
        Some(Errno::ACCESS | Errno::PERM) => (
            Cause::PermissionDenied,
            format!("the system does not allow that on \"{shown}\""),
            "Check its owner and permissions.",
        ),
        Some(Errno::ROFS) => (
            Cause::PermissionDenied,
            format!("\"{shown}\" is on a read-only file system"),
            "Choose a place on a file system that can be written.",
        ),
        Some(Errno::NOSPC) => (
            Cause::DiskFull,
            format!("there is no room left on the disk of \"{shown}\""),
            "Free some space and try again.",
        ),
        Some(Errno::DQUOT) => (
            Cause::DiskFull,
            format!("the quota is used up on the disk of \"{shown}\""),
            "Free some space, or ask for a larger quota.",
        ),
        Some(Errno::FBIG) => (
            Cause::DiskFull,
            format!("\"{shown}\" would be larger than a file may be here"),
            "Write less, or raise the limit on file sizes.",
        ),
        Some(Errno::NOTEMPTY) => (
            Cause::Conflict,
            format!("the folder \"{shown}\" is not empty"),
            "Set recursive to delete it with all it holds.",
        ),
        Some(Errno::NOTDIR) => (
            Cause::InvalidParameter,
            format!("a part of \"{shown}\" is a file, not a folder"),
            "Check the folders in the path.",
        ),
        Some(Errno::ISDIR) => (
            Cause::InvalidParameter,
            format!("\"{shown}\" is a folder, not a file"),
            "Give the path of a file.",
        ),
        Some(Errno::NAMETOOLONG) => (
            Cause::InvalidParameter,
            format!("the name \"{shown}\" is too long for the file system"),
            "Choose a shorter name.",
        ),
        Some(Errno::LOOP) => (
            Cause::InvalidParameter,
            format!("\"{shown}\" is a link where none is followed, or links in a circle"),
            "Give the target of the link.",
        ),
        Some(Errno::BUSY | Errno::TXTBSY) => (
            Cause::Failed,
            format!("\"{shown}\" is in use by the system"),
            "Close the programs that use it and try again.",
        ),
        Some(Errno::MFILE | Errno::NFILE) => (
            Cause::Failed,
            format!("too many files are open to reach \"{shown}\""),
            "Close some programs and try again.",
        ),
        _ if error.kind() == io::ErrorKind::Unsupported => (
            Cause::InvalidParameter,
            format!("\"{shown}\" is a pipe, socket or device"),
            "Give the path of a file or a folder.",
        ),
        _ => {
            return Failure::new(Cause::Failed, format!("\"{shown}\" could not be used"))
                .context(error.to_string());
        }
    };
    Failure::new(cause, message).hint(hint)
}

pub(super) fn not_found(shown: &str) -> Failure {
    Failure::new(Cause::TargetNotFound, format!("\"{shown}\" does not exist"))
        .hint("Check the path, or create it first.")
}

pub(super) fn already_exists(shown: &str) -> Failure {
    Failure::new(Cause::AlreadyExists, format!("\"{shown}\" already exists"))
        .hint("Choose another name, or set overwrite if it may be replaced.")
}

pub(super) fn conflict(message: String, hint: &str) -> Failure {
    Failure::new(Cause::Conflict, message).hint(hint)
}

pub(super) fn invalid(message: String, hint: &str) -> Failure {
    Failure::new(Cause::InvalidParameter, message).hint(hint)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn names_the_path_and_the_remedy_for_each_errno() {
        use Cause::*;
        let cases = [
            (Errno::NOENT, TargetNotFound),
            (Errno::EXIST, AlreadyExists),
            (Errno::ACCESS, PermissionDenied),
            (Errno::PERM, PermissionDenied),
            (Errno::ROFS, PermissionDenied),
            (Errno::NOSPC, DiskFull),
            (Errno::DQUOT, DiskFull),
            (Errno::NOTEMPTY, Conflict),
            (Errno::NOTDIR, InvalidParameter),
            (Errno::ISDIR, InvalidParameter),
            (Errno::NAMETOOLONG, InvalidParameter),
            (Errno::LOOP, InvalidParameter),
        ];
        for (errno, cause) in cases {
            let failure = fault("notes/a.txt", errno);
            assert_eq!(failure.cause, cause, "{errno}");
            assert!(failure.message.contains("notes/a.txt"), "{errno}: {}", failure.message);
            assert!(failure.hint.is_some(), "{errno}");
            assert!(!failure.effect_unknown);
        }
        assert!(fault("a", Errno::ROFS).message.contains("read-only file system"));
    }

    #[test]
    fn write_to_full_device_reports_disk_full() {
        let mut full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let error = full.write_all(b"x").unwrap_err();
        assert_eq!(fault("a", error).cause, Cause::DiskFull);
    }
}
