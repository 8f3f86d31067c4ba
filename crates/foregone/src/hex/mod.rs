//! The hex wing.
