//! Lines of the file for lines of a view. A notebook is JSON, and its view is what strings in it say: each line of the view is looked for in the strings of the
//! chunk, in their order. What is in none of them (an output that was cut) has the line of what stands before it.

/// Strings that are looked through for one line.
const AHEAD: usize = 4096;

/// The line of the file for each line of `view`, the view of a chunk whose text is `raw` and begins on line `first`.
pub(crate) fn lines_of_view(raw: &str, first: u32, view: &str) -> Vec<u32> {
    let said = said(raw, first);
    let (mut next, mut line) = (0, first);
    let place = |wanted: &str| {
        let wanted = wanted.trim_end();
        let ahead = &said[next.min(said.len())..];
        // A blank line is anywhere: only the very next one is it.
        let far = if wanted.is_empty() { 1 } else { AHEAD };
        if let Some(found) = ahead.iter().take(far).position(|(text, _)| text.trim_end() == wanted) {
            (next, line) = (next + found + 1, ahead[found].1);
        }
        line
    };
    view.split('\n').map(place).collect()
}

/// What the strings of a piece of JSON say, line by line, each with its line in the file.
fn said(raw: &str, first: u32) -> Vec<(String, u32)> {
    let bytes = raw.as_bytes();
    let (mut all, mut line, mut at) = (Vec::new(), first, 0);
    // A chunk may begin within a string, whose lines are all on one line of the file.
    let within = raw.trim_start().chars().next().is_some_and(|letter| !matches!(letter, '"' | '{' | '}' | '[' | ']' | ','));
    let mut start = within.then_some(0);
    while at < bytes.len() {
        match (bytes[at], start) {
            (b'\n', _) => (line, start) = (line + 1, None),
            (b'\\', Some(_)) => at += 1,
            (b'"', None) => start = Some(at + 1),
            (b'"', Some(from)) => {
                let text: String = raw.get(from..at).and_then(|text| serde_json::from_str(&format!("\"{text}\"")).ok()).unwrap_or_default();
                all.extend(text.split('\n').map(|part| (part.to_owned(), line)));
                // The end of a last line is no line.
                all.pop_if(|(last, _)| last.is_empty() && text.contains('\n'));
                start = None;
            }
            _ => {}
        }
        at += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_file() {
        let raw = "{\n \"cell_type\": \"code\",\n \"source\": [\n  \"def train(lr):\\n\",\n  \"\\n\",\n  \"    x = \\\"train\\\"\\n\",\n  \"    r\\u00e9sum\u{e9}()\"\n ]\n},\n";
        assert_eq!(lines_of_view(raw, 10, "def train(lr):\n\n    x = \"train\"\n    r\u{e9}sum\u{e9}()"), [13, 14, 15, 16]);
        // One string is one line of the file; a chunk may begin in it.
        assert_eq!(lines_of_view("b = 2\\nc = 3\", \"x\": 1}", 7, "b = 2\nc = 3"), [7, 7]);
        // What is not found stays where it was.
        assert_eq!(lines_of_view(raw, 10, "nothing\ndef train(lr):\nnothing"), [10, 13, 13]);
    }
}
