//! Exports named metadata that MLIR models by attributes and operations of the module: flags, linker options, identification.

use tern_dialect_llvm::attributes::{
    CG_PROFILE_ENTRY, MODULE_FLAG, PROFILE_SUMMARY as SUMMARY, PROFILE_SUMMARY_DETAILED,
};
use tern_dialect_llvm::enums::{ModFlagBehavior, ProfileSummaryFormatKind};
use tern_dialect_llvm::ops;
use tern_llvm_ir::MdNode;
use tern_llvm_ir::metadata::{MdNodeData, MdNodeKind, Metadata};
use tern_mapping::debug_info::{VERSION_FLAG, param_index};
use tern_mapping::instruction_metadata::{
    CG_PROFILE, COMMAND_LINE, DEPENDENT_LIBRARIES, IDENT, LINKER_OPTIONS, MODULE_FLAGS, PROFILE_SUMMARY,
    PROFILE_SUMMARY_ROWS,
};
use tern_mlir::declare::Param;
use tern_mlir::{AttrKind, OpRef};

use crate::mlir::Attribute;
use crate::{Exporter, Result};

impl Exporter<'_> {
    /// Exports `llvm.ident` and its kin.
    pub(crate) fn identification(&mut self, module: OpRef<'_>) -> Result<()> {
        for names in [IDENT, COMMAND_LINE] {
            if let Some(text) = module.attribute(names.0) {
                self.named_texts(module, names, &[text])?;
            }
        }
        let Some(libraries) = module.attribute(DEPENDENT_LIBRARIES.0) else { return Ok(()) };
        match libraries.as_array(self.context) {
            Some(libraries) => self.named_texts(module, DEPENDENT_LIBRARIES, libraries),
            None => self.error(module, format!("expects attribute '{}' to be a list", DEPENDENT_LIBRARIES.0)),
        }
    }

    /// Adds named metadata with a node for each string in an attribute of the module.
    fn named_texts(
        &mut self,
        module: OpRef<'_>,
        (attribute, name): (&str, &str),
        texts: &[Attribute],
    ) -> Result<()> {
        let mut nodes = Vec::with_capacity(texts.len());
        for &text in texts {
            let Some(text) = self.bytes(text).map(<[u8]>::to_vec) else {
                return self.error(module, format!("expects attribute '{attribute}' to hold strings"));
            };
            let text = self.metadata_string(&text);
            nodes.push(self.tuple(vec![text]));
        }
        self.named_metadata(name.as_bytes(), nodes);
        Ok(())
    }

    /// Exports `llvm.module_flags`.
    pub(crate) fn module_flags(&mut self, op: OpRef<'_>) -> Result<()> {
        let context = self.context;
        self.check_attributes(op)?;
        let flags = ops::ModuleFlags::unverified(op).and_then(|op| op.flags());
        let mut nodes = Vec::new();
        for &flag in flags.unwrap_or_default() {
            let Some([behavior, key, value]) = flag.declared(context, &MODULE_FLAG) else {
                return self.error(op, "expected a module flag attribute");
            };
            let key = key.as_attribute().and_then(|key| self.bytes(key)).map(<[u8]>::to_vec);
            let (Some(behavior), Some(key)) = (behavior.as_u64(), key) else {
                return self.error(op, "module flag without a behavior or a key");
            };
            let value = value.as_attribute().and_then(|value| self.module_flag_value(&key, value));
            let Some(value) = value else {
                return self.error(op, "module flag with a value that cannot be translated");
            };
            nodes.push(self.module_flag(behavior as i64, &key, value));
        }
        self.named_metadata(MODULE_FLAGS.as_bytes(), nodes);
        Ok(())
    }

    fn module_flag(&mut self, behavior: i64, key: &[u8], value: Metadata) -> MdNode {
        let operands = vec![self.metadata_integer(32, behavior), self.metadata_string(key), value];
        self.tuple(operands)
    }

    fn module_flag_value(&mut self, key: &[u8], value: Attribute) -> Option<Metadata> {
        let context = self.context;
        Some(match value.kind(context) {
            AttrKind::String { value, .. } => self.metadata_string(context.bytes(*value)),
            AttrKind::Integer { .. } => Metadata::Constant(self.constant_of_attribute(value)?),
            AttrKind::Array(entries) if key == CG_PROFILE.as_bytes() => {
                let entries = entries.iter().map(|&entry| self.profile_edge(entry).map(Metadata::Node));
                let entries = entries.collect::<Option<_>>()?;
                Metadata::Node(
                    self.metadata.nodes.distinct(&mut self.ir.metadata, MdNodeKind::Tuple(entries)),
                )
            }
            AttrKind::Declared { .. } if key == PROFILE_SUMMARY.as_bytes() => {
                Metadata::Node(self.profile_summary(value)?)
            }
            _ => return None,
        })
    }

    /// An edge of the profiled call graph. A function that no longer exists is null.
    fn profile_edge(&mut self, entry: Attribute) -> Option<MdNode> {
        let [from, to, count] = entry.declared(self.context, &CG_PROFILE_ENTRY)? else { return None };
        let function = |exporter: &mut Self, symbol: &Param| {
            let function = symbol.as_attribute().and_then(|symbol| exporter.constant_of_attribute(symbol));
            function.map_or(Metadata::Null, Metadata::Constant)
        };
        let operands =
            vec![function(self, from), function(self, to), self.metadata_integer(64, count.as_u64()? as i64)];
        Some(self.tuple(operands))
    }

    fn profile_summary(&mut self, summary: Attribute) -> Option<MdNode> {
        let context = self.context;
        let params = summary.declared(context, &SUMMARY)?;
        let mut rows = Vec::new();
        for (param, name) in PROFILE_SUMMARY_ROWS {
            let value = match &params[param_index(&SUMMARY, param)?] {
                Param::Absent => continue,
                Param::Unsigned(format) if *param == "format" => {
                    let format = ProfileSummaryFormatKind::from_value(*format)?;
                    self.metadata_string(format.spelling().as_bytes())
                }
                Param::Unsigned(count) => self.metadata_integer(64, *count as i64),
                Param::Attribute(ratio) => Metadata::Constant(self.constant_of_attribute(*ratio)?),
                Param::List(details) => {
                    let details = details.iter().map(|row| {
                        let params = row.as_attribute()?.declared(context, &PROFILE_SUMMARY_DETAILED)?;
                        let numbers = params
                            .iter()
                            .map(|number| Some(self.metadata_integer(64, number.as_u64()? as i64)))
                            .collect::<Option<_>>()?;
                        Some(Metadata::Node(self.tuple(numbers)))
                    });
                    let details = details.collect::<Option<_>>()?;
                    Metadata::Node(self.tuple(details))
                }
                _ => return None,
            };
            let name = self.metadata_string(name.as_bytes());
            rows.push(Metadata::Node(self.tuple(vec![name, value])));
        }
        Some(self.tuple(rows))
    }

    /// Exports `llvm.linker_options`.
    pub(crate) fn linker_options(&mut self, op: OpRef<'_>) -> Result<()> {
        let Some(options) = ops::LinkerOptions::unverified(op).and_then(|op| op.options()) else {
            return self.error(op, "requires a list 'options'");
        };
        let mut operands = Vec::new();
        for &option in options {
            let Some(text) = self.bytes(option).map(<[u8]>::to_vec) else {
                return self.error(op, "option is no string");
            };
            operands.push(self.metadata_string(&text));
        }
        let node = self.tuple(operands);
        self.named_metadata(LINKER_OPTIONS.as_bytes(), vec![node]);
        Ok(())
    }

    /// Adds the module flag without which LLVM drops debug information: always, as MLIR does, or if debug
    /// information was made of attributes. For Windows with MSVC, MLIR adds a flag for CodeView as well.
    pub(crate) fn debug_info_flags(&mut self) {
        if !self.tables.policy.always_flags_debug_info && !self.metadata.debug.has_units() {
            return;
        }
        let warning = ModFlagBehavior::Warning.value() as i64;
        let mut flags = vec![VERSION_FLAG];
        let triple =
            self.ir.target_triple.map(|triple| self.ir.text(triple).into_owned()).unwrap_or_default();
        if self.tables.policy.always_flags_debug_info && is_windows_msvc(&triple) {
            flags.push(("CodeView", 1));
        }
        for (key, value) in flags {
            if !self.has_module_flag(key.as_bytes()) {
                let value = self.metadata_integer(32, value);
                let flag = self.module_flag(warning, key.as_bytes(), value);
                self.named_metadata(MODULE_FLAGS.as_bytes(), vec![flag]);
            }
        }
    }

    fn has_module_flag(&self, key: &[u8]) -> bool {
        let flags = self.ir.metadata.named.iter();
        let flags = flags.filter(|(name, _)| self.ir.strings.get(*name) == MODULE_FLAGS.as_bytes());
        flags.flat_map(|(_, nodes)| nodes).any(|&node| match &self.ir.metadata.nodes[node] {
            MdNodeData { kind: MdNodeKind::Tuple(operands), .. } => {
                matches!(operands.get(1), Some(Metadata::String(text)) if self.ir.strings.get(*text) == key)
            }
            _ => false,
        })
    }

    /// Appends nodes to the named metadata `name`.
    pub(crate) fn named_metadata(&mut self, name: &[u8], nodes: Vec<MdNode>) {
        let name = self.intern(name);
        match self.ir.metadata.named.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => known.extend(nodes),
            None => self.ir.metadata.named.push((name, nodes)),
        }
    }
}

/// Whether a target triple (`arch-vendor-os-environment`) is Windows with MSVC, which is also the default environment of Windows.
fn is_windows_msvc(triple: &str) -> bool {
    let mut parts = triple.split('-').skip(2);
    let os = parts.next().unwrap_or_default();
    let windows = os.starts_with("windows") || os.starts_with("win32");
    windows && parts.next().is_none_or(|environment| environment.starts_with("msvc"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn msvc_is_the_default_on_windows() {
        assert!(is_windows_msvc("x86_64-pc-windows-msvc19.33.0"));
        assert!(is_windows_msvc("x86_64-pc-win32"));
        assert!(!is_windows_msvc("x86_64-w64-windows-gnu"));
        assert!(!is_windows_msvc("x86_64-unknown-linux-gnu"));
    }
}
