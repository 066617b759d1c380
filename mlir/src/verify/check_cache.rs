//! A cache of successful checks: the same few types and attributes are checked again and again.

use tern_support::ways;

/// Types known to satisfy a constraint, and attributes known to belong to a class.
#[derive(Default)]
pub(super) struct CheckCache {
    pub(super) types: Pairs,
    pub(super) attributes: Pairs,
}

/// The number of slots.
const SLOTS: usize = 512;

/// A direct-mapped cache of pairs: the address of a declaration, and a handle.
pub(super) struct Pairs(Box<[(usize, u32)]>);

impl Default for Pairs {
    fn default() -> Self {
        Self(vec![(0, 0); SLOTS].into())
    }
}

impl Pairs {
    fn pair<D>(declaration: &'static D, handle: u32) -> (usize, u32) {
        (std::ptr::from_ref(declaration).addr(), handle)
    }

    fn slot((address, handle): (usize, u32)) -> usize {
        ((address >> 3) ^ (handle as usize).wrapping_mul(31)) % SLOTS
    }

    pub(super) fn knows<D>(&self, declaration: &'static D, handle: u32) -> bool {
        let pair = Self::pair(declaration, handle);
        self.0[Self::slot(pair)] == pair
    }

    pub(super) fn add<D>(&mut self, declaration: &'static D, handle: u32) {
        let pair = Self::pair(declaration, handle);
        if !ways::is_plain() {
            self.0[Self::slot(pair)] = pair;
        }
    }
}
