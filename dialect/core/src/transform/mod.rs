//! The `transform` dialect, as far as conversions to `llvm` need it: scripts that select operations and transform them.
//! `tern-lower` executes them. Source: MLIR's `TransformOps.td`, `LinalgTransformOps.td`, and the `TransformOps` of `func`,
//! `memref` and `vector`.

mod options;
mod verify;

pub use verify::consumes;

use tern_mlir::builtin::{ANY, DICTIONARIES};
use tern_mlir::declare::{
    AttrClass, Dialect, Param, ParamKind, TypeConstraint, attribute_classes, enums, operations,
    type_constraints, type_defs,
};
use tern_mlir::function::{parse_function, print_function_op};
use tern_mlir::inlining::Inlinable;
use tern_mlir::{Context, Type, TypeKind};

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    types: TYPES,
    enums: ENUMS,
    directives: &[options::OPTIONS],
    verify_attribute: Some(verify::attribute),
    interfaces: &[&Inlinable::ALL],
    ..Dialect::new("transform")
};

/// The attribute of a symbol table that holds named sequences.
pub const WITH_NAMED_SEQUENCE: &str = "transform.with_named_sequence";

type_defs! { "transform";
    /// A handle to operations of any name.
    ANY_OP = "any_op" {
        params: {},
    }

    /// A handle to operations of one name.
    OP = "op" {
        params: { operation_name: required(ParamKind::String) },
        format: "`<` $operation_name `>`",
    }
}

/// The operation name that a handle type is restricted to, if any.
pub fn handle_name(context: &Context, ty: Type) -> Option<&str> {
    match ty.declared(context, &OP)?.first()? {
        Param::String(name) => Some(context.str(*name)),
        _ => None,
    }
}

fn is_handle(context: &Context, ty: Type) -> bool {
    [&ANY_OP, &OP].into_iter().any(|def| ty.declared(context, def).is_some())
}

type_constraints! {
    /// A handle to operations.
    HANDLE = "TransformHandleTypeInterface instance", |c, t| is_handle(c, t);
}

/// A function type of the builtin dialect.
const FUNCTION: TypeConstraint = TypeConstraint {
    summary: "function type",
    check: |c, ty| matches!(ty.kind(c), TypeKind::Function { .. }),
    only: None,
    class: None,
    kind: None,
};

enums! {
    /// The interfaces that operations can be matched by.
    MatchInterface: 32 {
        LinalgOp = 0 => "LinalgOp",
        TilingInterface = 1 => "TilingInterface",
        LoopLikeInterface = 2 => "LoopLikeInterface",
    }
}

attribute_classes! {
    /// An array of strings.
    STRINGS: [tern_mlir::Attribute] = AttrClass::ArrayOf(&AttrClass::String);
}

operations! {
    /// A named script; `transform-interpreter` runs `__transform_main`.
    NamedSequence = "transform.named_sequence" {
        traits: [IsolatedFromAbove, Declared("FunctionOpInterface"), Declared("MemoryEffectOpInterface"), Symbol, Declared("TransformOpInterface")],
        attributes: {
            sym_name: required(AttrClass::SymbolName),
            function_type: required(AttrClass::TypeOf(&FUNCTION)),
            sym_visibility: optional(AttrClass::String),
            arg_attrs: optional(DICTIONARIES),
            res_attrs: optional(DICTIONARIES),
        },
        regions: { body: one(RegionSize::Max(1)) },
        parse: parse_function, print: print_function_op,
        verify: verify::named_sequence,
    }

    /// The terminator of a script, with its results.
    Yield = "transform.yield" {
        traits: [Declared("MemoryEffectOpInterface"), Terminator],
        operands: { operands: variadic(ANY) },
        format: "operands attr-dict (`:` type($operands)^)?",
    }

    /// Finds the operations at or within the payload that satisfy given criteria.
    Match = "transform.structured.match" {
        traits: [Declared("MemoryEffectOpInterface"), Declared("NavigationTransformOpTrait"), Declared("TransformOpInterface")],
        operands: { target: one(HANDLE) },
        attributes: {
            ops: optional(STRINGS),
            interface: optional(AttrClass::Enum(MatchInterface::DEF)),
            op_attrs: optional(AttrClass::Dictionary),
            filter_result_type: optional(AttrClass::Type),
            filter_operand_types: optional(AttrClass::ArrayOf(&AttrClass::Type)),
        },
        results: { results: one(HANDLE) },
        format: "(`ops` `{` $ops^ `}`)? (`interface` `{` $interface^ `}`)? (`attributes` $op_attrs^)? \
            (`filter_result_type` `=` $filter_result_type^)? \
            (`filter_operand_types` `=` $filter_operand_types^)? `in` $target attr-dict `:` \
            functional-type($target, results)",
    }

    /// Runs a pass on each payload operation.
    ApplyRegisteredPass = "transform.apply_registered_pass" {
        traits: [Declared("MemoryEffectOpInterface"), Declared("TransformOpInterface")],
        operands: { target: one(HANDLE) },
        attributes: {
            pass_name: required(AttrClass::String),
            options: default(AttrClass::Dictionary, "{}"),
        },
        results: { result: one(HANDLE) },
        format: "$pass_name (`with` `options` `=` custom<ApplyRegisteredPassOptions>($options)^)? `to` $target attr-dict \
            `:` functional-type(operands, results)",
    }

    /// Converts each payload operation and everything nested in it, with the patterns of the first region and the type
    /// converter of the second.
    ApplyConversionPatterns = "transform.apply_conversion_patterns" {
        traits: [
            Declared("MemoryEffectOpInterface"), NoTerminator, Declared("ReportTrackingListenerFailuresOpTrait"), GraphRegion,
            SingleBlock, Declared("TransformOpInterface"),
        ],
        operands: { target: one(HANDLE) },
        attributes: {
            legal_ops: optional(STRINGS),
            illegal_ops: optional(STRINGS),
            legal_dialects: optional(STRINGS),
            illegal_dialects: optional(STRINGS),
            partial_conversion: unit,
            preserve_handles: unit,
        },
        regions: { patterns: one(RegionSize::Max(1)), default_type_converter_region: variadic(RegionSize::Max(1)) },
        format: "`to` $target $patterns (`with` `type_converter` $default_type_converter_region^)? attr-dict `:` \
            type($target)",
        verify: verify::conversion,
    }

    /// The conversion patterns of a dialect.
    DialectToLlvm = "transform.apply_conversion_patterns.dialect_to_llvm" {
        traits: [Declared("ConversionPatternDescriptorOpInterface")],
        attributes: { dialect_name: required(AttrClass::String) },
        format: "$dialect_name attr-dict",
        verify: verify::dialect_to_llvm,
    }

    /// The conversion patterns of `func`.
    FuncToLlvm = "transform.apply_conversion_patterns.func.func_to_llvm" {
        traits: [Declared("ConversionPatternDescriptorOpInterface")],
        format: "attr-dict",
    }

    /// The conversion patterns of `vector`.
    VectorToLlvm = "transform.apply_conversion_patterns.vector.vector_to_llvm" {
        traits: [Declared("ConversionPatternDescriptorOpInterface")],
        attributes: {
            reassociate_fp_reductions: default(AttrClass::Bool, "false"),
            force_32bit_vector_indices: default(AttrClass::Bool, "true"),
            use_vector_alignment: default(AttrClass::Bool, "false"),
        },
        format: "attr-dict",
    }

    /// The type converter to the `llvm` dialect.
    MemrefToLlvmTypeConverter = "transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter" {
        traits: [Declared("TypeConverterBuilderOpInterface")],
        attributes: {
            use_aligned_alloc: implied(AttrClass::Bool, "false"),
            index_bitwidth: implied(AttrClass::Integer(64), "64"),
            use_generic_functions: implied(AttrClass::Bool, "false"),
            use_bare_ptr_call_conv: implied(AttrClass::Bool, "false"),
            data_layout: optional(AttrClass::String),
        },
        format: "attr-dict",
    }
}
