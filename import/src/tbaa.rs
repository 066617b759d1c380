//! Type-based alias analysis: tuples become `#llvm.tbaa_…` attributes. LangRef: `tbaa` metadata.

use tern_dialect::declare::Param;
use tern_dialect::llvm::attributes::{TBAA_MEMBER, TBAA_ROOT, TBAA_TAG, TBAA_TYPE_DESCRIPTOR};
use tern_dialect::{AttrKind, Attribute};
use tern_ir::MdNode;
use tern_ir::metadata::Metadata;

use crate::builder::string;
use crate::{Error, Importer, Result};

impl Importer<'_, '_> {
    /// The attribute of an access tag: `!{base, access, i64 offset}` and perhaps `i64 1`.
    pub(crate) fn tbaa_tag(&mut self, node: MdNode) -> Result<Attribute> {
        if let Some(&known) = self.attributes_of_nodes.get(&node) {
            return Ok(known);
        }
        let Some(&[Metadata::Node(base), Metadata::Node(access), offset, ref rest @ ..]) = self.tuple(node)
        else {
            return Err(self.tbaa_format(node));
        };
        let (Some((offset, width)), true) = (self.operand_integer(offset), rest.len() <= 1) else {
            return Err(self.tbaa_format(node));
        };
        // Export gives numbers 64 bits, and says that something is constant as 1.
        let plain = rest.iter().all(|&constant| self.operand_integer(constant) == Some((1, 64)));
        if !self.upstream() && (width != 64 || !plain) {
            return Err(self.tbaa_format(node));
        }
        let constant = match rest {
            [] => false,
            [constant, ..] => {
                let Some((value, _)) = self.operand_integer(*constant) else {
                    return Err(self.tbaa_format(node));
                };
                value != 0
            }
        };
        let mut stack = Vec::new();
        let base = self.tbaa_type(base, &mut stack)?;
        let access = self.tbaa_type(access, &mut stack)?;
        let is_type = |it: Attribute| it.declared(self.context, &TBAA_TYPE_DESCRIPTOR).is_some();
        let typed = is_type(base) && is_type(access);
        if !(typed || self.upstream()) {
            return Err(self.tbaa_format(node));
        }
        let params =
            [Param::Attribute(base), Param::Attribute(access), Param::Signed(offset), Param::Bool(constant)];
        let tag = Attribute::declare(self.context, &TBAA_TAG, params);
        self.attributes_of_nodes.insert(node, tag);
        Ok(tag)
    }

    /// The attribute of a type or root; `stack` holds the types that it is a member of.
    fn tbaa_type(&mut self, node: MdNode, stack: &mut Vec<MdNode>) -> Result<Attribute> {
        let context = self.context;
        if let Some(&known) = self.attributes_of_nodes.get(&node) {
            return Ok(known);
        }
        let Some(operands) = self.tuple(node) else { return Err(self.tbaa_format(node)) };
        if !self.upstream() {
            // A root without a name is itself, of which the attribute knows nothing; so is what is distinct.
            let named = matches!(operands.first(), Some(Metadata::String(_)));
            if !named || self.is_distinct(node) || self.unrepresentable.contains(&node) {
                return Err(self.tbaa_format(node));
            }
        }
        let attribute = match operands {
            [] => Attribute::declare(context, &TBAA_ROOT, [Param::Absent]),
            &[Metadata::String(name)] => {
                let name = self.text_attribute(name);
                Attribute::declare(context, &TBAA_ROOT, [Param::Attribute(name)])
            }
            // A root that is its own identity has no name in MLIR.
            &[Metadata::Node(only)] if only == node => {
                let id = self.identity(node);
                let id = match id.kind(context) {
                    AttrKind::Distinct { id, .. } => string(context, format!("tbaa_root_{id}").as_bytes()),
                    _ => id,
                };
                Attribute::declare(context, &TBAA_ROOT, [Param::Attribute(id)])
            }
            &[Metadata::String(name), ref members @ ..] => {
                if stack.contains(&node)
                    || stack.len() > if self.upstream() { MAX_DEPTH } else { MAX_EXACT_DEPTH }
                {
                    return Err(Error::new(format!("has cycle in TBAA graph: {}", self.node_text(node))));
                }
                stack.push(node);
                let params = self.tbaa_members(node, members, stack);
                stack.pop();
                if params.is_err() {
                    self.unrepresentable.insert(node);
                }
                let params = params?;
                let id = context.ident_of_bytes(self.ir.strings.get(name));
                Attribute::declare(
                    context,
                    &TBAA_TYPE_DESCRIPTOR,
                    [Param::String(id), Param::List(params.into())],
                )
            }
            _ if operands.first() == Some(&Metadata::Node(node)) => {
                return Err(Error::new(format!("has cycle in TBAA graph: {}", self.node_text(node))));
            }
            _ => return Err(self.tbaa_format(node)),
        };
        self.attributes_of_nodes.insert(node, attribute);
        Ok(attribute)
    }

    /// Members: a type and an offset each; the last offset of a scalar type may be left out.
    fn tbaa_members(
        &mut self,
        node: MdNode,
        operands: &[Metadata],
        stack: &mut Vec<MdNode>,
    ) -> Result<Vec<Param>> {
        let mut members = Vec::with_capacity(operands.len() / 2);
        let alone = operands.len() == 1 && self.upstream();
        for pair in operands.chunks(2) {
            let (ty, offset) = match *pair {
                [Metadata::Node(ty)] if alone => (ty, 0),
                [Metadata::Node(ty), offset] => match self.operand_integer(offset) {
                    Some((offset, width)) if width == 64 || self.upstream() => (ty, offset),
                    _ => return Err(self.tbaa_format(node)),
                },
                _ => return Err(self.tbaa_format(node)),
            };
            let ty = self.tbaa_type(ty, stack)?;
            let member = [Param::Attribute(ty), Param::Signed(offset)];
            members.push(Param::Attribute(Attribute::declare(self.context, &TBAA_MEMBER, member)));
        }
        Ok(members)
    }

    fn tbaa_format(&self, node: MdNode) -> Error {
        Error::new(format!("unsupported TBAA node format: {}", self.node_text(node)))
    }
}

/// How deep types may be nested.
const MAX_DEPTH: usize = 1000;
/// How deep they may be where the table can hold what is deeper.
const MAX_EXACT_DEPTH: usize = 200;
