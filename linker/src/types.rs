//! Carries types from one module to another. Structs that are built alike become one, whatever their names. Opaque structs are never
//! the same as others. Source: LLVM, `IRMover`.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_llvm_ir::cranelift_entity::EntityRef;
use tern_llvm_ir::types::{IdentifiedStruct, StructId, Types};
use tern_llvm_ir::{Module, StrId, Type, TypeKind};

use crate::symbols::StructNames;

/// The identified structs of the module that is linked into.
#[derive(Default)]
pub(crate) struct Structs {
    pub(crate) names: StructNames,
    by_body: FxHashMap<(Box<[Type]>, bool), Type>,
    opaque: FxHashSet<Type>,
}

impl Structs {
    /// Whether a struct is one of the module, and not another that is built alike.
    fn has(&self, types: &Types, ty: Type) -> bool {
        match types.struct_fields(ty) {
            None => self.opaque.contains(&ty),
            Some((fields, packed)) => self.by_body.get(&(fields.into(), packed)) == Some(&ty),
        }
    }
}

/// The types of one module as those of another.
pub(crate) struct TypeMap {
    mapped: Vec<Option<Type>>,
    /// The names that the structs have among those of all modules.
    names: FxHashMap<StructId, Box<[u8]>>,
}

impl TypeMap {
    /// Takes the names of the structs of a module that is about to be linked.
    pub(crate) fn new(source: &Module, structs: &mut Structs) -> Self {
        let mut names = FxHashMap::default();
        for (id, definition) in &source.types.structs {
            if let Some(name) = definition.name {
                names.insert(id, structs.names.claim(source.strings.get(name)));
            }
        }
        let mapped = vec![None; source.types.count()];
        Self { mapped, names }
    }

    /// Takes structs called `%x.5` for the `%x` of the module that is linked into, where they can be the same.
    pub(crate) fn by_name(&mut self, source: &Module, target: &Module, structs: &mut Structs) {
        for id in tern_llvm_ir::writer::structs_in_use(source) {
            let Some(name) = self.names.get(&id) else { continue };
            let Some(dot) = name.iter().rposition(|&byte| byte == b'.').filter(|&dot| dot != 0) else {
                continue;
            };
            if !name.get(dot + 1).is_some_and(u8::is_ascii_digit) {
                continue;
            }
            if let Some(known) = structs.names.owner(&name[..dot])
                && structs.has(&target.types, known)
            {
                let ty = source.types.intern(TypeKind::Identified(id));
                self.unify(source, target, structs, known, ty);
            }
        }
    }

    /// Maps a type to another if both are built alike.
    pub(crate) fn unify(
        &mut self,
        source: &Module,
        target: &Module,
        structs: &mut Structs,
        known: Type,
        ty: Type,
    ) {
        let mut assumed = Vec::new();
        let mut open = vec![(known, ty)];
        while let Some((known, ty)) = open.pop() {
            if !self.alike(source, target, (known, ty), &mut assumed, &mut open) {
                assumed.iter().for_each(|ty| self.mapped[ty.index()] = None);
                return;
            }
        }
        for ty in assumed {
            if let TypeKind::Identified(id) = source.types.kind(ty)
                && let Some(name) = self.names.remove(id)
            {
                structs.names.release(&name);
            }
        }
    }

    /// Whether two types may be the same; their parts are still to be compared.
    fn alike(
        &mut self,
        source: &Module,
        target: &Module,
        (known, ty): (Type, Type),
        assumed: &mut Vec<Type>,
        open: &mut Vec<(Type, Type)>,
    ) -> bool {
        if let Some(mapped) = self.entry(ty) {
            return mapped == known;
        }
        let (of_known, of_ty) = (target.types.kind(known), source.types.kind(ty));
        let same = match (of_known, of_ty) {
            (TypeKind::Identified(a), TypeKind::Identified(b)) => {
                let (a, b) = (&target.types.structs[*a], &source.types.structs[*b]);
                a.fields.is_some() && b.fields.is_some() && a.packed == b.packed
            }
            (TypeKind::Struct { packed: a, .. }, TypeKind::Struct { packed: b, .. }) => a == b,
            (TypeKind::Array { len: a, .. }, TypeKind::Array { len: b, .. }) => a == b,
            (TypeKind::Vector { len: a, scalable: c, .. }, TypeKind::Vector { len: b, scalable: d, .. }) => {
                (a, c) == (b, d)
            }
            (TypeKind::Function { varargs: a, .. }, TypeKind::Function { varargs: b, .. }) => a == b,
            (
                TypeKind::TargetExt { name: a, integers: c, .. },
                TypeKind::TargetExt { name: b, integers: d, .. },
            ) => c == d && target.strings.get(*a) == source.strings.get(*b),
            (a, b) => a == b,
        };
        let (a, b) = (target.types.parts(known), source.types.parts(ty));
        if !same || a.len() != b.len() {
            return false;
        }
        self.set(ty, known);
        assumed.push(ty);
        open.extend(a.iter().copied().zip(b.iter().copied()).rev());
        true
    }

    fn entry(&self, ty: Type) -> Option<Type> {
        self.mapped.get(ty.index()).copied().flatten()
    }

    fn set(&mut self, ty: Type, to: Type) {
        if self.mapped.len() <= ty.index() {
            self.mapped.resize(ty.index() + 1, None);
        }
        self.mapped[ty.index()] = Some(to);
    }

    /// The type in the module that is linked into.
    pub(crate) fn get(
        &mut self,
        source: &Module,
        target: &mut Module,
        structs: &mut Structs,
        ty: Type,
    ) -> Type {
        if let Some(mapped) = self.entry(ty) {
            return mapped;
        }
        // Each open type with whether its parts are on the stack.
        let mut open = vec![(ty, false)];
        let mut within = FxHashSet::default();
        while let Some((ty, visited)) = open.pop() {
            if self.entry(ty).is_some() {
                continue;
            }
            if visited {
                let mapped = self.map(source, target, structs, ty);
                self.set(ty, mapped);
                continue;
            }
            if !within.insert(ty) {
                continue;
            }
            open.push((ty, true));
            let parts = source.types.parts(ty);
            open.extend(
                parts.iter().rev().filter(|&&part| self.entry(part).is_none()).map(|&part| (part, false)),
            );
        }
        self.entry(ty).unwrap_or(target.types.common.void)
    }

    /// A type whose parts are mapped.
    fn map(&mut self, source: &Module, target: &mut Module, structs: &mut Structs, ty: Type) -> Type {
        // A struct cannot contain itself; the reader refuses it.
        let part = |ty: &Type| self.entry(*ty).unwrap_or(target.types.common.i8);
        let parts = |types: &[Type]| -> Box<[Type]> { types.iter().map(part).collect() };
        let kind = match source.types.kind(ty) {
            TypeKind::Identified(id) => return self.identified(source, target, structs, *id),
            TypeKind::TypedPointer { pointee, space } => {
                TypeKind::TypedPointer { pointee: part(pointee), space: *space }
            }
            TypeKind::Array { len, element } => TypeKind::Array { len: *len, element: part(element) },
            TypeKind::Vector { len, scalable, element } => {
                TypeKind::Vector { len: *len, scalable: *scalable, element: part(element) }
            }
            TypeKind::Struct { packed, fields } => {
                TypeKind::Struct { packed: *packed, fields: parts(fields) }
            }
            TypeKind::Function { ret, params, varargs } => {
                TypeKind::Function { ret: part(ret), params: parts(params), varargs: *varargs }
            }
            TypeKind::TargetExt { name, types, integers } => TypeKind::TargetExt {
                name: target.strings.intern(source.strings.get(*name)),
                types: parts(types),
                integers: integers.clone(),
            },
            simple => simple.clone(),
        };
        target.types.intern(kind)
    }

    fn identified(
        &mut self,
        source: &Module,
        target: &mut Module,
        structs: &mut Structs,
        id: StructId,
    ) -> Type {
        let definition = &source.types.structs[id];
        let name = self.names.remove(&id);
        let packed = definition.packed;
        let fields: Option<Box<[Type]>> = definition.fields.as_deref().map(|fields| {
            fields.iter().map(|&field| self.entry(field).unwrap_or(target.types.common.i8)).collect()
        });
        if let Some(fields) = &fields
            && let Some(&known) = structs.by_body.get(&(fields.clone(), packed))
        {
            name.iter().for_each(|name| structs.names.release(name));
            return known;
        }
        let id: Option<StrId> = name.as_deref().map(|name| target.strings.intern(name));
        let ty = target.types.add_struct(IdentifiedStruct { name: id, fields: fields.clone(), packed });
        name.iter().for_each(|name| structs.names.set_owner(name, ty));
        match fields {
            Some(fields) => {
                structs.by_body.insert((fields, packed), ty);
            }
            None => {
                structs.opaque.insert(ty);
            }
        }
        ty
    }
}
