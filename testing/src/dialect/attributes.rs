//! Generates attributes: for a class, for a declaration, and within further limits that LLVM imposes.

use tern_dialect_llvm::attributes::{
    ACCESS_GROUP, ALIAS_SCOPE, ALIAS_SCOPE_DOMAIN, TBAA_MEMBER, TBAA_ROOT, TBAA_TAG, TBAA_TYPE_DESCRIPTOR,
};
use tern_mlir::declare::{
    AttrClass, AttrDecl, AttrDef, EnumDef, EnumForm, OpDef, Param, ParamKind, Presence,
};
use tern_mlir::int::IntValue;
use tern_mlir::{AttrKind, Attribute, FloatKind, NamedAttribute, Type};

use super::Generator;

/// Attributes that LLVM restricts to certain values: the operation (`""` for any), the attribute, the values. An empty list
/// means that the attribute is omitted.
const NUMBERS: &[(&str, &str, &[i64])] = &[
    ("", "alignment", &[1, 2, 4, 8, 16, 4096]),
    ("llvm.intr.prefetch", "rw", &[0, 1]),
    ("llvm.intr.prefetch", "hint", &[0, 1, 2, 3]),
    ("llvm.intr.prefetch", "cache", &[0, 1]),
    ("llvm.intr.is.fpclass", "bit", &[0, 1, 3, 1023]),
    ("llvm.intr.memcpy.inline", "len", &[0, 1, 16]),
    ("llvm.intr.memset.inline", "len", &[0, 1, 16]),
    ("llvm.intr.ubsantrap", "failureKind", &[0, 1, -1]),
    ("llvm.intr.invariant.start", "size", &[-1, 0, 8]),
    ("llvm.intr.invariant.end", "size", &[-1, 0, 8]),
];

/// Attributes that are declared on an operation but not valid there: see [`NUMBERS`].
const LEFT_OUT: &[(&str, &str)] = &[
    // The result is a struct, not a number.
    ("llvm.intr.frexp", "fastmathFlags"),
    ("", "arg_attrs"),
    ("", "res_attrs"),
    ("", "op_bundle_tags"),
];

impl Generator<'_> {
    pub(super) fn string(&self, text: &str) -> Attribute {
        Attribute::string(self.context, text)
    }

    pub(super) fn entry(&self, name: &str, value: Attribute) -> NamedAttribute {
        NamedAttribute { name: self.context.ident(name), value }
    }

    pub(super) fn int(&self, ty: Type, value: i64) -> Attribute {
        Attribute::integer(self.context, ty, value)
    }

    /// Inherent attributes of an operation: all required ones, and some optional ones.
    pub(super) fn attributes_of(&mut self, def: &'static OpDef) -> Vec<NamedAttribute> {
        let is =
            |op: &str, name: &str, decl: &AttrDecl| (op.is_empty() || op == def.name) && name == decl.name;
        let mut attributes = Vec::new();
        for decl in def.attributes {
            let required = decl.presence == Presence::Required && !matches!(decl.class, AttrClass::Unit);
            if LEFT_OUT.iter().any(|(op, name)| is(op, name, decl)) || !required && !self.choices.chance(15) {
                continue;
            }
            let numbers =
                NUMBERS.iter().find(|(op, name, _)| is(op, name, decl)).map(|(.., numbers)| *numbers);
            if let Some(value) = self.of_class(decl.class, numbers) {
                attributes.push(self.entry(decl.name, value));
            }
        }
        attributes
    }

    /// An attribute of a class; if it is a number, one of `numbers`.
    pub(super) fn of_class(
        &mut self,
        class: &'static AttrClass,
        numbers: Option<&[i64]>,
    ) -> Option<Attribute> {
        let number = |g: &mut Self| match numbers {
            Some(numbers) => *g.choices.pick(numbers),
            None => *g.choices.pick(&[0, 1, 2, -1, 100, i64::from(i32::MAX)]),
        };
        let common = self.context.common;
        Some(match class {
            AttrClass::Unit | AttrClass::Flag => common.unit,
            AttrClass::OptionalProperty(inner) => {
                let held = self.of_class(inner, numbers)?;
                Attribute::array(self.context, [held])
            }
            AttrClass::Bool => Attribute::bool(self.context, self.choices.chance(50)),
            AttrClass::Integer(width) => {
                let value = number(self);
                self.int(Type::integer(self.context, *width), value)
            }
            AttrClass::NonNegative(width) => {
                let value = self.choices.below(5) as i64;
                self.int(Type::integer(self.context, *width), value)
            }
            AttrClass::Float(kind) => {
                let value: f64 = *self.choices.pick(&[0.0, 0.5, 1.0]);
                let bits = match kind {
                    FloatKind::F32 => u128::from((value as f32).to_bits()),
                    _ => u128::from(value.to_bits()),
                };
                Attribute::float(self.context, self.float(*kind), bits)
            }
            AttrClass::Index => {
                let value = number(self);
                self.int(common.index, value)
            }
            AttrClass::String | AttrClass::SymbolName => {
                let text = *self.choices.pick(&["agent", "a \"text\"", "x\\y", "é", "singlethread"]);
                self.string(text)
            }
            AttrClass::Type => {
                let ty = self.any_type();
                Attribute::of_type(self.context, ty)
            }
            AttrClass::ArrayOf(element) => {
                // Each instruction of LLVM IR has one such tag.
                let one = matches!(element, AttrClass::Declared(def) if std::ptr::eq(*def, &TBAA_TAG));
                let count = if one { 1 } else { self.choices.within(1, 2) };
                let elements: Option<Vec<_>> = (0..count).map(|_| self.of_class(element, numbers)).collect();
                Attribute::array(self.context, elements?)
            }
            AttrClass::Enum(def) | AttrClass::EnumProperty(def) | AttrClass::NamedEnum(_, def) => {
                let value = self.enum_value(def);
                let width = match def.form {
                    EnumForm::Value(width) => width,
                    EnumForm::Bits(_, width) => width,
                };
                self.int(Type::integer(self.context, width), value as i64)
            }
            AttrClass::Declared(def) => self.declared(def, 3)?,
            AttrClass::AnyDeclared(defs) => {
                let def = *self.choices.pick(defs);
                self.declared(def, 3)?
            }
            AttrClass::Confined { base, check, .. } => {
                let found = self.of_class(base, numbers)?;
                return check(self.context, found).then_some(found);
            }
            AttrClass::Other { check, .. } => {
                let value = number(self);
                let candidates = [
                    self.int(common.i32, value),
                    Attribute::float(self.context, common.f32, 0x3f00_0000),
                    self.fresh_distinct(),
                ];
                return candidates.into_iter().find(|&candidate| check(self.context, candidate));
            }
            AttrClass::Any
            | AttrClass::FlatSymbol
            | AttrClass::Symbol
            | AttrClass::TypeOf(_)
            | AttrClass::Typed
            | AttrClass::Array
            | AttrClass::Dictionary
            | AttrClass::DenseArray(_)
            | AttrClass::Elements => return None,
        })
    }

    pub(super) fn fresh_distinct(&self) -> Attribute {
        let (id, referenced) = (self.context.fresh_distinct(), self.context.common.unit);
        self.context.attr(AttrKind::Distinct { id, referenced })
    }

    /// A value of an enum; for a bit enum, some of the bits.
    pub(super) fn enum_value(&mut self, def: &'static EnumDef) -> u64 {
        match def.form {
            // Cases with negative values are not valid in instructions.
            EnumForm::Value(_) => {
                let cases: Vec<u64> =
                    def.all().map(|case| case.value).filter(|&value| value >> 63 == 0).collect();
                *self.choices.pick(&cases)
            }
            EnumForm::Bits(..) => {
                let count = self.choices.below(4);
                (0..count).fold(0, |bits, _| bits | self.choices.pick(def.cases).value)
            }
        }
    }

    /// An attribute of this declaration. TBAA nodes form trees as LLVM requires.
    pub(super) fn declared(&mut self, def: &'static AttrDef, depth: usize) -> Option<Attribute> {
        if std::ptr::eq(def, &TBAA_TAG) {
            return Some(self.tbaa_tag());
        }
        if std::ptr::eq(def, &ALIAS_SCOPE) {
            return Some(self.alias_scope());
        }
        if std::ptr::eq(def, &ACCESS_GROUP) {
            return Some(self.access_group());
        }
        let mut params = Vec::new();
        // A list without brackets must be last, or the parser would not find its end.
        let mut ended = false;
        for decl in def.params {
            let required = decl.presence == Presence::Required;
            let there = required || !ended && depth > 0 && self.choices.chance(40);
            ended |= there && matches!(decl.kind, ParamKind::List(_));
            let param = if there { self.param(decl.kind, depth) } else { None };
            params.push(match (param, &decl.presence) {
                (Some(param), _) => param,
                (None, Presence::Required) => return None,
                (None, Presence::Default(_) | Presence::Implied(_)) => self.default_param(decl.kind),
                (None, Presence::Optional) => Param::Absent,
            });
        }
        if def.verify.is_some_and(|verify| verify(self.context, &params).is_err()) {
            return None;
        }
        Some(Attribute::declare(self.context, def, params))
    }

    fn param(&mut self, kind: &'static ParamKind, depth: usize) -> Option<Param> {
        Some(match kind {
            ParamKind::Type => Param::Type(self.any_type()),
            ParamKind::Attribute => Param::Attribute(self.int(self.context.common.i64, 7)),
            ParamKind::Declared(defs) => {
                let def = *self.choices.pick(defs);
                Param::Attribute(self.declared(def, depth.checked_sub(1)?)?)
            }
            ParamKind::Class(class) => Param::Attribute(self.of_class(class, Some(&[1, 2, 8]))?),
            ParamKind::Bool => Param::Bool(self.choices.chance(50)),
            ParamKind::Signed(_) => Param::Signed(self.choices.below(64) as i64),
            ParamKind::Unsigned(_) => Param::Unsigned(self.choices.below(64) as u64),
            ParamKind::String => Param::String(self.context.ident("a name")),
            ParamKind::Enum(def) | ParamKind::Symbolic(def) => Param::Unsigned(self.enum_value(def)),
            ParamKind::List(of) | ParamKind::Braced(of) => {
                // A list that is present is not empty, as the syntax usually cannot express that.
                let count = self.choices.within(1, 2);
                let list: Vec<Param> = (0..count).filter_map(|_| self.param(of, depth)).collect();
                return (!list.is_empty()).then(|| Param::List(list.into()));
            }
        })
    }

    /// The default of an omitted parameter.
    pub(super) fn default_param(&self, kind: &'static ParamKind) -> Param {
        match kind {
            ParamKind::Bool => Param::Bool(false),
            ParamKind::Signed(_) => Param::Signed(0),
            ParamKind::Unsigned(_) | ParamKind::Enum(_) | ParamKind::Symbolic(_) => Param::Unsigned(0),
            ParamKind::List(_) | ParamKind::Braced(_) => Param::List([].into()),
            _ => Param::Absent,
        }
    }

    /// Reuses one of the attributes made for this case, or makes a new one.
    fn pooled(
        &mut self,
        pool: fn(&mut Self) -> &mut Vec<Attribute>,
        make: fn(&mut Self) -> Attribute,
    ) -> Attribute {
        let known = pool(self).clone();
        if !known.is_empty() && self.choices.chance(70) {
            return *self.choices.pick(&known);
        }
        let made = make(self);
        pool(self).push(made);
        made
    }

    fn access_group(&mut self) -> Attribute {
        let make = |g: &mut Self| {
            let id = g.fresh_distinct();
            Attribute::declare(g.context, &ACCESS_GROUP, [Param::Attribute(id)])
        };
        self.pooled(|g| &mut g.access_groups, make)
    }

    fn description(&mut self) -> Param {
        match self.choices.chance(50) {
            true => Param::Attribute(self.string("a description")),
            false => Param::Absent,
        }
    }

    fn alias_scope(&mut self) -> Attribute {
        let make = |g: &mut Self| {
            let domain = g.pooled(
                |g| &mut g.alias_domains,
                |g| {
                    let params = [Param::Attribute(g.fresh_distinct()), g.description()];
                    Attribute::declare(g.context, &ALIAS_SCOPE_DOMAIN, params)
                },
            );
            let id = g.fresh_distinct();
            let params = [Param::Attribute(id), Param::Attribute(domain), g.description()];
            Attribute::declare(g.context, &ALIAS_SCOPE, params)
        };
        self.pooled(|g| &mut g.alias_scopes, make)
    }

    /// A TBAA tag for a scalar, or for a scalar in a struct.
    fn tbaa_tag(&mut self) -> Attribute {
        let id = match self.choices.chance(30) {
            true => Param::Absent,
            false => Param::Attribute(self.string("C/C++ TBAA")),
        };
        let root = Attribute::declare(self.context, &TBAA_ROOT, [id]);
        let node = |g: &Self, name: &str, members: &[(Attribute, i64)]| {
            let member = |&(ty, offset): &(Attribute, i64)| {
                Param::Attribute(Attribute::declare(
                    g.context,
                    &TBAA_MEMBER,
                    [Param::Attribute(ty), Param::Signed(offset)],
                ))
            };
            let members = Param::List(members.iter().map(member).collect());
            Attribute::declare(
                g.context,
                &TBAA_TYPE_DESCRIPTOR,
                [Param::String(g.context.ident(name)), members],
            )
        };
        let name = *self.choices.pick(&["int", "any \"pointer\""]);
        let scalar = node(self, name, &[(root, 0)]);
        let (base, offset) = match self.choices.chance(40) {
            true => (node(self, "struct", &[(scalar, 0), (scalar, 8)]), 8),
            false => (scalar, 0),
        };
        let constant = Param::Bool(self.choices.chance(20));
        let params = [Param::Attribute(base), Param::Attribute(scalar), Param::Signed(offset), constant];
        Attribute::declare(self.context, &TBAA_TAG, params)
    }

    /// An integer attribute of any width.
    pub(super) fn integer_value(&mut self, ty: Type) -> Attribute {
        let width = ty.integer_width(self.context).unwrap_or(64);
        let value = match self.choices.weighted(&[60, 25, 15]) {
            0 => IntValue::from_i64(width, self.choices.below(9) as i64 - 1),
            1 => IntValue::from_u64(width, self.choices.bits()),
            _ => {
                let limbs: Vec<u64> =
                    (0..width.min(1024).div_ceil(64)).map(|_| self.choices.bits()).collect();
                IntValue::from_limbs(width, limbs)
            }
        };
        self.context.attr(AttrKind::Integer { ty, value })
    }
}
