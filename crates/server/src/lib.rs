//! HTTP, MCP and the web console, each a projection of the engine's catalog.
//!
//! A surface adds no verbs: what can be asked for here is what the registered signatures say. The
//! crate is empty until its issue fills it.
