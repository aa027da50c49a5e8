//! The words that a value can start with. A fast check skips all others, which are most words of a sentence.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::passage::Passage;
use super::token::Sort;

/// Whether a value may start at a token.
pub(super) fn may_begin(passage: &Passage, at: usize) -> bool {
    let Some(token) = passage.tokens.get(at) else { return false };
    match token.sort {
        Sort::Digits => true,
        Sort::Mark(mark) => matches!(mark, '-' | '.' | '−' | '+' | '$' | '€' | '£' | '¥'),
        Sort::Letters { .. } if passage.is_portuguese() => match token.text.as_str() {
            // The following word must be able to start a value as well.
            "em" => may_begin_after(passage, at + 1),
            word => PORTUGUESE.contains(word),
        },
        Sort::Letters { .. } => match token.text.as_str() {
            "in" | "the" => passage.word(at + 1) == "weekend" || may_begin_after(passage, at + 1),
            word => ENGLISH.contains(word),
        },
        Sort::Taken => false,
    }
}

/// Whether a value may start after a preposition or an article; two of them in a row never precede one.
fn may_begin_after(passage: &Passage, at: usize) -> bool {
    !passage.says(at, &["in", "the", "em"]) && may_begin(passage, at)
}

static ENGLISH: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| ENGLISH_WORDS.split_whitespace().collect());
static PORTUGUESE: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| PORTUGUESE_WORDS.split_whitespace().collect());

const ENGLISH_WORDS: &str = "
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty thirty forty fourty fifty sixty seventy eighty ninety hundred thousand million billion trillion
    half dozen couple a an minus negative
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
    sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth
    ninetieth hundredth last next penultimate
    quarter day today tonight tomorrow tmrw tomorow tommorow tommorrow yesterday this coming following current past
    previous end beginning start
    january february march april may june july august september october november december jan feb mar apr jun jul aug sep
    sept oct nov dec
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
    noon midday midnight r";

const PORTUGUESE_WORDS: &str = "
    zero um uma dois duas tres quatro cinco seis sete oito nove dez onze doze treze catorze quatorze quinze dezasseis
    dezesseis dezassete dezessete dezoito dezanove dezenove vinte trinta quarenta cinquenta cincoenta sessenta setenta
    oitenta noventa cem cento duzentos duzentas trezentos trezentas quatrocentos quatrocentas quinhentos quinhentas
    seiscentos seiscentas setecentos setecentas oitocentos oitocentas novecentos novecentas mil meia meio metade menos
    primeiro primeira primeiros primeiras segundo segunda segundos segundas terceiro terceira terceiros terceiras quarto
    quarta quartos quartas quinto quinta quintos quintas sexto sexta sextos sextas setimo setima setimos setimas oitavo
    oitava oitavos oitavas nono nona nonos nonas decimo decima decimos decimas vigesimo vigesima vigesimos vigesimas
    trigesimo trigesima trigesimos trigesimas quadragesimo quadragesima quinquagesimo quinquagesima sexagesimo sexagesima
    septuagesimo septuagesima setuagesimo setuagesima octogesimo octogesima nonagesimo nonagesima centesimo centesima
    ultimo ultima ultimos ultimas penultimo penultima antepenultimo antepenultima
    hora hoje amanha ontem anteontem depois antes este esta neste nesta deste desta proximo proxima fim final inicio comeco
    principio semana mes ano terca sabado domingo daqui dentro ha faz dia
    janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro jan fev mar abr mai jun jul
    ago set out nov dez r";

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::super::passage::Passage;
    use super::super::{longest, token};
    use super::*;
    use crate::words::Tongue;

    /// Checks that every value found in the test tables, in either language, starts with a word of the list.
    #[test]
    fn every_literal_starts_with_a_listed_word() {
        let tables = [
            include_str!("../../tests/it/sentences/literals_english.txt"),
            include_str!("../../tests/it/sentences/literals_portuguese.txt"),
        ];
        let mut found = 0;
        for line in tables.iter().flat_map(|table| table.lines()) {
            for tongue in [Tongue::English, Tongue::Portuguese] {
                let tokens = token::tokens(line, std::iter::empty());
                let passage = Passage { tokens, tongue, now: date(2025, 1, 15).at(10, 30, 0, 0) };
                for at in 0..passage.tokens.len() {
                    if longest(&passage, at).is_some() {
                        assert!(may_begin(&passage, at), "{:?} in {line}", passage.tokens[at]);
                        found += 1;
                    }
                }
            }
        }
        assert!(found > 400, "{found}");
    }
}
