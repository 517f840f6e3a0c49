//! Makes chunks of units: small neighbours in the same container go together, a definition of some size stands alone, and what a chunk
//! is called follows from what is in it.

use super::Options;
use super::lines::Lines;
use super::outline::{Outline, Unit, What};

/// Units that make one chunk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    first: usize,
    last: usize,
    /// Lines `[from, to)`.
    pub from: usize,
    pub to: usize,
}

/// What a chunk is.
pub(super) struct Label {
    pub kind: &'static str,
    /// The definition that it holds or is a piece of.
    pub at: Option<usize>,
    /// Breadcrumb where `at` says nothing: all that is in it belongs to a type that is defined elsewhere.
    pub scope: Option<String>,
}

fn container(outline: &Outline, unit: &Unit) -> Option<usize> {
    match unit.what {
        What::Whole => unit.at.and_then(|at| outline.defs[at].parent),
        _ => unit.at,
    }
}

/// What stands before the name of a whole definition, as the type of a method that stands outside of it.
fn scope<'o>(outline: &'o Outline, unit: &Unit) -> Option<&'o str> {
    unit.at.filter(|_| unit.what == What::Whole).and_then(|at| outline.defs[at].scope.as_deref())
}

/// Groups that tile the lines.
pub(super) fn groups(outline: &Outline, lines: &Lines<'_>, options: &Options) -> Vec<Group> {
    let units = &outline.units;
    let mut groups: Vec<Group> = Vec::with_capacity(units.len());
    for (place, unit) in units.iter().enumerate() {
        let to = units.get(place + 1).map_or(lines.len(), |next| next.line);
        let next = Group { first: place, last: place, from: unit.line, to };
        match groups.last_mut() {
            Some(group) if joins(outline, lines, options, group, &next) => (group.last, group.to) = (place, to),
            _ => groups.push(next),
        }
    }
    // What is still too small to say anything goes to a neighbour, one with the same container first.
    let mut done: Vec<Group> = Vec::with_capacity(groups.len());
    let mut waiting = groups.into_iter().peekable();
    while let Some(mut group) = waiting.next() {
        let small = |group: &Group| lines.size(group.from, group.to) < options.min_chars;
        let room = |from: usize, to: usize| {
            lines.size(from, to) <= options.max_chars + options.max_chars / 4 && lines.start(to) - lines.start(from) <= options.cap()
        };
        let home = |group: &Group| (container(outline, &units[group.first]), container(outline, &units[group.last]));
        if let Some(before) = done.last_mut() {
            let near = home(before).1 == home(&group).0 || waiting.peek().is_none_or(|next| home(next).0 != home(&group).1);
            if (small(before) || (small(&group) && near)) && room(before.from, group.to) {
                (before.last, before.to) = (group.last, group.to);
                continue;
            }
        }
        if small(&group)
            && let Some(next) = waiting.peek().filter(|next| room(group.from, next.to))
        {
            (group.last, group.to) = (next.last, next.to);
            waiting.next();
        }
        done.push(group);
    }
    done
}

/// True if `next` goes on in the chunk of `group`.
fn joins(outline: &Outline, lines: &Lines<'_>, options: &Options, group: &Group, next: &Group) -> bool {
    let units = &outline.units;
    let (old, new) = (&units[group.last], &units[next.first]);
    if container(outline, old) != container(outline, new) || !lines.fits(group.from, next.to, options) {
        return false;
    }
    if scope(outline, old) != scope(outline, new) && matches!((old.what, new.what), (What::Whole, What::Whole)) {
        return false;
    }
    let (large, tiny) = (options.max_chars / 3, options.min_chars.max(options.max_chars / 8));
    let (old_size, new_size) = (lines.size(group.from, group.to), lines.size(next.from, next.to));
    if old_size < tiny || new_size < tiny {
        return true;
    }
    let alone = |what: What, size: usize| size >= large && !matches!(what, What::Loose(_));
    if alone(old.what, old_size) && group.first == group.last || alone(new.what, new_size) {
        return false;
    }
    // Imports and statements of some size stand apart from definitions.
    matches!(old.what, What::Loose(_)) == matches!(new.what, What::Loose(_)) || old_size < large
}

/// Names a group.
pub(super) fn label(outline: &Outline, lines: &Lines<'_>, group: &Group) -> Label {
    let units = &outline.units[group.first..=group.last];
    let size = |place: usize| {
        let to = units.get(place + 1).map_or(group.to, |next| next.line);
        lines.size(units[place].line, to)
    };
    let common = units.iter().map(|unit| container(outline, unit)).reduce(|left, right| shared(outline, left, right)).flatten();
    // One definition that is most of the chunk names it, unless the chunk is a piece of what is around that.
    let total = lines.size(group.from, group.to);
    let most = |at: usize| {
        let own = units.iter().enumerate().filter(|(_, unit)| unit.at == Some(at) && !matches!(unit.what, What::Loose(_)));
        own.map(|(place, _)| size(place)).sum::<usize>() * 10 >= total * 6
    };
    let main = || units.iter().filter_map(|unit| unit.at).find(|at| most(*at) && !shares(outline, *at));
    let head = units.iter().any(|unit| unit.what == What::Head && unit.at == common);
    let several = units.iter().filter(|unit| unit.what == What::Whole).count() > 1;
    let at = if head || (several && common.is_some()) { common } else { main().or(common) };
    if let Some(at) = at {
        return Label { kind: outline.defs[at].kind, at: Some(at), scope: None };
    }
    let mut kinds: Vec<(&'static str, usize)> = Vec::new();
    for (place, unit) in units.iter().enumerate() {
        let kind = match (unit.what, unit.at) {
            (What::Loose(kind), _) => kind,
            (_, Some(at)) => outline.defs[at].kind,
            _ => "code",
        };
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some(known) => known.1 += size(place),
            None => kinds.push((kind, size(place))),
        }
    }
    // The first of the largest.
    let kind = kinds.iter().rev().max_by_key(|(_, size)| *size).map_or("lines", |(kind, _)| kind);
    let scope =
        units.first().and_then(|unit| scope(outline, unit)).filter(|first| units.iter().all(|unit| scope(outline, unit) == Some(*first)));
    Label { kind, at: None, scope: scope.map(str::to_owned) }
}

/// True for a definition of one line on which another one stands beside it. Those that begin at one place are names of one thing.
fn shares(outline: &Outline, at: usize) -> bool {
    let def = &outline.defs[at];
    let near = outline.defs.iter().skip(at + 1).take_while(|other| other.lines.0 == def.lines.0);
    def.lines.0 == def.lines.1
        && near.into_iter().any(|other| other.parent == def.parent && other.byte != def.byte && !other.part && !other.hidden)
}

/// The innermost definition around both.
fn shared(outline: &Outline, left: Option<usize>, right: Option<usize>) -> Option<usize> {
    let (mut left, mut right) = (left?, right?);
    while left != right {
        let deep = if outline.defs[left].depth >= outline.defs[right].depth { &mut left } else { &mut right };
        *deep = outline.defs[*deep].parent?;
    }
    Some(left)
}
