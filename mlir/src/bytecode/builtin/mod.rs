//! The encodings of the builtin attributes and types. Source: MLIR's `BuiltinDialectBytecode.td`; codes and fields are as
//! there, in that order. What has none is encoded as text.

mod attributes;
mod types;

pub(super) use attributes::ATTRIBUTES;
pub(super) use types::TYPES;

/// What the fields make; an error is the message.
type Joined<K> = Result<K, String>;

/// Declares encodings: the code, the fields, how something is taken apart, and how it is put together.
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
