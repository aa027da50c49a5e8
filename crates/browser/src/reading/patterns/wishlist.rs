use super::{DetectionContext, Draft};
use crate::page::Pattern;
use crate::text::words_of;

/// The labels of such buttons in the languages of most shops; other words may be in between.
const SAYINGS: &[&[&str]] = &[
    &["add", "wishlist"],
    &["add", "wish", "list"],
    &["add", "favorites"],
    &["add", "favourites"],
    &["save", "wishlist"],
    &["save", "for", "later"],
    &["adicionar", "desejos"],
    &["adicionar", "favoritos"],
    &["anadir", "deseos"],
    &["agregar", "deseos"],
    &["anadir", "favoritos"],
    &["ajouter", "envies"],
    &["ajouter", "souhaits"],
    &["ajouter", "favoris"],
    &["auf", "wunschliste"],
    &["zur", "wunschliste"],
    &["auf", "merkzettel"],
    &["aggiungi", "desideri"],
    &["aan", "verlanglijst"],
    &["dodaj", "ulubionych"],
];

/// Finds the button that adds the product of a page to a wish list. A page with many of them is a product
/// list.
pub(crate) fn find(context: &DetectionContext<'_>) -> Vec<Pattern> {
    let adds = |at: &usize| {
        let element = context.element(*at);
        let can_be_pressed = matches!(element.kind, "button" | "link" | "switch" | "checkbox");
        element.interactive && can_be_pressed && element.visibility.is_visible() && is_said(&element.name)
    };
    let found: Vec<usize> = (0..context.snapshot.elements.len()).filter(adds).collect();
    match found.as_slice() {
        [first, rest @ ..] if rest.len() < 3 => {
            let draft = Draft::new("wishlist_button", context.element(*first).region, 0.8);
            vec![draft.part("add", Some(context.id(*first))).done()]
        }
        _ => Vec::new(),
    }
}

fn is_said(name: &str) -> bool {
    let words = words_of(name);
    words.len() <= 8
        && SAYINGS.iter().any(|saying| {
            let mut rest = words.iter();
            saying.iter().all(|wanted| rest.any(|word| word == wanted))
        })
}

#[cfg(test)]
mod tests {
    use super::is_said;

    #[test]
    fn distinguishes_add_to_wishlist_from_wishlist_link() {
        for yes in [
            "♡ Add to wishlist",
            "Add to Wish List",
            "Adicionar à lista de desejos",
            "Auf die Wunschliste",
            "Ajouter à ma liste d'envies",
        ] {
            assert!(is_said(yes), "{yes}");
        }
        for no in ["Wishlist", "Your wishlist (3)", "Add to cart", "Save", ""] {
            assert!(!is_said(no), "{no}");
        }
    }
}
