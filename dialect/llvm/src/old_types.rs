//! The syntax of types from 2019 to 2022: LLVM IR in quotes, `!llvm<"{ float*, i64 }">`; LLVM's keywords, `!llvm.i32`,
//! `!llvm.float`, `!llvm.vec<4 x float>`; and pointers with pointees, `!llvm.ptr<f32>`.
//!
//! They are parsed to today's types. The pointee of a pointer is remembered until the next type is parsed, for operations whose
//! old syntax derived the element type from it.

use super::types as llvm;
use tern_mlir::asm::{ParseResult, Parser};
use tern_mlir::context::Context;
use tern_mlir::declare::{OldTypes, TypeDef};
use tern_mlir::types::{FloatKind, Type, TypeKind};

/// The deepest allowed nesting of types.
const MAX_DEPTH: u32 = 128;

/// LLVM's keywords for floating point types, and for types whose name in the dialect is the same.
fn word(context: &Context, word: &str) -> Option<Type> {
    let float = |kind| Some(context.ty(TypeKind::Float(kind)));
    match word {
        "half" => float(FloatKind::F16),
        "bfloat" => float(FloatKind::BF16),
        "float" => float(FloatKind::F32),
        "double" => float(FloatKind::F64),
        "x86_fp80" => float(FloatKind::F80),
        "fp128" => float(FloatKind::F128),
        "ppc_fp128" => Some(llvm::ppc_fp128(context)),
        "void" => Some(llvm::void(context)),
        "label" => Some(llvm::label(context)),
        "metadata" => Some(llvm::metadata(context)),
        "token" => Some(llvm::token(context)),
        _ => {
            let width: u32 = word.strip_prefix('i')?.parse().ok()?;
            (1..1 << 24).contains(&width).then(|| Type::integer(context, width))
        }
    }
}

pub(super) static TYPES: OldTypes = OldTypes { quoted, prefixed, bare, builtin, declared };

/// MLIR 24 has tokens as a builtin type.
fn builtin(context: &Context, name: &str) -> Option<Type> {
    (name == "token").then(|| llvm::token(context))
}

/// Parses `!llvm.mnemonic…`.
fn prefixed(parser: &mut Parser<'_, '_>, mnemonic: &str) -> ParseResult<Option<Type>> {
    if mnemonic != "type" {
        return bare(parser, mnemonic);
    }
    parser.advance();
    parser.expect(b'<')?;
    let start = parser.offset();
    let text = parser.string()?;
    let ty = quoted(parser, parser.context.bytes(text), start)?;
    parser.expect(b'>')?;
    Ok(Some(ty))
}

/// Parses a type without its prefix, as nested in another type of the dialect.
fn bare(parser: &mut Parser<'_, '_>, mnemonic: &str) -> ParseResult<Option<Type>> {
    if let Some(ty) = word(parser.context, mnemonic) {
        parser.advance();
        return Ok(Some(ty));
    }
    if mnemonic != "vec" {
        return Ok(None);
    }
    parser.advance();
    vector(parser).map(Some)
}

/// Parses `<4 x float>` or `<? x 4 x i32>`.
fn vector(parser: &mut Parser<'_, '_>) -> ParseResult<Type> {
    parser.expect(b'<')?;
    let scalable = parser.eat(b'?');
    if scalable {
        parser.expect_x()?;
    }
    let start = parser.offset();
    let length = i64::try_from(parser.integer()?).ok().filter(|&length| length > 0);
    let length =
        length.ok_or_else(|| parser.error_at(start, "expected the number of elements of a vector"))?;
    parser.expect_x()?;
    let element = parser.type_in_dialect("llvm")?;
    parser.expect(b'>')?;
    Ok(parser.context.ty(TypeKind::Vector { shape: [length].into(), scalable: [scalable].into(), element }))
}

/// Parses the text after `ptr` if it is `<type>` or `<type, address space>` rather than `<address space>`.
fn declared(parser: &mut Parser<'_, '_>, def: &'static TypeDef) -> ParseResult<Option<Type>> {
    if !std::ptr::eq(def, &llvm::PTR) {
        return Ok(None);
    }
    let position = parser.offset();
    if !parser.eat(b'<') {
        return Ok(None);
    }
    if parser.at_integer() {
        parser.seek(position);
        return Ok(None);
    }
    let pointee = parser.nested(|parser| parser.type_in_dialect("llvm"))?;
    let mut space = 0;
    if parser.eat(b',') {
        let start = parser.offset();
        space = u32::try_from(parser.integer()?)
            .map_err(|_| parser.error_at(start, "expected an address space"))?;
    }
    parser.expect(b'>')?;
    let ty = llvm::pointer(parser.context, space);
    parser.pointee = Some((ty, pointee));
    Ok(Some(ty))
}

/// Parses the quoted LLVM IR type `text`; `offset` is its position in the file.
fn quoted(parser: &mut Parser<'_, '_>, text: &[u8], offset: usize) -> ParseResult<Type> {
    let mut reader = Quoted { context: parser.context, text, at: 0, depth: 0, pointee: None };
    let read = reader.whole();
    parser.pointee = reader.pointee;
    read.map_err(|message| parser.error_at(offset, format!("{message} in a type of LLVM")))
}

/// A parser of types in LLVM IR syntax.
struct Quoted<'t, 'c> {
    context: &'c Context,
    text: &'t [u8],
    at: usize,
    depth: u32,
    /// The pointee of the outermost pointer.
    pointee: Option<(Type, Type)>,
}

impl Quoted<'_, '_> {
    fn whole(&mut self) -> Result<Type, &'static str> {
        let ty = self.ty()?;
        self.space();
        if self.at == self.text.len() { Ok(ty) } else { Err("unexpected text") }
    }

    fn space(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn eat(&mut self, text: &[u8]) -> bool {
        self.space();
        let found = self.text[self.at..].starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn expect(&mut self, text: &[u8], otherwise: &'static str) -> Result<(), &'static str> {
        if self.eat(text) { Ok(()) } else { Err(otherwise) }
    }

    fn word(&mut self) -> &str {
        self.space();
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|c| c.is_ascii_alphanumeric() || **c == b'_').count();
        self.at += length;
        std::str::from_utf8(&rest[..length]).unwrap_or_default()
    }

    fn number(&mut self) -> Result<u64, &'static str> {
        self.word().parse().map_err(|_| "expected a number")
    }

    fn ty(&mut self) -> Result<Type, &'static str> {
        if self.depth >= MAX_DEPTH {
            return Err("types nested too deeply");
        }
        self.depth += 1;
        let mut ty = self.base()?;
        self.pointee = None;
        loop {
            let mut space = 0;
            if self.eat(b"addrspace") {
                self.expect(b"(", "expected '('")?;
                space = u32::try_from(self.number()?).map_err(|_| "expected an address space")?;
                self.expect(b")", "expected ')'")?;
                self.expect(b"*", "expected '*'")?;
            } else if self.eat(b"(") {
                ty = self.function(ty)?;
                // Parsing the parameters may have left a pointee.
                self.pointee = None;
                continue;
            } else if !self.eat(b"*") {
                break;
            }
            let pointer = llvm::pointer(self.context, space);
            self.pointee = Some((pointer, ty));
            ty = pointer;
        }
        self.depth -= 1;
        Ok(ty)
    }

    fn base(&mut self) -> Result<Type, &'static str> {
        let context = self.context;
        if self.eat(b"<{") {
            let fields = self.list(b"}")?;
            self.expect(b">", "expected '>'")?;
            return Ok(llvm::struct_literal(context, &fields, true));
        }
        if self.eat(b"{") {
            let fields = self.list(b"}")?;
            return Ok(llvm::struct_literal(context, &fields, false));
        }
        if self.eat(b"[") {
            let length = self.number()?;
            self.expect(b"x", "expected 'x'")?;
            let element = self.ty()?;
            self.expect(b"]", "expected ']'")?;
            return Ok(llvm::array(context, element, length));
        }
        if self.eat(b"<") {
            let scalable = self.eat(b"vscale");
            if scalable {
                self.expect(b"x", "expected 'x'")?;
            }
            let length = i64::try_from(self.number()?).ok().filter(|&length| length > 0);
            let length = length.ok_or("expected the number of elements of a vector")?;
            self.expect(b"x", "expected 'x'")?;
            let element = self.ty()?;
            self.expect(b">", "expected '>'")?;
            let (shape, scalable) = ([length].into(), [scalable].into());
            return Ok(context.ty(TypeKind::Vector { shape, scalable, element }));
        }
        if self.eat(b"%") {
            let name = self.struct_name()?;
            return Ok(llvm::struct_opaque(context, &name));
        }
        word(context, self.word()).ok_or("expected a type")
    }

    fn struct_name(&mut self) -> Result<String, &'static str> {
        let rest = &self.text[self.at..];
        let (name, length) = match rest.strip_prefix(b"\"") {
            Some(quoted) => {
                let end = memchr::memchr(b'"', quoted).ok_or("expected '\"'")?;
                (&quoted[..end], end + 2)
            }
            None => {
                let fits = |c: &&u8| c.is_ascii_alphanumeric() || b"-$._".contains(c);
                let end = rest.iter().take_while(fits).count();
                (&rest[..end], end)
            }
        };
        self.at += length;
        Ok(String::from_utf8_lossy(name).into_owned())
    }

    /// Parses types up to `close`.
    fn list(&mut self, close: &[u8]) -> Result<Vec<Type>, &'static str> {
        let mut types = Vec::new();
        if self.eat(close) {
            return Ok(types);
        }
        loop {
            types.push(self.ty()?);
            if !self.eat(b",") {
                break;
            }
        }
        self.expect(close, "expected the end of a list")?;
        Ok(types)
    }

    /// Parses the parameters of a function type, after its opening parenthesis.
    fn function(&mut self, result: Type) -> Result<Type, &'static str> {
        let mut parameters = Vec::new();
        let mut variadic = false;
        while !self.eat(b")") {
            if self.eat(b"...") {
                variadic = true;
            } else {
                parameters.push(self.ty()?);
            }
            if !self.eat(b",") {
                self.expect(b")", "expected ')'")?;
                break;
            }
        }
        Ok(llvm::function(self.context, result, &parameters, variadic))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tern_mlir::asm::type_to_string;

    #[test]
    fn types_in_quotes_are_read() {
        let context = Context::new(crate::DIALECTS);
        let read = |text: &str| {
            let mut reader =
                Quoted { context: &context, text: text.as_bytes(), at: 0, depth: 0, pointee: None };
            let show = |ty| type_to_string(&context, ty);
            reader.whole().map(|ty| (show(ty), reader.pointee.map(|(_, pointee)| show(pointee))))
        };
        let plain = |text: &str| Ok((text.to_owned(), None));
        assert_eq!(read("i7"), plain("i7"));
        assert_eq!(read("float*"), Ok(("!llvm.ptr".to_owned(), Some("f32".to_owned()))));
        assert_eq!(read("i8 addrspace(3)*"), Ok(("!llvm.ptr<3>".to_owned(), Some("i8".to_owned()))));
        assert_eq!(read("{ i64, double } (i32, ...)"), plain("!llvm.func<struct<(i64, f64)> (i32, ...)>"));
        assert_eq!(read("void ()* (void ()*)"), plain("!llvm.func<ptr (ptr)>"));
        assert_eq!(
            read("<{ [2 x <4 x half>], {} }>"),
            plain("!llvm.struct<packed (array<2 x vector<4xf16>>, struct<()>)>")
        );
        assert_eq!(read("<vscale x 4 x i32>"), plain("vector<[4]xi32>"));
        assert_eq!(read("%node*").map(|(ty, _)| ty), Ok("!llvm.ptr".to_owned()));
        for wrong in ["", "i0", "{ i32", "[4 i32]", "<0 x i8>", "i32 x", "i8 addrspace(x)*", "void (", "%\"a"]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(read(&"{".repeat(100_000)).is_err());
    }
}
