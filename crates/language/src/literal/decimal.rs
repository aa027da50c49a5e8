//! Exact decimal numbers: a tenth is a tenth.

use lemmascope_intent::Number;

/// An integer with a number of decimals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decimal {
    mantissa: i128,
    places: u32,
}

/// The maximum number of digits; a longer number is a key or a serial number.
const MOST_DIGITS: usize = 18;

impl Decimal {
    pub(super) fn whole(value: u64) -> Self {
        Self { mantissa: i128::from(value), places: 0 }
    }

    /// One half.
    pub(super) const HALF: Self = Self { mantissa: 5, places: 1 };

    /// Creates a number from its integer and fraction digits.
    pub(super) fn from_digits(whole: &str, fraction: &str) -> Option<Self> {
        if whole.len() + fraction.len() > MOST_DIGITS || whole.is_empty() {
            return None;
        }
        let mantissa = format!("{whole}{fraction}").parse().ok()?;
        Some(Self { mantissa, places: u32::try_from(fraction.len()).ok()? })
    }

    pub(super) fn times(self, factor: u64) -> Option<Self> {
        let mantissa = self.mantissa.checked_mul(i128::from(factor))?;
        Some(Self { mantissa, ..self }.shortest())
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let places = self.places.max(other.places);
        let raised = |it: Self| it.mantissa.checked_mul(10_i128.checked_pow(places - it.places)?);
        Some(Self { mantissa: raised(self)?.checked_add(raised(other)?)?, places }.shortest())
    }

    pub(super) fn negative(self) -> Self {
        Self { mantissa: -self.mantissa, ..self }
    }

    pub(super) fn is_negative(self) -> bool {
        self.mantissa < 0
    }

    /// Returns the non-negative integer, if it is one.
    pub(super) fn as_whole(self) -> Option<u64> {
        let short = self.shortest();
        if short.places == 0 { u64::try_from(short.mantissa).ok() } else { None }
    }

    /// Converts to the number type of intents.
    pub(super) fn number(self) -> Option<Number> {
        let Self { mantissa, places } = self.shortest();
        if places == 0
            && let Ok(whole) = i64::try_from(mantissa)
        {
            return Some(Number::Integer(whole));
        }
        // Parsing the text rounds once, while a division could round twice.
        format!("{mantissa}e-{places}").parse().ok().and_then(Number::from_f64)
    }

    fn shortest(self) -> Self {
        let Self { mut mantissa, mut places } = self;
        while places > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            places -= 1;
        }
        Self { mantissa, places }
    }
}
