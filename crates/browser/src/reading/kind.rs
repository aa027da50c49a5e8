use super::raw::RawElement;

/// Returns the kind of an element, the first half of `input/email`: by its explicit role, or else by its tag
/// and type.
pub(crate) fn kind_of(raw: &RawElement, is_interactive: bool, is_text: bool) -> &'static str {
    let kind = kind_by_tag(raw, is_interactive);
    match by_role(&raw.role) {
        // A native control keeps its kind whatever its explicit role, because the kind determines how it is
        // operated.
        Some(_) if matches!(kind, "select" | "textarea" | "file" | "frame") => kind,
        Some("input") if kind == "input" => kind,
        Some("input") if raw.role == "textbox" && raw.attributes.contains_key("contenteditable") => "editor",
        Some("combobox") if kind == "input" => "combobox",
        Some(claimed) => claimed,
        None if raw.attributes.contains_key("contenteditable") => "editor",
        None if kind == "text" && !is_text && is_interactive => "button",
        None => kind,
    }
}

fn by_role(role: &str) -> Option<&'static str> {
    Some(match role {
        "button" => "button",
        "link" => "link",
        "checkbox" | "menuitemcheckbox" => "checkbox",
        "radio" | "menuitemradio" => "radio",
        "switch" => "switch",
        "slider" | "scrollbar" => "slider",
        "tab" => "tab",
        "menuitem" => "menuitem",
        "option" => "option",
        "combobox" => "combobox",
        "listbox" => "listbox",
        "treeitem" => "treeitem",
        "gridcell" => "cell",
        "columnheader" => "columnheader",
        "textbox" | "searchbox" | "spinbutton" => "input",
        "heading" => "heading",
        "img" => "image",
        "alert" | "alertdialog" | "status" | "log" | "timer" | "tooltip" => "alert",
        "dialog" => "dialog",
        "navigation" => "nav",
        "table" | "grid" | "treegrid" => "table",
        "list" | "feed" => "list",
        "region" | "form" | "group" | "main" | "search" => "region",
        _ => return None,
    })
}

fn kind_by_tag(raw: &RawElement, is_interactive: bool) -> &'static str {
    match raw.tag.as_str() {
        "input" => by_type(raw.attributes.get("type").map_or("", String::as_str)),
        "textarea" => "textarea",
        "select" => "select",
        "button" => "button",
        "summary" => "button",
        "a" | "area" if raw.attributes.contains_key("href") => "link",
        "option" => "option",
        "iframe" | "frame" => "frame",
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => "heading",
        "img" | "svg" | "picture" if is_interactive => "button",
        "img" | "svg" | "picture" => "image",
        "canvas" => "canvas",
        "video" | "audio" => "video",
        "dialog" => "dialog",
        "nav" => "nav",
        "table" => "table",
        "ul" | "ol" if !is_interactive => "list",
        "form" | "section" | "main" | "article" if !is_interactive => "region",
        "output" => "alert",
        _ => "text",
    }
}

fn by_type(of: &str) -> &'static str {
    match of.to_ascii_lowercase().as_str() {
        "checkbox" => "checkbox",
        "radio" => "radio",
        "range" => "slider",
        "file" => "file",
        "submit" | "button" | "reset" | "image" => "button",
        _ => "input",
    }
}

/// Returns the ARIA role, implicit unless the element has an explicit one.
pub(crate) fn aria_role(raw: &RawElement, kind: &'static str) -> String {
    if !raw.role.is_empty() {
        return raw.role.clone();
    }
    let of_type = raw.attributes.get("type").map_or("", String::as_str);
    match (raw.tag.as_str(), kind) {
        ("input", "input") if of_type == "search" => "searchbox",
        ("input", "input") if of_type == "number" => "spinbutton",
        ("input" | "textarea", "input" | "textarea") | (_, "editor") => "textbox",
        ("select", _) => "combobox",
        (_, "image") => "img",
        (_, "frame") => "iframe",
        (_, "file") => "button",
        (_, "text") => "",
        (_, "alert") => "status",
        (_, "nav") => "navigation",
        (_, other) => other,
    }
    .to_owned()
}
