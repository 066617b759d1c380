//! How much of a module's text each of its sections takes.

use std::collections::BTreeMap;
use std::io::{self, Write};

use tern_llvm_ir::{Module, writer};

/// The bytes of each section of the text that Tern writes of a module; none if the module has no text. The names of sections are
/// `header`, `inline assembly`, `types`, `comdats`, `globals` (variables, aliases and ifuncs), `declarations`, `functions`, `attributes`,
/// `named metadata`, `metadata`, `use-list orders` and `summary`. An empty line counts for the section before it.
pub fn of(module: &Module) -> BTreeMap<&'static str, u64> {
    let mut sections = Sections::default();
    match writer::write_to(module, &mut sections) {
        Ok(()) => sections.bytes,
        // There is no other error.
        Err(_) => BTreeMap::new(),
    }
}

/// A sink for the text of a module. It adds the bytes of each line to those of its section.
struct Sections {
    bytes: BTreeMap<&'static str, u64>,
    /// The section of the last line.
    section: &'static str,
    in_body: bool,
    /// The first bytes of the current line.
    start: Vec<u8>,
    /// The bytes of the current line so far.
    length: u64,
}

impl Default for Sections {
    fn default() -> Self {
        Self { bytes: BTreeMap::new(), section: "header", in_body: false, start: Vec::new(), length: 0 }
    }
}

/// The number of bytes that tell what a line is.
const START: usize = 16;

impl Sections {
    fn end_line(&mut self) {
        if !self.in_body {
            self.section = section(&self.start).unwrap_or(self.section);
            self.in_body = self.start.starts_with(b"define");
        } else if self.start == b"}\n" {
            self.in_body = false;
        }
        *self.bytes.entry(self.section).or_default() += self.length;
        self.start.clear();
        self.length = 0;
    }
}

/// The section of a line outside of bodies, if its start says it.
fn section(line: &[u8]) -> Option<&'static str> {
    Some(match line {
        [b'@', ..] => "globals",
        [b'%', ..] => "types",
        [b'$', ..] => "comdats",
        [b'^', ..] => "summary",
        [b'!', b'0'..=b'9', ..] => "metadata",
        [b'!', ..] => "named metadata",
        _ => {
            let keywords = [
                ("define", "functions"),
                ("declare", "declarations"),
                ("attributes", "attributes"),
                ("module asm", "inline assembly"),
                ("uselistorder", "use-list orders"),
                ("source_filename", "header"),
                ("target", "header"),
            ];
            keywords.into_iter().find(|(keyword, _)| line.starts_with(keyword.as_bytes()))?.1
        }
    })
}

impl Write for Sections {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let room = START - self.start.len();
            self.start.extend_from_slice(&piece[..piece.len().min(room)]);
            self.length += piece.len() as u64;
            if piece.ends_with(b"\n") {
                self.end_line();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "source_filename = \"s.c\"\ntarget triple = \"x86_64-unknown-linux-gnu\"\n\nmodule asm \"nop\"\n\n%s = type { i32 }\n\n\
        $c = comdat any\n\n@x = global %s zeroinitializer, comdat($c)\n@y = alias %s, ptr @x\n\n\
        define void @f(i1 %c) #0 {\n  br i1 %c, label %attributes, label %end\n\nattributes:\n  br label %end\n\n\
        end:\n  ret void\n}\n\ndeclare void @g()\n\nattributes #0 = { nounwind }\n\n!n = !{!0}\n\n!0 = !{}\n";

    #[test]
    fn each_line_is_of_a_section() {
        let module = tern_llvm_ir::read(TEXT.as_bytes(), "s.ll").unwrap();
        let whole = String::from_utf8(writer::write(&module)).unwrap();
        let sections = of(&module);
        assert_eq!(sections.values().sum::<u64>(), whole.len() as u64);
        let bytes_of = |from: &str, to: &str| (whole.find(to).unwrap() - whole.find(from).unwrap()) as u64;
        assert_eq!(sections["functions"], bytes_of("define", "declare"));
        assert_eq!(sections["declarations"], bytes_of("declare", "attributes #0"));
        assert_eq!(sections["globals"], bytes_of("@x = ", "define"));
        assert_eq!(sections.len(), 10, "{sections:?}");
    }

    #[test]
    fn lines_may_be_written_in_pieces() {
        let count = |pieces: &mut dyn Iterator<Item = &[u8]>| {
            let mut sections = Sections::default();
            pieces.for_each(|piece| sections.write_all(piece).unwrap());
            sections.bytes
        };
        let whole = count(&mut [TEXT.as_bytes()].into_iter());
        for size in [1, 7, 40] {
            assert_eq!(count(&mut TEXT.as_bytes().chunks(size)), whole);
        }
    }

    #[test]
    fn a_module_without_a_text_has_no_sections() {
        let mut module = tern_llvm_ir::read(TEXT.as_bytes(), "s.ll").unwrap();
        let f = module.function("f").unwrap();
        let function = module.globals[f].as_function_mut().unwrap();
        let entry = function.layout[0];
        function.set_block_insts(entry, &[]);
        assert_eq!(of(&module), BTreeMap::new());
    }
}
