//! Types whose pointees are not known yet, and their unification.
//!
//! A [`Term`] stands for a type of the module at one place: each pointer in it is a variable that may have a pointee, which is a term again.
//! Identified structs are one type wherever they stand, so a term does not go into them.

use cranelift_entity::SecondaryMap;

use crate::module::Module;
use crate::types::{Type, TypeKind};

/// A handle to a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Term(u32);

#[derive(Debug)]
enum Shape {
    /// A type without pointers, or an identified struct.
    Leaf,
    /// A pointer, and what it points to if that is known.
    Pointer(Option<Term>),
    /// The parts of a type: elements, fields, result and parameters.
    Parts(Box<[Term]>),
}

#[derive(Debug)]
struct Node {
    /// The type with opaque pointers.
    ty: Type,
    shape: Shape,
    /// Another pointer with the same pointee, or the term itself.
    same: Term,
}

/// The largest number of types in the text of a pointee. Types are printed as trees, so that there could be more than there is memory.
const MOST: u32 = 200;

/// All terms.
#[derive(Default)]
pub(super) struct Terms {
    nodes: Vec<Node>,
    /// The terms of types without pointers.
    leaves: SecondaryMap<Type, Option<Term>>,
    /// Whether a type has pointers outside identified structs.
    pointers: SecondaryMap<Type, Option<bool>>,
    /// Changes since the last unification began.
    trail: Vec<(Term, Option<Term>)>,
    /// The types that pointers were resolved to.
    resolved: Vec<Option<Type>>,
}

impl Terms {
    /// Whether a type has pointers in it, outside identified structs.
    pub(super) fn has_pointers(&mut self, module: &Module, ty: Type) -> bool {
        if let Some(known) = self.pointers[ty] {
            return known;
        }
        let has = module.types.is_pointer(ty)
            || parts(module, ty).into_iter().any(|part| self.has_pointers(module, part));
        self.pointers[ty] = Some(has);
        has
    }

    /// A new term for a type, about whose pointers nothing is known.
    pub(super) fn of(&mut self, module: &Module, ty: Type) -> Term {
        if !self.has_pointers(module, ty) {
            if let Some(known) = self.leaves[ty] {
                return known;
            }
            let leaf = self.push(ty, Shape::Leaf);
            self.leaves[ty] = Some(leaf);
            return leaf;
        }
        if module.types.is_pointer(ty) {
            return self.push(ty, Shape::Pointer(None));
        }
        let parts = parts(module, ty).into_iter().map(|part| self.of(module, part)).collect();
        self.push(ty, Shape::Parts(parts))
    }

    /// A pointer of type `ty` to something.
    pub(super) fn pointer_to(&mut self, ty: Type, pointee: Term) -> Term {
        self.push(ty, Shape::Pointer(Some(pointee)))
    }

    /// A pointer, or a vector of pointers, of type `ty` to something.
    pub(super) fn pointers_to(&mut self, module: &Module, ty: Type, pointee: Term) -> Term {
        let scalar = module.types.scalar(ty);
        let pointer = self.pointer_to(scalar, pointee);
        if scalar == ty { pointer } else { self.push(ty, Shape::Parts([pointer].into())) }
    }

    fn push(&mut self, ty: Type, shape: Shape) -> Term {
        let term = Term(self.nodes.len() as u32);
        self.nodes.push(Node { ty, shape, same: term });
        term
    }

    /// The type with opaque pointers.
    pub(super) fn opaque(&self, term: Term) -> Type {
        self.nodes[term.0 as usize].ty
    }

    /// The part of a type at an index; elements of arrays and vectors are one part.
    pub(super) fn part(&self, term: Term, index: usize) -> Option<Term> {
        match &self.nodes[term.0 as usize].shape {
            Shape::Parts(parts) => parts.get(index).copied(),
            _ => None,
        }
    }

    /// The element of a vector, or the term itself.
    pub(super) fn scalar(&self, module: &Module, term: Term) -> Term {
        match module.types.is_vector(self.opaque(term)) {
            true => self.part(term, 0).unwrap_or(term),
            false => term,
        }
    }

    fn root(&self, mut term: Term) -> Term {
        loop {
            let next = self.nodes[term.0 as usize].same;
            if next == term {
                return term;
            }
            term = next;
        }
    }

    /// What a pointer points to, if that is known.
    pub(super) fn pointee(&self, term: Term) -> Option<Term> {
        match self.nodes[self.root(term).0 as usize].shape {
            Shape::Pointer(pointee) => pointee,
            _ => None,
        }
    }

    /// Makes two terms the same type, unless something that is known contradicts; nothing changes then.
    pub(super) fn unify(&mut self, a: Term, b: Term) -> bool {
        self.trail.clear();
        let mut work = vec![(a, b)];
        while let Some((a, b)) = work.pop() {
            if a == b {
                continue;
            }
            if self.opaque(a) != self.opaque(b) {
                self.undo();
                return false;
            }
            match (&self.nodes[a.0 as usize].shape, &self.nodes[b.0 as usize].shape) {
                (Shape::Parts(one), Shape::Parts(other)) => {
                    work.extend(one.iter().copied().zip(other.iter().copied()));
                }
                (Shape::Pointer(_), Shape::Pointer(_)) => {
                    let (a, b) = (self.root(a), self.root(b));
                    if a == b {
                        continue;
                    }
                    let (of_a, of_b) = (self.pointee(a), self.pointee(b));
                    // The older one is the root: paths stay short, as most terms are met once.
                    let (root, other) = if a < b { (a, b) } else { (b, a) };
                    self.trail.push((other, None));
                    self.nodes[other.0 as usize].same = root;
                    match (of_a, of_b) {
                        (Some(one), Some(other)) => work.push((one, other)),
                        (Some(one), None) | (None, Some(one)) => self.set(root, Some(one)),
                        (None, None) => {}
                    }
                }
                _ => {}
            }
        }
        true
    }

    /// Sets what a pointer without a pointee points to.
    fn set(&mut self, root: Term, pointee: Option<Term>) {
        let Shape::Pointer(known) = &mut self.nodes[root.0 as usize].shape else { return };
        let before = std::mem::replace(known, pointee);
        self.trail.push((root, Some(before.unwrap_or(root))));
    }

    fn undo(&mut self) {
        while let Some((term, before)) = self.trail.pop() {
            let node = &mut self.nodes[term.0 as usize];
            match before {
                // The pointer was a root.
                None => node.same = term,
                Some(before) => node.shape = Shape::Pointer((before != term).then_some(before)),
            }
        }
    }

    /// Ends the unification: pointers that would point to themselves, or to types whose text is too large, point to `i8`.
    pub(super) fn close(&mut self, module: &Module) {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done(u32),
        }
        let i8 = self.of(module, module.types.common.i8);
        let mut states = vec![State::New; self.nodes.len()];
        for start in 0..self.nodes.len() as u32 {
            let mut stack = vec![Term(start)];
            while let Some(&top) = stack.last() {
                let term = self.root(top);
                let at = term.0 as usize;
                if let State::Done(_) = states[at] {
                    stack.pop();
                    continue;
                }
                let below: Vec<Term> = match &self.nodes[at].shape {
                    Shape::Leaf => Vec::new(),
                    Shape::Pointer(pointee) => pointee.iter().map(|&it| self.root(it)).collect(),
                    Shape::Parts(parts) => parts.iter().map(|&it| self.root(it)).collect(),
                };
                if states[at] == State::New {
                    states[at] = State::Open;
                    stack.extend(below.iter().filter(|it| states[it.0 as usize] == State::New));
                    if stack.last() != Some(&top) {
                        continue;
                    }
                }
                let mut size = 1u32;
                let mut is_cut = false;
                for term in below {
                    match states[term.0 as usize] {
                        State::Done(part) => size = size.saturating_add(part),
                        _ => is_cut = true,
                    }
                }
                if let Shape::Pointer(pointee) = &mut self.nodes[at].shape
                    && (is_cut || size > MOST || pointee.is_none())
                {
                    *pointee = Some(i8);
                    size = 2;
                } else if is_cut {
                    // The pointer to it is cut.
                    size = u32::MAX;
                }
                states[at] = State::Done(size);
                stack.pop();
            }
        }
        self.resolved = vec![None; self.nodes.len()];
    }

    /// The type that a term stands for, with typed pointers. The unification must have been [closed](Self::close).
    pub(super) fn resolve(&mut self, module: &Module, term: Term) -> Type {
        let term = self.root(term);
        let at = term.0 as usize;
        if let Some(Some(known)) = self.resolved.get(at) {
            return *known;
        }
        let ty = self.nodes[at].ty;
        let types = &module.types;
        let resolved = match &self.nodes[at].shape {
            Shape::Leaf => ty,
            Shape::Pointer(pointee) => {
                let TypeKind::Pointer(space) = *types.kind(ty) else { return ty };
                let pointee = pointee.map_or(types.common.i8, |pointee| self.resolve(module, pointee));
                types.typed_pointer(pointee, space)
            }
            Shape::Parts(parts) => {
                let parts = parts.to_vec();
                let parts: Vec<Type> = parts.into_iter().map(|part| self.resolve(module, part)).collect();
                with_parts(module, ty, &parts)
            }
        };
        if self.resolved.len() <= at {
            self.resolved.resize(at + 1, None);
        }
        self.resolved[at] = Some(resolved);
        resolved
    }
}

/// The types that a type is made of, as far as terms go into it.
fn parts(module: &Module, ty: Type) -> Vec<Type> {
    match module.types.kind(ty) {
        TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => vec![*element],
        TypeKind::Struct { fields, .. } => fields.to_vec(),
        TypeKind::Function { ret, params, .. } => [&[*ret], &params[..]].concat(),
        _ => Vec::new(),
    }
}

/// The type with other parts.
fn with_parts(module: &Module, ty: Type, parts: &[Type]) -> Type {
    let kind = match module.types.kind(ty).clone() {
        TypeKind::Array { len, .. } => TypeKind::Array { len, element: parts[0] },
        TypeKind::Vector { len, scalable, .. } => TypeKind::Vector { len, scalable, element: parts[0] },
        TypeKind::Struct { packed, .. } => TypeKind::Struct { packed, fields: parts.into() },
        TypeKind::Function { varargs, .. } => {
            TypeKind::Function { ret: parts[0], params: parts[1..].into(), varargs }
        }
        other => other,
    };
    module.types.intern(kind)
}
