//! Gives constants their types with typed pointers, and casts those that are used as another.

use std::cell::RefCell;

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

use crate::constants::{Constant, ConstantExpr, ConstantKind};
use crate::function::Value;
use crate::globals::{Global, GlobalKind, GlobalValue};
use crate::instruction::CastOp;
use crate::metadata::Metadata;
use crate::module::Module;
use crate::types::{Type, TypeKind};

/// Gives types and constants of a module their typed form. It shares the tables of the module.
pub(super) struct Retyper {
    tables: Module,
    globals: SecondaryMap<Global, Option<Type>>,
    /// The address spaces of globals.
    spaces: SecondaryMap<Global, u32>,
    defaults: RefCell<FxHashMap<Type, Type>>,
    erased: RefCell<FxHashMap<Type, Type>>,
    naturals: RefCell<FxHashMap<Constant, Constant>>,
    made: RefCell<FxHashMap<(Constant, Type), Constant>>,
}

impl Retyper {
    pub(super) fn new(module: &Module, globals: SecondaryMap<Global, Option<Type>>) -> Self {
        let mut spaces = SecondaryMap::new();
        for (global, value) in &module.globals {
            spaces[global] = value.address_space;
        }
        let tables = module.sharing_tables();
        let (defaults, erased, naturals, made) = Default::default();
        Self { tables, globals, spaces, defaults, erased, naturals, made }
    }

    /// The type of a global's value.
    pub(super) fn global_type(&self, global: Global) -> Type {
        self.globals[global].unwrap_or(self.tables.types.common.i8)
    }

    /// A type whose pointers point to `i8`.
    pub(super) fn default(&self, ty: Type) -> Type {
        if let Some(&known) = self.defaults.borrow().get(&ty) {
            return known;
        }
        let types = &self.tables.types;
        let new = match *types.kind(ty) {
            TypeKind::Pointer(space) => types.typed_pointer(types.common.i8, space),
            _ => self.mapped(ty, |part| self.default(part)),
        };
        self.defaults.borrow_mut().insert(ty, new);
        new
    }

    /// The type with opaque pointers.
    pub(super) fn erase(&self, ty: Type) -> Type {
        if let Some(&known) = self.erased.borrow().get(&ty) {
            return known;
        }
        let types = &self.tables.types;
        let new = match *types.kind(ty) {
            TypeKind::TypedPointer { space, .. } => types.pointer(space),
            _ => self.mapped(ty, |part| self.erase(part)),
        };
        self.erased.borrow_mut().insert(ty, new);
        new
    }

    /// The type with its parts mapped.
    fn mapped(&self, ty: Type, map: impl Fn(Type) -> Type) -> Type {
        let types = &self.tables.types;
        types.intern(match types.kind(ty).clone() {
            TypeKind::Array { len, element } => TypeKind::Array { len, element: map(element) },
            TypeKind::Vector { len, scalable, element } => {
                TypeKind::Vector { len, scalable, element: map(element) }
            }
            TypeKind::Struct { packed, fields } => {
                TypeKind::Struct { packed, fields: fields.iter().map(|&field| map(field)).collect() }
            }
            TypeKind::Function { ret, params, varargs } => TypeKind::Function {
                ret: map(ret),
                params: params.iter().map(|&param| map(param)).collect(),
                varargs,
            },
            other => other,
        })
    }

    /// What a pointer, or the pointers of a vector, point to.
    pub(super) fn pointee(&self, ty: Type) -> Option<Type> {
        let types = &self.tables.types;
        match *types.kind(types.scalar(ty)) {
            TypeKind::TypedPointer { pointee, .. } => Some(pointee),
            _ => None,
        }
    }

    /// A pointer to `pointee` in the place of another, or a vector of them.
    pub(super) fn pointing(&self, like: Type, pointee: Type) -> Type {
        let types = &self.tables.types;
        let space = types.address_space(types.scalar(like)).unwrap_or(0);
        types.with_scalar(like, types.typed_pointer(pointee, space))
    }

    /// The member that an index selects.
    pub(super) fn member(&self, module: &Module, ty: Type, index: Value) -> Option<Type> {
        module.indexed_type(ty, index)
    }

    /// The constant with the type that it has by itself; pointers of those that have none point to `i8`.
    pub(super) fn natural(&self, constant: Constant) -> Constant {
        if let Some(&known) = self.naturals.borrow().get(&constant) {
            return known;
        }
        let natural = self.make(constant, None);
        self.naturals.borrow_mut().insert(constant, natural);
        natural
    }

    /// The constant as one of a type.
    pub(super) fn of_type(&self, constant: Constant, ty: Type) -> Constant {
        if let Some(&known) = self.made.borrow().get(&(constant, ty)) {
            return known;
        }
        let made = self.cast(self.make(constant, Some(ty)), ty);
        self.made.borrow_mut().insert((constant, ty), made);
        made
    }

    fn cast(&self, constant: Constant, ty: Type) -> Constant {
        let constants = &self.tables.constants;
        if constants.ty(constant) == ty {
            return constant;
        }
        let expr = ConstantExpr::Cast { op: CastOp::BitCast, value: constant };
        constants.intern(ty, ConstantKind::Expr(Box::new(expr)))
    }

    /// The constant in typed form; of the type `want` if it can have any.
    fn make(&self, constant: Constant, want: Option<Type>) -> Constant {
        let Module { types, constants, .. } = &self.tables;
        let data = constants.get(constant);
        let wanted = want.unwrap_or_else(|| self.default(data.ty));
        match &data.kind {
            kind if super::is_any(kind) => constants.intern(wanted, kind.clone()),
            ConstantKind::Aggregate(elements) => {
                let member = |index: usize| types.element(wanted, index as u64).unwrap_or(wanted);
                let elements: Vec<Constant> =
                    elements.iter().enumerate().map(|(index, &it)| self.of_type(it, member(index))).collect();
                constants.aggregate(types, wanted, &elements)
            }
            kind @ (ConstantKind::Global(global)
            | ConstantKind::DsoLocalEquivalent(global)
            | ConstantKind::NoCfi(global)) => {
                let ty = types.typed_pointer(self.global_type(*global), self.spaces[*global]);
                constants.intern(ty, kind.clone())
            }
            ConstantKind::BlockAddress(..) => constants.intern(self.default(data.ty), data.kind.clone()),
            ConstantKind::Expr(expr) => self.expression(data.ty, expr, wanted),
            ConstantKind::Metadata(Metadata::Constant(inner)) => {
                let inner = Metadata::Constant(self.natural(*inner));
                constants.intern(data.ty, ConstantKind::Metadata(inner))
            }
            ConstantKind::ArgList(values) => {
                let natural = |value: &Value| match value.constant() {
                    Some(constant) => self.natural(constant).into(),
                    None => *value,
                };
                constants.intern(data.ty, ConstantKind::ArgList(values.iter().map(natural).collect()))
            }
            _ => constant,
        }
    }

    fn expression(&self, ty: Type, expr: &ConstantExpr, wanted: Type) -> Constant {
        let Module { constants, types, .. } = &self.tables;
        let intern = |ty, expr| constants.intern(ty, ConstantKind::Expr(Box::new(expr)));
        match expr {
            ConstantExpr::Cast { op: CastOp::BitCast, value } if types.is_pointer(types.scalar(ty)) => {
                self.natural(*value)
            }
            ConstantExpr::Cast { op, value } => {
                intern(wanted, ConstantExpr::Cast { op: *op, value: self.natural(*value) })
            }
            ConstantExpr::GetElementPtr { flags, inrange, element, base, indices } => {
                let base = self.natural(*base);
                let known = self.pointee(constants.ty(base)).filter(|&it| self.erase(it) == *element);
                let element = known.unwrap_or_else(|| self.default(*element));
                let base = self.cast(base, self.pointing(constants.ty(base), element));
                let selected = indices
                    .iter()
                    .skip(1)
                    .try_fold(element, |ty, &index| self.tables.indexed_type(ty, index.into()));
                let ty = self.pointing(ty, selected.unwrap_or(element));
                let (flags, inrange, indices) = (*flags, *inrange, indices.clone());
                intern(ty, ConstantExpr::GetElementPtr { flags, inrange, element, base, indices })
            }
            other => {
                let mut kind = ConstantKind::Expr(Box::new(other.clone()));
                kind.for_each_operand_mut(|operand| *operand = self.natural(*operand));
                constants.intern(self.default(ty), kind)
            }
        }
    }

    /// Gives the constants of a global their types.
    pub(super) fn properties(&self, value: &mut GlobalValue) {
        let types = &self.tables.types;
        match &mut value.kind {
            GlobalKind::Variable(variable) => {
                if let Some(initializer) = &mut variable.initializer {
                    *initializer = self.of_type(*initializer, value.ty);
                }
            }
            GlobalKind::Alias(target) => {
                let ty = types.typed_pointer(value.ty, value.address_space);
                *target = self.of_type(*target, ty);
            }
            GlobalKind::IFunc(resolver) => {
                // The resolver returns a pointer to such a function.
                let ret = types.typed_pointer(value.ty, value.address_space);
                let function = types.intern(TypeKind::Function { ret, params: [].into(), varargs: false });
                let natural = self.natural(*resolver);
                let space = types.address_space(self.tables.constants.ty(natural)).unwrap_or(0);
                *resolver = self.of_type(*resolver, types.typed_pointer(function, space));
            }
            GlobalKind::Function(_) => {}
        }
    }
}
