//! Which values of a function are still needed where, and how many at once.
//!
//! ```
//! use tern_analysis::liveness::{Liveness, Pressure};
//!
//! let text = b"define i32 @f(i32 %x, i32 %y) {\n  %sum = add i32 %x, %y\n  br label %end\nend:\n  %d = mul i32 %sum, %x\n  ret i32 %d\n}\n";
//! let module = tern_llvm_ir::read(text, "f.ll").unwrap();
//! let (_, _, function) = module.definitions().next().unwrap();
//! let liveness = Liveness::of(function).unwrap();
//! let end = function.layout[1];
//! assert_eq!(liveness.live_in(end).len(), 2);
//! assert!(liveness.live_in(end).contains(&function.args[0]) && liveness.live_out(end).is_empty());
//! assert_eq!(Pressure::of(&module, function, &liveness).integers, 2);
//! ```

use serde::Serialize;
use tern_llvm_ir::{Block, Function, Local, Module, TypeKind, graph};

/// The values that are live at the borders of each block that can be reached.
pub type Liveness = graph::Liveness<Block, Local>;

/// How many values of each kind are live at once, at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pressure {
    /// Integers.
    pub integers: u32,
    /// Floating-point numbers.
    pub floats: u32,
    /// Pointers.
    pub pointers: u32,
    /// Vectors of any elements.
    pub vectors: u32,
    /// Structs, arrays, tokens and all else.
    pub others: u32,
}

impl Pressure {
    /// That of a function, by its liveness.
    pub fn of(module: &Module, function: &Function, liveness: &Liveness) -> Self {
        let class = |local: Local| {
            let ty = function.locals[local].ty;
            match module.types.kind(ty) {
                TypeKind::Integer(_) => 0,
                _ if module.types.is_float(ty) => 1,
                TypeKind::Pointer(_) => 2,
                TypeKind::Vector { .. } => 3,
                _ => 4,
            }
        };
        let [integers, floats, pointers, vectors, others] = liveness.pressure(function, class);
        Self { integers, floats, pointers, vectors, others }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_keep_values_alive() {
        let text = b"define float @f(i32 %n, ptr %p, float %x) {\nentry:\n  br label %loop\nloop:\n\
            \x20 %i = phi i32 [ 0, %entry ], [ %next, %loop ]\n  %y = phi float [ %x, %entry ], [ %z, %loop ]\n\
            \x20 %v = load float, ptr %p\n  %z = fadd float %y, %v\n  %next = add i32 %i, 1\n  %c = icmp ult i32 %next, %n\n\
            \x20 br i1 %c, label %loop, label %end\nend:\n  ret float %z\ndead:\n  ret float %x\n}\n";
        let module = tern_llvm_ir::read(text, "f.ll").unwrap();
        let (_, _, function) = module.definitions().next().unwrap();
        let liveness = Liveness::of(function).unwrap();
        let names = |locals: &[Local]| {
            let name = |&local: &Local| {
                String::from_utf8_lossy(module.strings.get(function.locals[local].name.unwrap())).into_owned()
            };
            let mut names: Vec<String> = locals.iter().map(name).collect();
            names.sort();
            names.join(" ")
        };
        let sets: Vec<(String, String)> = function
            .layout
            .iter()
            .map(|&block| (names(liveness.live_in(block)), names(liveness.live_out(block))))
            .collect();
        let expected = [("n p x", "n p x"), ("n p", "n next p z"), ("z", ""), ("", "")];
        assert!(sets.iter().zip(expected).all(|((a, b), (c, d))| a == c && b == d), "{sets:?}");
        let pressure = Pressure::of(&module, function, &liveness);
        assert_eq!((pressure.integers, pressure.floats, pressure.pointers), (3, 2, 1));
    }

    #[test]
    fn sets_out_of_proportion_are_not_made() {
        let mut text = String::from("define void @f(i32 %n) {\n");
        (0..4000).for_each(|at| text.push_str(&format!("  %v{at} = add i32 %n, {at}\n")));
        (0..4000).for_each(|at| text.push_str(&format!("  br label %b{at}\nb{at}:\n")));
        (0..4000).for_each(|at| text.push_str(&format!("  call void @g(i32 %v{at})\n")));
        text.push_str("  ret void\n}\ndeclare void @g(i32)\n");
        let module = tern_llvm_ir::read(text.as_bytes(), "f.ll").unwrap();
        let (_, _, function) = module.definitions().next().unwrap();
        assert!(Liveness::of(function).is_none());
    }
}
