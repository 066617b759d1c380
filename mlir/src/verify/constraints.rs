//! Checks the types of operands and results, and the presence and class of attributes.

use super::Verifier;
use crate::asm::type_to_string;
use crate::body::OpRef;
use crate::context::Ident;
use crate::declare::{Arity, AttrClass, Presence, ValueDecl, attribute_error};

impl<'a> Verifier<'a> {
    pub(super) fn constraints(&mut self, op: OpRef<'a>) {
        let Some(def) = op.def() else { return };
        let properties = op.body.properties(op.op).as_dictionary(self.context).unwrap_or_default();
        let property =
            |name: Ident| properties.iter().find(|entry| entry.name == name).map(|entry| entry.value);
        let discardable = def.discardable.iter().map(|decl| (decl, op.attribute(decl.name)));
        for (decl, value) in op.declared_attributes().chain(discardable) {
            match value {
                None if decl.presence == Presence::Required && !matches!(decl.class, AttrClass::Unit) => {
                    return self.error(op, format!("requires attribute '{}'", decl.name));
                }
                Some(value) if !self.known.attributes.knows(decl.class, value.0) => {
                    if let Some(message) = attribute_error(self.context, decl, value) {
                        return self.error(op, message);
                    }
                    self.known.attributes.add(decl.class, value.0);
                }
                Some(_) | None => {}
            }
        }
        let common = &self.context.common;
        let sizes = |name: Ident| property(name)?.i32s(self.context);
        let operands = op.operands();
        let groups = OpRef::groups(def.operands, operands.len(), sizes(common.operand_segment_sizes));
        let mut index = 0;
        for (decl, range) in def.operands.iter().zip(groups) {
            let group = operands.get(range).unwrap_or_default();
            for &value in group {
                self.value(op, decl, "operand", index, op.type_of(value));
                index += 1;
            }
            if let Arity::VariadicOfVariadic(name) = decl.arity
                && let Some(sizes) = op.property(name).and_then(|sizes| sizes.i32s(op.context))
            {
                self.sizes(op, sizes, decl.name, group.len(), name);
            }
        }
        let results = op.body.results(op.op);
        let groups = OpRef::groups(def.results, results.len(), sizes(common.result_segment_sizes));
        let mut index = 0;
        for (decl, range) in def.results.iter().zip(groups) {
            for value in results.clone().skip(range.start).take(range.len()) {
                self.value(op, decl, "result", index, op.type_of(value));
                index += 1;
            }
        }
    }

    fn value(&mut self, op: OpRef<'a>, decl: &ValueDecl, what: &str, index: usize, ty: crate::Type) {
        if self.known.types.knows(decl.constraint, ty.0) {
            return;
        }
        if (decl.constraint.check)(self.context, ty) {
            self.known.types.add(decl.constraint, ty.0);
        } else {
            let variadic = if matches!(decl.arity, Arity::Variadic | Arity::VariadicOfVariadic(_)) {
                "variadic of "
            } else {
                ""
            };
            let (summary, found) = (decl.constraint.summary, type_to_string(self.context, ty));
            self.error(op, format!("{what} #{index} must be {variadic}{summary}, but got '{found}'"));
        }
    }
}
