//! Runs functions with arguments given as text and arrays, and programs from `main`.
//!
//! The calling convention for memrefs is derived from the function, as in MLIR. With `_mlir_ciface_…` (the C interface), each
//! memref is passed as the address of its descriptor. Otherwise the number of parameters decides: enough for all words of the
//! descriptors, or one for each argument, which is the address of the data (bare pointers, and C arrays).
//!
//! The code may do anything to the process, like a loaded plugin: run it in a process that does nothing else.

use std::path::PathBuf;

use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Double, Half};
use tern_llvm_ir::Module;

use crate::jit::{Compiled, Returned, Scalar};
use crate::memref::{Array, Described, Shape, words};
use crate::{Error, Result};

/// An argument of a call.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A number for a scalar parameter: `-5`, `0x1f`, `2.5`, `true`.
    Number(String),
    /// An array, for a memref or a pointer.
    Array(Array),
}

/// A function call to perform.
#[derive(Clone, Debug)]
pub struct Call {
    /// The name of the function, without `_mlir_ciface_`.
    pub function: String,
    /// The arguments, in order.
    pub arguments: Vec<Argument>,
    /// The types of the memrefs that it returns.
    pub results: Vec<Shape>,
    /// Libraries in which to look up symbols that the module only declares.
    pub libraries: Vec<PathBuf>,
}

/// The outcome of a call.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The arguments after the call; the function may have written to the arrays.
    pub arguments: Vec<Argument>,
    /// The memrefs that were returned.
    pub results: Vec<Array>,
    /// The number that was returned, as text.
    pub number: Option<String>,
}

const C_INTERFACE: &str = "_mlir_ciface_";

/// The calling convention for memrefs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Convention {
    CInterface,
    Words,
    BarePointers,
}

/// Calls a function of a module.
///
/// # Errors
///
/// [`Error::Run`] if the arguments do not match the parameters, or the module cannot be compiled for this machine.
pub fn call(module: &Module, call: Call) -> Result<Ran> {
    let Call { function, mut arguments, results, libraries } = call;
    let defined = |name: &str| {
        let name = module.strings.find(name.as_bytes());
        name.is_some()
            && module.functions.iter().map(|&global| &module.globals[global]).any(|value| {
                value.name == name && value.as_function().is_some_and(|function| !function.is_declaration())
            })
    };
    let interface = format!("{C_INTERFACE}{function}");
    let (name, by_interface) = if defined(&interface) {
        (interface, true)
    } else {
        (function.clone(), function.starts_with(C_INTERFACE))
    };
    let compiled = Compiled::new(module, &name, &libraries)?;
    let signature = compiled.signature();
    let convention = match by_interface {
        true => Convention::CInterface,
        false if arguments.len() == signature.parameters.len() => Convention::BarePointers,
        false => Convention::Words,
    };
    // In the C interface, a result that is not a scalar is returned through a pointer, the first parameter.
    let mut returned = vec![0_u64; results.iter().map(Shape::words).sum()];
    let by_pointer = convention == Convention::CInterface && !results.is_empty();
    let mut passed: Vec<Vec<u8>> = Vec::new();
    if by_pointer {
        passed.push(word(returned.as_mut_ptr().expose_provenance() as u64));
    }
    // Descriptors must stay alive until the call returns.
    let mut descriptors: Vec<Vec<u64>> = Vec::new();
    for argument in &mut arguments {
        match (argument, convention) {
            (Argument::Number(text), _) => {
                let too_many = || wrong_count(&name, signature.parameters.len(), passed.len() + 1);
                passed.push(number(text, *signature.parameters.get(passed.len()).ok_or_else(too_many)?)?);
            }
            (Argument::Array(array), Convention::BarePointers) => passed.push(word(array.address())),
            (Argument::Array(array), Convention::Words) => {
                passed.extend(array.descriptor().into_iter().map(word))
            }
            (Argument::Array(array), Convention::CInterface) => {
                let mut descriptor = array.descriptor();
                passed.push(word(descriptor.as_mut_ptr().expose_provenance() as u64));
                descriptors.push(descriptor);
            }
        }
    }
    if passed.len() != signature.parameters.len() {
        return Err(wrong_count(&name, signature.parameters.len(), passed.len()));
    }
    let expected = match &signature.result {
        Returned::Words(count) => *count,
        _ => 0,
    };
    if !by_pointer && expected != returned.len() {
        let given = returned.len();
        return Err(Error::Run(format!(
            "`{name}` returns {expected} words, the memrefs named as results have {given}"
        )));
    }
    let result = compiled.called(&passed)?;
    let number = match signature.result {
        Returned::Scalar(scalar) => Some(text(&result, scalar)),
        _ => None,
    };
    if expected > 0 {
        returned = result
            .chunks_exact(8)
            .map(|word| u64::from_ne_bytes(word.try_into().unwrap_or_default()))
            .collect();
    }
    let mut rest = &returned[..];
    let mut arrays = Vec::new();
    for shape in &results {
        let (descriptor, others) = rest.split_at(words(shape.sizes.len()));
        let described = Described::new(shape, descriptor)?;
        let bytes = compiled.gathered(&described.places, described.element_size());
        arrays.push(Array::from_bytes(described.element, described.sizes, &bytes)?);
        rest = others;
    }
    compiled.finished()?;
    Ok(Ran { arguments, results: arrays, number })
}

/// Runs `main` of a program with these arguments, the first of which is the program's name. Returns the exit status.
///
/// # Errors
///
/// [`Error::Run`] if there is no `main`, or the module cannot be compiled for this machine.
pub fn main(module: &Module, arguments: &[String], libraries: &[PathBuf]) -> Result<i32> {
    let compiled = Compiled::new(module, "main", libraries)?;
    let status = compiled.called_as_main("main", arguments)?;
    compiled.finished()?;
    Ok(status)
}

fn wrong_count(name: &str, wanted: usize, given: usize) -> Error {
    Error::Run(format!("`{name}` has {wanted} parameters, the arguments are {given}"))
}

fn word(value: u64) -> Vec<u8> {
    value.to_ne_bytes().to_vec()
}

/// Encodes a number as the bytes of a parameter.
fn number(text: &str, parameter: Scalar) -> Result<Vec<u8>> {
    let wrong = |what: String| Error::Run(format!("`{text}` is no {what}"));
    match parameter {
        Scalar::Integer(width) => {
            let value = integer(text, width).ok_or_else(|| wrong(format!("integer of {width} bits")))?;
            Ok(value.to_le_bytes()[..parameter.size()].to_vec())
        }
        Scalar::Pointer => {
            let value = integer(text, 64)
                .ok_or_else(|| wrong("address; pointers are to arrays: FILE.npy".to_owned()))?;
            Ok(value.to_le_bytes()[..parameter.size()].to_vec())
        }
        Scalar::Float => text
            .parse::<f32>()
            .map(|value| value.to_ne_bytes().to_vec())
            .map_err(|_| wrong("`float`".to_owned())),
        Scalar::Double => text
            .parse::<f64>()
            .map(|value| value.to_ne_bytes().to_vec())
            .map_err(|_| wrong("`double`".to_owned())),
        Scalar::Half | Scalar::BFloat => {
            let value = text.parse::<f64>().map_err(|_| wrong("number".to_owned()))?;
            let value = Double::from_bits(value.to_bits().into());
            let bits = match parameter {
                Scalar::Half => value.convert_to::<Half>(),
                _ => value.convert_to::<BFloat>(),
            };
            Ok((bits as u16).to_ne_bytes().to_vec())
        }
    }
}

/// Parses an integer that fits in `width` bits, signed or unsigned.
fn integer(text: &str, width: u32) -> Option<u128> {
    match text {
        "true" => return Some(1),
        "false" => return Some(0),
        _ => {}
    }
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let magnitude = match digits.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    let largest = if negative { 1 << (width - 1) } else { u128::MAX >> (128 - width) };
    let value = if negative { magnitude.wrapping_neg() } else { magnitude };
    (magnitude <= largest).then_some(value)
}

/// Formats a returned value.
fn text(bytes: &[u8], scalar: Scalar) -> String {
    let mut padded = [0; 16];
    padded[..bytes.len()].copy_from_slice(bytes);
    let bits = u128::from_le_bytes(padded);
    let small = |bits: u128| f64::from_bits(bits as u64);
    match scalar {
        Scalar::Integer(1) => (bits & 1 == 1).to_string(),
        Scalar::Integer(width) => (((bits << (128 - width)) as i128) >> (128 - width)).to_string(),
        Scalar::Float => format!("{:?}", f32::from_bits(bits as u32)),
        Scalar::Double => format!("{:?}", f64::from_bits(bits as u64)),
        Scalar::Half => format!("{:?}", small(Half::from_bits(bits & 0xffff).convert_to::<Double>())),
        Scalar::BFloat => format!("{:?}", small(BFloat::from_bits(bits & 0xffff).convert_to::<Double>())),
        Scalar::Pointer => format!("{:#x}", bits as u64),
    }
}

/// Converts to another float format, as bits.
trait ConvertTo {
    fn convert_to<T: Float>(self) -> u128
    where
        Self: rustc_apfloat::FloatConvert<T>;
}

impl<S: Float> ConvertTo for S {
    fn convert_to<T: Float>(self) -> u128
    where
        Self: rustc_apfloat::FloatConvert<T>,
    {
        self.convert(&mut false).value.to_bits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(source: &[u8], function: &str, arguments: &[&str]) -> Result<Option<String>> {
        let module = tern_llvm_ir::read(source, "test.ll")?;
        let arguments = arguments.iter().map(|text| Argument::Number((*text).to_owned())).collect();
        let made =
            Call { function: function.to_owned(), arguments, results: Vec::new(), libraries: Vec::new() };
        Ok(call(&module, made)?.number)
    }

    fn number(source: &[u8], arguments: &[&str]) -> String {
        run(source, "f", arguments).unwrap().unwrap()
    }

    #[test]
    fn numbers_of_every_kind_are_passed_and_returned() {
        let identity = |ty: &str| format!("define {ty} @f({ty} %x) {{\n  ret {ty} %x\n}}\n");
        for (ty, values) in [
            ("i1", &["true", "false"][..]),
            ("i8", &["-128", "127"]),
            ("i13", &["-4096", "5"]),
            ("i64", &["-9223372036854775808"]),
            ("i128", &["170141183460469231731687303715884105727", "-1"]),
            ("float", &["1.5", "-inf", "NaN"]),
            ("double", &["0.1", "1e300"]),
            ("half", &["0.5", "65504.0"]),
            ("bfloat", &["3.0"]),
            ("ptr", &["0x10"]),
        ] {
            for value in values {
                assert_eq!(number(identity(ty).as_bytes(), &[value]), *value, "{ty}");
            }
        }
        assert_eq!(number(identity("i8").as_bytes(), &["0xff"]), "-1");
        for (ty, value) in
            [("i8", "256"), ("i8", "-129"), ("i1", "2"), ("i32", "1.5"), ("float", "x"), ("ptr", "a")]
        {
            assert!(run(identity(ty).as_bytes(), "f", &[value]).is_err(), "{ty} {value}");
        }
    }

    #[test]
    fn small_integers_are_extended_as_the_function_expects() {
        let source = b"define signext i8 @f(i8 signext %x, i16 zeroext %y) {\n  %a = sext i8 %x to i32\n  %b = zext i16 %y to i32\n  %c = add i32 %a, %b\n  %d = trunc i32 %c to i8\n  ret i8 %d\n}\n";
        assert_eq!(number(source, &["-3", "65535"]), "-4");
    }

    #[test]
    fn constructors_run_first_in_their_order() {
        let source = b"@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 9, ptr @double, ptr null }, { i32, ptr, ptr } { i32 2, ptr @set, ptr null }]\n@g = internal global i32 1\ndefine internal void @set() {\n  store i32 20, ptr @g\n  ret void\n}\ndefine internal void @double() {\n  %x = load i32, ptr @g\n  %y = mul i32 %x, 2\n  store i32 %y, ptr @g\n  ret void\n}\ndefine i32 @f() {\n  %x = load i32, ptr @g\n  ret i32 %x\n}\n";
        assert_eq!(number(source, &[]), "40");
    }

    #[test]
    fn what_cannot_be_called_is_an_error() {
        let source = b"declare void @g()\ndefine void @f(<4 x i32> %x) {\n  ret void\n}\ndefine i32 @v(i32 %x, ...) {\n  ret i32 %x\n}\ndefine void @missing() {\n  call void @there_is_no_such_function()\n  ret void\n}\ndeclare void @there_is_no_such_function()\n";
        let error =
            |function: &str, arguments: &[&str]| run(source, function, arguments).unwrap_err().to_string();
        assert!(error("g", &[]).contains("declared only"));
        assert!(error("f", &["1"]).contains("`<4 x i32>` is no scalar"));
        assert!(error("v", &["1"]).contains("variable number"));
        assert!(error("none", &[]).contains("no function of this module"));
        assert!(error("missing", &[]).contains("missing") || error("missing", &[]).contains("symbols"));
    }

    #[test]
    fn a_program_runs_to_its_end() {
        let source = b"@s = private constant [3 x i8] c\"-o\\00\"\ndefine i32 @main(i32 %n, ptr %a) {\n  %p = getelementptr ptr, ptr %a, i64 1\n  %q = load ptr, ptr %p\n  %d = call i32 @strcmp(ptr %q, ptr @s)\n  %r = add i32 %d, %n\n  ret i32 %r\n}\ndeclare i32 @strcmp(ptr, ptr)\n";
        let module = tern_llvm_ir::read(source, "main.ll").unwrap();
        let arguments = ["program".to_owned(), "-o".to_owned()];
        assert_eq!(main(&module, &arguments, &[]).unwrap(), 2);
    }
}
