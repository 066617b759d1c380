//! Constant trip counts of loops, and induction variables. Counts are exact: no count relies on flags such as `nsw` in the loop. What
//! begins and ends a loop may be computed, as long as it is [known](crate::known) to be one number unless it is poison. Source for the
//! terms: LLVM, `ScalarEvolution`.
//!
//! ```
//! use tern_analysis::graph::{Cfg, Dominators, Loops};
//! use tern_analysis::trip_counts::TripCounts;
//!
//! let text = b"define void @f() {\nentry:\n  br label %loop\nloop:\n  %i = phi i32 [ 3, %entry ], [ %next, %loop ]\n\
//!     \x20 %next = add i32 %i, 2\n  %more = icmp slt i32 %next, 20\n  br i1 %more, label %loop, label %end\nend:\n  ret void\n}\n";
//! let module = tern_llvm_ir::read(text, "f.ll").unwrap();
//! let (_, _, function) = module.definitions().next().unwrap();
//! let cfg = Cfg::of(function);
//! let dominators = Dominators::new(&cfg);
//! let loops = Loops::new(&cfg, &dominators);
//! let counts = TripCounts::new(&module, function, &cfg, &dominators, &loops);
//! let inner = loops.innermost(function.layout[1]).unwrap();
//! // The edge back to the header is taken 8 times, and then the loop is left.
//! assert_eq!(counts.back_edges(inner), Some(8));
//! assert_eq!(counts.inductions(inner)[0].step.signed(), 2);
//! ```

mod affine;
mod evaluate;
mod exits;
mod memory;
mod outside;
mod scalars;

use std::cell::OnceCell;

use tern_llvm_ir::cranelift_entity::EntityRef;
use tern_llvm_ir::function::Local;
use tern_llvm_ir::graph::{Cfg, Dominators, Loop, Loops};
use tern_llvm_ir::{Block, Function, Module, Value};

use crate::integers::Integer;
use crate::known::KnownIntegers;
use affine::Evolution;
use outside::Outside;

/// A variable to which each iteration of a loop adds the same constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Induction {
    /// The PHI node in the header of the loop.
    pub phi: Local,
    /// Its value in the first iteration.
    pub start: Value,
    /// What each iteration adds; for a pointer, bytes.
    pub step: Integer,
}

/// The results for a loop.
#[derive(Clone, Default, Debug)]
struct Known {
    back_edges: Option<u128>,
    inductions: Vec<Induction>,
}

/// The trip counts and induction variables of the loops of a function.
#[derive(Clone, Debug)]
pub struct TripCounts {
    loops: Vec<Known>,
}

impl TripCounts {
    /// Computes them.
    pub fn new(
        module: &Module,
        function: &Function,
        cfg: &Cfg<Block>,
        dominators: &Dominators<Block>,
        loops: &Loops<Block>,
    ) -> Self {
        let computed = OnceCell::new();
        let known = || computed.get_or_init(|| KnownIntegers::new(module, function, cfg, dominators.clone()));
        Self::with_known(module, function, cfg, dominators, loops, &known)
    }

    /// As [`new`](Self::new), with known bits and ranges of the function's integers, which `known` returns. It is called only if a loop needs
    /// them.
    pub fn with_known<'k>(
        module: &Module,
        function: &Function,
        cfg: &Cfg<Block>,
        dominators: &Dominators<Block>,
        loops: &Loops<Block>,
        known: &dyn Fn() -> &'k KnownIntegers,
    ) -> Self {
        let (places, layout) = (function.blocks_of_insts(), module.layout());
        // The budget for evaluating loops iteration by iteration.
        let mut steps = 4_000_000 + 64 * function.insts.len();
        let exits = loops.all_exit_edges(cfg);
        let known = || -> &KnownIntegers { known() };
        let outside = Outside { module, function, cfg, known: &known };
        let mut of = |this: Loop| {
            let &[latch] = &loops.latches(cfg, this)[..] else { return Known::default() };
            let mut evolution =
                Evolution::new((module, &layout), function, &places, loops, &outside, (this, latch));
            let inductions = evolution.inductions();
            let mut least = None;
            for edges in exits.of(this.index()).chunk_by(|(one, _), (other, _)| one == other) {
                let (block, _) = edges[0];
                let is_passed = dominators.dominates(block, latch);
                let count = is_passed.then(|| exits::count(&mut evolution, block, &mut steps)).flatten();
                match count {
                    Some(exits::Count::Never) => {}
                    Some(exits::Count::After(count)) => {
                        least = Some(least.map_or(count, |least: u128| least.min(count)))
                    }
                    None => return Known { back_edges: None, inductions },
                }
            }
            Known { back_edges: least, inductions }
        };
        Self { loops: loops.iter().map(|(this, _)| of(this)).collect() }
    }

    /// How often the edge back to the header is taken each time that the loop is entered; none if that is no constant, or not known. The
    /// header runs once more.
    pub fn back_edges(&self, of: Loop) -> Option<u128> {
        self.loops[of.index()].back_edges
    }

    /// The induction variables.
    pub fn inductions(&self, of: Loop) -> &[Induction] {
        &self.loops[of.index()].inductions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The count of a loop with these PHI nodes, instructions and condition of going on.
    fn count(body: &str) -> Option<u128> {
        let text = format!(
            "@a = global [100 x i32] zeroinitializer\n@t = constant [3 x i16] [i16 5, i16 6, i16 0]\ndefine void @f(i32 %n, ptr %p) {{\nentry:\n  br label %loop\n\
             loop:\n{body}\n  br i1 %more, label %loop, label %end\nend:\n  ret void\n}}\n"
        );
        let module =
            tern_llvm_ir::read(text.as_bytes(), "f.ll").unwrap_or_else(|error| panic!("{error}\n{text}"));
        let (_, _, function) = module.definitions().next().unwrap();
        let cfg = Cfg::of(function);
        let dominators = Dominators::new(&cfg);
        let loops = Loops::new(&cfg, &dominators);
        let counts = TripCounts::new(&module, function, &cfg, &dominators, &loops);
        counts.back_edges(loops.innermost(function.layout[1]).unwrap())
    }

    #[test]
    fn affine_loops_are_counted() {
        let cases = [
            ("i8", "0", "1", "icmp ne i8 %next, 10", Some(9)),
            ("i8", "0", "1", "icmp ult i8 %i, 10", Some(10)),
            ("i8", "0", "3", "icmp ne i8 %next, 10", Some(173)),
            ("i8", "0", "2", "icmp ne i8 %next, 9", None),
            ("i8", "10", "-3", "icmp sge i8 %next, 0", Some(3)),
            ("i8", "10", "-3", "icmp uge i8 %next, 1", Some(173)),
            ("i8", "0", "1", "icmp sle i8 %next, 127", None),
            ("i8", "0", "100", "icmp slt i8 %next, 120", Some(13)),
            ("i64", "0", "1", "icmp ult i64 %next, 1000000000000", Some(999_999_999_999)),
            ("i32", "0", "0", "icmp eq i32 %next, 1", Some(0)),
            ("i32", "%n", "1", "icmp ne i32 %next, %n", Some(4_294_967_295)),
        ];
        for (ty, start, step, condition, expected) in cases {
            let body = format!(
                "  %i = phi {ty} [ {start}, %entry ], [ %next, %loop ]\n  %next = add {ty} %i, {step}\n  %more = {condition}"
            );
            assert_eq!(count(&body), expected, "{start} {step} {condition}");
        }
    }

    #[test]
    fn pointers_and_evaluated_loops_are_counted() {
        let cases = [
            (
                "  %q = phi ptr [ @a, %entry ], [ %next, %loop ]\n  %next = getelementptr i32, ptr %q, i64 1\n\
                 \x20 %more = icmp ne ptr %next, getelementptr inbounds (i8, ptr @a, i64 400)",
                Some(99),
            ),
            (
                "  %x = phi i32 [ 1, %entry ], [ %next, %loop ]\n  %next = shl i32 %x, 1\n  %more = icmp ult i32 %next, 1000",
                Some(9),
            ),
            (
                "  %x = phi i32 [ 1, %entry ], [ %next, %loop ]\n  %next = mul i32 %x, %n\n  %more = icmp ult i32 %next, 1000",
                None,
            ),
            (
                "  %x = phi float [ 0.0, %entry ], [ %next, %loop ]\n  %next = fadd float %x, 0.5\n  %more = fcmp olt float %next, 3.0",
                Some(5),
            ),
            (
                "  %x = phi float [ 0.0, %entry ], [ %next, %loop ]\n  %next = fadd contract float %x, 0.5\n  %more = fcmp olt float %next, 3.0",
                None,
            ),
            (
                "  %q = phi ptr [ @t, %entry ], [ %next, %loop ]\n  %v = load i16, ptr %q\n  %next = getelementptr i16, ptr %q, i64 1\n\
                 \x20 %more = icmp ne i16 %v, 0",
                Some(2),
            ),
            (
                "  %q = phi ptr [ @t, %entry ], [ %next, %loop ]\n  %v = load i16, ptr %q\n  %next = getelementptr i16, ptr %q, i64 1\n\
                 \x20 %more = icmp ne i16 %v, 7",
                None,
            ),
        ];
        for (body, expected) in cases {
            assert_eq!(count(body), expected, "{body}");
        }
    }

    #[test]
    fn checked_operations_end_loops() {
        let cases = [
            ("sadd", "%i, 50", "xor i1 %wraps, true", Some(2)),
            ("sadd", "100, %i", "icmp ne i8 %next, -56", Some(1)),
            ("usub", "%i, 1", "xor i1 %wraps, true", Some(0)),
            ("usub", "%i, 1", "or i1 %wraps, false", Some(1)),
            ("smul", "%i, 3", "xor i1 %wraps, true", Some(5)),
            ("umul", "%i, %i", "icmp ult i8 %next, 100", Some(4)),
        ];
        for (op, operands, condition, expected) in cases {
            let body = format!(
                "  %i = phi i8 [ 0, %entry ], [ %next, %loop ]\n  \
                 %pair = call {{ i8, i1 }} @llvm.{op}.with.overflow.i8(i8 {})\n  %number = extractvalue {{ i8, i1 }} %pair, 0\n  \
                 %wraps = extractvalue {{ i8, i1 }} %pair, 1\n  %next = add i8 %number, {}\n  %more = {condition}",
                operands.replace(", ", ", i8 "),
                u8::from(op.ends_with("mul")),
            );
            assert_eq!(count(&body), expected, "{body}");
        }
    }

    #[test]
    fn addresses_in_an_object_are_in_order() {
        let body = |ty: &str, bound: &str, predicate: &str| {
            format!(
                "  %q = phi ptr [ @a, %entry ], [ %next, %loop ]\n  %x = load {ty}, ptr @t\n  %next = getelementptr {ty}, ptr %q, i64 1\n\
                 \x20 %more = icmp {predicate} ptr %next, getelementptr (i8, ptr @a, i64 {bound})"
            )
        };
        let run = |ty: &str, bound: &str, predicate: &str| count(&body(ty, bound, predicate));
        assert_eq!(run("{ i64, i64 }", "400", "ult"), Some(24));
        assert_eq!(run("{ i64, i64 }", "401", "ult"), None);
        assert_eq!(run("{ i64, i64 }", "400", "slt"), None);
    }

    #[test]
    fn parts_of_tables_are_loaded() {
        // The table has the bytes 5, 0, 6, 0, 0, 0.
        let body = |ty: &str, stop: &str, step: &str| {
            format!(
                "  %q = phi ptr [ @t, %entry ], [ %next, %loop ]\n  %v = load {ty}, ptr %q\n\
                 \x20 %next = getelementptr i8, ptr %q, i64 {step}\n  %more = icmp ne {ty} %v, {stop}"
            )
        };
        let run = |ty: &str, stop: &str, step: &str| count(&body(ty, stop, step));
        assert_eq!(run("i8", "6", "1"), Some(2));
        assert_eq!(run("i32", "6", "1"), Some(2));
        assert_eq!(run("i32", "393216", "1"), None);
        assert_eq!(run("i32", "1536", "1"), Some(1));
        assert_eq!(run("i32", "393221", "1"), Some(0));
        assert_eq!(run("i8", "7", "1"), None);
        assert_eq!(run("i40", "6", "2"), None);
        assert_eq!(run("i32", "6", "2"), Some(1));
    }
}
