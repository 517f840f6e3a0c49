//! `cw query -i`: hits to pick from, with the text of the chosen one beside them, asked again as the question is typed. `state` says what keys do, `draw` how it looks, `terminal` has
//! the screen; this file lets them meet. It leaves out what an answer is: who calls it asks.

mod draw;
mod state;
mod terminal;

use std::path::Path;
use std::time::Duration;

use crossterm::event::{self, Event, KeyEventKind};
use cw_records::Context;
use cw_stages::Exit;

use super::programs::edit;
use super::screen::{Look, Roots, Screen, on_disk};
use crate::exit::{Failure, output, visible};
use crate::flow::human;
use state::{Deed, Pick};
use terminal::Terminal;
pub use terminal::able;

/// How long a question waits for the next letter.
const PAUSE: Duration = Duration::from_millis(80);
/// The same where every question costs something.
const LONG_PAUSE: Duration = Duration::from_millis(500);

/// Answers a question: hits best first, and what there is to say of them.
pub type Answer<'a> = &'a mut dyn FnMut(&str) -> Result<(Vec<Context>, String), Failure>;

/// What is asked, and of whom.
pub struct Asked<'a> {
    /// The first question; may be empty.
    pub query: String,
    /// Who answers.
    pub answer: Answer<'a>,
    /// A question costs something.
    pub is_costly: bool,
    /// How it looks.
    pub look: &'a Look,
    /// Where the files are on disk.
    pub roots: &'a Roots,
}

/// Lets a person pick a place, and prints it: `path:line`.
pub fn run(asked: Asked<'_>) -> Result<Exit, Failure> {
    let Asked { query, answer, is_costly, look, roots } = asked;
    let mut terminal = Terminal::take()?;
    let mut pick = Pick { is_stale: true, query, size: terminal.size(), ..Pick::default() };
    let pause = if is_costly { LONG_PAUSE } else { PAUSE };
    loop {
        let columns = pick.layout().text_columns;
        let screen_of = |pick: &Pick| Screen::new(look, &pick.query, roots.clone()).within(look.colour_beside(), columns);
        let mut screen = screen_of(&pick);
        let text = pick.chosen().map(|context| screen.body(context)).unwrap_or_default();
        let (rows, column) = draw::frame(&pick, &text, look.colour_beside());
        terminal.show(&rows, column)?;
        if pick.is_stale && !event::poll(pause).map_err(output)? {
            ask(&mut pick, answer)?;
            continue;
        }
        let deed = match event::read().map_err(output)? {
            Event::Key(key) if key.kind != KeyEventKind::Release => pick.press(key),
            Event::Paste(text) => {
                pick.paste(&text);
                Deed::Draw
            }
            Event::Resize(..) => {
                pick.size = terminal.size();
                Deed::Draw
            }
            _ => Deed::Draw,
        };
        if pick.is_stale && matches!(deed, Deed::Take | Deed::Open) {
            ask(&mut pick, answer)?;
            screen = screen_of(&pick);
        }
        match deed {
            Deed::Draw => {}
            Deed::Leave => return Err(Failure::Left),
            Deed::Take => {
                let Some(context) = pick.chosen() else { return Ok(Exit::Nothing) };
                let line = screen.line_of(context);
                terminal.leave();
                return print(roots, context, line);
            }
            Deed::Open => {
                let Some(context) = pick.chosen() else { continue };
                let line = screen.line_of(context);
                match on_disk(roots, &context.path) {
                    Some(file) => {
                        terminal.leave();
                        let done = edit(&file, line, Some(terminal.file()));
                        terminal.enter()?;
                        pick.note = match done {
                            Err(Failure::Error(error)) => error.message,
                            _ => String::new(),
                        };
                    }
                    None => pick.note = "it is not on disk".into(),
                }
            }
        }
    }
}

/// Asks what is typed; a blank question has no answer.
fn ask(pick: &mut Pick, answer: Answer<'_>) -> Result<(), Failure> {
    let (hits, note) = if pick.query.trim().is_empty() { (Vec::new(), "type a question".into()) } else { answer(&pick.query)? };
    pick.found(hits, note);
    Ok(())
}

/// Prints a place as the shell's current folder sees it: `vim $(cw query -i)` opens it.
fn print(roots: &Roots, context: &Context, line: u32) -> Result<Exit, Failure> {
    let here = std::env::current_dir().ok().and_then(|here| here.canonicalize().ok());
    let path = match on_disk(roots, &context.path) {
        Some(file) => here.and_then(|here| file.strip_prefix(here).ok().map(Path::to_owned)).unwrap_or(file),
        None => context.path.to_os(),
    };
    human(|out| writeln!(out, "{}:{line}", visible(&path.to_string_lossy())).map_err(output))?;
    Ok(Exit::Done)
}
