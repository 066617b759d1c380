//! Reads the top level of a file.

use rustc_hash::FxHashSet;

use super::lexer::{Token, unescape};
use super::recovery::MOST_ERRORS;
use super::{Key, NO_NUMBER, Reader, Result};
use crate::datalayout;
use crate::entity::StrId;
use crate::globals::{ComdatData, ComdatKind, Global};
use crate::intrinsics::{self, Undeclared};
use crate::module::AsmTarget;
use crate::types::{Type, TypeKind};
use crate::upgrade;

impl<'a> Reader<'a> {
    /// Reads all top-level entities of the file.
    ///
    /// # Errors
    /// The first error if bodies are deferred. Otherwise errors are noted, unless they are too many.
    pub(super) fn top_level(&mut self) -> Result<()> {
        self.target_definitions()?;
        while self.start < self.text.len() {
            let begin = self.start;
            // Most entities are metadata nodes.
            let entity = match self.text[begin..] {
                [b'!', b'0'..=b'9', ..] => self.node_definition(),
                _ => self.entity(),
            };
            self.after_entity(begin, entity)?;
        }
        Ok(())
    }

    /// Reads the target and the name of the source, which come first in a file.
    fn target_definitions(&mut self) -> Result<()> {
        let mut layout = None;
        loop {
            if self.eat_word("source_filename") {
                self.require(b'=', "expected '=' after source_filename")?;
                let name = self.string()?;
                self.own()?.module.source_filename = Some(name);
            } else if self.eat_word("target") {
                if self.eat_word("triple") {
                    self.require(b'=', "expected '=' after target triple")?;
                    let triple = self.string()?;
                    self.own()?.module.target_triple = Some(triple);
                } else {
                    self.require_word("datalayout", "unknown target property")?;
                    self.require(b'=', "expected '=' after target datalayout")?;
                    layout = Some((self.start, self.string()?));
                }
            } else {
                break;
            }
        }
        let given = self.tables.given_layout.map(|layout| (self.start, layout));
        let Some((at, layout)) = given.or(layout) else { return Ok(()) };
        if let Err(message) = datalayout::check(&self.tables.module.text(layout)) {
            return self.error_at(at, message);
        }
        let tables = self.own()?;
        tables.module.data_layout = Some(layout);
        tables.parse_layout();
        Ok(())
    }

    fn entity(&mut self) -> Result<()> {
        match self.token() {
            Token::Word(b"module") => self.module_asm(),
            Token::Word(b"define" | b"declare") => self.function_definition(),
            Token::Word(b"attributes") => self.known_attribute_group(),
            Token::Word(b"uselistorder") => self.use_list_of_constant(),
            Token::Word(b"uselistorder_bb") => self.use_list_of_block(),
            Token::Local(_) => self.type_definition(),
            Token::Global(_) => self.global_definition(),
            Token::Comdat(_) => self.comdat_definition(),
            Token::MetadataName(name) => self.named_metadata(name),
            Token::Summary(number) => self.summary_entry(number),
            Token::Punct(b'!') => self.node_definition(),
            _ => self.error("expected top-level entity"),
        }
    }

    /// Reads `module asm "line"`, or `module asm(target_cpu: "x") "line" "line"` as LLVM writes it from version 23 on.
    fn module_asm(&mut self) -> Result<()> {
        self.advance();
        self.require_word("asm", "expected 'module asm'")?;
        let (features, cpu) = if self.eat(b'(') { self.asm_properties()? } else { (None, None) };
        let Token::String(first) = self.token() else { return self.error("expected string constant") };
        let mut lines = vec![unescape(first).into_owned()];
        self.advance();
        while let Token::String(line) = self.token() {
            lines.push(unescape(line).into_owned());
            self.advance();
        }
        // Older ones concatenate the strings, each with a line break; an empty one adds nothing.
        if features.or(cpu).is_none() && lines.len() == 1 && lines[0].is_empty() {
            return Ok(());
        }
        let module = &mut self.own()?.module;
        let last = module.module_asm_targets.last();
        if last.map_or((None, None), |last| (last.features, last.cpu)) != (features, cpu) {
            module.module_asm_targets.push(AsmTarget { first_line: module.module_asm.len(), features, cpu });
        }
        for text in lines {
            let lines = text.strip_suffix(b"\n").unwrap_or(&text).split(|&byte| byte == b'\n');
            module.module_asm.extend(lines.map(|line| module.strings.intern(line)));
        }
        Ok(())
    }

    /// Reads `target_features: "x", target_cpu: "y")`.
    fn asm_properties(&mut self) -> Result<(Option<StrId>, Option<StrId>)> {
        let (mut features, mut cpu) = (None, None);
        loop {
            let property = match self.token() {
                Token::Label(b"target_features") => &mut features,
                Token::Label(b"target_cpu") => &mut cpu,
                Token::Label(_) => return self.error("unknown property name"),
                _ => return self.error("expected property name followed by ':'"),
            };
            self.advance();
            let text = self.string()?;
            *property = Some(text).filter(|&text| !self.tables.module.strings.get(text).is_empty());
            if self.eat(b')') {
                return Ok((features, cpu));
            }
            if !self.eat(b',') {
                return self.error("expected ',' or ')'");
            }
        }
    }

    /// Reads `$name = comdat any`.
    fn comdat_definition(&mut self) -> Result<()> {
        let start = self.start;
        let Token::Comdat(name) = self.token() else { return self.error("expected comdat name") };
        self.advance();
        let name = self.comdat_name(name);
        self.expect(b'=')?;
        self.require_word("comdat", "expected comdat type")?;
        let Some(kind) = self.optional_word(ComdatKind::from_spelling) else {
            return self.error("unknown selection kind");
        };
        match self.tables.comdats.get(&name).copied() {
            Some(comdat) => {
                if self.own()?.undefined_comdats.remove(&comdat).is_none() {
                    return self.error_at(
                        start,
                        format!("redefinition of comdat '${}'", self.tables.module.text(name)),
                    );
                }
                self.own()?.module.comdats[comdat].kind = kind;
            }
            None => {
                let tables = self.own()?;
                let comdat = tables.module.comdats.push(ComdatData { name, kind });
                tables.comdats.insert(name, comdat);
            }
        }
        Ok(())
    }

    /// Declares intrinsics that are called but not declared, in LLVM's order: by name, and for the same name the type of the last
    /// call first.
    fn declare_intrinsics(&mut self) -> Result<()> {
        let mut missing = Vec::new();
        for (&key, &placeholder) in &self.tables.globals {
            let Key::Name(name) = key else { continue };
            let text = self.tables.module.strings.get(name);
            if !text.starts_with(b"llvm.") {
                continue;
            }
            if let Some(undefined) = self.tables.undefined_globals.get(&placeholder) {
                let types = undefined.called_as.iter().rev().copied().collect();
                missing.push((text.to_vec(), undefined.at, Undeclared { placeholder, name, types }));
            }
        }
        missing.sort_by(|(a, ..), (b, ..)| a.cmp(b));
        let mut wrong = FxHashSet::default();
        for (name, at, Undeclared { placeholder, types, .. }) in &missing {
            let is_old = |&ty: &Type| upgrade::is_old(&self.tables.module, name, ty);
            let message = match (intrinsics::find(name), self.tables.undefined_globals.get(placeholder)) {
                (None, _) if !types.iter().all(is_old) => {
                    format!("unknown intrinsic '{}'", String::from_utf8_lossy(name))
                }
                (_, Some(undefined)) if undefined.calls < undefined.uses => {
                    "intrinsic can only be used as callee".to_owned()
                }
                _ => continue,
            };
            wrong.insert(*placeholder);
            let error = self.error_at(*at, message);
            error.or_else(|error| self.note_error(error))?;
        }
        let missing = missing.into_iter().map(|(.., undeclared)| undeclared);
        let missing: Vec<_> = missing.filter(|missing| !wrong.contains(&missing.placeholder)).collect();
        let tables = self.own()?;
        let declared = match missing.is_empty() {
            true => Ok(Vec::new()),
            false => intrinsics::declare(&mut tables.module, &missing),
        };
        for placeholder in missing.iter().map(|undeclared| undeclared.placeholder).chain(wrong) {
            if declared != Err(placeholder) {
                tables.undefined_globals.remove(&placeholder);
            }
        }
        let wrong = match declared {
            Ok(older) => {
                tables.older_intrinsics = older;
                return Ok(());
            }
            Err(wrong) => wrong,
        };
        let at = tables.undefined_globals.remove(&wrong).map_or(0, |undefined| undefined.at);
        let error = self.error_at(at, "invalid intrinsic signature");
        error.or_else(|error| self.note_error(error))
    }

    /// The name or number of a global.
    fn show_global(&self, global: Global) -> String {
        let key = self.tables.globals.iter().find(|(_, known)| **known == global);
        key.map(|(key, _)| self.show_key(*key)).unwrap_or_default()
    }

    /// The name or number of an identified struct.
    fn key_of_type(&self, ty: Type) -> Key {
        self.tables.types.iter().find(|(_, known)| **known == ty).map_or(NO_NUMBER, |(key, _)| *key)
    }

    /// Why a global cannot be the operand of `dso_local_equivalent`.
    pub(super) fn not_equivalent(&self, global: Global) -> Option<String> {
        if self.tables.undefined_globals.contains_key(&global) {
            let value = self.show_global(global);
            return Some(format!("unknown function '{value}' referenced by dso_local_equivalent"));
        }
        let ty = self.tables.module.globals[global].ty;
        let is_function = matches!(self.tables.module.types.kind(ty), TypeKind::Function { .. });
        (!is_function)
            .then(|| "expected a function, alias to function, or ifunc in dso_local_equivalent".to_owned())
    }

    /// Checks that everything that is used is defined.
    ///
    /// # Errors
    /// All errors that were noted.
    pub(super) fn finish(&mut self) -> Result<()> {
        if !self.is_lost() {
            for (at, message) in self.undefined_names() {
                let error = self.error_at(at, message);
                error.or_else(|error| self.note_error(error))?;
            }
            self.declare_intrinsics()?;
            for (at, message) in self.undefined_globals().into_iter().chain(self.undefined_nodes()) {
                let error = self.error_at(at, message);
                error.or_else(|error| self.note_error(error))?;
            }
        }
        self.check_errors()?;
        self.finish_summary()?;
        self.check_structs()
    }

    /// The messages for addressed blocks, functions, types and comdats that are not defined, in LLVM's order.
    fn undefined_names(&self) -> Vec<(usize, String)> {
        let failed = self.failed.as_deref();
        let skipped = self.skipped_globals();
        let is_skipped = |global| {
            skipped.contains(global) || failed.is_some_and(|failed| failed.functions.contains(global))
        };
        let blocks = self.tables.addressed_blocks.iter().filter(|(function, _)| !is_skipped(*function));
        let blocks = blocks.flat_map(|(function, blocks)| {
            let is_defined = !self.tables.undefined_globals.contains_key(function);
            let is_declared = is_defined && self.tables.module.globals[*function].as_function().is_some();
            let message = match is_declared {
                true => "cannot take blockaddress inside a declaration",
                false => "expected function name in blockaddress",
            };
            blocks.iter().map(move |addressed| (addressed.function_at, message.to_owned()))
        });
        let equivalents = self.tables.equivalents.iter().filter(|(global, _)| !skipped.contains(global));
        let equivalents = equivalents.filter_map(|&(global, at)| Some((at, self.not_equivalent(global)?)));
        let wrong = failed.into_iter().flat_map(|failed| &failed.types);
        let wrong: FxHashSet<Type> = wrong.filter_map(|key| self.tables.types.get(key).copied()).collect();
        let types = self.tables.undefined_types.iter().filter(|(ty, _)| !wrong.contains(*ty));
        let types = types.map(|(ty, &at)| (at, *ty)).collect();
        let types = first_errors(types).into_iter().map(|(at, ty)| {
            let key = self.key_of_type(ty);
            let shown = self.show_key(key);
            match key {
                Key::Name(_) => (at, format!("use of undefined type named '{shown}'")),
                Key::Number(_) => (at, format!("use of undefined type '%{shown}'")),
            }
        });
        let comdats = self.tables.undefined_comdats.iter().filter_map(|(&comdat, &at)| {
            let name = self.tables.module.comdats[comdat].name;
            let is_skipped = failed.is_some_and(|failed| failed.comdats.contains(&name));
            let text = self.tables.module.text(name);
            (!is_skipped).then(|| (at, format!("use of undefined comdat '${text}'")))
        });
        let all = [first_errors(blocks.collect()), first_errors(equivalents.collect()), types.collect()];
        all.into_iter().flatten().chain(first_errors(comdats.collect())).collect()
    }

    /// The globals that may be defined in a part of the text that was skipped.
    fn skipped_globals(&self) -> FxHashSet<Global> {
        let keys = self.failed.iter().flat_map(|failed| &failed.globals);
        keys.filter_map(|key| self.tables.globals.get(key).copied()).collect()
    }

    /// The messages for globals that are not defined.
    fn undefined_globals(&self) -> Vec<(usize, String)> {
        let skipped = self.skipped_globals();
        let used = self.tables.undefined_globals.iter();
        let used = used
            .filter(|(global, undefined)| undefined.address_space.is_some() && !skipped.contains(*global));
        let used = used.map(|(&global, undefined)| (undefined.at, global)).collect();
        let message = |(at, global)| (at, format!("use of undefined value '@{}'", self.show_global(global)));
        first_errors(used).into_iter().map(message).collect()
    }
}

/// The first errors that are worth reporting, in the order of the text.
fn first_errors<T: Ord>(mut errors: Vec<(usize, T)>) -> Vec<(usize, T)> {
    errors.sort_unstable();
    errors.truncate(MOST_ERRORS);
    errors
}
