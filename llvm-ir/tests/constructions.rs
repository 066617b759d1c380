//! Wrong constructions: what a program can build that is no module, and who refuses it. Most are refused by [`Module::verify`]; some by
//! the builder, which panics or returns an error; some by the type system: see [`List`].

use tern_llvm_ir::edit::EditError;
use tern_llvm_ir::instruction::{
    Alignment, Atomicity, BinaryOp, CallSite, Flags, Instruction, IntPredicate, List,
};
use tern_llvm_ir::{
    Block, Builder, Constant, ConstantKind, Function, Global, Local, Module, Type, TypeKind, Value,
};

/// `i32 @f(i32 %a, ptr %p)` with the blocks `%entry` and `%next`, and a function `i32 @g(i32)`.
fn module() -> Module {
    let mut module = Module::new();
    let (i32, ptr) = (module.types.common.i32, module.types.pointer(0));
    let f = module.add_function("f", i32, &[i32, ptr]).unwrap();
    let mut b = module.build(f).unwrap();
    let (a, entry, next) = (b.argument(0), b.block("entry"), b.block("next"));
    b.position_at_end(entry);
    let one = b.int(i32, 1);
    let sum = b.named("sum").add(a, one);
    b.br(next);
    b.position_at_end(next);
    b.ret(sum);
    module.add_function("g", i32, &[i32]).unwrap();
    assert!(module.verify().is_empty());
    module
}

fn f(module: &Module) -> Global {
    module.function("f").unwrap()
}

fn body(module: &mut Module) -> &mut Function {
    let f = f(module);
    module.globals[f].as_function_mut().unwrap()
}

/// Puts an instruction before the terminator of `%entry`.
fn insert(module: &mut Module, inst: Instruction, result: Option<Type>) -> Option<Local> {
    let function = body(module);
    let result = result.map(|ty| function.add_local(ty, None));
    let inst = function.add_inst(inst, result, List::default());
    let block = function.layout[0];
    let mut insts = function.block_insts(block).to_vec();
    insts.insert(insts.len() - 1, inst);
    function.set_block_insts(block, &insts);
    result
}

fn integer(module: &Module, ty: Type, value: i64) -> Value {
    module.constants.integer(&module.types, ty, value).into()
}

/// A construction: its name, what makes it, and a part of what is said about it.
type Construction = (&'static str, fn(&mut Module), &'static str);

/// What a program makes by changing the module itself.
const MADE: &[Construction] = &[
    (
        "an empty block",
        |module| {
            body(module).add_block(None);
        },
        "in @f, block 2, the block is empty",
    ),
    (
        "a local without an instruction",
        |module| {
            let i32 = module.types.common.i32;
            let local = body(module).add_local(i32, None);
            insert(module, Instruction::Freeze(local.into()), Some(i32));
        },
        "an operand is a local that nothing defines",
    ),
    (
        "a result of `ret`",
        |module| {
            let i32 = module.types.common.i32;
            let function = body(module);
            let (block, value) = (function.layout[1], Value::from(function.args[0]));
            let result = function.add_local(i32, None);
            let inst = function.add_inst(Instruction::Ret(Some(value)), Some(result), List::default());
            function.set_block_insts(block, &[inst]);
        },
        "it has a result, and gives none",
    ),
    (
        "a local that two instructions define",
        |module| {
            let function = body(module);
            let [first, second] = [function.layout[0], function.layout[1]];
            let result = function.insts[function.block_insts(first)[0]].result.expand();
            let freeze =
                function.add_inst(Instruction::Freeze(function.args[0].into()), result, List::default());
            let insts = [&[freeze], function.block_insts(second)].concat();
            function.set_block_insts(second, &insts);
        },
        "block %next, instruction 0 (freeze): a local is defined twice",
    ),
    (
        "an instruction in two blocks",
        |module| {
            let function = body(module);
            let [first, second] = [function.layout[0], function.layout[1]];
            let insts = [&function.block_insts(first)[..1], function.block_insts(second)].concat();
            function.set_block_insts(second, &insts);
        },
        "the instruction is in the function twice",
    ),
    (
        "a store into a number",
        |module| {
            let value = Value::from(body(module).args[0]);
            let store = Instruction::Store {
                value,
                address: value,
                alignment: Alignment::default(),
                volatile: false,
                atomicity: Atomicity::NONE,
            };
            insert(module, store, None);
        },
        "instruction 1 (store): ",
    ),
    (
        "two blocks of one name",
        |module| {
            let function = body(module);
            let name = function.blocks[function.layout[0]].name;
            let next = function.layout[1];
            function.blocks[next].name = name;
        },
        "more than one block or value is called %entry",
    ),
    (
        "two values of one name",
        |module| {
            let function = body(module);
            let name = function.blocks[function.layout[0]].name;
            let arg = function.args[0];
            function.locals[arg].name = name;
        },
        "more than one block or value is called %entry",
    ),
    (
        "a use before the definition",
        |module| {
            let function = body(module);
            let entry = function.layout[0];
            let sum = function.insts[function.block_insts(entry)[0]].result.expand().unwrap();
            let ty = function.locals[sum].ty;
            let local = function.add_local(ty, None);
            let freeze = function.add_inst(Instruction::Freeze(sum.into()), Some(local), List::default());
            let insts = [&[freeze], function.block_insts(entry)].concat();
            function.set_block_insts(entry, &insts);
        },
        "in @f, block %entry, instruction 0 (freeze): Instruction does not dominate all uses!\n  %sum = add i32 %0, 1\n",
    ),
    (
        "`xor nsw`",
        |module| {
            let i32 = module.types.common.i32;
            let value = Value::from(body(module).args[0]);
            let xor = Instruction::Binary { op: BinaryOp::Xor, flags: Flags::NSW, lhs: value, rhs: value };
            insert(module, xor, Some(i32));
        },
        "instruction 1 (xor): ",
    ),
    (
        "a NUL in a name",
        |module| {
            let name = module.strings.intern(b"a\0b");
            let arg = body(module).args[0];
            body(module).locals[arg].name = Some(name);
        },
        "has a NUL in it",
    ),
    (
        "an addition of numbers of two widths",
        |module| {
            let (i32, i64) = (module.types.common.i32, module.types.common.i64);
            let (lhs, rhs) = (integer(module, i32, 1), integer(module, i64, 2));
            let add = Instruction::Binary { op: BinaryOp::Add, flags: Flags::empty(), lhs, rhs };
            insert(module, add, Some(i32));
        },
        "instruction 1 (add): ",
    ),
    (
        "a call without the arguments of its type",
        |module| {
            let g = module.function("g").unwrap();
            let call = module.call_of(g, &[]);
            let i32 = module.types.common.i32;
            insert(module, Instruction::Call(Box::new(call)), Some(i32));
        },
        "instruction 1 (call): ",
    ),
    (
        "arguments that are not those of the function's type",
        |module| {
            let i64 = module.types.common.i64;
            let arg = body(module).args[0];
            body(module).locals[arg].ty = i64;
        },
        "in @f, ",
    ),
    (
        "a number that its type does not hold",
        |module| {
            let i8 = module.types.common.i8;
            let large = module.constants.intern(i8, ConstantKind::Integer(300));
            insert(module, Instruction::Freeze(large.into()), Some(i8));
        },
        "the integer 300 does not fit into 8 bits",
    ),
    (
        "a comparison whose result is no truth value",
        |module| {
            let i64 = module.types.common.i64;
            let value = Value::from(body(module).args[0]);
            let compare = Instruction::ICmp {
                predicate: IntPredicate::Eq,
                flags: Flags::empty(),
                lhs: value,
                rhs: value,
            };
            insert(module, compare, Some(i64));
        },
        "its result has type i64, and it gives one of type i1",
    ),
    (
        "a value without a result",
        |module| {
            let value = Value::from(body(module).args[0]);
            insert(module, Instruction::Freeze(value), None);
        },
        "it gives a value, and has no result",
    ),
    (
        "a zero of a number that is not spelled as a number",
        |module| {
            let i32 = module.types.common.i32;
            let zero = module.constants.intern(i32, ConstantKind::Zero);
            insert(module, Instruction::Freeze(zero.into()), Some(i32));
        },
        "a constant of type i32 is not in canonical form",
    ),
    (
        "elements of bytes that are not packed",
        |module| {
            let i8 = module.types.common.i8;
            let two = module.types.intern(TypeKind::Array { len: 2, element: i8 });
            let element = module.constants.integer(&module.types, i8, 7);
            let array = module.constants.intern(two, ConstantKind::Aggregate([element, element].into()));
            insert(module, Instruction::Freeze(array.into()), Some(two));
        },
        "a constant of type [2 x i8] is not in canonical form",
    ),
    (
        "a constant of another module",
        |module| {
            let other = Module::new();
            let mut last = None;
            for value in 0..1000 {
                last = Some(other.constants.integer(&other.types, other.types.common.i32, value));
            }
            let i32 = module.types.common.i32;
            insert(module, Instruction::Freeze(last.unwrap().into()), Some(i32));
        },
        "an operand is a constant that the module does not have",
    ),
    (
        "a type of another module",
        |module| {
            let other = Module::new();
            let mut last = other.types.common.i32;
            for width in 100..1000 {
                last = other.types.integer(width);
            }
            let value = Value::from(body(module).args[0]);
            insert(module, Instruction::Freeze(value), Some(last));
        },
        "in @f, block %entry, instruction 1 (freeze)",
    ),
    (
        "a block of another function",
        |module| {
            let function = body(module);
            let last = function.block_insts(function.layout[0])[1];
            function.insts[last].inst = Instruction::Br(Block::from_u32(9));
        },
        "a successor is a block that the function does not have",
    ),
    (
        "a list outside its pool",
        |module| {
            let (i8, ptr) = (module.types.common.i8, module.types.pointer(0));
            let base = Value::from(body(module).args[1]);
            let indices: List<Value> = List::new(1000, 2);
            let gep = Instruction::GetElementPtr { flags: Flags::empty(), element: i8, base, indices };
            insert(module, gep, Some(ptr));
        },
        "instruction 1 (getelementptr): ",
    ),
    (
        "a branch to the entry",
        |module| {
            let function = body(module);
            let last = function.block_insts(function.layout[1])[0];
            function.insts[last].inst = Instruction::Br(function.layout[0]);
        },
        "in @f: Entry block to function must not have predecessors!\nlabel %entry",
    ),
    (
        "a PHI node that lacks a predecessor",
        |module| {
            let i32 = module.types.common.i32;
            let function = body(module);
            let result = function.add_local(i32, None);
            let phi = Instruction::Phi { flags: Flags::empty(), incoming: List::default() };
            let phi = function.add_inst(phi, Some(result), List::default());
            let next = function.layout[1];
            let insts = [&[phi], function.block_insts(next)].concat();
            function.set_block_insts(next, &insts);
        },
        "block %next",
    ),
    (
        "a use of a global that is no longer listed",
        |module| {
            let g = module.function("g").unwrap();
            let arg = Value::from(body(module).args[0]);
            let call = module.call_of(g, &[arg]);
            let i32 = module.types.common.i32;
            insert(module, Instruction::Call(Box::new(call)), Some(i32));
            module.functions.retain(|&function| function != g);
        },
        "@g is used, but is in none of the module's lists",
    ),
];

#[test]
fn what_is_made_wrong_is_found() {
    for (name, make, expected) in MADE {
        let mut module = module();
        make(&mut module);
        let report = module.verify();
        let found: Vec<String> = report.described(&module).collect();
        assert!(found.iter().any(|found| found.contains(expected)), "{name}: {found:?}");
    }
}

/// What the builder does not make: it panics, with the message of the error that [`Builder::try_insert`] returns.
#[test]
fn the_builder_refuses_wrong_operands() {
    type Attempt = fn(&mut Builder<'_>) -> (Instruction, Option<Type>);
    let attempts: [(Attempt, &str); 4] = [
        (
            |b| {
                let value = b.argument(0);
                (Instruction::Binary { op: BinaryOp::Xor, flags: Flags::NSW, lhs: value, rhs: value }, None)
            },
            "xor: ",
        ),
        (
            |b| {
                let (lhs, rhs) = (b.argument(0), b.int(b.module().types.common.i64, 1));
                (Instruction::Binary { op: BinaryOp::Add, flags: Flags::empty(), lhs, rhs }, None)
            },
            "add: ",
        ),
        (
            |b| {
                let g = b.module().function("g").unwrap();
                let ty = b.module().globals[g].ty;
                let callee = b.address_of(g);
                (Instruction::Call(Box::new(CallSite::new(callee.into(), ty, &[]))), None)
            },
            "call: ",
        ),
        (
            |b| (Instruction::Freeze(Constant::from_u32(100_000).into()), b.module().types.common.i32.into()),
            "freeze: ",
        ),
    ];
    for (make, expected) in attempts {
        let mut module = module();
        let f = f(&module);
        let mut b = module.build(f).unwrap();
        let entry = b.function().layout[0];
        b.position_at_end(entry);
        let (inst, ty) = make(&mut b);
        let error = b.try_insert(inst, ty).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

/// What editing refuses.
#[test]
fn names_and_uses_are_kept_right() {
    let mut module = module();
    let f = f(&module);
    let i32 = module.types.common.i32;
    assert!(matches!(module.add_function("f", i32, &[]), Err(EditError::NameTaken(_))));
    assert!(matches!(module.add_function("a\0b", i32, &[]), Err(EditError::NotAName(_))));
    let sum = body(&mut module).block_insts(Block::from_u32(0))[0];
    assert!(module.edit(f).unwrap().erase(sum).is_err(), "its result is used");
}
