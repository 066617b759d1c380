//! The *shape* of a specialized metadata node: its kind and field names without the values, such as `DILocation(line, column, scope)`.
//!
//! In the metadata table, a node is a dictionary with one entry that maps the shape to the list of values. Many nodes share a
//! shape, so field names are not repeated, and the fields keep LLVM's order. Values without a field name (the elements of a
//! `!DIExpression`) come first.

/// The shape of a node of `kind` with the field names `names`.
pub fn shape<'a>(kind: &[u8], names: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut shape = kind.to_vec();
    for (index, name) in names.into_iter().enumerate() {
        shape.extend_from_slice(if index == 0 { b"(" } else { b", " });
        shape.extend_from_slice(name);
    }
    if shape.len() != kind.len() {
        shape.push(b')');
    }
    shape
}

/// The kind and the field names of a shape; `None` if it is malformed.
pub fn parts(shape: &[u8]) -> Option<(&[u8], Vec<&[u8]>)> {
    let Some(open) = shape.iter().position(|&byte| byte == b'(') else { return Some((shape, Vec::new())) };
    let names = shape[open + 1..].strip_suffix(b")")?;
    Some((&shape[..open], names.split(|&byte| byte == b',').map(<[u8]>::trim_ascii_start).collect()))
}

#[cfg(test)]
mod tests {
    use super::{parts, shape};

    #[test]
    fn a_shape_is_read_as_it_was_written() {
        for (kind, names) in
            [("DIExpression", &[][..]), ("DILabel", &["scope"]), ("DILocation", &["line", "scope"])]
        {
            let names: Vec<&[u8]> = names.iter().map(|name: &&str| name.as_bytes()).collect();
            let shape = shape(kind.as_bytes(), names.iter().copied());
            assert_eq!(parts(&shape), Some((kind.as_bytes(), names)));
        }
        assert_eq!(shape(b"DILocation", [&b"line"[..], b"scope"]), b"DILocation(line, scope)");
        assert_eq!(parts(b"DILocation(line"), None);
    }
}
