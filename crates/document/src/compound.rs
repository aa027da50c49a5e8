//! The container of the old office formats. None of them is read, but which it is can be told.

use std::fs::File;
use std::io::Read as _;

use crate::Fault;

/// As much of the file is looked through for the names of its streams.
const LOOKED_THROUGH: u64 = 8 << 20;

/// Why a file of this kind is not read.
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
