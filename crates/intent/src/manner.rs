use serde::Serialize;

/// How a thing is used that a person has in front of them: a button is pressed, a field is written into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Manner {
    /// It is pressed.
    Press,
    /// Text is written into it.
    Write,
    /// Something is chosen in it.
    Choose,
    /// It is switched on.
    Tick,
    /// It is switched off.
    Untick,
    /// Its content is removed.
    Clear,
    /// It receives the keyboard focus.
    Focus,
    /// The pointer is held over it.
    Point,
    /// It is dragged onto another.
    Drag,
    /// Its content is scrolled: `up`, `down`, `top` or `bottom`.
    Scroll,
    /// A part of its text is selected.
    SelectText,
}

/// The manner in which a verb uses a control, and the parameters that take the control and the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Handling {
    /// How it uses the thing.
    pub manner: Manner,
    /// The parameter that takes the thing.
    pub thing: &'static str,
    /// The parameter that takes what is written or chosen, or the thing that it is dragged onto.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<&'static str>,
}
