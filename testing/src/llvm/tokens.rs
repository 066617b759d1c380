//! Generates calls linked by tokens: convergence control (LangRef, Convergent Operation Semantics), and garbage collection
//! statepoints (LangRef, Garbage Collection Statepoints).

use tern_llvm_ir::attributes::{Attribute, AttributeKind, AttributeList};
use tern_llvm_ir::function::{Block, Function, Value};
use tern_llvm_ir::globals::{GlobalKind, GlobalValue};
use tern_llvm_ir::instruction::{Bundle, Instruction, List};
use tern_llvm_ir::{Global, Type, TypeKind};

use super::Generator;
use super::calls::plain_call;
use super::function::Body;

impl Generator {
    /// Generates a function in which every convergent operation has a convergence token: nested loops, each with a loop heart.
    /// Operations without a token must not be mixed in.
    pub(super) fn convergent_function(&mut self) {
        let common = self.module.types.common;
        let ty = self.function_type(common.void, vec![common.i1], false);
        let operation = self.convergent(ty, "converges");
        let function = self.convergent(ty, "convergent");
        let mut code = self.new_function(ty);
        let condition: Value = code.args[0].into();
        code.attributes =
            self.module.globals[function].as_function().map(|it| it.attributes).unwrap_or_default();
        let depth = self.choices.below(4);
        let entry = code.add_block(None);
        let headers: Vec<Block> = (0..depth).map(|_| code.add_block(None)).collect();
        let source = *self.choices.pick(&["entry", "anchor"]);
        let mut token = self.convergence_token(&mut code, entry, source, None);
        self.converging_calls(&mut code, entry, operation, condition, token);
        let mut block = entry;
        for &header in &headers {
            append(&mut code, block, Instruction::Br(header));
            token = self.convergence_token(&mut code, header, "loop", Some(token));
            self.converging_calls(&mut code, header, operation, condition, token);
            block = header;
        }
        for &header in headers.iter().rev() {
            let after = code.add_block(None);
            append(&mut code, block, Instruction::CondBr { condition, then: header, otherwise: after });
            block = after;
        }
        append(&mut code, block, Instruction::Ret(None));
        self.module.globals[function].kind = GlobalKind::Function(Box::new(code));
    }

    /// Declares a convergent function.
    fn convergent(&mut self, ty: Type, stem: &str) -> Global {
        let mut function = self.new_function(ty);
        let convergent = vec![Attribute::Enum(AttributeKind::Convergent)];
        let set = self.module.attributes.set(&self.module.strings, convergent);
        let list = AttributeList { function: set, ..AttributeList::default() };
        function.attributes = self.module.attributes.list(list);
        let name = Some(self.fresh_name(stem));
        self.module.add_global(GlobalValue::new(name, ty, GlobalKind::Function(Box::new(function))))
    }

    fn convergence_token(
        &mut self,
        code: &mut Function,
        block: Block,
        kind: &str,
        outer: Option<Value>,
    ) -> Value {
        let ty = self.module.types.intern(TypeKind::Token);
        let callee = self.intrinsic(&format!("llvm.experimental.convergence.{kind}"), ty, &[], false);
        let call = self.controlled_call(callee, Vec::new(), outer);
        let result = code.add_local(ty, None);
        code.append(block, call, Some(result), List::default());
        result.into()
    }

    fn converging_calls(
        &mut self,
        code: &mut Function,
        block: Block,
        operation: Global,
        condition: Value,
        token: Value,
    ) {
        while self.choices.chance(40) {
            let call = self.controlled_call(operation, vec![condition], Some(token));
            append(code, block, call);
        }
    }

    fn controlled_call(&mut self, callee: Global, args: Vec<Value>, token: Option<Value>) -> Instruction {
        let address = self.module.address_of(callee).into();
        let mut call = plain_call(address, self.module.globals[callee].ty, args);
        let tag = self.text("convergencectrl");
        call.bundles.extend(token.map(|token| Bundle { tag, inputs: vec![token] }));
        Instruction::Call(Box::new(call))
    }
}

fn append(code: &mut Function, block: Block, instruction: Instruction) {
    code.append(block, instruction, None, List::default());
}

impl Body<'_> {
    /// Generates a statepoint, its result, and relocations.
    pub(super) fn statepoint(&mut self) {
        let takes_no_others = |g: &Generator, global: Global| {
            let ty = g.module.globals[global].ty;
            matches!(g.module.types.kind(ty), TypeKind::Function { varargs: false, .. })
        };
        let callees: Vec<Global> =
            self.g.functions.iter().copied().filter(|&global| takes_no_others(self.g, global)).collect();
        if callees.is_empty() || self.token_here().is_some() {
            return;
        }
        let called = *self.g.choices.pick(&callees);
        let called_type = self.g.module.globals[called].ty;
        let TypeKind::Function { ret, params, .. } = self.g.module.types.kind(called_type).clone() else {
            return;
        };
        let common = self.g.module.types.common;
        let token_type = self.g.module.types.intern(TypeKind::Token);
        let fixed = [common.i64, common.i32, common.ptr, common.i32, common.i32];
        let callee = self.g.intrinsic("llvm.experimental.gc.statepoint", token_type, &fixed, true);
        let zero: Value = self.g.i32(0).into();
        let id = self.g.int(common.i64, 7).into();
        let count = self.g.i32(params.len() as i64).into();
        let address = self.g.module.address_of(called).into();
        let mut args = vec![id, zero, address, count, zero];
        args.extend(params.iter().map(|&param| self.operand(param)));
        // The counts of transition and deopt arguments, which are passed in bundles now.
        args.extend([zero, zero]);
        let function_type = self.g.module.globals[callee].ty;
        let intrinsic = self.g.module.address_of(callee).into();
        let mut call = self.call_site(intrinsic, function_type, args);
        let mut parameters = vec![tern_llvm_ir::attributes::AttributeSetId::default(); 2];
        let element = vec![Attribute::Type(AttributeKind::ElementType, called_type)];
        parameters.push(self.g.module.attributes.set(&self.g.module.strings, element));
        let list = AttributeList { params: parameters, ..AttributeList::default() };
        call.attributes = self.g.module.attributes.list(list);
        if self.g.choices.chance(30) {
            let ty = self.g.any_type();
            let state = self.operand(ty);
            call.bundles.push(Bundle { tag: self.g.text("deopt"), inputs: vec![state] });
        }
        let managed = self.g.module.types.pointer(1);
        let live: Vec<Value> = (0..self.g.choices.below(3)).map(|_| self.operand(managed)).collect();
        if !live.is_empty() {
            call.bundles.push(Bundle { tag: self.g.text("gc-live"), inputs: live.clone() });
        }
        self.function.gc = Some(self.g.text("statepoint-example"));
        let Some(token) = self.add(Instruction::Call(Box::new(call)), token_type) else { return };
        let token = (token.into(), token_type);
        // LLVM numbers names of intrinsics that are overloaded on unnamed structs, so avoid these.
        let has_a_name = self.g.is_integral(ret) || self.g.is_floating(ret) || ret == common.ptr;
        if has_a_name && self.g.choices.chance(70) {
            self.call_of("llvm.experimental.gc.result", ret, &[token], None);
        }
        for derived in 0..live.len() {
            let base = self.g.choices.below(live.len());
            let (base, derived) = (self.g.i32(base as i64).into(), self.g.i32(derived as i64).into());
            let (base, derived) = ((base, common.i32), (derived, common.i32));
            self.call_of("llvm.experimental.gc.relocate", managed, &[token, base, derived], None);
        }
    }
}
