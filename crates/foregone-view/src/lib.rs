//! How any answer is told.
