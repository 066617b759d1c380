//! Upstream's declarations: the records of MLIR's `.td` files, as JSON from `llvm-tblgen --dump-json`.

use std::process::Command;

use serde_json::{Map, Value};

use crate::oracle;

/// The records of a `.td` file, including those of the files that it includes.
pub(crate) struct Records(Map<String, Value>);

/// A TableGen record.
#[derive(Clone, Copy)]
pub(crate) struct Record<'a> {
    records: &'a Records,
    fields: &'a Map<String, Value>,
}

/// An argument of a DAG, such as `(ins Type:$name)`.
pub(crate) struct Argument<'a> {
    /// The name; empty if there is none.
    pub(crate) name: &'a str,
    /// The record of the argument; `None` for inline C++ code.
    pub(crate) record: Option<Record<'a>>,
}

impl Records {
    /// Loads the records of a file, given relative to LLVM's include folder.
    pub(crate) fn load(file: &str) -> Result<Self, String> {
        let include = oracle::include();
        let path = include.join(file);
        let mut command = Command::new(oracle::tool("llvm-tblgen"));
        command.arg("--dump-json").arg("-I").arg(&include);
        // Some files include others from their own folder.
        command.args(path.parent().map(|folder| [std::path::Path::new("-I"), folder]).into_iter().flatten());
        command.arg(&path);
        let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
        if !output.status.success() {
            return Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)));
        }
        serde_json::from_slice(&output.stdout).map(Self).map_err(|error| format!("{file}: {error}"))
    }

    /// Looks up a record by name.
    fn record(&self, name: &str) -> Option<Record<'_>> {
        let fields = self.0.get(name)?.as_object()?;
        Some(Record { records: self, fields })
    }

    /// All records of a class.
    pub(crate) fn of_class<'a>(&'a self, class: &str) -> impl Iterator<Item = Record<'a>> {
        let names =
            self.0.get("!instanceof").and_then(|classes| classes.get(class)).and_then(Value::as_array);
        names.into_iter().flatten().filter_map(|name| self.record(name.as_str()?))
    }
}

impl<'a> Record<'a> {
    /// The name of a named record.
    pub(crate) fn name(self) -> &'a str {
        self.text("!name")
    }

    /// Whether the record is anonymous.
    pub(crate) fn is_anonymous(self) -> bool {
        self.fields.get("!anonymous").and_then(Value::as_bool).unwrap_or(false)
    }

    /// Whether the record derives from a class.
    pub(crate) fn is(self, class: &str) -> bool {
        let classes = self.fields.get("!superclasses").and_then(Value::as_array);
        classes.into_iter().flatten().any(|name| name == class)
    }

    /// The string in a field; empty if it is not a string.
    pub(crate) fn text(self, field: &str) -> &'a str {
        self.optional_text(field).unwrap_or_default()
    }

    /// The string in a field, if it is set.
    pub(crate) fn optional_text(self, field: &str) -> Option<&'a str> {
        self.fields.get(field)?.as_str()
    }

    /// The number or bit in a field.
    pub(crate) fn number(self, field: &str) -> i64 {
        self.fields.get(field).and_then(Value::as_i64).unwrap_or(0)
    }

    /// Whether a bit field is set.
    pub(crate) fn has(self, field: &str) -> bool {
        self.fields.get(field).is_some_and(|value| !value.is_null())
    }

    /// The record in a field: by reference, or by name, as `llvm-tblgen` prints `code` that names a record.
    pub(crate) fn record(self, field: &str) -> Option<Record<'a>> {
        let value = self.fields.get(field)?;
        self.records.record(value.get("def").unwrap_or(value).as_str()?)
    }

    /// The records in a list field.
    pub(crate) fn list(self, field: &str) -> impl Iterator<Item = Record<'a>> {
        let items = self.fields.get(field).and_then(Value::as_array).into_iter().flatten();
        items.filter_map(move |item| self.records.record(item.get("def")?.as_str()?))
    }

    /// The numbers in a list field.
    pub(crate) fn numbers(self, field: &str) -> Vec<i64> {
        let items = self.fields.get(field).and_then(Value::as_array);
        items.into_iter().flatten().filter_map(Value::as_i64).collect()
    }

    /// The strings in a list field.
    pub(crate) fn texts(self, field: &str) -> Vec<&'a str> {
        let items = self.fields.get(field).and_then(Value::as_array);
        items.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// The arguments of a DAG field.
    pub(crate) fn arguments(self, field: &str) -> impl Iterator<Item = Argument<'a>> {
        let items = self.fields.get(field).and_then(|dag| dag.get("args")).and_then(Value::as_array);
        items.into_iter().flatten().filter_map(move |item| {
            let name = item.get(1)?.as_str().unwrap_or_default();
            let record = item
                .get(0)
                .and_then(|value| value.get("def")?.as_str())
                .and_then(|def| self.records.record(def));
            Some(Argument { name, record })
        })
    }
}
