//! Prints programs in MLIR's `func`, `memref`, `scf`, `arith` and `complex` dialects.

use std::fmt::{Display, Write};

use super::program::{Function, Loop, Program, Statement, Type, Var, View};

/// The name of a function of a program.
pub fn name(program: usize, function: usize) -> String {
    format!("p{program}_f{function}")
}

/// Prints a program; the names of its functions begin with its number.
pub fn print(program: &Program, number: usize) -> String {
    let mut printer = Printer { program: number, text: String::new(), indent: 1 };
    for (index, function) in program.functions.iter().enumerate() {
        printer.function(function, index, program);
    }
    printer.text
}

/// Prints several programs as a module.
pub fn module<'p>(programs: impl IntoIterator<Item = &'p Program>) -> String {
    let functions: String =
        programs.into_iter().enumerate().map(|(number, program)| print(program, number)).collect();
    format!("module {{\n{functions}}}\n")
}

struct Printer {
    program: usize,
    text: String,
    indent: usize,
}

/// Joins items with commas.
fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

fn vars(vars: &[Var]) -> String {
    list(vars.iter().map(|var| format!("%{var}")))
}

impl Printer {
    fn line(&mut self, line: impl Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{:indent$}{line}", "", indent = 2 * self.indent);
    }

    fn function(&mut self, function: &Function, index: usize, program: &Program) {
        let parameters = function.parameter_types().iter().enumerate();
        let parameters = list(parameters.map(|(var, ty)| format!("%{var}: {ty}")));
        let results = list(function.result_types());
        let interface = if function.c_interface { " attributes {llvm.emit_c_interface}" } else { "" };
        let name = name(self.program, index);
        self.line(format_args!("func.func @{name}({parameters}) -> ({results}){interface} {{"));
        self.indent += 1;
        for statement in &function.body {
            self.statement(statement, function, program);
        }
        let ret = if results.is_empty() {
            "return".to_owned()
        } else {
            format!("return {} : {results}", vars(&function.results))
        };
        self.line(ret);
        self.indent -= 1;
        self.line("}");
    }

    fn statement(&mut self, statement: &Statement, function: &Function, program: &Program) {
        let ty = |var: &Var| &function.types[*var];
        let line = match statement {
            Statement::Constant(to, numbers) => {
                let Type::Element(element) = ty(to) else { return };
                format!("%{to} = {}", element.constant(numbers))
            }
            Statement::Binary(to, operator, a, b) => {
                let Type::Element(element) = ty(to) else { return };
                format!("%{to} = {} %{a}, %{b} : {element}", element.operation(*operator))
            }
            Statement::IndexCast(to, from) => {
                format!("%{to} = arith.index_cast %{from} : {} to index", ty(from))
            }
            Statement::Load(to, memref, at) => {
                format!("%{to} = memref.load %{memref}[{}] : {}", vars(at), ty(memref))
            }
            Statement::Store(value, memref, at) => {
                format!("memref.store %{value}, %{memref}[{}] : {}", vars(at), ty(memref))
            }
            Statement::Dim(to, memref, dimension, _) => {
                format!("%{to} = memref.dim %{memref}, %{dimension} : {}", ty(memref))
            }
            Statement::Rank(to, memref) => format!("%{to} = memref.rank %{memref} : {}", ty(memref)),
            Statement::Cast(to, from) => {
                format!("%{to} = memref.cast %{from} : {} to {}", ty(from), ty(to))
            }
            Statement::Reinterpret(to, from, view) => format!(
                "%{to} = memref.reinterpret_cast %{from} to offset: [{}], sizes: [{}], strides: [{}] : {} to {}",
                list(&view.offsets),
                list(&view.sizes),
                list(&view.strides),
                ty(from),
                ty(to)
            ),
            Statement::Subview(to, from, View { offsets, sizes, strides }, _) => format!(
                "%{to} = memref.subview %{from}[{}] [{}] [{}] : {} to {}",
                list(offsets),
                list(sizes),
                list(strides),
                ty(from),
                ty(to)
            ),
            Statement::Transpose(to, from, permutation) => format!(
                "%{to} = memref.transpose %{from} ({}) -> ({}) : {} to {}",
                list((0..permutation.len()).map(|dimension| format!("d{dimension}"))),
                list(permutation.iter().map(|dimension| format!("d{dimension}"))),
                ty(from),
                ty(to)
            ),
            Statement::Expand(to, from, groups, sizes) => format!(
                "%{to} = memref.expand_shape %{from} {groups:?} output_shape [{}] : {} into {}",
                list(sizes),
                ty(from),
                ty(to)
            ),
            Statement::Collapse(to, from, groups) => {
                format!("%{to} = memref.collapse_shape %{from} {groups:?} : {} into {}", ty(from), ty(to))
            }
            Statement::Alloc { to, sizes, stack, alignment } => {
                let operation = if *stack { "memref.alloca" } else { "memref.alloc" };
                let alignment =
                    alignment.map_or(String::new(), |bytes| format!(" {{alignment = {bytes} : i64}}"));
                format!("%{to} = {operation}({}){alignment} : {}", vars(sizes), ty(to))
            }
            Statement::Dealloc(memref) => format!("memref.dealloc %{memref} : {}", ty(memref)),
            Statement::Copy(from, to) => {
                format!("memref.copy %{from}, %{to} : {} to {}", ty(from), ty(to))
            }
            Statement::Call(to, callee, arguments) => {
                let types = list(arguments.iter().map(ty));
                let results = list(program.functions[*callee].result_types());
                let to = if to.is_empty() { String::new() } else { format!("{} = ", vars(to)) };
                let name = name(self.program, *callee);
                format!("{to}func.call @{name}({}) : ({types}) -> ({results})", vars(arguments))
            }
            Statement::For(each) => return self.each(each, function, program),
        };
        self.line(line);
    }

    fn each(&mut self, each: &Loop, function: &Function, program: &Program) {
        let Loop { from, count, step, iteration, carried, body, yields } = each;
        let (results, carries) = if carried.is_empty() {
            (String::new(), String::new())
        } else {
            let results: Vec<Var> = carried.iter().map(|&(_, _, after)| after).collect();
            let initial = list(carried.iter().map(|(before, during, _)| format!("%{during} = %{before}")));
            let types = list(carried.iter().map(|&(_, during, _)| &function.types[during]));
            (format!("{} = ", vars(&results)), format!(" iter_args({initial}) -> ({types})"))
        };
        self.line(format_args!(
            "{results}scf.for %{iteration} = %{from} to %{count} step %{step}{carries} {{"
        ));
        self.indent += 1;
        for statement in body {
            self.statement(statement, function, program);
        }
        if !yields.is_empty() {
            let types = list(yields.iter().map(|&value| &function.types[value]));
            self.line(format_args!("scf.yield {} : {types}", vars(yields)));
        }
        self.indent -= 1;
        self.line("}");
    }
}
