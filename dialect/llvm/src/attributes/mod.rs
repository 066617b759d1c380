//! The attributes of the dialect. Source: MLIR's `LLVMAttrDefs.td`.

pub mod aliasing;
pub mod constants;
pub mod debug_info;
pub mod loops;
pub mod module_flags;
pub mod properties;
pub mod values;

pub use aliasing::{
    ACCESS_GROUP, ALIAS_SCOPE, ALIAS_SCOPE_DOMAIN, AccessGroup, AliasScope, AliasScopeDomain, MMRA_TAG,
    MMRATag, TBAA_MEMBER, TBAA_NODES, TBAA_ROOT, TBAA_TAG, TBAA_TYPE_DESCRIPTOR, TBAAMember, TBAARoot,
    TBAATag, TBAATypeDescriptor,
};
pub use constants::{
    BLOCK_ADDRESS, BLOCK_TAG, BlockAddress, BlockTag, DSO_LOCAL_EQUIVALENT, DSOLocalEquivalent, POISON,
    UNDEF, ZERO,
};
pub use debug_info::{
    DI_ANNOTATION, DI_BASIC_TYPE, DI_COMMON_BLOCK, DI_COMPILE_UNIT, DI_COMPOSITE_TYPE, DI_DERIVED_TYPE,
    DI_EXPRESSION, DI_EXPRESSION_ELEM, DI_FILE, DI_GENERIC_SUBRANGE, DI_GLOBAL_VARIABLE,
    DI_GLOBAL_VARIABLE_EXPRESSION, DI_IMPORTED_ENTITY, DI_LABEL, DI_LEXICAL_BLOCK, DI_LEXICAL_BLOCK_FILE,
    DI_LOCAL_SCOPES, DI_LOCAL_VARIABLE, DI_MODULE, DI_NAMESPACE, DI_NODES, DI_NULL_TYPE, DI_SCOPES,
    DI_STRING_TYPE, DI_SUBPROGRAM, DI_SUBRANGE, DI_SUBROUTINE_TYPE, DI_TYPES, DI_VARIABLES, DIAnnotation,
    DIBasicType, DICommonBlock, DICompileUnit, DICompositeType, DIDerivedType, DIExpression,
    DIExpressionElem, DIFile, DIGenericSubrange, DIGlobalVariable, DIGlobalVariableExpression,
    DIImportedEntity, DILabel, DILexicalBlock, DILexicalBlockFile, DILocalVariable, DIModule, DINamespace,
    DIStringType, DISubprogram, DISubrange, DISubroutineType,
};
pub use loops::{
    LOOP_ANNOTATION, LOOP_DISTRIBUTE, LOOP_INTERLEAVE, LOOP_LICM, LOOP_PEELED, LOOP_PIPELINE, LOOP_UNROLL,
    LOOP_UNROLL_AND_JAM, LOOP_UNSWITCH, LOOP_VECTORIZE, LoopAnnotation, LoopDistribute, LoopInterleave,
    LoopLICM, LoopPeeled, LoopPipeline, LoopUnroll, LoopUnrollAndJam, LoopUnswitch, LoopVectorize,
};
pub use module_flags::{
    CG_PROFILE_ENTRY, CGProfileEntry, DEPENDENT_LIBRARIES, DependentLibraries, MODULE_FLAG, ModuleFlag,
    PROFILE_SUMMARY, PROFILE_SUMMARY_DETAILED, ProfileSummary, ProfileSummaryDetailed,
};
pub use properties::{
    ADDRESS_SPACE, AddressSpace, CCONV, COMDAT, CONSTANT_RANGE, ConstantRange, DEREFERENCEABLE,
    Dereferenceable, FASTMATH_FLAGS, FRAME_POINTER_KIND, INTEGER_OVERFLOW_FLAGS, LINKAGE, MEMORY_EFFECTS,
    MemoryEffects, TAIL_CALL_KIND, TARGET, TARGET_FEATURES, Target, TargetFeatures, UWTABLE_KIND,
    VEC_TYPE_HINT, VSCALE_RANGE, VScaleRange, VecTypeHint, WORKGROUP_ATTRIBUTION, WorkgroupAttribution,
};

use tern_mlir::declare::{AttrDef, concat};

/// All attributes of the dialect.
pub static ATTRIBUTES: &[&AttrDef] = &concat!(
    &AttrDef;
    aliasing::ATTRIBUTES,
    constants::ATTRIBUTES,
    debug_info::ATTRIBUTES,
    loops::ATTRIBUTES,
    module_flags::ATTRIBUTES,
    properties::ATTRIBUTES,
);
