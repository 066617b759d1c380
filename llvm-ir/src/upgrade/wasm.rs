//! Old intrinsics of WebAssembly.

use super::generic::{Part, parts};
use super::intrinsics::{Decision, Signature, fits};

const ROWS: &[(&str, &str, &[Part])] = &[
    ("fma.*", "wasm.relaxed.madd", &[Part::Result]),
    ("fms.*", "wasm.relaxed.nmadd", &[Part::Result]),
    ("laneselect.*", "wasm.relaxed.laneselect", &[Part::Result]),
    ("dot.i8x16.i7x16.signed", "wasm.relaxed.dot.i8x16.i7x16.signed", &[]),
    ("dot.i8x16.i7x16.add.signed", "wasm.relaxed.dot.i8x16.i7x16.add.signed", &[]),
];

pub(super) fn decide(name: &str, signature: Signature<'_>) -> Option<Decision> {
    let (_, new, overloaded) = ROWS.iter().find(|(old, ..)| fits(old, name))?;
    Some(Decision::Renew(new, parts(signature, overloaded)?))
}
