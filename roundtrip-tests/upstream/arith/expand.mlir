// `arith-expand` on each operation that it takes apart, without and with its options.
// ARGS: --arith-expand
// ARGS: --arith-expand=include-bf16=true
// ARGS: --arith-expand=include-f4e2m1=true
// ARGS: --arith-expand=include-f8e8m0=true
func.func @a(%a: i32, %b: i32) -> i32 { %0 = arith.ceildivsi %a, %b : i32 return %0 : i32 }
func.func @b(%a: vector<2xi32>, %b: vector<2xi32>) -> vector<2xi32> { %0 = arith.ceildivui %a, %b : vector<2xi32> return %0 : vector<2xi32> }
func.func @c(%a: index, %b: index) -> index { %0 = arith.floordivsi %a, %b : index return %0 : index }
func.func @d(%a: f32, %b: f32) -> (f32, f32, f32, f32) {
 %0 = arith.maximumf %a, %b : f32
 %1 = arith.minimumf %a, %b fastmath<nnan> : f32
 %2 = arith.maxnumf %a, %b : f32
 %3 = arith.minnumf %a, %b : f32
 return %0, %1, %2, %3 : f32, f32, f32, f32 }
func.func @e(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
 %0 = arith.maxsi %a, %b : i32
 %1 = arith.maxui %a, %b : i32
 %2 = arith.minsi %a, %b : i32
 %3 = arith.minui %a, %b : i32
 return %0, %1, %2, %3 : i32, i32, i32, i32 }
func.func @f(%a: bf16, %b: f32) -> (f32, bf16) {
 %0 = arith.extf %a : bf16 to f32
 %1 = arith.truncf %b : f32 to bf16
 return %0, %1 : f32, bf16 }
func.func @g(%a: f8E8M0FNU, %b: f32) -> (f32, f8E8M0FNU) {
 %0 = arith.extf %a : f8E8M0FNU to f32
 %1 = arith.truncf %b : f32 to f8E8M0FNU
 return %0, %1 : f32, f8E8M0FNU }
func.func @h(%a: f4E2M1FN, %b: f32) -> (f32, f4E2M1FN) {
 %0 = arith.extf %a : f4E2M1FN to f32
 %1 = arith.truncf %b : f32 to f4E2M1FN
 return %0, %1 : f32, f4E2M1FN }
func.func @i(%a: f16, %s: f8E8M0FNU) -> (f32, f4E2M1FN) {
 %0 = arith.scaling_extf %a, %s : f16, f8E8M0FNU to f32
 %1 = arith.scaling_truncf %a, %s : f16, f8E8M0FNU to f4E2M1FN
 return %0, %1 : f32, f4E2M1FN }
func.func @v(%a: vector<4xbf16>, %b: vector<4xf64>, %c: vector<[4]xf32>, %s: vector<4xf32>) -> (vector<4xf32>, vector<4xf8E8M0FNU>, vector<4xf4E2M1FN>, vector<[4]xbf16>, vector<4xf32>) {
 %0 = arith.extf %a : vector<4xbf16> to vector<4xf32>
 %1 = arith.truncf %b : vector<4xf64> to vector<4xf8E8M0FNU>
 %2 = arith.truncf %s fastmath<nnan> : vector<4xf32> to vector<4xf4E2M1FN>
 %3 = arith.truncf %c : vector<[4]xf32> to vector<[4]xbf16>
 %4 = arith.scaling_extf %2, %s : vector<4xf4E2M1FN>, vector<4xf32> to vector<4xf32>
 return %0, %1, %2, %3, %4 : vector<4xf32>, vector<4xf8E8M0FNU>, vector<4xf4E2M1FN>, vector<[4]xbf16>, vector<4xf32> }
func.func @w(%a: bf16, %b: f64, %f4: f4E2M1FN, %f8: f8E8M0FNU, %s: f16) -> (f64, bf16, f32, f16, f8E8M0FNU, f4E2M1FN) {
 %0 = arith.extf %a : bf16 to f64
 %1 = arith.truncf %b : f64 to bf16
 %2 = arith.extf %f4 fastmath<nnan> : f4E2M1FN to f32
 %3 = arith.extf %f8 : f8E8M0FNU to f16
 %4 = arith.truncf %s : f16 to f8E8M0FNU
 %5 = arith.scaling_truncf %s, %s to_nearest_even fastmath<nnan> : f16, f16 to f4E2M1FN
 return %0, %1, %2, %3, %4, %5 : f64, bf16, f32, f16, f8E8M0FNU, f4E2M1FN }
