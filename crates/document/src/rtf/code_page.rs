//! Decodes the bytes of rich text by code page.

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, IBM866, KOI8_R, MACINTOSH, SHIFT_JIS, UTF_8, WINDOWS_874, WINDOWS_1250,
    WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257,
    WINDOWS_1258, X_MAC_CYRILLIC,
};

/// The upper half of a DOS code page, for `\pc` and `\pca`.
const DOS_437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";
const DOS_850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";

/// A code page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CodePage {
    Known(&'static Encoding),
    Dos(&'static str),
}

impl CodePage {
    /// Windows-1252, the default.
    pub(super) const USUAL: Self = Self::Known(WINDOWS_1252);

    /// Returns the code page for the number of `\ansicpg` or `\cpg`.
    pub(super) fn numbered(number: i32) -> Option<Self> {
        Some(Self::Known(match number {
            437 => return Some(Self::Dos(DOS_437)),
            850 | 858 => return Some(Self::Dos(DOS_850)),
            866 => IBM866,
            874 => WINDOWS_874,
            932 => SHIFT_JIS,
            936 => GBK,
            949 => EUC_KR,
            950 => BIG5,
            1250 => WINDOWS_1250,
            1251 => WINDOWS_1251,
            1252 => WINDOWS_1252,
            1253 => WINDOWS_1253,
            1254 => WINDOWS_1254,
            1255 => WINDOWS_1255,
            1256 => WINDOWS_1256,
            1257 => WINDOWS_1257,
            1258 => WINDOWS_1258,
            10000 => MACINTOSH,
            10007 => X_MAC_CYRILLIC,
            20866 => KOI8_R,
            65001 => UTF_8,
            _ => return None,
        }))
    }

    /// Returns the code page of a font by its character set. Some sets are neutral: the code page of the
    /// document applies.
    pub(super) fn from_font_charset(set: i32) -> Option<Self> {
        Self::numbered(match set {
            77 => 10000,
            128 => 932,
            129 => 949,
            134 => 936,
            136 => 950,
            161 => 1253,
            162 => 1254,
            163 => 1258,
            177 => 1255,
            178 => 1256,
            186 => 1257,
            204 => 1251,
            222 => 874,
            238 => 1250,
            254 => 437,
            255 => 850,
            _ => return None,
        })
    }

    /// Decodes the bytes and appends them to a text.
    pub(super) fn read(self, bytes: &[u8], text: &mut String) {
        match self {
            Self::Known(encoding) => text.push_str(&encoding.decode_without_bom_handling(bytes).0),
            Self::Dos(upper) => text.extend(bytes.iter().map(|byte| match byte.checked_sub(128) {
                None => char::from(*byte),
                Some(at) => upper.chars().nth(usize::from(at)).unwrap_or(' '),
            })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CodePage, DOS_437, DOS_850};

    #[test]
    fn decodes_bytes_by_code_page() {
        let read = |number: i32, bytes: &[u8]| {
            let mut text = String::new();
            CodePage::numbered(number).unwrap().read(bytes, &mut text);
            text
        };
        assert_eq!(read(1252, b"\xe3"), "ã");
        assert_eq!(read(1251, b"\xe3"), "г");
        assert_eq!(read(850, b"a\x87\xc6o"), "ação");
        assert_eq!(read(437, b"\x80\xff"), "Ç\u{a0}");
        assert_eq!(read(932, b"\x93\xfa\x96\x7b"), "日本");
        assert_eq!([DOS_437.chars().count(), DOS_850.chars().count()], [128, 128]);
    }
}
