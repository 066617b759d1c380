//! Attributes of functions and parameters as MLIR's own importer reads them: a field is used even if it cannot hold all of an
//! attribute, and what has no field is passed through or left out.

use tern_dialect_llvm::parameter_attributes::is_modelled;
use tern_llvm_ir::attributes::values::{AttributeValue, MemoryEffects, VScaleRange};
use tern_llvm_ir::attributes::{Attribute as IrAttribute, AttributeKind, AttributeSetId};
use tern_mapping::attributes::{BOOL_FIELDS, STRING_FIELDS, UNIT_FIELDS, WORD_FIELDS};
use tern_mlir::{Attribute, Location};

use crate::attributes::{Fields, FunctionAttributes, field_of, pair};
use crate::builder::{Attributes, string};
use crate::{Importer, Tables};

impl Importer<'_, '_> {
    /// Adds an attribute to the translation of a set.
    pub(crate) fn read_function_attribute(
        &mut self,
        attribute: IrAttribute,
        fields: Fields,
        made: &mut FunctionAttributes,
    ) {
        let (context, module) = (self.context, self.ir);
        let of_function = fields == Fields::Function;
        match attribute {
            // LLVM assumes this by default and does not keep it.
            IrAttribute::Text(AttributeKind::Memory, text) if module.strings.get(text) == b"readwrite" => {
                return;
            }
            // The memory effects of a call are a field of their own, computed from more than this.
            IrAttribute::Text(kind @ AttributeKind::Memory, text) => {
                let effects = MemoryEffects::parse(&module.text(text)).filter(|_| of_function);
                match effects {
                    Some(effects) => made.fields.push(("memory_effects", self.effects(effects))),
                    None => made.rest.push(self.packed_entry(kind, &module.text(text))),
                }
                return;
            }
            IrAttribute::Type(kind, _) => {
                self.count_loss(&format!("function attribute {}", kind.spelling()));
                return;
            }
            IrAttribute::String(key, value) => {
                let key = module.strings.get(key);
                let value = value.map(|value| module.strings.get(value)).unwrap_or_default();
                // String attributes are not distinguished from others.
                let entry = || match value.is_empty() {
                    true => string(context, key),
                    false => pair(context, key, value),
                };
                if SAID_TWICE.contains(&key) && of_function {
                    made.rest.push(entry());
                }
                if has_field(key) && of_function {
                    let name = String::from_utf8_lossy(key);
                    self.count_loss(&format!("function attribute {name} that is a string"));
                    return;
                }
                let field = of_function.then(|| self.string_field(key, value)).flatten();
                match field.or_else(|| self.field(attribute, fields)) {
                    Some(field) => made.fields.push(field),
                    None => made.rest.push(entry()),
                }
                return;
            }
            _ => {}
        }
        let range = match attribute {
            IrAttribute::Text(AttributeKind::VScaleRange, text) if of_function => {
                VScaleRange::parse(&module.text(text)).map(|range| self.vscale_range(range))
            }
            _ => None,
        };
        match range.or_else(|| self.field(attribute, fields)) {
            Some(field) => made.fields.push(field),
            None => made.rest.push(self.pass_through(attribute)),
        }
    }

    /// Warns of the attributes in a set that are left out.
    pub(crate) fn warn_of_attributes(&mut self, set: AttributeSetId, location: Location) {
        for attribute in self.ir.attributes.get(set) {
            if let IrAttribute::Type(kind, _) = attribute {
                let name = kind.spelling();
                self.warn(
                    location,
                    format!("'{name}' attribute is invalid on current operation, skipping it"),
                );
            }
        }
    }

    /// Removes the attributes of a parameter that MLIR does not model, and counts them and those that are strings.
    pub(crate) fn leave_out_unmodelled(&mut self, entries: &mut Attributes<'_>, strings: usize) {
        let context = self.context;
        let modelled = |entry: &tern_mlir::NamedAttribute| {
            let name = context.str(entry.name);
            MODELLED.contains(&name) || is_modelled(name)
        };
        let (kept, lost): (Vec<_>, Vec<_>) = entries.entries.iter().copied().partition(modelled);
        for entry in lost {
            self.count_loss(&format!("parameter attribute {}", context.str(entry.name)));
        }
        for _ in 0..strings {
            self.count_loss("parameter attribute that is a string");
        }
        entries.entries = kept.into();
    }
}

impl Tables<'_, '_> {
    /// The field of a function for a string attribute, even if it cannot hold all of the value.
    fn string_field(&self, key: &[u8], value: &[u8]) -> Option<(&'static str, Attribute)> {
        let context = self.context;
        let key = String::from_utf8_lossy(key);
        if let Some(name) = field_of(WORD_FIELDS, &key) {
            Some((name, context.common.unit))
        } else if let Some(name) = field_of(STRING_FIELDS, &key) {
            Some((name, string(context, value)))
        } else if let Some(name) = field_of(BOOL_FIELDS, &key) {
            Some((name, Attribute::bool(context, value == b"true")))
        } else if key == "target-features" {
            let features = value.split(|&byte| byte == b',').filter(|feature| !feature.is_empty());
            Some(self.target_features(features))
        } else {
            None
        }
    }
}

/// Whether functions have a field for the attribute with this name, other than for a string attribute. MLIR's own importer goes
/// by names only.
fn has_field(key: &[u8]) -> bool {
    AttributeKind::from_spelling(key).is_some_and(|kind| {
        matches!(kind, AttributeKind::Memory | AttributeKind::UWTable | AttributeKind::VScaleRange)
            || UNIT_FIELDS.iter().any(|(known, ..)| *known == kind)
    })
}

/// Parameter attributes that MLIR models and that do not hold a type.
const MODELLED: &[&str] = &["llvm.range", "llvm.preallocated", "llvm.elementtype"];

/// Attributes of functions that MLIR's own importer writes both as a field and as a pass-through entry.
const SAID_TWICE: &[&[u8]] = &[b"target-cpu", b"prefer-vector-width", b"reciprocal-estimates"];
