//! Scores how well a key matches a form slot.

use lemmascope_browser::reading::{Evidence, FIELDS};
use lemmascope_browser::text::words_of_identifier;
use lemmascope_intent::{Value, fold};

use super::entry::Entry;
use super::slot::{Slot, Source, Wording};
use crate::values::{parse_boolean, parse_date};

/// The minimum score of a match.
pub(crate) const ENOUGH: f32 = 0.5;

/// The score of the only large text field of a form for a key that asks for the text.
const BODY: f32 = 0.66;

/// Names of the large text field of a form, besides message and comment.
const TEXTS: &[&str] = &[
    "text",
    "body",
    "content",
    "contents",
    "texto",
    "corpo",
    "conteudo",
    "cuerpo",
    "contenido",
    "texte",
    "corps",
    "contenu",
    "inhalt",
    "testo",
    "contenuto",
    "tekst",
    "inhoud",
    "tresc",
    "текст",
    "содержание",
    "содержимое",
    "metin",
    "icerik",
    "innehall",
    "indhold",
    "innhold",
    "teksti",
    "sisalto",
    "obsah",
    "szoveg",
    "tartalom",
    "continut",
    "本文",
    "内容",
    "正文",
    "내용",
    "본문",
];

/// The minimum length of a word for which typos are tolerated.
const SHORTEST_TYPO: usize = 5;

/// The analyzed wording of a key.
#[derive(Debug, Clone)]
pub(crate) struct KeyWording {
    /// The wording of the last part of the key, and of the full key.
    own: Wording,
    full: Wording,
    roles: Evidence,
    /// All words of the full key.
    words: Vec<String>,
    is_repeated: bool,
    /// Whether it asks for the large text of a form.
    is_body: bool,
}

impl KeyWording {
    pub(crate) fn of(entry: &Entry) -> Self {
        let full = entry.around.iter().chain([&entry.name]).cloned().collect::<Vec<_>>().join(" ");
        let own = Wording::of(&entry.name);
        let mut roles = meanings(&entry.name);
        if !entry.around.is_empty() {
            // The parts of `card: {number}` have a meaning only together.
            for (role, strength) in meanings(&full) {
                match roles.iter_mut().find(|(known, _)| *known == role) {
                    Some((_, most)) => *most = most.max(strength * 0.97),
                    None => roles.push((role, strength * 0.97)),
                }
            }
            roles.sort_by(|one, other| other.1.total_cmp(&one.1));
        }
        let words = words_of_identifier(&full);
        Self {
            is_repeated: words.iter().any(|word| is_repetition_word(word)),
            is_body: own.words.last().is_some_and(|word| TEXTS.contains(&word.as_str()))
                || roles
                    .iter()
                    .any(|(role, strength)| matches!(*role, "message" | "comment") && *strength >= ENOUGH),
            own,
            full: Wording::of(&full),
            roles,
            words,
        }
    }
}

/// Returns the meanings of a key, as an identifier and as visible text.
fn meanings(key: &str) -> Evidence {
    let plain = words_of_identifier(key).join(" ");
    let mut all = FIELDS.identifier(key);
    for (role, strength) in FIELDS.identifier(&plain).into_iter().chain(FIELDS.text(&plain)) {
        match all.iter_mut().find(|(known, _)| *known == role) {
            Some((_, most)) => *most = most.max(strength),
            None => all.push((role, strength)),
        }
    }
    all.sort_by(|one, other| other.1.total_cmp(&one.1));
    all
}

/// Returns the score of a match, from 0 to slightly more than 1.
pub(crate) fn likeness(saying: &KeyWording, value: &Value, slot: &Slot) -> f32 {
    let has_other_purpose = has_other_purpose(saying, slot);
    let mut best = 0.0_f32;
    let mut others = 0_u8;
    let mut note = |strength: f32| {
        if strength.min(best) >= 0.75 {
            others += 1;
        }
        best = best.max(strength);
    };
    for name in &slot.names {
        note(score_wording(saying, name.source, &name.wording, has_other_purpose));
    }
    note(score_meaning(saying, slot));
    if slot.is_body && saying.is_body {
        note(BODY);
    }
    if best < 0.3 {
        return 0.0;
    }
    best + 0.01 * f32::from(others.min(4)) + score_context(saying, slot) + score_value(value, slot)
}

fn score_wording(saying: &KeyWording, source: Source, name: &Wording, has_other_purpose: bool) -> f32 {
    let (whole, core) = match source {
        Source::Part => (1.0, 0.95),
        Source::Label => (0.98, 0.95),
        Source::Identifier => (0.97, 0.93),
        Source::Placeholder => (0.94, 0.9),
    };
    // A slot with evidence for another purpose gets a lower score.
    let (doubt, share) = if has_other_purpose { (0.12, 0.45) } else { (0.0, 1.0) };
    if name.whole == saying.full.whole || name.whole == saying.own.whole {
        return whole - doubt;
    }
    if name.core == saying.full.core || name.core == saying.own.core {
        return core - doubt;
    }
    let overlap = overlap(&saying.own.words, &name.words);
    let longest = saying.own.core.chars().count().max(name.core.chars().count());
    let is_near = saying.own.core.chars().count().min(name.core.chars().count()) >= SHORTEST_TYPO
        && strsim::damerau_levenshtein(&saying.own.core, &name.core) <= if longest > 9 { 2 } else { 1 };
    let near = if is_near { 0.72 } else { 0.0 };
    let weight = if source == Source::Placeholder { 0.85 } else { 1.0 };
    overlap.max(near) * weight * share
}

/// Returns the overlap of the words of a key and a name.
fn overlap(key: &[String], name: &[String]) -> f32 {
    if key.is_empty() || name.is_empty() {
        return 0.0;
    }
    let met = |word: &&String| name.iter().any(|other| is_same_word(word, other));
    let telling = |word: &&String| word.parse::<u32>().is_err();
    #[expect(clippy::cast_precision_loss, reason = "small counts")]
    let (of_key, of_name) = {
        let common = key.iter().filter(telling).filter(met).count() as f32;
        let all = key.iter().filter(telling).count().max(1) as f32;
        let rest = name.iter().filter(telling).count().max(1) as f32;
        (common / all, (common / rest).min(1.0))
    };
    // Additional words in the key weigh more than additional words in the name.
    0.84 * of_key * of_key * (0.6 + 0.4 * of_name)
}

/// Whether two words are equal apart from number, case or a typo.
fn is_same_word(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let letters = short.chars().count();
    (letters >= 4 && long.starts_with(short) && long.chars().count() - letters <= 2)
        || (letters >= SHORTEST_TYPO && strsim::damerau_levenshtein(one, other) <= 1)
}

/// Returns the score of the common meaning of key and slot.
fn score_meaning(saying: &KeyWording, slot: &Slot) -> f32 {
    let mut best = 0.0_f32;
    for (meant, strength) in &saying.roles {
        for (role, sure) in &slot.roles {
            best = best.max(strength * sure * role_similarity(meant, role));
        }
    }
    best * 0.92
}

/// Returns the similarity of two roles: a new password is a password.
fn role_similarity(key: &str, slot: &str) -> f32 {
    if key == slot {
        return 1.0;
    }
    match (key, slot) {
        ("password", "new_password" | "current_password") => 0.98,
        ("new_password" | "current_password", "password") => 0.95,
        ("message", "comment") | ("comment", "message") => 0.9,
        ("username", "email") | ("email", "username") => 0.72,
        ("phone", "username") | ("username", "phone") => 0.6,
        ("full_name", "card_name") | ("card_name", "full_name") => 0.68,
        ("full_name", "first_name" | "username") => 0.62,
        ("card_expiry", "card_expiry_month") => 0.5,
        ("birthday" | "card_expiry", "date" | "month") => 0.7,
        ("search", "text") => 0.6,
        _ => 0.0,
    }
}

/// Whether the slot certainly has another purpose than the key.
fn has_other_purpose(saying: &KeyWording, slot: &Slot) -> bool {
    let Some((_, strongest)) = saying.roles.first() else { return false };
    let surest = slot.roles.iter().filter(|(_, sure)| *sure >= 0.99);
    *strongest >= 0.75
        && surest.clone().next().is_some()
        && !surest.into_iter().any(|(role, _)| {
            saying
                .roles
                .iter()
                .any(|(meant, strength)| *strength >= 0.5 && role_similarity(meant, role) > 0.0)
        })
}

/// Groups of mutually exclusive words.
const FAMILIES: &[&[&[&str]]] = &[
    &[
        &[
            "shipping",
            "delivery",
            "ship",
            "deliver",
            "entrega",
            "envio",
            "livraison",
            "lieferung",
            "lieferadresse",
            "spedizione",
            "recipient",
        ],
        &[
            "billing",
            "bill",
            "invoice",
            "cobranca",
            "faturacao",
            "faturamento",
            "facturation",
            "facturacion",
            "rechnung",
            "rechnungsadresse",
            "fatturazione",
            "payment",
            "payer",
        ],
    ],
    &[
        &["home", "personal", "private", "residencial", "casa", "privat", "domicile", "particular"],
        &["work", "business", "office", "comercial", "trabalho", "empresa", "arbeit", "bureau", "trabajo"],
        &["mobile", "cell", "cellphone", "celular", "telemovel", "handy", "portable", "movil", "cellulare"],
    ],
    &[
        &[
            "from",
            "origin",
            "departure",
            "depart",
            "origem",
            "partida",
            "outbound",
            "sender",
            "start",
            "begin",
            "inicio",
            "checkin",
            "arrival",
            "min",
            "minimum",
        ],
        &[
            "destination",
            "return",
            "destino",
            "inbound",
            "end",
            "fim",
            "fin",
            "checkout",
            "until",
            "max",
            "maximum",
            "regresso",
            "retorno",
            "volta",
        ],
    ],
    &[&["emergency", "emergencia", "guardian", "parent", "spouse", "referrer", "friend", "gift", "partner"]],
];

/// Whether a word asks for a repetition.
fn is_repetition_word(word: &str) -> bool {
    matches!(
        word,
        "confirm"
            | "confirmation"
            | "confirmar"
            | "confirme"
            | "confirmacao"
            | "confirmacion"
            | "confirma"
            | "confirmer"
            | "confirmez"
            | "conferma"
            | "repeat"
            | "repeated"
            | "repetir"
            | "repita"
            | "repite"
            | "repetez"
            | "repeter"
            | "ripeti"
            | "retype"
            | "reenter"
            | "again"
            | "verify"
            | "wiederholen"
            | "wiederholung"
            | "bestatigen"
            | "bestatigung"
            | "herhaal"
            | "bevestig"
            | "powtorz"
            | "potwierdz"
            | "novamente"
            | "upprepa"
            | "gentag"
            | "gjenta"
            | "tekrar"
            | "подтвердите"
            | "повторите"
            | "подтверждение"
            | "повтор"
    )
}

/// Returns the score of the slot's context for the parts of the key.
fn score_context(saying: &KeyWording, slot: &Slot) -> f32 {
    let mut weight = 0.0;
    for family in FAMILIES {
        let of_key =
            family.iter().position(|side| saying.words.iter().any(|word| side.contains(&word.as_str())));
        // The closest context decides.
        let of_slot = slot
            .around
            .iter()
            .find_map(|words| family.iter().position(|side| side.iter().any(|word| words.contains(*word))));
        weight += match (of_key, of_slot) {
            (Some(one), Some(other)) if one == other => 0.08,
            (Some(_), Some(_)) => -0.35,
            (None, Some(_)) if family.len() == 1 => -0.15,
            (None, None) | (None, Some(_)) => 0.0,
            (Some(_), None) => -0.02,
        };
    }
    let is_repeated =
        slot.names.iter().any(|name| name.wording.words.iter().any(|word| is_repetition_word(word)));
    weight += match (saying.is_repeated, is_repeated) {
        (false, true) => -0.25,
        (true, false) => -0.35,
        (true, true) => 0.05,
        (false, false) => 0.0,
    };
    weight += score_number(saying, slot);
    if !slot.is_visible {
        weight -= 0.2;
    }
    if !slot.is_open {
        weight -= 0.06;
    }
    // The preceding parts of the key may match the context of the slot.
    let extra = saying
        .words
        .iter()
        .filter(|word| !saying.own.words.contains(word))
        .any(|word| slot.around.iter().any(|words| words.contains(word)));
    if extra { weight + 0.03 } else { weight }
}

/// Lowers the score if the number of the slot differs from that of the key: a key without a number does not
/// mean the second of several slots.
fn score_number(saying: &KeyWording, slot: &Slot) -> f32 {
    let of_slot = slot
        .names
        .iter()
        .filter(|name| name.source != Source::Placeholder)
        .find_map(|name| name.wording.numbers.first());
    match (saying.own.numbers.first(), of_slot) {
        (Some(one), Some(other)) if one == other => 0.06,
        (Some(_), Some(_)) => -0.3,
        (Some(number), None) if *number > 1 => -0.1,
        (None, Some(number)) if (2..=9).contains(number) => -0.06,
        _ => 0.0,
    }
}

/// Returns the score of the value for the slot.
fn score_value(value: &Value, slot: &Slot) -> f32 {
    let text = value.expose_text();
    match (value, slot.is_toggle) {
        (Value::Boolean(_), true) => return 0.05,
        (Value::Boolean(_), false) => {
            return if slot.shape == super::slot::Shape::Radios { 0.0 } else { -0.12 };
        }
        (Value::List(_), true) => return if slot.shape == super::slot::Shape::Boxes { 0.06 } else { -0.2 },
        (_, true) if slot.shape == super::slot::Shape::Boxes => return 0.0,
        (_, true) => {
            return if text.is_some_and(|text| parse_boolean(text).is_some()) { 0.02 } else { -0.15 };
        }
        _ => {}
    }
    let Some(text) = text else { return 0.0 };
    // A list without the value is unlikely if another slot has the same name.
    if !slot.choices.is_empty() && !has_choice(&slot.choices, text) {
        return -0.06;
    }
    let is_mail = text.contains('@') && text.contains('.') && !text.contains(' ');
    let is_number = text.trim().parse::<f64>().is_ok();
    match slot.of_type.as_str() {
        "email" if is_mail => 0.03,
        "email" if !text.is_empty() => -0.08,
        "number" | "range" if !is_number => -0.2,
        "date" | "datetime-local" if parse_date(text).is_some() => 0.03,
        "date" | "datetime-local" | "time" | "month" | "week" | "color" => -0.05,
        "file" => -0.05,
        _ => 0.0,
    }
}

fn has_choice(choices: &[String], text: &str) -> bool {
    let wanted = fold(text);
    choices.iter().any(|choice| {
        let choice = fold(choice);
        !choice.is_empty() && (choice == wanted || choice.contains(&wanted) || wanted.contains(&choice))
    })
}
