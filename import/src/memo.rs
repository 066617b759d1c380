//! Caches of attributes that many instructions share.

use tern_mlir::Attribute;

use crate::Importer;

/// The kind of attribute that is cached by number; part of the key of [`Importer::memo`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Memo {
    Alignment,
    FastMath,
    Overflow,
    GepNoWrap,
    IntPredicate,
}

impl Importer<'_, '_> {
    /// The cached attribute for `number`; calls `make` the first time.
    pub(crate) fn memo(
        &mut self,
        what: Memo,
        number: u64,
        make: impl FnOnce(&Self) -> Attribute,
    ) -> Attribute {
        if let Some(&known) = self.memo.get(&(what, number)) {
            return known;
        }
        let made = make(self);
        self.memo.insert((what, number), made);
        made
    }

    /// `array<i32: values>`, cached.
    pub(crate) fn dense_i32(&mut self, values: &[i32]) -> Attribute {
        let context = self.context;
        self.arrays.get(values, || Attribute::dense_i32(context, values))
    }
}
