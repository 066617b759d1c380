//! Generates memory operations: allocas, address computations, loads, stores, atomics.

use tern_dialect_llvm::constraints::is_loadable;
use tern_dialect_llvm::ops::{Alloca, AtomicRMW, CmpXchg, Fence, GetElementPtr, Load, Store};
use tern_dialect_llvm::syntax::gep::DYNAMIC_INDEX;
use tern_dialect_llvm::types::{self, array_parts, struct_fields};
use tern_mlir::{Attribute, NamedAttribute, Type, TypeKind, Value};

use super::function::Code;

/// The numbers of atomic orderings in the dialect.
const MONOTONIC: i64 = 2;
const ACQUIRE: i64 = 4;
const RELEASE: i64 = 5;
const ACQ_REL: i64 = 6;
const SEQ_CST: i64 = 7;

impl Code<'_, '_> {
    /// A type that can be stored in memory.
    fn stored_type(&mut self) -> Type {
        match self.g.choices.chance(4) {
            true => self.g.target_type(true),
            false => self.g.type_where(|g, ty| is_loadable(g.context, ty), self.g.context.common.i32),
        }
    }

    /// Attributes of an operation except for these names, whose values depend on each other.
    fn without(&mut self, def: &'static tern_mlir::declare::OpDef, names: &[&str]) -> Vec<NamedAttribute> {
        let mut attributes = self.g.attributes_of(def);
        attributes.retain(|entry| !names.contains(&self.g.context.str(entry.name)));
        attributes
    }

    pub(super) fn alloca(&mut self) -> Value {
        let context = self.g.context;
        let ty = self.g.type_where(|g, ty| is_loadable(g.context, ty), context.common.i32);
        let count = match self.g.choices.chance(70) {
            true => self.int(context.common.i32, 1),
            false => self.operand(context.common.i64),
        };
        let mut properties = self.without(Alloca::DEF, &["elem_type", "inalloca"]);
        properties.push(self.g.entry("elem_type", Attribute::of_type(context, ty)));
        let value = self.value("llvm.alloca", &[count], properties, self.g.pointer(0));
        self.allocas.push((value, self.at));
        value
    }

    pub(super) fn element_pointer(&mut self) {
        let context = self.g.context;
        let mut ty = self.g.type_where(|g, ty| g.is_fixed(ty), context.common.i32);
        let element = Attribute::of_type(context, ty);
        let mut base = self.operand(self.g.pointer(0));
        if !self.g.options.beyond_exporter && self.made_by(base) == Some("llvm.blockaddress") {
            base = self.alloca();
        }
        let (mut operands, mut indices) = (vec![base], Vec::new());
        loop {
            let first = indices.is_empty();
            let mut constant = match struct_fields(context, ty).filter(|_| !first) {
                Some((fields, _)) if fields.is_empty() => break,
                Some((fields, _)) => {
                    let field = self.g.choices.below(fields.len());
                    ty = fields[field];
                    Some(field as i32)
                }
                None => None,
            };
            if constant.is_none() && !first {
                ty = match (array_parts(context, ty), ty.kind(context)) {
                    (Some((element, _)), _) => element,
                    (None, TypeKind::Vector { element, .. }) => *element,
                    _ => break,
                };
            }
            if constant.is_none() && self.g.choices.chance(60) {
                constant = Some(self.g.choices.below(3) as i32);
            }
            indices.push(constant.unwrap_or(DYNAMIC_INDEX));
            if constant.is_none() {
                let is = |g: &super::Generator<'_>, ty: Type| {
                    ty.integer_width(g.context).is_some_and(|width| width <= 64)
                };
                let ty = self.g.type_where(is, context.common.i64);
                operands.push(self.operand(ty));
            }
            if !self.g.choices.chance(60) || indices.len() > 4 {
                break;
            }
        }
        let flags = *self.g.choices.pick(&[0, 2, 3, 4, 6, 7]);
        let mut properties =
            self.without(GetElementPtr::DEF, &["elem_type", "rawConstantIndices", "noWrapFlags"]);
        properties.push(self.g.entry("elem_type", element));
        properties.push(self.g.entry("rawConstantIndices", Attribute::dense_i32(context, &indices)));
        properties.push(self.g.entry("noWrapFlags", self.g.int(context.common.i32, flags)));
        self.value("llvm.getelementptr", &operands, properties, self.g.pointer(0));
    }

    fn syncscope(&mut self, properties: &mut Vec<NamedAttribute>) {
        if self.g.choices.chance(25) {
            let scope = *self.g.choices.pick(&["singlethread", "agent", "a \"scope\""]);
            properties.push(self.g.entry("syncscope", self.g.string(scope)));
        }
    }

    fn ordering(&mut self, name: &str, orderings: &[i64]) -> NamedAttribute {
        let ordering = *self.g.choices.pick(orderings);
        self.g.entry(name, self.g.int(self.g.context.common.i64, ordering))
    }

    /// A type that can be accessed atomically.
    fn atomic_type(&mut self) -> Type {
        let common = self.g.context.common;
        let types = [common.i32, common.i8, common.i64, common.f32, common.f64, self.g.pointer(0)];
        *self.g.choices.pick(&types)
    }

    /// Generates `llvm.load` or `llvm.store`, possibly atomic.
    pub(super) fn access(&mut self, load: bool) {
        let context = self.g.context;
        let atomic = self.g.choices.chance(25);
        let ty = if atomic { self.atomic_type() } else { self.stored_type() };
        let def = if load { Load::DEF } else { Store::DEF };
        let mut properties = self.without(def, &["ordering", "syncscope", "alignment", "dereferenceable"]);
        if atomic {
            let one_way = if load { ACQUIRE } else { RELEASE };
            properties.push(self.ordering("ordering", &[1, MONOTONIC, one_way, SEQ_CST]));
            self.syncscope(&mut properties);
        }
        if atomic || self.g.choices.chance(40) {
            let alignment = *self.g.choices.pick(&[8, 16, 64]);
            properties.push(self.g.entry("alignment", self.g.int(context.common.i64, alignment)));
        }
        // LLVM allows this only on loads of pointers.
        if load && types::address_space(context, ty).is_some() && self.g.choices.chance(20) {
            let known = self.g.declared(&tern_dialect_llvm::attributes::DEREFERENCEABLE, 2);
            properties.extend(known.map(|known| self.g.entry("dereferenceable", known)));
        }
        let address = self.operand(self.g.pointer(0));
        if load {
            self.value("llvm.load", &[address], properties, ty);
        } else {
            let value = self.operand(ty);
            self.put("llvm.store", &[value, address], properties, None);
        }
    }

    pub(super) fn atomic_rmw(&mut self) {
        let common = self.g.context.common;
        let mut properties = self.without(AtomicRMW::DEF, &["bin_op", "ordering", "syncscope"]);
        let (operations, ty): (&[i64], Type) = match self.g.choices.below(3) {
            0 => (
                &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 17, 18],
                *self.g.choices.pick(&[common.i32, common.i64]),
            ),
            1 => {
                let types = [common.f32, common.f64, self.g.vector(common.f32, 2, false)];
                (&[11, 12, 13, 14, 19, 20], *self.g.choices.pick(&types))
            }
            _ => (&[0], self.atomic_type()),
        };
        let operation = *self.g.choices.pick(operations);
        properties.push(self.g.entry("bin_op", self.g.int(common.i64, operation)));
        properties.push(self.ordering("ordering", &[MONOTONIC, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST]));
        self.syncscope(&mut properties);
        let (address, value) = (self.operand(self.g.pointer(0)), self.operand(ty));
        self.value("llvm.atomicrmw", &[address, value], properties, ty);
    }

    pub(super) fn compare_exchange(&mut self) {
        let common = self.g.context.common;
        let names = ["success_ordering", "failure_ordering", "syncscope"];
        let mut properties = self.without(CmpXchg::DEF, &names);
        properties.push(self.ordering("success_ordering", &[MONOTONIC, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST]));
        properties.push(self.ordering("failure_ordering", &[MONOTONIC, ACQUIRE, SEQ_CST]));
        self.syncscope(&mut properties);
        let types = [common.i32, common.i8, self.g.pointer(0)];
        let ty = *self.g.choices.pick(&types);
        let operands = [self.operand(self.g.pointer(0)), self.operand(ty), self.operand(ty)];
        let result = types::struct_literal(self.g.context, &[ty, common.i1], false);
        self.value("llvm.cmpxchg", &operands, properties, result);
    }

    pub(super) fn fence(&mut self) {
        let mut properties = self.without(Fence::DEF, &["ordering", "syncscope"]);
        properties.push(self.ordering("ordering", &[ACQUIRE, RELEASE, ACQ_REL, SEQ_CST]));
        self.syncscope(&mut properties);
        self.put("llvm.fence", &[], properties, None);
    }
}
