//! Deferred lines: operations printed by a template are stored as a few words each and expanded only when the text is written.
//!
//! A text waits for the alias names defined before it. Most of it are operations that have a template
//! ([`templates`](super::templates)), for which the template's index and the names in it are enough.

use std::sync::{Arc, OnceLock};

use tern_support::text::{Prefix, push_numbered, push_part, push_text};

use super::Printer;
use super::aliases::Names;
use super::body_names::Name;
use super::printer::push_line;
use super::templates::{MOST, Slot, Template, Wordings};
use crate::attributes::Attribute;
use crate::body::{OpParts, OpRef, Value};

/// The wordings of a printer's templates, available once it has finished.
pub(super) type SharedWordings = Arc<OnceLock<Wordings>>;

/// Deferred lines, each with one operation.
#[derive(Default)]
pub(super) struct Lines {
    /// For each line: a [`Head`], the names of its result (if any), operands and successors, and its location attribute if
    /// printed.
    words: Vec<u32>,
    /// Consecutive lines without other text between them.
    runs: Vec<Run>,
    /// Names that are not numbers, each preceded by its length.
    spelled: Vec<u8>,
    /// The approximate length of all lines when expanded.
    length: usize,
    wordings: Option<SharedWordings>,
}

/// The position in the text where lines are inserted, and the range of their words.
pub(super) type Run = (u32, (u32, u32));

/// The first word of a line: its wording, whether it has a result and a location, its indentation.
#[derive(Clone, Copy)]
struct Head(u32);

impl Head {
    const RESULT: u32 = 1 << 22;
    const LOCATION: u32 = 1 << 23;
    const INDENT: u32 = 24;
    const DEEPEST: usize = u8::MAX as usize;

    /// Packs the fields; `None` if the line is indented too deeply.
    fn new(wording: u32, indent: usize, has_result: bool, has_location: bool) -> Option<Self> {
        const { assert!(MOST <= Self::RESULT as usize) };
        let flags = if has_result { Self::RESULT } else { 0 } | if has_location { Self::LOCATION } else { 0 };
        (indent <= Self::DEEPEST).then_some(Self(wording | flags | (indent as u32) << Self::INDENT))
    }

    fn wording(self) -> u32 {
        self.0 & (Self::RESULT - 1)
    }

    fn indent(self) -> usize {
        (self.0 >> Self::INDENT) as usize
    }

    fn has_result(self) -> bool {
        self.0 & Self::RESULT != 0
    }

    fn has_location(self) -> bool {
        self.0 & Self::LOCATION != 0
    }
}

impl Lines {
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The approximate length of the expanded lines.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// The runs of lines, in order of position.
    pub(super) fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Moves all lines out, leaving none.
    pub(super) fn take(&mut self) -> Self {
        let all = Self {
            words: self.words[..].into(),
            runs: self.runs[..].into(),
            spelled: self.spelled[..].into(),
            length: self.length,
            wordings: self.wordings.clone(),
        };
        self.words.clear();
        self.runs.clear();
        self.spelled.clear();
        self.length = 0;
        all
    }

    /// Ends a line whose words start at `begin`, after `text` bytes of text; `length` is its approximate length without names.
    fn end(&mut self, begin: usize, text: usize, length: usize) {
        /// Estimated length of a name, and of the text around a result or location.
        const NAME: usize = 5;
        let end = self.words.len();
        self.length += length + NAME * (end - begin);
        match self.runs.last_mut() {
            Some((place, (_, last))) if *place as usize == text => *last = end as u32,
            _ => self.runs.push((text as u32, (begin as u32, end as u32))),
        }
    }

    /// Appends the expanded lines of a run.
    pub(super) fn append(&self, (begin, end): (u32, u32), names: &Names, out: &mut Vec<u8>) {
        let wordings = self.wordings.as_ref().and_then(|shared| shared.get());
        let wordings = wordings.unwrap_or_else(|| unreachable!("deferred lines need all wordings"));
        let mut words = &self.words[begin as usize..end as usize];
        while let Some((&head, rest)) = words.split_first() {
            let head = Head(head);
            push_line(out, head.indent());
            let wording = wordings.get(head.wording());
            let (result, rest) = rest.split_at(usize::from(head.has_result()));
            let (uses, rest) = rest.split_at(wording.uses as usize);
            let (location, rest) = rest.split_at(usize::from(head.has_location()));
            words = rest;
            if let &[result] = result {
                self.append_name(Name(result), out);
                out.extend_from_slice(b" = ");
            }
            wordings.append(wording, out, |out, slot| match slot {
                Slot::Use(index) => self.append_name(Name(uses[index as usize]), out),
                Slot::Alias(attribute) => push_text(out, names.get(attribute).unwrap_or_default()),
            });
            if let &[location] = location {
                out.extend_from_slice(b" loc(");
                push_text(out, names.get(Attribute(location)).unwrap_or_default());
                out.push(b')');
            }
        }
    }

    #[inline(always)]
    fn append_name(&self, name: Name, out: &mut Vec<u8>) {
        const PREFIXES: [Prefix; Name::OTHER as usize] =
            [Prefix::new("%"), Prefix::new("%arg"), Prefix::new("^bb")];
        let number = name.number();
        match PREFIXES.get(name.kind() as usize) {
            Some(&prefix) => push_numbered(out, prefix, number),
            None => {
                let begin = number as usize + 1;
                let end = begin + usize::from(self.spelled[number as usize]);
                push_part(out, &self.spelled, begin, end);
            }
        }
    }
}

impl Printer<'_> {
    /// Prints an operation as a deferred line and returns true if there is a template for it.
    #[inline(always)]
    pub(super) fn by_template(&mut self, op: OpRef<'_>) -> bool {
        let parts = op.body.parts(op.op);
        let Some(template) = self.template(op, &parts) else { return false };
        let begin = self.lines.words.len();
        let is_noted = self.note(op, &parts, template).is_some();
        if !is_noted {
            self.lines.words.truncate(begin);
            return false;
        }
        // The template of a surrounding operation must not include nested operations.
        self.no_template();
        self.lines.end(begin, self.out.len(), template.length as usize + self.indent);
        true
    }

    /// Stores the words of a line; `None` if something does not fit.
    #[inline(always)]
    fn note(&mut self, op: OpRef<'_>, parts: &OpParts<'_>, template: Template) -> Option<()> {
        if self.lines.wordings.is_none() {
            self.lines.wordings = Some(self.templates.shared());
        }
        let mut results = parts.results();
        let (result, None) = (results.next(), results.next()) else { return None };
        let location = match self.options.debug_info {
            true => Some(self.aliased_location(op)?),
            false => None,
        };
        let head = Head::new(template.wording, self.indent, result.is_some(), location.is_some())?;
        let (words, names) = (&mut self.lines.words, &*self.names);
        words.push(head.0);
        let begin = words.len();
        let mut all_numbered = !names.has_groups;
        let mut word = |name: Name| {
            all_numbered &= name.kind() != Name::OTHER;
            name.0
        };
        words.extend(result.map(|result| word(names.values[result])));
        words.extend(parts.operands.iter().map(|&operand| word(names.values[operand])));
        words.extend(parts.successors.iter().map(|&successor| word(names.blocks[successor])));
        if !all_numbered {
            self.lines.words.truncate(begin);
            self.note_names(op, result, parts)?;
        }
        self.lines.words.extend(location.map(|attribute| attribute.0));
        Some(())
    }

    /// Stores the names of a line in which not all names are numbers.
    #[inline(never)]
    fn note_names(&mut self, op: OpRef<'_>, result: Option<Value>, parts: &OpParts<'_>) -> Option<()> {
        let names = Arc::clone(&self.names);
        for &value in result.iter().chain(parts.operands) {
            let name = names.values[value];
            self.note_name(name, names.has_groups, |printer| printer.print_use(op.body, value))?;
        }
        for &block in parts.successors {
            self.note_name(names.blocks[block], false, |printer| printer.print_block_name(block))?;
        }
        Some(())
    }

    /// Stores a name. If it is not a number, or may be one of several results, `print` prints it to find its text.
    fn note_name(&mut self, name: Name, in_group: bool, print: impl FnOnce(&mut Self)) -> Option<()> {
        let is_spelled = name.kind() == Name::OTHER || in_group && name.kind() == Name::VALUE;
        let name = if is_spelled { self.spelled(print)? } else { name };
        self.lines.words.push(name.0);
        Some(())
    }

    /// Stores the text that `print` prints as a name; `None` if it is too long.
    fn spelled(&mut self, print: impl FnOnce(&mut Self)) -> Option<Name> {
        let start = self.out.len();
        print(self);
        let name = &self.out[start..];
        let place = u8::try_from(name.len()).ok().and_then(|length| {
            let place = Name::new(Name::OTHER, u32::try_from(self.lines.spelled.len()).ok()?)?;
            self.lines.spelled.push(length);
            self.lines.spelled.extend_from_slice(name);
            Some(place)
        });
        self.out.truncate(start);
        place
    }
}

#[cfg(test)]
mod tests {
    use super::Head;
    use crate::asm::{ParseOptions, PrintOptions, Printer, parse, print};
    use crate::body::OpRef;

    /// Checks that a text prints as it was spelled, and returns how many words its deferred lines take.
    fn words(text: &str) -> usize {
        let context = crate::test_dialect::context();
        let options = PrintOptions { debug_info: text.contains("loc("), ..PrintOptions::default() };
        let parsing = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
        let module = parse(&context, "test", text.as_bytes(), &parsing).expect("it parses");
        assert_eq!(String::from_utf8(print(&context, &module, &options)).unwrap(), text);
        let mut words = 0;
        Printer::new(&context, options).collecting_aliases(|printer| {
            printer.print_op(OpRef::new(&context, module.body(), module.root()));
            words = printer.lines.words.len();
        });
        words
    }

    #[test]
    fn lines_are_those_of_operations_but_for_the_first_of_each_shape() {
        let text = "module {\n  test.func @f(%arg0: i32) -> i32 {\n    %0 = test.add %arg0, %arg0 : i32\n    \
            %1 = test.add %0, %arg0 : i32\n    %2 = test.add %1, %0 : i32\n    test.br ^bb1(%2 : i32)\n  \
            ^bb1(%3: i32):  // pred: ^bb0\n    %4 = test.add %3, %2 : i32\n    test.br ^bb2(%4 : i32)\n  \
            ^bb2(%5: i32):  // pred: ^bb1\n    test.return %5 : i32\n  }\n}\n";
        // `%arg0, %arg0` does not show which operand is which, so the first addition has no template.
        assert_eq!(words(text), 2 * 4 + 3);
    }

    #[test]
    fn names_are_spelled() {
        let text = "module {\n  test.func @f(%x: i32) {\n    %0:2 = \"a.b\"(%x) : (i32) -> (i32, i32)\n    \
            %1:2 = \"a.b\"(%x) : (i32) -> (i32, i32)\n    \"a.c\"(%x, %0#1) : (i32, i32) -> ()\n    \
            \"a.c\"(%1#1, %0#0) : (i32, i32) -> ()\n    \"a.c\"(%1#0, %x) : (i32, i32) -> ()\n    \
            test.br ^one\n  ^one:  // pred: ^bb0\n    test.br ^two\n  ^two:  // pred: ^one\n    test.return\n  }\n}\n";
        assert_eq!(words(text), 2 * 3 + 2);
        let long = text.replace("%x", &format!("%{}", "x".repeat(300)));
        // The line with the long name is printed at once.
        assert_eq!(words(&long), 3 + 2);
    }

    #[test]
    fn lines_may_be_long_but_not_very() {
        let lines = |length: usize| {
            let line = format!("    \"a.b\"() {{a = \"{}\"}} : () -> ()\n", "x".repeat(length));
            words(&format!("module {{\n  test.func @f() {{\n{line}{line}    test.return\n  }}\n}}\n"))
        };
        assert_eq!([lines(1000), lines(10_000)], [1, 0]);
    }

    #[test]
    fn locations_wait_for_their_aliases() {
        let text = "module {\n  test.func @f() {\n    \"a.b\"() : () -> () loc(#loc1)\n    \
            \"a.b\"() : () -> () loc(#loc2)\n    test.return loc(#loc)\n  } loc(#loc)\n} loc(#loc)\n\
            #loc = loc(unknown)\n#loc1 = loc(\"f\":1:2)\n#loc2 = loc(\"f\":3:4)\n";
        assert_eq!(words(text), 2);
    }

    #[test]
    fn what_is_indented_too_deeply_is_no_line() {
        assert!(Head::new(0, 255, false, false).is_some());
        assert!(Head::new(0, 256, false, false).is_none());
    }
}
