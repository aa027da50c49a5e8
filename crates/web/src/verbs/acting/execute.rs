use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Reach, Signature, Type, Value};

use crate::verbs::functions::open;
use crate::verbs::parameters::timeout;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.execute", "Run a script in the page; trusted sources only.")
        .command("execute <script>")
        .aliases(&["eval", "evaluate", "evaluate script", "js"])
        .known_as(&["run code"])
        .reach(Reach::Code)
        .lasting()
        .parameter(
            Parameter::required(
                "script",
                Type::String,
                "An expression, a function, or statements with `return`.",
            )
            .written(Notation::Script),
        )
        .parameter(
            Parameter::optional("args", Type::Array, "The value of `args` in the script.").beside_action(),
        )
        .parameter(timeout())
        .returns(Type::Any)
        .examples(&["execute \"document.title\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    if visit.cx.is_sandboxed() {
        return Err(Failure::new(Cause::Forbidden, "a definition that is not trusted runs no scripts")
            .hint("Trust the pack, or do without the script."));
    }
    let script = args.text("script")?;
    let given = args.get("args").and_then(Value::as_list).unwrap_or_default();
    // Secrets are decrypted here, because the script uses them.
    let given: Vec<serde_json::Value> = given.iter().map(open).collect();
    let given = serde_json::Value::from(given).to_string();
    let mut session = visit.page().await?;
    session.look(&lemmascope_browser::session::LookOptions::default()).await?;
    let tab = session.tab()?;
    let frame = match &session.scope {
        Some(scope) => scope.clone(),
        None => tab.main_frame()?,
    };
    let expression = wrapped(script, &given);
    let watch = session.watch(None).await?;
    let mut answer = serde_json::Value::Null;
    let limit = visit.limit();
    let aftermath = session
        .conclude_soon(watch, async {
            answer = tab.evaluate(&frame, &expression, limit).await.map_err(effect_unknown_after_timeout)?;
            Ok(())
        })
        .await?;
    Ok(Outcome { value: Value::from(answer), ..aftermath.welcome("execute".into()) })
}

/// Marks the effect of a timed-out script as unknown, since it may have run partially.
fn effect_unknown_after_timeout(failure: Failure) -> Failure {
    if failure.cause == Cause::Timeout { failure.effect_unknown() } else { failure }
}

/// Wraps a script: a function is called with the arguments; a script with `return` or several statements
/// becomes the body of a function; otherwise it is an expression.
fn wrapped(script: &str, args: &str) -> String {
    let trimmed = script.trim().trim_end_matches(';');
    if is_function(trimmed) {
        return format!("(async (...args) => (({trimmed}\n)(...args)))(...{args})");
    }
    let is_body = trimmed.contains(';') || trimmed.contains('\n') || returns(trimmed);
    let body = if is_body { script.to_string() } else { format!("return ({trimmed}\n)") };
    format!("(async (...args) => {{ {body}\n }})(...{args})")
}

/// Whether the whole script is a function: `(a, b) => a + b`, `function (a) { … }`.
fn is_function(script: &str) -> bool {
    let script = script.strip_prefix("async").map_or(script, str::trim_start);
    if let Some(rest) = script.strip_prefix("function") {
        return rest.trim_start().starts_with('(') && script.ends_with('}');
    }
    let Some((parameters, body)) = script.split_once("=>") else { return false };
    let parameters = parameters.trim();
    let is_list = parameters.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    let names =
        is_list.is_some_and(|inner| inner.trim().is_empty() || inner.split(',').all(|it| is_name(it.trim())));
    let body = body.trim();
    // An arrow function without braces may be followed by further statements.
    (names || is_name(parameters)) && (body.starts_with('{') && body.ends_with('}') || !body.contains(';'))
}

fn returns(script: &str) -> bool {
    script.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').any(|word| word == "return")
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn tells_expressions_from_statements() {
        assert_eq!(wrapped("1 + 1;", "[]"), "(async (...args) => { return (1 + 1\n)\n })(...[])");
        assert!(wrapped("const a = 1; return a", "[]").contains("{ const a = 1; return a"));
        assert!(wrapped("returned", "[]").contains("return (returned"));
        for function in
            ["(a, b) => a + b", "x => { const y = x; return y }", "async function (a) { return a }"]
        {
            assert!(wrapped(function, "[1]").contains("(...args)))(...[1])"), "{function}");
        }
        for other in ["list.map(x => x + 1)", "const f = () => 1; return f()", "functional(1)", "x => x; y"] {
            assert!(!wrapped(other, "[]").contains("(...args)))"), "{other}");
        }
    }
}
