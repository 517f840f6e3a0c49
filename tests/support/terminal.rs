//! A terminal that a command runs on: what stands on its screen, and keys to press.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::process::CommandExt;
use std::process::Child;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::Case;

/// How long a screen is waited for. A test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running command and its terminal.
pub struct Terminal {
    tree: String,
    master: File,
    child: Child,
    size: (u16, u16),
    written: Arc<Mutex<Vec<u8>>>,
    reader: std::thread::JoinHandle<()>,
}

impl Terminal {
    /// Runs a shell line on a terminal of so many columns and rows.
    pub fn run(case: &Case, size: (u16, u16), line: &str) -> Terminal {
        let (mut master, mut slave) = (0, 0);
        let window = libc::winsize { ws_row: size.1, ws_col: size.0, ws_xpixel: 0, ws_ypixel: 0 };
        // SAFETY: the call fills two numbers of ours; they are owned below.
        let done = unsafe { libc::openpty(&mut master, &mut slave, std::ptr::null_mut(), std::ptr::null(), &window) };
        assert_eq!(done, 0);
        // SAFETY: nobody else has these descriptors.
        let (master, slave) = unsafe { (File::from_raw_fd(master), File::from_raw_fd(slave)) };
        let mut command = case.command(line);
        command.env("TERM", "xterm");
        command.stdin(slave.try_clone().unwrap()).stdout(slave.try_clone().unwrap()).stderr(slave);
        // SAFETY: between fork and exec nothing but two system calls.
        unsafe {
            command.pre_exec(|| {
                libc::setsid();
                libc::ioctl(0, libc::TIOCSCTTY, 0);
                Ok(())
            })
        };
        let child = command.spawn().unwrap();
        drop(command);
        let written: Arc<Mutex<Vec<u8>>> = Arc::default();
        let (mut from, to) = (master.try_clone().unwrap(), written.clone());
        let reader = std::thread::spawn(move || {
            let mut piece = [0; 4096];
            // The end of a terminal is an error.
            while let Ok(count @ 1..) = from.read(&mut piece) {
                to.lock().unwrap().extend_from_slice(&piece[..count]);
            }
        });
        Terminal { tree: case.tree().to_str().unwrap().to_owned(), master, child, size, written, reader }
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).unwrap();
    }

    /// Gives the terminal another size. What stood there before is gone.
    pub fn resize(&mut self, size: (u16, u16)) {
        self.size = size;
        self.written.lock().unwrap().clear();
        let window = libc::winsize { ws_row: size.1, ws_col: size.0, ws_xpixel: 0, ws_ypixel: 0 };
        // SAFETY: the call reads a structure of ours.
        assert_eq!(unsafe { libc::ioctl(self.master.as_raw_fd(), libc::TIOCSWINSZ, &window) }, 0);
    }

    /// Sends a signal to the commands of the shell line.
    pub fn signal(&self, signal: libc::c_int) {
        // SAFETY: the group is that of a child which was not waited for.
        assert_eq!(unsafe { libc::kill(-(self.child.id() as i32), signal) }, 0);
    }

    /// The screen now; the place of the tree is spelled TREE.
    pub fn screen(&self) -> vt100::Screen {
        let text = String::from_utf8_lossy(&self.written.lock().unwrap()).replace(&self.tree, "TREE");
        let [columns, rows] = [self.size.0, self.size.1].map(|count| count.try_into().unwrap());
        let mut parser = vt100::Parser::new(rows, columns, 0);
        parser.process(seconds(&text).as_bytes());
        parser.screen().clone()
    }

    /// Waits for a screen with this text.
    #[track_caller]
    pub fn shows(&self, text: &str) -> vt100::Screen {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if screen.contents().contains(text) {
                return screen;
            }
            assert!(start.elapsed() < PATIENCE, "no screen with {text:?}:\n{}", screen.contents());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for the end: the exit code, and the last screen.
    pub fn end(mut self) -> (Option<i32>, vt100::Screen) {
        let code = self.child.wait().unwrap().code();
        // Whatever was written is read by then: nobody else has the terminal.
        let screen = loop {
            if self.reader.is_finished() {
                break self.screen();
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        (code, screen)
    }
}

/// `text` with the seconds of a report spelled N.
fn seconds(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("; ") {
        out.push_str(before);
        out.push_str("; ");
        rest = after;
        let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.').len();
        if digits > 0 && rest[digits..].starts_with(" s)") {
            out.push('N');
            rest = &rest[digits..];
        }
    }
    out + rest
}

/// The rows of a screen, what has a colour as `[colour|text]`.
pub fn rows(screen: &vt100::Screen) -> String {
    let (rows, columns) = screen.size();
    let mut out = String::new();
    for row in 0..rows.get() {
        let mut stretches: Vec<(String, String)> = Vec::new();
        for cell in (0..columns.get()).filter_map(|column| screen.cell(row, column)).filter(|cell| !cell.is_wide_continuation()) {
            let colour = match cell.fgcolor() {
                vt100::Color::Idx(number) => format!("{}", 30 + u16::from(number)),
                vt100::Color::Rgb(..) => "rgb".to_owned(),
                vt100::Color::Default => String::new(),
            };
            let more =
                [(cell.bold(), "1"), (cell.dim(), "2"), (cell.inverse(), "7")].into_iter().filter(|(has, _)| *has).map(|(_, word)| word);
            let style =
                more.map(str::to_owned).chain([colour].into_iter().filter(|colour| !colour.is_empty())).collect::<Vec<_>>().join(";");
            let text = if cell.has_contents() { cell.contents() } else { " " };
            match stretches.last_mut().filter(|(last, _)| *last == style) {
                Some((_, stretch)) => stretch.push_str(text),
                None => stretches.push((style, text.to_owned())),
            }
        }
        let line: String =
            stretches.iter().map(|(style, text)| if style.is_empty() { text.clone() } else { format!("[{style}|{text}]") }).collect();
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out.trim_end().to_owned() + "\n"
}
