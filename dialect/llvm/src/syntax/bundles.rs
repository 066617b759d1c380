//! The syntax of operand bundles: `["tag"(%a, %b : i32, !llvm.ptr), "empty"()]`. LangRef: Operand Bundles.

use smallvec::SmallVec;

use crate::intrinsics::Assume;
use tern_mlir::asm::format::Element;
use tern_mlir::asm::{Directive, ParseResult, Parser, PrintedOp, Printer, Unresolved};
use tern_mlir::attributes::{AttrKind, Attribute, NamedAttribute, NamedAttributes};
use tern_mlir::body::{Value, segments};
use tern_mlir::context::Context;
use tern_mlir::types::Type;

/// Parsed operand bundles.
#[derive(Default)]
pub(super) struct Bundles<'a> {
    pub(super) operands: SmallVec<[Unresolved<'a>; 2]>,
    pub(super) types: SmallVec<[Type; 2]>,
    sizes: Vec<i32>,
    tags: Vec<Attribute>,
}

impl<'a> Bundles<'a> {
    /// Parses optional operand bundles.
    pub(super) fn parse(parser: &mut Parser<'a, '_>) -> ParseResult<Self> {
        let mut bundles = Self::default();
        if parser.eat(b'[') {
            parser.list(b']', |parser| {
                let start = parser.offset();
                let tag = parser
                    .string()
                    .map_err(|error| parser.also(error, parser.op_error(start, "expect operand bundle tag")))?;
                let none = parser.context.common.none;
                bundles.tags.push(parser.context.attr(AttrKind::String { value: tag, ty: none }));
                parser.expect(b'(')?;
                let size = if parser.eat(b')') {
                    0
                } else {
                    let start = parser.offset();
                    let operands = parser.parse_operands()?;
                    parser.expect(b':')?;
                    let types = parser.list(b')', |parser| parser.parse_type())?;
                    if operands.len() != types.len() {
                        let (wanted, found, index) = (operands.len(), types.len(), bundles.sizes.len());
                        let message = format!("expected {wanted} types for operand bundle operands for operand bundle #{index}, but actually got {found}");
                        return Err(parser.op_error(start, message));
                    }
                    bundles.operands.extend(operands);
                    bundles.types.extend(types);
                    bundles.types.len() as i32 - bundles.sizes.iter().sum::<i32>()
                };
                bundles.sizes.push(size);
                Ok(())
            })?;
        }
        Ok(bundles)
    }

    /// Adds the attributes for sizes and tags.
    pub(super) fn add_attributes(self, context: &Context, attributes: &mut NamedAttributes) {
        let sizes = Attribute::dense_i32(context, &self.sizes);
        attributes.push(NamedAttribute { name: context.ident("op_bundle_sizes"), value: sizes });
        if !self.tags.is_empty() {
            let tags = Attribute::array(context, self.tags);
            attributes.push(NamedAttribute { name: context.ident("op_bundle_tags"), value: tags });
        }
    }
}

/// The operand bundles of an operation.
pub(super) struct OperandBundles<'a> {
    operands: &'a [Value],
    sizes: Vec<i32>,
    tags: Option<&'a [Attribute]>,
}

impl<'a> OperandBundles<'a> {
    /// The bundles that an operation stores in these operands and attributes.
    pub(super) fn new(operands: &'a [Value], sizes: Option<Vec<i32>>, tags: Option<&'a [Attribute]>) -> Self {
        Self { operands, sizes: sizes.unwrap_or_default(), tags }
    }

    fn of_assume(op: PrintedOp<'a>) -> Option<Self> {
        let assume = Assume::printed(op)?;
        Some(Self::new(assume.op_bundle_operands(), assume.op_bundle_sizes(), assume.op_bundle_tags()))
    }

    /// Whether there are no bundles.
    pub(super) fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// Prints the bundles.
    pub(super) fn print(&self, printer: &mut Printer<'_>, op: PrintedOp<'_>) {
        let tags = self.tags.unwrap_or_default();
        printer.text("[");
        for (index, operands) in segments(self.operands, &self.sizes).into_iter().enumerate() {
            printer.text(if index == 0 { "" } else { ", " });
            match tags.get(index) {
                Some(&tag) => printer.print_attribute(tag),
                None => printer.text("\"\""),
            }
            printer.text("(");
            if !operands.is_empty() {
                printer.print_operands(op, operands);
                printer.text(" : ");
                printer.print_types(operands.iter().map(|&value| op.type_of(value)));
            }
            printer.text(")");
        }
        printer.text("]");
    }
}

/// `custom<OpBundles>($op_bundle_operands, type($op_bundle_operands), $op_bundle_tags)` of `llvm.intr.assume`.
pub const OP_BUNDLES: Directive = Directive {
    name: "OpBundles",
    parse: |parser, parsed, args| {
        let [Element::Operand(group), _, _] = args else { return Ok(()) };
        let bundles = Bundles::parse(parser)?;
        parsed.operands[*group] = bundles.operands.clone();
        parsed.operand_types[*group] = Some(bundles.types.clone());
        bundles.add_attributes(parser.context, &mut parsed.attributes);
        Ok(())
    },
    begins: |parser| parser.at(b'['),
    // Tags without bundles print as nothing but a leading space.
    is_present: |op| {
        OperandBundles::of_assume(op).is_some_and(|bundles| !bundles.is_empty() || bundles.tags.is_some())
    },
    print: |printer, op, _| {
        if let Some(bundles) = OperandBundles::of_assume(op).filter(|bundles| !bundles.is_empty()) {
            bundles.print(printer, op);
        }
    },
};
