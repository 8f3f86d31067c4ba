//! dots
