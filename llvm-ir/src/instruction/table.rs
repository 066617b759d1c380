//! The table of instructions: each with its opcode and its parts. The type of a part says what it is: values are operands, blocks are
//! successors, and everything else is a field. Operands and successors are visited in the order of the parts, which is that of LLVM.

use super::operands::Parts;
use super::{
    Alignment, Atomicity, BinaryOp, CallSite, CastOp, DebugRecord, Flags, FloatPredicate, IntPredicate, List,
    Opcode, Ordering, RmwOp,
};
use crate::entity::StrId;
use crate::function::{Block, Value};
use crate::types::Type;

/// Declares [`Instruction`] from rows `Name(part: Type) = opcode` or `Name { part: Type, … } = opcode`, terminators first.
macro_rules! instructions {
    (
        terminators { $($(#[$end_doc:meta])* $end:ident
            $(($end_part:ident : $end_type:ty))?
            $({ $($end_field:ident : $end_field_type:ty),+ $(,)? })? = $end_opcode:expr,)+ }
        others { $($(#[$doc:meta])* $name:ident
            $(($part:ident : $type:ty))?
            $({ $($field:ident : $field_type:ty),+ $(,)? })? = $opcode:expr,)+ }
    ) => {
        /// An instruction: an operation with its operands. Lists are looked up by [`Function::list`](crate::Function::list).
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Instruction {
            $($(#[$end_doc])* $end $(($end_type))? $({ $($end_field: $end_field_type),+ })?,)+
            $($(#[$doc])* $name $(($type))? $({ $($field: $field_type),+ })?,)+
        }

        impl Instruction {
            /// The keyword of the instruction in LLVM IR, as a number.
            #[allow(unused_variables)]
            pub fn opcode(&self) -> Opcode {
                match self {
                    $(Self::$end $(($end_part))? $({ $($end_field),+ })? => $end_opcode,)+
                    $(Self::$name $(($part))? $({ $($field),+ })? => $opcode,)+
                }
            }

            /// Whether the instruction is a terminator.
            #[inline]
            pub fn is_terminator(&self) -> bool {
                matches!(self, $(Self::$end { .. })|+)
            }
        }

        impl Parts for Instruction {
            #[inline]
            fn visit(&self, visitor: &mut impl super::operands::Visitor) {
                match self {
                    $(Self::$end $(($end_part))? $({ $($end_field),+ })? => {
                        $($end_part.visit(visitor);)?
                        $($($end_field.visit(visitor);)+)?
                    })+
                    $(Self::$name $(($part))? $({ $($field),+ })? => {
                        $($part.visit(visitor);)?
                        $($($field.visit(visitor);)+)?
                    })+
                }
            }

            #[inline]
            fn visit_mut(&mut self, visitor: &mut impl super::operands::VisitorMut) {
                match self {
                    $(Self::$end $(($end_part))? $({ $($end_field),+ })? => {
                        $($end_part.visit_mut(visitor);)?
                        $($($end_field.visit_mut(visitor);)+)?
                    })+
                    $(Self::$name $(($part))? $({ $($field),+ })? => {
                        $($part.visit_mut(visitor);)?
                        $($($field.visit_mut(visitor);)+)?
                    })+
                }
            }
        }
    };
}

/// Declares the parts of an instruction as a struct, for those that have many.
macro_rules! parts {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)]
        pub struct $name { $($(#[$field_doc])* pub $field: $type,)+ }

        impl Parts for $name {
            #[inline]
            fn visit(&self, visitor: &mut impl super::operands::Visitor) {
                $(self.$field.visit(visitor);)+
            }

            #[inline]
            fn visit_mut(&mut self, visitor: &mut impl super::operands::VisitorMut) {
                $(self.$field.visit_mut(visitor);)+
            }
        }
    )+};
}

instructions! {
    terminators {
        Ret(value: Option<Value>) = Opcode::Ret,
        Br(block: Block) = Opcode::Br,
        CondBr { condition: Value, then: Block, otherwise: Block } = Opcode::Br,
        Switch(switch: Box<Switch>) = Opcode::Switch,
        IndirectBr { address: Value, destinations: Box<[Block]> } = Opcode::IndirectBr,
        Invoke(invoke: Box<Invoke>) = Opcode::Invoke,
        CallBr(callbr: Box<CallBr>) = Opcode::CallBr,
        Resume(value: Value) = Opcode::Resume,
        CatchSwitch(switch: Box<CatchSwitch>) = Opcode::CatchSwitch,
        CatchRet { pad: Value, successor: Block } = Opcode::CatchRet,
        /// `unwind` is `None` if it unwinds to the caller.
        CleanupRet { pad: Value, unwind: Option<Block> } = Opcode::CleanupRet,
        Unreachable = Opcode::Unreachable,
    }
    others {
        FNeg { flags: Flags, value: Value } = Opcode::FNeg,
        Binary { op: BinaryOp, flags: Flags, lhs: Value, rhs: Value } = Opcode::Binary(*op),
        Cast { op: CastOp, flags: Flags, value: Value } = Opcode::Cast(*op),
        ICmp { predicate: IntPredicate, flags: Flags, lhs: Value, rhs: Value } = Opcode::ICmp,
        FCmp { predicate: FloatPredicate, flags: Flags, lhs: Value, rhs: Value } = Opcode::FCmp,
        Select { flags: Flags, condition: Value, then: Value, otherwise: Value } = Opcode::Select,
        Freeze(value: Value) = Opcode::Freeze,
        Phi { flags: Flags, incoming: List<(Value, Block)> } = Opcode::Phi,
        ExtractElement { vector: Value, index: Value } = Opcode::ExtractElement,
        InsertElement { vector: Value, value: Value, index: Value } = Opcode::InsertElement,
        /// `u32::MAX` in the mask means poison.
        ShuffleVector { a: Value, b: Value, mask: List<u32> } = Opcode::ShuffleVector,
        ExtractValue { aggregate: Value, indices: List<u32> } = Opcode::ExtractValue,
        InsertValue { aggregate: Value, value: Value, indices: List<u32> } = Opcode::InsertValue,
        Alloca(alloca: Alloca) = Opcode::Alloca,
        Load { address: Value, alignment: Alignment, volatile: bool, atomicity: Atomicity } = Opcode::Load,
        Store { value: Value, address: Value, alignment: Alignment, volatile: bool, atomicity: Atomicity } =
            Opcode::Store,
        Fence(atomicity: Atomicity) = Opcode::Fence,
        CmpXchg(cmpxchg: Box<CmpXchg>) = Opcode::CmpXchg,
        AtomicRmw(rmw: Box<AtomicRmw>) = Opcode::AtomicRmw,
        GetElementPtr { flags: Flags, element: Type, base: Value, indices: List<Value> } = Opcode::GetElementPtr,
        VaArg { list: Value } = Opcode::VaArg,
        Call(call: Box<CallSite>) = Opcode::Call,
        LandingPad(pad: Box<LandingPad>) = Opcode::LandingPad,
        CatchPad { parent: Value, args: List<Value> } = Opcode::CatchPad,
        CleanupPad { parent: Value, args: List<Value> } = Opcode::CleanupPad,
        /// Not an instruction in LLVM, but a debug record at this position of the block.
        DebugRecord(record: Box<DebugRecord>) = Opcode::DebugRecord(record.kind),
    }
}

parts! {
    /// `switch`.
    Switch {
        value: Value,
        default: Block,
        cases: Vec<(Value, Block)>,
    }

    /// `invoke`.
    Invoke {
        call: CallSite,
        normal: Block,
        unwind: Block,
    }

    /// `callbr`.
    CallBr {
        call: CallSite,
        fallthrough: Block,
        indirect: Vec<Block>,
    }

    /// `catchswitch`.
    CatchSwitch {
        parent: Value,
        handlers: Vec<Block>,
        /// The unwind destination; `None` for the caller.
        unwind: Option<Block>,
    }

    /// `landingpad`.
    LandingPad {
        cleanup: bool,
        /// The value of each clause, and whether it is a filter.
        clauses: Vec<(Value, bool)>,
    }

    /// `alloca`. Its address space is part of the result's type.
    Alloca {
        allocated: Type,
        count: Value,
        alignment: Alignment,
        inalloca: bool,
        swifterror: bool,
    }

    /// `cmpxchg`.
    CmpXchg {
        address: Value,
        expected: Value,
        new: Value,
        weak: bool,
        volatile: bool,
        success: Ordering,
        failure: Ordering,
        scope: Option<StrId>,
        alignment: Alignment,
    }

    /// `atomicrmw`.
    AtomicRmw {
        op: RmwOp,
        address: Value,
        value: Value,
        volatile: bool,
        /// Whether each element of a vector is changed by itself.
        elementwise: bool,
        atomicity: Atomicity,
        alignment: Alignment,
    }
}
