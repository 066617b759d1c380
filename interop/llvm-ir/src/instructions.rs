//! Functions with bodies: blocks, instructions, operands.

use std::collections::HashMap;

use either::Either;
use llvm_ir::function::ParameterAttribute;
use llvm_ir::instruction::{InlineAssembly, MemoryOrdering, RMWBinOp, SynchronizationScope};
use llvm_ir::types::Typed;
use llvm_ir::{FPPredicate, Instruction as I, IntPredicate, Name, Operand, Terminator as T, TypeRef};
use tern_llvm_ir::constants::InlineAsm;
use tern_llvm_ir::instruction::{
    Alignment, Alloca, AtomicRmw, Atomicity, BinaryOp, CallSite, CastOp, CatchSwitch, CmpXchg, Flags,
    FloatPredicate, IntPredicate as Condition, Invoke, LandingPad, List, Ordering, RmwOp, Switch, TailKind,
};
use tern_llvm_ir::metadata::Metadata;
use tern_llvm_ir::{Block, ConstantKind, Function, Global, GlobalKind, Instruction, Local, Type, Value};

use crate::Converter;
use crate::globals::alignment;

/// The names of a function.
#[derive(Default)]
struct Names {
    locals: HashMap<Name, Local>,
    blocks: HashMap<Name, Block>,
}

/// A function that is being converted.
struct Body<'c, 'a> {
    converter: &'c mut Converter<'a>,
    function: Function,
    names: Names,
}

impl Converter<'_> {
    /// Gives a function its body.
    pub(crate) fn define_function(&mut self, source: &llvm_ir::Function, global: Global) {
        let params = source.parameters.iter().map(|parameter| &parameter.attributes[..]);
        let attributes = self.attributes(&source.function_attributes, &source.return_attributes, params);
        let mut function = Function::default();
        function.calling_convention = self.calling_convention(source.calling_convention);
        function.attributes = attributes;
        function.gc =
            source.garbage_collector_name.as_ref().map(|name| self.module.strings.intern(name.as_bytes()));
        function.personality = source.personality_function.as_ref().map(|function| self.constant(function));
        let mut body = Body { converter: self, function, names: Names::default() };
        body.declare(source);
        for block in &source.basic_blocks {
            body.block(block);
        }
        let function = body.function;
        self.module.globals[global].kind = GlobalKind::Function(Box::new(function));
    }
}

impl Body<'_, '_> {
    /// Gives each argument, block and result its place, so that they can be referred to before they are defined.
    fn declare(&mut self, source: &llvm_ir::Function) {
        for parameter in &source.parameters {
            let (ty, name) = (self.converter.ty(&parameter.ty), self.converter.name(&parameter.name));
            let local = self.function.add_arg(ty, name);
            self.names.locals.insert(parameter.name.clone(), local);
        }
        for block in &source.basic_blocks {
            let name = self.converter.name(&block.name);
            let handle = self.function.add_block(name);
            self.names.blocks.insert(block.name.clone(), handle);
        }
        for block in &source.basic_blocks {
            for instruction in &block.instrs {
                if let Some((name, ty)) = self.result(instruction) {
                    self.add_result(name, ty);
                }
            }
            match &block.term {
                T::Invoke(invoke) if !Converter::is_void(&invoke.function_ty) => {
                    let ty = self.converter.source.type_of(invoke);
                    let ty = self.converter.ty(&ty);
                    self.add_result(&invoke.result, ty);
                }
                T::CatchSwitch(switch) => {
                    let token = self.converter.module.types.common.token;
                    self.add_result(&switch.result, token);
                }
                _ => {}
            }
        }
    }

    fn add_result(&mut self, name: &Name, ty: Type) {
        let text = self.converter.name(name);
        let local = self.function.add_local(ty, text);
        self.names.locals.insert(name.clone(), local);
    }

    /// The name and the type of what an instruction defines.
    fn result<'i>(&mut self, instruction: &'i I) -> Option<(&'i Name, Type)> {
        let types = &self.converter.source.types;
        let name = match instruction {
            I::Call(call) => call.dest.as_ref()?,
            other => other.try_get_result()?,
        };
        let ty = match instruction {
            I::CatchPad(_) | I::CleanupPad(_) => types.token_type(),
            // With opaque pointers, the address has the type of what it is made of.
            I::CmpXchg(exchange) => {
                let value = exchange.expected.get_type(types);
                types.struct_of(vec![value, types.bool()], false)
            }
            I::AtomicRMW(operation) => operation.value.get_type(types),
            other => other.get_type(types),
        };
        let ty = self.converter.ty(&ty);
        (ty != self.converter.module.types.common.void).then_some((name, ty))
    }

    fn block(&mut self, source: &llvm_ir::BasicBlock) {
        let block = self.target(&source.name);
        for instruction in &source.instrs {
            let converted = self.instruction(instruction);
            let result = self.result(instruction).and_then(|(name, _)| self.names.locals.get(name).copied());
            self.function.append(block, converted, result, List::default());
        }
        let converted = self.terminator(&source.term);
        let result = match &source.term {
            T::Invoke(invoke) if !Converter::is_void(&invoke.function_ty) => Some(&invoke.result),
            T::CatchSwitch(switch) => Some(&switch.result),
            _ => None,
        };
        let result = result.and_then(|name| self.names.locals.get(name).copied());
        self.function.append(block, converted, result, List::default());
    }

    /// A block by name. `llvm-ir` names no block that is not there.
    fn target(&mut self, name: &Name) -> Block {
        match self.names.blocks.get(name) {
            Some(&block) => block,
            None => {
                self.converter.count_loss("block that is named");
                self.function.layout[0]
            }
        }
    }

    fn value(&mut self, operand: &Operand) -> Value {
        match operand {
            Operand::LocalOperand { name, ty } => match self.names.locals.get(name) {
                Some(&local) => local.into(),
                None => {
                    let ty = self.converter.ty(ty);
                    self.converter.unknown(ty, "value that is named").into()
                }
            },
            Operand::ConstantOperand(constant) => self.converter.constant(constant).into(),
            Operand::MetadataOperand => {
                self.converter.count_loss("metadata");
                let module = &self.converter.module;
                // An argument must not be null.
                let unknown = Metadata::String(module.strings.intern(b"unknown"));
                module.constants.intern(module.types.common.metadata, ConstantKind::Metadata(unknown)).into()
            }
        }
    }

    fn values(&mut self, operands: &[Operand]) -> List<Value> {
        let values: Vec<Value> = operands.iter().map(|operand| self.value(operand)).collect();
        self.function.push_values(&values)
    }

    fn instruction(&mut self, instruction: &I) -> Instruction {
        /// An operation on two operands, with the flags that it has.
        macro_rules! binary {
            ($op:ident, $source:expr $(, $flag:ident = $bit:ident)*) => {{
                let flags = Flags::empty() $(| if $source.$flag { Flags::$bit } else { Flags::empty() })*;
                let (lhs, rhs) = (self.value(&$source.operand0), self.value(&$source.operand1));
                Instruction::Binary { op: BinaryOp::$op, flags, lhs, rhs }
            }};
        }
        macro_rules! cast {
            ($op:ident, $source:expr) => {
                Instruction::Cast {
                    op: CastOp::$op,
                    flags: Flags::empty(),
                    value: self.value(&$source.operand),
                }
            };
        }
        match instruction {
            I::Add(i) => binary!(Add, i, nuw = NUW, nsw = NSW),
            I::Sub(i) => binary!(Sub, i, nuw = NUW, nsw = NSW),
            I::Mul(i) => binary!(Mul, i, nuw = NUW, nsw = NSW),
            I::Shl(i) => binary!(Shl, i, nuw = NUW, nsw = NSW),
            I::UDiv(i) => binary!(UDiv, i, exact = EXACT),
            I::SDiv(i) => binary!(SDiv, i, exact = EXACT),
            I::LShr(i) => binary!(LShr, i, exact = EXACT),
            I::AShr(i) => binary!(AShr, i, exact = EXACT),
            I::URem(i) => binary!(URem, i),
            I::SRem(i) => binary!(SRem, i),
            I::And(i) => binary!(And, i),
            I::Or(i) => binary!(Or, i),
            I::Xor(i) => binary!(Xor, i),
            I::FAdd(i) => binary!(FAdd, i),
            I::FSub(i) => binary!(FSub, i),
            I::FMul(i) => binary!(FMul, i),
            I::FDiv(i) => binary!(FDiv, i),
            I::FRem(i) => binary!(FRem, i),
            I::Trunc(i) => cast!(Trunc, i),
            I::ZExt(i) => cast!(ZExt, i),
            I::SExt(i) => cast!(SExt, i),
            I::FPTrunc(i) => cast!(FpTrunc, i),
            I::FPExt(i) => cast!(FpExt, i),
            I::FPToUI(i) => cast!(FpToUi, i),
            I::FPToSI(i) => cast!(FpToSi, i),
            I::UIToFP(i) => cast!(UiToFp, i),
            I::SIToFP(i) => cast!(SiToFp, i),
            I::PtrToInt(i) => cast!(PtrToInt, i),
            I::IntToPtr(i) => cast!(IntToPtr, i),
            I::BitCast(i) => cast!(BitCast, i),
            I::AddrSpaceCast(i) => cast!(AddrSpaceCast, i),
            I::FNeg(i) => Instruction::FNeg { flags: Flags::empty(), value: self.value(&i.operand) },
            I::Freeze(i) => Instruction::Freeze(self.value(&i.operand)),
            I::ICmp(i) => Instruction::ICmp {
                predicate: condition(i.predicate),
                flags: Flags::empty(),
                lhs: self.value(&i.operand0),
                rhs: self.value(&i.operand1),
            },
            I::FCmp(i) => Instruction::FCmp {
                predicate: float_condition(i.predicate),
                flags: Flags::empty(),
                lhs: self.value(&i.operand0),
                rhs: self.value(&i.operand1),
            },
            I::Select(i) => Instruction::Select {
                flags: Flags::empty(),
                condition: self.value(&i.condition),
                then: self.value(&i.true_value),
                otherwise: self.value(&i.false_value),
            },
            I::Phi(i) => {
                let edges =
                    i.incoming_values.iter().map(|(value, block)| (self.value(value), self.target(block)));
                let edges: Vec<(Value, Block)> = edges.collect();
                Instruction::Phi { flags: Flags::empty(), incoming: self.function.push_edges(&edges) }
            }
            I::ExtractElement(i) => {
                Instruction::ExtractElement { vector: self.value(&i.vector), index: self.value(&i.index) }
            }
            I::InsertElement(i) => Instruction::InsertElement {
                vector: self.value(&i.vector),
                value: self.value(&i.element),
                index: self.value(&i.index),
            },
            I::ShuffleVector(i) => {
                let (a, b, mask) = (self.value(&i.operand0), self.value(&i.operand1), self.mask(&i.mask));
                Instruction::ShuffleVector { a, b, mask }
            }
            I::ExtractValue(i) => Instruction::ExtractValue {
                aggregate: self.value(&i.aggregate),
                indices: self.function.push_numbers(&i.indices),
            },
            I::InsertValue(i) => Instruction::InsertValue {
                aggregate: self.value(&i.aggregate),
                value: self.value(&i.element),
                indices: self.function.push_numbers(&i.indices),
            },
            I::Alloca(i) => Instruction::Alloca(Alloca {
                allocated: self.converter.ty(&i.allocated_type),
                count: self.value(&i.num_elements),
                alignment: alignment(i.alignment),
                inalloca: false,
                swifterror: false,
            }),
            I::Load(i) => Instruction::Load {
                address: self.value(&i.address),
                alignment: alignment(i.alignment),
                volatile: i.volatile,
                atomicity: i
                    .atomicity
                    .as_ref()
                    .map_or(Atomicity::NONE, |atomicity| self.atomicity(atomicity)),
            },
            I::Store(i) => {
                let atomicity =
                    i.atomicity.as_ref().map_or(Atomicity::NONE, |atomicity| self.atomicity(atomicity));
                Instruction::Store {
                    address: self.value(&i.address),
                    value: self.value(&i.value),
                    alignment: alignment(i.alignment),
                    volatile: i.volatile,
                    atomicity,
                }
            }
            I::Fence(i) => Instruction::Fence(self.atomicity(&i.atomicity)),
            I::CmpXchg(i) => {
                self.converter.count_loss("alignment of an atomic operation");
                let atomicity = self.atomicity(&i.atomicity);
                Instruction::CmpXchg(Box::new(CmpXchg {
                    address: self.value(&i.address),
                    expected: self.value(&i.expected),
                    new: self.value(&i.replacement),
                    weak: i.weak,
                    volatile: i.volatile,
                    success: atomicity.ordering,
                    failure: ordering(i.failure_memory_ordering),
                    scope: atomicity.scope,
                    alignment: Alignment::NONE,
                }))
            }
            I::AtomicRMW(i) => {
                self.converter.count_loss("alignment of an atomic operation");
                Instruction::AtomicRmw(Box::new(AtomicRmw {
                    op: operation(i.operation),
                    address: self.value(&i.address),
                    value: self.value(&i.value),
                    volatile: i.volatile,
                    elementwise: false,
                    atomicity: self.atomicity(&i.atomicity),
                    alignment: Alignment::NONE,
                }))
            }
            I::GetElementPtr(i) => Instruction::GetElementPtr {
                flags: if i.in_bounds { Flags::INBOUNDS | Flags::NUSW } else { Flags::empty() },
                element: self.converter.ty(&i.source_element_type),
                base: self.value(&i.address),
                indices: self.values(&i.indices),
            },
            I::VAArg(i) => Instruction::VaArg { list: self.value(&i.arg_list) },
            I::Call(i) => {
                let mut call = self.call(&i.function, &i.function_ty, &i.arguments);
                call.calling_convention = self.converter.calling_convention(i.calling_convention);
                call.attributes =
                    self.call_attributes(&i.function_attributes, &i.return_attributes, &i.arguments);
                call.tail = if i.is_tail_call { TailKind::Tail } else { TailKind::None };
                Instruction::Call(Box::new(call))
            }
            I::LandingPad(i) => {
                // How many there are is known.
                let null = self.converter.module.types.common.ptr;
                let clauses = i.clauses.iter();
                let clauses =
                    clauses.map(|_| (self.converter.unknown(null, "clause of a landing pad").into(), false));
                Instruction::LandingPad(Box::new(LandingPad {
                    cleanup: i.cleanup,
                    clauses: clauses.collect(),
                }))
            }
            I::CatchPad(i) => {
                Instruction::CatchPad { parent: self.value(&i.catch_switch), args: self.values(&i.args) }
            }
            I::CleanupPad(i) => {
                Instruction::CleanupPad { parent: self.value(&i.parent_pad), args: self.values(&i.args) }
            }
        }
    }

    fn terminator(&mut self, terminator: &T) -> Instruction {
        match terminator {
            T::Ret(t) => Instruction::Ret(t.return_operand.as_ref().map(|value| self.value(value))),
            T::Br(t) => Instruction::Br(self.target(&t.dest)),
            T::CondBr(t) => Instruction::CondBr {
                condition: self.value(&t.condition),
                then: self.target(&t.true_dest),
                otherwise: self.target(&t.false_dest),
            },
            T::Switch(t) => {
                let cases = t.dests.iter();
                let cases =
                    cases.map(|(value, block)| (self.converter.constant(value).into(), self.target(block)));
                let cases = cases.collect();
                let (value, default) = (self.value(&t.operand), self.target(&t.default_dest));
                Instruction::Switch(Box::new(Switch { value, default, cases }))
            }
            T::IndirectBr(t) => Instruction::IndirectBr {
                address: self.value(&t.operand),
                destinations: t.possible_dests.iter().map(|block| self.target(block)).collect(),
            },
            T::Invoke(t) => {
                let mut call = self.call(&t.function, &t.function_ty, &t.arguments);
                call.calling_convention = self.converter.calling_convention(t.calling_convention);
                call.attributes =
                    self.call_attributes(&t.function_attributes, &t.return_attributes, &t.arguments);
                let (normal, unwind) = (self.target(&t.return_label), self.target(&t.exception_label));
                Instruction::Invoke(Box::new(Invoke { call, normal, unwind }))
            }
            T::Resume(t) => Instruction::Resume(self.value(&t.operand)),
            T::Unreachable(_) => Instruction::Unreachable,
            T::CleanupRet(t) => Instruction::CleanupRet {
                pad: self.value(&t.cleanup_pad),
                unwind: t.unwind_dest.as_ref().map(|block| self.target(block)),
            },
            T::CatchRet(t) => {
                Instruction::CatchRet { pad: self.value(&t.catch_pad), successor: self.target(&t.successor) }
            }
            T::CatchSwitch(t) => Instruction::CatchSwitch(Box::new(CatchSwitch {
                parent: self.value(&t.parent_pad),
                handlers: t.catch_handlers.iter().map(|block| self.target(block)).collect(),
                unwind: t.default_unwind_dest.as_ref().map(|block| self.target(block)),
            })),
            // Where it goes is known in part only: nothing can be made of it but its end.
            T::CallBr(_) => {
                self.converter.count_loss("callbr");
                Instruction::Unreachable
            }
        }
    }

    fn call(
        &mut self,
        function: &Either<InlineAssembly, Operand>,
        ty: &TypeRef,
        arguments: &[(Operand, Vec<ParameterAttribute>)],
    ) -> CallSite {
        let function_type = self.converter.ty(ty);
        let callee = match function {
            Either::Right(operand) => self.value(operand),
            Either::Left(_) => {
                self.converter.count_loss("inline assembly");
                let module = &self.converter.module;
                let nothing = module.strings.intern(b"");
                let assembly = InlineAsm {
                    function_type,
                    template: nothing,
                    constraints: nothing,
                    side_effect: true,
                    align_stack: false,
                    intel_dialect: false,
                    unwind: false,
                };
                module
                    .constants
                    .intern(module.types.common.ptr, ConstantKind::InlineAsm(Box::new(assembly)))
                    .into()
            }
        };
        CallSite {
            callee,
            function_type,
            args: arguments.iter().map(|(value, _)| self.value(value)).collect(),
            calling_convention: 0,
            attributes: Default::default(),
            bundles: Default::default(),
            flags: Flags::empty(),
            tail: TailKind::None,
        }
    }

    fn call_attributes(
        &mut self,
        function: &[llvm_ir::function::FunctionAttribute],
        ret: &[ParameterAttribute],
        arguments: &[(Operand, Vec<ParameterAttribute>)],
    ) -> tern_llvm_ir::attributes::AttributeListId {
        self.converter.attributes(function, ret, arguments.iter().map(|(_, attributes)| &attributes[..]))
    }

    /// The mask of a shuffle: numbers, all ones for poison.
    fn mask(&mut self, mask: &llvm_ir::ConstantRef) -> List<u32> {
        let constant = self.converter.constant(mask);
        let module = &self.converter.module;
        let elements = match module.constants.kind(constant) {
            ConstantKind::Poison | ConstantKind::Undef => None,
            _ => module.constants.elements(&module.types, constant),
        };
        let count = module.types.element_count(module.constants.ty(constant)).unwrap_or_default();
        let elements = elements.unwrap_or_else(|| vec![constant; count as usize]);
        let numbers: Vec<u32> = elements
            .iter()
            .map(|&element| match module.constants.kind(element) {
                ConstantKind::Integer(value) => *value as u32,
                ConstantKind::Zero => 0,
                _ => u32::MAX,
            })
            .collect();
        self.function.push_numbers(&numbers)
    }

    fn atomicity(&mut self, atomicity: &llvm_ir::instruction::Atomicity) -> Atomicity {
        let scope = match atomicity.synch_scope {
            SynchronizationScope::System => None,
            SynchronizationScope::SingleThread => Some(self.converter.module.strings.intern(b"singlethread")),
        };
        Atomicity { ordering: ordering(atomicity.mem_ordering), scope }
    }
}

fn ordering(ordering: MemoryOrdering) -> Ordering {
    match ordering {
        MemoryOrdering::Unordered => Ordering::Unordered,
        MemoryOrdering::Monotonic => Ordering::Monotonic,
        MemoryOrdering::Acquire => Ordering::Acquire,
        MemoryOrdering::Release => Ordering::Release,
        MemoryOrdering::AcquireRelease => Ordering::AcqRel,
        MemoryOrdering::SequentiallyConsistent => Ordering::SeqCst,
        MemoryOrdering::NotAtomic => Ordering::NotAtomic,
    }
}

fn operation(operation: RMWBinOp) -> RmwOp {
    match operation {
        RMWBinOp::Xchg => RmwOp::Xchg,
        RMWBinOp::Add => RmwOp::Add,
        RMWBinOp::Sub => RmwOp::Sub,
        RMWBinOp::And => RmwOp::And,
        RMWBinOp::Nand => RmwOp::Nand,
        RMWBinOp::Or => RmwOp::Or,
        RMWBinOp::Xor => RmwOp::Xor,
        RMWBinOp::Max => RmwOp::Max,
        RMWBinOp::Min => RmwOp::Min,
        RMWBinOp::UMax => RmwOp::UMax,
        RMWBinOp::UMin => RmwOp::UMin,
        RMWBinOp::FAdd => RmwOp::FAdd,
        RMWBinOp::FSub => RmwOp::FSub,
        RMWBinOp::FMax => RmwOp::FMax,
        RMWBinOp::FMin => RmwOp::FMin,
        RMWBinOp::UIncWrap => RmwOp::UIncWrap,
        RMWBinOp::UDecWrap => RmwOp::UDecWrap,
    }
}

fn condition(predicate: IntPredicate) -> Condition {
    match predicate {
        IntPredicate::EQ => Condition::Eq,
        IntPredicate::NE => Condition::Ne,
        IntPredicate::UGT => Condition::Ugt,
        IntPredicate::UGE => Condition::Uge,
        IntPredicate::ULT => Condition::Ult,
        IntPredicate::ULE => Condition::Ule,
        IntPredicate::SGT => Condition::Sgt,
        IntPredicate::SGE => Condition::Sge,
        IntPredicate::SLT => Condition::Slt,
        IntPredicate::SLE => Condition::Sle,
    }
}

fn float_condition(predicate: FPPredicate) -> FloatPredicate {
    match predicate {
        FPPredicate::False => FloatPredicate::False,
        FPPredicate::OEQ => FloatPredicate::Oeq,
        FPPredicate::OGT => FloatPredicate::Ogt,
        FPPredicate::OGE => FloatPredicate::Oge,
        FPPredicate::OLT => FloatPredicate::Olt,
        FPPredicate::OLE => FloatPredicate::Ole,
        FPPredicate::ONE => FloatPredicate::One,
        FPPredicate::ORD => FloatPredicate::Ord,
        FPPredicate::UNO => FloatPredicate::Uno,
        FPPredicate::UEQ => FloatPredicate::Ueq,
        FPPredicate::UGT => FloatPredicate::Ugt,
        FPPredicate::UGE => FloatPredicate::Uge,
        FPPredicate::ULT => FloatPredicate::Ult,
        FPPredicate::ULE => FloatPredicate::Ule,
        FPPredicate::UNE => FloatPredicate::Une,
        FPPredicate::True => FloatPredicate::True,
    }
}
