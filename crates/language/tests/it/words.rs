//! Words, language detection and courtesy.

use lemmascope_language::literal::{literals, mask};
use lemmascope_language::words::{Tongue, courtesy, judge_tongue, made_of, tongue, words};

use crate::literals::now;

#[test]
fn splits_sentences_into_words() {
    for (sentence, expected) in [
        ("Open Chrome, please!", "open chrome please"),
        ("what's the time?", "what 's the time"),
        ("don't, can't, won't", "do not can not will not"),
        ("I'm sure you've seen it’s here", "i am sure you have seen it 's here"),
        ("i'd say we'll go", "i would say we will go"),
        ("five o'clock and d'água", "five o'clock and d'água"),
        ("the boys' toys", "the boys toys"),
        ("abre-me o relatório", "abre me o relatório"),
        ("apaga-o e fecha-a", "apaga o e fecha a"),
        ("quero abri-lo e fazê-las", "quero abri lo e fazê las"),
        ("mostra-nos isso", "mostra nos isso"),
        ("meeting-notes and type-a", "meeting-notes and type-a"),
        ("sexta-feira e guarda-chuva", "sexta-feira e guarda-chuva"),
        ("ＯＰＥＮ ﬁle", "open file"),
        ("50% of $3 in c++ or c#", "50 % of $ 3 in c++ or c#"),
        ("1,250.75 at 5:30", "1,250.75 at 5:30"),
        ("r&b in meu_ficheiro", "r&b in meu_ficheiro"),
        ("co\u{ad}operate now\u{200b}", "cooperate now"),
        ("a\u{0}b\tc\nd", "a b c d"),
        ("¿qué? «sim»", "qué sim"),
        ("AC\u{327}A\u{303}O", "ação"),
        ("", ""),
        ("?!... -- ()", ""),
        ("🙏 olá", "olá"),
    ] {
        let found = words(sentence);
        let forms: Vec<&str> = found.iter().map(|word| word.form.as_str()).collect();
        assert_eq!(forms.join(" "), expected, "{sentence}");
    }
}

#[test]
fn words_have_spans_and_preceding_punctuation() {
    let sentence = "Abre-me isso, já. Não!";
    let found = words(sentence);
    let told: Vec<(&str, &str, Option<char>)> =
        found.iter().map(|word| (&sentence[word.span.clone()], word.folded.as_str(), word.pause)).collect();
    assert_eq!(
        told,
        [
            ("Abre", "abre", None),
            ("me", "me", None),
            ("isso", "isso", None),
            ("já", "ja", Some(',')),
            ("Não", "nao", Some('.')),
        ]
    );
    assert_eq!(words("... open, it").iter().map(|word| word.pause).collect::<Vec<_>>(), [None, Some(',')]);
    let cut = words("I can't");
    assert_eq!(cut.iter().map(|word| word.span.clone()).collect::<Vec<_>>(), [0..1, 2..4, 4..7]);
}

#[test]
fn expands_portuguese_contractions() {
    for (form, parts) in
        [("no", ["em", "o"]), ("às", ["a", "as"]), ("pelo", ["por", "o"]), ("nisto", ["em", "isto"])]
    {
        assert_eq!(made_of(form), Some(parts.as_slice()), "{form}");
    }
    for form in ["a", "as", "em", "nota"] {
        assert_eq!(made_of(form), None, "{form}");
    }
}

#[test]
fn detects_language_of_short_sentences() {
    let english = [
        "open chrome",
        "mute",
        "what time is it",
        "take a screenshot",
        "create a file called notes.txt",
        "sum the column",
        "open report",
        "do something with the thing",
        "undo",
        "yes",
        "no",
        "cancel",
        "the second one",
        "Salary",
        "help",
        "open \"o meu relatório\"",
        "abc",
        "",
        "create space in root folder",
        "volume 50",
        "search cats",
        "play jazz",
        "show me my files",
        "delete relatório.pdf",
        "who are you",
        "next song",
        "close the window",
        "",
    ];
    for sentence in english {
        assert_eq!(tongue(sentence), Tongue::English, "{sentence}");
    }
    let portuguese = [
        "abre o chrome",
        "soma a coluna",
        "que horas são",
        "silencia",
        "tira uma captura de ecrã",
        "cria um ficheiro",
        "sim",
        "não",
        "cancela",
        "a segunda",
        "abre report.pdf",
        "desfaz",
        "amanhã",
        "Salário",
        "ajuda",
        "cinco",
        "abre \"the file\"",
        "fecha a janela",
        "próxima música",
        "aumenta o volume",
        "quem és tu",
        "apaga isso",
        "faz qualquer coisa com a coisa",
        "cria uma pasta na área de trabalho",
        "pesquisa gatos",
        "sexta-feira",
        "resume o documento",
        "toca jazz",
        "obrigado",
        "o que está aberto",
    ];
    for sentence in portuguese {
        assert_eq!(tongue(sentence), Tongue::Portuguese, "{sentence}");
    }
}

#[test]
fn more_words_increase_language_certainty() {
    let sure = |sentence: &str| judge_tongue(&words(sentence)).certainty;
    assert_eq!(sure("xyz"), 0.5);
    assert!(sure("abre o chrome") > sure("abre chrome"));
    assert!(sure("open the file in the folder") > 0.95);
}

/// Returns a sentence without courtesy.
fn plain(sentence: &str) -> String {
    let found = literals(sentence, tongue(sentence), now());
    let words = mask(sentence, &found);
    let idle = courtesy(&words);
    let kept = words.iter().enumerate().filter(|(at, _)| !idle.iter().any(|range| range.contains(at)));
    kept.map(|(_, word)| word.form.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn removes_courtesy_phrases() {
    for (sentence, expected) in [
        ("could you please open chrome", "open chrome"),
        ("hey could you please just open chrome for me, thanks", "open chrome"),
        ("Can you open the file?", "open the file"),
        ("would you mind opening it", "opening it"),
        ("I'd like you to open it", "open it"),
        ("i want to open it please", "open it"),
        ("ok, hey, please open it now, thank you very much", "open it"),
        ("please please please open it", "open it"),
        ("show me the files", "show the files"),
        ("open it please and close that", "open it and close that"),
        ("right click the button", "right click the button"),
        ("remember me", "remember me"),
        ("type \"please help\"", "type ⟨quoted⟩"),
        ("por favor abre o chrome", "abre o chrome"),
        ("podes abrir o chrome, se faz favor?", "abrir o chrome"),
        ("olá, podias abrir-me o chrome", "abrir o chrome"),
        ("gostava que abrisses o chrome", "abrisses o chrome"),
        ("queria que abrisses isso, obrigado", "abrisses isso"),
        ("preciso que feches a janela por favor", "feches a janela"),
        ("abre-me o chrome", "abre o chrome"),
        ("abre por favor o chrome", "abre o chrome"),
        ("eu quero que cries um ficheiro", "cries um ficheiro"),
        ("cria um ficheiro", "cria um ficheiro"),
        ("oi, abre lá isso", "abre isso"),
        ("thanks", "thanks"),
        ("por favor", "por favor"),
        ("hey please could you", "hey please could you"),
        ("", ""),
    ] {
        assert_eq!(plain(sentence), expected, "{sentence}");
    }
}
