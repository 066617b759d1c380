//! What stands for a value while operations are converted.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use tern_mlir::{Body, Op, Type, Value, ValueDef};

/// One value, or the several that a value was taken apart into.
pub type Values = SmallVec<[Value; 1]>;

/// The mapping of a body: chains from values to what replaces them, and from there to casts of that.
#[derive(Default)]
pub(super) struct Mapping {
    entries: FxHashMap<Values, Values>,
    /// The casts that the driver made.
    pub(super) casts: FxHashSet<Op>,
}

impl Mapping {
    /// Maps `from` to `to`; returns what it was mapped to.
    pub(super) fn insert(&mut self, from: Values, to: Values) -> Option<Values> {
        if from == to { None } else { self.entries.insert(from, to) }
    }

    /// Undoes an [`insert`](Self::insert).
    pub(super) fn restore(&mut self, from: Values, to: Option<Values>) {
        match to {
            Some(to) => self.entries.insert(from, to),
            None => self.entries.remove(&from),
        };
    }

    /// What stands for `value` and has these types: the last such in the chain.
    pub(super) fn with_types(&self, body: &Body, value: Value, types: &[Type]) -> Option<Values> {
        let fits =
            |current: &[Value]| current.iter().map(|&value| body.value_type(value)).eq(types.iter().copied());
        let mut found = fits(&[value]).then(|| smallvec![value]);
        self.chain(value, |current| {
            if fits(current) {
                found = Some(current.into());
            }
        });
        found
    }

    /// What stands for `value` alone and has the type `ty`.
    pub(super) fn with_type(&self, body: &Body, value: Value, ty: Type) -> Option<Value> {
        self.with_types(body, value, &[ty]).map(|found| found[0])
    }

    /// The end of the chain of `value`, casts of the driver included.
    pub(super) fn latest(&self, value: Value) -> Values {
        let mut latest = smallvec![value];
        self.chain(value, |current| latest = current.into());
        latest
    }

    /// The end of the chain of `value`, before casts of the driver.
    pub(super) fn latest_but_casts(&self, body: &Body, value: Value) -> Values {
        let is_cast = |&value: &Value| match body.value_def(value) {
            ValueDef::Result(op, _) => self.casts.contains(&op),
            ValueDef::Argument(..) => false,
        };
        let mut latest = smallvec![value];
        self.chain(value, |current| {
            if !current.iter().all(is_cast) {
                latest = current.into();
            }
        });
        latest
    }

    /// Calls `visit` with all that stands for `value`, step by step.
    fn chain(&self, value: Value, mut visit: impl FnMut(&[Value])) {
        let mut current: Values = smallvec![value];
        // Each step takes an entry that no earlier one took, so this ends; the limit is for what a faulty pattern maps.
        for _ in 0..=self.entries.len() {
            let mut next = Values::new();
            for &value in &current {
                match self.entries.get(&[value][..]) {
                    Some(to) => next.extend_from_slice(to),
                    None => next.push(value),
                }
            }
            if next == current {
                match self.entries.get(&current) {
                    Some(to) => next = to.clone(),
                    None => return,
                }
            }
            visit(&next);
            current = next;
        }
    }
}
