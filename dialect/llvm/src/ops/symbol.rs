//! Functions, globals, aliases and other module-level operations.
//!
//! Source: `LLVMOps.td`; LangRef: High Level Structure, Comdats, Module Flags Metadata.

use crate::attributes::{
    CCONV, FRAME_POINTER_KIND, LINKAGE, MEMORY_EFFECTS, TARGET_FEATURES, UWTABLE_KIND, VEC_TYPE_HINT,
    VSCALE_RANGE,
};
use crate::constraints::{DEBUG_EXPRESSIONS, FUNCTION};
use crate::enums::{Comdat, UnnamedAddr, Visibility};
use crate::syntax::{alias, func, global};
use crate::verify::{functions, globals};
use tern_mlir::builtin::DICTIONARIES;
use tern_mlir::declare::{AttrClass, operations};

operations! {
    /// A function; its body is empty if it is only declared. LangRef: Functions.
    Func = "llvm.func" {
        traits: [
            AffineScope, AutomaticAllocationScope, IsolatedFromAbove, FunctionLike, Symbol,
            RegionVerifier(functions::function_region),
        ],
        attributes: {
            sym_name: required(AttrClass::String),
            sym_visibility: optional(AttrClass::String),
            function_type: required(AttrClass::TypeOf(&FUNCTION)),
            linkage: default(AttrClass::Declared(&LINKAGE), "external"),
            dso_local: unit,
            CConv: default(AttrClass::Declared(&CCONV), "ccc"),
            comdat: optional(AttrClass::Symbol),
            convergent: unit,
            personality: optional(AttrClass::FlatSymbol),
            garbageCollector: optional(AttrClass::String),
            passthrough: optional(AttrClass::Array),
            arg_attrs: optional(DICTIONARIES),
            res_attrs: optional(DICTIONARIES),
            function_entry_count: optional(AttrClass::Integer(64)),
            memory_effects: optional(AttrClass::Declared(&MEMORY_EFFECTS)),
            visibility_: default(AttrClass::Enum(Visibility::DEF), ""),
            arm_streaming: unit,
            arm_locally_streaming: unit,
            arm_streaming_compatible: unit,
            arm_new_za: unit,
            arm_in_za: unit,
            arm_out_za: unit,
            arm_inout_za: unit,
            arm_preserves_za: unit,
            section: optional(AttrClass::String),
            unnamed_addr: optional(AttrClass::Enum(UnnamedAddr::DEF)),
            alignment: optional(AttrClass::Integer(64)),
            vscale_range: optional(AttrClass::Declared(&VSCALE_RANGE)),
            frame_pointer: optional(AttrClass::Declared(&FRAME_POINTER_KIND)),
            target_cpu: optional(AttrClass::String),
            tune_cpu: optional(AttrClass::String),
            reciprocal_estimates: optional(AttrClass::String),
            prefer_vector_width: optional(AttrClass::String),
            target_features: optional(AttrClass::Declared(&TARGET_FEATURES)),
            no_infs_fp_math: optional(AttrClass::Bool),
            no_nans_fp_math: optional(AttrClass::Bool),
            no_signed_zeros_fp_math: optional(AttrClass::Bool),
            denormal_fp_math: optional(AttrClass::String),
            denormal_fp_math_f32: optional(AttrClass::String),
            fp_contract: optional(AttrClass::String),
            instrument_function_entry: optional(AttrClass::String),
            instrument_function_exit: optional(AttrClass::String),
            no_inline: unit,
            always_inline: unit,
            inline_hint: unit,
            no_unwind: unit,
            will_return: unit,
            optimize_none: unit,
            vec_type_hint: optional(AttrClass::Declared(&VEC_TYPE_HINT)),
            work_group_size_hint: optional(AttrClass::DenseArray("i32")),
            reqd_work_group_size: optional(AttrClass::DenseArray("i32")),
            intel_reqd_sub_group_size: optional(AttrClass::Integer(32)),
            uwtable_kind: optional(AttrClass::Declared(&UWTABLE_KIND)),
        },
        regions: { body: one(RegionSize::Any) },
        parse: func::parse, print: func::print,
        verify: functions::function,
    }

    /// A global variable or constant, initialized by an attribute or by a region. LangRef: Global Variables.
    Global = "llvm.mlir.global" {
        traits: [
            IsolatedFromAbove, SingleBlockImplicitTerminator("llvm.return"), Symbol, RegionVerifier(globals::global_region),
        ],
        attributes: {
            global_type: required(AttrClass::Type),
            constant: unit,
            sym_name: required(AttrClass::String),
            linkage: required(AttrClass::Declared(&LINKAGE)),
            dso_local: unit,
            thread_local_: unit,
            externally_initialized: unit,
            value: optional(AttrClass::Any),
            alignment: optional(AttrClass::Integer(64)),
            addr_space: default(AttrClass::NonNegative(32), "0"),
            unnamed_addr: optional(AttrClass::Enum(UnnamedAddr::DEF)),
            section: optional(AttrClass::String),
            comdat: optional(AttrClass::Symbol),
            dbg_exprs: optional(DEBUG_EXPRESSIONS),
            visibility_: default(AttrClass::Enum(Visibility::DEF), ""),
            target_specific_attrs: optional(AttrClass::Array),
        },
        regions: { initializer: one(RegionSize::Any) },
        parse: global::parse, print: global::print,
        verify: globals::global,
    }

    /// An alias: a second name for an address. LangRef: Aliases.
    Alias = "llvm.mlir.alias" {
        traits: [
            IsolatedFromAbove, SingleBlockImplicitTerminator("llvm.return"), Symbol, RegionVerifier(globals::alias_region),
        ],
        attributes: {
            alias_type: required(AttrClass::Type),
            sym_name: required(AttrClass::String),
            linkage: required(AttrClass::Declared(&LINKAGE)),
            dso_local: unit,
            thread_local_: unit,
            unnamed_addr: optional(AttrClass::Enum(UnnamedAddr::DEF)),
            visibility_: default(AttrClass::Enum(Visibility::DEF), ""),
        },
        regions: { initializer: one(RegionSize::Sized(1)) },
        parse: alias::parse, print: alias::print,
        verify: globals::alias,
    }

    /// A function that is selected by a resolver when the program is loaded. LangRef: IFuncs.
    IFunc = "llvm.mlir.ifunc" {
        traits: [IsolatedFromAbove, Symbol, SymbolUser(globals::resolver)],
        attributes: {
            sym_name: required(AttrClass::SymbolName),
            i_func_type: required(AttrClass::Type),
            resolver: required(AttrClass::FlatSymbol),
            resolver_type: required(AttrClass::Type),
            linkage: required(AttrClass::Declared(&LINKAGE)),
            dso_local: unit,
            address_space: default(AttrClass::NonNegative(32), "0"),
            unnamed_addr: default(AttrClass::Enum(UnnamedAddr::DEF), ""),
            visibility_: default(AttrClass::Enum(Visibility::DEF), ""),
        },
        format: "custom<LLVMLinkage>($linkage) ($visibility_^)? ($unnamed_addr^)? $sym_name `:` $i_func_type \
            `,` $resolver_type $resolver attr-dict",
        verify: globals::ifunc,
    }

    /// The comdats of a module. LangRef: Comdats.
    ComdatTable = "llvm.comdat" {
        traits: [NoTerminator, NoRegionArguments, SymbolTable, Symbol, RegionVerifier(globals::comdat_table)],
        attributes: { sym_name: required(AttrClass::SymbolName) },
        regions: { body: one(RegionSize::Sized(1)) },
        format: "$sym_name $body attr-dict",
    }

    /// A comdat. LangRef: Comdats.
    ComdatSelector = "llvm.comdat_selector" {
        traits: [Symbol],
        attributes: { sym_name: required(AttrClass::SymbolName), comdat: required(AttrClass::Enum(Comdat::DEF)) },
        format: "$sym_name $comdat attr-dict",
    }

    /// Functions that run when the module is loaded. LangRef: The `llvm.global_ctors` Global Variable.
    GlobalCtors = "llvm.mlir.global_ctors" {
        traits: [SymbolUser(globals::constructor_symbols)],
        attributes: {
            ctors: required(AttrClass::ArrayOf(&AttrClass::FlatSymbol)),
            priorities: required(AttrClass::ArrayOf(&AttrClass::Integer(32))),
            data: required(AttrClass::Array),
        },
        format: "`ctors` `=` $ctors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict",
        verify: globals::constructors,
    }

    /// Functions that run when the module is unloaded. LangRef: The `llvm.global_dtors` Global Variable.
    GlobalDtors = "llvm.mlir.global_dtors" {
        traits: [SymbolUser(globals::destructor_symbols)],
        attributes: {
            dtors: required(AttrClass::ArrayOf(&AttrClass::FlatSymbol)),
            priorities: required(AttrClass::ArrayOf(&AttrClass::Integer(32))),
            data: required(AttrClass::Array),
        },
        format: "`dtors` `=` $dtors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict",
        verify: globals::destructors,
    }

    /// Flags of the module. LangRef: Module Flags Metadata.
    ModuleFlags = "llvm.module_flags" {
        attributes: { flags: required(AttrClass::Array) },
        format: "$flags attr-dict",
        verify: globals::module_flags,
    }

    /// Options for the linker. LangRef: Automatic Linker Flags Named Metadata.
    LinkerOptions = "llvm.linker_options" {
        attributes: { options: required(AttrClass::ArrayOf(&AttrClass::String)) },
        format: "$options attr-dict",
        verify: globals::linker_options,
    }
}
