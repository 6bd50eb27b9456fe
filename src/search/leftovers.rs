//! Memory that is freed after the reply to a request.

use std::sync::Arc;

use crate::sync::Mutex;

/// Keeps what a search no longer needs until its reply is written, because freeing a large table or many small parts takes
/// milliseconds. Clones share it; when the last one is dropped, all that is left is freed.
#[derive(Clone, Default)]
pub struct Leftovers(Arc<Mutex<Vec<Box<dyn Send>>>>);

impl Leftovers {
    /// Keeps a value to be freed later.
    pub fn keep(&self, value: impl Send + 'static) {
        self.0.lock().push(Box::new(value));
    }

    /// Frees all that is kept. A search that allocates tables calls this first, so that the tables of two searches never coexist.
    pub fn free(&self) {
        let kept = std::mem::take(&mut *self.0.lock());
        drop(kept);
    }
}

impl std::fmt::Debug for Leftovers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Leftovers").field(&self.0.lock().len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_lives_until_it_is_freed() {
        let (value, leftovers) = (Arc::new(1), Leftovers::default());
        leftovers.keep(value.clone());
        leftovers.clone().keep(value.clone());
        assert_eq!(Arc::strong_count(&value), 3);
        leftovers.free();
        assert_eq!(Arc::strong_count(&value), 1);
        leftovers.keep(value.clone());
        drop(leftovers);
        assert_eq!(Arc::strong_count(&value), 1);
    }
}
