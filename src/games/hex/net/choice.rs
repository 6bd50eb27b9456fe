//! Which network the player uses: the one that is compiled in, one of a file, or none.

use std::sync::{Arc, LazyLock};

#[cfg(feature = "onnx")]
use super::onnx::OnnxNetwork;
use super::{Network, Output, Shape, Workspace, file};
use crate::color::Color;
use crate::files::{self, Access};
use crate::games::hex::board::Board;
use crate::grid::Size;

/// The network that is compiled in, with its note; `weights.md` beside it tells how it came about. It is decoded when it is first
/// asked, as that takes a third of the time of a start.
static BUILTIN: LazyLock<(Network, String)> =
    LazyLock::new(|| file::decode(include_bytes!("weights.net")).expect("the network that is compiled in is whole"));

/// A network that the player can ask.
#[derive(Clone, Debug)]
pub enum AnyNetwork {
    /// The one that is compiled in.
    Builtin,
    /// Of a file in our own format.
    Own(Arc<Network>),
    /// In an ONNX file.
    #[cfg(feature = "onnx")]
    Onnx(Arc<OnnxNetwork>),
}

impl AnyNetwork {
    /// Reads a network and its note.
    ///
    /// # Errors
    /// The bytes are not a whole network.
    pub fn decode(bytes: &[u8]) -> Result<(Self, String), String> {
        match file::decode(bytes) {
            Ok((network, note)) => Ok((AnyNetwork::Own(Arc::new(network)), note)),
            #[cfg(feature = "onnx")]
            Err(file::FileError::Foreign) => {
                Ok((AnyNetwork::Onnx(Arc::new(OnnxNetwork::decode(bytes.to_vec())?)), String::new()))
            }
            Err(error) => Err(error.to_string()),
        }
    }

    /// Returns it as one of our own format, if it is that.
    #[must_use]
    pub fn own(&self) -> Option<&Network> {
        match self {
            AnyNetwork::Builtin => Some(&BUILTIN.0),
            AnyNetwork::Own(network) => Some(network),
            #[cfg(feature = "onnx")]
            AnyNetwork::Onnx(_) => None,
        }
    }

    /// Returns whether it plays on boards of a size.
    #[must_use]
    #[cfg_attr(not(feature = "onnx"), expect(unused_variables, reason = "ours play on all sizes"))]
    pub fn plays_on(&self, size: Size) -> bool {
        match self {
            AnyNetwork::Builtin | AnyNetwork::Own(_) => true,
            #[cfg(feature = "onnx")]
            AnyNetwork::Onnx(network) => network.plays_on(size),
        }
    }

    /// Evaluates a position for the colour to move. With `half_turn` the network gets the position turned by half, and its output
    /// is turned back.
    pub fn evaluate(&self, board: &Board, to_move: Color, half_turn: bool, workspace: &mut Workspace) -> Output {
        match self {
            AnyNetwork::Builtin => BUILTIN.0.evaluate(board, to_move, half_turn, workspace),
            AnyNetwork::Own(network) => network.evaluate(board, to_move, half_turn, workspace),
            #[cfg(feature = "onnx")]
            AnyNetwork::Onnx(network) => network.evaluate(board, to_move, half_turn),
        }
    }
}

/// A network with the value of `param network` that selects it.
#[derive(Clone, Debug)]
pub(crate) struct NetworkChoice {
    word: String,
    /// The note of a file.
    note: String,
    network: Option<AnyNetwork>,
}

impl Default for NetworkChoice {
    fn default() -> Self {
        NetworkChoice::read("builtin", Access::Refused).expect("the network that is compiled in is whole")
    }
}

impl NetworkChoice {
    /// Reads `none` or `builtin`, in any case, or the name of a file.
    ///
    /// # Errors
    /// The file cannot be read, for want of `access` too, or is not a whole network.
    pub fn read(word: &str, access: Access) -> Result<Self, String> {
        let keyword = ["none", "builtin"].into_iter().find(|keyword| keyword.eq_ignore_ascii_case(word));
        let word = keyword.unwrap_or(word);
        let (network, note) = match word {
            "none" => return Ok(NetworkChoice { word: word.to_owned(), note: String::new(), network: None }),
            "builtin" => (AnyNetwork::Builtin, String::new()),
            name => AnyNetwork::decode(&files::read_bytes(name, access)?).map_err(|error| format!("{word}: {error}"))?,
        };
        Ok(NetworkChoice { word: word.to_owned(), note, network: Some(network) })
    }

    /// Returns the network, if there is one.
    #[must_use]
    pub fn network(&self) -> Option<&AnyNetwork> {
        self.network.as_ref()
    }

    /// Computes what the first evaluation would have to compute, which takes longer than a short move; once for a network.
    pub fn prepare(&self) {
        if let Some(network) = self.network.as_ref().and_then(AnyNetwork::own) {
            network.prepare();
        }
    }

    /// Returns the value of `param network` that selects it.
    #[must_use]
    pub fn word(&self) -> &str {
        &self.word
    }

    /// Returns `builtin 8x48, generation 35, ...`: its word, its shape and how it was trained.
    #[must_use]
    pub fn describe(&self) -> String {
        let own = |network: &Network, note: &str| {
            let Shape { blocks, channels } = network.shape();
            format!("{} {blocks}x{channels}, {note}", self.word())
        };
        match &self.network {
            None => self.word().to_owned(),
            Some(AnyNetwork::Builtin) => own(&BUILTIN.0, &BUILTIN.1),
            Some(AnyNetwork::Own(network)) => own(network, &self.note),
            #[cfg(feature = "onnx")]
            Some(AnyNetwork::Onnx(network)) => format!("{} onnx, for {}", self.word(), network.boards()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_that_is_compiled_in_is_whole() {
        let choice = NetworkChoice::read("builtin", Access::Refused).expect("a whole network");
        assert!(choice.network().is_some() && choice.describe().starts_with("builtin 8x48, generation "));
        for word in ["none", "NONE"] {
            assert_eq!(NetworkChoice::read(word, Access::Refused).map(|choice| choice.describe()), Ok("none".to_owned()));
        }
        assert!(NetworkChoice::read("BuiltIn", Access::Refused).is_ok_and(|choice| choice.word() == "builtin"));
        assert!(NetworkChoice::read("Cargo.toml", Access::Granted).is_err_and(|error| error.contains("not a network")));
    }
}
