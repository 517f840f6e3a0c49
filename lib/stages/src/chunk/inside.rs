//! What a whole node is walked for, whatever it is: how much of it is in error, and where it may be cut. **Pure.**
//! Its definitions are not looked for here.

use tree_sitter::Node;

use super::Options;
use super::lines::Lines;
use super::split::Border;

/// Bytes of a node that are in error.
pub(super) fn errors(node: Node<'_>) -> usize {
    let (mut cursor, mut depth, mut bytes) = (node.walk(), 0usize, 0);
    loop {
        let node = cursor.node();
        if node.is_error() {
            bytes += node.byte_range().len();
        } else if node.has_error() && cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        while depth == 0 || !cursor.goto_next_sibling() {
            if depth == 0 || !cursor.goto_parent() {
                return bytes;
            }
            depth -= 1;
        }
    }
}

/// Where the pieces of a node that is too large may begin: at its statements, the less deep the better. Comments go with what follows.
pub(super) fn borders(node: Node<'_>, lines: &Lines<'_>, options: &Options) -> Vec<Border> {
    let mut borders: Vec<Border> = Vec::new();
    let mut cursor = node.walk();
    let mut depth = 0usize;
    let large = |node: Node<'_>| {
        let (from, to) = (node.start_position().row, node.end_position().row);
        from < to && lines.size(from, to + 1) > options.max_chars / 2
    };
    // Depth of the last comment that was made a border, while nothing but comments came after it.
    let mut comment = None;
    if !cursor.goto_first_child() {
        return borders;
    }
    loop {
        let node = cursor.node();
        if node.is_named() {
            let row = node.start_position().row;
            let is_comment = node.kind().contains("comment");
            let held = comment.take_if(|held| *held == depth || is_comment).is_some();
            if !held && borders.last().is_none_or(|last| last.0 < row) && lines.is_first(row, node.start_byte()) {
                borders.push((row, depth * 8 + usize::from(!lines.after_blank(row)) * 3));
            }
            if is_comment {
                comment = Some(depth);
            }
            if large(node) && cursor.goto_first_child() {
                depth += 1;
                continue;
            }
        }
        while !cursor.goto_next_sibling() {
            if depth == 0 || !cursor.goto_parent() {
                return borders;
            }
            depth -= 1;
        }
    }
}
