//! Generates calls of intrinsics from a table of signatures.

use tern_llvm_ir::function::Value;
use tern_llvm_ir::globals::{GlobalKind, GlobalValue};
use tern_llvm_ir::instruction::{Flags, TailKind};
use tern_llvm_ir::metadata::Metadata;
use tern_llvm_ir::{Global, Type, TypeKind, intrinsics};

use super::Generator;
use super::function::Body;

/// Name, result and parameters. `I`, `F`, `T`: the type that is chosen for the call: integral, floating, any; `N` a vector of
/// integers, `G` one of floats; `s` the element type; `O` the type with an overflow bit; `m` an `i1` for each element, `j` an
/// `i32` for each, `8` an `i8` for each; `P` a pair; `v` nothing; `1`, `i`, `l`, `p` values of `i1`, `i32`, `i64`, `ptr`, `b`
/// `i8`; `a` a tile (`x86_amx`), `W` a vector of the same size, `h` an `i16`; `B`, `C`, `D` constants of `i1`, `i32` up to 3,
/// `i64`; `R`, `X` metadata for rounding and exceptions; `.` any further arguments.
const TABLE: &[(&str, &str)] = &[
    ("abs", "I:IB"),
    ("smax", "I:II"),
    ("smin", "I:II"),
    ("umax", "I:II"),
    ("umin", "I:II"),
    ("ctpop", "I:I"),
    ("ctlz", "I:IB"),
    ("cttz", "I:IB"),
    ("bitreverse", "I:I"),
    ("fshl", "I:III"),
    ("fshr", "I:III"),
    ("sadd.sat", "I:II"),
    ("uadd.sat", "I:II"),
    ("ssub.sat", "I:II"),
    ("usub.sat", "I:II"),
    ("sshl.sat", "I:II"),
    ("ushl.sat", "I:II"),
    ("sadd.with.overflow", "O:II"),
    ("uadd.with.overflow", "O:II"),
    ("ssub.with.overflow", "O:II"),
    ("usub.with.overflow", "O:II"),
    ("smul.with.overflow", "O:II"),
    ("umul.with.overflow", "O:II"),
    ("scmp", "8:II"),
    ("ucmp", "8:II"),
    ("expect", "I:II"),
    ("sqrt", "F:F"),
    ("sin", "F:F"),
    ("cos", "F:F"),
    ("tan", "F:F"),
    ("asin", "F:F"),
    ("atan2", "F:FF"),
    ("exp", "F:F"),
    ("exp2", "F:F"),
    ("exp10", "F:F"),
    ("log", "F:F"),
    ("log2", "F:F"),
    ("log10", "F:F"),
    ("fabs", "F:F"),
    ("floor", "F:F"),
    ("ceil", "F:F"),
    ("trunc", "F:F"),
    ("rint", "F:F"),
    ("nearbyint", "F:F"),
    ("round", "F:F"),
    ("roundeven", "F:F"),
    ("canonicalize", "F:F"),
    ("pow", "F:FF"),
    ("powi", "F:Fi"),
    ("copysign", "F:FF"),
    ("minnum", "F:FF"),
    ("maxnum", "F:FF"),
    ("minimum", "F:FF"),
    ("maximum", "F:FF"),
    ("minimumnum", "F:FF"),
    ("maximumnum", "F:FF"),
    ("fma", "F:FFF"),
    ("fmuladd", "F:FFF"),
    ("ldexp", "F:Fj"),
    ("is.fpclass", "m:FC"),
    ("sincos", "P:F"),
    ("modf", "P:F"),
    ("fptosi.sat", "j:F"),
    ("fptoui.sat", "j:F"),
    ("arithmetic.fence", "F:F"),
    ("experimental.constrained.fadd", "F:FFRX"),
    ("experimental.constrained.fmul", "F:FFRX"),
    ("experimental.constrained.sqrt", "F:FRX"),
    ("vector.reduce.add", "s:N"),
    ("vector.reduce.mul", "s:N"),
    ("vector.reduce.xor", "s:N"),
    ("vector.reduce.smax", "s:N"),
    ("vector.reduce.umin", "s:N"),
    ("vector.reduce.fadd", "s:sG"),
    ("vector.reduce.fmax", "s:G"),
    ("vector.reduce.fminimum", "s:G"),
    ("vector.reverse", "N:N"),
    ("stepvector", "N:"),
    ("vp.add", "N:NNmi"),
    ("vp.fmul", "G:GGmi"),
    ("vp.select", "N:mNNi"),
    ("vp.load", "N:pmi"),
    ("vp.store", "v:Npmi"),
    ("vp.reduce.add", "s:sNmi"),
    ("masked.load", "N:pmN"),
    ("masked.store", "v:Gpm"),
    ("masked.compressstore", "v:Npm"),
    ("masked.expandload", "N:pmN"),
    ("get.active.lane.mask", "m:ll"),
    ("memcpy", "v:pplB"),
    ("memmove", "v:pplB"),
    ("memset", "v:pblB"),
    ("memcpy.inline", "v:ppDB"),
    ("assume", "v:1"),
    ("sideeffect", "v:"),
    ("trap", "v:"),
    ("debugtrap", "v:"),
    ("donothing", "v:"),
    ("stacksave", "p:"),
    ("stackrestore", "v:p"),
    ("prefetch", "v:pAEA"),
    ("objectsize", "l:pBBB"),
    ("ptrmask", "p:pl"),
    ("launder.invariant.group", "p:p"),
    ("strip.invariant.group", "p:p"),
    ("load.relative", "p:pl"),
    ("is.constant", "1:I"),
    ("readcyclecounter", "l:"),
    ("readsteadycounter", "l:"),
    ("returnaddress", "p:C"),
    ("frameaddress", "p:C"),
    ("va_end", "v:p"),
    ("va_copy", "v:pp"),
    ("fake.use", "v:."),
    ("allow.runtime.check", "1:M"),
    ("ssa.copy", "I:I"),
    ("pseudoprobe", "v:DDCD"),
    ("get.rounding", "i:"),
    ("set.rounding", "v:i"),
    ("experimental.get.vector.length", "i:lEB"),
    ("experimental.noalias.scope.decl", "v:S"),
    ("read_register", "l:Q"),
    ("type.test", "1:pM"),
    ("x86.tilezero.internal", "a:hh"),
    ("x86.tileloadd64.internal", "a:hhpl"),
    ("x86.tilestored64.internal", "v:hhpla"),
    ("x86.tdpbssd.internal", "a:hhhaaa"),
    ("x86.cast.vector.to.tile", "a:W"),
    ("x86.cast.tile.to.vector", "W:a"),
];

impl Generator {
    /// The declaration of an intrinsic.
    pub(super) fn intrinsic(&mut self, name: &str, ret: Type, params: &[Type], varargs: bool) -> Global {
        let full = intrinsics::overloaded_name(&self.module, name, ret, params);
        if let Some(&global) = self.intrinsics.get(&full) {
            return global;
        }
        let ty = self.function_type(ret, params.to_vec(), varargs);
        let mut function = self.new_function(ty);
        if let Some(intrinsic) = intrinsics::find(&full) {
            function.attributes = intrinsic.attributes(&self.module, ty);
        }
        let name = Some(self.module.strings.intern(&full));
        let global =
            self.module.add_global(GlobalValue::new(name, ty, GlobalKind::Function(Box::new(function))));
        self.intrinsics.insert(full, global);
        global
    }
}

impl Body<'_> {
    /// Generates a call of a random intrinsic.
    pub(super) fn intrinsic_call(&mut self) {
        let (name, signature) = *self.g.choices.pick(TABLE);
        let Some((result, params)) = signature.split_once(':') else { return };
        let chosen = self.chosen_type(signature);
        // The bundles of an assumption are its conditions, so there can be no funclet bundle.
        if name == "assume" && self.token_here().is_some() {
            return;
        }
        // Fixed-point arithmetic and very wide integers are not supported here.
        if name.contains("fix")
            || self.g.module.types.integer_width(self.g.module.types.scalar(chosen)) > Some(600)
        {
            return;
        }
        let narrow = self.g.module.types.integer_width(self.g.module.types.scalar(chosen)) < Some(8);
        if name == "stepvector" && narrow {
            return;
        }
        if name.contains("with.overflow") && self.g.module.types.is_vector(chosen) && !self.g.is_fixed(chosen)
        {
            return;
        }
        let ret = self.slot(result.as_bytes()[0], chosen);
        let (mut types, mut args) = (Vec::new(), Vec::new());
        for &slot in params.as_bytes().iter().filter(|slot| **slot != b'.') {
            types.push(self.slot(slot, chosen));
            args.push(self.argument(slot, chosen));
        }
        let varargs = params.ends_with('.');
        let callee = self.g.intrinsic(&format!("llvm.{name}"), ret, &types, varargs);
        if varargs {
            while self.g.choices.chance(50) {
                let ty = self.g.any_type();
                args.push(self.operand(ty));
            }
        }
        let function_type = self.g.module.globals[callee].ty;
        let address = self.g.module.address_of(callee);
        let mut call = self.call_site(address.into(), function_type, args);
        call.calling_convention = 0;
        if self.g.choices.chance(20) {
            call.tail = TailKind::Tail;
        }
        if self.g.module.types.takes_fast_math(ret) {
            call.flags = self.fast_math();
        }
        if name == "assume" {
            call.bundles.extend(self.assumptions());
            // The conditions are in the bundles.
            if !call.bundles.is_empty() {
                call.args = [self.g.int(self.g.module.types.common.i1, -1).into()][..].into();
            }
        }
        if self.g.is_floating(ret) && name.contains("reduce.f") {
            call.flags |= Flags::REASSOC;
        }
        self.add_call(call);
    }

    fn chosen_type(&mut self, signature: &str) -> Type {
        let types = &self.g.module.types;
        let common = types.common;
        let vector = |element| types.intern(TypeKind::Vector { len: 4, scalable: false, element });
        let is_vector = |g: &Generator, ty| g.module.types.is_vector(ty);
        if signature.contains('N') {
            let otherwise = vector(common.i32);
            return self.g.type_where(|g, ty| is_vector(g, ty) && g.is_integral(ty), otherwise);
        }
        if signature.contains('G') {
            let otherwise = vector(common.float);
            return self.g.type_where(|g, ty| is_vector(g, ty) && g.is_floating(ty), otherwise);
        }
        if signature.starts_with("m:ll") {
            return vector(common.i32);
        }
        match signature.contains('F') {
            true => self.g.type_where(Generator::is_floating, common.float),
            false => self.g.type_where(Generator::is_integral, common.i32),
        }
    }

    /// The type for a letter of the table.
    fn slot(&self, letter: u8, chosen: Type) -> Type {
        let types = &self.g.module.types;
        let common = types.common;
        let like = |scalar| types.with_scalar(chosen, scalar);
        match letter {
            b'v' => common.void,
            b'1' | b'B' => common.i1,
            b'b' => common.i8,
            b'i' | b'C' | b'A' | b'E' => common.i32,
            b'l' | b'D' => common.i64,
            b'h' => types.integer(16),
            b'a' => types.intern(TypeKind::X86Amx),
            b'W' => types.intern(TypeKind::Vector { len: 256, scalable: false, element: common.i32 }),
            b'p' => common.ptr,
            b's' => types.scalar(chosen),
            b'm' => like(common.i1),
            b'j' => like(common.i32),
            b'8' => like(common.i8),
            b'O' => {
                let fields = [chosen, like(common.i1)].into();
                types.intern(TypeKind::Struct { packed: false, fields })
            }
            b'P' => types.intern(TypeKind::Struct { packed: false, fields: [chosen, chosen].into() }),
            b'R' | b'X' | b'S' | b'Q' | b'M' => common.metadata,
            _ => chosen,
        }
    }

    /// An argument for a letter of the table.
    fn argument(&mut self, letter: u8, chosen: Type) -> Value {
        let ty = self.slot(letter, chosen);
        let text = |body: &mut Self, texts: &[&str]| {
            let text = *body.g.choices.pick(texts);
            let string = body.g.md_string(text);
            body.g.metadata_constant(string).into()
        };
        match letter {
            b'B' | b'A' => {
                let value = self.g.choices.below(2) as i64;
                self.g.int(ty, value).into()
            }
            b'C' | b'D' | b'E' => {
                let value = 1 + self.g.choices.below(3) as i64;
                self.g.int(ty, value).into()
            }
            b'R' => text(self, &["round.dynamic", "round.tonearest"]),
            b'X' => text(self, &["fpexcept.strict", "fpexcept.ignore"]),
            b'M' => text(self, &["a name"]),
            b'S' => {
                let scopes = self.g.scopes(1);
                self.g.metadata_constant(Metadata::Node(scopes)).into()
            }
            b'Q' => {
                let name = self.g.md_string("sp");
                let node = self.g.tuple(vec![name]);
                self.g.metadata_constant(Metadata::Node(node)).into()
            }
            // A constant of 256 elements would make a large text.
            b'W' if self.g.choices.chance(50) => {
                self.g.module.constants.zero(&self.g.module.types, ty).into()
            }
            b'W' => self.value_or_poison(ty),
            b'a' => self.tile(ty),
            _ => self.operand(ty),
        }
    }

    /// A tile, loaded by an intrinsic, as constants of this type are not valid arguments.
    fn tile(&mut self, ty: Type) -> Value {
        let found = self.value_or_poison(ty);
        if found.local().is_some() {
            return found;
        }
        let i16_type = self.g.module.types.integer(16);
        let size = (self.g.int(i16_type, 8).into(), i16_type);
        self.call_of("llvm.x86.tilezero.internal", ty, &[size, size], None).unwrap_or(found)
    }

    /// Operand bundles with assumptions.
    fn assumptions(&mut self) -> Vec<tern_llvm_ir::instruction::Bundle> {
        let mut bundles = Vec::new();
        while self.g.choices.chance(40) && bundles.len() < 2 {
            let address = self.operand(self.g.module.types.common.ptr);
            let number = self.g.int(self.g.module.types.common.i64, 16).into();
            let (tag, inputs) = match self.g.choices.below(3) {
                0 => ("align", vec![address, number]),
                1 => ("nonnull", vec![address]),
                _ => ("dereferenceable", vec![address, number]),
            };
            bundles.push(tern_llvm_ir::instruction::Bundle { tag: self.g.text(tag), inputs });
        }
        bundles
    }
}
