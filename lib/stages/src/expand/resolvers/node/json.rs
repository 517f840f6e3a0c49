//! JSON as people write it into build files: with comments and trailing commas.

use serde_json::Value;

/// The value of a text; none if it is no JSON even so.
pub(super) fn parse(text: &str) -> Option<Value> {
    let text = text.trim_start_matches('\u{feff}');
    serde_json::from_str(text).ok().or_else(|| serde_json::from_str(&plain(text)).ok())
}

/// `text` without comments and without commas before `}` and `]`.
fn plain(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out: Vec<u8> = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        if rest[0] == b'"' {
            let mut end = 1;
            while end < rest.len() && rest[end] != b'"' {
                end += if rest[end] == b'\\' { 2 } else { 1 };
            }
            let end = rest.len().min(end + 1);
            out.extend_from_slice(&rest[..end]);
            at += end;
        } else if rest.starts_with(b"//") {
            at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        } else if rest.starts_with(b"/*") {
            at += memchr::memmem::find(&rest[2..], b"*/").map_or(rest.len(), |end| end + 4);
        } else {
            if matches!(rest[0], b'}' | b']') {
                let end = out.trim_ascii_end().len();
                if out[..end].ends_with(b",") {
                    out.truncate(end - 1);
                }
            }
            out.push(rest[0]);
            at += 1;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_commas() {
        let text = "\u{feff}{ // a\n \"x//y\": [1, /* b */ 2, ], \"q\\\"/*\": 1, /* c */ }";
        assert_eq!(parse(text), Some(serde_json::json!({ "x//y": [1, 2], "q\"/*": 1 })));
        for odd in ["{", "\"", "\"\\", "/*", "/", "{\"a\": }", "[,", "é,]"] {
            assert_eq!(parse(odd), None, "{odd}");
        }
        assert_eq!(parse(&"[".repeat(100_000)), None, "a depth that nobody writes");
    }
}
