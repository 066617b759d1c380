//! Generates operations of any dialects from their declarations alone: a constraint chooses types, a class chooses attributes, and the
//! verifier filters what they do not say. Operations with regions or successors are left out.

use std::sync::LazyLock;

use tern_dialect_llvm::attributes::LINKAGE;
use tern_dialect_llvm::enums::Linkage;
use tern_mlir::asm::{ParseOptions, parse};
use tern_mlir::attributes::NamedAttributes;
use tern_mlir::declare::{
    Arity, AttrClass, Dialect, OpDef, Param, Presence, Trait, TypeConstraint, ValueDecl,
};
use tern_mlir::verify::{VerifyOptions, verify_with};
use tern_mlir::{Attribute, Block, Body, Context, Module, NamedAttribute, OpState, Type, TypeKind, Value};

use super::{Generator, Options};
use crate::Choices;

/// Types to choose from, besides those that a constraint names and declared types without parameters.
const TYPES: &str = "i1, i8, i16, i32, i64, f16, bf16, f32, f64, index, vector<4xi32>, vector<4xf32>, vector<2xf16>, vector<2xbf16>,
    vector<8xi1>, vector<4xi1>, vector<2x4xf32>, vector<16xi8>, vector<8xi16>, vector<2xi64>, vector<2xf64>, vector<4xindex>,
    vector<[4]xi32>, vector<[4]xf32>, vector<[16]xi8>, vector<[16]xi1>, vector<[4]xi1>, vector<[2]xf64>, vector<[8]xi16>,
    vector<1xf32>, vector<16xf32>, vector<16x16xf32>, vector<16x64xi8>, vector<[4]x[4]xi32>, vector<i32>, vector<16xi32>,
    vector<64xi8>, vector<8xf64>, vector<8xi64>, vector<32xbf16>, vector<4xf16>, vector<8xbf16>, vector<2xi32>,
    tensor<4xi32>, tensor<?xf32>, tensor<2x?xindex>, tensor<*xi32>, memref<4xi32>, memref<?xf32>, memref<2x?xf32>,
    memref<4x4xf32, 3>, memref<i32>, memref<*xf32>, memref<?xi8>, memref<4xf32, strided<[2], offset: ?>>,
    complex<f32>, complex<f64>, tuple<i32, f32>, none, si8, ui16, !llvm.ptr, !llvm.ptr<1>, !llvm.ptr<3>, !llvm.ptr<7>,
    !llvm.array<4 x i32>, !llvm.struct<(i32, f32)>, !llvm.struct<(i32, i32)>, !llvm.struct<(f32, f32, f32, f32)>,
    !llvm.ppc_fp128, !llvm.x86_amx, !llvm.token, vector<4x!llvm.ptr>, !amx.tile<16x64xi8>,
    !amx.tile<16x16xi32>, !amx.tile<16x16xf32>, !amx.tile<16x32xbf16>, !ptr.ptr<#ptr.generic_space>";

/// An operation but for the values that it uses.
struct Recipe {
    name: &'static str,
    operands: Vec<Type>,
    results: Vec<Type>,
    properties: NamedAttributes,
}

/// A module of a few functions with operations of these dialects, most of which are valid. Each function repeats some of its
/// operations on other values.
pub fn any_module(context: &Context, dialects: &[&'static Dialect], choices: &mut Choices) -> Module {
    static TYPES_OF_MODULE: LazyLock<String> = LazyLock::new(|| format!("\"t.t\"() : () -> ({TYPES})"));
    let options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
    let parsed = parse(context, "types", TYPES_OF_MODULE.as_bytes(), &options);
    let parsed = parsed.unwrap_or_else(|errors| panic!("the types are right: {}", errors[0]));
    let body = parsed.body().nested(parsed.root()).unwrap_or_else(|| unreachable!("a module has a body"));
    let op = body.block_ops(body.region_blocks(body.root_regions()[0])[0]).next();
    let mut types: Vec<Type> =
        op.into_iter().flat_map(|op| body.results(op)).map(|value| body.value_type(value)).collect();
    let declared = dialects.iter().flat_map(|dialect| dialect.types).filter(|def| def.params.is_empty());
    types.extend(declared.map(|&def| context.ty(TypeKind::Declared { def, params: [].into() })));
    let regular = |def: &&&'static OpDef| {
        let members = |t: Trait| matches!(t, Trait::Symbol | Trait::IsolatedFromAbove);
        def.regions.is_empty()
            && def.successors.is_empty()
            && !def.is_terminator()
            && !def.has(|t| members(*t))
    };
    let all: Vec<&'static OpDef> =
        dialects.iter().flat_map(|dialect| dialect.operations).filter(regular).copied().collect();
    let mut generator = Generator::new(context, Options::default());
    std::mem::swap(&mut generator.choices, choices);
    generator.palette = types;
    let (mut members, block) = Body::with_block();
    for number in 0..generator.choices.within(1, 3) {
        let mut recipes = Vec::new();
        for _ in 0..generator.choices.within(1, 6) {
            let def = *generator.choices.pick(&all);
            recipes.extend(generator.valid_recipe(def));
        }
        let function = generator.function_of(&recipes, number, true);
        let op = members.create_op(context, function);
        members.append_op(block, op);
    }
    std::mem::swap(&mut generator.choices, choices);
    module_of(context, members)
}

fn module_of(context: &Context, body: Body) -> Module {
    let location = tern_mlir::Location::unknown(context);
    let mut state = OpState::new(context.op_name(tern_mlir::builtin::ModuleOp::DEF.name), location);
    state.body = Some(Box::new(body));
    Module::new(|outer| outer.create_op(context, state))
}

impl Generator<'_> {
    /// The first of a few attempts that the verifier accepts; sometimes an invalid one.
    fn valid_recipe(&mut self, def: &'static OpDef) -> Option<Recipe> {
        let mut last = None;
        for _ in 0..6 {
            let Some(recipe) = self.recipe(def) else { continue };
            let (mut members, block) = Body::with_block();
            let function = self.function_of(std::slice::from_ref(&recipe), 0, false);
            let op = members.create_op(self.context, function);
            members.append_op(block, op);
            let options = VerifyOptions { first_only: true, ..VerifyOptions::default() };
            if verify_with(self.context, &module_of(self.context, members), &options).is_empty() {
                return Some(recipe);
            }
            last = Some(recipe);
        }
        last.filter(|_| self.choices.chance(8))
    }

    fn recipe(&mut self, def: &'static OpDef) -> Option<Recipe> {
        // Many operations have the same type everywhere.
        let shared = *self.choices.pick(&self.palette.clone());
        let alike = self.choices.chance(60);
        let mut operands = Vec::new();
        let mut sizes = Vec::new();
        for decl in def.operands {
            let types = self.group(decl, alike.then(|| operands.last().copied().unwrap_or(shared)))?;
            sizes.push(types.len() as i32);
            operands.extend(types);
        }
        let mut properties = NamedAttributes::new();
        for decl in def.attributes {
            let required = decl.presence == Presence::Required && !matches!(decl.class, AttrClass::Unit);
            if required || self.choices.chance(30) {
                match self.of_any_class(decl.class) {
                    Some(value) => properties.push(self.entry(decl.name, value)),
                    None if required => return None,
                    None => {}
                }
            }
        }
        if def.has(|t| matches!(t, Trait::AttrSizedOperandSegments)) {
            properties.retain(|entry| self.context.str(entry.name) != "operandSegmentSizes");
            properties.push(self.sizes_of("operandSegmentSizes", &sizes));
        }
        let dictionary = Attribute::dictionary(self.context, properties.clone());
        let inferred = def.traits.iter().find_map(|t| match t {
            Trait::InferResults(infer) => infer(self.context, &operands, dictionary),
            _ => None,
        });
        let results = match inferred {
            Some(types) => types,
            None => {
                let mut types = Vec::new();
                for decl in def.results {
                    types.extend(
                        self.group(decl, alike.then(|| operands.first().copied().unwrap_or(shared)))?,
                    );
                }
                types
            }
        };
        Some(Recipe { name: def.name, operands, results, properties })
    }

    fn sizes_of(&self, name: &str, sizes: &[i32]) -> NamedAttribute {
        self.entry(name, Attribute::dense_i32(self.context, sizes))
    }

    /// Types for the values of a group; `like` if it may have that type.
    fn group(&mut self, decl: &'static ValueDecl, like: Option<Type>) -> Option<Vec<Type>> {
        let count = match decl.arity {
            Arity::One => 1,
            Arity::Optional => self.choices.below(2),
            Arity::Variadic => self.choices.below(4),
            Arity::VariadicOfVariadic(_) => 0,
        };
        (0..count).map(|_| self.type_for(decl.constraint, like)).collect()
    }

    fn type_for(&mut self, constraint: &'static TypeConstraint, like: Option<Type>) -> Option<Type> {
        if let Some(only) = constraint.only {
            return Some(only(self.context));
        }
        if let Some(like) = like.filter(|&like| (constraint.check)(self.context, like)) {
            return Some(like);
        }
        let fitting: Vec<Type> =
            self.palette.iter().copied().filter(|&ty| (constraint.check)(self.context, ty)).collect();
        (!fitting.is_empty()).then(|| *self.choices.pick(&fitting))
    }

    /// An attribute of a class, whether or not the dialect `llvm` has operations with it.
    fn of_any_class(&mut self, class: &'static AttrClass) -> Option<Attribute> {
        let (context, common) = (self.context, self.context.common);
        let number = |g: &mut Self| *g.choices.pick(&[0, 1, 2, 3, 4, 8, 16, -1, 100]);
        Some(match class {
            AttrClass::Any | AttrClass::Typed => {
                let ty = *self.choices.pick(&[common.i32, common.i64, common.index]);
                let value = number(self);
                self.int(ty, value)
            }
            AttrClass::FlatSymbol | AttrClass::Symbol => Attribute::symbol(context, "f0"),
            AttrClass::TypeOf(constraint) => Attribute::of_type(context, self.type_for(constraint, None)?),
            AttrClass::Array => {
                let value = number(self);
                let count = self.choices.below(3);
                Attribute::array(context, vec![self.int(common.i64, value); count])
            }
            AttrClass::ArrayOf(element) => {
                let count = self.choices.below(4);
                let elements: Option<Vec<_>> = (0..count).map(|_| self.of_any_class(element)).collect();
                Attribute::array(context, elements?)
            }
            AttrClass::Dictionary => common.empty_dictionary,
            AttrClass::DenseArray("i32") => {
                let count = self.choices.below(4);
                let numbers: Vec<i32> = (0..count).map(|_| number(self) as i32).collect();
                Attribute::dense_i32(context, &numbers)
            }
            AttrClass::DenseArray(_) => {
                let count = self.choices.below(4);
                let numbers: Vec<i64> = (0..count).map(|_| number(self)).collect();
                Attribute::dense_i64(context, &numbers)
            }
            AttrClass::Elements => return None,
            AttrClass::OptionalProperty(inner) => {
                let held = self.of_any_class(inner)?;
                Attribute::array(context, [held])
            }
            AttrClass::Confined { base, check, .. } => {
                return (0..4).find_map(|_| self.of_any_class(base).filter(|&found| check(context, found)));
            }
            AttrClass::Integer(_) | AttrClass::Index => {
                let value = number(self);
                return self.of_class(class, Some(&[value]));
            }
            _ => return self.of_class(class, None),
        })
    }

    /// A function with operations after these recipes; if `repeats`, each up to four times.
    fn function_of(&mut self, recipes: &[Recipe], number: usize, repeats: bool) -> OpState {
        let context = self.context;
        let (mut body, block) = Body::with_block();
        let mut values: Vec<Value> = Vec::new();
        for recipe in recipes {
            let times = if repeats { self.choices.within(1, 4) } else { 1 };
            for _ in 0..times {
                let operands: Vec<Value> = (recipe.operands.iter())
                    .map(|&ty| self.value_of(&mut body, block, &mut values, ty))
                    .collect();
                let mut state = self.state(recipe.name);
                state.operands.extend_from_slice(&operands);
                state.result_types.extend_from_slice(&recipe.results);
                state.properties = recipe.properties.clone();
                let op = body.create_op(context, state);
                body.append_op(block, op);
                values.extend(body.results(op));
            }
        }
        let end = body.create_op(context, self.state("llvm.return"));
        body.append_op(block, end);
        let ty = tern_dialect_llvm::types::function(context, self.void(), &[], false);
        let mut function = self.state("llvm.func");
        let linkage = [Param::Unsigned(Linkage::External.value())];
        let linkage = Attribute::declare(context, &LINKAGE, linkage);
        function.properties.push(self.entry("sym_name", self.string(&format!("f{number}"))));
        function.properties.push(self.entry("function_type", Attribute::of_type(context, ty)));
        function.properties.push(self.entry("linkage", linkage));
        function.body = Some(Box::new(body));
        function
    }

    /// A value of this type: an earlier one, or a new one.
    fn value_of(&mut self, body: &mut Body, block: Block, values: &mut Vec<Value>, ty: Type) -> Value {
        let known: Vec<Value> =
            values.iter().copied().filter(|&value| body.value_type(value) == ty).collect();
        if !known.is_empty() && self.choices.chance(70) {
            return *self.choices.pick(&known);
        }
        let mut state = self.state("builtin.unrealized_conversion_cast");
        state.result_types.push(ty);
        let op = body.create_op(self.context, state);
        body.append_op(block, op);
        let value = body.result(op).unwrap_or_else(|| unreachable!("it has a result"));
        values.push(value);
        value
    }
}
