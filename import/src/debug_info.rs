//! Translates parts of debug information that are attributes in all imports: expressions and bounds. `debug_attributes.rs` is the
//! lossless translation of nodes, `policy/upstream/debug_info.rs` that of MLIR's own importer.

use tern_dialect_llvm::attributes::{DI_EXPRESSION, DI_EXPRESSION_ELEM, DI_SUBRANGE};
use tern_dialect_llvm::dwarf::{ENCODINGS, OPERATIONS};
use tern_llvm_ir::MdNode;
use tern_llvm_ir::metadata::{Field, FieldValue, Integer};
use tern_mapping::debug_info::NodeDecl;
use tern_mlir::Attribute;
use tern_mlir::declare::{Param, ParamKind, Presence};

use crate::{Importer, Tables};

impl Importer<'_, '_> {
    /// Translates a `!DIExpression(…)`: each operation with its arguments.
    pub(crate) fn debug_expression(&mut self, node: MdNode) -> Attribute {
        if let Some(&known) = self.nodes.attributes.get(&node) {
            return known;
        }
        let context = self.context;
        let fields: &[Field] = self.specialized(node).map_or(&[], |(_, fields)| fields);
        let mut operations: Vec<(u64, Vec<Param>)> = Vec::new();
        for field in fields {
            let symbol = match &field.value {
                FieldValue::Symbols(symbol) => Some(self.ir.text(*symbol)),
                _ => None,
            };
            let opcode = symbol.as_deref().and_then(|name| OPERATIONS.value(name));
            let argument = match &symbol {
                Some(name) => ENCODINGS.value(name),
                None => number(&field.value),
            };
            match (opcode, argument, operations.last_mut()) {
                (Some(opcode), ..) => operations.push((opcode, Vec::new())),
                (None, Some(argument), Some((_, arguments))) => arguments.push(Param::Unsigned(argument)),
                (None, Some(opcode), None) => operations.push((opcode, Vec::new())),
                (None, None, _) => {}
            }
        }
        let elements = operations.into_iter().map(|(opcode, arguments)| {
            let params = [Param::Unsigned(opcode), Param::List(arguments.into())];
            Param::Attribute(Attribute::declare(context, &DI_EXPRESSION_ELEM, params))
        });
        let expression =
            Attribute::declare(context, &DI_EXPRESSION, [Param::List(elements.collect::<Vec<_>>().into())]);
        self.nodes.attributes.insert(node, expression);
        expression
    }
}

impl Tables<'_, '_> {
    /// A number as the bound of an array.
    pub(crate) fn integer_bound(&self, decl: &NodeDecl, value: Integer) -> Option<Attribute> {
        let context = self.context;
        let value: i64 = value.to()?;
        if std::ptr::eq(decl.attribute, &DI_SUBRANGE) {
            return Some(Attribute::integer(context, context.common.i64, value));
        }
        // LLVM stores numbers in this field as expressions.
        const CONSTS: u64 = 0x11;
        let argument = Param::Unsigned(value as u64);
        let element = [Param::Unsigned(CONSTS), Param::List([argument].into())];
        let element = Attribute::declare(context, &DI_EXPRESSION_ELEM, element);
        let list = Param::List([Param::Attribute(element)].into());
        Some(Attribute::declare(context, &DI_EXPRESSION, [list]))
    }
}

/// The value of a field that is a number.
pub(crate) fn number(value: &FieldValue) -> Option<u64> {
    match value {
        FieldValue::Integer(value) => value.to().or_else(|| value.to::<i64>().map(|value| value as u64)),
        FieldValue::Bool(value) => Some(u64::from(*value)),
        _ => None,
    }
}

/// The value of a parameter that is left out.
pub(crate) fn absent(kind: &ParamKind, presence: Presence) -> Param {
    if presence == Presence::Optional {
        return Param::Absent;
    }
    match kind {
        ParamKind::Unsigned(_) | ParamKind::Symbolic(_) | ParamKind::Enum(_) => Param::Unsigned(0),
        ParamKind::Bool => Param::Bool(false),
        ParamKind::List(_) | ParamKind::Braced(_) => Param::List([].into()),
        _ => Param::Absent,
    }
}
