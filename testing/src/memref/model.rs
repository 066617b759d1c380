//! A model of programs: interprets them on plain vectors.

use super::element::{Element, Operator, Value, sign_extended, truncate};
use super::program::{Argument, Function, Number, Program, Statement, Type, Var};

/// The reason why the behaviour of a program is not defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undefined {
    /// A float that is not finite, whose bits depend on the hardware.
    NotFinite,
    /// The program takes too many steps.
    TooLong,
    /// An access that the generator should not have made.
    Wrong(&'static str),
}

/// A run-time value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Datum {
    /// An element.
    Element(Value),
    /// A memref.
    MemRef(Memory),
}

/// The location of a memref's elements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// The index of the buffer.
    pub buffer: usize,
    /// The offset of the first element.
    pub offset: i64,
    /// The sizes.
    pub sizes: Vec<i64>,
    /// The strides.
    pub strides: Vec<i64>,
}

/// The state of a running program.
#[derive(Clone, Debug)]
pub struct Model<'p> {
    program: &'p Program,
    index_bits: u32,
    /// The elements of each buffer; the buffers of the arguments come first.
    pub buffers: Vec<Vec<Option<Value>>>,
    steps: usize,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The values that the first function returned.
    pub results: Vec<Datum>,
    /// The final elements of each buffer; the buffers of the arguments come first. Unwritten elements are `None`.
    pub buffers: Vec<Vec<Option<Value>>>,
}

/// The maximum number of operations in a run.
const STEPS: usize = 20_000;

/// Runs a program with `index` of `index_bits` bits.
pub fn run(program: &Program, index_bits: u32) -> Result<Ran, Undefined> {
    let mut model = Model { program, index_bits, buffers: Vec::new(), steps: 0 };
    let entry = program.entry();
    let arguments = entry.parameter_types().iter().zip(&program.arguments);
    let arguments = arguments.map(|(ty, argument)| match (ty, argument) {
        (Type::MemRef(memref) | Type::Unranked(memref), Argument::Buffer(elements, offset)) => {
            let elements =
                elements.iter().map(|numbers| Some(memref.element.value(numbers, index_bits))).collect();
            model.buffers.push(elements);
            Ok(Datum::MemRef(Memory {
                buffer: model.buffers.len() - 1,
                offset: *offset,
                sizes: memref.sizes(),
                strides: memref.stride_values(),
            }))
        }
        (Type::Element(element), Argument::Element(numbers)) => {
            Ok(Datum::Element(element.value(numbers, index_bits)))
        }
        _ => Err(Undefined::Wrong("an argument of another type")),
    });
    let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
    let results = model.call(entry, arguments)?;
    Ok(Ran { results, buffers: model.buffers })
}

/// The values of a function call.
struct Frame<'p> {
    function: &'p Function,
    values: Vec<Option<Datum>>,
}

impl Frame<'_> {
    fn get(&self, var: Var) -> Result<&Datum, Undefined> {
        self.values[var].as_ref().ok_or(Undefined::Wrong("a value that is not there"))
    }

    fn set(&mut self, var: Var, datum: Datum) {
        self.values[var] = Some(datum);
    }

    fn element(&self, var: Var) -> Result<&Value, Undefined> {
        match self.get(var)? {
            Datum::Element(value) => Ok(value),
            Datum::MemRef(_) => Err(Undefined::Wrong("a memref for an element")),
        }
    }

    fn memory(&self, var: Var) -> Result<&Memory, Undefined> {
        match self.get(var)? {
            Datum::MemRef(memory) => Ok(memory),
            Datum::Element(_) => Err(Undefined::Wrong("an element for a memref")),
        }
    }

    fn element_type(&self, var: Var) -> Result<Element, Undefined> {
        match self.function.types[var] {
            Type::Element(element) => Ok(element),
            _ => Err(Undefined::Wrong("a memref for an element")),
        }
    }
}

impl<'p> Model<'p> {
    fn call(&mut self, function: &'p Function, arguments: Vec<Datum>) -> Result<Vec<Datum>, Undefined> {
        let mut values: Vec<Option<Datum>> = arguments.into_iter().map(Some).collect();
        values.resize(function.types.len(), None);
        let mut frame = Frame { function, values };
        self.run(&mut frame, &function.body)?;
        function.results.iter().map(|&result| frame.get(result).cloned()).collect()
    }

    fn run(&mut self, frame: &mut Frame<'p>, body: &'p [Statement]) -> Result<(), Undefined> {
        body.iter().try_for_each(|statement| self.step(frame, statement))
    }

    fn index(&self, value: i64) -> Datum {
        Datum::Element(vec![truncate(value as u64, self.index_bits)])
    }

    fn number(&self, frame: &Frame<'p>, number: Number) -> Result<i64, Undefined> {
        match number {
            Number::Static(number) => Ok(number),
            Number::Dynamic(var, _) => Ok(sign_extended(frame.element(var)?[0], self.index_bits)),
        }
    }

    fn numbers(&self, frame: &Frame<'p>, numbers: &[Number]) -> Result<Vec<i64>, Undefined> {
        numbers.iter().map(|&number| self.number(frame, number)).collect()
    }

    /// The buffer element at given indices.
    fn place(&mut self, frame: &Frame<'p>, memref: Var, at: &[Var]) -> Result<&mut Option<Value>, Undefined> {
        let memory = frame.memory(memref)?;
        let mut place = memory.offset;
        for ((&var, &size), &stride) in at.iter().zip(&memory.sizes).zip(&memory.strides) {
            let index = frame.element(var)?[0] as i64;
            if !(0..size).contains(&index) {
                return Err(Undefined::Wrong("an index out of bounds"));
            }
            place += index * stride;
        }
        let place = usize::try_from(place).ok();
        let element = place.and_then(|place| self.buffers[memory.buffer].get_mut(place));
        element.ok_or(Undefined::Wrong("an access outside the buffer"))
    }

    fn step(&mut self, frame: &mut Frame<'p>, statement: &'p Statement) -> Result<(), Undefined> {
        self.steps += 1;
        if self.steps > STEPS {
            return Err(Undefined::TooLong);
        }
        match statement {
            Statement::Constant(to, numbers) => {
                let value = frame.element_type(*to)?.value(numbers, self.index_bits);
                frame.set(*to, Datum::Element(value));
            }
            Statement::Binary(to, operator, a, b) => {
                let (element, a, b) = (frame.element_type(*to)?, frame.element(*a)?, frame.element(*b)?);
                let why = match operator {
                    Operator::RemU => Undefined::Wrong("a division by zero"),
                    _ => Undefined::NotFinite,
                };
                let value = element.apply(*operator, a, b, self.index_bits).ok_or(why)?;
                frame.set(*to, Datum::Element(value));
            }
            Statement::IndexCast(to, from) => {
                let bits = frame.element_type(*from)?.lane().bits(self.index_bits);
                let index = self.index(sign_extended(frame.element(*from)?[0], bits));
                frame.set(*to, index);
            }
            Statement::Load(to, memref, at) => {
                let element = self.place(frame, *memref, at)?.clone();
                let element = element.ok_or(Undefined::Wrong("an element that was never written"))?;
                frame.set(*to, Datum::Element(element));
            }
            Statement::Store(value, memref, at) => {
                let value = frame.element(*value)?.clone();
                *self.place(frame, *memref, at)? = Some(value);
            }
            Statement::Dim(to, memref, _, dimension) => {
                let index = self.index(frame.memory(*memref)?.sizes[*dimension]);
                frame.set(*to, index);
            }
            Statement::Rank(to, memref) => {
                let index = self.index(frame.memory(*memref)?.sizes.len() as i64);
                frame.set(*to, index);
            }
            Statement::Cast(to, from) => frame.set(*to, frame.get(*from)?.clone()),
            Statement::Reinterpret(to, from, view) => {
                let memory = Memory {
                    buffer: frame.memory(*from)?.buffer,
                    offset: self.numbers(frame, &view.offsets)?[0],
                    sizes: self.numbers(frame, &view.sizes)?,
                    strides: self.numbers(frame, &view.strides)?,
                };
                frame.set(*to, Datum::MemRef(memory));
            }
            Statement::Subview(to, from, view, dropped) => {
                let mut memory = frame.memory(*from)?.clone();
                let offsets = self.numbers(frame, &view.offsets)?;
                let moved: i64 = offsets.iter().zip(&memory.strides).map(|(by, stride)| by * stride).sum();
                memory.offset += moved;
                memory.sizes = self.numbers(frame, &view.sizes)?;
                let steps = self.numbers(frame, &view.strides)?;
                memory.strides.iter_mut().zip(steps).for_each(|(stride, step)| *stride *= step);
                for &dimension in dropped.iter().rev() {
                    memory.sizes.remove(dimension);
                    memory.strides.remove(dimension);
                }
                frame.set(*to, Datum::MemRef(memory));
            }
            Statement::Transpose(to, from, permutation) => {
                let memory = frame.memory(*from)?;
                let permuted = |of: &[i64]| permutation.iter().map(|&dimension| of[dimension]).collect();
                let memory = Memory {
                    sizes: permuted(&memory.sizes),
                    strides: permuted(&memory.strides),
                    ..memory.clone()
                };
                frame.set(*to, Datum::MemRef(memory));
            }
            Statement::Expand(to, from, ..) | Statement::Collapse(to, from, _) => {
                // Both memrefs are contiguous in row-major order.
                let ty = frame.function.memref(*to);
                let memory =
                    Memory { sizes: ty.sizes(), strides: ty.stride_values(), ..frame.memory(*from)?.clone() };
                frame.set(*to, Datum::MemRef(memory));
            }
            Statement::Alloc { to, .. } => {
                let ty = frame.function.memref(*to);
                self.buffers.push(vec![None; ty.count() as usize]);
                let memory = Memory {
                    buffer: self.buffers.len() - 1,
                    offset: 0,
                    sizes: ty.sizes(),
                    strides: ty.stride_values(),
                };
                frame.set(*to, Datum::MemRef(memory));
            }
            Statement::Dealloc(memref) => {
                let buffer = frame.memory(*memref)?.buffer;
                self.buffers[buffer].clear();
            }
            Statement::Copy(from, to) => {
                let (from, to) = (frame.memory(*from)?.clone(), frame.memory(*to)?.clone());
                let places = places(&from).into_iter().zip(places(&to));
                for (source, target) in places {
                    let element = self.buffers[from.buffer].get(source).cloned();
                    let element = element.ok_or(Undefined::Wrong("a copy from outside the buffer"))?;
                    let target = self.buffers[to.buffer].get_mut(target);
                    *target.ok_or(Undefined::Wrong("a copy to outside the buffer"))? = element;
                }
            }
            Statement::For(each) => {
                let count = frame.element(each.count)?[0] as i64;
                for &(before, during, _) in &each.carried {
                    frame.set(during, frame.get(before)?.clone());
                }
                for iteration in 0..count {
                    frame.set(each.iteration, self.index(iteration));
                    self.run(frame, &each.body)?;
                    let yields: Vec<Datum> =
                        each.yields.iter().map(|&var| frame.get(var).cloned()).collect::<Result<_, _>>()?;
                    for (&(_, during, _), datum) in each.carried.iter().zip(yields) {
                        frame.set(during, datum);
                    }
                }
                for &(_, during, after) in &each.carried {
                    frame.set(after, frame.get(during)?.clone());
                }
            }
            Statement::Call(to, callee, arguments) => {
                let arguments =
                    arguments.iter().map(|&var| frame.get(var).cloned()).collect::<Result<_, _>>()?;
                let results = self.call(&self.program.functions[*callee], arguments)?;
                for (&var, datum) in to.iter().zip(results) {
                    frame.set(var, datum);
                }
            }
        }
        Ok(())
    }
}

/// The positions of a memref's elements in its buffer, in row-major order.
pub fn places(memory: &Memory) -> Vec<usize> {
    let mut places = vec![memory.offset];
    for (&size, &stride) in memory.sizes.iter().zip(&memory.strides) {
        places =
            places.iter().flat_map(|&place| (0..size).map(move |index| place + index * stride)).collect();
    }
    places.into_iter().map(|place| usize::try_from(place).unwrap_or(usize::MAX)).collect()
}
