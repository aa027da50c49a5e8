//! Units of measure, except those of time.

use super::passage::Passage;

/// The dimension of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Bytes.
    Data,
    /// Bits or bytes per second.
    Rate,
    /// Length or distance.
    Length,
    /// Mass.
    Mass,
    /// Volume.
    Volume,
    /// Temperature.
    Temperature,
    /// Speed.
    Speed,
    /// Frequency.
    Frequency,
    /// Power.
    Power,
    /// Pixels.
    Pixels,
    /// A currency, by its three-letter code.
    Money,
}

/// A unit of measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Its symbol, which is the same in every language: `MB`, `km`, `EUR`.
    pub sign: &'static str,
    /// Its dimension.
    pub measure: Measure,
}

const fn unit(sign: &'static str, measure: Measure) -> Unit {
    Unit { sign, measure }
}

/// Parses the name or symbol of a unit, and returns its end.
pub(super) fn unit_at(passage: &Passage, at: usize) -> Option<(usize, Unit)> {
    if let Some(currency) = passage.mark(at).and_then(currency) {
        return Some((at + 1, currency));
    }
    if passage.is_mark(at, '°') || passage.is_mark(at, 'º') {
        let sign = match passage.word(at + 1) {
            "c" => "°C",
            "f" => "°F",
            _ => return None,
        };
        return Some((at + 2, unit(sign, Measure::Temperature)));
    }
    let word = passage.word(at);
    if passage.is_mark(at + 1, '/') && passage.is_glued(at + 1) {
        let sign = match (word, passage.word(at + 2)) {
            ("km", "h") => unit("km/h", Measure::Speed),
            ("m", "s") => unit("m/s", Measure::Speed),
            ("mb", "s") => unit("MB/s", Measure::Rate),
            ("kb", "s") => unit("KB/s", Measure::Rate),
            _ => return None,
        };
        return Some((at + 3, sign));
    }
    if let Some((end, unit)) = phrase(passage, at) {
        return Some((end, unit));
    }
    let unit = signed(word).or_else(|| match passage.is_portuguese() {
        true => portuguese(word),
        false => english(word),
    })?;
    Some((at + 1, unit))
}

/// Returns the currency for a symbol.
pub(super) fn currency(sign: char) -> Option<Unit> {
    Some(match sign {
        '€' => unit("EUR", Measure::Money),
        '$' => unit("USD", Measure::Money),
        '£' => unit("GBP", Measure::Money),
        '¥' => unit("JPY", Measure::Money),
        _ => return None,
    })
}

fn phrase(passage: &Passage, at: usize) -> Option<(usize, Unit)> {
    let phrases: &[(&str, Unit)] = match passage.is_portuguese() {
        true => &[
            ("quilometros por hora", unit("km/h", Measure::Speed)),
            ("graus celsius", unit("°C", Measure::Temperature)),
            ("graus fahrenheit", unit("°F", Measure::Temperature)),
        ],
        false => &[
            ("kilometers per hour", unit("km/h", Measure::Speed)),
            ("kilometres per hour", unit("km/h", Measure::Speed)),
            ("miles per hour", unit("mph", Measure::Speed)),
            ("degrees celsius", unit("°C", Measure::Temperature)),
            ("degrees fahrenheit", unit("°F", Measure::Temperature)),
        ],
    };
    let found = |(phrase, unit): &(&str, Unit)| passage.phrase(at, phrase).map(|end| (end, *unit));
    phrases.iter().find_map(found)
}

/// Returns the unit for a symbol that both languages share.
fn signed(word: &str) -> Option<Unit> {
    Some(match word {
        "b" => unit("B", Measure::Data),
        "kb" => unit("KB", Measure::Data),
        "mb" => unit("MB", Measure::Data),
        "gb" => unit("GB", Measure::Data),
        "tb" => unit("TB", Measure::Data),
        "kib" => unit("KiB", Measure::Data),
        "mib" => unit("MiB", Measure::Data),
        "gib" => unit("GiB", Measure::Data),
        "tib" => unit("TiB", Measure::Data),
        "byte" | "bytes" => unit("B", Measure::Data),
        "megas" | "megabyte" | "megabytes" => unit("MB", Measure::Data),
        "gigas" | "gigabyte" | "gigabytes" => unit("GB", Measure::Data),
        "kilobyte" | "kilobytes" | "quilobyte" | "quilobytes" => unit("KB", Measure::Data),
        "terabyte" | "terabytes" => unit("TB", Measure::Data),
        "kbps" => unit("kbps", Measure::Rate),
        "mbps" => unit("Mbps", Measure::Rate),
        "gbps" => unit("Gbps", Measure::Rate),
        "km" | "kms" => unit("km", Measure::Length),
        "m" => unit("m", Measure::Length),
        "cm" => unit("cm", Measure::Length),
        "mm" => unit("mm", Measure::Length),
        "ft" => unit("ft", Measure::Length),
        "kg" | "kgs" => unit("kg", Measure::Mass),
        "g" => unit("g", Measure::Mass),
        "mg" => unit("mg", Measure::Mass),
        "lb" | "lbs" => unit("lb", Measure::Mass),
        "oz" => unit("oz", Measure::Mass),
        "l" => unit("l", Measure::Volume),
        "ml" => unit("ml", Measure::Volume),
        "cl" => unit("cl", Measure::Volume),
        "kmh" | "kph" => unit("km/h", Measure::Speed),
        "mph" => unit("mph", Measure::Speed),
        "hz" => unit("Hz", Measure::Frequency),
        "khz" => unit("kHz", Measure::Frequency),
        "mhz" => unit("MHz", Measure::Frequency),
        "ghz" => unit("GHz", Measure::Frequency),
        "kw" => unit("kW", Measure::Power),
        "px" => unit("px", Measure::Pixels),
        "eur" => unit("EUR", Measure::Money),
        "usd" => unit("USD", Measure::Money),
        "gbp" => unit("GBP", Measure::Money),
        "brl" => unit("BRL", Measure::Money),
        "euro" | "euros" => unit("EUR", Measure::Money),
        "watt" | "watts" => unit("W", Measure::Power),
        _ => return None,
    })
}

fn english(word: &str) -> Option<Unit> {
    Some(match word {
        "dollar" | "dollars" | "bucks" => unit("USD", Measure::Money),
        "pounds" | "quid" => unit("GBP", Measure::Money),
        "yen" => unit("JPY", Measure::Money),
        "reais" => unit("BRL", Measure::Money),
        "kilometer" | "kilometers" | "kilometre" | "kilometres" => unit("km", Measure::Length),
        "meter" | "meters" | "metre" | "metres" => unit("m", Measure::Length),
        "centimeter" | "centimeters" | "centimetre" | "centimetres" => unit("cm", Measure::Length),
        "millimeter" | "millimeters" | "millimetre" | "millimetres" => unit("mm", Measure::Length),
        "mile" | "miles" => unit("mi", Measure::Length),
        "foot" | "feet" => unit("ft", Measure::Length),
        "inch" | "inches" => unit("in", Measure::Length),
        "yard" | "yards" => unit("yd", Measure::Length),
        "kilo" | "kilos" | "kilogram" | "kilograms" => unit("kg", Measure::Mass),
        "gram" | "grams" => unit("g", Measure::Mass),
        "ounce" | "ounces" => unit("oz", Measure::Mass),
        "liter" | "liters" | "litre" | "litres" => unit("l", Measure::Volume),
        "milliliter" | "milliliters" | "millilitre" | "millilitres" => unit("ml", Measure::Volume),
        "gallon" | "gallons" => unit("gal", Measure::Volume),
        "degree" | "degrees" => unit("°", Measure::Temperature),
        "pixel" | "pixels" => unit("px", Measure::Pixels),
        _ => return None,
    })
}

fn portuguese(word: &str) -> Option<Unit> {
    Some(match word {
        "dolar" | "dolares" => unit("USD", Measure::Money),
        "libras" => unit("GBP", Measure::Money),
        "reais" => unit("BRL", Measure::Money),
        "ienes" => unit("JPY", Measure::Money),
        "quilometro" | "quilometros" => unit("km", Measure::Length),
        "metro" | "metros" => unit("m", Measure::Length),
        "centimetro" | "centimetros" => unit("cm", Measure::Length),
        "milimetro" | "milimetros" => unit("mm", Measure::Length),
        "milha" | "milhas" => unit("mi", Measure::Length),
        "polegada" | "polegadas" => unit("in", Measure::Length),
        "quilo" | "quilos" | "quilograma" | "quilogramas" => unit("kg", Measure::Mass),
        "grama" | "gramas" => unit("g", Measure::Mass),
        "litro" | "litros" => unit("l", Measure::Volume),
        "mililitro" | "mililitros" => unit("ml", Measure::Volume),
        "grau" | "graus" => unit("°", Measure::Temperature),
        "pixel" | "pixels" | "pixeis" => unit("px", Measure::Pixels),
        _ => return None,
    })
}
