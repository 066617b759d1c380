//! Declarative assembly formats: compiled once, then interpreted both to parse and to print an operation, attribute or type.
//!
//! The notation is MLIR's: literals in backquotes, `$name`, `type($name)`, `functional-type(…)`, `attr-dict`, optional groups
//! `(… $anchor^ …)? : (…)?`, `custom<Name>(…)`, `struct(params)`. Source: "Operation Definition Specification", Declarative
//! Assembly Format.

use std::ops::Range;

use smallvec::SmallVec;

use super::operations::{ParsedOp, entry};
use super::{ParseResult, Parser, PrintedOp, Printer};
use crate::attributes::Attribute;
use crate::body::{Block, OpState, Value};
use crate::context::Context;
use crate::declare::{
    Arity, Assembly, AttrClass, AttrDecl, AttrDef, Dialect, OpDef, Param, ParamAssembly, ParamDecl, Trait,
    TypeDef, constant_default, is_default,
};
use crate::types::Type;

/// A compiled assembly format.
pub struct CompiledFormat {
    pub(super) elements: Vec<Element>,
    /// Attributes that the format spells, so that `attr-dict` omits them.
    spelled: Vec<&'static str>,
    /// Attributes that `attr-dict` omits: `spelled`, and those that `prop-dict` prints.
    before_attr_dict: Vec<&'static str>,
    /// Traits that infer the types that the format does not spell.
    inferring: Vec<&'static Trait>,
    /// Default values of parameters, if they do not depend on the context.
    pub(super) defaults: Vec<Option<Param>>,
    /// The text before each parameter in a `struct`: `, name = `.
    pub(super) labels: Vec<String>,
    /// The parameters that may hold attributes, in print order, each with whether it is in a list; `None` if the order depends on
    /// the values.
    pub(super) holding: Option<Vec<(usize, bool)>>,
}

/// An element of a format.
#[derive(Debug)]
pub enum Element {
    /// A keyword or punctuation.
    Literal(Literal),
    /// An empty literal: no space here.
    NoSpace,
    /// A literal space: printed, but not parsed.
    Space,
    /// The literal `\n`: printed, but not parsed.
    NewLine,
    /// `$name` of an operand group, by index.
    Operand(usize),
    /// `$name` of an attribute.
    Attribute(&'static AttrDecl),
    /// `qualified($name)` of an attribute: spelled in full.
    Qualified(&'static AttrDecl),
    /// `$name` of a region, by index.
    Region(usize),
    /// `$name` of a successor group, by index.
    Successor(usize),
    /// `type($name)` of an operand group.
    OperandType(usize),
    /// `type($name)` of a result group.
    ResultType(usize),
    /// `type($name)` of operands or results that all have the same declared type: spelled without `!dialect.mnemonic`.
    StrippedType(Box<Element>, &'static TypeDef),
    /// `oilist(…)`: any of these clauses, in any order.
    AnyOf(Vec<Vec<Element>>),
    /// `operands`
    Operands,
    /// `type(operands)`
    OperandTypes,
    /// `type(results)`
    ResultTypes,
    /// `functional-type(…, …)`
    FunctionalType(Vec<Element>, Vec<Element>),
    /// `prop-dict`
    PropDict,
    /// `attr-dict`, `attr-dict-with-keyword`
    AttrDict {
        /// Whether the dictionary is preceded by `attributes`.
        keyword: bool,
    },
    /// `custom<Name>(…)`
    Custom(String, Vec<Element>),
    /// `( … )? : ( … )?`
    Optional {
        /// Printed if the anchor is present.
        then: Vec<Element>,
        /// Printed otherwise.
        otherwise: Vec<Element>,
        /// Index of the anchor within `then`.
        anchor: usize,
    },
    /// `$name` of a parameter, by index.
    Param(usize),
    /// `struct(…)`: `name = value` for each of these parameters.
    Struct(Vec<usize>),
    /// `params`: the values of all parameters.
    Params,
    /// `"text"`: C++ code among the arguments of `custom<…>`, which the directive interprets.
    Text(&'static str),
}

/// A keyword or punctuation mark, and its spacing.
#[derive(Clone, Copy, Debug)]
pub struct Literal {
    pub(super) text: &'static str,
    /// Whether a pending space is printed before it: after punctuation, and elsewhere.
    behind_punctuation: bool,
    elsewhere: bool,
    /// The spacing that follows it.
    behind: Spacing,
}

impl Literal {
    fn new(text: &'static str) -> Self {
        let first = text.as_bytes()[0];
        let single = text.len() == 1;
        let is_word = !single && text != "->";
        Self {
            text,
            behind_punctuation: is_word || !b">)}],".contains(&first),
            elsewhere: is_word || !b"<>(){}[],".contains(&first),
            behind: Spacing {
                wanted: !single || !b"<({[".contains(&first),
                after_punctuation: first != b'_' && !first.is_ascii_alphabetic(),
            },
        }
    }
}

/// What a format describes: an operation, or the parameters of an attribute or type.
#[derive(Clone, Copy)]
pub(super) enum Subject {
    Operation(&'static OpDef),
    Params(&'static [ParamDecl]),
}

struct Compiler {
    text: &'static str,
    /// What follows.
    rest: &'static str,
    subject: Subject,
    spelled: Vec<&'static str>,
}

/// Compiles a format.
///
/// # Panics
/// If the format is ill-formed: formats are part of the program, and [`check`](crate::declare::check) compiles all formats of a
/// dialect.
pub(super) fn compile(text: &'static str, subject: Subject) -> CompiledFormat {
    let mut compiler = Compiler { text, rest: text, subject, spelled: Vec::new() };
    let (elements, _) = compiler.elements("");
    let spelled = compiler.spelled;
    let mut before_attr_dict = spelled.clone();
    if let (Subject::Operation(def), true) =
        (subject, elements.iter().any(|element| matches!(element, Element::PropDict)))
    {
        before_attr_dict.extend(def.attributes.iter().map(|decl| decl.name));
    }
    let inferring = match subject {
        Subject::Operation(def) => def.traits.iter().filter(|of| infers(of)).collect(),
        Subject::Params(_) => Vec::new(),
    };
    let params: &[ParamDecl] = match subject {
        Subject::Operation(_) => &[],
        Subject::Params(decls) => decls,
    };
    let defaults = params.iter().map(constant_default).collect();
    let labels = params.iter().map(|decl| format!(", {} = ", decl.name)).collect();
    let holding = holding(&elements, params);
    CompiledFormat { elements, spelled, before_attr_dict, inferring, defaults, labels, holding }
}

/// The parameters that may hold attributes, in print order, each with whether it is in a list; `None` if that depends on which
/// parameters are present.
fn holding(elements: &[Element], params: &[ParamDecl]) -> Option<Vec<(usize, bool)>> {
    let mut all = Vec::new();
    for element in elements {
        match element {
            Element::Param(index) => all.push((*index, false)),
            Element::Params => all.extend((0..params.len()).map(|index| (index, true))),
            Element::Struct(members) => all.extend(members.iter().map(|&index| (index, true))),
            Element::Optional { .. } => return None,
            _ => {}
        }
    }
    all.retain(|&(index, _)| params[index].kind.may_hold_attributes());
    Some(all)
}

/// Whether a trait infers types.
fn infers(of: &Trait) -> bool {
    matches!(
        of,
        Trait::SameOperandsAndResultType
            | Trait::SameTypeOperands
            | Trait::AllTypesMatch(_)
            | Trait::TypesMatchWith { .. }
            | Trait::ElementsMatch { .. }
            | Trait::InferResults(_)
    )
}

impl Compiler {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_ascii_start();
    }

    fn eat(&mut self, text: &str) -> bool {
        self.skip_space();
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, text: &str) {
        assert!(self.eat(text), "expected {text} before {:?} of format {:?}", self.rest, self.text);
    }

    fn word(&mut self) -> &'static str {
        self.skip_space();
        let ends = |byte: u8| !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'-');
        let end = self.rest.bytes().position(ends).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// Parses elements up to `close`. Also returns the index of the element marked as anchor.
    fn elements(&mut self, close: &str) -> (Vec<Element>, Option<usize>) {
        let (mut elements, mut anchor) = (Vec::new(), None);
        loop {
            self.skip_space();
            if self.rest.is_empty() {
                assert!(close.is_empty(), "expected {close} in format {:?}", self.text);
                return (elements, anchor);
            }
            if !close.is_empty() && self.eat(close) {
                return (elements, anchor);
            }
            if self.eat("^") {
                anchor = Some(elements.len() - 1);
                continue;
            }
            if self.eat(",") {
                continue;
            }
            elements.push(self.element());
        }
    }

    fn element(&mut self) -> Element {
        if self.eat("`") {
            let literal = self.until(b'`');
            return match literal.trim() {
                "" if literal.is_empty() => Element::NoSpace,
                "" => Element::Space,
                "\\n" => Element::NewLine,
                literal => Element::Literal(Literal::new(literal)),
            };
        }
        if self.eat("$") {
            let name = self.word();
            return self.variable(name);
        }
        if self.eat("\"") {
            return Element::Text(self.until(b'"'));
        }
        if self.eat("(") {
            return self.optional_group();
        }
        self.word_element()
    }

    /// The text before `close`, which is skipped.
    fn until(&mut self, close: u8) -> &'static str {
        let Some(end) = self.rest.bytes().position(|byte| byte == close) else {
            panic!("no closing {} in format {:?}", close.escape_ascii(), self.text)
        };
        let (before, after) = self.rest.split_at(end);
        self.rest = &after[1..];
        before
    }

    /// `then)?`, `then) : (otherwise)?`
    fn optional_group(&mut self) -> Element {
        let (then, anchor) = self.elements(")");
        let mut otherwise = Vec::new();
        let mut optional = self.eat("?");
        if self.eat(":") {
            self.expect("(");
            otherwise = self.elements(")").0;
            optional |= self.eat("?");
        }
        assert!(optional, "expected ? after a group in format {:?}", self.text);
        let first = || {
            then.iter().position(|element| {
                !matches!(element, Element::Literal(_) | Element::NoSpace | Element::Space | Element::NewLine)
            })
        };
        let anchor = anchor.or_else(first).unwrap_or(0);
        Element::Optional { then, otherwise, anchor }
    }

    /// An element that begins with a word: a directive.
    fn word_element(&mut self) -> Element {
        let word = self.word();
        match word {
            "attr-dict" => Element::AttrDict { keyword: false },
            "prop-dict" => Element::PropDict,
            "attr-dict-with-keyword" => Element::AttrDict { keyword: true },
            "operands" => Element::Operands,
            "params" => Element::Params,
            "type" => {
                let element = self.type_of();
                match self.class(&element) {
                    Some(class) => Element::StrippedType(Box::new(element), class),
                    None => element,
                }
            }
            "qualified" | "ref" => {
                self.expect("(");
                let element = self.element();
                self.expect(")");
                match element {
                    Element::Attribute(decl) if word == "qualified" => Element::Qualified(decl),
                    Element::StrippedType(element, _) => *element,
                    element => element,
                }
            }
            "oilist" => {
                self.expect("(");
                let mut clauses = Vec::new();
                loop {
                    clauses.push(self.clause());
                    if !self.eat("|") {
                        self.expect(")");
                        return Element::AnyOf(clauses);
                    }
                }
            }
            "functional-type" => {
                self.expect("(");
                let inputs = self.value_list();
                self.expect(",");
                let results = self.value_list();
                self.expect(")");
                Element::FunctionalType(inputs, results)
            }
            "custom" => {
                self.expect("<");
                let name = self.word().to_owned();
                self.expect(">");
                self.expect("(");
                Element::Custom(name, self.elements(")").0)
            }
            "struct" => {
                self.expect("(");
                let members = self.elements(")").0;
                let Subject::Params(params) = self.subject else {
                    panic!("`struct` is only allowed in formats of attributes and types")
                };
                match &members[..] {
                    [Element::Params] => Element::Struct((0..params.len()).collect()),
                    _ => Element::Struct(
                        members
                            .iter()
                            .filter_map(|m| if let Element::Param(index) = m { Some(*index) } else { None })
                            .collect(),
                    ),
                }
            }
            _ => panic!("unknown directive {word:?} of format {:?}", self.text),
        }
    }

    /// Parses a clause of `oilist`, up to its separator.
    fn clause(&mut self) -> Vec<Element> {
        let mut elements = Vec::new();
        loop {
            self.skip_space();
            if self.rest.starts_with(['|', ')']) || self.rest.is_empty() {
                return elements;
            }
            elements.push(self.element());
        }
    }

    /// The declared type that all types at a `type($name)` have, if there is one.
    fn class(&self, element: &Element) -> Option<&'static TypeDef> {
        let Subject::Operation(def) = self.subject else { return None };
        match element {
            Element::OperandType(group) => def.operands[*group].constraint.class,
            Element::ResultType(group) => def.results[*group].constraint.class,
            _ => None,
        }
    }

    fn variable(&mut self, name: &'static str) -> Element {
        match self.subject {
            Subject::Params(params) => {
                let index = params.iter().position(|param| param.name == name);
                Element::Param(index.unwrap_or_else(|| panic!("no parameter {name} in {:?}", self.text)))
            }
            Subject::Operation(def) => {
                if let Some(index) = def.operands.iter().position(|operand| operand.name == name) {
                    if let Arity::VariadicOfVariadic(segments) = def.operands[index].arity {
                        self.spelled.push(segments);
                    }
                    return Element::Operand(index);
                }
                if let Some(decl) = def.attribute(name) {
                    self.spelled.push(decl.name);
                    return Element::Attribute(decl);
                }
                if let Some(index) = def.successors.iter().position(|successor| successor.name == name) {
                    return Element::Successor(index);
                }
                if let Some(index) = def.regions.iter().position(|region| region.name == name) {
                    return Element::Region(index);
                }
                if let Some(index) = def.results.iter().position(|result| result.name == name) {
                    return Element::ResultType(index);
                }
                panic!("{} declares nothing called {name}", def.name)
            }
        }
    }

    /// Parses the rest of `type(…)`; the word is already consumed.
    fn type_of(&mut self) -> Element {
        self.expect("(");
        let element = if self.eat("$") {
            let name = self.word();
            match self.variable(name) {
                Element::Operand(index) => Element::OperandType(index),
                Element::ResultType(index) => Element::ResultType(index),
                _ => panic!("{name} in `type` is no operand or result, in format {:?}", self.text),
            }
        } else {
            match self.word() {
                "operands" => Element::OperandTypes,
                "results" => Element::ResultTypes,
                word => panic!("unknown argument {word} of `type` in format {:?}", self.text),
            }
        };
        self.expect(")");
        element
    }

    fn value_list(&mut self) -> Vec<Element> {
        if self.eat("$") {
            let name = self.word();
            return vec![match self.variable(name) {
                Element::Operand(index) => Element::OperandType(index),
                element => element,
            }];
        }
        match self.word() {
            "operands" => vec![Element::OperandTypes],
            "results" => vec![Element::ResultTypes],
            word => panic!("unknown argument {word} of `functional-type` in format {:?}", self.text),
        }
    }
}

/// Compiles all formats of a dialect and returns their number.
///
/// # Panics
/// If a format is ill-formed.
pub(crate) fn compile_all(dialect: &Dialect) -> usize {
    let operations = dialect.operations.iter().filter(|def| of_operation(def).is_some()).count();
    let params = dialect.attributes.iter().filter(|def| compile_params(def.assembly.format(), def.params));
    let types = dialect.types.iter().filter(|def| compile_params(def.assembly.format(), def.params));
    operations + params.count() + types.count()
}

fn compile_params(format: Option<&'static str>, params: &'static [ParamDecl]) -> bool {
    format.map(|text| compile(text, Subject::Params(params))).is_some()
}

/// The compiled format of an operation, if it has one.
pub(super) fn of_operation(def: &'static OpDef) -> Option<&'static CompiledFormat> {
    match def.assembly {
        Assembly::Format(text) => Some(def.compiled.get_or_init(|| compile(text, Subject::Operation(def)))),
        _ => None,
    }
}

impl<'a> Parser<'a, '_> {
    /// Parses what follows the name of an operation with a format.
    pub(super) fn formatted_operation(
        &mut self,
        def: &'static OpDef,
        state: &mut OpState,
    ) -> ParseResult<()> {
        let Some(format) = of_operation(def) else { return Ok(()) };
        let start = self.offset();
        let mut parsed = ParsedOp::default();
        parsed.operands.resize_with(def.operands.len(), SmallVec::new);
        parsed.operand_types.resize_with(def.operands.len(), || None);
        parsed.result_types.resize_with(def.results.len(), || None);
        parsed.successors.resize_with(def.successors.len(), SmallVec::new);
        self.format_elements(def, &format.elements, &mut parsed, state)?;
        self.check_sources(def, &format.inferring, &parsed)?;
        infer_types(self.context, def, &format.inferring, &mut parsed);
        let mut sizes: SmallVec<[i32; 4]> = SmallVec::new();
        for (group, operands) in parsed.operands.iter().enumerate() {
            sizes.push(operands.len() as i32);
            if operands.is_empty() {
                continue;
            }
            let name = def.operands[group].name;
            let Some(types) = &parsed.operand_types[group] else {
                return Err(self.error_at(start, format!("the type of operand '{name}' is not known")));
            };
            if types.len() > 1 {
                self.check_counts(operands.len(), types.len())?;
            }
            for (index, &operand) in operands.iter().enumerate() {
                // A single type stands for all operands.
                let Some(&ty) = types.get(index).or(types.first().filter(|_| types.len() == 1)) else {
                    self.check_counts(operands.len(), types.len())?;
                    continue;
                };
                state.operands.push(self.resolve(operand, ty)?);
            }
        }
        for (group, types) in parsed.result_types.iter().enumerate() {
            match types {
                Some(types) => state.result_types.extend(types.iter().copied()),
                None if def.results[group].arity == Arity::One => {
                    let name = def.results[group].name;
                    return Err(self.error_at(start, format!("the type of result '{name}' is not known")));
                }
                None => {}
            }
        }
        for decl in def.operands {
            // An absent group has no segments.
            let Arity::VariadicOfVariadic(segments) = decl.arity else { continue };
            if !parsed.attributes.iter().any(|entry| self.context.str(entry.name) == segments) {
                parsed.attributes.push(entry(
                    self.context,
                    segments,
                    Attribute::dense_i32(self.context, &[]),
                ));
            }
        }
        state.successors = parsed.successors.into_iter().flatten().collect();
        if def.has(|t| matches!(t, Trait::AttrSizedOperandSegments)) {
            let sizes = Attribute::dense_i32(self.context, &sizes);
            parsed.attributes.push(entry(self.context, "operandSegmentSizes", sizes));
        }
        state.attributes.append(&mut parsed.attributes);
        Ok(())
    }

    /// Checks the types from which others are inferred.
    fn check_sources(&self, def: &OpDef, inferring: &[&Trait], parsed: &ParsedOp<'a>) -> ParseResult<()> {
        for t in inferring {
            let (from, to) = match t {
                Trait::TypesMatchWith { from, to, .. } => (from, to),
                Trait::ElementsMatch { shaped, elements } => (shaped, elements),
                _ => continue,
            };
            let decl = def.operands.iter().chain(def.results).find(|decl| decl.name == *from);
            let (Some(decl), Some(ty), None) = (decl, type_of(def, parsed, from), type_of(def, parsed, to))
            else {
                continue;
            };
            if !(decl.constraint.check)(self.context, ty) {
                let (summary, found) = (decl.constraint.summary, super::type_to_string(self.context, ty));
                return Err(self.op_name_error(format!("'{from}' must be {summary}, but got '{found}'")));
            }
        }
        Ok(())
    }

    fn format_elements(
        &mut self,
        def: &'static OpDef,
        elements: &[Element],
        parsed: &mut ParsedOp<'a>,
        state: &mut OpState,
    ) -> ParseResult<()> {
        for element in elements {
            self.format_element(def, element, parsed, state)?;
        }
        Ok(())
    }

    fn format_element(
        &mut self,
        def: &'static OpDef,
        element: &Element,
        parsed: &mut ParsedOp<'a>,
        state: &mut OpState,
    ) -> ParseResult<()> {
        match element {
            Element::Literal(literal) => self.literal(literal.text)?,
            Element::NoSpace | Element::Space | Element::NewLine => {}
            Element::Param(_) | Element::Struct(_) | Element::Params | Element::Text(_) => {}
            Element::Operand(group) => {
                parsed.operands[*group] = match def.operands[*group].arity {
                    Arity::Optional if !self.at_operand() => SmallVec::new(),
                    Arity::One | Arity::Optional => SmallVec::from_slice(&[self.parse_operand()?]),
                    _ => self.parse_operands()?,
                };
            }
            Element::Operands => {
                let operands = self.parse_operands()?;
                self.distribute(def, operands, parsed)?;
            }
            Element::Attribute(decl) => {
                let value = match decl.class {
                    AttrClass::Enum(def) => self.enum_of_attribute(decl.name, def)?,
                    class => self.class_attribute(class)?,
                };
                parsed.attributes.push(entry(self.context, decl.name, value));
            }
            Element::Qualified(decl) => {
                let value = self.class_attribute(decl.class)?;
                parsed.attributes.push(entry(self.context, decl.name, value));
            }
            Element::Region(index) => self.regions_of_format(def.regions[*index].variadic, state)?,
            Element::Successor(group) => {
                let variadic = def.successors[*group].variadic;
                self.successors_of_format(variadic, &mut parsed.successors[*group])?;
            }
            Element::OperandType(group) => {
                let start = self.offset();
                let types = self.type_group(def.operands[*group].arity)?;
                self.check_class(&def.operands[*group], &types, start)?;
                parsed.operand_types[*group] = Some(types);
            }
            Element::ResultType(group) => {
                let start = self.offset();
                let types = self.type_group(def.results[*group].arity)?;
                self.check_class(&def.results[*group], &types, start)?;
                parsed.result_types[*group] = Some(types);
            }
            Element::StrippedType(of, class) if !self.at_type() => {
                let ty = self.declared_type(class)?;
                let types = Some(SmallVec::from_elem(ty, 1));
                match **of {
                    Element::OperandType(group) => parsed.operand_types[group] = types,
                    Element::ResultType(group) => parsed.result_types[group] = types,
                    _ => {}
                }
            }
            Element::StrippedType(of, _) => self.format_element(def, of, parsed, state)?,
            Element::AnyOf(clauses) => {
                while let Some(clause) =
                    clauses.iter().find(|clause| self.optional_group_is_here(def, clause))
                {
                    self.clause_elements(def, clause, parsed, state)?;
                }
            }
            Element::OperandTypes => {
                let types = self.type_group(Arity::Variadic)?;
                distribute_types(&parsed.operands, &mut parsed.operand_types, &types);
            }
            Element::ResultTypes => {
                let types = self.type_group(Arity::Variadic)?;
                results_from(def, types, parsed);
            }
            Element::FunctionalType(inputs, results) => {
                self.functional_type_of_format(def, inputs, results, parsed)?;
            }
            Element::PropDict => self.prop_dict_of_format(parsed)?,
            Element::AttrDict { keyword } => {
                if !keyword || self.eat_keyword("attributes") {
                    self.attr_dict_of_format(def, parsed)?;
                }
            }
            Element::Custom(name, args) => match self.directive(def, name) {
                Some(directive) => (directive.parse)(self, parsed, args)?,
                None => return Err(self.error(format!("no parser for directive custom<{name}>"))),
            },
            Element::Optional { then, otherwise, .. } => {
                if self.optional_group_is_here(def, then) {
                    self.clause_elements(def, then, parsed, state)?;
                } else {
                    self.format_elements(def, otherwise, parsed, state)?;
                }
            }
        }
        Ok(())
    }

    fn successors_of_format(
        &mut self,
        variadic: bool,
        successors: &mut SmallVec<[Block; 2]>,
    ) -> ParseResult<()> {
        successors.push(self.parse_successor()?);
        while variadic && self.eat(b',') {
            successors.push(self.parse_successor()?);
        }
        Ok(())
    }

    fn prop_dict_of_format(&mut self, parsed: &mut ParsedOp<'a>) -> ParseResult<()> {
        if self.eat(b'<') {
            let attributes = self.optional_attr_dict()?;
            parsed.attributes.extend(attributes);
            self.expect(b'>')?;
        }
        Ok(())
    }

    fn regions_of_format(&mut self, variadic: bool, state: &mut OpState) -> ParseResult<()> {
        if variadic && !self.at(b'{') {
            return Ok(());
        }
        self.parse_region_with_terminator(state, &[])?;
        while variadic && self.eat(b',') {
            self.parse_region_with_terminator(state, &[])?;
        }
        Ok(())
    }

    /// `functional-type(inputs, results)`
    fn functional_type_of_format(
        &mut self,
        def: &'static OpDef,
        inputs: &[Element],
        results: &[Element],
        parsed: &mut ParsedOp<'a>,
    ) -> ParseResult<()> {
        let (input_types, result_types) = self.functional_type()?;
        match inputs[..] {
            [Element::OperandType(group)] => parsed.operand_types[group] = Some(input_types.into()),
            _ => {
                let count: usize = parsed.operands.iter().map(SmallVec::len).sum();
                if count != input_types.len() {
                    self.check_counts(count, input_types.len())?;
                }
                distribute_types(&parsed.operands, &mut parsed.operand_types, &input_types);
            }
        }
        match results[..] {
            [Element::ResultType(group)] => parsed.result_types[group] = Some(result_types.into()),
            _ => results_from(def, result_types.into(), parsed),
        }
        Ok(())
    }

    /// `attr-dict`: inherent attributes among the others are of their declared classes.
    fn attr_dict_of_format(&mut self, def: &'static OpDef, parsed: &mut ParsedOp<'a>) -> ParseResult<()> {
        let start = self.offset();
        if self.options.old_spellings {
            self.newer_properties(def, parsed)?;
        }
        let attributes = self.optional_attr_dict()?;
        let mut wrong = attributes.iter().filter_map(|entry| {
            let decl = def.attribute(self.context.str(entry.name))?;
            let error = crate::declare::attribute_error(self.context, decl, entry.value)?;
            (!self.is_older_value(entry.value)).then_some(error)
        });
        if let Some(message) = wrong.next() {
            return Err(self.op_error(start, format!("'{}' op {message}", def.name)));
        }
        parsed.attributes.extend(attributes);
        Ok(())
    }

    /// Parses `<alignment = 4, nontemporal>`, `loop_annotation = #loop` or `weights([1, 2])`, as MLIR has them since 24.
    #[cold]
    fn newer_properties(&mut self, def: &'static OpDef, parsed: &mut ParsedOp<'a>) -> ParseResult<()> {
        if self.eat(b'<') {
            self.list(b'>', |parser| {
                let start = parser.offset();
                let name = parser.keyword()?;
                let decl = std::str::from_utf8(name).ok().and_then(|name| def.attribute(name));
                let Some(decl) = decl else {
                    return Err(parser.error_at(start, "expected the name of an attribute of the operation"));
                };
                parser.newer_property(decl, parsed)
            })?;
        }
        while let Some(decl) = def.attributes.iter().find(|decl| self.at_keyword(decl.name)) {
            self.advance();
            self.newer_property(decl, parsed)?;
        }
        let parenthesized = self.old_spellings_of(def.name).map_or(&[][..], |old| old.parenthesized);
        for &(keyword, name) in parenthesized {
            let Some(decl) = def.attribute(name) else { continue };
            if self.at_keyword(keyword) {
                self.advance();
                self.expect(b'(')?;
                let value = self.class_attribute(decl.class)?;
                self.expect(b')')?;
                parsed.attributes.push(entry(self.context, name, value));
            }
        }
        Ok(())
    }

    /// Parses ` = value` after the name of an attribute; a unit without a value.
    fn newer_property(&mut self, decl: &'static AttrDecl, parsed: &mut ParsedOp<'a>) -> ParseResult<()> {
        let value = match (self.eat(b'='), decl.class) {
            (false, _) => self.context.common.unit,
            (true, AttrClass::Enum(cases)) => self.enum_of_attribute(decl.name, cases)?,
            (true, class) => self.class_attribute(class)?,
        };
        parsed.attributes.push(entry(self.context, decl.name, value));
        Ok(())
    }

    /// Parses a function type; returns its inputs and results.
    fn functional_type(&mut self) -> ParseResult<(Vec<Type>, Vec<Type>)> {
        if self.at(b'(') {
            return self.function_type_parts();
        }
        let start = self.offset();
        let ty = self.parse_type()?;
        let found = super::type_to_string(self.context, ty);
        Err(self.op_error(
            start,
            format!("invalid kind of type specified: expected builtin.function, but found '{found}'"),
        ))
    }

    /// Checks that types are of the builtin kind that the declaration requires, if it requires one.
    fn check_class(&self, decl: &crate::declare::ValueDecl, types: &[Type], start: usize) -> ParseResult<()> {
        let Some(kind) = decl.constraint.kind else { return Ok(()) };
        let Some(&wrong) = types.iter().find(|&&ty| !kind.holds(self.context, ty)) else { return Ok(()) };
        let class = kind.name();
        let found = super::type_to_string(self.context, wrong);
        let message = format!("invalid kind of type specified: expected {class}, but found '{found}'");
        Err(self.op_error(start, message))
    }

    /// Parses the elements of an optional group or clause; a unit attribute is set by the presence of the group.
    fn clause_elements(
        &mut self,
        def: &'static OpDef,
        elements: &[Element],
        parsed: &mut ParsedOp<'a>,
        state: &mut OpState,
    ) -> ParseResult<()> {
        for element in elements {
            match element {
                Element::Attribute(decl @ AttrDecl { class: AttrClass::Unit | AttrClass::Flag, .. }) => {
                    let unit = self.context.common.unit;
                    parsed.attributes.push(entry(self.context, decl.name, unit));
                }
                _ => self.format_element(def, element, parsed, state)?,
            }
        }
        Ok(())
    }

    /// Whether an optional group is present at the current token, judging by its first element.
    fn optional_group_is_here(&self, def: &OpDef, then: &[Element]) -> bool {
        match then
            .iter()
            .find(|element| !matches!(element, Element::NoSpace | Element::Space | Element::NewLine))
        {
            Some(Element::Literal(literal)) => self.at_literal(literal.text),
            Some(Element::Operand(_) | Element::Operands) => self.at_operand(),
            Some(Element::Attribute(decl) | Element::Qualified(decl)) => self.at_class_attribute(decl.class),
            Some(Element::Custom(name, _)) => {
                self.directive(def, name).is_some_and(|directive| (directive.begins)(self))
            }
            Some(Element::Region(_)) => self.at(b'{'),
            Some(Element::Successor(_)) => self.at_successor(),
            Some(Element::Optional { then, .. }) => self.optional_group_is_here(def, then),
            _ => false,
        }
    }

    fn directive(&self, def: &OpDef, name: &str) -> Option<&'static super::Directive> {
        directive(self.context, def, name)
    }

    fn type_group(&mut self, arity: Arity) -> ParseResult<SmallVec<[Type; 2]>> {
        let mut types = SmallVec::new();
        if arity != Arity::One && !self.at_type() {
            return Ok(types);
        }
        loop {
            types.push(self.parse_type()?);
            if !matches!(arity, Arity::Variadic | Arity::VariadicOfVariadic(_)) || !self.eat(b',') {
                return Ok(types);
            }
        }
    }

    /// Distributes all operands of an operation over its groups.
    fn distribute(
        &self,
        def: &OpDef,
        operands: SmallVec<[super::Unresolved<'a>; 2]>,
        parsed: &mut ParsedOp<'a>,
    ) -> ParseResult<()> {
        let fixed = def.operands.iter().filter(|operand| operand.arity == Arity::One).count();
        let Some(mut rest) = operands.len().checked_sub(fixed) else {
            return Err(self.error(format!("expected {fixed} operands, but found {}", operands.len())));
        };
        let mut operands = operands.into_iter();
        for (group, decl) in def.operands.iter().enumerate() {
            let size = if decl.arity == Arity::One { 1 } else { std::mem::take(&mut rest) };
            parsed.operands[group] = operands.by_ref().take(size).collect();
        }
        match operands.next() {
            Some(_) => Err(self.error(format!("expected {fixed} operands"))),
            None => Ok(()),
        }
    }
}

fn distribute_types(
    operands: &[SmallVec<[super::Unresolved<'_>; 2]>],
    groups: &mut [Option<SmallVec<[Type; 2]>>],
    types: &[Type],
) {
    let mut rest = types;
    for (group, operands) in operands.iter().enumerate() {
        let (these, after) = rest.split_at(operands.len().min(rest.len()));
        groups[group] = Some(these.into());
        rest = after;
    }
}

fn results_from(def: &OpDef, types: SmallVec<[Type; 2]>, parsed: &mut ParsedOp<'_>) {
    match def.results.len() {
        0 => {}
        1 => parsed.result_types[0] = Some(types),
        _ => {
            // Without segment sizes, all non-fixed groups have the same size.
            let fixed = def.results.iter().filter(|decl| decl.arity == Arity::One).count();
            let each = types.len().saturating_sub(fixed) / (def.results.len() - fixed).max(1);
            let mut types = types.into_iter();
            for (decl, group) in def.results.iter().zip(&mut parsed.result_types) {
                let size = if decl.arity == Arity::One { 1 } else { each };
                *group = Some(types.by_ref().take(size).collect());
            }
        }
    }
}

/// Infers the types that the format does not spell: from constraints satisfied by a single type, and from traits.
fn infer_types(context: &Context, def: &OpDef, inferring: &[&Trait], parsed: &mut ParsedOp<'_>) {
    for (group, decl) in def.operands.iter().enumerate() {
        if let (None, Some(only)) = (&parsed.operand_types[group], decl.constraint.only) {
            parsed.operand_types[group] =
                Some(SmallVec::from_elem(only(context), parsed.operands[group].len().max(1)));
        }
    }
    for (group, decl) in def.results.iter().enumerate() {
        if let (None, Some(only), Arity::One) =
            (&parsed.result_types[group], decl.constraint.only, decl.arity)
        {
            parsed.result_types[group] = Some(SmallVec::from_elem(only(context), 1));
        }
    }
    // A type may be inferred from an inferred one; as many rounds as traits are enough.
    for _ in 0..=inferring.len() {
        if parsed.operand_types.iter().chain(&parsed.result_types).all(Option::is_some) {
            return;
        }
        for t in inferring {
            match t {
                Trait::SameOperandsAndResultType => {
                    unify(parsed, (0..def.operands.len(), 0..def.results.len()));
                }
                Trait::SameTypeOperands => unify(parsed, (0..def.operands.len(), 0..0)),
                Trait::AllTypesMatch(names) => {
                    let attribute = parsed.attributes.iter().find(|a| names.contains(&context.str(a.name)));
                    let of_attribute = attribute.and_then(|a| a.value.value_type(context));
                    unify_with(def, parsed, names, of_attribute);
                }
                Trait::TypesMatchWith { from, to, transform, .. } => {
                    let found = type_of(def, parsed, from).and_then(|ty| transform(context, ty));
                    if let Some(ty) = found {
                        set_type(def, parsed, to, ty);
                    }
                }
                Trait::ElementsMatch { shaped, elements } => {
                    let found = type_of(def, parsed, shaped);
                    if let Some((element, count)) = found.and_then(|ty| ty.elements(context)) {
                        set_types(def, parsed, elements, element, count);
                    }
                }
                Trait::InferResults(infer) => infer_results(context, def, parsed, *infer),
                _ => {}
            }
        }
    }
}

/// Infers the result types from the operand types, once these are known.
fn infer_results(
    context: &Context,
    def: &OpDef,
    parsed: &mut ParsedOp<'_>,
    infer: fn(&Context, &[Type], Attribute) -> Option<Vec<Type>>,
) {
    if parsed.result_types.iter().all(Option::is_some) {
        return;
    }
    let mut operands = Vec::new();
    for (group, types) in parsed.operands.iter().zip(&parsed.operand_types) {
        match types {
            Some(types) => operands.extend(types.iter().take(group.len()).copied()),
            None if group.is_empty() => {}
            None => return,
        }
    }
    let attributes = Attribute::dictionary(context, parsed.attributes.clone());
    if let Some(types) = infer(context, &operands, attributes) {
        results_from(def, types.into(), parsed);
    }
}

/// Sets the type of all members of a group.
fn set_types(def: &OpDef, parsed: &mut ParsedOp<'_>, name: &str, ty: Type, count: usize) {
    let operand = def.operands.iter().position(|decl| decl.name == name);
    let types = match operand {
        Some(group) => &mut parsed.operand_types[group],
        None => match def.results.iter().position(|decl| decl.name == name) {
            Some(group) => &mut parsed.result_types[group],
            None => return,
        },
    };
    types.get_or_insert_with(|| SmallVec::from_elem(ty, count));
}

/// If a type is known for one of these groups of operands and results, sets it for all of them.
fn unify(parsed: &mut ParsedOp<'_>, (operands, results): (Range<usize>, Range<usize>)) {
    let of_operand = parsed.operand_types[operands.clone()].iter().flatten().find_map(|types| types.first());
    let of_result = || parsed.result_types[results.clone()].iter().flatten().find_map(|types| types.first());
    let Some(&ty) = of_operand.or_else(of_result) else { return };
    for group in operands {
        let count = parsed.operands[group].len();
        parsed.operand_types[group].get_or_insert_with(|| SmallVec::from_elem(ty, count));
    }
    for group in results {
        parsed.result_types[group].get_or_insert_with(|| SmallVec::from_elem(ty, 1));
    }
}

/// If a type is known for one of `names`, or else `other` is given, sets it for all of them.
fn unify_with(def: &OpDef, parsed: &mut ParsedOp<'_>, names: &[&str], other: Option<Type>) {
    if let Some(ty) = names.iter().find_map(|name| type_of(def, parsed, name)).or(other) {
        for name in names {
            set_type(def, parsed, name, ty);
        }
    }
}

fn type_of(def: &OpDef, parsed: &ParsedOp<'_>, name: &str) -> Option<Type> {
    let operand = def.operands.iter().position(|decl| decl.name == name);
    let types = match operand {
        Some(group) => &parsed.operand_types[group],
        None => &parsed.result_types[def.results.iter().position(|decl| decl.name == name)?],
    };
    types.as_ref()?.first().copied()
}

fn set_type(def: &OpDef, parsed: &mut ParsedOp<'_>, name: &str, ty: Type) {
    if let Some(group) = def.operands.iter().position(|decl| decl.name == name) {
        let count = parsed.operands[group].len();
        parsed.operand_types[group].get_or_insert_with(|| SmallVec::from_elem(ty, count));
    } else if let Some(group) = def.results.iter().position(|decl| decl.name == name) {
        parsed.result_types[group].get_or_insert_with(|| SmallVec::from_elem(ty, 1));
    }
}

/// Pending space between printed elements, placed as MLIR's generated printers do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spacing {
    pub(super) wanted: bool,
    pub(super) after_punctuation: bool,
}

impl Spacing {
    pub(super) const AFTER_NAME: Self = Self { wanted: true, after_punctuation: false };
    pub(super) const NONE: Self = Self { wanted: false, after_punctuation: true };
}

impl Printer<'_> {
    pub(super) fn format_literal(&mut self, literal: &Literal, spacing: &mut Spacing) {
        let before = if spacing.after_punctuation { literal.behind_punctuation } else { literal.elsewhere };
        if spacing.wanted && before {
            self.text(" ");
        }
        self.text(literal.text);
        *spacing = literal.behind;
    }

    pub(super) fn format_space(&mut self, spacing: &mut Spacing) {
        if spacing.wanted || !spacing.after_punctuation {
            self.text(" ");
        }
        *spacing = Spacing::AFTER_NAME;
    }

    /// Prints what follows the name of an operation with a format.
    pub(super) fn print_formatted(&mut self, op: PrintedOp<'_>, def: &'static OpDef) {
        if let Some(format) = of_operation(def) {
            let mut spacing = Spacing::AFTER_NAME;
            self.print_elements(op, def, format, &format.elements, &mut spacing);
        }
    }

    fn print_elements<'e>(
        &mut self,
        op: PrintedOp<'_>,
        def: &'static OpDef,
        format: &CompiledFormat,
        elements: impl IntoIterator<Item = &'e Element>,
        spacing: &mut Spacing,
    ) {
        for element in elements {
            self.print_element(op, def, format, element, spacing);
        }
    }

    /// Prints a type without `!dialect.mnemonic`, unless that would leave nothing.
    fn print_stripped_type(&mut self, ty: Type, class: &'static TypeDef) {
        let start = self.out.len();
        if let Some(params) = ty.declared(self.context, class) {
            self.print_declared_type(ty, class, params);
        }
        if self.out.len() == start {
            self.print_type(ty);
        }
    }

    /// Prints the regions of the group that is declared at `index`.
    fn print_region_group(&mut self, op: PrintedOp<'_>, index: usize, variadic: bool) {
        let end = if variadic { op.region_count() } else { index + 1 };
        for region in index..end {
            self.text(if region == index { "" } else { ", " });
            self.print_region(op, region, true);
        }
    }

    /// Prints the types of operands, and those of all results.
    fn print_functional_type(&mut self, op: PrintedOp<'_>, inputs: &[Element]) {
        let operands = match *inputs {
            [Element::OperandType(group)] => op.operand_group_at(group),
            _ => op.operands(),
        };
        let inputs: Vec<Type> = operands.iter().map(|&value| op.type_of(value)).collect();
        self.print_function_type(&inputs, &op.result_types());
    }

    /// Prints the successors of the group that is declared at `group`.
    fn print_successor_group(&mut self, op: PrintedOp<'_>, group: usize) {
        for (index, &block) in op.successor_group_at(group).iter().enumerate() {
            self.text(if index == 0 { "" } else { ", " });
            self.print_successor(op, block);
        }
    }

    fn print_element(
        &mut self,
        op: PrintedOp<'_>,
        def: &'static OpDef,
        format: &CompiledFormat,
        element: &Element,
        spacing: &mut Spacing,
    ) {
        let context = op.context();
        match element {
            Element::Literal(literal) => self.format_literal(literal, spacing),
            Element::NoSpace => *spacing = Spacing::NONE,
            Element::Space => {
                self.text(" ");
                *spacing = Spacing::NONE;
            }
            Element::NewLine => {
                self.new_line();
                *spacing = Spacing::NONE;
            }
            Element::Operand(group) => {
                self.format_space(spacing);
                self.print_operands(op, op.operand_group_at(*group));
            }
            Element::Operands => {
                self.format_space(spacing);
                self.print_operands(op, op.operands());
            }
            Element::Attribute(decl) => {
                if let Some(value) = op.property(decl.name) {
                    self.format_space(spacing);
                    self.print_spaced_attribute(decl.class, value);
                }
            }
            Element::Qualified(decl) => {
                if let Some(value) = op.property(decl.name) {
                    self.format_space(spacing);
                    self.print_attribute(value);
                }
            }
            Element::Region(index) => {
                self.format_space(spacing);
                self.print_region_group(op, *index, def.regions[*index].variadic);
            }
            Element::Successor(group) => {
                self.format_space(spacing);
                self.print_successor_group(op, *group);
            }
            Element::OperandType(group) => {
                self.format_space(spacing);
                let values = op.operand_group_at(*group);
                self.print_types(values.iter().map(|&value| op.type_of(value)));
            }
            Element::ResultType(group) => {
                self.format_space(spacing);
                self.print_types(op.result_group_at(*group).map(|value| op.type_of(value)));
            }
            Element::StrippedType(of, class) => {
                self.format_space(spacing);
                self.print_stripped_types(op, of, class);
            }
            Element::AnyOf(clauses) => {
                for clause in clauses {
                    if clause.iter().any(|element| is_variable(element) && is_present(op, def, element)) {
                        self.print_elements(op, def, format, spelled(clause), spacing);
                    }
                }
            }
            Element::OperandTypes => {
                self.format_space(spacing);
                self.print_types(op.operands().iter().map(|&value| op.type_of(value)));
            }
            Element::ResultTypes => {
                self.format_space(spacing);
                self.print_types(op.result_types());
            }
            Element::FunctionalType(inputs, _) => {
                self.format_space(spacing);
                self.print_functional_type(op, inputs);
            }
            Element::PropDict => self.print_prop_dict(op, &format.spelled),
            Element::AttrDict { keyword } => self.print_attr_dict(op, &format.before_attr_dict, *keyword),
            Element::Custom(name, args) => {
                // A directive prints the space before it itself, unless it comes first.
                if let Some(directive) = directive(context, def, name) {
                    self.format_space(spacing);
                    (directive.print)(self, op, args);
                }
            }
            Element::Optional { then, otherwise, anchor } => {
                if is_present(op, def, &then[*anchor]) {
                    self.print_elements(op, def, format, spelled(then), spacing);
                } else {
                    self.print_elements(op, def, format, otherwise, spacing);
                }
            }
            Element::Param(_) | Element::Struct(_) | Element::Params | Element::Text(_) => {}
        }
    }

    /// An attribute of a format. That of an enum without a format of its own prints its own space.
    fn print_spaced_attribute(&mut self, class: &'static AttrClass, value: Attribute) {
        if let AttrClass::Declared(AttrDef { assembly: ParamAssembly::Format("$value"), .. }) = class {
            self.text(" ");
        }
        self.print_class_attribute(class, value);
    }

    /// The types of a group of values, each without its dialect and mnemonic, which are those of `class`.
    fn print_stripped_types(&mut self, op: PrintedOp<'_>, of: &Element, class: &'static TypeDef) {
        let (mut operands, mut results);
        let values: &mut dyn Iterator<Item = Value> = match *of {
            Element::OperandType(group) => {
                operands = op.operand_group_at(group).iter().copied();
                &mut operands
            }
            Element::ResultType(group) => {
                results = op.result_group_at(group);
                &mut results
            }
            _ => return,
        };
        for (index, value) in values.enumerate() {
            self.text(if index == 0 { "" } else { ", " });
            self.print_stripped_type(op.type_of(value), class);
        }
    }
}

/// Whether an operation has an inherent attribute, not the default, that its format does not spell.
pub(super) fn leaves_inherent_attributes(op: PrintedOp<'_>, def: &'static OpDef) -> bool {
    let Some(format) = of_operation(def) else { return false };
    let left = |decl: &&AttrDecl| !format.before_attr_dict.contains(&decl.name);
    def.attributes
        .iter()
        .filter(left)
        .any(|decl| op.property(decl.name).is_some_and(|value| !is_default(op.context(), decl, value)))
}

/// Whether an element may be absent or present.
fn is_variable(element: &Element) -> bool {
    matches!(
        element,
        Element::Operand(_)
            | Element::Attribute(_)
            | Element::Qualified(_)
            | Element::Region(_)
            | Element::Successor(_)
    )
}

/// The elements of an optional group that are spelled: a unit attribute is implied by being the anchor.
fn spelled(elements: &[Element]) -> impl Iterator<Item = &Element> {
    elements.iter().filter(|element| {
        !matches!(element, Element::Attribute(AttrDecl { class: AttrClass::Unit | AttrClass::Flag, .. }))
    })
}

/// The directive `custom<name>` of the operation's dialect, or the one shared by all dialects.
fn directive(context: &Context, def: &OpDef, name: &str) -> Option<&'static super::Directive> {
    let dialect = context.dialect(def.name.split('.').next()?)?;
    let common = &super::index_list::DYNAMIC_INDEX_LIST;
    let own = dialect.directives.iter().find(|directive| directive.name == name);
    own.or_else(|| Some(common).filter(|common| common.name == name))
}

/// Whether the anchor of an optional group is present.
fn is_present(op: PrintedOp<'_>, def: &OpDef, anchor: &Element) -> bool {
    match anchor {
        Element::StrippedType(of, _) => is_present(op, def, of),
        Element::Operand(group) | Element::OperandType(group) => !op.operand_group_at(*group).is_empty(),
        Element::ResultType(group) => op.result_group_at(*group).next().is_some(),
        Element::Attribute(decl) | Element::Qualified(decl) => {
            op.property(decl.name).is_some_and(|value| !is_default(op.context(), decl, value))
        }
        Element::Custom(name, _) => {
            directive(op.context(), def, name).is_some_and(|directive| (directive.is_present)(op))
        }
        Element::Successor(group) => !op.successor_group_at(*group).is_empty(),
        Element::Region(index) => !op.is_region_empty(*index),
        Element::Operands => !op.operands().is_empty(),
        _ => true,
    }
}
