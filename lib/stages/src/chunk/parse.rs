//! Parsing within bounds: no text, however made, may hold a worker for long, and the bounds count work, never time.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use tree_sitter::{ParseOptions, Parser, Point, Tree};

use super::lines::Lines;
use super::table::Grammar;

/// Longest text that is parsed.
const BYTES: usize = 8 << 20;
/// Average line length above which a long text is data or minified code, in which no border is a good one.
const LINE: usize = 1000;
const SHORT: usize = 64 << 10;
/// Steps that every text may take (a step is about 100 operations of the parser), and bytes for which one more is allowed.
const STEPS: usize = 2000;
const BYTES_A_STEP: usize = 20;

thread_local! {
    static PARSERS: RefCell<HashMap<usize, Parser>> = RefCell::default();
}

/// The tree of `lines`, or why there is none.
pub(super) fn parse(grammar: &Grammar, lines: &Lines<'_>) -> Result<Tree, &'static str> {
    parse_part(grammar, lines, None)
}

/// The same of some bytes of it, or of all; what is outside of `part` is not looked at.
pub(super) fn parse_part(grammar: &Grammar, lines: &Lines<'_>, part: Option<Range<usize>>) -> Result<Tree, &'static str> {
    let text = lines.text.as_bytes();
    if text.len() > BYTES {
        return Err("it is too long");
    }
    if text.len() > SHORT && text.len() / lines.len().max(1) > LINE {
        return Err("its lines are too long");
    }
    PARSERS.with_borrow_mut(|parsers| {
        let parser = parsers.entry(grammar.number).or_insert_with(Parser::new);
        if parser.set_language(&grammar.language).is_err() {
            return Err("its grammar does not fit");
        }
        let point = |byte: usize| {
            let row = lines.of(byte);
            Point { row, column: byte - lines.start(row) }
        };
        let part = part.map(|part| tree_sitter::Range {
            start_byte: part.start,
            end_byte: part.end,
            start_point: point(part.start),
            end_point: point(part.end),
        });
        if parser.set_included_ranges(part.as_slice()).is_err() {
            return Err("its parts are out of order");
        }
        let mut left = STEPS + text.len() / BYTES_A_STEP;
        let mut step = |_: &tree_sitter::ParseState| {
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut step);
        let tree = parser.parse_with_options(&mut |at, _| text.get(at..).unwrap_or_default(), None, Some(options));
        tree.ok_or_else(|| {
            // Without this the next parse would go on with this text.
            parser.reset();
            "it takes too long"
        })
    })
}
