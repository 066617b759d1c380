//! Reads blocks of constants. A constant may consist of others that follow it, so those that consist of others are made at the end of
//! their block. Constant expressions that LLVM no longer has become instructions where they are used (`expand.rs`).

use super::bitstream::{Cursor, Result};
use super::codes::constants as code;
use super::encodings::{self, Coded, binary_op, flags};
use super::metadata::bytes_of;
use super::numbers::{check_width, limbs, rotated};
use super::tables::{NO_TYPE, Slot, Tables, ValueEntry};
use crate::constants::{Constant, ConstantExpr, ConstantKind, InlineAsm, mask};
use crate::function::Block;
use crate::instruction::{BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate, Opcode};
use crate::module::Module;
use crate::reader::is_valid_cast;
use crate::types::{Type, TypeKind};

/// Constants that consist of others.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    pub(super) items: Vec<Item>,
    operands: Vec<u64>,
}

/// A constant that consists of others.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) ty: Type,
    pub(super) op: Op,
    first: u32,
    count: u32,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    New,
    Open,
    Done(Constant),
    /// LLVM has no such constant.
    Expanded,
}

/// The value that the operands form.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Aggregate,
    Cast(CastOp),
    Binary(BinaryOp, Flags),
    FNeg,
    Select,
    IntCompare(IntPredicate),
    FloatCompare(FloatPredicate),
    GetElementPtr { flags: Flags, element: Type, inrange: Option<(i64, i64)> },
    ExtractElement,
    InsertElement,
    ShuffleVector,
    BlockAddress(u32),
    DsoLocalEquivalent,
    NoCfi,
    PtrAuth,
}

impl Pool {
    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.operands.clear();
    }

    /// The ids of the operands of an item.
    pub(super) fn operands(&self, item: u32) -> &[u64] {
        let item = &self.items[item as usize];
        &self.operands[item.first as usize..][..item.count as usize]
    }
}

/// The values that constants can refer to.
pub(super) struct Known<'k> {
    pub(super) module: &'k Module,
    /// The values of the module.
    pub(super) outer: &'k [ValueEntry],
    pub(super) entries: &'k [ValueEntry],
}

impl Known<'_> {
    /// The value with this id, and whether it is one of the block.
    fn at(&self, id: u64) -> Option<(Slot, bool)> {
        let id = usize::try_from(id).ok()?;
        match id.checked_sub(self.outer.len()) {
            None => Some((self.outer[id].slot, false)),
            Some(own) => Some((self.entries.get(own)?.slot, true)),
        }
    }
}

/// Makes the constants of a pool.
pub(super) fn resolve(pool: &mut Pool, cursor: &Cursor<'_>, known: &Known<'_>) -> Result<()> {
    let mut stack = Vec::new();
    for start in 0..pool.items.len() as u32 {
        stack.push(start);
        while let Some(&item) = stack.last() {
            if !matches!(pool.items[item as usize].state, State::New | State::Open) {
                stack.pop();
                continue;
            }
            match step(pool, cursor, known, item, &mut stack)? {
                Some(state) => {
                    pool.items[item as usize].state = state;
                    stack.pop();
                }
                None => pool.items[item as usize].state = State::Open,
            }
        }
    }
    Ok(())
}

/// Makes an item if its operands are made; otherwise puts those that are not on the stack.
fn step(
    pool: &Pool,
    cursor: &Cursor<'_>,
    known: &Known<'_>,
    item: u32,
    stack: &mut Vec<u32>,
) -> Result<Option<State>> {
    let mut operands = Vec::with_capacity(pool.items[item as usize].count as usize);
    let (before, is_open) = (stack.len(), pool.items[item as usize].state == State::Open);
    let mut is_expanded = false;
    for &id in pool.operands(item) {
        match known.at(id) {
            Some((Slot::Value(value), _)) => match value.constant() {
                Some(constant) => operands.push(constant),
                None => return cursor.error("a constant consists of a value that is none"),
            },
            Some((Slot::Pending(operand), true)) => match pool.items[operand as usize].state {
                State::Done(constant) => operands.push(constant),
                State::Expanded => is_expanded = true,
                State::New => stack.push(operand),
                State::Open => return cursor.error("a constant consists of itself"),
            },
            Some((Slot::Pending(_), false)) => is_expanded = true,
            None => return cursor.error("a constant consists of an unknown value"),
        }
    }
    if stack.len() > before {
        return match is_open {
            true => cursor.error("a constant consists of itself"),
            false => Ok(None),
        };
    }
    if is_expanded {
        return Ok(Some(State::Expanded));
    }
    let Item { ty, op, .. } = pool.items[item as usize];
    Ok(Some(make(known.module, cursor, ty, op, &operands)?.map_or(State::Expanded, State::Done)))
}

/// The constant that is made of operands; `None` if LLVM has no such constant.
pub(super) fn make(
    module: &Module,
    cursor: &Cursor<'_>,
    ty: Type,
    op: Op,
    operands: &[Constant],
) -> Result<Option<Constant>> {
    let (types, constants) = (&module.types, &module.constants);
    let expr = |expr| constants.intern(ty, ConstantKind::Expr(Box::new(expr)));
    let global = |constant: Constant| match *constants.kind(constant) {
        ConstantKind::Global(global) => Ok(global),
        _ => cursor.error("a constant names something other than a global"),
    };
    Ok(Some(match (op, operands) {
        (Op::Aggregate, _) => {
            let fits = types.element_count(ty) == Some(operands.len() as u64)
                && operands
                    .iter()
                    .enumerate()
                    .all(|(at, &operand)| types.element(ty, at as u64) == Some(constants.ty(operand)));
            let is_scalable = matches!(types.kind(ty), TypeKind::Vector { scalable: true, .. });
            if !fits && !is_scalable {
                return cursor.error("the elements of a constant do not fit its type");
            }
            constants.aggregate(types, ty, operands)
        }
        (Op::Cast(op), &[value]) => {
            let from = constants.ty(value);
            let spaces = |ty| match *types.kind(types.scalar(ty)) {
                TypeKind::Pointer(space) => Some(space),
                _ => None,
            };
            let to_space = spaces(ty);
            if op == CastOp::BitCast
                && to_space.is_some()
                && spaces(from).is_some_and(|space| Some(space) != to_space)
            {
                // Pointers could be cast to other address spaces.
                let middle = types.with_scalar(from, types.common.i64);
                let cast = ConstantExpr::Cast { op: CastOp::PtrToInt, value };
                let value = constants.intern(middle, ConstantKind::Expr(Box::new(cast)));
                return Ok(Some(expr(ConstantExpr::Cast { op: CastOp::IntToPtr, value })));
            }
            if (from != ty || op != CastOp::BitCast) && !is_valid_cast(types, op, from, ty) {
                return cursor.error("invalid cast of a constant");
            }
            if !op.can_be_constant() {
                return Ok(None);
            }
            match constants.kind(value) {
                _ if from == ty => value,
                ConstantKind::Poison => constants.intern(ty, ConstantKind::Poison),
                ConstantKind::Zero | ConstantKind::Integer(0) if op != CastOp::AddrSpaceCast => {
                    constants.zero(types, ty)
                }
                _ => expr(ConstantExpr::Cast { op, value }),
            }
        }
        (Op::Binary(op, flags), &[lhs, rhs]) => {
            if constants.ty(lhs) != ty || constants.ty(rhs) != ty {
                return cursor.error("the operands of a constant have other types");
            }
            if !op.can_be_constant() {
                return Ok(None);
            }
            expr(ConstantExpr::Binary { op, flags, lhs, rhs })
        }
        (Op::GetElementPtr { element, .. }, _) if types.is_scalable(element) => return Ok(None),
        (Op::GetElementPtr { flags, element, inrange }, [base, indices @ ..]) => {
            let ty = gep_type(module, constants.ty(*base), indices);
            if inrange.is_none() && constants.is_base(types, ty, *base, indices) {
                return Ok(Some(*base));
            }
            let indices = indices.into();
            let expr = ConstantExpr::GetElementPtr { flags, inrange, element, base: *base, indices };
            constants.intern(ty, ConstantKind::Expr(Box::new(expr)))
        }
        (Op::ExtractElement, &[vector, index]) => expr(ConstantExpr::ExtractElement { vector, index }),
        (Op::InsertElement, &[vector, value, index]) => {
            expr(ConstantExpr::InsertElement { vector, value, index })
        }
        (Op::ShuffleVector, &[a, b, mask]) => {
            let Some(numbers) = shuffle_mask(module, mask) else {
                return cursor.error("the mask of a shuffle is no constant vector");
            };
            if let [0] = numbers[..]
                && let TypeKind::Vector { scalable: true, .. } = types.kind(ty)
                && let ConstantKind::Expr(inserted) = constants.kind(a)
                && let ConstantExpr::InsertElement { value, index, .. } = **inserted
                && *constants.kind(index) == ConstantKind::Integer(0)
                && constants.kind(value).is_number()
            {
                return Ok(Some(constants.intern(ty, ConstantKind::Splat(value))));
            }
            expr(ConstantExpr::ShuffleVector { a, b, mask: numbers.into() })
        }
        (Op::BlockAddress(block), &[function]) => {
            let function = global(function)?;
            constants.intern(ty, ConstantKind::BlockAddress(function, Block::from_u32(block)))
        }
        (Op::DsoLocalEquivalent, &[value]) => {
            constants.intern(ty, ConstantKind::DsoLocalEquivalent(global(value)?))
        }
        (Op::NoCfi, &[value]) => constants.intern(ty, ConstantKind::NoCfi(global(value)?)),
        (Op::PtrAuth, [pointer, key, discriminator, address, rest @ ..]) => {
            let null = constants.intern(types.common.ptr, ConstantKind::Zero);
            let symbol = rest.first().copied().unwrap_or(null);
            let operands = Box::new([*pointer, *key, *discriminator, *address, symbol]);
            constants.intern(ty, ConstantKind::PtrAuth(operands))
        }
        _ => return Ok(None),
    }))
}

/// The type of an address: that of the base, or a vector of it if an index is a vector.
fn gep_type(module: &Module, base: Type, indices: &[Constant]) -> Type {
    let types = &module.types;
    let vector = indices.iter().map(|&index| module.constants.ty(index)).find(|&ty| types.is_vector(ty));
    match vector {
        Some(vector) if !types.is_vector(base) => types.with_scalar(vector, base),
        _ => base,
    }
}

/// The numbers of the mask of a shuffle; minus one is poison.
pub(super) fn shuffle_mask(module: &Module, mask: Constant) -> Option<Vec<i32>> {
    let constants = &module.constants;
    let TypeKind::Vector { scalable, .. } = *module.types.kind(constants.ty(mask)) else { return None };
    if scalable {
        return match constants.kind(mask) {
            ConstantKind::Zero => Some(vec![0]),
            ConstantKind::Splat(value) if *constants.kind(*value) == ConstantKind::Integer(0) => {
                Some(vec![0])
            }
            ConstantKind::Poison | ConstantKind::Undef => Some(vec![-1]),
            _ => None,
        };
    }
    let elements = constants.elements(&module.types, mask)?;
    let number = |&element: &Constant| match constants.kind(element) {
        ConstantKind::Integer(value) => i32::try_from(*value as u32).ok(),
        ConstantKind::Poison | ConstantKind::Undef => Some(-1),
        _ => None,
    };
    elements.iter().map(number).collect()
}

/// The constants of a block while it is read.
pub(super) struct ConstantBlock<'b, 'a> {
    pub(super) tables: &'b Tables<'a>,
    pub(super) pool: &'b mut Pool,
    pub(super) entries: &'b mut Vec<ValueEntry>,
    /// The values of the module, if the block is one of a function.
    pub(super) outer: &'b [ValueEntry],
}

/// The current type of a block of constants.
struct Current {
    ty: Type,
    id: u32,
}

impl ConstantBlock<'_, '_> {
    /// Reads the rest of the block, which was entered.
    pub(super) fn read(&mut self, cursor: &mut Cursor<'_>, record: &mut Vec<u64>) -> Result<()> {
        let first = self.entries.len();
        let mut current = Current { ty: self.tables.module.types.common.i32, id: NO_TYPE };
        while let Some((code, _)) = cursor.next_record(record)? {
            if code == code::SETTYPE {
                let id = record.first().copied().unwrap_or(u64::MAX);
                let ty = self.tables.ty(cursor, id)?;
                if ty == self.tables.module.types.common.void {
                    return cursor.error("a constant has type void");
                }
                current = Current { ty, id: id as u32 };
                continue;
            }
            let slot = self.constant(cursor, &current, code, record)?;
            self.entries.push(ValueEntry { slot, ty: current.id });
        }
        let known = Known { module: &self.tables.module, outer: self.outer, entries: self.entries };
        resolve(self.pool, cursor, &known)?;
        for entry in &mut self.entries[first..] {
            if let Slot::Pending(item) = entry.slot
                && let State::Done(constant) = self.pool.items[item as usize].state
            {
                entry.slot = Slot::Value(constant.into());
            }
        }
        Ok(())
    }

    #[inline]
    fn constant(
        &mut self,
        cursor: &Cursor<'_>,
        current: &Current,
        code: u32,
        record: &[u64],
    ) -> Result<Slot> {
        let module = &self.tables.module;
        let (types, constants) = (&module.types, &module.constants);
        let ty = current.ty;
        let simple = match (code, record) {
            (code::NULL, _) => constants.zero(types, ty),
            (code::UNDEF, _) => constants.intern(ty, ConstantKind::Undef),
            (code::POISON, _) => constants.intern(ty, ConstantKind::Poison),
            (code::INTEGER | code::BYTE, &[value, ..]) => {
                let scalar = types.scalar(ty);
                let Some(width) = types.bits_width(scalar) else {
                    return cursor.error("an integer has another type");
                };
                check_width(cursor, width, 1)?;
                let value = constants.integer(types, scalar, rotated(value));
                self.splat(cursor, ty, value)?
            }
            (code::WIDE_INTEGER | code::WIDE_BYTE, [_, ..]) => {
                let scalar = types.scalar(ty);
                let Some(width) = types.bits_width(scalar) else {
                    return cursor.error("an integer has another type");
                };
                let limbs = limbs(cursor, width, record)?;
                let kind = match width <= 64 {
                    true => ConstantKind::Integer(limbs[0] & mask(width)),
                    false => ConstantKind::BigInteger(limbs.into()),
                };
                self.splat(cursor, ty, constants.intern(scalar, kind))?
            }
            (code::FLOAT, [_, ..]) => {
                let scalar = types.scalar(ty);
                let word = |at: usize| u128::from(record.get(at).copied().unwrap_or(0));
                let bits = match types.kind(scalar) {
                    TypeKind::Half | TypeKind::BFloat => word(0) & 0xffff,
                    TypeKind::Float => word(0) & 0xffff_ffff,
                    TypeKind::Double => word(0),
                    // The words are those of the number shifted by 16 bits.
                    TypeKind::X86Fp80 => (word(0) << 16 | word(1) & 0xffff) & ((1 << 80) - 1),
                    TypeKind::Fp128 | TypeKind::PpcFp128 => word(0) | word(1) << 64,
                    // As in LLVM.
                    _ => return Ok(Slot::Value(constants.intern(ty, ConstantKind::Undef).into())),
                };
                self.splat(cursor, ty, constants.intern(scalar, ConstantKind::Float(bits)))?
            }
            (code::STRING | code::CSTRING, _) => {
                let mut bytes = bytes_of(record);
                if code == code::CSTRING {
                    bytes.push(0);
                }
                let len = bytes.len() as u64;
                let is_byte = |ty| matches!(types.kind(ty), TypeKind::Integer(8) | TypeKind::Byte(8));
                if !matches!(*types.kind(ty), TypeKind::Array { len: n, element } if n == len && is_byte(element))
                {
                    return cursor.error("a string does not fit its type");
                }
                self.data(ty, bytes)
            }
            (code::DATA, _) => self.elements(cursor, ty, record)?,
            (code::INLINEASM | code::INLINEASM_OLD | code::INLINEASM_OLD2 | code::INLINEASM_OLD3, _) => {
                self.inline_asm(cursor, current, code, record)?
            }
            _ => return self.compound(cursor, ty, code, record),
        };
        Ok(Slot::Value(simple.into()))
    }

    /// A vector of equal elements, if `ty` is one; otherwise the element itself.
    fn splat(&self, cursor: &Cursor<'_>, ty: Type, element: Constant) -> Result<Constant> {
        let module = &self.tables.module;
        let TypeKind::Vector { len, scalable, .. } = *module.types.kind(ty) else { return Ok(element) };
        let count = if scalable { 1 } else { len as usize };
        if count > 1 << 16 {
            return cursor.error("a vector has too many elements");
        }
        Ok(module.constants.aggregate(&module.types, ty, &vec![element; count]))
    }

    /// An array or vector of plain data, from its bytes.
    fn data(&self, ty: Type, bytes: Vec<u8>) -> Constant {
        let kind = match bytes.iter().all(|&byte| byte == 0) {
            true => ConstantKind::Zero,
            false => ConstantKind::Data(bytes.into()),
        };
        self.tables.module.constants.intern(ty, kind)
    }

    fn elements(&self, cursor: &Cursor<'_>, ty: Type, record: &[u64]) -> Result<Constant> {
        let types = &self.tables.module.types;
        let element = types.element(ty, 0).filter(|_| !types.is_scalable(ty));
        let size = element.and_then(|element| types.data_element_size(element));
        match size {
            Some(size) if types.element_count(ty) == Some(record.len() as u64) => {
                let mut bytes = Vec::with_capacity(size * record.len());
                record.iter().for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()[..size]));
                Ok(self.data(ty, bytes))
            }
            _ => cursor.error("data do not fit their type"),
        }
    }

    fn inline_asm(
        &self,
        cursor: &Cursor<'_>,
        current: &Current,
        code: u32,
        record: &[u64],
    ) -> Result<Constant> {
        let too_short = || cursor.error("inline assembly is too short");
        let (function_type, record) = match record {
            [ty, rest @ ..] if code == code::INLINEASM => (self.tables.ty(cursor, *ty)?, rest),
            // The function type was that to which the type of the constant points.
            _ => match self.tables.parts(current.id) {
                [element] => (self.tables.ty(cursor, (*element).into())?, record),
                _ => return cursor.error("inline assembly has no function type"),
            },
        };
        if !matches!(self.tables.module.types.kind(function_type), TypeKind::Function { .. }) {
            return cursor.error("inline assembly has no function type");
        }
        let [bits, size, rest @ ..] = record else { return too_short() };
        let bits = match code {
            code::INLINEASM_OLD => bits & 3,
            code::INLINEASM_OLD2 => bits & 7,
            _ => *bits,
        };
        let text = |size: u64, rest| -> Option<(_, &[u64])> {
            let (text, rest): (&[u64], &[u64]) =
                <[u64]>::split_at_checked(rest, usize::try_from(size).ok()?)?;
            Some((self.tables.module.strings.intern(&bytes_of(text)), rest))
        };
        let Some((template, [size, rest @ ..])) = text(*size, rest) else { return too_short() };
        let Some((constraints, _)) = text(*size, rest) else { return too_short() };
        let asm = InlineAsm {
            function_type,
            template,
            constraints,
            side_effect: bits & 1 != 0,
            align_stack: bits & 2 != 0,
            intel_dialect: bits & 4 != 0,
            unwind: bits & 8 != 0,
        };
        let module = &self.tables.module;
        Ok(module.constants.intern(current.ty, ConstantKind::InlineAsm(Box::new(asm))))
    }

    fn add(&mut self, ty: Type, op: Op, operands: &[u64]) -> Slot {
        let first = self.pool.operands.len() as u32;
        self.pool.operands.extend_from_slice(operands);
        let item = Item { ty, op, first, count: operands.len() as u32, state: State::New };
        self.pool.items.push(item);
        Slot::Pending(self.pool.items.len() as u32 - 1)
    }

    fn compound(&mut self, cursor: &Cursor<'_>, ty: Type, code: u32, record: &[u64]) -> Result<Slot> {
        let types = &self.tables.module.types;
        let undef = || Slot::Value(self.tables.module.constants.intern(ty, ConstantKind::Undef).into());
        Ok(match (code, record) {
            (code::AGGREGATE, [_, ..]) => self.add(ty, Op::Aggregate, record),
            (code::CE_CAST, &[op, _, value, ..]) => match CastOp::of_code(op) {
                Some(op) => self.add(ty, Op::Cast(op), &[value]),
                None => undef(),
            },
            (code::CE_UNOP, &[0, value, ..]) => self.add(ty, Op::FNeg, &[value]),
            (code::CE_UNOP, _) => undef(),
            (code::CE_BINOP, &[op, lhs, rhs, ref rest @ ..]) => {
                match binary_op(op, types.is_float(types.scalar(ty))) {
                    Some(op) => {
                        let bits = rest.first().copied().unwrap_or(0);
                        self.add(ty, Op::Binary(op, flags(bits, op.flags())), &[lhs, rhs])
                    }
                    None => undef(),
                }
            }
            (
                code::CE_GEP
                | code::CE_GEP_OLD
                | code::CE_INBOUNDS_GEP
                | code::CE_GEP_WITH_INRANGE
                | code::CE_GEP_WITH_INRANGE_INDEX_OLD,
                _,
            ) => self.gep(cursor, ty, code, record)?,
            (code::CE_SELECT, &[condition, then, otherwise, ..]) => {
                self.add(ty, Op::Select, &[condition, then, otherwise])
            }
            (code::CE_EXTRACTELT, &[_, vector, index] | &[_, vector, _, index, ..]) => {
                self.add(ty, Op::ExtractElement, &[vector, index])
            }
            (code::CE_INSERTELT, &[vector, value, index] | &[vector, value, _, index, ..]) => {
                self.add(ty, Op::InsertElement, &[vector, value, index])
            }
            (code::CE_SHUFFLEVEC, &[a, b, mask, ..]) | (code::CE_SHUFVEC_EX, &[_, a, b, mask, ..]) => {
                self.add(ty, Op::ShuffleVector, &[a, b, mask])
            }
            (code::CE_CMP, &[_, lhs, rhs, predicate, ..]) => {
                let op = match (IntPredicate::of_code(predicate), FloatPredicate::of_code(predicate)) {
                    (Some(predicate), _) => Op::IntCompare(predicate),
                    (_, Some(predicate)) => Op::FloatCompare(predicate),
                    _ => return cursor.error("unknown predicate"),
                };
                self.add(ty, op, &[lhs, rhs])
            }
            (code::BLOCKADDRESS, &[_, function, block, ..]) => match u32::try_from(block) {
                Ok(0) => return cursor.error("the entry block has no address"),
                Ok(block) => self.add(ty, Op::BlockAddress(block), &[function]),
                Err(_) => return cursor.error("unknown block"),
            },
            (code::DSO_LOCAL_EQUIVALENT, &[_, value, ..]) => self.add(ty, Op::DsoLocalEquivalent, &[value]),
            (code::NO_CFI_VALUE, &[_, value, ..]) => self.add(ty, Op::NoCfi, &[value]),
            (code::PTRAUTH, [_, _, _, _]) | (code::PTRAUTH2, [_, _, _, _, _]) => {
                self.add(ty, Op::PtrAuth, record)
            }
            (code::AGGREGATE..=code::CE_CMP | code::CE_SHUFVEC_EX..=code::PTRAUTH2, _) => {
                return cursor.error("the record of a constant has another number of operands");
            }
            // Unknown constants are undef, as in LLVM.
            _ => undef(),
        })
    }

    fn gep(&mut self, cursor: &Cursor<'_>, ty: Type, code: u32, record: &[u64]) -> Result<Slot> {
        let too_short = || cursor.error("the record of a constant has too few operands");
        let mut rest = record;
        let mut take = || {
            let (&first, after) = rest.split_first()?;
            rest = after;
            Some(first)
        };
        let has_element =
            matches!(code, code::CE_GEP | code::CE_GEP_WITH_INRANGE | code::CE_GEP_WITH_INRANGE_INDEX_OLD)
                || record.len() % 2 == 1;
        let element = if has_element { take() } else { None };
        let bits = match code {
            code::CE_GEP | code::CE_GEP_WITH_INRANGE => take(),
            // The rest is the index that was in range; LLVM does not take that over.
            code::CE_GEP_WITH_INRANGE_INDEX_OLD => take().map(|bits| bits & 1),
            code::CE_INBOUNDS_GEP => Some(1),
            _ => Some(0),
        };
        let Some(bits) = bits else { return too_short() };
        let inrange = match code {
            code::CE_GEP_WITH_INRANGE => {
                let (Some(width), Some(lower), Some(upper)) = (take(), take(), take()) else {
                    return too_short();
                };
                if width > 64 {
                    return cursor.error("the range of a constant is too wide");
                }
                Some((rotated(lower), rotated(upper)))
            }
            _ => None,
        };
        if rest.len() < 2 || !rest.len().is_multiple_of(2) {
            return too_short();
        }
        let element = match element {
            Some(id) => self.tables.ty(cursor, id)?,
            None => match self.tables.parts(rest[0] as u32) {
                [element] => self.tables.ty(cursor, (*element).into())?,
                _ => return cursor.error("an address has no element type"),
            },
        };
        let flags = encodings::flags(bits, Opcode::GetElementPtr.flags());
        let operands: Vec<u64> = rest.chunks_exact(2).map(|pair| pair[1]).collect();
        Ok(self.add(ty, Op::GetElementPtr { flags, element, inrange }, &operands))
    }
}

impl Tables<'_> {
    /// Reads the rest of a block of constants of the module, which was entered.
    pub(super) fn constant_block(&mut self, cursor: &mut Cursor<'_>) -> Result<()> {
        let (mut pool, mut entries) = (std::mem::take(&mut self.pool), std::mem::take(&mut self.values));
        let mut block = ConstantBlock { tables: self, pool: &mut pool, entries: &mut entries, outer: &[] };
        let result = block.read(cursor, &mut Vec::new());
        (self.pool, self.values) = (pool, entries);
        result
    }

    /// The constant with this id, for an initializer or the like.
    pub(super) fn constant_at(&self, cursor: &Cursor<'_>, id: u64) -> Result<Constant> {
        match usize::try_from(id).ok().and_then(|id| self.values.get(id)) {
            Some(ValueEntry { slot: Slot::Value(value), .. }) => match value.constant() {
                Some(constant) => Ok(constant),
                None => cursor.error("an initializer is no constant"),
            },
            Some(_) => cursor.error("an initializer has a constant expression that LLVM no longer has"),
            None => cursor.error("an initializer is an unknown value"),
        }
    }
}
