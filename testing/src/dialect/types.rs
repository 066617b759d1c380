//! Generates types of the dialect.

use tern_dialect_llvm::constraints::{is_float, is_integer, is_pointer, is_scalable_vector, vector_element};
use tern_dialect_llvm::types;
use tern_mlir::{FloatKind, Type, TypeKind};

use super::Generator;

const FLOATS: [FloatKind; 6] =
    [FloatKind::F32, FloatKind::F64, FloatKind::F16, FloatKind::BF16, FloatKind::F80, FloatKind::F128];

impl Generator<'_> {
    /// Chooses a palette of few types for the case, so that operations can use each other's results.
    pub(super) fn make_palette(&mut self) {
        self.palette = vec![self.context.common.i32, self.pointer(0), self.context.common.i1];
        for _ in 0..self.choices.below(6) {
            let ty = self.value_type(2);
            self.palette.push(ty);
        }
    }

    pub(super) fn pointer(&self, space: u32) -> Type {
        types::pointer(self.context, space)
    }

    pub(super) fn void(&self) -> Type {
        types::void(self.context)
    }

    pub(super) fn float(&self, kind: FloatKind) -> Type {
        self.context.ty(TypeKind::Float(kind))
    }

    pub(super) fn vector(&self, element: Type, len: i64, scalable: bool) -> Type {
        self.context.ty(TypeKind::Vector { shape: [len].into(), scalable: [scalable].into(), element })
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

    fn integer_type(&mut self) -> Type {
        let width = match self.choices.weighted(&[70, 20, 8, 2]) {
            0 => *self.choices.pick(&[32, 64, 8, 1, 16]),
            1 => self.choices.within(1, 128),
            2 => self.choices.within(129, 600),
            _ => *self.choices.pick(&[8_388_608, 4096]),
        };
        Type::integer(self.context, width as u32)
    }

    fn float_type(&mut self) -> Type {
        match self.choices.weighted(&[60, 35, 5]) {
            0 => {
                let kind = *self.choices.pick(&FLOATS[..2]);
                self.float(kind)
            }
            1 => {
                let kind = *self.choices.pick(&FLOATS);
                self.float(kind)
            }
            _ => types::ppc_fp128(self.context),
        }
    }

    fn pointer_type(&mut self) -> Type {
        match self.choices.weighted(&[70, 30]) {
            0 => self.pointer(0),
            _ => {
                let space = *self.choices.pick(&[1, 3, 5, 200, 0xff_ffff]);
                self.pointer(space)
            }
        }
    }

    fn scalar_type(&mut self) -> Type {
        match self.choices.weighted(&[50, 30, 20]) {
            0 => self.integer_type(),
            1 => self.float_type(),
            _ => self.pointer_type(),
        }
    }

    fn vector_type(&mut self, scalable: bool) -> Type {
        let element = match self.scalar_type() {
            // Very wide integers make large texts, and MLIR has no vectors of `ppc_fp128`.
            ty if ty.integer_width(self.context).is_some_and(|width| width > 600) => self.context.common.i64,
            ty if ty == types::ppc_fp128(self.context) => self.context.common.f64,
            ty => ty,
        };
        let len = *self.choices.pick(&[4, 1, 2, 3, 8, 5, 16]);
        self.vector(element, len, scalable)
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
                types::array(self.context, element, len)
            }
            4 => {
                let (packed, fields) = (self.choices.chance(20), self.fields(depth));
                types::struct_literal(self.context, &fields, packed)
            }
            _ => {
                let (packed, fields) = (self.choices.chance(20), self.fields(depth));
                let name = self.fresh_name("struct.s");
                let ty = types::struct_identified_ident(self.context, name);
                types::struct_set_body(self.context, ty, &fields, packed);
                ty
            }
        }
    }

    fn fields(&mut self, depth: usize) -> Vec<Type> {
        let count = self.choices.below(4);
        (0..count).map(|_| self.fixed_type(depth - 1)).collect()
    }

    /// A type of fixed size.
    pub(super) fn fixed_type(&mut self, depth: usize) -> Type {
        let ty = self.value_type(depth);
        if self.is_fixed(ty) { ty } else { self.context.common.i64 }
    }

    /// A target extension type; one that can be stored in memory if `stored`.
    pub(super) fn target_type(&mut self, stored: bool) -> Type {
        let (i32, f32) = (self.context.common.i32, self.context.common.f32);
        let (name, of, numbers): (&str, &[Type], &[u32]) =
            match self.choices.below(if stored { 2 } else { 5 }) {
                // LLVM has no zero value of `spirv.Image`, although MLIR assumes so.
                0 => ("spirv.Event", &[], &[]),
                1 => ("aarch64.svcount", &[], &[]),
                2 => ("a.type", &[], &[]),
                3 => ("another", &[i32, f32], &[1, u32::MAX]),
                _ => ("numbers", &[], &[0]),
            };
        types::target_extension(self.context, name, of, numbers)
    }

    /// Whether a type has a fixed size: it contains no scalable vector.
    pub(super) fn is_fixed(&self, ty: Type) -> bool {
        !is_scalable_vector(self.context, ty) && ty.declared(self.context, &types::TARGET).is_none()
    }

    /// The element type of a vector; any other type itself.
    pub(super) fn scalar_of(&self, ty: Type) -> Type {
        vector_element(self.context, ty).unwrap_or(ty)
    }

    /// Whether this is an integer or integer vector, of moderate width.
    pub(super) fn is_integral(&self, ty: Type) -> bool {
        let scalar = self.scalar_of(ty);
        is_integer(self.context, scalar)
            && scalar.integer_width(self.context).is_some_and(|width| width <= 600)
    }

    /// Whether this is a float or a vector of floats.
    pub(super) fn is_floating(&self, ty: Type) -> bool {
        is_float(self.context, self.scalar_of(ty))
    }

    /// Whether this is a pointer or a vector of pointers.
    pub(super) fn is_address(&self, ty: Type) -> bool {
        is_pointer(self.context, self.scalar_of(ty))
    }

    pub(super) fn is_vector(&self, ty: Type) -> bool {
        vector_element(self.context, ty).is_some()
    }

    /// `scalar`, or a vector of it in the shape of `like`.
    pub(super) fn with_scalar(&self, like: Type, scalar: Type) -> Type {
        match like.kind(self.context) {
            TypeKind::Vector { shape, scalable, .. } => self.context.ty(TypeKind::Vector {
                shape: shape.clone(),
                scalable: scalable.clone(),
                element: scalar,
            }),
            _ => scalar,
        }
    }
}
