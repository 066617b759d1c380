//! What rules ask about metadata: the kinds of nodes, and their operands. Source: LangRef, Metadata.

use cranelift_entity::SecondaryMap;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::Context;
use crate::constants::ConstantKind;
use crate::entity::StrId;
use crate::metadata::specialized::with_kinds;
use crate::metadata::{MdNode, MdNodeKind, Metadata};
use crate::module::Module;
use crate::types::Type;

macro_rules! node_kinds {
    ($($distinct:ident $kind:ident $(since $kind_since:literal)? {
        $($need:ident $field:tt $(as $accessor:ident)?: $holds:ident $(($($limit:expr),+))? $(since $since:literal)?,)*
    })+) => {
        /// The kind of a node.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        #[allow(clippy::upper_case_acronyms)]
        pub(super) enum NodeKind {
            #[default]
            Tuple,
            $($kind,)+
            /// A kind that LLVM does not have.
            Unknown,
        }

        const KINDS: &[(&str, NodeKind)] = &[$((stringify!($kind), NodeKind::$kind)),+];
    };
}

with_kinds!(node_kinds);

impl NodeKind {
    /// Whether nodes of this kind are types.
    pub(super) fn is_type(self) -> bool {
        matches!(
            self,
            Self::DIBasicType
                | Self::DIFixedPointType
                | Self::DIStringType
                | Self::DISubrangeType
                | Self::DIDerivedType
                | Self::DICompositeType
                | Self::DISubroutineType
        )
    }

    /// Whether nodes of this kind are scopes within functions.
    pub(super) fn is_local_scope(self) -> bool {
        matches!(self, Self::DISubprogram | Self::DILexicalBlock | Self::DILexicalBlockFile)
    }

    /// Whether nodes of this kind are scopes.
    pub(super) fn is_scope(self) -> bool {
        self.is_type()
            || self.is_local_scope()
            || matches!(
                self,
                Self::DIFile | Self::DICompileUnit | Self::DINamespace | Self::DICommonBlock | Self::DIModule
            )
    }

    /// Whether nodes of this kind are variables.
    pub(super) fn is_variable(self) -> bool {
        matches!(self, Self::DILocalVariable | Self::DIGlobalVariable)
    }

    /// Whether nodes of this kind have a DWARF tag.
    pub(super) fn has_tag(self) -> bool {
        !matches!(
            self,
            Self::Tuple
                | Self::Unknown
                | Self::DILocation
                | Self::DIExpression
                | Self::DIGlobalVariableExpression
                | Self::DIAssignID
                | Self::DIMacro
                | Self::DIMacroFile
        )
    }
}

/// The kinds of the nodes of a module that are not tuples.
pub(super) fn node_kinds(module: &Module) -> SecondaryMap<MdNode, NodeKind> {
    let names: FxHashMap<StrId, NodeKind> = KINDS
        .iter()
        .filter_map(|(name, kind)| Some((module.strings.find(name.as_bytes())?, *kind)))
        .collect();
    let mut kinds = SecondaryMap::new();
    kinds.resize(module.metadata.nodes.len());
    for (node, data) in &module.metadata.nodes {
        if let MdNodeKind::Specialized { kind, .. } = data.kind {
            kinds[node] = names.get(&kind).copied().unwrap_or(NodeKind::Unknown);
        }
    }
    kinds
}

impl<'m> Context<'m> {
    /// The kind of a node; `None` for anything else.
    pub(super) fn node_kind(&self, metadata: Metadata) -> Option<NodeKind> {
        match metadata {
            Metadata::Node(node) => Some(self.node_kinds[node]),
            _ => None,
        }
    }

    /// The operands of a tuple; none for a specialized node.
    pub(super) fn elements(&self, node: MdNode) -> &'m [Metadata] {
        match &self.module.metadata.nodes[node].kind {
            MdNodeKind::Tuple(operands) => operands,
            MdNodeKind::Specialized { .. } => &[],
        }
    }

    /// The number of operands that LLVM counts: those of a specialized node do not depend on the fields that a text names. Numbers above two
    /// are not told apart there.
    pub(super) fn operand_count(&self, node: MdNode) -> usize {
        match self.node_kinds[node] {
            NodeKind::Tuple => self.elements(node).len(),
            NodeKind::DIExpression | NodeKind::DIAssignID => 0,
            NodeKind::DIEnumerator | NodeKind::DILocation | NodeKind::GenericDINode => 1,
            _ => 2,
        }
    }

    /// Whether metadata is a tuple.
    pub(super) fn is_tuple(&self, metadata: Metadata) -> bool {
        self.node_kind(metadata) == Some(NodeKind::Tuple)
    }

    /// The bytes of a string.
    pub(super) fn metadata_string(&self, metadata: Metadata) -> Option<&'m [u8]> {
        match metadata {
            Metadata::String(text) => Some(self.module.strings.get(text)),
            _ => None,
        }
    }

    /// An integer constant: its type and its value without a sign.
    pub(super) fn metadata_integer(&self, metadata: Metadata) -> Option<(Type, BigUint)> {
        let Metadata::Constant(constant) = metadata else { return None };
        let value = match self.constants().kind(constant) {
            ConstantKind::Integer(bits) => BigUint::from(*bits),
            ConstantKind::BigInteger(limbs) => {
                limbs.iter().rev().fold(BigUint::ZERO, |value, limb| (value << 64) | BigUint::from(*limb))
            }
            _ => return None,
        };
        Some((self.constants().ty(constant), value))
    }

    /// The value of an integer constant of at most 64 bits.
    pub(super) fn metadata_number(&self, metadata: Metadata) -> Option<u64> {
        match metadata {
            Metadata::Constant(constant) => self.integer(constant.into()),
            _ => None,
        }
    }
}
