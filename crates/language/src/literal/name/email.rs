//! Email addresses.

use super::url::is_domain;

/// Whether a text is an email address.
pub(super) fn is_email(text: &str) -> bool {
    let Some((name, domain)) = text.split_once('@') else { return false };
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '%' | '+' | '-');
    let named = !name.is_empty() && name.len() <= 64 && name.chars().all(plain);
    let dotted = !name.starts_with('.') && !name.ends_with('.') && !name.contains("..");
    named && dotted && is_domain(domain)
}
