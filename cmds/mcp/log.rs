//! The log of a server: one file a day in the user's state folder, for a week, for its owner only. It says which tool was called about which tree, how it went and how long it took.
//! It leaves out questions, arguments, texts of files and settings: no code and no key is ever in it.

use std::fmt::Arguments;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::trees::lock;
use crate::exit::visible;
use crate::state;

/// How long files are kept.
const KEPT: Duration = Duration::from_secs(7 * 24 * 3600);

/// How much a line matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A bug, or a refusal of the system.
    Error,
    /// An answer that could not be given.
    Warn,
    /// What a server does.
    Info,
    /// Everything.
    Debug,
}

impl Level {
    /// The level of this name; `None` for those that say that nothing is to be written.
    fn of(name: &str) -> Option<Level> {
        match name.to_ascii_lowercase().as_str() {
            "off" | "none" | "silent" => None,
            "error" | "fatal" => Some(Level::Error),
            "warn" | "warning" => Some(Level::Warn),
            "debug" | "trace" => Some(Level::Debug),
            _ => Some(Level::Info),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Level::Error => "ERROR",
            Level::Warn => "WARN",
            Level::Info => "INFO",
            Level::Debug => "DEBUG",
        }
    }
}

/// A log. One that cannot be written is silent.
pub struct Log {
    level: Option<Level>,
    folder: Option<PathBuf>,
    today: Mutex<Option<(String, File)>>,
}

impl Log {
    /// The log of this user, down to the level of this name.
    pub fn new(level: Option<&str>) -> Log {
        let level = level.map_or(Some(Level::Info), Level::of);
        let folder = state::folder().map(|folder| folder.join("logs")).filter(|_| level.is_some());
        if let Some(folder) = &folder {
            let _ = state::make_folder(folder);
            sweep(folder, SystemTime::now());
        }
        Log { level, folder, today: Mutex::default() }
    }

    /// Writes a line.
    pub fn line(&self, level: Level, text: Arguments<'_>) {
        let (Some(folder), true) = (&self.folder, self.level.is_some_and(|least| level <= least)) else { return };
        let now = stamp(SystemTime::now());
        let day = now[..10].to_owned();
        let mut today = lock(&self.today);
        if today.as_ref().is_none_or(|(of, _)| *of != day) {
            *today = open(folder, &day).map(|file| (day, file));
        }
        if let Some((_, file)) = today.as_mut() {
            // One write a line: several servers write to one file.
            let _ = file.write_all(format!("{now} {} {} {}\n", level.word(), std::process::id(), visible(&text.to_string())).as_bytes());
        }
    }
}

fn open(folder: &Path, day: &str) -> Option<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(folder.join(format!("mcp.{day}.log"))).ok()
}

/// Deletes the files of days that are long over.
fn sweep(folder: &Path, now: SystemTime) {
    let Some(oldest) = now.checked_sub(KEPT).map(|time| format!("mcp.{}.log", &stamp(time)[..10])) else { return };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("mcp.") && name.ends_with(".log") && name.len() == oldest.len() && name < oldest {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// A moment as `2026-01-31T23:59:59Z`.
fn stamp(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    // Days of the civil calendar, years counted from March, in eras of 400 years.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let clock = seconds % 86_400;
    format!("{:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", era * 400 + year + next, clock / 3600, clock / 60 % 60, clock % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments() {
        for (seconds, wanted) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_200, "2024-03-01T00:00:00Z"),
            (1_767_225_599, "2025-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(stamp(UNIX_EPOCH + Duration::from_secs(seconds)), wanted);
        }
    }

    #[test]
    fn a_week_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let now = UNIX_EPOCH + Duration::from_secs(1_767_225_599);
        for name in
            ["mcp.2025-12-31.log", "mcp.2025-12-24.log", "mcp.2025-12-23.log", "mcp.2024-12-31.log", "other.2024-12-31.log", "mcp.log"]
        {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        sweep(folder.path(), now);
        let mut left: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        left.sort();
        assert_eq!(left, ["mcp.2025-12-24.log", "mcp.2025-12-31.log", "mcp.log", "other.2024-12-31.log"]);
    }

    #[test]
    fn levels() {
        let level = |name| Log { level: Level::of(name), folder: None, today: Mutex::default() }.level;
        assert_eq!(
            (level("WARN"), level("off"), level("odd"), level("trace")),
            (Some(Level::Warn), None, Some(Level::Info), Some(Level::Debug))
        );
        assert!(Level::Error < Level::Debug);
    }
}
