//! A dialect for the tests of this crate, with functions, arithmetic, branches and memory operations.

// The macros declare `pub` items, as dialects in other crates need them.
#![allow(unreachable_pub)]

use crate::asm::{OpParser, OpPrinter, ParseResult};
use crate::body::OpState;
use crate::builtin::{ANY, DICTIONARIES};
use crate::context::Context;
use crate::declare::{
    AttrClass, Dialect, ParamKind, Printed, View, attribute_defs, operations, type_constraints, type_defs,
};
use crate::function::{parse_function, print_function_op};
use crate::verify::Verifier;

/// A context that knows the test dialect.
pub(crate) fn context() -> Context {
    Context::new(&[&DIALECT])
}

static DIALECT: Dialect =
    Dialect { operations: OPERATIONS, attributes: ATTRIBUTES, types: TYPES, ..Dialect::new("test") };

attribute_defs! { "test";
    /// A node that prints as an alias.
    NODE = "node" {
        params: { items: default(ParamKind::List(&ParamKind::Attribute), "[]") },
        format: "`<` ($items^)? `>`",
        alias: "node",
    }

    /// A place in a program.
    SITE as Site = "site" {
        params: {
            file: required(ParamKind::Class(&AttrClass::String)),
            line: required(ParamKind::Unsigned(32)),
            column: default(ParamKind::Unsigned(32), "0"),
            inside: optional(ParamKind::Declared(&[&SITE])),
            tags: default(ParamKind::List(&ParamKind::Unsigned(64)), "[]"),
        },
        format: "`<` struct(params) `>`",
    }
}

type_defs! { "test";
    /// A pointer.
    PTR = "ptr" {}

    /// Memory for one element.
    BUFFER as Buffer = "buffer" {
        params: { element: required(ParamKind::Type), is_shared: default(ParamKind::Bool, "false") },
        format: "`<` $element `>`",
    }
}

type_constraints! {
    /// `i1`.
    I1 = "1-bit signless integer", |c, t| t == c.common.i1, only |c| c.common.i1;
}

operations! {
    /// A function.
    Func = "test.func" {
        traits: [FunctionLike, IsolatedFromAbove, Symbol],
        attributes: {
            sym_name: required(AttrClass::SymbolName),
            function_type: required(AttrClass::Type),
            sym_visibility: optional(AttrClass::String),
            arg_attrs: optional(DICTIONARIES),
            res_attrs: optional(DICTIONARIES),
        },
        regions: { body: one(RegionSize::Any) },
        parse: parse_function, print: print_function_op,
    }

    /// A global with a region that computes its value.
    GlobalOp = "test.global" {
        traits: [IsolatedFromAbove, Symbol],
        attributes: { sym_name: required(AttrClass::SymbolName) },
        regions: { initializer: one(RegionSize::Any) },
        format: "$sym_name $initializer attr-dict",
    }

    /// A return.
    Return = "test.return" {
        traits: [Terminator],
        operands: { args: variadic(ANY) },
        format: "attr-dict ($args^ `:` type($args))?",
    }

    /// Unreachable code.
    Unreachable = "test.unreachable" { traits: [Terminator], format: "attr-dict", }

    /// An unconditional branch.
    Br = "test.br" {
        traits: [Branch(&["destOperands"]), Terminator],
        operands: { destOperands: variadic(ANY) },
        successors: { dest: one },
        format: "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict",
    }

    /// A conditional branch.
    CondBr = "test.cond_br" {
        traits: [AttrSizedOperandSegments, Branch(&["trueDestOperands", "falseDestOperands"]), Terminator],
        operands: { condition: one(I1), trueDestOperands: variadic(ANY), falseDestOperands: variadic(ANY) },
        successors: { trueDest: one, falseDest: one },
        format: "$condition `,` $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict",
    }

    /// An addition.
    Add = "test.add" {
        traits: [SameOperandsAndResultType],
        operands: { lhs: one(ANY), rhs: one(ANY) },
        results: { res: one(ANY) },
        format: "$lhs `,` $rhs attr-dict `:` type($res)",
    }

    /// A shift.
    Shl = "test.shl" {
        traits: [SameOperandsAndResultType],
        operands: { value: one(ANY) },
        attributes: { amount: default(AttrClass::Integer(32), "1") },
        results: { res: one(ANY) },
        format: "$value attr-dict `:` type($res)",
    }

    /// A subtraction.
    Sub = "test.sub" {
        traits: [SameOperandsAndResultType],
        operands: { lhs: one(ANY), rhs: one(ANY) },
        results: { res: one(ANY) },
        format: "$lhs `,` $rhs attr-dict `:` type($res)",
    }

    /// A comparison.
    Icmp = "test.icmp" {
        traits: [SameTypeOperands],
        operands: { lhs: one(ANY), rhs: one(ANY) },
        attributes: { predicate: required(AttrClass::String) },
        results: { res: one(I1) },
        format: "$predicate $lhs `,` $rhs attr-dict `:` type($lhs)",
    }

    /// A constant.
    Constant = "test.constant" {
        attributes: { value: required(AttrClass::Any) },
        results: { res: one(ANY) },
        format: "`(` $value `)` attr-dict `:` type($res)",
    }

    /// A poison value.
    Poison = "test.poison" { results: { res: one(ANY) }, format: "attr-dict `:` type($res)", }

    /// An undefined value.
    Undef = "test.undef" { results: { res: one(ANY) }, format: "attr-dict `:` type($res)", }

    /// A load.
    Load = "test.load" {
        operands: { addr: one(ANY) },
        results: { res: one(ANY) },
        format: "$addr attr-dict `:` type($addr) `->` type($res)",
    }

    /// A number that is less than another one.
    Bounded = "test.bounded" {
        traits: [Predicate {
            summary: "the limit is positive",
            check: |op: Bounded<View<'_>>| op.limit().cast_signed() > 0
        }],
        attributes: { number: required(AttrClass::Integer(64)), limit: required(AttrClass::Integer(64)) },
        parse: parse_bounded, print: print_bounded,
        verify: verify_bounded,
    }

    /// A store.
    Store = "test.store" {
        operands: { value: one(ANY), addr: one(ANY) },
        format: "$value `,` $addr attr-dict `:` type($value) `,` type($addr)",
    }
}

fn parse_bounded(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    state.attributes = parser.optional_attr_dict()?;
    Ok(())
}

/// Prints `1 < 2`, which cannot be parsed.
fn print_bounded(printer: &mut OpPrinter<'_>, op: Bounded<Printed<'_>>) {
    printer.text(&format!(" {:?} < {:?}", op.number(), op.limit()));
}

fn verify_bounded(verifier: &mut Verifier<'_>, op: Bounded<View<'_>>) {
    if op.number() >= op.limit() {
        verifier.error(*op.0, format!("{} is not less than {}", op.number(), op.limit()));
    }
}

#[test]
fn functions_of_a_declaration_take_views() {
    let c = context();
    let text = "test.bounded {number = 1 : i64, limit = 2 : i64}\ntest.bounded {number = 3 : i64, limit = 2 : i64}\n\
                test.bounded {number = 1 : i64, limit = 0 : i64}\ntest.bounded {limit = 2 : i64}";
    let module = crate::asm::parse(&c, "test", text.as_bytes(), &Default::default()).unwrap();
    let errors = crate::verify::verify(&c, &module);
    let errors: Vec<_> = errors.iter().map(|error| error.message()).collect();
    assert_eq!(
        errors,
        [
            "'test.bounded' op 3 is not less than 2",
            "'test.bounded' op failed to verify that the limit is positive",
            "'test.bounded' op requires attribute 'number'",
        ]
    );
    // Printed before it is verified: what is missing is `None`.
    let printed = String::from_utf8(crate::asm::print(&c, &module, &Default::default())).unwrap();
    assert!(printed.contains("test.bounded None < Some(2)"), "{printed}");
}
