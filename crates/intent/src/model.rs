use std::sync::Arc;

use crate::failure::Failure;
use crate::future::BoxFuture;

/// What a language model is asked. Its answer is data that a person unknown wrote: it is checked, and never obeyed.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// What it is to do.
    pub task: String,
    /// What it is to do that with.
    pub material: String,
    /// The JSON schema that its answer has to keep to.
    pub schema: serde_json::Value,
    /// The most that it may answer, in tokens.
    pub most_tokens: u32,
}

/// Asks the language model that is configured.
pub type Model = Arc<dyn Fn(Prompt) -> BoxFuture<'static, Result<serde_json::Value, Failure>> + Send + Sync>;
