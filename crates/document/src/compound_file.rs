//! The container of old office formats, which are detected but not supported.

use std::fs::File;
use std::io::Read as _;

use crate::Fault;

/// The size of the part that is searched for stream names, in bytes.
const LOOKED_THROUGH: u64 = 8 << 20;

/// Returns the reason why a file of this kind is not supported.
pub(crate) fn refusal(file: File) -> Fault {
    let mut bytes = Vec::new();
    if let Err(error) = file.take(LOOKED_THROUGH).read_to_end(&mut bytes) {
        return error.into();
    }
    let has = |name: &str| {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        bytes.windows(wide.len()).any(|window| window == wide)
    };
    if has("EncryptedPackage") {
        return Fault::Encrypted;
    }
    let looks_like = if has("WordDocument") {
        "an old Word document (.doc)"
    } else if has("Workbook") {
        "an old spreadsheet (.xls)"
    } else if has("PowerPoint Document") {
        "an old presentation (.ppt)"
    } else if has("__substg1.0_") || has("__properties_version1.0") {
        "a mail of Outlook (.msg)"
    } else {
        "a file of an old office program"
    };
    Fault::NotADocument { looks_like: looks_like.into() }
}
