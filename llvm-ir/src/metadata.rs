//! Metadata: a graph of nodes. Source: LangRef, Metadata.
//!
//! Specialized nodes (`!DILocation(…)`) store their fields by name; [`specialized`] declares the kinds and their fields. A module
//! may contain several equal nodes that are not `distinct`; LLVM merges them.

pub(crate) mod local_entities;
pub mod specialized;
pub mod views;

use cranelift_entity::{PrimaryMap, entity_impl};
use num_bigint::{BigInt, Sign};
use thin_vec::ThinVec;

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
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// The name; `None` for the elements of `!DIExpression`.
    pub name: Option<StrId>,
    /// The field's value.
    pub value: FieldValue,
}

/// The value of a field.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FieldValue {
    /// A reference or a constant.
    Metadata(Metadata),
    /// A list of references or constants: `operands: {!1, !2}`.
    List(ThinVec<Metadata>),
    /// A number.
    Integer(Integer),
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
    /// The references to other metadata.
    pub fn operands(&self) -> &[Metadata] {
        match self {
            Self::Metadata(operand) => std::slice::from_ref(operand),
            Self::List(operands) => operands,
            _ => &[],
        }
    }

    /// Mutable access to the references to other metadata.
    pub fn operands_mut(&mut self) -> &mut [Metadata] {
        match self {
            Self::Metadata(operand) => std::slice::from_mut(operand),
            Self::List(operands) => operands,
            _ => &mut [],
        }
    }
}

/// An integer of any size. Large ones are allocated.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Integer(Width);

/// Equal numbers have equal representations.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Width {
    Narrow(i64),
    Wide(Box<BigInt>),
}

impl Integer {
    /// The number zero.
    pub const ZERO: Self = Self(Width::Narrow(0));

    /// The number, clamped to 128 bits.
    pub fn clamped(&self) -> i128 {
        match &self.0 {
            Width::Narrow(value) => (*value).into(),
            Width::Wide(value) => {
                let limit = if value.sign() == Sign::Minus { i128::MIN } else { i128::MAX };
                i128::try_from(&**value).unwrap_or(limit)
            }
        }
    }

    /// The number as a big integer.
    pub fn big(&self) -> BigInt {
        match &self.0 {
            Width::Narrow(value) => (*value).into(),
            Width::Wide(value) => (**value).clone(),
        }
    }

    /// Converts the number to another type; `None` if it does not fit.
    pub fn to<T: TryFrom<i64> + for<'n> TryFrom<&'n BigInt>>(&self) -> Option<T> {
        match &self.0 {
            Width::Narrow(value) => T::try_from(*value).ok(),
            Width::Wide(value) => T::try_from(&**value).ok(),
        }
    }
}

impl From<BigInt> for Integer {
    fn from(value: BigInt) -> Self {
        Self(i64::try_from(&value).map_or_else(|_| Width::Wide(Box::new(value)), Width::Narrow))
    }
}

macro_rules! from_numbers {
    ($($ty:ty)*) => {
        $(impl From<$ty> for Integer {
            fn from(value: $ty) -> Self {
                Self(i64::try_from(value).map_or_else(|_| Width::Wide(Box::new(value.into())), Width::Narrow))
            }
        })*
    };
}

from_numbers!(u8 u16 u32 u64 i32 i64 i128);

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

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<FieldValue>(), 16);
        assert_eq!(size_of::<Field>(), 24);
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
        for number in [0, -1, i64::MAX.into(), i128::from(i64::MAX) + 1, i128::MIN, u64::MAX.into()] {
            assert_eq!(Integer::from(number).clamped(), number);
            assert_eq!(Integer::from(number), Integer::from(BigInt::from(number)));
            assert_eq!(Integer::from(number).to::<u64>(), u64::try_from(number).ok());
        }
        let large: BigInt = BigInt::from(1) << 200;
        assert_eq!(Integer::from(large.clone()).big(), large);
        assert_eq!(Integer::from(large.clone()).clamped(), i128::MAX);
        assert_eq!(Integer::from(-large.clone()).clamped(), i128::MIN);
        assert_eq!(Integer::from(large).to::<u64>(), None);
        assert_eq!(Integer::from(7u32), Integer::from(7i64));
    }
}
