use std::collections::HashSet;
use std::sync::LazyLock;

/// Words that carry no information about the purpose of a field.
const EMPTY: &str = "your the a an please enter type required optional must here input field form txt text id of for to in \
     ihre ihr su tu seu sua votre ton la le el de der die das il lo s l e new my user account customer ctl \
     main content insert inserisci digite introduce bitte obligatorio pflichtfeld box value val edit modal frm \
     fld item data js ui and or und y et ou oder deine dein mein meine vos ta mon ma tua vostra vostro uw je \
     jouw ваш ваша ваше ваши твой twoj twoja twoje vas vase din ditt dit sus sinun del della di da do dos du \
     des den det en ett van het vom zu zum bei w na o os au aux sur pour par per con um uma un une una ein \
     eine einen и или в на для по з lub og och az si sau ve veya και το τη την σας η ο saisissez saisir entrez \
     entrer indiquez renseignez inserire introduzca introducir ingrese ingresa ingresar escribe escriba \
     informar insira preencha eingeben geben sie voer vul wpisz podaj введите укажите напишите girin giriniz \
     yaziniz ange skriv fyll indtast syota zadejte zadajte irja introduceti masukkan nhap vui long give tell \
     provide write fill below above requis obligatoire erforderlich verplicht wymagane wymagany обязательно \
     обязательное поле zorunlu obligatoria obbligatorio obbligatoria requerido requerida obrigatorio \
     obrigatoria pakollinen povinne kotelezo opcional optionnel facultatif facultative facoltativo opzionale \
     optioneel opcjonalnie opcjonalne необязательно valgfrit valgfri valfritt nepovinne istege bagli \
     valinnainen valid";

/// Words that are written together with others in identifiers.
pub(super) const COMPOUND_PARTS: &str = "txt input field form user customer billing shipping bill ship login signup signin register create account \
     member contact delivery home new old confirm cc id no num number code box value edit label the your my \
     real fake order checkout profile main footer header top newsletter subscribe payment person personal \
     primary";

static EMPTY_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| EMPTY.split_ascii_whitespace().collect());

/// Whether a word carries no information about the purpose of a field.
pub fn is_empty(word: &str) -> bool {
    EMPTY_WORDS.contains(word)
}
