//! Imports metadata for type-based alias analysis: tuples become `#llvm.tbaa_…` attributes. LangRef: `tbaa` metadata.

use rustc_hash::FxHashSet;
use tern_dialect_llvm::attributes::{TBAA_MEMBER, TBAA_ROOT, TBAA_TAG, TBAA_TYPE_DESCRIPTOR};
use tern_llvm_ir::MdNode;
use tern_llvm_ir::metadata::Metadata;
use tern_mlir::Attribute;
use tern_mlir::declare::Param;
use tern_mlir::diagnostic::Diagnostic;

use crate::diagnostics::Error;
use crate::{Importer, Result};

impl Importer<'_, '_> {
    /// The attribute of an access tag: `!{base, access, i64 offset}`, optionally with `i64 1` for constant memory.
    pub(crate) fn tbaa_tag(&mut self, node: MdNode) -> Result<Attribute> {
        let mut seen = FxHashSet::default();
        // Operands first, the last one before the others.
        let mut stack = vec![node];
        let mut depth = 0;
        while let Some(&current) = stack.last() {
            if self.unrepresentable.contains(&current) {
                return Err(Error::nothing());
            }
            if self.attributes_of_nodes.contains_key(&current) {
                stack.pop();
                continue;
            }
            let operands = self.tuple(current).unwrap_or_default();
            let before = stack.len();
            for child in operands.iter().filter_map(|&operand| self.operand_node(operand)) {
                if !self.attributes_of_nodes.contains_key(&child) {
                    stack.push(child);
                }
            }
            if stack.len() > before {
                depth += 1;
                if !seen.insert(current) || depth > MAX_EXACT_DEPTH && !self.upstream() {
                    return Err(self.tbaa_error("has cycle in TBAA graph", current));
                }
                continue;
            }
            stack.pop();
            depth -= usize::from(seen.contains(&current));
            let attribute = match self.tbaa_node(current, operands) {
                Ok(attribute) => attribute,
                Err(error) => {
                    if !self.upstream() {
                        self.unrepresentable.extend(stack.into_iter().chain([current]));
                    }
                    return Err(error);
                }
            };
            self.attributes_of_nodes.insert(current, attribute);
        }
        let tag = self.attributes_of_nodes.get(&node).copied();
        tag.ok_or_else(|| self.tbaa_error("unsupported TBAA node format", node))
    }

    /// The attribute of a node whose operands have been imported.
    fn tbaa_node(&mut self, node: MdNode, operands: &[Metadata]) -> Result<Attribute> {
        let context = self.context;
        // The attribute cannot express identity: that of a root without a name, or of a distinct node.
        let exact = !self.upstream();
        if exact
            && (operands.len() <= 1 && !matches!(operands, [Metadata::String(_)]) || self.is_distinct(node))
        {
            return Err(Error::nothing());
        }
        match *operands {
            [] => Ok(Attribute::declare(context, &TBAA_ROOT, [Param::Absent])),
            [Metadata::String(name)] => {
                let name = self.text_attribute(name);
                Ok(Attribute::declare(context, &TBAA_ROOT, [Param::Attribute(name)]))
            }
            [_] => Ok(Attribute::declare(context, &TBAA_ROOT, [Param::Absent])),
            [Metadata::String(name), ref members @ ..] => {
                let members = self.tbaa_members(node, members)?;
                let params = [Param::String(self.ident(name)), Param::List(members.into())];
                Ok(Attribute::declare(context, &TBAA_TYPE_DESCRIPTOR, params))
            }
            [Metadata::Node(base), Metadata::Node(access), offset, ref constant @ ..]
                if constant.len() <= 1 =>
            {
                let kinds =
                    (self.operand_integer(offset), self.tuple(access).and_then(|parts| parts.first()));
                let (Some((offset, width)), Some(Metadata::String(_))) = kinds else {
                    return Err(self.tbaa_error("unsupported TBAA node format", node));
                };
                // Export writes 64-bit numbers, and 1 for constant memory.
                let plain = constant.iter().all(|&constant| self.operand_integer(constant) == Some((1, 64)));
                if exact && (width != 64 || !plain) {
                    return Err(Error::nothing());
                }
                let constant = match constant.first().map(|&constant| self.operand_integer(constant)) {
                    Some(None) => {
                        self.say_of_tbaa("operand '3' must be ConstantInt", node);
                        false
                    }
                    value => value.flatten().is_some_and(|(value, _)| value & 1 != 0),
                };
                let known = |node| {
                    let known = self.attributes_of_nodes.get(&node).copied();
                    let is_type = |it: &Attribute| it.declared(context, &TBAA_TYPE_DESCRIPTOR).is_some();
                    known.filter(|it| !exact || is_type(it)).map(Param::Attribute)
                };
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
    fn tbaa_members(&mut self, node: MdNode, operands: &[Metadata]) -> Result<Vec<Param>> {
        let mut members = Vec::with_capacity(operands.len() / 2);
        let exact = !self.upstream();
        // Iterates over the pairs, including a last one without its second half.
        for index in 0..operands.len().div_ceil(2) {
            let place = 2 * index;
            let Metadata::Node(ty) = operands[place] else {
                self.say_of_tbaa(&format!("operand '{}' must be MDNode", place + 1), node);
                break;
            };
            let offset = match operands.get(place + 1) {
                Some(&offset) => match self.operand_integer(offset) {
                    Some((_, width)) if exact && width != 64 => return Err(Error::nothing()),
                    Some((offset, _)) => offset,
                    None => {
                        self.say_of_tbaa(&format!("operand '{}' must be ConstantInt", place + 2), node);
                        break;
                    }
                },
                None if operands.len() == 1 && !exact => 0,
                None => {
                    self.say_of_tbaa("missing member offset", node);
                    break;
                }
            };
            let Some(&ty) = self.attributes_of_nodes.get(&ty) else { break };
            let member = [Param::Attribute(ty), Param::Signed(offset)];
            members.push(Param::Attribute(Attribute::declare(self.context, &TBAA_MEMBER, member)));
        }
        match exact && members.len() * 2 != operands.len() {
            true => Err(Error::nothing()),
            false => Ok(members),
        }
    }

    fn tbaa_error(&self, what: &str, node: MdNode) -> Error {
        if !self.upstream() {
            return Error::nothing();
        }
        Error::at(self.module_location(), format!("{what}: {}", self.node_text(node)))
    }

    /// Reports an error that does not stop MLIR's own importer.
    fn say_of_tbaa(&mut self, what: &str, node: MdNode) {
        if !self.upstream() {
            return;
        }
        let message = format!("{what}: {}", self.node_text(node));
        self.reported.push(Diagnostic::error(self.module_location(), message));
    }
}

/// The limit for the nesting of types, because MLIR's readers recurse.
const MAX_EXACT_DEPTH: usize = 200;
