// ARGS: -convert-vector-to-llvm
// ARGS: -convert-vector-to-llvm=use-vector-alignment=1
// ARGS: -convert-vector-to-llvm=reassociate-fp-reductions
// ARGS: -convert-vector-to-llvm=force-32bit-vector-indices=0

func.func @a(%f: f32) -> vector<2x3xf32> { %0 = vector.broadcast %f : f32 to vector<2x3xf32>
 return %0 : vector<2x3xf32> }
func.func @b() -> index { %0 = vector.vscale
 return %0 : index }
func.func @fma(%a: vector<4xf32>, %b: vector<2x4xf32>, %z: vector<f32>) -> (vector<4xf32>, vector<2x4xf32>, vector<f32>) { 
 %0 = vector.fma %a, %a, %a : vector<4xf32>
 %1 = vector.fma %b, %b, %b : vector<2x4xf32>
 %2 = vector.fma %z, %z, %z : vector<f32>
 return %0, %1, %2 : vector<4xf32>, vector<2x4xf32>, vector<f32> }
func.func @ml(%b: memref<?xf32, strided<[1], offset: ?>>, %i: index, %m: vector<4xi1>, %v: vector<4xf32>, %B: memref<?x?xf32, strided<[?, 1], offset: 5>>) -> vector<4xf32> {
 %0 = vector.maskedload %b[%i], %m, %v : memref<?xf32, strided<[1], offset: ?>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
 vector.maskedstore %b[%i], %m, %0 {alignment = 8 : i64} : memref<?xf32, strided<[1], offset: ?>>, vector<4xi1>, vector<4xf32>
 vector.store %0, %B[%i, %i] : memref<?x?xf32, strided<[?, 1], offset: 5>>, vector<4xf32>
 return %0 : vector<4xf32> }
func.func @r(%v: vector<4xf32>, %f: f32) -> (f32, f32, f32) {
 %0 = vector.reduction <mul>, %v : vector<4xf32> into f32
 %1 = vector.reduction <add>, %v, %f fastmath<fast> : vector<4xf32> into f32
 %2 = vector.reduction <maximumf>, %v, %f fastmath<nnan> : vector<4xf32> into f32
 return %0, %1, %2 : f32, f32, f32 }
func.func @p(%a: f16, %b: bf16, %c: i1, %d: i8, %e: ui8, %f: i128) {
 vector.print %a : f16 punctuation <comma>
 vector.print %b : bf16 punctuation <open>
 vector.print %c : i1 punctuation <close>
 vector.print %d : i8 punctuation <no_punctuation>
 vector.print %e : ui8
 vector.print str "ab"
 vector.print str "ab"
 return }
func.func @m(%m: vector<4xi1>, %v: vector<4xf32>, %f: f32, %i: vector<4xi32>, %n: vector<[4]xi1>, %w: vector<[4]xi32>) -> (f32, f32, i32, i32, i32) {
 %0 = vector.mask %m { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
 %1 = vector.mask %m { vector.reduction <maximumf>, %v, %f : vector<4xf32> into f32 } : vector<4xi1> -> f32
 %2 = vector.mask %m { vector.reduction <minui>, %i : vector<4xi32> into i32 } : vector<4xi1> -> i32
 %3 = vector.mask %n { vector.reduction <maxsi>, %w : vector<[4]xi32> into i32 } : vector<[4]xi1> -> i32
 %4 = vector.mask %n { vector.reduction <and>, %w : vector<[4]xi32> into i32 } : vector<[4]xi1> -> i32
 return %0, %1, %2, %3, %4 : f32, f32, i32, i32, i32 }
func.func @cm(%i: index) -> (vector<4xi1>, vector<[4]xi1>, vector<i1>, vector<2x3xi1>, vector<4xindex>) {
  %0 = vector.create_mask %i : vector<4xi1>
  %1 = vector.create_mask %i : vector<[4]xi1>
  %2 = vector.create_mask %i : vector<i1>
  %3 = vector.create_mask %i, %i : vector<2x3xi1>
  %4 = vector.step : vector<4xindex>
  return %0, %1, %2, %3, %4 : vector<4xi1>, vector<[4]xi1>, vector<i1>, vector<2x3xi1>, vector<4xindex> }
