//! Writes the comments that LLVM writes: the module's identifier, the attributes of functions, the predecessors of blocks, what is
//! relocated.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

use super::Writer;
use crate::attributes::Attribute;
use crate::constants::ConstantKind;
use crate::function::{Block, Function, Local, Value};
use crate::graph::reverse_post_order;
use crate::instruction::{Bundle, CallSite, Inst, Instruction};
use crate::module::Module;

/// The column of a comment with predecessors.
const COLUMN: usize = 50;

/// The predecessors of each block, in LLVM's order: the edge created last comes first.
pub(super) type Predecessors = SecondaryMap<Block, Vec<Block>>;

/// The order in which the blocks of a function were given their terminators.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Creation {
    /// Dominators first, as translations of MLIR do.
    DominatorsFirst,
    /// In order, as LLVM's readers do.
    InOrder,
}

/// Computes the predecessors of the blocks of a function.
pub(super) fn predecessors(function: &Function, creation: Creation) -> Predecessors {
    let mut predecessors = Predecessors::new();
    let order = match creation {
        Creation::DominatorsFirst => reverse_post_order(&function.layout, |block| function.successors(block)),
        Creation::InOrder => function.layout.clone(),
    };
    for block in order.into_iter().rev() {
        for successor in function.successors(block) {
            predecessors[successor].push(block);
        }
    }
    predecessors
}

/// The statepoints of a function by the tokens that stand for them: their results, and the landing pads of invokes.
pub(super) type Statepoints = FxHashMap<Local, Inst>;

fn statepoints(module: &Module, function: &Function) -> Statepoints {
    let mut found = Statepoints::default();
    for (_, inst) in function.instructions() {
        let data = &function.insts[inst];
        if !data.inst.call_site().is_some_and(|call| is_call_of(module, call, "gc.statepoint")) {
            continue;
        }
        found.extend(data.result.expand().map(|result| (result, inst)));
        if let Instruction::Invoke(invoke) = &data.inst {
            let mut pad = function.block_insts(invoke.unwind).iter().map(|&pad| &function.insts[pad]);
            let pad = pad.find(|pad| matches!(pad.inst, Instruction::LandingPad(_)));
            found.extend(pad.and_then(|pad| pad.result.expand()).map(|result| (result, inst)));
        }
    }
    found
}

/// Whether a call is one of this intrinsic, among the experimental ones.
fn is_call_of(module: &Module, call: &CallSite, name: &str) -> bool {
    let callee = module.named_callee(call).and_then(|callee| module.name(callee));
    let rest = callee.and_then(|callee| callee.strip_prefix(b"llvm.experimental."));
    rest.is_some_and(|rest| rest.starts_with(name.as_bytes()))
}

impl Writer<'_> {
    /// Writes ` ; (%base, %derived)` after a call of `llvm.experimental.gc.relocate`: what is relocated.
    pub(super) fn relocation_comment(&mut self, function: &Function, inst: Inst) {
        let module = self.module;
        let Some(call) = function.insts[inst].inst.call_site() else { return };
        let [token, base, derived] = call.args[..] else { return };
        let Some(token) = token.local().filter(|_| is_call_of(module, call, "gc.relocate")) else { return };
        let statepoints = self.statepoints.get_or_insert_with(|| statepoints(module, function));
        let Some(site) =
            statepoints.get(&token).and_then(|&statepoint| function.insts[statepoint].inst.call_site())
        else {
            return;
        };
        let is_live = |bundle: &&Bundle| module.strings.get(bundle.tag) == b"gc-live";
        let values = site.bundles.iter().find(is_live).map_or(&site.args[..], |bundle| &bundle.inputs[..]);
        let at = |index: Value| match *module.constants.kind(index.constant()?) {
            ConstantKind::Integer(index) => values.get(usize::try_from(index).ok()?).copied(),
            _ => None,
        };
        if let (Some(base), Some(derived)) = (at(base), at(derived)) {
            self.text(" ; (");
            self.value(base);
            self.text(", ");
            self.value(derived);
            self.text(")");
        }
    }

    /// Writes `; ModuleID = '…'`.
    pub(super) fn module_comment(&mut self) {
        if let Some(id) = self.comments {
            self.text("; ModuleID = '");
            self.text(id);
            self.text("'\n");
        }
    }

    /// Writes `; Function Attrs: …`, and a comment if LLVM does not know an intrinsic.
    pub(super) fn function_comment(&mut self, function: &Function, name: Option<crate::StrId>) {
        if self.comments.is_none() {
            return;
        }
        let module = self.module;
        let set = module.attributes.get_list(function.attributes).function;
        let named = |attribute: &&Attribute| !matches!(attribute, Attribute::String(..));
        let attributes: Vec<Attribute> = module.attributes.get(set).iter().filter(named).copied().collect();
        if !attributes.is_empty() {
            self.text("; Function Attrs:");
            for attribute in attributes {
                self.text(" ");
                self.attribute(attribute, false);
            }
            self.text("\n");
        }
        let name = name.map(|name| module.strings.get(name));
        if name.is_some_and(|name| name.starts_with(b"llvm.") && crate::intrinsics::find(name).is_none()) {
            self.text("; Unknown intrinsic\n");
        }
    }

    /// Writes `; preds = %a, %b` after the label of a block that began at `start`.
    pub(super) fn block_comment(&mut self, block: Block, start: usize) {
        let Some(predecessors) = self.predecessors.as_mut() else { return };
        let predecessors = std::mem::take(&mut predecessors[block]);
        let label = self.out.len() - start;
        self.out.resize(start + COLUMN.max(label + 1), b' ');
        if predecessors.is_empty() {
            return self.text("; No predecessors!");
        }
        self.text("; preds = ");
        self.separated(predecessors, |writer, block| writer.block_name(block));
    }
}

#[cfg(test)]
mod tests {
    use crate::read;
    use crate::writer::write_with_comments;

    const TEXT: &str = "%unused = type { i8 }\n%late = type { i32 }\n%early = type { ptr }\n$b = comdat any\n$a = comdat any\n\
        $c = comdat any\n@x = global %early zeroinitializer, comdat($b)\ndefine void @f(i1 %c) nounwind \"k\"=\"v\" comdat($a) {\n\
        a:\n  %s = alloca %late\n  br i1 %c, label %b, label %dead\nb:\n  br i1 %c, label %b, label %dead\ndead:\n  ret void\n\
        never:\n  ret void\n}\n";

    #[test]
    fn comments_are_llvms() {
        let module = read(TEXT.as_bytes(), "test").unwrap();
        let text = String::from_utf8(write_with_comments(&module, "m")).unwrap();
        assert!(text.starts_with("; ModuleID = 'm'\n"), "{text}");
        assert!(
            text.contains("\n%early = type { ptr }\n%late = type { i32 }\n\n$a = comdat any\n\n$b = "),
            "{text}"
        );
        assert!(!text.contains("unused") && !text.contains("$c"), "{text}");
        assert!(text.contains("\n; Function Attrs: nounwind\ndefine void @f("), "{text}");
        let label = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
        assert_eq!(label("b:"), format!("b:{}; preds = %b, %a", " ".repeat(48)));
        assert_eq!(label("dead:"), format!("dead:{}; preds = %b, %a", " ".repeat(45)));
        assert_eq!(label("never:"), format!("never:{}; No predecessors!", " ".repeat(44)));
    }

    #[test]
    fn structs_are_found_in_metadata() {
        let text = b"%A = type { i32 }\n%B = type { i8 }\n%C = type { i16 }\n%D = type { i64 }\n%E = type { i8, i8 }\n\
            define void @f() !m !0 {\n  %x = alloca %E\n  ret void, !x !1\n}\n!n = !{!2}\n\
            !0 = !{%A undef}\n!1 = !{!3}\n!2 = !{%B undef}\n!3 = !{%C undef}\n";
        let text = String::from_utf8(write_with_comments(&read(text, "test").unwrap(), "m")).unwrap();
        let order = "%E = type { i8, i8 }\n%C = type { i16 }\n%B = type { i8 }\n%A = type { i32 }\n\n";
        assert!(text.contains(order), "{text}");
    }

    #[test]
    fn structs_without_names_are_numbered_as_they_are_found() {
        let text =
            b"%0 = type { i8 }\n%1 = type { i16 }\n%2 = type { i32 }\n@a = global %2 zeroinitializer\n\
            @b = global %1 zeroinitializer\n";
        let text = String::from_utf8(write_with_comments(&read(text, "test").unwrap(), "m")).unwrap();
        assert!(text.contains("%0 = type { i32 }\n%1 = type { i16 }\n\n@a = global %0 "), "{text}");
    }
}
