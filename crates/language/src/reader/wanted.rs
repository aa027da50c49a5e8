use std::collections::BTreeSet;

use lemmascope_intent::Format;

use super::heard::Heard;
use super::reader::Reader;
use crate::statistics::Piece;

/// So many of the likeliest meanings are looked at.
const LIKELIEST: usize = 6;
/// A sentence is looked at in so many parts at most.
const MOST_PARTS: usize = 6;
/// Words that may part two requests.
const JOINTS: [&str; 6] = ["and", "then", "e", "depois", "ou", "or"];

impl Reader {
    /// The kinds of things whose names are taken by what a sentence may mean, as a whole or in one of its parts. Whoever has to
    /// find out which names there are need not do so for any other kind.
    pub fn wants(&self, heard: &Heard<'_>) -> BTreeSet<Format> {
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
        parts.into_iter().flat_map(|pieces| self.taken_by(pieces)).collect()
    }

    fn taken_by(&self, pieces: &[Piece]) -> BTreeSet<Format> {
        let ranking = self.ranking(pieces);
        let likely = ranking.iter().take(LIKELIEST).map(|(class, _)| &self.speakables()[*class]);
        likely.flat_map(|it| &it.parameters).filter_map(|parameter| parameter.format).collect()
    }
}
