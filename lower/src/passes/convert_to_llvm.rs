//! `convert-to-llvm`: converts the operations of all supported dialects at once.

use crate::conversion::{Legality, LowerOptions, Patterns, TypeConverter, convert_partially};
use crate::options::{OptionDecl, OptionKind};
use crate::pass::{Failed, Pass, PassDef, Target};
use crate::to_llvm;

/// The declaration of the pass.
pub static CONVERT_TO_LLVM: PassDef = PassDef {
    name: "convert-to-llvm",
    summary: "Convert to LLVM via dialect interfaces found in the input IR",
    anchor: None,
    options: &[
        OptionDecl {
            name: "filter-dialects",
            kind: OptionKind::List,
            default: "",
            summary: "Test conversion patterns of only the specified dialects",
        },
        OptionDecl {
            name: "dynamic",
            kind: OptionKind::Flag,
            default: "false",
            summary: "Use op conversion attributes to configure the conversion",
        },
        OptionDecl {
            name: "allow-pattern-rollback",
            kind: OptionKind::Flag,
            default: "true",
            summary: "Of no effect: patterns that fail are always rolled back",
        },
    ],
    make: |options| {
        let dialects = options.list("filter-dialects").into_iter().map(str::to_owned).collect();
        Ok(Box::new(ConvertToLlvm { dialects, dynamic: options.flag("dynamic") }))
    },
};

struct ConvertToLlvm {
    /// The dialects to convert; empty means all.
    dialects: Vec<String>,
    /// Whether to use the data layout of the operation.
    dynamic: bool,
}

impl Pass for ConvertToLlvm {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let context = target.context;
        for name in &self.dialects {
            let message = match context.dialect(name).map(to_llvm::of) {
                None => format!("dialect not loaded: {name}"),
                Some(None) => format!("dialect does not implement ConvertToLLVMPatternInterface: {name}"),
                Some(Some(_)) => continue,
            };
            let location = target.body.op_location(target.op);
            return Err(target.error(location, message));
        }
        let options = if self.dynamic { LowerOptions::new(target.op(), 0) } else { LowerOptions::default() };
        let converter = TypeConverter::new(context, options);
        let mut patterns = Patterns::new(&converter);
        for (dialect, add_patterns) in to_llvm::all(context) {
            if self.dialects.is_empty() || self.dialects.iter().any(|name| name == dialect.namespace) {
                add_patterns(&mut patterns);
            }
        }
        convert_partially(target, &Legality::llvm(), &patterns)
    }
}
