//! The contour wing.
