//! Generates modules of MLIR with unregistered operations that carry attributes and types of every builtin kind.

use proptest::prelude::*;

/// A module as text.
pub(crate) fn module() -> impl Strategy<Value = String> {
    let operation =
        (attribute(), ty(), proptest::option::of("[a-z]{1,4}")).prop_map(|(attribute, ty, name)| {
            let name = name.unwrap_or_else(|| "op".to_owned());
            format!("\"other.{name}\"() {{value = {attribute}}} : () -> {}\n", parenthesised(&ty))
        });
    proptest::collection::vec(operation, 0..6).prop_map(|operations| operations.concat())
}

/// A result type in the syntax of operations: a function type must be in parentheses.
fn parenthesised(ty: &str) -> String {
    format!("({ty})")
}

fn integer_type() -> impl Strategy<Value = String> {
    (
        prop_oneof![Just("i"), Just("si"), Just("ui")],
        prop_oneof![Just(1_u32), Just(8), Just(32), Just(64), 1..200_u32],
    )
        .prop_map(|(prefix, width)| format!("{prefix}{width}"))
}

fn float_type() -> impl Strategy<Value = String> {
    prop_oneof![Just("f16"), Just("bf16"), Just("f32"), Just("f64"), Just("f80"), Just("f128"), Just("tf32")]
        .prop_map(str::to_owned)
}

/// Any type.
fn ty() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        integer_type(),
        float_type(),
        Just("index".to_owned()),
        Just("none".to_owned()),
        Just("!llvm.ptr".to_owned()),
        Just("!llvm.ptr<3>".to_owned()),
        Just("!llvm.struct<(i32, ptr)>".to_owned()),
        Just("!unknown.type<a, [1, 2]>".to_owned()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(|t| format!("tuple<{}>", t.join(", "))),
            (proptest::collection::vec(inner.clone(), 0..3), inner)
                .prop_map(|(from, to)| format!("({}) -> ({to})", from.join(", "))),
            (shape(), prop_oneof![integer_type(), float_type()]).prop_map(|(s, e)| format!("tensor<{s}{e}>")),
            prop_oneof![integer_type(), float_type()].prop_map(|e| format!("vector<4x[2]x{e}>")),
            prop_oneof![integer_type(), float_type()].prop_map(|e| format!("memref<?x4x{e}, 1>")),
            prop_oneof![integer_type(), float_type()].prop_map(|e| format!("complex<{e}>")),
        ]
    })
}

fn shape() -> impl Strategy<Value = String> {
    let size = prop_oneof![Just("?".to_owned()), (0..9_u32).prop_map(|size| size.to_string())];
    proptest::collection::vec(size, 0..3)
        .prop_map(|sizes| sizes.iter().map(|size| format!("{size}x")).collect())
}

/// Any attribute.
fn attribute() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("unit".to_owned()),
        any::<bool>().prop_map(|value| value.to_string()),
        any::<i64>().prop_map(|value| format!("{value} : i64")),
        any::<i8>().prop_map(|value| format!("{value} : si8")),
        any::<u16>().prop_map(|value| format!("{value} : index")),
        any::<f64>().prop_map(|value| format!("0x{:016X} : f64", value.to_bits())),
        (-1.0e6..1.0e6_f32).prop_map(|value| format!("{value:.6} : f32")),
        any::<u32>().prop_map(|bits| format!("0x{bits:08X} : f32")),
        string(),
        "[a-zA-Z_][a-zA-Z0-9_$.]{0,6}".prop_map(|name| format!("@{name}")),
        string().prop_map(|name| format!("@{name}::@inner")),
        ty(),
        proptest::collection::vec(any::<i32>(), 0..5).prop_map(|v| dense_array("i32", &v)),
        proptest::collection::vec(any::<bool>(), 0..5).prop_map(|v| dense_array("i1", &v)),
        proptest::collection::vec(any::<i16>(), 1..5).prop_map(|v| format!(
            "dense<[{}]> : tensor<{}xi16>",
            joined(&v),
            v.len()
        )),
        any::<i16>().prop_map(|v| format!("dense<{v}> : vector<4xi16>")),
        any::<u64>().prop_map(|bits| format!("dense<0x{bits:016X}> : tensor<2xf64>")),
        (0..9_u32, 1..9_u32)
            .prop_map(|(a, b)| format!("affine_map<(d0, d1)[s0] -> (d0 + s0 * {a}, d1 floordiv {b} - 1)>")),
        (0..9_u32).prop_map(|a| format!("affine_set<(d0)[s0] : (d0 - {a} >= 0, s0 - d0 == 0)>")),
        Just("#unknown.attr<{a = [1, (2)], \"b\"}>".to_owned()),
        Just("#llvm.fastmath<nnan, ninf>".to_owned()),
        Just("loc(\"file.c\":1:2)".to_owned()),
        Just("loc(callsite(\"name\" at unknown))".to_owned()),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4)
                .prop_map(|items| format!("[{}]", items.join(", "))),
            proptest::collection::btree_map("[a-z_][a-z0-9_.$]{0,5}", inner, 0..4).prop_map(|entries| {
                let entries: Vec<String> =
                    entries.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                format!("{{{}}}", entries.join(", "))
            }),
        ]
    })
}

fn joined<T: ToString>(values: &[T]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn dense_array<T: ToString>(element: &str, values: &[T]) -> String {
    let colon = if values.is_empty() { "" } else { ": " };
    format!("array<{element}{colon}{}>", joined(values))
}

/// A string literal with arbitrary bytes.
fn string() -> impl Strategy<Value = String> {
    proptest::collection::vec(any::<u8>(), 0..8).prop_map(|bytes| {
        let escaped: String = bytes
            .iter()
            .map(|&byte| match byte {
                b'"' | b'\\' | 0..32 | 127.. => format!("\\{byte:02X}"),
                byte => char::from(byte).to_string(),
            })
            .collect();
        format!("\"{escaped}\"")
    })
}
