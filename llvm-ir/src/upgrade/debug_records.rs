//! Calls of `llvm.dbg.value` and the like, which are debug records today.

use super::{bodies_that, take_body};
use crate::constants::ConstantKind;
use crate::function::{Function, Value};
use crate::globals::{Global, GlobalKind};
use crate::instruction::{DebugRecord, DebugRecordKind, Inst, Instruction, List, RecordOperand};
use crate::metadata::{Field, FieldValue, MdNode, MdNodeData, MdNodeKind, Metadata};
use crate::module::Module;
use rustc_hash::FxHashMap;

/// An old intrinsic.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Old {
    Record(DebugRecordKind),
    /// `llvm.dbg.addr`, whose expression gets `DW_OP_deref`.
    Address,
}

const NAMES: &[(&[u8], Old)] = &[
    (b"llvm.dbg.value", Old::Record(DebugRecordKind::Value)),
    (b"llvm.dbg.declare", Old::Record(DebugRecordKind::Declare)),
    (b"llvm.dbg.assign", Old::Record(DebugRecordKind::Assign)),
    (b"llvm.dbg.label", Old::Record(DebugRecordKind::Label)),
    (b"llvm.dbg.addr", Old::Address),
];

/// Whether a function is one whose calls LLVM's reader replaces, and which it removes, whatever its properties.
pub(crate) fn is_replaced(module: &Module, global: Global) -> bool {
    let name = module.name(global).filter(|name| name.starts_with(b"llvm.dbg."));
    name.is_some_and(|name| NAMES.iter().any(|(old, _)| *old == name))
}

/// What becomes of a call.
enum New {
    Record(DebugRecord),
    /// Values at an offset are not described any more.
    Nothing,
}

/// Replaces the calls by records. If a call is malformed, all stay, and the verifier reports it; only calls that no record replaces are
/// removed in any case.
pub(super) fn upgrade(module: &mut Module) {
    let found: Vec<(Global, Old)> = NAMES
        .iter()
        .filter_map(|&(name, old)| {
            let id = module.strings.find(name)?;
            let is = |&&global: &&Global| {
                let value = &module.globals[global];
                value.name == Some(id) && value.as_function().is_some()
            };
            Some((*module.functions.iter().find(is)?, old))
        })
        .collect();
    if found.is_empty() {
        return;
    }
    let mut dereferenced = FxHashMap::default();
    let mut changes: Vec<(Global, Vec<(Inst, New)>)> = Vec::new();
    let mut are_right = true;
    for global in bodies_that(module, |_| true) {
        if found.iter().any(|(old, _)| *old == global) {
            continue;
        }
        let Some(function) = take_body(module, global) else { continue };
        let (new, all) = records(module, &function, &found, &mut dereferenced);
        module.globals[global].kind = GlobalKind::Function(function);
        are_right &= all;
        if !new.is_empty() {
            changes.push((global, new));
        }
    }
    if !are_right {
        changes.iter_mut().for_each(|(_, new)| new.retain(|(_, new)| matches!(new, New::Nothing)));
    }
    for (global, new) in changes {
        if let GlobalKind::Function(function) = &mut module.globals[global].kind {
            replace(function, new);
        }
    }
    if are_right {
        module.functions.retain(|global| !found.iter().any(|(old, _)| old == global));
    }
}

/// What becomes of the right calls in a function, and whether these are all.
fn records(
    module: &mut Module,
    function: &Function,
    found: &[(Global, Old)],
    dereferenced: &mut FxHashMap<MdNode, MdNode>,
) -> (Vec<(Inst, New)>, bool) {
    let debug_location = module.strings.intern(b"dbg");
    let (mut all, mut are_right) = (Vec::new(), true);
    for (_, inst) in function.instructions() {
        let Some(call) = function.insts[inst].inst.call_site() else { continue };
        let Some(callee) = call.callee.constant() else { continue };
        let ConstantKind::Global(callee) = *module.constants.kind(callee) else { continue };
        let Some(&(_, old)) = found.iter().find(|(global, _)| *global == callee) else { continue };
        if !matches!(function.insts[inst].inst, Instruction::Call(_)) {
            are_right = false;
            continue;
        }
        let attachments = function.inst_attachments(inst);
        let location = attachments.iter().find(|(kind, _)| *kind == debug_location).map(|(_, node)| *node);
        match record(module, old, &call.args, location, dereferenced) {
            Some(new) => all.push((inst, new)),
            None => are_right = false,
        }
    }
    (all, are_right)
}

fn record(
    module: &mut Module,
    old: Old,
    args: &[Value],
    location: Option<MdNode>,
    dereferenced: &mut FxHashMap<MdNode, MdNode>,
) -> Option<New> {
    let mut args = args.to_vec();
    let kind = match old {
        Old::Record(kind) => kind,
        Old::Address => DebugRecordKind::Value,
    };
    if old == Old::Record(DebugRecordKind::Value) && args.len() == 4 {
        let offset = args.remove(1).constant();
        let is_zero =
            |offset| matches!(module.constants.kind(offset), ConstantKind::Integer(0) | ConstantKind::Zero);
        if !offset.is_some_and(is_zero) {
            return Some(New::Nothing);
        }
    }
    let location = location?;
    let shape = crate::reader::record_operands(kind);
    if shape.len() != args.len() {
        return None;
    }
    let mut operands = Vec::with_capacity(args.len());
    for (&is_value, &arg) in shape.iter().zip(&args) {
        operands.push(match (is_value, operand(module, arg)?) {
            (true, operand) => operand,
            (false, operand @ RecordOperand::Metadata(Metadata::Node(_))) => operand,
            (false, _) => return None,
        });
    }
    if old == Old::Address
        && let Some(RecordOperand::Metadata(Metadata::Node(node))) = operands.last_mut()
    {
        *node = match dereferenced.get(node) {
            Some(&known) => known,
            None => {
                let new = with_deref(module, *node);
                dereferenced.insert(*node, new);
                new
            }
        };
    }
    Some(New::Record(DebugRecord { kind, operands, location: Some(location) }))
}

/// The operand that an argument, which is metadata, becomes.
fn operand(module: &Module, arg: Value) -> Option<RecordOperand> {
    Some(match module.constants.kind(arg.constant()?) {
        ConstantKind::Metadata(Metadata::Constant(constant)) => RecordOperand::Value((*constant).into()),
        ConstantKind::Metadata(metadata) => RecordOperand::Metadata(*metadata),
        ConstantKind::LocalMetadata(local) => RecordOperand::Value((*local).into()),
        ConstantKind::ArgList(values) => RecordOperand::ArgList(values[..].into()),
        _ => return None,
    })
}

/// The number of arguments of operations in an expression.
fn argument_count(operation: &[u8]) -> usize {
    match operation {
        b"DW_OP_LLVM_fragment"
        | b"DW_OP_LLVM_convert"
        | b"DW_OP_bregx"
        | b"DW_OP_LLVM_extract_bits_sext"
        | b"DW_OP_LLVM_extract_bits_zext" => 2,
        b"DW_OP_constu"
        | b"DW_OP_consts"
        | b"DW_OP_deref_size"
        | b"DW_OP_plus_uconst"
        | b"DW_OP_regx"
        | b"DW_OP_LLVM_tag_offset"
        | b"DW_OP_LLVM_entry_value"
        | b"DW_OP_LLVM_arg" => 1,
        name if name.starts_with(b"DW_OP_breg") => 1,
        _ => 0,
    }
}

/// An expression with `DW_OP_deref` before what says that it is a value or a fragment.
fn with_deref(module: &mut Module, node: MdNode) -> MdNode {
    let MdNodeKind::Specialized { kind, fields } = module.metadata.nodes[node].kind.clone() else {
        return node;
    };
    if module.strings.get(kind) != b"DIExpression" {
        return node;
    }
    let mut fields = fields.into_vec();
    let mut at = 0;
    while let Some(Field { value: FieldValue::Symbols(word), .. }) = fields.get(at) {
        let word = module.strings.get(*word);
        if matches!(word, b"DW_OP_stack_value" | b"DW_OP_LLVM_fragment") {
            break;
        }
        at += 1 + argument_count(word);
    }
    let deref = module.strings.intern(b"DW_OP_deref");
    fields.insert(at.min(fields.len()), Field { name: None, value: FieldValue::Symbols(deref) });
    let kind = MdNodeKind::Specialized { kind, fields: fields.into() };
    module.metadata.nodes.push(MdNodeData { distinct: false, kind })
}

/// Takes superfluous `DW_OP_deref` from the expressions of declared arguments.
pub(super) fn simplify_declares(module: &mut Module) {
    let Some(deref) = module.strings.find(b"DW_OP_deref") else { return };
    let mut new: FxHashMap<MdNode, MdNode> = FxHashMap::default();
    let Module { globals, metadata, functions, .. } = module;
    for global in functions {
        let GlobalKind::Function(function) = &mut globals[*global].kind else { continue };
        let Function { insts, args, .. } = &mut **function;
        for data in insts.values_mut() {
            let Instruction::DebugRecord(record) = &mut data.inst else { continue };
            if record.kind != DebugRecordKind::Declare {
                continue;
            }
            let [RecordOperand::Value(value), _, RecordOperand::Metadata(Metadata::Node(node))] =
                &mut record.operands[..]
            else {
                continue;
            };
            let MdNodeKind::Specialized { kind, fields } = &metadata.nodes[*node].kind else { continue };
            let is_deref = matches!(
                fields.first(),
                Some(Field { value: FieldValue::Symbols(word), .. }) if *word == deref
            );
            if !is_deref || !value.local().is_some_and(|local| args.contains(&local)) {
                continue;
            }
            let kind = MdNodeKind::Specialized { kind: *kind, fields: fields[1..].into() };
            let nodes = &mut metadata.nodes;
            let push = || nodes.push(MdNodeData { distinct: false, kind });
            *node = *new.entry(*node).or_insert_with(push);
        }
    }
}

fn replace(function: &mut Function, new: Vec<(Inst, New)>) {
    let mut dropped = rustc_hash::FxHashSet::default();
    for (inst, new) in new {
        match new {
            New::Record(record) => {
                function.insts[inst].inst = Instruction::DebugRecord(Box::new(record));
                function.set_attachments(inst, List::default());
            }
            New::Nothing => {
                dropped.insert(inst);
            }
        }
    }
    if dropped.is_empty() {
        return;
    }
    for block in function.layout.clone() {
        let insts = function.block_insts(block);
        if insts.iter().any(|inst| dropped.contains(inst)) {
            let kept: Vec<Inst> = insts.iter().copied().filter(|inst| !dropped.contains(inst)).collect();
            function.set_block_insts(block, &kept);
        }
    }
}
