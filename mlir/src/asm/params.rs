//! Parsing and printing of declared attributes and types by their parameters, and of attributes within assembly formats.

use tern_support::text::push_text;
use tern_support::ways;

use super::format::{CompiledFormat, Element, Spacing, Subject, compile};
use super::lexer::{BARE, Token, is};
use super::parser::{Parser, show};
use super::{ParseResult, Printer};
use crate::attributes::{AttrKind, Attribute};
use crate::context::Context;
use crate::declare::{
    AttrClass, AttrDef, EnumDef, EnumForm, Param, ParamAssembly, ParamDecl, ParamKind, Presence, TypeDef,
    default_param, fits, is_flag, optional_property,
};
use crate::types::{Type, TypeKind};

/// Common interface of [`AttrDef`] and [`TypeDef`].
pub trait Def: 'static {
    fn params(&self) -> &'static [ParamDecl];
    fn assembly(&'static self) -> &'static ParamAssembly<Self>
    where
        Self: Sized;
    fn compiled(&'static self) -> &'static std::sync::OnceLock<CompiledFormat>;
    fn verify(&self, context: &Context, params: &[Param]) -> Result<(), String>;
    /// The C++ class name.
    fn cpp_name(&self) -> Option<&'static str>;
}

macro_rules! impl_def {
    ($($def:ident),*) => {$(
        impl Def for $def {
            fn params(&self) -> &'static [ParamDecl] {
                self.params
            }
            fn assembly(&'static self) -> &'static ParamAssembly<Self> {
                &self.assembly
            }
            fn compiled(&'static self) -> &'static std::sync::OnceLock<CompiledFormat> {
                &self.compiled
            }
            fn verify(&self, context: &Context, params: &[Param]) -> Result<(), String> {
                self.verify.map_or(Ok(()), |verify| verify(context, params))
            }
            fn cpp_name(&self) -> Option<&'static str> {
                self.cpp_name
            }
        }
    )*};
}
impl_def!(AttrDef, TypeDef);

fn format_of<D: Def>(def: &'static D) -> Option<&'static CompiledFormat> {
    match def.assembly() {
        ParamAssembly::Format(text) => {
            Some(def.compiled().get_or_init(|| compile(text, Subject::Params(def.params()))))
        }
        _ => None,
    }
}

/// Whether MLIR's C++ storage for a class can hold the attribute, regardless of further conditions of the class.
fn is_stored(context: &Context, class: &AttrClass, value: Attribute) -> bool {
    let kind = value.kind(context);
    match class {
        AttrClass::Any | AttrClass::Other { .. } | AttrClass::Elements => true,
        AttrClass::Confined { base, .. } => is_stored(context, base, value),
        AttrClass::Unit => matches!(kind, AttrKind::Unit),
        AttrClass::Flag => is_flag(context, value),
        AttrClass::OptionalProperty(inner) => optional_property(context, value)
            .is_some_and(|held| held.is_none_or(|held| is_stored(context, inner, held))),
        AttrClass::Bool => matches!(kind, AttrKind::Integer { ty, .. } if *ty == context.common.i1),
        AttrClass::Integer(_) | AttrClass::NonNegative(_) | AttrClass::Index => {
            matches!(kind, AttrKind::Integer { .. })
        }
        AttrClass::Enum(def) | AttrClass::EnumProperty(def) => match def.form {
            EnumForm::Value(_) => value.as_u64(context).is_some_and(|value| def.spelling(value).is_some()),
            EnumForm::Bits(..) => matches!(kind, AttrKind::Integer { .. }),
        },
        AttrClass::NamedEnum(..) => matches!(kind, AttrKind::Integer { .. }),
        AttrClass::Float(_) => matches!(kind, AttrKind::Float { .. }),
        AttrClass::String | AttrClass::SymbolName => matches!(kind, AttrKind::String { .. }),
        AttrClass::FlatSymbol => value.as_symbol(context).is_some(),
        AttrClass::Symbol => matches!(kind, AttrKind::SymbolRef { .. }),
        AttrClass::Type | AttrClass::TypeOf(_) => matches!(kind, AttrKind::Type(_)),
        AttrClass::Typed => value.value_type(context).is_some(),
        AttrClass::Array | AttrClass::ArrayOf(_) => matches!(kind, AttrKind::Array(_)),
        AttrClass::Dictionary => matches!(kind, AttrKind::Dictionary(_)),
        AttrClass::DenseArray(_) => matches!(kind, AttrKind::DenseArray { .. }),
        AttrClass::Declared(def) => value.declared(context, def).is_some(),
        AttrClass::AnyDeclared(defs) => defs.iter().any(|def| value.declared(context, def).is_some()),
    }
}

/// The property value for an attribute spelled in generic form; `None` if the attribute is of another kind.
pub(super) fn property_value(context: &Context, class: &AttrClass, value: Attribute) -> Option<Attribute> {
    if let (AttrClass::NamedEnum(_, wanted), AttrKind::Declared { def, params }) =
        (class, value.kind(context))
        && let ([ParamDecl { kind: ParamKind::Enum(found), .. }], [Param::Unsigned(bits)]) =
            (def.params, &params[..])
        && std::ptr::eq(*wanted, *found)
    {
        return Some(wanted.attribute(context, *bits));
    }
    is_stored(context, class, value).then_some(value)
}

impl<'a> Parser<'a, '_> {
    /// Parses what follows the mnemonic of a declared attribute, and verifies the parameters.
    pub(crate) fn declared_attribute(&mut self, def: &'static AttrDef) -> ParseResult<Attribute> {
        let start = self.offset();
        let params = self.nested(|parser| parser.declared_params(def))?;
        match Def::verify(def, self.context, &params) {
            Ok(()) => Ok(self.context.attr(AttrKind::Declared { def, params })),
            Err(message) => Err(self.error_at(start, message)),
        }
    }

    /// Parses what follows the mnemonic of a declared type, and verifies the parameters.
    pub fn declared_type(&mut self, def: &'static TypeDef) -> ParseResult<Type> {
        let start = self.offset();
        let params = self.nested(|parser| parser.declared_params(def))?;
        match Def::verify(def, self.context, &params) {
            Ok(()) => Ok(self.context.ty(TypeKind::Declared { def, params })),
            Err(message) => Err(self.error_at(start, message)),
        }
    }

    fn declared_params<D: Def>(&mut self, def: &'static D) -> ParseResult<Box<[Param]>> {
        let decls = def.params();
        match def.assembly() {
            ParamAssembly::None => Ok(decls.iter().map(|decl| self.default_param(decl)).collect()),
            ParamAssembly::Custom { parse, .. } => parse(self, def),
            ParamAssembly::Format(_) => {
                let mut params = vec![None; decls.len()];
                if let Some(format) = format_of(def) {
                    self.param_elements(def, &format.elements, &mut params)?;
                }
                let filled = params.into_iter().zip(decls);
                Ok(filled.map(|(param, decl)| param.unwrap_or_else(|| self.default_param(decl))).collect())
            }
        }
    }

    /// The value of an omitted parameter.
    pub fn default_param(&self, decl: &ParamDecl) -> Param {
        default_param(self.context, decl)
    }

    /// Parses parameter `index`. As in MLIR, an error is followed by a second one that names the parameter.
    pub fn param_of<D: Def>(&mut self, def: &'static D, index: usize) -> ParseResult<Param> {
        let decl = &def.params()[index];
        let before = (self.lexer, self.start, self.token);
        self.param(decl.kind).map_err(|error| match def.cpp_name().zip(decl.cpp_type) {
            None => error,
            Some((owner, ty)) => {
                // Skip the contents of an attribute that is spelled in full.
                if let Token::Hash(name) = before.2
                    && name.contains(&b'.')
                {
                    (self.lexer, self.start, self.token) = before;
                    let _ = self.pretty_body();
                }
                self.earlier.push(error);
                let name = decl.name;
                let message = format!("failed to parse {owner} parameter '{name}' which is to be a `{ty}`");
                self.error_at(self.start, message)
            }
        })
    }

    fn param_elements<D: Def>(
        &mut self,
        def: &'static D,
        elements: &[Element],
        params: &mut [Option<Param>],
    ) -> ParseResult<()> {
        let decls = def.params();
        for element in elements {
            match element {
                Element::Literal(literal) => self.literal(literal.text)?,
                Element::Param(index) => params[*index] = Some(self.param_of(def, *index)?),
                Element::Params => {
                    for (index, decl) in decls.iter().enumerate() {
                        if index != 0 && !self.eat(b',') {
                            if decl.presence == Presence::Required {
                                return Err(self.error("expected ','"));
                            }
                            break;
                        }
                        params[index] = Some(self.param_of(def, index)?);
                    }
                }
                Element::Struct(members) => self.struct_members(def, members, params)?,
                Element::Optional { then, otherwise, .. } => {
                    let here = match then.first() {
                        Some(Element::Literal(literal)) => self.at_literal(literal.text),
                        Some(_) => !self.at(b'>') && !self.at(b']'),
                        None => false,
                    };
                    self.param_elements(def, if here { then } else { otherwise }, params)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Parses `name = value, …` in any order.
    fn struct_members<D: Def>(
        &mut self,
        def: &'static D,
        members: &[usize],
        params: &mut [Option<Param>],
    ) -> ParseResult<()> {
        let decls = def.params();
        // Members are usually in order.
        let (mut more, mut next) = (!self.at(b'>'), 0);
        while more {
            let start = self.offset();
            let name = self.keyword().map_err(|error| {
                self.earlier.push(error);
                self.error_at(start, "expected a parameter name in struct")
            })?;
            let is_new =
                |&at: &usize| params[members[at]].is_none() && decls[members[at]].name.as_bytes() == name;
            let Some(at) = (next..members.len()).find(is_new).or_else(|| (0..next).find(is_new)) else {
                let message = format!("duplicate or unknown struct parameter name: {}", show(name));
                return Err(self.error_at(start, message));
            };
            self.expect(b'=')?;
            params[members[at]] = Some(self.param_of(def, members[at])?);
            next = at + 1;
            while let Some(at) = self.next_member(decls, members, params, next) {
                params[members[at]] = Some(self.param_of(def, members[at])?);
                next = at + 1;
            }
            more = self.eat(b',');
        }
        // Older versions of MLIR lack some parameters.
        let may_lack = self.options.old_spellings;
        let is_missing = |index: &&usize| {
            decls[**index].presence == Presence::Required && params[**index].is_none() && !may_lack
        };
        match members.iter().find(is_missing) {
            Some(&index) => {
                let message = format!("struct is missing required parameter: {}", decls[index].name);
                Err(self.error_at(self.offset(), message))
            }
            None => Ok(()),
        }
    }

    /// Consumes `, name = ` without tokenizing, if a member from `next` on follows, spaced as printers do. Returns its index.
    fn next_member(
        &mut self,
        decls: &[ParamDecl],
        members: &[usize],
        params: &[Option<Param>],
        next: usize,
    ) -> Option<usize> {
        let text = &self.lexer.text[self.lexer.position..];
        if !self.at(b',') || text.first() != Some(&b' ') {
            return None;
        }
        for (at, &index) in members.iter().enumerate().skip(next) {
            let (name, end) = (decls[index].name.as_bytes(), 1 + decls[index].name.len());
            let is_here = text.get(1..end).is_some_and(|here| tern_support::text::equal(here, name));
            if is_here && let [b' ', b'=', b' ', ..] = text[end..] {
                let is_new = params[index].is_none();
                return is_new.then(|| {
                    self.seek(self.lexer.position + end + 3);
                    at
                });
            }
        }
        None
    }

    /// Parses a parameter of this kind.
    pub fn param(&mut self, kind: &'static ParamKind) -> ParseResult<Param> {
        let start = self.offset();
        Ok(match kind {
            ParamKind::Type => Param::Type(self.parse_type()?),
            ParamKind::Attribute => Param::Attribute(self.parse_attribute()?),
            ParamKind::Declared([def]) if !matches!(self.token, Token::Hash(_)) => {
                Param::Attribute(self.declared_attribute(def)?)
            }
            ParamKind::Declared(defs) => {
                let attribute = self.parse_attribute()?;
                let fits = match attribute.kind(self.context) {
                    AttrKind::Declared { def, .. } => defs.contains(def),
                    _ => false,
                };
                if !fits {
                    return Err(self.error_at(start, "invalid kind of attribute specified"));
                }
                Param::Attribute(attribute)
            }
            ParamKind::Class(class) => {
                let attribute = match class {
                    // Unlike an operation's string attribute, it may have a type.
                    AttrClass::String => self.parse_attribute()?,
                    _ => self.class_attribute(class)?,
                };
                if !fits(self.context, class, attribute) {
                    return Err(self.error_at(start, "invalid kind of attribute specified"));
                }
                Param::Attribute(attribute)
            }
            ParamKind::Bool => match self.optional_keyword() {
                Some(b"true") => Param::Bool(true),
                Some(b"false") => Param::Bool(false),
                _ => return Err(self.error_at(start, "expected keyword 'true' or 'false'")),
            },
            ParamKind::Signed(width) => {
                let value = self.integer()?;
                let limit = 1i128 << (width - 1);
                if !(-limit..limit).contains(&value) {
                    return Err(self.error_at(start, "integer value too large"));
                }
                Param::Signed(value as i64)
            }
            ParamKind::Unsigned(width) => {
                let value = self.integer()?;
                if value < 0 || value >> width != 0 {
                    return Err(self.error_at(start, "integer value too large"));
                }
                Param::Unsigned(value as u64)
            }
            ParamKind::String => Param::String(self.string()?),
            ParamKind::Enum(def) | ParamKind::Symbolic(def) => Param::Unsigned(self.enum_value(def)?),
            ParamKind::List(item) | ParamKind::Braced(item) => {
                let mut items = Vec::new();
                let braces = self.eat(b'{');
                loop {
                    if braces && self.at(b'}') && items.is_empty() {
                        break;
                    }
                    items.push(self.param(item)?);
                    if !self.eat(b',') {
                        break;
                    }
                }
                if braces {
                    self.expect(b'}')?;
                }
                Param::List(items.into())
            }
        })
    }

    /// Parses an enum: the keyword of one case, or those of a set.
    pub fn enum_value(&mut self, def: &EnumDef) -> ParseResult<u64> {
        let mut value = 0;
        loop {
            let start = self.offset();
            let found = match self.token {
                Token::Bare(text) => def.value(&show(text)),
                Token::String(text) => show(text)
                    .split('|')
                    .map(|part| def.value(part.trim()))
                    .try_fold(0, |all, part| Some(all | part?)),
                Token::Integer(_) => u64::try_from(self.integer()?).ok(),
                _ => None,
            };
            let Some(found) = found else {
                return Err(self.unknown_case(def));
            };
            if self.offset() == start {
                self.advance();
            }
            value |= found;
            let more = match def.form {
                EnumForm::Bits(separator, _) => {
                    self.eat(separator.trim().as_bytes().first().copied().unwrap_or(b','))
                }
                EnumForm::Value(_) => false,
            };
            if !more {
                return Ok(value);
            }
        }
    }

    /// The error for a token that is not a case of the enum.
    #[cold]
    fn unknown_case(&self, def: &EnumDef) -> crate::diagnostic::Diagnostic {
        let cases: Vec<&str> = def.cases.iter().chain(def.groups).map(|case| case.spelling).collect();
        let cases = cases.join(", ");
        let what = def.summary;
        let message = match self.token {
            _ if def.is_enum_parameter => {
                format!("expected {} to be one of: {cases}", def.cpp_name.unwrap_or(def.name))
            }
            Token::Bare(text) | Token::String(text) => {
                format!("expected one of [{cases}] for {what}, got: {}", show(text))
            }
            _ => format!("expected keyword for {what}"),
        };
        self.error_at(self.start, message)
    }

    /// Whether an optional attribute of this class is present at the current token.
    pub(super) fn at_class_attribute(&self, class: &AttrClass) -> bool {
        match class {
            AttrClass::Enum(def) | AttrClass::EnumProperty(def) => {
                matches!(self.token, Token::Bare(text) if def.value(&show(text)).is_some())
            }
            AttrClass::NamedEnum(keyword, _) => self.at_keyword(keyword),
            AttrClass::Confined { base, .. } => self.at_class_attribute(base),
            AttrClass::OptionalProperty(inner) => self.at_class_attribute(inner),
            AttrClass::Symbol | AttrClass::FlatSymbol | AttrClass::SymbolName => self.at_symbol(),
            AttrClass::String => self.at_string(),
            AttrClass::DenseArray(_) | AttrClass::Array | AttrClass::ArrayOf(_) => self.at(b'['),
            AttrClass::Declared(_) => self.at(b'<') || matches!(self.token, Token::Hash(_)),
            AttrClass::Type | AttrClass::TypeOf(_) => self.at_type(),
            _ => matches!(self.token, Token::Hash(_) | Token::Integer(_)) || self.at(b'-'),
        }
    }

    /// Parses an attribute in the spelling of its class.
    pub(crate) fn class_attribute(&mut self, class: &AttrClass) -> ParseResult<Attribute> {
        let start = self.offset();
        let context = self.context;
        Ok(match class {
            AttrClass::Unit | AttrClass::Flag => context.common.unit,
            AttrClass::OptionalProperty(inner) => {
                let held = self.class_attribute(inner)?;
                Attribute::array(context, [held])
            }
            AttrClass::Confined { base, .. } => self.class_attribute(base)?,
            AttrClass::Integer(width) | AttrClass::NonNegative(width) => {
                if !matches!(self.token, Token::Integer(_)) && !self.at(b'-') {
                    return self.parse_attribute();
                }
                let ty = Type::integer(context, *width);
                self.integer_of_type(ty)?
            }
            AttrClass::Float(kind) => self.integer_of_type(context.ty(TypeKind::Float(*kind)))?,
            AttrClass::Index => self.integer_of_type(context.common.index)?,
            AttrClass::String if self.at_string() => {
                let value = self.string()?;
                context.attr(AttrKind::String { value, ty: context.common.none })
            }
            AttrClass::SymbolName => {
                let value = self.symbol_name()?;
                context.attr(AttrKind::String { value, ty: context.common.none })
            }
            AttrClass::Type | AttrClass::TypeOf(_) => Attribute::of_type(context, self.parse_type()?),
            AttrClass::DenseArray(element) if self.at(b'[') => {
                let values = self.integer_list()?;
                match *element {
                    "i32" => {
                        let narrow: Option<Vec<i32>> =
                            values.iter().map(|&value| i32::try_from(value).ok()).collect();
                        match narrow {
                            Some(values) => Attribute::dense_i32(context, &values),
                            None => return Err(self.error_at(start, "integer value too large")),
                        }
                    }
                    _ => Attribute::dense_i64(context, &values),
                }
            }
            AttrClass::Enum(def) | AttrClass::EnumProperty(def) => {
                let value = self.enum_value(def)?;
                def.attribute(context, value)
            }
            AttrClass::NamedEnum(keyword, def) => {
                self.expect_keyword(keyword)?;
                self.expect(b'<')?;
                let value = self.enum_value(def)?;
                self.expect(b'>')?;
                def.attribute(context, value)
            }
            AttrClass::Declared(def) if !matches!(self.token, Token::Hash(_)) => {
                self.declared_attribute(def)?
            }
            _ => {
                let value = self.parse_attribute()?;
                if !is_stored(context, class, value) && !self.is_older_value(value) {
                    return Err(self.op_error(start, "invalid kind of attribute specified"));
                }
                value
            }
        })
    }

    /// Parses an enum keyword that is the operation's attribute `name`.
    pub(super) fn enum_of_attribute(&mut self, name: &str, def: &EnumDef) -> ParseResult<Attribute> {
        let start = self.offset();
        let known = match self.token {
            Token::Bare(text) => def.value(&show(text)).is_some(),
            Token::String(text) if def.value(&show(text)).is_none() => {
                let text = show(text).into_owned();
                let message = format!("invalid {name} attribute specification: \"{text}\"");
                return Err(self.op_error(start, message));
            }
            Token::String(_) => true,
            _ => false,
        };
        if !known {
            let cases: Vec<&str> = def.cases.iter().map(|case| case.spelling).collect();
            let cases = cases.join(", ");
            let message = format!(
                "expected string or keyword containing one of the following enum values for attribute '{name}' [{cases}]"
            );
            return Err(self.op_error(start, message));
        }
        let value = self.enum_value(def)?;
        Ok(def.attribute(self.context, value))
    }

    /// Consumes the keyword or punctuation of a literal in a format.
    pub(super) fn literal(&mut self, literal: &str) -> ParseResult<()> {
        match literal {
            "->" => self.expect_arrow(),
            "..." => {
                if self.eat_ellipsis() {
                    Ok(())
                } else {
                    Err(self.error("expected '...'"))
                }
            }
            _ if literal.len() == 1 && !literal.as_bytes()[0].is_ascii_alphabetic() => {
                self.expect(literal.as_bytes()[0])
            }
            _ => self.expect_keyword(literal),
        }
    }

    pub(super) fn at_literal(&self, literal: &str) -> bool {
        match literal {
            "->" => self.token == Token::Arrow,
            _ if literal.len() == 1 && !literal.as_bytes()[0].is_ascii_alphabetic() => {
                self.at(literal.as_bytes()[0])
            }
            _ => self.at_keyword(literal),
        }
    }

    pub(super) fn at_successor(&self) -> bool {
        matches!(self.token, Token::Caret(_))
    }
}

/// Parameters to print.
#[derive(Clone, Copy)]
struct Params<'p> {
    decls: &'static [ParamDecl],
    format: &'p CompiledFormat,
    values: &'p [Param],
}

impl Params<'_> {
    /// Whether a parameter has its default value, so that it can be omitted.
    #[inline(always)]
    fn is_default(self, context: &Context, index: usize) -> bool {
        match (&self.values[index], &self.format.defaults[index]) {
            (Param::Absent, _) => true,
            (_, Some(Param::Absent)) => false,
            // Compared inline, without a call.
            (Param::Unsigned(value), Some(Param::Unsigned(default))) => value == default,
            (value, Some(default)) => value == default,
            (value, None) => *value == default_param(context, &self.decls[index]),
        }
    }

    /// Whether a parameter in a list or struct is printed.
    #[inline(always)]
    fn is_listed(self, context: &Context, index: usize) -> bool {
        match self.decls[index].presence {
            // A version of MLIR that lacks the parameter has it absent.
            Presence::Required => self.values[index] != Param::Absent,
            _ => !self.is_default(context, index),
        }
    }

    /// Whether an optional group prints its `then` branch.
    fn is_present(self, context: &Context, then: &[Element], otherwise: &[Element], anchor: usize) -> bool {
        match &then[anchor] {
            Element::Param(index) => !self.is_default(context, *index),
            Element::Struct(members) => members.iter().any(|&index| !self.is_default(context, index)),
            Element::Params => (0..self.decls.len()).any(|index| !self.is_default(context, index)),
            // With a literal as anchor, the `then` branch is printed unless the parameters of the other branch are present.
            Element::Literal(_) => !otherwise
                .iter()
                .any(|e| matches!(e, Element::Param(index) if !self.is_default(context, *index))),
            _ => true,
        }
    }
}

/// The maximum number of cached enum texts; valid programs have fewer.
const FEW: usize = 1 << 12;

impl Printer<'_> {
    /// Prints what follows the mnemonic of a declared attribute.
    pub(crate) fn print_declared_attribute(
        &mut self,
        def: &'static AttrDef,
        params: &[Param],
        spacing_after_name: bool,
    ) {
        self.print_declared(def, params, spacing_after_name);
    }

    /// Prints what follows the mnemonic of a declared type.
    pub(super) fn print_declared_type(&mut self, ty: Type, def: &'static TypeDef, params: &[Param]) {
        // Not cached: text within an open type may be abbreviated, and a visit must see every attribute.
        if self.looks_through() || !self.open_types.is_empty() {
            return self.print_declared(def, params, false);
        }
        if let Some(text) = self.type_texts.get(&ty) {
            return push_text(&mut self.out, text);
        }
        if let Some(start) = self.print_fixed(|printer| printer.print_declared(def, params, false))
            && !ways::is_plain()
        {
            self.type_texts.insert(ty, self.out[start..].into());
        }
    }

    fn print_declared<D: Def>(&mut self, def: &'static D, params: &[Param], space: bool) {
        match def.assembly() {
            ParamAssembly::None => {}
            ParamAssembly::Custom { print, .. } => print(self, params),
            ParamAssembly::Format(_) => {
                if let Some(format) = format_of(def) {
                    let params = Params { decls: def.params(), format, values: params };
                    if self.looks_through() {
                        return match &format.holding {
                            Some(holding) => holding
                                .iter()
                                .for_each(|&(index, in_list)| self.look_at_param(params, index, in_list)),
                            None => self.look_through(params, &format.elements),
                        };
                    }
                    let mut spacing = Spacing { wanted: space, after_punctuation: !space };
                    self.print_param_elements(params, &format.elements, &mut spacing);
                }
            }
        }
    }

    /// Visits the attributes held by parameters, in print order.
    fn look_through(&mut self, params: Params<'_>, elements: &[Element]) {
        for element in elements {
            match element {
                Element::Param(index) => self.look_at_param(params, *index, false),
                Element::Params => {
                    (0..params.decls.len()).for_each(|index| self.look_at_param(params, index, true));
                }
                Element::Struct(members) => {
                    members.iter().for_each(|&index| self.look_at_param(params, index, true));
                }
                Element::Optional { then, otherwise, anchor } => {
                    let present = params.is_present(self.context, then, otherwise, *anchor);
                    self.look_through(params, if present { then } else { otherwise });
                }
                _ => {}
            }
        }
    }

    /// Visits the attributes held by a parameter, if it is printed.
    #[inline(always)]
    fn look_at_param(&mut self, params: Params<'_>, index: usize, in_list: bool) {
        let value = &params.values[index];
        if matches!(value, Param::Attribute(_) | Param::Type(_) | Param::List(_))
            && (!in_list || params.is_listed(self.context, index))
        {
            self.look_through_param(params.decls[index].kind, value);
        }
    }

    /// Visits the attributes within a parameter's value.
    fn look_through_param(&mut self, kind: &'static ParamKind, param: &Param) {
        match (kind, param) {
            (ParamKind::Class(_), Param::Attribute(attribute)) if self.is_plain_text(*attribute) => {}
            // Perhaps only a part of these is printed.
            (ParamKind::Class(_), _) => self.print_param(kind, param),
            (_, Param::Attribute(attribute)) => self.look_at(*attribute),
            (_, Param::Type(ty)) => self.print_type(*ty),
            (ParamKind::Braced(item) | ParamKind::List(item), Param::List(items)) => {
                items.iter().for_each(|param| self.look_through_param(item, param));
            }
            _ => {}
        }
    }

    /// Whether an attribute is a string without a type, which contains no attributes.
    fn is_plain_text(&self, attribute: Attribute) -> bool {
        let none = self.context.common.none;
        matches!(attribute.kind(self.context), AttrKind::String { ty, .. } if *ty == none)
    }

    fn print_param_elements(&mut self, params: Params<'_>, elements: &[Element], spacing: &mut Spacing) {
        let context = self.context;
        let Params { decls, format, values } = params;
        for element in elements {
            match element {
                Element::Literal(literal) => self.format_literal(literal, spacing),
                Element::NewLine => self.new_line(),
                Element::NoSpace => *spacing = Spacing::NONE,
                Element::Space => {
                    self.text(" ");
                    *spacing = Spacing::NONE;
                }
                Element::Param(index) => {
                    self.format_space(spacing);
                    self.print_param(decls[*index].kind, &values[*index]);
                }
                Element::Params => {
                    self.format_space(spacing);
                    let mut first = true;
                    let listed = decls.iter().enumerate();
                    for (index, decl) in listed.filter(|(index, _)| params.is_listed(context, *index)) {
                        self.text(if std::mem::take(&mut first) { "" } else { ", " });
                        self.print_param(decl.kind, &values[index]);
                    }
                }
                Element::Struct(members) => {
                    self.format_space(spacing);
                    // There is no separator before the first one.
                    let mut separator = ", ".len();
                    for &index in members.iter().filter(|index| params.is_listed(context, **index)) {
                        let label = &format.labels[index][std::mem::take(&mut separator)..];
                        push_text(&mut self.out, label.as_bytes());
                        self.print_param(decls[index].kind, &values[index]);
                    }
                }
                Element::Optional { then, otherwise, anchor } => {
                    let present = params.is_present(context, then, otherwise, *anchor);
                    self.print_param_elements(params, if present { then } else { otherwise }, spacing);
                }
                _ => {}
            }
        }
    }

    /// Prints a parameter of this kind.
    pub(crate) fn print_param(&mut self, kind: &'static ParamKind, param: &Param) {
        match (kind, param) {
            (_, Param::Absent) => {}
            (_, Param::Type(ty)) => self.print_type(*ty),
            (ParamKind::Declared([_]), Param::Attribute(attribute)) if self.alias(*attribute) => {}
            (ParamKind::Declared([def]), Param::Attribute(attribute)) => match attribute.kind(self.context) {
                AttrKind::Declared { params, .. } => self.print_declared(*def, params, false),
                _ => self.print_attribute(*attribute),
            },
            (ParamKind::Class(class), Param::Attribute(attribute)) => {
                self.print_class_attribute(class, *attribute)
            }
            (_, Param::Attribute(attribute)) => self.print_attribute(*attribute),
            (_, Param::Bool(value)) => self.text(if *value { "true" } else { "false" }),
            (_, Param::Signed(value)) => self.number(*value),
            (ParamKind::Enum(def) | ParamKind::Symbolic(def), Param::Unsigned(value)) => {
                self.enum_keyword(def, *value)
            }
            (_, Param::Unsigned(value)) => self.number(*value),
            (_, Param::String(text)) => self.quoted(*text),
            (ParamKind::Braced(item), Param::List(items)) => {
                self.text("{");
                self.print_param_list(item, items);
                self.text("}");
            }
            (ParamKind::List(item), Param::List(items)) => self.print_param_list(item, items),
            (_, Param::List(_)) => {}
        }
    }

    fn print_param_list(&mut self, item: &'static ParamKind, items: &[Param]) {
        for (index, param) in items.iter().enumerate() {
            self.text(if index == 0 { "" } else { ", " });
            self.print_param(item, param);
        }
    }

    /// Prints an enum value as a parameter, in quotes if it is not an identifier.
    fn enum_keyword(&mut self, def: &'static EnumDef, value: u64) {
        let key = (std::ptr::from_ref(def).addr(), value);
        if let Some(text) = self.enum_texts.get(&key) {
            return push_text(&mut self.out, text);
        }
        let start = self.out.len();
        self.enum_value(def, value);
        // MLIR does not quote a comma-separated set, and then cannot read it back; Tern can.
        let listed = matches!(def.form, EnumForm::Bits(separator, _) if separator.starts_with(','));
        let quoted = !listed && !self.out[start..].iter().all(|&byte| is(byte, BARE));
        if quoted {
            self.out.insert(start, b'"');
            self.out.push(b'"');
        }
        if self.enum_texts.len() < FEW && !ways::is_plain() {
            self.enum_texts.insert(key, self.out[start..].into());
        }
    }

    /// Prints an enum value: the keyword of its case, or those of a set.
    pub fn enum_value(&mut self, def: &EnumDef, value: u64) {
        let EnumForm::Bits(separator, _) = def.form else {
            return match def.spelling(value) {
                Some(spelling) => self.text(spelling),
                None => self.number(value),
            };
        };
        for (index, spelling) in def.spellings(value).into_iter().enumerate() {
            self.text(if index == 0 { "" } else { separator });
            self.text(spelling);
        }
    }

    /// Prints an attribute in the spelling of its class.
    pub fn print_class_attribute(&mut self, class: &AttrClass, value: Attribute) {
        let context = self.context;
        match (class, value.kind(context)) {
            (AttrClass::Confined { base, .. }, _) => self.print_class_attribute(base, value),
            (AttrClass::OptionalProperty(inner), AttrKind::Array(held)) => {
                held.iter().for_each(|&held| self.print_class_attribute(inner, held));
            }
            (
                AttrClass::Integer(_) | AttrClass::NonNegative(_) | AttrClass::Index,
                AttrKind::Integer { ty, value },
            ) => {
                let width = ty.integer_width(context).unwrap_or(64);
                let text = value.to_bigint(width).to_string();
                self.text(&text);
            }
            (AttrClass::Float(kind), AttrKind::Float { bits, .. }) => self.print_float(*kind, bits.get()),
            (AttrClass::SymbolName, AttrKind::String { value, .. }) => self.print_symbol_name(*value),
            (AttrClass::Enum(def) | AttrClass::EnumProperty(def), AttrKind::Integer { value, .. }) => {
                self.enum_value(def, value.as_u64().unwrap_or_default());
            }
            (AttrClass::NamedEnum(keyword, def), AttrKind::Integer { value, .. }) => {
                self.text(keyword);
                self.text("<");
                self.enum_value(def, value.as_u64().unwrap_or_default());
                self.text(">");
            }
            (AttrClass::DenseArray(_), AttrKind::DenseArray { .. }) => {
                let values = value.as_dense_i64(context).or_else(|| {
                    value.as_dense_i32(context).map(|values| values.into_iter().map(i64::from).collect())
                });
                match values {
                    Some(values) => {
                        self.text("[");
                        for (index, value) in values.into_iter().enumerate() {
                            self.text(if index == 0 { "" } else { ", " });
                            self.number(value);
                        }
                        self.text("]");
                    }
                    None => self.print_attribute(value),
                }
            }
            (AttrClass::Declared(_), _) if self.alias(value) => {}
            (AttrClass::Declared(def), AttrKind::Declared { def: found, params }) if found == def => {
                self.print_declared(*found, params, false);
            }
            _ => self.print_attribute(value),
        }
    }
}
