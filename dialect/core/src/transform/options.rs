//! The syntax of the options of `transform.apply_registered_pass`: a dictionary with string keys.

use tern_mlir::asm::Directive;
use tern_mlir::asm::format::Element;
use tern_mlir::{Attribute, NamedAttribute};

use super::ApplyRegisteredPass;

/// `custom<ApplyRegisteredPassOptions>($options)`: `{"top-down" = false}`. Options given by script parameters are not
/// supported.
pub(super) const OPTIONS: Directive = Directive {
    name: "ApplyRegisteredPassOptions",
    parse: |parser, parsed, args| {
        let [Element::Attribute(options)] = args else { return Ok(()) };
        let value = Attribute::dictionary(parser.context, parser.optional_attr_dict()?);
        parsed.attributes.push(NamedAttribute { name: parser.context.ident(options.name), value });
        Ok(())
    },
    begins: |parser| parser.at(b'{'),
    is_present: |op| {
        ApplyRegisteredPass::printed(op)
            .and_then(|apply| apply.options())
            .is_some_and(|options| !options.is_empty())
    },
    print: |printer, op, _| {
        let options = ApplyRegisteredPass::printed(op).and_then(|apply| apply.options());
        printer.text("{");
        for (index, option) in options.unwrap_or_default().iter().enumerate() {
            printer.text(if index == 0 { "" } else { ", " });
            printer.print_attribute(Attribute::string(op.context(), op.context().str(option.name)));
            printer.text(" = ");
            printer.print_attribute(option.value);
        }
        printer.text("}");
    },
};
