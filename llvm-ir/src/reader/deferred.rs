//! Reads bodies of functions and numbered metadata nodes in parallel, after the rest of the text.
//!
//! Bodies and nodes depend only on names at the top level, so the reader skips them at first. As LLVM prints them, a body ends
//! with `}` at the start of a line, and a node ends with its line. Unnumbered nodes inside them are read while skipping, so that
//! nodes are numbered in the order of the text. When the skipped parts are read, it is verified that they end where expected and
//! contain exactly the unnumbered nodes that were found.
//!
//! If that fails, bodies and nodes are delimited by tokens instead. If that fails as well, because the text has an error or a
//! body adds to the top level (such as by calling an undeclared intrinsic), the caller reads the text sequentially.

use std::collections::HashSet;

use memchr::memmem;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;
use tern_support::ways;

use super::function::Header;
use super::lexer::{Token, skip};
use super::prescan::{Landmarks, end_by_tokens, spelling};
use super::tables::{Access, AddressedBlock, Tables};
use super::{Key, Options, Reader, Result, decimal};
use crate::function::Function;
use crate::globals::{Global, GlobalKind};
use crate::metadata::{MdNode, MdNodeData};
use crate::module::Module;
use crate::upgrade;

/// The size of text from which reading in parallel pays off.
const WORTHWHILE: usize = 1 << 16;

/// The number of nodes that a thread reads at once.
const RUN: usize = 1 << 10;

/// The number of nodes read in parallel before they are moved to their place. Reading all of them first would double the peak memory.
const BATCH: usize = 1 << 15;

/// A skipped body.
struct SkippedBody {
    global: Global,
    /// The positions of its braces.
    braces: (usize, usize),
    /// The function, as far as its header determines it.
    function: Box<Function>,
    header: Header,
    /// Blocks to which other parts of the text already refer.
    addressed: Vec<AddressedBlock>,
}

/// The skipped definition of a node: its text begins after `=` and ends with the line. There may be millions; 32 bits suffice,
/// because a text is smaller than 4 GiB.
struct SkippedNode {
    node: MdNode,
    begin: u32,
    end: u32,
}

/// The skipped parts of the text.
#[derive(Default)]
pub(super) struct Deferred<'a> {
    bodies: Vec<SkippedBody>,
    nodes: Vec<SkippedNode>,
    /// The unnumbered nodes found so far, as spelled.
    found: HashSet<&'a [u8], FxBuildHasher>,
    pub(super) landmarks: Landmarks,
}

/// Whether a text is too small to be read in parallel.
pub(super) fn is_small(text: &[u8]) -> bool {
    text.len() < ways::limit(WORTHWHILE)
}

/// Reads a module and defers bodies and nodes. `work` is that of [`read_overlapped`](super::read_overlapped).
///
/// # Errors
/// If the text has an error or cannot be read out of order. The message is meaningless; the caller tries another way.
pub(super) fn read<T: Send, W: FnOnce(&Module) -> T + Send>(
    text: &[u8],
    landmarks: Landmarks,
    options: &Options,
    work: impl Fn(&Module) -> W,
) -> Result<(Module, T)> {
    let mut reader = Reader::of_module(text, "", options);
    let alone = is_small(text);
    reader.attribute_groups(landmarks.groups.iter())?;
    let count = count_nodes(text);
    let tables = reader.own()?;
    tables.module.metadata.nodes.reserve(count + landmarks.nodes.count());
    tables.nodes.reserve(count);
    let bodies = count_bodies(text, &landmarks);
    tables.module.globals.reserve(bodies);
    tables.globals.reserve(bodies);
    let (bodies, nodes) = (Vec::with_capacity(bodies), Vec::with_capacity(count));
    reader.deferred = Some(Box::new(Deferred { bodies, nodes, landmarks, ..Deferred::default() }));
    reader.top_level()?;
    let Deferred { mut bodies, nodes, landmarks, .. } =
        reader.deferred.take().map(|all| *all).unwrap_or_default();
    if !landmarks.groups.all_passed() {
        return reader.error("what looks like an attribute group is none");
    }
    for body in &mut bodies {
        body.addressed = reader.own()?.addressed_blocks.remove(&body.global).unwrap_or_default();
    }
    reader.finish()?;
    let batch = ways::limit(if rayon::current_num_threads() < 2 { RUN } else { BATCH });
    nodes.chunks(batch).try_for_each(|batch| read_nodes(&mut reader, batch, alone))?;
    upgrade::metadata(&mut reader.own()?.module);
    let tables: &Tables = &reader.tables;
    let reader_of_bodies = || Reader::starting_at(text.len(), text, "", Access::Shared(tables));
    let read_body = |reader: &mut _, body: SkippedBody| body.read(reader);
    let meanwhile = work(&tables.module);
    let meanwhile = || meanwhile(&tables.module);
    let (made, functions): (T, Result<Vec<_>>) = match alone {
        true => {
            let mut reader = reader_of_bodies();
            (meanwhile(), bodies.into_iter().map(|body| read_body(&mut reader, body)).collect())
        }
        false => {
            let bodies = bodies.into_par_iter().map_init(reader_of_bodies, read_body);
            rayon::join(meanwhile, || bodies.collect())
        }
    };
    let functions = functions?;
    let use_lists = std::mem::take(&mut reader.own()?.use_lists);
    if reader.tables.has_both_formats() {
        return reader.error("debug information in two formats");
    }
    let mut module = reader.into_module()?;
    for (global, function) in functions {
        module.globals[global].kind = GlobalKind::Function(function);
    }
    use_lists.finish(&mut module, "", text)?;
    upgrade::text(&mut module, text, options.upgrades, &[]);
    use_lists.keep_fitting(&mut module, "", text);
    Ok((module, made))
}

/// Reads nodes, in parallel unless `alone`.
fn read_nodes(reader: &mut Reader<'_>, nodes: &[SkippedNode], alone: bool) -> Result<()> {
    let (text, tables): (_, &Tables) = (reader.text, &reader.tables);
    let read_run = |nodes: &[SkippedNode]| -> Result<Vec<MdNodeData>> {
        let mut reader = Reader::starting_at(text.len(), text, "", Access::Shared(tables));
        let mut data = Vec::with_capacity(nodes.len());
        reader.expect_inline_nodes_from(nodes.first().map_or(0, |node| node.begin as usize));
        for node in nodes {
            data.push(node.read(&mut reader)?);
        }
        Ok(data)
    };
    let data: Result<Vec<_>> = match alone {
        true => nodes.chunks(ways::limit(RUN)).map(read_run).collect(),
        false => nodes.par_chunks(ways::limit(RUN)).map(read_run).collect(),
    };
    let data = data?.into_iter().flatten();
    let known = &mut reader.own()?.module.metadata.nodes;
    nodes.iter().zip(data).for_each(|(skipped, data)| known[skipped.node] = data);
    Ok(())
}

/// An estimate of the number of numbered nodes: one more than the number of the last, if the text ends with nodes, as LLVM prints it.
fn count_nodes(text: &[u8]) -> usize {
    /// The least length of a definition: `!0 = !{}` and the line break.
    const SHORTEST: usize = 9;
    let last = memmem::rfind(text, b"\n!").and_then(|at| {
        let digits = &text[at + 2..];
        decimal(&digits[..digits.iter().take_while(|digit| digit.is_ascii_digit()).take(10).count()])
    });
    last.map_or(0, |last| (last as usize + 1).min(text.len() / SHORTEST))
}

/// An estimate of the number of function definitions in a text as LLVM prints it.
fn count_bodies(text: &[u8], landmarks: &Landmarks) -> usize {
    /// The least length of a definition: `define void @f() {`, `unreachable` or the like, `}`.
    const SHORTEST: usize = 32;
    landmarks.bodies.min(text.len() / SHORTEST)
}

/// An estimate of the numbers of instructions and blocks in a body: one line for each instruction, and two for each label,
/// because an empty one precedes it.
fn count(body: &[u8]) -> (usize, usize) {
    let lines = memchr::memchr_iter(b'\n', body).count();
    // Colons also occur elsewhere, so this is an upper limit. More memory is allocated if needed.
    let labels = memchr::memchr_iter(b':', body).count().min(lines / 3);
    (lines - 2 * labels, labels + 1)
}

impl SkippedBody {
    fn read(self, reader: &mut Reader<'_>) -> Result<(Global, Box<Function>)> {
        let (open, close) = self.braces;
        let mut function = self.function;
        let is_numbered = |addressed: &AddressedBlock| matches!(addressed.key, Key::Number(_));
        if self.addressed.iter().any(|addressed| is_numbered(addressed) && addressed.at > close) {
            return reader.error_at(close, "a block that is addressed by number after its function");
        }
        reader.seek(open);
        reader.begin_function(std::mem::take(&mut *function), &self.header);
        let (instructions, blocks) = count(&reader.text[open..close]);
        reader.state().function.reserve(instructions, blocks);
        reader.addressed(self.addressed)?;
        reader.expect_inline_nodes_from(open);
        if reader.body()? != close || !reader.met_inline_nodes_before(close) {
            return reader.error_at(close, "the body ends elsewhere");
        }
        *function = reader.end_function();
        Ok((self.global, function))
    }
}

impl SkippedNode {
    fn read(&self, reader: &mut Reader<'_>) -> Result<MdNodeData> {
        reader.seek(self.begin as usize);
        let data = reader.numbered_node_body()?;
        let end = self.end as usize;
        // The top level went on with the token after the line, so the node must end before that token.
        if reader.start != skip(reader.text, end) || !reader.met_inline_nodes_before(end) {
            return reader.error("the node ends elsewhere");
        }
        Ok(data)
    }
}

impl<'a> Reader<'a> {
    /// Skips the body that follows a header; returns false if this reader does not skip.
    pub(super) fn skip_body(&mut self, global: Global) -> Result<bool> {
        let Some(deferred) = &mut self.deferred else { return Ok(false) };
        let open = self.start;
        let (Some(close), Token::Punct(b'{')) = (deferred.landmarks.ends.from(open), self.token()) else {
            return self.error("expected '{', and '}' where a body may end");
        };
        let (function, header) = self.end_header()?;
        let function = Box::new(function);
        self.nodes_within(open, close)?;
        self.seek(close + 1);
        if let Some(deferred) = &mut self.deferred {
            let braces = (open, close);
            deferred.bodies.push(SkippedBody { global, braces, function, header, addressed: Vec::new() });
        }
        Ok(true)
    }

    /// Whether a body has been skipped.
    pub(super) fn has_skipped_bodies(&self) -> bool {
        self.deferred.as_ref().is_some_and(|deferred| !deferred.bodies.is_empty())
    }

    /// Skips the definition of a node, at its `=`; returns false if this reader does not skip.
    pub(super) fn skip_node(&mut self, node: MdNode) -> Result<bool> {
        let Some(deferred) = &self.deferred else { return Ok(false) };
        let (text, begin) = (self.text, self.start + 1);
        let end = match deferred.landmarks.are_exact {
            true => end_by_tokens(text, begin),
            false => begin + memchr::memchr(b'\n', &text[begin..]).unwrap_or(text.len() - begin),
        };
        // The first exclamation mark is that of the node itself.
        let own = match text[begin..end] {
            [b' ', b'!', ..] => begin + 1,
            _ => begin + memchr::memchr(b'!', &text[begin..end]).unwrap_or(0),
        };
        self.nodes_within((own + 1).min(end), end)?;
        self.seek(end);
        if let Some(deferred) = &mut self.deferred {
            deferred.nodes.push(SkippedNode { node, begin: begin as u32, end: end as u32 });
        }
        Ok(true)
    }

    /// Reads the unnumbered nodes that begin in a skipped part of the text.
    fn nodes_within(&mut self, begin: usize, end: usize) -> Result<()> {
        let text = self.text;
        let mut from = begin;
        while let Some(deferred) = &mut self.deferred
            && let Some(at) = deferred.landmarks.nodes.from(from).filter(|&at| at < end)
        {
            from = at + 1;
            let mut is_new = || spelling(&text[at..]).is_none_or(|spelling| deferred.found.insert(spelling));
            if deferred.landmarks.are_exact || is_new() {
                self.own()?.inline_places.push(at as u32);
                self.seek(at);
                self.node()?;
            }
        }
        Ok(())
    }

    /// Prepares to verify the unnumbered nodes from `position` on.
    fn expect_inline_nodes_from(&mut self, position: usize) {
        self.next_inline_place = self.tables.inline_places.partition_point(|&at| (at as usize) < position);
    }

    /// Whether all unnumbered nodes up to `position` were encountered; those that were not are in strings or comments.
    fn met_inline_nodes_before(&self, position: usize) -> bool {
        let next = self.tables.inline_places.get(self.next_inline_place);
        next.is_none_or(|&next| next as usize >= position)
    }
}

#[cfg(test)]
mod tests {
    use crate::reader::prescan::Landmarks;
    use crate::reader::{Options, deferred, read_in_order};
    use crate::write;

    /// Reads a text in all three ways, and returns the fastest one that works.
    fn ways(text: &str) -> Way {
        let options = Options::default();
        let in_order = write(&read_in_order(text.as_bytes(), "", &options).unwrap());
        let found = [Landmarks::of(text.as_bytes(), true), Landmarks::by_tokens(text.as_bytes())];
        let skips = found.map(|landmarks| {
            let module = deferred::read(text.as_bytes(), landmarks, &options, |_| |_: &crate::Module| ());
            if let Ok((module, ())) = &module {
                assert_eq!(write(module), in_order);
            }
            module.is_ok()
        });
        match skips {
            [true, true] => Way::AsPrinted,
            [false, true] => Way::ByTokens,
            [_, false] => Way::InOrder,
        }
    }

    /// The way in which a text can be read.
    #[derive(PartialEq, Debug)]
    enum Way {
        AsPrinted,
        ByTokens,
        InOrder,
    }

    fn skips(text: &str) -> bool {
        ways(text) == Way::AsPrinted
    }

    fn needs_tokens(text: &str) -> bool {
        ways(text) == Way::ByTokens
    }

    fn is_in_order(text: &str) -> bool {
        ways(text) == Way::InOrder
    }

    #[test]
    fn bodies_that_depend_on_the_top_level_alone_are_skipped() {
        assert!(skips(
            "@table = global [1 x ptr] [ptr blockaddress(@f, %b)]\n\
             define void @f(ptr %p) {\n  br label %b\nb:\n  call void @g(ptr blockaddress(@f, %b)) #0, !x !{!0}\n  \
             store ptr @later, ptr %p, !DIAssignID !0\n  ret void, !y !{!0}\n}\n\
             declare void @g(ptr)\n@later = global i8 0\nattributes #0 = { nounwind }\n!0 = !{!\"}\"}\n"
        ));
    }

    #[test]
    fn other_bodies_are_read_in_order() {
        // Another layout of a body, and an implicit declaration.
        assert!(needs_tokens("define void @f() { ret void }\ndefine void @g() {\n  ret void\n}\n"));
        assert!(is_in_order("define void @f() {\n  call void @llvm.donothing()\n  ret void\n}\n"));
        assert!(is_in_order(
            "define ptr @f() {\n  ret ptr blockaddress(@g, %b)\n}\ndefine void @g() {\n  br label %b\nb:\n  ret void\n}\n"
        ));
        // A type behind a body is opaque within it.
        assert!(is_in_order("define void @f(ptr %p) {\n  ret void\n}\n%t = type { i8 }\n"));
        let text = "define void @f(ptr %p) {\n  %a = getelementptr %t, ptr %p, i64 0, i32 1\n  ret void\n}\n%t = type { i8, i8 }\n";
        assert!(crate::read(text.as_bytes(), "").is_err());
    }

    #[test]
    fn nodes_that_are_a_line_are_skipped() {
        assert!(skips(
            "@x = global i8 0, !dbg !1\n!n = !{!0, !3}\n!0 = distinct !{!0, !2, !{!\"!\"}, !DIExpression(), ptr @y}\n\
             !1 = !DIGlobalVariableExpression(var: null, expr: !DIExpression())\n!2 = !{!1} ; a comment\n\
             !3 = !{i32 1}\n@y = global i8 0\n"
        ));
        assert!(needs_tokens("!n = !{!0}\n!0 = !{\n}\n"));
        assert!(needs_tokens("!n = !{!0, !1}\n!0 = !{} !1 = !{!0}\n"));
    }

    #[test]
    fn what_was_found_beforehand_is_what_the_tokens_say() {
        let group = "attributes #0 = { nounwind }\n";
        let with = |text: &str| format!("declare void @f() #0\n{text}");
        assert!(skips(&with(group)));
        // Groups that are not at the start of a line, and text that looks like a group.
        assert!(needs_tokens(&with(&format!("  {group}"))));
        assert!(needs_tokens(&with(&format!("attributes #1 = {{ cold }} {group}"))));
        assert!(needs_tokens(&with("attributes\n#0 ; {\n=\t{ nounwind }\n")));
        assert!(needs_tokens(&with(&format!("module asm \"\n{group}\"\n"))));
        assert!(needs_tokens(&with(&format!(
            "{group}module asm \"\n{}\"\n",
            group.replace("nounwind", "cold")
        ))));
        // What looks like nodes in strings and comments, so that the order of nodes would be wrong.
        let body = |text: &str| {
            format!("define void @f() {{\n{text}  ret void, !x !{{!\"a\"}}, !y !{{!\"b\"}}\n}}\n")
        };
        assert!(skips(&body("")));
        assert!(needs_tokens(&body("  ; !{!\"b\"}\n")));
        assert!(needs_tokens(&body("  call void asm \"\n!{!1}\", \"\"()\n").replace("!1", "!{}")));
        assert!(needs_tokens("!n = !{!0}\n!0 = !{!{!\"a\"}, !{!\"b\"}} ; !{!\"c\"}\n"));
        // A node that continues on the next line, which looks like another definition.
        assert!(needs_tokens("!n = !{!0}\n!0 = !{!\"\n!1 = !{} ; \"}\n"));
    }

    #[test]
    fn nodes_of_several_batches_are_those_of_reading_in_order() {
        let count = deferred::BATCH + deferred::RUN + 1;
        let nodes: String =
            (0..count).map(|at| format!("!{at} = !{{!{}, i32 {at}}}\n", (at * 7) % count)).collect();
        assert!(skips(&format!("!n = !{{!0}}\n{nodes}")));
    }

    #[test]
    fn instructions_and_blocks_are_about_as_many_as_lines_and_labels() {
        let body = b"{\n  br label %1\n\n1:                ; preds = %0\n  %2 = add i32 1, 2\n  ret void\n}";
        assert_eq!(deferred::count(body), (4, 2));
        assert_eq!(deferred::count(b"{\n  store ptr @\"a::b::c\", ptr %0\n  ret void\n}"), (1, 2));
    }

    #[test]
    fn a_brace_at_the_start_of_a_line_need_not_end_the_body() {
        assert!(needs_tokens("define void @f() {\n  call void asm \"{\n}\", \"\"()\n  ret void\n}\n"));
    }
}
