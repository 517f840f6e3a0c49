//! What the grammar of C# reads wrongly, put out of its way: `async` that is a name (`if (async) await f();`), which it takes for the beginning of a function,
//! becomes another name. Nothing moves.

use std::borrow::Cow;

/// The text that is parsed.
pub(super) fn plain(text: Cow<'_, str>) -> Cow<'_, str> {
    let mut names = Vec::new();
    for at in memchr::memmem::find_iter(text.as_bytes(), "async") {
        let (before, behind) = (&text.as_bytes()[..at], text.as_bytes()[at + 5..].trim_ascii_start());
        let is_whole = !before.last().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80);
        // A modifier stands before a word, brackets or another modifier.
        if is_whole && behind.first().is_some_and(|byte| b"),?:;&|=.]".contains(byte)) {
            names.push(at);
        }
    }
    if names.is_empty() {
        return text;
    }
    let mut plain = text.into_owned();
    names.into_iter().for_each(|at| plain.replace_range(at..at + 1, "_"));
    Cow::Owned(plain)
}
