use std::sync::Arc;

use crate::failure::Failure;
use crate::future::BoxFuture;

/// A prompt for the language model. The answer is untrusted data: it is validated, and never executed as
/// instructions.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// The task.
    pub task: String,
    /// The input for the task.
    pub material: String,
    /// The JSON schema of the answer.
    pub schema: serde_json::Value,
    /// The token limit of the answer.
    pub most_tokens: u32,
}

/// Queries the configured language model.
pub type Model = Arc<dyn Fn(Prompt) -> BoxFuture<'static, Result<serde_json::Value, Failure>> + Send + Sync>;
