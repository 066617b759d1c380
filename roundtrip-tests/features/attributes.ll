declare "result" i32 @g(ptr captures(address, read_provenance) initializes((0, 8), (16, 20)), i32 range(i32 0, 9), float nofpclass(nan inf)) #0

define swifttailcc void @f(ptr swiftself %s, ptr byval(i64) align 8 %v) "key"="value" prefix i32 7 {
  %r = call i32 @g(ptr %s, i32 range(i32 1, 3) 2, float 1.000000e+00) #1
  ret void
}

attributes #0 = { memory(argmem: readwrite, errnomem: write) nobuiltin allockind("alloc,zeroed") alignstack=16 }
attributes #1 = { cold "site"="yes" }
