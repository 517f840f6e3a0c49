//! `cw config wizard`: asks a person for the few settings that matter and writes them into the user's file. A line is an answer, so a script can give them. **Streams.**
//!
//! It leaves out every other setting, and what a project's file may say: an address and a key are the user's alone.

use std::io::{BufRead, IsTerminal, Write};
use std::path::Path;

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use cw_stages::config::SETTINGS;
use cw_stages::providers::http::{Allow, Endpoint};
use cw_stages::{Error, Exit};

use super::init::TEMPLATE;
use crate::Done;
use crate::common::Work;
use crate::exit::{Failure, output, say, visible};
use crate::flow::human;
use crate::services::{self, Model, environment};
use crate::{put, settings};

/// What packed answers may have, if nobody says.
const BUDGET: &str = "CW_SEARCH_MAX_TOTAL_CHARS";

/// Asks, shows, writes.
pub fn run(yes: bool, work: &Work) -> Done {
    let is_watched = std::io::stdin().is_terminal();
    if !is_watched && !yes {
        let error = Error::usage("C26", "settings would be written, and nobody is there to agree");
        return Err(error
            .hint("in a script: cw config wizard --yes, with an answer a line on stdin; cw config set writes one of a project")
            .into());
    }
    let env = work.env()?;
    let file = settings::new_user_file(&env).ok_or_else(|| Error::usage("C42", "HOME is not set, so there are no files of a user"))?;
    let mut asking = Asking { is_watched, told: Vec::new() };
    say(format_args!("A blank line keeps what stands in brackets."));
    let word = |value: Option<clap::builder::PossibleValue>| value.map(|value| value.get_name().to_owned()).unwrap_or_default();
    let embeds = word(clap::ValueEnum::to_possible_value(&Model::default().provider(&environment)?));
    asking.service(
        "EMBEDDINGS",
        "Who makes vectors: embedded (nothing leaves the machine) or http (a service)?",
        &embeds,
        &["embedded", "http"],
    )?;
    let judges = word(clap::ValueEnum::to_possible_value(&services::judge(None, &environment)?));
    asking.service("RERANK", "Who judges the best hits: rules, http (a service) or none?", &judges, &["rules", "http", "none"])?;
    let setting = SETTINGS.iter().find(|setting| setting.variable == BUDGET);
    let (least, most) = setting.map_or((0.0, f64::MAX), |setting| setting.bounds);
    let now = setting.map(|setting| env.settings.get(setting.key).0.to_string()).unwrap_or_default();
    asking.ask(BUDGET, &format!("Characters of a packed answer, {least} to {most}?"), &now, &|text| {
        let fits = text.parse::<f64>().is_ok_and(|number| (least..=most).contains(&number));
        if fits { Ok(()) } else { Err(format!("'{text}' is no number from {least} to {most}")) }
    })?;
    write(&file, &asking.told, yes, work)
}

/// Answers as they come.
struct Asking {
    /// A person sees the questions.
    is_watched: bool,
    /// What differs from what holds now, by variable.
    told: Vec<(String, String)>,
}

impl Asking {
    /// Who does something; of a service also where it is, its model and its key.
    fn service(&mut self, prefix: &str, question: &str, now: &str, known: &[&str]) -> Result<(), Failure> {
        let check = |text: &str| if known.contains(&text) { Ok(()) } else { Err(format!("'{text}' is none of {}", known.join(", "))) };
        if self.ask(&format!("{prefix}_PROVIDER"), question, now, &check)? != "http" {
            return Ok(());
        }
        let of = |name: &str| format!("{prefix}_{name}");
        let allows = |name: &str| environment(&of(name)).is_some_and(|value| matches!(value.as_str(), "1" | "true" | "yes"));
        let address = environment(&of("BASE_URL")).unwrap_or_default();
        self.ask(&of("BASE_URL"), "  Its address?", &address, &|text| {
            let allow = Allow { plain: allows("ALLOW_PLAIN_HTTP"), link_local: allows("ALLOW_LINK_LOCAL") };
            Endpoint::parse(text, allow).map(drop).map_err(|error| error.message)
        })?;
        let check = |text: &str| if text.is_empty() { Err("the service needs the name of a model".to_owned()) } else { Ok(()) };
        self.ask(&of("MODEL"), "  Its model?", &environment(&of("MODEL")).unwrap_or_default(), &check)?;
        self.ask(&of("API_KEY"), "  Its key (not shown)?", &environment(&of("API_KEY")).unwrap_or_default(), &|_| Ok(()))?;
        Ok(())
    }

    /// Asks for one setting until the answer makes sense, and remembers it if it is new. A script is asked once.
    fn ask(&mut self, name: &str, question: &str, now: &str, check: &dyn Fn(&str) -> Result<(), String>) -> Result<String, Failure> {
        let secret = settings::is_secret(name);
        let shown = match (secret, now) {
            (_, "") => "none".to_owned(),
            (true, _) => "set".to_owned(),
            (false, now) if name.ends_with("_BASE_URL") => visible(&services::bare(now)),
            (false, now) => visible(now),
        };
        loop {
            let _ = write!(std::io::stderr(), "{question} [{shown}] ");
            let text = if secret && self.is_watched { unseen()? } else { line()? };
            if !self.is_watched {
                let _ = writeln!(std::io::stderr());
            }
            let text = if text.is_empty() { now.to_owned() } else { text };
            let checked = check(&text)
                .and_then(|()| quoted(&text).map(drop).ok_or_else(|| "it has letters that a file of settings cannot hold".to_owned()));
            match checked {
                Ok(()) => {
                    if text != environment(name).unwrap_or_else(|| now.to_owned()) {
                        self.told.push((name.to_owned(), text.clone()));
                    }
                    return Ok(text);
                }
                Err(why) if self.is_watched => say(format_args!("  {}", visible(&why))),
                Err(why) => return Err(Error::usage("S22", format!("{name}: {why}")).hint("nothing was written").into()),
            }
        }
    }
}

/// A line of stdin, without the blanks around it; at the end of stdin it is blank.
fn line() -> Result<String, Failure> {
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    read.map_err(|error| Error::system("C03", format!("cannot read the answers from stdin: {error}")))?;
    Ok(line.trim().to_owned())
}

/// A line that is typed and not shown.
fn unseen() -> Result<String, Failure> {
    let mut text = String::new();
    crossterm::terminal::enable_raw_mode().map_err(output)?;
    let done = loop {
        match event::read() {
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => match key.code {
                KeyCode::Enter => break Ok(()),
                KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => break Err(Failure::Left),
                KeyCode::Char('j' | 'm') if key.modifiers.contains(KeyModifiers::CONTROL) => break Ok(()),
                KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => text.clear(),
                KeyCode::Backspace => _ = text.pop(),
                KeyCode::Char(letter) => text.push(letter),
                _ => {}
            },
            Ok(_) => {}
            Err(error) => break Err(output(error)),
        }
    };
    let _ = crossterm::terminal::disable_raw_mode();
    let _ = writeln!(std::io::stderr());
    done.map(|()| text.trim().to_owned())
}

/// Shows what is new, asks whether that is meant, and writes it.
fn write(file: &Path, told: &[(String, String)], yes: bool, work: &Work) -> Done {
    if told.is_empty() {
        if !work.quiet {
            say(format_args!("cw: nothing is new; nothing was written"));
        }
        return Ok(Exit::Done);
    }
    let place = visible(&file.to_string_lossy());
    say(format_args!("To be written to '{place}', for its owner only:"));
    for (name, value) in told {
        let value = if settings::is_secret(name) { "(a key)".to_owned() } else { visible(value) };
        say(format_args!("  {name}={value}"));
        if std::env::var_os(name).is_some() && !work.quiet {
            say(format_args!("cw: note: {name} is set in the environment, which is over the file"));
        }
    }
    if !yes {
        let _ = write!(std::io::stderr(), "Write it? [y/N] ");
        if !matches!(line()?.as_str(), "y" | "Y" | "yes") {
            say(format_args!("cw: nothing was written"));
            return Ok(Exit::Nothing);
        }
    }
    let old = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => TEMPLATE.to_owned(),
        Err(error) => return Err(Error::system("C15", format!("cannot read '{place}': {error}")).into()),
    };
    let text = told.iter().fold(old, |text, (name, value)| with(&text, name, value));
    put::put(file, text.as_bytes(), 0o600).map_err(|error| Error::system("C04", format!("cannot write '{place}': {error}")))?;
    human(|out| writeln!(out, "{place}").map_err(output))?;
    Ok(Exit::Done)
}

/// `text` with this setting: in the place of the one that is there, else of the remark that names it, else at the end.
fn with(text: &str, name: &str, value: &str) -> String {
    let new = format!("{name}={}", quoted(value).unwrap_or_default());
    let says = |line: &str| settings::line(line).is_some_and(|(other, _)| other == name);
    let remarks = |line: &str| line.trim_start_matches(['#', ' ']).starts_with(&format!("{name}="));
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| says(line)).or_else(|| lines.iter().position(|line| remarks(line)));
    let mut out: Vec<&str> =
        lines.iter().enumerate().filter(|(place, line)| Some(*place) == at || !says(line)).map(|(_, line)| *line).collect();
    match at {
        Some(at) => out[at] = &new,
        None => out.push(&new),
    }
    out.join("\n") + "\n"
}

/// A value as a line of settings has it; `None` if it cannot have it.
fn quoted(value: &str) -> Option<String> {
    if value.chars().any(char::is_control) {
        return None;
    }
    if !value.contains([' ', '#', '"', '\'']) {
        return Some(value.to_owned());
    }
    let quote = ['\'', '"'].into_iter().find(|quote| !value.contains(*quote))?;
    Some(format!("{quote}{value}{quote}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_takes_the_place_of_its_line() {
        for (text, want) in [
            ("A=1\nN=2\nB=3\n", "A=1\nN=x\nB=3\n"),
            ("# N=2\nB=3\n", "N=x\nB=3\n"),
            ("# N=2\nexport N = 'y' # why\nN=z\n", "# N=2\nN=x\n"),
            ("NN=2", "NN=2\nN=x\n"),
            ("", "N=x\n"),
        ] {
            assert_eq!(with(text, "N", "x"), want, "{text}");
        }
        for (value, want) in [("a", Some("a")), ("a #b", Some("'a #b'")), ("it's", Some("\"it's\"")), ("'\"", None), ("a\nb", None)] {
            assert_eq!(quoted(value).as_deref(), want);
            if let Some(line) = quoted(value) {
                assert_eq!(settings::line(&format!("N={line}")).unwrap().1, value);
            }
        }
    }
}
