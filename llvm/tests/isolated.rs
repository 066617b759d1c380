//! LLVM in another process: this program is both the one that asks and the one that serves.

use std::process::ExitCode;

use tern_llvm::Error;
use tern_llvm::isolated::{Isolated, Job, Output, serve};
use tern_llvm::target::{Code, Target};

const TEXT: &[u8] = b"define i32 @f(i32 %x) {\n  ret i32 %x\n}\n";

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("serve") => serve(),
        Some("crash") => std::process::abort(),
        _ => {
            a_job_is_done();
            messages_arrive();
            crashes_are_errors();
            damaged_bitcode_leaves_this_process_alone();
            ExitCode::SUCCESS
        }
    }
}

fn isolated(argument: &str) -> Isolated {
    Isolated::itself([argument]).expect("a test has a path")
}

fn a_job_is_done() {
    let bitcode =
        isolated("serve").run(&Job::new("f.ll", Output::Bitcode), TEXT).expect("LLVM reads it").output;
    let (module, said) = isolated("serve").read(&bitcode, "f.bc").expect("and reads it again");
    assert!(tern_ir::write(&module).ends_with(TEXT));
    assert_eq!(said, "");
}

fn messages_arrive() {
    let error = isolated("serve").read(b"BC\xc0\xde", "short.bc").expect_err("there is no module in it");
    assert!(matches!(&error, Error::Rejected(said) if said.contains("short.bc")), "{error}");
    let invalid = b"define void @f() {\n  call void @llvm.va_start(i32 1)\n  ret void\n}\ndeclare void @llvm.va_start(i32)\n";
    let error =
        isolated("serve").run(&Job::new("f.ll", Output::Verdict), invalid).expect_err("the verifier says so");
    assert!(error.to_string().contains("LLVM's verifier"), "{error}");
}

fn crashes_are_errors() {
    let error = isolated("crash").run(&Job::new("f.ll", Output::Text), TEXT).expect_err("it crashes");
    assert!(error.to_string().starts_with("LLVM crashed"), "{error}");
    // There is a message of LLVM's after which it ends the process.
    let job = Job {
        target: Target {
            triple: Some("riscv64".into()),
            cpu: Some("sifive-e20".into()),
            ..Target::default()
        },
        ..Job::new("f.ll", Output::Code(Code::Assembly))
    };
    let error = isolated("serve").run(&job, TEXT).expect_err("a processor of 32 bits");
    assert!(error.to_string().contains("RV64 target requires an RV64 CPU"), "{error}");
}

/// Bytes of bitcode are changed; whatever LLVM does, there is a result or an error.
fn damaged_bitcode_leaves_this_process_alone() {
    let bitcode =
        isolated("serve").run(&Job::new("f.ll", Output::Bitcode), TEXT).expect("LLVM reads it").output;
    let mut rejected = 0;
    for at in (8..bitcode.len()).step_by(bitcode.len() / 40) {
        let mut damaged = bitcode.clone();
        damaged[at] ^= 0x5a;
        rejected += usize::from(isolated("serve").read(&damaged, "damaged.bc").is_err());
    }
    assert!(rejected > 10, "{rejected} rejected");
}
