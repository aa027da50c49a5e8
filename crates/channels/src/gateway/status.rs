use std::fmt;

/// The status of an intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// It was read and found valid.
    Created,
    /// It is durable.
    Submitted,
    /// The recipient can read it.
    Delivered,
    /// The recipient has read it.
    Acknowledged,
    /// The recipient works on it.
    InProgress,
    /// It waits for something.
    Waiting(WaitingReason),
    /// It was done.
    Completed,
    /// It could not be done.
    Failed,
    /// A person does not want it any more.
    Canceled,
    /// Its deadline has passed.
    TimedOut,
}

/// What an intent waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WaitingReason {
    /// The decision or the answer of a person.
    Human,
    /// A tool.
    Tool,
    /// Another agent.
    Agent,
    /// A moment.
    Time,
}

/// All statuses, as they are written, in their order.
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
    /// Those that nothing follows.
    pub(super) const TERMINAL: [Self; 4] = [Self::Completed, Self::Failed, Self::Canceled, Self::TimedOut];

    /// The status and the reason as they are stored.
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

    /// As the protocol writes it.
    pub(super) fn as_str(self) -> &'static str {
        let place = match self {
            Self::Waiting(_) => Self::Waiting(WaitingReason::Human),
            other => other,
        };
        STATUSES.into_iter().find(|(status, _)| *status == place).map_or("", |(_, text)| text)
    }

    /// What it waits for, if it does.
    pub(super) fn waiting_reason(self) -> Option<&'static str> {
        let Self::Waiting(reason) = self else { return None };
        REASONS.into_iter().find(|(it, _)| *it == reason).map(|(_, text)| text)
    }

    /// Whether nothing follows it.
    pub(super) fn is_terminal(self) -> bool {
        Self::TERMINAL.contains(&self)
    }

    /// Whether nobody works on the intent yet.
    pub(super) fn is_new(self) -> bool {
        matches!(self, Self::Created | Self::Submitted | Self::Delivered | Self::Acknowledged)
    }

    /// Whether the lifecycle leads from this status to that one. An intent moves forward, except that it may wait and go on
    /// several times; what is terminal stays as it is.
    pub(super) fn leads_to(self, next: Self) -> bool {
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

    /// The word of a receipt: `accepted`, `running`, `done` or `failed`.
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
    fn what_is_stored_is_read_again() {
        let waiting = REASONS.into_iter().map(|(reason, _)| Status::Waiting(reason));
        for status in STATUSES.into_iter().map(|(status, _)| status).chain(waiting) {
            assert_eq!(Status::parse(status.as_str(), status.waiting_reason()), Some(status));
        }
        assert_eq!(Status::parse("WAITING", None), None);
        assert_eq!(Status::parse("DONE", None), None);
    }

    #[test]
    fn a_terminal_status_is_final_and_every_other_can_fail_or_be_cancelled() {
        for (status, _) in STATUSES {
            for (next, _) in STATUSES {
                if status.is_terminal() {
                    assert!(!status.leads_to(next), "{status} {next}");
                } else if matches!(next, Status::Failed | Status::Canceled | Status::TimedOut) {
                    assert!(status.leads_to(next), "{status} {next}");
                }
            }
            assert!(!status.leads_to(Status::Created));
        }
        assert!(!Status::InProgress.leads_to(Status::Delivered));
        assert!(Status::InProgress.leads_to(Status::Waiting(WaitingReason::Tool)));
        assert!(Status::Waiting(WaitingReason::Time).leads_to(Status::InProgress));
    }
}
