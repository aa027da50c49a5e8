use serde::{Deserialize, Serialize};

use super::{command, plain_command};

plain_command!(Enable, "Runtime.enable");
plain_command!(TerminateExecution, "Runtime.terminateExecution");
plain_command!(RunIfWaitingForDebugger, "Runtime.runIfWaitingForDebugger");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AddBinding<'a> {
    pub(crate) name: &'a str,
    pub(crate) execution_context_name: &'a str,
}
command!(AddBinding<'_>, "Runtime.addBinding", serde_json::Value);

/// A call of a binding by a script.
#[derive(Debug, Deserialize)]
pub(crate) struct BindingCalled {
    pub(crate) name: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CallFunctionOn<'a> {
    pub(crate) function_declaration: &'a str,
    pub(crate) arguments: Vec<Argument<'a>>,
    pub(crate) unique_context_id: &'a str,
    pub(crate) return_by_value: bool,
    pub(crate) await_promise: bool,
}
command!(CallFunctionOn<'_>, "Runtime.callFunctionOn", Evaluated);

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase", untagged)]
pub(crate) enum Argument<'a> {
    Value {
        value: &'a serde_json::Value,
    },
    Object {
        #[serde(rename = "objectId")]
        object: &'a str,
    },
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Evaluate<'a> {
    pub(crate) expression: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unique_context_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) context_id: Option<u64>,
    pub(crate) return_by_value: bool,
    pub(crate) await_promise: bool,
    pub(crate) user_gesture: bool,
    /// The number of milliseconds after which a running script is terminated. Waiting for a promise does not
    /// count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) timeout: Option<f64>,
}

impl<'a> Evaluate<'a> {
    /// Evaluates an expression in the page's default execution context.
    pub(crate) fn anywhere(expression: &'a str) -> Self {
        Self {
            expression,
            unique_context_id: None,
            context_id: None,
            return_by_value: true,
            await_promise: false,
            user_gesture: false,
            timeout: None,
        }
    }
}
command!(Evaluate<'_>, "Runtime.evaluate", Evaluated);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Evaluated {
    pub(crate) result: RemoteObject,
    pub(crate) exception_details: Option<ExceptionDetails>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RemoteObject {
    #[serde(default, rename = "type")]
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) value: serde_json::Value,
    #[serde(default)]
    pub(crate) unserializable_value: Option<String>,
    #[serde(default)]
    pub(crate) description: Option<String>,
    #[serde(default)]
    pub(crate) object_id: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExceptionDetails {
    #[serde(default)]
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) line_number: u32,
    #[serde(default)]
    pub(crate) url: Option<String>,
    #[serde(default)]
    pub(crate) exception: Option<RemoteObject>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReleaseObject<'a> {
    pub(crate) object_id: &'a str,
}
command!(ReleaseObject<'_>, "Runtime.releaseObject");

#[derive(Debug, Deserialize)]
pub(crate) struct ExecutionContextCreated {
    pub(crate) context: ExecutionContext,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExecutionContext {
    pub(crate) id: i64,
    pub(crate) unique_id: String,
    #[serde(default)]
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) aux_data: AuxData,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuxData {
    #[serde(default)]
    pub(crate) is_default: bool,
    #[serde(default)]
    pub(crate) frame_id: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExecutionContextDestroyed {
    pub(crate) execution_context_unique_id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConsoleApiCalled {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) args: Vec<RemoteObject>,
    #[serde(default)]
    pub(crate) stack_trace: Option<StackTrace>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StackTrace {
    #[serde(default)]
    pub(crate) call_frames: Vec<CallFrame>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CallFrame {
    pub(crate) url: String,
    pub(crate) line_number: u32,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExceptionThrown {
    pub(crate) exception_details: ExceptionDetails,
}
