//! The pictures in `docs/pictures` are what Tern draws of the modules beside them. `BLESS=1` draws them anew; look at each that changes.

use std::path::{Path, PathBuf};

use tern_analysis::call_graph::CallGraph;
use tern_analysis::picture::{CfgOptions, Picture};

/// The name of the file, the function (`None`: the call graph), and the details that are drawn.
const PICTURES: [(&str, Option<&str>, &str); 10] = [
    ("clamp", Some("clamp"), "instructions dominators"),
    ("search", Some("search"), "instructions"),
    ("multiply", Some("multiply"), "instructions"),
    ("sort", Some("sort"), "dominators"),
    ("lines", Some("sum"), "source"),
    ("interpreter", Some("interpret"), ""),
    ("cleanup", Some("guarded"), "instructions"),
    ("irreducible", Some("irreducible"), "instructions"),
    ("large", Some("large"), ""),
    ("calls", None, ""),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures")
}

#[test]
fn pictures_are_up_to_date() {
    let mut changed = Vec::new();
    for (name, function, shown) in PICTURES {
        let text = std::fs::read(folder().join(format!("{name}.ll"))).unwrap();
        let module = tern_llvm_ir::read(&text, name).unwrap();
        let picture = match function {
            Some(function) => {
                let has = |word| shown.split(' ').any(|it| it == word);
                let options = CfgOptions {
                    instructions: has("instructions"),
                    source: has("source"),
                    dominators: has("dominators"),
                    frequencies: has("frequencies"),
                };
                let global = module.function(function).unwrap();
                Picture::cfg(&module, global, module.globals[global].as_function().unwrap(), options)
            }
            None => {
                let calls = CallGraph::of(&module);
                Picture::call_graph(&module, &calls, calls.functions(), "calls of a program")
            }
        };
        let (svg, path) = (picture.to_svg(), folder().join(format!("{name}.svg")));
        if std::fs::read_to_string(&path).is_ok_and(|known| known == svg) {
            continue;
        }
        if std::env::var_os("BLESS").is_some_and(|bless| bless == "1") {
            std::fs::write(&path, svg).unwrap();
        } else {
            changed.push(name);
        }
    }
    assert!(changed.is_empty(), "BLESS=1 draws these anew: {changed:?}");
}
