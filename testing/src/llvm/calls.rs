//! Generates calls: direct, indirect, of inline assembly; `invoke` and `callbr`; attributes and operand bundles.

use tern_llvm_ir::attributes::{Attribute, AttributeKind, AttributeList, AttributeListId, AttributeSetId};
use tern_llvm_ir::constants::{ConstantKind, InlineAsm};
use tern_llvm_ir::function::Value;
use tern_llvm_ir::instruction::{Bundle, CallBr, CallSite, Flags, Instruction, Invoke, TailKind};
use tern_llvm_ir::{Global, Type, TypeKind};

use super::Generator;
use super::function::Body;

/// A call without attributes, flags or bundles.
pub(super) fn plain_call(callee: Value, function_type: Type, args: Vec<Value>) -> CallSite {
    CallSite {
        callee,
        function_type,
        args: args.into(),
        calling_convention: 0,
        attributes: AttributeListId::default(),
        bundles: Default::default(),
        flags: Flags::empty(),
        tail: TailKind::None,
    }
}

impl Body<'_> {
    pub(super) fn call(&mut self) {
        match self.g.choices.weighted(&[30, 50, 10, 2]) {
            0 => {
                let call = self.ordinary_call();
                self.add_call(call);
            }
            1 => self.intrinsic_call(),
            3 => self.statepoint(),
            _ => {
                let call = self.asm_call(None);
                self.add_call(call);
            }
        }
    }

    pub(super) fn add_call(&mut self, call: CallSite) {
        let TypeKind::Function { ret, .. } = *self.g.module.types.kind(call.function_type) else { return };
        self.add(Instruction::Call(Box::new(call)), ret);
    }

    /// A plain call; in a funclet, with the funclet bundle.
    pub(super) fn call_site(&mut self, callee: Value, function_type: Type, args: Vec<Value>) -> CallSite {
        let mut call = plain_call(callee, function_type, args);
        if let Some(token) = self.token_here() {
            call.bundles.push(Bundle { tag: self.g.text("funclet"), inputs: vec![token] });
        }
        call
    }

    /// A call of a function of the module, or through a pointer.
    pub(super) fn ordinary_call(&mut self) -> CallSite {
        let indirect = self.g.functions.is_empty() || self.g.choices.chance(25);
        let (callee, ty, convention, known) = if indirect {
            let ty = self.g.signature();
            let address = self.operand(self.g.module.types.common.ptr);
            (address, ty, 0, self.called(address, ty))
        } else {
            let global = *self.g.choices.pick(&self.g.functions);
            let value = &self.g.module.globals[global];
            let convention = value.as_function().map_or(0, |function| function.calling_convention);
            // The function under construction has been taken out of the module.
            let convention =
                if value.as_function().is_some_and(|it| it.locals.is_empty()) { 0 } else { convention };
            let ty = value.ty;
            (self.g.module.address_of(global).into(), ty, convention, Some(global))
        };
        let TypeKind::Function { ret, params, varargs } = self.g.module.types.kind(ty).clone() else {
            return self.call_site(callee, ty, Vec::new());
        };
        let mut args: Vec<Value> = params.iter().map(|&param| self.operand(param)).collect();
        while varargs && self.g.choices.chance(50) {
            let ty = self.g.any_type();
            args.push(self.operand(ty));
        }
        let mut call = self.call_site(callee, ty, args);
        call.calling_convention = convention;
        call.attributes = self.g.call_attributes(ty);
        call.tail = *self.g.choices.pick(&[TailKind::None, TailKind::None, TailKind::Tail, TailKind::NoTail]);
        if self.g.module.types.takes_fast_math(ret) {
            call.flags = self.fast_math();
        }
        self.bundles(&mut call, callee.constant().is_none());
        if let Some(global) = known {
            self.special_arguments(global, &mut call);
        }
        call
    }

    /// The function at an address, if it has this type.
    fn called(&self, address: Value, ty: Type) -> Option<Global> {
        match *self.g.module.constants.kind(address.constant()?) {
            ConstantKind::Global(global) if self.g.module.globals[global].ty == ty => Some(global),
            _ => None,
        }
    }

    fn bundles(&mut self, call: &mut CallSite, indirect: bool) {
        if !self.g.choices.chance(12) {
            return;
        }
        let common = self.g.module.types.common;
        let mut inputs = Vec::new();
        while self.g.choices.chance(50) {
            let ty = self.g.any_type();
            inputs.push(self.operand(ty));
        }
        let tag = *self.g.choices.pick(&["deopt", "a tag", "another \"tag\""]);
        call.bundles.push(Bundle { tag: self.g.text(tag), inputs });
        if indirect && self.g.choices.chance(30) {
            let (key, number) = (self.g.i32(1).into(), self.g.int(common.i64, 77).into());
            call.bundles.push(Bundle { tag: self.g.text("ptrauth"), inputs: vec![key, number] });
        }
        if indirect && self.g.choices.chance(30) {
            call.bundles.push(Bundle { tag: self.g.text("kcfi"), inputs: vec![self.g.i32(-77).into()] });
        }
    }

    /// A call of inline assembly; with this number of labels for `callbr`.
    fn asm_call(&mut self, labels: Option<usize>) -> CallSite {
        let mut constraints = Vec::new();
        let ret = match self.g.choices.chance(50) {
            false => self.g.module.types.common.void,
            true => {
                constraints.push("=r");
                self.g.integer_type()
            }
        };
        let (mut params, mut args) = (Vec::new(), Vec::new());
        for _ in 0..self.g.choices.below(3) {
            let is = |g: &Generator, ty| {
                g.module.types.integer_width(ty).is_some() || g.module.types.is_pointer(ty)
            };
            let (value, ty) = self.value_where(is, self.g.module.types.common.i32);
            constraints.push("r");
            params.push(ty);
            args.push(value);
        }
        let mut sets = vec![AttributeSetId::default(); params.len()];
        if labels.is_none() && self.g.choices.chance(20) {
            // A memory operand.
            constraints.push("*m");
            let pointee = self.g.type_where(Generator::is_fixed, self.g.module.types.common.i32);
            let element = Attribute::Type(AttributeKind::ElementType, pointee);
            sets.push(self.g.module.attributes.set(&self.g.module.strings, vec![element]));
            let ptr = self.g.module.types.common.ptr;
            params.push(ptr);
            args.push(self.operand(ptr));
        }
        constraints.extend(std::iter::repeat_n("!i", labels.unwrap_or(0)));
        if self.g.choices.chance(40) {
            constraints.push("~{memory}");
        }
        let function_type = self.g.function_type(ret, params, false);
        let template = *self.g.choices.pick(&["nop", "", "mov $0, $1\n\t# \"$$\"", "a\\b"]);
        let assembly = InlineAsm {
            function_type,
            template: self.g.text(template),
            constraints: self.g.text(&constraints.join(",")),
            side_effect: self.g.choices.chance(50),
            align_stack: self.g.choices.chance(20),
            intel_dialect: self.g.choices.chance(20),
            unwind: labels.is_none() && self.g.choices.chance(10),
        };
        let ptr = self.g.module.types.common.ptr;
        let callee = self.g.module.constants.intern(ptr, ConstantKind::InlineAsm(Box::new(assembly)));
        let mut call = self.call_site(callee.into(), function_type, args);
        let list = AttributeList { params: sets, ..AttributeList::default() };
        call.attributes = self.g.module.attributes.list(list);
        call
    }

    pub(super) fn invoke(&mut self, normal: usize, unwind: usize) {
        let mut call = match self.g.choices.chance(10) {
            true => self.asm_call(None),
            false => self.ordinary_call(),
        };
        call.tail = TailKind::None;
        // LLVM does not allow such flags on an `invoke`.
        call.flags = Flags::empty();
        let TypeKind::Function { ret, .. } = *self.g.module.types.kind(call.function_type) else { return };
        let result = self.invoke_result(ret);
        let (normal_block, unwind) = (self.skeleton.blocks[normal], self.skeleton.blocks[unwind]);
        self.terminate(Instruction::Invoke(Box::new(Invoke { call, normal: normal_block, unwind })), result);
        if let Some(local) = result {
            self.invoked(local, normal);
        }
    }

    pub(super) fn callbr(&mut self, fallthrough: usize, indirect: &[usize]) {
        let call = self.asm_call(Some(indirect.len()));
        let TypeKind::Function { ret, .. } = *self.g.module.types.kind(call.function_type) else { return };
        let result = self.invoke_result(ret);
        let fallthrough = self.skeleton.blocks[fallthrough];
        let indirect = indirect.iter().map(|&to| self.skeleton.blocks[to]).collect();
        self.terminate(Instruction::CallBr(Box::new(CallBr { call, fallthrough, indirect })), result);
    }
}
