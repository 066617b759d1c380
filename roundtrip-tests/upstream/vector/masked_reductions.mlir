// ARGS: -allow-unregistered-dialect -convert-vector-to-llvm
// ARGS: -allow-unregistered-dialect -convert-vector-to-llvm=use-vector-alignment=1
// ARGS: -allow-unregistered-dialect -convert-vector-to-llvm=reassociate-fp-reductions
// ARGS: -allow-unregistered-dialect -convert-vector-to-llvm=force-32bit-vector-indices=0

func.func @m(%m: vector<4xi1>, %i: vector<4xi32>, %f: vector<4xf32>, %a: i32, %b: f32, %n: vector<[4]xi1>, %w: vector<[4]xf64>) {
  %iadd = vector.mask %m { vector.reduction <add>, %i : vector<4xi32> into i32 } : vector<4xi1> -> i32
  "u"(%iadd) : (i32) -> ()
  %imul = vector.mask %m { vector.reduction <mul>, %i : vector<4xi32> into i32 } : vector<4xi1> -> i32
  "u"(%imul) : (i32) -> ()
  %iminui = vector.mask %m { vector.reduction <minui>, %i : vector<4xi32> into i32 } : vector<4xi1> -> i32
  "u"(%iminui) : (i32) -> ()
  %imaxui = vector.mask %m { vector.reduction <maxui>, %i : vector<4xi32> into i32 } : vector<4xi1> -> i32
  "u"(%imaxui) : (i32) -> ()
  %iminsi = vector.mask %m { vector.reduction <minsi>, %i : vector<4xi32> into i32 } : vector<4xi1> -> i32
  "u"(%iminsi) : (i32) -> ()
  %imaxsi = vector.mask %m { vector.reduction <maxsi>, %i : vector<4xi32> into i32 } : vector<4xi1> -> i32
  "u"(%imaxsi) : (i32) -> ()
  %iand = vector.mask %m { vector.reduction <and>, %i : vector<4xi32> into i32 } : vector<4xi1> -> i32
  "u"(%iand) : (i32) -> ()
  %ior = vector.mask %m { vector.reduction <or>, %i : vector<4xi32> into i32 } : vector<4xi1> -> i32
  "u"(%ior) : (i32) -> ()
  %ixor = vector.mask %m { vector.reduction <xor>, %i : vector<4xi32> into i32 } : vector<4xi1> -> i32
  "u"(%ixor) : (i32) -> ()
  %imulacc = vector.mask %m { vector.reduction <mul>, %i, %a : vector<4xi32> into i32 } : vector<4xi1> -> i32
  "u"(%imulacc) : (i32) -> ()
  %fadd = vector.mask %m { vector.reduction <add>, %f fastmath<nnan> : vector<4xf32> into f32 } : vector<4xi1> -> f32
  "u"(%fadd) : (f32) -> ()
  %fmul = vector.mask %m { vector.reduction <mul>, %f fastmath<nnan> : vector<4xf32> into f32 } : vector<4xi1> -> f32
  "u"(%fmul) : (f32) -> ()
  %fminnumf = vector.mask %m { vector.reduction <minnumf>, %f fastmath<nnan> : vector<4xf32> into f32 } : vector<4xi1> -> f32
  "u"(%fminnumf) : (f32) -> ()
  %fmaxnumf = vector.mask %m { vector.reduction <maxnumf>, %f fastmath<nnan> : vector<4xf32> into f32 } : vector<4xi1> -> f32
  "u"(%fmaxnumf) : (f32) -> ()
  %fminimumf = vector.mask %m { vector.reduction <minimumf>, %f fastmath<nnan> : vector<4xf32> into f32 } : vector<4xi1> -> f32
  "u"(%fminimumf) : (f32) -> ()
  %fmaximumf = vector.mask %m { vector.reduction <maximumf>, %f fastmath<nnan> : vector<4xf32> into f32 } : vector<4xi1> -> f32
  "u"(%fmaximumf) : (f32) -> ()
  %gminnumf = vector.mask %m { vector.reduction <minnumf>, %f, %b : vector<4xf32> into f32 } : vector<4xi1> -> f32
  "u"(%gminnumf) : (f32) -> ()
  %gmaxnumf = vector.mask %m { vector.reduction <maxnumf>, %f, %b : vector<4xf32> into f32 } : vector<4xi1> -> f32
  "u"(%gmaxnumf) : (f32) -> ()
  %gminimumf = vector.mask %m { vector.reduction <minimumf>, %f, %b : vector<4xf32> into f32 } : vector<4xi1> -> f32
  "u"(%gminimumf) : (f32) -> ()
  %gmaximumf = vector.mask %m { vector.reduction <maximumf>, %f, %b : vector<4xf32> into f32 } : vector<4xi1> -> f32
  "u"(%gmaximumf) : (f32) -> ()
  %zm = vector.mask %n { vector.reduction <minimumf>, %w : vector<[4]xf64> into f64 } : vector<[4]xi1> -> f64
 "u"(%zm) : (f64) -> ()
 return
}
