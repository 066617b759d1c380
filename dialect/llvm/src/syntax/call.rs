//! The syntax of `llvm.call`: `fastcc tail @callee(%a) vararg(!llvm.func<…>) ["tag"(…)] {…} : (i32) -> i32`. An indirect call
//! has a value instead of the symbol, and its type before the signature.

use smallvec::SmallVec;

use super::bundles::{Bundles, OperandBundles};
use super::keyword::{add, optional, print_spaced};
use crate::enums::{CConv, TailCallKind};
use crate::ops::Call;
use crate::types::{self, VOID};
use crate::{cconv, tail_call_kind};
use tern_mlir::asm::{ParseResult, Parser, PrintedOp, Printer, Unresolved};
use tern_mlir::attributes::{AttrKind, Attribute};
use tern_mlir::body::{OpState, Value};
use tern_mlir::context::Ident;
use tern_mlir::declare::Printed;
use tern_mlir::function::{Signature, print_call};
use tern_mlir::types::Type;

/// The parsed callee and arguments of a call or invoke.
pub(super) struct Callee<'a> {
    /// The callee of an indirect call.
    pointer: Option<Unresolved<'a>>,
    arguments: SmallVec<[Unresolved<'a>; 2]>,
}

/// Parses an optional calling convention.
pub(super) fn parse_cconv(parser: &mut Parser<'_, '_>, state: &mut OpState) {
    let value = optional(parser, CConv::DEF).and_then(CConv::from_value).unwrap_or(CConv::C);
    add(parser, &mut state.attributes, "CConv", cconv(parser.context, value));
}

impl<'a> Callee<'a> {
    /// Parses `@callee(%a, %b)` or `%callee(%a, %b)`.
    pub(super) fn parse(parser: &mut Parser<'a, '_>, state: &mut OpState) -> ParseResult<Self> {
        let pointer = if parser.at_operand() {
            Some(parser.parse_operand()?)
        } else {
            let root = parser.symbol_name()?;
            let symbol = parser.context.attr(AttrKind::SymbolRef { root, nested: Box::default() });
            add(parser, &mut state.attributes, "callee", symbol);
            None
        };
        parser.expect(b'(')?;
        let arguments = parser.parse_operands()?;
        parser.expect(b')')?;
        Ok(Self { pointer, arguments })
    }

    /// Parses the types, and adds operands and results. Returns the number of operands that belong to the callee.
    pub(super) fn parse_types(self, parser: &mut Parser<'a, '_>, state: &mut OpState) -> ParseResult<i32> {
        let start = parser.offset();
        parser.expect(b':')?;
        let mut pointer = None;
        if let Some(value) = self.pointer {
            // In the old syntax, the signature follows without the pointer's type.
            let old = parser.reads_old_spellings() && parser.at(b'(');
            let ty = if old { types::pointer(parser.context, 0) } else { parser.parse_type()? };
            pointer = Some((value, ty));
            if !old && !parser.eat(b',') {
                return Err(parser.op_error(start, "expected indirect call to have 2 trailing types"));
            }
        }
        let signature = Signature::of_call(parser).map_err(|error| {
            let message = match pointer {
                None => "expected direct call to have 1 trailing types",
                Some(_) => "expected trailing function type",
            };
            parser.also(error, parser.op_error(start, message))
        })?;
        if signature.results.len() > 1 {
            return Err(parser.op_error(start, "expected function with 0 or 1 result"));
        }
        if signature.results.iter().any(|ty| ty.declared(parser.context, &VOID).is_some()) {
            return Err(parser.op_error(start, "expected a non-void result type"));
        }
        let bound = usize::from(pointer.is_some());
        let count = self.arguments.len() + bound;
        parser.check_counts(count, signature.arguments.len() + bound)?;
        if let Some((value, ty)) = pointer {
            state.operands.push(parser.resolve(value, ty)?);
        }
        for (argument, &ty) in self.arguments.into_iter().zip(&signature.inputs()) {
            state.operands.push(parser.resolve(argument, ty)?);
        }
        signature.add_attributes(parser.context, &mut state.attributes);
        state.result_types = signature.results.into();
        Ok(count as i32)
    }
}

/// Parses an optional `vararg(!llvm.func<…>)`.
pub(super) fn parse_vararg(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    if parser.eat_keyword("vararg") {
        parser.expect(b'(')?;
        let ty = parser.parse_type()?;
        parser.expect(b')')?;
        add(parser, &mut state.attributes, "var_callee_type", Attribute::of_type(parser.context, ty));
    }
    Ok(())
}

/// Adds the operands of bundles after the other operands.
pub(super) fn add_bundles<'a>(
    parser: &mut Parser<'a, '_>,
    state: &mut OpState,
    bundles: Bundles<'a>,
) -> ParseResult<i32> {
    for (&operand, &ty) in bundles.operands.iter().zip(&bundles.types) {
        state.operands.push(parser.resolve(operand, ty)?);
    }
    let count = bundles.operands.len() as i32;
    bundles.add_attributes(parser.context, &mut state.attributes);
    Ok(count)
}

/// Adds `operandSegmentSizes`.
pub(super) fn add_segments(parser: &Parser<'_, '_>, state: &mut OpState, sizes: &[i32]) {
    add(parser, &mut state.attributes, "operandSegmentSizes", Attribute::dense_i32(parser.context, sizes));
}

/// Parses the text after `llvm.call`.
pub fn parse(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    parse_cconv(parser, state);
    let kind =
        optional(parser, TailCallKind::DEF).and_then(TailCallKind::from_value).unwrap_or(TailCallKind::None);
    add(parser, &mut state.attributes, "TailCallKind", tail_call_kind(parser.context, kind));
    let callee = Callee::parse(parser, state)?;
    parse_vararg(parser, state)?;
    let bundles = Bundles::parse(parser)?;
    let mut attributes = parser.optional_attr_dict()?;
    state.attributes.append(&mut attributes);
    let callee = callee.parse_types(parser, state)?;
    let bundles = add_bundles(parser, state, bundles)?;
    add_segments(parser, state, &[callee, bundles]);
    Ok(())
}

/// The attributes that have syntax of their own, outside of the dictionary.
pub(super) const SPELLED: &[&str] = &[
    "callee",
    "CConv",
    "TailCallKind",
    "var_callee_type",
    "operandSegmentSizes",
    "op_bundle_sizes",
    "op_bundle_tags",
    "arg_attrs",
    "res_attrs",
];

/// Prints the calling convention, unless it is the default.
pub(super) fn print_cconv(printer: &mut Printer<'_>, value: Option<CConv>) {
    if let Some(value) = value.filter(|&value| value != CConv::C) {
        print_spaced(printer, value.spelling());
    }
}

/// What `llvm.call` and `llvm.invoke` print alike.
pub(super) struct CallParts<'a> {
    pub(super) callee: Option<Ident>,
    pub(super) operands: &'a [Value],
    pub(super) variadic: Option<Type>,
    pub(super) bundles: OperandBundles<'a>,
}

impl CallParts<'_> {
    /// The function pointer, if the call is indirect, and the arguments.
    fn split(&self) -> (Option<Value>, &[Value]) {
        match (self.callee, self.operands.split_first()) {
            (None, Some((&pointer, arguments))) => (Some(pointer), arguments),
            _ => (None, self.operands),
        }
    }

    /// Prints `@callee(%a, %b)` or `%callee(%a, %b)`.
    pub(super) fn print_callee(&self, printer: &mut Printer<'_>, op: PrintedOp<'_>) {
        let (pointer, arguments) = self.split();
        if let Some(callee) = self.callee {
            printer.print_symbol_name(callee);
        }
        if let Some(pointer) = pointer {
            printer.print_operand(op, pointer);
        }
        printer.text("(");
        printer.print_operands(op, arguments);
        printer.text(")");
    }

    /// Prints `vararg(…)`, operand bundles, the other attributes and the types.
    pub(super) fn print_rest(&self, printer: &mut Printer<'_>, op: PrintedOp<'_>) {
        if let Some(ty) = self.variadic {
            printer.text(" vararg(");
            printer.print_type(ty);
            printer.text(")");
        }
        if !self.bundles.is_empty() {
            printer.text(" ");
            self.bundles.print(printer, op);
        }
        printer.print_attr_dict(op, SPELLED, false);
        printer.text(" : ");
        let (pointer, arguments) = self.split();
        if let Some(pointer) = pointer {
            printer.print_type(op.type_of(pointer));
            printer.text(", ");
        }
        print_call(printer, op, arguments.iter().map(|&value| op.type_of(value)));
    }
}

/// Prints the text after `llvm.call`.
pub(crate) fn print(printer: &mut Printer<'_>, call: Call<Printed<'_>>) {
    let op = *call.0;
    let parts = CallParts {
        callee: call.callee(),
        operands: call.callee_operands(),
        variadic: call.var_callee_type(),
        bundles: OperandBundles::new(
            call.op_bundle_operands(),
            call.op_bundle_sizes(),
            call.op_bundle_tags(),
        ),
    };
    printer.text(" ");
    print_cconv(printer, call.CConv());
    if let Some(kind) = call.TailCallKind().filter(|&kind| kind != TailCallKind::None) {
        print_spaced(printer, kind.spelling());
    }
    parts.print_callee(printer, op);
    parts.print_rest(printer, op);
}
