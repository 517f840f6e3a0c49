//! What the grammar of Kotlin reads wrongly, put out of its way: annotations before a declaration (it takes `@A class B {` behind another
//! declaration for an expression) become comments, the guards of `when` (`is A if b ->`, since Kotlin 2.1) become blanks, `get`, `set`, `by`
//! and `where` that are names (`where.let {`, `} get b`), which it takes for accessors, delegates and bounds, become another name, and
//! `actual` before a constructor, `suspend` before a function without a name, the receivers before a type of functions (`context(A) (B) -> C`) and the dollars
//! before a string (`$$"a"`) go. Nothing moves.

use std::borrow::Cow;

/// How far the end of a guard is looked for.
const FAR: usize = 1000;

/// The text that is parsed.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    // Nothing but blanks and annotations stood on the line so far.
    let mut head = true;
    while at < bytes.len() {
        let rest = &bytes[at..];
        if head && rest[0] == b'@' && rest.get(1).is_some_and(u8::is_ascii_alphabetic) {
            let end = annotation(&bytes, at);
            comment(&mut bytes, at, end);
            at = end;
            continue;
        }
        if head && !rest[0].is_ascii_whitespace() {
            head = false;
            if let Some((from, to)) = guard(&rest[..rest.len().min(FAR)]) {
                bytes[at + from..at + to].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
            }
        }
        if is_word(bytes[at]) {
            let end = at + bytes[at..].iter().position(|byte| !is_word(*byte)).unwrap_or(bytes.len() - at);
            match &bytes[at..end] {
                b"actual" | b"expect" if bytes[end..].starts_with(b" constructor") => bytes[at..end].fill(b' '),
                b"suspend" if bytes[end..].starts_with(b" {") => bytes[at..end].fill(b' '),
                b"context" => {
                    if let Some(behind) = receivers(&bytes, end) {
                        bytes[at..behind].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
                    }
                }
                _ if is_name(&bytes, at, end) => bytes[at + 1] = b'_',
                _ => {}
            }
            at = end;
            continue;
        }
        let dollars = bytes[at..].iter().take_while(|byte| **byte == b'$').count();
        if dollars > 0 {
            if dollars > 1 && bytes.get(at + dollars) == Some(&b'"') {
                bytes[at..at + dollars].fill(b' ');
            }
            at += dollars;
            continue;
        }
        head |= bytes[at] == b'\n';
        at = skip(&bytes, at);
    }
    // Only whole characters were blanked: what stands for them is ASCII.
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Behind the brackets at `at`, if the parameters of a type of functions follow: `context(A<B>) (C) -> D`.
fn receivers(bytes: &[u8], at: usize) -> Option<usize> {
    let near = &bytes[at..bytes.len().min(at + FAR)];
    let mut depth = 0usize;
    for (place, byte) in near.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return near[place + 1..].starts_with(b" (").then_some(at + place + 1),
            b')' => depth = depth.checked_sub(1)?,
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// True if the word from `at` to `end` could be a keyword, and stands where only a name does.
fn is_name(bytes: &[u8], at: usize, end: usize) -> bool {
    let word = &bytes[at..end];
    let accessor = matches!(word, b"get" | b"set");
    if !(accessor || matches!(word, b"by" | b"where")) || (at > 0 && matches!(bytes[at - 1], b'.' | b'@' | b'`' | b'$')) {
        return false;
    }
    let next = end + bytes[end..].iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(bytes.len() - end);
    match bytes.get(next) {
        Some(b'.' | b'?' | b',' | b')' | b']' | b'[' | b':' | b'=') => true,
        // Between two operands.
        Some(byte) if accessor && byte.is_ascii_alphabetic() => {
            next > end && bytes[..at].iter().rfind(|byte| !matches!(byte, b' ' | b'\t')).is_some_and(|byte| *byte != b'\n')
        }
        _ => false,
    }
}

/// Behind what begins at `at`: a comment, a string, a character, or one byte.
fn skip(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let behind = |sign: &[u8], from: usize| {
        memchr::memmem::find(&rest[from.min(rest.len())..], sign).map_or(bytes.len(), |end| at + from + end + sign.len())
    };
    match rest {
        [b'/', b'/', ..] => behind(b"\n", 2) - usize::from(memchr::memchr(b'\n', rest).is_some()),
        [b'/', b'*', ..] => {
            let (mut depth, mut place) = (0usize, at);
            while place < bytes.len() {
                match &bytes[place..] {
                    [b'/', b'*', ..] => (depth, place) = (depth + 1, place + 2),
                    [b'*', b'/', ..] if depth <= 1 => return place + 2,
                    [b'*', b'/', ..] => (depth, place) = (depth - 1, place + 2),
                    _ => place += 1,
                }
            }
            bytes.len()
        }
        [b'"', b'"', b'"', ..] => behind(b"\"\"\"", 3),
        [quote @ (b'"' | b'\''), ..] => {
            let mut place = at + 1;
            while place < bytes.len() && bytes[place] != *quote && bytes[place] != b'\n' {
                place += if bytes[place] == b'\\' { 2 } else { 1 };
            }
            bytes.len().min(place + usize::from(bytes.get(place) == Some(quote)))
        }
        _ => at + 1,
    }
}

/// The end of the annotation that begins at `at`: `@a.B`, `@get:B(...)`, `@file:[A B]`.
fn annotation(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while end < bytes.len() && (bytes[end].is_ascii_alphanumeric() || matches!(bytes[end], b'_' | b'.' | b':') || bytes[end] >= 0x80) {
        end += 1;
    }
    if matches!(bytes.get(end), Some(b'(' | b'[')) {
        let mut depth = 0usize;
        while end < bytes.len() {
            match bytes[end] {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return end + 1;
            }
            end = skip(bytes, end);
        }
    }
    end
}

/// Blanks `text[from..to]`; what of it ends a line becomes a comment, which belongs to what follows as the annotation did. Not if code follows on
/// the line: behind a comment there the grammar sees no end of the statement before.
fn comment(text: &mut [u8], from: usize, to: usize) {
    let ends = text[to..].iter().find(|byte| !matches!(**byte, b' ' | b'\t' | b'\r')).is_none_or(|byte| *byte == b'\n');
    for line in text[from..to].split_mut(|byte| *byte == b'\n') {
        line.fill(b' ');
        if line.len() >= 2 {
            line[..2].copy_from_slice(b"//");
        }
    }
    if !ends {
        let last = memchr::memrchr(b'\n', &text[from..to]).map_or(from, |line| from + line + 1);
        text[last..to].fill(b' ');
    }
}

/// Where the guard of a condition of `when` stands: between the condition, which begins the line, and the arrow.
fn guard(text: &[u8]) -> Option<(usize, usize)> {
    let line = &text[..memchr::memchr(b'\n', text).unwrap_or(text.len())];
    let from = memchr::memmem::find(line, b" if ")?;
    let condition = line[..from].trim_ascii();
    let is_condition = condition == b"else"
        || [&b"is "[..], b"!is ", b"in ", b"!in "].iter().any(|word| condition.starts_with(word))
        || condition.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'"'));
    if !is_condition || condition.is_empty() || condition.contains(&b'{') {
        return None;
    }
    let (mut depth, mut at) = (0usize, from);
    while at < text.len() {
        match &text[at..] {
            [b'(' | b'[', ..] => depth += 1,
            [b')' | b']', ..] => depth = depth.checked_sub(1)?,
            [b'{', ..] => return None,
            [b'\n', ..] if depth == 0 => return None,
            [b'-', b'>', ..] if depth == 0 => return Some((from, at)),
            _ => {}
        }
        at = skip(text, at);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn what_is_misread_goes() {
        for (text, right) in [
            ("@Ann\n@B(\"x)\", [1])  \nclass C\n", "//  \n//             \nclass C\n"),
            ("@A\nclass C", "//\nclass C"),
            ("  @get:Rule @A1B val x = y@label\n", "                 val x = y@label\n"),
            ("@A @B\nfun f() {}\n", "   //\nfun f() {}\n"),
            ("@Ann(\n  a = 1\n)\nfun f() {}\n", "//   \n//     \n \nfun f() {}\n"),
            ("@Ann(\n  a = 1) fun f() {}\n", "//   \n         fun f() {}\n"),
            ("/*\n@see x\n*/ // @a\nval s = \"\"\"\n@Here\n\"\"\"\n", "/*\n@see x\n*/ // @a\nval s = \"\"\"\n@Here\n\"\"\"\n"),
            ("class A\ninternal actual constructor(val set: B, by: C)\n", "class A\ninternal        constructor(val s_t: B, b_: C)\n"),
            ("f()\nwhere?.let { by.g(where) }\n", "f()\nw_ere?.let { b_.g(w_ere) }\n"),
            ("val a by lazy { x.get(1) }\nfun <T> f() where T : B {}\n", "val a by lazy { x.get(1) }\nfun <T> f() where T : B {}\n"),
            ("  get() = field\n  private set\n", "  get() = field\n  private set\n"),
            ("  is A if a.b(1) -> 2\n", "  is A           -> 2\n"),
            ("  is A if (\n    a ->\n  ) ->\n", "  is A     \n        \n    ->\n"),
            ("val a = $$\"b\"\n", "val a =   \"b\"\n"),
            ("listOf(suspend { a() })\nsuspend fun f() {}\n", "listOf(        { a() })\nsuspend fun f() {}\n"),
            ("fun f(a: context(R<E>) () -> A) {}\n", "fun f(a:               () -> A) {}\n"),
            ("context(R<E>)\nfun f() = context(a)\n", "context(R<E>)\nfun f() = context(a)\n"),
            ("  else if x -> 2\n", "  else      -> 2\n"),
            ("  else if (x) y { it -> 1 }\n", "  else if (x) y { it -> 1 }\n"),
            ("  val x = a {\n  } get b\n  val y: Int\n    get set\n", "  val x = a {\n  } g_t b\n  val y: Int\n    get set\n"),
            ("  val a = if (b) c else d\n", "  val a = if (b) c else d\n"),
        ] {
            assert_eq!(plain(text), right);
        }
    }
}
