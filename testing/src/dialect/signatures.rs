//! Operand and result types of operations: from the declaration, or from a table for operations on which LLVM imposes more
//! constraints.

use tern_dialect_llvm::constraints::{
    ANY_INTEGER_OR_VECTOR, BUILTIN_FLOAT, DEFAULT_POINTER, FLOAT, FLOAT_OR_VECTOR, I1, I8, I32, INTEGER,
    INTEGER_OR_VECTOR, POINTER, POINTER_OR_VECTOR, VECTOR, VECTOR_OF_BUILTIN_FLOAT, VECTOR_OF_I1,
    VECTOR_OF_INTEGER, VECTOR_OF_POINTER,
};
use tern_dialect_llvm::types;
use tern_mlir::declare::{Arity, OpDef, Trait, TypeConstraint};
use tern_mlir::{FloatKind, Type, TypeKind};

use super::Generator;

/// Results and operands of operations whose declarations allow more than LLVM does. One type is chosen for the operation: `I`
/// integral, `F` floating, `T` any, `N`, `G`, `V` a vector of integers, of floats, of any scalars; `A`, `P` an integer and a
/// pointer, `S` a float, `B` a type with as many bits as `e`. Others are derived from it: `s` its element type, `m`, `8`, `j`,
/// `J`, `f`, `q` an `i1`, `i8`, `i32`, `i64`, `f64`, `ptr` for each element; `w`, `n` wider and narrower elements, `d` twice as
/// many elements, `O` the type with an overflow bit, `X` the type with an exponent, `Y` a pair of it. The rest are fixed: `v`
/// nothing, `1`, `b`, `i`, `l`, `p`, `k`: `i1`, `i8`, `i32`, `i64`, `ptr`, a token; `C`, `D` a vector of `i64`, of `i1`, `a`
/// the address of an alloca, `t` that of a thread-local variable.
const TABLE: &[(&str, &str)] = &[
    ("llvm.extractelement", "s:Vl"),
    ("llvm.insertelement", "V:Vsl"),
    ("llvm.select", "T:1TT"),
    ("llvm.icmp", "m:II"),
    ("llvm.fcmp", "m:FF"),
    ("llvm.sext", "w:I"),
    ("llvm.zext", "w:I"),
    ("llvm.trunc", "n:I"),
    ("llvm.sitofp", "f:I"),
    ("llvm.uitofp", "f:I"),
    ("llvm.fptosi", "j:F"),
    ("llvm.fptoui", "J:F"),
    ("llvm.fpext", "w:F"),
    ("llvm.fptrunc", "n:F"),
    ("llvm.inttoptr", "q:I"),
    ("llvm.ptrtoint", "J:Q"),
    ("llvm.addrspacecast", "r:Q"),
    ("llvm.bitcast", "e:B"),
    ("llvm.intr.scmp", "8:II"),
    ("llvm.intr.ucmp", "8:II"),
    ("llvm.intr.sadd.with.overflow", "O:II"),
    ("llvm.intr.uadd.with.overflow", "O:II"),
    ("llvm.intr.ssub.with.overflow", "O:II"),
    ("llvm.intr.usub.with.overflow", "O:II"),
    ("llvm.intr.smul.with.overflow", "O:II"),
    ("llvm.intr.umul.with.overflow", "O:II"),
    ("llvm.intr.powi", "F:Fi"),
    ("llvm.intr.ldexp", "S:Si"),
    ("llvm.intr.frexp", "X:F"),
    ("llvm.intr.sincos", "Y:F"),
    ("llvm.intr.lround", "l:S"),
    ("llvm.intr.llround", "l:S"),
    ("llvm.intr.lrint", "J:F"),
    ("llvm.intr.llrint", "J:F"),
    ("llvm.intr.is.fpclass", "m:F"),
    ("llvm.intr.experimental.constrained.fptrunc", "n:F"),
    ("llvm.intr.experimental.constrained.fpext", "w:F"),
    ("llvm.intr.experimental.constrained.sitofp", "f:I"),
    ("llvm.intr.experimental.constrained.uitofp", "f:I"),
    ("llvm.intr.vector.reduce.add", "s:N"),
    ("llvm.intr.vector.reduce.mul", "s:N"),
    ("llvm.intr.vector.reduce.and", "s:N"),
    ("llvm.intr.vector.reduce.or", "s:N"),
    ("llvm.intr.vector.reduce.xor", "s:N"),
    ("llvm.intr.vector.reduce.smax", "s:N"),
    ("llvm.intr.vector.reduce.smin", "s:N"),
    ("llvm.intr.vector.reduce.umax", "s:N"),
    ("llvm.intr.vector.reduce.umin", "s:N"),
    ("llvm.intr.vector.reduce.fadd", "s:sG"),
    ("llvm.intr.vector.reduce.fmul", "s:sG"),
    ("llvm.intr.vector.reduce.fmax", "s:G"),
    ("llvm.intr.vector.reduce.fmin", "s:G"),
    ("llvm.intr.vector.reduce.fmaximum", "s:G"),
    ("llvm.intr.vector.reduce.fminimum", "s:G"),
    ("llvm.intr.vector.interleave2", "d:VV"),
    ("llvm.intr.vector.deinterleave2", "Y:d"),
    ("llvm.intr.vscale", "l:"),
    ("llvm.intr.stepvector", "C:"),
    ("llvm.intr.get.active.lane.mask", "D:AA"),
    ("llvm.intr.vp.fneg", "G:Gmi"),
    ("llvm.intr.vp.select", "V:mVVi"),
    ("llvm.intr.vp.merge", "V:mVVi"),
    ("llvm.intr.vp.load", "V:pmi"),
    ("llvm.intr.vp.store", "v:Vpmi"),
    ("llvm.intr.experimental.vp.strided.load", "V:plmi"),
    ("llvm.intr.experimental.vp.strided.store", "v:Vplmi"),
    ("llvm.intr.vp.trunc", "n:Nmi"),
    ("llvm.intr.vp.zext", "w:Nmi"),
    ("llvm.intr.vp.sext", "w:Nmi"),
    ("llvm.intr.vp.fptrunc", "n:Gmi"),
    ("llvm.intr.vp.fpext", "w:Gmi"),
    ("llvm.intr.vp.fptoui", "j:Gmi"),
    ("llvm.intr.vp.fptosi", "J:Gmi"),
    ("llvm.intr.vp.uitofp", "f:Nmi"),
    ("llvm.intr.vp.sitofp", "f:Nmi"),
    ("llvm.intr.vp.ptrtoint", "J:Umi"),
    ("llvm.intr.vp.inttoptr", "q:Nmi"),
    ("llvm.intr.vp.reduce.fadd", "s:sGmi"),
    ("llvm.intr.vp.reduce.fmul", "s:sGmi"),
    ("llvm.intr.vp.reduce.fmax", "s:sGmi"),
    ("llvm.intr.vp.reduce.fmin", "s:sGmi"),
    ("llvm.intr.vp.reduce.", "s:sNmi"),
    ("llvm.intr.lifetime.start", "v:a"),
    ("llvm.intr.lifetime.end", "v:a"),
    ("llvm.intr.ptrmask", "p:pl"),
    ("llvm.intr.threadlocal.address", "p:t"),
    ("llvm.intr.stacksave", "p:"),
    ("llvm.intr.masked.load", "V:pmV"),
    ("llvm.intr.masked.store", "v:Vpm"),
    ("llvm.intr.masked.gather", "V:qmV"),
    ("llvm.intr.masked.scatter", "v:Vqm"),
    ("llvm.intr.masked.expandload", "V:pmV"),
    ("llvm.intr.masked.compressstore", "v:Vpm"),
    ("llvm.intr.is.constant", "1:T"),
    ("llvm.intr.ssa.copy", "T:T"),
    ("llvm.intr.annotation", "A:Appi"),
    ("llvm.intr.eh.typeid.for", "i:p"),
    ("llvm.intr.coro.size", "l:"),
    ("llvm.intr.coro.align", "l:"),
    ("llvm.intr.coro.save", "k:p"),
    ("llvm.va_arg", "T:p"),
    ("llvm.mlir.none", "k:"),
];

/// The signature of an operation: the types of its operand groups and of its result.
#[derive(Debug)]
pub(super) struct Signature {
    /// One letter for each operand; see [`TABLE`].
    pub(super) operands: String,
    /// The letter of the result; `v` for none.
    pub(super) result: u8,
}

/// The signature of an operation; `None` if it has none that these letters can express.
pub(super) fn signature(def: &OpDef) -> Option<Signature> {
    let fits = |name: &str| name == def.name || name.ends_with('.') && def.name.starts_with(name);
    if let Some((_, line)) = TABLE.iter().find(|(name, _)| fits(name)) {
        let (result, operands) = line.split_once(':')?;
        return Some(Signature { operands: operands.to_owned(), result: *result.as_bytes().first()? });
    }
    let mut operands = String::new();
    for decl in def.operands.iter().filter(|decl| decl.arity == Arity::One) {
        operands.push(letter(decl.constraint)?);
    }
    let result = match def.results {
        [] => 'v',
        [result] => match letter(result.constraint) {
            // A type tied to an operand by the declaration equals the type of the first operand.
            _ if def.has(|t| matches!(t, Trait::SameOperandsAndResultType | Trait::AllTypesMatch(_))) => {
                operands.chars().next()?
            }
            Some(letter) => letter,
            None => operands.chars().next()?,
        },
        _ => return None,
    };
    Some(Signature { operands, result: result as u8 })
}

/// The letter for a type constraint.
fn letter(constraint: &'static TypeConstraint) -> Option<char> {
    let letters: [(&TypeConstraint, char); 17] = [
        (&INTEGER_OR_VECTOR, 'I'),
        (&ANY_INTEGER_OR_VECTOR, 'I'),
        (&INTEGER, 'A'),
        (&FLOAT_OR_VECTOR, 'F'),
        (&FLOAT, 'S'),
        (&VECTOR_OF_INTEGER, 'N'),
        (&VECTOR_OF_BUILTIN_FLOAT, 'G'),
        (&BUILTIN_FLOAT, 'S'),
        (&VECTOR, 'V'),
        (&VECTOR_OF_POINTER, 'U'),
        (&VECTOR_OF_I1, 'm'),
        (&POINTER, 'p'),
        (&DEFAULT_POINTER, 'p'),
        (&POINTER_OR_VECTOR, 'Q'),
        (&I1, '1'),
        (&I8, 'b'),
        (&I32, 'i'),
    ];
    letters.iter().find(|(known, _)| std::ptr::eq(*known, constraint)).map(|&(_, letter)| letter)
}

impl Generator<'_> {
    /// Chooses a type for an operation with these letters.
    pub(super) fn chosen_type(&mut self, signature: &Signature) -> Type {
        let common = self.context.common;
        let vector = |g: &Self, element| g.vector(element, 4, false);
        let plain_float =
            |g: &Self, ty: Type| g.is_floating(ty) && g.scalar_of(ty) != types::ppc_fp128(g.context);
        let letters = [signature.result as char].into_iter().chain(signature.operands.chars().rev());
        let Some(letter) = letters.into_iter().find(|letter| "IFTNGVASQUBd".contains(*letter)) else {
            return common.i32;
        };
        // Wider or narrower elements must exist.
        let result = signature.result;
        let has_next = move |g: &Self, ty: Type| match (result, g.scalar_of(ty).kind(g.context)) {
            (b'n', TypeKind::Integer { width, .. }) => *width > 1,
            (b'n', TypeKind::Float(kind)) => kind.width() > 16,
            (b'w', TypeKind::Float(kind)) => kind.width() < 128,
            _ => true,
        };
        match letter {
            'I' if signature.result == b'O' => {
                self.type_where(|g, ty| g.is_integral(ty) && g.is_fixed(ty), common.i32)
            }
            'I' => self.type_where(|g, ty| g.is_integral(ty) && has_next(g, ty), common.i32),
            'A' => self.type_where(|g, ty| g.is_integral(ty) && !g.is_vector(ty), common.i64),
            'F' => self.type_where(|g, ty| plain_float(g, ty) && has_next(g, ty), common.f32),
            'S' => self.type_where(|g, ty| plain_float(g, ty) && !g.is_vector(ty), common.f32),
            'Q' => self.type_where(Self::is_address, self.pointer(0)),
            'N' => {
                let is = |g: &Self, ty| g.is_integral(ty) && g.is_vector(ty) && has_next(g, ty);
                self.type_where(is, vector(self, common.i32))
            }
            'G' => {
                let is = |g: &Self, ty| g.is_floating(ty) && g.is_vector(ty) && has_next(g, ty);
                self.type_where(is, vector(self, common.f32))
            }
            'U' => {
                self.type_where(|g, ty| g.is_address(ty) && g.is_vector(ty), vector(self, self.pointer(0)))
            }
            'V' | 'd' => self.type_where(Self::is_vector, vector(self, common.i32)),
            'B' => {
                let types = [common.i32, common.f64, vector(self, common.i16)];
                *self.choices.pick(&types)
            }
            _ => self.any_type(),
        }
    }

    /// The type for a letter, given the chosen type.
    pub(super) fn slot(&self, letter: u8, chosen: Type) -> Type {
        let common = self.context.common;
        let like = |scalar| self.with_scalar(chosen, scalar);
        let scalar = self.scalar_of(chosen);
        let pair = |second| types::struct_literal(self.context, &[chosen, second], false);
        match letter {
            b'v' => self.void(),
            b'1' => common.i1,
            b'b' => common.i8,
            b'i' => common.i32,
            b'l' => common.i64,
            b'p' | b'a' | b't' => self.pointer(0),
            b'k' => types::token(self.context),
            b's' => scalar,
            b'm' => like(common.i1),
            b'8' => like(common.i8),
            b'j' => like(common.i32),
            b'J' => like(common.i64),
            b'f' => like(common.f64),
            b'q' => like(self.pointer(0)),
            // Elements of at least eight bits.
            b'C' => self.vector(common.i64, 4, false),
            b'D' => self.vector(common.i1, 4, false),
            b'r' => like(self.pointer(7)),
            b'w' => like(self.wider(scalar)),
            b'n' => like(self.narrower(scalar)),
            b'O' => pair(like(common.i1)),
            b'X' => pair(like(common.i32)),
            b'Y' => pair(chosen),
            // The same number of bits in another type.
            b'e' if chosen == common.i32 => common.f32,
            b'e' => common.i64,
            b'd' => match *chosen.kind(self.context) {
                TypeKind::Vector { ref shape, ref scalable, element } => {
                    self.vector(element, shape[0] * 2, scalable[0])
                }
                _ => chosen,
            },
            _ => chosen,
        }
    }

    fn wider(&self, scalar: Type) -> Type {
        match scalar.integer_width(self.context) {
            Some(width) => Type::integer(self.context, width + 7),
            None => self.float(FloatKind::F128),
        }
    }

    fn narrower(&self, scalar: Type) -> Type {
        match scalar.integer_width(self.context) {
            Some(width) => Type::integer(self.context, (width / 2).max(1)),
            None => self.float(FloatKind::F16),
        }
    }
}
