//! Writes constants and operands.

use tern_support::text::push_number;

use super::slots::NONE;
use super::{FunctionSlots, Writer};
use crate::constants::{Constant, ConstantExpr, ConstantKind, bigint_from_limbs, data_element};
use crate::float;
use crate::function::{Block, Value, ValueKind};
use crate::globals::Global;
use crate::instruction::Flags;
use crate::types::{Type, TypeKind};

impl Writer<'_> {
    pub(super) fn global_name(&mut self, global: Global) {
        let module = self.module;
        self.text("@");
        match module.globals[global].name {
            Some(name) => self.name(module.strings.get(name)),
            None => self.number(self.slots.global(global).unwrap_or(NONE)),
        }
    }

    #[inline]
    pub(super) fn typed_value(&mut self, value: Value) {
        if let Some((function, _)) = &self.function {
            let ty = self.module.type_of(function, value);
            self.ty(ty);
        } else if let Some(constant) = value.constant() {
            self.ty(self.module.constants.ty(constant));
        }
        self.out.push(b' ');
        self.value(value);
    }

    #[inline]
    pub(super) fn value(&mut self, value: Value) {
        let module = self.module;
        match value.kind() {
            ValueKind::Constant(constant) => self.constant(constant),
            ValueKind::Local(local) => {
                self.text("%");
                let Some((function, slots)) = &self.function else { return };
                match function.locals[local].name {
                    Some(name) => self.name(module.strings.get(name)),
                    None => push_number(&mut self.out, slots.locals[local]),
                }
            }
        }
    }

    /// Writes `label %b`.
    pub(super) fn label(&mut self, block: Block) {
        self.text("label ");
        self.block_name(block);
    }

    pub(super) fn block_name(&mut self, block: Block) {
        let module = self.module;
        self.text("%");
        let Some((function, slots)) = &self.function else { return };
        match function.blocks[block].name {
            Some(name) => self.name(module.strings.get(name)),
            None => push_number(&mut self.out, slots.blocks[block]),
        }
    }

    pub(super) fn typed_constant(&mut self, constant: Constant) {
        self.ty(self.module.constants.ty(constant));
        self.out.push(b' ');
        self.constant(constant);
    }

    fn scalar(&mut self, ty: Type, kind: &ConstantKind) {
        let types = &self.module.types;
        match kind {
            ConstantKind::Integer(bits) => match types.bits_width(ty) {
                Some(1) if !types.is_byte(ty) || self.bytes_as_integers => {
                    self.text(if *bits == 1 { "true" } else { "false" })
                }
                width => {
                    let shift = 64 - width.unwrap_or(64).clamp(1, 64);
                    let value = ((bits << shift) as i64) >> shift;
                    match u32::try_from(value) {
                        Ok(small) => self.small(small),
                        Err(_) => self.number(value),
                    }
                }
            },
            ConstantKind::BigInteger(limbs) => {
                let value = bigint_from_limbs(types.bits_width(ty).unwrap_or(64), limbs);
                self.text(&value.to_string());
            }
            ConstantKind::Float(bits) if !self.is_before(23) => {
                float::print_new_spelling(types.kind(ty), *bits, &mut self.out);
            }
            ConstantKind::Float(bits) => float::print(types.kind(ty), *bits, &mut self.out),
            _ => {}
        }
    }

    pub(super) fn constant(&mut self, constant: Constant) {
        let module = self.module;
        let data = module.constants.get(constant);
        let ty = data.ty;
        match &data.kind {
            kind @ (ConstantKind::Integer(_) | ConstantKind::BigInteger(_) | ConstantKind::Float(_)) => {
                self.scalar(ty, kind)
            }
            ConstantKind::Zero if module.types.is_pointer(ty) => self.text("null"),
            ConstantKind::Zero => self.text("zeroinitializer"),
            ConstantKind::Undef => self.text("undef"),
            ConstantKind::Poison => self.text("poison"),
            ConstantKind::None => self.text("none"),
            ConstantKind::Aggregate(elements) => self.aggregate(ty, elements),
            ConstantKind::Data(bytes) => self.data(ty, bytes),
            ConstantKind::Splat(value) if self.is_before(19) => self.older_splat(ty, *value),
            ConstantKind::Splat(value) => {
                self.text("splat (");
                self.typed_constant(*value);
                self.text(")");
            }
            ConstantKind::Global(global) => self.global_name(*global),
            ConstantKind::Expr(expr) => self.expression(ty, expr),
            ConstantKind::BlockAddress(global, block) => self.block_address(*global, *block),
            ConstantKind::DsoLocalEquivalent(global) => {
                self.text("dso_local_equivalent ");
                self.global_name(*global);
            }
            ConstantKind::NoCfi(global) => {
                self.text("no_cfi ");
                self.global_name(*global);
            }
            ConstantKind::PtrAuth(operands) => {
                let is_zero = |constant: Constant| {
                    matches!(module.constants.kind(constant), ConstantKind::Integer(0) | ConstantKind::Zero)
                };
                let given = operands
                    .iter()
                    .rposition(|&operand| !is_zero(operand))
                    .map_or(2, |last| (last + 1).max(2));
                self.text("ptrauth (");
                self.separated(&operands[..given], |writer, &operand| writer.typed_constant(operand));
                self.text(")");
            }
            ConstantKind::InlineAsm(asm) => {
                self.text("asm ");
                for (flag, keyword) in [
                    (asm.side_effect, "sideeffect"),
                    (asm.align_stack, "alignstack"),
                    (asm.intel_dialect, "inteldialect"),
                    (asm.unwind, "unwind"),
                ] {
                    self.word(if flag { keyword } else { "" });
                }
                self.quoted(asm.template);
                self.text(", ");
                self.quoted(asm.constraints);
            }
            ConstantKind::Metadata(metadata) => self.metadata_operand(*metadata),
            ConstantKind::ArgList(values) => self.arg_list(values),
            ConstantKind::LocalMetadata(local) => self.typed_value(Value::from(*local)),
        }
    }

    fn aggregate(&mut self, ty: Type, elements: &[Constant]) {
        let module = self.module;
        let (open, close) = match module.types.kind(ty) {
            TypeKind::Array { .. } => ("[", "]"),
            TypeKind::Vector { .. } => {
                let first = elements[0];
                let scalar = matches!(
                    module.constants.kind(first),
                    ConstantKind::Integer(_) | ConstantKind::BigInteger(_) | ConstantKind::Float(_)
                );
                if scalar && !self.is_before(19) && elements.iter().all(|&element| element == first) {
                    self.text("splat (");
                    self.typed_constant(first);
                    return self.text(")");
                }
                ("<", ">")
            }
            _ if module.types.struct_fields(ty).is_some_and(|(_, packed)| packed) => ("<{ ", " }>"),
            _ => ("{ ", " }"),
        };
        self.text(open);
        self.separated(elements, |writer, &element| writer.typed_constant(element));
        self.text(close);
    }

    fn data(&mut self, ty: Type, bytes: &[u8]) {
        let module = self.module;
        let Some(element) = module.types.element(ty, 0) else { return };
        let size = module.types.data_element_size(element).unwrap_or(1);
        let float = module.types.is_float(element);
        let vector = module.types.is_vector(ty);
        if !vector && size == 1 {
            self.text("c\"");
            self.escaped(bytes);
            return self.text("\"");
        }
        let chunks = bytes.chunks_exact(size);
        if vector && chunks.clone().all(|chunk| chunk == &bytes[..size]) && !self.is_before(19) {
            self.text("splat (");
            self.ty(element);
            self.out.push(b' ');
            self.scalar(element, &data_element(&bytes[..size], float));
            return self.text(")");
        }
        self.text(if vector { "<" } else { "[" });
        self.separated(chunks, |writer, chunk| {
            writer.ty(element);
            writer.out.push(b' ');
            writer.scalar(element, &data_element(chunk, float));
        });
        self.text(if vector { ">" } else { "]" });
    }

    /// Writes a scalable vector of equal elements as LLVM did before it had a syntax for that.
    fn older_splat(&mut self, ty: Type, value: Constant) {
        let poison = if self.is_before(12) { "undef" } else { "poison" };
        self.text("shufflevector (");
        self.ty(ty);
        self.text(" insertelement (");
        self.ty(ty);
        self.text(&format!(" {poison}, "));
        self.typed_constant(value);
        self.text(", i64 0), ");
        self.ty(ty);
        self.text(&format!(" {poison}, "));
        let mask = self.module.types.with_scalar(ty, self.module.types.common.i32);
        self.ty(mask);
        self.text(" zeroinitializer)");
    }

    fn block_address(&mut self, global: Global, block: Block) {
        let module = self.module;
        self.text("blockaddress(");
        self.global_name(global);
        self.text(", ");
        let Some(function) = module.globals[global].as_function() else { return };
        let is_current = self.function.as_ref().is_some_and(|(current, _)| std::ptr::eq(*current, function));
        if is_current {
            self.block_name(block);
        } else {
            let slots = self.addressed.remove(&global).unwrap_or_else(|| FunctionSlots::new(function));
            let current = self.function.replace((function, slots));
            self.block_name(block);
            let addressed = std::mem::replace(&mut self.function, current);
            self.addressed.extend(addressed.map(|(_, slots)| (global, slots)));
        }
        self.text(")");
    }

    /// Writes the keywords of flags, each followed by a space.
    pub(super) fn flags(&mut self, flags: Flags) {
        flags.keywords().for_each(|keyword| self.word(keyword));
    }

    fn expression(&mut self, ty: Type, expr: &ConstantExpr) {
        match expr {
            ConstantExpr::Cast { op, value } => {
                self.text(op.spelling());
                self.text(" (");
                self.typed_constant(*value);
                self.text(" to ");
                self.ty(ty);
            }
            ConstantExpr::Binary { op, flags, lhs, rhs } => {
                self.word(op.spelling());
                self.flags(*flags);
                self.text("(");
                self.separated([*lhs, *rhs], Self::typed_constant);
            }
            ConstantExpr::GetElementPtr { flags, inrange, element, base, indices } => {
                self.text("getelementptr ");
                self.flags(*flags);
                if let Some((low, high)) = inrange {
                    self.text("inrange(");
                    self.separated([*low, *high], Self::number);
                    self.text(") ");
                }
                self.text("(");
                self.ty(*element);
                for &operand in std::iter::once(base).chain(indices) {
                    self.text(", ");
                    self.typed_constant(operand);
                }
            }
            ConstantExpr::ExtractElement { vector, index } => {
                self.text("extractelement (");
                self.separated([*vector, *index], Self::typed_constant);
            }
            ConstantExpr::InsertElement { vector, value, index } => {
                self.text("insertelement (");
                self.separated([*vector, *value, *index], Self::typed_constant);
            }
            ConstantExpr::ShuffleVector { a, b, mask } => {
                self.text("shufflevector (");
                self.separated([*a, *b], Self::typed_constant);
                self.text(", ");
                // The mask of a scalable vector has a single number.
                let (len, scalable) = match self.module.types.kind(ty) {
                    TypeKind::Vector { len, scalable: true, .. } => (*len as usize, true),
                    _ => (mask.len(), false),
                };
                self.mask(mask.iter().copied(), len, scalable);
            }
        }
        self.text(")");
    }

    /// Writes the mask of a shuffle with its type.
    pub(super) fn mask(&mut self, mask: impl Iterator<Item = i32> + Clone, len: usize, scalable: bool) {
        self.text(if scalable { "<vscale x " } else { "<" });
        self.number(len);
        self.text(" x i32> ");
        if mask.clone().all(|number| number == 0) {
            return self.text("zeroinitializer");
        }
        let poison = if self.is_before(12) { "undef" } else { "poison" };
        if mask.clone().all(|number| number == -1) {
            return self.text(poison);
        }
        self.text("<");
        self.separated(mask, |writer, number| {
            writer.text("i32 ");
            match number {
                -1 => writer.text(poison),
                _ => writer.number(number),
            }
        });
        self.text(">");
    }
}
