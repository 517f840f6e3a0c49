//! Conditions of the preprocessor of C and C# that no grammar can read, because what they choose between is no whole statement: brackets that are open
//! in one branch and closed elsewhere, a head of a function each, an argument. Of those the first branch stays, as if it stood
//! there without a condition; not that of `#if 0` and of what is C++ in C (`extern "C" {`). Conditions whose branches are whole stay as they
//! are: what any of them defines is found. Among values and arguments nothing of the preprocessor can be read, so there all directives go.
//!
//! Nothing moves: what goes becomes blanks.

use std::borrow::Cow;

use super::source::{Scan, is_word};

/// Most conditions around one.
const DEEP: usize = 64;
/// Words that end no statement, and more than the longest has.
const LONGEST: usize = 12;
const OPEN: [&[u8]; 18] = [
    b"else",
    b"do",
    b"return",
    b"static",
    b"extern",
    b"inline",
    b"virtual",
    b"explicit",
    b"constexpr",
    b"consteval",
    b"friend",
    b"typedef",
    b"const",
    b"noexcept",
    b"public",
    b"private",
    b"protected",
    b"internal",
];
/// Words that no statement begins with.
const INSIDE: [&[u8]; 3] = [b"else", b"catch", b"finally"];

/// The text with one branch of each condition whose branches are not whole.
pub(super) fn first_branches(text: &str) -> Cow<'_, str> {
    let mut pass = Pass { scan: Scan::new(text), state: State::default(), least: (0, 0), template: 0, open: Vec::new() };
    let mut at = 0;
    // Nothing stood on the line so far.
    let mut head = true;
    while at < pass.scan.bytes.len() {
        let byte = pass.scan.bytes[at];
        if byte.is_ascii_whitespace() || (byte == b'/' && matches!(pass.scan.byte(at + 1), b'/' | b'*')) {
            let end = pass.scan.next(at).max(at + 1);
            head |= memchr::memchr(b'\n', &pass.scan.bytes[at..end]).is_some();
            at = end;
        } else if byte == b'#' && head {
            if pass.open.len() > DEEP {
                return Cow::Borrowed(text);
            }
            at = pass.directive(at);
        } else {
            (at, head) = (pass.code(at), false);
        }
    }
    pass.scan.text().map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Brackets that are open, and where the code so far ends.
#[derive(Clone, Copy, Default)]
struct State {
    braces: i32,
    /// Round and square ones.
    others: i32,
    /// How many braces are open in the list of values around, if there is one.
    values: i32,
    end: usize,
    /// The statement has the head of another: `if (a)`.
    headed: bool,
    /// What a constructor sets has begun: `A() :`.
    setting: bool,
}

/// What stands between two directives of a condition.
struct Branch {
    /// Where its directive begins, and where that ends.
    from: usize,
    begin: usize,
    /// `#if 0`, or a condition for C++.
    never: bool,
    /// At its end.
    state: State,
    /// Fewest brackets that were open in it.
    least: (i32, i32),
}

/// A condition whose end has not come.
struct Condition {
    before: State,
    /// It is in the parameters of a template.
    inside: bool,
    /// Fewest brackets that were open in the branch around.
    least: (i32, i32),
    branches: Vec<Branch>,
}

struct Pass<'t> {
    scan: Scan<'t>,
    state: State,
    /// Fewest brackets that were open in this branch.
    least: (i32, i32),
    /// Where the parameters of the last template end.
    template: usize,
    open: Vec<Condition>,
}

impl Pass<'_> {
    /// The last byte of the code so far.
    fn last(&self, state: State) -> u8 {
        state.end.checked_sub(1).map_or(0, |at| self.scan.byte(at))
    }

    /// Takes in what begins at `at`: a word, a string or a sign. Returns its end.
    fn code(&mut self, at: usize) -> usize {
        let byte = self.scan.bytes[at];
        let end = match byte {
            b'"' | b'\'' => self.scan.string(at),
            _ if is_word(byte) => {
                // An apostrophe in a number is no string.
                let mut end = self.scan.word_end(at);
                while byte.is_ascii_digit() && self.scan.byte(end) == b'\'' && is_word(self.scan.byte(end + 1)) {
                    end = self.scan.word_end(end + 1);
                }
                let open = self.scan.next(end);
                if &self.scan.bytes[at..end] == b"template" && self.scan.byte(open) == b'<' {
                    self.template = self.scan.angles(open);
                }
                self.state.headed |= matches!(&self.scan.bytes[at..end], b"if" | b"for" | b"while" | b"switch");
                end
            }
            _ => at + 1,
        };
        if matches!(byte, b'{' | b'}') && (at == 0 || self.scan.bytes[at - 1] == b'\n') {
            // Whatever was not closed: this is where a function begins or ends.
            self.state.others = 0;
        }
        match byte {
            b'{' => {
                self.state.braces += 1;
                if self.state.values == 0 && self.last(self.state) == b'=' {
                    self.state.values = self.state.braces;
                }
            }
            b'}' => {
                self.state.braces -= 1;
                if self.state.braces < self.state.values {
                    self.state.values = 0;
                }
            }
            b'(' | b'[' => self.state.others += 1,
            b')' | b']' => self.state.others -= 1,
            _ => {}
        }
        self.state.setting &= !matches!(byte, b'{' | b'}' | b';');
        self.state.setting |= byte == b':' && self.last(self.state) == b')' && self.scan.byte(end) != b':';
        self.state.headed &= !matches!(byte, b'{' | b'}' | b';') || self.state.others > 0;
        self.state.end = end;
        self.least = (self.least.0.min(self.state.braces), self.least.1.min(self.state.others));
        end
    }

    /// Takes in the directive that begins at `at`, and blanks what goes when a condition ends. Returns its end.
    fn directive(&mut self, at: usize) -> usize {
        let end = self.scan.directive_end(at);
        let word = self.scan.next(at + 1);
        let name = &self.scan.bytes[word.min(end)..self.scan.word_end(word).min(end)];
        match name {
            b"if" | b"ifdef" | b"ifndef" => {
                let value = self.scan.next(self.scan.word_end(word)).min(end);
                let value = &self.scan.bytes[value..end];
                let never = name != b"ifndef" && (value.trim_ascii() == b"0" || is_for_cpp(value));
                let first = Branch { from: at, begin: end, never, state: self.state, least: self.least };
                self.open.push(Condition { before: self.state, inside: at < self.template, least: self.least, branches: vec![first] });
                self.least = (self.state.braces, self.state.others);
            }
            b"else" | b"elif" | b"elifdef" | b"elifndef" => {
                let Some(condition) = self.open.last_mut() else { return end };
                condition.close(self.state, self.least);
                self.state = condition.before;
                self.least = (self.state.braces, self.state.others);
                condition.branches.push(Branch { from: at, begin: end, never: false, state: self.state, least: self.least });
            }
            b"endif" => {
                let Some(mut condition) = self.open.pop() else { return end };
                condition.close(self.state, self.least);
                self.choose(&condition, at, end);
            }
            _ if self.state.others > 0 || self.state.values > 0 => self.scan.blank(at, end),
            _ => {}
        }
        end
    }

    /// Goes on behind a condition, whose last directive is from `at` to `end`, with one of its branches.
    fn choose(&mut self, condition: &Condition, at: usize, end: usize) {
        let kept = condition.branches.iter().position(|branch| !branch.never);
        let is_open = self.is_open(condition, kept.map(|kept| &condition.branches[kept]), self.scan.next(end));
        let ends = condition.branches[1..].iter().map(|next| next.from).chain([at]);
        for (place, (branch, to)) in condition.branches.iter().zip(ends).enumerate() {
            // Among whole branches one that is not goes alone.
            match is_open {
                true => self.scan.blank(branch.from, if Some(place) == kept { branch.begin } else { to }),
                false if condition.is_unbalanced(branch) => self.scan.blank(branch.begin, to),
                false => {}
            }
        }
        if is_open {
            self.scan.blank(at, end);
        }
        (self.state, self.least) = (condition.before, condition.least);
        if let Some(branch) = kept.map(|kept| &condition.branches[kept]) {
            self.state = branch.state;
            self.least = (self.least.0.min(branch.least.0), self.least.1.min(branch.least.1));
        }
    }

    /// True if the branches of a condition are not whole. `next` is the place of the first code behind it.
    fn is_open(&self, condition: &Condition, kept: Option<&Branch>, next: usize) -> bool {
        let before = condition.before;
        let goes_on = |state: State| {
            let code = &self.scan.bytes[state.end.saturating_sub(LONGEST)..state.end];
            let word = code.iter().rposition(|byte| !is_word(*byte)).map_or(code, |at| &code[at + 1..]);
            b"=+-*/%&|^?<>.~!".contains(&self.last(state)) || OPEN.contains(&word)
        };
        let ends = kept.map_or(before, |kept| kept.state);
        let begins_inside = |at: usize, signs: &[u8]| {
            let at = self.scan.next(at);
            signs.contains(&self.scan.byte(at)) || INSIDE.contains(&&self.scan.bytes[at..self.scan.word_end(at)])
        };
        before.others > 0
            || before.values > 0
            || before.setting
            || condition.inside
            || kept.map_or_else(|| condition.is_unbalanced(&condition.branches[0]), |kept| condition.is_unbalanced(kept))
            || condition.branches.iter().any(|branch| begins_inside(branch.begin, b")]=/%|^?.&<>"))
            || goes_on(before)
            || goes_on(ends)
            || (before.headed && self.last(before) == b')')
            || begins_inside(next, b")]=/%|^?.")
            || (b"{,;:".contains(&self.scan.byte(next)) && !b"\0;{},:".contains(&self.last(ends)))
    }
}

/// True if a condition asks for C++, of any version.
fn is_for_cpp(value: &[u8]) -> bool {
    memchr::memmem::find(value, b"__cplusplus").is_some() && memchr::memchr2(b'<', b'>', value).is_none()
}

impl Condition {
    /// True if a branch has another number of open brackets at its end, or closes some that it did not open.
    fn is_unbalanced(&self, branch: &Branch) -> bool {
        let level = (self.before.braces, self.before.others);
        (branch.state.braces, branch.state.others) != level || branch.least != level
    }

    /// The last branch ends.
    fn close(&mut self, state: State, least: (i32, i32)) {
        if let Some(last) = self.branches.last_mut() {
            (last.state, last.least) = (state, least);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::first_branches;

    #[test]
    fn what_is_not_whole_has_one_branch() {
        for (text, right) in [
            // Open in one, closed elsewhere; arguments; heads; operands.
            ("f(\n#if A\n  g(\n#else\n  h(\n#endif\n  1));", "f(\n     \n  g(\n     \n    \n      \n  1));"),
            ("#ifdef A\nif (a) {\n#endif\nb();\n#ifdef A\n}\n#endif\n", "        \nif (a) {\n      \nb();\n        \n}\n      \n"),
            (
                "if (a) {\n#if 0\n} else {\n#else\n} else if (b) {\n#endif\n}",
                "if (a) {\n     \n        \n     \n} else if (b) {\n      \n}",
            ),
            (
                "#if A\nint f(a)\n#elif B\nint f()\n#else\nint g()\n#endif\n{}",
                "     \nint f(a)\n       \n       \n     \n       \n      \n{}",
            ),
            ("x =\n#if A\n1\n#else // é\n'2'\n#endif\n;", "x =\n     \n1\n           \n   \n      \n;"),
            ("#ifdef __cplusplus\nextern \"C\" {\n#endif\nint a;\n", "                  \n            \n      \nint a;\n"),
            ("template<A>\n#if B\nconstexpr\n#endif\nint f();", "template<A>\n     \nconstexpr\n      \nint f();"),
            ("a<b\n#if C\n && d\n#endif\n, e>", "a<b\n     \n && d\n      \n, e>"),
            ("template<a,\n#if B\n c,\n#endif\n d> int e;", "template<a,\n     \n c,\n      \n d> int e;"),
            (
                "int a[] = {\n#define B 1\n#ifdef C\n B,\n#endif\n 2 };\n#undef B",
                "int a[] = {\n           \n        \n B,\n      \n 2 };\n#undef B",
            ),
            ("f((a);\n}\n#define B 1\n", "f((a);\n}\n#define B 1\n"),
            ("if (a) {}\n#if B\nelse if (c) {}\n#endif\nelse {}", "if (a) {}\n     \nelse if (c) {}\n      \nelse {}"),
            ("#if A\npublic\n#endif\nclass B {}", "     \npublic\n      \nclass B {}"),
            ("if (a)\n b();\n#ifdef C\nelse\n#endif\n c();", "if (a)\n b();\n        \nelse\n      \n c();"),
            ("if (a)\n#if B\n c();\n#else\n d();\n#endif\n", "if (a)\n     \n c();\n     \n     \n      \n"),
            (
                "A() :\n#if B\n c(1),\n#endif\n d(2) {}\n#if E\nint e;\n#endif",
                "A() :\n     \n c(1),\n      \n d(2) {}\n#if E\nint e;\n#endif",
            ),
            // Whole ones stay, with what is in them.
            ("#if A\nint f() {}\n#else\nint g() {}\n#endif\n", "#if A\nint f() {}\n#else\nint g() {}\n#endif\n"),
            ("f();\n#if A\ng();\n#endif\n{ h(); }", "f();\n#if A\ng();\n#endif\n{ h(); }"),
            ("#if A\nint a;\n#elif B\n{\n#else\nint c;\n#endif\n", "#if A\nint a;\n#elif B\n \n#else\nint c;\n#endif\n"),
            ("#ifdef __cplusplus\nclass A {};\n#endif\n", "#ifdef __cplusplus\nclass A {};\n#endif\n"),
            ("#if 0\nint a;\n#endif\n", "#if 0\nint a;\n#endif\n"),
            ("{\n#if A\n{\n#if B\n}\n#else\n}\n#endif\n#endif\n}", "{\n#if A\n{\n     \n}\n     \n \n      \n#endif\n}"),
            ("int a = 1'000;\n#if A\nint b = 0xf'f;\n#endif\n", "int a = 1'000;\n#if A\nint b = 0xf'f;\n#endif\n"),
            ("enum { A,\n#if X\nB,\n#endif\nC };", "enum { A,\n#if X\nB,\n#endif\nC };"),
            ("#if A\nint a;\n#else\ntemplate<B> int c;\n#endif\n", "#if A\nint a;\n#else\ntemplate<B> int c;\n#endif\n"),
            ("// don't (\n#if A // (\nchar c = '(';\n#endif\n", "// don't (\n#if A // (\nchar c = '(';\n#endif\n"),
            ("#if A\nf();\n#endif /* don't\n{ */\n", "#if A\nf();\n#endif /* don't\n{ */\n"),
            // What never ends, or never began.
            ("<template>\n#if A\n#endif", "<template>\n     \n      "),
            ("#if A\n{", "#if A\n{"),
            ("#else\n#endif\n{", "#else\n#endif\n{"),
            ("#", "#"),
        ] {
            assert_eq!(first_branches(text), right);
        }
    }
}
