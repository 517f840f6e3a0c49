//! Markdown by its headings (ATX and setext). A line scanner: fences and front matter are kept apart, nothing else of the syntax matters here.

use super::Options;
use super::lines::Lines;
use super::outline::Outline;
use super::sections::{self, Mark};
use super::split::Border;

/// Sections and their units.
pub(super) fn outline(lines: &Lines<'_>, options: &Options) -> Outline {
    let scan = Scan::new(lines);
    let mark = |(line, level, name)| Mark { start: line, line, level, name, kind: "section", hidden: false };
    sections::outline(lines, scan.headings.into_iter().map(mark).collect(), &scan.borders, "section", options)
}

/// What a scan of the lines finds.
struct Scan {
    /// Line, level and text.
    headings: Vec<(usize, usize, String)>,
    /// Where paragraphs, lists and fences begin.
    borders: Vec<Border>,
}

impl Scan {
    fn new(lines: &Lines<'_>) -> Scan {
        let mut scan = Scan { headings: Vec::new(), borders: Vec::new() };
        let mut fence: Option<(u8, usize)> = None;
        let mut front = false;
        let mut paragraph = None;
        for line in 0..lines.len() {
            let text = lines.text[lines.start(line)..lines.start(line + 1)].trim_end();
            let body = text.trim_start();
            let indent = text.len() - body.len();
            if front || (line == 0 && matches!(text, "---" | "+++")) {
                front = line == 0 || !matches!(text, "---" | "+++" | "...");
                continue;
            }
            if let Some((mark, length)) = fence {
                let run = body.bytes().take_while(|byte| *byte == mark).count();
                if run >= length && body[run..].trim().is_empty() {
                    fence = None;
                }
                continue;
            }
            let first = body.bytes().next().unwrap_or(b' ');
            let run = body.bytes().take_while(|byte| *byte == first).count();
            let border = lines.after_blank(line) && !body.is_empty();
            if border {
                scan.borders.push((line, indent.min(12)));
            }
            if matches!(first, b'`' | b'~') && run >= 3 && !(first == b'`' && body[run..].contains('`')) {
                fence = Some((first, run));
                if !border {
                    scan.borders.push((line, indent.min(12) + 2));
                }
                paragraph = None;
            } else if first == b'#' && run <= 6 && indent <= 3 && body[run..].chars().next().is_none_or(char::is_whitespace) {
                scan.headings.push((line, run, title(body[run..].trim().trim_end_matches('#'))));
                paragraph = None;
            } else if let (Some(start), b'=' | b'-', true) = (paragraph, first, run == body.len() && indent <= 3) {
                let text = &lines.text[lines.start(start)..lines.start(line)];
                scan.headings.push((start, if first == b'=' { 1 } else { 2 }, title(text)));
                paragraph = None;
            } else if body.is_empty() || matches!(first, b'>' | b'|' | b'<') || (matches!(first, b'-' | b'*' | b'+') && run == 1) {
                paragraph = None;
            } else if indent <= 3 && paragraph.is_none() {
                paragraph = Some(line);
            }
        }
        // A heading without words is no help to anyone.
        scan.headings.retain(|(_, _, title)| !title.is_empty());
        scan
    }
}

/// A heading as one line without marks.
fn title(text: &str) -> String {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    joined.trim_matches(['*', '_', '`']).chars().take(200).collect()
}
