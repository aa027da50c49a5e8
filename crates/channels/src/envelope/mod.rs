//! The envelope and its JSON schemas.
