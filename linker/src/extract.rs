//! Takes globals out of a module, or leaves them out. Source: LLVM, `ExtractGV.cpp`, `llvm-extract.cpp`.

use rustc_hash::FxHashSet;
use tern_llvm_ir::globals::{GlobalKind, Visibility};
use tern_llvm_ir::graph::reachable;
use tern_llvm_ir::{Constant, Function, Global, GlobalValue, Linkage, Module, Value};

use crate::dead::{drop_empty_constructors, remove_unreferenced, strip_dead_prototypes};
use crate::linkage::{
    address_of_no_block, declare_instead, is_declaration, is_link_once, is_local, set_linkage, set_visibility,
};
use crate::strip::strip_dead_debug_info;

/// How globals are taken out of a module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extraction {
    /// Leave the chosen globals out, and keep the others.
    pub delete: bool,
    /// Keep the initializers of constants.
    pub keep_constants: bool,
}

/// Adds the functions that the chosen ones call, those that these call, and so on. Calls count that name a function of their own type.
pub fn add_callees(module: &Module, chosen: &mut FxHashSet<Global>) {
    let callees = |global: Global, found: &mut dyn FnMut(Global)| {
        let Some(function) = module.globals[global].as_function() else { return };
        for (_, inst) in function.instructions() {
            let Some(call) = function.insts[inst].inst.call_site() else { continue };
            let is_defined = |called: &Global| {
                let value = &module.globals[*called];
                let is_defined = value.as_function().is_some_and(|it| !it.is_declaration());
                is_defined && value.ty == call.function_type
            };
            module.named_callee(call).filter(is_defined).into_iter().for_each(&mut *found);
        }
    };
    *chosen = reachable(chosen.iter().copied(), callees).into_iter().collect();
}

/// Adds whatever definitions the chosen ones refer to: functions that they call or take the address of, variables, aliases; and what these
/// refer to, and so on. What is extracted then declares only what the module declares.
pub fn add_dependencies(module: &Module, chosen: &mut FxHashSet<Global>) {
    let named_in = |roots: Vec<Constant>, found: &mut dyn FnMut(Global)| {
        let operands = |constant: Constant, next: &mut dyn FnMut(Constant)| {
            module.constants.kind(constant).for_each_operand(next);
        };
        for constant in reachable(roots, operands) {
            if let Some(global) = module.constants.kind(constant).global()
                && !is_declaration(&module.globals[global])
            {
                found(global);
            }
        }
    };
    let references = |global: Global, found: &mut dyn FnMut(Global)| {
        let value = &module.globals[global];
        let mut constants: Vec<Constant> = value.constants().collect();
        if let Some(function) = value.as_function() {
            for (_, inst) in function.instructions() {
                let add = |value: Value| constants.extend(value.constant());
                function.insts[inst].inst.for_each_operand(function, add);
            }
        }
        named_in(constants, found);
    };
    *chosen = reachable(chosen.iter().copied(), references).into_iter().collect();
}

/// Leaves only the chosen globals in a module, or all but these. Others that are referred to become declarations; what was internal
/// becomes visible, for the parts of the module to go together again. What nothing refers to is removed.
pub fn extract(module: &mut Module, chosen: &FxHashSet<Global>, extraction: Extraction) {
    let Extraction { delete, keep_constants } = extraction;
    tern_llvm_ir::intrinsics::redeclare(module);
    if !delete {
        module.module_asm.clear();
        module.module_asm_targets.clear();
    }
    module.use_list_orders.clear();
    module.summary = None;
    for global in module.listed_globals().collect::<Vec<_>>() {
        let goes = delete == chosen.contains(&global);
        let name_is_kept = module.name(global) == Some(b"llvm.global_ctors");
        let value = &mut module.globals[global];
        let is_available = value.linkage == Linkage::AvailableExternally;
        match &mut value.kind {
            GlobalKind::Variable(variable) => {
                let goes = goes && variable.initializer.is_some() && !(variable.constant && keep_constants);
                if !goes && (is_available || name_is_kept) {
                    continue;
                }
                if goes {
                    variable.initializer = None;
                    value.comdat = None;
                }
                make_visible(value, goes);
            }
            GlobalKind::Function(function) => {
                let goes = goes && !function.is_declaration();
                if !goes && is_available {
                    continue;
                }
                if goes {
                    function.take_definition();
                    (function.personality, function.prefix, function.prologue) = (None, None, None);
                    value.attachments.clear();
                    value.comdat = None;
                }
                function_orders_are_dropped(value);
                make_visible(value, goes);
            }
            GlobalKind::Alias(_) | GlobalKind::IFunc(_) => {
                make_visible(value, goes);
                if goes {
                    declare_instead(module, global);
                }
            }
        }
    }
    module.replace_block_addresses(|module, function| {
        let is_gone = module.globals[function].as_function().is_none_or(Function::is_declaration);
        is_gone.then(|| address_of_no_block(module, function))
    });
    let Module { globals, aliases, ifuncs, .. } = module;
    aliases.retain(|&global| matches!(globals[global].kind, GlobalKind::Alias(_)));
    ifuncs.retain(|&global| matches!(globals[global].kind, GlobalKind::IFunc(_)));
    if !delete {
        drop_empty_constructors(module);
        remove_unreferenced(module);
    }
    strip_dead_debug_info(module);
    strip_dead_prototypes(module);
}

fn function_orders_are_dropped(value: &mut GlobalValue) {
    if let Some(function) = value.as_function_mut() {
        function.use_list_orders.clear();
    }
}

fn make_visible(value: &mut GlobalValue, goes: bool) {
    let was_local = is_local(value.linkage);
    if was_local || goes {
        set_linkage(value, Linkage::External);
        if was_local {
            set_visibility(value, Visibility::Hidden);
        }
    } else if is_link_once(value.linkage) && !is_declaration(value) {
        let weak = if value.linkage == Linkage::LinkOnce { Linkage::Weak } else { Linkage::WeakOdr };
        set_linkage(value, weak);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_that_are_left_out_have_no_address() {
        let text = b"@there = global ptr blockaddress(@f, %b)\n@here = global ptr blockaddress(@g, %b)\n\
            define void @f() {\n  br label %b\nb:\n  ret void\n}\ndefine void @g() {\n  br label %b\nb:\n  ret void\n}\n";
        for (kept, delete) in [(&["there", "here", "g"][..], false), (&["f"], true)] {
            let mut module = tern_llvm_ir::read(text, "test.ll").unwrap();
            let chosen = kept.iter().map(|name| module.global(name).unwrap()).collect();
            extract(&mut module, &chosen, Extraction { delete, keep_constants: false });
            assert!(module.verify().is_empty());
            let text = String::from_utf8(tern_llvm_ir::write(&module)).unwrap();
            assert!(text.contains("@there = global ptr inttoptr (i32 1 to ptr)"), "{text}");
            assert!(
                text.contains("@here = global ptr blockaddress(@g, %b)") && !text.contains("@f"),
                "{text}"
            );
        }
    }
}
