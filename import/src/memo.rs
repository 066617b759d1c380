//! Attributes that instructions have over and over, made once for each value.

use tern_mlir::Attribute;

use crate::Importer;

/// What an attribute is made of a number for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Memo {
    Alignment,
    FastMath,
    Overflow,
    GepNoWrap,
    IntPredicate,
}

impl Importer<'_, '_> {
    /// The attribute for a number; `make` makes it when it is first wanted.
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

    /// `array<i32: values>`
    pub(crate) fn dense_i32(&mut self, values: &[i32]) -> Attribute {
        let context = self.context;
        self.arrays.get(values, || Attribute::dense_i32(context, values))
    }
}
