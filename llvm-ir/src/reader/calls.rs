//! Reads `call`, `invoke`, `callbr`, exception pads and debug records.

use smallvec::{SmallVec, smallvec};

use super::lexer::Token;
use super::{Reader, Result};
use crate::attributes::{AttributeList, AttributeSetId};
use crate::constants::ConstantKind;
use crate::function::{Block, Value};
use crate::instruction::{
    Args, Bundle, CallSite, CatchSwitch, DebugRecord, DebugRecordKind, Flags, Instruction, LandingPad, List,
    RecordOperand, TailKind,
};
use crate::metadata::{MdNode, Metadata};
use crate::types::{Type, TypeKind};

impl<'a> Reader<'a> {
    /// Whether the function that is being read has variable arguments.
    fn is_in_variadic(&mut self) -> bool {
        let global = self.state().global;
        let ty = global.map(|global| self.tables.module.globals[global].ty);
        ty.is_some_and(|ty| {
            matches!(self.tables.module.types.kind(ty), TypeKind::Function { varargs: true, .. })
        })
    }

    /// Refuses a call that does not pass on the variable arguments although it must.
    #[inline(always)]
    fn passes_on_nothing(&mut self, tail: TailKind) -> Result<()> {
        if tail == TailKind::MustTail && self.is_in_variadic() {
            let message = "expected '...' at end of argument list for musttail call in varargs function";
            return self.error(message);
        }
        Ok(())
    }

    /// Reads the common part of `call`, `invoke` and `callbr`, from the calling convention to the operand bundles. Also returns
    /// the type of the result.
    pub(super) fn call_site(&mut self, flags: Flags, tail: TailKind) -> Result<(CallSite, Type)> {
        let calling_convention = self.calling_convention()?;
        let ret_set = self.result_attributes()?;
        let space = if self.at_word("addrspace") {
            self.address_space()?
        } else {
            self.tables.layout.program_address_space
        };
        let ty_start = self.start;
        let ty = self.ty_or_void()?;
        // The callee comes before the arguments, but its type may depend on theirs: read it after them.
        let callee_lexer = self.start;
        self.skip_callee()?;
        self.expect(b'(')?;
        let explicit = match self.tables.module.types.kind(ty) {
            TypeKind::Function { ret, params, varargs } => Some((*ret, params.clone(), *varargs)),
            _ => None,
        };
        let mut args = Args::new();
        let mut passes_on = false;
        // Attributes of the result come first in the list that is looked up.
        let mut sets: SmallVec<[AttributeSetId; 8]> = smallvec![ret_set];
        let mut types: SmallVec<[Type; 8]> = smallvec![ty];
        if self.at(b')') {
            self.passes_on_nothing(tail)?;
            self.advance();
        } else {
            loop {
                if self.first() == b'.' && self.token() == Token::Ellipsis {
                    // A `musttail` call passes on the variable arguments.
                    let message = "unexpected ellipsis in argument list for";
                    if tail != TailKind::MustTail {
                        return self.error(format!("{message} non-musttail call"));
                    }
                    if !self.is_in_variadic() {
                        return self.error(format!("{message} musttail call in non-varargs function"));
                    }
                    self.advance();
                    passes_on = true;
                    break;
                }
                let start = self.start;
                let arg_type = self.ty()?;
                if let Some((_, params, varargs)) = &explicit {
                    match params.get(args.len()) {
                        Some(&expected) if expected != arg_type => {
                            let expected = self.show_type(expected);
                            return self
                                .error_at(start, format!("argument is not of expected type '{expected}'"));
                        }
                        None if !varargs => return self.error_at(start, "too many arguments specified"),
                        _ => {}
                    }
                }
                types.push(arg_type);
                sets.push(if arg_type == self.tables.module.types.common.metadata {
                    AttributeSetId::default()
                } else {
                    self.param_attributes()?
                });
                args.push(match arg_type == self.tables.module.types.common.metadata {
                    true => self.metadata_argument()?,
                    false => self.value(arg_type)?,
                });
                if !self.eat(b',') {
                    break;
                }
            }
            if !passes_on {
                self.passes_on_nothing(tail)?;
            }
            self.expect(b')')?;
        }
        let (ret, function_type) = match explicit {
            Some((ret, params, _)) => {
                if args.len() < params.len() {
                    return self.error("not enough parameters specified for call");
                }
                (ret, ty)
            }
            None => {
                let all = &self.tables.module.types;
                let kind = || TypeKind::Function { ret: ty, params: types[1..].into(), varargs: false };
                (ty, self.recent.functions.get(&types, || all.intern(kind())))
            }
        };
        if matches!(
            self.tables.module.types.kind(ret),
            TypeKind::Function { .. } | TypeKind::Label | TypeKind::Metadata
        ) {
            return self.error_at(ty_start, "invalid result type of a call");
        }
        let after = self.start;
        self.start = callee_lexer;
        let callee_type = self.tables.module.types.pointer(space);
        self.state().asm_type = Some(function_type);
        let callee = self.value(callee_type)?;
        self.state().asm_type = None;
        self.start = after;
        self.note_callee(callee, function_type)?;
        let function = self.call_attributes()?;
        sets.push(function);
        let all = &self.tables.module.attributes;
        let list = || AttributeList { function, ret: ret_set, params: sets[1..sets.len() - 1].into() };
        let attributes = self.recent.lists.get(&sets, || all.list(list()));
        let bundles = self.bundles()?.into();
        Ok((
            CallSite { callee, function_type, args, calling_convention, attributes, bundles, flags, tail },
            ret,
        ))
    }

    /// Records the function type with which an undeclared callee is called: intrinsics are declared implicitly.
    fn note_callee(&mut self, callee: Value, function_type: Type) -> Result<()> {
        let kind = callee.constant().map(|callee| self.tables.module.constants.kind(callee));
        if let Some(ConstantKind::Global(global)) = kind.cloned()
            && self.tables.undefined_globals.contains_key(&global)
            && let Some(undefined) = self.own()?.undefined_globals.get_mut(&global)
        {
            undefined.calls += 1;
            undefined.called_as.retain(|&ty| ty != function_type);
            undefined.called_as.push(function_type);
        }
        Ok(())
    }

    /// Skips the callee up to the parenthesis before the arguments.
    fn skip_callee(&mut self) -> Result<()> {
        if let Some(name) = self.plain_name(b'@') {
            self.step_to(self.start + name.len());
            return Ok(());
        }
        match self.token() {
            Token::Word(b"asm") => {
                while !matches!(self.token(), Token::String(_) | Token::Eof) {
                    self.advance();
                }
                self.advance();
                self.expect(b',')?;
                self.string().map(drop)
            }
            Token::Word(b"no_cfi" | b"dso_local_equivalent") => {
                self.advance();
                self.advance();
                Ok(())
            }
            Token::Word(b"null" | b"undef" | b"poison" | b"zeroinitializer")
            | Token::Local(_)
            | Token::Global(_) => {
                self.advance();
                Ok(())
            }
            // An expression: skip to its closing parenthesis.
            Token::Word(_) => {
                let mut depth = 0usize;
                loop {
                    match self.token() {
                        // The parentheses of `inrange(a, b)` come before those of the expression.
                        Token::Word(b"inrange") if depth == 0 => {
                            while !matches!(self.token(), Token::Punct(b')') | Token::Eof | Token::Error(_)) {
                                self.advance();
                            }
                        }
                        Token::Punct(b'(') => depth += 1,
                        Token::Punct(b')') if depth <= 1 => {
                            self.advance();
                            return if depth == 1 { Ok(()) } else { self.error("expected a callee") };
                        }
                        Token::Punct(b')') => depth -= 1,
                        Token::Eof | Token::Error(_) => return self.error("expected a callee"),
                        _ => {}
                    }
                    self.advance();
                }
            }
            _ => self.error("expected a callee"),
        }
    }

    /// Reads `[ "tag"(i32 %x), … ]`.
    fn bundles(&mut self) -> Result<Vec<Bundle>> {
        if !self.eat(b'[') {
            return Ok(Vec::new());
        }
        let bundles = self.list(b']', |reader| {
            let tag = reader.string()?;
            reader.expect(b'(')?;
            let inputs = reader.list(b')', |reader| {
                let ty = reader.ty()?;
                match ty == reader.tables.module.types.common.metadata {
                    true => reader.metadata_argument(),
                    false => reader.value(ty),
                }
            })?;
            Ok(Bundle { tag, inputs })
        })?;
        if bundles.is_empty() { self.error("operand bundle set must not be empty") } else { Ok(bundles) }
    }

    pub(super) fn landing_pad(&mut self) -> Result<(Instruction, Type)> {
        let ty = self.ty()?;
        let cleanup = self.eat_word("cleanup");
        let mut clauses = Vec::new();
        while let Some(filter) = self.optional_word(|word| match word {
            b"catch" => Some(false),
            b"filter" => Some(true),
            _ => None,
        }) {
            let start = self.start;
            let value = self.typed_value()?;
            let ty = self.value_type(value);
            if filter != matches!(self.tables.module.types.kind(ty), TypeKind::Array { .. }) {
                let message = if filter {
                    "'filter' clause has an invalid type"
                } else {
                    "'catch' clause has an invalid type"
                };
                return self.error_at(start, message);
            }
            clauses.push((value, filter));
        }
        Ok((Instruction::LandingPad(Box::new(LandingPad { cleanup, clauses })), ty))
    }

    /// Reads `within none` or `within %pad` of this instruction.
    fn parent_pad(&mut self, of: &str) -> Result<Value> {
        self.expect_word("within")?;
        if self.first() != b'%' && !self.at_word("none") {
            return self.error(format!("expected scope value for {of}"));
        }
        let token = self.tables.module.types.common.token;
        self.value(token)
    }

    fn unwind_target(&mut self) -> Result<Option<Block>> {
        self.expect_word("unwind")?;
        if self.eat_word("to") {
            self.expect_word("caller")?;
            return Ok(None);
        }
        self.label_block().map(Some)
    }

    pub(super) fn catch_switch(&mut self) -> Result<Instruction> {
        let parent = self.parent_pad("catchswitch")?;
        self.expect(b'[')?;
        let handlers = self.list(b']', Self::label_block)?;
        if handlers.is_empty() {
            return self.error("expected a handler of catchswitch");
        }
        let unwind = self.unwind_target()?;
        Ok(Instruction::CatchSwitch(Box::new(CatchSwitch { parent, handlers, unwind })))
    }

    /// Reads the parent and the arguments of `catchpad` or `cleanuppad`.
    pub(super) fn pad(&mut self, of: &str) -> Result<(Value, List<Value>)> {
        let parent = self.parent_pad(of)?;
        self.expect(b'[')?;
        let args = self.list(b']', |reader| {
            let ty = reader.ty()?;
            match ty == reader.tables.module.types.common.metadata {
                true => reader.metadata_argument(),
                false => reader.value(ty),
            }
        })?;
        Ok((parent, self.state().function.push_values(&args)))
    }

    pub(super) fn catch_ret(&mut self) -> Result<Instruction> {
        self.expect_word("from")?;
        let token = self.tables.module.types.common.token;
        let pad = self.value(token)?;
        self.expect_word("to")?;
        Ok(Instruction::CatchRet { pad, successor: self.label_block()? })
    }

    pub(super) fn cleanup_ret(&mut self) -> Result<Instruction> {
        self.expect_word("from")?;
        let token = self.tables.module.types.common.token;
        let pad = self.value(token)?;
        Ok(Instruction::CleanupRet { pad, unwind: self.unwind_target()? })
    }

    /// Reads `#dbg_value(…)` and the like.
    pub(super) fn debug_record(&mut self) -> Result<()> {
        self.expect(b'#')?;
        let Some(kind) = self.optional_word(DebugRecordKind::from_spelling) else {
            return self.error("expected debug record type here");
        };
        self.expect(b'(')?;
        let mut operands = Vec::with_capacity(record_operands(kind).len());
        for is_value in record_operands(kind) {
            operands.push(match is_value {
                true => self.record_value()?,
                false => RecordOperand::Metadata(Metadata::Node(self.record_node()?)),
            });
            self.expect(b',')?;
        }
        let location = Some(self.record_node()?);
        self.expect(b')')?;
        let record = Instruction::DebugRecord(Box::new(DebugRecord { kind, operands, location }));
        let state = self.state();
        state.insts.push(state.function.add_inst(record, None, List::default()));
        Ok(())
    }

    /// Reads the value or address in a debug record: a value, a list of values, or metadata.
    fn record_value(&mut self) -> Result<RecordOperand> {
        if self.common_type().is_some() {
            return self.typed_value().map(RecordOperand::Value);
        }
        match self.token() {
            Token::MetadataName(b"DIArgList") => self.argument_values().map(RecordOperand::ArgList),
            Token::MetadataName(_) | Token::Punct(b'!') => self.metadata().map(RecordOperand::Metadata),
            Token::Word(b"metadata") => self.error("invalid metadata-value-metadata roundtrip"),
            _ if self.at_type() => self.typed_value().map(RecordOperand::Value),
            _ => self.error("expected metadata operand"),
        }
    }

    fn record_node(&mut self) -> Result<MdNode> {
        if let Some(node) = self.short_node()? {
            return Ok(node);
        }
        match self.token() {
            Token::MetadataName(b"DIArgList") => self.error("expected metadata type"),
            Token::MetadataName(_) | Token::Punct(b'!') => self.node(),
            _ => self.error("expected '!' here"),
        }
    }
}

/// The operands of a debug record before its location: `true` for a value, `false` for a node.
pub(crate) fn record_operands(kind: DebugRecordKind) -> &'static [bool] {
    match kind {
        DebugRecordKind::Value | DebugRecordKind::Declare | DebugRecordKind::DeclareValue => {
            &[true, false, false]
        }
        DebugRecordKind::Assign => &[true, false, false, false, true, false],
        DebugRecordKind::Label => &[false],
    }
}
