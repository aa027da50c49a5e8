use std::collections::BTreeSet;

use lemmascope_intent::Format;
use lemmascope_statistics::Piece;

use super::reader::Reader;
use super::speakable::Speakable;
use super::tokenized::Tokenized;

/// The minimum and maximum number of likely interpretations that are examined.
const LIKELIEST: (usize, usize) = (3, 6);
/// The total probability from which no further interpretations are examined.
const ENOUGH: f32 = 0.97;
/// The maximum number of parts of a sentence.
const MOST_PARTS: usize = 6;
/// Words between two requests.
const JOINTS: [&str; 6] = ["and", "then", "e", "depois", "ou", "or"];

impl Reader {
    /// Returns the kinds of objects whose names are relevant to a sentence or one of its parts. The caller
    /// need not list the names of any other kind.
    pub fn wants(&self, heard: &Tokenized<'_>) -> BTreeSet<Format> {
        let pieces = heard.pieces();
        let mut parts: Vec<&[Piece]> = vec![&pieces];
        let mut start = 0;
        for (at, piece) in pieces.iter().enumerate().skip(1) {
            let word = heard.words.iter().find(|word| word.span == piece.span);
            let is_joint =
                word.is_some_and(|word| word.pause.is_some() || JOINTS.contains(&word.folded.as_str()));
            if is_joint {
                parts.push(&pieces[start..at]);
                start = at;
            }
        }
        parts.extend((start > 0).then(|| &pieces[start..]));
        parts.truncate(MOST_PARTS + 1);
        let mut wanted: BTreeSet<Format> =
            parts.into_iter().flat_map(|pieces| self.taken_by(pieces)).collect();
        // A clause next to the request may name a folder: "the backup folder is full, delete it".
        let is_path = |folded: &str| {
            let kind = heard.things.kind_of_word(folded);
            kind.is_some_and(|kind| kind.is_container() && kind.names.is_path())
        };
        if heard.words.iter().any(|word| is_path(&word.folded)) {
            wanted.insert(Format::File);
        }
        // A sentence about a spreadsheet may refer to its columns in any words.
        let has_columns =
            |speakable: &Speakable| speakable.parameters.iter().any(|it| it.format == Some(Format::Column));
        if heard.files().any(|file| is_spreadsheet(&file)) && self.speakables().iter().any(has_columns) {
            wanted.extend([Format::Spreadsheet, Format::Column]);
        }
        wanted
    }

    fn taken_by(&self, pieces: &[Piece]) -> BTreeSet<Format> {
        let mut covered = 0.0;
        let mut likely: Vec<&Speakable> = Vec::new();
        for (class, likelihood) in self.ranking(pieces).into_iter().take(LIKELIEST.1) {
            if likely.len() >= LIKELIEST.0 && covered >= ENOUGH {
                break;
            }
            covered += likelihood;
            likely.push(&self.speakables()[class]);
        }
        let likely = likely.into_iter();
        likely.flat_map(|it| &it.parameters).filter_map(|parameter| parameter.format).collect()
    }
}

fn is_spreadsheet(file: &str) -> bool {
    let extension = file.rsplit_once('.').map(|(_, extension)| extension.to_lowercase());
    extension.is_some_and(|extension| Format::Spreadsheet.extensions().contains(&extension.as_str()))
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::definition::Sentences;
    use lemmascope_intent::{Parameter, Type};

    use super::*;

    const SENTENCES: &str = "open\n  open [firefox](app)\n  start [gimp](app)\n  abre o [firefox](app)\n  launch [vlc](app)\n\
        total\n  sum the [Salary](column) column\n  add up [Price](column)\n  soma a coluna [Preço](column)\n  total of [Cost](column)\n\
        mute\n  mute the sound\n  be quiet\n  tira o som\n  no noise please\n  mute all sound\n\
        time\n  what time is it\n  tell me the time\n  que horas são\n  the hour please\n  what is the time\n\
        lock\n  lock the screen\n  bloqueia o ecrã\n  lock it now\n  close the session\n  lock my screen\n\
        date\n  what day is it\n  what time of the year is it\n  que dia é hoje\n  is it monday\n  what is the date\n\
        louder\n  turn the sound up\n  make the sound louder\n  aumenta o som\n  more noise please\n  turn it up\n\
        battery\n  how full is the battery\n  tell me the battery level\n  a bateria está cheia\n  is it charged\n  how is the battery\n\
        sleep\n  go to sleep\n  put the screen to sleep\n  adormece o ecrã\n  sleep now\n  go to sleep now\n";

    fn wants(sentence: &str) -> Vec<Format> {
        let format = |name: &str| match name {
            "open" => vec![("app", Format::Application)],
            "total" => vec![("column", Format::Column)],
            _ => Vec::new(),
        };
        let speakable = |spoken: Sentences| {
            let parameters = format(&spoken.name).into_iter();
            let parameters =
                parameters.map(|(name, kind)| Parameter::required(name, Type::String, "It.").format(kind));
            Speakable::new(spoken.name.clone(), parameters.collect(), spoken.examples)
        };
        let reader = Reader::train(Sentences::read(SENTENCES).unwrap().into_iter().map(speakable).collect());
        let now = jiff::civil::date(2026, 1, 5).at(9, 0, 0, 0);
        reader.wants(&reader.tokenize(sentence, now)).into_iter().collect()
    }

    #[test]
    fn requests_name_formats_of_likeliest_intents() {
        assert!(wants("open the firefox").contains(&Format::Application));
        assert!(wants("sum the weight column").contains(&Format::Column));
    }

    #[test]
    fn requests_name_formats_for_each_clause() {
        let long = "turn the sound up and make the sound louder, tell me the battery level, what day is it, open xyz";
        assert!(wants(long).contains(&Format::Application));
        let both = wants("sum the weight column and open firefox");
        assert!(both.contains(&Format::Column) && both.contains(&Format::Application), "{both:?}");
    }

    #[test]
    fn intent_without_names_requests_no_formats() {
        assert_eq!(wants("what time is it"), []);
    }
}
