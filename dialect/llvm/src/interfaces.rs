//! Interfaces of operations: attributes and groups of operands that several operations have. Source: `LLVMInterfaces.td`.

use tern_mlir::builtin::DICTIONARIES;
use tern_mlir::declare::{AttrClass, op_interfaces};

use crate::attributes::{CCONV, CONSTANT_RANGE, DI_EXPRESSION, DI_LOCAL_VARIABLE, FASTMATH_FLAGS, LINKAGE};
use crate::constraints::{ACCESS_GROUPS, ALIAS_SCOPES, FUNCTION};
use crate::enums::{IntegerOverflowFlags, UnnamedAddr, Visibility};

op_interfaces! {
    /// Fast-math flags. MLIR: `FastmathFlagsInterface`.
    FastmathFlagsInterface {
        attributes: { fastmathFlags: optional(AttrClass::Declared(&FASTMATH_FLAGS)) },
    }

    /// The kinds of overflow that are assumed not to happen. MLIR: `IntegerOverflowFlagsInterface`.
    IntegerOverflowFlagsInterface {
        attributes: { overflowFlags: optional(AttrClass::NamedEnum("overflow", IntegerOverflowFlags::DEF)) },
    }

    /// The flag `exact`. MLIR: `ExactFlagInterface`.
    ExactFlagInterface {
        attributes: { isExact: unit },
    }

    /// The flag `disjoint`. MLIR: `DisjointFlagInterface`.
    DisjointFlagInterface {
        attributes: { isDisjoint: unit },
    }

    /// The flag `nneg`. MLIR: `NonNegFlagInterface`.
    NonNegFlagInterface {
        attributes: { nonNeg: unit },
    }

    /// Attributes of parameters and results, for functions and calls. MLIR: `ArgAndResultAttrsOpInterface`.
    ArgAndResultAttrsOpInterface {
        attributes: { arg_attrs: optional(DICTIONARIES), res_attrs: optional(DICTIONARIES) },
    }

    /// The callee of `llvm.call` and `llvm.invoke`: a symbol or the first of the operands. MLIR: `CallOpInterface`.
    CallOpInterface {
        operands: { callee_operands },
        attributes: {
            callee: optional(AttrClass::FlatSymbol),
            var_callee_type: optional(AttrClass::TypeOf(&FUNCTION)),
        },
    }

    /// The access groups of an operation that accesses memory. MLIR: `AccessGroupOpInterface`.
    AccessGroupOpInterface {
        attributes: { access_groups: optional(ACCESS_GROUPS) },
    }

    /// The alias scopes of an operation that accesses memory. MLIR: `AliasAnalysisOpInterface`.
    AliasAnalysisOpInterface {
        attributes: { alias_scopes: optional(ALIAS_SCOPES), noalias_scopes: optional(ALIAS_SCOPES) },
    }

    /// The calling convention of a function or call.
    CallingConventionInterface {
        attributes: { CConv: optional(AttrClass::Declared(&CCONV)) },
    }

    /// Operand bundles of calls and intrinsics. LangRef: Operand Bundles.
    OperandBundleInterface {
        operands: { op_bundle_operands },
        attributes: {
            op_bundle_sizes: optional(AttrClass::DenseArray("i32")),
            op_bundle_tags: optional(AttrClass::Array),
        },
    }

    /// The range of the results of an intrinsic. LangRef: Parameter Attributes, `range`.
    ResultRangeInterface {
        attributes: { range: optional(AttrClass::Declared(&CONSTANT_RANGE)) },
    }

    /// The variable that a debug record is about. LangRef: Debug Records.
    DebugVariableInterface {
        attributes: {
            varInfo: optional(AttrClass::Declared(&DI_LOCAL_VARIABLE)),
            locationExpr: optional(AttrClass::Declared(&DI_EXPRESSION)),
        },
    }

    /// What functions, variables, aliases and ifuncs share. LangRef: Module Structure.
    GlobalValueInterface {
        attributes: {
            linkage: optional(AttrClass::Declared(&LINKAGE)),
            visibility_: optional(AttrClass::Enum(Visibility::DEF)),
            unnamed_addr: optional(AttrClass::Enum(UnnamedAddr::DEF)),
            dso_local: unit,
            thread_local_: unit,
            comdat: optional(AttrClass::Symbol),
            section: optional(AttrClass::String),
            alignment: optional(AttrClass::Integer(64)),
        },
    }
}

#[cfg(test)]
mod tests {
    use tern_mlir::declare::{AttrClass, OpDef, Trait};

    use super::*;

    const OF_TRAITS: [(&str, &[(&str, &AttrClass)]); 6] = [
        ("FastmathFlagsInterface", FastmathFlagsInterface::ATTRIBUTES),
        ("IntegerOverflowFlagsInterface", IntegerOverflowFlagsInterface::ATTRIBUTES),
        ("ExactFlagInterface", ExactFlagInterface::ATTRIBUTES),
        ("DisjointFlagInterface", DisjointFlagInterface::ATTRIBUTES),
        ("NonNegFlagInterface", NonNegFlagInterface::ATTRIBUTES),
        ("AccessGroupOpInterface", AccessGroupOpInterface::ATTRIBUTES),
    ];

    /// Whether `def` declares these attributes: none of them with another class, and all of them if `all`.
    fn declares(def: &OpDef, attributes: &[(&str, &AttrClass)], all: bool) -> bool {
        attributes.iter().all(|(name, class)| match def.attribute(name) {
            Some(decl) => format!("{:?}", decl.class) == format!("{class:?}"),
            None => !all,
        })
    }

    #[test]
    fn operations_declare_the_attributes_of_their_interfaces() {
        let mut count = 0;
        for def in crate::DIALECT.operations {
            for (name, attributes) in OF_TRAITS {
                let has = def.has(|of| matches!(of, Trait::Declared(interface) if *interface == name));
                assert!(!has || declares(def, attributes, true), "{} and {name}", def.name);
                assert!(declares(def, attributes, false), "{} and {name}", def.name);
                count += usize::from(has);
            }
            let attributes = AliasAnalysisOpInterface::ATTRIBUTES;
            assert!(declares(def, attributes, def.accessed_groups().is_some()), "{}", def.name);
            for attributes in [ArgAndResultAttrsOpInterface::ATTRIBUTES, OperandBundleInterface::ATTRIBUTES] {
                assert!(declares(def, attributes, false), "{}", def.name);
            }
        }
        assert!(count > 50, "{count}");
        for def in [crate::ops::Call::DEF, crate::ops::Invoke::DEF] {
            assert!(declares(def, CallOpInterface::ATTRIBUTES, true), "{}", def.name);
            assert!(declares(def, CallingConventionInterface::ATTRIBUTES, true), "{}", def.name);
            assert!(declares(def, OperandBundleInterface::ATTRIBUTES, true), "{}", def.name);
        }
        for def in [crate::intrinsics::DbgValue::DEF, crate::intrinsics::DbgDeclare::DEF] {
            assert!(declares(def, DebugVariableInterface::ATTRIBUTES, true), "{}", def.name);
        }
        use crate::ops::{Alias, Func, Global, IFunc};
        assert!(declares(Func::DEF, CallingConventionInterface::ATTRIBUTES, true));
        for def in [Func::DEF, Global::DEF, Alias::DEF, IFunc::DEF] {
            assert!(declares(def, GlobalValueInterface::ATTRIBUTES, false), "{}", def.name);
        }
    }
}
