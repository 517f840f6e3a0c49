//! Heads of classes with a macro before the name (`class API Foo : public Bar {`), which C and C++ can only read after expansion.

use super::source::{Scan, is_word as word};

/// Blanks such macros.
pub(super) fn blank(scan: &mut Scan<'_>) {
    let bytes = scan.bytes;
    for keyword in ["class", "struct", "union"] {
        for place in memchr::memmem::find_iter(bytes, keyword) {
            let before = place.checked_sub(1).map(|before| bytes[before]);
            if before.is_some_and(word) {
                continue;
            }
            if let Some((from, to)) = found(bytes, place + keyword.len()) {
                scan.blank(from, to);
            }
        }
    }
}

/// The macro after a keyword that ends at `at`, if it is followed by a name and by what follows the name of a class.
fn found(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    const FAR: usize = 200;
    let bytes = &bytes[..bytes.len().min(at + FAR)];
    let blank = |at: usize| bytes[at..].iter().position(|byte| !byte.is_ascii_whitespace()).map(|place| at + place);
    let end = |at: usize| bytes[at..].iter().position(|byte| !word(*byte)).map(|place| at + place);
    let from = blank(at).filter(|from| *from > at)?;
    let mut to = end(from)?;
    let name = &bytes[from..to];
    let upper = name.len() > 1 && name[0].is_ascii_uppercase() && !name.iter().any(u8::is_ascii_lowercase);
    if !upper {
        return None;
    }
    if bytes[to] == b'(' {
        to += bytes[to..].iter().position(|byte| *byte == b')')? + 1;
    }
    let own = blank(to).filter(|own| *own > to && word(bytes[*own]) && !bytes[*own].is_ascii_digit())?;
    let own_end = end(own)?;
    let mut next = blank(own_end)?;
    if &bytes[own..own_end] == b"final" {
        return None;
    }
    if bytes[next..].starts_with(b"final") {
        next = blank(next + 5)?;
    }
    let body = bytes[next] == b'{' || (bytes[next] == b':' && bytes.get(next + 1) != Some(&b':'));
    body.then_some((from, to))
}

#[cfg(test)]
mod tests {
    use super::super::macros::without_macros;

    #[test]
    fn only_a_macro_between_keyword_and_name() {
        for (text, right) in [
            ("class API Foo : public Bar {", "class     Foo : public Bar {"),
            ("struct MY_EXPORT Foo final\n{", "struct           Foo final\n{"),
            ("class ALIGN(16) Foo {", "class           Foo {"),
            ("class DEPRECATED(\"é\") Foo {", "class                  Foo {"),
            ("class FOO {", "class FOO {"),
            ("class FOO final {", "class FOO final {"),
            ("struct FOO bar(void) {", "struct FOO bar(void) {"),
            ("struct FOO bar = {", "struct FOO bar = {"),
            ("class FOO Bar::baz", "class FOO Bar::baz"),
            ("x = subclass API Foo {", "x = subclass API Foo {"),
            ("class A", "class A"),
            ("class", "class"),
        ] {
            assert_eq!(without_macros(text), right);
        }
    }
}
