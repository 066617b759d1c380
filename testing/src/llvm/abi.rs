//! Generates code that must respect the calling convention: `musttail` calls, and arguments that only special values can be
//! passed as (`swifterror`, `inalloca`, `preallocated`). Source: LangRef, `call` instruction and Parameter Attributes.

use tern_llvm_ir::attributes::{
    Attribute, AttributeKind as Kind, AttributeList, AttributeListId, AttributeSetId,
};
use tern_llvm_ir::function::Value;
use tern_llvm_ir::globals::{GlobalKind, GlobalValue};
use tern_llvm_ir::instruction::{Alloca, Bundle, CallSite, Instruction, TailKind};
use tern_llvm_ir::{Global, Type, TypeKind};

use super::Generator;
use super::function::Body;

/// Parameter attributes that affect the calling convention.
const PASSING: &[Kind] = &[
    Kind::StructRet,
    Kind::ByVal,
    Kind::ByRef,
    Kind::InAlloca,
    Kind::InReg,
    Kind::Preallocated,
    Kind::StackAlignment,
    Kind::SwiftSelf,
    Kind::SwiftAsync,
    Kind::SwiftError,
];

/// Attributes that neither side of a `musttail` call may have, for conventions that allow it between different prototypes.
const NOT_PROMISED: &[Kind] =
    &[Kind::InAlloca, Kind::InReg, Kind::SwiftError, Kind::Preallocated, Kind::ByRef];

/// The numbers of `tailcc` and `swifttailcc`.
pub(super) const TAIL_CONVENTIONS: [u32; 2] = [18, 20];

impl Generator {
    fn parameter(&self, list: AttributeListId, at: usize) -> &[Attribute] {
        let set = self.module.attributes.get_list(list).params.get(at).copied();
        self.module.attributes.get(set.unwrap_or_default())
    }

    /// The attribute of this kind on a parameter.
    fn parameter_attribute(&self, list: AttributeListId, at: usize, kind: Kind) -> Option<Attribute> {
        self.parameter(list, at).iter().copied().find(|it| it.kind() == Some(kind))
    }

    /// Whether a parameter has an attribute of this kind.
    pub(super) fn parameter_is(&self, list: AttributeListId, at: usize, kind: Kind) -> bool {
        self.parameter_attribute(list, at, kind).is_some()
    }

    /// Whether a parameter accepts only special values.
    fn is_special(&self, list: AttributeListId, at: usize) -> bool {
        [Kind::SwiftError, Kind::InAlloca, Kind::Preallocated]
            .iter()
            .any(|&kind| self.parameter_is(list, at, kind))
    }

    /// The subset of attributes that affect the calling convention.
    fn passing(&self, list: AttributeListId, count: usize) -> AttributeListId {
        let mut params = Vec::new();
        for at in 0..count {
            let set = self.parameter(list, at);
            let in_memory = set.iter().any(|it| matches!(it.kind(), Some(Kind::ByVal | Kind::ByRef)));
            let kept = set.iter().copied().filter(|it| match it.kind() {
                Some(Kind::Alignment) => in_memory,
                Some(kind) => PASSING.contains(&kind),
                None => false,
            });
            params.push(self.module.attributes.set(&self.module.strings, kept.collect()));
        }
        let function = AttributeSetId::default();
        self.module.attributes.list(AttributeList { function, ret: AttributeSetId::default(), params })
    }
}

impl Body<'_> {
    /// The attributes of a function, including the one under construction.
    fn attributes_of(&self, global: Global) -> AttributeListId {
        match self.g.module.globals[global].as_function() {
            _ if global == self.global => self.function.attributes,
            Some(function) => function.attributes,
            None => AttributeListId::default(),
        }
    }

    /// Generates the arguments of a call, with the bundles and attributes that they require.
    pub(super) fn special_arguments(&mut self, global: Global, call: &mut CallSite) {
        let list = self.attributes_of(global);
        let TypeKind::Function { params, .. } = self.g.module.types.kind(call.function_type).clone() else {
            return;
        };
        let special: Vec<usize> = (0..params.len()).filter(|&at| self.g.is_special(list, at)).collect();
        if special.is_empty() {
            return;
        }
        let preallocated: Vec<(usize, Type)> = special
            .iter()
            .filter_map(|&at| match self.g.parameter_attribute(list, at, Kind::Preallocated) {
                Some(Attribute::Type(_, ty)) => Some((at, ty)),
                _ => None,
            })
            .collect();
        let places = self.preallocate(&preallocated.iter().map(|(_, ty)| *ty).collect::<Vec<_>>());
        if let Some((token, _)) = places {
            call.bundles.push(Bundle { tag: self.g.text("preallocated"), inputs: vec![token] });
        }
        let places = places.map(|(_, places)| places).unwrap_or_default();
        for ((at, _), place) in preallocated.into_iter().zip(places) {
            call.args[at] = place;
        }
        for at in special {
            if self.g.parameter_is(list, at, Kind::SwiftError) {
                call.args[at] = self.error_value();
            } else if let Some(Attribute::Type(_, allocated)) =
                self.g.parameter_attribute(list, at, Kind::InAlloca)
            {
                let (count, alignment) = (self.g.i32(1).into(), self.g.alignment(5));
                let alloca = Alloca { allocated, count, alignment, inalloca: true, swifterror: false };
                let ptr = self.g.module.types.common.ptr;
                if let Some(local) = self.add(Instruction::Alloca(alloca), ptr) {
                    call.args[at] = local.into();
                }
            }
        }
        call.attributes = self.g.passing(list, params.len());
    }

    /// Allocates memory for `preallocated` arguments of a call, with the token that links them to the call.
    fn preallocate(&mut self, types: &[Type]) -> Option<(Value, Vec<Value>)> {
        if types.is_empty() {
            return None;
        }
        let common = self.g.module.types.common;
        let count = self.g.i32(types.len() as i64).into();
        let token =
            self.call_of("llvm.call.preallocated.setup", common.token, &[(count, common.i32)], None)?;
        let mut places = Vec::new();
        for (number, &ty) in types.iter().enumerate() {
            let index = self.g.i32(number as i64).into();
            let arguments = [(token, common.token), (index, common.i32)];
            let attribute = Attribute::Type(Kind::Preallocated, ty);
            places.push(self.call_of(
                "llvm.call.preallocated.arg",
                common.ptr,
                &arguments,
                Some(attribute),
            )?);
        }
        Some((token, places))
    }

    /// A call of an intrinsic with these arguments.
    pub(super) fn call_of(
        &mut self,
        name: &str,
        ret: Type,
        arguments: &[(Value, Type)],
        attribute: Option<Attribute>,
    ) -> Option<Value> {
        let types: Vec<Type> = arguments.iter().map(|(_, ty)| *ty).collect();
        let callee = self.g.intrinsic(name, ret, &types, false);
        let (ty, address) = (self.g.module.globals[callee].ty, self.g.module.address_of(callee));
        let values = arguments.iter().map(|(value, _)| *value).collect();
        let mut call = self.call_site(address.into(), ty, values);
        let function = self.g.module.attributes.set(&self.g.module.strings, attribute.into_iter().collect());
        let list = AttributeList { function, ..AttributeList::default() };
        call.attributes = self.g.module.attributes.list(list);
        self.add(Instruction::Call(Box::new(call)), ret).map(Value::from)
    }

    /// Ends the block with a `musttail` call and a return of its result. Returns whether that was possible.
    pub(super) fn must_tail_call(&mut self) -> bool {
        let ty = self.g.module.globals[self.global].ty;
        let TypeKind::Function { ret, params, varargs } = self.g.module.types.kind(ty).clone() else {
            return false;
        };
        let (list, convention) = (self.function.attributes, self.function.calling_convention);
        let relaxed = TAIL_CONVENTIONS.contains(&convention);
        let rules_out = |&kind: &Kind| (0..params.len()).any(|at| self.g.parameter_is(list, at, kind));
        if relaxed && NOT_PROMISED.iter().any(rules_out) {
            return false;
        }
        let pointer = |body: &mut Self| body.operand(body.g.module.types.common.ptr);
        let mut call = if relaxed && self.g.choices.chance(60) {
            // Any prototype with the same result.
            let mut params = Vec::new();
            for _ in 0..self.g.choices.below(4) {
                params.push(self.g.any_type());
            }
            let args = params.iter().map(|&ty| self.operand(ty)).collect();
            let (callee, ty) = (pointer(self), self.g.function_type(ret, params, false));
            self.call_site(callee, ty, args)
        } else {
            let callee = match self.g.choices.below(3) {
                0 => self.g.module.address_of(self.global).into(),
                1 => pointer(self),
                _ => {
                    let name = Some(self.g.fresh_name("twin"));
                    let mut function = self.g.new_function(ty);
                    function.calling_convention = convention;
                    function.attributes = self.g.passing(list, params.len());
                    let value = GlobalValue::new(name, ty, GlobalKind::Function(Box::new(function)));
                    let twin = self.g.module.add_global(value);
                    self.g.module.address_of(twin).into()
                }
            };
            // Special parameters are forwarded.
            let mut args = Vec::new();
            for (at, &ty) in params.iter().enumerate() {
                args.push(match self.g.is_special(list, at) {
                    true => self.function.args[at].into(),
                    false => self.operand(ty),
                });
            }
            let mut call = self.call_site(callee, ty, args);
            call.attributes = self.g.passing(list, params.len());
            call
        };
        debug_assert!(!varargs || !relaxed);
        (call.tail, call.calling_convention) = (TailKind::MustTail, convention);
        let result = self.add(Instruction::Call(Box::new(call)), ret);
        let void = self.g.module.types.common.void;
        self.add(Instruction::Ret(result.map(Value::from)), void);
        true
    }
}
