//! Metadata: a graph of nodes. Source: LangRef, Metadata.
//!
//! Specialized nodes (`!DILocation(…)`) are kept by the name of their fields, so that fields and kinds that a later LLVM
//! adds survive. A node that is not `distinct` may be there twice; LLVM merges such nodes.

use cranelift_entity::{PrimaryMap, entity_impl};

use crate::constants::Constant;
use crate::entity::StrId;

/// A metadata node of a module.
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

/// A metadata node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MdNodeData {
    /// Whether the node is itself, not its content.
    pub distinct: bool,
    /// What it is.
    pub kind: MdNodeKind,
}

/// What a metadata node is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MdNodeKind {
    /// `!{…}`.
    Tuple(Box<[Metadata]>),
    /// `!DILocation(…)`, `!GenericDINode(…)`, `!DIExpression(…)`: the kind and its fields as written.
    Specialized {
        /// The name: `DILocation`.
        kind: StrId,
        /// The fields.
        fields: Box<[Field]>,
    },
}

/// A field of a specialized node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// The name; `None` for the elements of `!DIExpression`.
    pub name: Option<StrId>,
    /// The value.
    pub value: FieldValue,
}

/// The value of a field.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FieldValue {
    /// A reference or a constant.
    Metadata(Metadata),
    /// A list of them: `operands: {!1, !2}`.
    List(Box<[Metadata]>),
    /// A number.
    Integer(i128),
    /// `true`, `false`.
    Bool(bool),
    /// `"text"`.
    String(StrId),
    /// A keyword, or several joined by `|`: `DW_TAG_member`, `DIFlagPrototyped | DIFlagVector`.
    Symbols(Box<[StrId]>),
}

/// The metadata of a module.
#[derive(Clone, Debug, Default)]
pub struct MetadataGraph {
    /// The nodes.
    pub nodes: PrimaryMap<MdNode, MdNodeData>,
    /// Named metadata, in order.
    pub named: Vec<(StrId, Vec<MdNode>)>,
}

/// Kinds of attachments that LLVM knows, in its order; others come after these, in the order of their first use.
/// Source: LLVM's list of fixed metadata kinds.
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
