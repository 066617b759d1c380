//! How much stack functions take. What the module says is counted: `alloca`s, and the copies that calls make of `byval` arguments. Registers
//! that code generation spills, other arguments, return addresses and saved registers come on top.

use rustc_hash::FxHashMap;
use serde::Serialize;
use tern_llvm_ir::attributes::AttributeKind;
use tern_llvm_ir::edit::AttributeIndex;
use tern_llvm_ir::instruction::{Alloca, CallSite, TailKind};
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::{Function, Global, Instruction, Module};

use crate::call_graph::CallGraph;
use crate::integers::Integer;

/// The stack that one call of a function takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Frame {
    /// The bytes of all `alloca`s in the entry block with constant counts, each aligned, and of the `byval` arguments of the call that has
    /// most of them.
    pub bytes: u64,
    /// Whether an `alloca` has a size that is known only when the program runs, or is made again and again.
    pub dynamic: bool,
}

/// Whether an `alloca` is a part of the frame that a function makes when it is called: it is in the entry block and has a constant number
/// of elements. Others take stack when they run. Source: LLVM, `AllocaInst::isStaticAlloca`.
pub(crate) fn is_static(module: &Module, alloca: &Alloca, is_in_entry: impl FnOnce() -> bool) -> bool {
    !alloca.inalloca && count(module, alloca).is_some() && is_in_entry()
}

/// The bytes of an `alloca` with a constant number of elements.
pub(crate) fn size(module: &Module, sizes: &Sizes<'_>, alloca: &Alloca) -> Option<u64> {
    let count = u64::try_from(count(module, alloca)?.unsigned()).ok()?;
    sizes.allocated(alloca.allocated)?.checked_mul(count)
}

fn count(module: &Module, alloca: &Alloca) -> Option<Integer> {
    Integer::of(module, alloca.count.constant()?)
}

/// The frame of a function.
pub fn frame(module: &Module, sizes: &Sizes<'_>, function: &Function) -> Frame {
    let mut frame = Frame::default();
    let entry = function.layout.first();
    let mut copies = 0;
    for (block, inst) in function.instructions() {
        let instruction = &function.insts[inst].inst;
        if let Some(call) = instruction.call_site() {
            copies = copies.max(copied(module, sizes, call));
        }
        let Instruction::Alloca(alloca) = instruction else { continue };
        let is_static = is_static(module, alloca, || Some(&block) == entry);
        let Some(size) = size(module, sizes, alloca).filter(|_| is_static) else {
            frame.dynamic = true;
            continue;
        };
        let alignment = alloca.alignment.bytes().or_else(|| sizes.preferred_alignment(alloca.allocated));
        frame.bytes = with(frame.bytes, size, alignment);
    }
    frame.bytes = frame.bytes.saturating_add(copies);
    frame
}

/// The bytes with an object behind them, which is aligned.
fn with(bytes: u64, size: u64, alignment: Option<u64>) -> u64 {
    let begin = bytes.checked_next_multiple_of(alignment.unwrap_or(1).max(1)).unwrap_or(u64::MAX);
    begin.saturating_add(size)
}

/// The bytes of the copies that a call makes of its `byval` arguments. They stay until the callee returns; a `musttail` call puts them where
/// the arguments of its caller are. LangRef: `byval`, `musttail`.
fn copied(module: &Module, sizes: &Sizes<'_>, call: &CallSite) -> u64 {
    if call.tail == TailKind::MustTail {
        return 0;
    }
    let mut bytes = 0;
    for position in 0..call.args.len() {
        let sets = || module.call_attributes(call, AttributeIndex::Parameter(position));
        let ty = sets().find_map(|set| module.attribute_type(set, AttributeKind::ByVal));
        if let Some((ty, size)) = ty.and_then(|ty| Some((ty, sizes.allocated(ty)?))) {
            let stated = sets().find_map(|set| module.attribute_number(set, AttributeKind::Alignment));
            bytes = with(bytes, size, stated.or_else(|| sizes.abi_alignment(ty)));
        }
    }
    bytes
}

/// Why the stack below a function is not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unknown {
    /// A function calls itself, perhaps through others.
    Recursion,
    /// A call goes through a pointer.
    Pointer,
    /// A called function is only declared.
    Declaration,
    /// An `alloca` has no constant size.
    Dynamic,
}

/// The deepest stack that calls of a function need.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Depth {
    /// The bytes of the function and of the deepest chain of calls from it, as far as they are known.
    pub bytes: u64,
    /// The callee of the function with the deepest stack.
    pub next: Option<Global>,
    /// What makes the number a lower bound.
    pub unknown: Vec<Unknown>,
}

/// The stack needs of all functions of a module.
#[derive(Clone, Debug)]
pub struct Stack {
    frames: FxHashMap<Global, Frame>,
    depths: FxHashMap<Global, Depth>,
}

impl Stack {
    /// Computes them. Calls through pointers count with the functions that they may reach. In a cycle of calls each function counts once.
    pub fn of(module: &Module, calls: &CallGraph) -> Self {
        let layout = module.layout();
        let sizes = Sizes { strings: &module.strings, types: &module.types, layout: &layout };
        let frames: FxHashMap<Global, Frame> = module
            .definitions()
            .map(|(global, _, function)| (global, frame(module, &sizes, function)))
            .collect();
        let mut depths: FxHashMap<Global, Depth> = FxHashMap::default();
        let open: rustc_hash::FxHashSet<Global> =
            calls.open_calls().iter().map(|&(caller, _)| caller).collect();
        for component in calls.components() {
            // What all functions of a cycle may call beyond it.
            let mut below: (u64, Option<Global>, Vec<Unknown>) = Default::default();
            let mut own = 0u64;
            for &function in &component {
                let frame = frames.get(&function).copied().unwrap_or_default();
                own = own.saturating_add(frame.bytes);
                let unknown = &mut below.2;
                if frame.dynamic {
                    unknown.push(Unknown::Dynamic);
                }
                if open.contains(&function) {
                    unknown.push(Unknown::Pointer);
                }
                if !frames.contains_key(&function) {
                    unknown.push(Unknown::Declaration);
                }
                for call in calls.callees(function).filter(|call| !calls.are_connected(function, call.callee))
                {
                    let Some(depth) = depths.get(&call.callee) else { continue };
                    if below.1.is_none() || depth.bytes > below.0 {
                        (below.0, below.1) = (depth.bytes, Some(call.callee));
                    }
                    below.2.extend(&depth.unknown);
                }
            }
            // In a component, all functions are recursive or none.
            if calls.is_recursive(component[0]) {
                below.2.push(Unknown::Recursion);
            }
            below.2.sort_unstable();
            below.2.dedup();
            for &function in &component {
                let bytes = own.saturating_add(below.0);
                depths.insert(function, Depth { bytes, next: below.1, unknown: below.2.clone() });
            }
        }
        Self { frames, depths }
    }

    /// The frame of a function; none for a declaration.
    pub fn frame(&self, function: Global) -> Option<Frame> {
        self.frames.get(&function).copied()
    }

    /// The deepest stack from a function on.
    pub fn depth(&self, function: Global) -> Option<&Depth> {
        self.depths.get(&function)
    }

    /// The chain of calls from a function that needs the deepest stack, the function first. Of a cycle of calls only one is in it.
    pub fn deepest(&self, from: Global) -> Vec<Global> {
        std::iter::successors(Some(from), |function| self.depths.get(function)?.next).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_chain_counts() {
        let text = b"declare void @out()\n\
            define void @leaf() {\n  %a = alloca [100 x i8], align 16\n  ret void\n}\n\
            define void @small() {\n  %a = alloca i8\n  call void @out()\n  ret void\n}\n\
            define void @main(i32 %n) {\n  %a = alloca i64\n  call void @leaf()\n  call void @small()\n  ret void\n}\n\
            define void @again(i32 %n) {\n  %a = alloca i8, i32 %n\n  call void @again(i32 %n)\n  ret void\n}\n";
        let module = tern_llvm_ir::read(text, "stack.ll").unwrap();
        let stack = Stack::of(&module, &CallGraph::of(&module));
        let of = |name| stack.depth(module.function(name).unwrap()).unwrap();
        assert_eq!((of("leaf").bytes, of("main").bytes), (100, 108));
        assert_eq!(of("main").unknown, [Unknown::Declaration]);
        assert_eq!(of("again").unknown, [Unknown::Recursion, Unknown::Dynamic]);
        let chain = stack.deepest(module.function("main").unwrap());
        assert_eq!(chain, ["main", "leaf"].map(|name| module.function(name).unwrap()));
    }

    #[test]
    fn copies_of_arguments_count() {
        let text = b"%s = type { [100 x i8] }\n%t = type { [3 x i64], i8 }\n\
            declare void @g(ptr byval(%s), ptr byval(%t) align 32, i32)\ndeclare void @h(ptr)\n\
            define void @two(ptr %s) {\n  %a = alloca i64\n  call void @g(ptr %s, ptr %s, i32 1)\n  call void @h(ptr byval(%t) %s)\n  ret void\n}\n\
            define void @last(ptr byval(%t) %s) {\n  musttail call void @h(ptr byval(%t) %s)\n  ret void\n}\n";
        let module = tern_llvm_ir::read(text, "copies.ll").unwrap();
        let stack = Stack::of(&module, &CallGraph::of(&module));
        let bytes = |name| stack.frame(module.function(name).unwrap()).unwrap().bytes;
        // 100 bytes, 28 unused ones and 28; 8 of the alloca.
        assert_eq!((bytes("two"), bytes("last")), (164, 0));
    }
}
