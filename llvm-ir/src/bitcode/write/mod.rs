//! The writer of bitcode, as LLVM 22 writes it. Source: LLVM Bitcode File Format, `LLVMBitCodes.h`.
//!
//! [`enumerate`](self) gives ids to what records refer to, in LLVM's order; the other files write one kind of block each, with the codes,
//! encodings and layouts that the reader has.

mod attributes;
mod bits;
mod body;
mod constants;
mod contexts;
mod enumerate;
mod function;
mod libcalls;
mod metadata;
mod module;
mod names;
mod nodes;
mod older;
mod operands;
mod refused;
mod strings;
mod summary;
mod symtab;
mod triple;
mod use_lists;

use bits::BitWriter;
use enumerate::Ids;
use strings::StringTable;
use triple::{Format, Triple};
use use_lists::Orders;

use crate::bitcode::bitstream::{Operand, WRAPPER_MAGIC};
use crate::bitcode::codes::{block, identification, strtab, symtab as symtab_code};
use crate::debug_info;
use crate::globals::Global;
use crate::instruction::DebugRecordKind;
use crate::module::Module;
use crate::versions::LlvmVersion;
use crate::writer::Problem;

/// The version of LLVM whose bitcode is written.
const VERSION: &str = "22.1.8";

/// How a module is written.
#[derive(Clone, Debug)]
pub struct Options<'o> {
    /// The name of the module if it does not say the name of its source.
    pub name: &'o str,
    /// Who the file says has written it.
    pub producer: &'o str,
    /// Whether orders of uses are written, as `llvm-as` does, so that the reader arrives at those of the module.
    pub use_list_orders: bool,
    /// What happened to debug information when the module was read.
    pub debug_info: DebugInfo,
    /// Whether the module ends with its hash, by which caches of link-time optimization know it, as `-module-hash` of LLVM's tools asks for.
    pub module_hash: bool,
    /// The version of LLVM that has to read the file. The module must have been [brought](crate::versions::downgrade) to that version.
    pub version: LlvmVersion,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            name: "",
            producer: "LLVM22.1.8",
            use_list_orders: true,
            debug_info: DebugInfo::default(),
            module_hash: false,
            version: LlvmVersion::DEFAULT,
        }
    }
}

/// What happened to the debug information of a module when it was read. LLVM's reader removes what is broken or of another version, which
/// leaves a trace in the names of kinds of attachments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DebugInfo {
    /// The reader kept debug information of LLVM's version, and removed any other.
    #[default]
    OfVersion,
    /// The reader removed broken debug information.
    Removed,
    /// The reader did not check debug information, like `llvm-as -disable-verify`.
    Unchecked,
}

impl DebugInfo {
    fn is_stripped(self, module: &Module) -> bool {
        match self {
            Self::OfVersion => debug_info::version(module) != debug_info::VERSION,
            Self::Removed => true,
            Self::Unchecked => false,
        }
    }
}

/// Writes a module as bitcode.
///
/// # Errors
/// The first problem of a module that cannot be written.
pub fn write(module: &Module, options: &Options<'_>) -> Result<Vec<u8>, Problem> {
    let version = options.version.min(LlvmVersion::DEFAULT);
    // A module with typed pointers was checked before it got them.
    let is_checked = version.has_opaque_pointers();
    if is_checked && let Some(problem) = crate::writer::unwritable(module).into_iter().next() {
        return Err(problem);
    }
    if let Some(message) = refused::part(module, version) {
        return Err(Problem { global: None, block: None, instruction: None, message });
    }
    if summary::is_index(module) {
        return Ok(write_index(module));
    }
    let cleaned = if version.is_before(19) { None } else { without_debug_declarations(module) };
    let module = cleaned.as_ref().unwrap_or(module);
    let triple = module.target_triple.map_or(&b""[..], |triple| module.strings.get(triple));
    let triple = Triple::of(std::str::from_utf8(triple).unwrap_or_default());
    let is_wrapped = triple.is_darwin() || triple.format() == Format::MachO;
    let mut bytes = Vec::with_capacity(expected_size(module));
    bytes.resize(if is_wrapped { WRAPPER } else { 0 }, 0);
    let mut out = BitWriter::new(bytes);
    let start = out.position();
    write_identification(&mut out, options.producer);
    let mut strings = StringTable::new(options.module_hash);
    let is_today = version == LlvmVersion::DEFAULT;
    let in_order = options.use_list_orders && is_today;
    let orders = if in_order { Orders::of(module) } else { Orders::default() };
    let ids = Ids::new(module, in_order, options.debug_info.is_stripped(module), version);
    if !ids.has_right_locations() {
        let message =
            "bitcode has no locations of instructions that are other nodes than `DILocation`".to_owned();
        return Err(Problem { global: None, block: None, instruction: None, message });
    }
    module::write(&mut out, &ids, options, &mut strings, orders, start);
    drop(ids);
    let source = module.source_filename.map_or(options.name.as_bytes(), |name| module.strings.get(name));
    // Older readers make the symbol table anew: it is another one for each version.
    if is_today && let Some(symbols) = symtab::build(module, source, VERSION, &mut strings) {
        write_blob(&mut out, block::SYMTAB, symtab_code::BLOB, &symbols);
    }
    write_blob(&mut out, block::STRTAB, strtab::BLOB, strings.bytes());
    let mut bytes = out.finish();
    if is_wrapped {
        wrap(&mut bytes, triple);
    }
    Ok(bytes)
}

/// About how many bytes the bitcode of a module has, rather more than less: memory that is not written to costs nothing, but when a long
/// vector grows there are two for a while.
fn expected_size(module: &Module) -> usize {
    let instructions: usize = module.definitions().map(|(_, _, function)| function.insts.len()).sum();
    1024 + 16 * instructions + 16 * module.metadata.nodes.len() + 16 * module.constants.len()
}

/// Writes a summary without a module.
fn write_index(module: &Module) -> Vec<u8> {
    let mut out = BitWriter::new(Vec::new());
    let mut strings = StringTable::default();
    summary::write_index(&mut out, module, &mut strings);
    write_blob(&mut out, block::STRTAB, strtab::BLOB, strings.bytes());
    out.finish()
}

/// The module without declarations of intrinsics that records have replaced, which LLVM's reader removes; `None` if it has none.
fn without_debug_declarations(module: &Module) -> Option<Module> {
    let is_old = |global: &Global| {
        let value = &module.globals[*global];
        let name = value.name.map_or(&b""[..], |name| module.strings.get(name));
        DebugRecordKind::of_intrinsic(name).is_some()
            && value.as_function().is_some_and(|function| function.is_declaration())
    };
    let mut old: Vec<Global> = module.functions.iter().copied().filter(is_old).collect();
    if old.is_empty() {
        return None;
    }
    for (_, _, function) in module.definitions() {
        for (_, inst) in function.instructions() {
            if let Some(callee) =
                function.insts[inst].inst.call_site().and_then(|call| module.named_callee(call))
            {
                old.retain(|&global| global != callee);
            }
        }
    }
    let mut cleaned = module.clone();
    cleaned.functions.retain(|global| !old.contains(global));
    Some(cleaned)
}

/// The number of bytes of the header that Apple's systems put in front of bitcode.
const WRAPPER: usize = 20;

/// Fills the header, and fills the file up to a multiple of 16 bytes.
fn wrap(bytes: &mut Vec<u8>, triple: Triple<'_>) {
    let size = (bytes.len() - WRAPPER) as u32;
    let fields = [u32::from_le_bytes(WRAPPER_MAGIC), 0, WRAPPER as u32, size, triple.processor()];
    let header = fields.map(u32::to_le_bytes).concat();
    bytes[..WRAPPER].copy_from_slice(&header);
    bytes.resize(bytes.len().next_multiple_of(16), 0);
}

fn write_identification(out: &mut BitWriter, producer: &str) {
    out.enter(block::IDENTIFICATION, 5);
    let literal = |code: u32| Operand::Literal(code.into());
    let abbrev = out.define(&[literal(identification::STRING), Operand::Array, Operand::Char6]);
    module::write_string(out, identification::STRING, producer.as_bytes(), abbrev);
    let abbrev = out.define(&[literal(identification::EPOCH), Operand::Vbr(6)]);
    out.record(identification::EPOCH, &[0], abbrev);
    out.exit();
}

/// Writes a block that has one record, a blob.
fn write_blob(out: &mut BitWriter, id: u32, code: u32, bytes: &[u8]) {
    out.enter(id, 3);
    let abbrev = out.define(&[Operand::Literal(code.into()), Operand::Blob]);
    out.record_with_blob(code, &[], bytes, abbrev);
    out.exit();
}
