//! Writes blocks of constants.

use super::bits::{Abbrev, BitWriter, char6};
use super::body::{BodyIds, Lookup};
use super::enumerate::{Ids, bits_for};
use super::module::{Shared, abbrev, signed_bytes};
use super::operands;
use crate::bitcode::bitstream::Operand;
use crate::bitcode::codes::{block, constants as code};
use crate::bitcode::encodings::{self, Coded};
use crate::bitcode::numbers::rotate;
use crate::constants::{Constant, ConstantExpr, ConstantKind, InlineAsm};
use crate::globals::Global;
use crate::instruction::{Flags, Opcode};
use crate::types::{Type, TypeKind};

/// The abbreviations of a block for the constants of a module.
#[derive(Clone, Copy, Default)]
struct ModuleAbbrevs {
    aggregate: Abbrev,
    string: Abbrev,
    cstring7: Abbrev,
    cstring6: Abbrev,
}

/// Writes the constants of a module.
pub(super) fn write_of_module(out: &mut BitWriter, ids: &Ids<'_>, shared: &Shared) {
    let width = bits_for(ids.value_count() as u64 + 1);
    let define = |out: &mut BitWriter| {
        let mut array =
            |code: u32, element| out.define(&[Operand::Literal(code.into()), Operand::Array, element]);
        ModuleAbbrevs {
            aggregate: array(code::AGGREGATE, Operand::Fixed(width)),
            string: array(code::STRING, Operand::Fixed(8)),
            cstring7: array(code::CSTRING, Operand::Fixed(7)),
            cstring6: array(code::CSTRING, Operand::Char6),
        }
    };
    write(out, ids, shared, ids.constants(), define);
}

/// Writes the constants of a body.
pub(super) fn write_of_function(out: &mut BitWriter, ids: &BodyIds<'_, '_>, shared: &Shared) {
    write(out, ids, shared, ids.own_constants(), |_| ModuleAbbrevs::default());
}

fn write<'m>(
    out: &mut BitWriter,
    ids: &impl Lookup<'m>,
    shared: &Shared,
    constants: impl Iterator<Item = Constant>,
    define: impl FnOnce(&mut BitWriter) -> ModuleAbbrevs,
) {
    let mut constants = constants.peekable();
    if constants.peek().is_none() {
        return;
    }
    out.enter(block::CONSTANTS, 4);
    let abbrevs = define(out);
    let mut last = None;
    let all = ids;
    let ids = all.of_module();
    let mut writer = ConstantWriter { all, ids, shared, abbrevs, record: Vec::new() };
    for constant in constants {
        let ty = operands::constant_type(ids.module, ids.version, constant);
        if last != Some(ty) {
            last = Some(ty);
            out.record(code::SETTYPE, &[ids.ty(ty)], abbrev::SET_TYPE);
        }
        let (code, abbrev) = writer.constant(constant);
        out.record(code, &writer.record, abbrev);
        writer.record.clear();
    }
    out.exit();
}

struct ConstantWriter<'w, 'm, I> {
    /// The ids of the module, with those of the body.
    all: &'w I,
    ids: &'w Ids<'m>,
    shared: &'w Shared,
    abbrevs: ModuleAbbrevs,
    record: Vec<u64>,
}

impl<'m, I: Lookup<'m>> ConstantWriter<'_, 'm, I> {
    fn id(&mut self, constant: Constant) {
        self.record.push(self.all.constant(constant));
    }

    /// Adds the type and the id of a constant.
    fn typed(&mut self, constant: Constant) {
        self.record.push(self.ids.ty(self.ids.module.constants.ty(constant)));
        self.id(constant);
    }

    fn global(&mut self, global: Global) {
        let module = self.ids.module;
        let is_typed = !self.ids.version.has_opaque_pointers();
        let ty = operands::address_type(module, global, is_typed);
        self.record.extend([self.ids.ty(ty), self.ids.global(global)]);
    }

    /// Fills the record; returns its code and abbreviation.
    fn constant(&mut self, constant: Constant) -> (u32, Abbrev) {
        let module = self.ids.module;
        let data = module.constants.get(constant);
        let plain = |code| (code, Abbrev::NONE);
        match &data.kind {
            ConstantKind::Zero | ConstantKind::None | ConstantKind::Integer(0) => plain(code::NULL),
            ConstantKind::Float(0) => plain(code::NULL),
            ConstantKind::BigInteger(limbs) if limbs.iter().all(|&limb| limb == 0) => plain(code::NULL),
            ConstantKind::Poison if self.ids.version.is_before(12) => plain(code::UNDEF),
            ConstantKind::Poison => plain(code::POISON),
            ConstantKind::Undef => plain(code::UNDEF),
            ConstantKind::Integer(value) => {
                let unused = 64 - module.types.integer_width(data.ty).unwrap_or(64);
                self.record.push(rotate((value << unused) as i64 >> unused));
                (code::INTEGER, abbrev::INTEGER)
            }
            ConstantKind::BigInteger(limbs) => {
                let active = limbs.iter().rposition(|&limb| limb != 0).map_or(1, |last| last + 1);
                self.record.extend(limbs[..active].iter().map(|&limb| rotate(limb as i64)));
                plain(code::WIDE_INTEGER)
            }
            ConstantKind::Float(bits) => {
                self.float(*bits, data.ty);
                plain(code::FLOAT)
            }
            ConstantKind::Data(bytes) => self.data(bytes, data.ty),
            ConstantKind::Aggregate(elements) => {
                elements.iter().for_each(|&element| self.id(element));
                (code::AGGREGATE, self.abbrevs.aggregate)
            }
            ConstantKind::Expr(expr) => self.expression(constant, expr, data.ty),
            ConstantKind::BlockAddress(global, block) => {
                self.global(*global);
                let function = module.globals[*global].as_function();
                let position = function.and_then(|it| it.layout.iter().position(|other| other == block));
                self.record.push(position.unwrap_or(0) as u64);
                plain(code::BLOCKADDRESS)
            }
            ConstantKind::DsoLocalEquivalent(global) => {
                self.global(*global);
                plain(code::DSO_LOCAL_EQUIVALENT)
            }
            ConstantKind::NoCfi(global) => {
                self.global(*global);
                plain(code::NO_CFI_VALUE)
            }
            ConstantKind::PtrAuth(operands) => {
                operands.iter().for_each(|&operand| self.id(operand));
                plain(code::PTRAUTH2)
            }
            ConstantKind::InlineAsm(asm) => {
                self.inline_asm(asm);
                plain(match self.ids.version {
                    version if version.is_before(13) => code::INLINEASM_OLD2,
                    version if version.is_before(15) => code::INLINEASM_OLD3,
                    _ => code::INLINEASM,
                })
            }
            ConstantKind::Splat(_)
            | ConstantKind::Global(_)
            | ConstantKind::Metadata(_)
            | ConstantKind::ArgList(_)
            | ConstantKind::LocalMetadata(_) => plain(code::UNDEF),
        }
    }

    fn float(&mut self, bits: u128, ty: Type) {
        match self.ids.module.types.kind(ty) {
            TypeKind::X86Fp80 => self.record.extend([(bits >> 16) as u64, (bits & 0xffff) as u64]),
            TypeKind::Fp128 | TypeKind::PpcFp128 => self.record.extend([bits as u64, (bits >> 64) as u64]),
            _ => self.record.push(bits as u64),
        }
    }

    /// An array or vector of numbers.
    fn data(&mut self, bytes: &[u8], ty: Type) -> (u32, Abbrev) {
        let types = &self.ids.module.types;
        let element = types.element(ty, 0).unwrap_or(ty);
        if element == types.common.i8 && matches!(types.kind(ty), TypeKind::Array { .. }) {
            return self.string(bytes);
        }
        let size = types.data_element_size(element).unwrap_or(1);
        for chunk in bytes.chunks_exact(size) {
            let mut word = [0; 8];
            word[..size].copy_from_slice(chunk);
            self.record.push(u64::from_le_bytes(word));
        }
        (code::DATA, Abbrev::NONE)
    }

    fn string(&mut self, bytes: &[u8]) -> (u32, Abbrev) {
        let all = |bytes: &[u8]| bytes.iter().map(|&byte| u64::from(byte)).collect::<Vec<_>>();
        match bytes.split_last() {
            Some((0, text)) if !text.contains(&0) => {
                self.record = all(text);
                let abbrev = if text.iter().all(|&byte| char6(byte).is_some()) {
                    self.abbrevs.cstring6
                } else if text.is_ascii() {
                    self.abbrevs.cstring7
                } else {
                    Abbrev::NONE
                };
                (code::CSTRING, abbrev)
            }
            _ => {
                self.record = all(bytes);
                (code::STRING, self.abbrevs.string)
            }
        }
    }

    fn expression(&mut self, constant: Constant, expr: &ConstantExpr, ty: Type) -> (u32, Abbrev) {
        let module = self.ids.module;
        let code = match expr {
            ConstantExpr::Cast { op, value } => {
                self.record.push(op.code().unwrap_or(0));
                self.typed(*value);
                return (code::CE_CAST, abbrev::CONSTANT_CAST);
            }
            ConstantExpr::Binary { op, flags, lhs, rhs } => {
                self.record.push(encodings::binary_code(*op));
                self.id(*lhs);
                self.id(*rhs);
                let bits = encodings::flag_bits(*flags, Opcode::Binary(*op).flags());
                self.record.extend((bits != 0).then_some(bits));
                code::CE_BINOP
            }
            ConstantExpr::GetElementPtr { flags, inrange, element, base, indices } => {
                self.record.push(self.ids.ty(*element));
                if self.ids.version.is_before(19) {
                    self.typed(*base);
                    indices.iter().for_each(|&index| self.typed(index));
                    let is_inbounds = flags.contains(Flags::INBOUNDS);
                    let code = if is_inbounds { code::CE_INBOUNDS_GEP } else { code::CE_GEP_OLD };
                    return (code, Abbrev::NONE);
                }
                self.record.push(encodings::flag_bits(*flags, Opcode::GetElementPtr.flags()));
                if let Some((begin, end)) = inrange {
                    let space = module.types.address_space(module.constants.ty(*base)).unwrap_or(0);
                    let width = self.shared.layout.index_size(space);
                    self.record.extend([width.into(), rotate(*begin), rotate(*end)]);
                }
                self.typed(*base);
                indices.iter().for_each(|&index| self.typed(index));
                if inrange.is_some() { code::CE_GEP_WITH_INRANGE } else { code::CE_GEP }
            }
            ConstantExpr::ExtractElement { vector, index } => {
                self.typed(*vector);
                self.typed(*index);
                code::CE_EXTRACTELT
            }
            ConstantExpr::InsertElement { vector, value, index } => {
                self.id(*vector);
                self.id(*value);
                self.typed(*index);
                code::CE_INSERTELT
            }
            ConstantExpr::ShuffleVector { a, .. } => {
                let same = module.constants.ty(*a) == ty;
                if !same {
                    self.record.push(self.ids.ty(module.constants.ty(*a)));
                }
                operands::of_constant(module, constant, |operand| self.id(operand));
                if same { code::CE_SHUFFLEVEC } else { code::CE_SHUFVEC_EX }
            }
        };
        (code, Abbrev::NONE)
    }

    fn inline_asm(&mut self, asm: &InlineAsm) {
        let flags = u64::from(asm.side_effect)
            | u64::from(asm.align_stack) << 1
            | u64::from(asm.intel_dialect) << 2
            | u64::from(asm.unwind) << 3;
        // Before, it followed from the type of the pointer.
        let has_type = !self.ids.version.is_before(15);
        self.record.extend(has_type.then(|| self.ids.ty(asm.function_type)));
        self.record.push(flags);
        for text in [asm.template, asm.constraints] {
            let text = self.ids.module.strings.get(text);
            self.record.push(text.len() as u64);
            self.record.extend(signed_bytes(text));
        }
    }
}
