//! Alias information of inlined memory accesses. Each inlined copy gets alias scopes of its own, `noalias` parameters become
//! scopes, and the scopes of the call are added to the copied accesses. MLIR: `handleAliasScopes`.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_dialect_llvm::attributes::{AliasScope, AliasScopeDomain};
use tern_dialect_llvm::interfaces::{AliasAnalysisOpInterface, CallOpInterface};
use tern_dialect_llvm::parameter_attributes::NO_ALIAS;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::declare::Trait;
use tern_mlir::fold::constant_value;
use tern_mlir::rewrite::Rewriter;
use tern_mlir::verify::{RegionEdge, successor_operands};
use tern_mlir::{AttrKind, Attribute, Block, Context, Op, OpRef, Value, ValueDef};

use super::llvm_interface::{Inlining, is_pointer};
use crate::conversion::Point;

/// The inherent attributes that hold scopes.
const SCOPES: [&str; 2] = ["alias_scopes", "noalias_scopes"];

impl Inlining<'_, '_> {
    /// Updates the scopes of the copied operations, and removes the marker operations for parameters.
    pub(super) fn handle_alias_scopes(&mut self) {
        self.copy_scopes();
        self.make_scopes_of_parameters();
        let call = AliasAnalysisOpInterface(OpRef::new(self.context, self.body, self.call));
        let of_call = [call.alias_scopes(), call.noalias_scopes()].map(|scopes| scopes.map(<[_]>::to_vec));
        for (name, scopes) in SCOPES.into_iter().zip(of_call) {
            let Some(scopes) = scopes else { continue };
            for op in self.accesses() {
                self.append(op, name, &scopes);
            }
        }
    }

    /// The copied memory accesses that can have scopes.
    fn accesses(&self) -> Vec<Op> {
        self.copied().into_iter().filter(|&op| self.accessed_groups(op).is_some()).collect()
    }

    fn accessed_groups(&self, op: Op) -> Option<&'static [&'static str]> {
        OpRef::new(self.context, self.body, op).def()?.accessed_groups()
    }

    /// Clones the scopes and domains, so that they are unique to this copy.
    fn copy_scopes(&mut self) {
        let context = self.context;
        let mut copies = Copies { context, known: FxHashMap::default() };
        for op in self.copied() {
            let op_ref = OpRef::new(context, self.body, op);
            let names: &[&'static str] = match op_ref.name() {
                intrinsics::NoAliasScopeDecl::NAME => &["scope"],
                _ if self.accessed_groups(op).is_some() => &SCOPES,
                _ => &[],
            };
            for &name in names {
                if let Some(scopes) = OpRef::new(context, self.body, op).property(name) {
                    let copy = copies.of(scopes);
                    self.body.set_property(context, op, name, Some(copy));
                }
            }
        }
    }

    /// Makes a scope for each `noalias` parameter, and adds to each access the scopes of the parameters that it may and must
    /// not be based on.
    fn make_scopes_of_parameters(&mut self) {
        let context = self.context;
        let (marks, parameters) = self.marks();
        if !parameters.is_empty() {
            let call = OpRef::new(context, self.body, self.call);
            let callee = CallOpInterface(call).callee();
            let name = context.ident(callee.map_or("", |name| context.str(name)));
            let domain = AliasScopeDomain::build(context, fresh_identity(context)).description(name).made();
            let location = self.body.op_location(self.call);
            let mut scopes: Vec<(Value, Attribute)> = Vec::new();
            for &parameter in &parameters {
                let made = AliasScope::build(context, fresh_identity(context), domain).made();
                scopes.push((self.body.made_result(parameter), made));
                let point = Point::Before(self.call);
                let mut b = Rewriter::at(context, self.body, point, location);
                b.create(intrinsics::NoAliasScopeDecl::build(made));
            }
            for op in self.accesses() {
                self.add_scopes_of_parameters(op, &marks, &scopes);
            }
        }
        for mark in marks {
            let (copy, original) = (self.body.made_result(mark), self.body.operands(mark)[0]);
            self.body.replace_all_uses(copy, original);
            self.body.erase(mark);
        }
    }

    /// The marker operations of parameters, and those of them whose parameter is `noalias`, in the order of the call's
    /// arguments; if an argument is passed to several parameters, the latest marker comes first.
    fn marks(&self) -> (Vec<Op>, Vec<Op>) {
        let (context, body) = (self.context, &*self.body);
        let call = OpRef::new(context, body, self.call);
        let arguments = CallOpInterface(call).callee_operands();
        let is_mark = |&op: &Op| OpRef::new(context, body, op).name() == intrinsics::SSACopy::NAME;
        let mut found: Vec<Op> = Vec::new();
        for &argument in arguments {
            let mut of_argument: Vec<Op> = body.users(argument).filter(is_mark).collect();
            // The latest marker first.
            of_argument.sort_by_key(|&op| std::cmp::Reverse(op));
            for op in of_argument {
                if !found.contains(&op) {
                    found.push(op);
                }
            }
        }
        let is_noalias = |op: &Op| NO_ALIAS.of(context, body.attributes(*op)).is_some();
        let parameters = found.iter().copied().filter(is_noalias).collect();
        (found, parameters)
    }

    /// Adds to an access the scopes of the parameters, given by their markers, that it is based on.
    fn add_scopes_of_parameters(&mut self, op: Op, marks: &[Op], scopes: &[(Value, Attribute)]) {
        let (context, body) = (self.context, &*self.body);
        let access = OpRef::new(context, body, op);
        let call = llvm::Call::of(access);
        let is_call = call.is_some();
        let pointers: Vec<Value> = match call {
            Some(call) => {
                let through = usize::from(call.callee().is_none());
                let arguments = call.callee_operands().iter().skip(through).copied();
                arguments.filter(|&argument| is_pointer(context, body, argument)).collect()
            }
            None => {
                let groups = self.accessed_groups(op).unwrap_or_default();
                groups.iter().flat_map(|group| access.operand_group(group)).copied().collect()
            }
        };
        let Some(objects) = self.objects(&pointers) else { return };
        let mut others = false;
        for &object in &objects {
            if constant_value(access, object).is_some() || self.is_constant(object) {
                continue;
            }
            let ValueDef::Result(definition, _) = body.value_def(object) else { return };
            match OpRef::new(context, body, definition).name() {
                intrinsics::SSACopy::NAME => {
                    others |= !marks.contains(&definition) || !scopes.iter().any(|(mark, _)| *mark == object);
                }
                llvm::Alloca::NAME | llvm::AddressOf::NAME => others = true,
                // The pointer may be based on any parameter.
                _ => return,
            }
        }
        let of = |based: bool| -> Vec<Attribute> {
            let scopes = scopes.iter().filter(|(mark, _)| objects.contains(mark) == based);
            scopes.map(|(_, scope)| *scope).collect()
        };
        let (by, not_by) = (of(true), of(false));
        if !not_by.is_empty() {
            self.append(op, "noalias_scopes", &not_by);
        }
        // A call may access memory other than through its arguments.
        if !others && !is_call && !by.is_empty() {
            self.append(op, "alias_scopes", &by);
        }
    }

    fn is_constant(&self, value: Value) -> bool {
        let ValueDef::Result(op, _) = self.body.value_def(value) else { return false };
        tern_mlir::fold::is_constant(OpRef::new(self.context, self.body, op))
    }

    /// The underlying objects of pointers; `None` if unknown.
    fn objects(&self, pointers: &[Value]) -> Option<FxHashSet<Value>> {
        let mut objects = FxHashSet::default();
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        let mut pending = pointers.to_vec();
        while let Some(value) = pending.pop() {
            if !seen.insert(value) {
                continue;
            }
            match self.body.value_def(value) {
                ValueDef::Result(op, _) => {
                    let op = OpRef::new(self.context, self.body, op);
                    match op.name() {
                        llvm::GetElementPtr::NAME | llvm::AddrSpaceCast::NAME => {
                            pending.push(*op.operands().first()?)
                        }
                        llvm::Select::NAME => pending.extend(op.operands().iter().skip(1)),
                        _ => match edges(op) {
                            Some(edges) => pending.extend(handed_along(&edges, value)),
                            None => {
                                objects.insert(value);
                            }
                        },
                    }
                }
                ValueDef::Argument(block, index) => pending.extend(self.handed_over(block, index)?),
            }
        }
        Some(objects)
    }

    /// The values that branches pass to a block argument.
    fn handed_over(&self, block: Block, index: u32) -> Option<Vec<Value>> {
        let region = self.body.block_region(block)?;
        let blocks = self.body.region_blocks(region);
        if blocks.first() == Some(&block) {
            let parent = OpRef::new(self.context, self.body, self.body.region_parent(region)?);
            let values = handed_along(&edges(parent)?, self.body.block_arguments(block)[index as usize]);
            // A value that no edge passes, such as an induction variable, comes from the operation itself.
            return Some(values).filter(|values| !values.is_empty());
        }
        let mut values = Vec::new();
        for last in blocks.iter().filter_map(|&block| self.body.block_last(block)) {
            let branch = OpRef::new(self.context, self.body, last);
            for (successor, &target) in branch.successors().iter().enumerate() {
                if target == block {
                    values.push(*successor_operands(branch, successor)?.get(index as usize)?);
                }
            }
        }
        Some(values)
    }
}

/// The region edges of an operation, if they are known.
fn edges(op: OpRef<'_>) -> Option<Vec<RegionEdge<'_>>> {
    op.def()?.traits.iter().find_map(|t| match t {
        Trait::RegionBranch(edges) => Some(edges(op)),
        _ => None,
    })
}

/// The values that edges pass to `value`.
fn handed_along(edges: &[RegionEdge<'_>], value: Value) -> Vec<Value> {
    let pairs = edges.iter().flat_map(|edge| edge.inputs.iter().zip(&edge.operands));
    pairs.filter(|&(&input, _)| input == value).map(|(_, &operand)| operand).collect()
}

fn fresh_identity(context: &Context) -> Attribute {
    context.attr(AttrKind::Distinct { id: context.fresh_distinct(), referenced: context.common.unit })
}

/// The cloned scopes and domains.
struct Copies<'c> {
    context: &'c Context,
    known: FxHashMap<Attribute, Attribute>,
}

impl Copies<'_> {
    /// The clone of a scope, a domain, or an array of scopes.
    fn of(&mut self, attribute: Attribute) -> Attribute {
        if let Some(&known) = self.known.get(&attribute) {
            return known;
        }
        let context = self.context;
        let copy = if let Some(elements) = attribute.as_array(context) {
            let elements: Vec<Attribute> = elements.iter().map(|&element| self.of(element)).collect();
            Attribute::array(context, elements)
        } else if let Some(scope) = AliasScope::of(context, attribute) {
            let domain = self.of(scope.domain());
            let new = AliasScope::build(context, fresh_identity(context), domain);
            new.description(scope.description()).made()
        } else if let Some(domain) = AliasScopeDomain::of(context, attribute) {
            let new = AliasScopeDomain::build(context, fresh_identity(context));
            new.description(domain.description()).made()
        } else {
            attribute
        };
        self.known.insert(attribute, copy);
        copy
    }
}
