//! Names of vector variants of functions: `_ZGV`, instruction set, mask, length, parameters, `_`, name, and perhaps another name in
//! parentheses. Source: LangRef, Call Site Attributes, `vector-function-abi-variant`; OpenMP's vector function ABIs.

use super::Context;
use crate::types::{Type, TypeKind};

/// A text that is read from its beginning.
struct Rest<'t>(&'t str);

impl<'t> Rest<'t> {
    fn skip(&mut self, prefix: &str) -> bool {
        let rest = self.0.strip_prefix(prefix);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn character(&mut self) -> Option<char> {
        let character = self.0.chars().next()?;
        self.0 = &self.0[character.len_utf8()..];
        Some(character)
    }

    fn number(&mut self) -> Option<u64> {
        let end = self.0.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.0.len());
        let (digits, rest) = self.0.split_at(end);
        let number = digits.parse().ok()?;
        self.0 = rest;
        Some(number)
    }

    /// Skips a parameter, and says whether it is a vector; `None` if there is none, or `Err` if it is wrong.
    fn parameter(&mut self) -> Result<Option<bool>, ()> {
        let is_vector = self.skip("v");
        if is_vector || self.skip("u") {
            return Ok(Some(is_vector));
        }
        if ["ls", "Rs", "Ls", "Us"].into_iter().any(|token| self.skip(token)) {
            let position = self.number().filter(|&position| position <= i32::MAX as u64);
            return position.map(|_| Some(false)).ok_or(());
        }
        if ["l", "R", "L", "U"].into_iter().any(|token| self.skip(token)) {
            self.skip("n");
            self.number();
            return Ok(Some(false));
        }
        Ok(None)
    }
}

impl Context<'_> {
    /// Whether a text is the name of a vector variant of functions of type `ty`.
    pub(super) fn is_vector_variant(&self, name: &str, ty: Type) -> bool {
        self.vector_variant(name, ty).is_some()
    }

    fn vector_variant(&self, name: &str, ty: Type) -> Option<()> {
        let TypeKind::Function { ret, params, .. } = self.types().kind(ty) else { return None };
        let mut rest = Rest(name.strip_prefix("_ZGV")?);
        let is_internal = rest.skip("_LLVM_");
        let set = match is_internal {
            true => None,
            // LLVM takes sets that it does not know, too.
            false => Some(rest.character()?),
        };
        if !rest.skip("M") && !rest.skip("N") {
            return None;
        }
        let is_scalable = rest.skip("x");
        if is_scalable {
            if !matches!(set, Some('s' | 'r')) {
                return None;
            }
        } else if rest.number()? == 0 {
            return None;
        }
        let mut vectors = Vec::new();
        while let Some(is_vector) = rest.parameter().ok()? {
            vectors.push(is_vector);
            if rest.skip("a") && !rest.number()?.is_power_of_two() {
                return None;
            }
        }
        if vectors.is_empty() || vectors.len() != params.len() {
            return None;
        }
        if is_scalable {
            let passed = params.iter().zip(&vectors).filter(|(_, is_vector)| **is_vector).map(|(ty, _)| *ty);
            let returned = Some(*ret).filter(|&ret| ret != self.types().common.void);
            let mut elements = passed.chain(returned).peekable();
            elements.peek()?;
            if !elements.all(|ty| self.fills_register(ty)) {
                return None;
            }
        }
        if !rest.skip("_") {
            return None;
        }
        let (scalar, other) = match rest.0.split_once('(') {
            Some((scalar, other)) => (scalar, Some(other.strip_suffix(')')?)),
            None => (rest.0, None),
        };
        let is_named = !scalar.is_empty() && other != Some("");
        (is_named && (other.is_some() || !is_internal)).then_some(())
    }

    /// Whether a type is one of which a scalable register holds several.
    fn fills_register(&self, ty: Type) -> bool {
        let types = self.types();
        types.is_pointer(ty)
            || matches!(types.integer_width(ty), Some(8 | 16 | 32 | 64))
            || matches!(
                types.kind(ty),
                TypeKind::Half | TypeKind::BFloat | TypeKind::Float | TypeKind::Double
            )
    }
}
