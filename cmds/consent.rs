//! Whether code may leave the machine: shown before, asked once for each origin and scope, remembered in the user's state folder. A service on this machine is not asked
//! about, since nothing leaves it.
//!
//! A scope is a root and the options of its listing: another root, other options or another origin ask again.

use std::collections::BTreeMap;
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use cw_records::{Blob, Record, RecordPath};
use cw_stages::providers::{Embedder, Reranker, Services};
use cw_stages::{Env, Error, scan};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::exit::{Failure, say, visible};
use crate::state;

/// A service that would be sent code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipient {
    /// Scheme, host and port.
    pub origin: String,
    /// Its model.
    pub model: String,
}

impl Recipient {
    /// Who gets the texts that `embedder` embeds; `None` if they stay on this machine.
    pub fn of_embedder(embedder: &dyn Embedder) -> Option<Recipient> {
        Some(Recipient { origin: embedder.sends_to()?, model: embedder.identity().name.clone() })
    }

    /// Who gets the texts that `reranker` judges; `None` if they stay on this machine.
    pub fn of_reranker(reranker: &dyn Reranker) -> Option<Recipient> {
        Some(Recipient { origin: reranker.sends_to()?, model: reranker.name().to_owned() })
    }
}

/// Those of `services` that are on other machines.
pub fn recipients(services: &Services) -> Vec<Recipient> {
    let reranker = services.reranker.as_deref().and_then(Recipient::of_reranker);
    Recipient::of_embedder(&*services.embedder).into_iter().chain(reranker).collect()
}

/// What people agreed to.
#[derive(Serialize, Deserialize, Default)]
struct Book {
    version: u32,
    consents: Vec<Consent>,
}

#[derive(Serialize, Deserialize, PartialEq, Eq, Clone)]
struct Consent {
    origin: String,
    root: String,
    scope: String,
}

fn book_path() -> Option<PathBuf> {
    Some(state::folder()?.join("consent.json"))
}

fn read() -> Book {
    let text = book_path().and_then(|path| std::fs::read(path).ok()).unwrap_or_default();
    // What cannot be read is no consent.
    serde_json::from_slice(&text).unwrap_or_default()
}

fn consent(recipient: &Recipient, root: &Path, scan: &Map<String, Value>) -> Consent {
    let scope = json!({ "root": RecordPath::from_os(root).to_base64(), "scan": scan });
    let scope = Blob::of(scope.to_string().as_bytes()).to_string();
    Consent { origin: recipient.origin.clone(), root: root.to_string_lossy().into_owned(), scope }
}

fn remember(mut new: Vec<Consent>) -> Result<(), Failure> {
    let Some(path) = book_path() else { return Ok(()) };
    let mut book = read();
    new.retain(|consent| !book.consents.contains(consent));
    if new.is_empty() {
        return Ok(());
    }
    book.version = 1;
    book.consents.append(&mut new);
    let saved = state::write(&path, &serde_json::to_vec_pretty(&book).unwrap_or_default());
    saved.map_err(|error| Error::system("C32", format!("cannot remember the consent in '{}': {error}", path.display())).into())
}

/// Those of `recipients` that nobody agreed to for this scope.
pub fn unknown(recipients: &[Recipient], root: &Path, scan: &Map<String, Value>) -> Vec<Recipient> {
    let book = read();
    recipients.iter().filter(|recipient| !book.consents.contains(&consent(recipient, root, scan))).cloned().collect()
}

/// C33: code would leave the machine, and nobody agreed.
pub fn refusal(recipients: &[Recipient], root: &Path) -> Error {
    let origins: Vec<&str> = recipients.iter().map(|recipient| recipient.origin.as_str()).collect();
    let message = format!("code of '{}' would be sent to {}, and nobody agreed to that", root.display(), origins.join(" and "));
    Error::usage("C33", message).hint(format!(
        "look at what would be sent and agree: cw index {} (in a script: --yes); or keep it here: --provider embedded",
        quoted(root)
    ))
}

/// A path as a POSIX shell takes it.
pub fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', "'\\''"))
}

/// How a command stands to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// `--yes` was given.
    Agreed,
    /// A person may be asked, if there is one.
    Ask,
    /// Nobody can be asked: stdin has other things to say.
    Never,
}

/// Makes sure that somebody agreed to send the files of `options` to `recipients`. Shows what that is before it asks.
pub fn for_tree(env: &Env, recipients: &[Recipient], options: &scan::Options, manner: Manner) -> Result<(), Failure> {
    let show = |unknown: &[Recipient]| {
        say(format_args!("cw: the text of these files would leave this machine:"));
        preview(env, unknown, options)?.iter().for_each(|line| say(format_args!("  {line}")));
        Ok(())
    };
    need(recipients, &options.root, &options.made_with(), manner, &show)
}

/// Remembers that somebody agreed to send the files of `options` to `recipients`.
pub fn agree(recipients: &[Recipient], options: &scan::Options) -> Result<(), Failure> {
    remember(recipients.iter().map(|recipient| consent(recipient, &options.root, &options.made_with())).collect())
}

/// Makes sure of it for the files of a stream, whose header says what was listed. Its records are on stdin, so nobody is asked.
pub fn for_stream(recipients: &[Recipient], header: &cw_records::Header, yes: bool) -> Result<(), Failure> {
    let made_with = header.made_with.get("scan").and_then(Value::as_object).cloned().unwrap_or_default();
    let manner = if yes { Manner::Agreed } else { Manner::Never };
    need(recipients, &header.root().unwrap_or_default(), &made_with, manner, &|_| Ok(()))
}

/// The same for what an index holds: its hits are sent to be judged. `made_with` is that of its LEX part.
pub fn for_index(recipients: &[Recipient], root: &Path, made_with: &Map<String, Value>, yes: bool) -> Result<(), Failure> {
    let scan = made_with.get("scan").and_then(Value::as_object).cloned().unwrap_or_default();
    need(recipients, root, &scan, if yes { Manner::Agreed } else { Manner::Never }, &|_| Ok(()))
}

fn need(
    recipients: &[Recipient],
    root: &Path,
    made_with: &Map<String, Value>,
    manner: Manner,
    show: &dyn Fn(&[Recipient]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let unknown = unknown(recipients, root, made_with);
    if unknown.is_empty() {
        return Ok(());
    }
    let asked = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    match manner {
        Manner::Agreed => {
            for Recipient { origin, model } in &unknown {
                say(format_args!(
                    "cw: note: code of '{}' is sent to {} ({}), as --yes says",
                    visible(&root.to_string_lossy()),
                    visible(origin),
                    visible(model)
                ));
            }
        }
        Manner::Ask if asked => {
            show(&unknown)?;
            let _ = write!(std::io::stderr(), "Send this code there? [y/N] ");
            let mut line = String::new();
            let read = std::io::stdin().lock().read_line(&mut line);
            if read.is_err() || !matches!(line.trim(), "y" | "Y" | "yes") {
                return Err(refusal(&unknown, root).into());
            }
        }
        _ => return Err(refusal(&unknown, root).into()),
    }
    remember(unknown.iter().map(|recipient| consent(recipient, root, made_with)).collect())
}

/// Folders and paths that a preview names.
const FOLDERS: usize = 20;
const SAMPLES: usize = 10;

/// What would be sent, a line each: files, bytes, languages, what is in each folder at the top, some paths, to whom.
pub fn preview(env: &Env, recipients: &[Recipient], options: &scan::Options) -> Result<Vec<String>, Failure> {
    let (mut files, mut bytes) = (0u64, 0u64);
    let (mut langs, mut folders): (BTreeMap<String, u64>, BTreeMap<String, BTreeMap<String, u64>>) = Default::default();
    let mut samples = Vec::new();
    for item in scan::scan(env, scan::Options { text: false, known: None, stamps: None, ..options.clone() })? {
        let Record::File(file) = item? else { continue };
        let path = file.path.display().into_owned();
        (files, bytes) = (files + 1, bytes + file.size);
        *langs.entry(file.lang.unwrap_or_else(|| "other".into())).or_default() += 1;
        let folder = path.split_once('/').map_or("./", |(folder, _)| folder).trim_end_matches('/').to_owned() + "/";
        let ending =
            path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or("(none)".to_owned(), |(_, ending)| format!(".{ending}"));
        *folders.entry(folder).or_default().entry(ending).or_default() += 1;
        if samples.len() < SAMPLES {
            samples.push(path);
        }
    }
    let counted = |counts: &BTreeMap<String, u64>| {
        counts.iter().map(|(name, count)| format!("{}({count})", visible(name))).collect::<Vec<_>>().join(", ")
    };
    let mut lines = vec![format!("from       {}", visible(&options.root.to_string_lossy()))];
    let made_with = options.made_with();
    if !made_with.is_empty() {
        lines.push(format!("scope      {}", visible(&Value::Object(made_with).to_string())));
    }
    for Recipient { origin, model } in recipients {
        lines.push(format!("to         {} (model {})", visible(origin), visible(model)));
    }
    lines.push(format!("files      {files}, {bytes} bytes"));
    lines.push(format!("languages  {}", counted(&langs)));
    for (folder, endings) in folders.iter().take(FOLDERS) {
        lines.push(format!("{}: {}", visible(folder), counted(endings)));
    }
    if folders.len() > FOLDERS {
        lines.push(format!("... {} more folders", folders.len() - FOLDERS));
    }
    lines.push(format!("such as    {}", samples.iter().map(|path| visible(path)).collect::<Vec<_>>().join(", ")));
    Ok(lines)
}
