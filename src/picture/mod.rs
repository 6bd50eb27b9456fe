//! Drawings: text for a terminal, plain or in colour, SVG documents, PNG.

mod png;
mod svg;
mod text;

pub use png::png;
pub use svg::Svg;
pub use text::{Ink, Text};
