//! Pipelines: ordered passes, nested by the operations that they run on, and the parser and printer of their text.
//!
//! The text is that of `mlir-opt --pass-pipeline`:
//! `builtin.module(strip-debuginfo,func.func(llvm-request-c-wrappers,canonicalize{max-iterations=3}))`.

use std::fmt;

use crate::options::{OptionValues, closing_brace};
use crate::pass::{Pass, PassDef};
use crate::registry::Registry;

/// The anchor of a pipeline that runs on operations of any name.
pub(crate) const ANY: &str = "any";

/// The deepest allowed nesting of pipelines.
const MAX_DEPTH: usize = 64;

/// An ordered list of passes for operations of one name.
pub struct Pipeline {
    anchor: String,
    steps: Vec<Step>,
}

/// A step of a pipeline.
pub enum Step {
    /// A pass together with the values of its options.
    Pass {
        /// The declaration that the pass was made from.
        def: &'static PassDef,
        /// The values of its options.
        options: OptionValues,
        /// The pass itself, ready to run.
        pass: Box<dyn Pass>,
    },
    /// A pipeline for operations directly nested in the operation of the outer pipeline.
    Nested(Pipeline),
}

/// An error in a pipeline, worded as in `mlir-opt`.
#[derive(Debug, thiserror::Error)]
pub enum PipelineError {
    /// The text does not parse.
    #[error(
        "MLIR Textual PassPipeline Parser:1:{column}: error: {message}\n{text}\n{caret:>column$}\n",
        caret = "^"
    )]
    Syntax {
        /// The text inside the outermost parentheses.
        text: String,
        /// The column of the error, counted from 1.
        column: usize,
        /// What the parser expected.
        message: String,
    },
    /// The text does not name an outermost operation.
    #[error(
        "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'"
    )]
    NoAnchor,
    /// A pass is used on an operation that it does not run on.
    #[error(
        "Can't add pass '{pass}' restricted to '{wanted}' on a PassManager intended to run on '{anchor}', did you intend to nest?"
    )]
    Anchor {
        /// The name of the pass.
        pass: String,
        /// The operation that the pass runs on.
        wanted: String,
        /// The operation of the pipeline that names the pass.
        anchor: String,
    },
    /// The pass does not accept its options.
    #[error("{message}\nfailed to add `{pass}` with options `{options}`")]
    Options {
        /// The name of the pass.
        pass: String,
        /// The text of the options.
        options: String,
        /// The reason why they are rejected.
        message: String,
    },
    /// Pipelines are nested more than 64 levels deep.
    #[error("pass pipelines are nested too deeply")]
    Depth,
}

impl Pipeline {
    /// Creates an empty pipeline for operations named `anchor`.
    pub fn new(anchor: impl Into<String>) -> Self {
        Self { anchor: anchor.into(), steps: Vec::new() }
    }

    /// Parses the text of a pipeline.
    ///
    /// # Errors
    /// If the text is malformed, or if it names unknown passes or options.
    pub fn parse(text: &str, registry: &Registry) -> Result<Self, PipelineError> {
        let text = text.trim();
        let inner = text.strip_suffix(')').and_then(|text| text.split_once('('));
        let (anchor, inner) = inner.ok_or(PipelineError::NoAnchor)?;
        let mut reader = Reader { text: inner, at: 0, registry };
        let mut pipeline = Self::new(anchor.trim());
        if !inner.trim().is_empty() {
            reader.steps(&mut pipeline, 0)?;
        }
        match reader.at == inner.len() {
            true => Ok(pipeline),
            false => Err(reader.error(
                reader.at,
                "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline",
            )),
        }
    }

    /// Appends a pass. If the pass runs on another operation than this pipeline, it is put in a nested pipeline for that
    /// operation.
    ///
    /// # Errors
    /// If the pass does not accept the options.
    pub fn add(&mut self, def: &'static PassDef, options: &str) -> Result<(), PipelineError> {
        match def.anchor {
            Some(anchor) if anchor != self.anchor && self.anchor != ANY => {
                let mut nested = Self::new(anchor);
                nested.push(def, options)?;
                self.steps.push(Step::Nested(nested));
                Ok(())
            }
            _ => self.push(def, options),
        }
    }

    fn push(&mut self, def: &'static PassDef, text: &str) -> Result<(), PipelineError> {
        if let Some(wanted) = def.anchor.filter(|&wanted| wanted != self.anchor) {
            let (pass, anchor) = (def.name.to_owned(), self.anchor.clone());
            return Err(PipelineError::Anchor { pass, wanted: wanted.to_owned(), anchor });
        }
        let made =
            OptionValues::parse(def.options, text).and_then(|options| Ok(((def.make)(&options)?, options)));
        let (pass, options) = made.map_err(|message| PipelineError::Options {
            pass: def.name.to_owned(),
            options: text.to_owned(),
            message,
        })?;
        self.steps.push(Step::Pass { def, options, pass });
        Ok(())
    }

    /// The name of the operations that this pipeline runs on, or `any` for all operations that are isolated from above.
    pub fn anchor(&self) -> &str {
        &self.anchor
    }

    /// The steps, in the order in which they run.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, indent: usize) -> fmt::Result {
        writeln!(f, "{:indent$}{}(", "", self.anchor)?;
        for (index, step) in self.steps.iter().enumerate() {
            let inner = indent + 2;
            match step {
                Step::Pass { def, options, .. } => {
                    write!(f, "{:inner$}{}{}", "", def.name, options.to_text())?
                }
                Step::Nested(pipeline) => pipeline.write(f, inner)?,
            }
            f.write_str(if index + 1 < self.steps.len() { ",\n" } else { "\n" })?;
        }
        write!(f, "{:indent$})", "")
    }
}

/// Prints the pipeline over several lines, with the values of all options.
impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

/// Splits a list of pipelines at the commas that separate them.
pub(crate) fn split(text: &str) -> Vec<&str> {
    let mut depth = 0usize;
    let comma = |c: char| {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    };
    text.split(comma).filter(|text| !text.trim().is_empty()).collect()
}

/// Parses the text between the outermost parentheses.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    registry: &'t Registry,
}

impl Reader<'_> {
    fn error(&self, at: usize, message: impl Into<String>) -> PipelineError {
        PipelineError::Syntax { text: self.text.to_owned(), column: at + 1, message: message.into() }
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Parses steps separated by commas, up to the closing parenthesis.
    fn steps(&mut self, into: &mut Pipeline, depth: usize) -> Result<(), PipelineError> {
        if depth > MAX_DEPTH {
            return Err(PipelineError::Depth);
        }
        loop {
            self.spaces();
            let start = self.at;
            let end = self.rest().find([',', '{', '(', ')']).map_or(self.text.len(), |end| start + end);
            let name = self.text[start..end].trim_end();
            self.at = end;
            if self.eat('(') {
                let mut nested = Pipeline::new(name);
                self.steps(&mut nested, depth + 1)?;
                if !self.eat(')') {
                    return Err(self.error(start, "missing closing ')' while processing pass pipeline"));
                }
                into.steps.push(Step::Nested(nested));
            } else {
                let mut options = "";
                if self.rest().starts_with('{') {
                    let Some(length) = closing_brace(self.rest()) else {
                        return Err(self.error(end, "missing closing '}' while processing pass options"));
                    };
                    options = &self.text[end + 1..end + length];
                    self.at = end + length + 1;
                }
                let Some(def) = self.registry.pass(name) else {
                    let message = format!("'{name}' does not refer to a registered pass or pass pipeline");
                    return Err(self.error(start, message));
                };
                into.push(def, options)?;
            }
            self.spaces();
            if !self.eat(',') {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<String, String> {
        Pipeline::parse(text, &Registry::default())
            .map(|pipeline| pipeline.to_string())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn pipelines_are_read_and_shown() {
        let text =
            " builtin.module( strip-debuginfo,func.func(llvm-request-c-wrappers, any(strip-debuginfo)) )";
        let shown = "builtin.module(\n  strip-debuginfo,\n  func.func(\n    llvm-request-c-wrappers,\n    any(\n      strip-debuginfo\n    )\n  )\n)";
        assert_eq!(parse(text).unwrap(), shown);
        assert_eq!(parse(shown).unwrap(), shown);
        assert!(parse("builtin.module()").is_ok());
    }

    #[test]
    fn wrong_pipelines_are_refused() {
        for (text, message) in [
            ("strip-debuginfo", "expected pass pipeline to be wrapped"),
            ("builtin.module(nope)", "Parser:1:1: error: 'nope' does not refer to a registered pass"),
            ("builtin.module(strip-debuginfo,)", "Parser:1:17: error: '' does not refer"),
            ("builtin.module(strip-debuginfo{a)", "Parser:1:16: error: missing closing '}'"),
            ("builtin.module(func.func(strip-debuginfo)", "missing closing ')'"),
            ("builtin.module(strip-debuginfo))", "extra closing ')'"),
            ("builtin.module(strip-debuginfo{a=1})", "no such option a"),
            ("builtin.module(llvm.func(llvm-request-c-wrappers))", "did you intend to nest?"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
        let deep = format!("builtin.module({}{})", "any(".repeat(100_000), ")".repeat(100_000));
        assert!(parse(&deep).unwrap_err().contains("nested too deeply"));
    }

    #[test]
    fn a_pass_is_put_where_it_runs() {
        let mut pipeline = Pipeline::new("builtin.module");
        pipeline.add(&crate::passes::REQUEST_C_WRAPPERS, "").unwrap();
        pipeline.add(&crate::passes::STRIP_DEBUG_INFO, "").unwrap();
        let shown = "builtin.module(\n  func.func(\n    llvm-request-c-wrappers\n  ),\n  strip-debuginfo\n)";
        assert_eq!(pipeline.to_string(), shown);
    }
}
