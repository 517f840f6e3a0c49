//! The nodes that give names where one node gives several: what a pattern binds (`const { a, b: c } = d`, `val (a, b) = c`), and the parts of a list. **Pure.**
//! What a name is cut to is said in `name.rs`.

use tree_sitter::Node;

/// The node that names a part of a list.
pub(super) fn own_name(node: Node<'_>) -> Node<'_> {
    node.child_by_field_name("name").unwrap_or(node)
}

/// Most names of one pattern.
const NAMES: usize = 256;

/// The nodes of these kinds that a pattern binds, itself or at any depth: what stands for a default, a key or a type is none, and what is a part of a value neither.
pub(super) fn bound<'t>(pattern: Node<'t>, kinds: &str) -> Vec<Node<'t>> {
    let (mut cursor, mut depth, mut found) = (pattern.walk(), 0usize, Vec::new());
    loop {
        let node = cursor.node();
        let aside = matches!(cursor.field_name(), Some("right" | "key" | "type")) && depth > 0
            || matches!(node.kind(), "attribute" | "subscript" | "member_expression" | "subscript_expression");
        let is_name = kinds.split('|').any(|kind| kind == node.kind());
        if is_name && !aside {
            found.push(node);
            if found.len() == NAMES {
                return found;
            }
        }
        if !is_name && !aside && cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        while depth == 0 || !cursor.goto_next_sibling() {
            if depth == 0 || !cursor.goto_parent() {
                return found;
            }
            depth -= 1;
        }
    }
}
