//! The nesting of types: the parts of a type, a walk over them, and detection of recursive structs.

use rustc_hash::FxHashMap;

use crate::types::{StructId, Type, TypeKind, Types};

/// The state of a type in the walk.
enum State {
    /// The parts of the type are being visited.
    Open,
    Done,
}

impl Types {
    /// All types of the module.
    pub fn all(&self) -> impl Iterator<Item = Type> + use<> {
        (0..self.count() as u32).map(Type::from_u32)
    }

    /// The direct parts of a type: elements, fields, parameters.
    pub fn parts(&self, ty: Type) -> Box<[Type]> {
        match self.kind(ty) {
            TypeKind::Identified(_) => {
                self.struct_fields(ty).map_or_else(Box::default, |(fields, _)| fields.into())
            }
            TypeKind::Struct { fields, .. } => fields.clone(),
            TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => [*element].into(),
            TypeKind::Function { ret, params, .. } => {
                std::iter::once(*ret).chain(params.iter().copied()).collect()
            }
            TypeKind::TargetExt { types, .. } => types.clone(),
            _ => Box::default(),
        }
    }

    /// Calls `visit` once for each of these types and their parts, parts first. Not recursive, so the depth of types is not
    /// limited by the stack.
    ///
    /// # Errors
    /// A type that contains itself through a struct, which LLVM does not allow.
    pub fn visit_parts_first(
        &self,
        roots: impl IntoIterator<Item = Type>,
        visit: impl FnMut(Type),
    ) -> Result<(), Type> {
        self.visit(roots, |_| true, visit)
    }

    /// The index of the first definition that makes a struct contain itself, given the ones before it. LLVM reports "identified
    /// structure type is recursive" when a body is set.
    pub(crate) fn first_recursive(&self, definitions: &[StructId]) -> Option<usize> {
        let ranks: FxHashMap<StructId, usize> = definitions.iter().copied().zip(0..).collect();
        let recursive = |count: usize| {
            let known = |id: StructId| ranks.get(&id).is_some_and(|&rank| rank < count);
            let roots = definitions[..count].iter().map(|&id| self.intern(TypeKind::Identified(id)));
            self.visit(roots, known, |_| {}).is_err()
        };
        if !recursive(definitions.len()) {
            return None;
        }
        // Binary search: further definitions cannot undo a recursion.
        let (mut without, mut with) = (0, definitions.len());
        while with - without > 1 {
            let middle = without.midpoint(with);
            *(if recursive(middle) { &mut with } else { &mut without }) = middle;
        }
        Some(with - 1)
    }

    /// Like [`visit_parts_first`](Self::visit_parts_first), but treats structs that are not `known` as opaque.
    fn visit(
        &self,
        roots: impl IntoIterator<Item = Type>,
        known: impl Fn(StructId) -> bool,
        mut visit: impl FnMut(Type),
    ) -> Result<(), Type> {
        let parts = |ty: Type| match self.kind(ty) {
            TypeKind::Identified(id) if !known(*id) => Box::default(),
            _ => self.parts(ty),
        };
        let mut states = FxHashMap::default();
        for root in roots {
            // The stack of open types, each with the parts that remain to be visited.
            let mut open: Vec<(Type, std::vec::IntoIter<Type>)> = Vec::new();
            let mut next = Some(root);
            loop {
                if let Some(ty) = next {
                    match states.get(&ty) {
                        Some(State::Done) => {}
                        Some(State::Open) => return Err(ty),
                        None => {
                            states.insert(ty, State::Open);
                            open.push((ty, parts(ty).into_vec().into_iter()));
                        }
                    }
                }
                let Some((ty, rest)) = open.last_mut() else { break };
                next = rest.next();
                if next.is_none() {
                    visit(*ty);
                    states.insert(*ty, State::Done);
                    open.pop();
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::IdentifiedStruct;

    fn module_of(bodies: &[&[usize]]) -> (Types, Vec<StructId>) {
        let mut types = Types::default();
        let structs: Vec<Type> = bodies
            .iter()
            .map(|_| types.add_struct(IdentifiedStruct { name: None, fields: None, packed: false }))
            .collect();
        let ids: Vec<StructId> = types.structs.keys().collect();
        for (&id, body) in ids.iter().zip(bodies) {
            let fields: Vec<Type> = body
                .iter()
                .map(|&of| types.intern(TypeKind::Array { len: 2, element: structs[of] }))
                .collect();
            types.structs[id].fields = Some(fields.into());
        }
        (types, ids)
    }

    #[test]
    fn the_definition_that_closes_a_circle_is_found() {
        for (bodies, expected) in [
            (&[&[1, 1][..], &[2], &[]][..], None),
            (&[&[0]], Some(0)),
            (&[&[], &[2], &[0, 3], &[1], &[4]], Some(3)),
            (&[&[1], &[], &[3], &[2, 1], &[4]], Some(3)),
        ] {
            let (types, ids) = module_of(bodies);
            assert_eq!(types.first_recursive(&ids), expected, "{bodies:?}");
        }
    }

    #[test]
    fn parts_come_first_however_deep() {
        let bodies: Vec<Vec<usize>> =
            (0..100_000).map(|at| if at == 99_999 { vec![] } else { vec![at + 1, at + 1] }).collect();
        let bodies: Vec<&[usize]> = bodies.iter().map(|body| &body[..]).collect();
        let (types, ids) = module_of(&bodies);
        let mut seen = Vec::new();
        let root = types.intern(TypeKind::Identified(ids[0]));
        types.visit_parts_first([root], |ty| seen.push(ty)).unwrap();
        assert_eq!((seen.len(), seen.last()), (2 * 100_000 - 1, Some(&root)));
    }
}
