//! Markdown by its headings (ATX and setext). A line scanner: fences and front matter are kept apart, nothing else of the syntax matters here.

use super::Options;
use super::lines::Lines;
use super::outline::{Def, Outline, What};
use super::split::Border;

/// Sections and their units.
pub(super) fn outline(lines: &Lines<'_>, options: &Options) -> Outline {
    let mut outline = Outline::default();
    let scan = Scan::new(lines);
    // Open sections: level, definition, first unit.
    let mut open: Vec<(usize, usize, Option<usize>)> = Vec::new();
    let mut from = 0;
    for (line, level, title) in &scan.headings {
        body(&mut outline, lines, &scan.borders, (from, *line), open.last().map(|section| section.1), options);
        close(&mut outline, lines, &mut open, *level, *line, options);
        let parent = open.last().map(|section| section.1);
        outline.defs.push(Def {
            name: title.clone(),
            scope: None,
            kind: "section",
            parent,
            depth: open.len(),
            byte: lines.start(*line),
            lines: (*line, *line),
            hidden: false,
        });
        let at = outline.defs.len() - 1;
        let unit = outline.open(*line, true, Some(at), What::Head);
        open.push((*level, at, unit));
        from = *line;
    }
    body(&mut outline, lines, &scan.borders, (from, lines.len()), open.last().map(|section| section.1), options);
    close(&mut outline, lines, &mut open, 0, lines.len(), options);
    outline
}

/// The units of what stands between two headings, the first of which has one already.
fn body(outline: &mut Outline, lines: &Lines<'_>, borders: &[Border], range: (usize, usize), at: Option<usize>, options: &Options) {
    let what = if at.is_some() { What::Piece } else { What::Loose("section") };
    outline.open(range.0, true, at, what);
    if !lines.fits(range.0, range.1, options) {
        let first = borders.partition_point(|border| border.0 <= range.0);
        let last = borders.partition_point(|border| border.0 < range.1);
        outline.pieces(lines, range, &borders[first..last.max(first)], (at, what), options);
    }
}

/// Ends the sections of `level` and deeper on `line`; one that fits becomes one unit.
fn close(
    outline: &mut Outline,
    lines: &Lines<'_>,
    open: &mut Vec<(usize, usize, Option<usize>)>,
    level: usize,
    line: usize,
    options: &Options,
) {
    while let Some(&(own, at, unit)) = open.last().filter(|section| section.0 >= level.max(1) || level == 0) {
        open.pop();
        debug_assert!(own >= 1);
        outline.defs[at].lines.1 = line.saturating_sub(1).max(outline.defs[at].lines.0);
        let Some(unit) = unit else { continue };
        if lines.fits(outline.units[unit].line, line, options) {
            outline.units.truncate(unit + 1);
            outline.units[unit].what = What::Whole;
        }
    }
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
