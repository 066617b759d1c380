//! Functions of the `llvm` dialect as lines of text, without details that do not survive LLVM IR.
//!
//! The omitted details: names, locations, the position and number of constants, spellings of constants (`3 : index`, a `dense`
//! of zeros), discardable attributes, and the visibility of symbols.

use std::collections::HashMap;

use tern_dialect_llvm::syntax::gep::DYNAMIC_INDEX;
use tern_mlir::asm::{attribute_to_string, type_to_string};
use tern_mlir::{AttrKind, Block, Body, Context, Module, OpRef, Value};

/// For each defined function: its name, and its signature and operations.
pub fn functions(context: &Context, module: &Module) -> Vec<(String, Vec<String>)> {
    let (body, regions) = module.body().regions(module.root());
    let members = regions.iter().flat_map(|&region| body.region_blocks(region));
    let members = members.flat_map(|&block| body.block_ops(block)).map(|op| OpRef::new(context, body, op));
    let defined = members.filter_map(|op| {
        let (inner, regions) = op.body.regions(op.op);
        let blocks = inner.region_blocks(*regions.first()?);
        let name = op.property("sym_name")?.as_str(context)?.to_owned();
        if op.name() != "llvm.func" || blocks.is_empty() {
            return None;
        }
        let property = |name| op.property(name).map(|value| attribute_to_string(context, value));
        let signature = format!("{:?} {:?}", property("function_type"), property("linkage"));
        let mut lines = vec![signature];
        Skeleton::of(context, inner, blocks).write(blocks, &mut lines);
        Some((name, lines))
    });
    defined.collect()
}

const GEP: &str = "llvm.getelementptr";

/// The attribute with the constant indices of a `llvm.getelementptr`.
const INDICES: &str = "rawConstantIndices";

struct Skeleton<'a> {
    context: &'a Context,
    body: &'a Body,
    /// Numbers of arguments and results, and the texts of constants.
    values: HashMap<Value, String>,
    blocks: HashMap<Block, usize>,
}

impl<'a> Skeleton<'a> {
    fn of(context: &'a Context, body: &'a Body, blocks: &[Block]) -> Self {
        let numbers = blocks.iter().enumerate().map(|(number, &block)| (block, number)).collect();
        let mut skeleton = Self { context, body, values: HashMap::new(), blocks: numbers };
        let mut count = 0;
        for &block in blocks {
            let arguments = body.block_arguments(block).iter().copied();
            let results = body.block_ops(block).flat_map(|op| {
                let constant = skeleton.constant(op);
                body.results(op).map(move |result| (result, constant.clone()))
            });
            let all: Vec<_> = arguments.map(|argument| (argument, None)).chain(results).collect();
            for (value, constant) in all {
                let text = constant.unwrap_or_else(|| {
                    count += 1;
                    format!("%{count}")
                });
                skeleton.values.insert(value, text);
            }
        }
        skeleton
    }

    /// The text of a constant: the value of a number, otherwise only the type.
    fn constant(&self, op: tern_mlir::Op) -> Option<String> {
        let op = OpRef::new(self.context, self.body, op);
        let names = ["llvm.mlir.constant", "llvm.mlir.zero", "llvm.mlir.undef", "llvm.mlir.poison"];
        if !names.contains(&op.name()) && op.attribute("llvm.constexpr").is_none() {
            return None;
        }
        let ty = type_to_string(self.context, op.type_of(op.result()?));
        let value = op.property("value");
        let number = value.and_then(|value| match value.kind(self.context) {
            AttrKind::Integer { .. } => value.as_i64(self.context).map(|number| number.to_string()),
            AttrKind::Float { .. } => Some(attribute_to_string(self.context, value)),
            _ => None,
        });
        Some(format!("{} {ty}", number.unwrap_or_default()))
    }

    fn write(&self, blocks: &[Block], lines: &mut Vec<String>) {
        for &block in blocks {
            let types = self.body.block_arguments(block).iter();
            let types: Vec<String> =
                types.map(|&value| type_to_string(self.context, self.body.value_type(value))).collect();
            lines.push(format!("block {}", types.join(", ")));
            for op in self.body.block_ops(block) {
                if self.constant(op).is_some() {
                    continue;
                }
                let op = OpRef::new(self.context, self.body, op);
                let operands = self.operands(op);
                let successors: Vec<usize> = op.successors().iter().map(|block| self.blocks[block]).collect();
                let properties = self.properties(op);
                let results: Vec<String> = self
                    .body
                    .results(op.op)
                    .map(|result| type_to_string(self.context, self.body.value_type(result)))
                    .collect();
                lines.push(format!(
                    "{} ({}) {successors:?} {properties} -> {results:?}",
                    op.name(),
                    operands.join(", ")
                ));
            }
        }
    }

    fn operands(&self, op: OpRef<'_>) -> Vec<String> {
        let operands = op.operands().iter().map(|value| &*self.values[value]);
        if op.name() != GEP {
            return operands.map(str::to_owned).collect();
        }
        // Whether a constant index is an attribute, and its type, are not preserved.
        let mut operands = operands.map(|operand| match operand.starts_with('%') {
            true => operand,
            false => operand.split(' ').next().unwrap_or_default(),
        });
        let indices = op.property(INDICES).and_then(|indices| indices.as_dense_i32(self.context));
        let mut all: Vec<String> = operands.next().map(str::to_owned).into_iter().collect();
        all.extend(indices.unwrap_or_default().into_iter().map(|index| match index {
            DYNAMIC_INDEX => operands.next().unwrap_or_default().to_owned(),
            index => index.to_string(),
        }));
        all
    }

    fn properties(&self, op: OpRef<'_>) -> String {
        let all = op.body.properties(op.op).as_dictionary(self.context).unwrap_or_default();
        let shown = all.iter().filter(|entry| self.context.str(entry.name) != INDICES);
        let shown = shown.map(|entry| {
            format!("{} = {}", self.context.str(entry.name), attribute_to_string(self.context, entry.value))
        });
        shown.collect::<Vec<_>>().join(", ")
    }
}
