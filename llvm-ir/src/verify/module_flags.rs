//! Named metadata: module flags, identification, command lines. Source: LangRef, Module Flags Metadata.

use rustc_hash::FxHashMap;

use super::metadata::NodeKind;
use super::{Context, Place, Rule, Violation, broken, check};
use crate::constants::ConstantKind;
use crate::entity::StrId;
use crate::globals::GlobalKind;
use crate::metadata::{MdNode, Metadata};

/// How flags of two modules are merged, by LLVM's number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behavior {
    Any,
    Require,
    Append,
    Max,
    Min,
}

impl Behavior {
    fn of(number: u64) -> Option<Self> {
        match number {
            1 | 2 | 4 => Some(Self::Any),
            3 => Some(Self::Require),
            5 | 6 => Some(Self::Append),
            7 => Some(Self::Max),
            8 => Some(Self::Min),
            _ => None,
        }
    }

    /// The behavior of the flag with this name. LLVM's reader brings that of some up to date.
    fn of_flag(number: u64, name: &[u8]) -> Option<Self> {
        let is_protection = name == b"branch-target-enforcement" || name.starts_with(b"sign-return-address");
        match (name, number) {
            (b"PIC Level", 1 | 7) => Some(Self::Min),
            (b"PIE Level", 1) => Some(Self::Max),
            (_, 1) if is_protection => Some(Self::Min),
            _ => Self::of(number),
        }
    }
}

/// The rules that named metadata violates, in LLVM's order.
pub(super) fn violations(context: &Context<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut note = |outcome: Rule| {
        if let Err(broken) = outcome {
            found.push(Violation { place: Place::Module, broken });
        }
    };
    module_flags(context, &mut note);
    for name in ["llvm.ident", "llvm.commandline"] {
        context.named(name).iter().for_each(|&node| note(context.text_entry(name, node)));
    }
    found
}

fn module_flags(context: &Context<'_>, note: &mut impl FnMut(Rule)) {
    let flags = context.named("llvm.module.flags");
    let mut seen = FxHashMap::default();
    let mut requirements = Vec::new();
    let (mut platform, mut version) = (false, false);
    for &flag in flags {
        note(context.module_flag(flag, &mut seen, &mut requirements));
        if let &[_, name, value] = context.elements(flag) {
            let is_integer = context.metadata_integer(value).is_some();
            match context.metadata_string(name) {
                Some(b"aarch64-elf-pauthabi-platform") => platform |= is_integer,
                Some(b"aarch64-elf-pauthabi-version") => version |= is_integer,
                _ => {}
            }
        }
    }
    if platform != version {
        let message = "either both or no 'aarch64-elf-pauthabi-platform' and 'aarch64-elf-pauthabi-version' module flags must be present";
        note(Err(broken(message, [])));
    }
    for (flag, wanted) in requirements {
        note(match seen.get(&flag) {
            None => Err(broken(
                "invalid requirement on flag, flag is not present in module",
                [Metadata::String(flag).into()],
            )),
            Some(value) if *value != wanted => Err(broken(
                "invalid requirement on flag, flag does not have the required value",
                [Metadata::String(flag).into()],
            )),
            Some(_) => Ok(()),
        });
    }
}

impl<'m> Context<'m> {
    /// The nodes of the named metadata with this name.
    pub(super) fn named(&self, name: &str) -> &'m [MdNode] {
        let name = self.module.strings.find(name.as_bytes());
        let named = &self.module.metadata.named;
        named.iter().find(|(known, _)| Some(*known) == name).map_or(&[], |(_, nodes)| nodes)
    }

    /// An entry of `llvm.ident` or `llvm.commandline`: a string.
    fn text_entry(&self, name: &str, node: MdNode) -> Rule {
        if self.node_kinds[node] == NodeKind::DIEnumerator {
            // Its name is its only operand.
            return Ok(());
        }
        let &[text] = self.elements(node) else {
            let message = format!("incorrect number of operands in {name} metadata");
            return Err(broken(message, [Metadata::Node(node).into()]));
        };
        let message =
            format!("invalid value for {name} metadata entry operand(the operand should be a string)");
        check!(self.metadata_string(text).is_some(), message, text);
        Ok(())
    }

    /// A flag: its behavior, its name, its value. The value of each name is noted, and so are requirements.
    fn module_flag(
        &self,
        flag: MdNode,
        seen: &mut FxHashMap<StrId, Metadata>,
        requirements: &mut Vec<(StrId, Metadata)>,
    ) -> Rule {
        let &[behavior, name, value] = self.elements(flag) else {
            return Err(broken("incorrect number of operands in module flag", [Metadata::Node(flag).into()]));
        };
        let is_integer = self.metadata_integer(behavior).is_some();
        check!(is_integer, "invalid behavior operand in module flag (expected constant integer)", behavior);
        let id = self.metadata_string(name).unwrap_or_default();
        let merge = self.metadata_number(behavior).and_then(|number| Behavior::of_flag(number, id));
        let Some(merge) = merge else {
            let message = "invalid behavior operand in module flag (unexpected constant)";
            return Err(broken(message, [behavior.into()]));
        };
        let Metadata::String(id) = name else {
            let message = "invalid ID operand in module flag (expected metadata string)";
            return Err(broken(message, [name.into()]));
        };
        let number = self.metadata_integer(value);
        match merge {
            Behavior::Any => {}
            Behavior::Min => {
                let is_right = number.as_ref().is_some_and(|(ty, number)| {
                    let bits = self.types().integer_width(*ty).unwrap_or(64);
                    number.bits() < u64::from(bits)
                });
                let message = "invalid value for 'min' module flag (expected constant non-negative integer)";
                check!(is_right, message, value);
            }
            Behavior::Max => check!(
                number.is_some(),
                "invalid value for 'max' module flag (expected constant integer)",
                value
            ),
            Behavior::Require => {
                let pair = match value {
                    Metadata::Node(node) => self.elements(node),
                    _ => &[],
                };
                let &[required, wanted] = pair else {
                    let message = "invalid value for 'require' module flag (expected metadata pair)";
                    return Err(broken(message, [value.into()]));
                };
                let Metadata::String(required) = required else {
                    let message =
                        "invalid value for 'require' module flag (first value operand should be a string)";
                    return Err(broken(message, [required.into()]));
                };
                requirements.push((required, wanted));
            }
            Behavior::Append => {
                let is_node = matches!(value, Metadata::Node(_));
                let message = "invalid value for 'append'-type module flag (expected a metadata node)";
                check!(is_node, message, value);
            }
        }
        if merge != Behavior::Require {
            let is_new = seen.insert(id, value).is_none();
            check!(is_new, "module flag identifiers must be unique (or of 'require' type)", name);
        }
        match self.module.strings.get(id) {
            b"wchar_size" => {
                check!(number.is_some(), "wchar_size metadata requires constant integer argument");
            }
            b"Linker Options" => {
                let options = self.module.strings.find(b"llvm.linker.options");
                let is_upgraded = self.module.metadata.named.iter().any(|(name, _)| Some(*name) == options);
                check!(is_upgraded, "'Linker Options' named metadata no longer supported");
            }
            b"SemanticInterposition" => {
                check!(number.is_some(), "SemanticInterposition metadata requires constant integer argument");
            }
            b"CG Profile" => {
                let entries = match value {
                    Metadata::Node(entries) => match self.node_kinds[entries] {
                        NodeKind::Tuple | NodeKind::DIExpression | NodeKind::DIAssignID => Some(entries),
                        _ => None,
                    },
                    _ => None,
                };
                let Some(entries) = entries else {
                    return Err(broken("expected a MDNode triple", [value.into()]));
                };
                self.elements(entries).iter().try_for_each(|&entry| self.call_count(entry))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// An entry of the call graph's profile: caller, callee, count.
    fn call_count(&self, entry: Metadata) -> Rule {
        let operands = match entry {
            Metadata::Node(node) => self.elements(node),
            _ => &[],
        };
        let &[caller, callee, count] = operands else {
            return Err(broken("expected a MDNode triple", [entry.into()]));
        };
        for function in [caller, callee] {
            let is_function = match function {
                Metadata::Null => true,
                Metadata::Constant(constant) => match *self.constants().kind(self.without_casts(constant)) {
                    ConstantKind::Global(global) => {
                        matches!(self.global(global).kind, GlobalKind::Function(_))
                    }
                    _ => false,
                },
                _ => false,
            };
            check!(is_function, "expected a Function or null", function);
        }
        let is_integer = match count {
            Metadata::Constant(constant) => {
                self.types().integer_width(self.constants().ty(constant)).is_some()
            }
            _ => false,
        };
        check!(is_integer, "expected an integer constant", count);
        Ok(())
    }
}
