//! The dots wing.
