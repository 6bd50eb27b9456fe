//! Pictures as PNG: an SVG document painted with the fonts of the system.

/// Pixels of the PNG along one of the SVG.
#[cfg(feature = "png")]
const SCALE: f32 = 2.0;

/// Paints an SVG document on white.
///
/// # Errors
/// The system has no font for the texts; the picture is too large.
#[cfg(feature = "png")]
pub fn png(svg: &str) -> Result<Vec<u8>, String> {
    use resvg::{tiny_skia, usvg};

    let mut options = usvg::Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    // The documents ask for any sans-serif font: take a usual one, else the first.
    let family = |face: &usvg::fontdb::FaceInfo| face.families.first().map(|(name, _)| name.clone());
    let names: Vec<String> = fonts.faces().filter_map(family).collect();
    let usual = FONTS.iter().map(|name| (*name).to_owned()).find(|name| names.contains(name));
    let font = usual.or_else(|| names.first().cloned()).ok_or("this system has no font for a PNG: write .svg instead")?;
    fonts.set_sans_serif_family(font);
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or("the picture is too large for a PNG")?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or("the picture is too large for a PNG")?;
    pixels.fill(tiny_skia::Color::WHITE);
    resvg::render(&tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

/// Fonts that are preferred, in this order.
#[cfg(feature = "png")]
const FONTS: [&str; 5] = ["Arial", "Helvetica", "Liberation Sans", "Noto Sans", "DejaVu Sans"];

/// Refuses, because this program was built without PNG.
///
/// # Errors
/// Always.
#[cfg(not(feature = "png"))]
pub fn png(_: &str) -> Result<Vec<u8>, String> {
    Err("this program was built without PNG (cargo build --release --features png); write .svg instead".to_owned())
}

#[cfg(all(test, feature = "png"))]
mod tests {
    use super::*;
    use crate::picture::Svg;

    #[test]
    fn a_picture_of_its_size_with_its_text() {
        let paint = |word: &str| {
            let mut svg = Svg::new(30.0, 20.0, ".a{fill:red}");
            svg.polygon("a", &[(0.0, 0.0), (10.0, 0.0), (10.0, 20.0), (0.0, 20.0)]);
            svg.text("b", (20.0, 10.0), word);
            png(&svg.render())
        };
        let picture = match paint("8") {
            Ok(picture) => picture,
            // So it is on a machine without fonts.
            Err(message) => return assert!(message.contains("no font"), "{message}"),
        };
        let image = resvg::tiny_skia::Pixmap::decode_png(&picture).expect("a PNG");
        assert_eq!((image.width(), image.height()), (60, 40));
        let red = image.pixel(5, 5).map(|pixel| (pixel.red(), pixel.green(), pixel.blue()));
        assert_eq!(red, Some((255, 0, 0)));
        assert_ne!(paint("8"), paint(" "), "the text is painted");
    }
}
