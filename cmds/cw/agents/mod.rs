//! `cw install-agent`: tells a coding agent about `cw-mcp`, and when to use it, in the files that this agent reads. What others wrote in them stays as it is.
//!
//! It starts no agent and reads no key. Which file is whose is the table below; `edit` changes one.

mod edit;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use cw_stages::{Error, Exit};
use serde_json::json;

use crate::Done;
use crate::common::Work;
use crate::exit::{Failure, output, say, visible};
use crate::flow::human;
use crate::locate;
use edit::Edit;

/// What an agent is told.
const WORDS: &str = include_str!("../../skills/agent.md");

/// Flags of `cw install-agent`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The agent
    #[arg(value_enum)]
    agent: Agent,
    /// In the user's files, for all projects, instead of the project's
    #[arg(long)]
    user: bool,
    /// Take away what was written before
    #[arg(long)]
    uninstall: bool,
    /// Replace a server of the same name that another program wrote
    #[arg(long, conflicts_with = "uninstall")]
    force: bool,
    /// Show what would be written, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// The project [default: the one that the current folder is in]
    #[arg(long, visible_alias = "repo-path", value_name = "PATH", conflicts_with = "user")]
    repo: Option<PathBuf>,
}

/// The agents whose files are known.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq)]
pub enum Agent {
    /// Claude Code: .mcp.json and CLAUDE.md
    Claude,
    /// Codex: .codex/config.toml (read in trusted projects) and AGENTS.md
    Codex,
    /// Cursor: .cursor/mcp.json and .cursor/rules
    Cursor,
    /// Gemini CLI: .gemini/settings.json and GEMINI.md
    Gemini,
    /// OpenCode: opencode.json and AGENTS.md
    Opencode,
    /// VS Code: .vscode/mcp.json and .github/copilot-instructions.md
    Vscode,
    /// Zed: .zed/settings.json and AGENTS.md
    Zed,
    /// Windsurf: .windsurf/rules, and for servers only a file of the user (--user)
    Windsurf,
}

/// Where the files of a user are.
struct Homes {
    home: PathBuf,
    config: PathBuf,
    codex: PathBuf,
}

impl Homes {
    fn new(env: &cw_stages::Env) -> Result<Homes, Failure> {
        let home = env.home.clone().ok_or_else(|| Error::usage("C42", "HOME is not set, so there are no files of a user"))?;
        let config = env.config_home.clone().unwrap_or_else(|| home.join(".config"));
        let codex = std::env::var_os("CODEX_HOME").filter(|value| !value.is_empty()).map_or_else(|| home.join(".codex"), PathBuf::from);
        Ok(Homes { home, config, codex })
    }
}

impl Agent {
    /// The files of this agent in a project, and what belongs in them.
    fn in_project(self, root: &Path, command: &str) -> Vec<(PathBuf, Edit)> {
        let opencode = if root.join("opencode.jsonc").exists() { "opencode.jsonc" } else { "opencode.json" };
        let (servers, words): (Option<&str>, (&str, Edit)) = match self {
            Agent::Claude => (Some(".mcp.json"), ("CLAUDE.md", Edit::Block(WORDS))),
            Agent::Codex => (Some(".codex/config.toml"), ("AGENTS.md", Edit::Block(WORDS))),
            Agent::Cursor => (Some(".cursor/mcp.json"), (".cursor/rules/cw.mdc", rule("description: Finding code\nalwaysApply: true"))),
            Agent::Gemini => (Some(".gemini/settings.json"), ("GEMINI.md", Edit::Block(WORDS))),
            Agent::Opencode => (Some(opencode), ("AGENTS.md", Edit::Block(WORDS))),
            Agent::Vscode => (Some(".vscode/mcp.json"), (".github/copilot-instructions.md", Edit::Block(WORDS))),
            Agent::Zed => (Some(".zed/settings.json"), ("AGENTS.md", Edit::Block(WORDS))),
            Agent::Windsurf => (None, (".windsurf/rules/cw.md", rule("trigger: always_on"))),
        };
        let servers = servers.map(|name| (root.join(name), self.entry(command)));
        servers.into_iter().chain([(root.join(words.0), words.1)]).collect()
    }

    /// The same of a user.
    fn of_user(self, homes: &Homes, command: &str) -> Vec<(PathBuf, Edit)> {
        let Homes { home, config, codex } = homes;
        let opencode = config.join("opencode");
        let settings = if opencode.join("opencode.jsonc").exists() { "opencode.jsonc" } else { "opencode.json" };
        let code = if cfg!(target_os = "macos") { home.join("Library/Application Support") } else { config.clone() };
        let (servers, words) = match self {
            Agent::Claude => (home.join(".claude.json"), Some(home.join(".claude/CLAUDE.md"))),
            Agent::Codex => (codex.join("config.toml"), Some(codex.join("AGENTS.md"))),
            Agent::Cursor => (home.join(".cursor/mcp.json"), None),
            Agent::Gemini => (home.join(".gemini/settings.json"), Some(home.join(".gemini/GEMINI.md"))),
            Agent::Opencode => (opencode.join(settings), Some(opencode.join("AGENTS.md"))),
            Agent::Vscode => (code.join("Code/User/mcp.json"), None),
            Agent::Zed => (config.join("zed/settings.json"), None),
            Agent::Windsurf => {
                (home.join(".codeium/windsurf/mcp_config.json"), Some(home.join(".codeium/windsurf/memories/global_rules.md")))
            }
        };
        let words = words.map(|path| (path, Edit::Block(WORDS)));
        [(servers, self.entry(command))].into_iter().chain(words).collect()
    }

    /// The server, as this agent writes it.
    fn entry(self, command: &str) -> Edit {
        match self {
            Agent::Codex => Edit::Toml("mcp_servers", command.to_owned()),
            Agent::Opencode => Edit::Json("mcp", json!({ "type": "local", "command": [command], "enabled": true })),
            Agent::Vscode => Edit::Json("servers", json!({ "type": "stdio", "command": command, "args": [] })),
            Agent::Zed => Edit::Json("context_servers", json!({ "command": command, "args": [], "env": {} })),
            Agent::Claude | Agent::Cursor | Agent::Gemini | Agent::Windsurf => {
                Edit::Json("mcpServers", json!({ "command": command, "args": [] }))
            }
        }
    }
}

/// A file of rules that is all ours.
fn rule(head: &str) -> Edit {
    Edit::Whole(format!("---\n{head}\n---\n\n{WORDS}"))
}

/// What is started: by name in a project, since its files travel; by path in a user's files, since editors have another PATH than shells.
fn command(user: bool) -> String {
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name("cw-mcp")).filter(|path| user && path.exists());
    beside.and_then(|path| path.to_str().map(str::to_owned)).unwrap_or_else(|| "cw-mcp".to_owned())
}

/// Runs `cw install-agent`.
pub fn run(args: Args, work: &Work) -> Done {
    let command = command(args.user);
    let files = if args.user {
        args.agent.of_user(&Homes::new(&work.env()?)?, &command)
    } else {
        args.agent.in_project(&locate::root(args.repo.as_deref())?, &command)
    };
    // All of them are edited before the first is written.
    let mut changes = Vec::new();
    for (path, edit) in files {
        let old = read(&path)?;
        let taken = old.as_deref().is_some_and(|old| edit.is_taken(old));
        if taken && args.uninstall {
            continue;
        }
        if taken && !args.force {
            let message = format!(
                "'{}' has a server '{}' of another program, which would be replaced; nothing was changed",
                path.display(),
                edit::NAME
            );
            return Err(Error::usage("C41", message).hint("call that one otherwise, or pass --force").into());
        }
        let new = match (&old, args.uninstall) {
            (None, true) => Ok(None),
            (old, false) => edit.put(old.as_deref()).map(Some),
            (Some(old), true) => edit.take(old),
        };
        let new = new.map_err(|why| {
            let hint = "correct it, or add the entry by hand: cw-install-agent(1)";
            Error::usage("C42", format!("cannot edit '{}': {why}; nothing was changed", path.display())).hint(hint)
        })?;
        changes.push((path, old, new));
    }
    human(|out| {
        for (path, old, new) in &changes {
            let what = match (old, new) {
                (None, None) => continue,
                (None, Some(_)) => "made",
                (Some(_), None) => "removed",
                (Some(old), Some(new)) if old == new => "unchanged",
                _ => "changed",
            };
            if !args.dry_run {
                write(path, old.as_deref(), new.as_deref())?;
            }
            let would = if args.dry_run && what != "unchanged" { "would be " } else { "" };
            writeln!(out, "{}: {would}{what}", visible(&path.to_string_lossy())).map_err(output)?;
            if args.dry_run {
                difference(out, old.as_deref().unwrap_or_default(), new.as_deref().unwrap_or_default()).map_err(output)?;
            }
        }
        Ok(())
    })?;
    if args.agent == Agent::Windsurf && !args.user && !args.uninstall && !work.quiet {
        say(format_args!("cw: note: windsurf reads servers from the user's file only: cw install-agent windsurf --user"));
    }
    Ok(Exit::Done)
}

fn read(path: &Path) -> Result<Option<String>, Failure> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::system("C15", format!("cannot read '{}': {error}", path.display())).into()),
    }
}

fn write(path: &Path, old: Option<&str>, new: Option<&str>) -> Result<(), Failure> {
    let done = match new {
        None => std::fs::remove_file(path),
        Some(new) if old == Some(new) => Ok(()),
        Some(new) => crate::put::put(path, new.as_bytes(), 0o644),
    };
    done.map_err(|error| Error::system("C04", format!("cannot write '{}': {error}", path.display())).into())
}

/// The lines that differ, without those before and after that do not.
fn difference(out: &mut dyn std::io::Write, old: &str, new: &str) -> std::io::Result<()> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[same..], &new[same..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    for (sign, lines) in [('-', &old[..old.len() - tail]), ('+', &new[..new.len() - tail])] {
        for line in lines {
            writeln!(out, "{sign} {}", visible(line))?;
        }
    }
    Ok(())
}
