//! Imports the module flag `ProfileSummary` as `#llvm.profile_summary`. Source: MLIR's `LLVMAttrDefs.td`; LLVM's `ProfileSummary`.

use tern_dialect_llvm::attributes::{PROFILE_SUMMARY as SUMMARY, PROFILE_SUMMARY_DETAILED};
use tern_dialect_llvm::enums::ProfileSummaryFormatKind;
use tern_llvm_ir::MdNode;
use tern_llvm_ir::metadata::Metadata;
use tern_mapping::debug_info::param_index;
use tern_mapping::instruction_metadata::{PROFILE_SUMMARY, PROFILE_SUMMARY_ROWS};
use tern_mlir::declare::{Param, Presence};
use tern_mlir::types::{FloatKind, TypeKind};
use tern_mlir::{AttrKind, Attribute};

use crate::{Importer, Tables};

impl<'m> Importer<'m, '_> {
    /// Parses the rows of a summary, which come in a fixed order; some are optional. `None` if one is malformed, which upstream warns of.
    pub(crate) fn profile_summary(&mut self, node: MdNode) -> Option<Attribute> {
        let operands = self.tuple(node).unwrap_or_default();
        let optional = |param: &str| SUMMARY.params[index_of(param)].presence == Presence::Optional;
        let least = PROFILE_SUMMARY_ROWS.iter().filter(|(param, _)| !optional(param)).count();
        if operands.len() < least {
            let what = format!("expected at {least} entries in '{PROFILE_SUMMARY}'");
            return self.malformed_summary(&what, Metadata::Node(node));
        }
        let mut params = vec![Param::Absent; SUMMARY.params.len()];
        let mut rows = operands.iter().copied().peekable();
        for &(param, name) in PROFILE_SUMMARY_ROWS {
            let &row = rows.peek()?;
            let value = match param {
                "format" => self.summary_format(row)?,
                "detailed_summary" => self.detailed_summary(row, name)?,
                _ => {
                    let is_optional = optional(param);
                    let Some(value) = self.summary_value(row, name, is_optional) else {
                        if is_optional {
                            continue;
                        }
                        return None;
                    };
                    let (value, wanted) = match param {
                        "partial_profile_ratio" => (self.summary_float(value), "double"),
                        _ => (self.summary_integer(value), "integer"),
                    };
                    // An optional row cannot be the last one.
                    let is_last = rows.clone().nth(1).is_none();
                    if is_optional && is_last && (value.is_some() || wanted == "integer") {
                        let what = format!("the last summary entry is '{name}', expected 'DetailedSummary'");
                        return self.malformed_summary(&what, row);
                    }
                    let Some(value) = value else {
                        let what = format!("expected {wanted} metadata value for key '{name}'");
                        return self.malformed_summary(&what, row);
                    };
                    value
                }
            };
            rows.next();
            params[index_of(param)] = value;
        }
        Some(Attribute::declare(self.context, &SUMMARY, params))
    }

    #[cold]
    fn malformed_summary<T>(&mut self, what: &str, about: Metadata) -> Option<T> {
        if self.policy.mlir_messages {
            let text = self.metadata_text(about);
            self.warn(self.module_location(), format!("{what}: {text}"));
        }
        None
    }

    /// A row: a name and a value. MLIR's own importer warns of additional elements and continues.
    fn summary_row(&mut self, row: Metadata) -> Option<(Metadata, Metadata)> {
        let parts = self.operand_node(row).and_then(|row| self.tuple(row));
        if parts.is_none_or(|parts| parts.len() != 2) {
            self.malformed_summary::<()>("expected 2-element tuple metadata", row);
            if self.policy.exact {
                return None;
            }
        }
        match *parts? {
            [key, value, ..] => Some((key, value)),
            _ => None,
        }
    }

    /// The constant in the row with this name.
    fn summary_value(&mut self, row: Metadata, name: &str, optional: bool) -> Option<Metadata> {
        let (key, value) = self.summary_row(row)?;
        if !self.is_named(key, name) {
            if !optional {
                self.malformed_summary::<()>(&format!("expected '{name}' key, but found"), key);
            }
            return None;
        }
        matches!(value, Metadata::Constant(_)).then_some(value)
    }

    fn summary_float(&mut self, value: Metadata) -> Option<Param> {
        let Metadata::Constant(constant) = value else { return None };
        let value = self.plain_attribute(constant)?;
        let &AttrKind::Float { ty, bits } = value.kind(self.context) else { return None };
        // The attribute is always an `f64`.
        match ty.kind(self.context) {
            TypeKind::Float(FloatKind::F32) => {
                let bits = f64::from(f32::from_bits(bits.get() as u32)).to_bits().into();
                let ty = self.context.ty(TypeKind::Float(FloatKind::F64));
                Some(Param::Attribute(Attribute::float(self.context, ty, bits)))
            }
            _ => Some(Param::Attribute(value)),
        }
    }

    fn summary_format(&mut self, row: Metadata) -> Option<Param> {
        let (key, value) = self.summary_row(row)?;
        if !self.is_named(key, "ProfileFormat") {
            return self.malformed_summary("expected 'ProfileFormat' key", key);
        }
        let text = self.operand_text(value).map(String::from_utf8_lossy).unwrap_or_default();
        match ProfileSummaryFormatKind::from_spelling(&text) {
            Some(format) => Some(Param::Unsigned(format.value())),
            None => {
                let what = "expected 'SampleProfile', 'InstrProf' or 'CSInstrProf' values, but found";
                self.malformed_summary(what, value)
            }
        }
    }

    /// A list of rows with three numbers each.
    fn detailed_summary(&mut self, row: Metadata, name: &str) -> Option<Param> {
        let (key, value) = self.summary_row(row)?;
        if !self.is_named(key, name) {
            return self.malformed_summary(&format!("expected '{name}' key"), key);
        }
        let Some(entries) = self.operand_node(value).and_then(|node| self.tuple(node)) else {
            return self.malformed_summary(&format!("expected tuple value for '{name}' key"), value);
        };
        let mut list = Vec::with_capacity(entries.len());
        for &entry in entries {
            let numbers = self.operand_node(entry).and_then(|entry| self.tuple(entry));
            let Some(numbers) = numbers.filter(|numbers| numbers.len() == 3) else {
                return self.malformed_summary(&format!("'{name}' entry expects 3 operands"), entry);
            };
            let numbers: Option<Vec<Param>> =
                numbers.iter().map(|&number| self.summary_integer(number)).collect();
            let Some(numbers) = numbers else {
                return self.malformed_summary(&format!("expected only integer entries in '{name}'"), entry);
            };
            list.push(Param::Attribute(Attribute::declare(self.context, &PROFILE_SUMMARY_DETAILED, numbers)));
        }
        Some(Param::List(list.into()))
    }
}

impl<'m> Tables<'m, '_> {
    fn is_named(&self, key: Metadata, name: &str) -> bool {
        self.operand_text(key).is_some_and(|key| key == name.as_bytes())
    }

    fn summary_integer(&self, value: Metadata) -> Option<Param> {
        self.operand_integer(value).map(|(value, _)| Param::Unsigned(value as u64))
    }
}

/// The position of a parameter that the table of rows names.
fn index_of(param: &str) -> usize {
    param_index(&SUMMARY, param).expect("the summary has the parameters that the table names")
}
