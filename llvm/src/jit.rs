//! A JIT compiler: compiles functions of a module for this machine and calls them in this process.
//!
//! A [`Compiled`] has one function of a module as its entry. Functions of any signature can be called, because a trampoline is
//! added to the module that takes the addresses of the arguments. The module's constructors (`llvm.global_ctors`) run before
//! the first call. Symbols that the module only declares are resolved in this process and in the given libraries.

use std::cell::Cell;
use std::ffi::{CString, c_char, c_int};
use std::mem::forget;
use std::path::PathBuf;
use std::ptr;

use inkwell::context::{AsContextRef, Context};
use inkwell::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use inkwell::llvm_sys::orc2::lljit::{
    LLVMOrcCreateLLJIT, LLVMOrcDisposeLLJIT, LLVMOrcLLJITAddLLVMIRModule, LLVMOrcLLJITGetGlobalPrefix,
    LLVMOrcLLJITGetMainJITDylib, LLVMOrcLLJITGetObjLinkingLayer, LLVMOrcLLJITLookup, LLVMOrcLLJITRef,
};
use inkwell::llvm_sys::orc2::{
    LLVMOrcCreateDynamicLibrarySearchGeneratorForPath, LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess,
    LLVMOrcCreateNewThreadSafeContextFromLLVMContext, LLVMOrcCreateNewThreadSafeModule,
    LLVMOrcCreateStaticLibrarySearchGeneratorForPath, LLVMOrcDefinitionGeneratorRef,
    LLVMOrcDisposeThreadSafeContext, LLVMOrcJITDylibAddGenerator,
};
use tern_llvm_ir::{ConstantKind, GlobalKind, Module, Type, TypeKind};

use crate::{Error, Result, target, transfer};

/// A compiled function that can be called, with everything it needs.
#[derive(Debug)]
pub struct Compiled {
    jit: LLVMOrcLLJITRef,
    entry: Entry,
    added: Added,
    /// Whether the constructors have run.
    constructed: Cell<bool>,
    signature: Signature,
}

/// The signature of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The types of the parameters.
    pub parameters: Vec<Scalar>,
    /// The type of the result.
    pub result: Returned,
}

/// A scalar type that can be passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// An integer of up to 128 bits.
    Integer(u32),
    /// `float`
    Float,
    /// `double`
    Double,
    /// `half`
    Half,
    /// `bfloat`
    BFloat,
    /// A pointer in address space 0.
    Pointer,
}

/// The result of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Returned {
    /// No result.
    Void,
    /// One scalar.
    Scalar(Scalar),
    /// A struct of pointers and `i64`, such as memref descriptors, with this number of words.
    Words(usize),
}

/// The trampoline that calls the entry: takes the addresses of the arguments and of the result.
type Entry = unsafe extern "C" fn(*const *const u8, *mut u8);

/// The signature of `main`, as far as it is portable.
type Main = unsafe extern "C" fn(c_int, *const *const c_char) -> c_int;

const CALL: &str = "__tern_call";
const CONSTRUCT: &str = "__tern_construct";
const DESTRUCT: &str = "__tern_destruct";

impl Compiled {
    /// Compiles a module with `function` as the entry. `libraries` are searched for symbols that the module declares; they are
    /// archives (`.a`) or shared libraries, which are loaded.
    ///
    /// # Errors
    ///
    /// [`Error::Run`] if there is no such function, its signature is not supported, a symbol is missing, or the module is for
    /// another machine.
    pub fn new(module: &Module, function: &str, libraries: &[PathBuf]) -> Result<Self> {
        let (text, signature, added) = with_entry(module, function)?;
        target::initialise();
        let mut jit = ptr::null_mut();
        let place = &raw mut jit;
        // SAFETY: without a builder, LLVM makes one that suits this machine.
        check(unsafe { LLVMOrcCreateLLJIT(place, ptr::null_mut()) })?;
        // From here on, dropping it disposes of the JIT. The entry is set before it can be called.
        let mut compiled = Self { jit, entry: not_compiled, added, constructed: Cell::new(false), signature };
        compiled.search(libraries)?;
        compiled.add(&text)?;
        let address = compiled.address(CALL)?;
        // SAFETY: the address is that of the function that `with_entry` defines, which has this type.
        compiled.entry = unsafe { std::mem::transmute::<usize, Entry>(address) };
        Ok(compiled)
    }

    /// The signature of the entry.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Calls the function. Each argument is given as its bytes in memory, and so is the result.
    ///
    /// # Errors
    ///
    /// [`Error::Run`] if the number or the sizes of the arguments differ from those of the parameters, or a constructor is
    /// missing.
    ///
    /// # Safety
    ///
    /// The module's code runs in this process and may do anything to it. Pointers among the arguments must point to what the
    /// function expects.
    pub unsafe fn call(&self, arguments: &[Vec<u8>]) -> Result<Vec<u8>> {
        let Signature { parameters, result } = &self.signature;
        if arguments.len() != parameters.len() {
            let (wanted, given) = (parameters.len(), arguments.len());
            return Err(Error::Run(format!("the function takes {wanted} arguments, {given} are given")));
        }
        for (position, (argument, parameter)) in arguments.iter().zip(parameters).enumerate() {
            if argument.len() != parameter.size() {
                let (wanted, given) = (parameter.size(), argument.len());
                return Err(Error::Run(format!("argument {position} is of {wanted} bytes, not {given}")));
            }
        }
        // LLVM assumes aligned loads; 16 bytes suffice for all scalar types.
        let aligned: Vec<[u128; 1]> = arguments.iter().map(|bytes| [padded(bytes)]).collect();
        let addresses: Vec<*const u8> = aligned.iter().map(|value| value.as_ptr().cast()).collect();
        let size = match result {
            Returned::Void => 0,
            Returned::Scalar(scalar) => scalar.size(),
            Returned::Words(count) => count * size_of::<u64>(),
        };
        let mut returned = vec![0_u128; size.div_ceil(size_of::<u128>())];
        self.construct()?;
        // SAFETY: the entry loads one value of each size from the addresses and stores one result, for which there is room;
        // the rest is the caller's obligation.
        unsafe { (self.entry)(addresses.as_ptr(), returned.as_mut_ptr().cast()) };
        let bytes = returned.iter().flat_map(|word| word.to_ne_bytes());
        Ok(bytes.take(size).collect())
    }

    /// Calls the function as `main` of a program, with `argc` and `argv`; the first argument is `name`. Returns the result of
    /// `main`.
    ///
    /// # Errors
    ///
    /// [`Error::Run`] if the function is not `i32 (i32, ptr)`, or takes fewer arguments.
    ///
    /// # Safety
    ///
    /// The module's code runs in this process and may do anything to it, such as ending it.
    pub unsafe fn call_main(&self, name: &str, arguments: &[String]) -> Result<i32> {
        let Signature { parameters, result } = &self.signature;
        let expected = [Scalar::Integer(32), Scalar::Pointer, Scalar::Pointer];
        if !expected.starts_with(parameters) || *result != Returned::Scalar(Scalar::Integer(32)) {
            return Err(Error::Run(format!("`{name}` is not a `main`: `i32 (i32, ptr)`")));
        }
        let strings = arguments
            .iter()
            .map(|argument| CString::new(&argument[..]))
            .collect::<std::result::Result<Vec<_>, _>>();
        let strings = strings.map_err(|_| Error::Run("an argument has a NUL in it".to_owned()))?;
        let mut pointers: Vec<*const c_char> = strings.iter().map(|string| string.as_ptr()).collect();
        let count =
            c_int::try_from(pointers.len()).map_err(|_| Error::Run("too many arguments".to_owned()))?;
        pointers.push(ptr::null());
        let address = self.address(name)?;
        // SAFETY: the function returns an `i32` and takes these two parameters or fewer, which is compatible in C calling
        // conventions; a third one, the environment, must not be used by the module.
        let main = unsafe { std::mem::transmute::<usize, Main>(address) };
        self.construct()?;
        // SAFETY: the array has `count` strings and a terminating null pointer; the rest is the caller's obligation.
        Ok(unsafe { main(count, pointers.as_ptr()) })
    }

    /// Runs exit handlers: registered destructors first, then those of the module. The code stays in memory, because
    /// destructors of thread-local variables may run later.
    ///
    /// # Errors
    ///
    /// [`Error::Run`] if a destructor is missing.
    ///
    /// # Safety
    ///
    /// As [`Self::call`].
    pub unsafe fn finish(self) -> Result<()> {
        let kept = std::mem::ManuallyDrop::new(self);
        kept.end()
    }

    fn end(&self) -> Result<()> {
        // LLVM adds this function to a module that registers destructors.
        if let Ok(address) = self.address("__lljit_run_atexits") {
            call_at(address);
        }
        if self.added.destructors {
            self.address(DESTRUCT).map(call_at)?;
        }
        // Flush what the program printed, so that it precedes the output of the caller.
        if let Ok(address) = self.address("fflush") {
            // SAFETY: it is `fflush` of the C library, or a function of the module with that name.
            let flush =
                unsafe { std::mem::transmute::<usize, unsafe extern "C" fn(*mut u8) -> c_int>(address) };
            // SAFETY: a null pointer means all streams.
            unsafe { flush(ptr::null_mut()) };
        }
        Ok(())
    }

    /// Runs the constructors, once, before any other code of the module.
    fn construct(&self) -> Result<()> {
        if self.added.constructors && !self.constructed.replace(true) {
            self.address(CONSTRUCT).map(call_at)?;
        }
        Ok(())
    }

    /// Sets up the lookup of symbols that the module declares.
    fn search(&self, libraries: &[PathBuf]) -> Result<()> {
        // SAFETY: the JIT is alive.
        let prefix = unsafe { LLVMOrcLLJITGetGlobalPrefix(self.jit) };
        // SAFETY: the JIT is alive.
        let layer = unsafe { LLVMOrcLLJITGetObjLinkingLayer(self.jit) };
        let mut generator = ptr::null_mut();
        let place = &raw mut generator;
        for library in libraries {
            let wrong = |why: String| Error::Run(format!("{}: {why}", library.display()));
            let path = CString::new(library.as_os_str().as_encoded_bytes())
                .map_err(|_| wrong("there is a NUL in the name".to_owned()))?;
            let made = if library.extension().is_some_and(|extension| extension == "a") {
                // SAFETY: layer and path are alive; we own the generator.
                unsafe { LLVMOrcCreateStaticLibrarySearchGeneratorForPath(place, layer, path.as_ptr()) }
            } else {
                // SAFETY: the path is alive, there is no filter; we own the generator.
                unsafe {
                    LLVMOrcCreateDynamicLibrarySearchGeneratorForPath(
                        place,
                        path.as_ptr(),
                        prefix,
                        None,
                        ptr::null_mut(),
                    )
                }
            };
            check(made).map_err(|error| wrong(error.to_string()))?;
            self.add_generator(generator);
        }
        // SAFETY: there is no filter; we own the generator.
        let made = unsafe {
            LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(place, prefix, None, ptr::null_mut())
        };
        check(made)?;
        self.add_generator(generator);
        Ok(())
    }

    fn add_generator(&self, generator: LLVMOrcDefinitionGeneratorRef) {
        // SAFETY: the JIT is alive.
        let library = unsafe { LLVMOrcLLJITGetMainJITDylib(self.jit) };
        // SAFETY: the library belongs to the JIT, and takes ownership of the generator.
        unsafe { LLVMOrcJITDylibAddGenerator(library, generator) };
    }

    /// Parses a text and adds the module to the JIT.
    fn add(&self, text: &[u8]) -> Result<()> {
        let context = Context::create();
        let module = transfer::read(&context, text, "module")?;
        transfer::verify(&module)?;
        let raw_module = module.as_mut_ptr();
        forget(module);
        let raw_context = (&context).as_ctx_ref();
        forget(context);
        // SAFETY: the context has no other owner; ownership is transferred.
        let safe_context = unsafe { LLVMOrcCreateNewThreadSafeContextFromLLVMContext(raw_context) };
        // SAFETY: the module belongs to that context and has no other owner; ownership is transferred.
        let safe_module = unsafe { LLVMOrcCreateNewThreadSafeModule(raw_module, safe_context) };
        // SAFETY: the module keeps the context alive; this releases our reference.
        unsafe { LLVMOrcDisposeThreadSafeContext(safe_context) };
        // SAFETY: the JIT is alive.
        let library = unsafe { LLVMOrcLLJITGetMainJITDylib(self.jit) };
        // SAFETY: JIT and library are alive; the call takes ownership of the module even if it fails.
        check(unsafe { LLVMOrcLLJITAddLLVMIRModule(self.jit, library, safe_module) })
    }

    /// The address of a function. Looking it up compiles it.
    fn address(&self, name: &str) -> Result<usize> {
        let name = CString::new(name).map_err(|_| Error::Run("there is a NUL in the name".to_owned()))?;
        let mut address = 0;
        let place = &raw mut address;
        // SAFETY: the JIT and the name are alive.
        check(unsafe { LLVMOrcLLJITLookup(self.jit, place, name.as_ptr()) })?;
        usize::try_from(address).map_err(|error| Error::Run(error.to_string()))
    }
}

/// Safe forms for [`run`](crate::run), whose documentation states the caller's obligations.
impl Compiled {
    pub(crate) fn called(&self, arguments: &[Vec<u8>]) -> Result<Vec<u8>> {
        // SAFETY: as documented in `run`, the process does nothing else.
        unsafe { self.call(arguments) }
    }

    pub(crate) fn called_as_main(&self, name: &str, arguments: &[String]) -> Result<i32> {
        // SAFETY: as above.
        unsafe { self.call_main(name, arguments) }
    }

    pub(crate) fn finished(self) -> Result<()> {
        // SAFETY: as above.
        unsafe { self.finish() }
    }

    /// Copies the bytes of elements at these addresses, which the program returned.
    pub(crate) fn gathered(&self, places: &[u64], size: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(places.len() * size);
        for &place in places {
            let place: *const u8 = ptr::with_exposed_provenance(place as usize);
            // SAFETY: the program returned this address as that of an element, and the program is still loaded.
            bytes.extend_from_slice(unsafe { std::slice::from_raw_parts(place, size) });
        }
        bytes
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        // SAFETY: there is no other reference.
        let error = unsafe { LLVMOrcDisposeLLJIT(self.jit) };
        // An error during disposal cannot be handled.
        let _ = check(error);
    }
}

/// The entry before compilation.
extern "C" fn not_compiled(_: *const *const u8, _: *mut u8) {}

/// Calls a function without parameters that [`with_entry`] or LLVM added to the module. Only reached from unsafe functions,
/// whose callers answer for what the module does.
fn call_at(address: usize) {
    // SAFETY: the function at the address takes and returns nothing.
    let function = unsafe { std::mem::transmute::<usize, unsafe extern "C" fn()>(address) };
    // SAFETY: see above.
    unsafe { function() };
}

/// Converts an error of LLVM.
fn check(error: LLVMErrorRef) -> Result<()> {
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: it is a valid error that we own; the call consumes it.
    let message = unsafe { LLVMGetErrorMessage(error) };
    // SAFETY: messages end with a NUL.
    let text = unsafe { std::ffi::CStr::from_ptr(message) }.to_string_lossy().into_owned();
    // SAFETY: we own the message, and do not use it afterwards.
    unsafe { LLVMDisposeErrorMessage(message) };
    Err(Error::Run(text))
}

fn padded(bytes: &[u8]) -> u128 {
    let mut padded = [0; 16];
    padded[..bytes.len()].copy_from_slice(bytes);
    u128::from_ne_bytes(padded)
}

impl Scalar {
    /// The scalar for a type; `None` if it is not supported.
    fn of(module: &Module, ty: Type) -> Option<Self> {
        Some(match *module.types.kind(ty) {
            TypeKind::Integer(width @ 1..=128) => Self::Integer(width),
            TypeKind::Float => Self::Float,
            TypeKind::Double => Self::Double,
            TypeKind::Half => Self::Half,
            TypeKind::BFloat => Self::BFloat,
            TypeKind::Pointer(0) => Self::Pointer,
            _ => return None,
        })
    }

    /// The size in memory, in bytes.
    pub fn size(self) -> usize {
        match self {
            Self::Integer(width) => width.div_ceil(8) as usize,
            Self::Half | Self::BFloat => 2,
            Self::Float => 4,
            Self::Double => 8,
            Self::Pointer => size_of::<*const u8>(),
        }
    }
}

/// The number of words of a type that consists only of pointers and `i64`, such as a descriptor.
fn words(module: &Module, ty: Type) -> Option<usize> {
    match module.types.kind(ty) {
        TypeKind::Pointer(0) | TypeKind::Integer(64) => Some(1),
        TypeKind::Array { len, element } => words(module, *element)?
            .checked_mul(usize::try_from(*len).ok()?)
            .filter(|&words| words <= MOST_WORDS),
        TypeKind::Struct { .. } | TypeKind::Identified(_) => {
            let (fields, _) = module.types.struct_fields(ty)?;
            fields
                .iter()
                .try_fold(0, |sum, &field| Some(sum + words(module, field)?))
                .filter(|&words| words <= MOST_WORDS)
        }
        _ => None,
    }
}

/// A limit on the number of words, far above any realistic number of descriptors.
const MOST_WORDS: usize = 1 << 16;

/// The functions that were added to the module besides the entry.
#[derive(Clone, Copy, Debug)]
struct Added {
    constructors: bool,
    destructors: bool,
}

/// The text of the module with a trampoline for `function`.
fn with_entry(module: &Module, function: &str) -> Result<(Vec<u8>, Signature, Added)> {
    let wrong = |why: &str| Error::Run(format!("`{function}` {why}"));
    let named = |&&global: &&tern_llvm_ir::Global| {
        module.globals[global].name.is_some_and(|name| module.strings.get(name) == function.as_bytes())
    };
    let global =
        *module.functions.iter().find(named).ok_or_else(|| wrong("is no function of this module"))?;
    let value = &module.globals[global];
    let GlobalKind::Function(body) = &value.kind else { return Err(wrong("is no function")) };
    if body.is_declaration() {
        return Err(wrong("is declared only"));
    }
    let TypeKind::Function { ret, params, varargs } = module.types.kind(value.ty) else {
        return Err(wrong("is no function"));
    };
    let unlike = |ty: Type| {
        wrong(&format!(
            "cannot be called: `{}` is no scalar",
            tern_llvm_ir::writer::type_to_string(module, ty)
        ))
    };
    if *varargs && !params.is_empty() {
        return Err(wrong("takes arguments in variable number"));
    }
    let parameters = params.iter().map(|&ty| Scalar::of(module, ty).ok_or_else(|| unlike(ty)));
    let signature = Signature {
        parameters: parameters.collect::<Result<_>>()?,
        result: match (module.types.kind(*ret), Scalar::of(module, *ret)) {
            (TypeKind::Void, _) => Returned::Void,
            (_, Some(scalar)) => Returned::Scalar(scalar),
            _ => Returned::Words(words(module, *ret).ok_or_else(|| unlike(*ret))?),
        },
    };
    let taken = |name: &str| {
        let name = module.strings.find(name.as_bytes());
        name.is_some() && module.globals.values().any(|value| value.name == name)
    };
    if [CALL, CONSTRUCT, DESTRUCT].into_iter().any(taken) {
        return Err(wrong("is in a module that was made for this before"));
    }
    let mut text = String::new();
    text.push_str(&format!("\ndefine void @{CALL}(ptr %arguments, ptr %result) {{\n"));
    let mut arguments = Vec::new();
    for (position, &ty) in params.iter().enumerate() {
        let ty = tern_llvm_ir::writer::type_to_string(module, ty);
        text.push_str(&format!("  %slot{position} = getelementptr ptr, ptr %arguments, i64 {position}\n"));
        text.push_str(&format!("  %place{position} = load ptr, ptr %slot{position}\n"));
        text.push_str(&format!("  %value{position} = load {ty}, ptr %place{position}\n"));
        let extension = extension(module, body, Some(position));
        arguments.push(format!("{ty} {extension}%value{position}"));
    }
    let ty = tern_llvm_ir::writer::type_to_string(module, *ret);
    let callee = quoted(function);
    let call = format!(
        "call cc {} {}{ty} {callee}({})",
        body.calling_convention,
        extension(module, body, None),
        arguments.join(", ")
    );
    match signature.result {
        Returned::Void => text.push_str(&format!("  {call}\n")),
        _ => text.push_str(&format!("  %returned = {call}\n  store {ty} %returned, ptr %result\n")),
    }
    text.push_str("  ret void\n}\n");
    let mut added = Added { constructors: false, destructors: false };
    for (list, name, there) in [
        ("llvm.global_ctors", CONSTRUCT, &mut added.constructors),
        ("llvm.global_dtors", DESTRUCT, &mut added.destructors),
    ] {
        let functions = listed(module, list);
        *there = !functions.is_empty();
        if *there {
            let calls: String =
                functions.iter().map(|function| format!("  call void {function}()\n")).collect();
            text.push_str(&format!("\ndefine void @{name}() {{\n{calls}  ret void\n}}\n"));
        }
    }
    let mut whole = tern_llvm_ir::write(module);
    whole.extend_from_slice(text.as_bytes());
    Ok((whole, signature, added))
}

/// The extension attribute of a parameter or the result, which caller and callee must agree on: `signext ` or `zeroext `.
fn extension(module: &Module, function: &tern_llvm_ir::Function, position: Option<usize>) -> &'static str {
    use tern_llvm_ir::attributes::AttributeKind::{SExt, ZExt};
    let list = module.attributes.get_list(function.attributes);
    let set = match position {
        Some(position) => list.params.get(position).copied(),
        None => Some(list.ret),
    };
    let attributes = set.map_or(&[][..], |set| module.attributes.get(set));
    let has = |kind| attributes.iter().any(|attribute| attribute.kind() == Some(kind));
    match (has(SExt), has(ZExt)) {
        (true, _) => "signext ",
        (_, true) => "zeroext ",
        _ => "",
    }
}

/// The functions in `llvm.global_ctors` or `llvm.global_dtors`, in execution order.
fn listed(module: &Module, list: &str) -> Vec<String> {
    let named = |global: &&tern_llvm_ir::Global| {
        module.globals[**global].name.is_some_and(|name| module.strings.get(name) == list.as_bytes())
    };
    let entries =
        module.variables.iter().find(named).and_then(|&global| match &module.globals[global].kind {
            GlobalKind::Variable(variable) => module.constants.elements(&module.types, variable.initializer?),
            _ => None,
        });
    let mut functions = Vec::new();
    for entry in entries.unwrap_or_default() {
        let fields = module.constants.elements(&module.types, entry).unwrap_or_default();
        let [priority, function, ..] = fields[..] else { continue };
        if *module.constants.kind(function) == ConstantKind::Zero {
            continue;
        }
        let priority = match module.constants.kind(priority) {
            ConstantKind::Integer(priority) => *priority,
            _ => 0,
        };
        functions.push((priority, name_of(module, function)));
    }
    functions.sort_by_key(|(priority, _)| *priority);
    functions.into_iter().map(|(_, function)| function).collect()
}

/// The text of a constant pointer, without its type.
fn name_of(module: &Module, constant: tern_llvm_ir::Constant) -> String {
    let text = tern_llvm_ir::writer::constant_to_string(module, constant);
    text.split_once(' ').map_or(text.clone(), |(_, name)| name.to_owned())
}

/// A name in the syntax of LLVM IR.
fn quoted(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-$".contains(&byte);
    let escaped = name
        .bytes()
        .map(|byte| if plain(byte) { (byte as char).to_string() } else { format!("\\{byte:02X}") });
    format!("@\"{}\"", escaped.collect::<String>())
}
