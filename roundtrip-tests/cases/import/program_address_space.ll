; A function in the address space of data, although programs are in another: export goes by what is said, not by the layout.
; RUN: tern import %s
; RUN: tern import %s | tern export
target datalayout = "P1"

define void @data() addrspace(0) {
  call addrspace(0) void @data()
  ret void
}

define void @program() addrspace(1) {
  call addrspace(1) void @program()
  ret void
}
