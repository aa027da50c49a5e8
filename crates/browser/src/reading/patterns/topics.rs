//! Words that indicate the topic of a text, in the languages of the lexicon, without accents.

use crate::text::{fold, words_of};

const CONSENT: &[&str] = &[
    "cookie",
    "cookies",
    "gdpr",
    "rgpd",
    "dsgvo",
    "lgpd",
    "ccpa",
    "consent",
    "consentement",
    "consentimiento",
    "consentimento",
    "einwilligung",
    "consenso",
    "toestemming",
    "куки",
    "cookieから",
    "クッキー",
    "privacidade",
    "traceurs",
    "datenschutzeinstellungen",
    "privacy",
    "privatsphare",
    "confidentialite",
    "privacidad",
    "tracking",
    "trackers",
];
const CONSENT_STEMS: &[&str] = &[
    "cookie",
    "consen",
    "gdpr",
    "rgpd",
    "dsgvo",
    "lgpd",
    "ccpa",
    "priva",
    "traceur",
    "einwillig",
    "toestemming",
    "куки",
    "クッキー",
    "datenschutz",
    "privats",
    "confidential",
    "track",
    "ciastecz",
    "süti",
    "sütik",
    "eväste",
    "evaste",
    "çerez",
    "cerez",
    "쿠키",
    "隐私",
    "คุกกี้",
    "kakor",
    "informasjonskapsl",
    "slapuk",
    "sīkdat",
    "küpsis",
    "kolači",
    "piškot",
    "бисквит",
    "колачић",
    "galetes",
    "עוגיות",
    "الارتباط",
];
/// Phrases about personal data in consent requests that do not use the word "consent".
const PERSONAL: &[&str] = &[
    "personal information",
    "personal data",
    "personenbezogene",
    "données personnelles",
    "datos personales",
    "dados pessoais",
    "dati personali",
    "persoonsgegevens",
    "danych osobowych",
    "персональных данных",
];
const STRONG_CONSENT: &[&str] =
    &["cookie", "cookies", "gdpr", "rgpd", "dsgvo", "lgpd", "traceurs", "куки", "クッキー"];
/// The stems of words for cookies, in languages that do not use the English word.
const COOKIES: &[&str] = &[
    "cookie",
    "ciastecz",
    "suti",
    "evaste",
    "cerez",
    "쿠키",
    "คุกก",
    "kakor",
    "informasjonskapsl",
    "slapuk",
    "sikdat",
    "kupsis",
    "kolaci",
    "piskot",
    "бисквит",
    "колачи",
    "galetes",
    "עוגיות",
    "الارتباط",
];

const PROMOTION: &[&str] = &[
    "newsletter",
    "subscribe",
    "discount",
    "off",
    "offer",
    "offers",
    "deal",
    "deals",
    "sale",
    "coupon",
    "free",
    "save",
    "exclusive",
    "promo",
    "promotion",
    "rabatt",
    "angebot",
    "gutschein",
    "descuento",
    "oferta",
    "ofertas",
    "suscribete",
    "desconto",
    "assine",
    "reduction",
    "remise",
    "offre",
    "sconto",
    "offerta",
    "korting",
    "aanbieding",
    "znizka",
    "скидка",
    "подпишитесь",
    "app",
    "download",
    "割引",
    "优惠",
];

const TOTAL: &[&str] = &[
    "total",
    "subtotal",
    "gesamt",
    "gesamtsumme",
    "summe",
    "totale",
    "totaal",
    "razem",
    "suma",
    "итого",
    "всего",
    "toplam",
    "importe",
];
const TOTAL_RUNS: &[&str] = &["合計", "总计", "合计", "小計", "합계"];

const BREADCRUMB: &[&str] = &[
    "breadcrumb",
    "breadcrumbs",
    "brotkrumen",
    "brotkrumenpfad",
    "ariane",
    "migas",
    "migalhas",
    "briciole",
    "kruimelpad",
    "okruszki",
    "crumbs",
    "crumb",
];

const RESULTS: &[&str] = &[
    "results",
    "result",
    "resultados",
    "resultado",
    "resultats",
    "resultat",
    "ergebnisse",
    "suchergebnisse",
    "treffer",
    "risultati",
    "resultaten",
    "wyniki",
    "результаты",
    "найдено",
    "search",
    "busqueda",
    "recherche",
    "suche",
    "pesquisa",
    "matches",
    "found",
];
const RESULT_RUNS: &[&str] = &["検索結果", "搜索结果", "搜尋結果", "검색결과"];

pub(super) fn has(words: &[String], list: &[&str]) -> bool {
    words.iter().any(|word| list.contains(&word.as_str()))
}

/// Whether a word means cookies. In scripts that write words together or attach prefixes, the stem may occur
/// anywhere in it.
fn is_cookie(word: &str) -> bool {
    if word.is_ascii() {
        return COOKIES.iter().any(|stem| word.starts_with(stem));
    }
    COOKIES.iter().chain(STRONG_CONSENT).any(|stem| !stem.is_ascii() && word.contains(&fold(stem)))
        || COOKIES.iter().any(|stem| word.starts_with(stem))
}

/// Returns how much a text is about consent to tracking: 0, 1, or 2 when it is about nothing else.
pub(crate) fn consent(text: &str) -> u8 {
    // A quick check comes first, because hardly any text is about consent.
    let lower = text.to_lowercase();
    if !CONSENT_STEMS.iter().any(|stem| lower.contains(stem)) {
        return u8::from(PERSONAL.iter().any(|phrase| lower.contains(phrase)));
    }
    let words = words_of(text);
    if has(&words, STRONG_CONSENT) || words.iter().any(|word| is_cookie(word)) {
        2
    } else {
        u8::from(has(&words, CONSENT))
    }
}

pub(crate) fn promotion(text: &str) -> usize {
    let words = words_of(text);
    let percent = usize::from(text.contains('%'));
    percent + words.iter().filter(|word| PROMOTION.contains(&word.as_str())).count()
}

pub(crate) fn total(text: &str) -> bool {
    has(&words_of(text), TOTAL) || TOTAL_RUNS.iter().any(|run| text.contains(run))
}

pub(crate) fn breadcrumb(text: &str) -> bool {
    let words = words_of(text);
    has(&words, BREADCRUMB) || words.iter().any(|word| word.contains("breadcrumb"))
}

/// Whether a word means search results, not a search.
pub fn is_results(word: &str) -> bool {
    const SEARCHING: &[&str] = &["search", "busqueda", "recherche", "suche", "pesquisa"];
    results(word) && !SEARCHING.contains(&word)
}

pub(crate) fn results(text: &str) -> bool {
    has(&words_of(text), RESULTS) || RESULT_RUNS.iter().any(|run| text.contains(run))
}

/// Whether a text is a price with a currency.
pub(crate) fn is_price(text: &str) -> bool {
    const SIGNS: &[char] = &['$', '€', '£', '¥', '₹', '₽', '₩', '₺', '₴', '฿', '元', '円'];
    let short = text.trim();
    let digits = short.chars().any(|character| character.is_ascii_digit());
    if !digits || short.chars().count() > 40 {
        return false;
    }
    if short.contains(SIGNS) {
        return true;
    }
    if short.chars().filter(|character| character.is_alphabetic()).count() > 12 {
        return false;
    }
    words_of(short).iter().any(|word| {
        matches!(
            word.as_str(),
            "usd"
                | "eur"
                | "gbp"
                | "brl"
                | "chf"
                | "pln"
                | "kr"
                | "zl"
                | "kc"
                | "ft"
                | "руб"
                | "rub"
                | "sek"
                | "nok"
                | "dkk"
                | "inr"
                | "jpy"
                | "cad"
                | "aud"
        )
    })
}
