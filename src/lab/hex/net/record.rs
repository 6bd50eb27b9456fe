//! Records of self-play: games with what the search found at each move, in files of checked blocks.
//!
//! A file is `LUDIONHG`, the version (4 bytes), then a block for each game: its length (4), its CRC-32 (4) and that many
//! bytes. Numbers are little-endian. A move has as many shares of a policy as its count says; a count of 255 is a sample without
//! a policy, 0 none. A block that is cut off at the end of a file is one that was being written; it is
//! ignored and written again. A block of an impossible length is damage.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use ludion::color::Color;
use ludion::files::{lock, open_regular, read_regular};
use ludion::games::hex::board::Board;
use ludion::games::hex::net::file::checksum;
use ludion::games::hex::net::loss::Target;
use ludion::grid::{Cell, Size};

const HEADER: &[u8; 12] = b"LUDIONHG\x01\0\0\0";

/// The share of the game's result in the target of a value; the rest is the search's value.
const RESULT_SHARE: f32 = 0.7;

/// Moves that a policy target keeps at most.
const POLICY_MOVES: usize = 24;

/// Count of moves of a sample without a policy.
const NO_POLICY: u8 = 255;

/// What a search said of a position, in the units of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Value for the mover, from -32767 to 32767.
    value: i16,
    /// Moves and their shares of 65535; none where nothing was searched.
    policy: Vec<(Cell, u16)>,
}

/// Bytes of the longest game that a file may hold: more than 19x19 moves with a sample each.
const MAX_BYTES: usize = 1 << 16;

/// Bytes of the longest file that is read.
const MAX_FILE: u64 = 4 << 30;

/// A move of a game, with what the search said before it; nothing where the move was drawn at random.
pub type Ply = (Cell, Option<Sample>);

/// A game of self-play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number within its generation.
    pub number: u32,
    /// Size of the board.
    pub size: Size,
    /// The winner, or for a short game the player of whose win the search was sure.
    pub winner: Color,
    /// Whether it was ended because the search was sure of the winner.
    pub is_short: bool,
    /// For a game that was played on to its end: whether the rule that ends games would have named the wrong winner;
    /// `None` if that rule would not have ended this one.
    pub audit: Option<bool>,
    /// Its moves, black's first.
    pub plies: Vec<Ply>,
}

impl Sample {
    /// Returns a sample of a value from -1 to 1 and a policy, of which the likeliest moves are kept.
    #[must_use]
    pub fn new(value: f32, mut policy: Vec<(Cell, f32)>) -> Self {
        policy.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        policy.truncate(POLICY_MOVES);
        let policy = policy.into_iter().map(|(cell, share)| (cell, (share * 65535.0).round() as u16));
        Sample { value: (value * 32767.0).round() as i16, policy: policy.filter(|&(_, share)| share > 32).collect() }
    }
}

impl Game {
    /// Returns the number of positions that have a sample.
    #[must_use]
    pub fn sample_count(&self) -> usize {
        self.plies.iter().filter(|(_, sample)| sample.is_some()).count()
    }

    /// Returns for each sample whether it has a policy.
    pub fn have_policies(&self) -> impl Iterator<Item = bool> {
        self.plies.iter().filter_map(|(_, sample)| Some(!sample.as_ref()?.policy.is_empty()))
    }

    /// Returns the position before the `index`-th move that has a sample, with the player to move and the target.
    #[must_use]
    pub fn position(&self, index: usize) -> Option<(Board, Color, Target)> {
        let (ply, sample) =
            self.plies.iter().enumerate().filter_map(|(ply, (_, sample))| Some((ply, sample.as_ref()?))).nth(index)?;
        let mut board = Board::new(self.size);
        self.play_to(&mut board, ply);
        let to_move = Color::BOTH[ply % 2];
        let result = f32::from(u8::from(self.winner == to_move));
        // The value of a network without a search says nothing new.
        let result_share = if sample.policy.is_empty() { 1.0 } else { RESULT_SHARE };
        let value = result_share * result + (1.0 - result_share) * 0.5 * (1.0 + f32::from(sample.value) / 32767.0);
        let sum: f32 = sample.policy.iter().map(|&(_, share)| f32::from(share)).sum();
        let policy = sample.policy.iter().map(|&(cell, share)| (cell, f32::from(share) / sum)).collect();
        let mut end = Board::new(self.size);
        self.play_to(&mut end, self.plies.len());
        let owners = end.stones().map(|(color, cell)| (cell, f32::from(u8::from(color == to_move)))).collect();
        Some((board, to_move, Target { policy, value, owners }))
    }

    fn play_to(&self, board: &mut Board, count: usize) {
        for (ply, &(cell, _)) in self.plies[..count].iter().enumerate() {
            board.play(Color::BOTH[ply % 2], cell);
        }
    }

    /// Returns the bytes of the game in a file.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = self.number.to_le_bytes().to_vec();
        let audit = self.audit.map_or(0, |wrong| 1 + u8::from(wrong));
        bytes.extend([self.size.width as u8, self.size.height as u8, self.winner.index() as u8, u8::from(self.is_short), audit]);
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        for (cell, sample) in &self.plies {
            bytes.extend(cell.0.to_le_bytes());
            let Some(sample) = sample else {
                bytes.push(0);
                continue;
            };
            bytes.push(if sample.policy.is_empty() { NO_POLICY } else { sample.policy.len() as u8 });
            bytes.extend(sample.value.to_le_bytes());
            for (cell, share) in &sample.policy {
                bytes.extend(cell.0.to_le_bytes());
                bytes.extend(share.to_le_bytes());
            }
        }
        bytes
    }

    /// Reads a game; `None` where the bytes are not a game.
    fn decode(mut bytes: &[u8]) -> Option<Game> {
        let bytes = &mut bytes;
        let number = u32::from_le_bytes(take(bytes)?);
        let [width, height, winner, is_short, audit] = take(bytes)?;
        let size = Size { width: width.into(), height: height.into() };
        let area = size.area();
        if !(1..=19).contains(&width) || !(1..=19).contains(&height) {
            return None;
        }
        let cell = |bytes: &mut &[u8]| Some(Cell(u16::from_le_bytes(take(bytes)?))).filter(|cell| cell.index() < area);
        let mut board = Board::new(size);
        let mut plies = Vec::new();
        for ply in 0..usize::from(u16::from_le_bytes(take(bytes)?)) {
            let mv = cell(bytes)?;
            if !board.play(Color::BOTH[ply % 2], mv) {
                return None;
            }
            let [count] = take(bytes)?;
            let sample = if count > 0 {
                let value = i16::from_le_bytes(take(bytes)?);
                let share = |bytes: &mut &[u8]| Some(u16::from_le_bytes(take(bytes)?)).filter(|&share| share > 0);
                let count = if count == NO_POLICY { 0 } else { count };
                let policy = (0..count).map(|_| Some((cell(bytes)?, share(bytes)?))).collect::<Option<_>>()?;
                Some(Sample { value, policy })
            } else {
                None
            };
            plies.push((mv, sample));
        }
        let winner = *Color::BOTH.get(usize::from(winner))?;
        let audit = [None, Some(false), Some(true)].get(usize::from(audit)).copied()?;
        bytes.is_empty().then_some(Game { number, size, winner, is_short: is_short != 0, audit, plies })
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

/// A file of games to append to.
pub struct Writer {
    file: File,
    path: PathBuf,
}

impl Writer {
    /// Opens a file for more games after the ones that it holds whole, which are returned.
    ///
    /// # Errors
    /// The file cannot be read or written, is used by another process, or is not one of games.
    pub fn open(path: &Path) -> Result<(Self, Vec<Game>), String> {
        let error = |error| format!("{}: {error}", path.display());
        let is_new = !path.exists();
        if !is_new {
            open_regular(path).map_err(error)?;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(error)?;
        lock(&file).map_err(error)?;
        let (games, length) = if is_new { (Vec::new(), 0) } else { read(path)? };
        file.set_len(length).map_err(error)?;
        if length == 0 {
            file.write_all(HEADER).map_err(error)?;
        }
        Ok((Writer { file, path: path.to_owned() }, games))
    }

    /// Appends a game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self, game: &Game) -> Result<(), String> {
        let payload = game.encode();
        let mut block = (payload.len() as u32).to_le_bytes().to_vec();
        block.extend(checksum(&payload).to_le_bytes());
        block.extend(payload);
        self.file.write_all(&block).map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

/// Reads the games of a file and the length of what is whole of it.
///
/// # Errors
/// The file cannot be read, is not one of games, or a block before its end is damaged.
pub fn read(path: &Path) -> Result<(Vec<Game>, u64), String> {
    let bytes = read_regular(path, MAX_FILE).map_err(|error| format!("{}: {error}", path.display()))?;
    let Some(mut rest) = bytes.strip_prefix(HEADER) else {
        // A file that was begun and never got its header holds nothing.
        let is_begun = HEADER.starts_with(&bytes);
        return if is_begun { Ok((Vec::new(), 0)) } else { Err(format!("{} is not a file of games", path.display())) };
    };
    let mut games = Vec::new();
    let mut length = HEADER.len();
    while let Some((payload, after)) = next_block(rest) {
        let game = payload.and_then(Game::decode).ok_or_else(|| format!("{}: damaged at byte {length}", path.display()))?;
        length += rest.len() - after.len();
        rest = after;
        games.push(game);
    }
    Ok((games, length as u64))
}

/// Reads the games of a file that nobody is writing any more.
///
/// # Errors
/// Those of [`read`]; something is left behind the last whole game: the file was cut off, or the length of a block is damaged.
pub(super) fn read_complete(path: &Path) -> Result<Vec<Game>, String> {
    let (games, length) = read(path)?;
    match std::fs::metadata(path).map_err(|error| format!("{}: {error}", path.display()))?.len() {
        size if size == length => Ok(games),
        _ => Err(format!("{}: cut off or damaged at byte {length}", path.display())),
    }
}

/// Returns the next block and what follows it; `None` at the end, and no payload where the length or the checksum is wrong.
fn next_block(mut bytes: &[u8]) -> Option<(Option<&[u8]>, &[u8])> {
    let length = u32::from_le_bytes(take(&mut bytes)?) as usize;
    let sum = u32::from_le_bytes(take(&mut bytes)?);
    if length > MAX_BYTES {
        return Some((None, bytes));
    }
    let (payload, after) = bytes.split_at_checked(length)?;
    Some(((checksum(payload) == sum).then_some(payload), after))
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;

    fn game(number: u32) -> Game {
        let sample = Sample::new(-0.25, vec![(Cell(1), 0.25), (Cell(4), 0.75), (Cell(2), 0.0)]);
        let plies = vec![(Cell(0), None), (Cell(4), Some(sample.clone())), (Cell(1), Some(sample))];
        Game { number, size: Size::square(3), winner: Color::White, is_short: true, audit: Some(true), plies }
    }

    #[test]
    fn files_come_back_and_go_on_where_they_were_cut() {
        let folder = std::env::temp_dir().join(format!("ludion-games-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for temporary files");
        let path = folder.join("a.games");
        let (mut writer, games) = Writer::open(&path).expect("a new file");
        assert!(games.is_empty());
        (0..3).for_each(|number| writer.write(&game(number)).expect("room on the disk"));
        drop(writer);
        let whole = std::fs::read(&path).expect("the file");
        assert_eq!(read(&path), Ok(((0..3).map(game).collect(), whole.len() as u64)));
        assert_eq!(read_complete(&path), Ok((0..3).map(game).collect()));
        for place in HEADER.len() + 1..whole.len() {
            std::fs::write(&path, &whole[..place]).expect("room on the disk");
            let games = read_complete(&path);
            assert!(games.is_err() || games.is_ok_and(|games| games.len() < 3), "cut at {place}");
            let mut damaged = whole.clone();
            damaged[place - 1] ^= 1;
            std::fs::write(&path, &damaged).expect("room on the disk");
            assert!(read_complete(&path).is_err(), "byte {}", place - 1);
        }

        std::fs::write(&path, &whole[..whole.len() - 5]).expect("room on the disk");
        let (mut writer, games) = Writer::open(&path).expect("a file that was cut");
        assert_eq!(games, [game(0), game(1)]);
        writer.write(&game(2)).expect("room on the disk");
        assert_eq!(std::fs::read(&path).expect("the file"), whole);

        let mut damaged = whole;
        damaged[40] ^= 1;
        std::fs::write(&path, &damaged).expect("room on the disk");
        assert!(read(&path).is_err());
        damaged[40] ^= 1;
        damaged[HEADER.len() + 2] ^= 1;
        std::fs::write(&path, &damaged).expect("room on the disk");
        assert!(Writer::open(&path).is_err(), "a length that is damaged is no end of the file");
        assert_eq!(std::fs::read(&path).expect("the file"), damaged, "and nothing is cut off");
        assert!(read(&folder).is_err(), "a folder");
        std::fs::remove_dir_all(&folder).expect("the folder of this test");
    }

    proptest! {
        /// Behind the checksum: what is changed is refused, or a game whose targets are numbers.
        #[test]
        fn changed_bytes_are_no_game_or_a_usable_one(changes in vec((any::<Index>(), any::<u8>()), 1..5), cut in 0..3_usize) {
            let mut bytes = game(7).encode();
            for (place, byte) in changes {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            bytes.truncate(bytes.len() - cut);
            if let Some(game) = Game::decode(&bytes) {
                for index in 0..game.sample_count() {
                    let (_, _, target) = game.position(index).expect("a sample");
                    prop_assert!(target.policy.iter().all(|(cell, share)| cell.index() < game.size.area() && share.is_finite()));
                }
                prop_assert_eq!(Game::decode(&game.encode()), Some(game));
            }
        }
    }

    #[test]
    fn a_value_without_a_search_is_the_result() {
        let plies = vec![(Cell(0), None), (Cell(4), Some(Sample::new(-0.25, Vec::new())))];
        let game = Game { plies, is_short: false, audit: None, ..game(3) };
        let read = Game::decode(&game.encode());
        assert_eq!(read.as_ref(), Some(&game));
        let (_, to_move, target) = read.and_then(|game| game.position(0)).expect("a sample");
        assert_eq!((to_move, target.value, target.policy), (Color::White, 1.0, Vec::new()));
        assert!(game.have_policies().eq([false]));
    }

    #[test]
    fn targets_are_the_movers() {
        let (board, to_move, target) = game(0).position(1).expect("a second sample");
        assert_eq!((board.stone_count(), to_move), (2, Color::Black));
        assert_eq!(target.policy.len(), 2);
        assert!((target.value - 0.3 * 0.375).abs() < 1e-3, "white won, and the search gave black 3 in 8");
        assert_eq!(target.owners, [(Cell(0), 1.0), (Cell(4), 0.0), (Cell(1), 1.0)]);
        assert!(game(0).position(2).is_none());
    }
}
