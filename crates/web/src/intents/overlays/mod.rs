//! What lies over a page and was not asked for: what its controls do, which of it asks for consent, which can be closed,
//! and whether more of it is about to come.

mod banner;
mod closing;
mod coming;
mod control;
mod popup;

pub(crate) use banner::Banner;
pub(crate) use closing::{Closed, close, press};
pub(crate) use coming::{is_filled_in, wait_while_young};
pub(crate) use control::{parts_of, title_of};
pub(crate) use popup::{Popup, Sort, popups};
