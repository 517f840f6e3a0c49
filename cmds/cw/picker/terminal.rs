//! A screen of its own on the terminal of this process, so that stdout stays data; given back however the process ends: normally, by a bug, or by a signal that ends it.

use std::fs::File;
use std::io::Write;

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use cw_stages::Error;

use crate::exit::{Failure, output};

/// Another screen, pasted texts as such.
const BEGIN: &str = "\u{1b}[?1049h\u{1b}[?2004h";
/// The old screen, the cursor, plain letters.
const END: &str = "\u{1b}[?2004l\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l";

/// The terminal, taken.
pub struct Terminal {
    tty: File,
    is_taken: bool,
}

fn open() -> Result<File, Failure> {
    let none = |why: &str| Failure::Error(Error::usage("C46", format!("nobody can pick: {why}")).hint("without -i the answer is listed"));
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return Err(none("TERM is dumb"));
    }
    let place = if cfg!(windows) { "CONOUT$" } else { "/dev/tty" };
    File::options().read(true).write(true).open(place).map_err(|_| none("there is no terminal"))
}

/// Says early that there is no terminal to pick on.
pub fn able() -> Result<(), Failure> {
    open().map(drop)
}

impl Terminal {
    /// Takes the terminal of this process.
    pub fn take() -> Result<Terminal, Failure> {
        let mut terminal = Terminal { tty: open()?, is_taken: false };
        #[cfg(unix)]
        ending::guard(&terminal.tty);
        let before = std::panic::take_hook();
        let screen = terminal.tty.try_clone().map_err(output)?;
        std::panic::set_hook(Box::new(move |panic| {
            let _ = (&screen).write_all(END.as_bytes());
            let _ = disable_raw_mode();
            before(panic);
        }));
        terminal.enter()?;
        Ok(terminal)
    }

    /// Takes it again.
    pub fn enter(&mut self) -> Result<(), Failure> {
        enable_raw_mode().map_err(output)?;
        self.is_taken = true;
        self.tty.write_all(BEGIN.as_bytes()).map_err(output)
    }

    /// Gives it back.
    pub fn leave(&mut self) {
        if std::mem::take(&mut self.is_taken) {
            let _ = self.tty.write_all(END.as_bytes());
            let _ = disable_raw_mode();
        }
    }

    /// For a program that needs the terminal.
    pub fn file(&self) -> &File {
        &self.tty
    }

    /// Columns and rows.
    pub fn size(&self) -> (usize, usize) {
        crossterm::terminal::size().map_or((80, 24), |(columns, rows)| (usize::from(columns), usize::from(rows)))
    }

    /// Shows these rows, the cursor in the first at `column`; all at once, so that nothing flickers.
    pub fn show(&mut self, rows: &[String], column: usize) -> Result<(), Failure> {
        let mut out = "\u{1b}[?25l".to_owned();
        for (place, row) in rows.iter().enumerate() {
            out.push_str(&format!("\u{1b}[{};1H{row}\u{1b}[K", place + 1));
        }
        out.push_str(&format!("\u{1b}[J\u{1b}[1;{}H\u{1b}[?25h", column + 1));
        self.tty.write_all(out.as_bytes()).map_err(output)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Signals that end the process.
#[cfg(unix)]
mod ending {
    use std::fs::File;
    use std::os::fd::AsRawFd;
    use std::sync::OnceLock;

    use super::END;

    struct Before {
        tty: libc::c_int,
        mode: libc::termios,
    }

    static BEFORE: OnceLock<Before> = OnceLock::new();

    extern "C" fn end(signal: libc::c_int) {
        // SAFETY: all of these may be called in a signal handler, and what they read was written before the handler was set.
        unsafe {
            if let Some(before) = BEFORE.get() {
                libc::write(before.tty, END.as_ptr().cast(), END.len());
                libc::tcsetattr(before.tty, libc::TCSANOW, &before.mode);
            }
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
    }

    /// From here on a signal that ends the process gives the terminal back first.
    pub fn guard(tty: &File) {
        // SAFETY: the call fills a structure of ours, or says that it did not.
        let (done, mode) = unsafe {
            let mut mode: libc::termios = std::mem::zeroed();
            (libc::tcgetattr(tty.as_raw_fd(), &mut mode), mode)
        };
        // SAFETY: a descriptor of our own that stays open for good.
        let tty = unsafe { libc::dup(tty.as_raw_fd()) };
        if done != 0 || tty < 0 || BEFORE.set(Before { tty, mode }).is_err() {
            return;
        }
        for signal in [libc::SIGTERM, libc::SIGHUP, libc::SIGINT, libc::SIGQUIT] {
            // SAFETY: the handler does only what handlers may.
            unsafe { libc::signal(signal, end as extern "C" fn(libc::c_int) as libc::sighandler_t) };
        }
    }
}
