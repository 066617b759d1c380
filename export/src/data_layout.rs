//! Translates `#dlti.dl_spec` to LLVM's data layout string. Source: LangRef, Data Layout.

use tern_dialect_llvm as llvm;
use tern_dialect_llvm::dlti::{self, FUNCTION_POINTER_ALIGNMENT, Key};
use tern_mapping::data_layout::{KeyForm, form_of};
use tern_mlir::declare::Param;
use tern_mlir::int::IntValue;
use tern_mlir::types::{FloatKind, TypeKind};
use tern_mlir::{AttrKind, OpRef, Type};

use crate::mlir::Attribute;
use crate::{Exporter, Result};

impl Exporter<'_> {
    /// The data layout string for the specification on a module.
    pub(crate) fn data_layout(&self, module: OpRef<'_>, spec: Attribute) -> Result<String> {
        let entries: Vec<(Key<'_>, Attribute)> = dlti::entries(self.context, spec).collect();
        let mut parts = Vec::new();
        for (key, value) in &entries {
            if let Key::Name(name) = key {
                parts.extend(self.named_layout(module, name, *value)?);
            }
        }
        for (key, value) in &entries {
            if let Key::Type(ty) = key {
                parts.extend(self.type_layout(module, *ty, *value)?);
            }
        }
        Ok(parts.join("-"))
    }

    fn named_layout(&self, module: OpRef<'_>, key: &str, value: Attribute) -> Result<Option<String>> {
        let context = self.context;
        let Some(form) = form_of(key) else {
            return self.plain_error(module, format!("unsupported data layout key \"{key}\""));
        };
        let text = value.as_str(context);
        let spelled = match form {
            KeyForm::Endianness => text.map(|text| if text == "little" { "e" } else { "E" }.to_owned()),
            KeyForm::Text(prefix) => text.map(|text| format!("{prefix}{text}")),
            KeyForm::Number(prefix) => match value.as_u64(context) {
                Some(0) => return Ok(None),
                number => number.map(|number| format!("{prefix}{number}")),
            },
            KeyForm::FunctionPointer => match value.declared(context, &FUNCTION_POINTER_ALIGNMENT) {
                Some([Param::Unsigned(0), _]) => return Ok(None),
                Some([Param::Unsigned(bits), dependent]) => {
                    Some(format!("F{}{bits}", if *dependent == Param::Bool(true) { 'n' } else { 'i' }))
                }
                _ => None,
            },
            KeyForm::Widths => value.as_dense_i32(context).map(|widths| {
                let widths: Vec<String> = widths.iter().map(i32::to_string).collect();
                format!("n{}", widths.join(":"))
            }),
        };
        match spelled {
            Some(spelled) => Ok(Some(spelled)),
            None => self.plain_error(module, format!("malformed value for data layout key \"{key}\"")),
        }
    }

    fn type_layout(&self, module: OpRef<'_>, ty: Type, value: Attribute) -> Result<Option<String>> {
        let context = self.context;
        let numbers = self.layout_numbers(value);
        let (prefix, size) = match ty.kind(context) {
            TypeKind::Index => return Ok(None),
            TypeKind::Integer { width, signedness }
                if *signedness == tern_mlir::types::Signedness::Signless =>
            {
                ("i", *width)
            }
            TypeKind::Integer { .. } => {
                let ty = tern_mlir::asm::type_to_string(context, ty);
                return self
                    .plain_error(module, format!("unsupported data layout for non-signless integer '{ty}'"));
            }
            TypeKind::Float(FloatKind::F16) => ("f", 16),
            TypeKind::Float(FloatKind::F32) => ("f", 32),
            TypeKind::Float(FloatKind::F64) => ("f", 64),
            TypeKind::Float(FloatKind::F80) => ("f", 80),
            TypeKind::Float(FloatKind::F128) => ("f", 128),
            _ => match (llvm::types::address_space(context, ty), &numbers[..]) {
                (Some(space), [size, abi, rest @ ..]) => {
                    let preferred = rest.first().unwrap_or(abi);
                    let index = rest.get(1).unwrap_or(size);
                    return Ok(Some(format!("p{space}:{size}:{abi}:{preferred}:{index}")));
                }
                _ => {
                    let ty = tern_mlir::asm::type_to_string(context, ty);
                    return self.plain_error(module, format!("unsupported type in data layout: '{ty}'"));
                }
            },
        };
        let Some(&abi) = numbers.first() else {
            return self.plain_error(module, "malformed value of a type in the data layout".to_owned());
        };
        let preferred = numbers.get(1).copied().filter(|preferred| *preferred != abi);
        Ok(Some(format!("{prefix}{size}:{abi}{}", preferred.map(|it| format!(":{it}")).unwrap_or_default())))
    }

    /// The numbers in a dense vector of `i64`, in older versions of `i32`, or the value of a single integer.
    fn layout_numbers(&self, value: Attribute) -> Vec<u64> {
        match value.kind(self.context) {
            AttrKind::DenseElements { ty, data, splat } => {
                let width =
                    ty.elements(self.context).and_then(|(element, _)| element.integer_width(self.context));
                let size = width.map_or(8, |width| width.div_ceil(8).clamp(1, 8) as usize);
                let numbers =
                    data.chunks_exact(size).filter_map(|bytes| IntValue::from_le_bytes(64, bytes).as_u64());
                match (ty.kind(self.context), splat) {
                    (TypeKind::Vector { shape, .. }, true) => {
                        let count = shape.first().map_or(1, |&len| usize::try_from(len).unwrap_or(1).min(4));
                        numbers.take(1).cycle().take(count).collect()
                    }
                    _ => numbers.collect(),
                }
            }
            _ => value.as_u64(self.context).into_iter().collect(),
        }
    }
}
