//! Annotations of loops up to MLIR 16: the discardable attribute `llvm.loop = {options = #llvm.loopopts<…>, parallel_access = […]}` of a
//! branch, in whose place `#llvm.loop_annotation` came.

use tern_mlir::asm::{ParseResult, Parser};
use tern_mlir::attributes::Attribute;
use tern_mlir::context::Context;
use tern_mlir::declare::{AttrDef, OldAttribute, Param, constant_default};

use crate::attributes::{
    ACCESS_GROUP, LOOP_ANNOTATION, LOOP_INTERLEAVE, LOOP_LICM, LOOP_PIPELINE, LOOP_UNROLL,
};

/// The name of the discardable attribute.
pub(crate) const LOOP: &str = "llvm.loop";

/// The options: the name, the parameter of an annotation that has its value today, and the parameter of that one.
const OPTIONS: &[(&str, &str, &AttrDef, &str)] = &[
    ("disable_unroll", "unroll", &LOOP_UNROLL, "disable"),
    ("disable_licm", "licm", &LOOP_LICM, "disable"),
    ("interleave_count", "interleave", &LOOP_INTERLEAVE, "count"),
    ("disable_pipeline", "pipeline", &LOOP_PIPELINE, "disable"),
    ("pipeline_initiation_interval", "pipeline", &LOOP_PIPELINE, "initiationinterval"),
];

/// The parser of an attribute that exists no more, given its mnemonic.
pub(crate) fn attribute(mnemonic: &str) -> Option<OldAttribute> {
    (mnemonic == "loopopts").then_some(options as OldAttribute)
}

/// Parses `<disable_unroll = true, interleave_count = 1>`, as a loop annotation.
fn options(parser: &mut Parser<'_, '_>) -> ParseResult<Attribute> {
    let context = parser.context;
    let mut annotation = empty(&LOOP_ANNOTATION);
    parser.expect(b'<')?;
    parser.list(b'>', |parser| {
        let start = parser.offset();
        let name = parser.keyword()?;
        let Some((_, part, def, param)) = OPTIONS.iter().find(|(option, ..)| option.as_bytes() == name)
        else {
            let name = String::from_utf8_lossy(name);
            return Err(parser.error_at(start, format!("unknown loop option `{name}`")));
        };
        parser.expect(b'=')?;
        let value = match *param {
            "disable" => match parser.eat_keyword("true") {
                true => Attribute::bool(context, true),
                false => {
                    // An option that is off is as one that is not there.
                    parser.expect_keyword("false")?;
                    return Ok(());
                }
            },
            _ => {
                let at = parser.offset();
                let number = i32::try_from(parser.integer()?);
                let number = number.map_err(|_| parser.error_at(at, "expected 32-bit integer"))?;
                Attribute::integer(context, context.common.i32, number.into())
            }
        };
        let part = &mut annotation[position(&LOOP_ANNOTATION, part)];
        let mut params = match part {
            Param::Attribute(known) => {
                known.declared(context, def).map_or_else(|| empty(def), <[Param]>::to_vec)
            }
            _ => empty(def),
        };
        params[position(def, param)] = Param::Attribute(value);
        *part = Param::Attribute(Attribute::declare(context, def, params));
        Ok(())
    })?;
    Ok(Attribute::declare(context, &LOOP_ANNOTATION, annotation))
}

/// The annotation that stands for `llvm.loop` among the attributes of a branch; `None` if that is not there, or of another form.
pub(crate) fn annotation(context: &Context, attributes: Attribute) -> Option<Attribute> {
    let attribute = attributes.entry(context, LOOP)?;
    let mut params = empty(&LOOP_ANNOTATION);
    for entry in attribute.as_dictionary(context)? {
        match context.str(entry.name) {
            "options" => params = entry.value.declared(context, &LOOP_ANNOTATION)?.to_vec(),
            "parallel_access" => {}
            _ => return None,
        }
    }
    if let Some(groups) = attribute.entry(context, "parallel_access") {
        let groups = groups
            .as_array(context)?
            .iter()
            .map(|group| group.declared(context, &ACCESS_GROUP).map(|_| Param::Attribute(*group)));
        let groups: Option<Vec<Param>> = groups.collect();
        params[position(&LOOP_ANNOTATION, "parallelAccesses")] = Param::List(groups?.into());
    }
    Some(Attribute::declare(context, &LOOP_ANNOTATION, params))
}

/// The parameters of an attribute without any of its optional ones.
fn empty(def: &AttrDef) -> Vec<Param> {
    let default = |decl| constant_default(decl).unwrap_or(Param::Absent);
    def.params.iter().map(default).collect()
}

fn position(def: &AttrDef, name: &str) -> usize {
    let position = def.params.iter().position(|param| param.name == name);
    position.expect("invariant: the attribute is declared with this parameter")
}
