//! Decodes little-endian numbers.

/// Returns the two bytes at an offset.
#[inline]
pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Returns the four bytes at an offset.
#[inline]
pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Returns the eight bytes at an offset as a float.
#[inline]
pub(super) fn f64_at(bytes: &[u8], at: usize) -> Option<f64> {
    Some(f64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Decodes an RK number, the 4-byte encoding of most numbers: the upper bits of a float or an integer, either
/// of which may be in hundredths.
pub(super) fn packed(bits: u32) -> f64 {
    let number = if bits & 2 == 0 {
        f64::from_bits(u64::from(bits & !3) << 32)
    } else {
        f64::from((bits as i32) >> 2)
    };
    if bits & 1 == 0 { number } else { number / 100.0 }
}

/// Returns the name of an error code.
pub(super) fn error_name(code: u8) -> &'static str {
    match code {
        0x00 => "#NULL!",
        0x07 => "#DIV/0!",
        0x0f => "#VALUE!",
        0x17 => "#REF!",
        0x1d => "#NAME?",
        0x24 => "#NUM!",
        0x2a => "#N/A",
        0x2b => "#GETTING_DATA",
        _ => "#ERROR!",
    }
}

/// Decodes UTF-16.
pub(super) fn wide(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).map(|it| u16::from_le_bytes([it[0], it[1]]));
    char::decode_utf16(units).map(|it| it.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

#[cfg(test)]
mod tests {
    use super::packed;

    #[test]
    fn decodes_rk_numbers() {
        assert_eq!(packed(0x3ff0_0000), 1.0);
        assert_eq!(packed((12_345 << 2) | 3), 123.45);
        assert_eq!(packed(((-7i32 as u32) << 2) | 2), -7.0);
    }
}
