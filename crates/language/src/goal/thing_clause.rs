//! A parsed clause about a named object.

use lemmascope_intent::{NameShape, ThingAction, ThingKind};

use super::anchor::Anchor;
use super::scanner::Scanner;
use super::token::Token;
use super::vocabulary::{Role, Vocabulary};
use crate::literal::has_extension;

/// A clause about a named object.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ThingClause {
    /// The action.
    pub(super) action: Action,
    /// Whether the clause contains the verb itself, and does not continue the preceding clause.
    pub(super) has_verb: bool,
    /// The kind of the object, if a noun states it.
    pub(super) kind: Option<&'static ThingKind>,
    /// Whether the clause contains such a noun itself.
    pub(super) has_noun: bool,
    /// Whether the noun is plural.
    pub(super) is_plural: bool,
    /// Whether the clause starts with the location.
    pub(super) is_led: bool,
    /// Whether a word such as "called" announces the name.
    pub(super) is_announced: bool,
    /// The object.
    pub(super) target: Target,
    /// The location of the object.
    pub(super) place: Option<Place>,
    /// The destination of a move or copy.
    pub(super) to: Option<Place>,
    /// The new name.
    pub(super) new_name: Option<String>,
    /// The text to write.
    pub(super) content: Option<String>,
    /// The exceptions from several objects.
    pub(super) except: Option<Target>,
    /// Whether the destination may be a person instead of a container.
    pub(super) is_sent: bool,
}

/// The action of a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    /// An action on the object.
    Do(ThingAction),
    /// None: the next clause states the action.
    Mention,
    /// None, and the object is excluded from the action on others.
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

    /// Returns the name of the action in goals.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Do(action) => action.as_str(),
            Self::Mention => "mention",
            Self::Keep => "keep",
        }
    }
}

/// The object of a clause.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Target {
    /// A name.
    Named(String),
    /// The object that was mentioned last.
    It,
    /// The group that was mentioned last.
    They,
    /// The original of a copy.
    Original,
    /// The originals of a group of copies.
    Originals,
    /// Some objects of a group.
    Picked(Pick),
    /// A new object without a name.
    Unnamed,
}

impl Target {
    /// Returns the target of a reference to several objects, or to some of them.
    pub(super) fn of_several(role: Role) -> Option<Self> {
        Some(match role {
            Role::They => Self::They,
            Role::Originals => Self::Originals,
            Role::First => Self::Picked(Pick::First),
            Role::Second => Self::Picked(Pick::Second),
            Role::Last => Self::Picked(Pick::Last),
            Role::FirstTwo => Self::Picked(Pick::FirstTwo),
            Role::Others => Self::Picked(Pick::Others),
            _ => return None,
        })
    }
}

/// A selection from a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pick {
    First,
    Second,
    Last,
    FirstTwo,
    /// Those that no clause has mentioned yet.
    Others,
}

impl Pick {
    /// Applies the selection to a group, if it does not depend on anything else.
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

/// A location.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Place {
    /// A known place.
    pub(super) anchor: Option<Anchor>,
    /// The container.
    pub(super) container: Option<Container>,
    /// The kind of the container, if a noun states it.
    pub(super) kind: Option<&'static ThingKind>,
    /// Whether only the position in the sentence indicates a container.
    pub(super) is_doubtful: bool,
    /// Whether it has to be created first.
    pub(super) is_new: bool,
}

/// A container in a sentence.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Container {
    /// The one that was mentioned last.
    It,
    /// The one that was mentioned first.
    First,
    /// The one that was mentioned second.
    Second,
    /// The last one of several.
    Last,
    /// Each of several that were mentioned.
    Each,
    /// The destination of a goal.
    DestinationOf(usize),
    /// The object of a goal.
    Of(usize),
    /// A name.
    Named(String),
}

impl ThingClause {
    /// Parses a clause. One without a verb continues the action of the preceding clause, if there is one.
    pub(super) fn read(
        sentence: &str,
        tokens: &[Token],
        vocabulary: &Vocabulary,
        before: Option<&Self>,
        is_first: bool,
    ) -> Option<Self> {
        Scanner { sentence, tokens, vocabulary, at: 0 }.clause(before, is_first)
    }

    /// Creates a clause that creates an object of a kind.
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

    /// Whether these words are only a known place, or a container that a noun describes.
    pub(super) fn is_place(sentence: &str, tokens: &[Token], vocabulary: &Vocabulary) -> bool {
        let mut scanner = Scanner { sentence, tokens, vocabulary, at: 0 };
        let place = scanner.place(&[Role::Inside]);
        let is_known = |place: &Place| {
            place.anchor.is_some()
                || matches!(place.container, Some(Container::Named(_))) && !place.is_doubtful
        };
        place.as_ref().is_some_and(is_known) && scanner.at == tokens.len()
    }
}

impl ThingClause {
    /// Whether the object has a name, and names of its kind are any words.
    pub(super) fn has_words_for_name(&self) -> bool {
        let is_named = matches!(self.target, Target::Named(_));
        is_named && self.kind.is_some_and(|kind| kind.names == NameShape::Words)
    }

    /// Whether the clause contains a name.
    pub(super) fn names_one(&self) -> bool {
        matches!(self.target, Target::Named(_))
    }

    /// Whether the next item of a list is capitalized and therefore a name, whatever else its first word
    /// means: "the cards Fix header and Write tests".
    pub(super) fn goes_on_with(&self, sentence: &str, tokens: &[Token]) -> bool {
        let first = tokens.first().map_or("", |first| &sentence[first.span.clone()]);
        let is_of_words = self.kind.is_some_and(|kind| kind.names == NameShape::Words);
        let is_listed = self.has_words_for_name() || is_of_words && self.target == Target::Unnamed;
        self.is_plural && is_listed && first.starts_with(char::is_uppercase)
    }

    /// Whether the object has a file name or a path.
    pub(super) fn names_file(&self) -> bool {
        matches!(&self.target, Target::Named(name) if has_extension(name) || name.contains('/'))
    }

    /// Whether the clause is certainly about a named object.
    pub(super) fn is_plain(&self) -> bool {
        let has_anchor = [&self.place, &self.to].into_iter().flatten().any(|place| place.anchor.is_some());
        let is_container =
            |place: &Place| matches!(place.container, Some(Container::Named(_))) && !place.is_doubtful;
        let has_container = self.to.as_ref().is_some_and(is_container);
        let is_renamed = self.new_name.as_deref().is_some_and(has_extension);
        self.kind.is_some() || self.names_file() || has_anchor || has_container || is_renamed
    }
}
