//! What was found right once, so that it is not looked at again. All threads share it.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use cranelift_entity::EntityRef;

use super::attributes::Owner;
use crate::attributes::AttributeListId;
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

/// For each attribute list of calls, what it was last found right for: a function type and what has the list.
pub(super) struct Lists(Vec<AtomicU64>);

impl Lists {
    fn key(ty: Type, owner: Owner) -> u64 {
        (u64::from(ty.as_u32()) << 2 | owner as u64) + 1
    }

    pub(super) fn contains(&self, list: AttributeListId, ty: Type, owner: Owner) -> bool {
        self.0.get(list.index()).is_some_and(|last| last.load(Ordering::Relaxed) == Self::key(ty, owner))
    }

    pub(super) fn insert(&self, list: AttributeListId, ty: Type, owner: Owner) {
        if let Some(last) = self.0.get(list.index()) {
            last.store(Self::key(ty, owner), Ordering::Relaxed);
        }
    }
}

/// The answers to a question about types, as far as it has been asked.
pub(super) struct Answers(Vec<AtomicU8>);

impl Answers {
    fn new(count: usize) -> Self {
        Self((0..count).map(|_| AtomicU8::new(0)).collect())
    }

    /// The answer for a type, which `ask` gives if it is not known.
    #[inline]
    pub(super) fn of(&self, ty: Type, ask: impl FnOnce() -> bool) -> bool {
        // Types may be added meanwhile.
        let Some(known) = self.0.get(ty.index()) else { return ask() };
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
    /// Attribute lists of calls.
    pub(super) lists: Lists,
    /// Whether types have a size.
    pub(super) sized: Answers,
    /// Whether types are or hold scalable vectors.
    pub(super) scalable: Answers,
    /// Whether values of types can be allocated on the stack.
    pub(super) local: Answers,
}

impl Right {
    pub(super) fn nothing(module: &Module) -> Self {
        let lists = (0..module.attributes.count()).map(|_| AtomicU64::new(0)).collect();
        Self {
            tags: Marks::new(module.metadata.nodes.len()),
            lists: Lists(lists),
            sized: Answers::new(module.types.count()),
            scalable: Answers::new(module.types.count()),
            local: Answers::new(module.types.count()),
        }
    }
}
