//! Arguments that are allocated before the call. Source: LangRef, Preallocated Operand Bundles and Intrinsics.

use super::{CallRule, Called};
use crate::attributes::AttributeKind as Kind;
use crate::function::Value;
use crate::instruction::{CallSite, Inst};
use crate::verify::{Body, Rule, broken, check};

pub(super) fn rule(name: &str) -> Option<CallRule> {
    Some(match name.strip_prefix("call.preallocated.")? {
        "setup" => setup,
        "arg" => |called| {
            let message = "llvm.call.preallocated.arg token argument must be a llvm.call.preallocated.setup";
            check!(called.body.is_setup(called.arg(0)), message);
            let module = called.body.context.module;
            let own = module.attributes.get_list(called.call.attributes).function;
            let message =
                "llvm.call.preallocated.arg must be called with a \"preallocated\" call site attribute";
            check!(called.body.has(own, Kind::Preallocated), message);
            Ok(())
        },
        "teardown" => |called| {
            let message =
                "llvm.call.preallocated.teardown token argument must be a llvm.call.preallocated.setup";
            check!(called.body.is_setup(called.arg(0)), message);
            Ok(())
        },
        _ => return None,
    })
}

impl Body<'_, '_> {
    /// Whether a value is the token of `llvm.call.preallocated.setup`.
    pub(in crate::verify) fn is_setup(&self, token: Value) -> bool {
        let call = self.defined_by(token).and_then(|(_, inst)| inst.call_site());
        call.and_then(|call| self.context.called_intrinsic(call))
            .is_some_and(|(_, name)| name == b"llvm.call.preallocated.setup")
    }
}

/// The uses of the token: one call, and intrinsics.
fn setup(called: &Called<'_, '_, '_>) -> Rule {
    let count = called.number(0);
    check!(count.is_some(), "llvm.call.preallocated.setup argument must be a constant");
    let mut is_found = false;
    for &user in called.body.users_of(called.inst) {
        let Some(call) = called.body.inst(user).call_site() else {
            return Err(broken("Uses of llvm.call.preallocated.setup must be calls", []));
        };
        match called.body.context.called_intrinsic(call).map(|(_, name)| name) {
            Some(b"llvm.call.preallocated.arg") => {
                let index = call.args.get(1).and_then(|&index| called.body.context.integer(index));
                check!(index.is_some(), "llvm.call.preallocated.alloc arg index must be a constant");
                let is_within =
                    index.zip(count).is_some_and(|(index, count)| (index as i32) >= 0 && index < count);
                check!(
                    is_within,
                    "llvm.call.preallocated.alloc arg index must be between 0 and corresponding \
                     llvm.call.preallocated.setup's argument count"
                );
            }
            Some(b"llvm.call.preallocated.teardown") => {}
            _ => {
                let message = "Can have at most one call corresponding to a llvm.call.preallocated.setup";
                check!(!is_found, message);
                is_found = true;
                corresponding(called, user, call, count)?;
            }
        }
    }
    Ok(())
}

/// The call whose arguments are allocated.
fn corresponding(called: &Called<'_, '_, '_>, user: Inst, call: &CallSite, count: Option<u64>) -> Rule {
    let body = called.body;
    let marked =
        (0..call.args.len()).filter(|&index| body.argument_has(call, index, Kind::Preallocated)).count();
    check!(marked != 0, "cannot use preallocated intrinsics on a call without preallocated arguments");
    check!(
        count == Some(marked as u64),
        "llvm.call.preallocated.setup arg size must be equal to number of preallocated arguments at call site",
        called.inst,
        user,
    );
    let tags = call.bundles.iter().map(|bundle| body.context.module.strings.get(bundle.tag));
    if tags.filter(|&tag| tag == b"preallocated").count() > 1 {
        return Ok(());
    }
    let bundle = body.bundle(call, "preallocated");
    check!(
        bundle.is_some(),
        "Use of llvm.call.preallocated.setup outside intrinsics must be in \"preallocated\" operand bundle"
    );
    let token = bundle.and_then(|bundle| bundle.inputs.first()).and_then(|&token| body.definition(token));
    check!(
        token == Some(called.inst),
        "preallocated bundle must have token from corresponding llvm.call.preallocated.setup"
    );
    Ok(())
}
