//! Changes of calls: callees, arguments, bundles, conventions, tail calls.

use tern_llvm_ir::constants::InlineAsm;
use tern_llvm_ir::globals::CALLING_CONVENTIONS;
use tern_llvm_ir::instruction::{BUNDLE_TAGS, Bundle, CallSite, Instruction, TailKind};
use tern_llvm_ir::{ConstantKind, Function, Global, Inst, TypeKind, Value};

use super::Mutation;

const ASMS: &[(&str, &str)] = &[
    ("nop", ""),
    ("", "=r,r"),
    ("", "r"),
    ("", "=*m,~{memory}"),
    ("", "=r"),
    ("", "=&r,0"),
    ("jmp $0", "!i"),
    ("", "*p"),
];

fn is_call(_: &Function, inst: &Instruction) -> bool {
    inst.call_site().is_some()
}

impl Mutation<'_> {
    fn call(&mut self, global: Global, inst: Inst) -> Option<&mut CallSite> {
        self.function_mut(global).insts[inst].inst.call_site_mut()
    }

    pub(super) fn callee(&mut self) -> Option<()> {
        let (global, inst) = self.inst_where(is_call)?;
        let ty = self.function_of(global).insts[inst].inst.call_site()?.function_type;
        if self.choices.chance(15) {
            let (template, constraints) = *self.choices.pick(ASMS);
            let asm = InlineAsm {
                function_type: ty,
                template: self.text(template),
                constraints: self.text(constraints),
                side_effect: true,
                align_stack: false,
                intel_dialect: false,
                unwind: self.choices.chance(20),
            };
            let pointer = self.module.types.common.ptr;
            let asm = self.module.constants.intern(pointer, ConstantKind::InlineAsm(Box::new(asm)));
            self.call(global, inst)?.callee = asm.into();
            return Some(());
        }
        let all: Vec<Global> = self.module.functions().map(|(global, ..)| global).collect();
        let callee = self.one(&all)?;
        let address = self.module.address_of(callee);
        let callee_type = self.module.globals[callee].ty;
        let keeps_type = self.choices.chance(30);
        let call = self.call(global, inst)?;
        call.callee = address.into();
        if keeps_type || callee_type == ty {
            return Some(());
        }
        let TypeKind::Function { ret, params, .. } = self.module.types.kind(callee_type).clone() else {
            return None;
        };
        let args: Vec<Value> = params.iter().map(|&ty| self.value_of(global, ty)).collect();
        let call = self.call(global, inst)?;
        call.function_type = callee_type;
        call.args = args.into_iter().collect();
        let void = self.module.types.common.void;
        let function = self.function_mut(global);
        match function.insts[inst].result.expand() {
            Some(result) if ret == void => {
                let old = function.locals[result].ty;
                let value = self.constant_of(old).into();
                self.replace_uses(global, result.into(), value);
                self.function_mut(global).insts[inst].result = None.into();
            }
            Some(result) => function.locals[result].ty = ret,
            None if ret == void => {}
            None => {
                let result = function.add_local(ret, None);
                function.locals[result].inst = inst.into();
                function.insts[inst].result = result.into();
            }
        }
        Some(())
    }

    /// Changes, adds or removes an argument.
    pub(super) fn argument(&mut self) -> Option<()> {
        let (global, inst) =
            self.inst_where(|_, inst| inst.call_site().is_some_and(|call| !call.args.is_empty()))?;
        let args = self.function_of(global).insts[inst].inst.call_site()?.args.clone();
        let place = self.choices.below(args.len());
        let ty = self.module.type_of(self.function_of(global), args[place]);
        let (same, any) = (self.value_of(global, ty), self.any_value(global));
        let how = self.choices.weighted(&[70, 10, 10, 10]);
        let call = self.call(global, inst)?;
        match how {
            0 => call.args[place] = same,
            1 => drop(call.args.remove(place)),
            2 => call.args.insert(place, any),
            _ => call.args[place] = any,
        }
        Some(())
    }

    pub(super) fn bundles(&mut self) -> Option<()> {
        let (global, inst) = self.inst_where(is_call)?;
        let known = self.choices.below(BUNDLE_TAGS.len() + 1);
        // Most tags have rules.
        let tag = BUNDLE_TAGS.get(known).copied().unwrap_or("unknown tag");
        let tag = self.text(tag);
        let inputs = (0..self.choices.below(3)).map(|_| self.any_value(global)).collect();
        let how = self.choices.weighted(&[60, 15, 15, 10]);
        let call = self.call(global, inst)?;
        match (how, call.bundles.first().cloned()) {
            (1, Some(_)) => drop(call.bundles.remove(0)),
            (2, Some(first)) => call.bundles.push(first),
            (3, Some(first)) => call.bundles[0] = Bundle { tag, ..first },
            _ => call.bundles.push(Bundle { tag, inputs }),
        }
        Some(())
    }

    /// Changes the convention of a function or call, or the tail marker of a call.
    pub(super) fn convention(&mut self) -> Option<()> {
        let number = match self.choices.chance(50) {
            true => self.choices.pick(CALLING_CONVENTIONS).0,
            false => *self.choices.pick(&[0, 8, 9, 11, 1023]),
        };
        if self.choices.chance(40) {
            let all: Vec<Global> = self.module.functions().map(|(global, ..)| global).collect();
            let global = self.one(&all)?;
            self.function_mut(global).calling_convention = number;
            return Some(());
        }
        let (global, inst) = self.inst_where(is_call)?;
        let tail = *self.choices.pick(TailKind::ALL);
        let with_tail = self.choices.chance(60);
        let is_call = matches!(self.function_of(global).insts[inst].inst, Instruction::Call(_));
        let call = self.call(global, inst)?;
        match with_tail && is_call {
            true => call.tail = tail,
            false => call.calling_convention = number,
        }
        Some(())
    }
}
