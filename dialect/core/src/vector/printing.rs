//! `vector.print` and `vector.type_cast`.

use tern_mlir::declare::{AttrClass, View, operations};

use super::attributes::{PUNCTUATION, PrintPunctuation};
use super::constraints::{MEMREF, PRINTABLE, STATIC_MEMREF};
use super::verify;

/// Whether a string, if there is one, is printed alone: without a value or punctuation other than a newline.
fn is_string_alone(print: Print<View<'_>>) -> bool {
    let newline = print.punctuation() == PrintPunctuation::NewLine;
    print.stringLiteral().is_none() || print.source().is_none() && newline
}

operations! {
    /// Prints a value, a string or punctuation at run time.
    Print = "vector.print" {
        traits: [
            Declared("MemoryEffectOpInterface::Trait"),
            Predicate {
                summary: "`source` or `punctuation` are not set when printing strings",
                check: is_string_alone
            },
        ],
        operands: { source: optional(PRINTABLE) },
        attributes: {
            punctuation: default(AttrClass::Declared(&PUNCTUATION), "newline"),
            stringLiteral: optional(AttrClass::String),
        },
        format: "($source^ `:` type($source))? oilist(`str` $stringLiteral | `punctuation` $punctuation) attr-dict",
    }

    /// Casts a memref of scalars to a memref of one vector.
    TypeCast = "vector.type_cast" {
        traits: [Pure, Declared("ViewLikeOpInterface")],
        operands: { memref: one(STATIC_MEMREF) },
        results: { result: one(MEMREF) },
        format: "$memref attr-dict `:` type($memref) `to` type($result)",
        verify: verify::memory::type_cast,
    }
}
