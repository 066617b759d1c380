//! Reads directives that order uses: `uselistorder ptr @g, { 1, 0 }`, `uselistorder_bb @f, %b, { 1, 0 }`.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::lexer::{Name, Token};
use super::{Diagnostic, Key, Reader, Result};
use crate::entity::StrId;
use crate::function::{Block, Function};
use crate::globals::Global;
use crate::module::Module;
use crate::use_lists::{UseListOrder, UsedInFunction, UsesInFunction, indexes_objection};

/// What is defined at the top level, in the order in which it is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Place {
    #[default]
    Variable,
    Alias,
    IFunc,
    Function,
    Directive,
}

/// What is known of the directives behind the functions.
#[derive(Default)]
pub(super) struct UseLists {
    /// The places of the directives.
    places: Vec<usize>,
    /// What was defined last.
    last: Place,
    /// Whether the text has another order than what is written. The uses of constants have another order then, too.
    is_rearranged: bool,
    /// Whether the text takes the address of a block.
    takes_addresses: OnceLock<bool>,
    /// Functions that directives name.
    functions: FxHashMap<Global, NamedFunction>,
}

/// What directives behind a function need to know of it.
struct NamedFunction {
    uses: UsesInFunction,
    /// Values and blocks by name; `None` for a value.
    names: FxHashMap<StrId, Option<Block>>,
}

impl NamedFunction {
    fn new(function: &Function) -> Self {
        let values = function.locals.values().filter_map(|local| Some((local.name?, None)));
        let blocks = function.blocks.iter().filter_map(|(block, data)| Some((data.name?, Some(block))));
        Self { uses: UsesInFunction::of(function), names: values.chain(blocks).collect() }
    }
}

impl UseLists {
    /// Checks the directives of a whole module, and removes those that mean something else in the order in which the module is written.
    pub(super) fn finish(&self, module: &mut Module, file: &str, text: &[u8]) -> Result<()> {
        if self.is_rearranged {
            let message =
                "this order of uses is not kept, because the text is not in the order in which it is written";
            let warnings = self.places.iter().map(|&at| Diagnostic::new(file, text, at, message));
            module.warnings.extend(warnings);
            module.lost_use_list_orders = module.use_list_orders.len();
            module.use_list_orders.clear();
            return Ok(());
        }
        let objections = module.use_list_objections(&module.use_list_orders, true);
        match self.places.iter().zip(objections).find_map(|(&at, objection)| Some((at, objection?))) {
            Some((at, objection)) => Err(Diagnostic::new(file, text, at, objection)),
            None => Ok(()),
        }
    }

    /// Removes directives that do not fit what is written, with a warning: older constructs have been replaced, and nodes that nothing refers
    /// to are left out.
    pub(super) fn keep_fitting(&self, module: &mut Module, file: &str, text: &[u8]) {
        if module.has_use_list_orders() {
            let removed = module.retain_use_list_orders();
            if removed != 0 {
                module.lost_use_list_orders += removed;
                let message = format!(
                    "{removed} orders of uses are not kept, because some of the uses were replaced, or are not written"
                );
                let at = self.places.first().copied().unwrap_or(0);
                module.warnings.push(Diagnostic::new(file, text, at, message));
            }
        }
    }
}

impl Reader<'_> {
    /// Notes that this is defined next at the top level.
    pub(super) fn note_order(&mut self, place: Place) -> Result<()> {
        let lists = &mut self.own()?.use_lists;
        lists.is_rearranged |= place < lists.last;
        lists.last = place;
        Ok(())
    }

    /// Reads the directives at the end of a function.
    pub(super) fn use_lists_of_function(&mut self) -> Result<()> {
        let uses = UsesInFunction::of(&self.state().function);
        let addressed = self.takes_addresses_of_blocks();
        while !self.at(b'}') {
            let start = self.start;
            if !self.eat_word("uselistorder") {
                return self.error("expected uselistorder directive");
            }
            let ty = self.ty()?;
            let of = if ty == self.tables.module.types.common.label {
                let at = self.start;
                let Some(key) = self.local_key() else { return self.error("expected value token") };
                UsedInFunction::Block(self.block(key, at)?)
            } else {
                UsedInFunction::Value(self.value(ty)?)
            };
            let order = UseListOrder { of, indexes: self.use_list_indexes("uselistorder")? };
            if let Some(objection) = uses.objection(&order, addressed) {
                return self.error_at(start, objection);
            }
            self.state().function.use_list_orders.push(order);
        }
        Ok(())
    }

    fn takes_addresses_of_blocks(&self) -> bool {
        let find = || memchr::memmem::find(self.text, b"blockaddress").is_some();
        *self.tables.use_lists.takes_addresses.get_or_init(find)
    }

    /// Reads `uselistorder ptr @g, { 1, 0 }`.
    pub(super) fn use_list_of_constant(&mut self) -> Result<()> {
        let start = self.start;
        self.advance();
        let order =
            UseListOrder { of: self.typed_constant()?, indexes: self.use_list_indexes("uselistorder")? };
        self.note_order(Place::Directive)?;
        let tables = self.own()?;
        tables.use_lists.places.push(start);
        tables.module.use_list_orders.push(order);
        Ok(())
    }

    /// Reads `uselistorder_bb @f, %b, { 1, 0 }`.
    pub(super) fn use_list_of_block(&mut self) -> Result<()> {
        let start = self.start;
        if self.deferred.is_some() {
            return self.error("a directive that needs the body of a function");
        }
        self.advance();
        let at = self.start;
        let Token::Global(name) = self.token() else {
            return self.error("expected function name in uselistorder_bb");
        };
        self.advance();
        let key = self.key(name);
        let global = self.tables.globals.get(&key).copied();
        let Some(global) = global.filter(|global| !self.tables.undefined_globals.contains_key(global)) else {
            return self.error_at(at, "invalid function forward reference in uselistorder_bb");
        };
        let module = &self.tables.module;
        let Some(function) = module.globals[global].as_function() else {
            return self.error_at(at, "expected function name in uselistorder_bb");
        };
        if function.is_declaration() {
            return self.error_at(at, "invalid declaration in uselistorder_bb");
        }
        if !self.eat(b',') {
            return self.error("expected comma in uselistorder_bb directive");
        }
        let at = self.start;
        let name = match self.token() {
            Token::Local(Name::Number(_)) => return self.error("invalid numeric label in uselistorder_bb"),
            Token::Local(name) => name,
            _ => return self.error("expected basic block name in uselistorder_bb"),
        };
        self.advance();
        let Key::Name(name) = self.key(name) else {
            return self.error_at(at, "invalid basic block in uselistorder_bb");
        };
        let indexes = self.use_list_indexes("uselistorder_bb")?;
        self.note_order(Place::Directive)?;
        let addressed = self.takes_addresses_of_blocks();
        let tables = self.own()?;
        let Some(function) = tables.module.globals[global].as_function_mut() else { return Ok(()) };
        let known = tables.use_lists.functions.entry(global).or_insert_with(|| NamedFunction::new(function));
        let block = match known.names.get(&name) {
            Some(Some(block)) => *block,
            Some(None) => return self.error_at(at, "expected basic block in uselistorder_bb"),
            None => return self.error_at(at, "invalid basic block in uselistorder_bb"),
        };
        let order = UseListOrder { of: UsedInFunction::Block(block), indexes };
        if let Some(objection) = known.uses.objection(&order, addressed) {
            return self.error_at(start, objection);
        }
        function.use_list_orders.push(order);
        Ok(())
    }

    /// Reads `, { 1, 0 }`.
    fn use_list_indexes(&mut self, directive: &str) -> Result<Vec<u32>> {
        if !self.eat(b',') {
            return self.error(format!("expected comma in {directive} directive"));
        }
        let start = self.start;
        self.expect(b'{')?;
        if self.at(b'}') {
            return self.error("expected non-empty list of uselistorder indexes");
        }
        let indexes = self.list(b'}', "expected '}' here", Self::u32)?;
        match indexes_objection(&indexes) {
            Some(objection) => self.error_at(start, objection),
            None => Ok(indexes),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{read, write};

    fn rewritten(text: &str) -> String {
        let module = read(text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}"));
        assert!(module.warnings.is_empty());
        String::from_utf8(write(&module)).unwrap()
    }

    const GLOBALS: &str = "@g = global i32 0\n@p = global ptr @g\n@q = global ptr @g\n@e = global ptr getelementptr (i8, ptr @g, i64 1)\n\n\
        @a = alias i32, ptr @g\n\n";
    const FUNCTION: &str = "define i32 @f(i32 %x) {\nentry:\n  br label %loop\n\nloop:\n  %i = phi i32 [ 0, %entry ], [ %j, %loop ]\n  \
        %j = add i32 %i, %x\n  store i32 %x, ptr @g, align 4\n  %c = icmp eq i32 %j, %x\n  \
        br i1 %c, label %loop, label %exit\n\nexit:\n  ret i32 %j\n";

    #[test]
    fn orders_of_uses_are_kept() {
        let text = format!(
            "{GLOBALS}{FUNCTION}\n  uselistorder i32 %x, {{ 2, 0, 1 }}\n  uselistorder i32 %j, {{ 1, 0, 2 }}\n  \
             uselistorder label %loop, {{ 1, 0 }}\n}}\n\nuselistorder ptr @g, {{ 4, 3, 2, 1, 0 }}\n"
        );
        assert_eq!(rewritten(&text).trim_start(), text);
        let by_name = format!("{FUNCTION}}}\n\nuselistorder_bb @f, %loop, {{ 1, 0 }}\n");
        let text = rewritten(&format!("@g = global i32 0\n\n{by_name}"));
        assert!(text.ends_with("  ret i32 %j\n\n  uselistorder label %loop, { 1, 0 }\n}\n"), "{text}");
    }

    #[test]
    fn wrong_directives_are_refused() {
        let in_function = |directive: &str| format!("{GLOBALS}{FUNCTION}  {directive}\n}}\n");
        let behind = |directive: &str| format!("{GLOBALS}{FUNCTION}}}\n\n{directive}\n");
        for (text, message) in [
            (in_function("uselistorder i32 %new, { 1, 0 }"), "value has no uses"),
            (in_function("uselistorder i32 %i, { 1, 0 }"), "value only has one use"),
            (in_function("uselistorder i32 %x, { 1, 0 }"), "wrong number of indexes, expected 3"),
            (in_function("uselistorder i32 %x { 1, 0 }"), "expected comma in uselistorder directive"),
            (in_function("uselistorder i32 %x, { 1, 2, 0 }\n  ret void"), "expected uselistorder directive"),
            (behind("uselistorder ptr @g, { 1, 0 }"), "wrong number of indexes, expected 5"),
            (behind("uselistorder ptr @p, { 1, 0 }"), "value has no uses"),
            (behind("uselistorder_bb @g, %loop, { 1, 0 }"), "expected function name in uselistorder_bb"),
            (
                behind("uselistorder_bb @h, %loop, { 1, 0 }"),
                "invalid function forward reference in uselistorder_bb",
            ),
            (
                behind("declare void @h()\nuselistorder_bb @h, %b, { 1, 0 }"),
                "invalid declaration in uselistorder_bb",
            ),
            (behind("uselistorder_bb @f, %0, { 1, 0 }"), "invalid numeric label in uselistorder_bb"),
            (behind("uselistorder_bb @f, loop, { 1, 0 }"), "expected basic block name in uselistorder_bb"),
            (behind("uselistorder_bb @f, %new, { 1, 0 }"), "invalid basic block in uselistorder_bb"),
            (behind("uselistorder_bb @f, %x, { 1, 0 }"), "expected basic block in uselistorder_bb"),
            (behind("uselistorder_bb @f, %exit, { 1, 0 }"), "value only has one use"),
        ] {
            let error = read(text.as_bytes(), "test").map(|_| ());
            assert_eq!(error.map_err(|error| error.message().to_owned()), Err(message.to_owned()), "{text}");
        }
    }

    #[test]
    fn orders_that_mean_something_else_where_they_are_written_are_dropped_with_a_warning() {
        let text =
            "@p = global ptr @g\n@a = alias i32, ptr @g\n@g = global i32 0\nuselistorder ptr @g, { 1, 0 }\n";
        let module = read(text.as_bytes(), "test").unwrap();
        assert!(module.use_list_orders.is_empty());
        assert_eq!((module.warnings.len(), module.lost_use_list_orders), (1, 1));
        let difference = crate::compare::first_difference(&module, &read(&write(&module), "test").unwrap());
        assert!(difference.is_some());
    }

    #[test]
    fn constants_that_metadata_refers_to_use_others() {
        let counted = |rest: &str, count: usize| {
            let indexes: Vec<String> = (0..count).rev().map(|index| index.to_string()).collect();
            let text = format!(
                "@g = global i32 0\ndeclare void @llvm.foo(metadata)\ndefine void @f() {{\n  store i32 0, ptr @g, align 4\n  {rest}\n\n\
                 uselistorder ptr @g, {{ {} }}\n",
                indexes.join(", ")
            );
            read(text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}")).warnings.len()
        };
        const ADDRESS: &str = "ptr getelementptr (i8, ptr @g, i64 4)";
        assert_eq!(
            counted("store i32 0, ptr @g\n  call void @llvm.foo(metadata ptr @g)\n  ret void\n}", 2),
            0
        );
        assert_eq!(counted(&format!("call void @llvm.foo(metadata {ADDRESS})\n  ret void\n}}"), 2), 0);
        assert_eq!(counted(&format!("ret void, !k !0\n}}\n!0 = !{{{ADDRESS}}}"), 2), 0);
        assert_eq!(counted(&format!("ret void, !k !0\n}}\n!0 = !{{!1}}\n!1 = !{{{ADDRESS}}}"), 2), 0);
        // Nothing refers to the node, so that it is not written.
        assert_eq!(counted(&format!("ret void\n}}\n!0 = !{{{ADDRESS}}}"), 2), 1);
        let record =
            format!("#dbg_value({ADDRESS}, !1, !DIExpression(), !2)\n  ret void\n}}\n!1 = !{{}}\n!2 = !{{}}");
        assert_eq!(counted(&record, 2), 0);
    }

    #[test]
    fn a_module_with_orders_that_do_not_fit_is_not_written() {
        let text = format!(
            "{GLOBALS}{FUNCTION}\n  uselistorder i32 %x, {{ 2, 0, 1 }}\n}}\n\nuselistorder ptr @g, {{ 4, 3, 2, 1, 0 }}\n"
        );
        let mut module = read(text.as_bytes(), "test").unwrap();
        let [g, p] = ["g", "p"].map(|name| module.global(name).unwrap());
        let other = module.address_of(p);
        module.replace_global(g, other).unwrap();
        assert!(crate::try_write(&module).unwrap_err().to_string().contains("value has no uses"));
        assert_eq!(module.retain_use_list_orders(), 1);
        assert!(crate::try_write(&module).is_ok());
    }
}
