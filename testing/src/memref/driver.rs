//! Generates a driver in LLVM IR that calls programs and prints their results, and computes the expected output.
//!
//! For each program it prints: its number; the result of the first function, including the elements of memrefs; the bytes of
//! each buffer that was passed.

use std::fmt::Write;

use super::element::Element;
use super::memref_type::MemRef;
use super::model::{Datum, Memory, Ran, places};
use super::program::{Argument, Program, Type};
use super::text;

/// The calling convention of the first function of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Convention {
    /// A direct call, with the fields of descriptors.
    Descriptors,
    /// A call of the C wrapper, with pointers to descriptors; the width of `index` is given.
    Interface(u32),
    /// A direct call, with bare pointers.
    BarePointers,
}

impl Convention {
    /// All conventions.
    pub const ALL: [Self; 4] =
        [Self::Descriptors, Self::Interface(64), Self::Interface(32), Self::BarePointers];

    /// The width of `index` in bits.
    pub fn index_bits(self) -> u32 {
        match self {
            Self::Interface(bits) => bits,
            _ => 64,
        }
    }

    /// Whether functions take bare pointers.
    pub fn is_bare(self) -> bool {
        self == Self::BarePointers
    }
}

/// The runtime functions for [`driver`], in C.
pub const RUNTIME: &str = include_str!("runtime.c");

/// A module that calls these programs in order.
pub fn driver<'p>(programs: impl IntoIterator<Item = &'p Program>, convention: Convention) -> String {
    let mut text = String::from(
        "declare void @tern_program(i32)\n\
         declare void @tern_dump_bytes(ptr, i64)\n\
         declare void @tern_dump_memref(ptr, i64, i64)\n\
         declare void @tern_dump_unranked(ptr, i64)\n",
    );
    let mut main = String::new();
    for (number, program) in programs.into_iter().enumerate() {
        let mut caller = Caller { program, number, convention, text: String::new(), values: 0 };
        caller.all(&mut text);
        let _ = writeln!(main, "  call void @p{number}()");
    }
    let _ = write!(text, "define i32 @main() {{\n{main}  ret i32 0\n}}\n");
    text
}

/// The type of a ranked descriptor.
fn descriptor(rank: usize, bits: u32) -> String {
    match rank {
        0 => format!("{{ ptr, ptr, i{bits} }}"),
        _ => format!("{{ ptr, ptr, i{bits}, [{rank} x i{bits}], [{rank} x i{bits}] }}"),
    }
}

/// A constant descriptor.
fn constant(pointer: &str, memref: &MemRef, offset: i64, bits: u32) -> String {
    let mut fields = format!("ptr {pointer}, ptr {pointer}, i{bits} {offset}");
    let rank = memref.rank();
    if rank > 0 {
        for numbers in [memref.sizes(), memref.stride_values()] {
            let numbers: Vec<String> = numbers.iter().map(|number| format!("i{bits} {number}")).collect();
            let _ = write!(fields, ", [{rank} x i{bits}] [{}]", numbers.join(", "));
        }
    }
    format!("{} {{ {fields} }}", descriptor(rank, bits))
}

/// Generates the call of one program.
struct Caller<'p> {
    program: &'p Program,
    number: usize,
    convention: Convention,
    text: String,
    values: usize,
}

impl Caller<'_> {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "  {line}");
    }

    fn value(&mut self, what: std::fmt::Arguments<'_>) -> String {
        self.values += 1;
        let name = format!("%v{}", self.values);
        self.line(format_args!("{name} = {what}"));
        name
    }

    /// The type of a result, as a component of the function's return type.
    fn returned(&self, ty: &Type, bare: bool) -> String {
        let bits = self.convention.index_bits();
        match ty {
            Type::Element(element) => element.in_llvm(bits),
            Type::MemRef(_) if bare => "ptr".to_owned(),
            Type::MemRef(memref) => descriptor(memref.rank(), bits),
            Type::Unranked(_) => format!("{{ i{bits}, ptr }}"),
        }
    }

    fn all(&mut self, text: &mut String) {
        let bits = self.convention.index_bits();
        let (program, number) = (self.program, self.number);
        let entry = program.entry();
        let mut arguments = Vec::new();
        for (index, (ty, argument)) in entry.parameter_types().iter().zip(&program.arguments).enumerate() {
            match (ty, argument) {
                (Type::MemRef(memref) | Type::Unranked(memref), Argument::Buffer(elements, offset)) => {
                    let pointer = format!("@p{number}_b{index}");
                    let bytes: String = elements
                        .iter()
                        .flat_map(|numbers| {
                            let value = memref.element.value(numbers, bits);
                            memref.element.in_memory(&value, bits)
                        })
                        .map(|byte| format!("\\{byte:02X}"))
                        .collect();
                    let count = bytes.len() / 3;
                    let _ =
                        writeln!(text, "{pointer} = internal global [{count} x i8] c\"{bytes}\", align 64");
                    self.hand_over(ty, memref, &pointer, *offset, &mut arguments);
                }
                (Type::Element(element), Argument::Element(numbers)) => {
                    arguments.push(element_constant(*element, numbers, bits));
                }
                _ => {}
            }
        }
        self.line(format_args!("call void @tern_program(i32 {number})"));
        self.call(text, arguments);
        for (index, argument) in program.arguments.iter().enumerate() {
            if let (Some(memref), Argument::Buffer(elements, _)) = (entry.types[index].as_memref(), argument)
            {
                let count = elements.len() * memref.element.bytes(bits);
                self.line(format_args!("call void @tern_dump_bytes(ptr @p{number}_b{index}, i64 {count})"));
            }
        }
        let _ = write!(text, "define void @p{number}() {{\n{}  ret void\n}}\n", self.text);
    }

    /// Adds the arguments for a memref.
    fn hand_over(
        &mut self,
        ty: &Type,
        memref: &MemRef,
        pointer: &str,
        offset: i64,
        arguments: &mut Vec<String>,
    ) {
        let bits = self.convention.index_bits();
        let is_ranked = matches!(ty, Type::MemRef(_));
        if self.convention == Convention::BarePointers {
            arguments.push(format!("ptr {pointer}"));
            return;
        }
        if self.convention == Convention::Descriptors && is_ranked {
            arguments.extend([format!("ptr {pointer}"), format!("ptr {pointer}")]);
            let numbers = [vec![offset], memref.sizes(), memref.stride_values()].concat();
            arguments.extend(numbers.iter().map(|number| format!("i{bits} {number}")));
            return;
        }
        let memory = self.value(format_args!("alloca {}", descriptor(memref.rank(), bits)));
        self.line(format_args!("store {}, ptr {memory}", constant(pointer, memref, offset, bits)));
        let rank = memref.rank();
        if is_ranked {
            arguments.push(format!("ptr {memory}"));
        } else if self.convention == Convention::Descriptors {
            arguments.extend([format!("i{bits} {rank}"), format!("ptr {memory}")]);
        } else {
            let outer = self.value(format_args!("alloca {{ i{bits}, ptr }}"));
            self.line(format_args!("store i{bits} {rank}, ptr {outer}"));
            let place =
                self.value(format_args!("getelementptr {{ i{bits}, ptr }}, ptr {outer}, i32 0, i32 1"));
            self.line(format_args!("store ptr {memory}, ptr {place}"));
            arguments.push(format!("ptr {outer}"));
        }
    }

    /// Emits the call, and code to print the results.
    fn call(&mut self, text: &mut String, mut arguments: Vec<String>) {
        let (bits, program) = (self.convention.index_bits(), self.program);
        let entry = program.entry();
        let name = text::name(self.number, program.functions.len() - 1);
        let results: Vec<&Type> = entry.result_types().collect();
        let bare = self.convention == Convention::BarePointers;
        let types: Vec<String> = results.iter().map(|ty| self.returned(ty, bare)).collect();
        let packed = match &types[..] {
            [] => "void".to_owned(),
            [one] => one.clone(),
            all => format!("{{ {} }}", all.join(", ")),
        };
        let memory = (!results.is_empty()).then(|| self.value(format_args!("alloca {packed}")));
        let itself = matches!(self.convention, Convention::Descriptors | Convention::BarePointers);
        let by_pointer = !itself && packed.starts_with('{');
        let callee = if itself { format!("@{name}") } else { format!("@_mlir_ciface_{name}") };
        if let (true, Some(memory)) = (by_pointer, &memory) {
            arguments.insert(0, format!("ptr {memory}"));
        }
        let parameters: Vec<&str> = arguments.iter().map(|argument| type_of(argument)).collect();
        let (parameters, arguments) = (parameters.join(", "), arguments.join(", "));
        let returned = if by_pointer { "void" } else { &packed };
        let _ = writeln!(text, "declare {returned} {callee}({parameters})");
        match &memory {
            Some(memory) if !by_pointer => {
                let result = self.value(format_args!("call {returned} {callee}({arguments})"));
                self.line(format_args!("store {packed} {result}, ptr {memory}"));
            }
            _ => self.line(format_args!("call {returned} {callee}({arguments})")),
        }
        let Some(memory) = memory else { return };
        for (index, ty) in results.iter().enumerate() {
            let place = match results.len() {
                1 => memory.clone(),
                _ => self.value(format_args!("getelementptr {packed}, ptr {memory}, i32 0, i32 {index}")),
            };
            match ty {
                Type::Element(element) => {
                    let size = element.bytes(bits);
                    self.line(format_args!("call void @tern_dump_bytes(ptr {place}, i64 {size})"));
                }
                Type::MemRef(memref) => {
                    let mut place = place;
                    if bare {
                        let pointer = self.value(format_args!("load ptr, ptr {place}"));
                        place = self.value(format_args!("alloca {}", descriptor(memref.rank(), bits)));
                        self.around_bare(memref, &pointer, &place);
                    }
                    let (rank, size) = (memref.rank(), memref.element.bytes(bits));
                    self.line(format_args!(
                        "call void @tern_dump_memref(ptr {place}, i64 {rank}, i64 {size})"
                    ));
                }
                Type::Unranked(memref) => {
                    let size = memref.element.bytes(bits);
                    self.line(format_args!("call void @tern_dump_unranked(ptr {place}, i64 {size})"));
                }
            }
        }
    }

    /// Stores a descriptor for a bare pointer, derived from the static type.
    fn around_bare(&mut self, memref: &MemRef, pointer: &str, place: &str) {
        let bits = self.convention.index_bits();
        let ty = descriptor(memref.rank(), bits);
        let rest = constant("null", memref, memref.offset().unwrap_or(0), bits);
        let one = self.value(format_args!("insertvalue {rest}, ptr {pointer}, 0"));
        let both = self.value(format_args!("insertvalue {ty} {one}, ptr {pointer}, 1"));
        self.line(format_args!("store {ty} {both}, ptr {place}"));
    }
}

/// The type in the text of a typed constant.
fn type_of(argument: &str) -> &str {
    // Arguments have the type `ptr`, a number, a vector or a struct of two.
    match argument.as_bytes().first() {
        Some(b'{') => argument.split_inclusive('}').next().unwrap_or_default(),
        Some(b'<') => argument.split_inclusive('>').next().unwrap_or_default(),
        _ => argument.split(' ').next().unwrap_or_default(),
    }
}

/// An element as a constant of LLVM IR, with its type.
fn element_constant(element: Element, numbers: &[i64], bits: u32) -> String {
    let lane = Element::Scalar(element.lane()).in_llvm(bits);
    let spelled: Vec<String> =
        numbers.iter().map(|&number| format!("{lane} {}", lane_constant(element, number, bits))).collect();
    let ty = element.in_llvm(bits);
    match element {
        Element::Scalar(_) => spelled.concat(),
        Element::Complex(_) => format!("{ty} {{ {} }}", spelled.join(", ")),
        Element::Vector(..) => format!("{ty} <{}>", spelled.join(", ")),
    }
}

fn lane_constant(element: Element, number: i64, bits: u32) -> String {
    let lane = element.lane();
    match lane {
        super::element::Lane::F32 | super::element::Lane::F64 => lane.spelling(number),
        lane => lane.number(number, bits).to_string(),
    }
}

/// The expected output of a program, given the model's result.
pub fn expected(program: &Program, number: usize, ran: &Ran, convention: Convention) -> String {
    let bits = convention.index_bits();
    let mut text = format!("program {number}\n");
    let entry = program.entry();
    for (ty, datum) in entry.result_types().zip(&ran.results) {
        match datum {
            Datum::Element(value) => {
                let Type::Element(element) = ty else { continue };
                hex(&mut text, element.in_memory(value, bits));
            }
            Datum::MemRef(memory) => {
                let Some(memref) = ty.as_memref() else { continue };
                dump(&mut text, memref, memory, ran, bits);
            }
        }
        text.push('\n');
    }
    let mut buffers = ran.buffers.iter();
    for ty in entry.parameter_types() {
        let Some(memref) = ty.as_memref() else { continue };
        for element in buffers.next().into_iter().flatten().flatten() {
            hex(&mut text, memref.element.in_memory(element, bits));
        }
        text.push('\n');
    }
    text
}

fn hex(text: &mut String, bytes: impl IntoIterator<Item = u8>) {
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
}

/// Formats a memref that is returned.
fn dump(text: &mut String, memref: &MemRef, memory: &Memory, ran: &Ran, bits: u32) {
    let _ = write!(text, "at {}:", memory.offset);
    for (size, stride) in memory.sizes.iter().zip(&memory.strides) {
        let _ = write!(text, " {size}");
        if *size > 1 {
            let _ = write!(text, "/{stride}");
        }
    }
    text.push(' ');
    for place in places(memory) {
        let element = ran.buffers[memory.buffer].get(place).and_then(Option::as_ref);
        hex(text, element.map(|value| memref.element.in_memory(value, bits)).unwrap_or_default());
    }
}
