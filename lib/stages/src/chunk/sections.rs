//! From marks, which are lines where something of some level begins, to an outline. What is marked is for others to find: `headings.rs`
//! and `marks.rs` read lines, and neither has a tree.

use super::Options;
use super::lines::Lines;
use super::outline::{Def, Outline, What};
use super::split::Border;

/// A line where something begins. It reaches to the next mark of its level or a higher one (a smaller number).
pub(super) struct Mark {
    /// First line, comments included.
    pub start: usize,
    /// The line itself.
    pub line: usize,
    /// From 1.
    pub level: usize,
    /// Empty: nothing begins here, but what was open ends.
    pub name: String,
    pub kind: &'static str,
    /// In breadcrumbs only.
    pub hidden: bool,
    /// One line that is a definition and no more: nothing begins or ends there.
    pub part: bool,
}

/// Sections and their units; `loose` is the kind of what stands in none. Marks and borders ascend.
pub(super) fn outline(lines: &Lines<'_>, marks: Vec<Mark>, borders: &[Border], loose: &'static str, options: &Options) -> Outline {
    let mut outline = Outline::default();
    // Open sections: level, definition, first unit.
    let mut open: Vec<(usize, usize, Option<usize>)> = Vec::new();
    let mut from = 0;
    for mark in marks {
        if mark.part {
            let parent = open.iter().rfind(|section| section.0 < mark.level).map(|section| section.1);
            outline.defs.push(Def {
                name: mark.name,
                scope: None,
                kind: mark.kind,
                parent,
                depth: mark.level,
                byte: lines.start(mark.line),
                lines: (mark.line, mark.line),
                hidden: false,
                part: true,
            });
            continue;
        }
        body(&mut outline, lines, borders, (from, mark.start), open.last().map(|section| section.1), loose, options);
        close(&mut outline, lines, &mut open, mark.level, mark.start, options);
        from = mark.start;
        if mark.name.is_empty() {
            continue;
        }
        let parent = open.last().map(|section| section.1);
        outline.defs.push(Def {
            name: mark.name,
            scope: None,
            kind: mark.kind,
            parent,
            depth: open.len(),
            byte: lines.start(mark.line),
            lines: (mark.line, mark.line),
            hidden: mark.hidden,
            part: false,
        });
        let at = outline.defs.len() - 1;
        let unit = outline.open(mark.start, true, Some(at), What::Head);
        open.push((mark.level, at, unit));
    }
    body(&mut outline, lines, borders, (from, lines.len()), open.last().map(|section| section.1), loose, options);
    close(&mut outline, lines, &mut open, 0, lines.len(), options);
    outline
}

/// The units of what stands between two marks, the first of which has one already.
fn body(
    outline: &mut Outline,
    lines: &Lines<'_>,
    borders: &[Border],
    range: (usize, usize),
    at: Option<usize>,
    loose: &'static str,
    options: &Options,
) {
    if range.0 >= range.1 {
        return;
    }
    let what = if at.is_some() { What::Piece } else { What::Loose(loose) };
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
        let mut last = line;
        while last > outline.defs[at].lines.0 + 1 && lines.is_blank(last - 1) {
            last -= 1;
        }
        outline.defs[at].lines.1 = last.saturating_sub(1).max(outline.defs[at].lines.0);
        let Some(unit) = unit else { continue };
        if lines.fits(outline.units[unit].line, line, options) {
            outline.units.truncate(unit + 1);
            outline.units[unit].what = What::Whole;
        }
    }
}
