//! Conditions of instructions and blocks.

use tern_llvm_ir::attributes::values::Access;
use tern_llvm_ir::cranelift_entity::EntityRef;
use tern_llvm_ir::function::ValueKind;
use tern_llvm_ir::instruction::CallSite;
use tern_llvm_ir::query::Callee;
use tern_llvm_ir::types::Type;
use tern_llvm_ir::{Block, Inst, Instruction, Value};

use super::facts::{Scope, Set, has};
use super::globals::{has_attribute, holds};
use super::plain::{address, alignment, plain, written_address};
use super::syntax::{AttributeTest, Expr, Measure, Nested, Operand, Place, Target, Test};
use crate::graph::reachable;
use crate::lines;
use crate::objects::{Object, objects};
use crate::stack;

impl Scope<'_, '_> {
    /// Whether an instruction fulfills a condition. Debug records fulfill only what names them.
    pub(super) fn inst_is(&self, condition: &Expr, block: Block, inst: Inst) -> bool {
        holds(condition, &mut |test| self.inst_test(test, block, inst))
    }

    fn inst_test(&self, test: &Test, block: Block, inst: Inst) -> bool {
        let (facts, module) = (self.facts, self.facts.module);
        let instruction = &self.function.insts[inst].inst;
        let call = || instruction.call_site();
        match test {
            Test::Opcode(opcodes) => opcodes.contains(&instruction.opcode()),
            Test::IntPredicate(_)
            | Test::FloatPredicate(_)
            | Test::Rmw(_)
            | Test::Operation(..)
            | Test::Flag(_)
            | Test::Volatile
            | Test::Atomic
            | Test::Weak
            | Test::Tail(_)
            | Test::Cleanup
            | Test::InAlloca
            | Test::Ordering(_) => plain(test, instruction),
            Test::Scope(names) => {
                instruction.sync_scope().is_some_and(|name| names.matches(module.strings.get(name)))
            }
            Test::Direct => call().is_some_and(|call| module.called(call).global().is_some()),
            Test::Indirect => call().is_some_and(|call| matches!(module.called(call), Callee::Indirect(_))),
            Test::Asm => call().is_some_and(|call| matches!(module.called(call), Callee::Asm(_))),
            Test::Intrinsic => call().is_some_and(|call| matches!(module.called(call), Callee::Intrinsic(_))),
            Test::OfType(pattern) => self.type_about(inst).is_some_and(|ty| facts.type_is(pattern, ty)),
            Test::Returning(pattern) => self.result_type(inst).is_some_and(|ty| facts.type_is(pattern, ty)),
            Test::Taking(pattern) => {
                self.any_operand(inst, |value| facts.type_is(pattern, module.type_of(self.function, value)))
            }
            Test::To(target) => self.leads_to(target, inst),
            Test::From(target) => self.comes_from(target, inst),
            Test::Operand(None, wanted) => self.any_operand(inst, |value| self.value_is(wanted, value)),
            Test::NotOperand(None, wanted) => !self.any_operand(inst, |value| self.value_is(wanted, value)),
            Test::Operand(Some(place), wanted) => {
                self.function.operands(inst).get(*place).is_some_and(|&value| self.value_is(wanted, value))
            }
            Test::NotOperand(Some(place), wanted) => {
                self.function.operands(inst).get(*place).is_some_and(|&value| !self.value_is(wanted, value))
            }
            Test::DependsOn(wanted, slot) => has(&self.dependents(wanted, *slot), inst),
            Test::Used(wanted) => {
                let result = self.function.insts[inst].result.expand();
                result.is_some_and(|local| self.uses().users(local).is_empty() != *wanted)
            }
            Test::UsedBy(nested) => self.any_user(inst, |user| self.is_found(nested, user)),
            Test::Feeds(nested) => has(&self.feeding(&nested.condition, nested.slot), inst),
            Test::Attached(kind) => match kind.as_str() {
                "dbg" => module.location(self.function, inst).is_some(),
                _ => module.attached(self.function.inst_attachments(inst), kind).is_some(),
            },
            Test::Attribute(place, attribute) => {
                call().is_some_and(|call| self.call_has(call, *place, attribute))
            }
            Test::Bundle(names) => call().is_some_and(|call| {
                call.bundles.iter().any(|bundle| names.matches(module.strings.get(bundle.tag)))
            }),
            Test::Convention(number) => call().is_some_and(|call| call.calling_convention == *number),
            Test::At(source) => {
                lines::comes_from(module, self.function, inst, &source.file, source.first..=source.last)
            }
            Test::May(access, globals) => {
                self.may(*access, globals.as_ref().map(|(globals, _)| globals), inst)
            }
            Test::Named(names) => {
                let result = self.function.insts[inst].result.expand();
                result
                    .and_then(|local| self.function.locals[local].name)
                    .is_some_and(|name| names.matches(module.strings.get(name)))
            }
            Test::InBlocks(nested) => has(
                &self.set(nested.slot, || {
                    let mut set = vec![false; self.function.blocks.len()];
                    for &block in &self.function.layout {
                        set[block.index()] = self.block_is(&nested.condition, block);
                    }
                    set
                }),
                block,
            ),
            Test::Measure(measure, number) => match measure {
                Measure::Depth => number.holds(self.loops().depth(block).into()),
                Measure::Operands => number.holds(self.function.operands(inst).len() as u64),
                Measure::Align => alignment(instruction).is_some_and(|bytes| number.holds(bytes)),
                Measure::Size => self.size(inst).is_some_and(|size| number.holds(size)),
                _ => false,
            },
            _ => self.place_is(test, block),
        }
    }

    /// Tests that instructions and blocks share.
    fn place_is(&self, test: &Test, block: Block) -> bool {
        match test {
            Test::InLoops => self.loops().depth(block) > 0,
            Test::InFunctions(globals) => has(self.facts.globals(globals), self.global),
            Test::Measure(Measure::Depth, number) => number.holds(self.loops().depth(block).into()),
            _ => false,
        }
    }

    /// Whether a block fulfills a condition.
    pub(super) fn block_is(&self, condition: &Expr, block: Block) -> bool {
        let function = self.function;
        holds(condition, &mut |test| match test {
            Test::Named(names) => function.blocks[block]
                .name
                .is_some_and(|name| names.matches(self.facts.module.strings.get(name))),
            Test::Entry => function.layout.first() == Some(&block),
            Test::Header => {
                let loops = self.loops();
                loops.innermost(block).is_some_and(|inner| loops[inner].header == block)
            }
            Test::Reachable => self.cfg().is_reachable(block),
            Test::Containing(nested) => {
                function.block_insts(block).iter().any(|&inst| self.inst_is(&nested.condition, block, inst))
            }
            Test::Measure(Measure::Instructions, number) => {
                let insts = function.block_insts(block).iter();
                let real = insts.filter(|&&inst| function.insts[inst].inst.debug_record().is_none());
                number.holds(real.count() as u64)
            }
            Test::Measure(Measure::Successors, number) => {
                number.holds(function.successors(block).len() as u64)
            }
            Test::Measure(Measure::Predecessors, number) => number.holds(self.predecessors(block).into()),
            _ => self.place_is(test, block),
        })
    }

    fn any_operand(&self, inst: Inst, is: impl Fn(Value) -> bool) -> bool {
        let mut found = false;
        self.function.insts[inst].inst.for_each_operand(self.function, |value| found = found || is(value));
        found
    }

    fn any_user(&self, inst: Inst, is: impl Fn(Inst) -> bool) -> bool {
        let Some(result) = self.function.insts[inst].result.expand() else { return false };
        self.uses().users(result).iter().copied().any(is)
    }

    fn definer(&self, value: Value) -> Option<Inst> {
        self.function.locals[value.local()?].inst.expand()
    }

    /// Whether a value is one of this kind.
    fn value_is(&self, wanted: &Operand, value: Value) -> bool {
        let local = match value.kind() {
            ValueKind::Constant(constant) => return self.facts.constant_is(wanted, constant),
            ValueKind::Local(local) => &self.function.locals[local],
        };
        match wanted {
            Operand::Argument => local.inst.is_none(),
            Operand::OfType(pattern) => self.facts.type_is(pattern, local.ty),
            Operand::Local(names) => {
                local.name.is_some_and(|name| names.matches(self.facts.module.strings.get(name)))
            }
            Operand::Result(nested) => self.is_result(nested, value),
            _ => false,
        }
    }

    fn is_result(&self, nested: &Nested, value: Value) -> bool {
        self.definer(value).is_some_and(|inst| self.is_found(nested, inst))
    }

    /// The instructions that depend on a value, through operands.
    fn dependents(&self, wanted: &Operand, slot: usize) -> std::rc::Rc<Set> {
        self.set(slot, || {
            let insts = self.function.instructions().map(|(_, inst)| inst);
            let roots = insts.filter(|&inst| self.any_operand(inst, |value| self.value_is(wanted, value)));
            let uses = self.uses();
            self.closure(roots.collect(), |inst, found| {
                if let Some(result) = self.function.insts[inst].result.expand() {
                    uses.users(result).iter().for_each(|&user| found(user));
                }
            })
        })
    }

    /// The instructions that such an instruction depends on, through operands.
    fn feeding(&self, condition: &Expr, slot: usize) -> std::rc::Rc<Set> {
        self.set(slot, || {
            let operands = |inst: Inst, found: &mut dyn FnMut(Inst)| {
                self.function.insts[inst].inst.for_each_operand(self.function, |value| {
                    self.definer(value).into_iter().for_each(&mut *found);
                });
            };
            let mut roots = Vec::new();
            for (block, inst) in self.function.instructions() {
                if self.inst_is(condition, block, inst) {
                    operands(inst, &mut |definer| roots.push(definer));
                }
            }
            self.closure(roots, operands)
        })
    }

    fn closure(&self, roots: Vec<Inst>, next: impl Fn(Inst, &mut dyn FnMut(Inst))) -> Set {
        let mut set = vec![false; self.function.insts.len()];
        reachable(roots, next).into_iter().for_each(|inst| set[inst.index()] = true);
        set
    }

    fn result_type(&self, inst: Inst) -> Option<Type> {
        self.function.insts[inst].result.expand().map(|local| self.function.locals[local].ty)
    }

    /// The bytes that an instruction accesses, or allocates if that is a constant.
    fn size(&self, inst: Inst) -> Option<u64> {
        let module = self.facts.module;
        let instruction = &self.function.insts[inst].inst;
        if let Instruction::Alloca(alloca) = instruction {
            return stack::size(module, &self.facts.sizes(), alloca);
        }
        let ty = module.accessed_type(self.function, instruction, self.result_type(inst))?;
        self.facts.sizes().allocated(ty)
    }

    /// The type that an instruction is about: what it accesses, allocates, compares, converts, indexes, or else its result.
    fn type_about(&self, inst: Inst) -> Option<Type> {
        let instruction = &self.function.insts[inst].inst;
        let of = |value: &Value| self.facts.module.type_of(self.function, *value);
        Some(match instruction {
            Instruction::GetElementPtr { element, .. } => *element,
            Instruction::Cast { value, .. } | Instruction::Resume(value) => of(value),
            Instruction::ICmp { lhs, .. } | Instruction::FCmp { lhs, .. } => of(lhs),
            Instruction::ExtractElement { vector, .. } => of(vector),
            Instruction::ExtractValue { aggregate, .. } => of(aggregate),
            Instruction::Ret(value) => of(value.as_ref()?),
            Instruction::Switch(switch) => of(&switch.value),
            Instruction::CmpXchg(_) | Instruction::Alloca(_) | Instruction::Store { .. } => {
                return self.facts.module.accessed_type(self.function, instruction, None);
            }
            _ => return self.result_type(inst),
        })
    }

    fn leads_to(&self, target: &Target, inst: Inst) -> bool {
        let (facts, module) = (self.facts, self.facts.module);
        let instruction = &self.function.insts[inst].inst;
        if let Some(call) = instruction.call_site() {
            let globals = match target {
                Target::Globals(globals) => facts.globals(globals),
                Target::Result(_, Some(names)) => facts.named(names),
                Target::Result(nested, None) => return self.is_result(nested, call.callee),
                Target::Local(names) => {
                    return self.is_local(names, call.callee) || self.branches_to(names, instruction);
                }
                Target::Type(_) => return false,
            };
            // The pattern may name an alias or its aliasee.
            let is_in = |global: Option<tern_llvm_ir::Global>| global.is_some_and(|it| has(globals, it));
            return is_in(module.named_callee(call)) || is_in(module.called(call).global());
        }
        match target {
            Target::Type(pattern) => {
                matches!(instruction, Instruction::Cast { .. })
                    && self.result_type(inst).is_some_and(|ty| facts.type_is(pattern, ty))
            }
            Target::Local(names) => {
                self.branches_to(names, instruction)
                    || written_address(instruction).is_some_and(|address| self.is_local(names, address))
            }
            _ => written_address(instruction).is_some_and(|address| self.points_into(target, address)),
        }
    }

    fn comes_from(&self, target: &Target, inst: Inst) -> bool {
        let instruction = &self.function.insts[inst].inst;
        match target {
            Target::Local(names) => self.any_operand(inst, |value| self.is_local(names, value)),
            Target::Type(pattern) => {
                matches!(instruction, Instruction::Cast { .. })
                    && self.type_about(inst).is_some_and(|ty| self.facts.type_is(pattern, ty))
            }
            Target::Result(nested, _) => {
                self.any_operand(inst, |value| self.is_result(nested, value))
                    || address(instruction).is_some_and(|address| self.points_into(target, address))
            }
            Target::Globals(_) => {
                address(instruction).is_some_and(|address| self.points_into(target, address))
            }
        }
    }

    fn is_local(&self, names: &super::patterns::Names, value: Value) -> bool {
        let name = value.local().and_then(|local| self.function.locals[local].name);
        name.is_some_and(|name| names.matches(self.facts.module.strings.get(name)))
    }

    fn branches_to(&self, names: &super::patterns::Names, instruction: &Instruction) -> bool {
        instruction.is_terminator()
            && instruction.successors().iter().any(|&to| {
                let name = self.function.blocks[to].name;
                name.is_some_and(|name| names.matches(self.facts.module.strings.get(name)))
            })
    }

    /// Whether an address may point into a global of a set, or what such an instruction allocates.
    fn points_into(&self, target: &Target, address: Value) -> bool {
        let found = objects(self.facts.module, self.function, address);
        found.into_iter().any(|object| match (object, target) {
            (Object::Global(global), Target::Globals(globals)) => has(self.facts.globals(globals), global),
            (Object::Alloca(inst) | Object::Allocated(inst), Target::Result(nested, _)) => {
                self.is_found(nested, inst)
            }
            _ => false,
        })
    }

    fn call_has(&self, call: &CallSite, place: Place, wanted: &AttributeTest) -> bool {
        let module = self.facts.module;
        let own = call.attributes;
        let callee = module.named_callee(call).and_then(|it| module.globals[it].as_function());
        let lists = std::iter::once(own).chain(callee.map(|function| function.attributes));
        lists.map(|list| module.attributes.get_list(list)).any(|list| match place {
            Place::Own => has_attribute(module, list.function, wanted),
            Place::Result => has_attribute(module, list.ret, wanted),
            Place::Parameter => list.params.iter().any(|&set| has_attribute(module, set, wanted)),
        })
    }

    fn may(&self, access: Access, globals: Option<&super::syntax::Globals>, inst: Inst) -> bool {
        let (module, memory) = (self.facts.module, self.facts.memory());
        match globals {
            None => {
                let effects = memory.inst_effects(module, self.function, inst);
                if access == Access::Read { effects.reads() } else { effects.writes() }
            }
            Some(globals) => {
                let (of, calls) = (self.facts.elements(globals), self.facts.calls());
                of.iter().any(|&variable| {
                    memory.inst_access(module, calls, (self.global, inst), variable).and(access)
                        != Access::None
                })
            }
        }
    }
}
