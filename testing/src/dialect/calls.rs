//! Generates calls: of functions, through pointers, of intrinsics by name, of inline assembly.

use tern_dialect_llvm::attributes::{CCONV, TAIL_CALL_KIND};
use tern_dialect_llvm::ops::{Call, InlineAsm};
use tern_dialect_llvm::types::{self, FunctionParts, function_parts};
use tern_mlir::declare::Param;
use tern_mlir::{Attribute, NamedAttribute, Type, Value};

use super::Generator;
use super::function::Code;
use super::signatures::Signature;

/// A callee with its arguments.
pub(super) struct Callee {
    /// The function pointer, for an indirect call, and the arguments.
    pub(super) operands: Vec<Value>,
    pub(super) properties: Vec<NamedAttribute>,
    pub(super) result: Option<Type>,
}

/// Operand bundles of a call.
pub(super) struct Bundles {
    pub(super) operands: Vec<Value>,
    pub(super) properties: Vec<NamedAttribute>,
}

/// Intrinsics without an operation of their own, with signatures in the letters of [`super::signatures`].
const BY_NAME: &[(&str, &str)] = &[
    ("llvm.donothing", "v:"),
    ("llvm.sideeffect", "v:"),
    ("llvm.readcyclecounter", "l:"),
    ("llvm.canonicalize", "F:F"),
    ("llvm.fptosi.sat", "j:F"),
    ("llvm.fptoui.sat", "J:F"),
    ("llvm.vector.reverse", "V:V"),
    ("llvm.arithmetic.fence", "F:F"),
    ("llvm.minimumnum", "F:FF"),
    ("llvm.smax", "I:II"),
    ("llvm.vp.sdiv", "N:NNmi"),
    ("llvm.get.rounding", "i:"),
    ("llvm.set.rounding", "v:i"),
    ("llvm.stepvector", "C:"),
    ("llvm.load.relative", "p:pl"),
];

/// Inline assembly: the text, constraints, operands, result.
const ASSEMBLY: &[(&str, &str, &str, u8)] = &[
    ("nop", "", "", b'v'),
    ("mov $1, $0", "=r,r", "i", b'i'),
    ("", "~{memory},~{dirflag}", "", b'v'),
    ("a \"quoted\" $0\n\tline", "r,r,~{cc}", "il", b'v'),
    ("", "=r,=r,0,1", "ii", b'Y'),
    ("# $0", "*m", "p", b'v'),
    ("mov $1, $0", "=l,imr", "l", b'l'),
];

impl Generator<'_> {
    /// Attributes for a parameter or result of this type.
    pub(super) fn parameter_attributes(&mut self, ty: Type, result: bool) -> Attribute {
        let common = self.context.common;
        let mut entries = Vec::new();
        let pointer = types::address_space(self.context, ty).is_some();
        let integer = ty.integer_width(self.context).is_some();
        if self.choices.chance(30) {
            entries.push(self.entry("llvm.noundef", common.unit));
        }
        if pointer && self.choices.chance(40) {
            let alignment = *self.choices.pick(&[1, 8, 4096]);
            entries.push(self.entry("llvm.align", self.int(common.i64, alignment)));
        }
        if pointer && self.choices.chance(30) {
            let units: &[&str] = match result {
                true => &["llvm.noalias", "llvm.nonnull"],
                false => &["llvm.noalias", "llvm.nonnull", "llvm.nofree", "llvm.readonly"],
            };
            let unit = *self.choices.pick(units);
            entries.push(self.entry(unit, common.unit));
        }
        if pointer && self.choices.chance(20) {
            let name = *self.choices.pick(&["llvm.dereferenceable", "llvm.dereferenceable_or_null"]);
            entries.push(self.entry(name, self.int(common.i64, 16)));
        }
        if integer && self.choices.chance(30) {
            let unit = *self.choices.pick(&["llvm.signext", "llvm.zeroext", "llvm.inreg"]);
            entries.push(self.entry(unit, common.unit));
        }
        if pointer && !result && entries.is_empty() && self.choices.chance(20) {
            let name = *self.choices.pick(&["llvm.byval", "llvm.byref"]);
            let of = self.fixed_type(1);
            entries.push(self.entry(name, Attribute::of_type(self.context, of)));
        }
        Attribute::dictionary(self.context, entries)
    }

    /// Sometimes `arg_attrs` and `res_attrs`.
    pub(super) fn signature_attributes(&mut self, parameters: &[Type], result: Type) -> Vec<NamedAttribute> {
        let mut attributes = Vec::new();
        if !parameters.is_empty() && self.choices.chance(25) {
            let all: Vec<_> = parameters.iter().map(|&ty| self.parameter_attributes(ty, false)).collect();
            // If all dictionaries are empty, the text does not show the list.
            if all.iter().any(|&one| one != self.context.common.empty_dictionary) {
                attributes.push(self.entry("arg_attrs", Attribute::array(self.context, all)));
            }
        }
        if result != self.void() && self.choices.chance(20) {
            let one = self.parameter_attributes(result, true);
            if one != self.context.common.empty_dictionary {
                attributes.push(self.entry("res_attrs", Attribute::array(self.context, [one])));
            }
        }
        attributes
    }

    /// A calling convention that is valid for every signature.
    pub(super) fn convention(&mut self, variadic: bool) -> Option<NamedAttribute> {
        if variadic || !self.choices.chance(15) {
            return None;
        }
        let number = *self.choices.pick(&[8, 9, 10, 14, 15, 16, 17, 18, 64, 65, 66, 67, 78, 79, 80, 92, 97]);
        let convention = Attribute::declare(self.context, &CCONV, [Param::Unsigned(number)]);
        Some(self.entry("CConv", convention))
    }

    /// A function type whose parameters accept any value.
    pub(super) fn function_parts(&mut self) -> FunctionParts {
        let parameters = (0..self.choices.below(4)).map(|_| self.any_type()).collect();
        let result = if self.choices.chance(60) { self.any_type() } else { self.void() };
        FunctionParts { result, parameters, variadic: self.choices.chance(10) }
    }
}

impl Code<'_, '_> {
    /// A function of the module, or a function pointer.
    pub(super) fn callee(&mut self) -> Callee {
        let context = self.g.context;
        let direct = (!self.g.functions.is_empty() && self.g.choices.chance(80))
            .then(|| *self.g.choices.pick(&self.g.functions));
        let parts = direct.and_then(|function| function_parts(context, function.ty));
        let parts = parts.unwrap_or_else(|| self.g.function_parts());
        let (mut operands, mut properties) = (Vec::new(), Vec::new());
        match direct {
            Some(function) => properties.push(self.g.entry("callee", self.g.symbol(function.name))),
            None => operands.push(self.operand(self.g.pointer(0))),
        }
        let mut parameters = parts.parameters.clone();
        if parts.variadic {
            let ty = types::function(context, parts.result, &parts.parameters, true);
            properties.push(self.g.entry("var_callee_type", Attribute::of_type(context, ty)));
            while self.g.choices.chance(40) && parameters.len() < 6 {
                parameters.push(self.g.any_type());
            }
        }
        for &ty in &parameters {
            operands.push(self.operand(ty));
        }
        properties.extend(self.g.convention(parts.variadic));
        properties.extend(self.g.signature_attributes(&parameters, parts.result));
        let result = (parts.result != self.g.void()).then_some(parts.result);
        Callee { operands, properties, result }
    }

    pub(super) fn bundles(&mut self) -> Bundles {
        let (mut operands, mut sizes, mut tags) = (Vec::new(), Vec::new(), Vec::new());
        while self.g.choices.chance(8) && tags.len() < 2 {
            // Only some kinds of bundles may be repeated.
            let tag = if tags.is_empty() { *self.g.choices.pick(&["deopt", "a \"tag\""]) } else { "other" };
            tags.push(self.g.string(tag));
            let count = self.g.choices.below(3);
            sizes.push(count);
            for _ in 0..count {
                let ty = self.g.any_type();
                operands.push(self.operand(ty));
            }
        }
        let mut properties = vec![self.sizes("op_bundle_sizes", &sizes)];
        if !tags.is_empty() {
            properties.push(self.g.entry("op_bundle_tags", Attribute::array(self.g.context, tags)));
        }
        Bundles { operands, properties }
    }

    pub(super) fn call(&mut self) {
        let callee = self.callee();
        let bundles = self.bundles();
        let mut properties = self.g.attributes_of(Call::DEF);
        let floating = callee.result.is_some_and(|ty| self.g.is_floating(ty));
        let inlined = self.g.choices.chance(50);
        properties.retain(|entry| match self.g.context.str(entry.name) {
            "fastmathFlags" => floating,
            "no_inline" => inlined,
            "always_inline" => !inlined,
            "CConv" | "TailCallKind" => false,
            _ => true,
        });
        if self.g.choices.chance(20) {
            let kind = *self.g.choices.pick(&[1, 3]);
            let kind = Attribute::declare(self.g.context, &TAIL_CALL_KIND, [Param::Unsigned(kind)]);
            properties.push(self.g.entry("TailCallKind", kind));
        }
        properties.push(self.sizes("operandSegmentSizes", &[callee.operands.len(), bundles.operands.len()]));
        properties.extend(callee.properties);
        properties.extend(bundles.properties);
        let operands = [callee.operands, bundles.operands].concat();
        self.put("llvm.call", &operands, properties, callee.result);
    }

    /// A recursive `musttail` call; the caller must return its result.
    pub(super) fn must_tail_call(&mut self) -> Option<Value> {
        let parts = self.signature.clone();
        let kind = Attribute::declare(self.g.context, &TAIL_CALL_KIND, [Param::Unsigned(2)]);
        let mut properties = vec![
            self.g.entry("callee", self.g.symbol(self.name)),
            self.g.entry("TailCallKind", kind),
            self.sizes("op_bundle_sizes", &[]),
            self.sizes("operandSegmentSizes", &[parts.parameters.len(), 0]),
        ];
        properties.extend(self.header.convention);
        let operands: Vec<Value> = parts.parameters.iter().map(|&ty| self.operand(ty)).collect();
        let result = (parts.result != self.g.void()).then_some(parts.result);
        self.put("llvm.call", &operands, properties, result)
    }

    pub(super) fn call_intrinsic(&mut self) {
        let (name, line) = *self.g.choices.pick(BY_NAME);
        let Some((result, letters)) = line.split_once(':') else { return };
        let signature = Signature { operands: letters.to_owned(), result: result.as_bytes()[0] };
        let chosen = self.g.chosen_type(&signature);
        let types: Vec<Type> = letters.bytes().map(|letter| self.g.slot(letter, chosen)).collect();
        let operands: Vec<Value> = types.iter().map(|&ty| self.operand(ty)).collect();
        let ty = self.g.slot(signature.result, chosen);
        let mut properties = vec![
            self.g.entry("intrin", self.g.string(name)),
            self.sizes("op_bundle_sizes", &[]),
            self.sizes("operandSegmentSizes", &[operands.len(), 0]),
        ];
        if self.g.is_floating(ty) && self.g.choices.chance(30) {
            let flags = self.g.declared(&tern_dialect_llvm::attributes::FASTMATH_FLAGS, 1);
            properties.extend(flags.map(|flags| self.g.entry("fastmathFlags", flags)));
        }
        self.put("llvm.call_intrinsic", &operands, properties, (ty != self.g.void()).then_some(ty));
    }

    pub(super) fn inline_asm(&mut self) {
        let (text, constraints, letters, result) = *self.g.choices.pick(ASSEMBLY);
        let i32 = self.g.context.common.i32;
        let types: Vec<Type> = letters.bytes().map(|letter| self.g.slot(letter, i32)).collect();
        let operands: Vec<Value> = types.into_iter().map(|ty| self.operand(ty)).collect();
        let mut properties = self.g.attributes_of(InlineAsm::DEF);
        properties.retain(|entry| {
            let irregular = ["asm_string", "constraints", "tail_call_kind", "operand_attrs"];
            !irregular.contains(&self.g.context.str(entry.name))
        });
        properties.push(self.g.entry("asm_string", self.g.string(text)));
        properties.push(self.g.entry("constraints", self.g.string(constraints)));
        if constraints.starts_with('*') {
            let element = self.g.entry("elementtype", Attribute::of_type(self.g.context, i32));
            let attributes = Attribute::dictionary(self.g.context, vec![element]);
            properties.push(self.g.entry("operand_attrs", Attribute::array(self.g.context, [attributes])));
        }
        if self.g.choices.chance(15) {
            let kind = Attribute::declare(self.g.context, &TAIL_CALL_KIND, [Param::Unsigned(1)]);
            properties.push(self.g.entry("tail_call_kind", kind));
        }
        let ty = self.g.slot(result, i32);
        self.put("llvm.inline_asm", &operands, properties, (ty != self.g.void()).then_some(ty));
    }

    /// `llvm.intr.assume`: with a condition, or with operand bundles.
    pub(super) fn assume(&mut self) {
        let i64 = self.g.context.common.i64;
        let (mut operands, mut sizes, mut tags) = (Vec::new(), Vec::new(), Vec::new());
        let condition = match self.g.choices.chance(50) {
            true => self.operand(self.g.context.common.i1),
            false => {
                while sizes.is_empty() || self.g.choices.chance(40) && sizes.len() < 3 {
                    let pointer = self.operand(self.g.pointer(0));
                    let (tag, more) = *self.g.choices.pick(&[
                        ("nonnull", false),
                        ("align", true),
                        ("dereferenceable", true),
                    ]);
                    tags.push(self.g.string(tag));
                    sizes.push(1 + usize::from(more));
                    operands.push(pointer);
                    if more {
                        operands.push(self.int(i64, 16));
                    }
                }
                let value = Attribute::bool(self.g.context, true);
                let properties = vec![self.g.entry("value", value)];
                self.value("llvm.mlir.constant", &[], properties, self.g.context.common.i1)
            }
        };
        operands.insert(0, condition);
        let mut properties = vec![self.sizes("op_bundle_sizes", &sizes)];
        if !tags.is_empty() {
            properties.push(self.g.entry("op_bundle_tags", Attribute::array(self.g.context, tags)));
        }
        self.put("llvm.intr.assume", &operands, properties, None);
    }

    /// A value for an initializer to return: a constant, or operations on constants.
    pub(super) fn constant_value(&mut self, ty: Type, depth: usize) -> Value {
        let context = self.g.context;
        let pointer = types::address_space(context, ty).is_some();
        // LLVM folds expressions on pointers other than addresses of globals.
        if depth > 0
            && pointer
            && self.g.choices.chance(30)
            && (self.g.options.beyond_exporter || self.g.tags.is_empty())
            && let Some(base) = self.address(ty)
        {
            let element = Attribute::of_type(context, context.common.i32);
            let properties = vec![
                self.g.entry("elem_type", element),
                self.g.entry("rawConstantIndices", Attribute::dense_i32(context, &[2])),
                self.g.entry("noWrapFlags", self.g.int(context.common.i32, 0)),
            ];
            return self.value("llvm.getelementptr", &[base], properties, ty);
        }
        if depth > 0
            && ty == context.common.i64
            && self.g.choices.chance(30)
            && let Some(address) = self.address(self.g.pointer(0))
        {
            return self.value("llvm.ptrtoint", &[address], Vec::new(), ty);
        }
        if depth > 0
            && self.g.choices.chance(60)
            && let Some((position, part)) = self.part_of(ty)
        {
            let whole = self.constant_value(ty, depth - 1);
            let value = self.constant_value(part, depth - 1);
            let position = self.g.entry("position", Attribute::dense_i64(context, &position));
            return self.value("llvm.insertvalue", &[whole, value], vec![position], ty);
        }
        self.constant(ty)
    }
}
