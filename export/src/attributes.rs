//! Exports attributes of functions, parameters, return values, call sites and variables.

use cranelift_entity::EntityRef;
use smallvec::SmallVec;
use tern_dialect_llvm as llvm;
use tern_dialect_llvm::attributes::{CONSTANT_RANGE, MEMORY_EFFECTS, TARGET_FEATURES, VSCALE_RANGE};
use tern_dialect_llvm::enums::UWTableKind;
use tern_dialect_llvm::interfaces::ArgAndResultAttrsOpInterface;
use tern_dialect_llvm::ops;
use tern_llvm_ir::attributes::keywords::fp_classes;
use tern_llvm_ir::attributes::values::{Access, MemoryEffects, MemoryLocation};
use tern_llvm_ir::attributes::{Attribute, AttributeClass, AttributeKind, AttributeSetId};
use tern_llvm_ir::constants::bigint_from_limbs;
use tern_mapping::asides;
use tern_mapping::attributes::{
    BOOL_FIELDS, PARAM_PREFIX, PASSTHROUGH_STRING, STRING_FIELDS, UNIT_FIELDS, WORD_FIELDS,
};
use tern_mapping::packed_attributes::unpacked;
use tern_mlir::{AttrKind, Ident, NamedAttribute, OpRef};

use crate::{Exporter, Result, mlir};

/// Fields that hold attributes of functions, calls and variables, besides those in the tables.
const OTHER_FIELDS: &[&str] =
    &["frame_pointer", "uwtable_kind", "memory_effects", "target_features", "vscale_range"];

/// All fields that hold attributes of functions, calls and variables.
pub(crate) fn attribute_fields() -> impl Iterator<Item = &'static str> {
    let units = UNIT_FIELDS.iter().map(|(_, field, _)| *field);
    let texts = [WORD_FIELDS, STRING_FIELDS, BOOL_FIELDS].into_iter().flatten().map(|(_, field)| *field);
    units.chain(texts).chain(OTHER_FIELDS.iter().copied())
}

/// The cache key for an attribute set: everything in a function, call or variable that determines it.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct AttributeSetKey {
    /// Whether all fields count; of a bare declaration, only some do.
    full: bool,
    /// The fields that hold attributes.
    fields: SmallVec<[NamedAttribute; 4]>,
    pass_through: Option<mlir::Attribute>,
}

impl<'c> Exporter<'c> {
    /// The bytes of a string attribute.
    pub(crate) fn bytes(&self, attribute: mlir::Attribute) -> Option<&'c [u8]> {
        self.string(attribute).map(|text| self.context.bytes(text))
    }

    /// The value of a string attribute, as an interned string of the context.
    pub(crate) fn string(&self, attribute: mlir::Attribute) -> Option<Ident> {
        match attribute.kind(self.context) {
            AttrKind::String { value, .. } => Some(*value),
            _ => None,
        }
    }
}

impl Exporter<'_> {
    pub(crate) fn intern(&mut self, text: &[u8]) -> tern_llvm_ir::StrId {
        self.ir.strings.intern(text)
    }

    /// A string of the context as one of the module. The two share their string table.
    pub(crate) fn text(&self, text: Ident) -> tern_llvm_ir::StrId {
        tern_llvm_ir::StrId::new(text.index())
    }

    /// The attribute set of a function, call or variable, from its fields and its pass-through list. Cached.
    pub(crate) fn function_attributes(
        &mut self,
        op: OpRef<'_>,
        pass_through: &'static str,
    ) -> Result<AttributeSetId> {
        let entries = op.body.properties(op.op).as_dictionary(self.context).unwrap_or_default();
        let key = AttributeSetKey {
            full: !self.is_bare_declaration(op),
            fields: entries
                .iter()
                .filter(|entry| self.tables.facts.says_attributes(entry.name))
                .copied()
                .collect(),
            pass_through: op.property(pass_through).or_else(|| op.attribute(pass_through)),
        };
        if let Some(&known) = self.attribute_sets.get(&key) {
            return Ok(known);
        }
        let set = match self.set_of(&key) {
            Ok(set) => set,
            Err(message) => return self.plain_error(op, message.replace("$", pass_through)),
        };
        self.attribute_sets.insert(key, set);
        Ok(set)
    }

    /// The attribute set for a key. The error message has `$` in place of the name of the pass-through list.
    fn set_of(&mut self, key: &AttributeSetKey) -> std::result::Result<AttributeSetId, String> {
        let context = self.context;
        let mut out = Vec::new();
        let full = key.full;
        let field = |name: &'static str| {
            let name = context.name(name);
            key.fields.iter().find(|entry| entry.name == name).map(|entry| entry.value)
        };
        let malformed = |name: &str| format!("malformed attribute '{name}'");
        for (key, name) in WORD_FIELDS {
            if full && field(name).is_some() {
                out.push(Attribute::String(self.intern(key.as_bytes()), None));
            }
        }
        for (kind, name, _) in UNIT_FIELDS {
            if field(name).is_some() {
                out.push(Attribute::Enum(*kind));
            }
        }
        for (key, name) in STRING_FIELDS {
            if let Some(value) = field(name).filter(|_| full) {
                let value = self.bytes(value).map(<[u8]>::to_vec).ok_or_else(|| malformed(name))?;
                out.push(self.string_attribute(key.as_bytes(), &value));
            }
        }
        for (key, name) in BOOL_FIELDS {
            if let Some(value) = field(name).filter(|_| full) {
                let text: &[u8] = if value.as_u64(context) == Some(1) { b"true" } else { b"false" };
                out.push(self.string_attribute(key.as_bytes(), text));
            }
        }
        if let Some(kind) = field("frame_pointer") {
            let kind =
                llvm::as_frame_pointer_kind(context, kind).ok_or_else(|| malformed("frame_pointer"))?;
            out.push(self.string_attribute(b"frame-pointer", kind.spelling().as_bytes()));
        }
        if let Some(kind) = field("uwtable_kind") {
            let kind = llvm::as_uwtable_kind(context, kind).ok_or_else(|| malformed("uwtable_kind"))?;
            let text: Option<&[u8]> = match kind {
                UWTableKind::None => None,
                UWTableKind::Sync => Some(b"sync"),
                UWTableKind::Async => Some(b""),
            };
            out.extend(text.map(|text| Attribute::Text(AttributeKind::UWTable, self.intern(text))));
        }
        if let Some(effects) = field("memory_effects") {
            let Some(text) = self.memory(effects) else { return Err(malformed("memory_effects")) };
            out.push(Attribute::Text(AttributeKind::Memory, self.intern(text.as_bytes())));
        }
        if let Some(features) = field("target_features").and_then(|a| a.declared(context, &TARGET_FEATURES)) {
            let list = features.first().and_then(|param| param.as_list()).unwrap_or_default();
            let texts: Vec<&[u8]> =
                list.iter().filter_map(|param| param.as_attribute()).filter_map(|a| self.bytes(a)).collect();
            let joined = texts.join(&b","[..]);
            out.push(self.string_attribute(b"target-features", &joined));
        }
        if let Some(params) =
            field("vscale_range").filter(|_| full).and_then(|a| a.declared(context, &VSCALE_RANGE))
        {
            let bounds: Vec<String> = params
                .iter()
                .filter_map(|param| param.as_attribute()?.as_i64(context))
                // The numbers are unsigned, with 32 bits.
                .map(|bound| (bound as u32).to_string())
                .collect();
            out.push(Attribute::Text(AttributeKind::VScaleRange, self.intern(bounds.join(",").as_bytes())));
        }
        for &entry in key.pass_through.and_then(|list| list.as_array(context)).unwrap_or_default() {
            let attribute = self.pass_through(entry)?;
            // An attribute with a field of its own may be in the pass-through list as well.
            let known = |known: &Attribute| match (known, &attribute) {
                (Attribute::String(a, _), Attribute::String(b, _)) => a == b,
                (a, b) => a.kind().is_some() && a.kind() == b.kind(),
            };
            if !out.iter().any(known) {
                out.push(attribute);
            }
        }
        Ok(self.ir.attributes.set(&self.ir.strings, out))
    }

    /// Whether an operation is a function without a body whose fields are mostly dropped.
    pub(crate) fn is_bare_declaration(&self, op: OpRef<'_>) -> bool {
        let blocks =
            |body: &mlir::Body| body.root_regions().iter().any(|&it| !body.region_blocks(it).is_empty());
        self.tables.policy.drops_unread_fields
            && op.is(ops::Func::DEF)
            && !op.body.nested(op.op).is_some_and(blocks)
    }

    fn string_attribute(&mut self, key: &[u8], value: &[u8]) -> Attribute {
        let key = self.intern(key);
        Attribute::String(key, Some(self.intern(value)))
    }

    /// The text of `memory(…)` for a `#llvm.memory_effects`.
    fn memory(&self, attribute: mlir::Attribute) -> Option<String> {
        let params = attribute.declared(self.context, &MEMORY_EFFECTS)?;
        if params.len() != MemoryLocation::ALL.len() {
            return None;
        }
        let mut effects = MemoryEffects::NOTHING;
        for (&location, param) in MemoryLocation::ALL.iter().zip(params) {
            let bits = u8::try_from(param.as_u64()?).ok().filter(|&bits| bits <= Access::ReadWrite.bits())?;
            effects = effects.with(location, Access::from_bits(bits));
        }
        Some(effects.to_string())
    }

    /// The attribute for an entry of a pass-through list. The error message has `$` in place of the name of the list.
    fn pass_through(&mut self, entry: mlir::Attribute) -> std::result::Result<Attribute, String> {
        let context = self.context;
        if let Some(word) = self.bytes(entry).map(<[u8]>::to_vec) {
            let kind = AttributeKind::from_spelling(&word);
            return match kind.map(|kind| (kind, kind.class())) {
                Some((kind, AttributeClass::Enum)) => Ok(Attribute::Enum(kind)),
                Some((kind, AttributeClass::Text)) if self.tables.policy.looks_up_names => {
                    Err(format!("LLVM attribute '{}' expects a value", kind.spelling()))
                }
                Some((AttributeKind::UWTable, _)) => {
                    Ok(Attribute::Text(AttributeKind::UWTable, self.intern(b"")))
                }
                Some((kind, AttributeClass::Integer)) => {
                    Err(format!("LLVM attribute '{}' expects a value", kind.spelling()))
                }
                _ => Ok(Attribute::String(self.intern(&word), None)),
            };
        }
        let Some(pair) = entry.as_array(context) else {
            return Err("expected '$' to contain string or array attributes".to_owned());
        };
        let (key, value) = match pair {
            [key, value, mark] if self.bytes(*mark) == Some(PASSTHROUGH_STRING.as_bytes()) => {
                let (Some(key), Some(value)) = (self.bytes(*key), self.bytes(*value)) else {
                    return Err("expected arrays within '$' to contain strings".to_owned());
                };
                let (key, value) = (key.to_vec(), value.to_vec());
                let value = (!value.is_empty()).then(|| self.intern(&value));
                return Ok(Attribute::String(self.intern(&key), value));
            }
            [key, value] => (self.bytes(*key).map(<[u8]>::to_vec), self.bytes(*value).map(<[u8]>::to_vec)),
            _ => return Err("expected '$' to contain string or array attributes".to_owned()),
        };
        let (Some(key), Some(value)) = (key, value) else {
            return Err("expected arrays within '$' to contain two strings".to_owned());
        };
        let kind = AttributeKind::from_spelling(&key);
        let text = String::from_utf8_lossy(&value).into_owned();
        let looked_up = self.tables.policy.looks_up_names;
        match kind.map(|kind| (kind, kind.class())) {
            // Import writes string attributes that are spelled like a keyword in this way; MLIR takes them for the keyword.
            Some((kind, AttributeClass::Enum)) if value.is_empty() && looked_up => Ok(Attribute::Enum(kind)),
            Some((kind, AttributeClass::Integer | AttributeClass::Text)) if value.is_empty() && looked_up => {
                Err(format!("LLVM attribute '{}' expects a value", kind.spelling()))
            }
            Some((AttributeKind::DeadOnReturn, _)) if let Ok(bytes) = text.parse() => {
                Ok(Attribute::Integer(AttributeKind::DeadOnReturn, bytes))
            }
            Some((kind, AttributeClass::Enum)) if !value.is_empty() => {
                Err(format!("LLVM attribute '{}' does not expect a value, found '{text}'", kind.spelling()))
            }
            Some((kind, AttributeClass::Integer)) if !value.is_empty() => match text.parse() {
                Ok(number) => Ok(Attribute::Integer(kind, number)),
                Err(_) => {
                    Err(format!("LLVM attribute '{}' expects a number, found '{text}'", kind.spelling()))
                }
            },
            Some((kind, AttributeClass::Text)) => {
                let text = text.parse().ok().and_then(|packed| unpacked(kind, packed)).unwrap_or(text);
                Ok(Attribute::Text(kind, self.intern(text.as_bytes())))
            }
            Some((_, AttributeClass::Type)) if self.put_off() => Err(String::new()),
            Some((kind, AttributeClass::Type)) => match tern_llvm_ir::reader::read_type(&mut self.ir, &value)
            {
                Ok(ty) => Ok(Attribute::Type(kind, ty)),
                Err(_) => Err(format!("LLVM attribute '{}' expects a type, found '{text}'", kind.spelling())),
            },
            _ if value.is_empty() => Ok(Attribute::String(self.intern(&key), None)),
            _ => Ok(self.string_attribute(&key, &value)),
        }
    }

    /// The attributes of a parameter or return value of `op`, from a dictionary. Cached.
    fn param_attributes(&mut self, op: OpRef<'_>, dictionary: mlir::Attribute) -> Result<AttributeSetId> {
        if let Some(&known) = self.param_sets.get(&dictionary) {
            return Ok(known);
        }
        let lost = self.lost();
        let out = self.list_of_parameter(op, dictionary)?;
        let names_types = out.iter().any(|attribute| matches!(attribute, Attribute::Type(..)));
        let set = self.ir.attributes.set(&self.ir.strings, out);
        // Not cached if something is left out, which must be counted each time, or if it contains types, which must be recorded
        // each time.
        if !names_types && self.lost() == lost {
            self.param_sets.insert(dictionary, set);
        }
        Ok(set)
    }

    fn list_of_parameter(&mut self, op: OpRef<'_>, dictionary: mlir::Attribute) -> Result<Vec<Attribute>> {
        let context = self.context;
        let mut out = Vec::new();
        let Some(entries) = dictionary.as_dictionary(context) else {
            return self.error(op, "expects a dictionary of attributes for each argument and result");
        };
        for entry in entries {
            let name = context.str(entry.name);
            if name == asides::PASSTHROUGH {
                let Some(passed) = entry.value.as_array(context) else {
                    self.count_loss("malformed argument attribute");
                    continue;
                };
                for &entry in passed {
                    match self.pass_through(entry) {
                        Ok(attribute) => out.push(attribute),
                        Err(_) => self.count_loss("malformed argument attribute"),
                    }
                }
                continue;
            }
            let Some(name) = name.strip_prefix(PARAM_PREFIX) else {
                match self.foreign_parameter_attribute(name, entry.value) {
                    Ok(Some(attribute)) => out.push(attribute),
                    Ok(None) => self.count_loss("argument attribute of another dialect"),
                    Err(message) => return self.error(op, message),
                }
                continue;
            };
            if name == "nocapture" {
                out.push(Attribute::Text(AttributeKind::Captures, self.intern(b"none")));
                continue;
            }
            let Some(kind) = AttributeKind::from_spelling(name.as_bytes()) else {
                self.count_loss("unknown argument attribute");
                continue;
            };
            match self.param_attribute(kind, entry.value) {
                Some(attribute) => out.push(attribute),
                None => self.count_loss("malformed argument attribute"),
            }
        }
        Ok(out)
    }

    /// The range of a result, from `#llvm.constant_range`; `None` if it includes all values.
    pub(crate) fn return_range(&mut self, range: mlir::Attribute, width: Option<u32>) -> Option<Attribute> {
        let params = range.declared(self.context, &CONSTANT_RANGE)?;
        let bounds = params.iter().map(|bound| bound.as_attribute()?.as_i64(self.context));
        match bounds.collect::<Option<Vec<i64>>>().as_deref() {
            Some([-1, -1]) => None,
            _ => self.range_attribute(range, width),
        }
    }

    /// `range(…)` from a `#llvm.constant_range`, in its own width or the given one.
    pub(crate) fn range_attribute(
        &mut self,
        range: mlir::Attribute,
        width: Option<u32>,
    ) -> Option<Attribute> {
        let context = self.context;
        let params = range.declared(context, &CONSTANT_RANGE)?;
        let lower = params.first()?.as_attribute()?;
        let AttrKind::Integer { ty, .. } = lower.kind(context) else { return None };
        let own_width = ty.integer_width(context)?;
        let number = |bound: mlir::Attribute| match bound.kind(context) {
            AttrKind::Integer { value, .. } => Some(bigint_from_limbs(own_width, value.limbs())),
            _ => None,
        };
        let (lower, upper) = (number(lower)?, number(params.get(1)?.as_attribute()?)?);
        let text = format!("i{} {lower}, {upper}", width.unwrap_or(own_width));
        Some(Attribute::Text(AttributeKind::Range, self.intern(text.as_bytes())))
    }

    fn param_attribute(&mut self, kind: AttributeKind, value: mlir::Attribute) -> Option<Attribute> {
        let context = self.context;
        Some(match kind.class() {
            AttributeClass::Enum => match value.as_u64(context) {
                Some(bytes) if kind == AttributeKind::DeadOnReturn => Attribute::Integer(kind, bytes),
                _ => Attribute::Enum(kind),
            },
            AttributeClass::Integer => Attribute::Integer(kind, value.as_u64(context)?),
            AttributeClass::Type => Attribute::Type(kind, self.ty(value.as_type(context)?)?),
            AttributeClass::Text => {
                let text = match kind {
                    AttributeKind::Range if value.declared(context, &CONSTANT_RANGE).is_some() => {
                        return self.range_attribute(value, None);
                    }
                    AttributeKind::NoFPClass if value.as_u64(context).is_some() => {
                        fp_classes(value.as_u64(context)?).into_bytes()
                    }
                    _ => self.bytes(value)?.to_vec(),
                };
                Attribute::Text(kind, self.intern(&text))
            }
        })
    }

    /// The attributes of the return value and of each parameter of `op`.
    pub(crate) fn signature_attributes(
        &mut self,
        op: OpRef<'_>,
    ) -> Result<(AttributeSetId, Vec<AttributeSetId>)> {
        let inherent = ArgAndResultAttrsOpInterface(op);
        let beside = |name| op.attribute(name).and_then(|list| list.as_array(self.context));
        let args = inherent.arg_attrs().or_else(|| beside(asides::ARG_ATTRS)).unwrap_or_default();
        let results = inherent.res_attrs().or_else(|| beside(asides::RES_ATTRS)).unwrap_or_default();
        let params = args.iter().map(|&dictionary| self.param_attributes(op, dictionary));
        let params = params.collect::<Result<_>>()?;
        let ret = results.first().map(|&dictionary| self.param_attributes(op, dictionary)).transpose()?;
        Ok((ret.unwrap_or_default(), params))
    }
}
