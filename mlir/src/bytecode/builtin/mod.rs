//! The encodings of builtin attributes and types. Source: MLIR's `BuiltinDialectBytecode.td`, with the same codes and fields in
//! the same order. Everything else is written as text.

mod attributes;
mod types;

pub(super) use attributes::ATTRIBUTES;
pub(super) use types::TYPES;

/// The joined attribute or type; the error is the message.
type Joined<K> = Result<K, String>;

/// Declares encodings: the code, the fields, how to split a value, how to join it.
macro_rules! encodings {
    ($kind:ty; $($code:literal: [$($field:expr),*], $split:expr, $join:expr;)+) => {
        &[$(Encoding::<$kind> { code: $code, fields: &[$($field),*], split: $split, join: $join }),+]
    };
}
use encodings;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_count_up() {
        assert!(ATTRIBUTES.iter().enumerate().all(|(index, encoding)| encoding.code == index as u64));
        assert!(TYPES.iter().enumerate().all(|(index, encoding)| encoding.code == index as u64));
    }
}
