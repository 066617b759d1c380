//! What was found right once, so that it is not looked at again. All threads share it.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use cranelift_entity::EntityRef;

use crate::module::Module;
use crate::types::Type;

/// Marks of entities of a module. An entity that was added after the table was made is never marked.
pub(super) struct Marks(Vec<AtomicBool>);

impl Marks {
    fn new(count: usize) -> Self {
        Self((0..count).map(|_| AtomicBool::new(false)).collect())
    }

    pub(super) fn contains(&self, entity: impl EntityRef) -> bool {
        self.0.get(entity.index()).is_some_and(|mark| mark.load(Ordering::Relaxed))
    }

    pub(super) fn insert(&self, entity: impl EntityRef) {
        if let Some(mark) = self.0.get(entity.index()) {
            mark.store(true, Ordering::Relaxed);
        }
    }
}

/// For each entity of a module, what it was last found right for: an attribute list for the type of a function, a location for a
/// subprogram.
pub(super) struct RightFor(Vec<AtomicU64>);

impl RightFor {
    fn new(count: usize) -> Self {
        Self((0..count).map(|_| AtomicU64::new(0)).collect())
    }

    /// `what` must be smaller than [`u64::MAX`].
    pub(super) fn contains(&self, entity: impl EntityRef, what: u64) -> bool {
        self.0.get(entity.index()).is_some_and(|last| last.load(Ordering::Relaxed) == what + 1)
    }

    pub(super) fn insert(&self, entity: impl EntityRef, what: u64) {
        if let Some(last) = self.0.get(entity.index()) {
            last.store(what + 1, Ordering::Relaxed);
        }
    }
}

/// A type, and what beside it a rule depends on, for [`RightFor`].
pub(super) fn typed(ty: Type, beside: u8) -> u64 {
    u64::from(ty.as_u32()) << 8 | u64::from(beside)
}

/// The answers to a question about entities, types for example, as far as it has been asked.
pub(super) struct Answers(Vec<AtomicU8>);

impl Answers {
    fn new(count: usize) -> Self {
        Self((0..count).map(|_| AtomicU8::new(0)).collect())
    }

    /// The answer for an entity, which `ask` gives if it is not known.
    #[inline]
    pub(super) fn of(&self, entity: impl EntityRef, ask: impl FnOnce() -> bool) -> bool {
        // Types may be added meanwhile.
        let Some(known) = self.0.get(entity.index()) else { return ask() };
        match known.load(Ordering::Relaxed) {
            0 => {
                let answer = ask();
                known.store(if answer { 1 } else { 2 }, Ordering::Relaxed);
                answer
            }
            answer => answer == 1,
        }
    }
}

/// What was found right in a module.
pub(super) struct Right {
    /// Access tags.
    pub(super) tags: Marks,
    /// Expressions of debug information that describe no part of a variable.
    pub(super) expressions: Marks,
    /// Whether subprograms are definitions.
    pub(super) definitions: Answers,
    /// Locations, for the subprogram of the function in which they stand.
    pub(super) locations: RightFor,
    /// Attribute lists of calls, for a function type and an [`Owner`](super::attributes::Owner).
    pub(super) lists: RightFor,
    /// Sets of attributes of values, for the type of the value and an [`AttributePlace`](crate::attributes::AttributePlace).
    pub(super) value_sets: RightFor,
    /// Sets of attributes of functions, as far as they alone are concerned.
    pub(super) function_sets: Marks,
    /// Whether types have a size.
    pub(super) sized: Answers,
    /// Whether types are or hold scalable vectors.
    pub(super) scalable: Answers,
    /// Whether values of types can be allocated on the stack.
    pub(super) local: Answers,
}

impl Right {
    pub(super) fn nothing(module: &Module) -> Self {
        let (sets, nodes) = (module.attributes.set_count(), module.metadata.nodes.len());
        Self {
            tags: Marks::new(nodes),
            expressions: Marks::new(nodes),
            definitions: Answers::new(nodes),
            locations: RightFor::new(nodes),
            lists: RightFor::new(module.attributes.count()),
            value_sets: RightFor::new(sets),
            function_sets: Marks::new(sets),
            sized: Answers::new(module.types.count()),
            scalable: Answers::new(module.types.count()),
            local: Answers::new(module.types.count()),
        }
    }
}
