//! Caches of attributes that many instructions share.

use tern_mlir::declare::{AttrClass, FieldValue};
use tern_mlir::{Attribute, Context};

use crate::state::AttributeCache;

impl AttributeCache {
    /// The attribute of this class that holds `number`.
    pub(crate) fn integer(&mut self, context: &Context, class: &'static AttrClass, number: u64) -> Attribute {
        let key = (std::ptr::from_ref(class).addr(), number);
        let make = || FieldValue::Integer(number).attribute(context, class);
        *self.integers.entry(key).or_insert_with(make)
    }

    /// `array<i32: values>`
    pub(crate) fn dense_i32(&mut self, context: &Context, values: &[i32]) -> Attribute {
        self.arrays.get(values, || Attribute::dense_i32(context, values))
    }
}
