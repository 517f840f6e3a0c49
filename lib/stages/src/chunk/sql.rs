//! SQL by its statements. Dialects differ, and a line that begins with the word of a statement begins one in all of them, unless it is in a
//! body between dollar signs.

use super::marks::Marks;

/// Statements; those that create something have its name.
pub(super) fn read(marks: &mut Marks<'_, '_>) {
    const KINDS: [&str; 17] = [
        "table",
        "view",
        "function",
        "procedure",
        "trigger",
        "index",
        "type",
        "schema",
        "sequence",
        "database",
        "policy",
        "domain",
        "package",
        "aggregate",
        "proc",
        "event",
        "macro",
    ];
    const STATEMENTS: [&str; 24] = [
        "select",
        "insert",
        "update",
        "delete",
        "alter",
        "drop",
        "grant",
        "revoke",
        "set",
        "with",
        "comment",
        "truncate",
        "copy",
        "use",
        "go",
        "delimiter",
        "merge",
        "call",
        "analyze",
        "begin;",
        "commit;",
        "explain",
        "create",
        "do",
    ];
    marks.comments = &["--", "#"];
    // The tag of the `$tag$` that is open; in a comment; in a routine whose body is between BEGIN and END.
    let (mut dollar, mut comment): (Option<String>, bool) = (None, false);
    for line in 0..marks.lines.len() {
        let (body, indent) = marks.line(line);
        if comment || body.starts_with("/*") {
            comment = !body.contains("*/");
            continue;
        }
        let hidden = dollar.is_some();
        let mut rest = body.split("--").next().unwrap_or_default();
        while let Some(place) = rest.find('$') {
            let tail = &rest[place..];
            let tag = tail[1..]
                .find('$')
                .map(|end| &tail[..end + 2])
                .filter(|tag| tag[1..tag.len() - 1].bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'));
            let Some(tag) = tag else {
                rest = &tail[1..];
                continue;
            };
            match &dollar {
                Some(open) if open == tag => dollar = None,
                Some(_) => {
                    rest = &tail[1..];
                    continue;
                }
                None => dollar = Some(tag.to_owned()),
            }
            rest = &tail[tag.len()..];
        }
        if hidden || indent > 0 {
            continue;
        }
        let lower = |word: &str| word.to_ascii_lowercase();
        let mut words = body.split_whitespace();
        let first = lower(words.next().unwrap_or_default());
        if !STATEMENTS.contains(&first.as_str()) {
            continue;
        }
        let kind = if first == "create" {
            words.by_ref().take(8).find_map(|word| KINDS.into_iter().find(|kind| *kind == lower(word)))
        } else {
            None
        };
        const SKIP: [&str; 6] = ["if", "not", "exists", "concurrently", "body", "only"];
        let named = words.find(|word| !SKIP.contains(&lower(word).as_str())).map(|word| word.split(['(', ';']).next().unwrap_or_default());
        let named = named.and_then(|name| name.rsplit('.').next()).map(|name| name.trim_matches(['"', '`', '[', ']', '\'']));
        match (kind, named) {
            (Some(kind), Some(name)) if !name.is_empty() => {
                marks.begin(line, 1, if kind == "proc" { "procedure" } else { kind }, name, false);
            }
            _ => marks.end(line, 1),
        }
    }
}
