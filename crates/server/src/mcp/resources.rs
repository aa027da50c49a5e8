//! Resources: what is open in a session, and the sources of definitions.

use lemmascope_engine::{Engine, Grant, to_text};
use rmcp::ErrorData;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate};

use super::McpServer;
use crate::endpoint::DEFAULT_SESSION;

const OBSERVATION: &str = "lemmascope://sessions/";
const OBSERVATION_END: &str = "/observation";
const DEFINITION: &str = "lemmascope://definitions/";

/// The resources that there are now.
pub(super) fn list(engine: &Engine, grant: &Grant) -> Vec<Resource> {
    let mut observation =
        Resource::new(format!("{OBSERVATION}{DEFAULT_SESSION}{OBSERVATION_END}"), "observation");
    observation.description = Some("What is open in the default session.".into());
    observation.mime_type = Some("text/plain".into());
    let definitions = engine.definitions(&grant.owner, DEFAULT_SESSION);
    let definitions = definitions.iter().map(|definition| {
        let mut resource = Resource::new(format!("{DEFINITION}{}", definition.name), definition.name.clone());
        resource.mime_type = Some("application/yaml".into());
        resource
    });
    std::iter::once(observation).chain(definitions).collect()
}

/// The templates of the addresses of resources.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    let observation = format!("{OBSERVATION}{{session}}{OBSERVATION_END}");
    vec![
        ResourceTemplate::new(observation, "observation"),
        ResourceTemplate::new(format!("{DEFINITION}{{name}}"), "definition"),
    ]
}

/// The contents of a resource.
pub(super) async fn read(
    server: &McpServer,
    grant: &Grant,
    uri: &str,
) -> Result<ReadResourceResult, ErrorData> {
    let unknown = || ErrorData::resource_not_found(format!("there is no resource {uri}"), None);
    if let Some(name) = uri.strip_prefix(DEFINITION) {
        let definitions = server.engine.definitions(&grant.owner, DEFAULT_SESSION);
        let found = definitions.into_iter().find(|definition| definition.name == name).ok_or_else(unknown)?;
        let contents = ResourceContents::text(found.source, uri).with_mime_type("application/yaml");
        return Ok(ReadResourceResult::new(vec![contents]));
    }
    let session = uri.strip_prefix(OBSERVATION).and_then(|rest| rest.strip_suffix(OBSERVATION_END));
    let session =
        session.filter(|session| !session.is_empty() && !session.contains('/')).ok_or_else(unknown)?;
    let request = server.request("".into(), session, grant);
    match server.engine.observe(&[], &request).await {
        Ok(report) => Ok(ReadResourceResult::new(vec![ResourceContents::text(to_text(&report), uri)])),
        Err(failure) => Err(ErrorData::internal_error(failure.message, None)),
    }
}
