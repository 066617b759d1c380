// ARGS: --split-input-file
func.func @f(%x: !foo.t) { return }
// -----
func.func @f(%x: !foo<"abc">) { return }
// -----
func.func @f() attributes {a = #foo.t} { return }
// -----
func.func @f() attributes {a = #foo<"q">} { return }
// -----
func.func @f() attributes {a = #foo.t<a b c>, b = !foo.t<1>} { return }
// -----
!t = !foo.t
func.func @f() attributes {b = !t} { return }
// -----
#a = #foo.t
func.func @f() attributes {a = #a} { return }
// -----
func.func @f() attributes {a = #foo.t : i32} { return }
// -----
func.func @f() attributes {foo.a = 5} { return }
// -----
func.func @f() attributes {a = [[#foo.t]]} { "foo.op"() : () -> () return }
// -----
func.func @f(%x: vector<4x!foo.t>) { return }
// -----
func.func @f(%x: tensor<4x!foo.t>) { return }
// -----
func.func @f() attributes {a = !foo<a>} { return }
