//! Values marked `swifterror`. Source: LangRef, Parameter Attributes, `swifterror`.

use super::{Body, Rule, check};
use crate::attributes::AttributeKind as Kind;
use crate::function::Value;
use crate::instruction::{Alloca, Inst, Instruction};

impl Body<'_, '_> {
    /// An `alloca` that is marked `swifterror`.
    pub(super) fn swifterror_alloca(&self, inst: Inst, alloca: &Alloca) -> Rule {
        let is_pointer = self.types().is_pointer(alloca.allocated);
        check!(is_pointer, "swifterror alloca must have pointer type", inst);
        let is_single = alloca.count.constant().is_some() && self.context.integer(alloca.count) == Some(1);
        check!(is_single, "swifterror alloca must not be array allocation", inst);
        match self.function.insts[inst].result.expand() {
            Some(result) => self.swifterror_uses(result.into()),
            None => Ok(()),
        }
    }

    /// Whether a parameter is marked `swifterror`.
    pub(super) fn has_swifterror(&self) -> bool {
        let params = &self.context.module.attributes.get_list(self.function.attributes).params;
        params.iter().any(|&set| self.has(set, Kind::SwiftError))
    }

    /// The parameters that are marked `swifterror`.
    pub(super) fn swifterror_parameters(&self) -> Rule {
        for (index, &argument) in self.function.args.iter().enumerate() {
            if self.has(self.set_at(self.function.attributes, index), Kind::SwiftError) {
                self.swifterror_uses(argument.into())?;
            }
        }
        Ok(())
    }

    /// Such a value is loaded from, stored to, or passed on as what it is.
    fn swifterror_uses(&self, value: Value) -> Rule {
        for &user in self.users(value) {
            let call = match self.inst(user) {
                Instruction::Load { .. } => continue,
                Instruction::Store { address, .. } => {
                    check!(
                        *address == value,
                        "swifterror value should be the second operand when used by stores",
                        value,
                        user,
                    );
                    continue;
                }
                Instruction::Call(call) => Some(&**call),
                Instruction::Invoke(invoke) => Some(&invoke.call),
                _ => None,
            };
            let message = "swifterror value can only be loaded and stored from, or as a swifterror argument!";
            check!(call.is_some(), message, value, user);
            for (index, _) in
                call.iter().flat_map(|call| call.args.iter().enumerate()).filter(|(_, arg)| **arg == value)
            {
                let is_marked = call.is_some_and(|call| self.argument_has(call, index, Kind::SwiftError));
                check!(
                    is_marked,
                    "swifterror value when used in a callsite should be marked with swifterror attribute",
                    value,
                    user,
                );
            }
        }
        Ok(())
    }
}
