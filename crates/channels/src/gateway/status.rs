use std::fmt;

/// The status of an intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// Parsed and valid.
    Created,
    /// Stored durably.
    Submitted,
    /// Available to the recipient.
    Delivered,
    /// Read by the recipient.
    Acknowledged,
    /// In progress at the recipient.
    InProgress,
    /// Waiting, for this reason.
    Waiting(WaitingReason),
    /// Completed.
    Completed,
    /// Failed.
    Failed,
    /// Cancelled by a participant.
    Canceled,
    /// Past its deadline.
    TimedOut,
}

/// The reason why an intent waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WaitingReason {
    /// The decision or the answer of a person.
    Human,
    /// A tool.
    Tool,
    /// Another agent.
    Agent,
    /// A point in time.
    Time,
}

/// All statuses with their names, in order.
const STATUSES: [(Status, &str); 10] = [
    (Status::Created, "CREATED"),
    (Status::Submitted, "SUBMITTED"),
    (Status::Delivered, "DELIVERED"),
    (Status::Acknowledged, "ACKNOWLEDGED"),
    (Status::InProgress, "IN_PROGRESS"),
    (Status::Waiting(WaitingReason::Human), "WAITING"),
    (Status::Completed, "COMPLETED"),
    (Status::Failed, "FAILED"),
    (Status::Canceled, "CANCELED"),
    (Status::TimedOut, "TIMED_OUT"),
];

const REASONS: [(WaitingReason, &str); 4] = [
    (WaitingReason::Human, "WAITING_FOR_HUMAN"),
    (WaitingReason::Tool, "WAITING_FOR_TOOL"),
    (WaitingReason::Agent, "WAITING_FOR_AGENT"),
    (WaitingReason::Time, "WAITING_FOR_TIME"),
];

impl Status {
    /// The terminal statuses.
    pub(super) const TERMINAL: [Self; 4] = [Self::Completed, Self::Failed, Self::Canceled, Self::TimedOut];

    /// Parses the stored status and reason.
    pub(super) fn parse(status: &str, reason: Option<&str>) -> Option<Self> {
        let (found, _) = STATUSES.into_iter().find(|(_, text)| *text == status)?;
        match found {
            Self::Waiting(_) => {
                let (reason, _) = REASONS.into_iter().find(|(_, text)| Some(*text) == reason)?;
                Some(Self::Waiting(reason))
            }
            other => Some(other),
        }
    }

    /// Returns the name in the protocol.
    pub(super) fn as_str(self) -> &'static str {
        let place = match self {
            Self::Waiting(_) => Self::Waiting(WaitingReason::Human),
            other => other,
        };
        STATUSES.into_iter().find(|(status, _)| *status == place).map_or("", |(_, text)| text)
    }

    /// Returns the reason for waiting, if the intent waits.
    pub(super) fn waiting_reason(self) -> Option<&'static str> {
        let Self::Waiting(reason) = self else { return None };
        REASONS.into_iter().find(|(it, _)| *it == reason).map(|(_, text)| text)
    }

    /// Whether the status is terminal.
    pub(super) fn is_terminal(self) -> bool {
        Self::TERMINAL.contains(&self)
    }

    /// Whether no agent has started to work on the intent.
    pub(super) fn is_new(self) -> bool {
        matches!(self, Self::Created | Self::Submitted | Self::Delivered | Self::Acknowledged)
    }

    /// Whether the lifecycle allows the transition to another status. An intent moves forward, but may wait
    /// and continue several times. Terminal statuses never change.
    pub(super) fn can_transition_to(self, next: Self) -> bool {
        if self.is_terminal() {
            return false;
        }
        match (self, next) {
            (_, Self::Failed | Self::Canceled | Self::TimedOut) => true,
            (Self::Created, _) => next == Self::Submitted,
            (_, Self::Completed | Self::InProgress | Self::Waiting(_)) => true,
            (Self::Submitted, Self::Delivered) => true,
            (Self::Submitted | Self::Delivered, Self::Acknowledged) => true,
            _ => false,
        }
    }

    /// Returns the receipt: `accepted`, `running`, `done` or `failed`.
    pub(super) fn receipt(self) -> &'static str {
        match self {
            Self::Created | Self::Submitted | Self::Delivered | Self::Acknowledged => "accepted",
            Self::InProgress | Self::Waiting(_) => "running",
            Self::Completed => "done",
            Self::Failed | Self::Canceled | Self::TimedOut => "failed",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_status_round_trips() {
        let waiting = REASONS.into_iter().map(|(reason, _)| Status::Waiting(reason));
        for status in STATUSES.into_iter().map(|(status, _)| status).chain(waiting) {
            assert_eq!(Status::parse(status.as_str(), status.waiting_reason()), Some(status));
        }
        assert_eq!(Status::parse("WAITING", None), None);
        assert_eq!(Status::parse("DONE", None), None);
    }

    #[test]
    fn validates_status_transitions() {
        for (status, _) in STATUSES {
            for (next, _) in STATUSES {
                if status.is_terminal() {
                    assert!(!status.can_transition_to(next), "{status} {next}");
                } else if matches!(next, Status::Failed | Status::Canceled | Status::TimedOut) {
                    assert!(status.can_transition_to(next), "{status} {next}");
                }
            }
            assert!(!status.can_transition_to(Status::Created));
        }
        assert!(!Status::InProgress.can_transition_to(Status::Delivered));
        assert!(Status::InProgress.can_transition_to(Status::Waiting(WaitingReason::Tool)));
        assert!(Status::Waiting(WaitingReason::Time).can_transition_to(Status::InProgress));
    }
}
