//! SVG documents, built shape by shape.

use std::fmt::Write;

/// A drawing that becomes a self-contained SVG document.
#[derive(Clone, Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    style: String,
    body: String,
}

impl Svg {
    /// Creates an empty drawing of this size in pixels; `style` is the CSS of the classes of its shapes.
    #[must_use]
    pub fn new(width: f64, height: f64, style: &str) -> Self {
        Svg { width, height, style: style.to_owned(), body: String::new() }
    }

    /// Adds a polygon.
    pub fn polygon(&mut self, class: &str, corners: &[(f64, f64)]) {
        let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        self.element(&format!("<polygon class=\"{}\" points=\"{}\"/>", escape(class), points.join(" ")));
    }

    /// Adds a circle.
    pub fn circle(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        self.element(&format!("<circle class=\"{}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>", escape(class)));
    }

    /// Adds a line.
    pub fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        self.element(&format!("<line class=\"{}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>", escape(class)));
    }

    /// Adds a text, centred at a point.
    pub fn text(&mut self, class: &str, (x, y): (f64, f64), text: &str) {
        self.element(&format!("<text class=\"{}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escape(class), escape(text)));
    }

    /// Returns the document. It contains no empty line.
    #[must_use]
    pub fn render(&self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w:.1} {h:.1}\" width=\"{w:.1}\" height=\"{h:.1}\">\n\
             <style>text{{text-anchor:middle;dominant-baseline:central;font-family:sans-serif}}{}</style>\n{}</svg>",
            self.style,
            self.body,
            w = self.width,
            h = self.height,
        )
    }

    fn element(&mut self, element: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.body, "{element}");
    }
}

/// Escapes the characters that have a meaning in SVG.
#[must_use]
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document() {
        let mut svg = Svg::new(10.0, 20.0, ".a{fill:red}");
        svg.text("a", (1.0, 2.0), "<&>");
        svg.circle("a", (1.0, 2.0), 3.0);
        let text = svg.render();
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>"));
        assert!(text.contains(">&lt;&amp;&gt;</text>"));
        assert!(!text.contains("\n\n"));
    }
}
