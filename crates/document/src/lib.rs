//! Documents: the text of a file in reading order, and what is said in it in short.
