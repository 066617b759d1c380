//! Bitcode that `llvm-as` writes is read as `llvm-dis` prints it; damaged bitcode gives a result or a diagnostic with a place.

use std::io::Write;

use tern_llvm_ir::bitcode::{self, dump};
use tern_roundtrip_tests::oracle::{self, essence, first_difference};
use tern_roundtrip_tests::{hostile, samples};
use tern_testing::{Choices, llvm};

/// The bitcode of a text, if LLVM accepts both. `llvm-as` writes some attributes that `llvm-dis` does not know.
fn assembled(text: &[u8]) -> Option<Vec<u8>> {
    let bits = oracle::run("llvm-as", &["-o", "-"], text).ok()?;
    oracle::run("llvm-dis", &["-o", "-"], &bits).is_ok().then_some(bits)
}

/// The first difference between what `llvm-dis` prints of bitcode and what Tern prints.
fn difference(bits: &[u8]) -> Option<String> {
    let theirs = oracle::run("llvm-dis", &["-o", "-"], bits).expect("`assembled` has asked");
    let module = match bitcode::read(bits, "<stdin>") {
        Ok(module) => module,
        Err(error) => return Some(error.to_string()),
    };
    let ours = tern_llvm_ir::writer::try_write_disassembled(&module, "<stdin>", None);
    let ours = ours.unwrap_or_else(|problem| problem.to_string().into_bytes());
    first_difference(&essence(&theirs), &essence(&ours))
}

/// What is known not to hold yet, by the end of the name. Remove what is mended.
const GAPS: &[&str] = &[
    // Constants that `ptrauth` signs, and casts to vectors of one pointer.
    "import/beyond_mlir.ll",
    // A node of a rare kind.
    "import/rare.ll",
    // Summaries are not read.
    "import/summary.ll",
    "features/summary.ll",
    // `nobuiltin` of functions; integers of unusual width.
    "generated 8",
    "generated 50",
];

/// Generated modules as text.
fn generated(count: u64) -> impl Iterator<Item = Vec<u8>> {
    (0..count).map(|seed| {
        let options = llvm::Options::default();
        tern_llvm_ir::write(&llvm::module(&mut Choices::from_seed(seed), &options))
    })
}

#[test]
fn bitcode_is_read_as_llvm_reads_it() {
    let mut differences = Vec::new();
    let mut cases = 0;
    let files = samples::llvm().into_iter().filter_map(|path| {
        let text = std::fs::read(&path).ok()?;
        Some((path.display().to_string(), text))
    });
    let generated = generated(60).enumerate().map(|(seed, text)| (format!("generated {seed}"), text));
    for (name, text) in files.chain(generated) {
        let Some(bits) = assembled(&text) else { continue };
        cases += 1;
        let is_gap = GAPS.iter().any(|gap| name.ends_with(gap));
        let difference = difference(&bits).filter(|_| !is_gap);
        differences.extend(difference.map(|difference| format!("{name}: {difference}")));
    }
    assert!(cases > 60, "{cases}");
    oracle::assert_same(&differences, cases);
}

#[test]
fn damaged_bitcode_is_survived() {
    for (seed, text) in generated(12).enumerate() {
        let Some(bits) = assembled(&text) else { continue };
        let mut choices = Choices::from_seed(seed as u64);
        for _ in 0..150 {
            let mut damaged = bits.clone();
            for _ in 0..=choices.below(3) {
                let at = choices.below(damaged.len());
                match choices.below(4) {
                    0 => damaged[at] = 0xff,
                    1 => damaged.truncate(at.max(8)),
                    _ => damaged[at] ^= 1 << choices.below(8),
                }
            }
            hostile::bitcode(&damaged);
        }
    }
}

#[test]
fn the_producer_is_known_without_reading_the_rest() {
    let bits = assembled(b"define void @f() {\n  ret void\n}\n").unwrap();
    let found = bitcode::identification(&bits[..40]).unwrap();
    assert!(found.producer.starts_with("LLVM22"), "{found:?}");
}

#[test]
fn blocks_and_records_are_dumped() {
    let bits = assembled(b"define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n").unwrap();
    let mut text = Vec::new();
    dump::dump(&bits, dump::Detail::All, &mut text).unwrap().unwrap();
    let text = String::from_utf8(text).unwrap();
    for expected in ["<MODULE bit=", "<INST_BINOP bit=", "FUNCTION: 1 blocks", "  INST_RET: 1 records"] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let mut part = Vec::new();
    let damage = dump::dump(&bits[..bits.len() / 2], dump::Detail::Summary, &mut part).unwrap().unwrap_err();
    assert!(damage.bit() > 0);
    part.flush().unwrap();
}
