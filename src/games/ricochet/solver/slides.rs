//! The slides of all robots at once by SIMD: four lanes a robot, one for each direction.

use bytemuck::cast;
use wide::u16x16;

use super::search_board::{MAX_CODES, SearchBoard};
use super::state::Arrival;

/// Number of lanes: four for each of five robots, rounded up.
pub const LANES: usize = 32;

/// All ones in the lanes of north and west, where codes decrease.
const BACK: u16x16 = u16x16::new([!0, 0, 0, !0, !0, 0, 0, !0, !0, 0, 0, !0, !0, 0, 0, !0]);

/// One in the other lanes.
const FORTH: u16x16 = u16x16::new([0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0]);

/// All ones in the lanes of north and south, whose codes are transposed.
const ACROSS: u16x16 = u16x16::new([!0, 0, !0, 0, !0, 0, !0, 0, !0, 0, !0, 0, !0, 0, !0, 0]);

/// The two lanes of one robot along one axis.
const AXIS: u32 = 0b101;

/// The slides of all robots of a state.
pub struct Slides {
    /// The code where each slide ends, at four times the slot of the robot plus the direction.
    pub ends: [u16; LANES],
    /// The lanes of slides that move the robot, as bits.
    pub moving: u32,
}

impl Slides {
    /// Returns the moving lanes without the robot and axis of an arrival.
    #[inline]
    #[must_use]
    pub fn moving_except(&self, arrival: Arrival) -> u32 {
        let (slot, axis) = (u32::from(arrival) / 2, u32::from(arrival) % 2);
        // The arrival of the root is beyond all lanes.
        self.moving & !AXIS.checked_shl(4 * slot + axis).unwrap_or(0)
    }
}

impl SearchBoard {
    /// Computes the slides of all robots from their codes and transposed codes.
    #[inline]
    #[must_use]
    pub fn all_slides<const N: usize>(&self, codes: &[u16; N], transposed: &[u16; N]) -> Slides {
        let mut slides = Slides { ends: [0; LANES], moving: 0 };
        let own = |i: usize| if i < N { [transposed[i], codes[i], transposed[i], codes[i]] } else { [0; 4] };
        for first in (0..N).step_by(4) {
            let of_four = |lanes: &dyn Fn(usize) -> [u16; 4]| -> u16x16 {
                cast([lanes(first), lanes(first + 1), lanes(first + 2), lanes(first + 3)])
            };
            let from = of_four(&own);
            let here = of_four(&|i| if i < N { [codes[i]; 4] } else { [0; 4] });
            let mut free = of_four(&|i| if i < N { self.reach[usize::from(codes[i]) & (MAX_CODES - 1)] } else { [0; 4] });
            for j in 0..N {
                // Free cells up to the other robot; wraps to a huge number if that is behind, or is the robot itself.
                let other: u16x16 = cast([own(j); 4]);
                free = free.min(((other - from) ^ BACK) - FORTH);
            }
            let end = from + ((free ^ BACK) - BACK);
            let low = u16x16::splat((1 << self.shift) - 1);
            let turned = (end & low) << self.shift | end >> self.shift;
            let ends = ACROSS.bitselect(turned, end);
            slides.moving |= (!ends.simd_eq(here).to_bitmask() & 0xffff) << (4 * first);
            slides.ends[4 * first..4 * first + 16].copy_from_slice(&ends.to_array());
        }
        slides
    }
}
