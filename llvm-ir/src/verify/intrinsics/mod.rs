//! Calls of intrinsics: they agree with LLVM's table, and with the rules for single intrinsics. Source: LangRef, Intrinsic Functions.
//!
//! | file | intrinsics |
//! |---|---|
//! | `memory` | accesses of memory, lifetimes, addresses |
//! | `numbers` | arithmetic of scalars and vectors |
//! | `vectors` | parts of vectors, reductions, matrices, masks |
//! | `predicated` | `llvm.vp.*` |
//! | `constrained` | `llvm.experimental.constrained.*` |
//! | `collected` | garbage collection |
//! | `preallocated` | `llvm.call.preallocated.*` |
//! | `flow` | what leaves, suspends or resumes a function; assumptions; variable arguments |
//! | `targets` | those of single targets |

mod collected;
mod constrained;
mod flow;
mod memory;
mod numbers;
mod preallocated;
mod predicated;
mod targets;
mod vectors;

use cranelift_entity::SecondaryMap;

use super::{Body, Context, Rule, broken, check};
use crate::attributes::{AttributeKind as Kind, AttributeListId};
use crate::constants::ConstantKind;
use crate::function::Value;
use crate::globals::Global;
use crate::instruction::{CallSite, Inst, Instruction};
use crate::intrinsics::{self, Mismatch};
use crate::metadata::Metadata;
use crate::module::Module;
use crate::types::{Type, TypeKind};

/// The intrinsics that may be called by other instructions than `call`.
const INVOKED: &[&str] = &[
    "llvm.donothing",
    "llvm.seh.try.begin",
    "llvm.seh.try.end",
    "llvm.seh.scope.begin",
    "llvm.seh.scope.end",
    "llvm.coro.resume",
    "llvm.coro.destroy",
    "llvm.coro.await.suspend.void",
    "llvm.coro.await.suspend.bool",
    "llvm.coro.await.suspend.handle",
    "llvm.experimental.patchpoint.void",
    "llvm.experimental.patchpoint",
    "llvm.experimental.gc.statepoint",
    "llvm.fake.use",
    "llvm.wasm.throw",
    "llvm.wasm.rethrow",
];

/// The rules for the calls of one intrinsic.
type CallRule = fn(&Called<'_, '_, '_>) -> Rule;

/// What is known of a declared intrinsic.
#[derive(Clone)]
pub(super) struct Known {
    /// Whether LLVM has an intrinsic of this name. Any other function whose name begins with `llvm.` may be declared, too.
    pub(super) is_listed: bool,
    /// What is wrong with its type.
    wrong: Option<&'static str>,
    /// The attributes of its declaration. They are those of LLVM's table, whatever the text says.
    pub(super) attributes: AttributeListId,
    rule: Option<CallRule>,
    is_invoked: bool,
    /// Whether code generation may make it a call of a function.
    pub(super) may_become_call: bool,
}

/// What is known of the intrinsics that a module declares.
pub(super) fn known(module: &Module) -> SecondaryMap<Global, Option<Box<Known>>> {
    let mut known = SecondaryMap::new();
    for &global in &module.functions {
        if module.is_intrinsic(global) {
            known[global] = Some(Box::new(Known::of(module, global)));
        }
    }
    known
}

impl Known {
    fn of(module: &Module, global: Global) -> Self {
        let value = &module.globals[global];
        let name = module.name(global).map_or_else(Default::default, String::from_utf8_lossy);
        let own = value.as_function().map_or(AttributeListId::default(), |function| function.attributes);
        let base = intrinsics::base_name(&name);
        let known = intrinsics::find(name.as_bytes());
        let varargs = matches!(module.types.kind(value.ty), TypeKind::Function { varargs: true, .. });
        let outcome = known.map_or(Ok(()), |known| known.matches(module, value.ty));
        let older = ["vector.splice"].into_iter().find(|older| name.starts_with(&format!("llvm.{older}.")));
        let short = base.and_then(|base| base.strip_prefix("llvm.")).or(older).unwrap_or_default();
        let older_rule = memory::older_rule(short, module, value.ty).filter(|_| outcome.is_err());
        let wrong = match outcome {
            Ok(()) => None,
            Err(_) if older_rule.is_some() => None,
            Err(Mismatch::Result) => Some("Intrinsic has incorrect return type!"),
            Err(Mismatch::Parameter) => Some("Intrinsic has incorrect argument type!"),
            Err(Mismatch::Varargs) if varargs => Some("Intrinsic was not defined with variable arguments!"),
            Err(Mismatch::Varargs) => Some("Callsite was not defined with variable arguments!"),
        };
        let attributes = known.filter(|_| outcome.is_ok()).map(|known| known.attributes(module, value.ty));
        Self {
            is_listed: !short.is_empty(),
            wrong,
            attributes: attributes.unwrap_or(own),
            rule: match outcome {
                Ok(()) => rule(short),
                Err(_) => older_rule,
            },
            is_invoked: base.is_some_and(|base| INVOKED.contains(&base)),
            may_become_call: short.starts_with("objc.")
                && short != "objc.clang.arc.use"
                && short != "objc.clang.arc.noop.use",
        }
    }
}

/// The rules for the calls of an intrinsic, by its name without `llvm.` and without types.
fn rule(name: &str) -> Option<CallRule> {
    let groups = [
        memory::rule,
        numbers::rule,
        vectors::rule,
        predicated::rule,
        constrained::rule,
        collected::rule,
        preallocated::rule,
        flow::rule,
        targets::rule,
    ];
    groups.into_iter().find_map(|group| group(name))
}

impl<'m> Context<'m> {
    /// What is known of an intrinsic.
    pub(super) fn known(&self, global: Global) -> Option<&Known> {
        self.intrinsics[global].as_deref()
    }

    /// The name of an intrinsic that a call names, if its type is that of the call.
    pub(super) fn called_intrinsic(&self, call: &CallSite) -> Option<(Global, &'m [u8])> {
        let global = self.module.named_callee(call)?;
        let is_called = self.module.is_intrinsic(global) && self.global(global).ty == call.function_type;
        is_called.then(|| (global, self.module.name(global).unwrap_or_default()))
    }
}

impl Body<'_, '_> {
    /// The rules for a call of an intrinsic.
    pub(super) fn intrinsic_call(&self, inst: Inst, call: &CallSite, callee: Global) -> Rule {
        let Some(known) = self.context.known(callee) else { return Ok(()) };
        if let Some(message) = known.wrong {
            return Err(broken(message, [callee.into()]));
        }
        for &arg in &call.args {
            let is_tile = known.is_listed
                && arg.constant().is_some()
                && *self.types().kind(self.type_of(arg)) == TypeKind::X86Amx;
            check!(!is_tile, "const x86_amx is not allowed in argument!");
        }
        if let Some(rule) = known.rule {
            rule(&Called { body: self, inst, call, callee })?;
        }
        if known.may_become_call {
            self.funclet_is_named(inst, call)?;
        }
        Ok(())
    }

    /// The rules for a call with a type of an older LLVM, if there are any.
    fn older_rule(&self, call: &CallSite, callee: Global) -> Option<CallRule> {
        if call.function_type != self.context.global(callee).ty {
            return None;
        }
        let name = self.context.name(callee);
        let short = intrinsics::base_name(&name)?.strip_prefix("llvm.")?;
        memory::older_rule(short, self.context.module, call.function_type)
    }

    /// The rules for a call with a type of an older LLVM of an intrinsic that has another.
    pub(super) fn older_call(&self, inst: Inst, call: &CallSite, callee: Global) -> Rule {
        match self.older_rule(call, callee) {
            Some(rule) => rule(&Called { body: self, inst, call, callee }),
            None => Ok(()),
        }
    }

    /// Whether the type of a call of an intrinsic is not one of an older LLVM.
    pub(super) fn is_current(&self, call: &CallSite, callee: Global) -> bool {
        self.older_rule(call, callee).is_none()
    }

    /// The attributes of a function's declaration.
    pub(super) fn declared_attributes(&self, global: Global) -> AttributeListId {
        if let Some(known) = self.context.known(global) {
            return known.attributes;
        }
        let function = self.context.global(global).as_function();
        function.map_or(AttributeListId::default(), |function| function.attributes)
    }

    /// Few intrinsics may be invoked.
    pub(super) fn invoked(&self, inst: Inst, callee: Global) -> Rule {
        let may = self.context.known(callee).is_none_or(|known| known.is_invoked);
        check!(
            may,
            "Cannot invoke an intrinsic other than donothing, patchpoint, statepoint, coro_resume, coro_destroy, \
             clang.arc.attachedcall or wasm.(re)throw",
            inst,
        );
        Ok(())
    }
}

/// A call of an intrinsic whose type is right.
struct Called<'b, 'c, 'm> {
    body: &'b Body<'c, 'm>,
    inst: Inst,
    call: &'b CallSite,
    callee: Global,
}

/// The number of elements of a vector, whether that is a multiple of it, and their type.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Lanes {
    count: u64,
    scalable: bool,
    element: Type,
}

impl Lanes {
    fn same_count(self, other: Self) -> bool {
        (self.count, self.scalable) == (other.count, other.scalable)
    }
}

impl<'m> Called<'_, '_, 'm> {
    fn arg(&self, index: usize) -> Value {
        self.call.args[index]
    }

    /// The type of an argument.
    fn ty(&self, index: usize) -> Type {
        self.body.type_of(self.arg(index))
    }

    fn result(&self) -> Type {
        self.body.result(self.inst)
    }

    /// The value of an argument that is a constant integer, without a sign.
    fn number(&self, index: usize) -> Option<u64> {
        self.body.context.number(self.call.args.get(index)?.constant()?)
    }

    /// The value of an argument that is a constant integer, with a sign.
    fn signed(&self, index: usize) -> Option<i64> {
        let width = self.body.types().integer_width(self.ty(index))?.min(64);
        Some((self.number(index)? << (64 - width)) as i64 >> (64 - width))
    }

    fn lanes(&self, ty: Type) -> Option<Lanes> {
        match *self.body.types().kind(ty) {
            TypeKind::Vector { len, scalable, element } => {
                Some(Lanes { count: len.into(), scalable, element })
            }
            _ => None,
        }
    }

    /// The width of a number, or of the elements of a vector of numbers; 0 for others.
    fn width(&self, ty: Type) -> u32 {
        let types = self.body.types();
        let scalar = types.scalar(ty);
        types.integer_width(scalar).or_else(|| types.float_width(scalar)).unwrap_or(0)
    }

    fn is_integer(&self, ty: Type) -> bool {
        self.body.is_integer(ty)
    }

    fn is_float(&self, ty: Type) -> bool {
        self.body.is_float(ty)
    }

    fn is_pointer(&self, ty: Type) -> bool {
        self.body.is_pointer(ty)
    }

    fn is_vector(&self, ty: Type) -> bool {
        self.body.types().is_vector(ty)
    }

    fn constant(&self, index: usize) -> Option<&'m ConstantKind> {
        Some(self.body.context.constants().kind(self.arg(index).constant()?))
    }

    /// The instruction that computes an argument.
    fn defined(&self, index: usize) -> Option<(Inst, &'m Instruction)> {
        self.body.defined_by(self.arg(index))
    }

    /// A metadata argument.
    fn metadata(&self, index: usize) -> Option<Metadata> {
        match self.body.context.constants().kind(self.call.args.get(index)?.constant()?) {
            ConstantKind::Metadata(metadata) => Some(*metadata),
            _ => None,
        }
    }

    /// A metadata argument that is a string.
    fn string(&self, index: usize) -> Option<&'m [u8]> {
        self.body.context.metadata_string(self.metadata(index)?)
    }

    /// Whether the call itself gives an argument an attribute.
    fn own(&self, index: usize, kind: Kind) -> bool {
        self.body.has(self.body.set_at(self.call.attributes, index), kind)
    }

    /// The type of `elementtype` of an argument.
    fn element_type(&self, index: usize) -> Option<Type> {
        let set = self.body.set_at(self.call.attributes, index);
        self.body.context.module.attribute_type(set, Kind::ElementType)
    }

    /// Whether an argument is `undef` or `poison`.
    fn is_undef(&self, index: usize) -> bool {
        matches!(self.constant(index), Some(ConstantKind::Undef | ConstantKind::Poison))
    }
}
