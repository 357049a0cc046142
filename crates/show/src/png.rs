//! [`Painter`]: renders SVG to PNG, with a font that is part of the program.

use std::sync::Arc;

use anyhow::{Context, Result};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

/// The size of the PNG relative to the SVG: twice, for sharp screens.
const SCALE: f32 = 2.0;

/// Renders SVG texts. It uses no font of the machine: "sans-serif" is `DejaVu` Sans.
#[derive(Debug)]
pub struct Painter(Options<'static>);

impl Default for Painter {
    /// Reads the font, once for many charts.
    fn default() -> Self {
        let mut fonts = Database::new();
        fonts.load_font_data(dejavu::sans::regular().to_vec());
        fonts.load_font_data(dejavu::sans::bold().to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        Self(Options { fontdb: Arc::new(fonts), ..Options::default() })
    }
}

impl Painter {
    /// The SVG as it would be painted, with the place of every text.
    ///
    /// # Errors
    ///
    /// When the text is not SVG.
    pub fn tree(&self, svg: &str) -> Result<Tree> {
        Ok(Tree::from_str(svg, &self.0)?)
    }

    /// Renders an SVG and returns the bytes of a PNG file.
    ///
    /// # Errors
    ///
    /// When the text is not SVG, or the picture is too large.
    pub fn paint(&self, svg: &str) -> Result<Vec<u8>> {
        let tree = self.tree(svg)?;
        let size = tree.size().to_int_size().scale_by(SCALE).context("too large a chart")?;
        let mut pixels = Pixmap::new(size.width(), size.height()).context("too large a chart")?;
        resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
        Ok(pixels.encode_png()?)
    }
}
