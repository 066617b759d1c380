//! The operations for LLVM's instructions, constants and module-level entities. Source: MLIR's `LLVMOps.td`.

pub mod aggregate;
pub mod arithmetic;
pub mod atomic;
pub mod call;
pub mod constant;
pub mod control_flow;
pub mod conversion;
pub mod memory;
pub mod symbol;

use tern_mlir::declare::{OpDef, concat};

pub use aggregate::{
    ExtractElement, ExtractValue, Freeze, InsertElement, InsertValue, Select, ShuffleVector,
};
pub use arithmetic::{
    AShr, Add, And, FAdd, FCmp, FDiv, FMul, FNeg, FRem, FSub, ICmp, LShr, Mul, Or, SDiv, SRem, Shl, Sub,
    UDiv, URem, Xor,
};
pub use atomic::{AtomicRMW, CmpXchg, Fence};
pub use call::{Call, CallIntrinsic, InlineAsm, Invoke, Landingpad, Resume, VaArg};
pub use constant::{AddressOf, BlockAddress, Constant, DSOLocalEquivalent, NoneToken, Poison, Undef, Zero};
pub use control_flow::{BlockTag, Br, CondBr, IndirectBr, Return, Switch, Unreachable};
pub use conversion::{
    AddrSpaceCast, Bitcast, FPExt, FPToSI, FPToUI, FPTrunc, IntToPtr, PtrToInt, SExt, SIToFP, Trunc, UIToFP,
    ZExt,
};
pub use memory::{Alloca, GetElementPtr, Load, Store};
pub use symbol::{
    Alias, ComdatSelector, ComdatTable, Func, Global, GlobalCtors, GlobalDtors, IFunc, LinkerOptions,
    ModuleFlags,
};

/// All operations of this module.
pub static OPERATIONS: &[&OpDef] = &concat!(
    &OpDef;
    arithmetic::TABLE,
    arithmetic::OPERATIONS,
    memory::OPERATIONS,
    conversion::TABLE,
    conversion::OPERATIONS,
    call::OPERATIONS,
    aggregate::OPERATIONS,
    control_flow::OPERATIONS,
    symbol::OPERATIONS,
    constant::OPERATIONS,
    atomic::OPERATIONS,
);
