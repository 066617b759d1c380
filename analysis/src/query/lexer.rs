//! The tokens of a query.

use tern_llvm_ir::Diagnostic;

/// A token. Names keep their sign apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A keyword, a bare name, a glob, a number, a place in a file.
    Word(String),
    /// `@name`, `@"name"`.
    Global(String),
    /// `%name`, `%"name"`.
    Local(String),
    /// `!kind`.
    Metadata(String),
    /// `"text"`.
    Quoted(String),
    /// `/expression/`.
    Regex(String),
    /// A sign.
    Sign(&'static str),
    End,
}

impl Token {
    /// What it is, for messages.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Word(text) => format!("`{text}`"),
            Self::Global(text) => format!("`@{text}`"),
            Self::Local(text) => format!("`%{text}`"),
            Self::Metadata(text) => format!("`!{text}`"),
            Self::Quoted(text) => format!("`\"{text}\"`"),
            Self::Regex(text) => format!("`/{text}/`"),
            Self::Sign(sign) => format!("`{sign}`"),
            Self::End => "the end".to_owned(),
        }
    }
}

/// Reads tokens of a text on request.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

/// The name that messages have for the text of a query.
const NAME: &str = "query";

fn is_in_word(letter: char) -> bool {
    letter.is_alphanumeric() || "_$.-:*?+~#/".contains(letter)
}

impl<'a> Lexer<'a> {
    pub(super) fn error(&self, offset: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(NAME, self.text.as_bytes(), offset, message)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// The next token.
    pub(super) fn next(&mut self) -> Result<Token, Diagnostic> {
        self.skip_space();
        let Some(first) = self.rest().chars().next() else { return Ok(Token::End) };
        match first {
            '@' => self.named().map(Token::Global),
            '%' => self.named().map(Token::Local),
            '"' => self.quoted('"', "a quoted text").map(Token::Quoted),
            '/' => self.quoted('/', "a regular expression").map(Token::Regex),
            '!' if !self.rest().starts_with("!=") => self.named().map(Token::Metadata),
            _ if is_in_word(first) => Ok(Token::Word(self.word().to_owned())),
            _ => {
                const SIGNS: [&str; 14] =
                    ["<=", ">=", "!=", "=", "<", ">", "(", ")", "[", "]", "{", "}", ",", ";"];
                let sign = SIGNS.into_iter().find(|sign| self.rest().starts_with(sign));
                let sign =
                    sign.ok_or_else(|| self.error(self.at, format!("`{first}` means nothing here")))?;
                self.at += sign.len();
                Ok(Token::Sign(sign))
            }
        }
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|letter| !is_in_word(letter)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// A name behind its sign.
    fn named(&mut self) -> Result<String, Diagnostic> {
        let start = self.at;
        self.at += 1;
        if self.rest().starts_with('"') {
            return self.quoted('"', "a quoted text");
        }
        match self.word() {
            "" => Err(self.error(start, "expected a name behind this sign")),
            word => Ok(word.to_owned()),
        }
    }

    /// A text between two delimiters. A backslash before the delimiter makes it a part of the text; other backslashes stay.
    fn quoted(&mut self, delimiter: char, what: &str) -> Result<String, Diagnostic> {
        let start = self.at;
        let mut text = String::new();
        let mut letters = self.rest().char_indices().skip(1).peekable();
        while let Some((index, letter)) = letters.next() {
            if letter == '\\' && letters.peek().is_some_and(|&(_, next)| next == delimiter) {
                text.push(delimiter);
                letters.next();
            } else if letter == delimiter {
                self.at = start + index + 1;
                return Ok(text);
            } else {
                text.push(letter);
            }
        }
        Err(self.error(start, format!("{what} has no end")))
    }

    /// The text of a type: up to the closing bracket, or a word, and an address space behind it. Empty if there is none.
    pub(super) fn type_text(&mut self) -> Result<String, Diagnostic> {
        self.skip_space();
        let start = self.at;
        match self.rest().chars().next() {
            Some('[' | '<' | '{') => self.brackets()?,
            Some('%') => drop(self.named()?),
            _ => drop(self.word()),
        }
        if self.text[start..self.at].ends_with("target") && self.rest().starts_with('(') {
            self.brackets()?;
        }
        if self.rest().trim_start().starts_with("addrspace(") {
            self.skip_space();
            self.word();
            self.brackets()?;
        }
        Ok(self.text[start..self.at].to_owned())
    }

    /// Skips a text in brackets, with brackets in it.
    pub(super) fn brackets(&mut self) -> Result<(), Diagnostic> {
        let start = self.at;
        let (mut depth, mut in_quotes) = (0u32, false);
        for (index, letter) in self.rest().char_indices() {
            match letter {
                '"' => in_quotes = !in_quotes,
                _ if in_quotes => {}
                '[' | '<' | '{' | '(' => depth += 1,
                ']' | '>' | '}' | ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at = start + index + letter.len_utf8();
                return Ok(());
            }
        }
        Err(self.error(start, "this bracket is not closed"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Lexer, Token};

    #[test]
    fn tokens_are_told_apart() {
        let mut lexer = Lexer { text: r#"at src/f.c:1-2 @"a\"b" %x.1 !tbaa /a\/b\d/ >=-3(i8)"#, at: 0 };
        let word = |text: &str| Token::Word(text.to_owned());
        for expected in [
            word("at"),
            word("src/f.c:1-2"),
            Token::Global("a\"b".to_owned()),
            Token::Local("x.1".to_owned()),
            Token::Metadata("tbaa".to_owned()),
            Token::Regex("a/b\\d".to_owned()),
            Token::Sign(">="),
            word("-3"),
            Token::Sign("("),
            word("i8"),
            Token::Sign(")"),
            Token::End,
        ] {
            assert_eq!(lexer.next().unwrap(), expected);
        }
        assert_eq!(Lexer { text: "\"a", at: 0 }.next().unwrap_err().message(), "a quoted text has no end");
    }

    #[test]
    fn types_end_with_their_brackets() {
        for (text, ty) in [
            (" { i8, <4 x i8> } in", "{ i8, <4 x i8> }"),
            ("ptr addrspace(1) in", "ptr addrspace(1)"),
            ("%struct.node in", "%struct.node"),
            ("target(\"a)\", 1) in", "target(\"a)\", 1)"),
        ] {
            assert_eq!(Lexer { text, at: 0 }.type_text().unwrap(), ty);
        }
    }
}
