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
        // Where only parts are looked for, they are in no function.
        let holds_parts = |owner: usize| {
            let def = &self.outline.defs[owner];
            def.is_type() || matches!(def.kind, "type" | "data" | "namespace" | "module" | "message")
        };
        if !(self.grammar.locals || self.grammar.parts && owner.is_none_or(holds_parts)) {
            return;
        }
        let first = self.outline.defs.len();
        let mut cursor = node.walk();
        let mut depth = 0usize;
        // Definitions around the cursor, and their depths in the tree.
        let mut around: Vec<(usize, usize)> = Vec::new();
        loop {
            if cursor.goto_first_child() {
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
