//! The records of metadata nodes: what LLVM stores of each, and which of its operands come first.

use std::rc::Rc;

use num_bigint::{BigInt, Sign};
use rustc_hash::FxHashMap;
use tern_support::dwarf::{self, Table};

use super::older;
use crate::bitcode::codes::metadata as code;
use crate::bitcode::layouts::{
    CHECKSUMS, FLAG_NUMBERS, FLAGS, Held, LAYOUTS, Layout, LayoutField, OTHER_KINDS, SUBPROGRAM_FLAGS,
    SUBPROGRAM_NUMBERS, other_names,
};
use crate::bitcode::numbers::rotate;
use crate::constants::Constant;
use crate::entity::StrId;
use crate::function::Local;
use crate::metadata::{Field, FieldValue, Integer, MdNodeData, MdNodeKind, Metadata, symbols};
use crate::module::Module;
use crate::versions::LlvmVersion;

/// Metadata with an id.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Md {
    String(StrId),
    /// A node of the module, or one that only records have.
    Node(u32),
    Constant(Constant),
    /// A value of the current function.
    Local(Local),
    /// A list of arguments of the current function.
    ArgList(u32),
}

impl Md {
    /// An operand of a node; `None` for `null`.
    pub(super) fn of(metadata: Metadata) -> Option<Self> {
        match metadata {
            Metadata::Null => None,
            Metadata::String(string) => Some(Self::String(string)),
            Metadata::Node(node) => Some(Self::Node(node.as_u32())),
            Metadata::Constant(constant) => Some(Self::Constant(constant)),
        }
    }
}

/// An operand of the record of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Slot {
    Number(u64),
    /// The id of metadata plus one, or zero.
    Md(Option<Md>),
    /// The id of metadata.
    Id(Md),
}

impl Slot {
    fn md(self) -> Option<Md> {
        match self {
            Self::Md(md) => md,
            Self::Id(md) => Some(md),
            Self::Number(_) => None,
        }
    }

    fn node(self) -> Option<u32> {
        match self.md() {
            Some(Md::Node(node)) => Some(node),
            _ => None,
        }
    }
}

/// The record of a node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Form {
    pub(super) code: u32,
    pub(super) distinct: bool,
    pub(super) slots: Box<[Slot]>,
}

/// The records of all nodes. Nodes that are equal and not distinct are one.
pub(super) struct Nodes<'m> {
    module: &'m Module,
    version: LlvmVersion,
    names: Rc<Names>,
    forms: Vec<Form>,
    canonical: Vec<u32>,
}

/// The first operand of records apart from the lowest bit, by code.
const HEADS: &[(u32, u64)] = &[
    (code::SUBRANGE, 4),
    (code::BASIC_TYPE, 2),
    (code::FIXED_POINT_TYPE, 2),
    (code::STRING_TYPE, 2),
    (code::DERIVED_TYPE, 2),
    (code::SUBRANGE_TYPE, 2),
    (code::COMPOSITE_TYPE, 6),
    (code::SUBROUTINE_TYPE, 2),
    (code::SUBPROGRAM, 6),
    (code::GLOBAL_VAR, 4),
    (code::LOCAL_VAR, 2),
];

/// The order in which LLVM has the operands that are metadata, as indices into the record, where that is not the order of the record.
const ORDERS: &[(u32, &[usize])] = &[
    (code::STRING_TYPE, &[2, 6, 3, 4, 5]),
    (code::DERIVED_TYPE, &[3, 5, 2, 7, 9, 6, 11, 13]),
    (code::SUBRANGE_TYPE, &[2, 4, 1, 5, 8, 9, 10, 11, 12]),
    (code::COMPOSITE_TYPE, &[3, 5, 2, 7, 9, 6, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 25]),
    (code::SUBPROGRAM, &[4, 1, 2, 3, 6, 12, 14, 15, 8, 13, 17, 18, 19]),
    (code::LEXICAL_BLOCK, &[2, 1]),
    (code::LEXICAL_BLOCK_FILE, &[2, 1]),
    (code::GLOBAL_VAR, &[1, 2, 4, 6, 3, 9, 10, 12]),
    (code::OBJC_PROPERTY, &[1, 2, 5, 4, 7]),
];

/// The numbers of operands of records that are more than their layouts name.
const LENGTHS: &[(u32, usize)] = &[(code::COMPILE_UNIT, 23), (code::MACRO_FILE, 5), (code::FILE, 5)];

/// The names of kinds and fields, interned.
struct Names {
    /// For each layout the name of the kind and those of the fields.
    layouts: FxHashMap<StrId, (usize, Vec<Option<StrId>>)>,
    others: FxHashMap<&'static str, StrId>,
}

impl Names {
    fn new(module: &Module) -> Self {
        let find = |name: &str| module.strings.find(name.as_bytes());
        let of_layout = |(index, layout): (usize, &Layout)| {
            let fields = layout.fields.iter().map(|field| find(field.name)).collect();
            Some((find(layout.kind)?, (index, fields)))
        };
        Self {
            layouts: LAYOUTS.iter().enumerate().filter_map(of_layout).collect(),
            others: other_names().filter_map(|name| Some((name, find(name)?))).collect(),
        }
    }

    fn is(&self, name: Option<StrId>, other: &str) -> bool {
        name.is_some() && self.others.get(other).copied() == name
    }
}

/// Whether nodes of this kind have a record.
pub(super) fn has_record(kind: &[u8]) -> bool {
    OTHER_KINDS.iter().any(|known| known.as_bytes() == kind)
        || LAYOUTS.iter().any(|layout| layout.kind.as_bytes() == kind)
}

impl<'m> Nodes<'m> {
    pub(super) fn new(module: &'m Module, version: LlvmVersion) -> Self {
        let count = module.metadata.nodes.len();
        let mut nodes = Self {
            module,
            version,
            names: Rc::new(Names::new(module)),
            forms: Vec::with_capacity(count),
            canonical: (0..count as u32).collect(),
        };
        let empty = Form { code: code::NODE, distinct: false, slots: Box::default() };
        nodes.forms.resize(count, empty);
        for (node, data) in &module.metadata.nodes {
            let mut form = nodes.form_of(data);
            // LLVM makes nodes that refer to themselves distinct.
            if form.slots.iter().any(|slot| slot.node() == Some(node.as_u32())) && !form.distinct {
                form.distinct = true;
                match (form.code, form.slots.first_mut()) {
                    (code::NODE, _) => form.code = code::DISTINCT_NODE,
                    (_, Some(Slot::Number(head))) => *head |= 1,
                    _ => {}
                }
            }
            nodes.forms[node.as_u32() as usize] = form;
        }
        nodes.merge();
        nodes
    }

    /// The record of a node.
    pub(super) fn form(&self, node: u32) -> &Form {
        &self.forms[node as usize]
    }

    /// Whether a node is distinct.
    pub(super) fn is_distinct(&self, node: u32) -> bool {
        self.forms[node as usize].distinct
    }

    /// The node that stands for all that are equal to this one.
    pub(super) fn canonical(&self, node: u32) -> u32 {
        self.canonical[node as usize]
    }

    /// The metadata that stands for all that is equal to this.
    pub(super) fn canonical_md(&self, md: Md) -> Md {
        match md {
            Md::Node(node) => Md::Node(self.canonical(node)),
            other => other,
        }
    }

    /// The metadata that a node refers to, in LLVM's order.
    pub(super) fn operands(&self, node: u32) -> Vec<Md> {
        let form = self.form(node);
        match ORDERS.iter().find(|(known, _)| *known == form.code) {
            Some((_, order)) => order.iter().filter_map(|&at| form.slots.get(at)?.md()).collect(),
            None => form.slots.iter().filter_map(|slot| slot.md()).collect(),
        }
    }

    /// Finds equal nodes, operands before what refers to them.
    fn merge(&mut self) {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut known: FxHashMap<Form, u32> = FxHashMap::default();
        let mut states = vec![State::New; self.forms.len()];
        let mut stack: Vec<(u32, bool)> = Vec::new();
        for start in 0..self.forms.len() as u32 {
            stack.push((start, false));
            while let Some((node, is_done)) = stack.pop() {
                let index = node as usize;
                if is_done {
                    states[index] = State::Done;
                    if !self.forms[index].distinct {
                        let mut form = self.forms[index].clone();
                        for slot in &mut form.slots {
                            match slot {
                                Slot::Md(Some(md)) | Slot::Id(md) => *md = self.canonical_md(*md),
                                _ => {}
                            }
                        }
                        let form = self.member(form);
                        self.canonical[index] = *known.entry(form).or_insert(node);
                    }
                    continue;
                }
                if states[index] != State::New {
                    continue;
                }
                states[index] = State::Open;
                stack.push((node, true));
                if self.forms[index].distinct {
                    continue;
                }
                for slot in &self.forms[index].slots {
                    if let Some(operand) = slot.node()
                        && states[operand as usize] == State::New
                    {
                        stack.push((operand, false));
                    }
                }
            }
        }
    }

    /// What identifies a node: of members of types with an identifier, only the names, so that LLVM takes those for equal that programs
    /// must define equally.
    fn member(&self, form: Form) -> Form {
        /// `DW_TAG_member`.
        const MEMBER: Slot = Slot::Number(13);
        let (scope, kept): (usize, &[usize]) = match form.code {
            code::DERIVED_TYPE if form.slots[1] == MEMBER && form.slots[2].md().is_some() => (5, &[1, 2, 5]),
            code::SUBPROGRAM if form.slots[3].md().is_some() => match form.slots[9] {
                // Not a definition.
                Slot::Number(flags) if flags & 8 == 0 => (1, &[1, 3, 13]),
                _ => return form,
            },
            _ => return form,
        };
        let identifier = form.slots[scope].node().and_then(|scope| {
            let scope = &self.forms[scope as usize];
            (scope.code == code::COMPOSITE_TYPE).then(|| scope.slots[15].md()).flatten()
        });
        match identifier {
            Some(_) => Form { slots: kept.iter().map(|&at| form.slots[at]).collect(), ..form },
            None => form,
        }
    }

    fn form_of(&mut self, data: &MdNodeData) -> Form {
        let names = Rc::clone(&self.names);
        let distinct = data.distinct;
        let (kind, fields) = match &data.kind {
            MdNodeKind::Tuple(operands) => {
                let code = if distinct { code::DISTINCT_NODE } else { code::NODE };
                let slots = operands.iter().map(|&operand| Slot::Md(Md::of(operand))).collect();
                return Form { code, distinct, slots };
            }
            MdNodeKind::Specialized { kind, fields } => (*kind, &fields[..]),
        };
        let (code, slots) = if names.is(Some(kind), "DIExpression") {
            (code::EXPRESSION, self.expression(distinct, fields))
        } else if names.is(Some(kind), "DIEnumerator") {
            (code::ENUMERATOR, self.enumerator(&names, distinct, fields))
        } else if names.is(Some(kind), "GenericDINode") {
            (code::GENERIC_DEBUG, self.generic(&names, distinct, fields))
        } else if let Some((index, field_names)) = names.layouts.get(&kind) {
            let layout = &LAYOUTS[*index];
            (layout.code, self.by_layout(&names, layout, field_names, distinct, fields))
        } else {
            (code::NODE, Vec::new())
        };
        Form { code, distinct, slots: slots.into() }
    }

    fn expression(&self, distinct: bool, fields: &[Field]) -> Vec<Slot> {
        let head = Slot::Number(6 | u64::from(distinct));
        let element = |field: &Field| {
            Slot::Number(match &field.value {
                FieldValue::Integer(value) => word(value),
                FieldValue::Symbols(symbol) => {
                    let name = self.module.strings.get(*symbol);
                    let tables = [dwarf::OPERATIONS, dwarf::ENCODINGS];
                    tables.iter().find_map(|table| number_of(*table, name)).unwrap_or(0)
                }
                _ => 0,
            })
        };
        std::iter::once(head).chain(fields.iter().map(element)).collect()
    }

    fn enumerator(&self, names: &Names, distinct: bool, fields: &[Field]) -> Vec<Slot> {
        let find =
            |name: &str| fields.iter().find(|field| names.is(field.name, name)).map(|field| &field.value);
        let is_unsigned = find("isUnsigned") == Some(&FieldValue::Bool(true));
        let value = match find("value") {
            Some(FieldValue::Integer(value)) => value.big(),
            _ => BigInt::ZERO,
        };
        let mut width = least_width(&value);
        // A leading zero tells large numbers from negative ones.
        if !is_unsigned && value.sign() == Sign::Plus {
            width += 1;
        }
        let name = match find("name") {
            Some(&FieldValue::String(name)) => self.given_string(name),
            _ => None,
        };
        let head = 4 | u64::from(is_unsigned) << 1 | u64::from(distinct);
        let mut slots = vec![Slot::Number(head), Slot::Number(width.into()), Slot::Md(name)];
        slots.extend(wide_words(width, &value).into_iter().map(Slot::Number));
        slots
    }

    fn generic(&self, names: &Names, distinct: bool, fields: &[Field]) -> Vec<Slot> {
        let (mut tag, mut header, mut operands) = (0, None, &[][..]);
        for field in fields {
            match &field.value {
                FieldValue::Symbols(symbol) => {
                    tag = number_of(dwarf::TAGS, self.module.strings.get(*symbol)).unwrap_or(0);
                }
                FieldValue::Integer(value) => tag = word(value),
                FieldValue::String(string) if names.is(field.name, "header") => {
                    header = self.given_string(*string);
                }
                FieldValue::List(list) => operands = list,
                _ => {}
            }
        }
        let mut slots = vec![u64::from(distinct), tag, 0].into_iter().map(Slot::Number).collect::<Vec<_>>();
        slots.push(Slot::Md(header));
        slots.extend(operands.iter().map(|&operand| Slot::Md(Md::of(operand))));
        slots
    }

    /// A string; none if it is empty.
    fn given_string(&self, string: StrId) -> Option<Md> {
        (!self.module.strings.get(string).is_empty()).then_some(Md::String(string))
    }

    fn by_layout(
        &mut self,
        names: &Names,
        layout: &Layout,
        field_names: &[Option<StrId>],
        distinct: bool,
        fields: &[Field],
    ) -> Vec<Slot> {
        let last = layout.fields.iter().map(|field| field.at + 1).max().unwrap_or(1);
        let length = LENGTHS.iter().find(|(known, _)| *known == layout.code);
        let length = length.map_or(last, |(_, length)| *length);
        let mut slots = vec![Slot::Number(0); length.max(1)];
        let head = HEADS.iter().find(|(known, _)| *known == layout.code).map_or(0, |(_, head)| *head);
        let sizes = if older::has_metadata_sizes(self.version) { 0 } else { older::size_bit(layout) };
        slots[0] = Slot::Number(head & !sizes | u64::from(distinct));
        for (field, &name) in layout.fields.iter().zip(field_names) {
            let given = fields.iter().find(|given| given.name == name && name.is_some());
            let value = given.map(|given| &given.value);
            let old = match slots.get(field.at) {
                Some(Slot::Number(old)) => *old,
                _ => 0,
            };
            let put = self.slot(field, value, old);
            match slots.get_mut(field.at) {
                Some(slot) => {
                    if let Some(put) = put {
                        *slot = put;
                    }
                }
                None => {
                    if let Some(put) = put.filter(|_| value.is_some()) {
                        slots.push(put);
                    }
                }
            }
        }
        self.irregular(names, layout.code, fields, &mut slots);
        slots
    }

    /// Fields that layouts do not tell.
    fn irregular(&self, names: &Names, code: u32, fields: &[Field], slots: &mut Vec<Slot>) {
        let find =
            |name: &str| fields.iter().find(|field| names.is(field.name, name)).map(|field| &field.value);
        let is_true =
            |name: &str, default: bool| find(name).map_or(default, |it| *it == FieldValue::Bool(true));
        match code {
            code::FILE => {
                if let Some(FieldValue::Symbols(kind)) = find("checksumkind") {
                    let kind = self.module.strings.get(*kind);
                    let at = CHECKSUMS.iter().position(|known| known.as_bytes() == kind);
                    slots[3] = Slot::Number(at.map_or(0, |at| at as u64 + 1));
                }
            }
            code::COMPILE_UNIT => {
                if let Some(language) = find("language") {
                    slots[1] = Slot::Number(self.constant_of(dwarf::LANGUAGES, language));
                }
                if let Some(version) = find("sourceLanguageVersion") {
                    slots[22] = Slot::Number(self.constant_of(dwarf::LANGUAGES, version));
                }
                if let Some(name) = find("sourceLanguageName") {
                    slots[1] = Slot::Number(self.constant_of(dwarf::LANGUAGE_NAMES, name) | 1 << 63);
                }
            }
            code::MACRO_FILE => {
                // `DW_MACINFO_start_file`.
                slots[1] =
                    Slot::Number(find("type").map_or(3, |ty| self.constant_of(dwarf::MACRO_TYPES, ty)));
            }
            code::SUBPROGRAM if slots[9] == Slot::Number(0) => {
                let has = |field: &Field| {
                    field.name.is_some_and(|name| self.module.strings.get(name) == b"spFlags")
                };
                if !fields.iter().any(has) {
                    let virtuality =
                        find("virtuality").map_or(0, |it| self.constant_of(dwarf::VIRTUALITIES, it));
                    let flags = virtuality & 3
                        | u64::from(is_true("isLocal", false)) << 2
                        | u64::from(is_true("isDefinition", true)) << 3
                        | u64::from(is_true("isOptimized", false)) << 4;
                    slots[9] = Slot::Number(flags);
                }
            }
            code::FIXED_POINT_TYPE => {
                slots.truncate(9);
                for name in ["numerator", "denominator"] {
                    let given = fields.iter().find(|field| {
                        field.name.is_some_and(|known| self.module.strings.get(known) == name.as_bytes())
                    });
                    let value = match given.map(|field| &field.value) {
                        Some(FieldValue::Integer(value)) => value.big(),
                        _ => BigInt::ZERO,
                    };
                    let width = least_width(&value);
                    let words = wide_words(width, &value);
                    slots.push(Slot::Number((words.len() as u64) << 32 | u64::from(width)));
                    slots.extend(words.into_iter().map(Slot::Number));
                }
            }
            code::GLOBAL_VAR if find("isDefinition").is_none() => slots[8] = Slot::Number(1),
            _ => {}
        }
    }

    fn constant_of(&self, table: Table, value: &FieldValue) -> u64 {
        match value {
            FieldValue::Symbols(symbol) => number_of(table, self.module.strings.get(*symbol)).unwrap_or(0),
            FieldValue::Integer(value) => word(value),
            _ => 0,
        }
    }

    /// The operand for a field; `None` if it is what the record has already.
    fn slot(&mut self, field: &LayoutField, value: Option<&FieldValue>, old: u64) -> Option<Slot> {
        let strings = &self.module.strings;
        let number = |value: Option<&FieldValue>| match value {
            Some(FieldValue::Integer(value)) => word(value),
            Some(FieldValue::Bool(value)) => u64::from(*value),
            _ => 0,
        };
        let words = |words: &[&str]| match value {
            Some(FieldValue::Symbols(symbol)) => {
                let symbol = strings.get(*symbol);
                words.iter().position(|known| known.as_bytes() == symbol).unwrap_or(0) as u64
            }
            other => number(other),
        };
        Some(match field.holds {
            Held::Node | Held::KeptNode => Slot::Md(self.md(value)),
            Held::NodeId => self.md(value).map_or(Slot::Number(0), Slot::Id),
            Held::Size(_) if !older::has_metadata_sizes(self.version) => Slot::Number(number(value)),
            Held::Bound if self.version.is_before(11) => self.old_bound(field.at, value),
            Held::Bound | Held::Size(_) => match value {
                Some(FieldValue::Integer(value)) => Slot::Md(Some(self.number_md(word(value) as i64))),
                other => Slot::Md(self.md(other)),
            },
            Held::ConstantBound => match value {
                Some(FieldValue::Integer(value)) => Slot::Md(Some(self.constant_expression(word(value)))),
                other => Slot::Md(self.md(other)),
            },
            Held::String | Held::KeptString => match value {
                Some(FieldValue::String(string)) => Slot::Md(self.given_string(*string)),
                other => Slot::Md(self.md(other)),
            },
            Held::GivenString => match value {
                Some(FieldValue::String(string)) => Slot::Md(Some(Md::String(*string))),
                _ => return None,
            },
            Held::Number
            | Held::KeptNumber
            | Held::Signed
            | Held::Rotated
            | Held::VirtualIndex
            | Held::KeptBool => Slot::Number(number(value)),
            Held::NumberPlusOne => Slot::Number(value.map_or(0, |value| number(Some(value)) + 1)),
            Held::NumberOrOnes => Slot::Number(value.map_or(u64::MAX, |value| number(Some(value)))),
            Held::Bool(default) => Slot::Number(value.map_or(default.into(), |value| number(Some(value)))),
            Held::Bit(bit) => Slot::Number(old | if number(value) != 0 { bit } else { 0 }),
            Held::Part(from, _) | Held::PartBool(from) => Slot::Number(old | number(value) << from),
            Held::Dwarf(_, default) if value.is_none() => match default {
                u64::MAX => Slot::Number(0),
                default => Slot::Number(default),
            },
            Held::Dwarf(table, _) | Held::KeptDwarf(table) => {
                Slot::Number(value.map_or(0, |value| self.constant_of(table, value)))
            }
            Held::Flags => Slot::Number(self.flags("DIFlag", FLAG_NUMBERS, FLAGS, value)),
            Held::SubprogramFlags => {
                Slot::Number(self.flags("DISPFlag", SUBPROGRAM_NUMBERS, SUBPROGRAM_FLAGS, value))
            }
            Held::OneOf(names) | Held::KeptOneOf(names) => Slot::Number(words(names)),
            // Those are more than one operand: see `irregular`.
            Held::Wide => return None,
        })
    }

    /// A bound of a range before it was metadata: the count since LLVM 7, the first index since 11.
    fn old_bound(&self, at: usize, value: Option<&FieldValue>) -> Slot {
        let number = match value {
            Some(FieldValue::Integer(value)) => word(value) as i64,
            _ => 0,
        };
        match at {
            1 if self.version.is_before(7) => {
                Slot::Number(if value.is_some() { number as u64 } else { u64::MAX })
            }
            1 => Slot::Md(self.md(value)),
            _ => Slot::Number(rotate(number)),
        }
    }

    fn md(&self, value: Option<&FieldValue>) -> Option<Md> {
        match value {
            Some(FieldValue::Metadata(metadata)) => Md::of(*metadata),
            Some(FieldValue::String(string)) => self.given_string(*string),
            Some(FieldValue::Integer(value)) => Some(self.number_md(word(value) as i64)),
            _ => None,
        }
    }

    /// A number as metadata.
    fn number_md(&self, value: i64) -> Md {
        let types = &self.module.types;
        Md::Constant(self.module.constants.integer(types, types.common.i64, value))
    }

    /// The node of an expression that is a signed constant.
    fn constant_expression(&mut self, value: u64) -> Md {
        let operation = number_of(dwarf::OPERATIONS, b"DW_OP_consts").unwrap_or(0);
        let slots = [6, operation, value].map(Slot::Number).into();
        self.canonical.push(self.forms.len() as u32);
        self.forms.push(Form { code: code::EXPRESSION, distinct: false, slots });
        Md::Node(self.forms.len() as u32 - 1)
    }

    fn flags(
        &self,
        prefix: &str,
        numbers: &[(u32, [&str; 3])],
        bits: &[(u64, &str)],
        value: Option<&FieldValue>,
    ) -> u64 {
        let joined = match value {
            Some(FieldValue::Symbols(joined)) => self.module.strings.get(*joined),
            Some(FieldValue::Integer(value)) => return word(value),
            _ => return 0,
        };
        let flag = |text: &[u8]| {
            let text = std::str::from_utf8(text).unwrap_or_default();
            let name = text.strip_prefix(prefix)?;
            let number = numbers.iter().find_map(|(position, names)| {
                let at = names.iter().position(|known| *known == name)?;
                Some((at as u64 + 1) << position)
            });
            number.or_else(|| bits.iter().find(|(_, known)| *known == name).map(|(bit, _)| *bit))
        };
        let number = |text: &[u8]| std::str::from_utf8(text).ok()?.parse().ok();
        symbols(joined).filter_map(|text| flag(text).or_else(|| number(text))).fold(0, |all, bits| all | bits)
    }
}

/// The number of a constant of DWARF.
fn number_of(table: Table, name: &[u8]) -> Option<u64> {
    table.names.iter().find(|(_, known)| known.as_bytes() == name).map(|(number, _)| *number)
}

/// The lowest 64 bits of a number.
fn word(value: &Integer) -> u64 {
    value.clamped() as u64
}

/// The least width of a number, without a sign if it is not negative.
fn least_width(value: &BigInt) -> u32 {
    let width = match value.sign() {
        Sign::Minus => (-value - 1_u32).bits() + 1,
        _ => value.bits().max(1),
    };
    width as u32
}

/// The words of a number of some width that are not zero, and at least one, each with its sign in the lowest bit.
pub(super) fn wide_words(width: u32, value: &BigInt) -> Vec<u64> {
    let modulus = BigInt::from(1) << width;
    let wrapped = ((value % &modulus) + &modulus) % &modulus;
    let mut words: Vec<u64> = wrapped.iter_u64_digits().map(|word| rotate(word as i64)).collect();
    if words.is_empty() {
        words.push(0);
    }
    words
}
