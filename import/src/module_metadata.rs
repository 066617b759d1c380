//! Named metadata that MLIR models by attributes and operations of the module: flags, linker options, identification.

use tern_dialect::Attribute;
use tern_dialect::declare::Param;
use tern_dialect::llvm::attributes::{CG_PROFILE_ENTRY, MODULE_FLAG};
use tern_dialect::llvm::enums::ModFlagBehavior;
use tern_ir::MdNode;
use tern_ir::constants::ConstantKind;
use tern_ir::metadata::Metadata;
use tern_mapping::instruction_metadata::{
    CG_PROFILE, COMMAND_LINE, DEPENDENT_LIBRARIES, IDENT, LINKER_OPTIONS, MODULE_FLAGS, PROFILE_SUMMARY,
};

use crate::Importer;
use crate::builder::{Attributes, New, symbol};

impl<'m, 'c> Importer<'m, 'c> {
    /// The nodes of named metadata.
    fn named(&self, name: &str) -> &'m [MdNode] {
        let module = self.ir;
        let found = module.metadata.named.iter().find(|(id, _)| module.strings.get(*id) == name.as_bytes());
        found.map_or(&[], |(_, nodes)| nodes)
    }

    /// The texts that a node is a tuple of.
    fn texts(&self, node: MdNode) -> Vec<Attribute> {
        let texts = self.tuple(node).unwrap_or_default().iter().filter_map(|operand| match operand {
            Metadata::String(text) => Some(self.text_attribute(*text)),
            _ => None,
        });
        texts.collect()
    }

    /// `llvm.ident` and its kin, as attributes of the module.
    pub(crate) fn identification(&mut self, attributes: &mut Attributes<'_>) {
        for (attribute, name) in [IDENT, COMMAND_LINE] {
            let mut texts = self.named(name).iter().filter_map(|&node| self.texts(node).first().copied());
            if let Some(text) = texts.next_back() {
                attributes.set(attribute, text);
            }
        }
        let libraries = self.named(DEPENDENT_LIBRARIES.1);
        if !libraries.is_empty() {
            let texts: Vec<Attribute> = libraries.iter().flat_map(|&node| self.texts(node)).collect();
            attributes.set(DEPENDENT_LIBRARIES.0, Attribute::array(self.context, texts));
        }
        const MODELLED: [&str; 6] =
            [IDENT.1, COMMAND_LINE.1, DEPENDENT_LIBRARIES.1, LINKER_OPTIONS, MODULE_FLAGS, "llvm.dbg.cu"];
        for (name, _) in &self.ir.metadata.named {
            let name = self.ir.text(*name);
            if !MODELLED.contains(&&*name) {
                self.lose(&format!("named metadata {name}"));
            }
        }
    }

    /// `llvm.linker_options`, one for each node.
    pub(crate) fn linker_options(&mut self) -> Vec<New<'c>> {
        let context = self.context;
        let options = self.named(LINKER_OPTIONS).iter();
        let options = options.map(|&node| {
            let options = Attribute::array(context, self.texts(node));
            self.located(New::op(context, "llvm.linker_options").property("options", options))
        });
        options.collect()
    }

    /// `llvm.module_flags`
    pub(crate) fn module_flags(&mut self) -> Option<New<'c>> {
        let context = self.context;
        let mut flags = Vec::new();
        for &node in self.named(MODULE_FLAGS) {
            let Some(&[behavior, Metadata::String(key), value]) = self.tuple(node) else {
                self.lose("malformed module flag");
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
                    let text = self.metadata_text(value);
                    let message = format!("unsupported module flag value for key '{key_text}' : {text}");
                    self.warn(self.module_location(), message);
                    self.lose(&format!("module flag {key_text}"));
                }
            }
        }
        if flags.is_empty() {
            return None;
        }
        let new = New::op(context, "llvm.module_flags").property("flags", Attribute::array(context, flags));
        Some(self.located(new))
    }

    /// The operation at the place of the module.
    pub(crate) fn located(&self, mut new: New<'c>) -> New<'c> {
        new.state.location = self.module_location();
        new
    }

    /// The value of a flag; `None` where MLIR has no form for it.
    fn module_flag_value(&mut self, key: &str, value: Metadata) -> Option<Attribute> {
        let context = self.context;
        match value {
            Metadata::String(text) => Some(self.text_attribute(text)),
            Metadata::Constant(_) => self.operand_integer(value).map(|(value, width)| {
                let value = value as u64 & tern_ir::constants::mask(width);
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

    /// An edge of the profiled call graph: two functions, of which each may be gone, and a count.
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
