//! Reads module summaries: the entries `^0 = module: …` and so on. Sentences of errors are those of LLVM's reader.

use std::collections::BTreeMap;

use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

use super::lexer::Token;
use super::{Reader, Result, decimal, integers};
use crate::diagnostic::Diagnostic;
use crate::entity::StrId;
use crate::globals::{Linkage, Visibility};
use crate::module::Module;
use crate::summary::{
    Access, Allocation, AllocationContext, AllocationType, ByArgument, ByArgumentKind, CallEdge, Callsite,
    ConstCall, Devirtualization, DevirtualizationKind, FunctionFlags, FunctionSummary, Hotness, ImportType,
    ModuleEntry, OffsetRange, ParamAccess, ParamCall, Summary, SummaryKind, SummaryModule, SummaryTypeId,
    SummaryValue, TypeIdEntry, TypeIdResolution, TypeRef, TypeTest, TypeTestKind, ValueEntry, ValueFlags,
    ValueName, ValueRef, ValueSummary, VariableFlags, VariableSummary, VirtualFunction, guid,
};

/// What the numbers of entries stand for.
#[derive(Default)]
pub(super) struct SummaryNames {
    modules: FxHashMap<u32, SummaryModule>,
    modules_by_path: FxHashMap<StrId, SummaryModule>,
    values: FxHashMap<u32, SummaryValue>,
    type_ids: FxHashMap<u32, SummaryTypeId>,
    type_ids_by_name: FxHashMap<StrId, SummaryTypeId>,
    /// Numbers that are used but not defined yet, with the place of the first use.
    undefined: BTreeMap<(Undefined, u32), usize>,
    /// Aliasees, with the places of the summaries of the aliases.
    aliases: Vec<(SummaryValue, usize)>,
    /// The number of names that the module does not have, if these are no errors.
    missing: Option<usize>,
}

/// What a number that is not defined yet must be, in the order in which LLVM complains.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Undefined {
    Value,
    Aliasee,
    TypeId,
}

/// The sentence for an entry of no known kind.
const UNKNOWN_ENTRY: &str =
    "Expected 'gv', 'module', 'typeid', 'flags' or 'blockcount' at the start of summary entry";

/// Where the summary of a text that was read has an entry that LLVM's tools refuse if they have no use for summaries: `opt` and `clang` skip
/// the entries, and do not know how to skip this one.
pub fn unskippable_entry(module: &Module, text: &[u8], file: &str) -> Option<Diagnostic> {
    let summary = module.summary.as_ref()?;
    summary.type_ids.values().any(|entry| !entry.vtables.is_empty()).then(|| {
        let is_kind = |&at: &usize| {
            let before = text[..at].trim_ascii_end();
            let number = before.strip_suffix(b"=").map_or(&[][..], <[u8]>::trim_ascii_end);
            let digits = number.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
            digits > 0 && number[..number.len() - digits].ends_with(b"^")
        };
        let at = memchr::memmem::find_iter(text, b"typeidCompatibleVTable").find(is_kind);
        match at {
            Some(at) => Diagnostic::new(file, text, at, UNKNOWN_ENTRY),
            None => Diagnostic::about_file(file, UNKNOWN_ENTRY),
        }
    })
}

/// Reads the entries of a summary into `module`, which has none; the place of a text is the number of its entry. Returns how many
/// names of the summary the module does not have: their entries have a GUID instead, and lose what is said of their definition.
///
/// # Errors
/// The first error in the texts. `module` has no summary then.
pub fn read_summary<'t>(module: &mut Module, entries: impl IntoIterator<Item = &'t [u8]>) -> Result<usize> {
    let mut text = Vec::new();
    for (number, entry) in entries.into_iter().enumerate() {
        text.extend_from_slice(format!("^{number} = ").as_bytes());
        text.extend_from_slice(entry);
        text.push(b'\n');
    }
    let read = super::read_part(module, &text, |reader| {
        let read = reader.summary_entries();
        if read.is_err() {
            // What follows does not matter then.
            reader.seek(text.len());
        }
        Ok(read)
    });
    let read = read.and_then(|read| read);
    if read.is_err() {
        module.summary = None;
    }
    read
}

impl<'a> Reader<'a> {
    /// Reads a text of entries and nothing else. Returns how many names the module does not have.
    fn summary_entries(&mut self) -> Result<usize> {
        self.summary_names()?.missing = Some(0);
        while self.token() != Token::Eof {
            match self.token() {
                Token::Summary(number) => self.summary_entry(number)?,
                _ => return self.error("expected a summary entry"),
            }
        }
        let missing = self.summary_names()?.missing;
        self.finish_summary()?;
        Ok(missing.unwrap_or(0))
    }

    /// Reads `^5 = …`; the number is the current token.
    pub(super) fn summary_entry(&mut self, number: u32) -> Result<()> {
        self.advance();
        self.expect(b'=')?;
        self.summary_entry_of_kind(number).or_else(|error| match self.token() {
            Token::Eof => self.error_at(self.start, "found end of file while parsing summary entry"),
            _ => Err(error),
        })
    }

    fn summary_entry_of_kind(&mut self, number: u32) -> Result<()> {
        let (Token::Label(kind) | Token::Word(kind)) = self.token() else { return self.error(UNKNOWN_ENTRY) };
        let read = match kind {
            b"module" => Self::module_entry,
            b"gv" => Self::value_entry,
            b"typeid" => Self::type_id_entry,
            b"typeidCompatibleVTable" => Self::vtable_entry,
            b"flags" => |reader: &mut Self, _| {
                let flags = reader.u64()?;
                reader.summary()?.flags = flags;
                Ok(())
            },
            b"blockcount" => |reader: &mut Self, _| {
                let count = reader.u64()?;
                reader.summary()?.block_count = count;
                Ok(())
            },
            _ => return self.error(UNKNOWN_ENTRY),
        };
        let is_label = matches!(self.token(), Token::Label(_));
        self.advance();
        if !is_label {
            self.summary_punct(b':', "here")?;
        }
        self.summary()?;
        read(self, number)
    }

    /// Checks that everything that the summary refers to is defined.
    pub(super) fn finish_summary(&mut self) -> Result<()> {
        let Some(names) = self.own()?.summary_names.take() else { return Ok(()) };
        if let Some((&(kind, number), &at)) = names.undefined.first_key_value() {
            let what = if kind == Undefined::TypeId { "type id " } else { "" };
            return self.error_at(at, format!("use of undefined {what}summary '^{number}'"));
        }
        if names.missing.is_some_and(|missing| missing != 0) {
            return self.forget_aliasees();
        }
        let values = &self.summary()?.values;
        let is_base = |value: SummaryValue| {
            values[value].summaries.iter().any(|summary| !matches!(summary.kind, SummaryKind::Alias(_)))
        };
        match names.aliases.iter().find(|(aliasee, _)| !is_base(*aliasee)) {
            Some(&(_, at)) => self.error_at(at, "the aliasee has no summary of a function or variable"),
            None => Ok(()),
        }
    }

    /// Removes references of aliases to globals without a summary.
    fn forget_aliasees(&mut self) -> Result<()> {
        let values = &mut self.summary()?.values;
        let is_base: Vec<bool> = values.values().map(|value| !value.summaries.is_empty()).collect();
        for summary in values.values_mut().flat_map(|value| &mut value.summaries) {
            if let SummaryKind::Alias(aliasee) = &mut summary.kind {
                *aliasee = aliasee.filter(|&aliasee| is_base[aliasee.index()]);
            }
        }
        Ok(())
    }

    fn summary(&mut self) -> Result<&mut Summary> {
        Ok(self.own()?.module.summary.get_or_insert_default())
    }

    fn summary_names(&mut self) -> Result<&mut SummaryNames> {
        Ok(self.own()?.summary_names.get_or_insert_default())
    }

    fn summary_punct(&mut self, punct: u8, place: &str) -> Result<()> {
        match self.eat(punct) {
            true => Ok(()),
            false => self.error(format!("expected '{}' {place}", punct as char)),
        }
    }

    /// Reads `name:`.
    fn summary_key(&mut self, name: &str, place: &str) -> Result<()> {
        match self.token() {
            Token::Label(found) if found == name.as_bytes() => {
                self.advance();
                Ok(())
            }
            Token::Word(found) if found == name.as_bytes() => {
                self.advance();
                self.summary_punct(b':', place)
            }
            _ => self.error(format!("expected '{name}' {place}")),
        }
    }

    /// Reads `, name:`.
    fn next_summary_key(&mut self, name: &str, place: &str) -> Result<()> {
        self.summary_punct(b',', place)?;
        self.summary_key(name, place)
    }

    /// Reads `(…)`.
    fn parenthesized<T>(&mut self, place: &str, body: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.summary_punct(b'(', place)?;
        let value = body(self)?;
        self.summary_punct(b')', place)?;
        Ok(value)
    }

    /// Reads `(item, item)`, at least one.
    fn summary_list<T>(
        &mut self,
        place: &str,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        self.parenthesized(place, |reader| {
            let mut items = vec![item(reader)?];
            while reader.eat(b',') {
                items.push(item(reader)?);
            }
            Ok(items)
        })
    }

    /// Reads fields `key: …` separated by commas. `field` returns whether it knows the key; `unknown` is the sentence if not.
    fn summary_fields(
        &mut self,
        unknown: &str,
        mut field: impl FnMut(&mut Self, &'a [u8]) -> Result<bool>,
    ) -> Result<()> {
        loop {
            let start = self.start;
            let (Token::Label(key) | Token::Word(key)) = self.token() else { return self.error(unknown) };
            let is_label = matches!(self.token(), Token::Label(_));
            self.advance();
            if !is_label {
                self.summary_punct(b':', "here")?;
            }
            if !field(self, key)? {
                return self.error_at(start, unknown);
            }
            if !self.eat(b',') {
                return Ok(());
            }
        }
    }

    /// Reads what [`summary_fields`](Self::summary_fields) reads, if a comma precedes it.
    fn more_summary_fields(
        &mut self,
        unknown: &str,
        field: impl FnMut(&mut Self, &'a [u8]) -> Result<bool>,
    ) -> Result<()> {
        if self.eat(b',') { self.summary_fields(unknown, field) } else { Ok(()) }
    }

    fn summary_word<T>(&mut self, find: impl FnOnce(&[u8]) -> Option<T>, unknown: &str) -> Result<T> {
        match self.optional_word(find) {
            Some(word) => Ok(word),
            None => self.error(unknown),
        }
    }

    /// Reads 0 or another number.
    fn summary_flag(&mut self) -> Result<bool> {
        Ok(self.u64()? != 0)
    }

    /// Reads `(name: "…"`.
    fn named_entry(&mut self) -> Result<StrId> {
        self.summary_punct(b'(', "here")?;
        self.summary_key("name", "here")?;
        self.string()
    }

    fn module_entry(&mut self, number: u32) -> Result<()> {
        self.summary_punct(b'(', "here")?;
        self.summary_key("path", "here")?;
        let path = self.string()?;
        self.next_summary_key("hash", "here")?;
        self.summary_punct(b'(', "here")?;
        let mut hash = [0; 5];
        for (index, word) in hash.iter_mut().enumerate() {
            if index != 0 {
                self.summary_punct(b',', "here")?;
            }
            *word = self.u32()?;
        }
        self.summary_punct(b')', "here")?;
        self.summary_punct(b')', "here")?;
        let known = self.summary_names()?.modules_by_path.get(&path).copied();
        let module = match known {
            Some(module) => module,
            None => self.summary()?.modules.push(ModuleEntry { path, hash }),
        };
        let names = self.summary_names()?;
        names.modules.insert(number, module);
        names.modules_by_path.insert(path, module);
        Ok(())
    }

    fn value_entry(&mut self, number: u32) -> Result<()> {
        self.summary_punct(b'(', "here")?;
        let start = self.start;
        let name = match self.token() {
            Token::Label(b"guid") | Token::Word(b"guid") => {
                self.summary_key("guid", "here")?;
                match self.u64()? {
                    // LLVM takes it for the absence of a GUID.
                    0 => return self.error_at(start, "Reference to undefined global \"\""),
                    guid => ValueName::Guid(guid),
                }
            }
            Token::Label(b"name") | Token::Word(b"name") => {
                self.summary_key("name", "here")?;
                ValueName::Name(self.string()?)
            }
            _ => return self.error("expected name or guid tag"),
        };
        let is_missing = self.is_missing(name);
        let name = match name {
            ValueName::Name(missing) if is_missing => {
                let Some(count) = &mut self.summary_names()?.missing else {
                    let name = self.tables.module.text(missing);
                    return self.error_at(start, format!("Reference to undefined global \"{name}\""));
                };
                *count += 1;
                ValueName::Guid(guid(self.tables.module.strings.get(missing)))
            }
            name => name,
        };
        let value = self.define_summary_value(number, name)?;
        if self.eat(b',') {
            self.summary_key("summaries", "here")?;
            let summaries = self.summary_list("here", Self::value_summary)?;
            self.summary()?.values[value].summaries = if is_missing { Vec::new() } else { summaries };
        }
        self.summary_punct(b')', "here")
    }

    /// Whether a name is not that of a global that has been defined.
    fn is_missing(&self, name: ValueName) -> bool {
        let ValueName::Name(name) = name else { return false };
        let global = self.tables.globals.get(&super::Key::Name(name));
        global.is_none_or(|global| self.tables.undefined_globals.contains_key(global))
    }

    /// The entry for a number that is being defined.
    fn define_summary_value(&mut self, number: u32, name: ValueName) -> Result<SummaryValue> {
        let names = self.summary_names()?;
        let used = [Undefined::Value, Undefined::Aliasee].map(|kind| names.undefined.remove(&(kind, number)));
        let placeholder = names.values.get(&number).copied().filter(|_| used.iter().any(Option::is_some));
        let values = &mut self.summary()?.values;
        let value = match placeholder {
            Some(value) => {
                values[value].name = name;
                value
            }
            None => values.push(ValueEntry { name, summaries: Vec::new() }),
        };
        self.summary_names()?.values.insert(number, value);
        Ok(value)
    }

    /// Reads `^5`, a reference to a global. `at` is the place for errors if it is not that of the reference.
    fn value_number(&mut self, kind: Undefined, at: Option<usize>) -> Result<SummaryValue> {
        let Token::Summary(number) = self.token() else { return self.error("expected GV ID") };
        let at = at.unwrap_or(self.start);
        self.advance();
        if let Some(&value) = self.summary_names()?.values.get(&number) {
            return Ok(value);
        }
        let entry = ValueEntry { name: ValueName::Guid(0), summaries: Vec::new() };
        let value = self.summary()?.values.push(entry);
        let names = self.summary_names()?;
        names.values.insert(number, value);
        names.undefined.insert((kind, number), at);
        Ok(value)
    }

    /// Reads `^5`, `readonly ^5`, `writeonly ^5`.
    fn value_ref(&mut self) -> Result<ValueRef> {
        let access = self.optional_word(Access::from_spelling).unwrap_or(Access::Any);
        Ok(ValueRef { value: self.value_number(Undefined::Value, None)?, access })
    }

    /// Reads a reference whose `readonly` or `writeonly` means nothing.
    fn plain_value_ref(&mut self) -> Result<SummaryValue> {
        Ok(self.value_ref()?.value)
    }

    /// Reads `callee: ^5`.
    fn callee(&mut self, place: &str) -> Result<SummaryValue> {
        self.summary_key("callee", place)?;
        self.plain_value_ref()
    }

    fn value_summary(&mut self) -> Result<ValueSummary> {
        let start = self.start;
        let (Token::Label(kind) | Token::Word(kind)) = self.token() else {
            return self.error("expected summary type");
        };
        if !matches!(kind, b"function" | b"variable" | b"alias") {
            return self.error("expected summary type");
        }
        self.summary_key(std::str::from_utf8(kind).unwrap_or_default(), "here")?;
        self.parenthesized("here", |reader| {
            let mut summary = reader.summary_head()?;
            match kind {
                b"function" => reader.function_summary(&mut summary)?,
                b"variable" => reader.variable_summary(&mut summary)?,
                _ => {
                    reader.next_summary_key("aliasee", "here")?;
                    if !reader.eat_word("null") {
                        let aliasee = reader.value_number(Undefined::Aliasee, Some(start))?;
                        reader.summary_names()?.aliases.push((aliasee, start));
                        summary.kind = SummaryKind::Alias(Some(aliasee));
                    }
                }
            }
            // LLVM keeps them in this order.
            summary.refs.sort_by_key(|reference| reference.access);
            Ok(summary)
        })
    }

    /// Reads `module: ^0, flags: (…)`.
    fn summary_head(&mut self) -> Result<ValueSummary> {
        self.summary_key("module", "here")?;
        let Token::Summary(number) = self.token() else { return self.error("expected module ID") };
        let Some(&module) = self.summary_names()?.modules.get(&number) else {
            return self.error(format!("use of undefined module '^{number}'"));
        };
        self.advance();
        let mut summary = ValueSummary {
            module,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            flags: ValueFlags::empty(),
            import: ImportType::Definition,
            refs: Vec::new(),
            kind: SummaryKind::Alias(None),
        };
        self.next_summary_key("flags", "here")?;
        self.parenthesized("here", |reader| {
            reader.summary_fields("expected gv flag type", |reader, key| {
                match key {
                    b"linkage" => {
                        summary.linkage =
                            reader.summary_word(Linkage::from_spelling, "expected a linkage")?;
                    }
                    b"visibility" => {
                        summary.visibility =
                            reader.summary_word(Visibility::from_spelling, "expected a visibility")?;
                    }
                    b"importType" => {
                        let unknown = "unknown import kind. Expect definition or declaration.";
                        summary.import = reader.summary_word(ImportType::from_spelling, unknown)?;
                    }
                    _ => {
                        let Some(flag) = ValueFlags::named(key) else { return Ok(false) };
                        summary.flags.set(flag, reader.summary_flag()?);
                    }
                }
                Ok(true)
            })
        })?;
        Ok(summary)
    }

    fn variable_summary(&mut self, summary: &mut ValueSummary) -> Result<()> {
        let mut variable = VariableSummary::default();
        self.next_summary_key("varFlags", "here")?;
        self.parenthesized("here", |reader| {
            reader.summary_fields("expected gvar flag type", |reader, key| {
                if key == b"vcall_visibility" {
                    variable.vcall_visibility = reader.u64()?.min(2) as u8;
                    return Ok(true);
                }
                let Some(flag) = VariableFlags::named(key) else { return Ok(false) };
                variable.flags.set(flag, reader.summary_flag()?);
                Ok(true)
            })
        })?;
        self.more_summary_fields("expected optional variable summary field", |reader, key| {
            match key {
                b"vTableFuncs" => {
                    variable.vtable_functions = reader.summary_list("in vTableFuncs", |reader| {
                        reader.parenthesized("in vTableFunc", |reader| {
                            reader.summary_key("virtFunc", "in vTableFunc")?;
                            let function = reader.plain_value_ref()?;
                            reader.next_summary_key("offset", "here")?;
                            Ok((function, reader.u64()?))
                        })
                    })?;
                }
                b"refs" => summary.refs.extend(reader.summary_list("in refs", Self::value_ref)?),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        summary.kind = SummaryKind::Variable(variable);
        Ok(())
    }

    fn function_summary(&mut self, summary: &mut ValueSummary) -> Result<()> {
        self.next_summary_key("insts", "here")?;
        let mut function = Box::new(FunctionSummary { insts: self.u32()?, ..FunctionSummary::default() });
        self.more_summary_fields("expected optional function summary field", |reader, key| {
            match key {
                b"funcFlags" => reader.parenthesized("in funcFlags", |reader| {
                    reader.summary_fields("expected function flag type", |reader, key| {
                        let Some(flag) = FunctionFlags::named(key) else { return Ok(false) };
                        function.flags.set(flag, reader.summary_flag()?);
                        Ok(true)
                    })
                })?,
                b"calls" => function.calls.extend(reader.summary_list("in calls", Self::call_edge)?),
                b"typeIdInfo" => reader.type_id_info(&mut function)?,
                b"refs" => summary.refs.extend(reader.summary_list("in refs", Self::value_ref)?),
                b"params" => function.params.extend(reader.summary_list("here", Self::param_access)?),
                b"allocs" => function.allocs.extend(reader.summary_list("in allocs", Self::allocation)?),
                b"callsites" => {
                    function.callsites.extend(reader.summary_list("in callsites", Self::callsite)?);
                }
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        summary.kind = SummaryKind::Function(function);
        Ok(())
    }

    fn call_edge(&mut self) -> Result<CallEdge> {
        self.parenthesized("in call", |reader| {
            let callee = reader.callee("in call")?;
            let mut edge = CallEdge { callee, hotness: Hotness::Unknown, relative_frequency: 0, tail: false };
            reader.more_summary_fields("expected hotness, relbf, or tail", |reader, key| {
                match key {
                    b"hotness" => {
                        edge.hotness =
                            reader.summary_word(Hotness::from_spelling, "invalid call edge hotness")?;
                    }
                    b"relbf" => edge.relative_frequency = reader.u32()?,
                    b"tail" => edge.tail = reader.summary_flag()?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
            if edge.hotness != Hotness::Unknown && edge.relative_frequency != 0 {
                return reader.error("Expected only one of hotness or relbf");
            }
            Ok(edge)
        })
    }

    fn type_id_info(&mut self, function: &mut FunctionSummary) -> Result<()> {
        self.parenthesized("in typeIdInfo", |reader| {
            reader.summary_fields("invalid typeIdInfo list type", |reader, key| {
                match key {
                    b"typeTests" => {
                        function.type_tests.extend(reader.summary_list("in typeIdInfo", Self::type_test)?);
                        return Ok(true);
                    }
                    b"typeTestAssumeVCalls" => &mut function.type_test_assume_vcalls,
                    b"typeCheckedLoadVCalls" => &mut function.type_checked_load_vcalls,
                    _ => {
                        let calls = match key {
                            b"typeTestAssumeConstVCalls" => &mut function.type_test_assume_const_vcalls,
                            b"typeCheckedLoadConstVCalls" => &mut function.type_checked_load_const_vcalls,
                            _ => return Ok(false),
                        };
                        calls.extend(reader.summary_list("here", Self::const_call)?);
                        return Ok(true);
                    }
                }
                .extend(reader.summary_list("here", Self::virtual_function)?);
                Ok(true)
            })
        })
    }

    /// Reads `^5` or a GUID.
    fn type_test(&mut self) -> Result<TypeRef> {
        match self.token() {
            Token::Summary(number) => self.type_id_number(number),
            _ => Ok(TypeRef::Guid(self.u64()?)),
        }
    }

    /// The type identifier with a number, which is the current token.
    fn type_id_number(&mut self, number: u32) -> Result<TypeRef> {
        let at = self.start;
        self.advance();
        if let Some(&known) = self.summary_names()?.type_ids.get(&number) {
            return Ok(TypeRef::Entry(known));
        }
        let name = self.tables.module.strings.intern(b"");
        let entry = TypeIdEntry { name, resolution: None, vtables: Vec::new() };
        let type_id = self.summary()?.type_ids.push(entry);
        let names = self.summary_names()?;
        names.type_ids.insert(number, type_id);
        names.undefined.insert((Undefined::TypeId, number), at);
        Ok(TypeRef::Entry(type_id))
    }

    /// Reads `vFuncId: (^5, offset: 16)`, `vFuncId: (guid: 1, offset: 16)`.
    fn virtual_function(&mut self) -> Result<VirtualFunction> {
        self.summary_key("vFuncId", "here")?;
        self.parenthesized("here", |reader| {
            let type_id = match reader.token() {
                Token::Summary(number) => reader.type_id_number(number)?,
                _ => {
                    reader.summary_key("guid", "here")?;
                    TypeRef::Guid(reader.u64()?)
                }
            };
            reader.next_summary_key("offset", "here")?;
            Ok(VirtualFunction { type_id, offset: reader.u64()? })
        })
    }

    fn const_call(&mut self) -> Result<ConstCall> {
        self.parenthesized("here", |reader| {
            let function = reader.virtual_function()?;
            let args = if reader.eat(b',') { reader.call_arguments()? } else { Vec::new() };
            Ok(ConstCall { function, args })
        })
    }

    /// Reads `args: (1, 2)`.
    fn call_arguments(&mut self) -> Result<Vec<u64>> {
        self.summary_key("args", "here")?;
        self.summary_list("here", Self::u64)
    }

    fn param_access(&mut self) -> Result<ParamAccess> {
        self.parenthesized("here", |reader| {
            let (param, offsets) = reader.param_offsets()?;
            let mut calls = Vec::new();
            if reader.eat(b',') {
                reader.summary_key("calls", "here")?;
                calls = reader.summary_list("here", |reader| {
                    reader.parenthesized("here", |reader| {
                        let callee = reader.callee("here")?;
                        reader.summary_punct(b',', "here")?;
                        let (param, offsets) = reader.param_offsets()?;
                        Ok(ParamCall { callee, param, offsets })
                    })
                })?;
            }
            Ok(ParamAccess { param, offsets, calls })
        })
    }

    /// Reads `param: 0, offset: [0, 7]`.
    fn param_offsets(&mut self) -> Result<(u64, OffsetRange)> {
        self.summary_key("param", "here")?;
        let param = self.u64()?;
        self.next_summary_key("offset", "here")?;
        self.summary_punct(b'[', "here")?;
        let first = self.offset()?;
        self.summary_punct(b',', "here")?;
        let last = self.offset()?;
        self.summary_punct(b']', "here")?;
        Ok((param, OffsetRange { first, last }))
    }

    /// Reads an integer and truncates it to 64 bits, as LLVM does.
    fn offset(&mut self) -> Result<i64> {
        let Token::Integer(text) = self.token() else { return self.error("expected integer") };
        let offset = match text.strip_prefix(b"-") {
            Some(digits) => decimal(digits).map(|magnitude| magnitude.wrapping_neg() as i64),
            None => decimal(text).map(|magnitude| magnitude as i64),
        };
        match offset {
            Some(offset) => {
                self.advance();
                Ok(offset)
            }
            None => Ok(integers::low_bits(&self.big_integer()?) as i64),
        }
    }

    fn allocation(&mut self) -> Result<Allocation> {
        self.parenthesized("in alloc", |reader| {
            reader.summary_key("versions", "in alloc")?;
            let versions = reader.summary_list("in versions", Self::allocation_type)?;
            reader.next_summary_key("memProf", "in alloc")?;
            let contexts = reader.summary_list("in memprof", |reader| {
                reader.parenthesized("in memprof", |reader| {
                    reader.summary_key("type", "in memprof")?;
                    let kind = reader.allocation_type()?;
                    Ok(AllocationContext { kind, stack_ids: reader.stack_ids("in memprof")? })
                })
            })?;
            Ok(Allocation { versions, contexts })
        })
    }

    fn allocation_type(&mut self) -> Result<AllocationType> {
        self.summary_word(AllocationType::from_spelling, "invalid alloc type")
    }

    /// Reads `, stackIds: (1, 2)`; there may be none.
    fn stack_ids(&mut self, place: &str) -> Result<Vec<u64>> {
        self.next_summary_key("stackIds", place)?;
        self.summary_punct(b'(', "in stackIds")?;
        self.list(b')', "expected ')' here", Self::u64)
    }

    fn callsite(&mut self) -> Result<Callsite> {
        self.parenthesized("in callsite", |reader| {
            reader.summary_key("callee", "in callsite")?;
            let callee = match reader.eat_word("null") {
                true => None,
                false => Some(reader.plain_value_ref()?),
            };
            reader.next_summary_key("clones", "in callsite")?;
            let clones = reader.summary_list("in clones", Self::u32)?;
            Ok(Callsite { callee, clones, stack_ids: reader.stack_ids("in callsite")? })
        })
    }

    /// The entry for a type identifier that is being defined.
    fn define_type_id(&mut self, number: u32, name: StrId) -> Result<SummaryTypeId> {
        let names = self.summary_names()?;
        let is_used = names.undefined.remove(&(Undefined::TypeId, number)).is_some();
        let placeholder = names.type_ids.get(&number).copied().filter(|_| is_used);
        let known = names.type_ids_by_name.get(&name).copied();
        let type_ids = &mut self.summary()?.type_ids;
        if let Some(placeholder) = placeholder {
            type_ids[placeholder].name = name;
        }
        let type_id = known
            .or(placeholder)
            .unwrap_or_else(|| type_ids.push(TypeIdEntry { name, resolution: None, vtables: Vec::new() }));
        let names = self.summary_names()?;
        names.type_ids.insert(number, type_id);
        names.type_ids_by_name.insert(name, type_id);
        Ok(type_id)
    }

    fn type_id_entry(&mut self, number: u32) -> Result<()> {
        let name = self.named_entry()?;
        let type_id = self.define_type_id(number, name)?;
        let old = self.summary()?.type_ids[type_id].resolution.take();
        self.next_summary_key("summary", "here")?;
        let resolution = self.parenthesized("here", |reader| {
            let test = reader.type_test_resolution(old.as_ref().map(|old| old.test))?;
            let mut devirtualized = old.map(|old| old.devirtualized).unwrap_or_default();
            if reader.eat(b',') {
                reader.summary_key("wpdResolutions", "here")?;
                devirtualized.extend(reader.summary_list("here", Self::devirtualization)?);
            }
            Ok(TypeIdResolution { test, devirtualized })
        })?;
        self.summary()?.type_ids[type_id].resolution = Some(resolution);
        self.summary_punct(b')', "here")
    }

    /// Reads `typeTestRes: (kind: …, sizeM1BitWidth: …)`; a second one changes what it has fields for.
    fn type_test_resolution(&mut self, old: Option<TypeTest>) -> Result<TypeTest> {
        self.summary_key("typeTestRes", "here")?;
        self.parenthesized("here", |reader| {
            reader.summary_key("kind", "here")?;
            let kind =
                reader.summary_word(TypeTestKind::from_spelling, "unexpected TypeTestResolution kind")?;
            reader.next_summary_key("sizeM1BitWidth", "here")?;
            let size_m1_bit_width = reader.u32()?;
            let mut test = TypeTest {
                kind,
                size_m1_bit_width,
                ..old.unwrap_or(TypeTest {
                    kind,
                    size_m1_bit_width,
                    align_log2: 0,
                    size_m1: 0,
                    bit_mask: 0,
                    inline_bits: 0,
                })
            };
            reader.more_summary_fields("expected optional TypeTestResolution field", |reader, key| {
                match key {
                    b"alignLog2" => test.align_log2 = reader.u64()?,
                    b"sizeM1" => test.size_m1 = reader.u64()?,
                    b"bitMask" => test.bit_mask = reader.u32()? as u8,
                    b"inlineBits" => test.inline_bits = reader.u64()?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
            Ok(test)
        })
    }

    /// Reads `(offset: 0, wpdRes: (…))`.
    fn devirtualization(&mut self) -> Result<(u64, Devirtualization)> {
        self.parenthesized("here", |reader| {
            reader.summary_key("offset", "here")?;
            let offset = reader.u64()?;
            reader.next_summary_key("wpdRes", "here")?;
            let devirtualized = reader.parenthesized("here", |reader| {
                reader.summary_key("kind", "here")?;
                let unknown = "unexpected WholeProgramDevirtResolution kind";
                let kind = reader.summary_word(DevirtualizationKind::from_spelling, unknown)?;
                let mut it = Devirtualization { kind, single_impl: None, by_args: BTreeMap::new() };
                let unknown = "expected optional WholeProgramDevirtResolution field";
                reader.more_summary_fields(unknown, |reader, key| {
                    match key {
                        b"singleImplName" => it.single_impl = Some(reader.string()?),
                        b"resByArg" => it.by_args.extend(reader.results_by_argument()?),
                        _ => return Ok(false),
                    }
                    Ok(true)
                })?;
                Ok(it)
            })?;
            Ok((offset, devirtualized))
        })
    }

    fn results_by_argument(&mut self) -> Result<Vec<(Vec<u64>, ByArgument)>> {
        self.summary_list("here", |reader| {
            let args = reader.call_arguments()?;
            reader.next_summary_key("byArg", "here")?;
            let by = reader.parenthesized("here", |reader| {
                reader.summary_key("kind", "here")?;
                let unknown = "unexpected WholeProgramDevirtResolution::ByArg kind";
                let kind = reader.summary_word(ByArgumentKind::from_spelling, unknown)?;
                let mut by = ByArgument { kind, info: 0, byte: 0, bit: 0 };
                reader.more_summary_fields(
                    "expected optional whole program devirt field",
                    |reader, key| {
                        match key {
                            b"info" => by.info = reader.u64()?,
                            b"byte" => by.byte = reader.u32()?,
                            b"bit" => by.bit = reader.u32()?,
                            _ => return Ok(false),
                        }
                        Ok(true)
                    },
                )?;
                Ok(by)
            })?;
            Ok((args, by))
        })
    }

    fn vtable_entry(&mut self, number: u32) -> Result<()> {
        let name = self.named_entry()?;
        let type_id = self.define_type_id(number, name)?;
        self.next_summary_key("summary", "here")?;
        let vtables = self.summary_list("here", |reader| {
            reader.summary_punct(b'(', "here")?;
            reader.summary_key("offset", "here")?;
            let offset = reader.u64()?;
            reader.summary_punct(b',', "here")?;
            let vtable = reader.plain_value_ref()?;
            reader.summary_punct(b')', "in call")?;
            Ok((offset, vtable))
        })?;
        self.summary()?.type_ids[type_id].vtables.extend(vtables);
        self.summary_punct(b')', "here")
    }
}

#[cfg(test)]
mod tests {
    use crate::{read, write};

    const MODULE: &str = "source_filename = \"a.c\"\n\n@v = internal global ptr @f\n@\"q\\22\" = global i32 0\n\n\
        @al = alias void (), ptr @f\n\ndefine void @f() {\n  ret void\n}\n\ndeclare void @\"\\01x\"()\n\n";

    /// What is written for entries behind [`MODULE`], without the module.
    fn written(entries: &str) -> String {
        let module =
            read(format!("{MODULE}{entries}").as_bytes(), "test").unwrap_or_else(|error| panic!("{error}"));
        let text = write(&module);
        let again = read(&text, "test").unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(String::from_utf8_lossy(&write(&again)), String::from_utf8_lossy(&text));
        let text = String::from_utf8(text).unwrap();
        text[text.find("\n^").map_or(text.len(), |at| at + 1)..].to_owned()
    }

    /// A function summary of `@f` with these fields.
    fn function(fields: &str) -> String {
        format!(
            "^0 = module: (path: \"a.o\", hash: (1, 2, 3, 4, 5))\n^1 = gv: (name: \"f\", summaries: (function: (module: ^0, \
             flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, \
             importType: definition), insts: 5{fields})))\n^2 = blockcount: 0\n"
        )
    }

    #[test]
    fn fields_of_functions_are_kept() {
        for fields in [
            "",
            ", funcFlags: (readNone: 1, readOnly: 0, noRecurse: 1, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, \
             noUnwind: 0, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 1)",
            ", calls: ((callee: ^1, hotness: critical), (callee: ^1, relbf: 256), (callee: ^1, tail: 1))",
            ", typeIdInfo: (typeTests: (7, 8), typeTestAssumeVCalls: (vFuncId: (guid: 9, offset: 1)), \
             typeCheckedLoadVCalls: (vFuncId: (guid: 9, offset: 2), vFuncId: (guid: 9, offset: 3)), \
             typeTestAssumeConstVCalls: ((vFuncId: (guid: 9, offset: 1), args: (1, 18446744073709551615))), \
             typeCheckedLoadConstVCalls: ((vFuncId: (guid: 9, offset: 1))))",
            ", allocs: ((versions: (none, cold), memProf: ((type: notcold, stackIds: (1, 2)), (type: hot, stackIds: ()))))",
            ", callsites: ((callee: null, clones: (0), stackIds: (8)), (callee: ^1, clones: (1, 2), stackIds: ()))",
            ", params: ((param: 1, offset: [-3, 8], calls: ((callee: ^1, param: 2, offset: [0, -1]))), \
             (param: 2, offset: [-9223372036854775808, 9223372036854775807]))",
            ", refs: (^1, readonly ^1, writeonly ^1)",
        ] {
            assert_eq!(written(&function(fields)), function(fields));
        }
    }

    #[test]
    fn entries_are_in_the_order_of_their_guids() {
        let flags = "flags: (linkage: internal, visibility: hidden, notEligibleToImport: 1, live: 1, dsoLocal: 1, \
             canAutoHide: 1, importType: declaration)";
        let numbered = |numbers: [u32; 12]| {
            let [module, linked, q, v, x, al, f, other, typed, vtable, flag, count] = numbers;
            [
                format!("^{module} = module: (path: \"a\\22.o\", hash: (1, 2, 3, 4, 4294967295))"),
                format!("^{linked} = module: (path: \"[Regular LTO]\", hash: (0, 0, 0, 0, 0))"),
                format!("^{other} = gv: (guid: 77)"),
                format!(
                    "^{al} = gv: (name: \"al\", summaries: (alias: (module: ^{module}, {flags}, aliasee: ^{f})))"
                ),
                format!(
                    "^{f} = gv: (name: \"f\", summaries: (function: (module: ^{module}, {flags}, insts: 1, typeIdInfo: \
                     (typeTests: (^{typed}, 7, 589525355796498002)))))"
                ),
                format!("^{x} = gv: (name: \"\u{1}x\")"),
                format!(
                    "^{v} = gv: (name: \"v\", summaries: (variable: (module: ^{linked}, {flags}, varFlags: (readonly: 0, \
                     writeonly: 1, constant: 0, vcall_visibility: 2), vTableFuncs: ((virtFunc: ^{f}, offset: 8)), refs: \
                     (^{other}))))"
                ),
                format!(
                    "^{q} = gv: (name: \"q\\22\", summaries: (variable: (module: ^{module}, {flags}, varFlags: \
                     (readonly: 0, writeonly: 0, constant: 1))))"
                ),
                format!(
                    "^{typed} = typeid: (name: \"T\", summary: (typeTestRes: (kind: allOnes, sizeM1BitWidth: 7, alignLog2: 1, \
                     sizeM1: 3, bitMask: 9, inlineBits: 6), wpdResolutions: ((offset: 1, wpdRes: (kind: branchFunnel)), \
                     (offset: 5, wpdRes: (kind: singleImpl, singleImplName: \"q\", resByArg: (args: (1), byArg: (kind: \
                     indir), args: (4, 5), byArg: (kind: uniformRetVal, info: 7, byte: 3, bit: 2)))))))"
                ),
                format!(
                    "^{vtable} = typeidCompatibleVTable: (name: \"V\", summary: ((offset: 16, ^{v}), (offset: 3, ^{x})))"
                ),
                format!("^{flag} = flags: 9"),
                format!("^{count} = blockcount: 55"),
            ]
        };
        let mut sorted = numbered([0, 1, 5, 3, 4, 6, 7, 2, 8, 9, 10, 11]);
        let mut mixed = numbered([5, 6, 9, 12, 14, 30, 21, 300, 50, 51, 52, 53]);
        mixed[2..].reverse();
        let number =
            |entry: &String| entry[1..].split(' ').next().and_then(|number| number.parse::<u32>().ok());
        sorted.sort_by_key(number);
        assert_eq!(written(&mixed.join("\n")).lines().collect::<Vec<_>>(), sorted);
    }

    #[test]
    fn entries_for_one_global_are_one() {
        let entries = "^0 = gv: (name: \"f\")\n^1 = gv: (guid: 14740650423002898831)\n^2 = flags: 0\n";
        assert_eq!(written(entries), "^0 = gv: (name: \"f\")\n^1 = blockcount: 0\n");
    }

    #[test]
    fn wrong_entries_are_refused() {
        let head = "^0 = module: (path: \"a.o\", hash: (1, 2, 3, 4, 5))\n^1 = ";
        let in_function = |fields: &str| {
            format!(
                "gv: (name: \"f\", summaries: (function: (module: ^0, flags: (live: 1), insts: 5, {fields})))"
            )
        };
        for (entry, message) in [
            ("gv: (name: \"g\")".to_owned(), "Reference to undefined global \"g\""),
            ("gv: (guid: 0)".to_owned(), "Reference to undefined global \"\""),
            ("gv: (foo: \"f\")".to_owned(), "expected name or guid tag"),
            ("gv: (name: \"f\", summaries: (q: ()))".to_owned(), "expected summary type"),
            ("gv (name: \"f\")".to_owned(), "expected ':' here"),
            ("module: (path: 3)".to_owned(), "expected string constant"),
            ("module: (path: \"q\", hash: (1, 2))".to_owned(), "expected ',' here"),
            (
                "module: (path: \"q\", hash: (1, 2, 3, 4, 4294967296))".to_owned(),
                "expected 32-bit integer (too large)",
            ),
            ("typeid: (name: \"a\", q)".to_owned(), "expected 'summary' here"),
            (
                "typeid: (name: \"a\", summary: (typeTestRes: (kind: q)))".to_owned(),
                "unexpected TypeTestResolution kind",
            ),
            ("flags: -1".to_owned(), "expected integer"),
            (in_function("refs: (^77)"), "use of undefined summary '^77'"),
            (in_function("refs: ()"), "expected GV ID"),
            (in_function("calls: ()"), "expected '(' in call"),
            (in_function("calls: ((callee: ^1, hotness: q))"), "invalid call edge hotness"),
            (
                in_function("calls: ((callee: ^1, relbf: 3, hotness: hot))"),
                "Expected only one of hotness or relbf",
            ),
            (in_function("calls: ((callee: ^1, q: 3))"), "expected hotness, relbf, or tail"),
            (in_function("q: (1)"), "expected optional function summary field"),
            (in_function("funcFlags: (q: 3)"), "expected function flag type"),
            (in_function("typeIdInfo: (q: 3)"), "invalid typeIdInfo list type"),
            (in_function("typeIdInfo: (typeTests: (^99))"), "use of undefined type id summary '^99'"),
            (in_function("params: ((param: 1, offset: [x, 3]))"), "expected integer"),
            (in_function("allocs: ((versions: (q)))"), "invalid alloc type"),
            (
                "gv: (name: \"f\", summaries: (function: (module: ^7".to_owned(),
                "use of undefined module '^7'",
            ),
            (
                "gv: (name: \"f\", summaries: (alias: (module: ^0, flags: (live: 1), aliasee: ^1)))"
                    .to_owned(),
                "the aliasee has no summary of a function or variable",
            ),
        ] {
            let error = read(format!("{MODULE}{head}{entry}\n").as_bytes(), "test").map(|_| ()).unwrap_err();
            assert_eq!(error.message(), message, "{entry}");
        }
    }

    #[test]
    fn names_that_are_gone_become_guids() {
        let mut module = read(b"define void @g() {\n  ret void\n}\n", "test").unwrap();
        let flags = "flags: (linkage: external)";
        let entries = [
            "module: (path: \"a.o\", hash: (1, 2, 3, 4, 5))".to_owned(),
            format!("gv: (name: \"f\", summaries: (function: (module: ^0, {flags}, insts: 1)))"),
            format!("gv: (name: \"g\", summaries: (alias: (module: ^0, {flags}, aliasee: ^1)))"),
        ];
        let missing = crate::reader::read_summary(&mut module, entries.iter().map(|entry| entry.as_bytes()));
        assert_eq!(missing.unwrap(), 1);
        let text = String::from_utf8(write(&module)).unwrap();
        assert!(
            text.contains("gv: (guid: 14740650423002898831)") && text.contains("aliasee: null"),
            "{text}"
        );
    }
}
