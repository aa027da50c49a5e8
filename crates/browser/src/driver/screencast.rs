/// Somebody to whom the pictures of a recording are given, with the second at which each was taken.
pub(crate) type Screencast = Box<dyn FnMut(Vec<u8>, f64) + Send>;
