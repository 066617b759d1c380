//! Attributes of parameters that belong to dialects other than the function's.

use super::Verifier;
use crate::body::OpRef;

impl<'a> Verifier<'a> {
    /// Asks each dialect about its attributes on the parameters of a function.
    pub(super) fn parameter_attributes(&mut self, op: OpRef<'a>) {
        let parameters = op.property("arg_attrs").and_then(|attributes| attributes.as_array(op.context));
        for &attributes in parameters.unwrap_or_default() {
            for entry in attributes.as_dictionary(op.context).unwrap_or_default() {
                let name = self.context.str(entry.name);
                let Some((namespace, _)) = name.split_once('.') else { continue };
                let dialect = self.context.dialect(namespace);
                if let Some(verify) = dialect.and_then(|dialect| dialect.verify_parameter) {
                    verify(self, op, attributes, entry.name, entry.value);
                }
            }
        }
    }
}
