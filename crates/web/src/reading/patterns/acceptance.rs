//! Words by which a page says whether what was entered is taken, in the languages of the lexicon, without accents.

use super::topics::has;
use crate::reading::words::{fold, words_of};

const ERROR: &[&str] = &[
    "error",
    "invalid",
    "incorrect",
    "wrong",
    "failed",
    "failure",
    "required",
    "must",
    "cannot",
    "denied",
    "expired",
    "missing",
    "match",
    "unable",
    "unknown",
    "unsuccessful",
    "invalido",
    "invalida",
    "incorrecto",
    "incorrecta",
    "incorreto",
    "incorreta",
    "errado",
    "erro",
    "obrigatorio",
    "obligatorio",
    "obligatoria",
    "requerido",
    "falhou",
    "fallo",
    "invalide",
    "incorrecte",
    "errone",
    "erreur",
    "obligatoire",
    "requis",
    "echec",
    "falsch",
    "ungultig",
    "ungultige",
    "fehler",
    "erforderlich",
    "fehlgeschlagen",
    "pflichtfeld",
    "sbagliato",
    "sbagliata",
    "errato",
    "errata",
    "errore",
    "obbligatorio",
    "ongeldig",
    "onjuist",
    "fout",
    "verplicht",
    "bledne",
    "nieprawidlowy",
    "nieprawidlowe",
    "blad",
    "wymagane",
    "ошибка",
    "неверный",
    "неверно",
    "неправильный",
    "обязательно",
    "обязательное",
    "заполните",
    "hatali",
    "gecersiz",
    "zorunlu",
    "locked",
    "suspended",
    "exist",
    "exists",
    "again",
    "short",
    "long",
    "least",
    "valid",
    "taken",
    "already",
    "too",
    "trop",
    "troppo",
    "demasiado",
];
const ERROR_RUNS: &[&str] =
    &["エラー", "正しくありません", "必須です", "错误", "不正确", "无效", "失败", "必填", "間違", "오류"];

/// What turns a word behind it into its opposite: "could not be saved".
const NOT: &[&str] = &[
    "not", "no", "cannot", "never", "couldn", "wasn", "weren", "didn", "nao", "pas", "nicht", "non", "niet",
    "nie", "не", "inte", "ikke", "ei", "ne", "nem", "nu", "unable", "failed",
];
/// So many words stand between the two at most.
const NEAR: usize = 4;

/// How pages are polite to somebody from whom they have taken something.
const THANKS: &[&str] = &[
    "thank",
    "thanks",
    "welcome",
    "gracias",
    "obrigado",
    "obrigada",
    "merci",
    "danke",
    "grazie",
    "bedankt",
    "dziekujemy",
    "спасибо",
    "tesekkurler",
    "tack",
    "kiitos",
    "dekujeme",
    "koszonjuk",
    "multumim",
];

const SUCCESS: &[&str] = &[
    "success",
    "successful",
    "successfully",
    "saved",
    "sent",
    "sucesso",
    "exito",
    "succes",
    "erfolg",
    "erfolgreich",
    "gespeichert",
    "gesendet",
    "guardado",
    "guardados",
    "enviado",
    "enviada",
    "gravado",
    "gravados",
    "salvo",
    "salvos",
    "enregistre",
    "enregistree",
    "enregistrees",
    "envoye",
    "salvato",
    "salvate",
    "inviato",
    "successo",
    "opgeslagen",
    "verzonden",
    "zapisano",
    "wyslano",
    "успешно",
    "сохранено",
    "сохранены",
    "отправлено",
    "basariyla",
    "kaydedildi",
    "sparat",
    "sparades",
    "skickat",
    "gemt",
    "lagret",
    "tallennettu",
    "ulozeno",
    "elmentve",
    "salvat",
];
const SUCCESS_RUNS: &[&str] = &[
    "ありがとう",
    "保存しました",
    "送信しました",
    "成功",
    "已保存",
    "谢谢",
    "感谢",
    "저장되었",
    "감사합니다",
];
/// What has been done with something: that it worked, where it is said by a page that has answered a form.
const DONE: &[&str] = &[
    "created",
    "added",
    "updated",
    "changed",
    "received",
    "submitted",
    "registered",
    "published",
    "posted",
    "stored",
    "completed",
    "confirmed",
    "recorded",
    "deleted",
    "removed",
    "criado",
    "criada",
    "adicionado",
    "adicionada",
    "atualizado",
    "atualizada",
    "creado",
    "creada",
    "anadido",
    "actualizado",
    "actualizada",
    "cree",
    "ajoute",
    "ajoutee",
    "modifie",
    "modifiee",
    "erstellt",
    "hinzugefugt",
    "aktualisiert",
    "geandert",
    "angelegt",
    "creato",
    "aggiunto",
    "aggiornato",
    "modificato",
    "aangemaakt",
    "toegevoegd",
    "bijgewerkt",
    "utworzono",
    "dodano",
    "zmieniono",
    "создан",
    "создано",
    "добавлено",
    "добавлен",
    "обновлено",
    "изменено",
];

pub(crate) fn error(text: &str) -> bool {
    let folded = fold(text);
    let words = words_of(text);
    has(&words, ERROR)
        || ERROR_RUNS.iter().any(|run| folded.contains(&fold(run)))
        || stands(&words, SUCCESS, true)
}

pub(crate) fn success(text: &str) -> bool {
    let words = words_of(text);
    has(&words, THANKS) || stands(&words, SUCCESS, false) || SUCCESS_RUNS.iter().any(|run| text.contains(run))
}

/// Whether a text says that something has been done.
pub(crate) fn done(text: &str) -> bool {
    stands(&words_of(text), DONE, false)
}

/// Whether one of these words stands there, and whether it is turned into its opposite.
fn stands(words: &[String], list: &[&str], is_negated: bool) -> bool {
    (0..words.len())
        .filter(|at| list.contains(&words[*at].as_str()))
        .any(|at| has(&words[at.saturating_sub(NEAR)..at], NOT) == is_negated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_worked_is_told_from_what_did_not() {
        for text in [
            "Settings saved.",
            "Thank you! Do not reply to this mail.",
            "Os dados foram gravados com sucesso",
            "Ihre Nachricht wurde gesendet",
            "Votre message a bien été envoyé",
            "送信しました",
        ] {
            assert!(success(text) && !error(text), "{text}");
        }
        for text in [
            "Your changes could not be saved",
            "Die Nachricht konnte nicht gesendet werden",
            "Le message n'a pas été envoyé",
            "A mensagem não foi enviada",
            "Responding to form too quickly.",
        ] {
            assert!(error(text) && !success(text), "{text}");
        }
        assert!(done("The user “ann” was created") && !done("The user was not created"));
    }
}
