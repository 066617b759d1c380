//! Attributes of functions, parameters, return values, call sites and variables.

use tern_dialect::int::IntValue;
use tern_dialect::llvm::attributes::{CONSTANT_RANGE, TARGET_FEATURES, VSCALE_RANGE};
use tern_dialect::llvm::enums::{FramePointerKind, UWTableKind};
use tern_dialect::llvm::parameter_attributes::is_modelled;
use tern_dialect::{AttrKind, Attribute, Location, Type, declare::Param, llvm};
use tern_ir::attributes::words::{ALLOC_KINDS, FP_CLASSES};
use tern_ir::attributes::{
    Attribute as IrAttribute, AttributeClass, AttributeKind, AttributeListId, AttributeSetId,
};
use tern_mapping::asides;
use tern_mapping::attributes::{
    BOOL_FIELDS, PARAM_PREFIX, PASSTHROUGH_STRING, STRING_FIELDS, UNIT_FIELDS, WORD_FIELDS,
};

use crate::builder::{Attributes, string};
use crate::{Importer, ir};

/// Which fields the operation has for function attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fields {
    Function,
    Call,
    None,
}

impl Importer<'_, '_> {
    /// Function attributes: fields of the operation, and the rest as pass-through entries.
    pub(crate) fn function_attributes(
        &mut self,
        set: AttributeSetId,
        fields: Fields,
        properties: &mut Vec<(&'static str, Attribute)>,
    ) -> Vec<Attribute> {
        let module = self.ir;
        let mut rest = Vec::new();
        for &attribute in module.attributes.get(set) {
            if self.upstream() {
                if matches!(attribute, IrAttribute::Text(AttributeKind::Memory, text) if module.strings.get(text) == b"readwrite")
                {
                    // LLVM assumes this and forgets it.
                    continue;
                }
                let key = match attribute {
                    IrAttribute::String(key, _) => module.strings.get(key),
                    _ => b"",
                };
                if SAID_TWICE.contains(&key) && fields == Fields::Function {
                    // MLIR's own importer says it twice.
                    let entry = self.pass_through(attribute);
                    rest.push(entry);
                }
                if let Some(field) = self.upstream_field(attribute, fields) {
                    properties.push(field);
                    continue;
                }
                if let IrAttribute::Type(kind, _) = attribute {
                    self.lose(&format!("function attribute {}", kind.spelling()));
                    continue;
                }
            }
            match self.field(attribute, fields) {
                Some(field) => properties.push(field),
                None => rest.push(self.pass_through(attribute)),
            }
        }
        rest
    }

    /// Warns of the attributes in a set that MLIR's own importer leaves out.
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

    /// The field that holds an attribute of which the lossless import makes a pass-through entry, as long as export does not put it
    /// where it was.
    fn upstream_field(&self, attribute: IrAttribute, fields: Fields) -> Option<(&'static str, Attribute)> {
        let context = self.context;
        match attribute {
            IrAttribute::Text(AttributeKind::Memory, text) if fields == Fields::Function => {
                Some(("memory_effects", self.memory_effects(&self.ir.text(text))?))
            }
            _ if fields != Fields::Function => None,
            IrAttribute::Text(AttributeKind::VScaleRange, text) => {
                let text = self.ir.text(text);
                let (low, high) = text.split_once(',').unwrap_or((&text, &text));
                let number = |text: &str| {
                    let number = text.trim().parse::<i64>().ok()?;
                    Some(Param::Attribute(Attribute::integer(context, context.common.i32, number)))
                };
                let range = [number(low)?, number(high)?];
                Some(("vscale_range", Attribute::declare(context, &VSCALE_RANGE, range)))
            }
            IrAttribute::String(key, value) => {
                let key = self.ir.text(key);
                let text = value.map(|value| self.ir.strings.get(value)).unwrap_or_default();
                let field = |fields: &'static [(&str, &'static str)]| {
                    let (_, name) = fields.iter().find(|(known, _)| *known == key)?;
                    Some(*name)
                };
                if let Some(name) = field(WORD_FIELDS)
                    && value.is_none()
                {
                    Some((name, context.common.unit))
                } else if let Some(name) = field(STRING_FIELDS) {
                    Some((name, string(context, text)))
                } else if let Some(name) = field(BOOL_FIELDS) {
                    Some((name, Attribute::bool(context, text == b"true")))
                } else if key == "target-features" {
                    let features = text.split(|&byte| byte == b',').filter(|feature| !feature.is_empty());
                    let features = features.map(|feature| Param::Attribute(string(context, feature)));
                    let features = Param::List(features.collect::<Vec<_>>().into());
                    Some(("target_features", Attribute::declare(context, &TARGET_FEATURES, [features])))
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    /// The field that holds an attribute.
    fn field(&self, attribute: IrAttribute, fields: Fields) -> Option<(&'static str, Attribute)> {
        let context = self.context;
        if fields == Fields::None {
            return None;
        }
        if let IrAttribute::Enum(kind) = attribute {
            let (_, name, of_call) = UNIT_FIELDS.iter().find(|(known, ..)| *known == kind)?;
            return (fields == Fields::Function || *of_call).then_some((name, context.common.unit));
        }
        if fields != Fields::Function {
            return None;
        }
        match attribute {
            IrAttribute::Text(AttributeKind::UWTable, text) => {
                let kind = match self.ir.strings.get(text) {
                    b"" => UWTableKind::Async,
                    b"sync" => UWTableKind::Sync,
                    _ => return None,
                };
                Some(("uwtable_kind", llvm::uwtable_kind(context, kind)))
            }
            IrAttribute::String(key, Some(value)) => {
                let (key, value) = (self.ir.text(key), self.ir.strings.get(value));
                if key == "frame-pointer" {
                    let kind = FramePointerKind::from_spelling(&String::from_utf8_lossy(value))?;
                    return Some(("frame_pointer", llvm::frame_pointer_kind(context, kind)));
                }
                if let Some((_, name)) = BOOL_FIELDS.iter().find(|(known, _)| *known == key) {
                    return match value {
                        b"true" => Some((name, Attribute::bool(context, true))),
                        b"false" => Some((name, Attribute::bool(context, false))),
                        _ => None,
                    };
                }
                let (_, name) = STRING_FIELDS.iter().find(|(known, _)| *known == key)?;
                (!value.is_empty()).then(|| (*name, string(context, value)))
            }
            _ => None,
        }
    }

    /// An attribute as an entry of a pass-through list.
    fn pass_through(&mut self, attribute: IrAttribute) -> Attribute {
        let context = self.context;
        let pair = |key: &[u8], value: &[u8]| {
            Attribute::array(context, [string(context, key), string(context, value)])
        };
        let name = attribute.kind().map_or("", AttributeKind::spelling);
        match attribute {
            IrAttribute::Enum(_) => string(context, name.as_bytes()),
            IrAttribute::Integer(_, value) => pair(name.as_bytes(), value.to_string().as_bytes()),
            IrAttribute::Text(AttributeKind::AllocSize, text) => {
                pair(name.as_bytes(), packed_alloc_size(&self.ir.text(text)).as_bytes())
            }
            IrAttribute::Text(AttributeKind::Memory, text) if self.upstream() => {
                let packed = crate::memory_effects::packed(&self.ir.text(text)).unwrap_or_default();
                pair(name.as_bytes(), packed.to_string().as_bytes())
            }
            IrAttribute::Text(AttributeKind::AllocKind, text) if self.upstream() => {
                let packed = packed_alloc_kind(&self.ir.text(text));
                pair(name.as_bytes(), packed.to_string().as_bytes())
            }
            IrAttribute::Text(_, text) => pair(name.as_bytes(), self.ir.strings.get(text)),
            IrAttribute::Type(_, ty) => {
                let text = ir::writer::type_to_string(self.ir, ty);
                pair(name.as_bytes(), text.as_bytes())
            }
            IrAttribute::String(key, value) => {
                let key = self.ir.strings.get(key);
                let value = value.map(|value| self.ir.strings.get(value)).unwrap_or_default();
                let class = AttributeKind::from_spelling(key).map(AttributeKind::class);
                match class {
                    None if value.is_empty() => string(context, key),
                    None => pair(key, value),
                    // A word that LLVM knows as an attribute of its own is told apart by its empty value.
                    Some(AttributeClass::Enum | AttributeClass::Integer) if value.is_empty() => {
                        pair(key, b"")
                    }
                    Some(_) if self.upstream() => pair(key, value),
                    Some(_) => {
                        let entry = [key, value, PASSTHROUGH_STRING.as_bytes()];
                        Attribute::array(context, entry.map(|text| string(context, text)))
                    }
                }
            }
        }
    }

    /// Attributes of a parameter or return value as a dictionary.
    pub(crate) fn param_attributes(&mut self, set: AttributeSetId) -> Attribute {
        if let Some(&known) = self.param_sets.get(&set) {
            return known;
        }
        let attributes = self.fresh_param_attributes(set);
        self.param_sets.insert(set, attributes);
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
                    let ty = self.ty(ty);
                    entries.set_named(name, Attribute::of_type(context, ty));
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
        if self.upstream() {
            let modelled = |entry: &tern_dialect::NamedAttribute| {
                let name = context.str(entry.name);
                MODELLED.contains(&name) || is_modelled(name)
            };
            let (kept, lost): (Vec<_>, Vec<_>) = entries.entries.iter().copied().partition(modelled);
            for entry in lost {
                self.lose(&format!("parameter attribute {}", context.str(entry.name)));
            }
            rest.drain(..).for_each(|_| self.lose("parameter attribute that is a string"));
            entries.entries = kept.into();
        }
        if !rest.is_empty() {
            entries.set(asides::PASSTHROUGH, Attribute::array(context, rest));
        }
        entries.dictionary()
    }

    /// Attributes whose text MLIR holds in a form of its own.
    pub(crate) fn special_text(&self, kind: AttributeKind, text: &str) -> Option<Attribute> {
        let context = self.context;
        match kind {
            AttributeKind::Range => {
                let (ty, bounds) = text.split_once(' ')?;
                let width = ty.strip_prefix('i')?.parse().ok()?;
                let ty = Type::integer(context, width);
                let mut params = Vec::new();
                for bound in bounds.split(',') {
                    // What is wider than 128 bits stays as it is.
                    let value = bound.trim().parse::<i128>().ok()?;
                    let value = IntValue::from_limbs(width, [value as u64, (value >> 64) as u64]);
                    params.push(Param::Attribute(context.attr(AttrKind::Integer { ty, value })));
                }
                let limit = if self.upstream() { 128 } else { 64 };
                (width <= limit && params.len() == 2)
                    .then(|| Attribute::declare(context, &CONSTANT_RANGE, params))
            }
            AttributeKind::NoFPClass => {
                let mask = text.split(' ').try_fold(0, |mask, word| {
                    FP_CLASSES.iter().find(|(name, _)| *name == word).map(|(_, bits)| mask | bits)
                })?;
                Some(Attribute::integer(context, context.common.i64, mask as i64))
            }
            _ => None,
        }
    }

    /// `arg_attrs` and `res_attrs`, where there are any.
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

/// Parameter attributes that MLIR models and that say nothing of a type.
const MODELLED: &[&str] = &["llvm.range", "llvm.preallocated"];

/// Attributes of functions that MLIR's own importer makes a field of and passes through as well.
const SAID_TWICE: &[&[u8]] = &[b"target-cpu", b"prefer-vector-width", b"reciprocal-estimates"];

/// The numbers of `allocsize` as MLIR's importer passes them through: LLVM's own packed form.
fn packed_alloc_size(text: &str) -> String {
    let (element, count) =
        text.split_once(',').map_or((text, None), |(element, count)| (element, Some(count)));
    match (element.trim().parse::<u32>(), count.map_or(Ok(u32::MAX), |count| count.trim().parse())) {
        (Ok(element), Ok(count)) => (u64::from(element) << 32 | u64::from(count)).to_string(),
        _ => text.to_owned(),
    }
}

/// The flags of `allockind("alloc,zeroed")` in LLVM's own packed form.
fn packed_alloc_kind(text: &str) -> u64 {
    let words = text.trim_matches('"').split(',');
    let bits = words.filter_map(|word| ALLOC_KINDS.iter().position(|known| *known == word.trim()));
    bits.fold(0, |all, bit| all | 1 << bit)
}
