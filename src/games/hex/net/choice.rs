//! Which network the player uses: the one that is compiled in, one of a file, or none.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Network, file};
use crate::files;

/// The network that is compiled in; `weights.md` beside it tells how it came about.
const BUILTIN: &[u8] = include_bytes!("weights.net");

/// A network with the word by which it was asked for.
#[derive(Clone, Debug)]
pub struct NetworkChoice {
    word: String,
    note: String,
    network: Option<Arc<Network>>,
}

impl Default for NetworkChoice {
    fn default() -> Self {
        NetworkChoice::read("builtin").expect("the network that is compiled in is whole")
    }
}

impl NetworkChoice {
    /// Reads `none`, `builtin` or the name of a file.
    ///
    /// # Errors
    /// The file cannot be read, or is not a whole network.
    pub fn read(word: &str) -> Result<Self, String> {
        let bytes = match word {
            "none" => return Ok(NetworkChoice { word: word.to_owned(), note: String::new(), network: None }),
            "builtin" => Cow::Borrowed(BUILTIN),
            name => Cow::Owned(files::read_bytes(name)?),
        };
        let (network, note) = file::decode(&bytes).map_err(|error| format!("{word}: {error}"))?;
        Ok(NetworkChoice { word: word.to_owned(), note, network: Some(Arc::new(network)) })
    }

    /// The network, if there is one.
    #[must_use]
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// The word by which it was asked for.
    #[must_use]
    pub fn word(&self) -> &str {
        &self.word
    }

    /// `builtin 6x32, generation 35, ...`: its word, its shape and how it was trained.
    #[must_use]
    pub fn describe(&self) -> String {
        let Some(network) = &self.network else { return self.word().to_owned() };
        let shape = network.shape();
        format!("{} {}x{}, {}", self.word(), shape.blocks, shape.channels, self.note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_that_is_compiled_in_is_whole() {
        let choice = NetworkChoice::read("builtin").expect("a whole network");
        assert!(choice.network().is_some() && choice.describe().starts_with("builtin 6x32, generation "));
        assert_eq!(NetworkChoice::read("none").map(|choice| choice.describe()), Ok("none".to_owned()));
        assert!(NetworkChoice::read("Cargo.toml").is_err_and(|error| error.contains("not a network")));
    }
}
