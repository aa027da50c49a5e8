use serde::{Deserialize, Serialize};

use super::command;

/// Calls a function that returns a list of nodes, and serializes all of them in the response, with their
/// shadow roots but not the content of these.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DescribeAll<'a> {
    function_declaration: &'a str,
    unique_context_id: &'a str,
    serialization_options: Serialization,
}
command!(DescribeAll<'_>, "Runtime.callFunctionOn", DescribedAll);

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Serialization {
    serialization: &'static str,
    max_depth: u8,
    additional_parameters: Nodes,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Nodes {
    max_node_depth: u8,
    include_shadow_tree: &'static str,
}

impl<'a> DescribeAll<'a> {
    pub(crate) fn of(function: &'a str, unique_context_id: &'a str) -> Self {
        let additional_parameters = Nodes { max_node_depth: 0, include_shadow_tree: "all" };
        let serialization_options =
            Serialization { serialization: "deep", max_depth: 2, additional_parameters };
        Self { function_declaration: function, unique_context_id, serialization_options }
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct DescribedAll {
    pub(crate) result: List,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct List {
    #[serde(default)]
    pub(crate) object_id: Option<String>,
    #[serde(default)]
    deep_serialized_value: Wrapped<Vec<Wrapped<Node>>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound = "T: Default + Deserialize<'de>")]
struct Wrapped<T> {
    value: T,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Node {
    shadow_root: Option<Wrapped<Root>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Root {
    mode: String,
    backend_node_id: i64,
}

impl List {
    /// Returns the backend node ids of the closed shadow roots of the nodes.
    pub(crate) fn closed_roots(&self) -> impl Iterator<Item = i64> {
        let roots =
            self.deep_serialized_value.value.iter().filter_map(|node| node.value.shadow_root.as_ref());
        roots.filter(|root| root.value.mode == "closed").map(|root| root.value.backend_node_id)
    }
}
