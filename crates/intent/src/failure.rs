use std::fmt;

use serde::Serialize;

/// The codes that every failure of an intent carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// The name of the intent is unknown.
    IntentNotFound,
    /// The intent is known, but cannot run in the current state.
    IntentUnavailable,
    /// A required parameter was not given.
    ParameterMissing,
    /// A parameter has the wrong type or a value that is not allowed.
    ParameterInvalid,
    /// The target of the step does not exist.
    TargetNotFound,
    /// The target of the step is ambiguous.
    TargetAmbiguous,
    /// The target of the step existed, but no longer does.
    TargetStale,
    /// A step was tried and failed.
    StepFailed,
    /// A step or the whole intent timed out.
    Timeout,
    /// The requester or the owner of the run cancelled it.
    Cancelled,
    /// The steps ran, but the success conditions do not hold.
    VerificationFailed,
    /// The checkpoint does not exist or cannot be resumed from.
    CheckpointInvalid,
    /// A pack could not be loaded.
    PackLoadFailed,
    /// A definition or the configuration has an invalid format.
    DefinitionInvalid,
}

impl Code {
    /// All codes, in the order of the specification, which has none for a stale target or a cancellation.
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

    /// Returns the name of the code.
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
        /// The cause of a failure, finer than the [`Code`]: the names that `retry.on` and `on_error` of a
        /// definition refer to.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Cause { $($(#[doc = $doc])+ $variant,)+ }

        impl Cause {
            /// All causes.
            pub const ALL: &'static [Cause] = &[$(Cause::$variant),+];

            /// Returns the name of the cause in definitions.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $slug,)+ }
            }

            /// Returns the code of a failure with this cause.
            pub fn code(self) -> Code {
                match self { $(Self::$variant => Code::$code,)+ }
            }

            /// Whether a retry of the same call may succeed.
            pub fn is_transient(self) -> bool {
                match self { $(Self::$variant => $transient,)+ }
            }
        }
    };
}

causes! {
    /// No intent or capability has that name.
    UnknownIntent = "unknown_intent", IntentNotFound, false;
    /// The intent needs something that is unavailable: a domain, a page, a display.
    Unavailable = "unavailable", IntentUnavailable, false;
    /// Trust or policy forbids the action.
    Forbidden = "forbidden", IntentUnavailable, false;
    /// A required parameter is missing.
    MissingParameter = "missing_parameter", ParameterMissing, false;
    /// A parameter's value is not allowed.
    InvalidParameter = "invalid_parameter", ParameterInvalid, false;
    /// The element, file or card does not exist.
    TargetNotFound = "target_not_found", TargetNotFound, false;
    /// The element existed, but no longer does.
    ElementStale = "element_stale", TargetStale, true;
    /// The target matches several things.
    TargetAmbiguous = "target_ambiguous", TargetAmbiguous, false;
    /// The element cannot be seen.
    ElementNotVisible = "element_not_visible", StepFailed, true;
    /// The element does not accept input.
    ElementDisabled = "element_disabled", StepFailed, true;
    /// Something covers the element.
    ClickIntercepted = "click_intercepted", StepFailed, true;
    /// The text did not arrive in the field.
    TypeFailed = "type_failed", StepFailed, true;
    /// The action had no visible effect.
    NoEffect = "no_effect", StepFailed, false;
    /// The object to create already exists.
    AlreadyExists = "already_exists", StepFailed, false;
    /// The path is outside the configured roots, or protected.
    OutsideRoots = "outside_roots", ParameterInvalid, false;
    /// The operating system denies access.
    PermissionDenied = "permission_denied", StepFailed, false;
    /// The disk is full.
    DiskFull = "disk_full", StepFailed, false;
    /// Another process or person changed the object in the meantime.
    Conflict = "conflict", StepFailed, false;
    /// Any other failure of a step.
    Failed = "step_failed", StepFailed, false;
    /// The operation timed out.
    Timeout = "timeout", Timeout, false;
    /// The operation was cancelled.
    Cancelled = "cancelled", Cancelled, false;
    /// The success conditions do not hold.
    VerificationFailed = "verification_failed", VerificationFailed, false;
    /// The checkpoint cannot be resumed from.
    CheckpointInvalid = "checkpoint_invalid", CheckpointInvalid, false;
    /// A pack could not be loaded.
    PackLoadFailed = "pack_load_failed", PackLoadFailed, false;
    /// A definition or the configuration has an invalid format.
    DefinitionInvalid = "definition_invalid", DefinitionInvalid, false;
}

/// A failure, with its reason and a remedy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The cause.
    pub cause: Cause,
    /// One sentence without a full stop, in the user's terms.
    pub message: String,
    /// The remedy, if known.
    pub hint: Option<String>,
    /// Additional information, a line each.
    pub context: Vec<String>,
    /// Whether the call may have had its effect despite the failure. Such a call is not retried
    /// automatically.
    pub effect_unknown: bool,
    /// A one-word verdict: `no_effect`, `intercepted`.
    pub verdict: Option<&'static str>,
    /// The parameter with the invalid value, if known.
    pub field: Option<String>,
    /// Suggested values in place of the invalid one, the likeliest first.
    pub instead: Vec<String>,
    /// Whether the failure is a question to the caller: nothing is wrong, and any of `instead` answers it.
    pub asks: bool,
}

impl Failure {
    /// Creates a failure that changed nothing.
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

    /// Marks the failure as a question to the caller.
    #[must_use]
    pub fn asking(mut self) -> Self {
        self.asks = true;
        self
    }

    /// Sets the remedy.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a line of context.
    #[must_use]
    pub fn context(mut self, line: impl Into<String>) -> Self {
        self.context.push(line.into());
        self
    }

    /// Marks that the effect may have occurred despite the failure.
    #[must_use]
    pub fn effect_unknown(mut self) -> Self {
        self.effect_unknown = true;
        self
    }

    /// Sets the one-word verdict.
    #[must_use]
    pub fn verdict(mut self, verdict: &'static str) -> Self {
        self.verdict = Some(verdict);
        self
    }

    /// Sets the parameter with the invalid value, unless it is already set, because inner callers know it
    /// more precisely.
    #[must_use]
    pub fn about(mut self, field: impl Into<String>) -> Self {
        self.field.get_or_insert_with(|| field.into());
        self
    }

    /// Sets the suggested values.
    #[must_use]
    pub fn instead<T: Into<String>>(mut self, candidates: impl IntoIterator<Item = T>) -> Self {
        self.instead.extend(candidates.into_iter().map(Into::into));
        self
    }

    /// Returns the code of the specification.
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
