// Names of unregistered operations: which can be read, and how they are spelled.
// RUN: tern opt -split-input-file -verify-diagnostics -allow-unregistered-dialect %s
// RUN: mlir-opt -split-input-file -verify-diagnostics -allow-unregistered-dialect %s

"a\0A\22b\\.c"() : () -> ()

// -----

// expected-error@below {{null character not allowed in operation name}}
"a\00.b"() : () -> ()
