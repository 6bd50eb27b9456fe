//! The tools of reachability games: write the random graphs of the bench to files.

use std::io::{self, BufWriter, IntoInnerError};

use clap::Subcommand;
use ludion::files::{Access, NewFile};
use ludion::game::Tell;
use ludion::games::graph::bench::{SIZES, random_text};

/// A tool of reachability games.
#[derive(Subcommand)]
pub enum Tool {
    /// Writes the random graphs that `ludion bench graph` measures, in the form
    /// of PGSolver, into the working directory
    Write {
        /// Edges of each graph
        #[arg(default_values_t = SIZES)]
        edges: Vec<u64>,
    },
}

impl Tool {
    /// Runs the tool.
    ///
    /// # Errors
    /// A file that cannot be written or exists already.
    pub fn run(self, print: Tell<'_>) -> Result<(), String> {
        let Tool::Write { edges } = self;
        for edges in edges {
            let path = format!("graph-{edges}.pg");
            write(edges, &path).map_err(|error| format!("{path}: {error}"))?;
            print(format!("written {path}"));
        }
        Ok(())
    }
}

fn write(edges: u64, path: &str) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, NewFile::create(path, Access::Granted)?);
    random_text(edges, &mut out)?;
    out.into_inner().map_err(IntoInnerError::into_error)?.keep()
}
