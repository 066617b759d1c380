//! The interpreter for scripts of the `transform` dialect.
//!
//! A script runs as a copy, because it may be nested in the operation that it transforms. Its values are handles: lists of
//! payload operations. An operation that consumes a handle invalidates all handles to the same operations or to operations
//! nested in them.

mod conversions;
mod payload;

use rustc_hash::FxHashMap;
use tern_dialect_core::transform;
use tern_dialect_core::transform::{consumes, handle_name};
use tern_mlir::declare::View;
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::{AttrKind, Attribute, Body, Context, Location, Op, OpRef, Value};

use crate::options::OptionValues;
use crate::pass::{Failed, Target};
use crate::registry::Registry;
use crate::transform::payload::Payload;

/// The state of a handle.
enum Handle {
    Operations(Vec<Payload>),
    /// Invalidated by the operation at this location.
    Consumed(Location),
}

/// Runs the script `entry`, which is nested in the operation of `target`, on that operation.
///
/// # Errors
/// If there is no such script, or one of its steps fails; the error has been reported via [`Target::error`].
pub fn run(target: &mut Target<'_>, entry: &str) -> Result<(), Failed> {
    let root = Payload::root(target.op);
    let Some(sequence) = find_sequence(target, &root, entry) else {
        let location = target.body.op_location(target.op);
        return Err(
            target.error(location, format!("could not find a nested named sequence with name: {entry}"))
        );
    };
    let context = target.context;
    let Some((body, op)) = sequence.find(target.body) else { return Err(Failed) };
    let location = body.op_location(op);
    let Some(script) = body.nested(op).cloned() else { return Err(Failed) };
    let block =
        script.root_regions().first().and_then(|&region| script.region_blocks(region).first().copied());
    let Some(block) = block else {
        return Err(target.error(location, "'transform.named_sequence' op expects a single-block region"));
    };
    let &[argument] = script.block_arguments(block) else {
        let extra = script.block_arguments(block).len().saturating_sub(1);
        let message =
            format!("operation expects {extra} extra value bindings, but 0 were provided to the interpreter");
        return Err(target.error(location, message));
    };
    let mut interpreter =
        Interpreter { context, script: &script, sequence, handles: FxHashMap::default(), registry: None };
    interpreter.handles.insert(argument, Handle::Operations(vec![root]));
    let ops: Vec<Op> = script.block_ops(block).collect();
    ops.into_iter().try_for_each(|op| interpreter.step(target, op))
}

/// Looks up the sequence `name` at or within `root`. The verifier has checked that its symbol table is marked as holding
/// sequences.
fn find_sequence(target: &Target<'_>, root: &Payload, name: &str) -> Option<Payload> {
    let context = target.context;
    let all = root.walk(target.body);
    let is_sequence = |payload: &&Payload| {
        let Some((body, op)) = payload.find(target.body) else { return false };
        let sequence = transform::NamedSequence::of(OpRef::new(context, body, op));
        sequence.is_some_and(|sequence| context.str(sequence.sym_name()) == name)
    };
    all.iter().rev().find(is_sequence).cloned()
}

struct Interpreter<'s, 'c> {
    context: &'c Context,
    script: &'s Body,
    /// The copy of the script.
    sequence: Payload,
    handles: FxHashMap<Value, Handle>,
    registry: Option<Registry>,
}

impl<'s> Interpreter<'s, '_> {
    fn op_ref(&self, op: Op) -> OpRef<'_> {
        OpRef::new(self.context, self.script, op)
    }

    /// Executes one operation of the script.
    fn step(&mut self, target: &mut Target<'_>, op: Op) -> Result<(), Failed> {
        let location = self.script.op_location(op);
        match self.op_ref(op).name() {
            transform::Yield::NAME => Ok(()),
            transform::Match::NAME => self.find(target, op),
            transform::ApplyRegisteredPass::NAME => self.apply_pass(target, op),
            transform::ApplyConversionPatterns::NAME => self.apply_patterns(target, op),
            name => {
                let message = format!("'{name}' is not known to the interpreter");
                Err(target.error(location, message))
            }
        }
    }

    /// The payload of the first operand of `op`. If `op` consumes the operand, invalidates the handles that this affects.
    fn operand(&mut self, target: &mut Target<'_>, op: Op) -> Result<Vec<Payload>, Failed> {
        let location = self.script.op_location(op);
        let operand = self.script.operands(op).first().copied();
        let payloads = match operand.and_then(|operand| Some((operand, self.handles.get(&operand)?))) {
            Some((_, Handle::Operations(payloads))) => payloads.clone(),
            Some((operand, Handle::Consumed(by))) => {
                let message = "op uses a handle invalidated by a previously executed transform op";
                let why = "invalidated by this transform op that consumes its operand #0 and invalidates all handles to payload IR entities associated with this operand and entities nested in them";
                let diagnostic = Diagnostic::error(location, message)
                    .with_note(self.script.value_location(operand), "handle to invalidated ops")
                    .with_note(*by, why);
                target.report(diagnostic);
                return Err(Failed);
            }
            None => return Err(target.error(location, "a handle that nothing stands for")),
        };
        if consumes(self.op_ref(op)) {
            let root = &*target.body;
            for handle in self.handles.values_mut() {
                let is_gone = |payload: &Payload| payloads.iter().any(|gone| payload.is_within(gone, root));
                if matches!(handle, Handle::Operations(all) if all.iter().any(is_gone)) {
                    *handle = Handle::Consumed(location);
                }
            }
        }
        Ok(payloads)
    }

    /// Sets the result of `op` to these operations, after a check against its type.
    fn set_result(&mut self, target: &mut Target<'_>, op: Op, payloads: Vec<Payload>) -> Result<(), Failed> {
        let Some(result) = self.script.result(op) else { return Ok(()) };
        if let Some(wanted) = handle_name(self.context, self.script.value_type(result)) {
            for payload in &payloads {
                let Some((body, found)) = payload.find(target.body) else { continue };
                let name = OpRef::new(self.context, body, found).name();
                if name != wanted {
                    let message = format!("incompatible payload operation name expected {wanted} vs {name}");
                    let diagnostic = Diagnostic::error(self.script.op_location(op), message)
                        .with_note(body.op_location(found), "payload operation");
                    target.report(diagnostic);
                    return Err(Failed);
                }
            }
        }
        self.handles.insert(result, Handle::Operations(payloads));
        Ok(())
    }

    /// Executes `transform.structured.match`.
    fn find(&mut self, target: &mut Target<'_>, op: Op) -> Result<(), Failed> {
        let location = self.script.op_location(op);
        let payloads = self.operand(target, op)?;
        let [root] = &payloads[..] else {
            return Err(target.error(location, "requires exactly one target handle"));
        };
        let wanted = transform::Match::expect(self.op_ref(op));
        if wanted.interface().is_some() {
            return Err(target.error(location, "operations cannot be matched by interfaces here"));
        }
        let mut found = root.walk(target.body);
        found.retain(|payload| {
            payload
                .find(target.body)
                .is_some_and(|(body, op)| fits(wanted, OpRef::new(self.context, body, op)))
        });
        self.set_result(target, op, found)
    }

    /// Executes `transform.apply_registered_pass`.
    fn apply_pass(&mut self, target: &mut Target<'_>, op: Op) -> Result<(), Failed> {
        let location = self.script.op_location(op);
        let apply = transform::ApplyRegisteredPass::expect(self.op_ref(op));
        let name = self.context.str(apply.pass_name()).to_owned();
        let options = pass_options(apply);
        let Some(def) = self.registry.get_or_insert_default().pass(&name) else {
            return Err(target.error(location, format!("unknown pass or pass pipeline: {name}")));
        };
        let pass = match OptionValues::parse(def.options, &options).and_then(|values| (def.make)(&values)) {
            Ok(pass) => pass,
            Err(message) => {
                target.error(location, message.trim_end());
                let message = format!("failed to add pass or pass pipeline to pipeline: {name}");
                return Err(target.error(location, message));
            }
        };
        let payloads = self.operand(target, op)?;
        for payload in &payloads {
            self.apply_to(target, location, payload, "pass pipeline failed", |target| {
                let found = target.op().name();
                if def.anchor.is_some_and(|anchor| anchor != found) {
                    let message =
                        format!("'{found}' op trying to schedule pass '{name}' on an unsupported operation");
                    let location = target.body.op_location(target.op);
                    return Err(target.error(location, message));
                }
                pass.run(target)
            })?;
        }
        self.set_result(target, op, payloads)
    }

    /// Executes `transform.apply_conversion_patterns`.
    fn apply_patterns(&mut self, target: &mut Target<'_>, op: Op) -> Result<(), Failed> {
        let location = self.script.op_location(op);
        let script = transform::ApplyConversionPatterns::expect(OpRef::new(self.context, self.script, op));
        if script.preserve_handles() {
            return Err(target.error(location, "handles cannot be preserved by a conversion here"));
        }
        for payload in self.operand(target, op)? {
            if self.sequence.is_within(&payload, target.body) {
                let message = "cannot apply transform to itself (or one of its ancestors)";
                let mut diagnostic = Diagnostic::error(location, message);
                if let Some((body, op)) = payload.find(target.body) {
                    diagnostic = diagnostic.with_note(body.op_location(op), "target payload op");
                }
                target.report(diagnostic);
                return Err(Failed);
            }
            self.apply_to(target, location, &payload, "dialect conversion failed", |target| {
                conversions::apply(script, target)
            })?;
        }
        Ok(())
    }

    /// Calls `apply` on an operation, and reports `failed` if it fails.
    fn apply_to(
        &self,
        target: &mut Target<'_>,
        location: Location,
        payload: &Payload,
        failed: &str,
        apply: impl FnOnce(&mut Target<'_>) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let Some((body, op)) = payload.find_mut(target.body) else { return Err(Failed) };
        let of_target = body.op_location(op);
        let context = target.context;
        let result = apply(&mut Target { context, body, op, diagnostics: &mut *target.diagnostics });
        if result.is_err() {
            target.report(Diagnostic::error(location, failed).with_note(of_target, "target op"));
        }
        result
    }
}

/// The options of a pass in command-line syntax.
fn pass_options(apply: transform::ApplyRegisteredPass<View<'_>>) -> String {
    let context = apply.0.context;
    let text = |value: Attribute| match value.kind(context) {
        AttrKind::String { value, .. } => context.str(*value).to_owned(),
        AttrKind::Integer { ty, .. } if *ty != context.common.i1 => {
            value.as_i64(context).map(|number| number.to_string()).unwrap_or_default()
        }
        _ => tern_mlir::asm::attribute_to_string(context, value),
    };
    let shown = apply.options().iter().map(|option| {
        let value = match option.value.as_array(context) {
            Some(all) => all.iter().map(|&value| text(value)).collect::<Vec<_>>().join(","),
            None => text(option.value),
        };
        format!("{}={{{value}}}", context.str(option.name))
    });
    shown.collect::<Vec<_>>().join(" ")
}

/// Whether an operation satisfies the criteria of `transform.structured.match`.
fn fits(wanted: transform::Match<View<'_>>, op: OpRef<'_>) -> bool {
    let context = op.context;
    let is_of = |value: Value, ty: &Attribute| ty.as_type(context) == Some(op.type_of(value));
    let names = wanted.ops();
    let name = names.is_none_or(|names| names.iter().any(|name| name.as_str(context) == Some(op.name())));
    let attributes = wanted.op_attrs().unwrap_or_default().iter().all(|wanted| {
        let all = [op.body.properties(op.op), op.body.attributes(op.op)];
        let mut entries = all.iter().flat_map(|all| all.as_dictionary(context).unwrap_or_default());
        entries.any(|entry| entry == wanted)
    });
    let results: Vec<Value> = op.body.results(op.op).collect();
    let result = wanted.filter_result_type();
    let result = result.is_none_or(|ty| matches!(results[..], [one] if op.type_of(one) == ty));
    let operands = wanted.filter_operand_types().is_none_or(|types| match types {
        [ty] => op.operands().iter().all(|&operand| is_of(operand, ty)),
        types => {
            types.len() == op.operands().len()
                && op.operands().iter().zip(types).all(|(&operand, ty)| is_of(operand, ty))
        }
    });
    name && attributes && result && operands
}
