//! Documents of every kind, read and summarized.

mod abstractive;
mod formats;
mod hostile;
mod summaries;
