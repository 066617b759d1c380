use std::collections::BTreeSet;

use super::*;
use crate::constants::InlineAsm;
use crate::instruction::{BinaryOp, Bundle, CastOp, FloatPredicate, IntPredicate, Opcode, Ordering, RmwOp};

/// The text of a module, which must be readable and be the same module then.
fn text(module: &Module) -> String {
    let text = crate::try_write(module).unwrap_or_else(|problem| panic!("{problem}"));
    let read = crate::read(&text, "built").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(crate::write(&read), text);
    String::from_utf8(text).unwrap()
}

fn function(module: &mut Module, name: &str, ret: Type, params: &[Type]) -> Global {
    module.add_function(name, ret, params).unwrap()
}

/// Builds functions that have every instruction, and returns the module.
fn everything() -> Module {
    let mut module = Module::new();
    let c = module.types.common;
    let (i16, half) = (module.types.integer(16), module.types.intern(TypeKind::Half));
    let other_space = module.types.pointer(1);
    let vector = module.types.intern(TypeKind::Vector { len: 4, scalable: false, element: c.i32 });
    let scalable = module.types.intern(TypeKind::Vector { len: 4, scalable: true, element: c.i32 });
    let pair = module.types.intern(TypeKind::Struct { packed: false, fields: [c.ptr, c.i32].into() });
    let personality = function(&mut module, "personality", c.i32, &[]);
    let personality = module.address_of(personality);
    let callee = function(&mut module, "callee", c.i32, &[c.i32]);
    let nothing = function(&mut module, "nothing", c.void, &[]);

    let f = function(&mut module, "plain", c.i32, &[c.i32, c.i32, c.float, c.ptr, vector]);
    let mut b = module.build(f).unwrap();
    let [x, y, z, p, v] = std::array::from_fn(|index| b.argument(index));
    let (entry, one, two, exit) = (b.block("entry"), b.block("one"), b.block("one"), b.block(""));
    b.position_at_end(entry);
    for &op in BinaryOp::ALL {
        let (lhs, rhs) = if op.is_float() { (z, z) } else { (x, y) };
        b.flags(op.flags()).binary(op, lhs, rhs);
    }
    let (wide, narrow) = (b.zext(x, c.i64), b.trunc(x, i16));
    let double = b.fpext(z, c.double);
    b.sext(narrow, c.i64);
    b.fptrunc(double, half);
    b.fptoui(z, c.i32);
    b.fptosi(z, c.i32);
    b.uitofp(x, c.float);
    b.sitofp(x, c.float);
    b.ptrtoint(p, c.i64);
    b.ptrtoaddr(p, c.i64);
    let back = b.inttoptr(wide, c.ptr);
    b.bitcast(z, c.i32);
    b.addrspacecast(back, other_space);
    b.fast().fneg(z);
    let less = b.named("less").icmp(IntPredicate::Slt, x, y);
    b.fcmp(FloatPredicate::Oeq, z, z);
    b.select(less, x, y);
    b.freeze(x);
    b.extract_element(v, x);
    b.insert_element(v, x, y);
    let shuffled = b.shuffle_vector(v, v, &[Some(0), None, Some(7)]);
    assert_eq!(b.module().types.element_count(b.type_of(shuffled)), Some(3));
    let first = b.zero(scalable);
    b.splat_first(first, scalable);
    let empty = b.undef(pair);
    let some = b.insert_value(empty, x, &[1]);
    b.extract_value(some, &[1]);
    let slot = b.named("slot").align(16).alloca(c.i32);
    b.alloca_array(c.i8, x);
    b.volatile().align(4).store(x, slot);
    b.load(c.i32, slot);
    b.atomic(Ordering::Acquire).scope("singlethread").load(c.i32, slot);
    b.atomic(Ordering::Release).store(x, slot);
    b.scope("agent").fence(Ordering::SeqCst);
    b.cmpxchg(slot, x, y, Ordering::AcqRel, Ordering::Monotonic);
    b.volatile().weak().cmpxchg(slot, x, y, Ordering::SeqCst, Ordering::SeqCst);
    b.atomicrmw(RmwOp::Add, slot, x, Ordering::Monotonic);
    let index = b.int(c.i64, 2);
    b.flags(Flags::INBOUNDS | Flags::NUW).gep(c.i32, slot, &[index]);
    b.va_arg(p, c.i32);
    b.call(callee, &[x]);
    assert_eq!(b.call(nothing, &[]), None);
    b.call_intrinsic("llvm.umax", c.i32, &[x, y]);
    let tag = b.module().strings.intern(b"deopt");
    let mut call = b.module_mut().call_of(callee, &[x]);
    call.bundles.push(Bundle { tag, inputs: vec![y] });
    b.call_site(call);
    b.cond_br(less, one, two);
    b.position_at_end(one);
    let case = b.int(c.i32, 1).constant().unwrap();
    b.switch(x, exit, &[(case, two)]);
    b.position_at_end(two);
    b.br(exit);
    b.position_at_end(exit);
    let merged = b.phi(c.i32, &[(x, one)]);
    b.add_incoming(merged, y, two);
    b.ret(merged);

    let f = function(&mut module, "unwinds", c.void, &[]);
    let mut b = module.build(f).unwrap();
    b.function_mut().personality = Some(personality);
    let (entry, next, pad, last) = (b.block(""), b.block("next"), b.block("pad"), b.block("last"));
    b.position_at_end(entry);
    let call = b.module_mut().call_of(nothing, &[]);
    b.invoke(call, next, pad);
    b.position_at_end(pad);
    let filtered = b.module().types.intern(TypeKind::Array { len: 0, element: c.ptr });
    let (any, none) = (b.null().constant().unwrap(), b.zero(filtered).constant().unwrap());
    let landed = b.landing_pad(pair, true, &[Clause::Catch(any), Clause::Filter(none)]);
    b.resume(landed);
    b.position_at_end(next);
    let asm = {
        let function_type =
            b.module().types.intern(TypeKind::Function { ret: c.void, params: [].into(), varargs: false });
        let (template, constraints) =
            (b.module().strings.intern(b"jmp ${0:l}"), b.module().strings.intern(b"!i"));
        let asm = InlineAsm {
            function_type,
            template,
            constraints,
            side_effect: true,
            align_stack: false,
            intel_dialect: false,
            unwind: false,
        };
        let asm = b.module().constants.intern(c.ptr, ConstantKind::InlineAsm(Box::new(asm)));
        CallSite::new(asm.into(), function_type, &[])
    };
    b.callbr(asm, last, &[last]);
    b.position_at_end(last);
    let address = b.module().constants.intern(c.ptr, ConstantKind::BlockAddress(f, next));
    let to = b.block("to");
    b.indirect_br(address, &[next, to]);
    b.position_at_end(to);
    b.unreachable();

    let f = function(&mut module, "funclets", c.void, &[]);
    let mut b = module.build(f).unwrap();
    b.function_mut().personality = Some(personality);
    let (entry, done, dispatch) = (b.block(""), b.block("done"), b.block("dispatch"));
    let (handler, cleanup) = (b.block("handler"), b.block("cleanup"));
    b.position_at_end(entry);
    let call = b.module_mut().call_of(nothing, &[]);
    b.invoke(call, done, dispatch);
    b.position_at_end(dispatch);
    let switch = b.catch_switch(None, &[handler], Some(cleanup));
    b.position_at_end(handler);
    let null = b.null();
    let caught = b.catch_pad(switch, &[null]);
    b.catch_ret(caught, done);
    b.position_at_end(cleanup);
    let pad = b.cleanup_pad(None, &[]);
    b.cleanup_ret(pad, None);
    b.position_at_end(done);
    b.ret_void();
    module
}

#[test]
fn every_instruction_is_built() {
    let module = everything();
    let text = text(&module);
    let mut built = BTreeSet::new();
    for (_, _, function) in module.definitions() {
        built.extend(function.instructions().map(|(_, inst)| function.insts[inst].inst.opcode()));
    }
    assert_eq!(built, Opcode::all().collect());
    for expected in [
        "  %21 = or disjoint i32 %0, %1\n",
        "  %slot = alloca i32, align 16\n",
        "one1:",
        "store volatile i32 %0, ptr %slot, align 4\n",
        "load atomic i32, ptr %slot syncscope(\"singlethread\") acquire, align 4\n",
        "fence syncscope(\"agent\") seq_cst\n",
        "cmpxchg weak volatile ptr %slot, i32 %0, i32 %1 seq_cst seq_cst\n",
        "getelementptr inbounds nuw i32, ptr %slot, i64 2\n",
        "call i32 @llvm.umax.i32(i32 %0, i32 %1)\n",
        "call i32 @callee(i32 %0) [ \"deopt\"(i32 %1) ]\n",
        "phi i32 [ %0, %one ], [ %1, %one1 ]\n",
    ] {
        assert!(text.contains(expected), "{expected}{text}");
    }
}

#[test]
fn instructions_are_put_where_the_position_is() {
    let mut module = Module::new();
    let c = module.types.common;
    let f = function(&mut module, "f", c.i32, &[c.i32]);
    let mut b = module.build(f).unwrap();
    let (x, entry) = (b.argument(0), b.block(""));
    b.position_at_end(entry);
    let last = b.add(x, x);
    let last_inst = b.last();
    b.ret(last);
    b.position_before(last_inst);
    let node = b.module_mut().metadata.nodes.push(crate::metadata::MdNodeData {
        distinct: false,
        kind: crate::metadata::MdNodeKind::Tuple([].into()),
    });
    let first = b.named("x").attach("note", node).mul(x, x);
    b.named("x").sub(first, x);
    b.position_after(last_inst);
    b.xor(x, x);
    let expected = "  %x = mul i32 %0, %0, !note !0\n  %x1 = sub i32 %x, %0\n  %2 = add i32 %0, %0\n  %3 = xor i32 %0, %0\n  ret i32 %2\n";
    let text = text(&module);
    assert!(text.contains(expected), "{text}");
}

#[test]
fn wrong_instructions_are_errors() {
    let mut module = Module::new();
    let c = module.types.common;
    let f = function(&mut module, "f", c.i32, &[c.i32, c.ptr]);
    assert_eq!(module.add_function("f", c.void, &[]), Err(EditError::NameTaken("f".to_owned())));
    let mut b = module.build(f).unwrap();
    let (x, p, entry) = (b.argument(0), b.argument(1), b.block("entry"));
    b.position_at_end(entry);
    let elsewhere = Value::from(Local::from_u32(77));
    let add = |lhs, rhs, flags| Instruction::Binary { op: BinaryOp::Add, flags, lhs, rhs };
    let none = Flags::empty();
    let cast = |op| Instruction::Cast { op, flags: none, value: x };
    let store = Instruction::Store {
        address: x,
        value: x,
        alignment: Alignment::NONE,
        volatile: false,
        atomicity: Atomicity::NONE,
    };
    let wrong = [
        (add(x, p, none), None),
        (add(p, p, none), None),
        (add(x, x, Flags::EXACT), None),
        (add(x, elsewhere, none), None),
        (add(x, x, none), Some(c.i64)),
        (cast(CastOp::ZExt), Some(c.i8)),
        (cast(CastOp::Trunc), None),
        (store, None),
        (Instruction::Ret(None), None),
        (Instruction::Br(Block::from_u32(9)), None),
        (Instruction::CondBr { condition: x, then: entry, otherwise: entry }, None),
    ];
    for (inst, ty) in wrong {
        let error = b.try_insert(inst.clone(), ty).expect_err("it is wrong");
        assert_eq!(error.opcode, inst.opcode().spelling());
        assert!(!error.message.is_empty());
    }
    assert_eq!(b.function().insts.len(), 0);
    b.ret(x);
    assert!(b.try_insert(Instruction::Unreachable, None).is_err(), "there is a terminator");
    b.position_before(b.last());
    assert!(b.try_insert(Instruction::Unreachable, None).is_err(), "a terminator follows");
    let panics = |build: &mut dyn FnMut(&mut Builder<'_>)| {
        let mut module = module_with_block();
        let f = module.functions[0];
        let mut b = module.build(f).unwrap();
        let entry = b.function().layout[0];
        b.position_at_end(entry);
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| build(&mut b))).is_err()
    };
    assert!(panics(&mut |b| b.volatile().ret_void()));
    assert!(panics(&mut |b| b.align(4).fence(Ordering::SeqCst)));
    assert!(panics(&mut |b| b.nsw().unreachable()));
    assert!(!panics(&mut |b| b.ret_void()));
}

fn module_with_block() -> Module {
    let mut module = Module::new();
    let void = module.types.common.void;
    let f = function(&mut module, "f", void, &[]);
    module.build(f).unwrap().block("");
    module
}
