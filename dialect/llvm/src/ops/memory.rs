//! Memory operations: allocation, address computation, loads and stores.
//!
//! Source: `LLVMOps.td`; LangRef: Memory Access and Addressing Operations.

use crate::attributes::DEREFERENCEABLE;
use crate::constraints::{
    ACCESS_GROUPS, ALIAS_SCOPES, INTEGER, INTEGER_OR_VECTOR, POINTER, POINTER_OR_VECTOR, SIZED, TBAA_TAGS,
};
use crate::enums::{AtomicOrdering, GEPNoWrapFlags};
use crate::syntax::{alloca, gep};
use crate::traits::{is_special_load, is_special_store};
use crate::verify::memory;
use tern_mlir::declare::{AttrClass, operations};

operations! {
    /// Allocates stack memory, which lives until the function returns. LangRef: `alloca` instruction.
    Alloca = "llvm.alloca" {
        traits: [MemAlloc("res"), Declared("PromotableAllocationOpInterface"), Declared("DestructurableAllocationOpInterface")],
        operands: { arraySize: one(INTEGER) },
        attributes: {
            alignment: optional(AttrClass::Integer(64)),
            elem_type: required(AttrClass::Type),
            inalloca: unit,
        },
        results: { res: one(POINTER) },
        parse: alloca::parse, print: alloca::print,
        verify: memory::alloca,
    }

    /// Computes the address of a part of an aggregate.
    ///
    /// Indices are constants in `rawConstantIndices`; an entry [`DYNAMIC_INDEX`](crate::syntax::gep::DYNAMIC_INDEX) stands for
    /// the next dynamic index. LangRef: `getelementptr` instruction.
    GetElementPtr = "llvm.getelementptr" {
        traits: [
            Pure, Declared("PromotableOpInterface"), Declared("SafeMemorySlotAccessOpInterface"),
            Declared("DestructurableAccessorOpInterface"), Declared("ViewLikeOpInterface"),
            Unreadable(gep::is_unreadable),
        ],
        operands: { base: one(POINTER_OR_VECTOR), dynamicIndices: variadic(INTEGER_OR_VECTOR) },
        attributes: {
            rawConstantIndices: required(AttrClass::DenseArray("i32")),
            elem_type: required(AttrClass::Type),
            noWrapFlags: default(AttrClass::Enum(GEPNoWrapFlags::DEF), "none"),
        },
        results: { res: one(POINTER_OR_VECTOR) },
        format: "($noWrapFlags^)? $base `[` custom<GEPIndices>($dynamicIndices, $rawConstantIndices) `]` \
            attr-dict `:` functional-type(operands, results) `,` $elem_type",
        verify: memory::element_pointer,
    }

    /// Reads memory. LangRef: `load` instruction.
    Load = "llvm.load" {
        traits: [MemRead("addr"), UnknownEffectsIf(is_special_load),
            Declared("AccessGroupOpInterface"), AliasAnalysis(&["addr"]),
            Declared("DestructurableAccessorOpInterface"), Declared("MemoryEffectOpInterface"),
            Declared("PromotableMemOpInterface"), Declared("SafeMemorySlotAccessOpInterface"),
            Declared("DereferenceableOpInterface"),
        ],
        operands: { addr: one(POINTER) },
        attributes: {
            alignment: optional(AttrClass::Integer(64)),
            volatile_: unit,
            nontemporal: unit,
            invariant: unit,
            invariantGroup: unit,
            ordering: default(AttrClass::Enum(AtomicOrdering::DEF), "not_atomic"),
            syncscope: optional(AttrClass::String),
            dereferenceable: optional(AttrClass::Declared(&DEREFERENCEABLE)),
            access_groups: optional(ACCESS_GROUPS),
            alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        results: { res: one(SIZED) },
        format: "(`volatile` $volatile_^)? $addr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? \
            (`invariant` $invariant^)? (`invariant_group` $invariantGroup^)? (`dereferenceable` `` \
            $dereferenceable^)? attr-dict `:` qualified(type($addr)) `->` type($res)",
        verify: memory::load,
    }

    /// Writes memory. LangRef: `store` instruction.
    Store = "llvm.store" {
        traits: [MemWrite("addr"), UnknownEffectsIf(is_special_store),
            Declared("AccessGroupOpInterface"), AliasAnalysis(&["addr"]),
            Declared("DestructurableAccessorOpInterface"), Declared("MemoryEffectOpInterface"),
            Declared("PromotableMemOpInterface"), Declared("SafeMemorySlotAccessOpInterface"),
        ],
        operands: { value: one(SIZED), addr: one(POINTER) },
        attributes: {
            alignment: optional(AttrClass::Integer(64)),
            volatile_: unit,
            nontemporal: unit,
            invariantGroup: unit,
            ordering: default(AttrClass::Enum(AtomicOrdering::DEF), "not_atomic"),
            syncscope: optional(AttrClass::String),
            access_groups: optional(ACCESS_GROUPS),
            alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        format: "(`volatile` $volatile_^)? $value `,` $addr (`atomic` (`syncscope` `(` $syncscope^ `)`)? \
            $ordering^)? (`invariant_group` $invariantGroup^)? attr-dict `:` type($value) `,` \
            qualified(type($addr))",
        verify: memory::store,
    }
}
