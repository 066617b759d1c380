// Prints what LLVM knows of the integers of a module: for each function with a body and each of its arguments and results, in order, the
// bits that are known to be zero and to be one, in hexadecimal; `-` where the value is no integer.

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/DomConditionCache.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static void print(const Value &value, const SimplifyQuery &query) {
  Type *type = value.getType()->getScalarType();
  if (!type->isIntegerTy() || type->getIntegerBitWidth() > 128) {
    outs() << "-\n";
    return;
  }
  KnownBits known = computeKnownBits(&value, query);
  SmallString<40> zeros, ones;
  known.Zero.toStringUnsigned(zeros, 16);
  known.One.toStringUnsigned(ones, 16);
  outs() << zeros << ' ' << ones << '\n';
}

int main(int count, char **arguments) {
  LLVMContext context;
  SMDiagnostic error;
  std::unique_ptr<Module> module = parseIRFile(count > 1 ? arguments[1] : "-", error, context);
  if (!module) {
    error.print("known_bits", errs());
    return 1;
  }
  for (Function &function : *module) {
    if (function.isDeclaration())
      continue;
    DominatorTree dominators(function);
    AssumptionCache assumptions(function);
    DomConditionCache conditions;
    for (BasicBlock &block : function)
      if (auto *branch = dyn_cast<BranchInst>(block.getTerminator()); branch && branch->isConditional())
        conditions.registerBranch(branch);
    SimplifyQuery query(module->getDataLayout(), nullptr, &dominators, &assumptions, nullptr, true, true, &conditions);
    for (Argument &argument : function.args())
      print(argument, query);
    for (Instruction &instruction : instructions(function))
      if (!instruction.getType()->isVoidTy())
        print(instruction, query.getWithInstruction(&instruction));
  }
}
