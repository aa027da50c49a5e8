//! Files as people have them, and what is answered about them.

mod delimited;
