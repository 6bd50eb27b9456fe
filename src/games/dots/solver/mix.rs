//! A bijection of 64-bit words whose results look random: for hashes, and for random numbers that depend on the position alone.

/// Mixes 64 bits well (the finalizer of SplitMix64, Steele, Lea and Flood 2014).
#[must_use]
pub const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
