//! An answer on a screen: numbered lines that fit its width, syntax and the words of the question in colour, links on paths. **Streams.**
//!
//! What contents and paths could do to a terminal is spelled out before anything of ours is put around it.

use std::collections::HashSet;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use cw_records::{Context, RecordPath};
use cw_stages::{chunk, pack, terms};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::ink::{self, Letter, MARK, NUMBER, PATH, fit, paint};
use crate::exit::{Failure, output};

/// How an answer looks on a screen.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Look {
    /// Of each result only the lines that have a word of the question, and so many around each
    #[arg(short = 'C', long = "context", value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000),
        conflicts_with_all = ["tokens", "chars", "json", "jsonl", "format", "information_request"])]
    pub around: Option<u32>,
    /// Colours; always also where no terminal is [default: auto]
    #[arg(long, visible_alias = "colour", value_enum, value_name = "WHEN")]
    pub color: Option<When>,
    /// Links on paths, for terminals that open them [default: auto]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub hyperlinks: Option<When>,
    /// Cut lines at so many columns on a terminal; 0: not at all [default: COLUMNS, else the terminal's width]
    #[arg(long, value_name = "N")]
    pub width: Option<usize>,
    /// Do not hand a long answer to $PAGER
    #[arg(long)]
    pub no_pager: bool,
    /// Open the best result in $VISUAL or $EDITOR, at its line
    #[arg(long, conflicts_with_all = ["json", "jsonl", "format"])]
    pub open: bool,
}

/// When something is done.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq)]
pub enum When {
    /// On a terminal that can
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

fn set(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// True for a terminal that shows more than text.
fn is_able() -> bool {
    std::io::stdout().is_terminal() && set("TERM").is_none_or(|term| term != "dumb")
}

/// True for terminals that are known to open links.
fn opens_links() -> bool {
    let program = set("TERM_PROGRAM").unwrap_or_default();
    let term = set("TERM").unwrap_or_default();
    ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"].contains(&program.as_str())
        || ["kitty", "foot", "alacritty", "ghostty"].iter().any(|name| term.contains(name))
        || set("VTE_VERSION").and_then(|version| version.parse::<u32>().ok()).is_some_and(|version| version >= 5000)
        || ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION"].iter().any(|name| set(name).is_some())
}

impl Look {
    /// True if colours are wanted.
    pub fn colour(&self) -> bool {
        match self.color.unwrap_or(When::Auto) {
            When::Always => true,
            When::Never => false,
            When::Auto => is_able() && set("NO_COLOR").is_none(),
        }
    }

    /// The same for a screen of its own, wherever stdout goes.
    pub fn colour_beside(&self) -> bool {
        match self.color.unwrap_or(When::Auto) {
            When::Always => true,
            When::Never => false,
            When::Auto => set("NO_COLOR").is_none(),
        }
    }

    /// True if the answer is for a screen.
    pub fn is_screen(&self) -> bool {
        let always = [self.color, self.hyperlinks].contains(&Some(When::Always));
        self.around.is_some() || always || std::io::stdout().is_terminal()
    }

    /// Columns that a line may have; 0: all.
    fn columns(&self) -> usize {
        let told = || set("COLUMNS").and_then(|columns| columns.parse().ok()).filter(|columns| *columns > 0);
        match self.width {
            Some(width) => width,
            None if std::io::stdout().is_terminal() => told().or_else(terminal_width).unwrap_or(0),
            None if self.color == Some(When::Always) => told().unwrap_or(0),
            None => 0,
        }
    }
}

#[cfg(unix)]
fn terminal_width() -> Option<usize> {
    // SAFETY: the call fills a structure of ours, or says that it did not.
    let (done, size) = unsafe {
        let mut size: libc::winsize = std::mem::zeroed();
        (libc::ioctl(libc::STDOUT_FILENO, libc::TIOCGWINSZ, &mut size), size)
    };
    Some(usize::from(size.ws_col)).filter(|columns| done == 0 && *columns > 0)
}

#[cfg(not(unix))]
fn terminal_width() -> Option<usize> {
    None
}

/// Writes results.
pub struct Screen {
    colour: bool,
    links: bool,
    columns: usize,
    around: Option<u32>,
    words: HashSet<String>,
    roots: Roots,
    scratch: terms::Scratch,
    is_first: bool,
}

/// Where the files of an answer are on disk: what their paths begin with, and the folder. Empty where they are not.
pub type Roots = Vec<(String, PathBuf)>;

/// The file of a path on disk.
pub fn on_disk(roots: &Roots, path: &RecordPath) -> Option<PathBuf> {
    let found = roots.iter().find_map(|(before, root)| {
        let rest = path.as_bytes().strip_prefix(before.as_bytes())?;
        Some(root.join(RecordPath::from_bytes(rest).to_os()))
    })?;
    Some(found).filter(|file| file.is_file())
}

impl Screen {
    /// A screen for the answer to `query`.
    pub fn new(look: &Look, query: &str, roots: Roots) -> Screen {
        let links = match look.hyperlinks.unwrap_or(When::Auto) {
            When::Always => true,
            When::Never => false,
            When::Auto => is_able() && opens_links(),
        };
        Screen {
            colour: look.colour(),
            links,
            columns: look.columns(),
            around: look.around,
            words: terms::analyse(query).terms.into_iter().map(|(term, _)| term).collect(),
            roots,
            scratch: terms::Scratch::default(),
            is_first: true,
        }
    }

    /// The same screen with other columns, for whoever draws what it gives somewhere else: no links.
    pub fn within(self, colour: bool, columns: usize) -> Screen {
        Screen { colour, columns, links: false, ..self }
    }

    /// Writes one result.
    pub fn write(&mut self, out: &mut dyn Write, context: &Context) -> Result<(), Failure> {
        let mut text = if std::mem::take(&mut self.is_first) { String::new() } else { "\n".to_owned() };
        for line in std::iter::once(self.head(context)).chain(self.body(context)) {
            text.push_str(&line);
            text.push('\n');
        }
        out.write_all(text.as_bytes()).map_err(output)
    }

    /// The lines of one result that are shown, with their numbers.
    pub fn body(&mut self, context: &Context) -> Vec<String> {
        let numbers = (!context.view).then_some(context.lines);
        let width = numbers.map_or(0, |(_, last)| last.to_string().len());
        let lines: Vec<&str> = context.text.lines().collect();
        let shown = self.shown(&lines);
        let lang = context.lang.as_deref().filter(|_| self.colour && !context.view);
        let inks = lang.map(|lang| chunk::inks(lang, &context.text)).unwrap_or_default();
        let (mut out, mut before) = (Vec::new(), None);
        for (place, line) in lines.iter().enumerate().filter(|(place, _)| shown[*place]) {
            if before.is_some_and(|before| before + 1 != place) {
                out.push("--".to_owned());
            }
            before = Some(place);
            let (mut text, mut room) = (String::new(), self.columns);
            if let Some((first, _)) = numbers {
                let number = format!("{:>width$}", u64::from(first) + place as u64);
                text.push_str(&paint(&number, NUMBER, self.colour));
                if !line.is_empty() {
                    text.push_str("  ");
                }
                room = room.saturating_sub(width + 2).max(usize::from(room > 0));
            }
            let at = line.as_ptr() as usize - context.text.as_ptr() as usize;
            let mut letters = ink::letters(line, inks.get(at..).unwrap_or_default());
            ink::cut(&mut letters, room);
            self.mark(&mut letters);
            text.push_str(&ink::written(&letters, self.colour));
            out.push(text);
        }
        out
    }

    /// The line of the file that has the first word of the question, else the first of the result.
    pub fn line_of(&mut self, context: &Context) -> u32 {
        let hit = if context.view { None } else { context.text.lines().position(|line| self.has_word(line)) };
        context.lines.0 + hit.unwrap_or(0) as u32
    }

    /// What stands above one result.
    fn head(&self, context: &Context) -> String {
        let (place, label, remarks) = pack::heading(context);
        let room = match self.columns {
            0 => 0,
            columns => columns.saturating_sub(place.width() + 1).max(1),
        };
        let mut head = paint(&place, PATH, self.colour);
        if let Some(file) = on_disk(&self.roots, &context.path).filter(|_| self.links) {
            head = format!("\u{1b}]8;;{}\u{1b}\\{head}\u{1b}]8;;\u{1b}\\", link(&file));
        }
        // Names may be cut; evidence that was asked for is not.
        for part in [fit(&label, room), remarks].iter().filter(|part| !part.is_empty()) {
            head.push(' ');
            head.push_str(part);
        }
        head
    }

    /// Which lines are shown.
    fn shown(&mut self, lines: &[&str]) -> Vec<bool> {
        let Some(around) = self.around.map(|around| around as usize) else { return vec![true; lines.len()] };
        let hits: Vec<usize> = (0..lines.len()).filter(|place| self.has_word(lines[*place])).collect();
        // A result that was found by its sense alone: how it begins.
        let hits = if hits.is_empty() { vec![0] } else { hits };
        let mut shown = vec![false; lines.len()];
        for hit in hits {
            let end = (hit + around + 1).min(lines.len());
            shown[hit.saturating_sub(around).min(end)..end].fill(true);
        }
        shown
    }

    fn has_word(&mut self, text: &str) -> bool {
        let mut found = false;
        let words = &self.words;
        terms::tokens(text, &mut self.scratch, &mut |term| found |= words.contains(term));
        found
    }

    /// Gives the words of the question their colour.
    fn mark(&mut self, letters: &mut [Letter]) {
        if !self.colour {
            return;
        }
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        for word in letters.chunk_by_mut(|(a, _), (b, _)| is_letter(*a) == is_letter(*b)).filter(|word| is_letter(word[0].0)) {
            // A script without spaces would be all colour.
            let is_narrow = word.iter().all(|(letter, _)| letter.width().unwrap_or(0) == 1);
            let text: String = word.iter().map(|(letter, _)| letter).collect();
            if is_narrow && self.has_word(&text) {
                word.iter_mut().for_each(|(_, colour)| *colour = MARK);
            }
        }
    }
}

/// A file as an address.
fn link(file: &std::path::Path) -> String {
    let mut out = "file://".to_owned();
    for byte in RecordPath::from_os(file).as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(*byte)),
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_files() {
        assert_eq!(link(std::path::Path::new("/a b/ü%.rs")), "file:///a%20b/%C3%BC%25.rs");
    }
}
