//! Generates types of LLVM IR.

use tern_llvm_ir::types::IdentifiedStruct;
use tern_llvm_ir::{Type, TypeKind};

use super::Generator;

/// The floating point types.
const FLOATS: [TypeKind; 7] = [
    TypeKind::Float,
    TypeKind::Double,
    TypeKind::Half,
    TypeKind::BFloat,
    TypeKind::X86Fp80,
    TypeKind::Fp128,
    TypeKind::PpcFp128,
];

impl Generator {
    /// Chooses a palette of few types for the case, so that instructions can use each other's results.
    pub(super) fn make_palette(&mut self) {
        let common = self.module.types.common;
        self.palette = vec![common.i32, common.ptr, common.i1];
        let more = self.choices.below(6);
        for _ in 0..more {
            let ty = self.value_type(2);
            self.palette.push(ty);
        }
    }

    /// A type of the palette.
    pub(super) fn any_type(&mut self) -> Type {
        *self.choices.pick(&self.palette)
    }

    /// A type of the palette that satisfies `is`, or `otherwise`.
    pub(super) fn type_where(&mut self, is: impl Fn(&Self, Type) -> bool, otherwise: Type) -> Type {
        let fitting: Vec<Type> = self.palette.iter().copied().filter(|&ty| is(self, ty)).collect();
        if fitting.is_empty() { otherwise } else { *self.choices.pick(&fitting) }
    }

    /// A type of the palette that is not an aggregate: LLVM does not print structs that are only used in metadata, and the
    /// dialect cannot represent block addresses in aggregates in metadata.
    pub(super) fn plain_type(&mut self) -> Type {
        let is_plain = |g: &Self, ty| !g.module.types.is_aggregate(ty) && !g.module.types.is_vector(ty);
        self.type_where(is_plain, self.module.types.common.i32)
    }

    pub(super) fn integer_type(&mut self) -> Type {
        let width = match self.choices.weighted(&[70, 20, 8, 2]) {
            0 => *self.choices.pick(&[32, 64, 8, 1, 16]),
            1 => self.choices.within(1, 128),
            2 => self.choices.within(129, 600),
            _ => *self.choices.pick(&[8_388_608, 1_000_000, 4096]),
        };
        self.module.types.integer(width as u32)
    }

    pub(super) fn float_type(&mut self) -> Type {
        let kind = match self.choices.weighted(&[60, 40]) {
            0 => &FLOATS[self.choices.below(2)],
            // The last one is `ppc_fp128`.
            _ => self.choices.pick(&FLOATS[..FLOATS.len() - usize::from(!self.options.beyond_mlir)]),
        };
        self.module.types.intern(kind.clone())
    }

    pub(super) fn pointer_type(&mut self) -> Type {
        let space = match self.choices.weighted(&[70, 30]) {
            0 => 0,
            _ => *self.choices.pick(&[1, 3, 5, 200, 0xff_ffff]),
        };
        self.module.types.pointer(space)
    }

    /// A possible element type of a vector.
    pub(super) fn scalar_type(&mut self) -> Type {
        match self.choices.weighted(&[50, 30, 20]) {
            0 => self.integer_type(),
            1 => self.float_type(),
            _ => self.pointer_type(),
        }
    }

    fn vector_type(&mut self, scalable: bool) -> Type {
        let element = match self.scalar_type() {
            // Very wide integers make large texts.
            ty if self.module.types.integer_width(ty).is_some_and(|width| width > 600) => {
                self.module.types.common.i64
            }
            ty if !self.options.beyond_mlir && *self.module.types.kind(ty) == TypeKind::PpcFp128 => {
                self.module.types.common.double
            }
            ty => ty,
        };
        let len = *self.choices.pick(&[4, 1, 2, 3, 8, 5, 16]);
        self.module.types.intern(TypeKind::Vector { len, scalable, element })
    }

    /// A type that can be stored in memory.
    pub(super) fn value_type(&mut self, depth: usize) -> Type {
        let aggregates = if depth > 0 { 12 } else { 0 };
        match self.choices.weighted(&[50, 15, 8, aggregates, aggregates, aggregates / 2]) {
            0 => self.scalar_type(),
            1 => self.vector_type(false),
            2 => self.vector_type(true),
            3 => {
                let element = self.fixed_type(depth - 1);
                let len = self.choices.below(5) as u64;
                self.module.types.intern(TypeKind::Array { len, element })
            }
            4 => {
                let (packed, fields) = (self.choices.chance(20), self.fields(depth));
                self.module.types.intern(TypeKind::Struct { packed, fields })
            }
            _ => self.identified(depth),
        }
    }

    /// A type of fixed size.
    pub(super) fn fixed_type(&mut self, depth: usize) -> Type {
        let ty = self.value_type(depth);
        if self.is_fixed(ty) { ty } else { self.module.types.common.i64 }
    }

    fn fields(&mut self, depth: usize) -> Box<[Type]> {
        let count = self.choices.below(4);
        (0..count).map(|_| self.fixed_type(depth - 1)).collect()
    }

    /// An identified struct, named or numbered.
    fn identified(&mut self, depth: usize) -> Type {
        let name = if self.choices.chance(15) { None } else { Some(self.fresh_name("struct.s")) };
        let (packed, fields) = (self.choices.chance(20), self.fields(depth));
        self.module.types.add_struct(IdentifiedStruct { name, fields: Some(fields), packed })
    }

    /// A target extension type, including those that LLVM knows.
    pub(super) fn target_type(&mut self) -> Type {
        let common = self.module.types.common;
        let (name, types, integers): (&str, Vec<Type>, Vec<u32>) = match self.choices.below(5) {
            0 => ("a.type", Vec::new(), Vec::new()),
            1 => ("another \"type\"", vec![common.i32, common.void], vec![1, u32::MAX]),
            2 => ("spirv.Image", vec![common.float], vec![1, 0, 0, 0, 0, 0, 0]),
            3 => ("aarch64.svcount", Vec::new(), Vec::new()),
            _ => ("numbers", Vec::new(), vec![0]),
        };
        let name = self.text(name);
        self.module.types.intern(TypeKind::TargetExt { name, types: types.into(), integers: integers.into() })
    }

    pub(super) fn function_type(&mut self, ret: Type, params: Vec<Type>, varargs: bool) -> Type {
        self.module.types.intern(TypeKind::Function { ret, params: params.into(), varargs })
    }

    /// Whether a type has a fixed size: it contains no scalable vector.
    pub(super) fn is_fixed(&self, ty: Type) -> bool {
        !matches!(
            self.module.types.kind(ty),
            TypeKind::Vector { scalable: true, .. } | TypeKind::TargetExt { .. } | TypeKind::Token
        )
    }

    /// Whether this is an integer or a vector of integers.
    pub(super) fn is_integral(&self, ty: Type) -> bool {
        self.module.types.integer_width(self.module.types.scalar(ty)).is_some()
    }

    /// Whether this is a float or a vector of floats.
    pub(super) fn is_floating(&self, ty: Type) -> bool {
        self.module.types.is_float(self.module.types.scalar(ty))
    }

    /// Whether this is a pointer or a vector of pointers.
    pub(super) fn is_address(&self, ty: Type) -> bool {
        self.module.types.is_pointer(self.module.types.scalar(ty))
    }
}
