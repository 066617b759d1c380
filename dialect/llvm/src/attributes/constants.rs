//! Attributes for constants. Source: `LLVMAttrDefs.td`; LangRef: Constants.

use tern_mlir::declare::ParamKind::{Class, Declared, Unsigned};
use tern_mlir::declare::{AttrClass, attribute_defs};

attribute_defs! { "llvm";
    /// `undef`. LangRef: Undefined Values.
    UNDEF = "undef" {}

    /// `poison`. LangRef: Poison Values.
    POISON = "poison" {}

    /// Zero of any type. LangRef: `zeroinitializer`.
    ZERO = "zero" {}

    /// A function that is equivalent to a symbol, but local to the shared object. LangRef: DSO Local Equivalent.
    DSO_LOCAL_EQUIVALENT as DSOLocalEquivalent = "dso_local_equivalent" {
        cpp: "LLVM_DSOLocalEquivalentAttr",
        params: {
            sym: required(Class(&AttrClass::FlatSymbol)) as "FlatSymbolRefAttr",
        },
        format: "$sym",
    }

    /// The tag of a block whose address is taken.
    BLOCK_TAG as BlockTag = "blocktag" {
        cpp: "LLVM_BlockTagAttr",
        params: {
            id: required(Unsigned(32)) as "uint32_t",
        },
        format: "`<` struct(params) `>`",
    }

    /// The address of a block. LangRef: Addresses of Basic Blocks.
    BLOCK_ADDRESS as BlockAddress = "blockaddress" {
        cpp: "LLVM_BlockAddressAttr",
        params: {
            function: required(Class(&AttrClass::FlatSymbol)) as "FlatSymbolRefAttr",
            tag: required(Declared(&[&BLOCK_TAG])) as "BlockTagAttr",
        },
        format: "`<` struct(params) `>`",
    }
}
