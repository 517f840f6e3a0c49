//! Conditions of the preprocessor that no grammar can read, because what they choose between is no whole statement: brackets that are open
//! in one branch and closed elsewhere, a head of a function each, an argument. Of those the first branch stays, as if it stood
//! there without a condition; not that of `#if 0` and of what is C++ in C (`extern "C" {`). Conditions whose branches are whole stay as they are: what any of them defines is found.
//!
//! Nothing moves: what goes becomes blanks.

use std::borrow::Cow;

use super::source::{Scan, is_word};

/// Most conditions around one.
const DEEP: usize = 64;

/// Brackets that are open, and the last byte that was code.
#[derive(Clone, Copy, Default)]
struct State {
    braces: i32,
    /// Round and square ones.
    others: i32,
    last: u8,
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
    /// The same of the branch around.
    least: (i32, i32),
    branches: Vec<Branch>,
}

impl Condition {
    /// The branch that stays where only one can, if there is one.
    fn kept(&self) -> Option<usize> {
        self.branches.iter().position(|branch| !branch.never)
    }

    /// True if its branches are not whole. `next` is the first byte behind it.
    fn is_open(&self, next: u8) -> bool {
        let before = self.before;
        let unbalanced = |branch: &Branch| {
            (branch.state.braces, branch.state.others) != (before.braces, before.others) || branch.least != (before.braces, before.others)
        };
        let last = self.kept().map_or(before.last, |kept| self.branches[kept].state.last);
        before.others > 0
            || self.branches.iter().any(unbalanced)
            || b"=+-*/%&|^?<.~!".contains(&before.last)
            || b")]=/%|^?.".contains(&next)
            || (b"{,;:".contains(&next) && !b";{},:".contains(&last))
    }
}

/// The text with one branch of each condition whose branches are not whole.
pub(super) fn first_branches(text: &str) -> Cow<'_, str> {
    let mut scan = Scan::new(text);
    let (mut state, mut least) = (State::default(), (0, 0));
    let mut open: Vec<Condition> = Vec::new();
    let mut at = 0;
    let mut head = true;
    while at < scan.bytes.len() {
        let byte = scan.bytes[at];
        match byte {
            b'\n' => head = true,
            _ if byte.is_ascii_whitespace() => {}
            b'/' if matches!(scan.byte(at + 1), b'/' | b'*') => {
                let end = scan.next(at);
                head |= memchr::memchr(b'\n', &scan.bytes[at..end]).is_some();
                at = end;
                continue;
            }
            b'#' if head => {
                let end = scan.directive_end(at);
                let word = scan.next(at + 1);
                let name = &scan.bytes[word.min(end)..scan.word_end(word).min(end)];
                let value = scan.next(scan.word_end(word)).min(end);
                let never = match name {
                    b"if" | b"ifdef" => {
                        scan.bytes[value..scan.word_end(value)] == *b"0" || memchr::memmem::find(&scan.bytes[value..end], b"__cplusplus").is_some()
                    }
                    _ => false,
                };
                let begin = |state: State| Branch { from: at, begin: end, never, state, least: (state.braces, state.others) };
                match name {
                    b"if" | b"ifdef" | b"ifndef" => {
                        if open.len() == DEEP {
                            return Cow::Borrowed(text);
                        }
                        open.push(Condition { before: state, least, branches: vec![begin(state)] });
                        least = (state.braces, state.others);
                    }
                    b"else" | b"elif" | b"elifdef" | b"elifndef" if !open.is_empty() => {
                        let Some(condition) = open.last_mut() else { break };
                        let Some(last) = condition.branches.last_mut() else { break };
                        (last.state, last.least) = (state, least);
                        state = condition.before;
                        least = (state.braces, state.others);
                        condition.branches.push(begin(state));
                    }
                    b"endif" if !open.is_empty() => {
                        let Some(mut condition) = open.pop() else { break };
                        let Some(last) = condition.branches.last_mut() else { break };
                        (last.state, last.least) = (state, least);
                        let kept = condition.kept();
                        let whole = !condition.is_open(scan.byte(scan.next(end)));
                        let ends: Vec<usize> = condition.branches[1..].iter().map(|next| next.from).chain([at]).collect();
                        for (place, branch) in condition.branches.iter().enumerate().filter(|_| !whole) {
                            scan.blank(branch.from, if Some(place) == kept { branch.begin } else { ends[place] });
                        }
                        if !whole {
                            scan.blank(at, end);
                        }
                        (state, least) = match kept.map(|kept| &condition.branches[kept]) {
                            Some(branch) => {
                                let (around, inside) = (condition.least, branch.least);
                                (branch.state, (around.0.min(inside.0), around.1.min(inside.1)))
                            }
                            None => (condition.before, condition.least),
                        };
                    }
                    _ => {}
                }
                at = end;
                continue;
            }
            b'"' => {
                (at, head, state.last) = (scan.string(at), false, byte);
                continue;
            }
            b'\'' if at == 0 || !is_word(scan.bytes[at - 1]) => {
                (at, head, state.last) = (scan.string(at), false, byte);
                continue;
            }
            _ => {
                match byte {
                    b'{' => state.braces += 1,
                    b'}' => state.braces -= 1,
                    b'(' | b'[' => state.others += 1,
                    b')' | b']' => state.others -= 1,
                    _ => {}
                }
                least = (least.0.min(state.braces), least.1.min(state.others));
                (head, state.last) = (false, byte);
            }
        }
        at += 1;
    }
    scan.text().map_or(Cow::Borrowed(text), Cow::Owned)
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
            ("if (a) {\n#if 0\n} else {\n#else\n} else if (b) {\n#endif\n}", "if (a) {\n     \n        \n     \n} else if (b) {\n      \n}"),
            ("#if A\nint f(a)\n#elif B\nint f()\n#else\nint g()\n#endif\n{}", "     \nint f(a)\n       \n       \n     \n       \n      \n{}"),
            ("x =\n#if A\n1\n#else // é\n'2'\n#endif\n;", "x =\n     \n1\n           \n   \n      \n;"),
            ("#ifdef __cplusplus\nextern \"C\" {\n#endif\nint a;\n", "                  \n            \n      \nint a;\n"),
            // Whole ones stay, with what is in them.
            ("#if A\nint f() {}\n#else\nint g() {}\n#endif\n", "#if A\nint f() {}\n#else\nint g() {}\n#endif\n"),
            ("f();\n#if A\ng();\n#endif\n{ h(); }", "f();\n#if A\ng();\n#endif\n{ h(); }"),
            ("{\n#if A\n{\n#if B\n}\n#else\n}\n#endif\n#endif\n}", "{\n#if A\n{\n     \n}\n     \n \n      \n#endif\n}"),
            ("enum { A,\n#if X\nB,\n#endif\nC };", "enum { A,\n#if X\nB,\n#endif\nC };"),
            ("// don't (\n#if A // (\nchar c = '(';\n#endif\n", "// don't (\n#if A // (\nchar c = '(';\n#endif\n"),
            ("#if A\nf();\n#endif /* don't\n{ */\n", "#if A\nf();\n#endif /* don't\n{ */\n"),
            // What never ends, or never began.
            ("#if A\n{", "#if A\n{"),
            ("#else\n#endif\n{", "#else\n#endif\n{"),
            ("#", "#"),
        ] {
            assert_eq!(first_branches(text), right);
        }
    }
}
