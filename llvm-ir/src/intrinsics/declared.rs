//! Declares intrinsics as LLVM's reader does: those that are called but not declared get a declaration. Direct calls can be changed
//! to other callees.

use rustc_hash::FxHashMap;

use super::{find, full_name};
use crate::attributes::AttributeListId;
use crate::constants::{Constant, ConstantKind};
use crate::entity::StrId;
use crate::function::Function;
use crate::globals::{Global, GlobalKind, GlobalValue};
use crate::instruction::{Flags, Inst, List, TailKind};
use crate::module::Module;
use crate::types::{Type, TypeKind};
use crate::upgrade;

/// An intrinsic that is called but not declared.
pub(crate) struct Undeclared {
    /// The placeholder for its calls.
    pub(crate) placeholder: Global,
    /// The name under which it is called.
    pub(crate) name: StrId,
    /// The distinct function types with which it is called, in the order in which they are declared.
    pub(crate) types: Vec<Type>,
}

/// Declares intrinsics that are called but not declared, in order. Returns those that may be of an older LLVM.
///
/// # Errors
/// The placeholder of an intrinsic that cannot have one of the types with which it is called.
pub(crate) fn declare(module: &mut Module, undeclared: &[Undeclared]) -> Result<Vec<Global>, Global> {
    let mut names = Names::of(module);
    let (mut callees, mut older) = (FxHashMap::default(), Vec::new());
    for Undeclared { placeholder, name, types } in undeclared {
        let mut spare = Some(*placeholder);
        let called = module.text(*name).into_owned();
        for &ty in types {
            let known = names.full_name(module, &called, ty);
            let is_older = known.is_none();
            let old = || upgrade::is_old(module, called.as_bytes(), ty).then(|| called.clone().into_bytes());
            let full = known.or_else(old).ok_or(*placeholder)?;
            let declared = match names.function(module, &full, ty) {
                Some(known) => known,
                None => {
                    names.make_room(module, &full, ".invalid");
                    let handle = spare.take().unwrap_or_else(|| {
                        module.globals.push(GlobalValue::new(None, ty, GlobalKind::Function(Box::default())))
                    });
                    names.declare(module, handle, &full, ty);
                    handle
                }
            };
            callees.insert((*placeholder, ty), module.address_of(declared));
            if is_older {
                older.push(declared);
            }
        }
        // An unused handle keeps the name, because an unnamed global would get a number.
        if let Some(unused) = spare {
            module.globals[unused].name = Some(*name);
        }
    }
    change_calls(module, |callee, ty| callees.get(&(callee, ty)).copied());
    Ok(older)
}

/// The globals of a module by name.
pub(crate) struct Names {
    pub(crate) globals: FxHashMap<StrId, Global>,
    /// The address space of functions.
    address_space: u32,
}

impl Names {
    pub(crate) fn of(module: &Module) -> Self {
        let all = [&module.variables, &module.functions, &module.aliases, &module.ifuncs];
        let named =
            all.into_iter().flatten().filter_map(|&global| Some((module.globals[global].name?, global)));
        Self { globals: named.collect(), address_space: module.layout().program_address_space }
    }

    fn get(&self, module: &Module, name: &[u8]) -> Option<Global> {
        self.globals.get(&module.strings.find(name)?).copied()
    }

    /// The function with this name and type.
    pub(crate) fn function(&self, module: &Module, name: &[u8], ty: Type) -> Option<Global> {
        let value = |global: &Global| &module.globals[*global];
        self.get(module, name)
            .filter(|global| value(global).as_function().is_some() && value(global).ty == ty)
    }

    /// The full name of an intrinsic with type `ty`: a free name, or that of a function with this type.
    pub(crate) fn full_name(&self, module: &Module, name: &str, ty: Type) -> Option<Vec<u8>> {
        full_name(module, name, ty, |name| {
            self.get(module, name).is_some_and(|global| module.globals[global].ty != ty)
        })
    }

    /// Renames the global that has this name, if there is one.
    pub(crate) fn make_room(&mut self, module: &mut Module, name: &[u8], suffix: &str) {
        let id = module.strings.intern(name);
        let Some(global) = self.globals.remove(&id) else { return };
        let mut other = [name, suffix.as_bytes()].concat();
        let length = other.len();
        let mut number = 0;
        while self.get(module, &other).is_some() {
            number += 1;
            other.truncate(length);
            other.extend_from_slice(format!(".{number}").as_bytes());
        }
        let other = module.strings.intern(&other);
        module.globals[global].name = Some(other);
        self.globals.insert(other, global);
    }

    /// Declares an intrinsic with the handle `global`, after all other functions.
    pub(crate) fn declare(&mut self, module: &mut Module, global: Global, name: &[u8], ty: Type) {
        let id = module.strings.intern(name);
        let mut value = declaration(module, id, ty);
        value.address_space = self.address_space;
        module.globals[global] = value;
        module.functions.push(global);
        self.globals.insert(id, global);
    }
}

/// LLVM's declaration of an intrinsic, except for the address space.
pub fn declaration(module: &Module, name: StrId, ty: Type) -> GlobalValue {
    let mut function = match module.types.kind(ty) {
        TypeKind::Function { params, .. } => Function::declared(params),
        _ => Function::default(),
    };
    // An intrinsic with the type of an older LLVM does not get today's attributes.
    let fits = |known: &super::Intrinsic| known.overloaded_types(module, ty).is_some();
    if let Some(intrinsic) = find(module.strings.get(name)).filter(fits) {
        function.attributes = intrinsic.attributes(module, ty);
    }
    GlobalValue::new(Some(name), ty, GlobalKind::Function(Box::new(function)))
}

/// Changes direct calls in all bodies, depending on callee and function type.
fn change_calls(module: &mut Module, change: impl Fn(Global, Type) -> Option<Constant>) {
    let Module { globals, constants, functions, .. } = module;
    for &global in &*functions {
        let GlobalKind::Function(function) = &mut globals[global].kind else { continue };
        for inst in function.insts.keys() {
            let Some(call) = function.insts[inst].inst.call_site_mut() else { continue };
            let Some(&ConstantKind::Global(callee)) = call.callee.constant().map(|it| constants.kind(it))
            else {
                continue;
            };
            if let Some(new) = change(callee, call.function_type) {
                call.callee = new.into();
            }
        }
    }
}

/// Resets a call to what LLVM keeps when it rebuilds it: the arguments and the debug location.
pub(crate) fn rebuild(function: &mut Function, inst: Inst, debug_location: Option<StrId>) {
    let Some(call) = function.insts[inst].inst.call_site_mut() else { return };
    call.tail = TailKind::None;
    call.flags = Flags::empty();
    call.calling_convention = 0;
    call.attributes = AttributeListId::default();
    call.bundles = Default::default();
    let mut kept = function.inst_attachments(inst).to_vec();
    kept.retain(|(kind, _)| Some(*kind) == debug_location);
    let kept = if kept.is_empty() { List::default() } else { function.push_attachments(&kept) };
    function.set_attachments(inst, kept);
}
