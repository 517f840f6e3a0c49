//! Programs that a person set: the pager that shows, the editor that opens.

use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use cw_stages::Error;

use crate::exit::{Failure, output};
use crate::flow::human;

/// Writes to `$PAGER` if stdout is a terminal and one is set, else to stdout. A pager that is left early is a normal day.
pub fn paged(allowed: bool, write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>) -> Result<(), Failure> {
    let pager = std::env::var("PAGER").ok().filter(|pager| !matches!(pager.trim(), "" | "cat"));
    let Some(pager) = pager.filter(|_| allowed && std::io::stdout().is_terminal()) else { return human(write) };
    let mut command = Command::new("sh");
    command.arg("-c").arg(&pager).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // Colours as they are, no screen of its own, none at all for what fits.
        command.env("LESS", "FRX");
    }
    let mut text = Vec::new();
    write(&mut text)?;
    let whole = |out: &mut dyn Write| out.write_all(&text).map_err(output);
    let Ok(mut child) = command.spawn() else { return human(whole) };
    let done = child.stdin.take().map_or(Ok(()), |mut stdin| whole(&mut stdin));
    // What the shell says of a program that is not there.
    if child.wait().is_ok_and(|status| matches!(status.code(), Some(126 | 127))) {
        return human(whole);
    }
    match done {
        Err(Failure::BrokenPipe) => Ok(()),
        done => done,
    }
}

/// Opens a file at a line in `$VISUAL` or `$EDITOR`, and waits for it; on `tty`, if stdin and stdout are for something else.
pub fn edit(file: &Path, line: u32, tty: Option<&File>) -> Result<(), Failure> {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let editor = set("VISUAL").or_else(|| set("EDITOR"));
    let editor = editor.ok_or_else(|| Error::usage("C45", "there is no editor to open it with").hint("set VISUAL or EDITOR"))?;
    // Words as a shell takes them: a path with blanks stands in quotes.
    let words = shlex::split(&editor).filter(|words| !words.is_empty());
    let unread = || Error::usage("C45", format!("the editor '{editor}' is no command")).hint("set VISUAL or EDITOR; a quote is not closed");
    let words = words.ok_or_else(unread)?;
    let (program, words) = (&words[0], &words[1..]);
    let mut command = Command::new(program);
    command.args(words);
    let name = Path::new(program).file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let place = || {
        let mut place = file.as_os_str().to_owned();
        place.push(format!(":{line}"));
        place
    };
    match name.as_str() {
        "code" | "code-insiders" | "codium" | "cursor" | "windsurf" => command.arg("--goto").arg(place()),
        "subl" | "zed" | "hx" | "helix" => command.arg(place()),
        // As vi, emacs, nano, micro and kakoune take it.
        _ => command.arg(format!("+{line}")).arg(file),
    };
    if let Some(tty) = tty {
        let tty = || tty.try_clone().map(Stdio::from).map_err(output);
        command.stdin(tty()?).stdout(tty()?).stderr(tty()?);
    }
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Error::system("C45", format!("the editor '{program}' ended with {status}")).into()),
        Err(error) => Err(Error::system("C45", format!("the editor '{program}' cannot be started: {error}")).into()),
    }
}
