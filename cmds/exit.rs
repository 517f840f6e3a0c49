//! How a command fails: one line on stderr with a code, hints on lines of their own, an exit code. The only place that prints errors.

use std::ffi::OsString;
use std::fmt::Arguments;
use std::io::Write;
use std::process::ExitCode;

use cw_stages::Error;

/// Why a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// Whoever read our output left: a normal day, quiet.
    BrokenPipe,
    /// A person left without choosing: quiet, with the exit code of a program that was interrupted.
    Left,
    /// Wrong flags, or help that was asked for; clap has the text.
    Flags(clap::Error),
    /// Anything else.
    Error(Error),
}

impl Failure {
    /// Says what failed, once.
    pub fn report(self, name: &str) -> ExitCode {
        match self {
            Failure::BrokenPipe => ExitCode::SUCCESS,
            Failure::Left => ExitCode::from(130),
            Failure::Flags(error) => {
                let code = error.exit_code();
                match error.print().map_err(output) {
                    Err(failure @ Failure::Error(_)) => failure.report(name),
                    _ => ExitCode::from(code as u8),
                }
            }
            Failure::Error(error) => {
                say(format_args!("{name}: {}: {}", error.code, visible(&error.message)));
                if let Some(hint) = &error.hint {
                    say(format_args!("  hint: {}", visible(hint)));
                }
                ExitCode::from(error.exit as u8)
            }
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Error(error)
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Failure {
        Failure::Flags(error)
    }
}

impl From<cw_index::Error> for Failure {
    fn from(error: cw_index::Error) -> Failure {
        Failure::Error(error.into())
    }
}

/// Output that cannot be written: quiet if the reader left.
pub fn output(error: std::io::Error) -> Failure {
    match error.kind() {
        std::io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
        _ => Failure::Error(Error::system("C04", format!("cannot write the output: {error}"))),
    }
}

/// The same for a table of `csv`, which wraps what the system says.
pub fn untabled(error: csv::Error) -> Failure {
    output(match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => std::io::Error::other(format!("{other:?}")),
    })
}

/// One line on stderr. A stderr that cannot be written is nobody's to hear of it.
pub fn say(line: Arguments<'_>) {
    let mut text = line.to_string();
    text.push('\n');
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Text for a terminal: control characters, and those that turn the order of letters, spelled out, so that a file's name cannot steer it.
pub fn visible(text: &str) -> String {
    cw_stages::pack::visible(text).replace('\t', "\\t")
}

/// The name of the command for messages: how it was called.
pub fn name(words: &[OsString]) -> String {
    let called = words.first().map(std::path::Path::new).and_then(|path| path.file_stem());
    called.map_or_else(|| "cw".into(), |name| name.to_string_lossy().into_owned())
}
