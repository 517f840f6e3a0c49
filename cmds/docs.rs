//! Man pages and completions, made from the flags and the specs. What is generated is committed, and a test compares: `cargo regen` writes it anew.
//!
//! Section 1 comes from the flags and the texts in `help/`, sections 5 and 7 from Markdown. The same flags and texts give the same bytes: no dates, no terminal.

mod roff;

use std::io::{Result, Write};
use std::path::Path;

use clap::{Arg, ArgAction, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::STAGES;

/// Pages that are written by hand, as Markdown.
const PAGES: &[(&str, &str)] = &[
    ("cw-records.5", include_str!("../lib/records/RECORDS.md")),
    ("cw-index.5", include_str!("../lib/index/FORMAT.md")),
    ("cw-pipeline.7", include_str!("help/pipeline.md")),
    ("cw-errors.7", include_str!("help/errors.md")),
];

/// A completion script.
pub fn completion(shell: Shell, mut command: Command, name: &str) -> Vec<u8> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut text);
    text
}

/// `cw` with the flags of its stages, which the parser of `cw` itself does not need, and without what is hidden.
pub fn whole() -> Command {
    let cw = crate::cw::command();
    let shown = cw.get_subcommands().filter(|verb| !verb.is_hide_set() && !is_stage(verb)).cloned();
    let stages = STAGES.iter().map(|stage| (stage.command)().name(stage.word));
    Command::new("cw").version(env!("CARGO_PKG_VERSION")).args(cw.get_arguments()).subcommands(shown).subcommands(stages)
}

/// Writes everything below `folder`: `man/` and `completions/`.
pub fn write(folder: &Path) -> Result<()> {
    let (man, completions) = (folder.join("man"), folder.join("completions"));
    std::fs::create_dir_all(&man)?;
    std::fs::create_dir_all(&completions)?;
    let source = format!("cw {}", env!("CARGO_PKG_VERSION"));
    for (name, markdown) in PAGES {
        std::fs::write(man.join(name), roff::page(markdown, &source))?;
    }
    let mut cw = crate::cw::command();
    cw.build();
    let pages = cw.get_subcommands().filter(|verb| has_page(verb)).map(|verb| (format!("cw-{}", verb.get_name()), verb.clone()));
    for (name, verb) in pages {
        std::fs::write(man.join(format!("{name}.1")), page(&name, verb, &source)?)?;
    }
    std::fs::write(man.join("cw.1"), page("cw", cw, &source)?)?;
    let stages = STAGES.iter().map(|stage| (format!("cw-{}", stage.word), (stage.command)()));
    for (name, command) in stages.clone() {
        std::fs::write(man.join(format!("{name}.1")), page(&name, command, &source)?)?;
    }
    for (name, command) in stages.chain([("cw".into(), whole())]) {
        for (shell, file) in [
            (Shell::Bash, format!("{name}.bash")),
            (Shell::Zsh, format!("_{name}")),
            (Shell::Fish, format!("{name}.fish")),
            (Shell::PowerShell, format!("{name}.ps1")),
        ] {
            std::fs::write(completions.join(file), completion(shell, command.clone(), &name))?;
        }
    }
    Ok(())
}

/// A command of `cw` with a text of its own has a page of its own; the others stand in cw(1).
fn has_page(verb: &Command) -> bool {
    !verb.is_hide_set() && verb.get_after_long_help().is_some()
}

fn is_stage(verb: &Command) -> bool {
    STAGES.iter().any(|stage| stage.word == verb.get_name())
}

/// A page of section 1.
fn page(name: &str, command: Command, source: &str) -> Result<Vec<u8>> {
    let mut command = command.display_name(name).disable_help_subcommand(true).subcommand_value_name("COMMAND");
    command.build();
    let title = roff::text(&name.to_uppercase());
    let mut out = Vec::new();
    writeln!(out, ".TH {title} 1 \"\" \"{source}\" \"\"")?;
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    writeln!(out, ".SH NAME\n{} \\- {}", roff::text(name), roff::text(&about))?;
    let man = Man::new(command.clone());
    writeln!(out, ".SH SYNOPSIS\n{}", synopsis(command.get_bin_name().unwrap_or(name), &command))?;
    writeln!(out, ".SH DESCRIPTION\n{}.", roff::text(&about))?;
    if let Some(long) = command.get_long_about() {
        writeln!(out, ".PP\n{}", roff::text(&long.to_string()))?;
    }
    let text = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    let (first, last) = sections(&text);
    out.extend(first);
    out.extend(options(&man)?);
    let shown: Vec<&Command> = command.get_subcommands().filter(|verb| !verb.is_hide_set() && verb.get_name() != "help").collect();
    if shown.iter().any(|verb| is_stage(verb) || has_page(verb)) {
        writeln!(out, ".SH COMMANDS")?;
        for verb in shown.iter().filter(|verb| is_stage(verb) || has_page(verb)) {
            let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
            let about = about.split(". The same as ").next().unwrap_or_default();
            writeln!(out, ".TP\n\\fB{}\\fR\n{}. See \\fBcw\\-{0}\\fR(1)", roff::text(verb.get_name()), roff::text(about))?;
        }
    }
    for verb in shown.iter().filter(|verb| !is_stage(verb) && !has_page(verb)) {
        out.extend(section(name, verb)?);
    }
    out.extend(last);
    Ok(out)
}

/// How a command is called: its flags with their values, then its words.
fn synopsis(called: &str, command: &Command) -> String {
    let mut parts = vec![format!("\\fB{}\\fR", roff::text(called))];
    let (words, flags): (Vec<&Arg>, Vec<&Arg>) =
        command.get_arguments().filter(|flag| !flag.is_hide_set()).partition(|flag| flag.is_positional());
    for flag in flags {
        let names = flag.get_short().map(|short| format!("-{short}")).into_iter().chain(flag.get_long().map(|long| format!("--{long}")));
        let names: Vec<String> = names.map(|name| format!("\\fB{}\\fR", roff::text(&name))).collect();
        let takes = flag.get_num_args().is_some_and(|count| count.takes_values());
        let value =
            flag.get_value_names().filter(|_| takes).map(|names| format!(" \\fI{}\\fR", roff::text(&names.join(" ")))).unwrap_or_default();
        let again = if matches!(flag.get_action(), ArgAction::Append) { "..." } else { "" };
        parts.push(format!("[{}{value}]{again}", names.join("|")));
    }
    for word in words {
        let name = word.get_value_names().map_or_else(|| word.get_id().to_string(), |names| names.join(" "));
        let again = if word.get_num_args().is_some_and(|count| count.max_values() > 1) { "..." } else { "" };
        let name = format!("\\fI{}\\fR{again}", roff::text(&name));
        parts.push(if word.is_required_set() { name } else { format!("[{name}]") });
    }
    if command.has_subcommands() {
        parts.push("\\fICOMMAND\\fR".to_owned());
    }
    parts.join(" ")
}

/// The section of the flags, without what only `--help` can say.
fn options(man: &Man) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    man.render_options_section(&mut out)?;
    let text = String::from_utf8_lossy(&out);
    Ok(text.replace(" (see a summary with \\*(Aq\\-h\\*(Aq)", "").into_bytes())
}

/// A command below a command, as a section of its page.
fn section(name: &str, verb: &Command) -> Result<Vec<u8>> {
    let called = format!("{name} {}", verb.get_name());
    let everywhere = verb.get_arguments().filter(|flag| flag.is_global_set() || flag.get_id() == "help").map(|flag| flag.get_id().clone());
    // What holds for every verb stands in OPTIONS.
    let verb = &everywhere.collect::<Vec<_>>().iter().fold(verb.clone(), |verb, flag| verb.mut_arg(flag, |flag| flag.hide(true)));
    let mut out = Vec::new();
    writeln!(out, ".SH {}", roff::text(&called.to_uppercase()))?;
    let man = Man::new(verb.clone().bin_name(&called).display_name(&called));
    let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
    let options = String::from_utf8_lossy(&options(&man)?).replace(".SH OPTIONS\n", "");
    write!(out, "{}\n.PP\n{}.\n{options}", synopsis(&called, verb), roff::text(&about))?;
    Ok(out)
}

/// The text below a command's help: what stands before the options (what it reads and writes), and what stands behind them.
fn sections(text: &str) -> (Vec<u8>, Vec<u8>) {
    let (mut first, mut last) = (String::new(), String::new());
    let mut blocks: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        match (line.strip_suffix(':').filter(|heading| !heading.starts_with(' ')), blocks.last_mut()) {
            (Some(heading), _) => blocks.push((heading, Vec::new())),
            (None, Some((_, lines))) => lines.push(line.strip_prefix("  ").unwrap_or(line)),
            (None, None) => {}
        }
    }
    for (heading, mut lines) in blocks {
        while lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
        let out = if ["Reads", "Writes", "Memory"].contains(&heading) { &mut first } else { &mut last };
        out.push_str(&format!(".SH {}\n", heading.to_uppercase()));
        match heading {
            "Examples" | "Exit status" | "Environment" => out.push_str(&roff::verbatim(&lines)),
            _ => out.push_str(&format!("{}\n", roff::text(&lines.join(" ")))),
        }
    }
    (first.into_bytes(), last.into_bytes())
}
