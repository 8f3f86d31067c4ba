//! contour
