//! Parsing within bounds: no text, however made, may hold a worker for long, and the bounds count work, never time.

use std::cell::Cell;
use std::ops::{ControlFlow, Range};

use tree_sitter::{ParseOptions, Parser, Point, Tree};

use super::lines::Lines;
use super::memory::taken;
use super::table::Grammar;

/// Longest text that is parsed.
const BYTES: usize = 8 << 20;
/// Average line length above which a long text is data or minified code, in which no border is a good one.
const LINE: usize = 1000;
const SHORT: usize = 64 << 10;
/// Most brackets that are open at once; some grammars pay for each of them in every step.
const DEPTH: usize = 1000;
/// Steps that every text may take (a step is about 100 operations of the parser), and bytes for which one more is allowed. Of 28,000 files that people wrote none needs more than
/// the second.
const STEPS: usize = 200;
const BYTES_A_STEP: usize = 30;
/// Bytes that the parser gets at once, how often that may be, and how often more for every such piece of the text. Some grammars look
/// for the end of a comment or a string again and again, up to the end of the text, and that is one step however long it takes. What
/// people write needs 45 bytes and more for a step, and is read 20 times at most, but for one test of DataFrames.jl (213 KB), which is read up to 30 times.
const READ: usize = 4096;
const READS: usize = 2000;
const READS_A_PIECE: usize = 30;
/// Bytes of memory that every text may make the parser ask for, and how many more for each of its own. Those 28,000 files need 242 at most, or 5 MB in all.
const MEMORY: u64 = 16 << 20;
const MEMORY_A_BYTE: u64 = 400;

/// The tree of `lines`, or why there is none.
pub(super) fn parse(grammar: &Grammar, lines: &Lines<'_>) -> Result<Tree, &'static str> {
    parse_part(grammar, lines, lines.text, None)
}

/// The same of some bytes, or of all; what is outside of `part` is not looked at. `text` is that of `lines`, or one in which nothing has
/// another place.
pub(super) fn parse_part(grammar: &Grammar, lines: &Lines<'_>, text: &str, part: Option<Range<usize>>) -> Result<Tree, &'static str> {
    let text = text.as_bytes();
    if text.len() > BYTES {
        return Err("it is too long");
    }
    if text.len() > SHORT && text.len() / lines.len().max(1) > LINE {
        return Err("its lines are too long");
    }
    if depth(text) > DEPTH {
        return Err("it is nested too deeply");
    }
    let start = taken();
    // A new one each time: what a parser keeps of an earlier text would count less for this one.
    let mut parser = Parser::new();
    if parser.set_language(&grammar.language).is_err() {
        return Err("its grammar does not fit");
    }
    let point = |byte: usize| {
        let row = lines.of(byte);
        Point { row, column: byte - lines.start(row) }
    };
    // Many scripts in one page may not take many times as long.
    let (base, length) = part.as_ref().map_or((1, text.len()), |part| (16, part.len()));
    let part = part.map(|part| tree_sitter::Range {
        start_byte: part.start,
        end_byte: part.end,
        start_point: point(part.start),
        end_point: point(part.end),
    });
    if parser.set_included_ranges(part.as_slice()).is_err() {
        return Err("its parts are out of order");
    }
    let steps = Cell::new(STEPS / base + length / BYTES_A_STEP);
    let reads = Cell::new(READS / base + length / READ * READS_A_PIECE);
    let memory = MEMORY + length as u64 * MEMORY_A_BYTE;
    let mut step = |_: &tree_sitter::ParseState| {
        steps.set(steps.get().saturating_sub(1));
        let over = steps.get() == 0 || reads.get() == 0 || taken() - start > memory;
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut step);
    let mut read = |at: usize, _| {
        let left = reads.get().saturating_sub(1);
        reads.set(left);
        // With nothing left this is the end of the text, and the next step stops.
        let end = if left == 0 { at } else { text.len().min(at + READ) };
        text.get(at..end).unwrap_or_default()
    };
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    tree.filter(|_| reads.get() > 0).ok_or("it takes too long")
}

/// How many brackets are open at once at most, as if strings and comments had none; 0 if there are too few to matter.
fn depth(text: &[u8]) -> usize {
    // Few texts have so many brackets at all, and counting them is much faster.
    if text.iter().filter(|byte| matches!(byte, b'(' | b'[' | b'{')).count() <= DEPTH {
        return 0;
    }
    let (mut open, mut most) = (0usize, 0);
    for byte in text {
        match byte {
            b'(' | b'[' | b'{' => {
                open += 1;
                most = most.max(open);
            }
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
    }
    most
}
