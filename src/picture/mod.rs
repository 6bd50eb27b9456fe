//! Drawings: text for a terminal, plain or in colour, and SVG documents.

mod svg;
mod text;

pub use svg::{Svg, escape};
pub use text::{Ink, Text};
