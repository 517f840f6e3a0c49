//! What the stretches of a piece of code are, for whoever paints them: comments, strings, numbers, keywords, types, names that are defined. **Pure**, bounded as parsing is.
//!
//! Read off the tree by the words that grammars use for their nodes, so one rule serves all of them and nothing has to be compiled first. It leaves out what only
//! queries know (builtins, parameters, properties), and colours, which are for the terminal to say.

use tree_sitter::Node;

use super::lines::Lines;
use super::{table, tree};

/// Longest text that is looked at. What is shown of a file is far shorter.
const BYTES: usize = 32 << 10;
/// Deepest node that is looked at; what is below has the ink of that.
const DEPTH: usize = 500;

/// Words that are values.
const CONSTANTS: &[&str] = &["true", "false", "null", "nil", "none", "undefined"];

/// What a stretch of code is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// Anything else.
    #[default]
    Plain,
    /// A comment.
    Comment,
    /// A text, a character, a regular expression.
    String,
    /// A number, or a word such as `true`.
    Constant,
    /// A word of the language.
    Keyword,
    /// The name of a type.
    Type,
    /// The name of a function where it is defined.
    Function,
}

/// The ink of each byte of `text`, a piece of a file in the language `lang`; nothing if its syntax is not known, or if it cannot be parsed within bounds.
pub fn inks(lang: &str, text: &str) -> Vec<Ink> {
    let Some(grammar) = table::grammar(lang).filter(|_| text.len() <= BYTES) else { return Vec::new() };
    let Ok((_, tree)) = tree(grammar, &Lines::new(text)) else { return Vec::new() };
    let mut inks = vec![Ink::Plain; text.len()];
    let mut cursor = tree.walk();
    // Kinds of the nodes around.
    let mut around: Vec<&str> = Vec::new();
    loop {
        // Text is painted whole, and what stands in it over that.
        let node = cursor.node();
        let ink = ink(node, cursor.field_name(), around.last().copied().unwrap_or_default(), text);
        if let (Some(ink), Some(bytes)) = (ink, inks.get_mut(node.byte_range())) {
            bytes.fill(ink);
        }
        if around.len() < DEPTH && ink != Some(Ink::Comment) && cursor.goto_first_child() {
            around.push(node.kind());
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return inks;
            }
            around.pop();
        }
    }
}

/// The ink of a node that stands in the field `field` of a node of the kind `parent`; `None` if it has that of what is around it.
fn ink(node: Node<'_>, field: Option<&str>, parent: &str, text: &str) -> Option<Ink> {
    let kind = node.kind();
    let has = |words: &[&str]| words.iter().any(|word| kind.contains(word));
    if node.is_error() {
        return None;
    }
    if !node.is_named() {
        let word = kind.trim_start_matches(['#', '@']);
        let is_word = word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
        let is_constant = CONSTANTS.iter().any(|constant| word.eq_ignore_ascii_case(constant));
        return is_word.then_some(if is_constant { Ink::Constant } else { Ink::Keyword });
    }
    if has(&["comment", "haddock"]) {
        return Some(Ink::Comment);
    }
    if has(&["interpolation", "substitution", "expansion", "embedded", "format_expression"]) {
        return Some(Ink::Plain);
    }
    if !kind.contains("type") && has(&["string", "char", "heredoc", "rune", "regex", "sigil", "quoted", "system_lib"]) {
        return Some(Ink::String);
    }
    if node.child_count() > 0 {
        return None;
    }
    let word = text.get(node.byte_range()).unwrap_or_default();
    if kind.contains("type") {
        return Some(Ink::Type);
    }
    let is_number = word.bytes().next().is_some_and(|byte| byte.is_ascii_digit());
    if is_number || has(&["integer", "float", "number", "boolean"]) || has(CONSTANTS) {
        return Some(Ink::Constant);
    }
    // What is called as it is written is a word of the language, and so is what modifies.
    if kind.eq_ignore_ascii_case(word) || has(&["specifier", "modifier", "qualifier"]) {
        return Some(Ink::Keyword);
    }
    let is_function = ["function", "method", "constructor"].iter().any(|word| parent.contains(word)) && !parent.contains("call");
    (is_function && matches!(field, Some("name" | "declarator"))).then_some(Ink::Function)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stretches of `text` that have an ink, each with the first letter of it; a constant with N.
    fn painted(lang: &str, text: &str) -> String {
        let inks = inks(lang, text);
        let mut out: Vec<(Ink, String)> = Vec::new();
        for (at, letter) in text.char_indices() {
            match out.last_mut().filter(|(ink, _)| *ink == inks[at]) {
                Some((_, stretch)) => stretch.push(letter),
                None => out.push((inks[at], letter.to_string())),
            }
        }
        let mark = |ink: &Ink| if *ink == Ink::Constant { "N".to_owned() } else { format!("{ink:?}")[..1].to_owned() };
        let shown = out.iter().filter(|(ink, _)| *ink != Ink::Plain);
        shown.map(|(ink, stretch)| format!("{}:{stretch}", mark(ink))).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn several_grammars_by_one_rule() {
        for (lang, text, want) in [
            (
                "rust",
                "// c\npub fn go(n: u32) { let s = \"a\"; if true { 7 } }",
                "C:// c K:pub K:fn F:go T:u32 K:let S:\"a\" K:if N:true N:7",
            ),
            ("python", "def go(n):\n    return f'a{n}b' # c\n", "K:def F:go K:return S:f'a S:b' C:# c"),
            ("javascript", "function go() { return `a${n}b` + null }", "K:function F:go K:return S:`a S:b` N:null"),
            ("typescript", "class A { m(x: string): void { const a = /b/; } }", "K:class T:A F:m K:string K:void K:const S:/b/"),
            ("go", "func run() string { return \"a\" }", "K:func F:run T:string K:return S:\"a\""),
            ("java", "public class A { int go() { return 1; /* c */ } }", "K:public K:class K:int F:go K:return N:1 C:/* c */"),
            ("c", "static int go(void) { return 'a'; }", "K:static T:int F:go T:void K:return S:'a'"),
            ("cpp", "#include <a>\nclass A { void go() const; };", "K:#include S:<a> K:class T:A T:void F:go K:const"),
            ("bash", "if true; then echo \"a$b\"; fi", "K:if K:then S:\"a S:\" K:fi"),
            ("ruby", "def go\n  \"a#{n}b\"\nend\n", "K:def F:go S:\"a S:b\" K:end"),
            ("kotlin", "fun go(): Int { return 1 } // c", "K:fun F:go K:return N:1 C:// c"),
            ("css", "a { color: \"x\"; } /* c */", "S:\"x\" C:/* c */"),
        ] {
            assert_eq!(painted(lang, text), want, "{lang}");
        }
        assert_eq!(inks("text", "if"), []);
        // A piece of a function, as a chunk may be.
        assert!(painted("rust", "    return Some(\"a\");\n}\n").contains("S:\"a\""));
    }

    #[test]
    fn no_text_takes_long_or_breaks_it() {
        for table in table::tables() {
            for text in ["\u{0}", "((((((", "\"", "\u{6f22}\u{5b57} \"\u{e9}", &"a{".repeat(300), &"/*".repeat(1000)] {
                let found = inks(table.word, text);
                assert!(found.is_empty() || found.len() == text.len(), "{}", table.word);
            }
            assert!(inks(table.word, table.example).iter().any(|ink| *ink != Ink::Plain), "{}", table.word);
        }
    }
}
