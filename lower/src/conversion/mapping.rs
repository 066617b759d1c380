//! The mapping from values to their replacements during a conversion.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use tern_mlir::{Body, Op, Type, Value, ValueDef};

/// The replacement of a value: one value, or several for a 1:N conversion.
pub type Values = SmallVec<[Value; 1]>;

/// The value mapping of a body. It forms chains: from a value to its replacement, and from there to casts of the replacement.
#[derive(Default)]
pub(super) struct Mapping {
    entries: FxHashMap<Values, Values>,
    /// The casts that the driver inserted.
    pub(super) casts: FxHashSet<Op>,
}

impl Mapping {
    /// Maps `from` to `to`; returns the previous entry.
    pub(super) fn insert(&mut self, from: Values, to: Values) -> Option<Values> {
        if from == to { None } else { self.entries.insert(from, to) }
    }

    /// Undoes an [`insert`](Self::insert), given the previous entry.
    pub(super) fn restore(&mut self, from: Values, to: Option<Values>) {
        match to {
            Some(to) => self.entries.insert(from, to),
            None => self.entries.remove(&from),
        };
    }

    /// The last replacement of `value` in its chain that has these types.
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

    /// The last single-value replacement of `value` in its chain that has type `ty`.
    pub(super) fn with_type(&self, body: &Body, value: Value, ty: Type) -> Option<Value> {
        self.with_types(body, value, &[ty]).map(|found| found[0])
    }

    /// The end of the chain of `value`, including casts of the driver.
    pub(super) fn latest(&self, value: Value) -> Values {
        let mut latest = smallvec![value];
        self.chain(value, |current| latest = current.into());
        latest
    }

    /// The end of the chain of `value`, not counting casts of the driver.
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

    /// Calls `visit` for each step of the chain of `value`.
    fn chain(&self, value: Value, mut visit: impl FnMut(&[Value])) {
        let mut current: Values = smallvec![value];
        // Each step follows a different entry, so this ends; the limit guards against cycles made by a faulty pattern.
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
