// RUN: tern export %s
llvm.func @neon(%a: vector<8xi8>, %s: vector<4xi32>, %b: vector<16xi8>) -> vector<4xi32> {
  %0 = arm_neon.intr.smull %a, %a : vector<8xi8> to vector<8xi16>
  %1 = arm_neon.intr.sdot %s, %b, %b : vector<16xi8>, vector<16xi8> to vector<4xi32>
  %2 = arm_neon.intr.usmmla %1, %b, %b : vector<16xi8> to vector<4xi32>
  llvm.return %2 : vector<4xi32>
}

// The types of operands are part of the names.
llvm.func @sve(%p: vector<[4]xi1>, %a: vector<[4]xi32>, %b: vector<[16]xi8>) -> vector<[4]xi32> {
  %0 = "arm_sve.intr.sdot"(%a, %b, %b) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
  %1 = "arm_sve.intr.add"(%p, %0, %a) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
  llvm.return %1 : vector<[4]xi32>
}

// Tiles are immediates.
llvm.func @sme(%p: vector<[4]xi1>, %a: vector<[4]xf32>) {
  "arm_sme.intr.zero"() <{tile_mask = 15 : i32}> : () -> ()
  "arm_sme.intr.mopa"(%p, %p, %a, %a) <{tile_id = 2 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> ()
  llvm.return
}
