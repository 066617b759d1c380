//! Generates programs from choices.

use super::element::{Element, Operator};
use super::memref_type::{Extent, Layout, MemRef, row_major};
use super::program::{Argument, Function, Loop, Number, Program, Statement, Type, Var, View};
use crate::Choices;

/// Constraints on generated programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Memrefs are passed as bare pointers, so the types of parameters and results must be static.
    pub bare: bool,
    /// Memory may be allocated with an alignment, which requires that pointers fit in an `index`.
    pub aligned: bool,
}

/// The maximum nesting of calls and loops.
const DEPTH: usize = 2;

/// The maximum number of elements of a memref.
const ELEMENTS: i64 = 48;

/// The origin of memory that was passed to the function.
const OUTSIDE: u32 = 0;

/// Generates a program.
pub fn generate(choices: &mut Choices, options: Options) -> Program {
    let left = choices.within(20, 220);
    let mut generator = Generator { choices, left, options, functions: Vec::new(), origins: OUTSIDE };
    let count = 1 + generator.below(3);
    let parameters: Vec<(Type, Argument)> = (0..count).map(|_| generator.parameter()).collect();
    let (types, arguments): (Vec<Type>, Vec<Argument>) = parameters.into_iter().unzip();
    generator.function(types, 0);
    Program { functions: generator.functions, arguments }
}

struct Generator<'d> {
    choices: &'d mut Choices,
    /// How many decisions are left; all others are the simplest.
    left: usize,
    options: Options,
    functions: Vec<Function>,
    /// The number of the last allocation.
    origins: u32,
}

/// Static knowledge about a value.
#[derive(Clone, Default, Debug)]
struct Known {
    /// For an index, an exclusive upper bound.
    below: Option<i64>,
    /// The offset of a memref, if known.
    offset: Option<i64>,
    /// The allocations that a memref may belong to.
    origins: Vec<u32>,
}

/// A function under construction.
struct Scope<'g, 'd> {
    generator: &'g mut Generator<'d>,
    depth: usize,
    loops: usize,
    types: Vec<Type>,
    known: Vec<Known>,
    visible: Vec<Var>,
    body: Vec<Statement>,
    /// The heap allocations of this function that are not freed yet.
    heap: Vec<(Var, u32)>,
    /// The stack allocations of this function.
    stack: Vec<u32>,
}

impl Generator<'_> {
    /// A number below `end`, or zero.
    fn below(&mut self, end: usize) -> usize {
        if self.left == 0 {
            return 0;
        }
        self.left -= 1;
        self.choices.below(end.max(1))
    }

    /// A random condition; false by default.
    fn often(&mut self) -> bool {
        self.below(2) == 1
    }

    /// A random condition that is rarely true.
    fn rarely(&mut self) -> bool {
        self.below(4) == 3
    }

    /// A number from -8 to 8.
    fn small(&mut self) -> i64 {
        let number = self.below(17) as i64;
        if number % 2 == 0 { number / 2 } else { -(number / 2) - 1 }
    }

    fn element(&mut self) -> Element {
        Element::ALL[self.below(Element::ALL.len())]
    }

    fn sizes(&mut self) -> Vec<i64> {
        let rank = self.below(5);
        let mut sizes = Vec::new();
        for _ in 0..rank {
            // Static sizes are not zero, because then strides would be zero as well.
            let size = [2, 3, 1, 4, 5, 0][self.below(if self.options.bare { 5 } else { 6 })];
            let all: i64 = sizes.iter().product();
            sizes.push(if all * size > ELEMENTS { 1 } else { size });
        }
        sizes
    }

    /// A parameter of the entry function, with its argument.
    fn parameter(&mut self) -> (Type, Argument) {
        let element = self.element();
        if self.rarely() {
            let numbers = (0..element.count()).map(|_| self.small()).collect();
            return (Type::Element(element), Argument::Element(numbers));
        }
        let sizes = self.sizes();
        let mut memref = MemRef::identity(element, sizes.iter().map(|&size| Extent::fixed(size)).collect());
        let mut offset = 0;
        if self.often() {
            offset = self.below(4) as i64;
            let padded: Vec<i64> = sizes.iter().map(|size| size + i64::from(self.rarely())).collect();
            let mut strides = row_major(&padded);
            if let Some(last) = strides.len().checked_sub(1).filter(|_| self.rarely()) {
                strides.iter_mut().for_each(|stride| *stride *= 2);
                // Two dimensions of equal size may be swapped.
                let other = self.below(last + 1);
                if padded[last] == padded[other] {
                    strides.swap(last, other);
                }
            }
            let strides = strides.into_iter().map(Extent::fixed).collect();
            memref.layout = Layout::Strided { strides, offset: Some(offset) };
        }
        let length = offset + memref.span() + 1 + self.below(2) as i64;
        let first = self.small();
        let step = 1 + self.below(5) as i64;
        let number = |place: i64| (first + place * step) % 61;
        let count = element.count() as i64;
        let elements =
            (0..length).map(|place| (0..count).map(|lane| number(place * count + lane)).collect()).collect();
        let memref = self.retyped(&memref, Some(offset), self.options.bare);
        let ty =
            if !self.options.bare && self.rarely() { Type::Unranked(memref) } else { Type::MemRef(memref) };
        (ty, Argument::Buffer(elements, offset))
    }

    /// Decides whether a type shows a size statically.
    fn shows(&mut self, size: i64, all: bool) -> bool {
        size != 0 && (all || self.often())
    }

    /// A type for the same memref, with all or some of the static information.
    fn retyped(&mut self, memref: &MemRef, offset: Option<i64>, all: bool) -> MemRef {
        let shape: Vec<Extent> = memref
            .shape
            .iter()
            .map(|size| Extent { value: size.value, is_static: self.shows(size.value, all) })
            .collect();
        let strides = memref.stride_values();
        if offset == Some(0) && strides == row_major(&memref.sizes()) && !self.rarely() {
            return MemRef::identity(memref.element, shape);
        }
        let strides = strides.iter().map(|&value| Extent { value, is_static: all || self.often() }).collect();
        let offset = offset.filter(|_| all || self.often());
        MemRef { element: memref.element, shape, layout: Layout::Strided { strides, offset } }
    }

    /// Generates a function with parameters of these types; returns its index.
    fn function(&mut self, parameters: Vec<Type>, depth: usize) -> usize {
        let count = parameters.len();
        let mut scope = Scope {
            generator: self,
            depth,
            loops: 0,
            types: Vec::new(),
            known: Vec::new(),
            visible: Vec::new(),
            body: Vec::new(),
            heap: Vec::new(),
            stack: Vec::new(),
        };
        for ty in parameters {
            let offset = match &ty {
                Type::MemRef(memref) => memref.offset(),
                _ => None,
            };
            let known = Known { offset, origins: vec![OUTSIDE], below: None };
            scope.add(ty, known);
        }
        scope.statements(10);
        let results = scope.results();
        let Scope { types, body, .. } = scope;
        let c_interface = depth == 0 || self.often();
        self.functions.push(Function { types, parameters: count, body, results, c_interface });
        self.functions.len() - 1
    }
}

impl Scope<'_, '_> {
    fn below(&mut self, end: usize) -> usize {
        self.generator.below(end)
    }

    fn often(&mut self) -> bool {
        self.generator.often()
    }

    fn rarely(&mut self) -> bool {
        self.generator.rarely()
    }

    fn add(&mut self, ty: Type, known: Known) -> Var {
        self.types.push(ty);
        self.known.push(known);
        self.visible.push(self.types.len() - 1);
        self.types.len() - 1
    }

    fn add_element(&mut self, element: Element) -> Var {
        self.add(Type::Element(element), Known::default())
    }

    fn pick(&mut self, fits: impl Fn(&Self, Var) -> bool) -> Option<Var> {
        let fitting: Vec<Var> = self.visible.iter().copied().filter(|&var| fits(self, var)).collect();
        if fitting.is_empty() { None } else { Some(fitting[self.below(fitting.len())]) }
    }

    fn memref(&self, var: Var) -> Option<&MemRef> {
        match &self.types[var] {
            Type::MemRef(memref) => Some(memref),
            _ => None,
        }
    }

    fn pick_memref(&mut self, fits: impl Fn(&MemRef) -> bool) -> Option<(Var, MemRef)> {
        let var = self.pick(|scope, var| scope.memref(var).is_some_and(&fits))?;
        Some((var, self.memref(var)?.clone()))
    }

    fn index(&mut self, value: i64) -> Var {
        let known = Known { below: Some(value + 1), ..Known::default() };
        let var = self.add(Type::Element(Element::INDEX), known);
        self.body.push(Statement::Constant(var, vec![value]));
        var
    }

    fn constant(&mut self, element: Element) -> Var {
        let numbers = (0..element.count()).map(|_| self.generator.small()).collect();
        let var = self.add_element(element);
        self.body.push(Statement::Constant(var, numbers));
        var
    }

    /// A number as an attribute or an operand.
    fn number(&mut self, value: i64) -> Number {
        if self.often() {
            let var = self.index(value);
            return Number::Dynamic(var, Some(value));
        }
        Number::Static(value)
    }

    fn dim(&mut self, memref: Var, dimension: usize, size: i64) -> Var {
        let at = self.index(dimension as i64);
        let known = Known { below: Some(size + 1), ..Known::default() };
        let var = self.add(Type::Element(Element::INDEX), known);
        self.body.push(Statement::Dim(var, memref, at, dimension));
        var
    }

    /// An index below the size of a dimension, which must not be zero.
    fn index_within(&mut self, memref: Var, dimension: usize, size: i64) -> Var {
        match self.below(4) {
            1 => {
                let small = self.pick(|scope, var| scope.known[var].below.is_some_and(|end| end <= size));
                if let Some(var) = small {
                    return var;
                }
            }
            2 | 3 => {
                let integer = |scope: &Self, var: Var| {
                    matches!(scope.types[var], Type::Element(element @ Element::Scalar(lane))
                        if !lane.is_float() && element != Element::Scalar(super::element::Lane::Int(1)))
                };
                if let Some(mut any) = self.pick(integer) {
                    if self.types[any] != Type::Element(Element::INDEX) {
                        let cast = self.add_element(Element::INDEX);
                        self.body.push(Statement::IndexCast(cast, any));
                        any = cast;
                    }
                    let end = if self.often() { self.index(size) } else { self.dim(memref, dimension, size) };
                    let known = Known { below: Some(size), ..Known::default() };
                    let var = self.add(Type::Element(Element::INDEX), known);
                    self.body.push(Statement::Binary(var, Operator::RemU, any, end));
                    return var;
                }
            }
            _ => {}
        }
        let value = self.below(size as usize) as i64;
        self.index(value)
    }

    fn indices(&mut self, memref: Var, ty: &MemRef) -> Vec<Var> {
        ty.sizes()
            .iter()
            .enumerate()
            .map(|(dimension, &size)| self.index_within(memref, dimension, size))
            .collect()
    }

    fn statements(&mut self, most: usize) {
        for _ in 0..=self.below(most) {
            self.statement();
        }
    }

    /// Adds a statement; `None` if no suitable operands exist.
    fn statement(&mut self) -> Option<()> {
        match self.below(20) {
            0 | 1 => self.store()?,
            2 | 3 => {
                self.load()?;
            }
            4 => self.binary()?,
            5 => {
                let element = self.generator.element();
                self.constant(element);
            }
            6 => self.retype()?,
            7 => self.measure()?,
            8 | 9 => self.allocate(),
            10 | 11 => self.repeat()?,
            12 | 13 => self.call(),
            14 => self.copy()?,
            15 => self.reinterpret()?,
            16 => self.transpose()?,
            17 => self.subview()?,
            18 => self.expand()?,
            _ => self.collapse()?,
        }
        Some(())
    }

    fn load(&mut self) -> Option<Var> {
        let (memref, ty) = self.pick_memref(|ty| ty.count() > 0)?;
        let at = self.indices(memref, &ty);
        let var = self.add_element(ty.element);
        self.body.push(Statement::Load(var, memref, at));
        Some(var)
    }

    /// An available value of this type, or a constant.
    fn value(&mut self, element: Element) -> Var {
        let fits = |scope: &Self, var: Var| scope.types[var] == Type::Element(element);
        let there = self.pick(fits).filter(|_| !self.rarely());
        there.unwrap_or_else(|| self.constant(element))
    }

    fn store(&mut self) -> Option<()> {
        let (memref, ty) = self.pick_memref(|ty| ty.count() > 0)?;
        let value = self.value(ty.element);
        let at = self.indices(memref, &ty);
        self.body.push(Statement::Store(value, memref, at));
        Some(())
    }

    fn binary(&mut self) -> Option<()> {
        let a = self.pick(|scope, var| matches!(scope.types[var], Type::Element(_)))?;
        let Type::Element(element) = self.types[a] else { return None };
        let b = self.value(element);
        let operators = element.operators();
        let operators = if matches!(element, Element::Complex(_)) { &operators[..3] } else { operators };
        let operator = operators[self.below(operators.len())];
        let var = self.add_element(element);
        self.body.push(Statement::Binary(var, operator, a, b));
        Some(())
    }

    /// Casts a memref to a type with more or less static information, or to an unranked one.
    fn retype(&mut self) -> Option<()> {
        let var = self.pick(|scope, var| scope.types[var].as_memref().is_some())?;
        self.cast_somehow(var, false);
        Some(())
    }

    fn cast_somehow(&mut self, var: Var, all: bool) -> Option<Var> {
        let memref = self.types[var].as_memref()?.clone();
        let known = self.known[var].clone();
        let to = self.generator.retyped(&memref, known.offset, all);
        let unranked = !all && self.rarely() && matches!(self.types[var], Type::MemRef(_));
        Some(self.cast(var, if unranked { Type::Unranked(to) } else { Type::MemRef(to) }))
    }

    fn cast(&mut self, from: Var, ty: Type) -> Var {
        if self.types[from] == ty {
            return from;
        }
        let known = self.known[from].clone();
        let to = self.add(ty, known);
        self.body.push(Statement::Cast(to, from));
        to
    }

    fn measure(&mut self) -> Option<()> {
        let var = self.pick(|scope, var| scope.types[var].as_memref().is_some())?;
        let memref = self.types[var].as_memref()?.clone();
        if memref.rank() == 0 || self.rarely() {
            let below = Some(memref.rank() as i64 + 1);
            let to = self.add(Type::Element(Element::INDEX), Known { below, ..Known::default() });
            self.body.push(Statement::Rank(to, var));
        } else {
            let dimension = self.below(memref.rank());
            self.dim(var, dimension, memref.shape[dimension].value);
        }
        Some(())
    }

    fn allocate(&mut self) {
        let mut element = self.generator.element();
        if let (Element::Vector(_, lane) | Element::Complex(lane), false) =
            (element, self.generator.options.aligned)
        {
            // Other elements are aligned without a request.
            element = Element::Scalar(lane);
        }
        let sizes = self.generator.sizes();
        let mut shape: Vec<Extent> = sizes.iter().map(|&value| Extent::fixed(value)).collect();
        shape.iter_mut().for_each(|size| size.is_static = self.generator.shows(size.value, false));
        let dynamic: Vec<i64> = shape.iter().filter(|size| !size.is_static).map(|size| size.value).collect();
        let dynamic = dynamic.into_iter().map(|size| self.index(size)).collect();
        // A stack allocation in a loop is not freed before the function returns.
        let stack = self.rarely();
        let alignment =
            (self.generator.options.aligned && self.rarely()).then(|| [16, 32, 64][self.below(3)]);
        self.generator.origins += 1;
        let origin = self.generator.origins;
        let known = Known { offset: Some(0), origins: vec![origin], below: None };
        let to = self.add(Type::MemRef(MemRef::identity(element, shape)), known);
        self.body.push(Statement::Alloc { to, sizes: dynamic, stack, alignment });
        match stack {
            true => self.stack.push(origin),
            false => self.heap.push((to, origin)),
        }
        let value = self.value(element);
        self.fill(to, value, &sizes, Vec::new());
    }

    /// Writes a value to each element.
    fn fill(&mut self, memref: Var, value: Var, sizes: &[i64], mut at: Vec<Var>) {
        let [size, rest @ ..] = sizes else {
            self.body.push(Statement::Store(value, memref, at));
            return;
        };
        let count = if self.often() { self.dim(memref, at.len(), *size) } else { self.index(*size) };
        let (from, step) = (self.index(0), self.index(1));
        let outside = self.enter();
        let iteration = self.iteration(*size);
        at.push(iteration);
        self.fill(memref, value, rest, at);
        let body = self.leave(outside);
        self.body.push(Statement::For(Loop {
            from,
            count,
            step,
            iteration,
            carried: Vec::new(),
            body,
            yields: Vec::new(),
        }));
    }

    /// Begins a nested body; returns the state of the outer one.
    fn enter(&mut self) -> (Vec<Statement>, Vec<Var>, usize) {
        (std::mem::take(&mut self.body), self.visible.clone(), self.heap.len())
    }

    /// Ends a nested body.
    fn leave(&mut self, (body, visible, heap): (Vec<Statement>, Vec<Var>, usize)) -> Vec<Statement> {
        self.visible = visible;
        self.heap.truncate(heap);
        std::mem::replace(&mut self.body, body)
    }

    fn iteration(&mut self, count: i64) -> Var {
        self.add(Type::Element(Element::INDEX), Known { below: Some(count), ..Known::default() })
    }

    fn repeat(&mut self) -> Option<()> {
        if self.loops >= DEPTH {
            return None;
        }
        let times = self.below(4) as i64;
        let (from, count, step) = (self.index(0), self.index(times), self.index(1));
        let carried: Vec<Var> = (0..self.below(3)).filter_map(|_| self.pick(|_, _| true)).collect();
        let outside = self.enter();
        self.loops += 1;
        let iteration = self.iteration(times);
        let during: Vec<Var> = carried
            .iter()
            .map(|&before| {
                let known = self.after(before);
                self.add(self.types[before].clone(), known)
            })
            .collect();
        self.statements(5);
        let yields = during.iter().map(|&during| self.carried_on(during)).collect();
        self.loops -= 1;
        let body = self.leave(outside);
        let carried = carried
            .into_iter()
            .zip(during)
            .map(|(before, during)| {
                let known = self.after(before);
                (before, during, self.add(self.types[before].clone(), known))
            })
            .collect();
        self.body.push(Statement::For(Loop { from, count, step, iteration, carried, body, yields }));
        Some(())
    }

    /// The knowledge about the result of a loop-carried value.
    fn after(&self, before: Var) -> Known {
        let offset = self.memref(before).and_then(MemRef::offset);
        Known { below: None, offset, origins: self.known[before].origins.clone() }
    }

    /// The value that the next iteration gets for `during`.
    fn carried_on(&mut self, during: Var) -> Var {
        let same = |scope: &Self, var: Var| {
            let lies_alike = match (scope.types[during].as_memref(), scope.types[var].as_memref()) {
                (Some(one), Some(other)) => one.lies_like(other),
                (None, None) => true,
                _ => false,
            };
            let origins = &scope.known[during].origins;
            lies_alike
                && scope.types[var] == scope.types[during]
                && scope.known[var].origins.iter().all(|origin| origins.contains(origin))
        };
        self.pick(same).filter(|_| self.generator.often()).unwrap_or(during)
    }

    /// Calls a new function.
    fn call(&mut self) {
        if self.depth >= DEPTH {
            return;
        }
        let bare = self.generator.options.bare;
        let mut arguments = Vec::new();
        for _ in 0..1 + self.below(3) {
            let can_be_handed_over = |scope: &Self, var: Var| match &scope.types[var] {
                Type::Element(_) => true,
                _ => !bare || scope.known[var].offset.is_some(),
            };
            let Some(var) = self.pick(can_be_handed_over) else { continue };
            let var = if bare || self.often() { self.cast_somehow(var, bare).unwrap_or(var) } else { var };
            arguments.push(var);
        }
        let types: Vec<Type> = arguments.iter().map(|&var| self.types[var].clone()).collect();
        let callee = self.generator.function(types, self.depth + 1);
        let function = &self.generator.functions[callee];
        let results: Vec<Type> = function.result_types().cloned().collect();
        let mut origins: Vec<u32> =
            arguments.iter().flat_map(|&var| self.known[var].origins.iter().copied()).collect();
        origins.push(OUTSIDE);
        origins.dedup();
        let to = results
            .into_iter()
            .map(|ty| {
                let offset = match &ty {
                    Type::MemRef(memref) => memref.offset(),
                    _ => None,
                };
                self.add(ty, Known { below: None, offset, origins: origins.clone() })
            })
            .collect();
        self.body.push(Statement::Call(to, callee, arguments));
    }

    /// Copies between memrefs that cannot overlap.
    fn copy(&mut self) -> Option<()> {
        let (from, ty) = self.pick_memref(|_| true)?;
        let origins = self.known[from].origins.clone();
        let apart = |scope: &Self, to: Var| {
            let same_shape = scope
                .memref(to)
                .is_some_and(|other| other.sizes() == ty.sizes() && other.element == ty.element);
            let local = |origins: &[u32]| !origins.contains(&OUTSIDE);
            let other = &scope.known[to].origins;
            same_shape
                && !other.iter().any(|origin| origins.contains(origin))
                && (local(other) || local(&origins))
        };
        let to = self.pick(apart)?;
        self.body.push(Statement::Copy(from, to));
        Some(())
    }

    /// Reinterprets a memref with other sizes and strides, inside of its span.
    fn reinterpret(&mut self) -> Option<()> {
        let from = self.pick(|scope, var| {
            scope.known[var].offset.is_some() && scope.memref(var).is_some_and(|memref| memref.count() > 0)
        })?;
        let memref = self.memref(from)?.clone();
        // The gaps between the elements of a slice may be unwritten.
        if memref.stride_values() != row_major(&memref.sizes()) {
            return None;
        }
        let begin = self.known[from].offset?;
        let end = begin + memref.span();
        let offset = begin + self.below((end - begin + 1) as usize) as i64;
        let mut left = end - offset;
        let mut sizes = Vec::new();
        let mut strides = Vec::new();
        for _ in 0..self.below(4) {
            let stride = 1 + self.below(3) as i64;
            let most = left / stride;
            let size = 1 + self.below(most.min(3) as usize + 1) as i64;
            left -= (size - 1) * stride;
            sizes.push(size);
            strides.push(stride);
        }
        let view = View {
            offsets: vec![self.number(offset)],
            sizes: sizes.into_iter().map(|size| self.number(size)).collect(),
            strides: strides.into_iter().map(|stride| self.number(stride)).collect(),
        };
        let extents = |numbers: &[Number]| numbers.iter().map(|&number| extent(number)).collect();
        let layout = Layout::Strided {
            strides: extents(&view.strides),
            offset: Some(offset).filter(|_| matches!(view.offsets[0], Number::Static(_))),
        };
        let ty = MemRef { element: memref.element, shape: extents(&view.sizes), layout };
        let known = Known { offset: Some(offset), ..self.known[from].clone() };
        let to = self.add(Type::MemRef(ty), known);
        self.body.push(Statement::Reinterpret(to, from, view));
        Some(())
    }

    fn transpose(&mut self) -> Option<()> {
        let (from, memref) = self.pick_memref(|memref| memref.rank() > 1)?;
        let mut permutation: Vec<usize> = (0..memref.rank()).collect();
        let by = 1 + self.below(memref.rank() - 1);
        permutation.rotate_left(by);
        let strides = memref.strides();
        let ty = MemRef {
            element: memref.element,
            shape: permutation.iter().map(|&dimension| memref.shape[dimension]).collect(),
            layout: Layout::Strided {
                strides: permutation.iter().map(|&dimension| strides[dimension]).collect(),
                offset: memref.offset(),
            },
        };
        let known = self.known[from].clone();
        let to = self.add(Type::MemRef(ty), known);
        self.body.push(Statement::Transpose(to, from, permutation));
        Some(())
    }

    fn subview(&mut self) -> Option<()> {
        let (from, memref) = self.pick_memref(|memref| memref.rank() > 0)?;
        let mut view = View { offsets: Vec::new(), sizes: Vec::new(), strides: Vec::new() };
        let mut dropped = Vec::new();
        // The static offset in the type, and the known offset.
        let (mut shown, mut offset) = (memref.offset(), self.known[from].offset);
        let mut strides = Vec::new();
        // Empty memrefs are not static, and cannot be passed as bare pointers.
        let at_least = i64::from(self.generator.options.bare);
        // The dropped dimensions must be determined by the types, so drop all that can be.
        let reduces = self.rarely();
        for (dimension, (size, stride)) in memref.shape.iter().zip(memref.strides()).enumerate() {
            let size = size.value;
            let begin = if size > 0 && self.rarely() {
                let var = self.index_within(from, dimension, size);
                // The slice must fit behind the greatest possible index.
                Number::Dynamic(var, None)
            } else {
                let begin = self.below((size + 1 - at_least) as usize) as i64;
                self.number(begin)
            };
            let (value, left) = match begin {
                Number::Static(value) | Number::Dynamic(_, Some(value)) => (Some(value), size - value),
                Number::Dynamic(_, None) => (None, 1),
            };
            let step = 1 + self.below(2) as i64;
            let most = (left + step - 1) / step;
            let count = at_least + self.below((most + 1 - at_least) as usize) as i64;
            let step = self.number(step);
            let count = match count {
                0 => Number::Dynamic(self.index(0), Some(0)),
                count => self.number(count),
            };
            let drop = reduces && count == Number::Static(1);
            offset = offset.zip(value).map(|(offset, value)| offset + value * stride.value);
            shown = match (shown, begin) {
                (shown, Number::Static(0)) => shown,
                (Some(shown), Number::Static(value)) if stride.is_static => {
                    Some(shown + value * stride.value)
                }
                _ => None,
            };
            if drop {
                dropped.push(dimension);
            }
            let step_extent = extent(step);
            strides.push(Extent {
                value: stride.value * step_extent.value,
                is_static: stride.is_static && step_extent.is_static,
            });
            view.offsets.push(begin);
            view.sizes.push(count);
            view.strides.push(step);
        }
        let kept = |extents: Vec<Extent>| {
            let kept = extents.into_iter().enumerate().filter(|(dimension, _)| !dropped.contains(dimension));
            kept.map(|(_, extent)| extent).collect::<Vec<_>>()
        };
        let shape = kept(view.sizes.iter().map(|&size| extent(size)).collect());
        let layout = Layout::Strided { strides: kept(strides), offset: shown };
        let known = Known { offset, ..self.known[from].clone() };
        let to = self.add(Type::MemRef(MemRef { element: memref.element, shape, layout }), known);
        self.body.push(Statement::Subview(to, from, view, dropped));
        Some(())
    }

    fn expand(&mut self) -> Option<()> {
        let (from, memref) =
            self.pick_memref(|memref| memref.rank() > 0 && memref.layout == Layout::Identity)?;
        let (mut groups, mut shape) = (Vec::new(), Vec::new());
        for size in &memref.shape {
            // Upstream divides by static parts, even if they are zero.
            let parts: Vec<i64> = match self.below(if size.value == 0 { 1 } else { 4 }) {
                1 => vec![1, size.value],
                2 => vec![size.value, 1],
                3 if size.value % 2 == 0 => vec![2, size.value / 2],
                _ => vec![size.value],
            };
            // If the size is dynamic, one part must be dynamic as well.
            let hidden = if size.is_static { parts.len() } else { self.below(parts.len()) };
            groups.push((shape.len()..shape.len() + parts.len()).collect());
            let extents =
                parts.iter().enumerate().map(|(part, &value)| Extent { value, is_static: part != hidden });
            shape.extend(extents);
        }
        let sizes = shape
            .iter()
            .map(|size| match size.is_static {
                true => Number::Static(size.value),
                false => Number::Dynamic(self.index(size.value), Some(size.value)),
            })
            .collect();
        let known = self.known[from].clone();
        let to = self.add(Type::MemRef(MemRef::identity(memref.element, shape)), known);
        self.body.push(Statement::Expand(to, from, groups, sizes));
        Some(())
    }

    fn collapse(&mut self) -> Option<()> {
        let (from, memref) =
            self.pick_memref(|memref| memref.rank() > 0 && memref.layout == Layout::Identity)?;
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for dimension in 0..memref.rank() {
            match groups.last_mut() {
                Some(group) if !self.generator.often() => group.push(dimension),
                _ => groups.push(vec![dimension]),
            }
        }
        let joined = |group: &Vec<usize>| Extent {
            value: group.iter().map(|&dimension| memref.shape[dimension].value).product(),
            is_static: group.iter().all(|&dimension| memref.shape[dimension].is_static),
        };
        let shape = groups.iter().map(joined).collect();
        let known = self.known[from].clone();
        let to = self.add(Type::MemRef(MemRef::identity(memref.element, shape)), known);
        self.body.push(Statement::Collapse(to, from, groups));
        Some(())
    }

    /// The results of the function; frees heap memory that is no longer reachable.
    fn results(&mut self) -> Vec<Var> {
        let bare = self.generator.options.bare;
        let mut results = Vec::new();
        for _ in 0..self.below(4) {
            let can_be_returned = |scope: &Self, var: Var| {
                !scope.known[var].origins.iter().any(|origin| scope.stack.contains(origin))
                    && (matches!(scope.types[var], Type::Element(_))
                        || !bare
                        || scope.known[var].offset.is_some())
            };
            let Some(var) = self.pick(can_be_returned) else { continue };
            let var = if bare || self.often() { self.cast_somehow(var, bare).unwrap_or(var) } else { var };
            results.push(var);
        }
        for (memref, origin) in self.heap.clone() {
            let seen = results.iter().any(|&result| self.known[result].origins.contains(&origin));
            if !seen && self.often() {
                self.body.push(Statement::Dealloc(memref));
            }
        }
        results
    }
}

/// A number as it appears in types.
fn extent(number: Number) -> Extent {
    match number {
        Number::Static(value) => Extent::fixed(value),
        Number::Dynamic(_, value) => Extent { value: value.unwrap_or(0), is_static: false },
    }
}
