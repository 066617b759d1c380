//! Imports metadata for type-based alias analysis: tuples become `#llvm.tbaa_…` attributes. LangRef: `tbaa` metadata.

use rustc_hash::FxHashSet;
use tern_dialect_llvm::attributes::{TBAA_MEMBER, TBAA_ROOT, TBAA_TAG, TBAA_TYPE_DESCRIPTOR};
use tern_llvm_ir::MdNode;
use tern_llvm_ir::metadata::Metadata;
use tern_mlir::Attribute;
use tern_mlir::declare::Param;

use crate::diagnostics::Error;
use crate::{Importer, Result, Tables};

impl Importer<'_, '_> {
    /// The attribute of an access tag: `!{base, access, i64 offset}`, optionally with `i64 1` for constant memory.
    pub(crate) fn tbaa_tag(&mut self, node: MdNode) -> Result<Attribute> {
        if let Some(known) = self.known_access_metadata(node) {
            return Ok(known);
        }
        let mut seen = FxHashSet::default();
        // Operands first, the last one before the others.
        let mut stack = vec![node];
        let mut depth = 0;
        while let Some(&current) = stack.last() {
            if self.nodes.unrepresentable.contains(&current) {
                return Err(Error::nothing());
            }
            if self.nodes.attributes.contains_key(&current) {
                stack.pop();
                continue;
            }
            let operands = self.tuple(current).unwrap_or_default();
            let before = stack.len();
            for child in operands.iter().filter_map(|&operand| self.operand_node(operand)) {
                if !self.nodes.attributes.contains_key(&child) {
                    stack.push(child);
                }
            }
            if stack.len() > before {
                depth += 1;
                if !seen.insert(current) || depth > MAX_EXACT_DEPTH && self.policy.exact {
                    return Err(self.tbaa_error("has cycle in TBAA graph", current));
                }
                continue;
            }
            stack.pop();
            depth -= usize::from(seen.contains(&current));
            let attribute = match self.policy.exact && !self.is_exact_tbaa_node(current, operands) {
                true => Err(Error::nothing()),
                false => self.tbaa_node(current, operands),
            };
            let attribute = match attribute {
                Ok(attribute) => attribute,
                Err(error) => {
                    self.nodes.unrepresentable.extend(stack.into_iter().chain([current]));
                    return Err(error);
                }
            };
            self.nodes.attributes.insert(current, attribute);
        }
        let tag = self.nodes.attributes.get(&node).copied();
        tag.ok_or_else(|| self.tbaa_error("unsupported TBAA node format", node))
    }

    /// The attribute of a node whose operands have been imported.
    fn tbaa_node(&mut self, node: MdNode, operands: &[Metadata]) -> Result<Attribute> {
        let context = self.context;
        match *operands {
            [] => Ok(Attribute::declare(context, &TBAA_ROOT, [Param::Absent])),
            [Metadata::String(name)] => {
                let name = self.text_attribute(name);
                Ok(Attribute::declare(context, &TBAA_ROOT, [Param::Attribute(name)]))
            }
            [_] => Ok(Attribute::declare(context, &TBAA_ROOT, [Param::Absent])),
            [Metadata::String(name), ref members @ ..] => {
                let members = self.tbaa_members(node, members);
                let params = [Param::String(self.ident(name)), Param::List(members.into())];
                Ok(Attribute::declare(context, &TBAA_TYPE_DESCRIPTOR, params))
            }
            [Metadata::Node(base), Metadata::Node(access), offset, ref constant @ ..]
                if constant.len() <= 1 =>
            {
                let kinds =
                    (self.operand_integer(offset), self.tuple(access).and_then(|parts| parts.first()));
                let (Some((offset, _)), Some(Metadata::String(_))) = kinds else {
                    return Err(self.tbaa_error("unsupported TBAA node format", node));
                };
                let constant = match constant.first().map(|&constant| self.operand_integer(constant)) {
                    Some(None) => {
                        self.report_tbaa("operand '3' must be ConstantInt", node);
                        false
                    }
                    value => value.flatten().is_some_and(|(value, _)| value & 1 != 0),
                };
                let known = |node| self.nodes.attributes.get(&node).copied().map(Param::Attribute);
                let (Some(base), Some(access)) = (known(base), known(access)) else {
                    return Err(self.tbaa_error("unsupported TBAA node format", node));
                };
                let params = [base, access, Param::Signed(offset), Param::Bool(constant)];
                Ok(Attribute::declare(context, &TBAA_TAG, params))
            }
            _ => Err(self.tbaa_error("unsupported TBAA node format", node)),
        }
    }

    /// The members of a type: pairs of type and offset. MLIR's own importer accepts a scalar type without the last offset; it
    /// reports an invalid member and keeps those before it.
    fn tbaa_members(&mut self, node: MdNode, operands: &[Metadata]) -> Vec<Param> {
        let mut members = Vec::with_capacity(operands.len() / 2);
        // Iterates over the pairs, including a last one without its second half.
        for index in 0..operands.len().div_ceil(2) {
            let place = 2 * index;
            let Metadata::Node(ty) = operands[place] else {
                self.report_tbaa(&format!("operand '{}' must be MDNode", place + 1), node);
                break;
            };
            let offset = match operands.get(place + 1) {
                Some(&offset) => match self.operand_integer(offset) {
                    Some((offset, _)) => offset,
                    None => {
                        self.report_tbaa(&format!("operand '{}' must be ConstantInt", place + 2), node);
                        break;
                    }
                },
                None if operands.len() == 1 => 0,
                None => {
                    self.report_tbaa("missing member offset", node);
                    break;
                }
            };
            let Some(&ty) = self.nodes.attributes.get(&ty) else { break };
            let member = [Param::Attribute(ty), Param::Signed(offset)];
            members.push(Param::Attribute(Attribute::declare(self.context, &TBAA_MEMBER, member)));
        }
        members
    }

    /// Whether the attribute of a node whose operands have been imported holds everything about the node. It cannot hold identity: that
    /// of a root without a name, or of a distinct node. Export writes 64-bit numbers, and 1 for constant memory.
    fn is_exact_tbaa_node(&self, node: MdNode, operands: &[Metadata]) -> bool {
        let width = |operand: Metadata| self.operand_integer(operand).map(|(_, width)| width);
        let exact = match *operands {
            [] => false,
            [Metadata::String(_), ref members @ ..] => {
                let mut members = members.chunks(2);
                members.all(|member| match *member {
                    [Metadata::Node(ty), offset] => {
                        self.nodes.attributes.contains_key(&ty) && width(offset) == Some(64)
                    }
                    _ => false,
                })
            }
            [Metadata::Node(base), Metadata::Node(access), offset, ref constant @ ..] => {
                let is_type = |node: MdNode| {
                    let known = self.nodes.attributes.get(&node);
                    known.is_some_and(|it| it.declared(self.context, &TBAA_TYPE_DESCRIPTOR).is_some())
                };
                let is_one = |&constant: &Metadata| self.operand_integer(constant) == Some((1, 64));
                is_type(base) && is_type(access) && width(offset) == Some(64) && constant.iter().all(is_one)
            }
            _ => false,
        };
        exact && !self.is_distinct(node)
    }

    /// Reports an error that does not stop MLIR's own importer.
    fn report_tbaa(&mut self, what: &str, node: MdNode) {
        let location = self.module_location();
        self.report(location, |importer| format!("{what}: {}", importer.node_text(node)));
    }
}

impl Tables<'_, '_> {
    fn tbaa_error(&self, what: &str, node: MdNode) -> Error {
        self.unrepresentable(|importer| {
            Error::at(importer.module_location(), format!("{what}: {}", importer.node_text(node)))
        })
    }
}

/// The limit for the nesting of types, because MLIR's readers recurse.
const MAX_EXACT_DEPTH: usize = 200;
