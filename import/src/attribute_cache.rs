//! Caches of attributes that many instructions share.

use tern_mlir::Attribute;
use tern_mlir::declare::{AttrClass, FieldValue};

use crate::Importer;

impl Importer<'_, '_> {
    /// The cached attribute of this class that holds `number`.
    pub(crate) fn integer_attribute(&mut self, class: &'static AttrClass, number: u64) -> Attribute {
        let context = self.context;
        let key = (std::ptr::from_ref(class).addr(), number);
        *self
            .attributes
            .integers
            .entry(key)
            .or_insert_with(|| FieldValue::Integer(number).attribute(context, class))
    }

    /// `array<i32: values>`, cached.
    pub(crate) fn dense_i32(&mut self, values: &[i32]) -> Attribute {
        let context = self.context;
        self.attributes.arrays.get(values, || Attribute::dense_i32(context, values))
    }
}
