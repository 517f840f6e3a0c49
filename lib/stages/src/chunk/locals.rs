//! Definitions and imports inside of functions and statements: nested functions, classes in tests, callbacks with a name. They are in `defs`, and name
//! the pieces of what is around them. They are never units of their own: a border between statements is as good as one between functions.

use tree_sitter::Node;

use super::name::{Found, find, others};
use super::outline::{Def, What};
use super::syntax::Pass;

/// Most definitions around one; what is deeper belongs to the last of them.
const DEEP: usize = 48;

impl<'t> Pass<'t, '_> {
    /// Adds the definitions inside of `node`, which belongs to `owner`. The units from `units` on are its pieces.
    pub(super) fn locals(&mut self, node: Node<'t>, owner: Option<usize>, units: usize) {
        // Where only parts are looked for, they are in no function but for what has a sign of one.
        let holds_parts = owner.is_none_or(|owner| self.holds_parts(owner));
        if !(self.grammar.locals || self.grammar.parts && (holds_parts || !self.grammar.table.signs.is_empty())) {
            return;
        }
        // A part may have none, so that what may hold parts is looked at everywhere.
        let signs: &[&str] = if holds_parts { &[] } else { self.grammar.table.signs };
        let mut signs = Signs::of(signs, node, self.lines.text);
        if !signs.is_in(node) {
            return;
        }
        if !self.grammar.locals {
            // Values of an enum are beside its sign.
            signs = Signs::of(&[], node, self.lines.text);
        }
        let first = self.outline.defs.len();
        let mut cursor = node.walk();
        let mut depth = 0usize;
        // Definitions around the cursor, and their depths in the tree.
        let mut around: Vec<(usize, usize)> = Vec::new();
        loop {
            let around_parts = around.last().is_some_and(|last| self.holds_parts(last.1));
            if (around_parts || signs.is_in(cursor.node())) && cursor.goto_first_child() {
                depth += 1;
            } else {
                loop {
                    around.pop_if(|last| last.0 >= depth);
                    if depth == 0 {
                        return self.name_pieces(first, units, node.end_position().row);
                    }
                    if cursor.goto_next_sibling() {
                        break;
                    }
                    cursor.goto_parent();
                    depth -= 1;
                }
            }
            let node = cursor.node();
            let role = self.grammar.role(node.kind_id());
            if role.import > 0 {
                self.import(node, role.import, owner);
            }
            if role.definition > 0
                && let Some(at) = self.local(node, around.last().map(|last| last.1), owner, first)
                && around.len() < DEEP
            {
                around.push((depth, at));
            }
        }
    }

    /// True if a definition may have parts.
    fn holds_parts(&self, at: usize) -> bool {
        let def = &self.outline.defs[at];
        def.is_type() || matches!(def.kind, "type" | "data" | "namespace" | "module" | "message")
    }

    /// The definition that `node` is, if it counts here: `inner` is the one around it that was found here, from `first` on, `owner` what
    /// is around all.
    fn local(&mut self, node: Node<'t>, inner: Option<usize>, owner: Option<usize>, first: usize) -> Option<usize> {
        let parent = inner.or(owner);
        let around = parent.map(|parent| &self.outline.defs[parent]);
        let found = find(self.grammar, self.grammar.role(node.kind_id()), node, self.lines.text, around.map(|around| around.kind));
        let Found::Def { name, scope, kind, also, place } = found else { return None };
        let row = &self.grammar.table.definitions[place];
        let at = self.outline.defs.len();
        if row.part {
            self.part(node, (name, scope, kind, place), also, parent);
            return Some(at);
        }
        let member = inner.is_some() && around.is_some_and(Def::is_type);
        // `run = function run() {}` is one definition.
        let twice = around.is_some_and(|around| around.name == name && around.kind == kind);
        if !(row.local || member) || kind == "constant" || twice {
            return None;
        }
        let (start, end) = (node.start_position().row, node.end_position());
        let end = if end.column == 0 && end.row > start { end.row - 1 } else { end.row };
        let def = Def {
            name,
            scope,
            kind: if kind == "function" && around.is_some_and(Def::is_type) { "method" } else { kind },
            parent,
            depth: around.map_or(0, |around| around.depth + 1),
            byte: node.start_byte(),
            lines: (start, end),
            hidden: row.hidden.contains(&kind),
            part: false,
        };
        if row.same
            && at > first
            && let Some(before) = self.outline.defs.last_mut()
            && (before.parent, &before.name, before.kind) == (def.parent, &def.name, def.kind)
        {
            before.lines.1 = end;
            return Some(at - 1);
        }
        let more = others(row, node, self.lines.text);
        let more: Vec<Def> = more
            .into_iter()
            .map(|(node, name)| Def {
                name,
                scope: def.scope.clone(),
                byte: node.start_byte(),
                lines: (node.start_position().row, end),
                ..def
            })
            .collect();
        self.outline.defs.push(def);
        self.outline.defs.extend(more);
        Some(at)
    }

    /// Gives pieces that are mostly in a definition which was found here to the innermost of those.
    fn name_pieces(&mut self, first: usize, units: usize, end: usize) {
        let defs = &self.outline.defs;
        if defs[first..].iter().all(|def| def.part) || self.outline.units.len() < units + 2 {
            return;
        }
        for place in units..self.outline.units.len() {
            let (from, to) = (self.outline.units[place].line, self.outline.units.get(place + 1).map_or(end + 1, |next| next.line));
            // What covers most of the piece covers its middle, and of those that do, the last that begins before it is the innermost.
            let length = to.saturating_sub(from).max(1);
            let middle = from + length / 2;
            let mut step = (first + defs[first..].partition_point(|def| def.lines.0 <= middle)).checked_sub(1);
            while let Some(at) = step.filter(|at| *at >= first) {
                let lines = defs[at].lines;
                if !defs[at].part && ((lines.1 + 1).min(to).saturating_sub(lines.0.max(from))) * 10 >= length * 7 {
                    let unit = &mut self.outline.units[place];
                    (unit.at, unit.what) = (Some(at), What::Piece);
                    break;
                }
                step = defs[at].parent;
            }
        }
    }
}

/// Where the signs of definitions are in a node, so that most of its tree is not walked. Nodes are asked about in the order of their first bytes.
struct Signs {
    /// First bytes, in order; nothing if the language has no signs.
    places: Option<Vec<usize>>,
    /// The first that is not before the node asked about last.
    next: usize,
}

impl Signs {
    fn of(signs: &[&str], node: Node<'_>, text: &str) -> Signs {
        let (start, own) = (node.start_byte(), text.get(node.byte_range()).unwrap_or_default());
        let of_one = |sign: &&str| memchr::memmem::find_iter(own.as_bytes(), sign.as_bytes()).collect::<Vec<_>>();
        let places = (!signs.is_empty()).then(|| {
            let mut places: Vec<usize> = signs.iter().flat_map(of_one).map(|place| start + place).collect();
            places.sort_unstable();
            places
        });
        Signs { places, next: 0 }
    }

    /// True if one begins in `node`.
    fn is_in(&mut self, node: Node<'_>) -> bool {
        let Some(places) = &self.places else { return true };
        let start = node.start_byte();
        while places.get(self.next).is_some_and(|place| *place < start) {
            self.next += 1;
        }
        places.get(self.next).is_some_and(|place| *place < node.end_byte())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{name, parse, table};
    use super::Found;
    use crate::chunk::lines::Lines;

    #[test]
    fn signs_are_those_of_all_definitions_and_imports_inside_of_functions() {
        for table in table::tables().iter().filter(|table| !table.signs.is_empty()) {
            let Some(grammar) = table::grammars(table.word).find(|grammar| std::ptr::eq(grammar.table, table)) else { continue };
            let lines = Lines::new(table.example);
            let tree = parse::parse(grammar, &lines).unwrap();
            let mut cursor = tree.walk();
            let mut all = vec![tree.root_node()];
            while let Some(node) = all.pop() {
                all.extend(node.children(&mut cursor));
                let role = grammar.role(node.kind_id());
                let text = &lines.text[node.byte_range()];
                let local = role.definition > 0 && table.definitions[usize::from(role.definition) - 1].local && {
                    let found = name::find(grammar, role, node, lines.text, None);
                    matches!(found, Found::Def { kind, .. } if kind != "constant")
                };
                // Members of a type need none, and nor does what stands at the top.
                let top = node.parent().is_none_or(|around| around.parent().is_none());
                let member = node.parent().and_then(|body| body.parent()).is_some_and(|of| grammar.role(of.kind_id()).definition > 0);
                if (local || role.import > 0) && !top && !member {
                    assert!(table.signs.iter().any(|sign| text.contains(sign)), "{}: {text}", table.word);
                }
            }
        }
    }
}
