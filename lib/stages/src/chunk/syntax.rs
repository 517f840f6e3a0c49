//! One pass over a tree: definitions, imports and units. It goes into containers only, with a stack of its own, never by recursion.

use tree_sitter::{Node, Tree, TreeCursor};

use super::Options;
use super::comments::{dedent, trails};
use super::imports;
use super::inside::{borders, errors};
use super::lines::Lines;
use super::name::{Found, find, others, way};
use super::outline::{Def, Outline, What};
use super::table::Grammar;

/// Deepest level of containers that is looked into.
const DEEP: usize = 48;
/// Why a level was entered, which decides what its end means.
#[derive(Clone, Copy)]
enum Why {
    Root,
    /// Units and definitions that there were before.
    Group(usize, usize),
    /// The definition, and its unit.
    Def(usize, Option<usize>),
}

/// A level that is being looked at.
struct Frame<'t> {
    cursor: TreeCursor<'t>,
    next: Option<Node<'t>>,
    why: Why,
    node: Node<'t>,
    /// First line, comments included, and last line.
    lines: (usize, usize),
    owner: Option<usize>,
    /// The owner, if it is an item of this level that holds what follows it.
    rest: Option<usize>,
    /// Where the comments before the next item begin.
    pending: Option<usize>,
    /// Where that begins which the next item begins with, such as its attributes.
    begin: Option<usize>,
    /// Line on which the item before ended.
    last: Option<usize>,
    /// Definitions there were when a wrapping node began, and its first and last line: the first definition inside takes its extent.
    wrap: Option<(usize, usize, usize)>,
    /// The node itself wraps: what is no definition in it is a part of it.
    wraps: bool,
    /// It wraps something that was not looked into.
    unseen: bool,
    broken: bool,
}

pub(super) struct Pass<'t, 'o> {
    pub grammar: &'o Grammar,
    pub lines: &'o Lines<'o>,
    options: &'o Options,
    pub outline: Outline,
    stack: Vec<Frame<'t>>,
    /// Bytes in errors, less what made sense there.
    errors: usize,
    /// Definitions that are parts of others.
    parts: usize,
}

/// The outline of a tree; only what it imports if most of it is in error.
pub(super) fn outline(grammar: &Grammar, tree: &Tree, lines: &Lines<'_>, options: &Options) -> Result<Outline, Vec<String>> {
    let mut pass = Pass { grammar, lines, options, outline: Outline::default(), stack: Vec::new(), errors: 0, parts: 0 };
    let root = tree.root_node();
    if root.is_error() {
        pass.errors = lines.text.len();
    }
    let all = (0, lines.len().saturating_sub(1));
    pass.stack.push(Frame { broken: root.is_error(), ..level(root, root, Why::Root, all, None) });
    while let Some(frame) = pass.stack.last_mut() {
        match frame.next.take() {
            Some(node) => {
                frame.next = frame.cursor.goto_next_sibling().then(|| frame.cursor.node());
                pass.visit(node);
            }
            None => pass.leave(),
        }
    }
    // Macros can put a whole file in error, and still most of its definitions are found.
    let is_lost = pass.errors > lines.text.len() / 2 && pass.outline.defs.len() < lines.text.len() / 2048 + 1;
    imports::calls(&mut pass.outline, grammar.table.calls, lines.text);
    if is_lost { Err(pass.outline.imports) } else { Ok(pass.outline) }
}

/// A level over the children of `inside`, on behalf of `node`.
fn level<'t>(node: Node<'t>, inside: Node<'t>, why: Why, lines: (usize, usize), owner: Option<usize>) -> Frame<'t> {
    let mut cursor = inside.walk();
    let next = cursor.goto_first_child().then(|| cursor.node());
    Frame {
        cursor,
        next,
        why,
        node,
        lines,
        owner,
        rest: None,
        pending: None,
        begin: None,
        last: None,
        wrap: None,
        wraps: false,
        unseen: false,
        broken: false,
    }
}

/// Last line of a node; a line feed at its end is not a line of its own.
pub(super) fn last_line(node: Node<'_>) -> usize {
    let (start, end) = (node.start_position(), node.end_position());
    if end.column == 0 && end.row > start.row { end.row - 1 } else { end.row }
}

impl<'t> Pass<'t, '_> {
    fn visit(&mut self, node: Node<'t>) {
        let role = self.grammar.role(node.kind_id());
        let (row, end) = (node.start_position().row, last_line(node));
        let deep = self.stack.len() >= DEEP;
        let Some(frame) = self.stack.last_mut() else { return };
        if !node.is_named() {
            frame.last = Some(end);
            return;
        }
        let clean = self.lines.is_first(row, node.start_byte());
        let around = frame.owner.map(|owner| self.outline.defs[owner].kind);
        let mut found = Found::Nothing;
        if role.definition > 0 {
            found = find(self.grammar, role, node, self.lines.text, around);
        }
        if role.comment || (role.attached && !matches!(found, Found::Def { .. })) {
            if trails(self.grammar.table.trailing, self.lines, node, frame.pending, frame.last) {
                frame.last = Some(end);
                return;
            }
            if self.grammar.table.prose.contains(&node.kind()) && !self.lines.fits(row, end + 1, self.options) {
                (frame.pending, frame.last) = (None, Some(end));
                let owner = frame.owner;
                return self.loose(node, (row, end, clean), owner, false);
            }
            if clean && (frame.pending.is_some() || frame.last.is_none_or(|last| last < row)) {
                frame.pending.get_or_insert(row);
                if self.grammar.table.begins.iter().any(|begin| self.lines.text[node.start_byte()..].starts_with(begin)) {
                    frame.begin.get_or_insert(row);
                }
            }
            return;
        }
        if frame.broken && !node.has_error() && node.named_child_count() > 0 {
            self.errors = self.errors.saturating_sub(node.byte_range().len());
        }
        let (owner, broken, wrap, wraps) = (frame.owner, frame.broken, frame.wrap, frame.wraps);
        // The comments that the parser took for the end of this item belong to the next.
        let next = if self.grammar.table.dedent { dedent(self.grammar, self.lines, node) } else { None };
        let end = next.map_or(end, |next| (row..next).rfind(|line| !self.lines.is_blank(*line)).unwrap_or(row));
        frame.last = Some(end);
        let pending = std::mem::replace(&mut frame.pending, next);
        let begin = frame.begin.take().unwrap_or(row);
        let (start, clean) = (pending.unwrap_or(row), clean || pending.is_some());

        let mut group = role.group || role.wrap || node.is_error();
        let mut row = None;
        match found {
            // A part is a name and no unit: the node is cut as if it were nothing.
            Found::Def { name, scope, kind, also, place } if self.grammar.table.definitions[place].part => {
                self.part(node, (name, scope, kind, place), also, owner);
            }
            Found::Def { name, scope, kind, also, place } => {
                // The first definition in a wrapping node has its extent.
                let wrap = wrap.filter(|wrap| wrap.0 == self.seen());
                let lines = wrap.map_or((begin, end), |wrap| (wrap.1.min(begin), wrap.2.max(end)));
                return self.define(node, (name, scope, kind, place), also, (start, lines, clean), deep);
            }
            Found::See(place) => (group, row) = (true, Some(place)),
            Found::Nothing => {}
        }
        if role.import > 0 && self.import(node, role.import, owner) && !group {
            self.outline.open(start, clean, owner, What::Loose("imports"));
            return;
        }
        if let (true, false, Some(frame)) = (wraps, group, self.stack.last_mut()) {
            (frame.pending, frame.unseen) = (pending, true);
            return;
        }
        if !group || deep {
            if !broken && node.has_error() {
                self.errors += errors(node);
            }
            return self.loose(node, (start, end, clean), owner, true);
        }
        if node.is_error() && !broken {
            self.errors += node.byte_range().len();
        }
        let why = Why::Group(self.outline.units.len(), self.seen());
        // What a definition is seen through for has its members below the same node as its own.
        let inside = row.and_then(|row| self.body(node, row)).filter(|_| !role.group && !role.wrap).unwrap_or(node);
        let wrap = wrap.filter(|_| inside == node);
        let wrap = match wrap.filter(|wrap| wrap.0 == self.seen()) {
            Some(wrap) => Some(wrap),
            None => role.wrap.then_some((self.seen(), begin, end)),
        };
        // What wraps several is the extent of none.
        let wrap = wrap.filter(|_| {
            let mut cursor = inside.walk();
            inside.named_children(&mut cursor).filter(|child| self.grammar.role(child.kind_id()).definition > 0).count() < 2
        });
        let next = level(node, inside, why, (start, end), owner);
        let pending = clean.then_some(start);
        self.stack.push(Frame { pending, wrap, wraps: role.wrap, broken: broken || node.is_error(), ..next });
    }

    /// Adds what an import node inside of `owner` imports; `role` is what the table has for it. False if it imports nothing after all.
    pub(super) fn import(&mut self, node: Node<'t>, role: u8, owner: Option<usize>) -> bool {
        let style = self.grammar.table.imports[usize::from(role) - 1].1;
        let modules = self.outline.modules(owner);
        let modules: Vec<&str> = modules.iter().map(String::as_str).collect();
        let text = self.lines.text;
        let (before, own) = (text.get(..node.start_byte()).unwrap_or_default(), text.get(node.byte_range()).unwrap_or_default());
        imports::add(&mut self.outline, style, &imports::Site { text: own, before, modules: &modules })
    }

    /// Definitions so far that are no parts.
    fn seen(&self) -> usize {
        self.outline.defs.len() - self.parts
    }

    /// Adds a part of `owner`, under all its names.
    pub(super) fn part(
        &mut self,
        node: Node<'t>,
        (name, scope, kind, place): (String, Option<String>, &'static str, usize),
        also: Vec<String>,
        owner: Option<usize>,
    ) {
        let row = &self.grammar.table.definitions[place];
        let depth = owner.map_or(0, |owner| self.outline.defs[owner].depth + 1);
        let names = [name].into_iter().chain(also).map(|name| (node, name)).chain(others(row, node, self.lines.text));
        let defs = names.map(|(node, name)| Def {
            name,
            scope: scope.clone(),
            kind,
            parent: owner,
            depth,
            byte: node.start_byte(),
            lines: (node.start_position().row, last_line(node)),
            hidden: false,
            part: true,
        });
        let before = self.outline.defs.len();
        self.outline.defs.extend(defs);
        self.parts += self.outline.defs.len() - before;
    }

    /// The node whose children are the members of a definition.
    fn body(&self, node: Node<'t>, place: usize) -> Option<Node<'t>> {
        let (row, fields) = (&self.grammar.table.definitions[place], &self.grammar.fields[place]);
        match fields.body {
            _ if row.members => Some(node),
            Some(body) => node.child_by_field_id(body),
            None if row.body.is_empty() => None,
            None => row.body.split(' ').find_map(|steps| way(node, steps)),
        }
    }

    fn define(
        &mut self,
        node: Node<'t>,
        (name, scope, kind, place): (String, Option<String>, &'static str, usize),
        also: Vec<String>,
        (start, (first, end), clean): (usize, (usize, usize), bool),
        deep: bool,
    ) {
        let row = &self.grammar.table.definitions[place];
        let Some(frame) = self.stack.last_mut() else { return };
        // What holds the rest of its level ends where the next such begins, and one in brackets stands beside it.
        let (mut owner, holder) = (frame.owner, frame.rest.filter(|_| row.rest));
        if let Some(before) = holder {
            owner = self.outline.defs[before].parent;
        }
        let around = owner.map(|owner| &self.outline.defs[owner]);
        let method = kind == "function" && (around.is_some_and(Def::is_type) || (row.split == ["::"] && scope.is_some()));
        let def = Def {
            name,
            scope,
            kind: if method { "method" } else { kind },
            parent: owner,
            depth: around.map_or(0, |around| around.depth + 1),
            byte: if first < node.start_position().row { self.lines.start(first) } else { node.start_byte() },
            lines: (first, end),
            hidden: row.hidden.contains(&kind),
            part: false,
        };
        let at = self.outline.defs.len();
        let unit = self.outline.units.last().copied();
        if row.same
            && let Some((unit, before)) = unit.and_then(|unit| Some((unit, self.outline.defs.get_mut(unit.at?)?)))
            && (before.parent, &before.name, before.kind) == (def.parent, &def.name, def.kind)
        {
            before.lines.1 = end;
            if !self.lines.fits(unit.line, end + 1, self.options) {
                self.outline.open(start, clean, unit.at, What::Piece);
            }
            return self.locals(node, unit.at, self.outline.units.len());
        }
        let members = !deep && (row.inside.is_empty() || row.inside.contains(&def.kind));
        let more = others(row, node, self.lines.text).into_iter().map(|(node, name)| {
            let row = node.start_position().row;
            Def { name, scope: def.scope.clone(), byte: node.start_byte(), lines: (row, end.max(row)), ..def }
        });
        let more: Vec<Def> = also.into_iter().map(|name| Def { name, ..def.clone() }).chain(more).collect();
        self.outline.defs.push(def);
        self.outline.defs.extend(more);
        let inside = self.body(node, place).filter(|_| members);
        let units = self.outline.units.len();
        let Some(inside) = inside else {
            let unit = self.outline.open(start, clean, Some(at), What::Whole);
            if row.rest {
                if let Some(before) = holder {
                    self.outline.defs[before].lines.1 = start.saturating_sub(1).max(self.outline.defs[before].lines.0);
                }
                if let Some(unit) = unit {
                    self.outline.units[unit].what = What::Head;
                }
                if let Some(frame) = self.stack.last_mut() {
                    self.outline.defs[at].lines.1 = frame.lines.1;
                    (frame.owner, frame.rest) = (Some(at), Some(at));
                }
            } else if !self.lines.fits(start, end + 1, self.options) {
                if let Some(unit) = unit {
                    self.outline.units[unit].what = What::Piece;
                }
                let borders = borders(node, self.lines, self.options);
                self.outline.pieces(self.lines, (start, end + 1), &borders, (Some(at), What::Piece), self.options);
            }
            return self.locals(node, Some(at), units);
        };
        let unit = self.outline.open(start, clean, Some(at), What::Head);
        let next = level(node, inside, Why::Def(at, unit), (start, end), Some(at));
        self.stack.push(Frame { last: Some(inside.start_position().row), ..next });
    }

    /// A unit, or some, for what is no definition, but may have some inside if it was not looked into yet.
    fn loose(&mut self, node: Node<'t>, (start, end, clean): (usize, usize, bool), owner: Option<usize>, unseen: bool) {
        let what = What::Loose("code");
        let units = self.outline.units.len();
        self.outline.open(start, clean, owner, what);
        if !self.lines.fits(start, end + 1, self.options) {
            let borders = borders(node, self.lines, self.options);
            self.outline.pieces(self.lines, (start, end + 1), &borders, (owner, what), self.options);
        }
        if unseen {
            self.locals(node, owner, units);
        }
    }

    fn leave(&mut self) {
        let Some(frame) = self.stack.pop() else { return };
        let (start, end) = frame.lines;
        match frame.why {
            Why::Root => {}
            Why::Group(units, defs) if self.seen() == defs => {
                // Nothing to see inside: it is one statement.
                self.outline.units.truncate(units);
                let owner = self.stack.last().and_then(|around| around.owner);
                let clean = self.lines.is_first(frame.node.start_position().row, frame.node.start_byte());
                self.loose(frame.node, (start, end, clean), owner, frame.unseen);
            }
            Why::Group(..) => {}
            Why::Def(at, unit) => {
                let Some(unit) = unit else { return };
                let from = self.outline.units[unit].line;
                if self.lines.fits(from, end + 1, self.options) {
                    self.outline.units.truncate(unit + 1);
                    self.outline.units[unit].what = What::Whole;
                } else if self.outline.units.len() == unit + 1 {
                    let borders = borders(frame.node, self.lines, self.options);
                    self.outline.pieces(self.lines, (from, end + 1), &borders, (Some(at), What::Piece), self.options);
                }
            }
        }
    }
}
