; Inline assembly
; An operation of its own; with operand bundles or as an `invoke`, an extension.
define i32 @f(i32 %x, ptr %p) {
  call void asm sideeffect "nop", ""()
  %1 = call i32 asm alignstack inteldialect "mov $0, $1", "=r,r"(i32 %x)
  call void asm "mov $0, $1", "=*m,r"(ptr elementtype(i32) %p, i32 %x)
  %2 = call { i32, i32 } asm "", "=r,=r"()
  call void asm sideeffect "nop", ""() [ "tag"(i32 %x) ]
  ret i32 %1
}
