//! Operations that are made of their declarations, and those on parts of vectors, aggregates and matrices.

use tern_dialect_llvm::constraints::is_aggregate;
use tern_dialect_llvm::types::{array_parts, struct_fields};
use tern_dialect_llvm::{DIALECT, attributes};
use tern_mlir::declare::{Arity, AttrDef, OpDef, Param, Trait};
use tern_mlir::{Attribute, NamedAttribute, Type, TypeKind, Value};

use super::Generator;
use super::function::Code;
use super::signatures::signature;

/// Operations with code of their own here or elsewhere, and those that are made where they belong.
const IRREGULAR: &[&str] = &[
    "llvm.mlir.constant",
    "llvm.mlir.zero",
    "llvm.mlir.undef",
    "llvm.mlir.poison",
    "llvm.mlir.addressof",
    "llvm.dso_local_equivalent",
    "llvm.blockaddress",
    "llvm.blocktag",
    "llvm.atomicrmw",
    "llvm.cmpxchg",
    "llvm.fence",
    "llvm.call",
    "llvm.landingpad",
    "llvm.call_intrinsic",
    "llvm.inline_asm",
    "llvm.shufflevector",
    "llvm.extractvalue",
    "llvm.insertvalue",
    "llvm.alloca",
    "llvm.getelementptr",
    "llvm.load",
    "llvm.store",
    "llvm.intr.assume",
    "llvm.intr.vector.insert",
    "llvm.intr.vector.extract",
    "llvm.intr.matrix.multiply",
    "llvm.intr.matrix.transpose",
    "llvm.intr.matrix.column.major.load",
    "llvm.intr.matrix.column.major.store",
    // Of functions that take more arguments than they name.
    "llvm.intr.vastart",
    // Of functions with debug information.
    "llvm.intr.dbg.declare",
    "llvm.intr.dbg.value",
    "llvm.intr.dbg.label",
    // LLVM wants them together, in a certain order, with constants.
    "llvm.intr.coro.id",
    "llvm.intr.coro.begin",
    "llvm.intr.coro.suspend",
    "llvm.intr.coro.end",
    "llvm.intr.coro.free",
    "llvm.intr.coro.promise",
];

/// The operations that their declarations say all of.
pub(super) fn regular() -> &'static [&'static OpDef] {
    static REGULAR: std::sync::LazyLock<Vec<&'static OpDef>> = std::sync::LazyLock::new(|| {
        let is = |def: &&&'static OpDef| {
            !IRREGULAR.contains(&def.name)
                && !def.is_terminator()
                && def.regions.is_empty()
                && !def.has(|t| matches!(t, Trait::Symbol | Trait::SymbolUser(_)))
                && !matches!(def.name, "llvm.module_flags" | "llvm.linker_options")
        };
        DIALECT.operations.iter().filter(is).copied().collect()
    });
    &REGULAR
}

impl Generator<'_> {
    /// An attribute that has no meaning where it stands, of any declaration that the dialect has.
    pub(super) fn any_attribute(&mut self) -> Option<NamedAttribute> {
        let all: &[&'static AttrDef] = attributes::ATTRIBUTES;
        let def = *self.choices.pick(all);
        let value = self.declared(def, 4)?;
        // What MLIR prints of these, it does not read: an element that stands alone, no libraries.
        let nothing = |param: &Param| param.as_list().is_some_and(<[Param]>::is_empty);
        let empty =
            value.declared(self.context, &attributes::DEPENDENT_LIBRARIES).is_some_and(|p| nothing(&p[0]));
        if empty || std::ptr::eq(def, &attributes::DI_EXPRESSION_ELEM) {
            return None;
        }
        Some(self.entry("test.attribute", value))
    }
}

impl Code<'_, '_> {
    /// Any operation that is no terminator.
    pub(super) fn operation(&mut self) {
        match self.g.choices.weighted(&[60, 4, 5, 6, 5, 3, 2, 1, 8, 3, 3, 4, 3, 1, 1]) {
            0 => {
                let def = *self.g.choices.pick(regular());
                self.regular(def);
            }
            1 => {
                self.alloca();
            }
            2 => self.element_pointer(),
            3 => self.access(true),
            4 => self.access(false),
            5 => self.atomic_rmw(),
            6 => self.compare_exchange(),
            7 => self.fence(),
            8 => self.call(),
            9 => self.inline_asm(),
            10 => self.call_intrinsic(),
            11 => self.part_of_aggregate(),
            12 => self.part_of_vector(),
            13 => self.matrix(),
            _ => self.assume(),
        }
    }

    /// An operation as its declaration says.
    fn regular(&mut self, def: &'static OpDef) {
        let Some(signature) = signature(def) else { return };
        let chosen = self.g.chosen_type(&signature);
        if def.name == "llvm.intr.bswap" && self.g.scalar_of(chosen).integer_width(self.g.context) != Some(32)
        {
            // Whole pairs of bytes only.
            return;
        }
        let mut operands = Vec::new();
        for letter in signature.operands.bytes() {
            let ty = self.g.slot(letter, chosen);
            operands.push(match letter {
                b'a' => match self.allocas.iter().find(|(_, block)| *block == self.at) {
                    Some(&(value, _)) => value,
                    None => self.alloca(),
                },
                b't' => match self.g.thread_locals.first().copied() {
                    Some(symbol) => self.address_of(symbol.name, ty),
                    None => return,
                },
                _ => self.operand(ty),
            });
        }
        let mut properties = self.g.attributes_of(def);
        if def.name == "llvm.select" && !self.g.is_floating(chosen) {
            // What is chosen is no number.
            properties.retain(|entry| self.g.context.str(entry.name) != "fastmathFlags");
        }
        if def.operands.iter().any(|decl| matches!(decl.arity, Arity::VariadicOfVariadic(_))) {
            return;
        }
        if def.name == "llvm.intr.masked.load" && self.g.choices.chance(20) {
            operands.pop();
        }
        if def.has(|t| matches!(t, Trait::AttrSizedOperandSegments)) {
            properties.push(self.sizes("operandSegmentSizes", &vec![1; operands.len()]));
        }
        if self.g.is_vector(chosen) {
            // What can be dereferenced is one pointer.
            properties.retain(|entry| self.g.context.str(entry.name) != "dereferenceable");
        }
        let result = match self.g.slot(signature.result, chosen) {
            ty if ty == self.g.void() => None,
            ty => Some(ty),
        };
        self.put(def.name, &operands, properties, result);
    }

    fn positions(&self, position: &[i64]) -> NamedAttribute {
        self.g.entry("position", Attribute::dense_i64(self.g.context, position))
    }

    /// `llvm.extractvalue`, `llvm.insertvalue`.
    fn part_of_aggregate(&mut self) {
        let context = self.g.context;
        let found = self.values_where(|g, ty| is_aggregate(g.context, ty));
        let container = match found.is_empty() {
            true => {
                let default = tern_dialect_llvm::types::struct_literal(context, &[context.common.i32], false);
                let ty = self.g.type_where(|g, ty| is_aggregate(g.context, ty), default);
                self.operand(ty)
            }
            false => *self.g.choices.pick(&found),
        };
        let whole = self.body.value_type(container);
        let Some((position, ty)) = self.part_of(whole) else { return };
        let properties = vec![self.positions(&position)];
        if self.g.choices.chance(50) {
            self.value("llvm.extractvalue", &[container], properties, ty);
        } else {
            let value = self.operand(ty);
            self.value("llvm.insertvalue", &[container, value], properties, whole);
        }
    }

    /// A part of a struct or an array: the way there, and its type.
    pub(super) fn part_of(&mut self, mut ty: Type) -> Option<(Vec<i64>, Type)> {
        let context = self.g.context;
        let mut position = Vec::new();
        loop {
            let inner = match (struct_fields(context, ty), array_parts(context, ty)) {
                (Some((fields, _)), _) if !fields.is_empty() => {
                    let field = self.g.choices.below(fields.len());
                    position.push(field as i64);
                    fields[field]
                }
                (None, Some((element, length))) if length > 0 => {
                    position.push(self.g.choices.below(length as usize) as i64);
                    element
                }
                _ if position.is_empty() => return None,
                _ => return Some((position, ty)),
            };
            ty = inner;
            if self.g.choices.chance(50) {
                return Some((position, ty));
            }
        }
    }

    /// `llvm.shufflevector`, `llvm.intr.vector.insert`, `llvm.intr.vector.extract`.
    fn part_of_vector(&mut self) {
        let context = self.g.context;
        // MLIR crashes as it looks for the size of a pointer in a vector that is inserted.
        let shuffled = self.g.choices.chance(60);
        let is = |g: &Generator<'_>, ty| g.is_vector(ty) && (shuffled || !g.is_address(ty));
        let ty = self.g.type_where(is, self.g.vector(context.common.i32, 4, false));
        let TypeKind::Vector { shape, element, .. } = ty.kind(context) else { return };
        let (len, scalable) = (shape[0], self.is_scalable(ty));
        let first = self.operand(ty);
        if shuffled {
            let second = self.operand(ty);
            // Of scalable vectors, the first element for all; otherwise any, poison among them.
            let count = self.g.choices.within(1, 6);
            let index = |code: &mut Self| match scalable {
                true => 0,
                false => code.g.choices.below(2 * len as usize + 1) as i32 - 1,
            };
            let mask: Vec<i32> = (0..count).map(|_| index(self)).collect();
            let result = self.g.vector(*element, count as i64, scalable);
            let properties = vec![self.g.entry("mask", Attribute::dense_i32(context, &mask))];
            self.value("llvm.shufflevector", &[first, second], properties, result);
            return;
        }
        let short = self.g.vector(*element, 1, scalable);
        let at = self.g.choices.below(len as usize) as i64;
        let position = self.g.int(context.common.i64, at);
        let properties = vec![self.g.entry("pos", position)];
        if self.g.choices.chance(50) {
            self.value("llvm.intr.vector.extract", &[first], properties, short);
        } else {
            let value = self.operand(short);
            self.value("llvm.intr.vector.insert", &[first, value], properties, ty);
        }
    }

    fn matrix(&mut self) {
        let common = self.g.context.common;
        let element = *self.g.choices.pick(&[common.f32, common.i32, common.f64]);
        let sizes: [usize; 3] = std::array::from_fn(|_| self.g.choices.within(1, 4));
        let matrix =
            |code: &Self, rows: usize, columns: usize| code.g.vector(element, (rows * columns) as i64, false);
        let size =
            |code: &Self, name: &str, size: usize| code.g.entry(name, code.g.int(common.i32, size as i64));
        let [rows, inner, columns] = sizes;
        let volatile = Attribute::bool(self.g.context, self.g.choices.chance(20));
        let of_memory = |code: &Self| {
            vec![
                code.g.entry("isVolatile", volatile),
                size(code, "rows", rows),
                size(code, "columns", columns),
            ]
        };
        match self.g.choices.below(4) {
            0 => {
                let (a, b) = (matrix(self, rows, inner), matrix(self, inner, columns));
                let operands = [self.operand(a), self.operand(b)];
                let names = ["lhs_rows", "lhs_columns", "rhs_columns"];
                let properties =
                    names.iter().zip(sizes).map(|(name, value)| size(self, name, value)).collect();
                self.value("llvm.intr.matrix.multiply", &operands, properties, matrix(self, rows, columns));
            }
            1 => {
                let value = self.operand(matrix(self, rows, columns));
                let properties = vec![size(self, "rows", rows), size(self, "columns", columns)];
                self.value("llvm.intr.matrix.transpose", &[value], properties, matrix(self, rows, columns));
            }
            kind => {
                let address: Value = self.operand(self.g.pointer(0));
                // A constant stride is at least as large as a column.
                let stride = self.int(common.i64, 4 + rows as i64);
                let properties = of_memory(self);
                let ty = matrix(self, rows, columns);
                if kind == 2 {
                    let operands = [address, stride];
                    self.value("llvm.intr.matrix.column.major.load", &operands, properties, ty);
                } else {
                    let value = self.operand(ty);
                    let operands = [value, address, stride];
                    self.put("llvm.intr.matrix.column.major.store", &operands, properties, None);
                }
            }
        }
    }
}
