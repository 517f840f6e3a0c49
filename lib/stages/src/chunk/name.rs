//! What a definition is called, by its row of the language table.

use tree_sitter::Node;

use super::table::{Definition, Fields, Grammar, Role};

/// What a node turned out to be.
pub(super) enum Found {
    /// A definition.
    Def {
        name: String,
        scope: Option<String>,
        kind: &'static str,
    },
    /// No definition, but there may be some inside.
    See,
    Nothing,
}

/// Longest name.
const LONG: usize = 200;

/// Resolves `node` as the definition that its `role` points to, in one of the kind `around`.
pub(super) fn find<'t>(grammar: &Grammar, role: Role, node: Node<'t>, text: &'t str, around: Option<&str>) -> Found {
    let place = usize::from(role.definition) - 1;
    let (definition, fields) = (&grammar.table.definitions[place], &grammar.fields[place]);
    let field = |id: Option<_>| id.and_then(|id| node.child_by_field_id(id));
    if !definition.needs.is_empty() && field(fields.needs).is_none() {
        return Found::Nothing;
    }
    let by = match definition.by {
        "" | "children" => None,
        by => fields.by.map_or_else(|| way(node, by), |id| node.child_by_field_id(id)),
    };
    let chosen = match definition.by {
        "children" => {
            let mut cursor = node.walk();
            let mut children = node.children(&mut cursor);
            children.find_map(|child| definition.kinds.iter().find(|(kind, _)| *kind == child.kind()))
        }
        _ => by.and_then(|by| definition.kinds.iter().find(|(kind, _)| *kind == by.kind() || *kind == slice(by, text))),
    };
    let chosen = chosen.map(|(_, word)| *word);
    let kind = chosen.unwrap_or(definition.kind);
    let body = if definition.body.is_empty() && !definition.members { Found::Nothing } else { Found::See };
    if kind.is_empty() {
        return if chosen.is_some() { body } else { Found::Nothing };
    }
    let barred = |begin: &&str| match by {
        Some(by) => slice(by, text).starts_with(begin),
        None => slice(node, text).lines().next().is_some_and(|line| line.contains(begin)),
    };
    if definition.unless.iter().any(barred) {
        return Found::Nothing;
    }
    let Some((name, scope)) = name(definition, fields, node, text).filter(|(name, _)| name != "_") else { return body };
    let top = around.is_none();
    let upper = || {
        name.bytes().any(|byte| byte.is_ascii_uppercase())
            && name.bytes().all(|byte| byte == b'_' || byte.is_ascii_uppercase() || byte.is_ascii_digit())
    };
    let allowed = chosen.is_some()
        || definition.only.iter().all(|only| match *only {
            "upper" => upper(),
            "top or upper" => top || upper(),
            _ => top,
        });
    // What is local to a group of tests is no definition of the file.
    let allowed = allowed && !(around == Some("suite") && kind == "constant");
    if allowed { Found::Def { name, scope, kind } } else { Found::Nothing }
}

fn slice<'t>(node: Node<'_>, text: &'t str) -> &'t str {
    text.get(node.byte_range()).unwrap_or_default()
}

fn name(definition: &Definition, fields: &Fields, node: Node<'_>, text: &str) -> Option<(String, Option<String>)> {
    let named = match fields.name {
        Some(id) if definition.name.ends_with("...") => innermost(node.child_by_field_id(id)?, fields)?,
        Some(id) => node.child_by_field_id(id)?,
        None => way(node, definition.name)?,
    };
    let whole = slice(named, text).trim();
    if let Some(of) = fields.of {
        let own = bare(whole)?;
        return Some(match node.child_by_field_id(of) {
            Some(of) => (format!("{} for {own}", tidy(slice(of, text).rsplit("::").next().unwrap_or_default())?), None),
            None => (own, None),
        });
    }
    if matches!(named.kind(), "object_pattern" | "array_pattern") {
        return None;
    }
    let whole = whole.trim_matches(['"', '\'', '`']);
    if let Some(receiver) = fields.receiver.and_then(|id| node.child_by_field_id(id)) {
        let inside = slice(receiver, text).trim_matches(['(', ')']);
        return Some((tidy(whole)?, inside.rsplit([' ', '\t', ',']).next().and_then(bare)));
    }
    if definition.split.is_empty() {
        return Some((tidy(whole)?, None));
    }
    let separator = definition.split[0];
    let whole = definition.split[1..].iter().fold(without_arguments(whole), |whole, other| whole.replace(other, separator));
    let parts = whole.split(separator).map(str::trim).filter(|part| !part.is_empty() && !definition.drop.contains(part));
    let parts: Vec<&str> = parts.collect();
    let (name, scope) = parts.split_last()?;
    Some((tidy(name)?, tidy(&scope.join(separator))))
}

/// Follows the name field down through declarators.
fn innermost<'t>(node: Node<'t>, fields: &Fields) -> Option<Node<'t>> {
    let mut at = node;
    for _ in 0..64 {
        let next = fields.name.and_then(|id| at.child_by_field_id(id)).filter(|_| at.kind() != "operator_cast");
        match next {
            Some(next) => at = next,
            None if at.kind().ends_with("_declarator") => at = at.named_child(0)?,
            None => return Some(at),
        }
    }
    Some(at)
}

/// Goes the steps of a way, see [`Definition::name`].
pub(super) fn way<'t>(node: Node<'t>, steps: &str) -> Option<Node<'t>> {
    steps.split('/').try_fold(node, |at, step| match step.split_once(':') {
        Some((which, kinds)) => kinds.split('|').find_map(|kind| {
            let mut cursor = at.walk();
            let mut children = at.named_children(&mut cursor).filter(|child| child.kind() == kind);
            if which == "last" { children.last() } else { children.next() }
        }),
        None if step == "*" => at.named_child(0),
        None => at.child_by_field_name(step),
    })
}

/// One line, white space squeezed, cut where a name cannot go on.
fn tidy(text: &str) -> Option<String> {
    let mut text = text.trim();
    if let Some(end) = text.find(['\n', '{', ';']).or_else(|| text.find(" when ")) {
        text = &text[..end];
    }
    if let Some(end) = text.find('(').filter(|end| *end > 0 && !text.starts_with("operator(")) {
        text = &text[..end];
    }
    let name: String = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LONG).collect();
    (!name.is_empty()).then_some(name)
}

/// A type without references, arguments and the path before it.
fn bare(text: &str) -> Option<String> {
    let text = text.trim_start_matches(['&', '*', ' ', '(']);
    let text = text.split_whitespace().rfind(|word| !word.starts_with('\'')).filter(|_| !text.contains('<')).unwrap_or(text);
    let text = text.trim_start_matches('*');
    let end = text.find(['<', '[', '(']).filter(|end| *end > 0).unwrap_or(text.len());
    tidy(text[..end].rsplit("::").next().unwrap_or_default())
}

/// Without what stands in angle brackets; operators keep theirs.
fn without_arguments(text: &str) -> String {
    let (before, operator) = match text.find("operator") {
        Some(place) if !text[place + 8..].starts_with(|next: char| next.is_alphanumeric() || next == '_') => text.split_at(place),
        _ => (text, ""),
    };
    let mut depth = 0usize;
    let mut out = String::new();
    for char in before.chars() {
        match char {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => out.push(char),
            _ => {}
        }
    }
    out + operator
}
