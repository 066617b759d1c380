//! Tests of LLVM in a separate process. This executable is both the caller and the server.

use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use tern_llvm::Error;
use tern_llvm::isolated::{Isolated, Job, Limits, Output, serve};
use tern_llvm::target::{Code, Target};

const TEXT: &[u8] = b"define i32 @f(i32 %x) {\n  ret i32 %x\n}\n";

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("serve") => serve(),
        Some("crash") => std::process::abort(),
        Some("hang") => loop {
            thread::park();
        },
        Some("allocate") => {
            let mut all = Vec::new();
            loop {
                all.push(vec![1_u8; 16 << 20]);
            }
        }
        Some("chatter") => loop {
            // A writer that ignores errors runs forever.
            let _ = io::stdout().write_all(&[b'x'; 1 << 16]);
        },
        _ => {
            a_job_is_done();
            messages_arrive();
            crashes_are_errors();
            what_hangs_is_ended();
            what_takes_too_much_memory_is_ended();
            what_writes_too_much_is_cut_off();
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
    assert!(tern_llvm_ir::write(&module).ends_with(TEXT));
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
    // LLVM ends the process after this error message.
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

/// A process with limits on its time in seconds and its memory in MiB.
fn limited(argument: &str, seconds: u64, mebibytes: u64) -> Isolated {
    let limits = Limits { time: Some(Duration::from_secs(seconds)), memory: Some(mebibytes << 20) };
    Isolated { limits, ..isolated(argument) }
}

/// The process hangs without reading its input, which is larger than a pipe's buffer.
fn what_hangs_is_ended() {
    let module = vec![b';'; 1 << 20];
    let error = limited("hang", 1, 256).run(&Job::new("f.ll", Output::Text), &module).expect_err("it hangs");
    assert!(matches!(error, Error::Late(time) if time == Duration::from_secs(1)), "{error}");
    assert_eq!(error.to_string(), "LLVM took more than 1 s and was ended");
}

fn what_takes_too_much_memory_is_ended() {
    let error = limited("allocate", 300, 512).run(&Job::new("f.ll", Output::Text), TEXT);
    assert!(matches!(error, Err(Error::Crashed { .. })), "{error:?}");
    // Limits that suffice for the job.
    let done = limited("serve", 300, 2048).run(&Job::new("f.ll", Output::Bitcode), TEXT);
    assert!(done.is_ok_and(|done| done.output.starts_with(b"BC")));
}

fn what_writes_too_much_is_cut_off() {
    let error = limited("chatter", 5, 256).run(&Job::new("f.ll", Output::Text), TEXT);
    assert!(matches!(error, Err(Error::Late(_) | Error::Crashed { .. })), "{error:?}");
}

/// Flips bytes of bitcode: whatever LLVM does, this process gets a result or an error.
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
