//! The tools of reachability games: write the random graphs of the bench to files.

use clap::Subcommand;
use ludion::game::Tell;
use ludion::games::graph::bench::{SIZES, write_random};

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
            write_random(edges, &path).map_err(|error| format!("{path}: {error}"))?;
            print(format!("written {path}"));
        }
        Ok(())
    }
}
