//! What the grammar of C# reads wrongly, put out of its way: `async` that is a name (`if (async) await f();`), which it takes for the beginning of a function,
//! becomes another name; casts to pointers (`*(byte*)p = 1`) become blanks, and a star before brackets a name, so that `*(p + 1)` is a call. Nothing moves.

use std::borrow::Cow;

use super::source::is_word;

/// The text that is parsed.
pub(super) fn plain(text: Cow<'_, str>) -> Cow<'_, str> {
    let mut names = Vec::new();
    for at in memchr::memmem::find_iter(text.as_bytes(), "async") {
        let (before, behind) = (&text.as_bytes()[..at], text.as_bytes()[at + 5..].trim_ascii_start());
        let is_whole = !before.last().is_some_and(|byte| is_word(*byte));
        // A modifier stands before a word, brackets or another modifier.
        if is_whole && behind.first().is_some_and(|byte| b"),?:;&|=.]".contains(byte)) {
            names.push(at);
        }
    }
    let text = if memchr::memmem::find(text.as_bytes(), b"unsafe").is_some() { pointers(text) } else { text };
    if names.is_empty() {
        return text;
    }
    let mut plain = text.into_owned();
    names.into_iter().for_each(|at| plain.replace_range(at..at + 1, "_"));
    Cow::Owned(plain)
}

/// Without casts to pointers, and with `_(p + 1)` for `*(p + 1)`. In comments and strings it does no harm.
fn pointers(text: Cow<'_, str>) -> Cow<'_, str> {
    let mut bytes = text.as_bytes().to_vec();
    for close in memchr::memmem::find_iter(text.as_bytes(), "*)").map(|star| star + 1) {
        if let Some(open) = cast(&bytes, close) {
            bytes[open..=close].fill(b' ');
        }
    }
    for star in memchr::memchr_iter(b'*', text.as_bytes()) {
        let (before, behind) = (bytes[..star].trim_ascii_end(), bytes[star + 1..].trim_ascii_start());
        // What stands before it is no value, so that it multiplies nothing.
        let begins = before.ends_with(b"return") || before.last().is_some_and(|byte| b"{;}(=,[?:+-|&^!<>".contains(byte));
        match behind.first() {
            Some(b'(') if begins => bytes[star] = b'_',
            Some(b'&') if begins => bytes[star] = b' ',
            _ => {}
        }
    }
    // Only ASCII was written, and only over ASCII.
    String::from_utf8(bytes).map_or(text, Cow::Owned)
}

/// Where the cast to a pointer begins that ends with the bracket at `close`.
fn cast(bytes: &[u8], close: usize) -> Option<usize> {
    const LONGEST: usize = 100;
    let from = close.saturating_sub(LONGEST);
    let open = from + bytes[from..close].iter().rposition(|byte| *byte == b'(')?;
    let name = bytes[open + 1..close].trim_ascii();
    let is_type = name.first().is_some_and(|byte| is_word(*byte))
        && name.iter().all(|byte| byte.is_ascii() && (is_word(*byte) || b".*: ".contains(byte)))
        && name.iter().rev().skip_while(|byte| b"* ".contains(byte)).all(|byte| *byte != b'*');
    // `sizeof(byte*)` casts nothing, and something stands behind a cast.
    let is_called = open > 0 && is_word(bytes[open - 1]);
    let value = bytes[close + 1..].trim_ascii_start().first().is_some_and(|byte| is_word(*byte) || b"(&*@".contains(byte));
    (is_type && !is_called && value).then_some(open)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_out_of_the_way() {
        for (text, right) in [
            ("unsafe { *(byte*)p = 1; }", "unsafe { *       p = 1; }"),
            ("unsafe { x = *(int*)(p + 3); }", "unsafe { x = _      (p + 3); }"),
            ("unsafe { *((A.B**)p + 1) = 2; }", "unsafe { _(       p + 1) = 2; }"),
            ("unsafe { v = *(float*)&i; }", "unsafe { v =          &i; }"),
            ("unsafe { return *(p + 1); }", "unsafe { return _(p + 1); }"),
            ("unsafe { a = b * (c + sizeof(int*) * (d)); }", "unsafe { a = b * (c + sizeof(int*) * (d)); }"),
            ("unsafe void F(int* a, byte** b) {}", "unsafe void F(int* a, byte** b) {}"),
            ("x = *(byte*)p;", "x = *(byte*)p;"),
        ] {
            assert_eq!(plain(Cow::Borrowed(text)), right);
        }
    }
}
