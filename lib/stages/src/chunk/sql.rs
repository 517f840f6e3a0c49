//! SQL by its statements. Dialects differ, and a line that begins with the word of a statement begins one in all of them, unless it is in a
//! body between dollar signs. One that is indented does where the statement before has ended, and no routine is around that might hold it.

use super::marks::Marks;

/// Statements; those that create something have its name.
pub(super) fn read(marks: &mut Marks<'_, '_>) {
    const KINDS: [&str; 18] = [
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
        "extension",
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
    const ROUTINES: [&str; 7] = ["function", "procedure", "proc", "trigger", "package", "event", "macro"];
    // What of these is created has the names of kinds behind its own.
    const OTHERS: [&str; 6] = ["access", "operator", "cast", "role", "user", "server"];
    marks.comments = &["--", "#"];
    // The tag of the `$tag$` that is open; in a comment.
    let (mut dollar, mut comment): (Option<String>, bool) = (None, false);
    // The statement before has ended; the indent of the routine around.
    let (mut ended, mut routine): (bool, Option<isize>) = (true, None);
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
        let code = body.split("--").next().unwrap_or_default().trim_end();
        let begins = ended;
        if !code.is_empty() {
            ended = dollar.is_none() && code.ends_with(';');
        }
        if hidden || (indent > 0 && !(begins && routine.is_none_or(|around| indent <= around))) {
            continue;
        }
        let lower = |word: &str| word.to_ascii_lowercase();
        let mut words = body.split_whitespace();
        let first = lower(words.next().unwrap_or_default());
        if !STATEMENTS.contains(&first.as_str()) {
            continue;
        }
        routine = None;
        let other = words.clone().next().is_some_and(|word| OTHERS.contains(&lower(word).as_str()));
        let kind = if first == "create" && !other {
            words.by_ref().take(8).find_map(|word| KINDS.into_iter().find(|kind| *kind == lower(word)))
        } else {
            None
        };
        const SKIP: [&str; 6] = ["if", "not", "exists", "concurrently", "body", "only"];
        let word = words.find(|word| !SKIP.contains(&lower(word).as_str()));
        let mut name = word.map_or("", |word| last_name(&body[word.as_ptr().addr() - body.as_ptr().addr()..]));
        if kind.is_some() && name.is_empty() && line + 1 < marks.lines.len() {
            name = last_name(marks.line(line + 1).0);
        }
        match kind {
            Some(kind) if !name.is_empty() => {
                routine = ROUTINES.contains(&kind).then_some(indent);
                marks.begin(line, 1, if kind == "proc" { "procedure" } else { kind }, name, false);
            }
            _ => marks.end(line, 1),
        }
    }
}

/// The last part of the name that `text` begins with: `orders` of `shop.orders(`, `my orders` of `"my db"."my orders"`.
fn last_name(text: &str) -> &str {
    let mut rest = text;
    loop {
        let close = match rest.as_bytes().first() {
            Some(b'[') => Some(']'),
            Some(quote @ (b'"' | b'`' | b'\'')) => Some(char::from(*quote)),
            _ => None,
        };
        let (name, after) = match close {
            Some(close) => rest[1..].split_once(close).unwrap_or((&rest[1..], "")),
            None => {
                rest.split_at(rest.find(|letter: char| letter.is_whitespace() || matches!(letter, '(' | ';' | '.')).unwrap_or(rest.len()))
            }
        };
        match after.strip_prefix('.') {
            Some(next) => rest = next,
            None => return name,
        }
    }
}
