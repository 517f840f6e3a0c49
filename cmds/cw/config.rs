//! `cw config`: which settings hold, where each came from, and the project's file.

use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};
use cw_stages::config::{FILE, IGNORE_PATTERNS, Project, SETTINGS, WITHOUT_EFFECT, nearest};
use cw_stages::{Error, Exit};
use serde_json::{Map, Value, json};

use super::wizard;
use crate::common::Work;
use crate::exit::{Failure, output, say};
use crate::flow::human;
use crate::services::{self, Model};
use crate::{Done, locate, put, settings};

/// Flags of `cw config`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
    /// The tree [default: the project that the current folder is in]
    #[arg(long, value_name = "PATH", global = true)]
    repo: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Show each setting, its value, and where it came from; of services what is set, but no key
    #[command(visible_alias = "ls")]
    List {
        /// As one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Write a setting to the project's cwconfig.json; a list is separated by commas
    Set {
        /// Its key, such as chunk.maxSize
        key: String,
        /// Its value
        value: String,
    },
    /// Ask for the few settings that matter (who makes vectors, who judges, the budget), show what is new, and write it into the user's file
    Wizard {
        /// Write it without asking; the answers may then come from a script, a line each
        #[arg(long)]
        yes: bool,
    },
    /// Check the settings and the project's cwconfig.json; changes nothing
    Validate,
}

/// Runs `cw config`.
pub fn run(args: Args, work: &Work) -> Done {
    let Args { verb, repo } = args;
    let root = || locate::root(repo.as_deref());
    match verb {
        Verb::List { json } => list(&root()?, json, work),
        Verb::Set { key, value } => set(&root()?.join(FILE), &key, &value),
        Verb::Wizard { yes } => wizard::run(yes, work),
        Verb::Validate => {
            let root = root()?;
            let env = work.env()?;
            settings::of_project(&env, Some(&root), work.quiet)?;
            settings::validate(&env)?;
            // What commands would refuse.
            services::services(&Model::default(), None, &services::environment)?;
            if !work.quiet {
                say(format_args!("cw: the settings for '{}' are good", root.display()));
            }
            Ok(Exit::Done)
        }
    }
}

fn list(root: &Path, json: bool, work: &Work) -> Done {
    let settings = settings::of_project(&work.env()?, Some(root), work.quiet)?;
    let project = settings::project(Some(root))?.unwrap_or_default();
    let texts = |patterns: Vec<(u32, String)>| patterns.into_iter().map(|(_, pattern)| pattern).collect::<Vec<_>>();
    let mut rows: Vec<(&str, Value, &str, &str)> = Vec::new();
    for setting in SETTINGS {
        let (value, origin) = settings.holds(setting.key);
        let value = if setting.fraction { json!(value) } else { json!(value as u64) };
        rows.push((setting.key, value, origin.word(), setting.variable));
    }
    let include = project.include.map_or((Value::Null, "default"), |include| (json!(texts(include)), FILE));
    rows.push(("indexing.includePatterns", include.0, include.1, ""));
    let ignore = if project.ignore.is_empty() { "default" } else { FILE };
    rows.push(("indexing.ignorePatterns", json!(texts(project.ignore)), ignore, ""));
    rows.push((IGNORE_PATTERNS, json!(settings.ignore), settings::origin(IGNORE_PATTERNS).word(), IGNORE_PATTERNS));
    let services = services::shown();
    let (embeds, judges) = (Model::default().provider(&services::environment)?, services::judge(None, &services::environment)?);
    let word = |value: Option<clap::builder::PossibleValue>| value.map_or(Value::Null, |value| value.get_name().into());
    for (name, value) in [("EMBEDDINGS_PROVIDER", word(embeds.to_possible_value())), ("RERANK_PROVIDER", word(judges.to_possible_value()))]
    {
        rows.push((name, value, settings::origin(name).word(), name));
    }
    let told = services.iter().filter(|(name, _)| !name.ends_with("_PROVIDER"));
    rows.extend(told.map(|(name, value)| (name.as_str(), json!(value), settings::origin(name).word(), name.as_str())));
    let dead = WITHOUT_EFFECT.iter().filter(|(name, _)| settings::variable(name).is_some());
    human(|out| {
        if json {
            let object: Map<String, Value> =
                rows.iter().map(|(key, value, from, _)| ((*key).to_owned(), json!({"value": value, "from": from}))).collect();
            return writeln!(out, "{}", Value::Object(object)).map_err(output);
        }
        for (key, value, from, variable) in &rows {
            let variable = if variable.is_empty() || variable == key { String::new() } else { format!(" ({variable})") };
            writeln!(out, "{key:26} {value} [{from}]{variable}").map_err(output)?;
        }
        Ok(())
    })?;
    for (name, instead) in dead.filter(|_| !work.quiet) {
        say(format_args!("cw: note: {name} has no effect here: {instead}"));
    }
    Ok(Exit::Done)
}

/// Changes one key of the file and leaves the others, in their order.
fn set(file: &Path, key: &str, value: &str) -> Done {
    let lists = ["indexing.includePatterns", "indexing.ignorePatterns"];
    let wrong = |message: String, hint: String| Failure::Error(Error::usage("S22", message).hint(hint));
    let value = if lists.contains(&key) {
        json!(value.split(',').map(str::trim).filter(|pattern| !pattern.is_empty()).collect::<Vec<_>>())
    } else if let Some(setting) = SETTINGS.iter().find(|setting| setting.key == key) {
        let (least, most) = setting.bounds;
        let number = value.parse::<f64>().ok().filter(|number| (least..=most).contains(number));
        let number = number.ok_or_else(|| {
            wrong(format!("'{value}' is no value of {key}"), format!("a number from {least} to {most}: {}", setting.what))
        })?;
        if setting.fraction { json!(number) } else { json!(number.round() as u64) }
    } else {
        let known: Vec<&str> = SETTINGS.iter().map(|setting| setting.key).chain(lists).collect();
        let near = nearest(key, known.iter().copied())
            .map_or_else(|| format!("known are {}", known.join(", ")), |near| format!("did you mean '{near}'?"));
        if key.contains('_') && key.chars().all(|letter| letter.is_ascii_uppercase() || matches!(letter, '_' | '0'..='9')) {
            let hint = "variables stand in the environment or in the user's file, which cw init makes; cw config list shows what holds";
            return Err(wrong(format!("'{key}' is no setting of a project"), hint.to_owned()));
        }
        return Err(wrong(format!("'{key}' is no setting of a project"), near));
    };
    let old = match std::fs::read(file) {
        Ok(bytes) => {
            Project::parse(&bytes)?;
            serde_json::from_slice(&bytes).unwrap_or_else(|_| json!({}))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => json!({}),
        Err(error) => return Err(Error::system("C15", format!("cannot read '{}': {error}", file.display())).into()),
    };
    let mut whole = old;
    if let (Some(object), Some((outer, inner))) = (whole.as_object_mut(), key.split_once('.')) {
        object.entry(outer).or_insert_with(|| json!({}))[inner] = value;
    }
    let mut text = serde_json::to_string_pretty(&whole).unwrap_or_default();
    text.push('\n');
    Project::parse(text.as_bytes())?;
    put::put(file, text.as_bytes(), 0o644).map_err(|error| Error::system("C04", format!("cannot write '{}': {error}", file.display())))?;
    Ok(Exit::Done)
}
