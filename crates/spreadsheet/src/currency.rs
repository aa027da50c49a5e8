//! Currency symbols, codes and abbreviations.

/// Currency symbols before or after an amount. Longer ones come first, so that `R$` is not read as `$`.
const SIGNS: &[&str] = &[
    "NZ$", "HK$", "US$", "NT$", "MX$", "AU$", "CA$", "руб.", "руб", "R$", "A$", "C$", "S$", "kr.", "Kr.",
    "Fr.", "Rs.", "zł", "Kč", "Ft", "kr", "Kr", "Rs", "лв.", "лв", "din", "lei", "TL", "$", "€", "£", "¥",
    "₹", "₽", "₺", "₩", "₪", "₫", "₴", "₦", "฿", "₱", "₡", "₲", "₸", "₾", "₼", "元", "円", "Kz", "MT", "Esc",
];

/// Common ISO 4217 currency codes.
const CODES: &[&str] = &[
    "AED", "AOA", "ARS", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CVE", "CZK", "DKK", "EGP",
    "EUR", "GBP", "GEL", "HKD", "HRK", "HUF", "IDR", "ILS", "INR", "ISK", "JPY", "KES", "KRW", "KZT", "MAD",
    "MXN", "MYR", "MZN", "NGN", "NOK", "NZD", "PEN", "PHP", "PKR", "PLN", "PTE", "RON", "RSD", "RUB", "SAR",
    "SEK", "SGD", "THB", "TND", "TRY", "TWD", "UAH", "USD", "UYU", "VND", "ZAR",
];

/// Returns the currency at the start of a text, and the rest.
pub(crate) fn before(text: &str) -> Option<(&'static str, &str)> {
    let sign = SIGNS.iter().find_map(|sign| text.strip_prefix(sign).map(|rest| (*sign, rest)));
    sign.or_else(|| {
        let (head, rest) = text.split_at_checked(3)?;
        Some((code(head)?, rest))
    })
}

/// Returns the currency at the end of a text, and the rest.
pub(crate) fn behind(text: &str) -> Option<(&'static str, &str)> {
    let sign = SIGNS.iter().find_map(|sign| text.strip_suffix(sign).map(|rest| (*sign, rest)));
    sign.or_else(|| {
        let (rest, tail) = text.split_at_checked(text.len().checked_sub(3)?)?;
        Some((code(tail)?, rest))
    })
}

fn code(text: &str) -> Option<&'static str> {
    CODES.iter().find(|code| code.eq_ignore_ascii_case(text)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_the_longest_currency_sign() {
        assert_eq!(before("R$ 5"), Some(("R$", " 5")));
        assert_eq!(before("eur5"), Some(("EUR", "5")));
        assert_eq!(behind("5 kr."), Some(("kr.", "5 ")));
        assert_eq!(behind("5€"), Some(("€", "5")));
        assert_eq!(before("é5"), None);
        assert_eq!(behind("é"), None);
    }
}
