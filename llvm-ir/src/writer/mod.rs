//! The writer: prints a module as text, as `opt -S` of LLVM 22 does, but without comments unless they are asked for.
//!
//! Before anything is written, `check/` refuses modules that have no correct text, and `slots.rs` numbers unnamed entities in
//! LLVM's order. Functions and metadata nodes are then written in parallel.

mod annotations;
mod check;
mod comments;
mod constants;
mod excerpts;
mod functions;
mod globals;
mod immediates;
mod instructions;
mod metadata;
mod slots;
mod struct_order;
mod summary;
mod types;
mod use_lists;

pub use struct_order::{structs_in_use, structs_of_constant};

use std::io::{self, Write};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tern_support::text::{Short, push_escaped, push_number, push_text};

use crate::attributes::values::{Access, AttributeValue, MemoryEffects};
use crate::attributes::{Attribute, AttributeKind, AttributeSetId};
use crate::bitcode::AsRead;
use crate::datalayout::DataLayout;
use crate::entity::StrId;
use crate::function::Function;
use crate::globals::Global;
use crate::module::Module;
use crate::types::Type;
use crate::versions::LlvmVersion;
use crate::versions::attributes::older_memory;
use annotations::Annotations;
use check::Checker;

pub use check::Problem;
pub(crate) use check::type_of_result;
pub use excerpts::Excerpts;
pub use slots::{FunctionSlots, ModuleSlots};

/// Writes a module as text, without comments.
///
/// # Panics
/// If [`try_write`] returns an error, or the handle of a string is not from this module.
pub fn write(module: &Module) -> Vec<u8> {
    try_write(module).unwrap_or_else(|problem| panic!("{problem}"))
}

/// Writes a module as text, without comments.
///
/// # Errors
/// If no text describes the module, for instance: something is undefined or defined twice; a block is empty or has no terminator;
/// an operand's type differs from the type that the syntax implies; a result is missing or superfluous; the syntax lacks a flag,
/// index or name. Modules that LLVM reads but its verifier rejects are written, except that values must be defined before they
/// are used.
///
/// # Panics
/// If the handle of a string is not from this module.
pub fn try_write(module: &Module) -> Result<Vec<u8>, Problem> {
    written(module, |_| {})
}

/// Writes a module with LLVM's comments; `name` is the module's identifier.
///
/// # Panics
/// If [`try_write_with_comments`] returns an error, or the handle of a string is not from this module.
pub fn write_with_comments<'m>(module: &'m Module, name: &'m str) -> Vec<u8> {
    try_write_with_comments(module, name).unwrap_or_else(|problem| panic!("{problem}"))
}

/// Writes a module with LLVM's comments; `name` is the module's identifier.
///
/// # Errors
/// If no text describes the module; see [`try_write`].
pub fn try_write_with_comments<'m>(module: &'m Module, name: &'m str) -> Result<Vec<u8>, Problem> {
    written(module, |writer| {
        writer.comments = Some(name);
        writer.only_used = true;
    })
}

/// Writes a module as `llvm-dis` prints it: with LLVM's comments, with implied alignments, and with the predecessors of blocks in the
/// order of a module that was read, or in that of `orders`, which also tell whose spelling is written. `name` is the module's identifier.
///
/// # Errors
/// If no text describes the module; see [`try_write`].
pub fn try_write_disassembled<'m>(
    module: &'m Module,
    name: &'m str,
    orders: Option<&'m AsRead>,
) -> Result<Vec<u8>, Problem> {
    written(module, |writer| writer.disassemble(name, orders))
}

/// As [`try_write_disassembled`], with the comments of `llvm-dis --show-annotations`.
///
/// # Errors
/// If no text describes the module; see [`try_write`].
pub fn try_write_annotated<'m>(
    module: &'m Module,
    name: &'m str,
    orders: Option<&'m AsRead>,
) -> Result<Vec<u8>, Problem> {
    written(module, |writer| {
        writer.disassemble(name, orders);
        writer.annotations = Some(Annotations::of(module));
    })
}

/// Writes a module without unused types and comdats, and with types in the order in which LLVM finds them.
pub(crate) fn try_write_used(module: &Module) -> Result<Vec<u8>, Problem> {
    written(module, |writer| writer.only_used = true)
}

/// Writes a module with integer types in the place of byte types.
pub(crate) fn try_write_without_bytes(module: &Module) -> Result<Vec<u8>, Problem> {
    written(module, |writer| writer.bytes_as_integers = true)
}

/// The reasons why a module cannot be written, at most one of each function. Uses before definitions are left to the verifier.
pub(crate) fn unwritable(module: &Module) -> Vec<Problem> {
    Checker::all_problems(module)
}

/// Writes a module piece by piece, so that the text is never in memory as a whole. Writes nothing if the module has no text.
///
/// # Errors
/// The first error of `sink`. For a module without a text, an error of kind [`io::ErrorKind::InvalidData`] that wraps the
/// [`Problem`] of [`try_write`].
///
/// # Panics
/// If the handle of a string is not from this module.
pub fn write_to(module: &Module, sink: &mut (dyn Write + Send)) -> io::Result<()> {
    let checker = Checker::new(module).map_err(invalid)?;
    Writer::new(module).module(Some(&checker), sink)
}

/// Writes a module as text without a look for problems: what the text says need not be the module, and need not be readable. For tests of
/// what readers and verifiers refuse.
///
/// # Panics
/// If the module refers to something that does not exist.
pub fn write_unchecked(module: &Module) -> Vec<u8> {
    let mut text = Vec::new();
    Writer::new(module).module(None, &mut text).expect("without a checker there are no problems");
    text
}

/// Writes a module as the text of a version of LLVM. The module must have been [brought](crate::versions::downgrade) to that version.
///
/// # Errors
/// If no text describes the module; see [`try_write`]. A module with typed pointers is not checked: it was before it got them.
pub fn try_write_for(module: &Module, version: LlvmVersion) -> Result<Vec<u8>, Problem> {
    let mut text = Vec::new();
    match write_to_for(module, version, &mut text) {
        Ok(()) => Ok(text),
        // Writing to a vector cannot fail.
        Err(error) => Err(error.downcast().expect("writing to memory fails only with a `Problem`")),
    }
}

/// As [`try_write_for`], piece by piece, as [`write_to`].
///
/// # Errors
/// Those of [`try_write_for`] and of `sink`.
pub fn write_to_for(module: &Module, version: LlvmVersion, sink: &mut (dyn Write + Send)) -> io::Result<()> {
    let mut writer = Writer::new(module);
    writer.version = version;
    match version.has_opaque_pointers() {
        true => writer.module(Some(&Checker::new(module).map_err(invalid)?), sink),
        false => writer.module(None, sink),
    }
}

/// Checks a module before it gets typed pointers.
pub(crate) fn check(module: &Module) -> Result<(), Problem> {
    let checker = Checker::new(module)?;
    Writer::new(module).number_functions(Some(&checker))
}

/// Writes a module with a writer that `prepare` has configured.
fn written<'m>(module: &'m Module, prepare: impl FnOnce(&mut Writer<'m>)) -> Result<Vec<u8>, Problem> {
    let checker = Checker::new(module)?;
    let mut writer = Writer::new(module);
    prepare(&mut writer);
    let mut text = Vec::new();
    match writer.module(Some(&checker), &mut text) {
        Ok(()) => Ok(text),
        // Writing to a vector cannot fail.
        Err(error) => Err(error.downcast().expect("writing to memory fails only with a `Problem`")),
    }
}

fn invalid(problem: Problem) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

/// The text of a type.
pub fn type_to_string(module: &Module, ty: Type) -> String {
    let mut writer = Writer::new(module);
    writer.ty(ty);
    String::from_utf8_lossy(&writer.out).into_owned()
}

/// The text of an attribute, as it stands on a parameter.
pub(crate) fn attribute_to_string(module: &Module, attribute: Attribute) -> String {
    let mut writer = Writer::new(module);
    writer.attribute(attribute, false);
    String::from_utf8_lossy(&writer.out).into_owned()
}

/// The text of a constant with its type.
pub fn constant_to_string(module: &Module, constant: crate::Constant) -> String {
    let mut writer = Writer::new(module);
    writer.typed_constant(constant);
    String::from_utf8_lossy(&writer.out).into_owned()
}

/// The texts of the entries of the module summary, without their numbers, which are their places.
pub fn summary_to_texts(module: &Module) -> Vec<Vec<u8>> {
    let Some(summary) = &module.summary else { return Vec::new() };
    let entries = Writer::new(module).summary_entries(summary);
    entries.into_iter().map(|(entry, _)| entry).collect()
}

/// The destination of the text; usable from any thread.
type Sink<'a> = &'a mut (dyn Write + Send);

struct Writer<'m> {
    module: &'m Module,
    /// The version of LLVM whose spelling is written.
    version: LlvmVersion,
    out: Vec<u8>,
    /// The numbers of the module, shared by the writers of its parts.
    slots: Arc<ModuleSlots>,
    /// If it is not 0, the address spaces of all functions are written.
    program_address_space: u32,
    function: Option<(&'m Function, FunctionSlots)>,
    /// Cache: the numbers of functions whose blocks are addressed elsewhere.
    addressed: FxHashMap<Global, FunctionSlots>,
    /// Nodes without numbers that are being written.
    unnumbered: u32,
    /// Cache: the text of types, for those that are short.
    types: Vec<Short>,
    /// Whether byte types are written as integer types.
    bytes_as_integers: bool,
    /// The data layout that implies alignments, if these are written as LLVM does.
    implied_by: Option<DataLayout>,
    /// Whether to omit unused types and comdats, as LLVM does.
    only_used: bool,
    /// The module's identifier, if comments are written.
    comments: Option<&'m str>,
    /// The order in which blocks were made, which the comments show.
    creation: comments::Creation,
    /// Other orders of predecessors than those of reading.
    orders: Option<&'m AsRead>,
    /// The predecessors in the current function, if comments are written.
    predecessors: Option<comments::Predecessors>,
    /// The statepoints of the current function, once they are asked for.
    statepoints: Option<comments::Statepoints>,
    /// The numbers of uses, if they are written as comments.
    annotations: Option<Annotations>,
}

impl<'m> Writer<'m> {
    fn new(module: &'m Module) -> Self {
        let slots = Arc::new(ModuleSlots::new(module));
        let program_address_space = module.layout().program_address_space;
        Self {
            module,
            version: LlvmVersion::DEFAULT,
            out: Vec::new(),
            slots,
            program_address_space,
            function: None,
            addressed: FxHashMap::default(),
            unnumbered: 0,
            types: Vec::new(),
            bytes_as_integers: false,
            implied_by: None,
            only_used: false,
            comments: None,
            creation: comments::Creation::DominatorsFirst,
            orders: None,
            predecessors: None,
            statepoints: None,
            annotations: None,
        }
    }

    /// Makes a writer print as `llvm-dis` does.
    fn disassemble(&mut self, name: &'m str, orders: Option<&'m AsRead>) {
        self.orders = orders;
        self.version = orders.map_or(LlvmVersion::DEFAULT, AsRead::version);
        self.comments = Some(name);
        self.only_used = true;
        self.creation = comments::Creation::InOrder;
        self.implied_by = Some(self.module.layout());
    }

    /// A writer for functions that shares the numbers.
    fn fork(&self) -> Self {
        Self {
            module: self.module,
            version: self.version,
            out: Vec::new(),
            slots: Arc::clone(&self.slots),
            program_address_space: self.program_address_space,
            function: None,
            addressed: FxHashMap::default(),
            unnumbered: 0,
            types: Vec::new(),
            bytes_as_integers: self.bytes_as_integers,
            implied_by: self.implied_by.clone(),
            only_used: self.only_used,
            comments: self.comments,
            creation: self.creation,
            orders: self.orders,
            predecessors: None,
            statepoints: None,
            annotations: self.annotations.as_ref().map(Annotations::fork),
        }
    }

    /// Whether the version is older than a given one.
    fn is_before(&self, major: u8) -> bool {
        self.version.is_before(major)
    }

    /// Mutable access to the numbers.
    fn slots_mut(&mut self) -> &mut ModuleSlots {
        Arc::make_mut(&mut self.slots)
    }

    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn number(&mut self, number: impl itoa::Integer) {
        self.out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    }

    /// Writes a number; fast for small ones.
    fn small(&mut self, number: u32) {
        push_number(&mut self.out, number);
    }

    /// Writes `text` and a space, unless it is empty.
    fn word(&mut self, text: &str) {
        if !text.is_empty() {
            push_text(&mut self.out, text.as_bytes());
            self.out.push(b' ');
        }
    }

    /// Writes `"text"`, escaped.
    fn quoted(&mut self, id: StrId) {
        let module = self.module;
        self.out.push(b'"');
        self.escaped(module.strings.get(id));
        self.out.push(b'"');
    }

    fn escaped(&mut self, text: &[u8]) {
        push_escaped(&mut self.out, text);
    }

    /// Writes a name after its sigil, quoted if necessary.
    fn name(&mut self, name: &[u8]) {
        let plain = |&byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        if name.first().is_some_and(|first| !first.is_ascii_digit()) && name.iter().all(plain) {
            push_text(&mut self.out, name);
        } else {
            self.out.push(b'"');
            self.escaped(name);
            self.out.push(b'"');
        }
    }

    /// Writes the items, separated by `, `.
    fn separated<T>(&mut self, items: impl IntoIterator<Item = T>, mut item: impl FnMut(&mut Self, T)) {
        for (index, value) in items.into_iter().enumerate() {
            if index != 0 {
                self.text(", ");
            }
            item(self, value);
        }
    }

    /// Passes on what has been written so far.
    fn hand_on(&mut self, sink: Sink<'_>) -> io::Result<()> {
        sink.write_all(&self.out)?;
        self.out.clear();
        Ok(())
    }

    /// Writes `items` in parallel, and passes on the pieces in order.
    fn in_pieces<T: Sync>(
        &mut self,
        items: &[T],
        sink: Sink<'_>,
        write: impl Fn(&mut Self, &T) + Sync,
    ) -> io::Result<()> {
        self.hand_on(sink)?;
        let this = &*self;
        let make = |item: &T, writer: &mut Option<Self>, text: &mut Vec<u8>| {
            let writer = writer.get_or_insert_with(|| this.fork());
            std::mem::swap(&mut writer.out, text);
            writer.out.clear();
            write(writer, item);
            std::mem::swap(&mut writer.out, text);
        };
        let mut result = Ok(());
        tern_support::parallel::in_order(items, make, |_, text| {
            if result.is_ok() {
                result = sink.write_all(text);
            }
        });
        result
    }

    fn module(&mut self, checker: Option<&Checker<'_>>, sink: Sink<'_>) -> io::Result<()> {
        let module = self.module;
        self.module_comment();
        if let Some(name) = module.source_filename {
            self.text("source_filename = ");
            self.quoted(name);
            self.out.push(b'\n');
        }
        for (keyword, text) in [("datalayout", module.data_layout), ("triple", module.target_triple)] {
            if let Some(text) = text.filter(|text| !module.strings.get(*text).is_empty()) {
                self.text("target ");
                self.text(keyword);
                self.text(" = ");
                self.quoted(text);
                self.out.push(b'\n');
            }
        }
        if !module.module_asm.is_empty() {
            self.out.push(b'\n');
        }
        self.module_asm();
        self.struct_definitions();
        self.comdats();
        self.global_values(checker, sink)?;
        self.use_lists_of_module();
        self.attribute_groups();
        self.named_metadata();
        self.metadata_nodes(sink)?;
        self.summary();
        self.hand_on(sink)
    }

    /// Writes module-level assembly: in LLVM 22's form, if it is not for certain processors or for LLVM 23.
    fn module_asm(&mut self) {
        let module = self.module;
        let mut targets = module.module_asm_targets.iter().peekable();
        let is_new = targets.peek().is_some() || !self.is_before(23);
        for (index, &line) in module.module_asm.iter().enumerate() {
            let target = targets.next_if(|target| target.first_line == index);
            if is_new && (index == 0 || target.is_some()) {
                self.text("module asm");
                let properties = target.map_or([None; 2], |target| [target.features, target.cpu]);
                let properties = ["target_features: ", "target_cpu: "].iter().zip(properties);
                let mut open = "(";
                for (&key, value) in properties {
                    let Some(value) = value else { continue };
                    self.text(open);
                    self.text(key);
                    self.quoted(value);
                    open = ", ";
                }
                self.text(if open == "(" { "\n" } else { ")\n" });
            }
            self.text(if is_new { "    " } else { "module asm " });
            // LLVM writes an empty line in a form that its reader drops.
            match !is_new && self.comments.is_none() && module.strings.get(line).is_empty() {
                true => self.text("\"\\0A\""),
                false => self.quoted(line),
            }
            self.out.push(b'\n');
        }
    }

    /// Writes the attributes of a parameter or return value, each preceded by a space.
    fn attribute_set(&mut self, set: AttributeSetId) {
        let module = self.module;
        for &attribute in module.attributes.get(set) {
            self.out.push(b' ');
            self.attribute(attribute, false);
        }
    }

    fn attribute(&mut self, attribute: Attribute, in_group: bool) {
        let module = self.module;
        if self.version < LlvmVersion::DEFAULT
            && let Some(text) = self.older_attribute(attribute)
        {
            return self.text(&text);
        }
        if let Some(kind) = attribute.kind() {
            push_text(&mut self.out, kind.spelling().as_bytes());
        }
        match attribute {
            Attribute::Enum(_) => {}
            Attribute::Integer(kind, value) => {
                let (open, close) = match kind {
                    AttributeKind::Alignment if !in_group => (" ", ""),
                    AttributeKind::Alignment | AttributeKind::StackAlignment if in_group => ("=", ""),
                    _ => ("(", ")"),
                };
                self.text(open);
                self.number(value);
                self.text(close);
            }
            Attribute::Type(_, ty) => {
                self.text("(");
                self.ty(ty);
                self.text(")");
            }
            Attribute::Text(_, text) => {
                let text = module.strings.get(text);
                if !text.is_empty() {
                    self.text("(");
                    match self.newer_memory(attribute, text) {
                        Some(newer) => self.text(&newer),
                        None => self.out.extend_from_slice(text),
                    }
                    self.text(")");
                }
            }
            Attribute::String(key, value) => {
                self.quoted(key);
                if let Some(value) = value.filter(|value| !module.strings.get(*value).is_empty()) {
                    self.text("=");
                    self.quoted(value);
                }
            }
        }
    }

    /// The effects on memory as LLVM 23 spells them, which has a word for both memories of a target.
    fn newer_memory(&self, attribute: Attribute, text: &[u8]) -> Option<String> {
        if self.is_before(23) || attribute.kind() != Some(AttributeKind::Memory) {
            return None;
        }
        let mut text = String::from_utf8_lossy(text).into_owned();
        for access in Access::ALL.iter().map(|access| access.spelling()) {
            let both = format!("target_mem0: {access}, target_mem1: {access}");
            text = text.replace(&both, &format!("target_mem: {access}"));
        }
        Some(text)
    }

    /// The spelling of an attribute before it had the one of today.
    #[cold]
    fn older_attribute(&self, attribute: Attribute) -> Option<String> {
        match attribute {
            Attribute::Text(AttributeKind::Memory, text) if self.is_before(16) => {
                Some(older_memory(MemoryEffects::parse(&self.module.text(text))?).unwrap_or_default())
            }
            Attribute::Text(AttributeKind::Captures, _) if self.is_before(20) => Some("nocapture".to_owned()),
            Attribute::Type(kind, _) if self.version < kind.typed_since() => Some(kind.spelling().to_owned()),
            _ => None,
        }
    }

    /// Writes ` #5`, if the set is not empty.
    fn attribute_group_reference(&mut self, set: AttributeSetId) {
        if let Some(number) = self.slots.attribute_group(set) {
            self.text(" #");
            self.number(number);
        }
    }

    fn attribute_groups(&mut self) {
        let module = self.module;
        let groups = self.slots.attribute_groups().to_vec();
        if !groups.is_empty() {
            self.out.push(b'\n');
        }
        for (number, set) in groups.into_iter().enumerate() {
            self.text("attributes #");
            self.number(number);
            self.text(" = {");
            for &attribute in module.attributes.get(set) {
                self.out.push(b' ');
                self.attribute(attribute, true);
            }
            self.text(" }\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{read, write};

    /// Checks that the written text reads back to a module that is written the same.
    fn stable(text: &str) -> String {
        let once = write(&read(text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}")));
        let again = write(&read(&once, "test").unwrap_or_else(|error| panic!("{error}")));
        assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&again));
        String::from_utf8(again).unwrap()
    }

    #[test]
    fn names_are_quoted_and_escaped() {
        let text = stable("@\"a b\" = global i8 0\n@\"\\01x\" = global [2 x i8] c\"\\00\\22\"\n");
        assert!(text.contains("@\"a b\" = global i8 0"), "{text}");
        assert!(text.contains("@\"\\01x\" = global [2 x i8] c\"\\00\\22\""), "{text}");
    }

    #[test]
    fn unnamed_values_are_numbered() {
        let text = stable(
            "define i32 @f(i32 %0, i32 %x) {\n  %2 = add nsw i32 %0, %x\n  br label %3\n3:\n  %4 = phi i32 [ %2, %1 ]\n  ret i32 %4\n}\n",
        );
        assert!(
            text.contains("define i32 @f(i32 %0, i32 %x) {\n  %2 = add nsw i32 %0, %x\n  br label %3\n\n3:"),
            "{text}"
        );
    }

    /// The blocks of a function are numbered once, not for each of their addresses.
    #[test]
    fn tables_of_many_addresses_are_written() {
        let blocks = 1..100_000;
        let address = |block| format!("ptr blockaddress(@f, %{block}), ptr blockaddress(@g, %1)");
        let addresses: Vec<String> = blocks.clone().map(address).collect();
        let mut text = format!("@t = global [{} x ptr] [{}]\n", 2 * addresses.len(), addresses.join(", "));
        text += "define void @f() {\n  ret void\n";
        blocks.for_each(|block| text += &format!("\n{block}:\n  ret void\n"));
        text += "}\n\ndefine void @g() {\n  ret void\n\n1:\n  ret void\n}\n";
        assert!(stable(&text).contains("ptr blockaddress(@f, %99999), ptr blockaddress(@g, %1)]"));
    }

    #[test]
    fn metadata_is_numbered_by_use() {
        let text = stable("!7 = distinct !{!7, !\"x\"}\n!3 = !{!7, null, i32 4}\n!named = !{!3}\n");
        assert!(text.contains("!named = !{!0}"), "{text}");
        assert!(text.contains("!0 = !{!1, null, i32 4}"), "{text}");
        assert!(text.contains("!1 = distinct !{!1, !\"x\"}"), "{text}");
    }
}
