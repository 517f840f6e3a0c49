//! What every way of reading a text ends in: its definitions, and the units that tile it. `merge` makes chunks of them.

use super::Options;
use super::lines::Lines;
use super::split::{Border, split};

/// Most imports of one file.
const MOST: usize = 4096;

/// A definition, or a heading.
#[derive(Clone)]
pub(super) struct Def {
    pub name: String,
    /// What stands before the name in the source, such as the class in `Class::method`.
    pub scope: Option<String>,
    pub kind: &'static str,
    pub parent: Option<usize>,
    /// Definitions around it.
    pub depth: usize,
    /// First byte of the definition itself, not of its comment.
    pub byte: usize,
    /// First and last line of the definition itself, from 0.
    pub lines: (usize, usize),
    /// In breadcrumbs only.
    pub hidden: bool,
    /// In `defs` only.
    pub part: bool,
}

impl Def {
    /// True if its functions are methods.
    pub fn is_type(&self) -> bool {
        const TYPES: [&str; 14] = [
            "class",
            "struct",
            "impl",
            "trait",
            "interface",
            "enum",
            "record",
            "union",
            "object",
            "protocol",
            "extension",
            "actor",
            "mixin",
            "given",
        ];
        TYPES.contains(&self.kind)
    }
}

/// What a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// The whole of the definition `at`.
    Whole,
    /// The beginning of the definition `at`, up to its first member.
    Head,
    /// A piece of the definition `at`.
    Piece,
    /// Something that is no definition, inside of `at`.
    Loose(&'static str),
}

/// Some lines, up to the next unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub line: usize,
    pub at: Option<usize>,
    pub what: What,
}

/// Definitions and units of a text, both in order.
#[derive(Default)]
pub(super) struct Outline {
    pub defs: Vec<Def>,
    pub units: Vec<Unit>,
    /// As written, in order, without repetitions.
    pub imports: Vec<String>,
}

impl Outline {
    /// A text that nobody understands: one loose unit.
    pub fn plain() -> Outline {
        Outline { units: vec![Unit { line: 0, at: None, what: What::Loose("lines") }], ..Outline::default() }
    }

    /// Begins a unit; `None` if no border can be on that line.
    pub fn open(&mut self, mut line: usize, clean: bool, at: Option<usize>, what: What) -> Option<usize> {
        match self.units.last() {
            Some(last) if !clean || line <= last.line => return None,
            Some(_) => {}
            None => line = 0,
        }
        self.units.push(Unit { line, at, what });
        Some(self.units.len() - 1)
    }

    /// Begins units for the pieces of `[from, to)`; the first piece has its unit already.
    pub fn pieces(&mut self, lines: &Lines<'_>, range: (usize, usize), borders: &[Border], unit: (Option<usize>, What), options: &Options) {
        for line in split(lines, range.0, range.1, borders, options) {
            self.open(line, true, unit.0, unit.1);
        }
    }

    /// Cuts every unit that is still too large by the looks of its lines.
    pub fn limit(&mut self, lines: &Lines<'_>, options: &Options) {
        let large = |units: &[Unit], place: usize| {
            let end = units.get(place + 1).map_or(lines.len(), |next| next.line);
            (!lines.fits(units[place].line, end, options)).then_some(end)
        };
        if !(0..self.units.len()).any(|place| large(&self.units, place).is_some()) {
            return;
        }
        let mut units = Vec::with_capacity(self.units.len() * 2);
        for (place, unit) in self.units.iter().enumerate() {
            match large(&self.units, place) {
                None => units.push(*unit),
                Some(end) => {
                    let cuts = split(lines, unit.line, end, &[], options);
                    let what = if unit.what == What::Whole && !cuts.is_empty() { What::Piece } else { unit.what };
                    units.extend([unit.line].into_iter().chain(cuts).map(|line| Unit { line, at: unit.at, what }));
                }
            }
        }
        self.units = units;
    }

    /// Names of the modules around and at `at`, outermost first.
    pub fn modules(&self, at: Option<usize>) -> Vec<String> {
        let mut names = Vec::new();
        let mut step = at;
        while let Some(def) = step.and_then(|at| self.defs.get(at)) {
            if def.kind == "module" {
                names.push(def.name.clone());
            }
            step = def.parent;
        }
        names.reverse();
        names
    }

    /// Adds an import that is not there yet, to a number that nobody writes by hand.
    pub fn import(&mut self, word: &str) {
        if !word.is_empty() && word.len() <= 512 && self.imports.len() < MOST && !self.imports.iter().any(|known| known == word) {
            self.imports.push(word.to_owned());
        }
    }

    /// Names from the outermost definition to `at`.
    pub fn breadcrumb(&self, at: Option<usize>) -> Vec<String> {
        let mut names = Vec::new();
        let mut step = at;
        while let Some(def) = step.and_then(|at| self.defs.get(at)) {
            names.push(def.name.clone());
            names.extend(def.scope.clone());
            step = def.parent;
        }
        names.reverse();
        names
    }
}
