//! Module flags, profile summaries, dependent libraries. Source: `LLVMAttrDefs.td`; LangRef: Module Flags Metadata.

use crate::constraints::ANY_FLOAT;
use crate::enums::{ModFlagBehavior, ProfileSummaryFormatKind};
use tern_mlir::attributes::AttrKind;
use tern_mlir::context::Context;
use tern_mlir::declare::ParamKind::{self, Attribute, Class, Enum, List, Unsigned};
use tern_mlir::declare::{AttrClass, Param, attribute_defs};

attribute_defs! { "llvm";
    /// A module flag. LangRef: Module Flags Metadata.
    MODULE_FLAG as ModuleFlag = "mlir.module_flag" {
        cpp: "ModuleFlagAttr",
        params: {
            behavior: required(Enum(ModFlagBehavior::DEF)) as "ModFlagBehavior",
            key: required(Class(&AttrClass::String)) as "StringAttr",
            value: required(Attribute) as "Attribute",
        },
        format: "`<` $behavior `,` $key `,` $value `>`",
        verify: module_flag,
    }

    /// An edge of the call graph with its execution count. LangRef: CG Profile Module Flag.
    CG_PROFILE_ENTRY as CGProfileEntry = "cgprofile_entry" {
        cpp: "ModuleFlagCGProfileEntryAttr",
        params: {
            from: optional(Class(&AttrClass::FlatSymbol)) as "FlatSymbolRefAttr",
            to: optional(Class(&AttrClass::FlatSymbol)) as "FlatSymbolRefAttr",
            count: required(Unsigned(64)) as "uint64_t",
        },
        format: "`<` struct(params) `>`",
    }

    /// A row of the detailed summary of a profile.
    PROFILE_SUMMARY_DETAILED as ProfileSummaryDetailed = "profile_summary_detailed" {
        cpp: "ModuleFlagProfileSummaryDetailedAttr",
        params: {
            cut_off: required(Unsigned(32)) as "uint32_t",
            min_count: required(Unsigned(64)) as "uint64_t",
            num_counts: required(Unsigned(32)) as "uint32_t",
        },
        format: "`<` struct(params) `>`",
    }

    /// The summary of a profile.
    PROFILE_SUMMARY as ProfileSummary = "profile_summary" {
        cpp: "ModuleFlagProfileSummaryAttr",
        params: {
            format: required(Enum(ProfileSummaryFormatKind::DEF)) as "ProfileSummaryFormatKind",
            total_count: required(Unsigned(64)) as "uint64_t",
            max_count: required(Unsigned(64)) as "uint64_t",
            max_internal_count: required(Unsigned(64)) as "uint64_t",
            max_function_count: required(Unsigned(64)) as "uint64_t",
            num_counts: required(Unsigned(64)) as "uint64_t",
            num_functions: required(Unsigned(64)) as "uint64_t",
            is_partial_profile: optional(Unsigned(64)) as "std::optional<uint64_t>",
            partial_profile_ratio: optional(Class(&ANY_FLOAT)) as "FloatAttr",
            detailed_summary: required(List(&ParamKind::Declared(&[&PROFILE_SUMMARY_DETAILED]))) as "::llvm::ArrayRef<ModuleFlagProfileSummaryDetailedAttr>",
        },
        format: "`<` struct(params) `>`",
    }

    /// Libraries to link with. LangRef: Dependent Libs Named Metadata.
    DEPENDENT_LIBRARIES as DependentLibraries = "dependent_libraries" {
        cpp: "LLVM_DependentLibrariesAttr",
        params: {
            libs: default(List(&ParamKind::Class(&AttrClass::String)), "[]") as "::llvm::ArrayRef<StringAttr>",
        },
        format: "`<` $libs `>`",
    }
}

/// Checks that the value of a flag is valid for its key.
fn module_flag(context: &Context, params: &[Param]) -> Result<(), String> {
    let [_, Param::Attribute(key), Param::Attribute(value)] = params else { return Ok(()) };
    let refused = |message: &str| Err(message.to_owned());
    match key.as_str(context).unwrap_or_default() {
        "CG Profile" => {
            let entries = value.as_array(context);
            let fits = |entry: &tern_mlir::Attribute| entry.declared(context, &CG_PROFILE_ENTRY).is_some();
            match entries.is_some_and(|entries| entries.iter().all(fits)) {
                true => Ok(()),
                false => refused("'CG Profile' key expects an array of '#llvm.cgprofile_entry'"),
            }
        }
        "ProfileSummary" if value.declared(context, &PROFILE_SUMMARY).is_none() => {
            refused("'ProfileSummary' key expects a '#llvm.profile_summary' attribute")
        }
        "ProfileSummary" => Ok(()),
        _ => match value.kind(context) {
            AttrKind::Integer { .. } | AttrKind::String { .. } => Ok(()),
            _ => {
                let key = tern_mlir::asm::attribute_to_string(context, *key);
                Err(format!("only integer and string values are currently supported for unknown key '{key}'"))
            }
        },
    }
}
