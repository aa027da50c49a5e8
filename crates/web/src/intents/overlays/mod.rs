//! Overlays on a page: the meaning of their controls, consent banners, popups that can be closed, and whether
//! more of them are about to appear.

mod banner;
mod closing;
mod control;
mod page_age;
mod popup;

pub(crate) use banner::Banner;
pub(crate) use closing::{Closed, close, press};
pub(crate) use control::{control_label, parts_of};
pub(crate) use page_age::{has_user_input, poll_new_page};
pub(crate) use popup::{Popup, Sort, popups};
