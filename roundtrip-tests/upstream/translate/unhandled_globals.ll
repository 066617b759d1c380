; ARGS: --import-llvm --split-input-file
; Globals whose initializers, aliases whose aliasees have no form.
@g = global i8 0
@a = alias i8, getelementptr (i8, ptr @g, i64 ptrtoint (ptr @g to i64))
; // -----
@g = global <1 x ptr> <ptr ptrauth (ptr @f, i32 2)>
declare void @f()
; // -----
@g = global i8 0
@a = alias i8, ptr addrspacecast (ptr addrspace(1) null to ptr)
