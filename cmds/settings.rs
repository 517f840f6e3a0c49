//! Settings of the environment, the user's file and a project: read here, judged by `cw_stages::config`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use cw_stages::config::{FILE, IGNORE_PATTERNS, Origin, Project, SETTINGS, Settings, WITHOUT_EFFECT, nearest};
use cw_stages::{Env, Error};

use crate::exit::{Failure, say};

/// The user's file of settings: `$XDG_CONFIG_HOME/contextweaver/.env` if it is there, else `~/.contextweaver/.env`.
fn user_file(env: &Env) -> Option<PathBuf> {
    let new = env.config_home.as_ref().map(|folder| folder.join("contextweaver").join(".env")).filter(|file| file.exists());
    new.or_else(|| env.home.as_ref().map(|home| home.join(".contextweaver").join(".env")))
}

/// The user's file, or where `cw init` would make it.
pub fn new_user_file(env: &Env) -> Option<PathBuf> {
    let new = env.config_home.as_ref().map(|folder| folder.join("contextweaver").join(".env"));
    user_file(env).filter(|file| file.exists() || new.is_none()).or(new)
}

/// What the environment and the user's file say. What had to be changed is said unless `quiet`.
pub fn of_user(env: &Env, quiet: bool) -> Result<Settings, Failure> {
    let mut settings = Settings::default();
    let mut notes = Vec::new();
    for name in SETTINGS.iter().map(|setting| setting.variable).chain([IGNORE_PATTERNS]) {
        if let Some(text) = std::env::var_os(name) {
            notes.extend(settings.take_variable(name, &text.to_string_lossy(), Origin::Environment)?);
        }
    }
    let file = user_file(env);
    for (name, _) in std::env::vars_os() {
        // Other programs may have names that begin like ours.
        notes.extend(name.to_str().and_then(|name| unknown(name, true)));
    }
    match file.as_deref().map(std::fs::read_to_string) {
        Some(Ok(text)) => {
            let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
            notes.extend(strange(text).into_iter().map(|what| format!("'{}': {what}", file.as_deref().unwrap_or(Path::new("")).display())));
            let mut lines: BTreeMap<String, String> = text.lines().filter_map(line).collect();
            for (name, value) in &lines {
                notes.extend(settings.take_variable(name, value, Origin::User)?);
            }
            if file.as_deref().is_some_and(others_read) {
                let before = lines.len();
                lines.retain(|name, _| !is_secret(name));
                if lines.len() < before && !quiet {
                    let shown = file.unwrap_or_default();
                    say(format_args!(
                        "cw: C31: the keys in '{}' are not used: others can read them (chmod 600 is the way out)",
                        shown.display()
                    ));
                }
            }
            USER.get_or_init(|| lines);
        }
        Some(Err(error)) if !matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
            let shown = file.unwrap_or_default();
            return Err(Error::system("C15", format!("cannot read '{}': {error}", shown.display())).into());
        }
        _ => {}
    }
    tell(&notes, quiet);
    Ok(settings)
}

/// What is said of a name that begins like a setting and is none. With `near`, only if one is near.
fn unknown(name: &str, near: bool) -> Option<String> {
    const OURS: [&str; 3] = ["CW_", "EMBEDDINGS_", "RERANK_"];
    // What is no setting: of commands, of services beside models, of tests.
    const OTHERS: [&str; 3] = ["CW_INDEX", "CW_MCP_TOKEN", "CW_POSTGRES"];
    if !OURS.iter().any(|ours| name.starts_with(ours)) || name.starts_with("CW_SHARE") {
        return None;
    }
    let of_services = crate::services::names();
    let dead = WITHOUT_EFFECT.iter().map(|(name, _)| *name);
    let known = SETTINGS.iter().map(|setting| setting.variable).chain(OTHERS).chain(dead).chain(of_services.iter().map(String::as_str));
    let known: Vec<&str> = known.collect();
    if known.contains(&name) {
        return None;
    }
    // Of other programs' names only those count that begin as one of ours goes on.
    let begin = |name: &str| name.char_indices().nth(name.find('_').map_or(0, |at| at + 1)).map(|(at, _)| name[..=at].to_owned());
    match nearest(name, known.into_iter()).filter(|other| !near || begin(other) == begin(name)) {
        Some(other) => Some(format!("'{name}' is no setting; did you mean '{other}'?")),
        None => (!near).then(|| format!("'{name}' is no setting")),
    }
}

/// What is strange in the text of the user's file: lines that set nothing, and names that nobody knows.
fn strange(text: &str) -> Vec<String> {
    let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
    let what = lines.filter_map(|(number, text)| match line(text) {
        None => Some(format!("line {number} is no NAME=value")),
        Some((name, _)) => unknown(&name, false),
    });
    what.collect()
}

/// Errs if something in the user's file, or a name in the environment, is not understood.
pub fn validate(env: &Env) -> Result<(), Failure> {
    let text = user_file(env).and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
    let mut wrong = strange(text.strip_prefix('\u{feff}').unwrap_or(&text));
    wrong.extend(std::env::vars_os().filter_map(|(name, _)| unknown(name.to_str()?, true)));
    match wrong.into_iter().next() {
        Some(what) => Err(Error::usage("S22", what).hint("cw config list shows the names and values that hold").into()),
        None => Ok(()),
    }
}

/// The lines of the user's file, once it was read. The settings of services are looked up here.
static USER: OnceLock<BTreeMap<String, String>> = OnceLock::new();

/// A variable of the environment, else of the user's file as [`of_user`] found it; `None` if it is blank.
pub fn variable(name: &str) -> Option<String> {
    let told = std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    told.or_else(|| USER.get()?.get(name).cloned()).filter(|value| !value.trim().is_empty())
}

/// Where a variable's value comes from.
pub fn origin(name: &str) -> Origin {
    match (std::env::var(name).is_ok_and(|value| !value.trim().is_empty()), variable(name)) {
        (true, _) => Origin::Environment,
        (false, Some(_)) => Origin::User,
        (false, None) => Origin::Default,
    }
}

/// True for what is shown to nobody: a key, a token, or headers, which may hold one.
pub fn is_secret(name: &str) -> bool {
    ["_API_KEY", "_HEADERS", "_TOKEN"].iter().any(|end| name.ends_with(end))
}

/// True if others than the owner can read a file.
pub fn others_read(file: &Path) -> bool {
    #[cfg(unix)]
    return std::fs::metadata(file).is_ok_and(|meta| std::os::unix::fs::PermissionsExt::mode(&meta.permissions()) & 0o077 != 0);
    #[cfg(not(unix))]
    return false;
}

/// The same, and what the `cwconfig.json` of the tree at `root` says.
pub fn of_project(env: &Env, root: Option<&Path>, quiet: bool) -> Result<Settings, Failure> {
    let mut settings = env.settings.clone();
    if let Some(project) = project(root)? {
        tell(&settings.take_project(&project), quiet);
    }
    Ok(settings)
}

/// The `cwconfig.json` at `root`, if there is one.
pub fn project(root: Option<&Path>) -> Result<Option<Project>, Failure> {
    let Some(file) = root.map(|root| root.join(FILE)).filter(|file| file.is_file()) else { return Ok(None) };
    let bytes = std::fs::read(&file).map_err(|error| Error::system("C15", format!("cannot read '{}': {error}", file.display())))?;
    Ok(Some(Project::parse(&bytes)?))
}

fn tell(notes: &[String], quiet: bool) {
    for note in notes.iter().filter(|_| !quiet) {
        say(format_args!("cw: note: S22: {note}"));
    }
}

/// One line of a `.env`: `NAME=value`, perhaps with `export` before it and quotes around the value.
pub fn line(text: &str) -> Option<(String, String)> {
    let text = text.trim();
    let (name, value) = text.strip_prefix("export ").unwrap_or(text).split_once('=').filter(|_| !text.starts_with('#'))?;
    let value = value.trim();
    let quoted = ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.split_once(*quote)).map(|(inner, _)| inner);
    let value = quoted.unwrap_or_else(|| value.split(" #").next().unwrap_or(value).trim_end());
    Some((name.trim().to_owned(), value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn lines_of_a_file_of_settings() {
        for (text, wanted) in [
            ("A=1", Some(("A", "1"))),
            ("  export A = 'x # y' # why", Some(("A", "x # y"))),
            ("A=x # why", Some(("A", "x"))),
            ("A=", Some(("A", ""))),
            ("# A=1", None),
            ("nothing", None),
        ] {
            assert_eq!(line(text).as_ref().map(|(name, value)| (&**name, &**value)), wanted, "{text}");
        }
    }
}
