//! The formats of tasks and messages in the versions of the protocol.

use serde_json::{Value, json};

use super::task::{Message, Part, Snapshot, State, Update};

/// A version of the protocol. The method names of a request select it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    /// 0.3: objects have a `kind`, and states are lower case.
    V03,
    /// 1.0: JSON of Protocol Buffers.
    V1,
}

impl Version {
    fn state(self, state: State) -> &'static str {
        match (self, state) {
            (Self::V03, State::Submitted) => "submitted",
            (Self::V03, State::Working) => "working",
            (Self::V03, State::InputRequired) => "input-required",
            (Self::V03, State::Completed) => "completed",
            (Self::V03, State::Failed) => "failed",
            (Self::V03, State::Canceled) => "canceled",
            (Self::V1, State::Submitted) => "TASK_STATE_SUBMITTED",
            (Self::V1, State::Working) => "TASK_STATE_WORKING",
            (Self::V1, State::InputRequired) => "TASK_STATE_INPUT_REQUIRED",
            (Self::V1, State::Completed) => "TASK_STATE_COMPLETED",
            (Self::V1, State::Failed) => "TASK_STATE_FAILED",
            (Self::V1, State::Canceled) => "TASK_STATE_CANCELED",
        }
    }

    /// Whether a state has this name in the version.
    pub(super) fn is_state_name(self, state: State, written: &str) -> bool {
        self.state(state) == written
    }

    fn part(self, part: &Part) -> Value {
        match (self, part) {
            (Self::V03, Part::Text(text)) => json!({"kind": "text", "text": text}),
            (Self::V03, Part::Data(data)) => json!({"kind": "data", "data": data}),
            (Self::V1, Part::Text(text)) => json!({"text": text}),
            (Self::V1, Part::Data(data)) => json!({"data": data}),
        }
    }

    fn parts(self, parts: &[Part]) -> Vec<Value> {
        parts.iter().map(|part| self.part(part)).collect()
    }

    /// Adds the `kind` of an object, if the version has kinds.
    fn kind(self, kind: &str, mut object: Value) -> Value {
        if self == Self::V03 {
            object["kind"] = kind.into();
        }
        object
    }

    fn message(self, message: &Message, task: &Snapshot) -> Value {
        let role = match (self, message.is_ours) {
            (Self::V03, true) => "agent",
            (Self::V03, false) => "user",
            (Self::V1, true) => "ROLE_AGENT",
            (Self::V1, false) => "ROLE_USER",
        };
        let message = json!({
            "messageId": message.id, "role": role, "parts": self.parts(&message.parts),
            "taskId": task.id, "contextId": task.context,
        });
        self.kind("message", message)
    }

    fn status(self, task: &Snapshot) -> Value {
        let mut status = json!({"state": self.state(task.state), "timestamp": task.at});
        if let Some(message) = &task.message {
            status["message"] = self.message(message, task);
        }
        status
    }

    fn artifact(self, task: &Snapshot, parts: &[Part]) -> Value {
        json!({"artifactId": format!("{}-report", task.id), "name": "report", "parts": self.parts(parts)})
    }

    /// Returns a task with up to `most` messages of its history, or all of them.
    pub(super) fn task(self, task: &Snapshot, most: Option<usize>) -> Value {
        let left_out = task.history.len().saturating_sub(most.unwrap_or(usize::MAX));
        let history: Vec<Value> =
            task.history[left_out..].iter().map(|message| self.message(message, task)).collect();
        let artifacts: Vec<Value> = task.artifact.iter().map(|parts| self.artifact(task, parts)).collect();
        let written = json!({
            "id": task.id, "contextId": task.context, "status": self.status(task),
            "history": history, "artifacts": artifacts,
        });
        self.kind("task", written)
    }

    /// Returns a task as the response to a message, and as the first event of a stream.
    pub(super) fn answer(self, task: &Snapshot, most: Option<usize>) -> Value {
        match self {
            Self::V03 => self.task(task, most),
            Self::V1 => json!({"task": self.task(task, most)}),
        }
    }

    /// Returns a change of a task in a stream.
    pub(super) fn update(self, update: &Update) -> Value {
        match (self, update) {
            (Self::V03, Update::Status(task)) => json!({
                "kind": "status-update", "taskId": task.id, "contextId": task.context,
                "status": self.status(task), "final": task.state.is_resting(),
            }),
            (Self::V03, Update::Artifact(task)) => json!({
                "kind": "artifact-update", "taskId": task.id, "contextId": task.context,
                "artifact": self.artifact(task, task.artifact.as_deref().unwrap_or_default()),
                "lastChunk": true,
            }),
            (Self::V1, Update::Status(task)) => json!({"statusUpdate": {
                "taskId": task.id, "contextId": task.context, "status": self.status(task),
            }}),
            (Self::V1, Update::Artifact(task)) => json!({"artifactUpdate": {
                "taskId": task.id, "contextId": task.context,
                "artifact": self.artifact(task, task.artifact.as_deref().unwrap_or_default()),
                "lastChunk": true,
            }}),
        }
    }
}

/// Parses a part of a client's message. Returns `None` for a file, which this agent does not support.
pub(super) fn read_part(part: &Value) -> Option<Part> {
    match (part["text"].as_str(), part.get("data")) {
        (Some(text), _) => Some(Part::Text(text.into())),
        (None, Some(data)) => Some(Part::Data(data.clone())),
        (None, None) => None,
    }
}
