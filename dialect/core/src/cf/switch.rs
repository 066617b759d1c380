//! The syntax and the verifier of `cf.switch`.

use smallvec::SmallVec;
use tern_dialect_llvm::syntax::branch::{parse_arguments, print_successor};
use tern_dialect_llvm::syntax::switch::{case_integers, dense_integers};
use tern_mlir::asm::format::Element;
use tern_mlir::asm::{Directive, type_to_string};
use tern_mlir::body::segments;
use tern_mlir::declare::View;
use tern_mlir::int::IntValue;
use tern_mlir::verify::Verifier;
use tern_mlir::{AttrKind, Attribute, Context, NamedAttribute};

use super::Switch;

/// `custom<SwitchOpCases>(ref(type($flag)), $defaultDestination, …)`:
///
/// ```mlir
///   default: ^bb1(%a : i32),
///   1: ^bb2
/// ```
pub(super) const CASES: Directive = Directive {
    name: "SwitchOpCases",
    parse: |parser, parsed, args| {
        let [
            Element::OperandType(flag),
            Element::Successor(default),
            Element::Operand(default_operands),
            Element::OperandType(_),
            Element::Attribute(case_values),
            Element::Successor(cases),
            Element::Operand(case_operands),
            Element::OperandType(_),
        ] = args
        else {
            return Ok(());
        };
        let context = parser.context;
        let ty = parsed.operand_types[*flag].as_ref().and_then(|types| types.first()).copied();
        let Some(ty) = ty.filter(|ty| ty.integer_width(context).is_some()) else {
            let found = ty.map(|ty| type_to_string(context, ty)).unwrap_or_default();
            let message =
                format!("invalid kind of type specified: expected builtin.integer, but found '{found}'");
            return Err(parser.op_error(parser.offset(), message));
        };
        if !parser.eat_keyword("default") {
            return Err(parser.op_error(parser.offset(), "expected 'default'"));
        }
        parser.expect(b':')?;
        parsed.successors[*default].push(parser.parse_successor()?);
        let mut types = SmallVec::new();
        parse_arguments(parser, &mut parsed.operands[*default_operands], &mut types)?;
        parsed.operand_types[*default_operands] = Some(types);
        let (mut values, mut segments, mut types) = (Vec::new(), Vec::new(), SmallVec::new());
        while parser.eat(b',') {
            if !parser.at_integer() {
                return Err(parser.op_error(parser.offset(), "expected integer value"));
            }
            if let AttrKind::Integer { value, .. } = parser.integer_of_type(ty)?.kind(context) {
                values.push(value.clone());
            }
            parser.expect(b':')?;
            parsed.successors[*cases].push(parser.parse_successor()?);
            segments.push(parse_arguments(parser, &mut parsed.operands[*case_operands], &mut types)?);
        }
        parsed.operand_types[*case_operands] = Some(types);
        let mut add = |name: &str, value: Attribute| {
            parsed.attributes.push(NamedAttribute { name: context.ident(name), value });
        };
        if let Some(values) = dense_integers(context, ty, &values) {
            add(case_values.name, values);
        }
        add("case_operand_segments", Attribute::dense_i32(context, &segments));
        Ok(())
    },
    begins: |_| true,
    is_present: |_| true,
    print: |printer, op, _| {
        let Some(switch) = Switch::printed(op) else { return };
        printer.text("  default: ");
        if let Some(block) = switch.defaultDestination() {
            print_successor(printer, op, block, switch.defaultOperands());
        }
        let values = values(op.context(), switch.case_values());
        if values.is_empty() {
            return;
        }
        let sizes = switch.case_operand_segments().unwrap_or_default();
        let operands = segments(switch.caseOperands(), &sizes);
        for (index, (value, &block)) in values.iter().zip(switch.caseDestinations()).enumerate() {
            printer.text(",");
            printer.new_line();
            printer.text("  ");
            printer.text(&value.to_biguint().to_string());
            printer.text(": ");
            print_successor(printer, op, block, operands.get(index).copied().unwrap_or_default());
        }
        printer.new_line();
    },
};

/// The values of the cases.
fn values(context: &Context, attribute: Option<Attribute>) -> Vec<IntValue> {
    attribute.map(|values| case_integers(context, values)).unwrap_or_default()
}

/// Checks that there are as many case values as destinations, of the flag's type.
pub(super) fn verify(verifier: &mut Verifier<'_>, switch: Switch<View<'_>>) {
    let op = *switch.0;
    let cases = switch.caseDestinations().len();
    if let Some(attribute) = switch.case_values() {
        let flag = op.type_of(switch.flag());
        let element = attribute.value_type(op.context).and_then(|ty| ty.shaped_element(op.context));
        if let Some(element) = element.filter(|&element| element != flag) {
            let (flag, element) = (type_to_string(op.context, flag), type_to_string(op.context, element));
            let message = format!("'flag' type ('{flag}') should match case value type ('{element}')");
            return verifier.error(op, message);
        }
    }
    let found = values(op.context, switch.case_values()).len();
    if found != cases {
        let message =
            format!("number of case values ({found}) should match number of case destinations ({cases})");
        verifier.error(op, message);
    }
}
