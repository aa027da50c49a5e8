use serde::Serialize;

/// The way in which a user operates a control: a button is pressed, a field is written into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Manner {
    /// Press it.
    Press,
    /// Write text into it.
    Write,
    /// Choose an option in it.
    Choose,
    /// Switch it on.
    Tick,
    /// Switch it off.
    Untick,
    /// Clear its content.
    Clear,
    /// Move the keyboard focus to it.
    Focus,
    /// Hover over it.
    Point,
    /// Drag it onto another.
    Drag,
    /// Scroll its content: `up`, `down`, `top` or `bottom`.
    Scroll,
    /// Select a part of its text.
    SelectText,
}

/// The way in which a verb operates a control, and the parameters that take the control and the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Handling {
    /// The way in which the verb operates the control.
    pub manner: Manner,
    /// The parameter that takes the control.
    pub thing: &'static str,
    /// The parameter that takes the text, the option or the drop target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<&'static str>,
}
