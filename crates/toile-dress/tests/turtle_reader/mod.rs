//! A reader of as much of Turtle as the export uses, to check it against the grammar.

use std::collections::BTreeMap;

/// Reads statements as subject, relation and object with names in full; a blank node is `_:` and its number.
pub(crate) fn read(text: &str) -> Result<Vec<[String; 3]>, String> {
    let mut reader = Reader { tokens: tokens(text)?, next: 0, prefixes: BTreeMap::new(), blanks: 0 };
    let mut statements = Vec::new();
    while reader.next < reader.tokens.len() {
        reader.statement(&mut statements)?;
    }
    Ok(statements)
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Iri(String),
    Name(String),
    Text(String),
    Number(String),
    Mark(char),
    Prefix,
    Blank,
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            c if c.is_whitespace() => {}
            '<' => tokens.push(Token::Iri(letters.by_ref().take_while(|c| *c != '>').collect())),
            '"' => tokens.push(Token::Text(string(&mut letters)?)),
            '[' => {
                if letters.next() != Some(']') {
                    return Err("only empty blank nodes are used".into());
                }
                tokens.push(Token::Blank);
            }
            '.' | ';' | ',' => tokens.push(Token::Mark(c)),
            _ => {
                let mut word = String::from(c);
                while let Some(c) = letters.next_if(|c| c.is_ascii_alphanumeric() || "_-:@".contains(*c)) {
                    word.push(c);
                }
                tokens.push(match word.as_str() {
                    "@prefix" => Token::Prefix,
                    number if number.parse::<i64>().is_ok() => Token::Number(word),
                    _ => Token::Name(word),
                });
            }
        }
    }
    Ok(tokens)
}

fn string(letters: &mut impl Iterator<Item = char>) -> Result<String, String> {
    let mut text = String::new();
    loop {
        match letters.next() {
            Some('"') => return Ok(text),
            Some('\\') => text.push(match letters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                Some(c @ ('"' | '\\')) => c,
                other => return Err(format!("no such escape: {other:?}")),
            }),
            Some('\n') | None => return Err(format!("a string does not end: {text}")),
            Some(c) => text.push(c),
        }
    }
}

struct Reader {
    tokens: Vec<Token>,
    next: usize,
    prefixes: BTreeMap<String, String>,
    blanks: usize,
}

impl Reader {
    fn token(&mut self) -> Result<Token, String> {
        self.next += 1;
        self.tokens.get(self.next - 1).cloned().ok_or_else(|| "it ends in the middle".to_owned())
    }

    fn statement(&mut self, statements: &mut Vec<[String; 3]>) -> Result<(), String> {
        if self.tokens[self.next] == Token::Prefix {
            self.next += 1;
            let (Token::Name(name), Token::Iri(iri)) = (self.token()?, self.token()?) else {
                return Err("a prefix is a name and an address".into());
            };
            let name = name.strip_suffix(':').ok_or("a prefix ends with a colon")?.to_owned();
            self.prefixes.insert(name, iri);
            return (self.token()? == Token::Mark('.'))
                .then_some(())
                .ok_or("a prefix ends with a dot".into());
        }
        let subject = self.term()?;
        loop {
            let relation = match self.tokens.get(self.next) {
                Some(Token::Name(name)) if name == "a" => {
                    self.next += 1;
                    "http://www.w3.org/1999/02/22-rdf-syntax-ns#type".to_owned()
                }
                _ => self.term()?,
            };
            loop {
                let object = self.term()?;
                statements.push([subject.clone(), relation.clone(), object]);
                match self.token()? {
                    Token::Mark(',') => {}
                    Token::Mark(';') => break,
                    Token::Mark('.') => return Ok(()),
                    other => return Err(format!("{subject} {relation}: {other:?} is not expected")),
                }
            }
        }
    }

    fn term(&mut self) -> Result<String, String> {
        match self.token()? {
            Token::Iri(iri) => Ok(iri),
            Token::Text(text) | Token::Number(text) => Ok(text),
            Token::Blank => {
                self.blanks += 1;
                Ok(format!("_:{}", self.blanks))
            }
            Token::Name(name) => {
                let (prefix, local) = name.split_once(':').ok_or_else(|| format!("{name} has no prefix"))?;
                let iri = self.prefixes.get(prefix).ok_or_else(|| format!("{prefix} is not declared"))?;
                Ok(format!("{iri}{local}"))
            }
            other => Err(format!("{other:?} is no term")),
        }
    }
}
