// ARGS: --split-input-file
module attributes {dlti.dl_spec = #dlti.dl_spec<i64 = dense<64> : vector<2xi32>>} {}
// -----
module attributes {a.b = #dlti.dl_spec<f64 = dense<64> : vector<2xi32>>} {}
// -----
module attributes {a.b = #dlti.dl_spec<i64 = 5 : i32>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<i64 = 5 : i32>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 5 : i32>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<index = dense<32> : vector<1xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<i64 = dense<[32, 64, 3]> : vector<3xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<i64 = dense<[64, 32]> : vector<2xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<i8 = dense<[16]> : vector<1xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<i8 = dense<[33]> : vector<1xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<f64 = dense<[64]> : tensor<1xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<f64 = array<i64: 64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<32> : vector<4xi32>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<32> : vector<2xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<[32,32,64,16]> : vector<4xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<[32,64,32]> : vector<3xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<(i8)> = dense<[32,64]> : vector<2xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<()> = dense<[32,64]> : vector<2xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<()> = dense<[64,32]> : vector<2xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<()> = dense<[32,32]> : vector<2xi32>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<vector<2xi32> = dense<[32,32]> : vector<2xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<vector<2xi32> = dense<[32,32]> : vector<2xi64>, vector<4xi32> = dense<[32,32]> : vector<2xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ppc_fp128 = dense<[32,32]> : vector<2xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "middle">} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = 3>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.alloca_memory_space" = 3 : ui64>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.stack_alignment" = "x">} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.unknown" = "x">} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"foo.unknown" = "x">} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"unknown" = "x">} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"" = "x">} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"a" = 1, "a" = 2>} {}
// -----
module attributes {dlti.dl_spec = 5} {}
// -----
module attributes {dlti.foo = 5} {}
// -----
module attributes {dlti.map = 5} {}
// -----
module attributes {dlti.map = #dlti.map<"a" = 5>} {}
// -----
module attributes {dlti.target_system_spec = 5} {}
// -----
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = 5>} {}
// -----
module attributes {dlti.target_system_spec = #dlti.target_system_spec<i32 = #dlti.target_device_spec<"a" = 1>>} {}
// -----
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"a" = 1>>} {}
// -----
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.map<"a" = 1>>} {}
// -----
module attributes {dlti.target_device_spec = #dlti.target_device_spec<"a" = 1>} {}
// -----
llvm.func @f() attributes {dlti.dl_spec = #dlti.dl_spec<i64 = 5 : i32>}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi32>>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<i64 = dense<[-8]> : vector<1xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<i64 = dense<[0]> : vector<1xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<i64 = dense<[24]> : vector<1xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<f64 = dense<[24, 32, 64]> : vector<3xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<complex<f32> = dense<[64]> : vector<1xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<memref<4xi8> = dense<[64]> : vector<1xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<tensor<4xi8> = dense<[64]> : vector<1xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<none = dense<[64]> : vector<1xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64, !llvm.ptr<270> = dense<[32,32]> : vector<2xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<si64 = 5 : i32>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<bf16 = dense<[7]> : vector<1xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<[32,32,32,16,8]> : vector<5xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<[33,32,32,16]> : vector<4xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<[32,33,32,16]> : vector<4xi64>>} {}
// -----
module attributes {a.x = #dlti.map<"a" = 1, i32 = 5, "a" = 3>} {}
// -----
module attributes {a.x = #dlti.target_device_spec<"a" = 1, i32 = 5>} {}
// -----
module attributes {a.x = #dlti.target_device_spec<"" = 1>} {}
// -----
module attributes {a.x = #dlti.map<>} {}
// -----
module attributes {a.x = #dlti.dl_spec<>} {}
// -----
module attributes {a.x = #dlti.target_system_spec<>} {}
// -----
module attributes {a.x = #dlti.dl_entry<"", 5>} {}
// -----
module attributes {a.x = #dlti.map<"" = 5>} {}
// -----
module attributes {a.x = #dlti.dl_entry<5, 5>} {}
// -----
module attributes {a.x = #dlti.dl_spec<5 = 5>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.legal_int_widths" = array<i32: 8, 16>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.mangling_mode" = 5>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.mangling_mode" = "zz">} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.function_pointer_alignment" = 5>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.default_memory_space" = "q", "dlti.program_memory_space" = "q", "dlti.global_memory_space" = "q">} {}
// -----
func.func @f() attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big">} { return }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big">} { module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little">} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"q.x" = 64>} { module attributes {dlti.dl_spec = #dlti.dl_spec<"q.x" = 65>} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"x" = 64>} { module attributes {dlti.dl_spec = #dlti.dl_spec<"x" = 65>} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<()> = dense<[64,64]> : vector<2xi64>>} { module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<()> = dense<[32,64]> : vector<2xi64>>} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.stack_alignment" = 64, f64 = dense<64>:vector<1xi64>>} { module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.stack_alignment" = 65, f64=dense<32>:vector<1xi64>>} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big">} { module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big">} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.alloca_memory_space" = 1>} { module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.alloca_memory_space" = 2>} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.stack_alignment" = 1>} { module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.stack_alignment" = 2>} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.mangling_mode" = "e">} { module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.mangling_mode" = "o">} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.legal_int_widths" = 1>} { module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.legal_int_widths" = 2>} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.program_memory_space" = 1>} { module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.program_memory_space" = 2>} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.default_memory_space" = 1>} { module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.default_memory_space" = 2>} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.global_memory_space" = 1>} { module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.global_memory_space" = 2>} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.function_pointer_alignment" = 1>} { module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.function_pointer_alignment" = 2>} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"zz.a" = 1>} { module attributes {dlti.dl_spec = #dlti.dl_spec<"zz.a" = 2>} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"zz" = 1>} { module attributes {dlti.dl_spec = #dlti.dl_spec<"zz" = 2>} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<()> = dense<[64, 64]> : vector<2xi64>>} { module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<()> = dense<[32, 64]> : vector<2xi64>>} {} }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"llvm.x" = 1>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"func.x" = 1>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"builtin.x" = 1>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"arith.x" = 1>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"memref.x" = 1>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"zz.x" = 1>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.array<2 x i32> = 5>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ppc_fp128 = 5>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.void = 5>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.func<void ()> = 5>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.target<"a"> = 5>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.token = 5>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<"a", opaque> = 5>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<()> = dense<[32,64,3]> : vector<3xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<()> = 5>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = 5>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<i64=5, "dlti.endianness"=3>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness"=3, i64=5>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<tuple<i32>=3>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<() -> i32 = 5>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<f8E4M3FN = 5>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<tf32=4>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<i64 = dense<[64]> : tensor<1xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<i64 = dense<64> : vector<1xsi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<i64 = dense<64> : vector<1xindex>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<i64=dense<2.0>:vector<1xf32>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<[32,0,32]> : vector<3xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<[-1,8,8]> : vector<3xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<[32,7,8]> : vector<3xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<()> = dense<[7]> : vector<1xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<i64=dense<-1>:vector<1xi64>>} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<i64=dense<[-1,1]>:vector<2xi64>>} {}
// -----
module attributes {a.x = #dlti.target_device_spec<>} {}
// -----
module attributes {a.x = #dlti.map<i32=5>} {}
// -----
module attributes {a.x = #dlti.map<i32=5,i32=6>} {}
// -----
module attributes {a.x = #dlti.map<i32=5,#dlti.dl_entry<i32,6>>} {}
// -----
module attributes {a.x = #dlti.map<#dlti.dl_entry<i32,6>>} {}
// -----
module attributes {a.x = #dlti.map<5>} {}
// -----
module attributes {a.x = #dlti.map<"a" 5>} {}
// -----
module attributes {a.x = #dlti.map<"a">} {}
// -----
module attributes {a.x = #dlti.dl_spec<i32>} {}
// -----
module attributes {a.x = #dlti.target_device_spec<#dlti.dl_entry<"a",6>>} {}
// -----
module attributes {a.x = #dlti.target_system_spec<#dlti.dl_entry<"a",6>>} {}
// -----
module attributes {a.x = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"a"=1>, "CPU" = #dlti.target_device_spec<"a"=1>>} {}
// -----
module attributes {a.x = #dlti.dl_entry<"a.b", 5>} {}
// -----
module attributes {a.x = #dlti.dl_spec<"a">} {}
// -----
module attributes {dlti.map = #dlti.dl_spec<"a"=5>} {}
// -----
llvm.func @f() attributes {dlti.dl_spec = 5}
// -----
module attributes {dlti.dl_spec = #dlti.map<"a"=5>} {}
// -----
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"dlti.x"=1>>} {}
// -----
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"llvm.x"=1>>} {}
// -----
module { module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"llvm.x"=1>>} {} }
