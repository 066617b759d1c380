//! Tests with hand-made files that no tool writes.

use super::stream::Emitter;
use super::{MAGIC, ReadOptions, Section, Version, WriteOptions, parts, read, write};
use crate::Context;
use crate::asm::{ParseOptions, PrintOptions, parse, print};

/// A file with these attributes of the builtin dialect (code and fields of each) and these operations.
fn file(attributes: &[Vec<u8>], operations: &Emitter) -> Vec<u8> {
    let mut out = Emitter::default();
    out.bytes.extend(MAGIC);
    out.varint(Version::CURRENT.number());
    out.bytes.extend(b"by hand\0");
    let section = |out: &mut Emitter, section, make: &dyn Fn(&mut Emitter)| {
        let mut content = Emitter::default();
        make(&mut content);
        out.section(section, &content.bytes);
    };
    section(&mut out, Section::String, &|content| {
        content.varint(3);
        for length in [2, 4, 8] {
            content.varint(length);
        }
        content.bytes.extend(b"builtin\0x.y\0m\0");
    });
    section(&mut out, Section::Dialect, &|content| {
        content.varint(2);
        content.flagged(0, false);
        content.flagged(2, false);
        content.varint(1);
        // The second dialect has one operation name: `m.x.y`.
        [1, 1].into_iter().for_each(|number| content.varint(number));
        content.flagged(1, false);
    });
    section(&mut out, Section::AttrTypeOffset, &|content| {
        [attributes.len() as u64, 0, 0, attributes.len() as u64].into_iter().for_each(|n| content.varint(n));
        attributes.iter().for_each(|attribute| content.flagged(attribute.len() as u64, true));
    });
    section(&mut out, Section::AttrType, &|content| content.bytes.extend(attributes.concat()));
    out.section(Section::Ir, &operations.bytes);
    section(&mut out, Section::Properties, &|content| content.varint(0));
    out.bytes
}

fn attribute(make: impl FnOnce(&mut Emitter)) -> Vec<u8> {
    let mut out = Emitter::default();
    make(&mut out);
    out.bytes
}

/// `loc(unknown)`, which every operation needs.
fn unknown_location() -> Vec<u8> {
    attribute(|out| out.varint(15))
}

/// An array with one element.
fn array_of(index: usize) -> Vec<u8> {
    attribute(|out| [0, 1, index as u64].into_iter().for_each(|number| out.varint(number)))
}

/// The head of an operation without results and operands.
fn head(out: &mut Emitter, mask: u8) {
    out.varint(0);
    out.byte(mask);
    out.varint(0);
}

/// One operation whose attribute dictionary is attribute 1.
fn one_operation() -> Emitter {
    let mut out = Emitter::default();
    out.flagged(1, false);
    head(&mut out, parts::ATTRIBUTES);
    out.varint(1);
    out
}

fn answer(bytes: &[u8]) -> Result<String, String> {
    let context = Context::new(&[]);
    let options = ReadOptions { allow_unregistered_dialects: true, ..ReadOptions::default() };
    let module = read(&context, bytes, &options).map_err(|found| found.message().to_owned())?;
    let printed = crate::asm::print(&context, &module, &crate::asm::PrintOptions::default());
    write(&context, &module, &WriteOptions::default());
    Ok(String::from_utf8_lossy(&printed).into_owned())
}

#[test]
fn files_by_hand_are_read() {
    let mut operations = Emitter::default();
    operations.flagged(1, false);
    head(&mut operations, 0);
    let text = answer(&file(&[unknown_location()], &operations)).unwrap();
    assert_eq!(text, "module {\n  \"m.x.y\"() : () -> ()\n}\n");
}

/// The text of an attribute ends with its entry, not at the first zero byte.
#[test]
fn texts_may_have_zeros_in_them() {
    let context = Context::new(&[]);
    let options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
    let read = |text: &str| crate::asm::parse(&context, "test", text.as_bytes(), &options);
    let text = "module attributes {x.a = #x<\"1\0\">} {\n}\n";
    let written = write(&context, &read(text).expect("it is right"), &WriteOptions::default());
    assert_eq!(answer(&written), Ok(text.to_owned()));
    // As in MLIR, zero bytes are allowed only in strings within an attribute.
    let refused = read("module attributes {x.a = #x<1 [\0]>} {}").expect_err("it is wrong");
    assert_eq!(refused[0].message(), "unbalanced '[' character in pretty dialect name");
}

/// Deeply nested attributes need no stack while they are read; the depth is limited for later passes.
#[test]
fn deep_attributes_are_answered() {
    for (depth, fits) in [(4_000, true), (100_000, false)] {
        let mut attributes = vec![unknown_location(), Vec::new(), attribute(|out| out.varint(7))];
        for index in 0..depth {
            attributes.push(array_of(index + 2));
        }
        // `{builtin = [[…]]}`: a string attribute, and the outermost array.
        attributes.push(attribute(|out| [2, 0].into_iter().for_each(|number| out.varint(number))));
        let name = attributes.len() as u64 - 1;
        attributes[1] = attribute(|out| [1, 1, name, name - 1].into_iter().for_each(|n| out.varint(n)));
        let answer = answer(&file(&attributes, &one_operation()));
        match fits {
            true => assert!(answer.unwrap().contains("[[[unit]]]")),
            false => assert!(answer.unwrap_err().contains("nested too deeply")),
        }
    }
}

/// What the file spells in full may be of any size, within other attributes too.
#[test]
fn large_attributes_in_others_are_read() {
    let context = Context::new(&[]);
    let text = format!("module attributes {{m.x = [[\"{}\"]]}} {{\n}}\n", "a".repeat(1 << 21));
    let module = parse(&context, "test", text.as_bytes(), &ParseOptions::default()).expect("it parses");
    let bytes = write(&context, &module, &WriteOptions::default());
    let read = read(&context, &bytes, &ReadOptions::default()).map_err(|error| error.to_string());
    let read = read.expect("it is read");
    assert_eq!(print(&context, &read, &PrintOptions::default()), text.as_bytes());
}

/// Attributes that hold the previous one twice double in size each time. Reading them takes no time, and their size is limited for
/// later passes.
#[test]
fn attributes_that_double_are_refused() {
    for (levels, fits) in [(8, true), (40, false)] {
        let mut attributes = vec![unknown_location(), Vec::new(), attribute(|out| out.varint(7))];
        for index in 0..levels {
            attributes
                .push(attribute(|out| [0, 2, index + 2, index + 2].into_iter().for_each(|n| out.varint(n))));
        }
        attributes.push(attribute(|out| [2, 0].into_iter().for_each(|number| out.varint(number))));
        let name = attributes.len() as u64 - 1;
        attributes[1] = attribute(|out| [1, 1, name, name - 1].into_iter().for_each(|n| out.varint(n)));
        let answer = answer(&file(&attributes, &one_operation()));
        match fits {
            true => assert!(answer.unwrap().contains("[unit, unit], [unit, unit]")),
            false => assert!(answer.unwrap_err().contains("stands for more than 1048576 bytes")),
        }
    }
}

#[test]
fn attributes_that_hold_themselves_are_refused() {
    let attributes = [unknown_location(), array_of(2), array_of(3), array_of(1)];
    let message = answer(&file(&attributes, &one_operation())).unwrap_err();
    assert!(message.contains("holds itself"), "{message}");
}

#[test]
fn deep_regions_are_answered() {
    for (depth, fits) in [(200, true), (20_000, false)] {
        let mut operations = Emitter::default();
        operations.flagged(1, false);
        for _ in 0..depth {
            head(&mut operations, parts::REGIONS);
            // One region, not isolated, with one block that has no values and one operation.
            operations.flagged(1, false);
            [1, 0].into_iter().for_each(|number| operations.varint(number));
            operations.flagged(1, false);
        }
        head(&mut operations, 0);
        let answer = answer(&file(&[unknown_location()], &operations));
        match fits {
            true => assert!(answer.is_ok(), "{answer:?}"),
            false => assert!(answer.unwrap_err().contains("nested too deeply")),
        }
    }
}

/// Huge counts must not cause huge allocations.
#[test]
fn huge_numbers_are_refused() {
    // Even, so the regions are not in a section of their own.
    let huge = u64::MAX - 1;
    let cases: [(u8, &[u64]); 5] = [
        (parts::RESULTS, &[huge]),
        (parts::OPERANDS, &[huge]),
        (parts::SUCCESSORS, &[huge]),
        (parts::REGIONS, &[huge]),
        (parts::REGIONS, &[2, 1, huge]),
    ];
    for (mask, numbers) in cases {
        let mut operations = Emitter::default();
        operations.flagged(1, false);
        head(&mut operations, mask);
        numbers.iter().for_each(|&number| operations.varint(number));
        let message = answer(&file(&[unknown_location()], &operations)).unwrap_err();
        assert!(message.contains("do not fit into"), "{message}");
    }
    let blocks = attribute(|out| [0, huge].into_iter().for_each(|number| out.varint(number)));
    let message = answer(&file(&[unknown_location(), blocks], &one_operation())).unwrap_err();
    assert!(
        message.starts_with("invalid bytecode at byte") && message.contains("do not fit into"),
        "{message}"
    );
}

/// The blocks of nested regions must fit into the bytes left, taken together.
#[test]
fn promises_add_up() {
    let mut operations = Emitter::default();
    operations.flagged(1, false);
    for _ in 0..2 {
        head(&mut operations, parts::REGIONS);
        operations.flagged(1, false);
        // 60 blocks; the first one has one operation.
        [60, 0].into_iter().for_each(|number| operations.varint(number));
        operations.flagged(1, false);
    }
    (0..80).for_each(|_| operations.varint(0));
    let message = answer(&file(&[unknown_location()], &operations)).unwrap_err();
    assert!(message.contains("60 blocks do not fit"), "{message}");
}

#[test]
fn values_that_are_not_there_are_refused() {
    let mut operations = Emitter::default();
    operations.flagged(1, false);
    head(&mut operations, parts::OPERANDS);
    [1, 5].into_iter().for_each(|number| operations.varint(number));
    let message = answer(&file(&[unknown_location()], &operations)).unwrap_err();
    assert!(message.contains("value 5 is used, but not defined"), "{message}");
}
