//! Carries metadata nodes. A node that is not distinct is there once for its contents, as in a context of LLVM; types of C++ with an
//! identifier are there once for it, and so are their members.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use tern_llvm_ir::metadata::{FieldValue, MdNodeData, MdNodeKind, symbols};
use tern_llvm_ir::{MdNode, Metadata, Module, StrId};

use crate::mover::{Context, Mover};

/// A type that is known by its identifier.
#[derive(Clone, Copy)]
struct KnownType {
    node: MdNode,
    tag: Option<StrId>,
    forward: bool,
}

/// The nodes of the module that is linked into.
#[derive(Default)]
pub(crate) struct Nodes {
    by_content: FxHashMap<u64, Vec<MdNode>>,
    types: FxHashMap<StrId, KnownType>,
    /// Types with an identifier, each with the node of the source that it has its contents from.
    typed: FxHashMap<MdNode, MdNode>,
    members: FxHashMap<(MdNode, StrId, Metadata, bool), MdNode>,
}

impl Nodes {
    /// The node of these contents.
    fn intern(&mut self, module: &mut Module, data: MdNodeData) -> MdNode {
        if data.distinct {
            return module.metadata.nodes.push(data);
        }
        if let Some(key) = self.member_key(module, &data.kind) {
            return *self.members.entry(key).or_insert_with(|| module.metadata.nodes.push(data));
        }
        let mut hasher = FxHasher::default();
        data.hash(&mut hasher);
        let found = self.by_content.entry(hasher.finish()).or_default();
        let known = found.iter().copied().find(|&node| module.metadata.nodes[node] == data);
        known.unwrap_or_else(|| {
            let node = module.metadata.nodes.push(data);
            found.push(node);
            node
        })
    }

    pub(crate) fn tuple(&mut self, module: &mut Module, operands: Box<[Metadata]>) -> MdNode {
        self.intern(module, MdNodeData { distinct: false, kind: MdNodeKind::Tuple(operands) })
    }

    /// What identifies a member of a type with an identifier: a field by its name, a declared function by its linkage name.
    fn member_key(&self, module: &Module, kind: &MdNodeKind) -> Option<(MdNode, StrId, Metadata, bool)> {
        if self.typed.is_empty() {
            return None;
        }
        let of = |field| field_of(module, kind, field);
        let function = match module.strings.get(kind.name()?) {
            b"DIDerivedType" => false,
            b"DISubprogram" => true,
            _ => return None,
        };
        let Some(FieldValue::Metadata(Metadata::Node(scope))) = of("scope") else { return None };
        if !self.typed.contains_key(scope) {
            return None;
        }
        if function {
            let is_definition = match (of("spFlags"), of("isDefinition")) {
                (Some(FieldValue::Symbols(flags)), _) => {
                    symbols(module.strings.get(*flags)).any(|flag| flag == b"DISPFlagDefinition")
                }
                (None, Some(FieldValue::Bool(is))) => *is,
                (None, None) => true,
                _ => false,
            };
            let Some(FieldValue::String(name)) = of("linkageName") else { return None };
            let params = match of("templateParams") {
                Some(FieldValue::Metadata(params)) => *params,
                _ => Metadata::Null,
            };
            return (!is_definition).then_some((*scope, *name, params, true));
        }
        let is_member = matches!(of("tag"), Some(FieldValue::Symbols(tag)) if module.strings.get(*tag) == b"DW_TAG_member");
        match of("name") {
            Some(FieldValue::String(name)) if is_member => Some((*scope, *name, Metadata::Null, false)),
            _ => None,
        }
    }
}

fn field_of<'k>(module: &Module, kind: &'k MdNodeKind, name: &str) -> Option<&'k FieldValue> {
    let MdNodeKind::Specialized { fields, .. } = kind else { return None };
    let name = Some(module.strings.find(name.as_bytes())?);
    fields.iter().find(|field| field.name == name).map(|field| &field.value)
}

/// What became of a node of the source so far.
#[derive(Clone, Copy, Default)]
pub(crate) enum State {
    #[default]
    Unseen,
    /// Its operands are being visited; it has a handle already if one of them refers to it.
    Open(Option<MdNode>),
    Done(MdNode),
}

fn placeholder(module: &mut Module) -> MdNode {
    module.metadata.nodes.push(MdNodeData { distinct: true, kind: MdNodeKind::Tuple(Box::default()) })
}

impl Mover<'_> {
    /// The node in the module that is linked into, with all that it refers to.
    pub(crate) fn map_node(&mut self, node: MdNode) -> MdNode {
        if let State::Done(done) = self.nodes[node] {
            return done;
        }
        // Distinct nodes have their handle before their operands are visited.
        let mut distinct = Vec::new();
        self.map_uniqued(node, &mut distinct);
        let State::Done(result) = self.nodes[node] else { return node };
        while let Some((node, handle)) = distinct.pop() {
            if self.linker.nodes.typed.get(&handle).is_some_and(|&from| from != node) {
                continue;
            }
            for operand in self.operands_of(node) {
                if let Some(operand) = self.node_to_visit(operand) {
                    self.map_uniqued(operand, &mut distinct);
                }
            }
            let mut data = self.take_node(node);
            data.distinct = true;
            self.linker.module.metadata.nodes[handle] = data;
        }
        result
    }

    fn operands_of(&self, node: MdNode) -> Vec<Metadata> {
        self.source.metadata.nodes[node].kind.operands().copied().collect()
    }

    /// The node that an operand is. Constants are carried at once, because LLVM meets them in this order.
    fn node_to_visit(&mut self, operand: Metadata) -> Option<MdNode> {
        match operand {
            Metadata::Node(node) => return Some(node),
            Metadata::Constant(constant) => {
                self.map_constant(constant, Context::Value);
            }
            Metadata::Null | Metadata::String(_) => {}
        }
        None
    }

    /// Visits a node and, behind nodes that are not distinct, those that it refers to; parts first.
    fn map_uniqued(&mut self, node: MdNode, distinct: &mut Vec<(MdNode, MdNode)>) {
        let mut open: Vec<(MdNode, std::vec::IntoIter<Metadata>)> = Vec::new();
        let mut next = Some(node);
        loop {
            if let Some(node) = next
                && self.begin(node, distinct)
            {
                open.push((node, self.operands_of(node).into_iter()));
            }
            let Some((node, rest)) = open.last_mut() else { return };
            let node = *node;
            let operand = rest.next();
            next = operand.and_then(|operand| self.node_to_visit(operand));
            if operand.is_none() {
                open.pop();
                let data = self.take_node(node);
                let handle = match self.nodes[node] {
                    State::Open(Some(handle)) => {
                        self.linker.module.metadata.nodes[handle] = data;
                        handle
                    }
                    _ => self.linker.nodes.intern(&mut self.linker.module, data),
                };
                self.nodes[node] = State::Done(handle);
            }
        }
    }

    /// Notes that a node is reached. Returns whether its operands come first.
    fn begin(&mut self, node: MdNode, distinct: &mut Vec<(MdNode, MdNode)>) -> bool {
        match self.nodes[node] {
            State::Done(_) | State::Open(Some(_)) => return false,
            State::Open(None) => {
                let handle = placeholder(&mut self.linker.module);
                self.nodes[node] = State::Open(Some(handle));
                return false;
            }
            State::Unseen => {}
        }
        if let Some((handle, fill)) = self.type_of_identifier(node) {
            self.nodes[node] = State::Done(handle);
            if fill {
                distinct.push((node, handle));
            }
            return false;
        }
        if self.source.metadata.nodes[node].distinct {
            let handle = placeholder(&mut self.linker.module);
            self.nodes[node] = State::Done(handle);
            distinct.push((node, handle));
            return false;
        }
        self.nodes[node] = State::Open(None);
        true
    }

    /// The identifier of a type, if there is one type for an identifier.
    pub(crate) fn identifier_of(&self, node: MdNode) -> Option<StrId> {
        let kind = &self.source.metadata.nodes[node].kind;
        if !self.linker.options.one_type_for_an_identifier
            || self.source.strings.get(kind.name()?) != b"DICompositeType"
        {
            return None;
        }
        match field_of(&self.source, kind, "identifier") {
            Some(FieldValue::String(identifier)) if !self.source.strings.get(*identifier).is_empty() => {
                Some(*identifier)
            }
            _ => None,
        }
    }

    /// The type that has the identifier of this one, and whether it gets the contents of this one.
    fn type_of_identifier(&mut self, node: MdNode) -> Option<(MdNode, bool)> {
        let identifier = self.identifier_of(node)?;
        let of = |field| field_of(&self.source, &self.source.metadata.nodes[node].kind, field);
        let tag = match of("tag") {
            Some(FieldValue::Symbols(tag)) => Some(*tag),
            _ => None,
        };
        let forward = matches!(of("flags"), Some(FieldValue::Symbols(flags))
            if symbols(self.source.strings.get(*flags)).any(|flag| flag == b"DIFlagFwdDecl"));
        let (identifier, tag) = (self.map_string(identifier), tag.map(|tag| self.map_string(tag)));
        let Some(known) = self.linker.nodes.types.get_mut(&identifier) else {
            let handle = placeholder(&mut self.linker.module);
            self.linker.nodes.types.insert(identifier, KnownType { node: handle, tag, forward });
            self.linker.nodes.typed.insert(handle, node);
            return Some((handle, true));
        };
        if known.tag != tag {
            return None;
        }
        let fill = known.forward && !forward;
        known.forward &= forward;
        let known = known.node;
        if fill {
            self.linker.nodes.typed.insert(known, node);
        }
        Some((known, fill))
    }

    /// The contents of a node whose operands are mapped.
    fn take_node(&mut self, node: MdNode) -> MdNodeData {
        let empty = MdNodeKind::Tuple(Box::default());
        let source = &mut self.source.metadata.nodes[node];
        let (distinct, mut kind) = (source.distinct, std::mem::replace(&mut source.kind, empty));
        if let MdNodeKind::Specialized { kind, fields } = &mut kind {
            *kind = self.map_string(*kind);
            for field in fields {
                field.name = field.name.map(|name| self.map_string(name));
                if let Some(string) = field.value.string_mut() {
                    *string = self.map_string(*string);
                }
            }
        }
        for operand in kind.operands_mut() {
            *operand = match *operand {
                Metadata::Node(node) => match self.nodes[node] {
                    State::Done(handle) | State::Open(Some(handle)) => Metadata::Node(handle),
                    State::Open(None) | State::Unseen => Metadata::Null,
                },
                other => self.map_metadata(other),
            };
        }
        MdNodeData { distinct, kind }
    }
}
