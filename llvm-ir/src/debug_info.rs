//! Debug information of a module as a whole: determines its version, and removes it. LLVM: "Source Level Debugging".

use rustc_hash::{FxHashMap, FxHashSet};

use crate::constants::ConstantKind;
use crate::entity::StrId;
use crate::function::Function;
use crate::instruction::{Inst, Instruction};
use crate::metadata::{MdNode, MdNodeData, MdNodeKind, Metadata};
use crate::module::Module;

/// The version of debug information that LLVM 22 understands.
pub const VERSION: u64 = 3;

/// The version in the module flag; 0 if there is none.
pub fn version(module: &Module) -> u64 {
    let mut flags = module.named_metadata("llvm.module.flags");
    let version = flags.find_map(|flag| match flag.elements().collect::<Vec<_>>()[..] {
        [_, Some(key), Some(value)] if key.string() == Some(b"Debug Info Version") => {
            match module.constants.kind(value.constant()?) {
                ConstantKind::Integer(value) => Some(*value),
                _ => None,
            }
        }
        _ => None,
    });
    version.unwrap_or(0)
}

/// Whether a module has debug information: records, attached nodes, named nodes or intrinsics.
pub(crate) fn is_there(module: &Module) -> bool {
    let is_of_debug = |name: StrId| module.strings.get(name).starts_with(b"llvm.dbg.");
    let is_attached = |attachments: &[(StrId, MdNode)]| {
        let is_debug =
            |kind: StrId| matches!(module.strings.get(kind), b"dbg" | b"DIAssignID" | b"heapallocsite");
        attachments.iter().any(|(kind, _)| is_debug(*kind))
    };
    let is_record = |function: &Function, inst: Inst| function.insts[inst].inst.debug_record().is_some();
    // Records describe variables and labels, which are nodes.
    let may_have_records = module.metadata.has_specialized_nodes();
    module.metadata.named.iter().any(|(name, _)| is_of_debug(*name))
        || module
            .globals
            .values()
            .any(|global| global.name.is_some_and(is_of_debug) || is_attached(&global.attachments))
        || module.definitions().any(|(_, _, function)| {
            is_attached(&function.attachments)
                || may_have_records && function.instructions().any(|(_, inst)| is_record(function, inst))
        })
}

/// Removes all debug information from a module, as LLVM does if it does not understand the version. Returns how much there was: the number
/// of named lists, attachments, records, calls of intrinsics and locations of loops.
pub fn strip(module: &mut Module) -> u64 {
    let mut found = 0;
    let named = &mut module.metadata.named;
    let strings = &module.strings;
    named.retain(|(name, _)| {
        let is_debug = strings.get(*name).starts_with(b"llvm.dbg.") || strings.get(*name) == b"llvm.gcov";
        found += u64::from(is_debug);
        !is_debug
    });
    let kinds: FxHashSet<StrId> = [&b"dbg"[..], b"DIAssignID", b"heapallocsite"]
        .iter()
        .filter_map(|kind| module.strings.find(kind))
        .collect();
    let debug_functions = declarations(module);
    let globals: Vec<_> = module.globals.keys().collect();
    for global in globals {
        let value = &mut module.globals[global];
        let before = value.attachments.len();
        // Only instructions have the other kinds.
        value.attachments.retain(|(kind, _)| module.strings.get(*kind) != b"dbg");
        found += (before - value.attachments.len()) as u64;
        if let crate::globals::GlobalKind::Function(function) = &mut value.kind {
            let calls = |inst: &Instruction| match inst {
                Instruction::Call(call) => {
                    call.callee.constant().is_some_and(|it| debug_functions.contains(&it))
                }
                Instruction::DebugRecord(_) => true,
                _ => false,
            };
            found += strip_function(function, &kinds, calls);
        }
    }
    found + strip_loops(module)
}

/// The functions whose calls are debug information, as constants.
fn declarations(module: &Module) -> FxHashSet<crate::Constant> {
    let is_debug = |constant: &crate::Constant| match module.constants.kind(*constant) {
        ConstantKind::Global(global) => {
            let name = module.globals.get(*global).and_then(|global| global.name);
            let name = name.map(|name| module.strings.get(name));
            name.is_some_and(|name| name.starts_with(b"llvm.dbg."))
        }
        _ => false,
    };
    module.constants.ids().filter(is_debug).collect()
}

fn strip_function(
    function: &mut Function,
    kinds: &FxHashSet<StrId>,
    is_debug: impl Fn(&Instruction) -> bool,
) -> u64 {
    let mut found = 0;
    for index in 0..function.layout.len() {
        let block = function.layout[index];
        let insts = function.block_insts(block);
        let kept: Vec<Inst> =
            insts.iter().copied().filter(|&inst| !is_debug(&function.insts[inst].inst)).collect();
        found += (insts.len() - kept.len()) as u64;
        for &inst in &kept {
            let attachments = function.inst_attachments(inst);
            if attachments.iter().any(|(kind, _)| kinds.contains(kind)) {
                let rest: Vec<_> =
                    attachments.iter().copied().filter(|(kind, _)| !kinds.contains(kind)).collect();
                found += (attachments.len() - rest.len()) as u64;
                let rest = function.push_attachments(&rest);
                function.set_attachments(inst, rest);
            }
        }
        function.set_block_insts(block, &kept);
    }
    found
}

/// Removes the locations from the properties of loops that instructions have attached. As in LLVM, the nodes stay for other uses.
fn strip_loops(module: &mut Module) -> u64 {
    let Some(kind) = module.strings.find(b"llvm.loop") else { return 0 };
    let (mut found, mut replaced) = (0, FxHashMap::default());
    for global in module.functions.clone() {
        let insts: Vec<Inst> = match module.globals[global].as_function() {
            Some(function) => function.instructions().map(|(_, inst)| inst).collect(),
            None => continue,
        };
        for inst in insts {
            let Some(function) = module.globals[global].as_function() else { continue };
            let attachments = function.inst_attachments(inst);
            let Some(at) = attachments.iter().position(|(known, _)| *known == kind) else { continue };
            let (mut attachments, old) = (attachments.to_vec(), attachments[at].1);
            let new = match replaced.get(&old) {
                Some(&new) => new,
                None => {
                    let (new, removed) = without_locations(module, old);
                    found += removed;
                    replaced.insert(old, new);
                    new
                }
            };
            match new {
                Some(new) if new == old => continue,
                Some(new) => attachments[at].1 = new,
                None => drop(attachments.remove(at)),
            }
            if let crate::globals::GlobalKind::Function(function) = &mut module.globals[global].kind {
                let attachments = function.push_attachments(&attachments);
                function.set_attachments(inst, attachments);
            }
        }
    }
    found
}

/// The properties of a loop without the locations among them and in their lists, and how many there were. `None` if there is nothing else.
fn without_locations(module: &mut Module, node: MdNode) -> (Option<MdNode>, u64) {
    // LLVM looks at the operands of the node only, and that of a location is no location.
    if !matches!(module.metadata.nodes[node].kind, MdNodeKind::Tuple(_)) {
        return (Some(node), 0);
    }
    let mut stripped = Stripped { done: FxHashMap::default(), removed: 0 };
    match stripped.node(module, Metadata::Node(node), 0) {
        Some(Metadata::Node(new)) => (Some(new), stripped.removed),
        _ => (None, stripped.removed),
    }
}

/// Lists without locations.
struct Stripped {
    done: FxHashMap<MdNode, Option<Metadata>>,
    removed: u64,
}

impl Stripped {
    /// What becomes of metadata: a list that has only locations becomes nothing, as a location does.
    fn node(&mut self, module: &mut Module, old: Metadata, depth: usize) -> Option<Metadata> {
        /// Lists within lists that are looked at.
        const DEEPEST: usize = 64;
        let Metadata::Node(node) = old else { return Some(old) };
        if old.within(module).is_some_and(|it| it.kind() == Some("DILocation")) {
            self.removed += 1;
            return None;
        }
        if let Some(known) = self.done.get(&node) {
            return *known;
        }
        // Lists in a cycle stay.
        self.done.insert(node, Some(old));
        let data = &module.metadata.nodes[node];
        let (MdNodeKind::Tuple(operands), true) = (&data.kind, depth < DEEPEST) else { return Some(old) };
        let (operands, distinct) = (operands.clone(), data.distinct);
        let kept: Vec<Metadata> = operands
            .iter()
            .filter_map(
                |&operand| if operand == old { Some(old) } else { self.node(module, operand, depth + 1) },
            )
            .collect();
        let new = match &kept[..] {
            same if *same == *operands => Some(old),
            [] => None,
            [alone] if *alone == old => None,
            _ => {
                let own = module.metadata.nodes.next_key();
                let kept = kept.iter().map(|&it| if it == old { Metadata::Node(own) } else { it }).collect();
                let kind = MdNodeKind::Tuple(kept);
                Some(Metadata::Node(module.metadata.nodes.push(MdNodeData { distinct, kind })))
            }
        };
        self.done.insert(node, new);
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_version_there_is_no_debug_information() {
        let text = b"define void @f() !dbg !1 {\n  #dbg_value(i32 1, !2, !DIExpression(), !3)\n  \
            br label %b, !dbg !3, !llvm.loop !4\nb:\n  ret void, !x !5\n}\n!llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !6)\n\
            !1 = distinct !DISubprogram(name: \"f\", unit: !0)\n!2 = !DILocalVariable(name: \"x\", scope: !1)\n\
            !3 = !DILocation(line: 1, scope: !1)\n!4 = distinct !{!4, !3}\n!5 = !{}\n!6 = !DIFile(filename: \"f\", directory: \"\")\n";
        let mut module = crate::read(text, "test").unwrap();
        assert_eq!(version(&module), 0);
        assert_eq!(strip(&mut module), 5);
        let text = String::from_utf8(crate::writer::write(&module)).unwrap();
        assert!(text.contains("br label %b\n") && text.contains("ret void, !x !0"), "{text}");
        assert!(!text.contains("DI") && !text.contains("dbg"), "{text}");
        assert_eq!(strip(&mut module), 0);
        let flagged = crate::read(
            b"!llvm.module.flags = !{!0}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
            "test",
        );
        assert_eq!(version(&flagged.unwrap()), VERSION);
    }

    #[test]
    fn locations_in_lists_of_a_loop_are_removed() {
        let text = b"define void @f() {\n  br label %b, !llvm.loop !0\nb:\n  ret void, !llvm.loop !0\n}\n!x = !{!0}\n\
            !0 = distinct !{!0, !1, !2, !3, !4, !1}\n!1 = !DILocation(line: 1, scope: !5)\n!2 = !{!\"a\"}\n!3 = !{!1}\n\
            !4 = !{!\"c\", !1}\n!5 = distinct !DISubprogram()\n";
        let mut module = crate::read(text, "test").unwrap();
        assert_eq!(strip(&mut module), 4);
        let text = String::from_utf8(crate::writer::write(&module)).unwrap();
        for expected in [
            "br label %b, !llvm.loop !6",
            "!6 = distinct !{!6, !3, !7}",
            "!7 = !{!\"c\"}",
            "!0 = distinct !{!0, !1, !3, !4, !5, !1}",
        ] {
            assert!(text.contains(expected), "{expected}\n{text}");
        }
    }
}
