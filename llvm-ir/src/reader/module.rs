//! Reads the top level of a file.

use super::lexer::{Token, unescape};
use super::{Key, Reader, Result};
use crate::datalayout;
use crate::entity::StrId;
use crate::globals::{ComdatData, ComdatKind};
use crate::intrinsics::{self, Undeclared};
use crate::module::AsmTarget;

impl<'a> Reader<'a> {
    /// Reads all top-level entities of the file.
    pub(super) fn top_level(&mut self) -> Result<()> {
        while self.start < self.text.len() {
            // Most entities are metadata nodes.
            match self.text[self.start..] {
                [b'!', b'0'..=b'9', ..] => self.node_definition()?,
                _ => self.entity()?,
            }
        }
        Ok(())
    }

    fn entity(&mut self) -> Result<()> {
        match self.token() {
            Token::Word(b"source_filename") => {
                self.advance();
                self.expect(b'=')?;
                let name = self.string()?;
                self.own()?.module.source_filename = Some(name);
                Ok(())
            }
            Token::Word(b"target") => {
                self.advance();
                let triple = self.eat_word("triple");
                if !triple {
                    self.expect_word("datalayout")?;
                }
                self.expect(b'=')?;
                let start = self.start;
                let text = self.string()?;
                if triple {
                    self.own()?.module.target_triple = Some(text);
                    return Ok(());
                }
                if let Err(message) = datalayout::check(&self.tables.module.text(text)) {
                    return self.error_at(start, message);
                }
                let tables = self.own()?;
                tables.module.data_layout = Some(text);
                tables.parse_layout();
                Ok(())
            }
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
        self.expect_word("asm")?;
        let (features, cpu) = if self.eat(b'(') { self.asm_properties()? } else { (None, None) };
        let Token::String(first) = self.token() else { return self.error("expected string constant") };
        let asm_end = self.text[..self.start].trim_ascii_end().len();
        let mut lines = vec![unescape(first).into_owned()];
        // LLVM 23 begins a line for each string.
        let is_new = features.or(cpu).is_some() || self.text[asm_end..self.start].contains(&b'\n');
        self.advance();
        while let Token::String(line) = self.token() {
            lines.push(unescape(line).into_owned());
            self.advance();
        }
        // Older ones concatenate the strings, each with a line break; an empty one adds nothing.
        if !is_new && lines.len() == 1 && lines[0].is_empty() {
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
        let Key::Name(name) = self.comdat_key(name) else {
            return self.error_at(start, "expected comdat name");
        };
        self.expect(b'=')?;
        self.expect_word("comdat")?;
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
        for (name, at, Undeclared { placeholder, .. }) in &missing {
            let message = match (intrinsics::find(name), self.tables.undefined_globals.get(placeholder)) {
                (None, _) if !intrinsics::may_be_older(name) => {
                    format!("unknown intrinsic '{}'", String::from_utf8_lossy(name))
                }
                (_, Some(undefined)) if undefined.calls < undefined.uses => {
                    "intrinsic can only be used as callee".to_owned()
                }
                _ => continue,
            };
            return self.error_at(*at, message);
        }
        let missing: Vec<_> = missing.into_iter().map(|(.., undeclared)| undeclared).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let tables = self.own()?;
        if let Err(wrong) = intrinsics::declare(&mut tables.module, &missing) {
            let at = tables.undefined_globals.get(&wrong).map_or(0, |undefined| undefined.at);
            return self.error_at(at, "invalid intrinsic signature");
        }
        for undeclared in missing {
            tables.undefined_globals.remove(&undeclared.placeholder);
        }
        Ok(())
    }

    /// Checks that everything that is used is defined.
    pub(super) fn finish(&mut self) -> Result<()> {
        self.declare_intrinsics()?;
        let first = |uses: Vec<(usize, String)>| uses.into_iter().min();
        let types = self
            .tables
            .undefined_types
            .iter()
            .map(|(ty, &at)| (at, format!("use of undefined type named '{}'", self.show_type(*ty))));
        let globals = self.tables.undefined_globals.iter().map(|(&global, undefined)| {
            let key = self.tables.globals.iter().find(|(_, known)| **known == global).map(|(key, _)| *key);
            (
                undefined.at,
                format!(
                    "use of undefined value '@{}'",
                    key.map(|key| self.show_key(key)).unwrap_or_default()
                ),
            )
        });
        let comdats = self.tables.undefined_comdats.iter().map(|(&comdat, &at)| {
            (
                at,
                format!(
                    "use of undefined comdat '${}'",
                    self.tables.module.text(self.tables.module.comdats[comdat].name)
                ),
            )
        });
        let blocks = self
            .tables
            .addressed_blocks
            .values()
            .flatten()
            .map(|&(_, _, at)| (at, "expected function name in blockaddress".to_owned()));
        if let Some((at, message)) = first(types.chain(globals).chain(comdats).chain(blocks).collect()) {
            return self.error_at(at, message);
        }
        self.finish_summary()?;
        self.check_structs()?;
        self.check_nodes()
    }
}
