//! Support shared by the function-like operations of all dialects (MLIR's `FunctionOpInterface`): parsing, printing and
//! verification of signatures with parameter and result attributes, such as `(i32 {llvm.signext}, !llvm.ptr, ...) -> (i32
//! {llvm.zeroext})`.

mod syntax;

pub use syntax::{parse_function, print_function as print_function_op, signature};

use crate::asm::type_to_string;
use crate::asm::{ParseResult, Parser, PrintedOp, Printer, RegionArgument};
use crate::attributes::{Attribute, NamedAttribute, NamedAttributes};
use crate::body::OpRef;
use crate::context::Context;
use crate::declare::ParameterAttribute;
use crate::types::{Type, TypeKind};
use crate::verify::Verifier;

/// A parsed signature.
#[derive(Default)]
pub struct Signature<'a> {
    /// The arguments; either all have names or none has.
    pub arguments: Vec<RegionArgument<'a>>,
    /// Whether the signature ends in `...`.
    pub variadic: bool,
    /// Types of the results, in order.
    pub results: Vec<Type>,
    argument_attributes: Vec<Attribute>,
    result_attributes: Vec<Attribute>,
}

impl<'a> Signature<'a> {
    /// Parses the signature of a function: arguments may have names, `...` may follow, results may be omitted.
    pub fn of_function(parser: &mut Parser<'a, '_>) -> ParseResult<Self> {
        let mut signature = Self::default();
        parser.expect(b'(')?;
        signature.arguments(parser, true)?;
        if parser.eat_arrow() {
            signature.results(parser)?;
        }
        Ok(signature)
    }

    /// Parses the signature of a call: argument types and results.
    pub fn of_call(parser: &mut Parser<'a, '_>) -> ParseResult<Self> {
        let mut signature = Self::default();
        parser.expect(b'(')?;
        signature.arguments(parser, false)?;
        parser.expect_arrow()?;
        signature.results(parser)?;
        Ok(signature)
    }

    fn arguments(&mut self, parser: &mut Parser<'a, '_>, function: bool) -> ParseResult<()> {
        if parser.eat(b')') {
            return Ok(());
        }
        loop {
            if function && parser.eat_ellipsis() {
                self.variadic = true;
                if parser.at(b',') {
                    let message = "variadic arguments must be in the end of the argument list";
                    return Err(parser.op_error(parser.offset(), message));
                }
                break;
            }
            let named = function && parser.at_operand();
            if self.arguments.first().is_some_and(|first| first.name.is_some() != named) {
                let expected =
                    if named { "expected type instead of SSA identifier" } else { "expected SSA identifier" };
                return Err(parser.op_error(parser.offset(), expected));
            }
            let location = parser.location();
            let name = if named { Some(parser.parse_operand()?.name()) } else { None };
            let ty = if named { parser.colon_type()? } else { parser.parse_type()? };
            let attributes = parser.optional_attr_dict()?;
            let location = if function { parser.optional_location()?.unwrap_or(location) } else { location };
            self.arguments.push(RegionArgument { name, ty, location });
            self.argument_attributes.push(Attribute::dictionary(parser.context, attributes));
            if !parser.eat(b',') {
                break;
            }
        }
        parser.expect(b')')
    }

    fn results(&mut self, parser: &mut Parser<'a, '_>) -> ParseResult<()> {
        if !parser.eat(b'(') {
            self.results.push(parser.parse_type()?);
            self.result_attributes.push(parser.context.common.empty_dictionary);
            return Ok(());
        }
        parser.list(b')', |parser| {
            self.results.push(parser.parse_type()?);
            let attributes = parser.optional_attr_dict()?;
            self.result_attributes.push(Attribute::dictionary(parser.context, attributes));
            Ok(())
        })?;
        Ok(())
    }

    /// The arguments if they have names, to be the arguments of the entry block; otherwise empty.
    pub fn named_arguments(&self) -> &[RegionArgument<'a>] {
        if self.arguments.iter().all(|argument| argument.name.is_some()) { &self.arguments } else { &[] }
    }

    /// Types of the arguments, in order.
    pub fn inputs(&self) -> Vec<Type> {
        self.arguments.iter().map(|argument| argument.ty).collect()
    }

    /// Adds `arg_attrs` and `res_attrs`, if any argument or result has attributes.
    pub fn add_attributes(&self, context: &Context, attributes: &mut NamedAttributes) {
        for (name, all) in [("arg_attrs", &self.argument_attributes), ("res_attrs", &self.result_attributes)]
        {
            if all.iter().any(|&dictionary| dictionary != context.common.empty_dictionary) {
                let value = Attribute::array(context, all.as_slice());
                attributes.push(NamedAttribute { name: context.name(name), value });
            }
        }
    }
}

/// The dictionaries in `all`, the property `arg_attrs` or `res_attrs`; none if it is not set.
fn dictionaries(context: &Context, all: Option<Attribute>) -> &[Attribute] {
    all.and_then(|all| all.as_array(context)).unwrap_or_default()
}

fn print_dictionary(printer: &mut Printer<'_>, dictionary: Option<&Attribute>) {
    if let Some(&dictionary) =
        dictionary.filter(|&&dictionary| dictionary != printer.context.common.empty_dictionary)
    {
        printer.text(" ");
        printer.print_attribute(dictionary);
    }
}

/// Prints the signature of a call: `(types) -> results`.
pub fn print_call(printer: &mut Printer<'_>, op: PrintedOp<'_>, inputs: impl Iterator<Item = Type>) {
    let attributes = dictionaries(op.context(), op.property("arg_attrs"));
    printer.text("(");
    for (index, ty) in inputs.enumerate() {
        printer.text(if index == 0 { "" } else { ", " });
        printer.print_type(ty);
        print_dictionary(printer, attributes.get(index));
    }
    printer.text(") -> ");
    print_results(printer, op, &op.result_types());
}

/// Prints the results: a single one without attributes is printed bare, others in parentheses.
fn print_results(printer: &mut Printer<'_>, op: PrintedOp<'_>, results: &[Type]) {
    let attributes = dictionaries(op.context(), op.property("res_attrs"));
    let empty = printer.context.common.empty_dictionary;
    let has_attributes = attributes.iter().take(results.len()).any(|&dictionary| dictionary != empty);
    match results {
        [single] if !has_attributes && !matches!(single.kind(printer.context), TypeKind::Function { .. }) => {
            printer.print_type(*single);
        }
        _ => {
            printer.text("(");
            for (index, &ty) in results.iter().enumerate() {
                printer.text(if index == 0 { "" } else { ", " });
                printer.print_type(ty);
                print_dictionary(printer, attributes.get(index));
            }
            printer.text(")");
        }
    }
}

/// Prints the signature of a function; the arguments have names if it has a body.
pub fn print_function(
    printer: &mut Printer<'_>,
    op: PrintedOp<'_>,
    inputs: &[Type],
    variadic: bool,
    results: &[Type],
) {
    let attributes = dictionaries(op.context(), op.property("arg_attrs"));
    printer.text("(");
    printer.with_names_of(op, |printer, body| {
        let entry = body.root_regions().first().and_then(|&region| body.region_blocks(region).first());
        let arguments = entry.map(|&entry| body.block_arguments(entry)).unwrap_or_default();
        for (index, &ty) in inputs.iter().enumerate() {
            printer.text(if index == 0 { "" } else { ", " });
            let argument = arguments.get(index).copied();
            if let Some(argument) = argument {
                printer.print_value(argument);
                printer.text(": ");
            }
            printer.print_type(ty);
            print_dictionary(printer, attributes.get(index));
            if let Some(argument) = argument {
                printer.print_optional_location(body.value_location(argument));
            }
        }
    });
    if variadic {
        printer.text(if inputs.is_empty() { "..." } else { ", ..." });
    }
    printer.text(")");
    if !results.is_empty() {
        printer.text(" -> ");
        print_results(printer, op, results);
    }
}

/// Checks parameter and result attributes and the entry block of a function with these parameter and result types. Returns false
/// if there was an error.
pub fn verify(verifier: &mut Verifier<'_>, op: OpRef<'_>, parameters: &[Type], results: &[Type]) -> bool {
    for (name, count, what, which) in [
        ("arg_attrs", parameters.len(), "argument", "arguments"),
        ("res_attrs", results.len(), "result", "results"),
    ] {
        if op.property(name).is_none() {
            continue;
        }
        let all = dictionaries(op.context, op.property(name));
        if all.len() != count {
            let found = all.len();
            verifier.error(op, format!("expects {what} attribute array to have the same number of elements as the number of function {which}, got {found}, but expected {count}"));
            return false;
        }
        let names = all.iter().flat_map(|one| one.as_dictionary(op.context).unwrap_or_default());
        if names.into_iter().any(|entry| !op.context.str(entry.name).contains('.')) {
            verifier.error(op, format!("{which} may only have dialect attributes"));
            return false;
        }
    }
    let (body, regions) = op.body.regions(op.op);
    let entry = regions.first().and_then(|&region| body.region_blocks(region).first());
    let Some(&entry) = entry else { return verify_attributes(verifier, op, parameters, results) };
    let arguments = body.block_arguments(entry);
    if arguments.len() != parameters.len() {
        let count = parameters.len();
        verifier.error(op, format!("entry block must have {count} arguments to match function signature"));
        return false;
    }
    for (index, (&argument, &parameter)) in arguments.iter().zip(parameters).enumerate() {
        let found = body.value_type(argument);
        if found != parameter {
            let show = |ty| type_to_string(op.context, ty);
            let (found, wanted) = (show(found), show(parameter));
            verifier.error(op, format!("type of entry block argument #{index}('{found}') must match the type of the corresponding argument in function signature('{wanted}')"));
            return false;
        }
    }
    verify_attributes(verifier, op, parameters, results)
}

/// Lets each dialect check its attributes on parameters and results. Returns false if there was an error.
fn verify_attributes(
    verifier: &mut Verifier<'_>,
    op: OpRef<'_>,
    parameters: &[Type],
    results: &[Type],
) -> bool {
    for (name, types, is_result) in [("arg_attrs", parameters, false), ("res_attrs", results, true)] {
        for (&dictionary, &ty) in dictionaries(op.context, op.property(name)).iter().zip(types) {
            for entry in dictionary.as_dictionary(op.context).unwrap_or_default() {
                let name = op.context.str(entry.name);
                let dialect = name.split_once('.').and_then(|(namespace, _)| op.context.dialect(namespace));
                let Some(verify) = dialect.and_then(|dialect| dialect.verify_parameter) else { continue };
                let attribute = ParameterAttribute {
                    function: op,
                    all: dictionary,
                    name,
                    value: entry.value,
                    ty,
                    is_result,
                };
                if let Err(message) = verify(attribute) {
                    verifier.error_plain(op, message);
                    return false;
                }
            }
        }
    }
    true
}
