; Global variables
; Every linkage and every property; what MLIR has no field for is an aside.
@external = external global i32
@weak_declared = extern_weak global i32
@plain = global i32 1, align 4
@private = private constant i8 2
@internal = internal unnamed_addr global i32 3
@once = linkonce local_unnamed_addr global i32 4
@once_odr = linkonce_odr global i32 5
@weak = weak global i32 6
@weak_odr = weak_odr global i32 7
@common = common global i32 0
@available = available_externally global i32 8
@appending = appending global [1 x ptr] [ptr @plain]
@hidden = dso_local hidden global i32 9
@protected = protected global i32 10
@imported = external dllimport global i32
@exported = dllexport global i32 11
@thread = thread_local global i32 12
@initial = thread_local(initialexec) global i32 13
@dynamic = thread_local(localdynamic) global i32 14
@local = thread_local(localexec) global i32 15
@initialized = externally_initialized global i32 16
@section = global i32 17, section ".mine", partition "part", align 64
@model = global i32 18, code_model "large"
@unchecked = global i32 19, no_sanitize_address, no_sanitize_hwaddress
@checked = global i32 20, sanitize_memtag, sanitize_address_dyninit
@far = addrspace(1) global i32 21
@"a name" = global i32 22
@0 = private global i32 23
@attributed = global i32 24 #0
@described = global i32 25, !associated !0

attributes #0 = { "bss-section"=".bss.mine" }

!0 = !{ptr @plain}
