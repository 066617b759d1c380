use tern_llvm_ir::instruction::{BinaryOp, CastOp, Flags, IntPredicate};
use tern_llvm_ir::{Module, Value};

use super::domain::Known;
use super::{KnownIntegers, arithmetic, intrinsics};
use crate::integers::Integer;

const WIDTH: u32 = 3;

fn integers(width: u32) -> impl Iterator<Item = Integer> {
    (0..1 << width).map(move |bits| Integer::new(width, bits).unwrap())
}

/// What is known of an integer that is in a set, for all sets of integers of a width.
fn all(width: u32) -> Vec<Known> {
    let of_set = |set: u32| {
        let members = integers(width).filter(|it| set >> it.unsigned() & 1 != 0);
        members.map(Known::exactly).reduce(Known::or)
    };
    let mut all: Vec<Known> = (1..1 << (1 << width)).filter_map(of_set).collect();
    all.sort_by_key(|known| (known.zeros(), known.ones(), known.unsigned(), known.signed()));
    all.dedup();
    all
}

/// The integers that something is known of.
fn held(known: Known) -> impl Iterator<Item = Integer> {
    integers(known.width()).filter(move |integer| known.holds(*integer))
}

/// What an instruction with flags makes of two integers, if that is not poison.
fn exact(op: BinaryOp, flags: Flags, a: Integer, b: Integer) -> Option<Integer> {
    let result = a.binary(op, b)?;
    let (x, y) = (a.signed(), b.signed());
    let (ux, uy) = (a.unsigned() as i128, b.unsigned() as i128);
    let (signed, unsigned) = match op {
        BinaryOp::Add => (x + y, ux + uy),
        BinaryOp::Sub => (x - y, ux - uy),
        BinaryOp::Mul => (x * y, ux * uy),
        BinaryOp::Shl => (x << uy, ux << uy),
        _ => (result.signed(), result.unsigned() as i128),
    };
    let is_right = (!flags.contains(Flags::NSW) || signed == result.signed())
        && (!flags.contains(Flags::NUW) || unsigned == result.unsigned() as i128)
        && (!flags.contains(Flags::DISJOINT) || ux & uy == 0);
    is_right.then_some(result)
}

/// Every integer that an instruction can compute is in what is said of its result.
#[test]
fn binary_instructions_compute_what_is_known() {
    let all = all(WIDTH);
    let none = Flags::empty();
    let wrapping = [none, Flags::NSW, Flags::NUW, Flags::NSW | Flags::NUW];
    let disjoint = [none, Flags::DISJOINT];
    let cases: [(BinaryOp, &[Flags]); 13] = [
        (BinaryOp::Add, &wrapping),
        (BinaryOp::Sub, &wrapping),
        (BinaryOp::Mul, &wrapping),
        (BinaryOp::Shl, &wrapping),
        (BinaryOp::Or, &disjoint),
        (BinaryOp::UDiv, &[none]),
        (BinaryOp::URem, &[none]),
        (BinaryOp::SDiv, &[none]),
        (BinaryOp::SRem, &[none]),
        (BinaryOp::LShr, &[none]),
        (BinaryOp::AShr, &[none]),
        (BinaryOp::And, &[none]),
        (BinaryOp::Xor, &[none]),
    ];
    let (mut possible, mut said) = (0_u64, 0_u64);
    for (op, flags) in cases {
        for &flags in flags {
            for (&a, &b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
                let result = arithmetic::binary(op, flags, a, b);
                let mut seen = 0_u32;
                for (x, y) in held(a).flat_map(|x| held(b).map(move |y| (x, y))) {
                    let Some(exact) = exact(op, flags, x, y) else { continue };
                    seen |= 1 << exact.unsigned();
                    let is_known = result.is_some_and(|known| known.holds(exact));
                    assert!(is_known, "{op:?} {flags:?} {x} {y}: {exact}, not in {result:?} of {a} and {b}");
                }
                possible += u64::from(seen.count_ones());
                said += result.map_or(0, |known| held(known).count() as u64);
            }
        }
    }
    // How much more is said to be possible than is.
    assert!(said * 100 < possible * 125, "{said} of {possible}");
}

#[test]
fn casts_compute_what_is_known() {
    for known in all(WIDTH) {
        for (op, width, flags) in [
            (CastOp::ZExt, 5, Flags::empty()),
            (CastOp::ZExt, 5, Flags::NNEG),
            (CastOp::SExt, 5, Flags::empty()),
            (CastOp::Trunc, 2, Flags::empty()),
            (CastOp::Trunc, 2, Flags::NUW),
            (CastOp::Trunc, 2, Flags::NSW),
        ] {
            let result = arithmetic::cast(op, flags, known, width);
            for integer in held(known) {
                let exact = integer.cast(op, width).unwrap();
                let is_poison = flags.contains(Flags::NNEG) && integer.signed() < 0
                    || flags.contains(Flags::NUW) && exact.unsigned() != integer.unsigned()
                    || flags.contains(Flags::NSW) && exact.signed() != integer.signed();
                assert!(
                    is_poison || result.is_some_and(|it| it.holds(exact)),
                    "{op:?} {flags:?} {integer} {known}"
                );
            }
        }
    }
}

#[test]
fn comparisons_are_decided_rightly() {
    use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let all = all(WIDTH);
    for predicate in [Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle] {
        for (&a, &b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            let decided = arithmetic::compare(predicate, a, b);
            let left = arithmetic::where_holds(predicate, a, b);
            for (x, y) in held(a).flat_map(|x| held(b).map(move |y| (x, y))) {
                let holds = x.compare(predicate, y);
                assert!(decided.is_none_or(|decided| decided == holds), "{predicate:?} {a} {b}");
                assert!(!holds || left.is_some_and(|left| left.holds(x)), "{predicate:?} {x} {y} {a} {b}");
                assert_eq!(holds, y.compare(predicate.swapped(), x));
                assert_ne!(holds, x.compare(predicate.inverse(), y));
            }
        }
    }
}

/// What an intrinsic makes of integers; `None` if that is poison.
fn computed(name: &str, x: Integer, y: Integer) -> Option<Integer> {
    let limits = Known::nothing(x.width()).unwrap();
    let ((_, high), (least, most)) = (limits.unsigned(), limits.signed());
    let (a, b) = (x.unsigned() as i128, y.unsigned() as i128);
    let width = x.width();
    let rotate = |by: i128| a << by | a >> (i128::from(width) - by);
    let bits = match name {
        "umax" => a.max(b),
        "umin" => a.min(b),
        "smax" => x.signed().max(y.signed()),
        "smin" => x.signed().min(y.signed()),
        "uadd.sat" => (a + b).min(high as i128),
        "usub.sat" => (a - b).max(0),
        "sadd.sat" => (x.signed() + y.signed()).clamp(least, most),
        "ssub.sat" => (x.signed() - y.signed()).clamp(least, most),
        // The second argument says whether the least number, or zero, gives poison.
        "abs" if y.unsigned() & 1 != 0 && x.signed() == least => return None,
        "abs" => x.signed().abs(),
        "ctpop" => a.count_ones().into(),
        "ctlz" | "cttz" if y.unsigned() & 1 != 0 && x.is_zero() => return None,
        "ctlz" => i128::from(a.leading_zeros() - (128 - width)),
        "cttz" => a.trailing_zeros().min(width).into(),
        "bitreverse" => (0..width).fold(0, |bits, at| bits | (a >> at & 1) << (width - 1 - at)),
        "fshl" => rotate(b % i128::from(width)),
        _ => rotate((i128::from(width) - b % i128::from(width)) % i128::from(width)),
    };
    Some(x.with(bits as u128))
}

#[test]
fn intrinsics_compute_what_is_known() {
    let all = all(WIDTH);
    let names = ["umax", "umin", "smax", "smin", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat"];
    let single = ["abs", "ctpop", "ctlz", "cttz", "bitreverse", "fshl", "fshr"];
    for name in names.into_iter().chain(single) {
        for (&a, &b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            let args = match name {
                "fshl" | "fshr" => vec![Some(a), Some(a), Some(b)],
                "abs" | "ctlz" | "cttz" => {
                    vec![Some(a), arithmetic::cast(CastOp::Trunc, Flags::empty(), b, 1)]
                }
                _ => vec![Some(a), Some(b)],
            };
            let result = intrinsics::result(name, &args, WIDTH);
            for (x, y) in held(a).flat_map(|x| held(b).map(move |y| (x, y))) {
                let Some(exact) = computed(name, x, y) else { continue };
                assert!(result.is_some_and(|it| it.holds(exact)), "{name} {x} {y}: {exact} {result:?}");
            }
        }
    }
    let nothing = Known::nothing(32).unwrap();
    for name in ["ctlz", "cttz"] {
        let most = |poison: u128| {
            let args = [nothing, Known::exactly(Integer::new(1, poison).unwrap())].map(Some);
            intrinsics::result(name, &args, 32).unwrap().unsigned().1
        };
        assert_eq!((most(0), most(1)), (32, 31), "{name}");
    }
    let known = nothing.with_bits(0xff, 0x1200).unwrap();
    let swapped = intrinsics::result("bswap", &[Some(known)], 32).unwrap();
    assert_eq!((swapped.zeros(), swapped.ones()), (0xff00_0000, 0x0012_0000));
}

/// What is known of the value called `r` where it is returned.
fn returned(body: &str) -> String {
    let text = format!(
        "declare i32 @g()\ndeclare void @llvm.assume(i1)\ndefine i32 @f(i32 %x, i32 %y, ptr %p, i1 %c) {{\n{body}}}\n!0 = !{{i32 3, i32 9}}\n"
    );
    let module: Module = tern_llvm_ir::read(text.as_bytes(), "f.ll").unwrap();
    let (f, _, function) = module.definitions().next().unwrap();
    let known = KnownIntegers::of(&module, f).unwrap();
    let &block = function.layout.last().unwrap();
    let terminator = function.terminator(block).unwrap();
    let mut value: Option<Value> = None;
    function.insts[terminator].inst.for_each_operand(function, |operand| value = Some(operand));
    match known.before(&module, value.unwrap(), block, usize::MAX) {
        Some(known) => format!(
            "{}..{} {}..{}",
            known.unsigned().0,
            known.unsigned().1,
            known.signed().0,
            known.signed().1
        ),
        None => "none".to_owned(),
    }
}

#[test]
fn conditions_bound_values() {
    for (body, expected) in [
        ("  %r = load i32, ptr %p, !range !0\n  ret i32 %r\n", "3..8 3..8"),
        ("  %r = call range(i32 -1, 5) i32 @g()\n  ret i32 %r\n", "0..4294967295 -1..4"),
        // A loop: behind it, the next value is at least 20, and in it at most 19.
        (
            "  br label %l\nl:\n  %i = phi i32 [ 0, %0 ], [ %n, %l ]\n  %n = add i32 %i, 1\n  %m = icmp slt i32 %n, 20\n  br i1 %m, label %l, label %e\ne:\n  ret i32 %i\n",
            "19..19 19..19",
        ),
        // A long loop: bounds come to rest at the limit of the condition.
        (
            "  br label %l\nl:\n  %i = phi i32 [ 0, %0 ], [ %n, %b ]\n  %m = icmp slt i32 %i, 1000\n  br i1 %m, label %b, label %e\nb:\n  %n = add i32 %i, 3\n  br label %l\ne:\n  ret i32 %i\n",
            "1000..1002 1000..1002",
        ),
        // Two conditions at once, one of them of a sum.
        (
            "  %s = add i32 %x, -10\n  %a = icmp ult i32 %s, 5\n  %b = icmp ne i32 %x, 10\n  %k = and i1 %a, %b\n  br i1 %k, label %e, label %u\nu:\n  unreachable\ne:\n  ret i32 %x\n",
            "11..14 11..14",
        ),
        // An assumption holds from there on.
        (
            "  %r = add i32 %x, 0\n  %a = icmp ugt i32 %r, 7\n  call void @llvm.assume(i1 %a)\n  ret i32 %r\n",
            "8..4294967295 -2147483648..2147483647",
        ),
        // The default of a switch is none of the cases.
        (
            "  %m = and i32 %x, 3\n  switch i32 %m, label %e [\n    i32 0, label %u\n    i32 1, label %u\n    i32 3, label %u\n  ]\nu:\n  unreachable\ne:\n  ret i32 %m\n",
            "2..2 2..2",
        ),
        // What is `undef` may be another number where it is chosen than where it is compared.
        (
            "  %f = freeze i32 %x\n  %a = icmp slt i32 %f, 4\n  %r = select i1 %a, i32 %f, i32 4\n  ret i32 %r\n",
            "0..4294967295 -2147483648..4",
        ),
        (
            "  %a = icmp slt i32 %x, 4\n  %r = select i1 %a, i32 %x, i32 4\n  ret i32 %r\n",
            "0..4294967295 -2147483648..2147483647",
        ),
        (
            "  %f = freeze i32 %x\n  %s = add nsw i32 %f, 1\n  %a = icmp slt i32 %s, 4\n  %r = select i1 %a, i32 %s, i32 4\n  ret i32 %r\n",
            "0..4294967295 -2147483647..4",
        ),
        // A value that is always poison.
        ("  %r = add i32 poison, %x\n  ret i32 %r\n", "none"),
        // What the frozen value would be does not bound it.
        (
            "  %a = add nuw i32 %x, 1\n  %r = freeze i32 %a\n  ret i32 %r\n",
            "0..4294967295 -2147483648..2147483647",
        ),
    ] {
        // Blocks that are not reached come before the last one.
        assert_eq!(returned(body), expected, "{body}");
    }
}

#[test]
fn long_loops_end() {
    // Each iteration loses a bit: at the top, at the bottom, and in a product.
    for step in
        ["lshr i128 %i, 1", "shl i128 %i, 1", "mul i128 %i, 3", "add i128 %i, 2", "sub nsw i128 %i, 7"]
    {
        let text = format!(
            "define void @f(i1 %c) {{\n  br label %l\nl:\n  %i = phi i128 [ 12345, %0 ], [ %n, %l ]\n  %n = {step}\n  br i1 %c, label %l, label %e\ne:\n  ret void\n}}\n"
        );
        let module = tern_llvm_ir::read(text.as_bytes(), "f.ll").unwrap();
        let (f, _, function) = module.definitions().next().unwrap();
        let known = KnownIntegers::of(&module, f).unwrap();
        let phi = function.insts[function.block_insts(function.layout[1])[0]].result.expand().unwrap();
        let phi = known.value(&module, phi.into()).unwrap();
        assert!(phi.holds(Integer::new(128, 12345).unwrap()));
        assert_eq!(phi.ones() & 1, u128::from(step.starts_with("add") || step.starts_with("mul")));
    }
}

#[test]
fn values_that_go_a_long_way_are_found_soon() {
    // Each PHI node has what the next one had; and each loop begins with what the one before has left. What is known goes from one to the
    // other, and nothing else is computed anew meanwhile.
    let count = 10_000;
    let mut ring = String::from("define void @f(i1 %c) {\nentry:\n  br label %l\nl:\n");
    for at in 0..count {
        ring += &format!("  %p{at} = phi i32 [ {at}, %entry ], [ %p{}, %l ]\n", (at + 1) % count);
    }
    ring += "  br i1 %c, label %l, label %e\ne:\n  ret void\n}\n";
    let mut chain = String::from("define void @f() {\nl0:\n  br label %l1\n");
    for at in 1..count {
        let before = at - 1;
        chain += &format!(
            "l{at}:\n  %i{at} = phi i32 [ {}, %l{before} ], [ %n{at}, %l{at} ]\n  %n{at} = add i32 %i{at}, 1\n  \
             %c{at} = icmp ult i32 %n{at}, {}\n  br i1 %c{at}, label %l{at}, label %l{}\n",
            if at == 1 { "0".to_owned() } else { format!("%n{before}") },
            at * 3 + 5,
            at + 1
        );
    }
    chain += &format!("l{count}:\n  ret void\n}}\n");
    for (text, block, bounds) in [(ring, 1, (0, u32::MAX.into())), (chain, count - 1, (29_999, 30_001))] {
        let module = tern_llvm_ir::read(text.as_bytes(), "f.ll").unwrap();
        let (f, _, function) = module.definitions().next().unwrap();
        let known = KnownIntegers::of(&module, f).unwrap();
        let phi = function.insts[function.block_insts(function.layout[block])[0]].result.expand().unwrap();
        assert_eq!(known.value(&module, phi.into()).unwrap().unsigned(), bounds);
    }
}
