//! Which item a comment belongs to where its place in the tree does not say so. **Pure**.

use tree_sitter::Node;

use super::lines::Lines;
use super::syntax::last_line;
use super::table::Grammar;

/// A comment at the end of a node is no deeper in it.
const DEEP: usize = 64;

/// The line of the first comment of those that a node ends with and that stand no further to the right than it begins.
pub(super) fn dedent<'t>(grammar: &Grammar, lines: &Lines<'_>, node: Node<'t>) -> Option<usize> {
    let below = |above: &Node<'t>| above.child(above.child_count().checked_sub(1)?);
    let last = std::iter::successors(Some(node), below).take(DEEP).find(|last| grammar.role(last.kind_id()).comment)?;
    let start = node.start_position();
    let outside = |comment: &Node<'t>| {
        let place = comment.start_position();
        grammar.role(comment.kind_id()).comment
            && place.row > start.row
            && place.column <= start.column
            && lines.is_first(place.row, comment.start_byte())
    };
    let all = std::iter::successors(Some(last).filter(outside), |comment| comment.prev_sibling().filter(outside));
    all.last().map(|first| first.start_position().row)
}

/// True for a comment that stands right below an item, before a blank line, and begins as those do that belong to what is above them.
pub(super) fn trails(begins: &[&str], lines: &Lines<'_>, node: Node<'_>, pending: Option<usize>, last: Option<usize>) -> bool {
    let text = &lines.text[node.byte_range()];
    let next = last_line(node) + 1;
    begins.iter().any(|begin| text.starts_with(begin))
        && pending.is_none()
        && last.is_some_and(|last| last + 1 == node.start_position().row)
        && (next >= lines.len() || lines.is_blank(next))
}
