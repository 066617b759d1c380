//! The types that an intrinsic can have, as spelled in the tables: `result(parameter,…)`, with `{…}` for several results. Source:
//! LLVM's `Intrinsics.td`.
//!
//! | spelled | type |
//! |---|---|
//! | `i32`, `v4f32`, `nxv16i8`, `p3`, `void` | exactly this type |
//! | `any`, `anyint`, `anyfloat`, `anyvector`, `anyptr` | overloaded: any type of a kind; the name has suffixes for these, in order |
//! | `pointers:0` | overloaded: a vector of pointers, with as many elements as overloaded type 0 |
//! | `0` | overloaded type 0 |
//! | `wide:0`, `narrow:0` | overloaded type 0 with elements twice or half as wide |
//! | `element:0` | the element type of overloaded type 0 |
//! | `halves:0`, `quarters:0` | a vector with two or four times as many elements, which are half or a quarter as wide |
//! | `part3:0` | a vector with a third of the elements |
//! | `bits:0` | overloaded type 0 with integers of the same width as elements |
//! | `as:0:i1` | `i1`, or a vector of `i1` with as many elements as overloaded type 0 if that is a vector |
//! | `...` | variable arguments |

use super::Overload;
use crate::module::Module;
use crate::types::{Type, TypeKind};

/// The spelled type of an intrinsic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Signature {
    result: &'static str,
    params: &'static str,
}

/// The result of matching a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Match {
    Yes,
    No,
    /// Undecided: it depends on an overloaded type that comes later.
    Later,
}

impl Match {
    fn of(matches: bool) -> Self {
        if matches { Self::Yes } else { Self::No }
    }
}

impl Signature {
    /// Splits the text in a table into result and parameters.
    pub(super) fn new(spelled: &'static str) -> Self {
        let (result, params) = spelled.split_once('(').unwrap_or((spelled, ""));
        Self { result, params: params.strip_suffix(')').unwrap_or(params) }
    }

    /// The types of the results; none for `void`.
    fn results(self) -> impl Iterator<Item = &'static str> {
        self.result.trim_matches(['{', '}']).split(',').filter(|spelled| *spelled != "void")
    }

    fn params(self) -> impl Iterator<Item = &'static str> {
        self.params.split(',').filter(|spelled| !spelled.is_empty() && *spelled != "...")
    }

    fn returns_struct(self) -> bool {
        self.result.starts_with('{')
    }

    /// The positions of the overloaded types, in order.
    pub(super) fn overloads(self) -> impl Iterator<Item = Overload> {
        let is_struct = self.returns_struct();
        let results = self.results().enumerate().filter(|(_, spelled)| is_overloaded(spelled));
        let params = self.params().enumerate().filter(|(_, spelled)| is_overloaded(spelled));
        let result = move |(index, _)| if is_struct { Overload::Field(index) } else { Overload::Result };
        results.map(result).chain(params.map(|(index, _)| Overload::Parameter(index)))
    }

    /// The return type, if it is fixed and not `void`.
    pub(super) fn fixed_result(self, module: &Module) -> Option<Type> {
        let mut fields = self.results().map(|spelled| fixed_type(module, spelled));
        if !self.returns_struct() {
            return fields.next()?;
        }
        let fields = fields.collect::<Option<_>>()?;
        Some(module.types.intern(TypeKind::Struct { packed: false, fields }))
    }

    /// Whether the intrinsic takes variable arguments.
    pub(super) fn is_variadic(self) -> bool {
        self.params.ends_with("...")
    }

    /// The function type, if nothing is overloaded.
    pub(super) fn fixed_type(self, module: &Module) -> Option<Type> {
        let ret = match self.result {
            "void" => module.types.common.void,
            _ => self.fixed_result(module)?,
        };
        let params = self.params().map(|spelled| fixed_type(module, spelled)).collect::<Option<_>>()?;
        Some(module.types.intern(TypeKind::Function { ret, params, varargs: self.is_variadic() }))
    }

    /// The function type for these overloaded types; `None` if the intrinsic cannot have them.
    pub(super) fn type_with(self, module: &Module, overloaded: &[Type]) -> Option<Type> {
        let mut given = overloaded.iter().copied();
        let mut next = |spelled| match is_overloaded(spelled) {
            true => given.next(),
            false => derived(module, spelled, overloaded)?,
        };
        let results = self.results().map(&mut next).collect::<Option<Box<[Type]>>>()?;
        let params = self.params().map(&mut next).collect::<Option<_>>()?;
        let ret = if self.returns_struct() {
            module.types.intern(TypeKind::Struct { packed: false, fields: results })
        } else {
            results.first().copied().unwrap_or(module.types.common.void)
        };
        let ty = module.types.intern(TypeKind::Function { ret, params, varargs: self.is_variadic() });
        self.overloaded_types(module, ty).filter(|found| found == overloaded).map(|_| ty)
    }

    /// The overloaded types in a function type, in order; `None` if it does not match the signature.
    pub(super) fn overloaded_types(self, module: &Module, function_type: Type) -> Option<Vec<Type>> {
        self.matched(module, function_type).ok()
    }

    /// The overloaded types in a function type, in order, or the first part that does not match the signature.
    pub(super) fn matched(self, module: &Module, function_type: Type) -> Result<Vec<Type>, Mismatch> {
        let TypeKind::Function { ret, params, varargs } = module.types.kind(function_type) else {
            return Err(Mismatch::Result);
        };
        let results = match (self.returns_struct(), module.types.kind(*ret)) {
            (true, TypeKind::Struct { packed: false, fields }) => &fields[..],
            (true, _) => return Err(Mismatch::Result),
            // An overloaded result may be missing.
            (false, TypeKind::Void) if self.result != "any" => &[],
            (false, _) => std::slice::from_ref(ret),
        };
        if self.results().count() != results.len() {
            return Err(Mismatch::Result);
        }
        let (mut overloaded, mut later) = (Vec::new(), Vec::new());
        let types = results.iter().map(|&ty| (ty, Mismatch::Result));
        let types = types.chain(params.iter().map(|&ty| (ty, Mismatch::Parameter)));
        for (spelled, (ty, mismatch)) in self.results().chain(self.params()).zip(types) {
            let found = match is_overloaded(spelled) {
                true => {
                    overloaded.push(ty);
                    overloaded_as(module, spelled, ty, &overloaded)
                }
                false => derived_as(module, spelled, ty, &overloaded),
            };
            match found {
                Match::Yes => {}
                Match::No => return Err(mismatch),
                Match::Later => later.push((spelled, ty, mismatch)),
            }
        }
        if params.len() > self.params().count() {
            return Err(Mismatch::Parameter);
        }
        for (spelled, ty, mismatch) in later {
            let found = match is_overloaded(spelled) {
                true => overloaded_as(module, spelled, ty, &overloaded),
                false => derived_as(module, spelled, ty, &overloaded),
            };
            if found != Match::Yes {
                return Err(mismatch);
            }
        }
        if params.len() < self.params().count() || self.is_variadic() != *varargs {
            return Err(Mismatch::Varargs);
        }
        Ok(overloaded)
    }
}

/// The part of a function type that is not as an intrinsic's signature requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mismatch {
    Result,
    Parameter,
    /// Parameters are missing, or there are variable arguments on one side only.
    Varargs,
}

/// Whether a type becomes part of the name.
fn is_overloaded(spelled: &str) -> bool {
    spelled.starts_with("any") || spelled.starts_with("pointers:")
}

/// Whether a type is of the kind that an overloaded position requires.
fn overloaded_as(module: &Module, spelled: &str, ty: Type, overloaded: &[Type]) -> Match {
    let types = &module.types;
    Match::of(match spelled {
        "any" => true,
        "anyint" => types.integer_width(types.scalar(ty)).is_some(),
        "anyfloat" => types.is_float(types.scalar(ty)),
        "anyvector" => types.is_vector(ty),
        "anyptr" => types.is_pointer(ty),
        _ => {
            let Some(like) = referred(spelled, overloaded) else { return Match::Later };
            shape(module, like).is_some_and(|like| shape(module, ty) == Some(like))
                && types.is_pointer(types.scalar(ty))
        }
    })
}

/// Whether a type matches a position that is not overloaded.
fn derived_as(module: &Module, spelled: &str, ty: Type, overloaded: &[Type]) -> Match {
    match derived(module, spelled, overloaded) {
        Some(expected) => Match::of(expected == Some(ty)),
        None => Match::Later,
    }
}

/// The type at a position that is not overloaded, if there is one; `None` if it depends on an overloaded type that comes later.
fn derived(module: &Module, spelled: &str, overloaded: &[Type]) -> Option<Option<Type>> {
    let types = &module.types;
    if let Some(fixed) = fixed_type(module, spelled) {
        return Some(Some(fixed));
    }
    let like = referred(spelled, overloaded)?;
    let word = spelled.split(':').next().unwrap_or(spelled);
    let vector = |len, scalable, element| types.intern(TypeKind::Vector { len, scalable, element });
    Some(match (word, types.kind(like)) {
        ("element", TypeKind::Vector { element, .. }) => Some(*element),
        ("wide" | "narrow", _) => {
            resized(module, types.scalar(like), word == "wide").map(|scalar| types.with_scalar(like, scalar))
        }
        ("halves", &TypeKind::Vector { len, scalable, element }) => resized(module, element, false)
            .zip(len.checked_mul(2))
            .map(|(element, len)| vector(len, scalable, element)),
        ("quarters", &TypeKind::Vector { len, scalable, element }) => resized(module, element, false)
            .and_then(|half| resized(module, half, false))
            .zip(len.checked_mul(4))
            .map(|(element, len)| vector(len, scalable, element)),
        ("bits", TypeKind::Vector { element, .. }) => {
            let width = types.integer_width(*element).or_else(|| types.float_width(*element));
            width.map(|width| types.with_scalar(like, types.integer(width)))
        }
        ("as", _) => {
            let element =
                spelled.splitn(3, ':').nth(2).and_then(|element| derived(module, element, overloaded));
            let element = element?.filter(|&element| !types.is_vector(element));
            element.map(|element| types.with_scalar(like, element))
        }
        (word, &TypeKind::Vector { len, scalable, element }) if word.starts_with("part") => {
            let parts: Option<u32> = word["part".len()..].parse().ok();
            let parts = parts.filter(|&parts| parts != 0 && len >= parts);
            parts.map(|parts| vector(len / parts, scalable, element))
        }
        (word, _) if word.bytes().all(|byte| byte.is_ascii_digit()) => Some(like),
        _ => None,
    })
}

/// The overloaded type that a spelling refers to, if it has been determined already.
fn referred(spelled: &str, overloaded: &[Type]) -> Option<Type> {
    let number = spelled.split(':').nth(1).unwrap_or(spelled);
    overloaded.get(number.parse::<usize>().ok()?).copied()
}

/// The number of elements of a vector, and whether it is scalable.
fn shape(module: &Module, ty: Type) -> Option<(u32, bool)> {
    match *module.types.kind(ty) {
        TypeKind::Vector { len, scalable, .. } => Some((len, scalable)),
        _ => None,
    }
}

/// The scalar type that is twice or half as wide.
fn resized(module: &Module, scalar: Type, wider: bool) -> Option<Type> {
    let kind = match (module.types.kind(scalar), wider) {
        (TypeKind::Integer(width), true) => TypeKind::Integer(width.checked_mul(2)?),
        (TypeKind::Integer(width), false) if width % 2 == 0 => TypeKind::Integer(width / 2),
        (TypeKind::Half, true) | (TypeKind::Double, false) => TypeKind::Float,
        (TypeKind::Float, true) => TypeKind::Double,
        (TypeKind::Float, false) => TypeKind::Half,
        _ => return None,
    };
    Some(module.types.intern(kind))
}

/// Parses a type without open parts.
fn fixed_type(module: &Module, spelled: &str) -> Option<Type> {
    let vector = spelled.strip_prefix("nxv").map(|rest| (rest, true));
    if let Some((rest, scalable)) = vector.or_else(|| Some((spelled.strip_prefix('v')?, false)))
        && let Some(end) = rest.find(|c: char| !c.is_ascii_digit())
        && let Ok(len) = rest[..end].parse()
    {
        let element = fixed_type(module, &rest[end..])?;
        return Some(module.types.intern(TypeKind::Vector { len, scalable, element }));
    }
    let kind = match spelled {
        "f16" => TypeKind::Half,
        "bf16" => TypeKind::BFloat,
        "f32" => TypeKind::Float,
        "f64" => TypeKind::Double,
        "f128" => TypeKind::Fp128,
        "ppcf128" => TypeKind::PpcFp128,
        "x86amx" => TypeKind::X86Amx,
        "token" => TypeKind::Token,
        "metadata" => TypeKind::Metadata,
        "aarch64svcount" => {
            let name = module.strings.intern(b"aarch64.svcount");
            TypeKind::TargetExt { name, types: [].into(), integers: [].into() }
        }
        _ => match (spelled.strip_prefix('i'), spelled.strip_prefix('p')) {
            (Some(width), _) => TypeKind::Integer(width.parse().ok()?),
            (_, Some(space)) => TypeKind::Pointer(space.parse().ok()?),
            _ => return None,
        },
    };
    Some(module.types.intern(kind))
}

#[cfg(test)]
mod tests {
    use crate::read;

    /// The number of overloaded types that match a declaration `result @name(parameters)`.
    fn overloaded(declaration: &str) -> Option<usize> {
        let module = read(format!("declare {declaration}").as_bytes(), "signature").unwrap();
        let global = module.functions[0];
        let name = module.strings.get(module.globals[global].name.unwrap()).to_vec();
        let intrinsic = crate::intrinsics::find(&name).unwrap();
        intrinsic.overloaded_types(&module, module.globals[global].ty).map(|types| types.len())
    }

    #[test]
    fn types_follow_from_the_overloaded_types() {
        for declaration in [
            "float @llvm.fabs.f32(float)",
            "<4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, <4 x i1>, <4 x float>)",
            "{ <2 x i32>, <2 x i1> } @llvm.sadd.with.overflow.v2i32(<2 x i32>, <2 x i32>)",
            "{ <2 x i8>, <2 x i8>, <2 x i8> } @llvm.vector.deinterleave3.v6i8(<6 x i8>)",
            "float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)",
            "<8 x i16> @llvm.aarch64.neon.umull.v8i16(<8 x i8>, <8 x i8>)",
            "void @llvm.fake.use(...)",
            "void @llvm.va_start.p5(ptr addrspace(5))",
        ] {
            let module = read(format!("declare {declaration}").as_bytes(), "signature").unwrap();
            let global = &module.globals[module.functions[0]];
            let intrinsic = crate::intrinsics::find(module.strings.get(global.name.unwrap())).unwrap();
            let overloaded = intrinsic.overloaded_types(&module, global.ty).unwrap();
            assert_eq!(intrinsic.type_with(&module, &overloaded), Some(global.ty), "{declaration}");
        }
        let module = crate::Module::new();
        let fabs = crate::intrinsics::find(b"llvm.fabs").unwrap();
        assert_eq!(fabs.type_with(&module, &[module.types.common.i32]), None);
        assert_eq!(fabs.type_with(&module, &[]), None);
    }

    #[test]
    fn types_are_compared_with_the_signature() {
        for (declaration, expected) in [
            ("float @llvm.fabs.f32(float)", Some(1)),
            ("i32 @llvm.fabs.f32(i32)", None),
            ("float @llvm.fabs.f32(double)", None),
            ("<4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, <4 x i1>, <4 x float>)", Some(2)),
            ("<4 x float> @llvm.masked.gather.v4f32.v2p0(<2 x ptr>, <4 x i1>, <4 x float>)", None),
            ("<4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32, <4 x i1>)", None),
            ("{i32, i1} @llvm.sadd.with.overflow.i32(i32, i32)", Some(1)),
            ("{<2 x i32>, i1} @llvm.sadd.with.overflow.v2i32(<2 x i32>, <2 x i32>)", None),
            ("{<2 x i32>, <2 x i1>} @llvm.sadd.with.overflow.v2i32(<2 x i32>, <2 x i32>)", Some(1)),
            ("{<2 x i8>, <2 x i8>, <2 x i8>} @llvm.vector.deinterleave3.v6i8(<6 x i8>)", Some(1)),
            ("{<2 x i8>, <2 x i8>, <2 x i8>} @llvm.vector.deinterleave3.v7i8(<7 x i8>)", Some(1)),
            ("{<2 x i8>, <2 x i8>, <2 x i8>} @llvm.vector.deinterleave3.v5i8(<5 x i8>)", None),
            ("float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)", Some(1)),
            ("double @llvm.vector.reduce.fadd.v4f32(double, <4 x float>)", None),
            ("<8 x i16> @llvm.aarch64.neon.umull.v8i16(<8 x i8>, <8 x i8>)", Some(1)),
            ("<8 x i16> @llvm.aarch64.neon.umull.v8i16(<8 x i16>, <8 x i8>)", None),
            ("void @llvm.fake.use(...)", Some(0)),
            ("void @llvm.fake.use()", None),
            ("void @llvm.va_start.p5(ptr addrspace(5))", Some(1)),
            ("void @llvm.lifetime.start.p0(i64, ptr)", None),
            ("<vscale x 4 x i32> @llvm.aarch64.sve.sunpkhi.nxv4i32(<vscale x 8 x i16>)", Some(1)),
            ("target(\"aarch64.svcount\") @llvm.aarch64.sve.ptrue.c8()", Some(0)),
        ] {
            assert_eq!(overloaded(declaration), expected, "{declaration}");
        }
    }
}
