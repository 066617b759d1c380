//! Caches translated operations: operations of one shape become instructions that differ only in their operands, so they are analysed
//! once.

use std::cmp::Ordering;

use cranelift_entity::PrimaryMap;
use tern_dialect_llvm::ops;
use tern_dialect_llvm::syntax::gep::DYNAMIC_INDEX;
use tern_llvm_ir::StrId;
use tern_llvm_ir::function::Function;
use tern_llvm_ir::instruction::{Flags, Instruction, List, Opcode};
use tern_mapping::asides;
use tern_mapping::fields::{self, FieldTarget};
use tern_mapping::flags;
use tern_mapping::instruction_metadata::MMRA;
use tern_mlir::{Ident, OpRef, OpShape, OpShapes, Type};

use crate::extension::{AttributePlace, foreign};
use crate::{Exporter, Result, ir};

/// Facts shared by the operations of a shape.
#[derive(Clone, Copy)]
pub(crate) struct Common {
    /// Whether they compute constants.
    pub(crate) is_constant: bool,
    /// Whether they become debug records.
    pub(crate) is_record: bool,
    /// Whether their attributes hold no metadata, so that attachments depend only on the location.
    pub(crate) is_bare: bool,
    /// The position of their discardable attributes, for dialects that translate these.
    pub(crate) place: AttributePlace,
    /// Whether they have discardable attributes that nothing translates.
    pub(crate) leaves_out: bool,
    /// Whether they belong to the dialect `llvm`.
    pub(crate) is_llvm: bool,
    /// The cached translation, once one of them has been exported.
    pub(crate) form: Option<InstructionTemplate>,
}

/// An instruction without its operands.
#[derive(Clone, Copy)]
pub(crate) enum InstructionTemplate {
    /// An instruction whose fields correspond to attributes, with placeholders as operands.
    Fields(FieldTemplate),
    /// `indices` is a range of the pool, with `None` for indices that are operands.
    GetElementPtr {
        flags: Flags,
        element: Option<Type>,
        indices: List<Option<ir::Value>>,
    },
    Br,
    /// The number of operands passed along each edge.
    CondBr(i32, i32),
    Call(CallTemplate),
    /// Not cached: translated each time.
    Other,
}

/// An instruction in the pool of templates.
#[derive(Clone, Copy)]
pub(crate) struct FieldTemplate {
    index: u32,
    /// The type in a field of the instruction, as each use of a type must be recorded.
    ty: Option<Type>,
}

/// A call without operand bundles.
#[derive(Clone, Copy)]
pub(crate) struct CallTemplate {
    /// The callee, unless it is an operand.
    pub(crate) callee: Option<ir::Value>,
    /// The number of operands that belong to the call, including a callee that is an operand.
    pub(crate) operands: usize,
    /// The type of the callee, if it takes variable arguments.
    pub(crate) variadic: Option<Type>,
    /// The callee's type in the last call of this shape; most likely right for the next one.
    pub(crate) function_type: Option<ir::Type>,
}

/// The shapes found so far, and their translations.
#[derive(Default)]
pub(crate) struct InstructionCache {
    shapes: OpShapes,
    pub(crate) all: PrimaryMap<OpShape, Common>,
    /// The pool of instructions with placeholders as operands.
    templates: Vec<Instruction>,
    /// The pool of `getelementptr` indices.
    indices: Vec<Option<ir::Value>>,
}

impl InstructionCache {
    /// The indices of a `getelementptr` with its operands filled in.
    pub(crate) fn indices(
        &self,
        list: List<Option<ir::Value>>,
        dynamic: &[ir::Value],
    ) -> impl Iterator<Item = ir::Value> {
        let mut dynamic = dynamic.iter();
        let mut next = move || *dynamic.next().expect("a shape has as many operands as dynamic indices");
        self.indices[list.range()].iter().map(move |index| index.unwrap_or_else(&mut next))
    }
}

impl Exporter<'_> {
    /// The shape of an operation, about which the cache knows what is common.
    #[inline]
    pub(crate) fn shape_of(&mut self, op: OpRef<'_>) -> OpShape {
        let shape = self.instruction_cache.shapes.intern(op.body, op.op);
        if !self.instruction_cache.all.is_valid(shape) {
            let common = self.find_common(op);
            self.instruction_cache.all.push(common);
        }
        shape
    }

    fn find_common(&self, op: OpRef<'_>) -> Common {
        let properties = op.body.properties(op.op).as_dictionary(self.context).unwrap_or_default();
        let is_attached = |name| self.tables.attachment_fields.contains(&name);
        let says_metadata = op.attribute(asides::ATTACHMENTS).is_some()
            || op.attribute(MMRA.0).is_some()
            || properties.iter().any(|property| is_attached(property.name))
            || !foreign(self.context, op).is_empty();
        let (is_constant, is_record) = (self.is_constant_op(op), self.is_record(op));
        let place = match is_constant || is_record {
            true => AttributePlace::Other,
            false => AttributePlace::Instruction,
        };
        Common {
            is_constant,
            is_record,
            place,
            is_bare: !says_metadata,
            leaves_out: !self.untranslated(op, place).is_empty(),
            is_llvm: self.kind(op).is_llvm,
            form: None,
        }
    }

    /// The translation of the operations of a shape, from the cache if one was exported before.
    pub(crate) fn form(&mut self, op: OpRef<'_>, shape: OpShape) -> Result<InstructionTemplate> {
        if let Some(known) = self.instruction_cache.all[shape].form {
            return Ok(known);
        }
        self.check_attributes(op)?;
        let form = self.find_form(op)?;
        self.instruction_cache.all[shape].form = Some(form);
        Ok(form)
    }

    /// The flags of the instruction with this opcode for an operation.
    pub(crate) fn flags(&self, op: OpRef<'_>, opcode: Opcode) -> Result<Flags> {
        flags::of(op, opcode).or_else(|message| self.error(op, message))
    }

    /// The instruction of a template with its operands.
    pub(crate) fn instruction_of_template(
        &mut self,
        template: FieldTemplate,
        operands: &[ir::Value],
    ) -> Instruction {
        if let Some(ty) = template.ty {
            self.ty(ty);
        }
        let mut inst = self.instruction_cache.templates[template.index as usize].clone();
        let mut operands = operands.iter();
        inst.for_each_inline_operand_mut(|place| {
            *place = *operands.next().expect("a shape has as many operands as its template");
        });
        inst
    }

    /// The instruction for an operation, if its fields correspond to attributes. `function` is to hold the lists of the instruction.
    pub(crate) fn instruction_of_fields(
        &mut self,
        op: OpRef<'_>,
        operands: &[ir::Value],
        function: Option<&mut Function>,
    ) -> Result<Option<Instruction>> {
        let kind = self.kind(op);
        match (kind.binary, kind.cast, operands) {
            (Some(binary), _, &[lhs, rhs]) => {
                let flags = self.flags(op, Opcode::Binary(binary))?;
                Ok(Some(Instruction::Binary { op: binary, flags, lhs, rhs }))
            }
            (_, Some(cast), &[value]) => {
                let flags = self.flags(op, Opcode::Cast(cast))?;
                Ok(Some(Instruction::Cast { op: cast, flags, value }))
            }
            _ => {
                let mut target = Target { exporter: self, function };
                let inst = fields::instruction(op, kind.model_name, operands, &mut target);
                inst.or_else(|message| self.error(op, message))
            }
        }
    }

    fn find_form(&mut self, op: OpRef<'_>) -> Result<InstructionTemplate> {
        let kind = self.kind(op);
        if !(kind.is_llvm || kind.is_tern) || kind.calls_intrinsic {
            return Ok(InstructionTemplate::Other);
        }
        Ok(match kind.model_name {
            ops::GetElementPtr::NAME => {
                let gep = ops::GetElementPtr::like(op);
                let (start, i32_type) = (self.instruction_cache.indices.len(), self.ir.types.common.i32);
                for index in gep.rawConstantIndices().unwrap_or_default() {
                    let is_given = index != DYNAMIC_INDEX;
                    let constant = || self.ir.constants.integer(&self.ir.types, i32_type, i64::from(index));
                    self.instruction_cache.indices.push(is_given.then(|| constant().into()));
                }
                let indices = &self.instruction_cache.indices[start..];
                let (len, dynamic) = (indices.len(), indices.iter().filter(|index| index.is_none()).count());
                // Beside the base.
                match op.operands().len().cmp(&(dynamic + 1)) {
                    Ordering::Equal => {}
                    Ordering::Less => return self.error(op, "fewer operands than dynamic indices"),
                    Ordering::Greater => return self.error(op, "more operands than dynamic indices"),
                }
                InstructionTemplate::GetElementPtr {
                    flags: self.flags(op, Opcode::GetElementPtr)?,
                    element: gep.elem_type(),
                    indices: List::new(start, len),
                }
            }
            ops::Br::NAME => InstructionTemplate::Br,
            ops::CondBr::NAME => match op.operand_segment_sizes().as_deref() {
                Some(&[_, then, otherwise]) => InstructionTemplate::CondBr(then, otherwise),
                _ => InstructionTemplate::Other,
            },
            ops::Call::NAME => self.call_form(ops::Call::like(op))?,
            // Their indices are in a pool of the function.
            ops::ExtractValue::NAME | ops::InsertValue::NAME => InstructionTemplate::Other,
            name => {
                let operands = vec![self.placeholder().into(); op.operands().len()];
                let Some(inst) = self.instruction_of_fields(op, &operands, None)? else {
                    return Ok(InstructionTemplate::Other);
                };
                let alloca = (name == ops::Alloca::NAME).then(|| ops::Alloca::like(op));
                let index = self.instruction_cache.templates.len() as u32;
                self.instruction_cache.templates.push(inst);
                InstructionTemplate::Fields(FieldTemplate {
                    index,
                    ty: alloca.and_then(|alloca| alloca.elem_type()),
                })
            }
        })
    }
}

/// The exporter as the target of attributes.
struct Target<'e, 'c> {
    exporter: &'e mut Exporter<'c>,
    function: Option<&'e mut Function>,
}

impl FieldTarget for Target<'_, '_> {
    fn ty(&mut self, ty: Type) -> Option<ir::Type> {
        self.exporter.ty(ty)
    }

    fn text(&self, text: Ident) -> Option<StrId> {
        self.exporter.scope(Some(text))
    }

    fn numbers(&mut self, numbers: &[u32]) -> List<u32> {
        let function = self.function.as_mut().expect("instructions with lists have no template");
        function.push_numbers(numbers)
    }
}

#[cfg(test)]
mod tests {
    use tern_mlir::asm::{self, ParseOptions};
    use tern_mlir::{Context, OpRef};

    use super::InstructionTemplate;
    use crate::{Exporter, Options};

    const FUNCTION: &[u8] = b"llvm.func @f(%p: !llvm.ptr, %q: !llvm.ptr, %a: i32) -> i32 {
  %0 = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> i32
  %1 = llvm.load %q {alignment = 4 : i64} : !llvm.ptr -> i32
  %2 = llvm.load %p {alignment = 4 : i64, llvm.md = {x = 0 : index}} : !llvm.ptr -> i32
  %3 = llvm.getelementptr %p[%a, 7] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<9 x i8>
  llvm.return %0 : i32
}";

    #[test]
    fn operands_do_not_change_the_shape() {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let module = asm::parse(&context, "forms", FUNCTION, &ParseOptions::default()).unwrap();
        let members = module.body().nested(module.root()).unwrap();
        let func = members.block_ops(members.region_blocks(members.root_regions()[0])[0]).next().unwrap();
        let body = members.nested(func).unwrap();
        let ops: Vec<OpRef<'_>> = body
            .block_ops(body.region_blocks(body.root_regions()[0])[0])
            .map(|op| OpRef::new(&context, body, op))
            .collect();
        let resources = Default::default();
        let mut exporter = Exporter::new(&context, &resources, Options::default());
        let shapes: Vec<_> = ops.iter().map(|&op| exporter.shape_of(op)).collect();
        assert_eq!(shapes[0], shapes[1]);
        assert_ne!(shapes[0], shapes[2]);
        let is_bare = |index: usize| exporter.instruction_cache.all[shapes[index]].is_bare;
        assert!(is_bare(0) && !is_bare(2));
        assert!(matches!(exporter.form(ops[0], shapes[0]), Ok(InstructionTemplate::Fields(_))));
        assert!(exporter.instruction_cache.all[shapes[1]].form.is_some());
        let Ok(InstructionTemplate::GetElementPtr { indices, .. }) = exporter.form(ops[3], shapes[3]) else {
            panic!()
        };
        let null = exporter.placeholder().into();
        let seven = exporter.ir.constants.integer(&exporter.ir.types, exporter.ir.types.common.i32, 7).into();
        let indices: Vec<_> = exporter.instruction_cache.indices(indices, &[null]).collect();
        assert_eq!(indices, [null, seven]);
    }
}
