//! What a definition is called, by its row of the language table.

use tree_sitter::Node;

use super::patterns::{bound, own_name};
use super::table::{Definition, Fields, Grammar, Role};

/// What a node turned out to be.
pub(super) enum Found {
    /// A definition.
    Def {
        name: String,
        scope: Option<String>,
        kind: &'static str,
        /// Further names.
        also: Vec<String>,
        /// Which row of the table it is.
        place: usize,
    },
    /// No definition, but there may be some inside, as that row says.
    See(usize),
    Nothing,
}

/// Longest name.
const LONG: usize = 200;

/// Resolves `node` as the definition that its `role` points to, in one of the kind `around`. Several rows may know its kind: the first
/// that makes a definition of it has it.
pub(super) fn find<'t>(grammar: &Grammar, role: Role, node: Node<'t>, text: &'t str, around: Option<&str>) -> Found {
    let first = usize::from(role.definition) - 1;
    let rows = &grammar.table.definitions;
    let mut found = Found::Nothing;
    for place in (first..rows.len()).filter(|place| *place == first || rows[*place].nodes.contains(&node.kind())) {
        match by_row(grammar, place, node, text, around) {
            Found::Nothing => {}
            Found::See(place) if matches!(found, Found::Nothing) => found = Found::See(place),
            Found::See(_) => {}
            definition => return definition,
        }
    }
    found
}

fn by_row<'t>(grammar: &Grammar, place: usize, node: Node<'t>, text: &'t str, around: Option<&str>) -> Found {
    let (definition, fields) = (&grammar.table.definitions[place], &grammar.fields[place]);
    let field = |id: Option<_>| id.and_then(|id| node.child_by_field_id(id));
    if !definition.needs.is_empty() && field(fields.needs).is_none() {
        return Found::Nothing;
    }
    if !definition.has.is_empty() && !has(definition, node, text) {
        return Found::Nothing;
    }
    let by = || definition.by.split(' ').filter_map(|steps| fields.by.map_or_else(|| way(node, steps), |id| node.child_by_field_id(id)));
    let word = |by: Node<'t>| {
        let found = |name: &str| definition.kinds.iter().find(|(kind, _)| *kind == name);
        found(slice(by, text)).or_else(|| found(by.kind()))
    };
    let chosen = match definition.by {
        "" => None,
        "children" => {
            let mut cursor = node.walk();
            let mut children = node.children(&mut cursor);
            children.find_map(|child| definition.kinds.iter().find(|(kind, _)| *kind == child.kind()))
        }
        _ => by().find_map(word),
    };
    let chosen = chosen.map(|(_, word)| *word);
    let kind = chosen.unwrap_or(definition.kind);
    let body = if definition.body.is_empty() && !definition.members { Found::Nothing } else { Found::See(place) };
    if kind.is_empty() {
        return if chosen.is_some() { body } else { Found::Nothing };
    }
    let barred = |begin: &&str| match definition.by {
        "" | "children" => slice(node, text).lines().next().is_some_and(|line| line.contains(begin)),
        _ => match by().next() {
            Some(by) => slice(by, text).starts_with(begin),
            None => slice(node, text).lines().next().is_some_and(|line| line.contains(begin)),
        },
    };
    if definition.unless.iter().any(barred) {
        return Found::Nothing;
    }
    if !definition.within.is_empty() && around.is_none_or(|around| !definition.within.contains(&around)) {
        return Found::Nothing;
    }
    let Some((named, parent)) = named(definition, fields, node).filter(|(named, parent)| below(definition, *named, *parent)) else {
        return match definition.name.strip_prefix('=') {
            Some(name) => Found::Def { name: name.to_owned(), scope: None, kind, also: Vec::new(), place },
            None => body,
        };
    };
    let Some((mut name, mut scope)) = name(definition, fields, node, named, text).filter(|(name, _)| name != "_") else { return body };
    name.insert_str(0, definition.prefix);
    if !definition.scope.is_empty() && scope.is_none() {
        scope = way(node, definition.scope).filter(|of| of.id() != named.id()).and_then(|of| tidy(slice(of, text).trim_matches('"')));
    }
    if let Some(name) = test(node, &name, parent, text) {
        let kind = if slice(named, text).contains("TEST") { "test" } else { kind };
        return Found::Def { name, scope, kind, also: Vec::new(), place };
    }
    let top = around.is_none();
    let upper = || {
        name.bytes().any(|byte| byte.is_ascii_uppercase())
            && name.bytes().all(|byte| byte == b'_' || byte.is_ascii_uppercase() || byte.is_ascii_digit())
    };
    let allowed = chosen.is_some()
        || definition.only.iter().all(|only| match *only {
            "upper" => upper(),
            "top or upper" => top || upper(),
            "top or object" => around.is_none_or(|around| around == "object"),
            "top or class" => around.is_none_or(|around| around == "class"),
            _ => top,
        });
    // What is local to a group of tests is no definition of the file.
    let allowed = allowed && !(around == Some("suite") && kind == "constant");
    let kind = if allowed { kind } else { definition.other };
    if kind.is_empty() {
        return Found::Nothing;
    }
    let also = also(definition, fields, node, text).into_iter().filter(|other| *other != name).collect();
    Found::Def { name, scope, kind, also, place }
}

/// True if the words of one of the row's lists are among the children, as modifiers are.
fn has(definition: &Definition, node: Node<'_>, text: &str) -> bool {
    const LONGEST: usize = 16;
    let mut cursor = node.walk();
    let words: Vec<&str> =
        node.children(&mut cursor).filter(|child| child.byte_range().len() <= LONGEST).map(|child| slice(child, text)).collect();
    definition.has.iter().any(|list| list.split(' ').all(|word| words.contains(&word)))
}

/// The node that has the name, and the declarator around that.
fn named<'t>(definition: &Definition, fields: &Fields, node: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
    let first = match fields.name {
        Some(id) if definition.name.ends_with("...") => node.child_by_field_id(id).and_then(|at| innermost(node, at, fields)),
        Some(id) => node.child_by_field_id(id).map(|named| (named, node)),
        None => definition.name.split(' ').find_map(|steps| way(node, steps)).map(|named| (named, node)),
    };
    first.or_else(|| definition.or.iter().find_map(|steps| way(node, steps)).map(|named| (named, node)))
}

fn below(definition: &Definition, named: Node<'_>, parent: Node<'_>) -> bool {
    let is = |kind: &str| definition.below.contains(&kind);
    definition.below.is_empty() || is(named.kind()) || is(parent.kind())
}

/// Further names, see [`Definition::also`].
fn also(definition: &Definition, fields: &Fields, node: Node<'_>, text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for steps in definition.also {
        if *steps != "+" {
            names.extend(way(node, steps).and_then(|other| tidy(slice(other, text))));
        } else if let Some(id) = fields.name.and_then(std::num::NonZero::new) {
            let mut cursor = node.walk();
            for other in node.children_by_field_id(id, &mut cursor).filter(Node::is_named).skip(1) {
                let other =
                    if definition.name.ends_with("...") { innermost(node, other, fields).map(|found| found.0) } else { Some(other) };
                names.extend(other.and_then(|other| tidy(slice(other, text))));
            }
        }
    }
    names.retain(|name| name != "_");
    names
}

/// The name of what a macro in capitals defines, as `TEST(Suite, Name) {` does: its arguments, if they are names. The parser sees a function
/// without a type.
fn test(node: Node<'_>, name: &str, parent: Node<'_>, text: &str) -> Option<String> {
    let capitals = |byte: u8| byte == b'_' || byte.is_ascii_uppercase() || byte.is_ascii_digit();
    if name.len() < 3 || !name.bytes().all(capitals) || node.kind() != "function_definition" || node.child_by_field_name("type").is_some() {
        return None;
    }
    let parameters = parent.child_by_field_name("parameters")?;
    let mut cursor = parameters.walk();
    let names: Vec<&str> = parameters.named_children(&mut cursor).map(|parameter| slice(parameter, text).trim()).collect();
    let plain = |name: &&str| !name.is_empty() && name.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric());
    (!names.is_empty() && names.iter().all(plain)).then(|| names.join("."))
}

/// The other names that a node gives, where its row says `each:`: nodes and names.
pub(super) fn others<'t>(definition: &Definition, node: Node<'t>, text: &str) -> Vec<(Node<'t>, String)> {
    let named = |child: Node<'t>| Some((child, tidy(unquoted(child, text))?)).filter(|(_, name)| name != "_");
    if let Some((steps, kinds)) = definition.name.split_once("/all:") {
        let bound = way(node, steps).map(|pattern| bound(pattern, kinds)).unwrap_or_default();
        return bound.into_iter().skip(1).filter_map(named).collect();
    }
    let Some((steps, kinds)) = definition.name.split_once("/each:") else { return Vec::new() };
    let Some(list) = way(node, steps) else { return Vec::new() };
    let mut cursor = list.walk();
    let children = list.named_children(&mut cursor).filter(|child| kinds.split('|').any(|kind| kind == child.kind()));
    children.skip(1).filter_map(|child| named(own_name(child))).collect()
}

fn slice<'t>(node: Node<'_>, text: &'t str) -> &'t str {
    text.get(node.byte_range()).unwrap_or_default()
}

fn name(definition: &Definition, fields: &Fields, node: Node<'_>, named: Node<'_>, text: &str) -> Option<(String, Option<String>)> {
    // `def left + right` defines the operator.
    let operator = named.child_by_field_name("operator").filter(|_| named.kind() == "binary_operator" && definition.name.ends_with('*'));
    let named = operator.filter(|operator| !matches!(slice(*operator, text), "when" | "::" | "<-" | "\\\\")).unwrap_or(named);
    let whole = head(slice(named, text)).trim();
    if let Some(of) = fields.of {
        let own = bare(whole)?;
        return Some(match node.child_by_field_id(of) {
            Some(of) => (format!("{} for {own}", last_part(slice(of, text))?), None),
            None => (own, None),
        });
    }
    if matches!(named.kind(), "object_pattern" | "array_pattern") {
        return None;
    }
    let whole = unquoted(named, text);
    if let Some(receiver) = fields.receiver.and_then(|id| node.child_by_field_id(id)) {
        // `g *G[K, V]`: without the parameters of the type.
        let inside = slice(receiver, text).trim_matches(['(', ')']).split('[').next().unwrap_or_default().trim();
        return Some((tidy(whole)?, inside.rsplit([' ', '\t', ',']).next().and_then(bare)));
    }
    if definition.split.is_empty() {
        let drop = |text: &'_ str| definition.drop.iter().find_map(|word| text.strip_prefix(word)?.strip_prefix(' ')).is_some();
        let mut whole = whole;
        while drop(whole) {
            whole = whole.split_once(' ')?.1.trim_start();
        }
        return Some((tidy(whole)?, None));
    }
    let separator = definition.split[0];
    // What is quoted has no arguments, as "names<-" of R.
    let is_quoted = slice(named, text).starts_with(['"', '\'', '`']);
    let plain = if is_quoted { whole.to_owned() } else { without_arguments(whole) };
    let whole = definition.split[1..].iter().fold(plain, |whole, other| whole.replace(other, separator));
    let parts = whole.split(separator).map(str::trim).filter(|part| !part.is_empty() && !definition.drop.contains(part));
    let parts: Vec<&str> = parts.collect();
    let (name, scope) = parts.split_last()?;
    Some((tidy(name)?, tidy(&scope.join(separator))))
}

/// What a name can be in: a node may be as long as its file, and looking for the end of a name must not be.
fn head(text: &str) -> &str {
    const FAR: usize = 2000;
    let mut end = text.len().min(FAR);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The text of a node without the signs of a string or a symbol.
fn unquoted<'t>(node: Node<'_>, text: &'t str) -> &'t str {
    let text = head(slice(node, text)).trim();
    let text = text.strip_prefix(':').filter(|_| node.kind().ends_with("symbol")).unwrap_or(text);
    // A name in Haskell may end with a quote.
    if text.starts_with(['"', '\'', '`']) { text.trim_matches(['"', '\'', '`']) } else { text }
}

/// Follows the name field down through declarators; with the node around.
fn innermost<'t>(mut around: Node<'t>, mut at: Node<'t>, fields: &Fields) -> Option<(Node<'t>, Node<'t>)> {
    for _ in 0..64 {
        let next = fields.name.and_then(|id| at.child_by_field_id(id)).filter(|_| at.kind() != "operator_cast");
        let next = match next {
            Some(next) => next,
            None if at.kind().ends_with("_declarator") => at.named_child(0)?,
            None => break,
        };
        (around, at) = (at, next);
    }
    Some((at, around))
}

/// Goes the steps of a way, see [`Definition::name`].
pub(super) fn way<'t>(node: Node<'t>, steps: &str) -> Option<Node<'t>> {
    steps.split('/').try_fold(node, |at, step| match step.split_once(':') {
        Some(("has", field)) => at.child_by_field_name(field).map(|_| at),
        Some(("all", kinds)) => bound(at, kinds).first().copied(),
        Some(("each", kinds)) => {
            let mut cursor = at.walk();
            at.named_children(&mut cursor).find(|child| kinds.split('|').any(|kind| kind == child.kind())).map(own_name)
        }
        Some(("any", kinds)) => {
            let mut cursor = at.walk();
            let mut children = at.named_children(&mut cursor);
            children.find(|child| kinds.split('|').any(|kind| kind == child.kind()))
        }
        Some(("end", kinds)) => {
            let last = at.named_child(u32::try_from(at.named_child_count()).ok()?.checked_sub(1)?)?;
            kinds.split('|').any(|kind| kind == last.kind()).then_some(last)
        }
        Some(("down", kinds)) => {
            let mut at = at;
            while kinds.split('|').any(|kind| kind == at.kind()) {
                at = at.named_child(0)?;
            }
            Some(at)
        }
        Some((which, kinds)) => kinds.split('|').find_map(|kind| {
            let mut cursor = at.walk();
            let mut children = at.named_children(&mut cursor).filter(|child| child.kind() == kind);
            if which == "last" { children.last() } else { children.next() }
        }),
        None if step == "." => Some(at),
        None if step == "*" => at.named_child(0),
        None if step == "..." => {
            let mut at = at;
            while at.kind().ends_with("_declarator") {
                at = at.named_child(0)?;
            }
            Some(at)
        }
        None => at.child_by_field_name(step),
    })
}

/// One line, white space squeezed, cut where a name cannot go on.
fn tidy(text: &str) -> Option<String> {
    let mut text = text.trim();
    let ends = [text.find(['\n', '{', ';']), text.find(" when "), text.find(" :: ")];
    if let Some(end) = ends.into_iter().flatten().min() {
        text = &text[..end];
    }
    if let Some(end) = text.find('(').filter(|end| *end > 0 && !text.starts_with("operator(")) {
        text = &text[..end];
    }
    let name: String = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LONG).collect();
    (!name.is_empty()).then_some(name)
}

/// In one line, not longer than a name may be.
fn squeezed(text: &str) -> Option<String> {
    let name: String = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LONG).collect();
    (!name.is_empty()).then_some(name)
}

/// A type with its arguments, without the path before it.
fn last_part(text: &str) -> Option<String> {
    let end = text.find(['<', '(']).unwrap_or(text.len());
    squeezed(&text[text[..end].rfind("::").map_or(0, |colons| colons + 2)..])
}

/// A type without references, arguments and the path before it.
fn bare(text: &str) -> Option<String> {
    let is_tuple = text.starts_with('(') && text.ends_with(')') && text.contains(',');
    let lifetimes = text.trim_start_matches('&').trim_start();
    let is_function = ["fn(", "fn (", "unsafe fn", "extern "].iter().any(|word| text.starts_with(word));
    if is_tuple || is_function || lifetimes.starts_with('[') {
        return squeezed(lifetimes);
    }
    let text = text.trim_start_matches(['&', '*', ' ', '(']);
    // Of `dyn A + B` the first says what it is.
    let text = text.strip_prefix("dyn ").map_or(text, |bounds| bounds.split('+').next().unwrap_or_default().trim());
    let text = text.split_whitespace().rfind(|word| !word.starts_with('\'')).filter(|_| !text.contains('<')).unwrap_or(text);
    let text = text.trim_start_matches('*');
    let end = text.find(['<', '[', '(']).filter(|end| *end > 0).unwrap_or(text.len());
    tidy(text[..end].rsplit("::").next().unwrap_or_default())
}

/// Without what stands in angle brackets; operators keep theirs.
fn without_arguments(text: &str) -> String {
    let mut depth = 0usize;
    let mut out = String::new();
    for (at, char) in text.char_indices() {
        let rest = &text[at..];
        let is_operator = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
        if depth == 0 && rest.strip_prefix("operator").is_some_and(is_operator) {
            return out + rest;
        }
        match char {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => out.push(char),
            _ => {}
        }
    }
    out
}
