//! Functions of shell scripts by their lines, for what the grammar of Bash cannot read, as much of Zsh: `name() {` and `function name {`, to
//! the line that closes them. Not looked at: what stands in a here-document.

use super::marks::Marks;

/// Functions, wherever they stand.
pub(super) fn read(marks: &mut Marks<'_, '_>) {
    let (mut document, mut close) = (None, None);
    for line in 0..marks.lines.len() {
        if let Some(level) = close.take() {
            marks.end(line, level);
        }
        let (body, indent) = marks.line(line);
        if let Some(end) = document {
            document = (body != end).then_some(end);
            continue;
        }
        document = here_document(body);
        if marks.open.last().is_some_and(|open| open.0 == indent) && body.starts_with(['}', ')']) {
            close = Some(marks.level(indent));
            continue;
        }
        let Some((name, rest)) = head(body) else { continue };
        let level = marks.level(indent);
        marks.begin(line, level, "function", name, false);
        if rest.ends_with('}') || (rest.ends_with(')') && rest.contains('(')) {
            close = Some(level);
        } else {
            marks.open.push((indent, "function"));
        }
    }
}

/// The name of the function that begins on a line, and what follows its head.
fn head(body: &str) -> Option<(&str, &str)> {
    let keyword = body.strip_prefix("function ").map(str::trim_start);
    let text = keyword.unwrap_or(body);
    let end = text.find(|char: char| !(char.is_alphanumeric() || "_-.:+@!?~,/".contains(char))).unwrap_or(text.len());
    let (name, rest) = (&text[..end], text[end..].trim_start());
    let rest = match rest.strip_prefix('(').map(str::trim_start).and_then(|rest| rest.strip_prefix(')')) {
        Some(rest) => rest.trim_start(),
        None if keyword.is_some() => rest,
        None => return None,
    };
    let begins = rest.is_empty() || rest.starts_with(['{', '(', '#', '[']);
    (begins && name.chars().any(char::is_alphanumeric)).then_some((name, rest))
}

/// The line that ends the here-document that begins on a line.
fn here_document(body: &str) -> Option<&str> {
    let (_, rest) = body.split_once("<<").filter(|(_, rest)| !rest.starts_with('<'))?;
    let word = rest.trim_start_matches('-').trim_start().trim_start_matches(['\'', '"', '\\']);
    let end = word.find(|char: char| !(char.is_alphanumeric() || char == '_')).unwrap_or(word.len());
    let word = &word[..end];
    word.starts_with(|first: char| first.is_alphabetic() || first == '_').then_some(word)
}
