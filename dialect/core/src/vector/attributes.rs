//! The attributes of `vector`, and their enums. Source: `VectorAttributes.td`.

use tern_mlir::Context;
use tern_mlir::declare::{AttrClass, Param, ParamKind, attribute_classes, attribute_defs, enums};
use tern_mlir::{AttrKind, Attribute};

enums! {
    /// Kind of combining function for contractions and reductions
    CombiningKind: 32, summary "Kind of combining function for contractions and reductions", cpp "::mlir::vector::CombiningKind" parameter {
        Add = 0 => "add", Mul = 1 => "mul", MinUI = 2 => "minui", MinSI = 3 => "minsi", MinNumF = 4 => "minnumf",
        MaxUI = 5 => "maxui", MaxSI = 6 => "maxsi", MaxNumF = 7 => "maxnumf", And = 8 => "and", Or = 9 => "or",
        Xor = 10 => "xor", MaximumF = 12 => "maximumf", MinimumF = 11 => "minimumf",
    }

    /// Iterator type
    IteratorType: 32 { Parallel = 0 => "parallel", Reduction = 1 => "reduction" }

    /// Punctuation for separating vectors or vector elements
    PrintPunctuation: 32 {
        NoPunctuation = 0 => "no_punctuation", NewLine = 1 => "newline", Comma = 2 => "comma", Open = 3 => "open",
        Close = 4 => "close",
    }
}

attribute_defs! { "vector";
    /// The combining kind of a reduction.
    KIND = "kind" {
        cpp: "Vector_CombiningKindAttr",
        params: { value: required(ParamKind::Enum(CombiningKind::DEF)) as "::mlir::vector::CombiningKind" },
        format: "`<` $value `>`",
    }

    /// Whether a dimension of a contraction is parallel or reduced.
    ITERATOR_TYPE = "iterator_type" {
        params: { value: required(ParamKind::Enum(IteratorType::DEF)) },
        format: "`<` $value `>`",
    }

    /// The punctuation after a printed vector.
    PUNCTUATION = "punctuation" {
        params: { value: required(ParamKind::Enum(PrintPunctuation::DEF)) },
        format: "`<` $value `>`",
    }
}

attribute_classes! {
    /// The iterator types of a contraction.
    pub ITERATOR_TYPES: [Attribute] = AttrClass::Other {
        summary: "Iterator type should be an enum.",
        check: |context, attribute| {
            attribute.as_array(context).is_some_and(|elements| {
                elements.iter().all(|element| element.declared(context, &ITERATOR_TYPE).is_some())
            })
        },
    };

    /// The alignment of a memory access.
    pub ALIGNMENT: u64 = AttrClass::Other {
        summary: "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
        check: |context, attribute| match attribute.kind(context) {
            AttrKind::Integer { ty, .. } if *ty == context.common.i64 => {
                attribute.as_i64(context).is_some_and(|value| value > 0 && value & (value - 1) == 0)
            }
            _ => false,
        },
    };

    /// An array of offsets, sizes or strides.
    pub I64_ARRAY: [Attribute] = AttrClass::ArrayOf(&AttrClass::Integer(64));

    /// The class of `in_bounds`.
    pub BOOL_ARRAY: [Attribute] = AttrClass::Other {
        summary: "1-bit boolean array attribute",
        check: |context, attribute| bools(context, attribute).is_some(),
    };
}

/// The attribute for a combining kind.
pub fn kind_attribute(context: &Context, kind: CombiningKind) -> Attribute {
    Attribute::declare(context, &KIND, [Param::Unsigned(kind.value())])
}

/// The values of an array of booleans.
pub fn bools(context: &Context, attribute: Attribute) -> Option<Vec<bool>> {
    let is_bool = |element: &Attribute| matches!(element.kind(context), AttrKind::Integer { ty, .. } if *ty == context.common.i1);
    let elements = attribute.as_array(context)?.iter();
    elements.map(|element| is_bool(element).then_some(element.as_u64(context)? != 0)).collect()
}

/// The values of an array of integers.
pub fn integers(context: &Context, attribute: Attribute) -> Option<Vec<i64>> {
    attribute.as_array(context)?.iter().map(|element| element.as_i64(context)).collect()
}
