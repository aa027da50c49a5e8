use std::fmt;

use serde::Serialize;

/// The codes that every failure of an intent carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// The intent's name is not known.
    IntentNotFound,
    /// The intent is known, but cannot run here and now.
    IntentUnavailable,
    /// A required parameter was not given.
    ParameterMissing,
    /// A parameter has the wrong type or a value that is not allowed.
    ParameterInvalid,
    /// What the step is to act on does not exist.
    TargetNotFound,
    /// What the step is to act on could be several things.
    TargetAmbiguous,
    /// What the step is to act on was there once, and is gone.
    TargetStale,
    /// A step was tried and failed.
    StepFailed,
    /// A step or the whole intent took too long.
    Timeout,
    /// It was cancelled by whoever asked for it, or by the owner of the run.
    Cancelled,
    /// The steps ran, but the outcome is not what success means.
    VerificationFailed,
    /// The checkpoint does not exist or cannot be continued from.
    CheckpointInvalid,
    /// A pack could not be loaded.
    PackLoadFailed,
    /// A definition, or the configuration, does not keep to its format.
    DefinitionInvalid,
}

impl Code {
    /// All codes, in the order of the specification; it has no word for what is gone or cancelled.
    pub const ALL: [Code; 14] = [
        Code::IntentNotFound,
        Code::IntentUnavailable,
        Code::ParameterMissing,
        Code::ParameterInvalid,
        Code::TargetNotFound,
        Code::TargetAmbiguous,
        Code::TargetStale,
        Code::StepFailed,
        Code::Timeout,
        Code::Cancelled,
        Code::VerificationFailed,
        Code::CheckpointInvalid,
        Code::PackLoadFailed,
        Code::DefinitionInvalid,
    ];

    /// The code as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::IntentNotFound => "INTENT_NOT_FOUND",
            Self::IntentUnavailable => "INTENT_UNAVAILABLE",
            Self::ParameterMissing => "PARAMETER_MISSING",
            Self::ParameterInvalid => "PARAMETER_INVALID",
            Self::TargetNotFound => "TARGET_NOT_FOUND",
            Self::TargetAmbiguous => "TARGET_AMBIGUOUS",
            Self::TargetStale => "TARGET_STALE",
            Self::StepFailed => "STEP_FAILED",
            Self::Timeout => "TIMEOUT",
            Self::Cancelled => "CANCELLED",
            Self::VerificationFailed => "VERIFICATION_FAILED",
            Self::CheckpointInvalid => "CHECKPOINT_INVALID",
            Self::PackLoadFailed => "PACK_LOAD_FAILED",
            Self::DefinitionInvalid => "DEFINITION_INVALID",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

macro_rules! causes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $slug:literal, $code:ident, $transient:literal;)+) => {
        /// What went wrong, finer than the [`Code`]: the names that `retry.on` and `on_error` of a
        /// definition speak of.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Cause { $($(#[doc = $doc])+ $variant,)+ }

        impl Cause {
            /// All causes.
            pub const ALL: &'static [Cause] = &[$(Cause::$variant),+];

            /// The cause as a definition names it.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $slug,)+ }
            }

            /// The code that a failure of this cause carries.
            pub fn code(self) -> Code {
                match self { $(Self::$variant => Code::$code,)+ }
            }

            /// Whether the same call may well succeed a moment later.
            pub fn is_transient(self) -> bool {
                match self { $(Self::$variant => $transient,)+ }
            }
        }
    };
}

causes! {
    /// No intent or capability has that name.
    UnknownIntent = "unknown_intent", IntentNotFound, false;
    /// The intent needs something that is not here: a domain, a page, a display.
    Unavailable = "unavailable", IntentUnavailable, false;
    /// Something that trust or policy does not allow.
    Forbidden = "forbidden", IntentUnavailable, false;
    /// A required parameter is missing.
    MissingParameter = "missing_parameter", ParameterMissing, false;
    /// A parameter's value is not allowed.
    InvalidParameter = "invalid_parameter", ParameterInvalid, false;
    /// The element, file or card does not exist.
    TargetNotFound = "target_not_found", TargetNotFound, false;
    /// The element existed, but no longer does.
    ElementStale = "element_stale", TargetStale, true;
    /// The target may be several things.
    TargetAmbiguous = "target_ambiguous", TargetAmbiguous, false;
    /// The element cannot be seen.
    ElementNotVisible = "element_not_visible", StepFailed, true;
    /// The element does not accept input.
    ElementDisabled = "element_disabled", StepFailed, true;
    /// Something covers the element.
    ClickIntercepted = "click_intercepted", StepFailed, true;
    /// The text did not arrive in the field.
    TypeFailed = "type_failed", StepFailed, true;
    /// Nothing changed although something should have.
    NoEffect = "no_effect", StepFailed, false;
    /// There is something already where something was to be made.
    AlreadyExists = "already_exists", StepFailed, false;
    /// The path leads out of the configured roots, or to a protected place.
    OutsideRoots = "outside_roots", ParameterInvalid, false;
    /// The operating system refuses.
    PermissionDenied = "permission_denied", StepFailed, false;
    /// There is no room left.
    DiskFull = "disk_full", StepFailed, false;
    /// Someone else changed it in the meantime.
    Conflict = "conflict", StepFailed, false;
    /// Any other failure of a step.
    Failed = "step_failed", StepFailed, false;
    /// It took too long.
    Timeout = "timeout", Timeout, false;
    /// It was cancelled.
    Cancelled = "cancelled", Cancelled, false;
    /// The outcome is not what success means.
    VerificationFailed = "verification_failed", VerificationFailed, false;
    /// The checkpoint cannot be continued from.
    CheckpointInvalid = "checkpoint_invalid", CheckpointInvalid, false;
    /// A pack could not be loaded.
    PackLoadFailed = "pack_load_failed", PackLoadFailed, false;
    /// A definition or the configuration does not keep to its format.
    DefinitionInvalid = "definition_invalid", DefinitionInvalid, false;
}

/// Why something did not happen, and what can be done about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What went wrong.
    pub cause: Cause,
    /// One sentence without a full stop, in the user's terms.
    pub message: String,
    /// The remedy, when it is known.
    pub hint: Option<String>,
    /// What else is worth knowing, a line each.
    pub context: Vec<String>,
    /// Whether the call may have had its effect nonetheless. Such a call is not repeated by itself.
    pub effect_unknown: bool,
    /// What became of it, in a word: `no_effect`, `intercepted`.
    pub verdict: Option<&'static str>,
    /// The parameter whose value is at fault, where it is known.
    pub field: Option<String>,
    /// What could have been meant, or could be given in its place, the likeliest first.
    pub instead: Vec<String>,
    /// Whether it is a question to the caller: nothing is wrong, and what is meant can be said in one of the ways of `instead`.
    pub asks: bool,
}

impl Failure {
    /// A failure that is known to have changed nothing.
    pub fn new(cause: Cause, message: impl Into<String>) -> Self {
        Self {
            cause,
            message: message.into(),
            hint: None,
            context: Vec::new(),
            effect_unknown: false,
            verdict: None,
            field: None,
            instead: Vec::new(),
            asks: false,
        }
    }

    /// Marks that it is a question to the caller.
    #[must_use]
    pub fn asking(mut self) -> Self {
        self.asks = true;
        self
    }

    /// With the remedy.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// With one more line of context.
    #[must_use]
    pub fn context(mut self, line: impl Into<String>) -> Self {
        self.context.push(line.into());
        self
    }

    /// Marks that the effect may have happened all the same.
    #[must_use]
    pub fn effect_unknown(mut self) -> Self {
        self.effect_unknown = true;
        self
    }

    /// With what became of it, in a word.
    #[must_use]
    pub fn verdict(mut self, verdict: &'static str) -> Self {
        self.verdict = Some(verdict);
        self
    }

    /// With the parameter whose value is at fault, unless it is known already: who is nearer to it knows better.
    #[must_use]
    pub fn about(mut self, field: impl Into<String>) -> Self {
        self.field.get_or_insert_with(|| field.into());
        self
    }

    /// With what could be given in its place.
    #[must_use]
    pub fn instead<T: Into<String>>(mut self, candidates: impl IntoIterator<Item = T>) -> Self {
        self.instead.extend(candidates.into_iter().map(Into::into));
        self
    }

    /// The code of the specification.
    pub fn code(&self) -> Code {
        self.cause.code()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}
