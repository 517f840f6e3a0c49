//! Prose by its headings: Markdown (ATX and setext), reStructuredText, AsciiDoc, Org and LaTeX. A line scanner: fences and front matter are
//! kept apart, nothing else of the syntax matters here. Texts without headings are cut between paragraphs by `split.rs` alone.

use super::Options;
use super::lines::Lines;
use super::outline::Outline;
use super::sections::{self, Mark};
use super::split::Border;

/// Sections and their units; `None` if `lang` is not read here.
pub(super) fn outline(lang: &str, lines: &Lines<'_>, options: &Options) -> Option<Outline> {
    let scan = match lang {
        "markdown" => Scan::new(lines),
        "rst" => Scan::underlined(lines),
        "asciidoc" => Scan::marked(lines, b'='),
        "org" => Scan::marked(lines, b'*'),
        "latex" => Scan::commands(lines),
        _ => return None,
    };
    let mark = |(line, level, name)| Mark { start: line, line, level, name, kind: "section", hidden: false, part: false };
    Some(sections::outline(lines, scan.headings.into_iter().map(mark).collect(), &scan.borders, "section", options))
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
        let (mut front, mut comment) = (false, false);
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
            if comment {
                comment = !text.contains("-->");
                continue;
            }
            let first = body.bytes().next().unwrap_or(b' ');
            let run = body.bytes().take_while(|byte| *byte == first).count();
            let border = lines.after_blank(line) && !body.is_empty();
            if border {
                scan.borders.push((line, indent.min(12)));
            }
            if indent <= 3 && body.starts_with("<!--") {
                comment = !body[2..].contains("-->");
                paragraph = None;
            } else if matches!(first, b'`' | b'~') && run >= 3 && !(first == b'`' && body[run..].contains('`')) {
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

impl Scan {
    /// Titles with a line of one sign below, and maybe one above. The first pair of signs is the highest level.
    fn underlined(lines: &Lines<'_>) -> Scan {
        let mut scan = Scan { headings: Vec::new(), borders: Vec::new() };
        let mut known: Vec<(u8, bool)> = Vec::new();
        let text = |line: usize| lines.text[lines.start(line)..lines.start(line + 1)].trim_end();
        let rule = |line: usize| {
            let text = text(line);
            let first = text.bytes().next().filter(u8::is_ascii_punctuation)?;
            (text.len() > 2 && text.bytes().all(|byte| byte == first)).then_some((first, text.len()))
        };
        for line in 0..lines.len() {
            if lines.after_blank(line) && !lines.is_blank(line) {
                let text = text(line);
                scan.borders.push((line, (text.len() - text.trim_start().len()).min(12)));
            }
            let Some((sign, length)) = rule(line).filter(|_| line > 0) else { continue };
            let name = text(line - 1);
            if name.is_empty() || rule(line - 1).is_some() || name.chars().count() > length {
                continue;
            }
            let over = line > 1 && rule(line - 2).is_some_and(|rule| rule.0 == sign);
            // A title in the middle of a paragraph is none, and one with an indent only under a line.
            if !over && (name.starts_with(char::is_whitespace) || !lines.after_blank(line - 1)) {
                continue;
            }
            let level = known.iter().position(|known| *known == (sign, over)).unwrap_or(known.len());
            if level == known.len() {
                known.push((sign, over));
            }
            scan.headings.push((line - 1 - usize::from(over), level + 1, title(name.trim())));
        }
        scan.headings.retain(|(_, _, title)| !title.is_empty());
        scan
    }

    /// Titles after some signs and a blank: `== Title`. Blocks between lines of dashes or dots, or `#+begin` and `#+end`, have none.
    fn marked(lines: &Lines<'_>, sign: u8) -> Scan {
        let mut scan = Scan { headings: Vec::new(), borders: Vec::new() };
        let mut fence: Option<&str> = None;
        for line in 0..lines.len() {
            let text = lines.text[lines.start(line)..lines.start(line + 1)].trim_end();
            if lines.after_blank(line) && !text.is_empty() {
                scan.borders.push((line, (text.len() - text.trim_start().len()).min(12)));
            }
            let lower = |begin: &str| text.get(..begin.len()).is_some_and(|head| head.eq_ignore_ascii_case(begin));
            if let Some(open) = fence {
                if text == open || (open == "#+" && lower("#+end")) {
                    fence = None;
                }
                continue;
            }
            let first = text.bytes().next().unwrap_or(b' ');
            if sign == b'=' && text.len() >= 4 && matches!(first, b'-' | b'.' | b'+' | b'/') && text.bytes().all(|byte| byte == first) {
                fence = Some(text);
            } else if sign == b'*' && lower("#+begin") {
                fence = Some("#+");
            }
            let run = text.bytes().take_while(|byte| *byte == sign).count();
            if (1..=6).contains(&run) && text[run..].starts_with(' ') {
                scan.headings.push((line, run, title(text[run..].trim())));
            }
        }
        scan.headings.retain(|(_, _, title)| !title.is_empty());
        scan
    }

    /// `\\section{Title}` and its like.
    fn commands(lines: &Lines<'_>) -> Scan {
        const COMMANDS: [&str; 6] = ["\\part", "\\chapter", "\\section", "\\subsection", "\\subsubsection", "\\paragraph"];
        let mut scan = Scan { headings: Vec::new(), borders: Vec::new() };
        for line in 0..lines.len() {
            let text = lines.text[lines.start(line)..lines.start(line + 1)].trim();
            if lines.after_blank(line) && !text.is_empty() {
                scan.borders.push((line, 0));
            }
            let found = COMMANDS.iter().enumerate().find_map(|(level, command)| {
                let rest = text.strip_prefix(command)?.trim_start_matches('*');
                rest.strip_prefix('{').or_else(|| rest.strip_prefix('[')?.split_once("]{").map(|split| split.1)).map(|rest| (level, rest))
            });
            if let Some((level, rest)) = found {
                scan.headings.push((line, level + 1, title(rest.rsplit_once('}').map_or(rest, |split| split.0))));
            }
        }
        scan.headings.retain(|(_, _, title)| !title.is_empty());
        scan
    }
}

/// A heading as one line without marks.
fn title(text: &str) -> String {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut text = joined.as_str();
    // Marks around the whole of it say nothing; "`a` and `b`" keeps its own.
    let inside = |text: &'_ str, mark: &str| {
        let inner = text.strip_prefix(mark)?.strip_suffix(mark)?;
        (!inner.contains(mark)).then_some(inner.len())
    };
    while let Some((mark, length)) = ["**", "__", "`", "*", "_"].iter().find_map(|mark| Some((mark.len(), inside(text, mark)?))) {
        text = &text[mark..mark + length];
    }
    text.chars().take(200).collect()
}
