//! Constants as attributes. Source: `LLVMAttrDefs.td`; LangRef: Constants.

use crate::declare::ParamKind::{Class, Declared, Unsigned};
use crate::declare::{AttrClass, attribute_defs};

attribute_defs! { "llvm";
    /// `undef`. LangRef: Undefined Values.
    UNDEF = "undef" {}

    /// `poison`. LangRef: Poison Values.
    POISON = "poison" {}

    /// Zero of any type. LangRef: `zeroinitializer`.
    ZERO = "zero" {}

    /// A function that stands in for a symbol within the same shared object. LangRef: DSO Local Equivalent.
    DSO_LOCAL_EQUIVALENT = "dso_local_equivalent" {
        params: { sym: required(Class(&AttrClass::FlatSymbol)) },
        format: "$sym",
    }

    /// The number of a block whose address is taken.
    BLOCK_TAG = "blocktag" {
        params: { id: required(Unsigned(32)) },
        format: "`<` struct(params) `>`",
    }

    /// The address of a block. LangRef: Addresses of Basic Blocks.
    BLOCK_ADDRESS = "blockaddress" {
        params: { function: required(Class(&AttrClass::FlatSymbol)), tag: required(Declared(&[&BLOCK_TAG])) },
        format: "`<` struct(params) `>`",
    }
}
