// Casts that take what they make, in regions where operations are in no order. Upstream's result depends on where things are in
// memory, and it need not come to an end.
// RUN: tern opt -reconcile-unrealized-casts -allow-unregistered-dialect %s

test.graph_region {
  %0 = builtin.unrealized_conversion_cast %0 : i32 to i32
  "test.user"(%0) : (i32) -> ()
  "test.return"() : () -> ()
}

test.graph_region {
  %a, %b = builtin.unrealized_conversion_cast %b, %a : i32, i32 to i32, i32
  %c, %d = builtin.unrealized_conversion_cast %b, %a : i32, i32 to i32, i32
  %e, %f = builtin.unrealized_conversion_cast %a, %b : i32, i32 to i64, i8
  %g, %h = builtin.unrealized_conversion_cast %e, %f : i64, i8 to i32, i32
  "test.user"(%a, %b, %c, %d, %g, %h) : (i32, i32, i32, i32, i32, i32) -> ()
  "test.return"() : () -> ()
}

// The chain of the third leads into a cycle of the others.
test.graph_region {
  %0 = builtin.unrealized_conversion_cast %1 : i16 to i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to i16
  %2 = builtin.unrealized_conversion_cast %1 : i16 to f32
  "test.user"(%2) : (f32) -> ()
  "test.return"() : () -> ()
}

// None of these is used, not even by way of others.
test.graph_region {
  %0 = builtin.unrealized_conversion_cast %2 : i32 to i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to i16
  %2 = builtin.unrealized_conversion_cast %1 : i16 to i32
  "test.return"() : () -> ()
}
