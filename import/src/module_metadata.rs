//! Imports named metadata that MLIR models by attributes and operations of the module: flags, linker options, identification.

use tern_dialect_llvm::attributes::{CG_PROFILE_ENTRY, MODULE_FLAG};
use tern_dialect_llvm::enums::ModFlagBehavior;
use tern_dialect_llvm::ops;
use tern_llvm_ir::MdNode;
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::metadata::Metadata;
use tern_mapping::instruction_metadata::{
    CG_PROFILE, COMMAND_LINE, DEPENDENT_LIBRARIES, IDENT, LINKER_OPTIONS, MODULE_FLAGS, PROFILE_SUMMARY,
};
use tern_mlir::Attribute;
use tern_mlir::declare::Param;

use crate::builder::{Attributes, New, string, symbol};
use crate::{Importer, Tables};

impl<'m, 'c> Importer<'m, 'c> {
    /// The nodes of a named metadata list, if it becomes attributes or operations; otherwise empty.
    fn modelled_named(&mut self, name: &str) -> &'m [MdNode] {
        let nodes = self.named(name);
        match !self.policy.exact || self.is_modelled_exactly(name.as_bytes(), nodes) {
            true => nodes,
            false => &[],
        }
    }

    /// Adds `llvm.ident` and its kin as attributes of the module.
    pub(crate) fn identification(&mut self, attributes: &mut Attributes<'_>) {
        for (attribute, name) in [IDENT, COMMAND_LINE] {
            // The attribute can hold only one.
            if let &[node] = self.modelled_named(name)
                && let Some(text) = self.only_text(node)
            {
                attributes.set(attribute, text);
            }
        }
        let libraries = self.modelled_named(DEPENDENT_LIBRARIES.1);
        if !libraries.is_empty() {
            let texts: Vec<Attribute> = libraries.iter().filter_map(|&node| self.only_text(node)).collect();
            attributes.set(DEPENDENT_LIBRARIES.0, Attribute::array(self.context, texts));
        }
        if !self.policy.keeps_all {
            self.count_named_metadata();
        }
    }

    /// Whether export rebuilds exactly these nodes from attributes and operations of the module.
    pub(crate) fn is_modelled_exactly(&mut self, name: &[u8], nodes: &[MdNode]) -> bool {
        let is = |known: &str| known.as_bytes() == name;
        let texts = |importer: &Self, node: MdNode| {
            let operands = importer.tuple(node).filter(|_| !importer.is_distinct(node))?;
            operands.iter().all(|operand| matches!(operand, Metadata::String(_))).then_some(operands.len())
        };
        let is_text = |&node: &MdNode| texts(self, node) == Some(1);
        if is(IDENT.1) || is(COMMAND_LINE.1) {
            return nodes.len() == 1 && nodes.iter().all(is_text);
        }
        let all: bool = match name {
            _ if is(DEPENDENT_LIBRARIES.1) => nodes.iter().all(is_text),
            _ if is(LINKER_OPTIONS) => nodes.iter().all(|&node| texts(self, node).is_some()),
            _ if is(MODULE_FLAGS) => nodes.iter().all(|&node| self.is_exact_flag(node)),
            _ => false,
        };
        all && !nodes.is_empty()
    }

    /// Whether export rebuilds exactly this module flag.
    fn is_exact_flag(&mut self, node: MdNode) -> bool {
        let operands = self.tuple(node).filter(|_| !self.is_distinct(node));
        let Some(&[behavior, Metadata::String(key), value]) = operands else { return false };
        let behavior = match self.operand_integer(behavior) {
            Some((behavior, 32)) => ModFlagBehavior::from_value(behavior as u64),
            _ => None,
        };
        let key = self.ir.text(key);
        let special = key == CG_PROFILE || key == PROFILE_SUMMARY;
        let exact = match value {
            Metadata::String(_) => !special,
            Metadata::Constant(_) => matches!(self.operand_integer(value), Some((_, 32))) && !special,
            Metadata::Node(node) if key == CG_PROFILE => {
                let edges = self.tuple(node).filter(|_| self.is_distinct(node)).unwrap_or_default();
                let is_exact = |&edge: &Metadata| {
                    let edge = self.operand_node(edge).filter(|&edge| !self.is_distinct(edge));
                    let count = edge.and_then(|edge| self.tuple(edge)?.get(2).copied());
                    count.and_then(|count| self.operand_integer(count)).is_some_and(|(_, width)| width == 64)
                };
                !edges.is_empty() && edges.iter().all(is_exact)
            }
            _ => false,
        };
        // Constant expressions around a function and summaries with other integer widths go into the table.
        behavior.is_some() && exact && self.module_flag_value(&key, value).is_some()
    }

    /// The aside with the order of named metadata and the contents of lists that MLIR does not model; `None` if export's default
    /// order is right and all lists are modelled.
    pub(crate) fn named_metadata(&mut self) -> Option<Attribute> {
        let (context, module) = (self.context, self.ir);
        let mut modelled = Vec::new();
        let entries = module.metadata.named.iter().map(|(name, nodes)| {
            let text = module.strings.get(*name);
            if self.is_modelled_exactly(text, nodes) {
                modelled.push(text);
                return string(context, text);
            }
            let nodes = nodes.iter().map(|&node| self.reference(node));
            Attribute::array(context, std::iter::once(string(context, text)).chain(nodes).collect::<Vec<_>>())
        });
        let entries: Vec<Attribute> = entries.collect();
        let order = [IDENT.1, COMMAND_LINE.1, DEPENDENT_LIBRARIES.1, LINKER_OPTIONS, MODULE_FLAGS];
        let place = |name: &&[u8]| order.iter().position(|known| known.as_bytes() == *name);
        // With debug information, named metadata is always listed.
        let plain =
            modelled.len() == entries.len() && modelled.is_sorted_by_key(place) && !self.has_debug_forms();
        (!plain).then(|| Attribute::array(context, entries))
    }

    /// One `llvm.linker_options` for each node.
    pub(crate) fn linker_options(&mut self) -> Vec<New<'c>> {
        let context = self.context;
        let options = self.modelled_named(LINKER_OPTIONS).iter();
        let options = options.map(|&node| {
            self.located(New::of(context, ops::LinkerOptions::start().options(&self.texts(node)[..])))
        });
        options.collect()
    }

    /// The operation `llvm.module_flags`.
    pub(crate) fn module_flags(&mut self) -> Option<New<'c>> {
        let context = self.context;
        let mut flags = Vec::new();
        for &node in self.modelled_named(MODULE_FLAGS) {
            let Some(&[behavior, Metadata::String(key), value]) = self.tuple(node) else {
                self.count_loss("malformed module flag");
                continue;
            };
            let behavior = self
                .operand_integer(behavior)
                .and_then(|(behavior, _)| ModFlagBehavior::from_value(behavior as u64));
            let key_text = self.ir.text(key);
            match (behavior, self.module_flag_value(&key_text, value)) {
                (Some(behavior), Some(value)) => {
                    let params = [
                        Param::Unsigned(behavior.value()),
                        Param::Attribute(self.text_attribute(key)),
                        Param::Attribute(value),
                    ];
                    flags.push(Attribute::declare(context, &MODULE_FLAG, params));
                }
                _ => {
                    if self.policy.mlir_messages {
                        let text = self.metadata_text(value);
                        let message = format!("unsupported module flag value for key '{key_text}' : {text}");
                        self.warn(self.module_location(), message);
                    }
                    self.count_loss(&format!("module flag {key_text}"));
                }
            }
        }
        if flags.is_empty() {
            return None;
        }
        Some(self.located(New::of(context, ops::ModuleFlags::start().flags(&flags[..]))))
    }

    /// The value of a flag; `None` if MLIR cannot represent it.
    fn module_flag_value(&mut self, key: &str, value: Metadata) -> Option<Attribute> {
        let context = self.context;
        match value {
            Metadata::String(text) => Some(self.text_attribute(text)),
            Metadata::Constant(_) => self.operand_integer(value).map(|(value, width)| {
                let value = value as u64 & tern_llvm_ir::constants::mask(width);
                Attribute::integer(context, context.common.i32, i64::from(value as i32))
            }),
            Metadata::Node(node) if key == CG_PROFILE => {
                let entries = self.tuple(node).unwrap_or_default().iter();
                let entries = entries.map(|&entry| self.profile_edge(entry)).collect::<Option<Vec<_>>>();
                entries.map(|entries| Attribute::array(context, entries))
            }
            Metadata::Node(node) if key == PROFILE_SUMMARY => self.profile_summary(node),
            _ => None,
        }
    }
}

impl<'m, 'c> Tables<'m, 'c> {
    /// The nodes of a named metadata list; empty if there is none.
    pub(crate) fn named(&self, name: &str) -> &'m [MdNode] {
        let module = self.ir;
        let found = module.metadata.named.iter().find(|(id, _)| module.strings.get(*id) == name.as_bytes());
        found.map_or(&[], |(_, nodes)| nodes)
    }

    /// The strings of a tuple, as attributes.
    fn texts(&self, node: MdNode) -> Vec<Attribute> {
        let texts = self.tuple(node).unwrap_or_default().iter().filter_map(|operand| match operand {
            Metadata::String(text) => Some(self.text_attribute(*text)),
            _ => None,
        });
        texts.collect()
    }

    /// The string of a tuple with one element.
    fn only_text(&self, node: MdNode) -> Option<Attribute> {
        match self.tuple(node)? {
            &[Metadata::String(text)] => Some(self.text_attribute(text)),
            _ => None,
        }
    }

    /// Gives an operation the location of the module.
    pub(crate) fn located(&self, mut new: New<'c>) -> New<'c> {
        new.state.location = self.module_location();
        new
    }

    /// An edge of the profiled call graph: two functions, either of which may be gone, and a count.
    fn profile_edge(&self, entry: Metadata) -> Option<Attribute> {
        let &[from, to, count] = self.tuple(self.operand_node(entry)?)? else { return None };
        let function = |operand| match operand {
            Metadata::Null => Some(Param::Absent),
            Metadata::Constant(constant) => match *self.ir.constants.kind(constant) {
                ConstantKind::Global(global) => {
                    Some(Param::Attribute(symbol(self.context, self.symbol(global))))
                }
                _ => None,
            },
            _ => None,
        };
        let (count, _) = self.operand_integer(count)?;
        let params = [function(from)?, function(to)?, Param::Unsigned(count as u64)];
        Some(Attribute::declare(self.context, &CG_PROFILE_ENTRY, params))
    }
}
