//! Properties of globals and of linkages. Source: LLVM, `GlobalValue`.

use tern_llvm_ir::globals::{Comdat, GlobalKind, UnnamedAddr, Variable, Visibility};
use tern_llvm_ir::instruction::{BinaryOp, CastOp};
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::{
    Constant, ConstantExpr, ConstantKind, Function, Global, GlobalValue, Linkage, Module, Type, TypeKind,
};

pub(crate) fn is_local(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::Internal | Linkage::Private)
}

pub(crate) fn is_link_once(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::LinkOnce | Linkage::LinkOnceOdr)
}

pub(crate) fn is_weak(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::Weak | Linkage::WeakOdr)
}

/// Whether a definition of another module may take its place.
pub(crate) fn is_weak_for_linker(linkage: Linkage) -> bool {
    is_weak(linkage) || is_link_once(linkage) || matches!(linkage, Linkage::Common | Linkage::ExternWeak)
}

/// Whether a global has neither body, initializer nor target.
pub(crate) fn is_declaration(value: &GlobalValue) -> bool {
    match &value.kind {
        GlobalKind::Variable(variable) => variable.initializer.is_none(),
        GlobalKind::Function(function) => function.is_declaration(),
        GlobalKind::Alias(_) | GlobalKind::IFunc(_) => false,
    }
}

/// What LLVM takes for the address of a block that is gone.
pub(crate) fn address_of_nothing(module: &Module, ty: Type) -> Constant {
    let one = module.constants.integer(&module.types, module.types.common.i32, 1);
    let expr = ConstantExpr::Cast { op: CastOp::IntToPtr, value: one };
    module.constants.intern(ty, ConstantKind::Expr(Box::new(expr)))
}

/// [`address_of_nothing`] in the type of addresses of this function's blocks.
pub(crate) fn address_of_no_block(module: &Module, function: Global) -> Constant {
    let space = module.globals[function].address_space;
    address_of_nothing(module, module.types.pointer(space))
}

/// The visibility that two globals have together.
pub(crate) fn joint_visibility(a: Visibility, b: Visibility) -> Visibility {
    match (a, b) {
        (Visibility::Hidden, _) | (_, Visibility::Hidden) => Visibility::Hidden,
        (Visibility::Protected, _) | (_, Visibility::Protected) => Visibility::Protected,
        _ => Visibility::Default,
    }
}

/// The weaker of two promises about an address.
pub(crate) fn joint_unnamed_addr(a: UnnamedAddr, b: UnnamedAddr) -> UnnamedAddr {
    a.min(b)
}

pub(crate) fn set_visibility(value: &mut GlobalValue, visibility: Visibility) {
    value.visibility = visibility;
    value.dso_local |= value.implies_dso_local();
}

pub(crate) fn set_linkage(value: &mut GlobalValue, linkage: Linkage) {
    if is_local(linkage) {
        value.visibility = Visibility::Default;
        value.dll_storage = tern_llvm_ir::globals::DllStorage::Default;
    }
    value.linkage = linkage;
    value.dso_local |= value.implies_dso_local();
}

/// The variable or function that the address in a constant is in, behind aliases.
pub(crate) fn base_object(module: &Module, constant: Constant) -> Option<Global> {
    let mut open = vec![constant];
    let mut found = None;
    // Aliases in a cycle are not valid, but can be read.
    for _ in 0..=module.constants.len() {
        let Some(constant) = open.pop() else { return found };
        match module.constants.kind(constant) {
            ConstantKind::Global(global) => match module.globals[*global].kind {
                GlobalKind::Alias(aliasee) => open.push(aliasee),
                _ if found.is_some() => return None,
                _ => found = Some(*global),
            },
            ConstantKind::Expr(expr) => match **expr {
                ConstantExpr::Binary { op: BinaryOp::Add, lhs, rhs, .. } => open.extend([lhs, rhs]),
                ConstantExpr::Binary { op: BinaryOp::Sub, lhs, rhs, .. } => {
                    if base_object(module, rhs).is_some() {
                        return None;
                    }
                    open.push(lhs);
                }
                ConstantExpr::Cast {
                    op:
                        CastOp::PtrToInt
                        | CastOp::PtrToAddr
                        | CastOp::IntToPtr
                        | CastOp::BitCast
                        | CastOp::AddrSpaceCast,
                    value,
                } => open.push(value),
                ConstantExpr::GetElementPtr { base, .. } => open.push(base),
                _ => {}
            },
            _ => {}
        }
    }
    None
}

/// The comdat of a global; that of an alias is the comdat of what it is in.
pub(crate) fn comdat_of(module: &Module, global: Global) -> Option<Comdat> {
    match module.globals[global].kind {
        GlobalKind::Alias(aliasee) => module.globals[base_object(module, aliasee)?].comdat,
        GlobalKind::IFunc(_) => None,
        _ => module.globals[global].comdat,
    }
}

/// The size in memory of the value of a global; zero if its type has none.
pub(crate) fn size_of(module: &Module, global: Global) -> u64 {
    let layout = module.layout();
    let sizes = Sizes { strings: &module.strings, types: &module.types, layout: &layout };
    sizes.allocated(module.globals[global].ty).unwrap_or(0)
}

/// Puts a declaration of a function or variable in the place of an alias or ifunc, behind all others. The list that had it keeps it.
pub(crate) fn declare_instead(module: &mut Module, global: Global) {
    let value = &module.globals[global];
    let (name, ty, space) = (value.name, value.ty, value.address_space);
    let kind = if let TypeKind::Function { params, .. } = module.types.kind(ty) {
        module.functions.push(global);
        GlobalKind::Function(Box::new(Function::declared(params)))
    } else {
        module.variables.push(global);
        GlobalKind::Variable(Variable::default())
    };
    module.globals[global] = GlobalValue::new(name, ty, kind);
    module.globals[global].address_space = space;
}
