//! SVG documents, built shape by shape.

use std::fmt::Write;

/// A drawing that becomes a self-contained SVG document.
#[derive(Clone, Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    style: String,
    /// Attributes of the document.
    notes: String,
    body: String,
}

impl Svg {
    /// Creates an empty drawing of this size in pixels; `style` is the CSS of the classes of its shapes.
    #[must_use]
    pub fn new(width: f64, height: f64, style: &str) -> Self {
        Svg { width, height, style: style.to_owned(), notes: String::new(), body: String::new() }
    }

    /// Notes a fact about the drawing, which clients can read: an attribute `data-KEY` of the document.
    pub fn note(&mut self, key: &str, value: &str) {
        self.notes.push_str(&format!(" data-{key}=\"{}\"", escape(value)));
    }

    /// Groups the shapes that `draw` adds under the protocol's name of the place that they show: `<g data-at="b3">`.
    pub fn place(&mut self, name: &str, draw: impl FnOnce(&mut Self)) {
        self.group(&format!("data-at=\"{}\"", escape(name)), draw);
    }

    /// Groups the shapes that `draw` adds, drawn around the origin, as a piece of this name that stands at a point.
    pub fn piece(&mut self, name: &str, (x, y): (f64, f64), draw: impl FnOnce(&mut Self)) {
        self.group(&format!("class=\"piece\" data-piece=\"{}\" transform=\"translate({x:.1} {y:.1})\"", escape(name)), draw);
    }

    fn group(&mut self, attributes: &str, draw: impl FnOnce(&mut Self)) {
        self.element(&format!("<g {attributes}>"));
        draw(self);
        self.element("</g>");
    }

    /// Adds an invisible line of this width that can be pointed at.
    pub fn wide_line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), width: f64) {
        self.element(&format!(
            "<line class=\"hit\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke-width=\"{width:.1}\"/>"
        ));
    }

    /// Adds a polygon.
    pub fn polygon(&mut self, class: &str, corners: &[(f64, f64)]) {
        self.shape("polygon", class, corners);
    }

    /// Adds lines from each point to the next.
    pub fn polyline(&mut self, class: &str, points: &[(f64, f64)]) {
        self.shape("polyline", class, points);
    }

    fn shape(&mut self, name: &str, class: &str, points: &[(f64, f64)]) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        self.element(&format!("<{name} class=\"{}\" points=\"{}\"/>", escape(class), points.join(" ")));
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
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w:.1} {h:.1}\" width=\"{w:.1}\" height=\"{h:.1}\"{}>\n\
             <style>text{{text-anchor:middle;dominant-baseline:central;font-family:sans-serif}}\
             .hit{{fill:none;stroke:none;pointer-events:all}}{}</style>\n{}</svg>",
            self.notes,
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
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document() {
        let mut svg = Svg::new(10.0, 20.0, ".a{fill:red}");
        svg.note("to-move", "black");
        svg.place("b3", |svg| svg.text("a", (1.0, 2.0), "<&>"));
        svg.circle("a", (1.0, 2.0), 3.0);
        let text = svg.render();
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>"));
        assert!(text.contains(">&lt;&amp;&gt;</text>"));
        assert!(text.contains(" data-to-move=\"black\">") && text.contains("<g data-at=\"b3\">\n<text"));
        assert!(!text.contains("\n\n"));
    }
}
