//! Spreadsheets: what a file of rows and columns holds, and what follows from a column of it.
