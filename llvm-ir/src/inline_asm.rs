//! The constraints of inline assembler. Source: LangRef, Inline Asm Constraint String, and what LLVM's reader accepts of it.

use crate::types::{Type, TypeKind, Types};

/// What a constraint is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Output,
    Input,
    Clobber,
    Label,
}

/// A constraint.
#[derive(Debug)]
pub(crate) struct Constraint {
    pub(crate) role: Role,
    /// Whether the operand is an address of what is meant.
    pub(crate) is_indirect: bool,
    /// The number of the input that is in the same place as this output.
    matched_by: Option<usize>,
    /// Whether there is such an input, for each of several alternatives, `r|m`; empty if there is only one.
    alternatives: Vec<bool>,
}

impl Constraint {
    /// Whether an argument of the call is meant.
    pub(crate) fn has_argument(&self) -> bool {
        self.role == Role::Input || self.role == Role::Output && self.is_indirect
    }
}

/// The constraints in a string, separated by commas; `None` if they are invalid.
pub(crate) fn parse(constraints: &[u8]) -> Option<Vec<Constraint>> {
    let mut all = Vec::new();
    if constraints.is_empty() {
        return Some(all);
    }
    for text in constraints.split(|&byte| byte == b',') {
        let constraint = parse_one(text, &mut all)?;
        all.push(constraint);
    }
    Some(all)
}

/// Parses one constraint; `before` are those before it.
fn parse_one(text: &[u8], before: &mut [Constraint]) -> Option<Constraint> {
    let (role, mut rest) = match text {
        [b'~', rest @ ..] if !matches!(rest, [b'{', ..] | []) => return None,
        [b'~', rest @ ..] => (Role::Clobber, rest),
        [b'=', rest @ ..] => (Role::Output, rest),
        [b'!', rest @ ..] => (Role::Label, rest),
        _ => (Role::Input, text),
    };
    let is_indirect = rest.first() == Some(&b'*');
    rest = &rest[usize::from(is_indirect)..];
    let (mut clobbers_early, mut commutes) = (false, false);
    loop {
        match rest.first()? {
            b'&' if role != Role::Output || std::mem::replace(&mut clobbers_early, true) => return None,
            b'%' if role == Role::Clobber || std::mem::replace(&mut commutes, true) => return None,
            b'#' | b'*' => return None,
            b'&' | b'%' => rest = &rest[1..],
            _ => break,
        }
    }
    let count = before.len();
    let (mut alternative, alternatives) = (0, text.iter().filter(|&&byte| byte == b'|').count() + 1);
    while let [first, behind @ ..] = rest {
        rest = match first {
            b'{' => &behind[behind.iter().position(|&byte| byte == b'}')? + 1..],
            b'0'..=b'9' => {
                let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let number: usize = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
                let output = before.get_mut(number).filter(|output| output.role == Role::Output)?;
                if role != Role::Input {
                    return None;
                }
                if alternatives > 1 {
                    let is_matched = output.alternatives.get_mut(alternative)?;
                    if std::mem::replace(is_matched, true) {
                        return None;
                    }
                } else if output.matched_by.replace(count).is_some_and(|input| input != count) {
                    return None;
                }
                &rest[digits..]
            }
            b'|' => {
                alternative += 1;
                behind
            }
            b'^' => behind.get(2..)?,
            b'@' => {
                let length = behind.first()?.checked_sub(b'0').filter(|length| (1..10).contains(length))?;
                behind.get(1 + usize::from(length)..)?
            }
            _ => behind,
        };
    }
    let alternatives = if alternatives > 1 { vec![false; alternatives] } else { Vec::new() };
    Some(Constraint { role, is_indirect, matched_by: None, alternatives })
}

/// Checks that constraints are valid, and fit a function of this type.
///
/// # Errors
/// LLVM's message.
pub(crate) fn check(types: &Types, function: Type, constraints: &[u8]) -> Result<(), &'static str> {
    let TypeKind::Function { ret, params, varargs } = types.kind(function) else { return Ok(()) };
    if *varargs {
        return Err("inline asm cannot be variadic");
    }
    let constraints = parse(constraints).ok_or("failed to parse constraints")?;
    let (mut outputs, mut inputs, mut indirect, mut labels, mut clobbers) = (0, 0, 0, 0, 0);
    for constraint in &constraints {
        match constraint.role {
            Role::Output if inputs != indirect || clobbers != 0 || labels != 0 => {
                return Err("output constraint occurs after input, clobber or label constraint");
            }
            Role::Output if !constraint.is_indirect => outputs += 1,
            Role::Output | Role::Input if clobbers != 0 => {
                return Err("input constraint occurs after clobber constraint");
            }
            Role::Output => (inputs, indirect) = (inputs + 1, indirect + 1),
            Role::Input => inputs += 1,
            Role::Clobber => clobbers += 1,
            Role::Label if clobbers != 0 => return Err("label constraint occurs after clobber constraint"),
            Role::Label => labels += 1,
        }
    }
    let is_struct = matches!(types.kind(*ret), TypeKind::Struct { .. } | TypeKind::Identified(_));
    let fields = types.struct_fields(*ret).map_or(0, |(fields, _)| fields.len());
    match outputs {
        0 if *ret != types.common.void => Err("inline asm without outputs must return void"),
        1 if is_struct => Err("inline asm with one output cannot return struct"),
        2.. if !is_struct || fields != outputs => {
            Err("number of output constraints does not match number of return struct elements")
        }
        _ if params.len() != inputs => Err("number of input constraints does not match number of parameters"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn inputs_match_outputs_once_in_each_alternative() {
        for (constraints, is_right) in [
            ("=r,0", true),
            ("=r,00", true),
            ("=r,0,0", false),
            ("=r,1", false),
            ("r,0", false),
            ("=r|m,0|r", true),
            ("=r|m,0|0", true),
            ("=r|m,0|0,r|0", false),
            ("=r,0|r", false),
            ("=r|m,0", true),
            ("r|m,r", true),
            ("=*&m", true),
            ("=&*m", false),
            ("=&&r", false),
            ("~r", false),
            ("~{memory}", true),
            ("r,", false),
            ("^Xyr", true),
            ("@2ab", true),
        ] {
            assert_eq!(parse(constraints.as_bytes()).is_some(), is_right, "{constraints}");
        }
    }
}
