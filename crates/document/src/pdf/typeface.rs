//! Fonts: the mapping of character codes to text and widths.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use hayro_cmap::{BfString, CMap, CidFamily};
use hayro_font::{CMapResolverFn, Font, FontCache, FontGlyph, FontQuery, FontResolverFn, GlyphId};
use hayro_syntax::object::{Array, Dict, Name, ObjectIdentifier, Stream, String as Text};
use unicode_normalization::UnicodeNormalization as _;

use super::{bidi, unicode_map};

/// The style of a font.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Look {
    pub(super) bold: bool,
    pub(super) slanted: bool,
    pub(super) fixed: bool,
    pub(super) mathematical: bool,
}

/// The fonts found so far.
pub(super) struct Typefaces<'a> {
    library: FontCache<'a>,
    fonts: FontResolverFn,
    maps: CMapResolverFn,
    met: HashMap<ObjectIdentifier, Option<Rc<Typeface<'a>>>>,
    looks: Vec<Look>,
}

/// A font with a cache of its glyphs.
pub(super) struct Typeface<'a> {
    font: Font<'a>,
    /// Its index in the list of styles.
    pub(super) number: u16,
    /// The factor from the size in the content stream to the font size, because bitmap fonts may use pixels.
    pub(super) scale: f64,
    drawn_by_content: bool,
    /// The ToUnicode map of the font, read if the library has no mapping for a code.
    table: Option<Stream<'a>>,
    own: std::cell::OnceCell<HashMap<u32, String>>,
    /// The character collection of its codes, if they are CIDs without a ToUnicode map.
    family: Option<CidFamily>,
    collection: std::cell::OnceCell<Option<CMap>>,
    low: Vec<std::cell::OnceCell<Letter>>,
    high: std::cell::RefCell<HashMap<u32, Letter>>,
}

/// The glyph of a code.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    /// Its text; empty if unknown.
    pub(super) text: Box<str>,
    /// The advance, in thousandths of the font size.
    pub(super) advance: (f64, f64),
}

impl<'a> Typefaces<'a> {
    pub(super) fn new() -> Self {
        Self {
            library: FontCache::new(),
            fonts: Arc::new(|query| match query {
                FontQuery::Standard(font) => Some(font.get_font_data()),
                FontQuery::Fallback(query) => Some(query.pick_standard_font().get_font_data()),
            }),
            maps: Arc::new(hayro_cmap::load_embedded),
            met: HashMap::new(),
            looks: Vec::new(),
        }
    }

    pub(super) fn of(&mut self, dict: &Dict<'a>) -> Option<Rc<Typeface<'a>>> {
        if let Some(known) = dict.obj_id().and_then(|id| self.met.get(&id)) {
            return known.clone();
        }
        let face = self.library.font(dict, &self.fonts, &self.maps).map(|font| {
            let number = u16::try_from(self.looks.len()).unwrap_or(u16::MAX);
            self.looks.push(look(dict));
            Rc::new(Typeface::new(font, number, dict))
        });
        if let Some(id) = dict.obj_id() {
            self.met.insert(id, face.clone());
        }
        face
    }

    pub(super) fn look(&self, number: u16) -> Look {
        self.looks.get(usize::from(number)).copied().unwrap_or_default()
    }
}

impl<'a> Typeface<'a> {
    fn new(font: Font<'a>, number: u16, dict: &Dict<'a>) -> Self {
        let drawn_by_content = dict.get::<Name<'_>>("Subtype").is_some_and(|name| name.as_ref() == b"Type3");
        let mut face = Self {
            font,
            number,
            scale: 1.0,
            drawn_by_content,
            table: dict.get::<Stream<'a>>("ToUnicode"),
            own: std::cell::OnceCell::new(),
            family: family(dict),
            collection: std::cell::OnceCell::new(),
            low: std::iter::repeat_with(std::cell::OnceCell::new).take(256).collect(),
            high: std::cell::RefCell::default(),
        };
        if drawn_by_content {
            face.scale = face.estimate_scale();
        }
        face
    }

    pub(super) fn is_horizontal(&self) -> bool {
        self.font.is_horizontal()
    }

    /// Returns the code at a position of a string, and its length in bytes.
    pub(super) fn code(&self, bytes: &[u8], at: usize) -> (u32, usize) {
        let (code, length) = self.font.read_code(bytes, at);
        (code, length.max(1))
    }

    pub(super) fn letter<R>(&self, code: u32, then: impl FnOnce(&Letter) -> R) -> R {
        if let Some(cell) = usize::try_from(code).ok().and_then(|at| self.low.get(at)) {
            return then(cell.get_or_init(|| self.look_up(code)));
        }
        let mut high = self.high.borrow_mut();
        then(high.entry(code).or_insert_with(|| self.look_up(code)))
    }

    fn look_up(&self, code: u32) -> Letter {
        let unicode = match self.font.glyph(GlyphId::NOTDEF, code) {
            FontGlyph::Outline(glyph) => glyph.as_unicode(),
            FontGlyph::Type3(glyph) => glyph.as_unicode(),
        };
        let text = match unicode {
            Some(BfString::Char(letter)) => bidi::to_visual_order(readable(letter.encode_utf8(&mut [0; 4]))),
            Some(BfString::String(letters)) => bidi::to_visual_order(readable(&letters)),
            None => match self.mapped(code).map(str::to_string).or_else(|| self.collected(code)) {
                Some(letters) => bidi::to_visual_order(readable(&letters)),
                None if self.drawn_by_content => tex_code_to_text(code).into(),
                None => String::new(),
            },
        };
        let advance = self.font.code_advance(code);
        Letter { text: text.into(), advance: (finite(advance.x), finite(advance.y)) }
    }

    fn collected(&self, code: u32) -> Option<String> {
        let family = self.family.as_ref()?;
        let read = || {
            let table = hayro_cmap::load_embedded(family.ucs2_cmap()?)?;
            CMap::parse(table, hayro_cmap::load_embedded)
        };
        match self.collection.get_or_init(read).as_ref()?.lookup_bf_string(code)? {
            BfString::Char(letter) => Some(letter.to_string()),
            BfString::String(letters) => Some(letters),
        }
    }

    fn mapped(&self, code: u32) -> Option<&str> {
        let table = self.table.as_ref()?;
        self.own.get_or_init(|| unicode_map::read(table)).get(&code).map(String::as_str)
    }

    /// Estimates the scale. Glyphs are about half as wide as high; if the widths of a font differ from this
    /// by a factor of ten, its size has another unit.
    fn estimate_scale(&self) -> f64 {
        let widths: Vec<f64> = (33..=255)
            .map(|code| self.font.code_advance(code).x)
            .filter(|width| width.is_finite() && *width > 0.0)
            .collect();
        if widths.is_empty() {
            return 1.0;
        }
        let mean = widths.iter().sum::<f64>() / widths.len() as f64 / 1000.0;
        if (0.2..=1.2).contains(&mean) { 1.0 } else { mean * 2.0 }
    }
}

/// Returns the character collection of a font whose codes are CIDs.
fn family(dict: &Dict<'_>) -> Option<CidFamily> {
    let encoding = dict.get::<Name<'_>>("Encoding")?;
    if !matches!(encoding.as_ref(), b"Identity-H" | b"Identity-V") {
        return None;
    }
    let descendant = dict.get::<Array<'_>>("DescendantFonts")?.iter::<Dict<'_>>().next()?;
    let system = descendant.get::<Dict<'_>>("CIDSystemInfo")?;
    let registry = system.get::<Text<'_>>("Registry")?;
    let ordering = system.get::<Text<'_>>("Ordering")?;
    Some(CidFamily::from_registry_ordering(registry.as_bytes(), ordering.as_bytes()))
}

fn finite(number: f64) -> f64 {
    if number.is_finite() { number } else { 0.0 }
}

fn look(dict: &Dict<'_>) -> Look {
    let descendant =
        dict.get::<Array<'_>>("DescendantFonts").and_then(|fonts| fonts.iter::<Dict<'_>>().next());
    let descriptor = dict
        .get::<Dict<'_>>("FontDescriptor")
        .or_else(|| descendant.as_ref().and_then(|font| font.get::<Dict<'_>>("FontDescriptor")));
    let flags = descriptor.as_ref().and_then(|descriptor| descriptor.get::<i32>("Flags")).unwrap_or(0);
    let weight =
        descriptor.as_ref().and_then(|descriptor| descriptor.get::<f32>("FontWeight")).unwrap_or(400.0);
    let name = dict.get::<Name<'_>>("BaseFont").map(|name| name.as_str().to_owned()).unwrap_or_default();
    let name = name.split_once('+').map_or(name.as_str(), |(_, name)| name).to_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    let begins = |parts: &[&str]| parts.iter().any(|part| name.starts_with(part));
    Look {
        bold: weight >= 600.0
            || flags & (1 << 18) != 0
            || has(&["bold", "black", "heavy", "demi", "-medi"])
            || begins(&["cmbx", "cmssbx", "sfbx", "ecbx", "lmbx", "cmb1"])
            || name.ends_with("-bd"),
        slanted: flags & (1 << 6) != 0
            || has(&["italic", "oblique"])
            || begins(&["cmti", "cmsl", "sfti", "ecti"]),
        fixed: flags & 1 != 0
            || has(&["courier", "mono", "typewriter", "consol", "menlo", "fixed"])
            || begins(&["cmtt", "sftt", "ectt", "lmtt", "cmsltt", "txtt"]),
        mathematical: begins(&[
            "cmmi", "cmsy", "cmex", "msam", "msbm", "lmmath", "eufm", "rsfs", "mtmi", "mtsy",
        ]) || has(&["math", "symbolmt"])
            || name == "symbol",
    }
}

/// Normalizes the text of a glyph: expands ligatures, and removes invisible characters.
fn readable(letters: &str) -> String {
    let mut text = String::with_capacity(letters.len());
    for letter in letters.chars() {
        match letter {
            '\u{fb00}' => text.push_str("ff"),
            '\u{fb01}' => text.push_str("fi"),
            '\u{fb02}' => text.push_str("fl"),
            '\u{fb03}' => text.push_str("ffi"),
            '\u{fb04}' => text.push_str("ffl"),
            '\u{fb05}' | '\u{fb06}' => text.push_str("st"),
            '\u{a0}'
            | '\u{2000}'..='\u{200a}'
            | '\u{202f}'
            | '\u{205f}'
            | '\u{3000}'
            | '\t'
            | '\n'
            | '\r' => {
                text.push(' ');
            }
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => {}
            // Presentation forms.
            '\u{fb13}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefc}'
            | '\u{f900}'..='\u{faff}'
            | '\u{2f00}'..='\u{2fdf}' => {
                text.extend(std::iter::once(letter).nfkc());
            }
            // The private-use codes of bullets from the symbol fonts of word processors.
            '\u{f0b7}' | '\u{f0a7}' | '\u{f0d8}' | '\u{f076}' | '\u{f0fc}' | '\u{f06e}' => text.push('•'),
            '\u{e000}'..='\u{f8ff}' | '\u{fffd}' => {}
            control if control.is_control() => {}
            other => text.push(other),
        }
    }
    text
}

/// Returns the text of a code in the bitmap fonts of TeX, whose glyph names are numbers.
fn tex_code_to_text(code: u32) -> &'static str {
    const ASCII: &str =
        "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz";
    match code {
        11 => "ff",
        12 => "fi",
        13 => "fl",
        14 => "ffi",
        15 => "ffl",
        123 => "–",
        124 => "—",
        33..=122 => usize::try_from(code - 33).ok().and_then(|at| ASCII.get(at..=at)).unwrap_or_default(),
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::{readable, tex_code_to_text};

    #[test]
    fn expands_ligatures_and_removes_invisible_characters() {
        assert_eq!(readable("ﬁ"), "fi");
        assert_eq!(readable("oﬃce\u{200b}"), "office");
        assert_eq!(readable("\u{f0b7}"), "•");
        assert_eq!(readable("\u{fefb}\u{fed7}"), "لاق");
        assert_eq!(readable("\u{e123}\u{7}"), "");
    }

    #[test]
    fn decodes_tex_font_codes() {
        assert_eq!(
            [tex_code_to_text(65), tex_code_to_text(12), tex_code_to_text(122), tex_code_to_text(33)],
            ["A", "fi", "z", "!"]
        );
        assert_eq!(tex_code_to_text(9999), "");
    }
}
