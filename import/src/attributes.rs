//! Imports attributes of functions, parameters, return values, call sites and variables: as properties of the operation where it
//! has a field for them, otherwise as entries of a pass-through list.

use std::sync::Arc;

use tern_dialect_llvm as llvm;
use tern_dialect_llvm::attributes::{CONSTANT_RANGE, TARGET_FEATURES, VSCALE_RANGE};
use tern_dialect_llvm::enums::{FramePointerKind, UWTableKind};
use tern_dialect_llvm::parameter_attributes::refusal;
use tern_llvm_ir::TypeKind;
use tern_llvm_ir::attributes::values::{
    AttributeValue, FpClasses, MemoryEffects, Range, UnwindTable, VScaleRange,
};
use tern_llvm_ir::attributes::{
    Attribute as IrAttribute, AttributeClass, AttributeKind, AttributeListId, AttributeSetId,
};
use tern_mapping::asides;
use tern_mapping::attributes::{
    BOOL_FIELDS, PARAM_PREFIX, PASSTHROUGH_STRING, STRING_FIELDS, UNIT_FIELDS, WORD_FIELDS,
};
use tern_mapping::packed_attributes::{packed, unpacked};
use tern_mlir::int::IntValue;
use tern_mlir::{AttrKind, Attribute, Context, Ident, Type, declare::Param};

use crate::builder::{Attributes, string};
use crate::{Importer, Tables, ir};

/// Which function attributes the operation has fields for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Fields {
    Function,
    Call,
    None,
}

/// The translation of the attributes of a function or call.
#[derive(Default)]
pub(crate) struct FunctionAttributes {
    /// Properties of the operation, by name.
    pub(crate) fields: Vec<(&'static str, Attribute)>,
    /// All other attributes, as entries of a `passthrough` list.
    pub(crate) rest: Vec<Attribute>,
    /// `rest` as a single attribute, if it is not empty.
    pub(crate) pass_through: Option<Attribute>,
}

impl Importer<'_, '_> {
    /// Translates a set of function attributes. Cached if equal sets are translated once.
    pub(crate) fn function_attributes(
        &mut self,
        set: AttributeSetId,
        fields: Fields,
    ) -> Arc<FunctionAttributes> {
        if let Some(known) = self.attributes.function_sets.get(&(set, fields)) {
            return Arc::clone(known);
        }
        let made = Arc::new(self.fresh_function_attributes(set, fields));
        if self.policy.repeats {
            self.attributes.function_sets.insert((set, fields), Arc::clone(&made));
        }
        made
    }

    fn fresh_function_attributes(&mut self, set: AttributeSetId, fields: Fields) -> FunctionAttributes {
        let mut made = FunctionAttributes::default();
        for &attribute in self.ir.attributes.get(set) {
            if !self.policy.exact {
                self.read_function_attribute(attribute, fields, &mut made);
                continue;
            }
            match self.field(attribute, fields) {
                Some(field) => made.fields.push(field),
                None => made.rest.push(self.pass_through(attribute)),
            }
        }
        made.pass_through = (!made.rest.is_empty()).then(|| Attribute::array(self.context, &made.rest[..]));
        made
    }

    /// An attribute as an entry of a pass-through list.
    pub(crate) fn pass_through(&mut self, attribute: IrAttribute) -> Attribute {
        let context = self.context;
        let pair = |key: &[u8], value: &[u8]| pair(context, key, value);
        let name = attribute.kind().map_or("", AttributeKind::spelling);
        match attribute {
            IrAttribute::Enum(_) => string(context, name.as_bytes()),
            IrAttribute::Integer(_, value) => pair(name.as_bytes(), value.to_string().as_bytes()),
            IrAttribute::Text(kind, text) => {
                let text = self.ir.text(text);
                // `memory` has a field of its own where MLIR reads it, so here it stays readable text.
                match kind {
                    AttributeKind::Memory => pair(name.as_bytes(), text.as_bytes()),
                    kind => self.packed_entry(kind, &text),
                }
            }
            IrAttribute::Type(_, ty) => {
                let text = ir::writer::type_to_string(self.ir, ty);
                pair(name.as_bytes(), text.as_bytes())
            }
            IrAttribute::String(key, value) => {
                let key = self.ir.strings.get(key);
                let value = value.map(|value| self.ir.strings.get(value)).unwrap_or_default();
                match AttributeKind::from_spelling(key).map(AttributeKind::class) {
                    None if value.is_empty() => string(context, key),
                    None => pair(key, value),
                    // A string attribute spelled like one of LLVM's own attributes is marked as a string by its empty value.
                    Some(AttributeClass::Enum | AttributeClass::Integer) if value.is_empty() => {
                        pair(key, b"")
                    }
                    Some(_) => {
                        let entry = [key, value, PASSTHROUGH_STRING.as_bytes()];
                        Attribute::array(context, entry.map(|text| string(context, text)))
                    }
                }
            }
        }
    }

    /// The attributes of a parameter or return value as a dictionary. Cached if equal sets are translated once.
    pub(crate) fn param_attributes(&mut self, set: AttributeSetId) -> Attribute {
        if let Some(&known) = self.attributes.param_sets.get(&set) {
            return known;
        }
        let lost = self.reports.losses.values().sum::<u64>();
        let attributes = self.fresh_param_attributes(set);
        // Not cached if something is left out: each loss must be counted.
        if self.reports.losses.values().sum::<u64>() == lost {
            self.attributes.param_sets.insert(set, attributes);
        }
        attributes
    }

    fn fresh_param_attributes(&mut self, set: AttributeSetId) -> Attribute {
        let context = self.context;
        let module = self.ir;
        let mut entries = Attributes::new(context);
        let mut rest = Vec::new();
        for &attribute in module.attributes.get(set) {
            let Some(kind) = attribute.kind() else {
                rest.push(self.pass_through(attribute));
                continue;
            };
            let name = context.name_of_two(PARAM_PREFIX, kind.spelling());
            match attribute {
                IrAttribute::Enum(_) => entries.set_named(name, context.common.unit),
                IrAttribute::Integer(_, value) => {
                    let value = Attribute::integer(context, context.common.i64, value as i64);
                    entries.set_named(name, value);
                }
                IrAttribute::Type(_, ty) => {
                    entries.set_named(name, self.type_attribute(ty));
                }
                IrAttribute::Text(kind, text) => {
                    let text = module.text(text).into_owned();
                    match (kind, self.special_text(kind, &text)) {
                        (AttributeKind::Captures, _) if text == "none" => {
                            entries.unit("llvm.nocapture", true)
                        }
                        (_, Some(value)) => entries.set_named(name, value),
                        _ => entries.set_named(name, string(context, text.as_bytes())),
                    }
                }
                IrAttribute::String(..) => {}
            }
        }
        if !self.policy.keeps_all {
            self.leave_out_unmodelled(&mut entries, rest.len());
            rest.clear();
        }
        if !rest.is_empty() {
            entries.set(asides::PASSTHROUGH, Attribute::array(context, rest));
        }
        entries.dictionary()
    }

    /// `arg_attrs` and `res_attrs` of a function of this type, if there are any. Attributes that MLIR's verifier refuses are
    /// passed through.
    pub(crate) fn function_signature(
        &mut self,
        list: AttributeListId,
        ty: ir::Type,
        count: usize,
    ) -> (Option<Attribute>, Option<Attribute>) {
        let (args, results) = self.signature_attributes(list, count);
        let TypeKind::Function { ret, params, .. } = self.ir.types.kind(ty) else { return (args, results) };
        if !self.policy.satisfies_verifier || args.is_none() && results.is_none() {
            return (args, results);
        }
        let list = self.ir.attributes.get_list(list);
        let mut accepted =
            |dictionaries: Option<Attribute>, sets: &[AttributeSetId], types: &[ir::Type], result| {
                let dictionaries = dictionaries?.as_array(self.context)?.iter().enumerate();
                let accepted =
                    dictionaries.map(|(index, &dictionary)| match (sets.get(index), types.get(index)) {
                        (Some(&set), Some(&ty)) => self.accepted_attributes(dictionary, set, ty, result),
                        _ => dictionary,
                    });
                let accepted: Vec<Attribute> = accepted.collect();
                Some(Attribute::array(self.context, accepted))
            };
        (accepted(args, &list.params, params, false), accepted(results, &[list.ret], &[*ret], true))
    }

    /// The dictionary of a parameter or result. Attributes that MLIR's verifier refuses on the type `ty` are moved to the
    /// pass-through list.
    fn accepted_attributes(
        &mut self,
        dictionary: Attribute,
        set: AttributeSetId,
        ty: ir::Type,
        is_result: bool,
    ) -> Attribute {
        let context = self.context;
        let entries = dictionary.as_dictionary(context).unwrap_or_default();
        if !is_result && matches!(self.ir.types.kind(ty), TypeKind::Pointer(_)) || entries.is_empty() {
            return dictionary;
        }
        let ty = self.ty(ty);
        let refused =
            |name: Ident, value| refusal(context, context.str(name), value, ty, is_result).is_some();
        if !entries.iter().any(|entry| refused(entry.name, entry.value)) {
            return dictionary;
        }
        let passed = context.name(asides::PASSTHROUGH);
        let mut list: Vec<Attribute> = dictionary
            .get(context, passed)
            .and_then(|list| list.as_array(context))
            .unwrap_or_default()
            .to_vec();
        for &attribute in self.ir.attributes.get(set) {
            let name = attribute.kind().map(|kind| context.name_of_two(PARAM_PREFIX, kind.spelling()));
            if let Some((name, value)) = name.and_then(|name| Some((name, dictionary.get(context, name)?)))
                && refused(name, value)
            {
                list.push(self.pass_through(attribute));
            }
        }
        let mut kept = Attributes::new(context);
        for entry in entries.iter().filter(|entry| entry.name != passed) {
            if !refused(entry.name, entry.value) {
                kept.set_named(entry.name, entry.value);
            }
        }
        kept.set_named(passed, Attribute::array(context, list));
        kept.dictionary()
    }

    /// `arg_attrs` and `res_attrs`, if there are any.
    pub(crate) fn signature_attributes(
        &mut self,
        list: AttributeListId,
        count: usize,
    ) -> (Option<Attribute>, Option<Attribute>) {
        let context = self.context;
        let module = self.ir;
        let list = module.attributes.get_list(list);
        let args = list.params.iter().any(|set| *set != AttributeSetId::default()).then(|| {
            let sets = (0..count).map(|index| list.params.get(index).copied().unwrap_or_default());
            let dictionaries: Vec<Attribute> = sets.map(|set| self.param_attributes(set)).collect();
            Attribute::array(context, dictionaries)
        });
        let results = (list.ret != AttributeSetId::default()).then(|| {
            let dictionary = self.param_attributes(list.ret);
            Attribute::array(context, [dictionary])
        });
        (args, results)
    }
}

impl Tables<'_, '_> {
    pub(crate) fn vscale_range(&self, range: VScaleRange) -> (&'static str, Attribute) {
        let number = |number: u32| {
            Param::Attribute(Attribute::integer(self.context, self.context.common.i32, number.into()))
        };
        let range = [number(range.least), number(range.most.unwrap_or(0))];
        ("vscale_range", Attribute::declare(self.context, &VSCALE_RANGE, range))
    }

    pub(crate) fn target_features<'t>(
        &self,
        features: impl Iterator<Item = &'t [u8]>,
    ) -> (&'static str, Attribute) {
        let features = features.map(|feature| Param::Attribute(string(self.context, feature)));
        let features = Param::List(features.collect::<Vec<_>>().into());
        ("target_features", Attribute::declare(self.context, &TARGET_FEATURES, [features]))
    }

    /// The field that can hold an attribute exactly.
    pub(crate) fn field(&self, attribute: IrAttribute, fields: Fields) -> Option<(&'static str, Attribute)> {
        let context = self.context;
        if fields == Fields::None {
            return None;
        }
        if let IrAttribute::Enum(kind) = attribute {
            let (_, name, of_call) = UNIT_FIELDS.iter().find(|(known, ..)| *known == kind)?;
            return (fields == Fields::Function || *of_call).then_some((name, context.common.unit));
        }
        if let IrAttribute::Text(AttributeKind::Memory, text) = attribute {
            let text = self.ir.text(text);
            let effects = MemoryEffects::parse(&text).filter(|effects| effects.to_string() == text)?;
            return Some(("memory_effects", self.effects(effects)));
        }
        if fields != Fields::Function {
            return None;
        }
        match attribute {
            IrAttribute::Text(AttributeKind::UWTable, text) => {
                let kind = match UnwindTable::parse(&self.ir.text(text))? {
                    UnwindTable::Async => UWTableKind::Async,
                    UnwindTable::Sync => UWTableKind::Sync,
                };
                Some(("uwtable_kind", llvm::uwtable_kind(context, kind)))
            }
            IrAttribute::Text(AttributeKind::VScaleRange, text) => {
                let text = self.ir.text(text);
                let range = VScaleRange::parse(&text).filter(|range| range.to_string() == text)?;
                Some(self.vscale_range(range))
            }
            IrAttribute::String(key, None) => {
                Some((field_of(WORD_FIELDS, &self.ir.text(key))?, context.common.unit))
            }
            IrAttribute::String(key, Some(value)) => {
                let (key, value) = (self.ir.text(key), self.ir.strings.get(value));
                if key == "target-features" {
                    let features = || value.split(|&byte| byte == b',');
                    // MLIR has no other locations of memory.
                    let known =
                        features().all(|feature| feature.len() > 1 && matches!(feature[0], b'+' | b'-'));
                    return known.then(|| self.target_features(features()));
                }
                if key == "frame-pointer" {
                    let kind = FramePointerKind::from_spelling(&String::from_utf8_lossy(value))?;
                    return Some(("frame_pointer", llvm::frame_pointer_kind(context, kind)));
                }
                if let Some(name) = field_of(BOOL_FIELDS, &key) {
                    return match value {
                        b"true" => Some((name, Attribute::bool(context, true))),
                        b"false" => Some((name, Attribute::bool(context, false))),
                        _ => None,
                    };
                }
                let name = field_of(STRING_FIELDS, &key)?;
                (!value.is_empty()).then(|| (name, string(context, value)))
            }
            _ => None,
        }
    }

    /// An attribute with a text as its value as an entry of a pass-through list. MLIR's exporter expects packed numbers.
    pub(crate) fn packed_entry(&self, kind: AttributeKind, text: &str) -> Attribute {
        let name = kind.spelling().as_bytes();
        let number = packed(kind, text);
        match number.filter(|&number| unpacked(kind, number).is_some_and(|known| known == text)) {
            Some(number) => pair(self.context, name, number.to_string().as_bytes()),
            None => pair(self.context, name, text.as_bytes()),
        }
    }

    /// An attribute whose value is text in LLVM and a structured attribute in MLIR.
    pub(crate) fn special_text(&self, kind: AttributeKind, text: &str) -> Option<Attribute> {
        let context = self.context;
        match kind {
            AttributeKind::Range => {
                let Range { width, lower, upper } = Range::parse(text)?;
                if width > if self.policy.exact { 64 } else { 128 } {
                    return None;
                }
                let ty = Type::integer(context, width);
                let limits = [i128::try_from(lower).ok()?, i128::try_from(upper).ok()?];
                let params = limits.map(|limit| {
                    let value = IntValue::from_limbs(width, [limit as u64, (limit >> 64) as u64]);
                    Param::Attribute(context.attr(AttrKind::Integer { ty, value }))
                });
                Some(Attribute::declare(context, &CONSTANT_RANGE, params))
            }
            AttributeKind::NoFPClass => {
                let classes = FpClasses::parse(text)?;
                Some(Attribute::integer(context, context.common.i64, classes.0 as i64))
            }
            _ => None,
        }
    }
}

/// The name of the field for a string attribute.
pub(crate) fn field_of(fields: &[(&str, &'static str)], key: &str) -> Option<&'static str> {
    fields.iter().find(|(known, _)| *known == key).map(|(_, name)| *name)
}

/// An entry of a pass-through list that has a value.
pub(crate) fn pair(context: &Context, key: &[u8], value: &[u8]) -> Attribute {
    Attribute::array(context, [string(context, key), string(context, value)])
}
