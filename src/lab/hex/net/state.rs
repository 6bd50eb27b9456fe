//! The state of a training run in its folder: a checkpoint that is replaced as a whole, games and networks by generation.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use ludion::files;
use ludion::games::hex::net::Shape;
use ludion::games::hex::net::file::checksum;

use super::optimizer::Optimizer;

const HEADER: &[u8; 12] = b"LUDIONHS\x01\0\0\0";

/// Bytes of the largest checkpoint that is read: 16 for each weight of a network.
const MAX_BYTES: u64 = 4 << 30;

/// The command that a folder belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `hex loop`, which keeps its networks by generation.
    Loop,
    /// `hex train`, which writes `network.net`.
    Training,
}

impl Kind {
    /// Creates a folder unless it is there, and locks it until the file that is returned is closed.
    ///
    /// # Errors
    /// It cannot be written, is used by another process, or belongs to the other command.
    pub fn open(self, folder: &Path) -> Result<File, String> {
        let error = |error| format!("{}: {error}", folder.display());
        fs::create_dir_all(folder).map_err(error)?;
        let lock = File::options().create(true).append(true).open(folder.join("lock")).map_err(error)?;
        files::lock(&lock).map_err(error)?;
        let holds = |name| folder.join(name).exists();
        let is_loop = holds("networks");
        let is_training = holds("network.net") || !is_loop && holds("state");
        match self {
            Kind::Loop if is_training => Err(format!("{}: a folder of hex train; name another one", folder.display())),
            Kind::Training if is_loop => Err(format!("{}: a folder of hex loop; name another one", folder.display())),
            _ => Ok(lock),
        }
    }
}

/// Checksums of what a run began with: others are of another run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// That of the weights of `--start`; 0 without.
    pub start: u32,
    /// That of the games of `hex train`, and of how it uses them; 0 in a loop.
    pub material: u32,
}

/// Everything besides its games that a run needs to resume with bit-identical results.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Shape of the network.
    pub shape: Shape,
    /// Seed of the run.
    pub seed: u64,
    /// Number of the present generation.
    pub generation: u32,
    /// Training steps that the present generation has made.
    pub step: u32,
    /// Positions and games of all finished generations.
    pub positions: u64,
    /// See [`State::positions`].
    pub games: u64,
    /// Processor seconds of the run so far.
    pub seconds: f64,
    /// The weights in training.
    pub optimizer: Optimizer,
    /// What the run began with; unknown in the checkpoints of older versions.
    pub origin: Option<Origin>,
}

impl State {
    /// Returns the first state of a run.
    #[must_use]
    pub fn new(shape: Shape, seed: u64) -> Self {
        let optimizer = Optimizer::new(shape, seed);
        State { shape, seed, generation: 0, step: 0, positions: 0, games: 0, seconds: 0.0, optimizer, origin: None }
    }

    /// Returns where a generation's games are kept.
    #[must_use]
    pub fn games_path(folder: &Path, generation: u32) -> PathBuf {
        folder.join("games").join(format!("{generation:05}.games"))
    }

    /// Returns where the network is kept that a generation ended with.
    #[must_use]
    pub fn network_path(folder: &Path, generation: u32) -> PathBuf {
        folder.join("networks").join(format!("{generation:05}.net"))
    }

    /// Reads the checkpoint of a folder; nothing where there is none.
    ///
    /// # Errors
    /// It cannot be read, or is damaged.
    pub fn load(folder: &Path) -> Result<Option<Self>, String> {
        let path = folder.join("state");
        if !path.exists() {
            return Ok(None);
        }
        let bytes = files::read_regular(&path, MAX_BYTES).map_err(|error| format!("{}: {error}", path.display()))?;
        State::decode(&bytes).map(Some).ok_or_else(|| format!("{} is damaged", path.display()))
    }

    /// Replaces the checkpoint of a folder; a crash leaves the old one or the new one.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), String> {
        replace(&folder.join("state"), &self.encode())
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = HEADER.to_vec();
        let optimizer = &self.optimizer;
        let numbers = [
            self.shape.blocks as u64,
            self.shape.channels as u64,
            self.seed,
            u64::from(self.generation),
            u64::from(self.step),
            self.positions,
            self.games,
            self.seconds.to_bits(),
            optimizer.steps,
        ];
        numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        for list in [&optimizer.weights, &optimizer.average, &optimizer.moments[0], &optimizer.moments[1]] {
            list.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
        let origin = self.origin.iter().flat_map(|origin| [origin.start, origin.material]);
        origin.for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (content, sum) = bytes.split_last_chunk()?;
        if checksum(content) != u32::from_le_bytes(*sum) {
            return None;
        }
        let (numbers, lists) = content.strip_prefix(HEADER)?.split_at_checked(72)?;
        let number = |index: usize| u64::from_le_bytes(numbers[8 * index..8 * index + 8].try_into().expect("eight bytes"));
        let shape = Shape { blocks: number(0) as usize, channels: number(1) as usize };
        let count = shape.layout().count;
        let (lists, origin) = lists.split_at_checked(16 * count)?;
        let origin = match origin.as_chunks() {
            ([], []) => None,
            (&[start, material], []) => Some(Origin { start: u32::from_le_bytes(start), material: u32::from_le_bytes(material) }),
            _ => return None,
        };
        let mut lists = lists.chunks_exact(4 * count).map(|list| {
            list.chunks_exact(4).map(|bytes| f32::from_le_bytes(bytes.try_into().expect("four bytes"))).collect::<Vec<f32>>()
        });
        let mut list = || lists.next();
        let (weights, average, moments) = (list()?, list()?, [list()?, list()?]);
        Some(State {
            shape,
            seed: number(2),
            generation: number(3) as u32,
            step: number(4) as u32,
            positions: number(5),
            games: number(6),
            seconds: f64::from_bits(number(7)),
            optimizer: Optimizer { steps: number(8), weights, average, moments },
            origin,
        })
    }
}

/// Replaces a file, as [`files::replace`] does.
///
/// # Errors
/// It cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), String> {
    files::replace(path, |file| file.write_all(bytes)).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoints_come_back_and_no_damaged_one_is_read() {
        let old = State { generation: 3, seconds: 1.5, ..State::new(Shape { blocks: 1, channels: 16 }, 9) };
        assert_eq!(State::decode(&old.encode()), Some(old.clone()));
        let state = State { origin: Some(Origin { start: 5, material: 7 }), ..old };
        let bytes = state.encode();
        assert_eq!(State::decode(&bytes), Some(state));
        for at in (0..bytes.len()).step_by(97) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(State::decode(&damaged).is_none() && State::decode(&bytes[..at]).is_none(), "byte {at}");
        }
    }

    #[test]
    fn a_folder_is_of_one_command_and_one_process() {
        let folder = std::env::temp_dir().join(format!("ludion-run-{}", std::process::id()));
        let state = State::new(Shape { blocks: 1, channels: 16 }, 9);
        for (mine, other) in [(Kind::Loop, Kind::Training), (Kind::Training, Kind::Loop)] {
            let lock = mine.open(&folder).expect("a new folder");
            assert!(mine.open(&folder).is_err_and(|error| error.contains("another process is at work with it")));
            if mine == Kind::Loop {
                fs::create_dir(folder.join("networks")).expect("room on the disk");
            }
            state.save(&folder).expect("room on the disk");
            drop(lock);
            assert!(other.open(&folder).is_err_and(|error| error.contains("a folder of hex ")), "{other:?}");
            assert!(mine.open(&folder).is_ok());
            fs::remove_dir_all(&folder).expect("the folder of this test");
        }
    }
}
