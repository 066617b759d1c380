// ARGS: -allow-unregistered-dialect -split-input-file

"test.t"() {a = affine_map<() -> (5 floordiv -2)>} : () -> ()
// -----
"test.t"() {a = affine_map<() -> (5 mod 3)>, b = affine_map<() -> (-5 floordiv 2)>,  c = affine_map<() -> (-5 ceildiv 2)>} : () -> ()
// -----
"test.t"() {a = affine_map<(d0) -> (d0 ceildiv -2)>} : () -> ()
// -----
"test.t"() {a = affine_map<(d0) -> (d0 mod -2)>} : () -> ()
// -----
"test.t"() {a = affine_map<(d0) -> (d0 floordiv 0)>} : () -> ()
// -----
"test.t"() {a = affine_map<(d0) -> (d0 floordiv -2)>} : () -> ()
// -----
"test.t"() {a = affine_map<(d0) -> (d0*6 floordiv -2)>} : () -> ()
// -----
"test.t"() {a = affine_map<(d0) -> ((d0*128) floordiv 64)>, b = affine_map<(d0, d1) -> ((d0*128 + d1) floordiv 64)>,c = affine_map<(d0, d1) -> ((d0*128) ceildiv 64)>, d = affine_map<(d0, d1) -> ((d0*128 + d1) ceildiv 64)>} : () -> ()
// -----
"test.t"() {a = affine_map<(d0) -> ((d0*128) mod 64)>, b = affine_map<(d0, d1) -> ((d0*128 + d1) mod 64)>,c = affine_map<(d0, d1) -> ((d0 mod 128) mod 64)>, d = affine_map<(d0, d1) -> ((d0 + d1*128) mod 64)>} : () -> ()
// -----
"test.t"() {a = affine_map<(d0) -> (d0 * 2 + d0)>, b = affine_map<(d0)[s0] -> (d0 + d0 + s0 - s0 * 3 )>, c = affine_map<(d0)[s0] -> (s0 + d0 * s0 + 3 + d0)>, d = affine_map<(d0)[s0] -> (s0 * 3 * s0)>} : () -> ()
// -----
"test.t"() {a = affine_map<(d0) -> (d0 - (d0 floordiv 4) * 4)>, b = affine_map<(d0)[s0] -> (d0 - (d0 floordiv s0) * s0)>, c = affine_map<(d0)[s0] -> (d0 + ((d0 floordiv s0) * s0)*-1)>} : () -> ()
// -----
"test.t"() {a = affine_map<(d0) -> (d0 - d0)>, b = affine_map<(d0, d1)[s0] -> (d0 * s0 + d1 * s0 + d0 * s0)>, c = affine_map<(d0)[s0, s1] -> (s1 * s0 * 4 * s1 + s0 + d0 + 4 + s1)>} : () -> ()
// -----
"test.t"() {a = affine_map<(d0) -> (d0 * 9223372036854775807 * 2)>, c = affine_map<() -> (9223372036854775807 * 2)>} : () -> ()
// -----
"test.t"() {a = affine_map<(d0)[s0] -> ((d0 + s0 * 4) floordiv 4 + (d0 + 8) mod 4)>, b = affine_map<(d0, d1) -> (-(d0 + 1) - d1)>, c = affine_map<(d0)[s0] -> ((d0 + 2) * s0)>, d = affine_map<(d0)[s0] -> ((s0 + 2) * 3)>} : () -> ()
// -----
"test.t"() {a = affine_map<(d0)[s0] -> (s0 floordiv s0 + d0 mod s0)>, b = affine_map<(d0)[s0] -> (((d0 * 6) floordiv 3) mod 2)>, c = affine_map<(d0)[s0] -> (((d0 * 6) mod 4) mod 2)>, d = affine_map<(d0)[s0] -> (0 floordiv s0 + (0 * d0))>} : () -> ()
