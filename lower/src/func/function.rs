//! Conversion of `func.func` to `llvm.func`.

use tern_dialect_core::func;
use tern_dialect_llvm::attributes::MemoryEffects;
use tern_dialect_llvm::attributes::values::as_linkage;
use tern_dialect_llvm::enums::{CConv, Linkage, ModRefInfo, Visibility};
use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::types::function;
use tern_mlir::declare::{New, attribute_error};
use tern_mlir::diagnostic::{Diagnostic, Severity};
use tern_mlir::rewrite::Builder;
use tern_mlir::{AttrKind, Attribute, Body, Context, Ident, Location, NamedAttribute, OpState, Type};

use super::{c_interface, is_unranked_memref, takes_bare_pointers, unranked_under_bare_pointers};
use crate::conversion::{Adaptor, NoMatch, Rewrite, Rewriter, Signature};

const LINKAGE: &str = "llvm.linkage";
const VARIADIC: &str = "func.varargs";
const READ_NONE: &str = "llvm.readnone";
const C_INTERFACE: &str = "llvm.emit_c_interface";

/// The attributes of a `func.func`, sorted for the `llvm.func` that replaces it.
pub(super) struct Function {
    pub(super) location: Location,
    /// The name, which may be any bytes.
    pub(super) name: Ident,
    pub(super) inputs: Vec<Type>,
    pub(super) results: Vec<Type>,
    pub(super) visibility: Option<Ident>,
    linkage: Linkage,
    memory_effects: Option<Attribute>,
    /// A dictionary for each parameter, if there are any.
    pub(super) argument_attributes: Option<Vec<Attribute>>,
    /// A dictionary for each result, if there are any.
    pub(super) result_attributes: Option<Vec<Attribute>>,
    /// The discardable attributes.
    attributes: Vec<NamedAttribute>,
    /// The attributes that are properties of `llvm.func`.
    properties: Vec<NamedAttribute>,
    pub(super) variadic: bool,
    pub(super) bare: bool,
}

/// Converts a function and moves its body; adds a C wrapper if requested.
pub(super) fn convert(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let function = Function::of(b, op)?;
    let attributes = b.body().attributes(op.op);
    // Bare pointers are already C's convention, so no wrapper is needed.
    let wants_wrapper = !function.bare
        && attributes
            .entry(b.context(), C_INTERFACE)
            .is_some_and(|attribute| matches!(attribute.kind(b.context()), AttrKind::Unit));
    if wants_wrapper && function.variadic {
        return Err(error(b, function.location, "C interface for variadic functions is not supported yet."));
    }
    let signature = function.signature(b)?;
    let parameters: Vec<Type> = signature.types().collect();
    let packed = b.converter().pack_results(&function.results, function.bare);
    let packed = packed.ok_or_else(|| function.unconvertible_result(b))?;
    let (body, region) = func::Func::expect(b.original(op)).body();
    let declared = body.region_blocks(region).is_empty();
    let new = function.converted(b, packed, &parameters, &signature);
    if !declared {
        let state = function.state(b, new);
        let new = b.insert(state);
        b.move_body(op.op, new, signature);
        if wants_wrapper {
            let wrapper = c_interface::around_definition(b, &function, packed)?;
            b.insert(wrapper);
        }
    } else if wants_wrapper {
        let (body, wrapper) = c_interface::around_declaration(b, &function, &parameters)?;
        let mut state = function.state(b, new.linkage(Linkage::Private));
        state.body = Some(Box::new(body));
        b.insert(state);
        b.insert(wrapper);
    } else {
        let mut state = function.state(b, new);
        state.body = Some(Box::new(Body::with_region()));
        b.insert(state);
    }
    b.erase(op.op);
    Ok(())
}

/// Whether a function with these discardable attributes is variadic.
pub(super) fn is_variadic(context: &Context, attributes: Attribute) -> bool {
    attributes.entry(context, VARIADIC) == Some(Attribute::bool(context, true))
}

#[cold]
fn error(b: &mut Rewriter<'_, '_>, location: Location, message: &str) -> NoMatch {
    b.report(Diagnostic::error(location, message));
    message.to_owned().into()
}

impl Function {
    fn of(b: &mut Rewriter<'_, '_>, op: Adaptor<'_>) -> Result<Self, NoMatch> {
        let context = b.context();
        let original = func::Func::expect(b.original(op));
        let (inputs, results) =
            tern_mlir::function::signature(*original.0).ok_or("the type is no function type")?;
        let (inputs, results) = (inputs.to_vec(), results.to_vec());
        let (name, visibility) = (original.sym_name(), original.sym_visibility());
        let argument_attributes = original.arg_attrs().map(<[_]>::to_vec);
        let result_attributes = original.res_attrs().map(<[_]>::to_vec);
        let (location, all) = (b.body().op_location(op.op), b.body().attributes(op.op));
        let bare = takes_bare_pointers(b, Some(all));
        if bare && inputs.iter().chain(&results).any(|&ty| is_unranked_memref(context, ty)) {
            // Upstream leaves the function unconverted too, but reports nothing.
            let why = unranked_under_bare_pointers();
            let message = format!("the function is not converted: {}", why.0);
            b.report(Diagnostic::new(Severity::Warning, location, message));
            return Err(why);
        }
        let linkage = match all.entry(context, LINKAGE) {
            Some(linkage) => as_linkage(context, linkage).ok_or_else(|| {
                error(b, location, "Contains llvm.linkage attribute not of type LLVM::LinkageAttr")
            })?,
            None => Linkage::External,
        };
        let read_none = all.entry(context, READ_NONE);
        if read_none.is_some_and(|attribute| attribute != context.common.unit) {
            return Err(error(b, location, "Contains llvm.readnone attribute not of type UnitAttr"));
        }
        let no_access = || {
            let none = ModRefInfo::NoModRef;
            MemoryEffects::build(context, none, none, none, none, none, none).made()
        };
        let mut function = Self {
            location,
            name,
            inputs,
            results,
            visibility: visibility.filter(|&visibility| context.str(visibility) != "public"),
            linkage,
            memory_effects: read_none.map(|_| no_access()),
            argument_attributes,
            result_attributes,
            attributes: Vec::new(),
            properties: Vec::new(),
            variadic: is_variadic(context, all),
            bare,
        };
        function.sort_attributes(b, all)?;
        Ok(function)
    }

    /// Separates the properties of `llvm.func` from attributes that stay discardable.
    fn sort_attributes(&mut self, b: &mut Rewriter<'_, '_>, all: Attribute) -> Result<(), NoMatch> {
        let context = b.context();
        let def = context.op_name_data(context.op_name_of_two(llvm::Func::NAME, "")).def;
        for &entry in all.as_dictionary(context).unwrap_or_default() {
            let name = context.str(entry.name);
            if [LINKAGE, VARIADIC, READ_NONE].contains(&name) {
                continue;
            }
            let Some(declared) = def.and_then(|def| def.attributes.iter().find(|decl| decl.name == name))
            else {
                self.attributes.push(entry);
                continue;
            };
            if let Some(message) = attribute_error(context, declared, entry.value) {
                return Err(error(b, self.location, &message));
            }
            self.properties.push(entry);
        }
        Ok(())
    }

    /// The error for a result type that cannot be returned.
    #[cold]
    fn unconvertible_result(&self, b: &Rewriter<'_, '_>) -> NoMatch {
        let fails = |ty: &&Type| b.converter().pack_results(&[**ty], self.bare).is_none();
        self.results
            .iter()
            .find(fails)
            .map_or_else(|| "nothing can be returned".into(), |&ty| b.unconvertible(ty))
    }

    /// The conversion of the parameters.
    fn signature(&self, b: &Rewriter<'_, '_>) -> Result<Signature, NoMatch> {
        let convert =
            |&ty: &Type| b.converter().convert_argument(ty, self.bare).ok_or_else(|| b.unconvertible(ty));
        Ok(Signature { arguments: self.inputs.iter().map(convert).collect::<Result<_, _>>()? })
    }

    /// The `llvm.func`.
    fn converted(
        &self,
        b: &Rewriter<'_, '_>,
        result: Type,
        parameters: &[Type],
        signature: &Signature,
    ) -> llvm::Func<New> {
        let context = b.context();
        let ty = function(context, result, parameters, self.variadic);
        let mut new = self.shell(self.name, ty).linkage(self.linkage);
        new = new.memory_effects(self.memory_effects).sym_visibility(self.visibility);
        if let Some(all) = &self.argument_attributes {
            let counts: Vec<usize> = signature.arguments.iter().map(Vec::len).collect();
            new = new.arg_attrs(&convert_types_within(b, &spread(context, all, &counts))[..]);
        }
        if let Some(all) = &self.result_attributes
            && self.results.len() == 1
        {
            new = new.res_attrs(&convert_types_within(b, all)[..]);
        }
        self.inherit(b, new)
    }

    /// An external `llvm.func` with this name and type.
    pub(super) fn shell(&self, name: Ident, ty: Type) -> llvm::Func<New> {
        llvm::Func::build(name, ty)
            .linkage(Linkage::External)
            .CConv(CConv::C)
            .visibility_(Visibility::Default)
    }

    /// Sets the attributes of the function that are properties of `llvm.func`.
    pub(super) fn inherit(&self, b: &Rewriter<'_, '_>, mut new: llvm::Func<New>) -> llvm::Func<New> {
        new.0.inherit(b.context(), &self.properties);
        new
    }

    /// The parts of an `llvm.func`, with the discardable attributes of the function, without a body.
    pub(super) fn state(&self, b: &Rewriter<'_, '_>, new: llvm::Func<New>) -> OpState {
        let mut state = New::from(new).state(b.context(), b.body(), self.location);
        state.attributes.extend(self.attributes.iter().copied());
        state
    }
}

/// The parameter dictionaries after each parameter was expanded to as many as `counts` says. A parameter that becomes several
/// loses its attributes.
pub(super) fn spread(context: &Context, all: &[Attribute], counts: &[usize]) -> Vec<Attribute> {
    let none = context.common.empty_dictionary;
    let spread = counts.iter().enumerate().flat_map(|(index, &count)| {
        let dictionary = if count == 1 { all.get(index).copied() } else { None };
        std::iter::repeat_n(dictionary.unwrap_or(none), count)
    });
    spread.collect()
}

/// Converts the types in parameter dictionaries, such as the type in `llvm.byval`.
pub(super) fn convert_types_within(b: &Rewriter<'_, '_>, all: &[Attribute]) -> Vec<Attribute> {
    let context = b.context();
    let convert = |&entry: &NamedAttribute| match entry.value.kind(context) {
        AttrKind::Type(ty) if context.str(entry.name).starts_with("llvm.") => {
            let ty = b.converter().convert(*ty).unwrap_or(*ty);
            NamedAttribute { name: entry.name, value: Attribute::of_type(context, ty) }
        }
        _ => entry,
    };
    let dictionaries = all.iter().map(|&dictionary| {
        let entries = dictionary.as_dictionary(context).unwrap_or_default();
        Attribute::dictionary(context, entries.iter().map(convert).collect::<Vec<_>>())
    });
    dictionaries.collect()
}
