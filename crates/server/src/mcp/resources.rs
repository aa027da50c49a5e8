//! Resources: the views of sessions, and the sources of definitions.

use lemmascope_engine::{Engine, Grant, to_text};
use rmcp::ErrorData;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate};

use super::McpServer;
use crate::endpoint::DEFAULT_SESSION;
use crate::picture;

const SESSIONS: &str = "lemmascope://sessions/";
const DEFINITION: &str = "lemmascope://definitions/";

/// A kind of view of a session.
#[derive(Clone, Copy)]
enum Look {
    Observation,
    Screenshot,
}

impl Look {
    const ALL: [Self; 2] = [Self::Observation, Self::Screenshot];

    fn name(self) -> &'static str {
        match self {
            Self::Observation => "observation",
            Self::Screenshot => "screenshot",
        }
    }

    fn media_type(self) -> &'static str {
        match self {
            Self::Observation => "text/plain",
            Self::Screenshot => picture::MEDIA_TYPE,
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Observation => "What is open in the default session.",
            Self::Screenshot => "A picture of the page that is open in the default session.",
        }
    }

    /// Returns the URI of the view of a session.
    fn uri(self, session: &str) -> String {
        format!("{SESSIONS}{session}/{}", self.name())
    }

    /// Parses the URI of a view into its kind and session.
    fn read(uri: &str) -> Option<(Self, &str)> {
        let (session, name) = uri.strip_prefix(SESSIONS)?.split_once('/')?;
        let look = Self::ALL.into_iter().find(|look| look.name() == name)?;
        (!session.is_empty()).then_some((look, session))
    }
}

/// Returns the available resources.
pub(super) fn list(engine: &Engine, grant: &Grant) -> Vec<Resource> {
    let looks = Look::ALL.into_iter().map(|look| {
        let mut resource = Resource::new(look.uri(DEFAULT_SESSION), look.name());
        resource.description = Some(look.about().into());
        resource.mime_type = Some(look.media_type().into());
        resource
    });
    let definitions = engine.definitions(&grant.owner, DEFAULT_SESSION);
    let definitions = definitions.iter().map(|definition| {
        let mut resource = Resource::new(format!("{DEFINITION}{}", definition.name), definition.name.clone());
        resource.mime_type = Some("application/yaml".into());
        resource
    });
    looks.chain(definitions).collect()
}

/// Returns the URI templates of resources.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    let looks = Look::ALL.into_iter().map(|look| ResourceTemplate::new(look.uri("{session}"), look.name()));
    looks.chain([ResourceTemplate::new(format!("{DEFINITION}{{name}}"), "definition")]).collect()
}

/// Returns the content of a resource.
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
    let (look, session) = Look::read(uri).ok_or_else(unknown)?;
    let request = server.request("".into(), session, grant);
    let contents = match look {
        Look::Observation => {
            let report = server.engine.observe(&[], &request).await;
            report.map(|report| ResourceContents::text(to_text(&report), uri))
        }
        Look::Screenshot => {
            let picture = picture::take(&server.engine, &request).await;
            picture.map(|picture| ResourceContents::blob(picture, uri))
        }
    };
    match contents {
        Ok(contents) => Ok(ReadResourceResult::new(vec![contents.with_mime_type(look.media_type())])),
        Err(failure) => Err(ErrorData::internal_error(failure.message, None)),
    }
}
