//! Modules that have no text.

use super::*;
use crate::function::{Block, Function, Local, Value};
use crate::globals::Variable;
use crate::instruction::{
    Alignment, Atomicity, BinaryOp, CallSite, DebugRecord, DebugRecordKind, Instruction, IntPredicate, List,
    RecordOperand, TailKind,
};
use crate::metadata::{Field, FieldValue, MdNodeData, MdNodeKind};
use crate::try_write;
use crate::types::IdentifiedStruct;

const TEXT: &str = "@g = global i32 0\ndeclare void @callee(ptr)\ndefine i32 @f(i32 %a, ptr %p) {\nentry:\n  \
        %x = add i32 %a, 1\n  br label %next\nnext:\n  ret i32 %x\n}\n";

fn module() -> Module {
    crate::read(TEXT.as_bytes(), "test").unwrap()
}

/// The body of the second function, `@f`.
fn body(module: &mut Module) -> &mut Function {
    let f = module.functions[1];
    match &mut module.globals[f].kind {
        GlobalKind::Function(function) => function,
        _ => panic!("@f is a function"),
    }
}

/// The problem that is reported after a change.
#[track_caller]
fn refused(change: impl FnOnce(&mut Module)) -> String {
    let mut module = module();
    change(&mut module);
    let problem = try_write(&module).expect_err("the module has no text").to_string();
    // The streaming writer must report the same, and write nothing.
    let mut text = Vec::new();
    let error = crate::write_to(&module, &mut text).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string(), text.len()),
        (std::io::ErrorKind::InvalidData, problem.clone(), 0)
    );
    problem
}

/// The problem that is reported after an instruction is inserted before the terminator of the first block.
#[track_caller]
fn refused_instruction(make: impl FnOnce(&mut Module) -> (Instruction, Option<Type>)) -> String {
    refused(|module| {
        let (inst, result) = make(module);
        insert(body(module), inst, result);
    })
}

fn insert(function: &mut Function, inst: Instruction, result: Option<Type>) -> Option<Local> {
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

fn binary(op: BinaryOp, flags: Flags, lhs: Value, rhs: Value) -> Instruction {
    Instruction::Binary { op, flags, lhs, rhs }
}

#[test]
fn what_was_read_is_written() {
    assert_eq!(try_write(&module()), Ok(crate::write(&module())));
}

#[test]
fn blocks_end_with_a_terminator() {
    let at = |problem: &str, message: &str| assert_eq!(problem, format!("in @f, {message}"));
    at(
        &refused(|module| {
            body(module).add_block(None);
        }),
        "block 2, the block is empty",
    );
    let cut = |place: usize, length: usize| {
        refused(move |module| {
            let function = body(module);
            let block = function.layout[place];
            let insts = function.block_insts(block)[..length].to_vec();
            function.set_block_insts(block, &insts);
        })
    };
    at(&cut(0, 1), "block %entry, instruction 0 (add): the block does not end with a terminator");
    at(&cut(1, 0), "block %next, the block is empty");
    let message = refused_instruction(|_| (Instruction::Unreachable, None));
    at(&message, "block %entry, instruction 1 (unreachable): a terminator stands in the middle of a block");
}

#[test]
fn locals_and_blocks_are_defined_once() {
    let undefined = refused_instruction(|module| {
        let i32_type = module.types.common.i32;
        let local = body(module).add_local(i32_type, None);
        (Instruction::Freeze(local.into()), Some(i32_type))
    });
    assert_eq!(
        undefined,
        "in @f, block %entry, instruction 1 (freeze): an operand is a local that nothing defines"
    );
    let twice = refused(|module| {
        let function = body(module);
        let result = function.insts[function.block_insts(function.layout[0])[0]].result.expand();
        let value = function.args[0].into();
        let inst = function.add_inst(Instruction::Freeze(value), result, List::default());
        let insts = [function.block_insts(function.layout[1]), &[]].concat();
        function.set_block_insts(function.layout[1], &[&[inst], &insts[..]].concat());
    });
    assert!(twice.ends_with("block %next, instruction 0 (freeze): a local is defined twice"), "{twice}");
    let moved = refused(|module| {
        let function = body(module);
        let inst = function.block_insts(function.layout[0])[0];
        let insts = function.block_insts(function.layout[1]).to_vec();
        function.set_block_insts(function.layout[1], &[&[inst], &insts[..]].concat());
    });
    assert!(moved.ends_with("instruction 0 (add): the instruction is in the function twice"), "{moved}");
    let foreign = refused(|module| {
        let function = body(module);
        let last = function.block_insts(function.layout[0])[1];
        function.insts[last].inst = Instruction::Br(Block::from_u32(7));
    });
    assert!(foreign.ends_with("(br): a successor is a block that the function does not have"), "{foreign}");
    let unlisted = refused(|module| {
        body(module).layout.remove(1);
    });
    assert!(unlisted.ends_with("(br): a successor is a block that the function does not have"), "{unlisted}");
}

#[test]
fn results_are_what_instructions_give() {
    let result_of_ret = refused(|module| {
        let function = body(module);
        let local = function.add_local(function.locals[function.args[0]].ty, None);
        let last = function.block_insts(function.layout[1])[0];
        function.insts[last].result = local.into();
    });
    assert_eq!(result_of_ret, "in @f, block %next, instruction 0 (ret): it has a result, and gives none");
    let none = refused_instruction(|module| {
        (Instruction::Freeze(integer(module, module.types.common.i32, 1)), None)
    });
    assert!(none.ends_with("(freeze): it gives a value, and has no result"), "{none}");
    let wide = refused_instruction(|module| {
        let one = integer(module, module.types.common.i32, 1);
        let predicate = IntPredicate::Eq;
        let inst = Instruction::ICmp { predicate, flags: Flags::empty(), lhs: one, rhs: one };
        (inst, Some(module.types.common.i64))
    });
    assert!(wide.ends_with("(icmp): its result has type i64, and it gives one of type i1"), "{wide}");
}

#[test]
fn operands_have_the_types_that_the_syntax_takes_them_to_have() {
    let mixed = refused_instruction(|module| {
        let (one, two) =
            (integer(module, module.types.common.i32, 1), integer(module, module.types.common.i64, 2));
        (binary(BinaryOp::Add, Flags::empty(), one, two), Some(module.types.common.i32))
    });
    assert!(
        mixed.ends_with("(add): a value of type i64 stands where one of type i32 is expected"),
        "{mixed}"
    );
    let flags = refused_instruction(|module| {
        let one = integer(module, module.types.common.i32, 1);
        (binary(BinaryOp::Xor, Flags::NSW, one, one), Some(module.types.common.i32))
    });
    assert!(flags.contains("(xor): it cannot have the flags"), "{flags}");
    let store = refused_instruction(|module| {
        let one = integer(module, module.types.common.i32, 1);
        let store = Instruction::Store {
            address: one,
            value: one,
            alignment: Alignment::NONE,
            volatile: false,
            atomicity: Atomicity::NONE,
        };
        (store, None)
    });
    assert!(store.ends_with("(store): the address has type i32, which is no pointer"), "{store}");
    let call = refused_instruction(|module| {
        let callee = module.functions[0];
        let function_type = module.globals[callee].ty;
        let call = CallSite {
            callee: module.address_of(callee).into(),
            function_type,
            args: Default::default(),
            calling_convention: 0,
            attributes: Default::default(),
            bundles: Default::default(),
            flags: Flags::empty(),
            tail: TailKind::None,
        };
        (Instruction::Call(Box::new(call)), None)
    });
    let message = "(call): it has 0 arguments, and the type of the function, void (ptr), has 1 parameters";
    assert!(call.ends_with(message), "{call}");
}

#[test]
fn arguments_are_the_parameters_of_the_type() {
    let fewer = refused(|module| {
        body(module).args.pop();
    });
    assert_eq!(fewer, "in @f, it has 1 arguments, and its type has 2 parameters");
    let other = refused(|module| body(module).args.swap(0, 1));
    assert_eq!(other, "in @f, a value of type ptr stands where one of type i32 is expected");
}

#[test]
fn constants_fit_their_types() {
    let large = refused_instruction(|module| {
        let i8_type = module.types.common.i8;
        let constant = module.constants.intern(i8_type, ConstantKind::Integer(300));
        (Instruction::Freeze(constant.into()), Some(i8_type))
    });
    assert!(large.ends_with("(freeze): the integer 300 does not fit into 8 bits"), "{large}");
    let within = refused(|module| {
        let i8_type = module.types.common.i8;
        let constant = module.constants.intern(i8_type, ConstantKind::Integer(300));
        let ty = module.types.intern(TypeKind::Array { len: 1, element: i8_type });
        let array = module.constants.intern(ty, ConstantKind::Aggregate([constant].into()));
        let variable = Variable { initializer: Some(array), ..Variable::default() };
        module.add_global(GlobalValue::new(None, ty, GlobalKind::Variable(variable)));
    });
    assert_eq!(within, "in global 3, the integer 300 does not fit into 8 bits");
    // Problems of unused constants are ignored, and so is another spelling of the same value.
    let mut module = module();
    let i8_type = module.types.common.i8;
    module.constants.intern(i8_type, ConstantKind::Integer(300));
    let i32_type = module.types.common.i32;
    let zero = module.constants.intern(i32_type, ConstantKind::Zero);
    let ty = module.types.intern(TypeKind::Array { len: 1, element: i8_type });
    let one = module.constants.integer(&module.types, i8_type, 1);
    let array = module.constants.intern(ty, ConstantKind::Aggregate([one].into()));
    for (ty, initializer) in [(i32_type, zero), (ty, array)] {
        let variable = Variable { initializer: Some(initializer), ..Variable::default() };
        module.add_global(GlobalValue::new(None, ty, GlobalKind::Variable(variable)));
    }
    let text = String::from_utf8(try_write(&module).unwrap()).unwrap();
    assert!(text.contains("@0 = global i32 zeroinitializer\n@1 = global [1 x i8] [i8 1]\n"), "{text}");
}

#[test]
fn names_are_unique_and_have_no_nul() {
    let name = |module: &Module, text: &[u8]| Some(module.strings.intern(text));
    let values = refused(|module| {
        let x = name(module, b"x");
        let arg = body(module).args[0];
        body(module).locals[arg].name = x;
    });
    assert!(values.ends_with("more than one block or value is called %x"), "{values}");
    let blocks = refused(|module| {
        let entry = name(module, b"entry");
        let block = body(module).layout[1];
        body(module).blocks[block].name = entry;
    });
    assert_eq!(blocks, "in @f, block %entry, more than one block or value is called %entry");
    let nul = refused(|module| {
        let nul = name(module, b"a\0b");
        let arg = body(module).args[0];
        body(module).locals[arg].name = nul;
    });
    assert!(nul.ends_with("has a NUL in it"), "{nul}");
    for change in [
        |module: &mut Module, empty| {
            let f = module.functions[1];
            module.globals[f].name = empty;
        },
        |module: &mut Module, empty| {
            let arg = body(module).args[0];
            body(module).locals[arg].name = empty;
        },
        |module: &mut Module, empty| {
            let block = body(module).layout[0];
            body(module).blocks[block].name = empty;
        },
    ] {
        let message = refused(|module| {
            let empty = name(module, b"");
            change(module, empty);
        });
        assert!(message.ends_with("a name is empty"), "{message}");
    }
    let globals = refused(|module| {
        let g = name(module, b"g");
        let f = module.functions[1];
        module.globals[f].name = g;
    });
    assert_eq!(globals, "more than one global is called @g");
}

#[test]
fn values_are_defined_before_they_are_used() {
    let same_block = refused(|module| {
        let i32_type = module.types.common.i32;
        let function = body(module);
        let later = function.add_local(i32_type, None);
        insert(function, Instruction::Freeze(later.into()), Some(i32_type));
        let value = function.args[0].into();
        let inst = function.add_inst(Instruction::Freeze(value), Some(later), List::default());
        let block = function.layout[0];
        let mut insts = function.block_insts(block).to_vec();
        insts.insert(insts.len() - 1, inst);
        function.set_block_insts(block, &insts);
    });
    assert_eq!(
        same_block,
        "in @f, block %entry, instruction 1 (freeze): an operand is used before it is defined"
    );
    let read = |text: &str| try_write(&crate::read(text.as_bytes(), "test").unwrap());
    // The order of blocks in the text differs from that of control flow.
    let body = |from: &str| {
        format!(
            "define i32 @f(i1 %c) {{\n  br i1 %c, label %{from}, label %b\nb:\n  %y = add i32 %x, 1\n  ret i32 %y\na:\n  \
                 %x = add i32 1, 1\n  br label %b\n}}\n"
        )
    };
    assert!(read(&body("a")).is_err_and(|problem| problem.to_string().contains("operand %x is used before")));
    read("define i32 @f() {\n  br label %a\nb:\n  %y = add i32 %x, 1\n  ret i32 %y\na:\n  %x = add i32 1, 1\n  br label %b\n}\n")
            .unwrap();
    // Unreachable code may use anything.
    read(
        "define i32 @f() {\n  ret i32 0\nb:\n  %y = add i32 %x, 1\n  %x = add i32 %y, 1\n  br label %b\n}\n",
    )
    .unwrap();
}

#[test]
fn handles_and_lists_are_the_modules_own() {
    let constant = refused_instruction(|module| {
        let other = Constant::from_u32(1000);
        (Instruction::Freeze(other.into()), Some(module.types.common.i32))
    });
    assert!(constant.ends_with("an operand is a constant that the module does not have"), "{constant}");
    for list in [List::new(5, 1), List::new(u32::MAX as usize, u32::MAX as usize)] {
        let phi = refused_instruction(|module| {
            let phi = Instruction::Phi { flags: Flags::empty(), incoming: list };
            (phi, Some(module.types.common.i32))
        });
        assert!(phi.ends_with("(phi): a list is not in its pool"), "{phi}");
    }
}

#[test]
fn metadata_and_attributes_are_the_modules_own() {
    let node = MdNode::from_u32(9);
    let tuple = |operand: Metadata| {
        move |module: &mut Module| {
            let kind = MdNodeKind::Tuple([operand].into());
            module.metadata.nodes.push(MdNodeData { distinct: false, kind });
        }
    };
    let field = |value: FieldValue| {
        move |module: &mut Module| {
            let kind = module.strings.intern(b"DIFile");
            let kind =
                MdNodeKind::Specialized { kind, fields: [Field { name: None, value }].into_iter().collect() };
            module.metadata.nodes.push(MdNodeData { distinct: false, kind });
        }
    };
    let foreign_node = "metadata refers to a node that the module does not have";
    let foreign_constant = "an operand is a constant that the module does not have";
    assert_eq!(refused(tuple(Metadata::Node(node))), foreign_node);
    assert_eq!(refused(tuple(Metadata::Constant(Constant::from_u32(999)))), foreign_constant);
    assert_eq!(refused(field(FieldValue::Metadata(Metadata::Node(node)))), foreign_node);
    assert_eq!(refused(field(FieldValue::Element(Metadata::Node(node)))), foreign_node);
    let named = refused(|module| {
        let name = module.strings.intern(b"named");
        module.metadata.named.push((name, vec![node]));
    });
    assert_eq!(named, foreign_node);
    let argument = refused_instruction(|module| {
        let metadata = module.types.common.metadata;
        let operand = module.constants.intern(metadata, ConstantKind::Metadata(Metadata::Node(node)));
        (Instruction::Freeze(operand.into()), Some(metadata))
    });
    assert!(argument.ends_with(foreign_node), "{argument}");

    let foreign = "it has attributes that the module does not have";
    let function = refused(|module| body(module).attributes = AttributeListId::from_u32(99));
    assert_eq!(function, format!("in @f, {foreign}"));
    let set = refused(|module| {
        let list = AttributeList { function: AttributeSetId::from_u32(99), ..AttributeList::default() };
        body(module).attributes = module.attributes.list(list);
    });
    assert_eq!(set, format!("in @f, {foreign}"));
    let ty = refused(|module| {
        let attribute = Attribute::Type(AttributeKind::ByVal, Type::from_u32(999));
        let set = module.attributes.set(&module.strings, vec![attribute]);
        let params = vec![AttributeSetId::default(), set];
        body(module).attributes =
            module.attributes.list(AttributeList { params, ..AttributeList::default() });
    });
    assert_eq!(ty, "in @f, a type is one that the module does not have");
    let more = refused(|module| {
        let set = module.attributes.set(&module.strings, vec![Attribute::Enum(AttributeKind::NoUndef)]);
        let list = AttributeList { params: vec![set; 3], ..AttributeList::default() };
        body(module).attributes = module.attributes.list(list);
    });
    assert_eq!(more, "in @f, it has attributes of parameters that it does not have");
    let variable = refused(|module| {
        let g = module.variables[0];
        let GlobalKind::Variable(variable) = &mut module.globals[g].kind else { panic!("a variable") };
        variable.attributes = AttributeSetId::from_u32(99);
    });
    assert_eq!(variable, format!("in @g, {foreign}"));
}

#[test]
fn debug_records_have_the_operands_of_their_kind() {
    let record = |kind, operands: &[RecordOperand], location| {
        refused_instruction(|module| {
            module
                .metadata
                .nodes
                .push(MdNodeData { distinct: false, kind: MdNodeKind::Tuple(Box::default()) });
            let record = DebugRecord { kind, operands: operands.to_vec(), location };
            (Instruction::DebugRecord(Box::new(record)), None)
        })
    };
    let [known, foreign] = [0, 9].map(MdNode::from_u32);
    let node = RecordOperand::Metadata(Metadata::Node(known));
    for (kind, count) in
        [(DebugRecordKind::Value, 2), (DebugRecordKind::Label, 0), (DebugRecordKind::Assign, 7)]
    {
        let message = record(kind, &vec![node.clone(); count], Some(known));
        assert!(
            message.contains(&format!("it has {count} operands, and records of its kind have")),
            "{message}"
        );
    }
    let null = record(DebugRecordKind::Label, &[RecordOperand::Metadata(Metadata::Null)], Some(known));
    assert!(null.ends_with("its operand 0 is no node"), "{null}");
    let other = [RecordOperand::Metadata(Metadata::Node(foreign)), node.clone(), node.clone()];
    let place = record(DebugRecordKind::Value, &[node.clone(), node.clone(), node.clone()], Some(foreign));
    for message in [record(DebugRecordKind::Value, &other, Some(known)), place] {
        assert!(message.ends_with("metadata refers to a node that the module does not have"), "{message}");
    }
}

#[test]
fn what_was_taken_out_of_the_module_is_not_used() {
    let removed = refused(|module| {
        let g = module.variables[0];
        let ptr = module.types.common.ptr;
        let address = module.address_of(g);
        insert(body(module), Instruction::Freeze(address.into()), Some(ptr));
        module.variables.clear();
    });
    let message =
        "in @f, block %entry, instruction 1 (freeze): @g is used, but is in none of the module's lists";
    assert_eq!(removed, message);
}

/// The problem of a module to which a variable of this type is added.
fn refused_variable(ty: impl FnOnce(&Module) -> Type) -> String {
    refused(|module| {
        let ty = ty(module);
        module.add_global(GlobalValue::new(None, ty, GlobalKind::Variable(Variable::default())));
    })
}

#[test]
fn types_are_those_of_values_and_elements() {
    let variable = |kind: TypeKind| refused_variable(move |module| module.types.intern(kind));
    for kind in [TypeKind::Label, TypeKind::Token, TypeKind::X86Amx, TypeKind::Metadata, TypeKind::Void] {
        let message = variable(kind);
        assert!(message.starts_with("in global 3, it is a variable, and its type is "), "{message}");
    }
    let vector = |module: &Module, element| {
        let element = module.types.intern(TypeKind::Array { len: 1, element });
        module.types.intern(TypeKind::Vector { len: 2, scalable: false, element })
    };
    assert_eq!(
        refused_variable(|module| vector(module, module.types.common.i8)),
        "in global 3, a vector type has elements that are neither numbers nor pointers"
    );
    let of_tiles = refused_variable(|module| {
        let element = module.types.intern(TypeKind::X86Amx);
        module.types.intern(TypeKind::Array { len: 2, element })
    });
    assert_eq!(of_tiles, "in global 3, an array type has elements of type x86_amx");
    let far = variable(TypeKind::Pointer(1 << 24));
    assert_eq!(far, "in global 3, the address space 16777216 has more than 24 bits");
    let recursive = refused(|module| {
        let id = module.types.structs.push(IdentifiedStruct { name: None, fields: None, packed: false });
        let ty = module.types.intern(TypeKind::Identified(id));
        module.types.structs[id].fields = Some([ty].into());
    });
    assert_eq!(recursive, "a struct contains itself");
}

#[test]
fn declarations_have_no_initializer_and_definitions_have_one() {
    let linkage = |linkage: Linkage, is_initialized: bool| {
        refused(|module| {
            let g = module.variables[0];
            module.globals[g].linkage = linkage;
            let GlobalKind::Variable(variable) = &mut module.globals[g].kind else { panic!("a variable") };
            variable.initializer = variable.initializer.filter(|_| is_initialized);
        })
    };
    let weak = linkage(Linkage::ExternWeak, true);
    assert_eq!(weak, "in @g, it is extern_weak, and has an initializer");
    let internal = linkage(Linkage::Internal, false);
    assert_eq!(internal, "in @g, it is internal, and has no initializer");
}

#[test]
fn numbers_of_globals_and_calls_are_kept() {
    let convention = refused(|module| body(module).calling_convention = 1024);
    assert_eq!(convention, "in @f, the calling convention 1024 has more than 10 bits");
    let far = refused(|module| {
        let g = module.variables[0];
        module.globals[g].address_space = 1 << 24;
    });
    assert_eq!(far, "in @g, the address space 16777216 has more than 24 bits");
    let call = refused(|module| {
        let text = b"define void @f() {\n  call void @f()\n  ret void\n}\n";
        *module = crate::read(text, "test").unwrap();
        let f = module.functions[0];
        let GlobalKind::Function(function) = &mut module.globals[f].kind else { panic!("a function") };
        let first = function.block_insts(function.layout[0])[0];
        let Instruction::Call(call) = &mut function.insts[first].inst else { panic!("a call") };
        call.calling_convention = 5000;
    });
    assert!(call.ends_with("(call): the calling convention 5000 has more than 10 bits"), "{call}");
}

#[test]
fn addresses_are_pointers() {
    let one = |module: &Module| module.constants.integer(&module.types, module.types.common.i32, 1);
    for kind in [GlobalKind::Alias as fn(Constant) -> GlobalKind, GlobalKind::IFunc] {
        let message = refused(|module| {
            let (ty, target) = (module.types.common.i32, one(module));
            module.add_global(GlobalValue::new(None, ty, kind(target)));
        });
        assert_eq!(message, "in global 3, its target has type i32, which is no pointer");
    }
    let from_number = refused_instruction(|module| {
        let (ptr, base) = (module.types.common.ptr, one(module));
        let (element, indices) = (module.types.common.i8, [base].into());
        let flags = Flags::empty();
        let expr = ConstantExpr::GetElementPtr { flags, inrange: None, element, base, indices };
        let constant = module.constants.intern(ptr, ConstantKind::Expr(Box::new(expr)));
        (Instruction::Freeze(constant.into()), Some(ptr))
    });
    assert!(
        from_number.ends_with("(freeze): an address is calculated from a constant of type i32"),
        "{from_number}"
    );
}

#[test]
fn marks_that_are_not_written_are_not_lost() {
    let text = "declare void @g()\ndefine void @f() personality ptr @g {\n  invoke void @g() to label %a unwind label %b\na:\n  \
            ret void\nb:\n  %l = landingpad ptr cleanup\n  ret void\n}\n";
    let mut module = crate::read(text.as_bytes(), "test").unwrap();
    let function = body(&mut module);
    let first = function.block_insts(function.layout[0])[0];
    let Instruction::Invoke(invoke) = &mut function.insts[first].inst else { panic!("an invoke") };
    invoke.call.tail = TailKind::Tail;
    let problem = try_write(&module).unwrap_err().to_string();
    assert_eq!(problem, "in @f, block 0, instruction 0 (invoke): it cannot be marked `tail`");
}

#[test]
fn attributes_stand_where_the_syntax_has_them() {
    let with = |attribute: Attribute| {
        refused(|module| {
            let function = module.attributes.set(&module.strings, vec![attribute]);
            let list = AttributeList { function, ..AttributeList::default() };
            body(module).attributes = module.attributes.list(list);
        })
    };
    let aligned = with(Attribute::Integer(AttributeKind::Alignment, 8));
    assert_eq!(aligned, "in @f, its attributes have `align`, which is a field of the function");
    let misplaced = with(Attribute::Integer(AttributeKind::Dereferenceable, 8));
    assert_eq!(misplaced, "in @f, the attribute `dereferenceable` does not apply there");
}

#[test]
fn aliases_are_in_the_address_space_of_their_targets() {
    let problem = refused(|module| {
        let g = module.global("g").unwrap();
        let kind = GlobalKind::Alias(module.address_of(g));
        let i32_type = module.types.common.i32;
        let alias = module.globals.push(GlobalValue::new(Some(module.strings.intern(b"a")), i32_type, kind));
        module.globals[alias].address_space = 1;
        module.aliases.push(alias);
    });
    assert_eq!(problem, "in @a, its target is in address space 0, and it is in 1");
}
