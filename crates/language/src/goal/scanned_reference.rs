//! Parses references to earlier objects in a clause.

use super::scanned_name::MARKS;
use super::scanner::Scanner;
use super::thing_clause::{Pick, Target, ThingClause};
use super::vocabulary::Role;
use crate::words::is_of_several;

impl Scanner<'_> {
    /// Parses a reference in place of a name.
    pub(super) fn referred(&mut self) -> Option<Target> {
        if self.is_object() {
            let is_of_several = is_of_several(&self.tokens[self.at].folded);
            self.at += 1;
            // "Guarda-os ambos"
            if is_of_several {
                self.take(Role::They);
            }
            return Some(if is_of_several { Target::They } else { Target::It });
        }
        let (role, length) = self.reference()?;
        if !self.ends_reference(role, length) {
            return None;
        }
        self.at += length;
        Some(match role {
            Role::Original => Target::Original,
            role => Target::of_several(role).unwrap_or(Target::It),
        })
    }

    /// Whether a reference is complete. "Rename that copy cover.jpg" gives the copy a name.
    pub(super) fn ends_reference(&self, role: Role, length: usize) -> bool {
        let behind = Scanner { at: self.at + length, ..*self };
        // "Rename it final.md"
        let is_followed = role == Role::Copied || self.tokens[self.at].folded == "it";
        self.ends_at(behind.at) || is_followed && behind.is_last_name()
    }

    /// Returns the reference at this position and the number of its tokens.
    pub(super) fn reference(&self) -> Option<(Role, usize)> {
        let roles = [
            Role::It,
            Role::They,
            Role::Original,
            Role::Originals,
            Role::Copied,
            Role::First,
            Role::Second,
            Role::Last,
            Role::FirstTwo,
            Role::Others,
        ];
        self.vocabulary.begins_any(&roles, self.rest_of())
    }

    /// Whether the next word is a clitic pronoun: "apaga-o".
    pub(super) fn is_object(&self) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.is_object)
    }

    /// Parses the exceptions from several objects.
    pub(super) fn excepted(&mut self, clause: &mut ThingClause) -> Option<()> {
        let mut other = clause.clone();
        self.noun(&mut other);
        clause.except = Some(match self.referred() {
            Some(Target::Picked(Pick::Others)) | None => Target::Named(self.name(&MARKS)?),
            Some(target) => target,
        });
        Some(())
    }
}
