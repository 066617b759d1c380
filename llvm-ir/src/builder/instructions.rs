//! The methods that make instructions.

use super::{Builder, Marks};
use crate::constants::Constant;
use crate::datalayout::DataLayout;
use crate::function::{Block, Function, Value};
use crate::globals::Global;
use crate::instruction::{
    Alignment, Alloca, AtomicRmw, Atomicity, BinaryOp, CallBr, CallSite, CastOp, CatchSwitch, CmpXchg,
    DebugRecord, DebugRecordKind, Flags, FloatPredicate, Instruction, IntPredicate, Invoke, LandingPad,
    Ordering, RecordOperand, RmwOp, Switch,
};
use crate::metadata::{MdNode, Metadata};
use crate::sizes::Sizes;
use crate::types::{Type, TypeKind};

/// A clause of `landingpad`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clause {
    /// `catch`: an exception of this type.
    Catch(Constant),
    /// `filter`: an array of types.
    Filter(Constant),
}

macro_rules! binary_methods {
    ($($name:ident $op:ident,)+) => {$(
        #[doc = concat!("Makes `", stringify!($name), "`.")]
        #[track_caller]
        pub fn $name(&mut self, lhs: impl Into<Value>, rhs: impl Into<Value>) -> Value {
            self.binary(BinaryOp::$op, lhs, rhs)
        }
    )+};
}

macro_rules! cast_methods {
    ($($name:ident $op:ident,)+) => {$(
        #[doc = concat!("Converts a value by `", stringify!($name), "`.")]
        #[track_caller]
        pub fn $name(&mut self, value: impl Into<Value>, to: Type) -> Value {
            self.cast(CastOp::$op, value, to)
        }
    )+};
}

/// Methods for all instructions. All panic if the builder is at no position, if an operand has a wrong type, if the instruction cannot
/// have a mark (a flag, an alignment, …) that it was given, or if the block has a terminator already.
impl Builder<'_> {
    /// Makes an instruction with the marks that were given before.
    #[track_caller]
    fn made(
        &mut self,
        ty: Option<Type>,
        make: impl FnOnce(&mut Marks, &mut Function) -> Instruction,
    ) -> Option<Value> {
        let mut marks = std::mem::take(&mut self.next);
        let inst = make(&mut marks, self.function_mut());
        let left = [
            (marks.flags != Flags::empty(), "flags"),
            (marks.alignment != Alignment::NONE, "an alignment"),
            (marks.volatile, "`volatile`"),
            (marks.weak, "`weak`"),
            (marks.atomicity.is_some(), "an ordering or a scope"),
        ];
        if let Some((_, mark)) = left.into_iter().find(|(is_left, _)| *is_left) {
            panic!("{} cannot have {mark}", inst.opcode().spelling());
        }
        self.insert_with(inst, ty, marks).unwrap_or_else(|error| panic!("{error}"))
    }

    #[track_caller]
    fn value(
        &mut self,
        ty: Option<Type>,
        make: impl FnOnce(&mut Marks, &mut Function) -> Instruction,
    ) -> Value {
        self.made(ty, make).expect("the instruction has a result")
    }

    /// Returns a value from the function.
    #[track_caller]
    pub fn ret(&mut self, value: impl Into<Value>) {
        let value = Some(value.into());
        self.made(None, |_, _| Instruction::Ret(value));
    }

    /// Returns from a function of type `void`.
    #[track_caller]
    pub fn ret_void(&mut self) {
        self.made(None, |_, _| Instruction::Ret(None));
    }

    /// Branches to a block.
    #[track_caller]
    pub fn br(&mut self, block: Block) {
        self.made(None, |_, _| Instruction::Br(block));
    }

    /// Branches to one of two blocks.
    #[track_caller]
    pub fn cond_br(&mut self, condition: impl Into<Value>, then: Block, otherwise: Block) {
        let condition = condition.into();
        self.made(None, |_, _| Instruction::CondBr { condition, then, otherwise });
    }

    /// Branches to the block of an integer, or to a default.
    #[track_caller]
    pub fn switch(&mut self, value: impl Into<Value>, default: Block, cases: &[(Constant, Block)]) {
        let (value, cases) =
            (value.into(), cases.iter().map(|&(case, block)| (case.into(), block)).collect());
        self.made(None, |_, _| Instruction::Switch(Box::new(Switch { value, default, cases })));
    }

    /// Branches to the address of a block, which is one of the destinations.
    #[track_caller]
    pub fn indirect_br(&mut self, address: impl Into<Value>, destinations: &[Block]) {
        let address = address.into();
        self.made(None, |_, _| Instruction::IndirectBr { address, destinations: destinations.into() });
    }

    /// Calls, and continues in one of two blocks.
    #[track_caller]
    pub fn invoke(&mut self, call: CallSite, normal: Block, unwind: Block) -> Option<Value> {
        self.made(None, |_, _| Instruction::Invoke(Box::new(Invoke { call, normal, unwind })))
    }

    /// Calls inline assembly that may branch.
    #[track_caller]
    pub fn callbr(&mut self, call: CallSite, fallthrough: Block, indirect: &[Block]) -> Option<Value> {
        let indirect = indirect.to_vec();
        self.made(None, |_, _| Instruction::CallBr(Box::new(CallBr { call, fallthrough, indirect })))
    }

    /// Continues to unwind.
    #[track_caller]
    pub fn resume(&mut self, value: impl Into<Value>) {
        let value = value.into();
        self.made(None, |_, _| Instruction::Resume(value));
    }

    /// The handlers of exceptions in a function that uses funclets, within a pad or none. It unwinds to the caller without `unwind`.
    #[track_caller]
    pub fn catch_switch(
        &mut self,
        parent: Option<Value>,
        handlers: &[Block],
        unwind: Option<Block>,
    ) -> Value {
        let (parent, handlers) = (self.parent(parent), handlers.to_vec());
        self.value(None, |_, _| Instruction::CatchSwitch(Box::new(CatchSwitch { parent, handlers, unwind })))
    }

    /// Leaves a `catchpad`.
    #[track_caller]
    pub fn catch_ret(&mut self, pad: impl Into<Value>, successor: Block) {
        let pad = pad.into();
        self.made(None, |_, _| Instruction::CatchRet { pad, successor });
    }

    /// Leaves a `cleanuppad`. It unwinds to the caller without `unwind`.
    #[track_caller]
    pub fn cleanup_ret(&mut self, pad: impl Into<Value>, unwind: Option<Block>) {
        let pad = pad.into();
        self.made(None, |_, _| Instruction::CleanupRet { pad, unwind });
    }

    /// Makes `unreachable`.
    #[track_caller]
    pub fn unreachable(&mut self) {
        self.made(None, |_, _| Instruction::Unreachable);
    }

    /// Makes `fneg`.
    #[track_caller]
    pub fn fneg(&mut self, value: impl Into<Value>) -> Value {
        let value = value.into();
        self.value(None, |marks, _| Instruction::FNeg { flags: std::mem::take(&mut marks.flags), value })
    }

    /// Makes a binary operation.
    #[track_caller]
    pub fn binary(&mut self, op: BinaryOp, lhs: impl Into<Value>, rhs: impl Into<Value>) -> Value {
        let (lhs, rhs) = (lhs.into(), rhs.into());
        self.value(None, |marks, _| {
            let flags = std::mem::take(&mut marks.flags);
            Instruction::Binary { op, flags, lhs, rhs }
        })
    }

    binary_methods! {
        add Add, fadd FAdd, sub Sub, fsub FSub, mul Mul, fmul FMul, udiv UDiv, sdiv SDiv, fdiv FDiv, urem URem, srem SRem,
        frem FRem, shl Shl, lshr LShr, ashr AShr, and And, or Or, xor Xor,
    }

    /// Converts a value to a type.
    #[track_caller]
    pub fn cast(&mut self, op: CastOp, value: impl Into<Value>, to: Type) -> Value {
        let value = value.into();
        self.value(Some(to), |marks, _| {
            let flags = std::mem::take(&mut marks.flags);
            Instruction::Cast { op, flags, value }
        })
    }

    cast_methods! {
        trunc Trunc, zext ZExt, sext SExt, fptrunc FpTrunc, fpext FpExt, fptoui FpToUi, fptosi FpToSi, uitofp UiToFp,
        sitofp SiToFp, ptrtoint PtrToInt, ptrtoaddr PtrToAddr, inttoptr IntToPtr, bitcast BitCast,
        addrspacecast AddrSpaceCast,
    }

    /// Compares integers or pointers.
    #[track_caller]
    pub fn icmp(&mut self, predicate: IntPredicate, lhs: impl Into<Value>, rhs: impl Into<Value>) -> Value {
        let (lhs, rhs) = (lhs.into(), rhs.into());
        self.value(None, |marks, _| {
            let flags = std::mem::take(&mut marks.flags);
            Instruction::ICmp { predicate, flags, lhs, rhs }
        })
    }

    /// Compares floating-point numbers.
    #[track_caller]
    pub fn fcmp(&mut self, predicate: FloatPredicate, lhs: impl Into<Value>, rhs: impl Into<Value>) -> Value {
        let (lhs, rhs) = (lhs.into(), rhs.into());
        self.value(None, |marks, _| {
            let flags = std::mem::take(&mut marks.flags);
            Instruction::FCmp { predicate, flags, lhs, rhs }
        })
    }

    /// Selects one of two values.
    #[track_caller]
    pub fn select(
        &mut self,
        condition: impl Into<Value>,
        then: impl Into<Value>,
        otherwise: impl Into<Value>,
    ) -> Value {
        let (condition, then, otherwise) = (condition.into(), then.into(), otherwise.into());
        self.value(None, |marks, _| {
            let flags = std::mem::take(&mut marks.flags);
            Instruction::Select { flags, condition, then, otherwise }
        })
    }

    /// Makes `freeze`.
    #[track_caller]
    pub fn freeze(&mut self, value: impl Into<Value>) -> Value {
        let value = value.into();
        self.value(None, |_, _| Instruction::Freeze(value))
    }

    /// Makes a PHI node. Edges that come from blocks that are not built yet are [added](Self::add_incoming) later.
    #[track_caller]
    pub fn phi(&mut self, ty: Type, incoming: &[(Value, Block)]) -> Value {
        self.value(Some(ty), |marks, function| {
            let incoming = function.push_edges(incoming);
            Instruction::Phi { flags: std::mem::take(&mut marks.flags), incoming }
        })
    }

    /// Adds an edge to a PHI node.
    ///
    /// # Panics
    /// If `phi` is not the result of a PHI node, or the value has another type.
    #[track_caller]
    pub fn add_incoming(&mut self, phi: Value, value: impl Into<Value>, block: Block) {
        let value = value.into();
        assert_eq!(self.type_of(phi), self.type_of(value), "the value has another type than the PHI node");
        let function = self.function_mut();
        let inst = function.locals[Self::local(phi)].inst.expand().expect("an argument is no PHI node");
        let Instruction::Phi { incoming, .. } = function.insts[inst].inst else { panic!("not a PHI node") };
        let mut edges = function.list(incoming).to_vec();
        edges.push((value, block));
        let edges = function.push_edges(&edges);
        if let Instruction::Phi { incoming, .. } = &mut function.insts[inst].inst {
            *incoming = edges;
        }
    }

    /// Makes `extractelement`.
    #[track_caller]
    pub fn extract_element(&mut self, vector: impl Into<Value>, index: impl Into<Value>) -> Value {
        let (vector, index) = (vector.into(), index.into());
        self.value(None, |_, _| Instruction::ExtractElement { vector, index })
    }

    /// Makes `insertelement`.
    #[track_caller]
    pub fn insert_element(
        &mut self,
        vector: impl Into<Value>,
        value: impl Into<Value>,
        index: impl Into<Value>,
    ) -> Value {
        let (vector, value, index) = (vector.into(), value.into(), index.into());
        self.value(None, |_, _| Instruction::InsertElement { vector, value, index })
    }

    /// Makes `shufflevector` of fixed vectors; `None` in the mask is `poison`.
    #[track_caller]
    pub fn shuffle_vector(
        &mut self,
        a: impl Into<Value>,
        b: impl Into<Value>,
        mask: &[Option<u32>],
    ) -> Value {
        let (a, b) = (a.into(), b.into());
        let mask: Vec<u32> = mask.iter().map(|index| index.unwrap_or(u32::MAX)).collect();
        let ty = self.type_of(a);
        let scalable = matches!(self.module.types.kind(ty), TypeKind::Vector { scalable: true, .. });
        assert!(!scalable, "a scalable vector is shuffled by `splat_first`");
        self.value(None, |_, function| Instruction::ShuffleVector {
            a,
            b,
            mask: function.push_numbers(&mask),
        })
    }

    /// Makes `shufflevector` of a scalable vector and `poison` that gives a vector of type `ty`, each element of which is the first one.
    #[track_caller]
    pub fn splat_first(&mut self, vector: impl Into<Value>, ty: Type) -> Value {
        let a = vector.into();
        let b = self.poison(self.type_of(a));
        self.value(Some(ty), |_, function| Instruction::ShuffleVector {
            a,
            b,
            mask: function.push_numbers(&[0]),
        })
    }

    /// Makes `extractvalue`.
    #[track_caller]
    pub fn extract_value(&mut self, aggregate: impl Into<Value>, indices: &[u32]) -> Value {
        let aggregate = aggregate.into();
        self.value(None, |_, function| {
            let indices = function.push_numbers(indices);
            Instruction::ExtractValue { aggregate, indices }
        })
    }

    /// Makes `insertvalue`.
    #[track_caller]
    pub fn insert_value(
        &mut self,
        aggregate: impl Into<Value>,
        value: impl Into<Value>,
        indices: &[u32],
    ) -> Value {
        let (aggregate, value) = (aggregate.into(), value.into());
        self.value(None, |_, function| {
            let indices = function.push_numbers(indices);
            Instruction::InsertValue { aggregate, value, indices }
        })
    }

    /// Allocates a value on the stack, in the address space that the data layout says.
    #[track_caller]
    pub fn alloca(&mut self, ty: Type) -> Value {
        let one = self.int(self.module.types.common.i32, 1);
        self.alloca_array(ty, one)
    }

    /// Allocates a number of values on the stack, in the address space that the data layout says.
    #[track_caller]
    pub fn alloca_array(&mut self, allocated: Type, count: impl Into<Value>) -> Value {
        let count = count.into();
        let pointer = self.module.types.pointer(self.module.layout().alloca_address_space);
        self.value(Some(pointer), |marks, _| {
            let alignment = std::mem::take(&mut marks.alignment);
            Instruction::Alloca(Alloca { allocated, count, alignment, inalloca: false, swifterror: false })
        })
    }

    /// The ABI's alignment of a type; for atomic accesses, which need one.
    fn natural_alignment(&self, ty: Type) -> Alignment {
        let layout: DataLayout = self.module.layout();
        let sizes = Sizes { strings: &self.module.strings, types: &self.module.types, layout: &layout };
        sizes.abi_alignment(ty).and_then(Alignment::new).unwrap_or_default()
    }

    /// The alignment and atomicity of a load or store of this type.
    fn access(&self, marks: &mut Marks, ty: Type) -> (Alignment, Atomicity) {
        let atomicity = marks.atomicity.take().unwrap_or(Atomicity::NONE);
        let alignment = std::mem::take(&mut marks.alignment);
        match alignment == Alignment::NONE && atomicity.ordering != Ordering::NotAtomic {
            true => (self.natural_alignment(ty), atomicity),
            false => (alignment, atomicity),
        }
    }

    /// Loads a value. Without a given alignment, it has none in the module, which means that of the data layout.
    #[track_caller]
    pub fn load(&mut self, ty: Type, address: impl Into<Value>) -> Value {
        let address = address.into();
        let mut marks = std::mem::take(&mut self.next);
        let (alignment, atomicity) = self.access(&mut marks, ty);
        let volatile = std::mem::take(&mut marks.volatile);
        self.next = marks;
        self.value(Some(ty), |_, _| Instruction::Load { address, alignment, volatile, atomicity })
    }

    /// Stores a value. Without a given alignment, it has none in the module, which means that of the data layout.
    #[track_caller]
    pub fn store(&mut self, value: impl Into<Value>, address: impl Into<Value>) {
        let (value, address) = (value.into(), address.into());
        let ty = self.type_of(value);
        let mut marks = std::mem::take(&mut self.next);
        let (alignment, atomicity) = self.access(&mut marks, ty);
        let volatile = std::mem::take(&mut marks.volatile);
        self.next = marks;
        self.made(None, |_, _| Instruction::Store { value, address, alignment, volatile, atomicity });
    }

    /// Makes `fence`.
    #[track_caller]
    pub fn fence(&mut self, ordering: Ordering) {
        self.made(None, |marks, _| {
            let scope = marks.atomicity.take().and_then(|atomicity| atomicity.scope);
            Instruction::Fence(Atomicity { ordering, scope })
        });
    }

    /// Makes `cmpxchg`: the result has the old value and whether it was the expected one.
    #[track_caller]
    pub fn cmpxchg(
        &mut self,
        address: impl Into<Value>,
        expected: impl Into<Value>,
        new: impl Into<Value>,
        success: Ordering,
        failure: Ordering,
    ) -> Value {
        let (address, expected, new) = (address.into(), expected.into(), new.into());
        self.value(None, |marks, _| {
            let scope = marks.atomicity.take().and_then(|atomicity| atomicity.scope);
            let alignment = std::mem::take(&mut marks.alignment);
            let volatile = std::mem::take(&mut marks.volatile);
            let weak = std::mem::take(&mut marks.weak);
            Instruction::CmpXchg(Box::new(CmpXchg {
                address,
                expected,
                new,
                weak,
                volatile,
                success,
                failure,
                scope,
                alignment,
            }))
        })
    }

    /// Makes `atomicrmw`: the result is the old value.
    #[track_caller]
    pub fn atomicrmw(
        &mut self,
        op: RmwOp,
        address: impl Into<Value>,
        value: impl Into<Value>,
        ordering: Ordering,
    ) -> Value {
        let (address, value) = (address.into(), value.into());
        self.value(None, |marks, _| {
            let scope = marks.atomicity.take().and_then(|atomicity| atomicity.scope);
            let alignment = std::mem::take(&mut marks.alignment);
            let volatile = std::mem::take(&mut marks.volatile);
            let atomicity = Atomicity { ordering, scope };
            let elementwise = false;
            let rmw = AtomicRmw { op, address, value, volatile, elementwise, atomicity, alignment };
            Instruction::AtomicRmw(Box::new(rmw))
        })
    }

    /// Makes `getelementptr`.
    #[track_caller]
    pub fn gep(&mut self, element: Type, base: impl Into<Value>, indices: &[Value]) -> Value {
        let base = base.into();
        self.value(None, |marks, function| {
            let indices = function.push_values(indices);
            Instruction::GetElementPtr { flags: std::mem::take(&mut marks.flags), element, base, indices }
        })
    }

    /// Makes `va_arg`.
    #[track_caller]
    pub fn va_arg(&mut self, list: impl Into<Value>, ty: Type) -> Value {
        let list = list.into();
        self.value(Some(ty), |_, _| Instruction::VaArg { list })
    }

    /// Makes a call; see [`Module::call_of`](crate::Module::call_of) and [`CallSite::new`]. The result is `None` for `void`.
    #[track_caller]
    pub fn call_site(&mut self, mut call: CallSite) -> Option<Value> {
        self.made(None, |marks, _| {
            call.flags |= std::mem::take(&mut marks.flags);
            Instruction::Call(Box::new(call))
        })
    }

    /// Calls a function. The result is `None` for `void`.
    #[track_caller]
    pub fn call(&mut self, function: Global, args: &[Value]) -> Option<Value> {
        let call = self.module.call_of(function, args);
        self.call_site(call)
    }

    /// Calls an intrinsic, which is declared if it is not yet. `name` lacks the suffixes of types: `llvm.umax`. `ret` and the types of
    /// the arguments determine these.
    ///
    /// ```
    /// let mut module = tern_llvm_ir::Module::new();
    /// let i32 = module.types.common.i32;
    /// let f = module.add_function("f", i32, &[i32]).unwrap();
    /// let mut b = module.build(f).unwrap();
    /// let (x, entry) = (b.argument(0), b.block(""));
    /// b.position_at_end(entry);
    /// let seven = b.int(i32, 7);
    /// let most = b.call_intrinsic("llvm.umax", i32, &[x, seven]).unwrap();
    /// b.ret(most);
    /// let text = String::from_utf8(tern_llvm_ir::write(&module)).unwrap();
    /// assert!(text.contains("call i32 @llvm.umax.i32(i32 %0, i32 7)"), "{text}");
    /// ```
    #[track_caller]
    pub fn call_intrinsic(&mut self, name: &str, ret: Type, args: &[Value]) -> Option<Value> {
        let params: Vec<Type> = args.iter().map(|&arg| self.type_of(arg)).collect();
        let full = crate::intrinsics::overloaded_name(self.module, name, ret, &params);
        let function = self.module.function(&full).unwrap_or_else(|| {
            let ty = TypeKind::Function { ret, params: params.into(), varargs: false };
            let (name, ty) = (self.module.strings.intern(&full), self.module.types.intern(ty));
            let declaration = crate::intrinsics::declaration(self.module, name, ty);
            self.module.add_global(declaration)
        });
        self.call(function, args)
    }

    /// Makes `landingpad`.
    #[track_caller]
    pub fn landing_pad(&mut self, ty: Type, cleanup: bool, clauses: &[Clause]) -> Value {
        let clauses = clauses.iter().map(|clause| match *clause {
            Clause::Catch(value) => (value.into(), false),
            Clause::Filter(value) => (value.into(), true),
        });
        let clauses = clauses.collect();
        self.value(Some(ty), |_, _| Instruction::LandingPad(Box::new(LandingPad { cleanup, clauses })))
    }

    fn parent(&self, parent: Option<Value>) -> Value {
        parent.unwrap_or_else(|| self.zero(self.module.types.common.token))
    }

    /// Makes `catchpad` within a `catchswitch`.
    #[track_caller]
    pub fn catch_pad(&mut self, parent: impl Into<Value>, args: &[Value]) -> Value {
        let parent = parent.into();
        self.value(None, |_, function| Instruction::CatchPad { parent, args: function.push_values(args) })
    }

    /// Makes `cleanuppad` within a pad or none.
    #[track_caller]
    pub fn cleanup_pad(&mut self, parent: Option<Value>, args: &[Value]) -> Value {
        let parent = self.parent(parent);
        self.value(None, |_, function| Instruction::CleanupPad { parent, args: function.push_values(args) })
    }

    /// Says in a debug record that a variable has a value: `#dbg_value`.
    #[track_caller]
    pub fn debug_value(
        &mut self,
        value: impl Into<Value>,
        variable: MdNode,
        expression: MdNode,
        location: MdNode,
    ) {
        self.record_of_variable(DebugRecordKind::Value, value.into(), [variable, expression, location]);
    }

    /// Says in a debug record that a variable is in memory: `#dbg_declare`.
    #[track_caller]
    pub fn debug_declare(
        &mut self,
        address: impl Into<Value>,
        variable: MdNode,
        expression: MdNode,
        location: MdNode,
    ) {
        self.record_of_variable(DebugRecordKind::Declare, address.into(), [variable, expression, location]);
    }

    #[track_caller]
    fn record_of_variable(
        &mut self,
        kind: DebugRecordKind,
        value: Value,
        [variable, expression, location]: [MdNode; 3],
    ) {
        let node = |node| RecordOperand::Metadata(Metadata::Node(node));
        let operands = vec![RecordOperand::Value(value), node(variable), node(expression)];
        self.debug_record(DebugRecord { kind, operands, location: Some(location) });
    }

    /// Makes a debug record of any kind.
    #[track_caller]
    pub fn debug_record(&mut self, record: DebugRecord) {
        self.made(None, |_, _| Instruction::DebugRecord(Box::new(record)));
    }
}
