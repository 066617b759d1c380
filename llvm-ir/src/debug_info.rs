//! Debug information of a module as a whole: determines its version, and removes it. LLVM: "Source Level Debugging".

use rustc_hash::FxHashSet;

use crate::constants::ConstantKind;
use crate::entity::StrId;
use crate::function::Function;
use crate::instruction::{Inst, Instruction};
use crate::metadata::{MdNode, MdNodeKind, Metadata};
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
    module.metadata.named.iter().any(|(name, _)| is_of_debug(*name))
        || module
            .globals
            .values()
            .any(|global| global.name.is_some_and(is_of_debug) || is_attached(&global.attachments))
        || module.definitions().any(|(_, _, function)| {
            is_attached(&function.attachments)
                || function.instructions().any(|(_, inst)| is_record(function, inst))
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
    for node in loops(module) {
        found += strip_loop(module, node);
    }
    found
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

/// The properties of loops.
fn loops(module: &Module) -> FxHashSet<MdNode> {
    let Some(kind) = module.strings.find(b"llvm.loop") else { return FxHashSet::default() };
    let attachments = module.definitions().flat_map(|(_, _, function)| &function.attachments);
    attachments.filter(|(known, _)| *known == kind).map(|&(_, node)| node).collect()
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

/// Removes the locations from the properties of a loop.
fn strip_loop(module: &mut Module, node: MdNode) -> u64 {
    let MdNodeKind::Tuple(operands) = &module.metadata.nodes[node].kind else { return 0 };
    if operands.first() != Some(&Metadata::Node(node)) {
        return 0;
    }
    let is_location =
        |operand: &Metadata| operand.within(module).is_some_and(|it| it.kind() == Some("DILocation"));
    let rest: Box<[_]> = operands.iter().copied().filter(|operand| !is_location(operand)).collect();
    let removed = operands.len() - rest.len();
    if removed > 0 {
        module.metadata.nodes[node].kind = MdNodeKind::Tuple(rest);
    }
    removed as u64
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
        assert!(text.contains("br label %b, !llvm.loop !0\n") && text.contains("ret void, !x !1"), "{text}");
        assert!(!text.contains("DI") && !text.contains("dbg"), "{text}");
        assert_eq!(strip(&mut module), 0);
        let flagged = crate::read(
            b"!llvm.module.flags = !{!0}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
            "test",
        );
        assert_eq!(version(&flagged.unwrap()), VERSION);
    }
}
