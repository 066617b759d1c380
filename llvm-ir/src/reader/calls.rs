//! Reads `call`, `invoke`, `callbr`, exception pads and debug records.

use smallvec::{SmallVec, smallvec};

use super::lexer::{Name, Token};
use super::tables::DebugFormat;
use super::types::UNENDED_PARAMS;
use super::{Reader, Result};
use crate::attributes::{AttributeList, AttributeSetId};
use crate::constants::ConstantKind;
use crate::function::{Block, Value};
use crate::instruction::{
    Args, Bundle, CallSite, CatchSwitch, DebugRecord, DebugRecordKind, Flags, Instruction, LandingPad, List,
    RecordOperand, TailKind, keyword,
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
        let call_start = self.start;
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
        self.note_debug_intrinsic(call_start)?;
        self.skip_callee(space)?;
        self.require(b'(', "expected '(' in call")?;
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
                if !self.is_valid_param(arg_type) {
                    return self.error_at(start, "invalid type for function argument");
                }
                types.push(arg_type);
                sets.push(if arg_type == self.tables.module.types.common.metadata {
                    AttributeSetId::default()
                } else {
                    self.param_attributes()?
                });
                args.push(self.argument(arg_type)?);
                if !self.eat(b',') {
                    break;
                }
            }
            if !passes_on && !self.at(b')') {
                return self.error("expected ',' in argument list");
            }
            if !passes_on {
                self.passes_on_nothing(tail)?;
            }
            self.require(b')', UNENDED_PARAMS)?;
        }
        let (ret, function_type) = match explicit {
            Some((ret, params, _)) => {
                if args.len() < params.len() {
                    return self.error_at(call_start, "not enough parameters specified for call");
                }
                (ret, ty)
            }
            None => {
                let all = &self.tables.module.types;
                let kind = || TypeKind::Function { ret: ty, params: types[1..].into(), varargs: false };
                (ty, self.recent.functions.get(&types, || all.intern(kind())))
            }
        };
        if !self.is_valid_return(ret) {
            return self.error_at(ty_start, "Invalid result type for LLVM function");
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

    /// Skips the callee, a pointer into `space`, up to the parenthesis before the arguments.
    fn skip_callee(&mut self, space: u32) -> Result<()> {
        if let Some(name) = self.plain_name(b'@') {
            self.step_to(self.start + name.len());
            return Ok(());
        }
        match self.token() {
            Token::Word(b"asm") => {
                self.advance();
                for flag in ["sideeffect", "alignstack", "inteldialect", "unwind"] {
                    self.eat_word(flag);
                }
                self.string()?;
                self.require(b',', "expected comma in inline asm expression")?;
                self.string_or("expected constraint string").map(drop)
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
            // An expression: its type may be that of any pointer.
            _ => {
                let pointer = self.tables.module.types.pointer(space);
                self.constant(pointer).map(drop)
            }
        }
    }

    /// Notes that a debug intrinsic is called, and returns an error if there are debug records, too. The callee comes next.
    #[inline(always)]
    fn note_debug_intrinsic(&mut self, call_start: usize) -> Result<()> {
        match self.text.get(self.start + 1..) {
            Some([b'l', b'l', b'v', b'm', b'.', b'd', b'b', b'g', ..]) => self.debug_intrinsic(call_start),
            Some([b'"', name @ ..]) if name.starts_with(b"llvm.dbg.") => self.debug_intrinsic(call_start),
            _ => Ok(()),
        }
    }

    #[cold]
    fn debug_intrinsic(&mut self, call_start: usize) -> Result<()> {
        let name = match self.token() {
            Token::Global(Name::Plain(name) | Name::Quoted(name)) => name,
            _ => return Ok(()),
        };
        if !matches!(name, b"llvm.dbg.declare" | b"llvm.dbg.value" | b"llvm.dbg.assign") {
            return Ok(());
        }
        if !self.tables.notes_debug_info(DebugFormat::Intrinsics) {
            let message = "llvm.dbg intrinsic should not appear in a module using non-intrinsic debug info";
            return self.error_at(call_start, message);
        }
        Ok(())
    }

    /// Reads `[ "tag"(i32 %x), … ]`.
    fn bundles(&mut self) -> Result<Vec<Bundle>> {
        let start = self.start;
        if !self.eat(b'[') {
            return Ok(Vec::new());
        }
        const SEPARATOR: &str = "expected ',' in input list";
        let bundles = self.list(b']', SEPARATOR, |reader| {
            let tag = reader.string()?;
            reader.require(b'(', "expected '(' in operand bundle")?;
            let inputs = reader.list(b')', SEPARATOR, |reader| {
                let ty = reader.ty()?;
                reader.argument(ty)
            })?;
            Ok(Bundle { tag, inputs })
        })?;
        match bundles.is_empty() {
            true => self.error_at(start, "operand bundle set must not be empty"),
            false => Ok(bundles),
        }
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
            if value.constant().is_none() {
                return self.error_at(start, "clause argument must be a constant");
            }
            clauses.push((value, filter));
        }
        Ok((Instruction::LandingPad(Box::new(LandingPad { cleanup, clauses })), ty))
    }

    /// Reads `within none` or `within %pad`, after the keyword `pad`.
    fn parent_pad(&mut self, pad: &[u8]) -> Result<Value> {
        let pad_name = || String::from_utf8_lossy(pad);
        if !self.eat_word("within") {
            return self.error(format!("expected 'within' after {}", pad_name()));
        }
        let may_be_none = pad != keyword::CatchPad && self.at_word("none");
        if !may_be_none && !matches!(self.token(), Token::Local(_)) {
            return self.error(format!("expected scope value for {}", pad_name()));
        }
        let token = self.tables.module.types.common.token;
        self.value(token)
    }

    /// Reads the target of an unwind edge, after `unwind`.
    fn unwind_target(&mut self, expected_caller: &str) -> Result<Option<Block>> {
        if self.eat_word("to") {
            self.require_word("caller", expected_caller)?;
            return Ok(None);
        }
        self.label_block().map(Some)
    }

    pub(super) fn catch_switch(&mut self) -> Result<Instruction> {
        let parent = self.parent_pad(keyword::CatchSwitch)?;
        self.require(b'[', "expected '[' with catchswitch labels")?;
        let mut handlers = vec![self.label_block()?];
        while self.eat(b',') {
            handlers.push(self.label_block()?);
        }
        self.require(b']', "expected ']' after catchswitch labels")?;
        self.require_word("unwind", "expected 'unwind' after catchswitch scope")?;
        let unwind = self.unwind_target("expected 'caller' in catchswitch")?;
        Ok(Instruction::CatchSwitch(Box::new(CatchSwitch { parent, handlers, unwind })))
    }

    /// Reads the parent and the arguments of `catchpad` or `cleanuppad`, after this keyword.
    pub(super) fn pad(&mut self, keyword: &[u8]) -> Result<(Value, List<Value>)> {
        let parent = self.parent_pad(keyword)?;
        self.require(b'[', "expected '[' in catchpad/cleanuppad")?;
        let args = self.list(b']', "expected ',' in argument list", |reader| {
            let ty = reader.ty()?;
            reader.argument(ty)
        })?;
        Ok((parent, self.state().function.push_values(&args)))
    }

    pub(super) fn catch_ret(&mut self) -> Result<Instruction> {
        self.require_word("from", "expected 'from' after catchret")?;
        let token = self.tables.module.types.common.token;
        let pad = self.value(token)?;
        self.require_word("to", "expected 'to' in catchret")?;
        Ok(Instruction::CatchRet { pad, successor: self.label_block()? })
    }

    pub(super) fn cleanup_ret(&mut self) -> Result<Instruction> {
        self.require_word("from", "expected 'from' after cleanupret")?;
        let token = self.tables.module.types.common.token;
        let pad = self.value(token)?;
        self.require_word("unwind", "expected 'unwind' in cleanupret")?;
        Ok(Instruction::CleanupRet { pad, unwind: self.unwind_target("expected 'caller' in cleanupret")? })
    }

    /// Reads `#dbg_value(…)` and the like.
    pub(super) fn debug_record(&mut self) -> Result<()> {
        if !self.tables.notes_debug_info(DebugFormat::Records) {
            return self.error("debug record should not appear in a module containing debug info intrinsics");
        }
        self.expect(b'#')?;
        let Some(kind) = self.optional_word(DebugRecordKind::from_spelling) else {
            return self.error("expected debug record type here");
        };
        self.require(b'(', "Expected '(' here")?;
        let mut operands = Vec::with_capacity(record_operands(kind).len());
        for is_value in record_operands(kind) {
            operands.push(match is_value {
                true => self.record_value()?,
                false => RecordOperand::Metadata(Metadata::Node(self.record_node()?)),
            });
            self.require(b',', "Expected ',' here")?;
        }
        let location = Some(self.record_node()?);
        self.require(b')', "Expected ')' here")?;
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
            Token::MetadataName(b"DIArgList") => {
                self.argument_values().map(|values| RecordOperand::ArgList(values.into()))
            }
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
