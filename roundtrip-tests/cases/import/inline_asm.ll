; RUN: tern import %s
module asm ".globl here"
module asm "here:"

define i32 @f(i32 %x, ptr %p) {
  %1 = call i32 asm "add $1, $0", "=r,r"(i32 %x)
  call void asm sideeffect alignstack inteldialect "nop", "~{memory}"()
  call void asm sideeffect "", "*m"(ptr elementtype(i32) %p)
  ret i32 %1
}
