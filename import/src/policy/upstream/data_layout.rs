//! Translates LLVM's data layout string to `#dlti.dl_spec`. Source: LangRef, Data Layout.

use tern_dialect_llvm as llvm;
use tern_dialect_llvm::dlti::{DL_ENTRY, DL_SPEC, FUNCTION_POINTER_ALIGNMENT};
use tern_mapping::data_layout::{DEFAULT, KEYS, KeyForm};
use tern_mlir::declare::Param;
use tern_mlir::types::{FloatKind, Signedness, TypeKind};
use tern_mlir::{AttrKind, Attribute, Type};

use crate::builder::string;
use crate::{Error, Importer, Result, Tables};

impl Importer<'_, '_> {
    /// The data layout of the module: entries for types first, then those with names. Missing entries get MLIR's defaults.
    pub(crate) fn data_layout(&mut self) -> Result<Attribute> {
        let context = self.context;
        let given = self.ir.data_layout.map(|text| self.ir.text(text)).unwrap_or_default();
        type Entries = Vec<(Attribute, Attribute)>;
        let (mut types, mut names): (Entries, Entries) = Default::default();
        for token in given.split('-').chain(DEFAULT.split('-')).filter(|token| !token.is_empty()) {
            let (list, entry) = match self.layout_type(token)? {
                Some((ty, value)) => (&mut types, (Attribute::of_type(context, ty), value)),
                None => match self.layout_name(token)? {
                    Some((name, value)) => (&mut names, (Attribute::string(context, name), value)),
                    None => {
                        let message = format!("unhandled data layout token: {token}");
                        self.warn(self.module_location(), &*message);
                        self.count_loss(&message);
                        continue;
                    }
                },
            };
            // The first entry for a key wins.
            if list.iter().all(|(key, _)| *key != entry.0) {
                list.push(entry);
            }
        }
        let entries = types.into_iter().chain(names).map(|(key, value)| {
            let entry = [Param::Attribute(key), Param::Attribute(value)];
            Param::Attribute(Attribute::declare(context, &DL_ENTRY, entry))
        });
        Ok(Attribute::declare(context, &DL_SPEC, [Param::List(entries.collect::<Vec<_>>().into())]))
    }

    /// Parses an entry for a type: `i64:32:64`, `f80:128`, `p1:64:64:64:32`. `None` for other tokens.
    fn layout_type(&mut self, token: &str) -> Result<Option<(Type, Attribute)>> {
        let context = self.context;
        let (head, rest) = token.split_once(':').unwrap_or((token, ""));
        let Some(kind) = head.bytes().next().filter(|kind| b"ifp".contains(kind)) else { return Ok(None) };
        let number: Option<u32> = head[1..].parse().ok();
        let numbers: Option<Vec<u64>> = rest.split(':').map(|number| number.parse().ok()).collect();
        let numbers = numbers.unwrap_or_default();
        if kind == b'p' {
            let malformed = || malformed("p[n]:<size>:<abi>[:<pref>][:<idx>]");
            let space = if head.len() == 1 { 0 } else { number.ok_or_else(malformed)? };
            let [size, abi, ref rest @ ..] = numbers[..] else { return Err(malformed()) };
            let values = [size, abi, *rest.first().unwrap_or(&abi), *rest.get(1).unwrap_or(&size)];
            return Ok(Some((llvm::types::pointer(context, space), self.layout_numbers(&values))));
        }
        let Some((width, &[abi, ref rest @ ..])) = number.zip(Some(&numbers[..])) else {
            return Err(malformed(&format!("{}<size>:<abi>[:<pref>]", char::from(kind))));
        };
        let float = |kind| context.ty(TypeKind::Float(kind));
        let ty = match (kind, width) {
            (b'i', width) => Type::integer(context, width),
            (_, 16) => float(FloatKind::F16),
            (_, 32) => float(FloatKind::F32),
            (_, 64) => float(FloatKind::F64),
            (_, 80) => float(FloatKind::F80),
            (_, 128) => float(FloatKind::F128),
            _ => return Ok(None),
        };
        Ok(Some((ty, self.layout_numbers(&[abi, *rest.first().unwrap_or(&abi)]))))
    }
}

impl Tables<'_, '_> {
    /// `dense<[…]> : vector<nxi64>`
    fn layout_numbers(&self, numbers: &[u64]) -> Attribute {
        let context = self.context;
        let element = context.common.i64;
        let shape = [numbers.len() as i64].into();
        let ty = context.ty(TypeKind::Vector { shape, scalable: [false].into(), element });
        let splat = numbers.windows(2).all(|pair| pair[0] == pair[1]);
        let kept = if splat { &numbers[..1] } else { numbers };
        let data = kept.iter().flat_map(|number| number.to_le_bytes()).collect();
        context.attr(AttrKind::DenseElements { ty, data, splat })
    }

    /// Parses an entry whose key is a name. `None` for other tokens.
    fn layout_name(&self, token: &str) -> Result<Option<(&'static str, Attribute)>> {
        let context = self.context;
        if token.starts_with("ni") {
            return Ok(None);
        }
        for &(key, form) in KEYS {
            let value = match form {
                KeyForm::Endianness => match token {
                    "e" => string(context, b"little"),
                    "E" => string(context, b"big"),
                    _ => continue,
                },
                KeyForm::Text(prefix) => {
                    let Some(text) = token.strip_prefix(prefix) else {
                        if token.starts_with(&prefix[..1]) {
                            let form = format!("{prefix}<mangling>");
                            return Err(malformed(&form));
                        }
                        continue;
                    };
                    string(context, text.as_bytes())
                }
                KeyForm::Number(prefix) => {
                    let Some(rest) = token.strip_prefix(prefix) else { continue };
                    let number: i64 = rest.parse().map_err(|_| malformed(&format!("{prefix}<number>")))?;
                    let ty = match key.ends_with("_space") {
                        true => context.ty(TypeKind::Integer { width: 64, signedness: Signedness::Unsigned }),
                        false => context.common.i64,
                    };
                    Attribute::integer(context, ty, number)
                }
                KeyForm::FunctionPointer => {
                    let Some(rest) = token.strip_prefix('F') else { continue };
                    let (dependent, bits) = match (rest.strip_prefix('n'), rest.strip_prefix('i')) {
                        (Some(bits), _) => (true, bits),
                        (_, Some(bits)) => (false, bits),
                        _ => return Err(malformed("F<type><abi>")),
                    };
                    let bits = bits.parse().map_err(|_| malformed("F<type><abi>"))?;
                    let params = [Param::Unsigned(bits), Param::Bool(dependent)];
                    Attribute::declare(context, &FUNCTION_POINTER_ALIGNMENT, params)
                }
                KeyForm::Widths => {
                    let Some(rest) = token.strip_prefix('n') else { continue };
                    let widths: Option<Vec<i32>> = rest.split(':').map(|width| width.parse().ok()).collect();
                    let widths = widths.ok_or_else(|| malformed("n<number>[:<number>]*"))?;
                    Attribute::dense_i32(context, &widths)
                }
            };
            return Ok(Some((key, value)));
        }
        Ok(None)
    }
}

fn malformed(form: &str) -> Error {
    Error::new(format!("malformed specification, must be of the form \"{form}\""))
}
