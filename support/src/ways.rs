//! The switch between fast paths and their plain twins, for tests.
//!
//! Much is implemented twice: by a fast path (a cache, several threads, a guess at the bytes that come next) and by a plain one that
//! is used where the fast one does not apply. Both give the same result. The tests that compare them (`both_ways` in
//! `roundtrip-tests`) run the same work on threads that are set to different [`Way`]s. Builds without debug assertions always go
//! the usual way, and the switch costs them nothing.

#[cfg(debug_assertions)]
use std::cell::Cell;

/// Which of two implementations a thread uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Way {
    /// The fast path where it pays.
    #[default]
    Usual,
    /// The plain twin of each fast path.
    Plain,
    /// As `Plain`, and LLVM IR is read front to back, which otherwise happens only if nothing else reads it. Metadata nodes are in
    /// the order in which they are mentioned then, not in that of their definitions.
    InOrder,
    /// The fast path even where it does not pay: no input is too small for it, and work is split into tiny batches.
    Eager,
}

/// What [`limit`] returns for [`Way::Eager`], if the usual limit is larger.
const TINY: usize = 16;

#[cfg(debug_assertions)]
thread_local! {
    static WAY: Cell<Way> = const { Cell::new(Way::Usual) };
}

/// Sets the way of the current thread. The threads of a pool need it set each.
///
/// # Panics
/// If the build has no switch.
pub fn choose(way: Way) {
    #[cfg(debug_assertions)]
    WAY.set(way);
    #[cfg(not(debug_assertions))]
    assert!(way == Way::Usual, "other ways need a build with debug assertions");
}

/// The way of the current thread.
#[inline(always)]
pub fn chosen() -> Way {
    #[cfg(debug_assertions)]
    return WAY.get();
    #[cfg(not(debug_assertions))]
    Way::Usual
}

/// Whether the current thread uses the plain twins.
#[inline(always)]
pub fn is_plain() -> bool {
    matches!(chosen(), Way::Plain | Way::InOrder)
}

/// The size from which a fast path pays, or of the batches into which it splits work: `usual`, or nearly nothing, or more than
/// there ever is.
#[inline]
pub fn limit(usual: usize) -> usize {
    match chosen() {
        Way::Usual => usual,
        Way::Plain | Way::InOrder => usize::MAX,
        // What must not be split is not.
        Way::Eager if usual == usize::MAX => usual,
        Way::Eager => usual.min(TINY),
    }
}
