//! The meaning of HTML elements for their text.

use std::borrow::Cow;
use std::collections::HashMap;

pub(super) type Attributes<'a> = HashMap<Cow<'a, str>, Cow<'a, str>>;

/// Elements without content.
#[rustfmt::skip]
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];

/// Elements outside the text of the page.
#[rustfmt::skip]
const LEFT_OUT: &[&str] = &[
    "script", "style", "noscript", "template", "nav", "aside", "footer", "button", "select", "textarea",
    "svg", "math", "iframe", "object", "canvas", "dialog", "audio", "video", "menu", "rt", "rp", "datalist",
    "label", "frameset",
];

#[rustfmt::skip]
const ROLES: &[&str] = &[
    "navigation", "banner", "contentinfo", "search", "complementary", "menu", "menubar", "dialog", "alert",
    "tooltip", "doc-toc", "doc-bibliography",
];

/// Class names and IDs of page elements outside the main text.
#[rustfmt::skip]
const CLASSES: &[&str] = &[
    "nav", "navbar", "navigation", "menu", "sidebar", "toc", "breadcrumb", "breadcrumbs", "footer",
    "site-footer", "headerlink", "mw-editsection", "noprint", "cookie-banner", "advert", "advertisement",
    "ads", "share", "social", "related", "newsletter", "pagination", "skip-link", "visually-hidden",
    "sr-only", "screen-reader-text", "reference", "reflist", "navbox", "sphinxsidebar", "comments",
];

pub(super) fn is_void(name: &str) -> bool {
    VOID.contains(&name)
}

/// Whether the content of an element is hidden or outside the main text.
pub(super) fn is_excluded_element(name: &str, attributes: &Attributes<'_>) -> bool {
    let value = |key: &str| attributes.get(key).map(|value| value.to_ascii_lowercase());
    let style = value("style").unwrap_or_default().replace(' ', "");
    LEFT_OUT.contains(&name)
        || (attributes.contains_key("hidden") && value("hidden").as_deref() != Some("until-found"))
        || value("aria-hidden").as_deref() == Some("true")
        || style.contains("display:none")
        || style.contains("visibility:hidden")
        || value("role").is_some_and(|role| ROLES.contains(&role.as_str()))
        // The root elements of the text may have such a class as well.
        || (!matches!(name, "html" | "body" | "main" | "article")
            && [value("class"), value("id")].iter().flatten().any(|names| {
                names.split_whitespace().any(|name| CLASSES.contains(&name))
            }))
}

/// Whether the content of an element is never displayed.
pub(super) fn is_never_rendered(name: &str) -> bool {
    matches!(name, "script" | "style" | "template" | "svg" | "object" | "canvas")
}

/// Whether the element contains the main text of a page.
pub(super) fn is_main(name: &str, attributes: &Attributes<'_>) -> bool {
    matches!(name, "main" | "article") || attributes.get("role").is_some_and(|role| role.as_ref() == "main")
}

/// Whether the element is inline.
pub(super) fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "a" | "br"
            | "abbr"
            | "acronym"
            | "b"
            | "bdi"
            | "bdo"
            | "big"
            | "cite"
            | "code"
            | "data"
            | "del"
            | "dfn"
            | "em"
            | "font"
            | "i"
            | "ins"
            | "kbd"
            | "mark"
            | "q"
            | "rb"
            | "ruby"
            | "s"
            | "samp"
            | "small"
            | "span"
            | "strike"
            | "strong"
            | "sub"
            | "sup"
            | "time"
            | "tt"
            | "u"
            | "var"
            | "wbr"
            | "img"
            | "input"
            | "nobr"
    )
}
