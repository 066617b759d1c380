//! Caches translated instructions. A [`Shape`] is an instruction without its operands; instructions that agree in shape, result
//! type and attachments become operations that differ only in operands and location, so the first one is translated and the
//! others are copied from it.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;
use tern_dialect_llvm::ops;
use tern_llvm_ir::attributes::AttributeListId;
use tern_llvm_ir::function::{Function, InstData, Local};
use tern_llvm_ir::instruction::{Flags, Instruction, List, TailKind};
use tern_llvm_ir::{Inst, MdNode, StrId};
use tern_mapping::fields::{self, FieldSource};
use tern_mapping::{asides, flags};
use tern_mlir::declare::{self, OpDef};
use tern_mlir::{Attribute, Block, Body, Ident, Location, Op, OpName, Type, Value};
use tern_support::ways;

use crate::builder::{New, binary, cast};
use crate::functions::{BodyState, Values};
use crate::{Importer, Result, ir};

/// The cache stops growing at this many entries.
const MOST: usize = 1 << 14;

/// An instruction without its operands. Covers most instructions.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    /// An instruction whose fields correspond to attributes, with placeholders for its operands.
    Fields(Instruction),
    /// `indices` is the `rawConstantIndices` of the operation: the constants, and a marker for each index that is an operand.
    GetElementPtr {
        flags: Flags,
        element: ir::Type,
        indices: RawIndices,
    },
    Return,
    Br,
    /// How many block arguments each of the two successors takes.
    CondBr([usize; 2]),
    Call(CallShape),
}

/// A call without its arguments.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct CallShape {
    /// The called function; none for a call through a pointer.
    pub(crate) callee: PackedOption<ir::Global>,
    pub(crate) function_type: ir::Type,
    pub(crate) arguments: u32,
    pub(crate) calling_convention: u32,
    pub(crate) attributes: AttributeListId,
    pub(crate) flags: Flags,
    pub(crate) tail: TailKind,
}

/// Indices of a `getelementptr` as MLIR stores them: constants as they are, and the least `i32` for each index that is an operand.
#[derive(Clone, Default)]
pub(crate) struct RawIndices(SmallVec<[i32; 4]>);

impl RawIndices {
    pub(crate) fn push(&mut self, index: i32) {
        self.0.push(index);
    }
}

impl Deref for RawIndices {
    type Target = [i32];

    fn deref(&self) -> &[i32] {
        &self.0
    }
}

impl PartialEq for RawIndices {
    /// Compares element by element rather than with `memcmp`: there are few indices.
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for RawIndices {}

impl Hash for RawIndices {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.iter().for_each(|&index| state.write_i32(index));
    }
}

/// The operands and successors of an operation, in its order.
#[derive(Default)]
pub(crate) struct Uses {
    pub(crate) operands: Values,
    pub(crate) successors: SmallVec<[Block; 2]>,
}

/// The cache key: everything that determines an operation, except its operands and its location.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct OpKey {
    shape: Shape,
    result: Option<ir::Type>,
    attachments: SmallVec<[(StrId, MdNode); 2]>,
    phis: Option<Attribute>,
}

/// The cached translation: an operation without its operands and location.
#[derive(Clone, Copy)]
pub(crate) struct CachedOp {
    name: OpName,
    properties: Attribute,
    attributes: Attribute,
    result: Option<Type>,
}

impl CachedOp {
    /// Turns an operation under construction into a form with the given result type. Takes its properties and attributes.
    pub(crate) fn of(new: &mut New<'_>, result: Option<Type>) -> Self {
        let context = new.context;
        let dictionary = |entries: &mut _| Attribute::dictionary(context, std::mem::take(entries));
        let properties = dictionary(&mut new.state.properties);
        let attributes = dictionary(&mut new.state.attributes);
        Self { name: new.state.name, properties, attributes, result }
    }

    /// Creates an operation of this form with the given operands, in no block yet.
    pub(crate) fn make(self, body: &mut Body, location: Location, operands: &[Value]) -> Op {
        let Self { name, properties, attributes, result } = self;
        body.create_simple(name, location, operands, result.as_slice(), properties, attributes)
    }
}

impl<'c> Importer<'_, 'c> {
    /// Reserves cache capacity for about `instructions / 32` entries.
    pub(crate) fn expect(&mut self, instructions: usize) {
        /// Roughly one in this many instructions is unlike all before it.
        const ONE_OF: usize = 32;
        self.ops.instructions.reserve(MOST.min(instructions / ONE_OF));
    }

    /// The shape of an instruction, or `None` if it has none. Appends its operands and successors to the last parameter, which
    /// must be empty.
    #[inline(always)]
    pub(crate) fn shape(
        &mut self,
        site: &mut BodyState<'_>,
        inst: &Instruction,
        ty: Option<ir::Type>,
        Uses { operands, successors }: &mut Uses,
    ) -> Result<Option<Shape>> {
        Ok(Some(match inst {
            Instruction::GetElementPtr { flags, element, base, indices } => {
                operands.push(self.value(site, *base)?);
                let indices = site.function().function.list(*indices);
                let indices = self.gep_indices(site, *element, indices, operands)?;
                Shape::GetElementPtr { flags: *flags, element: *element, indices }
            }
            Instruction::Ret(value) => {
                self.push_values(site, value.as_slice(), operands)?;
                Shape::Return
            }
            Instruction::Br(block) => {
                successors.push(self.edge_to(site, *block, None, operands)?);
                Shape::Br
            }
            Instruction::CondBr { condition, then, otherwise } => {
                // A walk visits the condition last.
                let last = self.policy.walks();
                if !last {
                    operands.push(self.value(site, *condition)?);
                }
                let begin = operands.len();
                successors.push(self.edge_to(site, *then, None, operands)?);
                let middle = operands.len();
                successors.push(self.edge_to(site, *otherwise, None, operands)?);
                let shape = Shape::CondBr([middle - begin, operands.len() - middle]);
                if last {
                    operands.insert(0, self.value(site, *condition)?);
                }
                shape
            }
            Instruction::Call(call) => {
                let Some(shape) = self.call_shape(call) else { return Ok(None) };
                self.push_values(site, &call.args, operands)?;
                if shape.callee.is_none() {
                    operands.insert(0, self.value(site, call.callee)?);
                }
                Shape::Call(shape)
            }
            // Their indices are in a pool of the function.
            Instruction::ExtractValue { .. } | Instruction::InsertValue { .. } => return Ok(None),
            Instruction::Binary { .. } | Instruction::Cast { .. } => self.fields(site, inst, ty, operands)?,
            other if fields::is_known(other) => self.fields(site, inst, ty, operands)?,
            _ => return Ok(None),
        }))
    }

    /// The shape of an instruction whose fields correspond to attributes.
    #[inline]
    fn fields(
        &mut self,
        site: &mut BodyState<'_>,
        inst: &Instruction,
        result: Option<ir::Type>,
        operands: &mut Values,
    ) -> Result<Shape> {
        let mut fields = inst.clone();
        if self.policy.spells_implied {
            self.write_alignment(site, &mut fields, result);
        }
        let mut used = ir::instruction::Operands::new();
        let placeholder = ir::Value::from(Local::from_u32(0));
        fields.for_each_inline_operand_mut(|place| used.push(std::mem::replace(place, placeholder)));
        self.push_values(site, &used, operands)?;
        Ok(Shape::Fields(fields))
    }

    /// The operation for instructions of a shape, without operands. `data` is any instruction of that shape.
    pub(crate) fn of_shape(&mut self, shape: &Shape, data: &InstData) -> New<'c> {
        let context = self.context;
        match shape {
            Shape::Call(_) => match &data.inst {
                Instruction::Call(call) => self.call_of_shape(call, data.result.is_some()),
                _ => unreachable!("only calls have the shape of a call"),
            },
            Shape::Fields(fields) => self.operation_of_fields(fields, None),
            Shape::GetElementPtr { flags, element, indices } => self.gep(*flags, *element, indices),
            Shape::Return => New::of(context, ops::Return::start()),
            Shape::Br => New::of(context, ops::Br::start()),
            Shape::CondBr([then, otherwise]) => {
                New::of(context, ops::CondBr::start()).segments(&mut self.attributes, &[1, *then, *otherwise])
            }
        }
    }

    /// The operation for an instruction whose fields correspond to attributes, without operands. `function` has the lists of the
    /// instruction.
    pub(crate) fn operation_of_fields(&mut self, inst: &Instruction, function: Option<&Function>) -> New<'c> {
        let context = self.context;
        match *inst {
            Instruction::Binary { op, flags, .. } => self.operation_of_flags(binary(context, op), flags),
            Instruction::Cast { op, flags, .. } => self.operation_of_flags(cast(context, op), flags),
            _ => {
                let new = fields::operation(context, inst, &mut Source { importer: self, function });
                self.built(new.expect("the caller asks for instructions of the table"))
            }
        }
    }

    /// The operation for an instruction that has flags alone, without operands.
    pub(crate) fn operation_of_flags(&mut self, def: &'static OpDef, flags: Flags) -> New<'c> {
        self.built(flags::set(self.context, declare::New::of(def), flags))
    }

    /// Imports an instruction that has a shape, from the cache if an equal one was imported before.
    pub(crate) fn repeat(
        &mut self,
        site: &mut BodyState<'_>,
        function: &Function,
        inst: Inst,
        shape: Shape,
        uses: &Uses,
    ) -> Result<()> {
        let data = &function.insts[inst];
        let attachments = function.inst_attachments(inst);
        let result = data.result.expand();
        let (location, attachments) = match attachments {
            [] => (Location::unknown(self.context), SmallVec::new()),
            _ => (self.location_of(attachments), self.unlocated(attachments)),
        };
        let key = OpKey {
            shape,
            result: result.map(|local| function.locals[local].ty),
            attachments,
            phis: if data.inst.is_terminator() { self.phi_aside(site) } else { None },
        };
        let form = match self.ops.instructions.get(&key) {
            Some(&form) => form,
            None => self.new_form(key, data),
        };
        let body = &mut site.body;
        let op = form.make(body, location, &uses.operands);
        if !uses.successors.is_empty() {
            body.set_successors(op, &uses.successors);
        }
        self.put(site, function, op, result)
    }

    /// Translates the first instruction with this key and caches the result.
    #[cold]
    fn new_form(&mut self, key: OpKey, data: &InstData) -> CachedOp {
        let mut new = self.of_shape(&key.shape, data);
        new = self.with_attachments(new, &key.attachments);
        if let Some(phis) = key.phis {
            new = new.aside(asides::PHIS, phis);
        }
        let result = key.result.map(|ty| self.ty(ty));
        let form = CachedOp::of(&mut new, result);
        if self.ops.instructions.len() < MOST && !ways::is_plain() {
            self.ops.instructions.insert(key, form);
        }
        form
    }
}

/// The importer as the source of fields.
struct Source<'i, 'm, 'c> {
    importer: &'i mut Importer<'m, 'c>,
    function: Option<&'i Function>,
}

impl FieldSource for Source<'_, '_, '_> {
    fn ty(&mut self, ty: ir::Type) -> Type {
        self.importer.ty(ty)
    }

    fn text(&self, text: StrId) -> Ident {
        self.importer.ident(text)
    }

    fn numbers(&self, list: List<u32>) -> &[u32] {
        self.function.expect("instructions with lists have no shape").list(list)
    }
}

#[cfg(test)]
mod tests {
    use tern_mlir::Context;
    use tern_mlir::asm::{self, PrintOptions};

    #[test]
    fn what_is_known_becomes_what_was_new() {
        let body = "\n  %1 = call i32 @g(i32 1, ptr null)\n  %2 = call i32 @g(i32 %1, ptr %p)\n  \
            %3 = tail call i32 @g(i32 %1, ptr null)\n  %4 = call i32 @g(i32 signext %1, ptr null) #0\n  \
            %5 = call i32 %p(i32 %1, ptr @g)\n  %6 = call fastcc i32 @g(i32 %1, ptr %p)\n  \
            %7 = call i32 (ptr, ...) @v(ptr %p, i32 2)\n  %8 = call i32 (ptr, ...) @v(ptr %p)\n  \
            %9 = call i32 @llvm.smax.i32(i32 %1, i32 %2)\n  %10 = call i32 @g(i32 %1, ptr %p) [ \"b\"(i32 1) ]\n  \
            %11 = call i32 @v(i32 1)\n  call void @w(i32 poison)\n  ret i32 %5\n}\n";
        let declarations = "declare i32 @g(i32, ptr)\ndeclare i32 @v(ptr, ...)\ndeclare void @w(i32)\n\
            declare i32 @llvm.smax.i32(i32, i32)\nattributes #0 = { nounwind }\n";
        let text =
            ["a", "b"].map(|name| format!("define i32 @{name}(ptr %p) {{{body}")).concat() + declarations;
        let module = tern_llvm_ir::read(text.as_bytes(), "test").unwrap();
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let module = crate::import(&context, &module).unwrap();
        let text = String::from_utf8(asm::print(&context, &module, &PrintOptions::default())).unwrap();
        let bodies: Vec<Vec<&str>> =
            (text.split("llvm.func @").filter(|function| function.contains("llvm.return")))
                .map(|function| function.lines().skip(1).take_while(|line| !line.ends_with('}')).collect())
                .collect();
        let [new, known] = &bodies[..] else { panic!("{text}") };
        assert_eq!(new, known, "{text}");
        let calls: Vec<&str> = new.iter().copied().filter(|line| line.contains("llvm.call")).collect();
        assert_eq!(calls.len(), 11, "{text}");
    }
}
