//! Removes names, debug information and declarations that nothing needs. Source: LLVM, `StripSymbols.cpp`, `DebugInfo.cpp`.

use rustc_hash::FxHashSet;
use tern_llvm_ir::globals::GlobalKind;
use tern_llvm_ir::metadata::{FieldValue, MdNodeData, MdNodeKind};
use tern_llvm_ir::{ConstantExpr, ConstantKind, Global, MdNode, Metadata, Module};

use crate::linkage::is_local;

/// Removes all debug information.
pub fn strip_debug(module: &mut Module) {
    tern_llvm_ir::debug_info::strip(module);
}

/// Removes the names of values, blocks, types, and of globals that other modules cannot see. Names that begin with `llvm.dbg` stay if
/// `keep_debug`.
pub fn strip_names(module: &mut Module, keep_debug: bool) {
    let kept = listed(module, &["llvm.used", "llvm.compiler.used"]);
    let is_kept = |name: &[u8]| keep_debug && name.starts_with(b"llvm.dbg");
    let Module { globals, strings, types, .. } = module;
    for (global, value) in globals.iter_mut() {
        let is_alias = matches!(value.kind, GlobalKind::Alias(_) | GlobalKind::IFunc(_));
        if is_local(value.linkage) && !is_alias && !kept.contains(&global) {
            value.name = value.name.filter(|&name| is_kept(strings.get(name)));
        }
        if let GlobalKind::Function(function) = &mut value.kind {
            for local in function.locals.values_mut() {
                local.name = local.name.filter(|&name| is_kept(strings.get(name)));
            }
            for block in function.blocks.values_mut() {
                block.name = block.name.filter(|&name| is_kept(strings.get(name)));
            }
        }
    }
    for definition in types.structs.values_mut() {
        definition.name = definition.name.filter(|&name| is_kept(strings.get(name)));
    }
    tern_llvm_ir::addressed_blocks::name_addressed_blocks(module);
}

/// The globals in lists such as `llvm.used`.
fn listed(module: &Module, names: &[&str]) -> FxHashSet<Global> {
    let mut found = FxHashSet::default();
    for name in names {
        let Some(list) = module.global(name) else { continue };
        let GlobalKind::Variable(variable) = &module.globals[list].kind else { continue };
        let elements = variable.initializer.and_then(|it| module.constants.elements(&module.types, it));
        for mut element in elements.unwrap_or_default() {
            while let ConstantKind::Expr(expr) = module.constants.kind(element)
                && let ConstantExpr::Cast { value, .. } = **expr
            {
                element = value;
            }
            if let ConstantKind::Global(global) = module.constants.kind(element) {
                found.insert(*global);
            }
        }
    }
    found
}

/// Removes global variables that are gone from the lists of compile units, and compile units that describe nothing any more.
pub fn strip_dead_debug_info(module: &mut Module) {
    let Some(place) =
        module.metadata.named.iter().position(|(name, _)| module.strings.get(*name) == b"llvm.dbg.cu")
    else {
        return;
    };
    let mut described: FxHashSet<MdNode> = FxHashSet::default();
    for &variable in &module.variables {
        described.extend(module.globals[variable].attachments.iter().map(|&(_, node)| node));
    }
    let mut live = units_in_use(module);
    let units = module.metadata.named[place].1.clone();
    for &unit in &units {
        let Some(list) = field(module, unit, "globals") else { continue };
        let all: Vec<Metadata> = module.metadata.nodes[list].kind.operands().copied().collect();
        let mut seen = FxHashSet::default();
        let mut changed = false;
        let mut kept = Vec::new();
        for entry in all {
            let Metadata::Node(node) = entry else { continue };
            if !seen.insert(node) {
                continue;
            }
            match described.contains(&node) || is_constant(module, node) {
                true => kept.push(entry),
                false => changed = true,
            }
        }
        if !kept.is_empty() {
            live.insert(unit);
        }
        if changed {
            let data = MdNodeData { distinct: false, kind: MdNodeKind::Tuple(kept.into()) };
            let list = module.metadata.nodes.push(data);
            set_field(module, unit, "globals", list);
        }
    }
    if units.iter().any(|unit| !live.contains(unit)) {
        module.metadata.named[place].1.retain(|unit| live.contains(unit));
    }
}

/// Whether a `DIGlobalVariableExpression` gives its variable a constant value.
fn is_constant(module: &Module, node: MdNode) -> bool {
    let Some(expression) = field(module, node, "expr") else { return false };
    let MdNodeKind::Specialized { fields, .. } = &module.metadata.nodes[expression].kind else {
        return false;
    };
    let is = |index: usize, name: &str| matches!(fields.get(index).map(|field| &field.value), Some(FieldValue::Symbols(word)) if module.strings.get(*word) == name.as_bytes());
    // A constant, marked as a value, and maybe a fragment of three parts behind.
    (is(0, "DW_OP_constu") || is(0, "DW_OP_consts"))
        && (fields.len() == 2
            || (is(2, "DW_OP_stack_value") && (fields.len() == 3 || is(3, "DW_OP_LLVM_fragment"))))
}

fn field(module: &Module, node: MdNode, name: &str) -> Option<MdNode> {
    let name = Some(module.strings.find(name.as_bytes())?);
    let MdNodeKind::Specialized { fields, .. } = &module.metadata.nodes[node].kind else { return None };
    match fields.iter().find(|field| field.name == name)?.value {
        FieldValue::Metadata(Metadata::Node(node)) => Some(node),
        _ => None,
    }
}

fn set_field(module: &mut Module, node: MdNode, name: &str, value: MdNode) {
    let name = module.strings.find(name.as_bytes());
    if let MdNodeKind::Specialized { fields, .. } = &mut module.metadata.nodes[node].kind {
        for field in fields.iter_mut().filter(|field| name.is_some() && field.name == name) {
            field.value = FieldValue::Metadata(Metadata::Node(value));
        }
    }
}

/// The compile units that functions and what is in them refer to.
fn units_in_use(module: &Module) -> FxHashSet<MdNode> {
    let mut open: Vec<MdNode> = Vec::new();
    let dbg = module.strings.find(b"dbg");
    for (_, value, function) in module.functions() {
        let attachments = value.attachments.iter().chain(function.all_attachments());
        open.extend(attachments.filter(|(kind, _)| Some(*kind) == dbg).map(|&(_, node)| node));
        for (_, inst) in function.instructions() {
            let Some(record) = function.insts[inst].inst.debug_record() else { continue };
            open.extend(record.location);
            for metadata in [record.variable(), record.label()].into_iter().flatten() {
                if let Metadata::Node(node) = metadata {
                    open.push(node);
                }
            }
        }
    }
    let mut seen: FxHashSet<MdNode> = FxHashSet::default();
    let mut units = FxHashSet::default();
    while let Some(node) = open.pop() {
        if !seen.insert(node) {
            continue;
        }
        let kind = &module.metadata.nodes[node].kind;
        if kind.name().is_some_and(|name| module.strings.get(name) == b"DICompileUnit") {
            units.insert(node);
            continue;
        }
        open.extend(kind.operands().filter_map(|operand| match operand {
            Metadata::Node(node) => Some(*node),
            _ => None,
        }));
    }
    units
}
