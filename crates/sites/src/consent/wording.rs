//! The texts of the banners, and of an article below them, in five languages.

/// The texts of one language.
#[derive(Debug)]
pub(super) struct Wording {
    pub(super) lang: &'static str,
    /// The headline, the author, and two paragraphs.
    pub(super) article: [&'static str; 4],
    /// The title, the text, the link, and the labels of the buttons: accept, reject, settings.
    pub(super) banner: [&'static str; 6],
    /// Necessary, statistics, marketing, and the labels of the buttons: save, understood, close.
    pub(super) details: [&'static str; 6],
}

pub(super) const WORDINGS: &[Wording] = &[
    Wording {
        lang: "en",
        article: [
            "The lighthouse that moved",
            "By Ruth Ellery, Harbour desk",
            "For a hundred and forty years the lighthouse of Sable Point stood where it was built. Last Tuesday it took eleven metres to the left.",
            "“We measured twice,” says the harbour master. The cliff had come too close, so engineers put the tower on rails and pulled.",
        ],
        banner: [
            "We value your privacy",
            "We and our partners use cookies to remember you, to measure how our pages are read and to show advertising that fits.",
            "Learn more",
            "Accept all",
            "Reject all",
            "Manage options",
        ],
        details: ["Strictly necessary", "Statistics", "Marketing", "Save my choices", "Got it", "Close"],
    },
    Wording {
        lang: "pt",
        article: [
            "O farol que mudou de lugar",
            "Por Ruth Ellery, do porto",
            "Durante cento e quarenta anos, o farol ficou onde foi construído. Na terça-feira passada, andou onze metros para a esquerda.",
            "“Medimos duas vezes”, diz o mestre do porto. A falésia tinha chegado perto demais.",
        ],
        banner: [
            "A sua privacidade é importante",
            "Usamos cookies para lembrar de você, medir como as páginas são lidas e mostrar publicidade adequada.",
            "Saiba mais",
            "Aceitar todos",
            "Rejeitar todos",
            "Gerenciar opções",
        ],
        details: [
            "Estritamente necessários",
            "Estatísticas",
            "Marketing",
            "Salvar preferências",
            "Entendi",
            "Fechar",
        ],
    },
    Wording {
        lang: "de",
        article: [
            "Der Leuchtturm, der umzog",
            "Von Ruth Ellery, Hafenredaktion",
            "Hundertvierzig Jahre lang stand der Leuchtturm dort, wo man ihn gebaut hatte. Am Dienstag rückte er elf Meter nach links.",
            "„Wir haben zweimal gemessen“, sagt die Hafenmeisterin. Die Klippe war zu nahe gekommen.",
        ],
        banner: [
            "Wir schätzen Ihre Privatsphäre",
            "Wir verwenden Cookies, um Sie wiederzuerkennen, unsere Reichweite zu messen und passende Werbung zu zeigen.",
            "Mehr erfahren",
            "Alle akzeptieren",
            "Alle ablehnen",
            "Einstellungen verwalten",
        ],
        details: [
            "Unbedingt erforderlich",
            "Statistik",
            "Marketing",
            "Auswahl speichern",
            "Verstanden",
            "Schließen",
        ],
    },
    Wording {
        lang: "fr",
        article: [
            "Le phare qui a déménagé",
            "Par Ruth Ellery, rubrique du port",
            "Pendant cent quarante ans, le phare est resté là où on l’avait construit. Mardi dernier, il a fait onze mètres à gauche.",
            "« Nous avons mesuré deux fois », dit le maître du port. La falaise était devenue trop proche.",
        ],
        banner: [
            "Votre vie privée nous tient à cœur",
            "Nous utilisons des cookies pour vous reconnaître, mesurer l’audience et afficher des publicités adaptées.",
            "En savoir plus",
            "Tout accepter",
            "Tout refuser",
            "Gérer mes choix",
        ],
        details: [
            "Strictement nécessaires",
            "Statistiques",
            "Marketing",
            "Enregistrer mes choix",
            "J’ai compris",
            "Fermer",
        ],
    },
    Wording {
        lang: "es",
        article: [
            "El faro que se mudó",
            "Por Ruth Ellery, sección del puerto",
            "Durante ciento cuarenta años el faro estuvo donde lo construyeron. El martes pasado se movió once metros a la izquierda.",
            "«Medimos dos veces», dice la capitana del puerto. El acantilado se había acercado demasiado.",
        ],
        banner: [
            "Valoramos tu privacidad",
            "Usamos cookies para recordarte, medir cómo se leen nuestras páginas y mostrar publicidad adecuada.",
            "Más información",
            "Aceptar todo",
            "Rechazar todo",
            "Configurar opciones",
        ],
        details: [
            "Estrictamente necesarias",
            "Estadísticas",
            "Marketing",
            "Guardar mi selección",
            "Entendido",
            "Cerrar",
        ],
    },
];
