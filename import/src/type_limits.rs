//! Rejects types whose text would be too large or too deep. The dialect spells out identified structs wherever they are used, so
//! a struct that contains another one twice doubles in size with each level.

use rustc_hash::FxHashMap;
use tern_llvm_ir::writer::type_to_string;
use tern_llvm_ir::{Type, TypeKind};
use tern_mlir::asm::LARGEST_EXPANSION;

use crate::diagnostics::Error;
use crate::{Result, Tables};

/// The limit for the nesting of types. Parsers, including upstream's, recurse once per level.
const MAX_DEPTH: u32 = 200;

/// The approximate size in bytes of a type's text without its element types.
const AROUND: u64 = 12;

impl Tables<'_, '_> {
    /// Checks the size and depth of all types.
    ///
    /// # Errors
    /// If the text of a type would be too large or too deep, or a type contains itself.
    pub(crate) fn check_types(&self) -> Result<()> {
        let types = &self.ir.types;
        // The depth and text size of each type.
        let mut measures: FxHashMap<Type, (u32, u64)> = FxHashMap::default();
        let mut wrong = None;
        let recursive = types.visit_parts_first(types.all(), |ty| {
            let name = match types.kind(ty) {
                TypeKind::Identified(id) => types.structs[*id].name,
                TypeKind::TargetExt { name, .. } => Some(*name),
                _ => None,
            };
            let own = AROUND + name.map_or(0, |name| self.ir.strings.get(name).len() as u64);
            let (mut depth, mut length) = (0, own);
            for part in &types.parts(ty) {
                let (inner, part) = measures.get(part).copied().unwrap_or_default();
                depth = depth.max(inner + 1);
                length = length.saturating_add(part);
            }
            measures.insert(ty, (depth, length));
            let named = |ty| matches!(types.kind(ty), TypeKind::Identified(_));
            // Prefer to report a named type rather than part of its definition.
            let better = wrong.is_none_or(|(known, _)| named(ty) && !named(known));
            if better && (depth > MAX_DEPTH || length > LARGEST_EXPANSION) {
                wrong = Some((ty, depth > MAX_DEPTH));
            }
        });
        let show = |ty| type_to_string(self.ir, ty);
        if let Err(ty) = recursive {
            return Err(Error::new(format!("type '{}' is made of itself", show(ty))));
        }
        match wrong {
            Some((ty, true)) => {
                Err(Error::new(format!("type '{}' is nested too deeply for the dialect", show(ty))))
            }
            Some((ty, false)) => Err(Error::new(format!(
                "type '{}' is too large for the dialect: spelled out it is more than {LARGEST_EXPANSION} bytes",
                show(ty)
            ))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use tern_mlir::asm::LARGEST_EXPANSION;

    use super::{AROUND, MAX_DEPTH};

    /// Imports a module with a global of a type.
    fn import(definitions: &str, ty: &str) -> Result<(), String> {
        let source = format!("{definitions}\n@g = external global {ty}\n");
        let module = tern_llvm_ir::read(source.as_bytes(), "deep.ll").map_err(|error| error.to_string())?;
        let imported = crate::import(&tern_mlir::Context::new(tern_dialect_llvm::DIALECTS), &module);
        imported.map(|_| ()).map_err(|found| found[0].message().to_owned())
    }

    #[test]
    fn types_are_nested_so_deeply_and_no_deeper() {
        let nested =
            |depth: u32| format!("{}i8{}", "[1 x ".repeat(depth as usize), "]".repeat(depth as usize));
        assert_eq!(import("", &nested(MAX_DEPTH)), Ok(()));
        let refused = import("", &nested(MAX_DEPTH + 1)).expect_err("it is too deep");
        assert!(refused.ends_with("is nested too deeply for the dialect"), "{refused}");
    }

    #[test]
    fn types_are_spelled_so_long_and_no_longer() {
        let struct_of = |length: u64| {
            let name = "s".repeat(usize::try_from(length).expect("it fits"));
            import(&format!("%{name} = type {{ i8 }}"), &format!("%{name}"))
        };
        // The text around a struct, and around its only field.
        let longest = LARGEST_EXPANSION - 2 * AROUND;
        assert_eq!(struct_of(longest), Ok(()));
        let refused = struct_of(longest + 1).expect_err("it is too long");
        assert!(refused.contains("is too large for the dialect"), "{refused}");
        let target_type = |length: u64| {
            let name = "t".repeat(usize::try_from(length).expect("it fits"));
            import("", &format!("target(\"{name}\")"))
        };
        assert_eq!(target_type(LARGEST_EXPANSION - AROUND), Ok(()));
        let refused = target_type(LARGEST_EXPANSION - AROUND + 1).expect_err("it is too long");
        assert!(refused.contains("is too large for the dialect"), "{refused}");
    }

    #[test]
    fn of_types_that_are_too_large_one_with_a_name_is_told_of() {
        let mut definitions = String::from("%s0 = type { i64, i64 }\n");
        for n in 1..24 {
            definitions += &format!("%s{n} = type {{ {{ %s{0}, %s{0} }}, i8 }}\n", n - 1);
        }
        let refused = import(&definitions, "{ %s23, %s23 }").expect_err("it is too large");
        assert!(refused.starts_with("type '%s"), "{refused}");
    }
}
