//! The words of conditions, in English and Portuguese, in lower case and without accents.

use super::comparison::Comparison;

/// The role of a phrase between a column and a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// `is`: the comparison may follow.
    Copula,
    /// `not`
    Not,
    /// A comparison with the following value.
    Compare(Comparison),
    /// A preposition with little meaning: `in Lisbon`, `on 2024-05-01`. It may also be part of the value.
    Preposition,
    /// `between 1 and 5`
    Between,
    /// `one of a, b`
    OneOf,
    /// `is empty`
    Empty,
    /// `is not empty`
    Filled,
}

/// The phrases, of which the longest match wins. The final word of a phrase that ends in `de`, `a`, `em` or
/// `por` may be contracted with an article.
pub(super) const PHRASES: &[(Role, &[&str])] = &[
    (
        Role::Copula,
        &["is", "are", "was", "were", "be", "been", "being", "has", "have", "had", "does", "do", "did", "of"],
    ),
    (
        Role::Copula,
        &[
            "é", "e", "de", "sao", "esta", "estao", "foi", "foram", "era", "eram", "seja", "sejam", "for",
            "forem", "ser",
        ],
    ),
    (Role::Copula, &["tem", "fica", "that is", "which is", "que é", "que seja"]),
    (
        Role::Not,
        &[
            "not", "isn't", "isnt", "aren't", "wasn't", "weren't", "doesn't", "don't", "didn't", "never",
            "nao",
        ],
    ),
    (
        Role::Not,
        &["nor", "nem", "neither", "except", "excluding", "exceto", "excepto", "menos o", "other than"],
    ),
    (Role::Compare(Comparison::Contains), &["contains", "contain", "containing", "includes", "include"]),
    (
        Role::Compare(Comparison::Contains),
        &["including", "contem", "contenha", "contendo", "inclui", "inclua"],
    ),
    (Role::Compare(Comparison::Contains), &["has the text", "com o texto", "contenham", "contêm", "like"]),
    (
        Role::Compare(Comparison::StartsWith),
        &["starts with", "start with", "starting with", "begins with", "begin with", "beginning with"],
    ),
    (
        Role::Compare(Comparison::StartsWith),
        &["comeca por", "comeca com", "comecam por", "comecam com", "comece por", "comece com", "inicia com"],
    ),
    (Role::Compare(Comparison::StartsWith), &["inicia por", "iniciado por", "comecado por", "prefix"]),
    (
        Role::Compare(Comparison::EndsWith),
        &["ends with", "end with", "ending with", "ends in", "ending in", "end in", "suffix"],
    ),
    (
        Role::Compare(Comparison::EndsWith),
        &["termina em", "termina com", "termina por", "terminam em", "terminam com", "acaba em", "acaba com"],
    ),
    (Role::Compare(Comparison::Equal), &["equals", "equal to", "exactly", "igual a", "exatamente", "equal"]),
    (Role::Compare(Comparison::Equal), &["the same as", "igual", "iguais a", "called", "chamado", "chamada"]),
    (
        Role::Compare(Comparison::Greater),
        &[
            "more than",
            "greater than",
            "larger than",
            "bigger than",
            "higher than",
            "older than",
            "longer than",
        ],
    ),
    (
        Role::Compare(Comparison::Greater),
        &["over", "above", "after", "exceeds", "exceeding", "later than", "maior que", "maior do que"],
    ),
    (
        Role::Compare(Comparison::Greater),
        &["maiores que", "maiores do que", "mais de", "mais que", "mais do que", "acima de", "superior a"],
    ),
    (
        Role::Compare(Comparison::Greater),
        &["superiores a", "depois de", "apos", "posterior a", "posteriores a"],
    ),
    (
        Role::Compare(Comparison::Greater),
        &["mais alto que", "mais velho que", "mais recente que", "ultrapassa"],
    ),
    (
        Role::Compare(Comparison::Less),
        &[
            "less than",
            "fewer than",
            "smaller than",
            "lower than",
            "under",
            "below",
            "before",
            "younger than",
        ],
    ),
    (
        Role::Compare(Comparison::Less),
        &["shorter than", "earlier than", "menor que", "menor do que", "menores que", "menores do que"],
    ),
    (
        Role::Compare(Comparison::Less),
        &["menos de", "menos que", "menos do que", "abaixo de", "inferior a", "inferiores a", "antes de"],
    ),
    (Role::Compare(Comparison::Less), &["anterior a", "anteriores a", "mais novo que", "mais baixo que"]),
    (
        Role::Compare(Comparison::AtLeast),
        &["at least", "not less than", "no less than", "no fewer than", "greater than or equal to", "since"],
    ),
    (
        Role::Compare(Comparison::AtLeast),
        &["more than or equal to", "no earlier than", "on or after", "from", "starting from", "pelo menos"],
    ),
    (
        Role::Compare(Comparison::AtLeast),
        &["no minimo", "nao menos de", "a partir de", "desde", "maior ou igual a", "superior ou igual a"],
    ),
    (
        Role::Compare(Comparison::AtLeast),
        &["maior que ou igual a", "igual ou superior a", "igual ou maior que"],
    ),
    (
        Role::Compare(Comparison::AtMost),
        &["at most", "not more than", "no more than", "up to", "less than or equal to", "no later than"],
    ),
    (
        Role::Compare(Comparison::AtMost),
        &["on or before", "until", "till", "through", "no maximo", "nao mais de", "ate", "ate a", "ate ao"],
    ),
    (Role::Compare(Comparison::AtMost), &["menor ou igual a", "inferior ou igual a", "igual ou inferior a"]),
    (Role::Compare(Comparison::AtMost), &["menor que ou igual a", "igual ou menor que"]),
    (Role::Preposition, &["in", "on", "at", "during", "em", "durante", "within", "from the", "in the"]),
    (
        Role::Preposition,
        &["in year", "in the year", "in the year of", "no ano de", "em o", "no dia", "in month"],
    ),
    (Role::Preposition, &["in the month of", "no mes de", "on the day", "on day"]),
    (Role::Between, &["between", "entre", "in between", "ranging from", "in the range", "de entre"]),
    (Role::OneOf, &["one of", "any of", "in one of", "among", "either", "um de", "uma de", "algum de"]),
    (Role::OneOf, &["in the list", "na lista", "ou", "whichever of", "dentre", "qualquer de"]),
    (
        Role::Empty,
        &[
            "empty",
            "blank",
            "missing",
            "null",
            "nan",
            "na",
            "n/a",
            "none",
            "not available",
            "unset",
            "absent",
        ],
    ),
    (
        Role::Empty,
        &[
            "no value",
            "without value",
            "without a value",
            "not set",
            "not given",
            "not filled in",
            "not known",
        ],
    ),
    (
        Role::Empty,
        &[
            "not filled",
            "unknown",
            "vazio",
            "vazia",
            "vazios",
            "vazias",
            "em branco",
            "nulo",
            "nula",
            "nulos",
        ],
    ),
    (
        Role::Empty,
        &["nulas", "em falta", "ausente", "ausentes", "sem valor", "por preencher", "nao preenchido"],
    ),
    (
        Role::Empty,
        &["nao preenchida", "desconhecido", "desconhecida", "nao disponivel", "a null", "an empty"],
    ),
    (
        Role::Filled,
        &["filled", "filled in", "present", "given", "known", "set", "available", "a value", "non-empty"],
    ),
    (
        Role::Filled,
        &["nonempty", "non empty", "non-null", "not null", "preenchido", "preenchida", "preenchidos"],
    ),
    (
        Role::Filled,
        &["recorded", "registered", "entered", "specified", "stated", "provided", "informed", "on record"],
    ),
    (
        Role::Filled,
        &["registado", "registada", "registados", "registadas", "registrado", "registrada", "registrados"],
    ),
    (
        Role::Filled,
        &["registradas", "informado", "informada", "informados", "informadas", "indicado", "indicada"],
    ),
    (
        Role::Filled,
        &["preenchidas", "presente", "conhecido", "conhecida", "com valor", "disponivel", "um valor"],
    ),
];

/// Conjunctions.
pub(super) const ANDS: &[&str] = &["and", "e", "&", "&&", "but", "mas"];
pub(super) const ORS: &[&str] = &["or", "ou", "|", "||", "nor", "nem"];

/// Words between the ends of a range.
pub(super) const RANGE: &[&str] =
    &["and", "e", "to", "a", "ate", "ao", "through", "-", "–", "&", "until", "till"];

/// Redundant words before a column name.
pub(super) const FILLERS: &[&str] = &[
    "the", "a", "an", "its", "their", "o", "os", "as", "um", "uma", "where", "whose", "when", "onde", "cujo",
    "cuja", "cujos", "cujas", "quando", "column", "coluna", "de", "do", "da", "dos", "das", "rows", "linhas",
    "row", "linha", "que", "that", "which", "who", "em", "if", "se", "for", "para", "only", "apenas", "so",
    "field", "campo", "value", "valor", "of", "is", "are", "there", "any", "algum", "alguma", "all",
    "whether",
];

/// Nouns behind a column name that add nothing to it.
pub(super) const ATTRIBUTES: &[&str] = &[
    "status",
    "value",
    "values",
    "figure",
    "figures",
    "level",
    "category",
    "entry",
    "information",
    "estado",
    "valor",
    "valores",
    "nivel",
    "categoria",
];

/// Nouns for the content of a cell, before a preposition and the column: "no figure for the price".
pub(super) const FIGURES: &[&str] = &[
    "figure",
    "figures",
    "value",
    "values",
    "data",
    "information",
    "info",
    "entry",
    "entries",
    "record",
    "records",
    "reading",
    "readings",
    "valor",
    "valores",
    "dado",
    "dados",
    "informacao",
    "registo",
    "registro",
];
pub(super) const FIGURE_OF: &[&str] =
    &["for", "of", "in", "on", "about", "under", "de", "do", "da", "em", "para", "sobre", "no", "na"];

/// Nouns for a text that a cell contains: "contains the word Miss".
pub(super) const TEXTS: &[&str] = &[
    "word",
    "words",
    "text",
    "string",
    "substring",
    "letters",
    "phrase",
    "term",
    "palavra",
    "palavras",
    "texto",
    "letras",
    "termo",
    "expressao",
    "frase",
];

/// Words before a column name that require a value.
pub(super) const WITH: &[&str] = &[
    "with", "has", "have", "had", "having", "teve", "tiveram", "tinha", "tinham", "com", "tem", "têm",
    "possui", "possuem",
];

/// Words before a column name that exclude a value.
pub(super) const WITHOUT: &[&str] = &[
    "without", "no", "not", "nao", "sem", "missing", "lacking", "lacks", "lack", "lacked", "doesn't",
    "don't", "does not", "nem",
];

/// Prepositions that are contracted with articles, and the contractions.
pub(super) const JOINED: &[(&str, &[&str])] = &[
    ("de", &["do", "da", "dos", "das", "o", "a"]),
    ("a", &["ao", "aos", "as", "à"]),
    ("em", &["no", "na", "nos", "nas"]),
    ("por", &["pelo", "pela"]),
    ("que", &["que o", "que a"]),
];
