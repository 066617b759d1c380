//! Metadata: a graph of nodes. Source: LangRef, Metadata.
//!
//! Specialized nodes (`!DILocation(…)`) store their fields by name; [`specialized`] declares the kinds and their fields. A module
//! may contain several equal nodes that are not `distinct`; LLVM merges them.

pub(crate) mod local_entities;
pub mod specialized;
pub mod views;

use std::fmt;

use cranelift_entity::{PrimaryMap, entity_impl};
use num_bigint::BigInt;

use crate::constants::Constant;
use crate::entity::{StrId, Strings};
use specialized::Kind;

/// A handle to a metadata node of a module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MdNode(u32);
entity_impl!(MdNode, "!");

/// An operand of a node, of a named node or of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Metadata {
    /// `null`.
    Null,
    /// `!"text"`.
    String(StrId),
    /// `!5`.
    Node(MdNode),
    /// `i32 5`.
    Constant(Constant),
}

/// The data of a metadata node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MdNodeData {
    /// Whether the node is distinct; otherwise it is identified by its content.
    pub distinct: bool,
    /// The contents.
    pub kind: MdNodeKind,
}

/// The contents of a metadata node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MdNodeKind {
    /// `!{…}`.
    Tuple(Box<[Metadata]>),
    /// `!DILocation(…)`, `!GenericDINode(…)`, `!DIExpression(…)`: the kind and its fields as written.
    Specialized {
        /// The kind, such as `DILocation`.
        kind: StrId,
        /// The fields, in order.
        fields: Box<[Field]>,
    },
}

impl MdNodeData {
    /// Sets a field of a specialized node. A field that the node does not have gets its place in LLVM's order.
    pub(crate) fn set_field(&mut self, strings: &Strings, name: &str, value: FieldValue) {
        let MdNodeKind::Specialized { kind, fields } = &mut self.kind else { return };
        let name_id = strings.intern(name.as_bytes());
        if let Some(field) = fields.iter_mut().find(|field| field.name == Some(name_id)) {
            field.value = value;
            return;
        }
        let Some(kind) = Kind::find(strings.get(*kind)) else { return };
        let place = |name: &[u8]| kind.fields.iter().position(|field| field.name.as_bytes() == name);
        let new_place = place(name.as_bytes());
        let is_before = |field: &Field| field.name.and_then(|it| place(strings.get(it))) < new_place;
        let mut all = std::mem::take(fields).into_vec();
        let at = all.iter().rposition(is_before).map_or(0, |at| at + 1);
        all.insert(at, Field { name: Some(name_id), value });
        *fields = all.into();
    }
}

impl MdNodeKind {
    /// The kind of a specialized node; `None` for a tuple.
    pub fn name(&self) -> Option<StrId> {
        match self {
            Self::Tuple(_) => None,
            Self::Specialized { kind, .. } => Some(*kind),
        }
    }

    /// The references to other metadata, in the order of the text.
    pub fn operands(&self) -> impl Iterator<Item = &Metadata> {
        let (tuple, fields): (&[Metadata], &[Field]) = match self {
            Self::Tuple(operands) => (operands, &[]),
            Self::Specialized { fields, .. } => (&[], fields),
        };
        tuple.iter().chain(fields.iter().flat_map(|field| field.value.operands()))
    }

    /// Mutable access to the references to other metadata.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Metadata> {
        let (tuple, fields): (&mut [Metadata], &mut [Field]) = match self {
            Self::Tuple(operands) => (operands, &mut []),
            Self::Specialized { fields, .. } => (&mut [], fields),
        };
        tuple.iter_mut().chain(fields.iter_mut().flat_map(|field| field.value.operands_mut()))
    }
}

/// A field of a specialized node. Kept small, because fields make up most of debug information.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// The name; `None` for the elements of `!DIExpression`.
    pub name: Option<StrId>,
    /// The field's value.
    pub value: FieldValue,
}

/// The value of a field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FieldValue {
    /// A reference or a constant.
    Metadata(Metadata),
    /// An element of a list. The list `operands: {!1, !2}` is two fields with the same name, one after the other; a node without
    /// such a field has an empty list.
    Element(Metadata),
    /// A number.
    Integer(Integer),
    /// A number that is not an [`Integer`]: its digits in decimal, after a sign if it is negative. See [`FieldValue::number`].
    Wide(StrId),
    /// `true`, `false`.
    Bool(bool),
    /// `"text"`.
    String(StrId),
    /// A keyword, or several joined by [`JOINT`], as LLVM prints them: `DW_TAG_member`, `DIFlagPrototyped | DIFlagVector`.
    Symbols(StrId),
}

/// The separator between keywords that make up one value.
pub const JOINT: &str = " | ";

/// Splits a value into its keywords: `DIFlagPrototyped`, `DIFlagVector`.
pub fn symbols(joined: &[u8]) -> impl Iterator<Item = &[u8]> {
    joined.split(|&byte| byte == b'|').map(<[u8]>::trim_ascii)
}

impl FieldValue {
    /// A number of any size.
    pub fn number(strings: &Strings, number: &BigInt) -> Self {
        match Integer::from_big(number) {
            Some(integer) => Self::Integer(integer),
            None => Self::Wide(strings.intern(number.to_string().as_bytes())),
        }
    }

    /// The value as a number of any size; `None` if it is no number.
    pub fn as_number(&self, strings: &Strings) -> Option<BigInt> {
        match self {
            Self::Integer(value) => Some(value.get().into()),
            Self::Wide(digits) => BigInt::parse_bytes(strings.get(*digits), 10),
            _ => None,
        }
    }

    /// Mutable access to the string that makes up the value: text, keywords, or digits.
    pub fn string_mut(&mut self) -> Option<&mut StrId> {
        match self {
            Self::String(string) | Self::Symbols(string) | Self::Wide(string) => Some(string),
            Self::Metadata(_) | Self::Element(_) | Self::Integer(_) | Self::Bool(_) => None,
        }
    }

    /// The references to other metadata.
    pub fn operands(&self) -> &[Metadata] {
        match self {
            Self::Metadata(operand) | Self::Element(operand) => std::slice::from_ref(operand),
            _ => &[],
        }
    }

    /// Mutable access to the references to other metadata.
    pub fn operands_mut(&mut self) -> &mut [Metadata] {
        match self {
            Self::Metadata(operand) | Self::Element(operand) => std::slice::from_mut(operand),
            _ => &mut [],
        }
    }
}

/// Whether two neighbouring fields are elements of the same list.
pub fn is_same_list(one: &Field, next: &Field) -> bool {
    matches!((one.value, next.value), (FieldValue::Element(_), FieldValue::Element(_)))
        && one.name == next.name
}

/// A number that fits into `i64` or `u64`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Integer(Bits);

/// Halves of 64 bits, so that fields are aligned to four bytes. Equal numbers have equal representations.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Bits {
    /// An `i64`.
    Signed([u32; 2]),
    /// A `u64` that is greater than `i64::MAX`.
    Unsigned([u32; 2]),
}

impl Integer {
    /// The number zero.
    pub const ZERO: Self = Self(Bits::Signed([0; 2]));

    /// The number.
    pub fn get(self) -> i128 {
        let join = |[high, low]: [u32; 2]| u64::from(high) << 32 | u64::from(low);
        match self.0 {
            Bits::Signed(halves) => (join(halves) as i64).into(),
            Bits::Unsigned(halves) => join(halves).into(),
        }
    }

    /// Converts the number to another type; `None` if it does not fit.
    pub fn to<T: TryFrom<i128>>(self) -> Option<T> {
        T::try_from(self.get()).ok()
    }

    /// The number, if it fits.
    pub fn from_big(number: &BigInt) -> Option<Self> {
        let signed = i64::try_from(number).ok().map(Self::from);
        signed.or_else(|| u64::try_from(number).ok().map(Self::from))
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl From<i64> for Integer {
    fn from(value: i64) -> Self {
        Self(Bits::Signed(halves(value as u64)))
    }
}

impl From<u64> for Integer {
    fn from(value: u64) -> Self {
        match i64::try_from(value) {
            Ok(value) => value.into(),
            Err(_) => Self(Bits::Unsigned(halves(value))),
        }
    }
}

fn halves(value: u64) -> [u32; 2] {
    [(value >> 32) as u32, value as u32]
}

macro_rules! from_small_numbers {
    ($($ty:ty)*) => {
        $(impl From<$ty> for Integer {
            fn from(value: $ty) -> Self {
                i64::from(value).into()
            }
        })*
    };
}

from_small_numbers!(u8 u16 u32 i32);

/// The metadata of a module.
#[derive(Clone, Debug, Default)]
pub struct MetadataGraph {
    /// The nodes, by handle.
    pub nodes: PrimaryMap<MdNode, MdNodeData>,
    /// Named metadata, in order.
    pub named: Vec<(StrId, Vec<MdNode>)>,
}

impl MetadataGraph {
    /// Whether there are nodes that are no tuples, such as those of debug information.
    pub(crate) fn has_specialized_nodes(&self) -> bool {
        self.nodes.values().any(|node| matches!(node.kind, MdNodeKind::Specialized { .. }))
    }
}

/// The kinds of attachments that LLVM knows, in its order. Other kinds come after these, in order of first use. Source: LLVM's
/// list of fixed metadata kinds.
pub const FIXED_KINDS: &[&str] = &[
    "dbg",
    "tbaa",
    "prof",
    "fpmath",
    "range",
    "tbaa.struct",
    "invariant.load",
    "alias.scope",
    "noalias",
    "nontemporal",
    "llvm.mem.parallel_loop_access",
    "nonnull",
    "dereferenceable",
    "dereferenceable_or_null",
    "make.implicit",
    "unpredictable",
    "invariant.group",
    "align",
    "llvm.loop",
    "type",
    "section_prefix",
    "absolute_symbol",
    "associated",
    "callees",
    "irr_loop",
    "llvm.access.group",
    "callback",
    "llvm.preserve.access.index",
    "vcall_visibility",
    "noundef",
    "annotation",
    "nosanitize",
    "func_sanitize",
    "exclude",
    "memprof",
    "callsite",
    "kcfi_type",
    "pcsections",
    "DIAssignID",
    "coro.outside.frame",
    "mmra",
    "noalias.addrspace",
    "callee_type",
    "nofree",
    "captures",
    "alloc_token",
    "implicit.ref",
];

/// The index of a kind of attachment in [`FIXED_KINDS`], if LLVM knows it.
pub fn fixed_kind(name: &[u8]) -> Option<usize> {
    FIXED_KINDS.iter().position(|fixed| fixed.as_bytes() == name)
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::{Field, FieldValue, Integer, JOINT, MdNodeData, symbols};
    use crate::entity::Strings;

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<FieldValue>(), 12);
        assert_eq!(size_of::<Field>(), 16);
        assert_eq!(size_of::<MdNodeData>(), 32);
    }

    #[test]
    fn keywords_are_what_was_joined() {
        for keywords in [&["DW_TAG_member"][..], &["DIFlagPublic", "8", "DIFlagVector"]] {
            assert!(symbols(keywords.join(JOINT).as_bytes()).eq(keywords.iter().map(|it| it.as_bytes())));
        }
    }

    #[test]
    fn numbers_are_told_apart_by_value_alone() {
        let strings = Strings::default();
        let number = |number: BigInt| FieldValue::number(&strings, &number);
        for value in [0, -1, i64::MIN.into(), i64::MAX.into(), i128::from(i64::MAX) + 1, u64::MAX.into()] {
            let Some(integer) = Integer::from_big(&value.into()) else { panic!("{value} does not fit") };
            assert_eq!(integer.get(), value);
            assert_eq!(integer.to::<u64>(), u64::try_from(value).ok());
            assert_eq!(number(value.into()), FieldValue::Integer(integer));
            assert_eq!(integer.to_string(), value.to_string());
        }
        let large: BigInt = BigInt::from(1) << 200;
        for wide in [u64::MAX as i128 + 1, i128::from(i64::MIN) - 1, i128::MIN]
            .map(BigInt::from)
            .into_iter()
            .chain([large])
        {
            assert_eq!(Integer::from_big(&wide), None);
            assert!(matches!(number(wide.clone()), FieldValue::Wide(_)));
            assert_eq!(number(wide.clone()).as_number(&strings), Some(wide));
        }
        assert_eq!(Integer::from(7u32), Integer::from(7i64));
    }
}
