//! Vectors that begin at a cache line: rows of matrices that cross lines are loaded into tiles more slowly.

use std::ops::{Deref, DerefMut};

/// Bytes of a cache line.
const LINE: usize = 64;

/// A vector whose first element stands at the start of a cache line.
#[derive(Debug, Default)]
pub(super) struct AlignedVec<T> {
    /// The elements, behind as many others as it takes.
    memory: Vec<T>,
    first: usize,
    length: usize,
}

impl<T: Copy + Default> AlignedVec<T> {
    /// Creates a vector of this many zeros.
    #[must_use]
    pub fn new(length: usize) -> Self {
        let memory = vec![T::default(); length + LINE / size_of::<T>()];
        let first = memory.as_ptr().align_offset(LINE);
        AlignedVec { memory, first, length }
    }

    /// Makes it as long as this; what is in it means nothing afterwards.
    pub fn resize(&mut self, length: usize) {
        if length + LINE / size_of::<T>() > self.memory.len() {
            *self = AlignedVec::new(length);
        }
        self.length = length;
    }
}

impl<T> Deref for AlignedVec<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.memory[self.first..self.first + self.length]
    }
}

impl<T> DerefMut for AlignedVec<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.memory[self.first..self.first + self.length]
    }
}

impl<T: Copy + Default> Clone for AlignedVec<T> {
    fn clone(&self) -> Self {
        AlignedVec::from(&self[..])
    }
}

impl<T: Copy + Default> From<&[T]> for AlignedVec<T> {
    fn from(elements: &[T]) -> Self {
        let mut aligned = AlignedVec::new(elements.len());
        aligned.copy_from_slice(elements);
        aligned
    }
}
