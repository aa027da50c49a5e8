//! What a part of a sentence wants done with a thing.

use lemmascope_intent::{NameShape, ThingAction, ThingKind};

use super::anchor::Anchor;
use super::scanner::Scanner;
use super::token::Token;
use super::vocabulary::{Role, Vocabulary};
use crate::literal::has_extension;

/// A part of a sentence about a thing.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ThingClause {
    /// What is to be done.
    pub(super) action: Action,
    /// Whether the part says so itself, or goes on with what the part before it says.
    pub(super) has_verb: bool,
    /// The kind of the thing, where a word states it.
    pub(super) kind: Option<&'static ThingKind>,
    /// Whether the part has such a word itself.
    pub(super) has_noun: bool,
    /// Whether that word speaks of several.
    pub(super) is_plural: bool,
    /// Whether the part begins with where it is.
    pub(super) is_led: bool,
    /// Whether there is a word that announces the name.
    pub(super) is_announced: bool,
    /// What it is called.
    pub(super) target: Target,
    /// Where it is, or is to be.
    pub(super) place: Option<Place>,
    /// Where it is moved or copied to.
    pub(super) to: Option<Place>,
    /// What it is to be called.
    pub(super) new_name: Option<String>,
    /// What is to be written.
    pub(super) content: Option<String>,
    /// What of several it is not done with.
    pub(super) except: Option<Target>,
    /// Whether what it is moved to may be a person as well as a container.
    pub(super) is_sent: bool,
}

/// What a part of a sentence wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    /// An action on the thing.
    Do(ThingAction),
    /// Nothing yet: the next part states the action.
    Mention,
    /// Nothing, and not the action on others.
    Keep,
}

impl Action {
    pub(super) const CREATE: Self = Self::Do(ThingAction::Create);
    pub(super) const DELETE: Self = Self::Do(ThingAction::Delete);
    pub(super) const MOVE: Self = Self::Do(ThingAction::Move);
    pub(super) const COPY: Self = Self::Do(ThingAction::Copy);
    pub(super) const RENAME: Self = Self::Do(ThingAction::Rename);
    pub(super) const WRITE: Self = Self::Do(ThingAction::Write);
    pub(super) const APPEND: Self = Self::Do(ThingAction::Append);
    pub(super) const READ: Self = Self::Do(ThingAction::Read);
    pub(super) const LIST: Self = Self::Do(ThingAction::List);

    pub(super) const ROLES: [(Role, Self); 11] = [
        (Role::Create, Self::CREATE),
        (Role::Delete, Self::DELETE),
        (Role::Move, Self::MOVE),
        (Role::Copy, Self::COPY),
        (Role::Rename, Self::RENAME),
        (Role::Write, Self::WRITE),
        (Role::Append, Self::APPEND),
        (Role::Read, Self::READ),
        (Role::List, Self::LIST),
        (Role::Mention, Self::Mention),
        (Role::Keep, Self::Keep),
    ];

    /// The name that goals have for it.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Do(action) => action.as_str(),
            Self::Mention => "mention",
            Self::Keep => "keep",
        }
    }
}

/// What something is called.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Target {
    /// By its name.
    Named(String),
    /// What was spoken of last.
    It,
    /// What was spoken of last, if that is several.
    They,
    /// What something was copied from.
    Original,
    /// Some of several that were spoken of.
    Picked(Pick),
    /// It is to be made, and nobody has said what it is called.
    Unnamed,
}

impl Target {
    /// The target of a phrase for several, or for some of several.
    pub(super) fn of_several(role: Role) -> Option<Self> {
        Some(match role {
            Role::They => Self::They,
            Role::First => Self::Picked(Pick::First),
            Role::Second => Self::Picked(Pick::Second),
            Role::Last => Self::Picked(Pick::Last),
            Role::FirstTwo => Self::Picked(Pick::FirstTwo),
            Role::Others => Self::Picked(Pick::Others),
            _ => return None,
        })
    }
}

/// Which of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pick {
    First,
    Second,
    Last,
    FirstTwo,
    /// Those that nothing was said of yet.
    Others,
}

impl Pick {
    /// Those of a group that are picked, where that says it alone.
    pub(super) fn of(self, group: &[usize]) -> Vec<usize> {
        let some = match self {
            Self::First => group.get(..1),
            Self::Second => group.get(1..2),
            Self::Last => group.len().checked_sub(1).and_then(|last| group.get(last..)),
            Self::FirstTwo => group.get(..2),
            Self::Others => None,
        };
        some.unwrap_or_default().to_vec()
    }
}

/// Where something is.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Place {
    /// The place that is known by a word.
    pub(super) anchor: Option<Anchor>,
    /// The container.
    pub(super) container: Option<Container>,
    /// The kind of the container, where a word states it.
    pub(super) kind: Option<&'static ThingKind>,
    /// Whether nothing but its place in the sentence says that it is one.
    pub(super) is_doubtful: bool,
    /// Whether it is to be made first.
    pub(super) is_new: bool,
}

/// A container that a sentence speaks of.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Container {
    /// The one that was spoken of last.
    It,
    /// The one that was spoken of first.
    First,
    /// The one that was spoken of after the first.
    Second,
    /// The one that was spoken of last by its place among several.
    Last,
    /// Each of several that were spoken of.
    Each,
    /// The one that a goal of the sentence moves or copies something to.
    DestinationOf(usize),
    /// The one that a goal of the sentence is about.
    Of(usize),
    /// By its name.
    Named(String),
}

impl ThingClause {
    /// Reads a part of a sentence. One without a verb goes on with what the part before it does, if there was one.
    pub(super) fn read(
        sentence: &str,
        tokens: &[Token],
        vocabulary: &Vocabulary,
        before: Option<&Self>,
        is_first: bool,
    ) -> Option<Self> {
        Scanner { sentence, tokens, vocabulary, at: 0 }.clause(before, is_first)
    }

    /// A part that makes a thing of a kind.
    pub(super) fn creating(kind: Option<&'static ThingKind>, name: &str, anchor: Option<Anchor>) -> Self {
        Self {
            action: Action::CREATE,
            has_verb: true,
            kind,
            has_noun: true,
            is_plural: false,
            is_led: false,
            is_announced: true,
            target: Target::Named(name.into()),
            place: anchor.map(|anchor| Place { anchor: Some(anchor), ..Place::default() }),
            to: None,
            new_name: None,
            content: None,
            except: None,
            is_sent: false,
        }
    }

    /// Whether these words are nothing but a place that everybody has.
    pub(super) fn is_place(sentence: &str, tokens: &[Token], vocabulary: &Vocabulary) -> bool {
        let mut scanner = Scanner { sentence, tokens, vocabulary, at: 0 };
        let place = scanner.place(&[Role::Inside]);
        place.is_some_and(|place| place.anchor.is_some()) && scanner.at == tokens.len()
    }
}

impl ThingClause {
    /// Whether the thing is of a kind whose names are any words, and is named.
    pub(super) fn has_words_for_name(&self) -> bool {
        let is_named = matches!(self.target, Target::Named(_));
        is_named && self.kind.is_some_and(|kind| kind.names == NameShape::Words)
    }

    /// Whether the part gives the name of something.
    pub(super) fn names_one(&self) -> bool {
        matches!(self.target, Target::Named(_))
    }

    /// Whether the next part of a list begins with a capital letter and so is a name, whatever its first word means otherwise: "the
    /// cards Fix header and Write tests".
    pub(super) fn goes_on_with(&self, sentence: &str, tokens: &[Token]) -> bool {
        let first = tokens.first().map_or("", |first| &sentence[first.span.clone()]);
        let is_of_words = self.kind.is_some_and(|kind| kind.names == NameShape::Words);
        let is_listed = self.has_words_for_name() || is_of_words && self.target == Target::Unnamed;
        self.is_plural && is_listed && first.starts_with(char::is_uppercase)
    }

    /// Whether the thing has the name of a file, or a path.
    pub(super) fn names_file(&self) -> bool {
        matches!(&self.target, Target::Named(name) if has_extension(name) || name.contains('/'))
    }

    /// Whether the words leave no doubt that it is about a thing.
    pub(super) fn is_plain(&self) -> bool {
        let has_anchor = [&self.place, &self.to].into_iter().flatten().any(|place| place.anchor.is_some());
        let is_container =
            |place: &Place| matches!(place.container, Some(Container::Named(_))) && !place.is_doubtful;
        let has_container = self.to.as_ref().is_some_and(is_container);
        let is_renamed = self.new_name.as_deref().is_some_and(has_extension);
        self.kind.is_some() || self.names_file() || has_anchor || has_container || is_renamed
    }
}
