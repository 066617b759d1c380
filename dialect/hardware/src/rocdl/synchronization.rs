//! Barriers, wait counters, and scheduling hints.

use tern_export::Result;
use tern_export::extension::{ToLlvm, Translation};
use tern_llvm_ir::instruction::{Atomicity, Instruction, Ordering};
use tern_mlir::declare::{AttrClass, families, operations};

use crate::constraints::{I1, I32, POINTER_3};

families! { "rocdl." => "llvm.amdgcn.";
    /// Initializes a named barrier for a number of members, or signals it.
    family [] {
        operands: { ptr: one(POINTER_3) },
        attributes: { memberCnt: required(AttrClass::Integer(32)) },
        format: "$ptr `member_cnt` `=` $memberCnt attr-dict `:` qualified(type($ptr))",
        intrinsic: { immediates: &[(1, "memberCnt")] },
    }
    "s.barrier.init", "s.barrier.signal.var";

    /// Joins a named barrier, or wakes the waves that wait at it.
    family [] {
        operands: { ptr: one(POINTER_3) },
        format: "$ptr attr-dict `:` qualified(type($ptr))",
        intrinsic: {},
    }
    "s.barrier.join", "s.wakeup.barrier";

    /// Leaves the barrier that the wave has joined, or waits at it.
    family [] {
        attributes: { id: required(AttrClass::Integer(16)) },
        format: "`id` `=` $id attr-dict",
        intrinsic: { immediates: &[(0, "id")] },
    }
    "s.barrier.leave", "s.barrier.wait";

    /// Signals a barrier and returns whether this was the first signal; returns the state of a barrier.
    family [Res] {
        attributes: { id: required(AttrClass::Integer(32)) },
        results: { res: one(Res) },
        format: "`id` `=` $id attr-dict `->` type($res)",
        intrinsic: { immediates: &[(0, "id")] },
    }
    "s.barrier.signal.isfirst" (I1), "s.get.barrier.state" (I32);

    /// Arrives at a barrier.
    family [] {
        attributes: { id: required(AttrClass::Integer(32)) },
        format: "`id` `=` $id attr-dict",
        intrinsic: { immediates: &[(0, "id")] },
    }
    "s.barrier.signal";

    /// The state of a named barrier.
    family [] {
        operands: { ptr: one(POINTER_3) },
        results: { res: one(I32) },
        format: "$ptr attr-dict `:` qualified(type($ptr)) `->` type($res)",
        intrinsic: {},
    }
    "s.get.named.barrier.state";

    /// Makes the scheduler interleave instructions in a pattern.
    family [] {
        attributes: { variant: required(AttrClass::Integer(32)) },
        format: "$variant attr-dict",
        intrinsic: { immediates: &[(0, "variant")] },
    }
    "iglp.opt";

    /// Waits for all waves of the workgroup.
    family [] {
        format: "attr-dict",
        intrinsic: {},
    }
    "s.barrier";

    /// Does nothing for a while.
    family [] {
        attributes: { count: required(AttrClass::Integer(16)) },
        format: "attr-dict $count",
        intrinsic: { immediates: &[(0, "count")] },
    }
    "s.nop";

    /// Sleeps for a while.
    family [] {
        attributes: { count: required(AttrClass::Integer(32)) },
        format: "attr-dict $count",
        intrinsic: { immediates: &[(0, "count")] },
    }
    "s.sleep";

    /// Waits until the counters of pending operations, packed in bits, are low enough.
    family [] {
        attributes: { bitfield: required(AttrClass::Integer(32)) },
        format: "attr-dict $bitfield",
        intrinsic: { immediates: &[(0, "bitfield")] },
    }
    "s.waitcnt";

    /// Restricts the instructions that the scheduler may move across this point.
    family [] {
        attributes: { mask: required(AttrClass::Integer(32)) },
        format: "$mask attr-dict",
        intrinsic: { immediates: &[(0, "mask")] },
    }
    "sched.barrier";

    /// Groups instructions for the scheduler.
    family [] {
        attributes: {
            mask: required(AttrClass::Integer(32)), size: required(AttrClass::Integer(32)),
            groupId: required(AttrClass::Integer(32)),
        },
        format: "$mask `,` $size `,` $groupId attr-dict",
        intrinsic: { immediates: &[(0, "mask"), (1, "size"), (2, "groupId")] },
    }
    "sched.group.barrier";

    /// Sets the priority of the wave.
    family [] {
        attributes: { priority: required(AttrClass::Integer(16)) },
        format: "$priority attr-dict",
        intrinsic: { immediates: &[(0, "priority")] },
    }
    "s.setprio";

    /// Waits until at most a given number of operations of a kind are pending.
    family [] {
        attributes: { count: required(AttrClass::Integer(16)) },
        format: "$count attr-dict",
        intrinsic: { immediates: &[(0, "count")] },
    }
    "s.wait.asynccnt", "s.wait.dscnt", "s.wait.expcnt", "s.wait.loadcnt", "s.wait.storecnt",
    "s.wait.tensorcnt";
}

operations! {
    /// A workgroup barrier with memory ordering: afterwards, each work item sees the writes of the others.
    Barrier = "rocdl.barrier" {
        format: "attr-dict",
        interfaces: [ToLlvm(barrier)],
    }
}

/// A barrier between two fences.
fn barrier(translation: &mut Translation<'_, '_, '_>) -> Result<()> {
    let void = translation.module().types.common.void;
    let scope = Some(translation.module().strings.intern(b"workgroup"));
    translation.append(void, Instruction::Fence(Atomicity { ordering: Ordering::Release, scope }));
    translation.intrinsic("llvm.amdgcn.s.barrier", Vec::new())?;
    translation.append(void, Instruction::Fence(Atomicity { ordering: Ordering::Acquire, scope }));
    Ok(())
}
