//! Constants and addresses of globals.
//!
//! Source: `LLVMOps.td`; LangRef: Constants.

use crate::attributes::BLOCK_ADDRESS;
use crate::constraints::{LLVM_TYPE, POINTER, TOKEN_TYPE};
use crate::verify::constants;
use tern_mlir::declare::{AttrClass, operations};

operations! {
    /// A constant given by an attribute. LangRef: Constants.
    Constant = "llvm.mlir.constant" {
        traits: [Pure, ConstantLike],
        attributes: { value: required(AttrClass::Any) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` $value `)` attr-dict `:` type($res)",
        verify: constants::constant,
    }

    /// Zero of any type. LangRef: `zeroinitializer`, `null`.
    Zero = "llvm.mlir.zero" {
        traits: [Pure, ConstantLike],
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict `:` type($res)",
        verify: constants::zero,
    }

    /// An undefined value. LangRef: Undefined Values.
    Undef = "llvm.mlir.undef" {
        traits: [Pure, ConstantLike],
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict `:` type($res)",
    }

    /// A poison value. LangRef: Poison Values.
    Poison = "llvm.mlir.poison" {
        traits: [Pure, ConstantLike],
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict `:` type($res)",
    }

    /// The token `none`. LangRef: Token Type.
    NoneToken = "llvm.mlir.none" {
        traits: [Pure],
        results: { res: one(TOKEN_TYPE) },
        format: "attr-dict `:` type($res)",
    }

    /// The address of a global, function, alias or ifunc. LangRef: Global Variables.
    AddressOf = "llvm.mlir.addressof" {
        traits: [Pure, ConstantLike, SymbolUser(constants::address_of)],
        attributes: { global_name: required(AttrClass::FlatSymbol) },
        results: { res: one(POINTER) },
        format: "$global_name attr-dict `:` qualified(type($res))",
    }

    /// A function that is equivalent to another one, but local to the shared object. LangRef: DSO Local Equivalent.
    DSOLocalEquivalent = "llvm.dso_local_equivalent" {
        traits: [Pure, ConstantLike, SymbolUser(constants::dso_local_equivalent)],
        attributes: { function_name: required(AttrClass::FlatSymbol) },
        results: { res: one(POINTER) },
        format: "$function_name attr-dict `:` qualified(type($res))",
    }

    /// The address of a block. LangRef: Addresses of Basic Blocks.
    BlockAddress = "llvm.blockaddress" {
        traits: [Pure, ConstantLike, SymbolUser(constants::block_address)],
        attributes: { block_addr: required(AttrClass::Declared(&BLOCK_ADDRESS)) },
        results: { res: one(POINTER) },
        format: "$block_addr attr-dict `:` qualified(type($res))",
    }
}
