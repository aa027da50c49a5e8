//! Overlays on a page: the meaning of their controls, consent banners, popups that can be closed, and whether
//! more of them are about to appear.

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
