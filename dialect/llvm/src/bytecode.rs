//! The bytecode encodings of attributes of the dialect. Source: MLIR's `LLVMDialectBytecode.td`, whose codes are used.

use super::attributes::{
    DI_BASIC_TYPE, DI_COMPILE_UNIT, DI_COMPOSITE_TYPE, DI_DERIVED_TYPE, DI_EXPRESSION, DI_EXPRESSION_ELEM,
    DI_FILE, DI_GLOBAL_VARIABLE, DI_GLOBAL_VARIABLE_EXPRESSION, DI_IMPORTED_ENTITY, DI_LABEL,
    DI_LEXICAL_BLOCK, DI_LEXICAL_BLOCK_FILE, DI_LOCAL_VARIABLE, DI_NAMESPACE, DI_SUBPROGRAM, DI_SUBRANGE,
    DI_SUBROUTINE_TYPE, LOOP_ANNOTATION,
};
use tern_mlir::bytecode::BytecodeAttribute;
use tern_mlir::declare::AttrDef;

const fn all_of(def: &'static AttrDef) -> BytecodeAttribute {
    BytecodeAttribute { def, without_field: 0 }
}

/// Attribute encodings, indexed by code. The last parameter of a compile unit, `splitDebugFilename`, is not encoded.
pub(super) static ATTRIBUTES: &[BytecodeAttribute] = &[
    all_of(&DI_BASIC_TYPE),
    BytecodeAttribute { def: &DI_COMPILE_UNIT, without_field: 1 },
    all_of(&DI_COMPOSITE_TYPE),
    all_of(&DI_DERIVED_TYPE),
    all_of(&DI_EXPRESSION_ELEM),
    all_of(&DI_EXPRESSION),
    all_of(&DI_FILE),
    all_of(&DI_GLOBAL_VARIABLE),
    all_of(&DI_GLOBAL_VARIABLE_EXPRESSION),
    all_of(&DI_IMPORTED_ENTITY),
    all_of(&DI_LABEL),
    all_of(&DI_LEXICAL_BLOCK),
    all_of(&DI_LEXICAL_BLOCK_FILE),
    all_of(&DI_LOCAL_VARIABLE),
    all_of(&DI_NAMESPACE),
    all_of(&DI_SUBPROGRAM),
    all_of(&DI_SUBRANGE),
    all_of(&DI_SUBROUTINE_TYPE),
    all_of(&LOOP_ANNOTATION),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_attributes_are_of_the_dialect() {
        assert!(ATTRIBUTES.iter().all(|encoding| encoding.def.dialect == "llvm"));
        assert_eq!(DI_COMPILE_UNIT.params.last().unwrap().name, "splitDebugFilename");
    }
}
