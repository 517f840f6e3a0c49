//! `cw prompt-context`: what a vague request says, and what of a tree bears on it. Its language, its technical terms, and evidence within a budget. The agents' tool of that name calls
//! the same. **Barrier.**
//!
//! It leaves out rewriting the request: that is for whoever reads this.

use std::path::PathBuf;

use cw_records::{Context, Level, Record};
use cw_stages::pack::{self, tokens};
use cw_stages::pipeline::{Ask, Asking, Snapshot};
use cw_stages::{Env, Error, Exit, terms};
use serde_json::{Value, json};

use super::answer::{self, Wish};
use super::lookup::object;
use crate::Done;
use crate::common::{Where, Work, Yes};
use crate::exit::{Failure, output, visible};
use crate::flow::{Talk, asked, human};
use crate::services::Model;

/// Flags of `cw prompt-context`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The request as it came, in any language; from stdin if there is none, or if it is '-'
    #[arg(value_name = "TEXT")]
    text: Vec<String>,
    /// Files or folders that it is about, separated by commas; they come first
    #[arg(long, value_name = "PATHS", value_delimiter = ',')]
    paths: Vec<String>,
    /// Names that it is about, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    symbols: Vec<String>,
    /// Never print more tokens than this; of json only the texts of the evidence count
    #[arg(long, value_name = "N", default_value_t = TOKENS, value_parser = clap::value_parser!(u64).range(1..))]
    tokens: u64,
    /// One JSON object
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Answer from the index as it is
    #[arg(long)]
    no_refresh: bool,
    /// The tree to ask [default: the project that the current folder is in]
    #[arg(long, visible_alias = "repo-path", value_name = "PATH")]
    repo: Option<PathBuf>,
    #[command(flatten)]
    yes: Yes,
    #[command(flatten)]
    place: Where,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq)]
enum Format {
    /// For people and prompts
    Text,
    /// One object
    Json,
}

/// The budget if none is given, and pieces of one file.
pub const TOKENS: u64 = 3000;
const PER_FILE: usize = 2;
/// Files that are named before the evidence.
const TOP: usize = 10;

/// What a request says, and what was found for it.
pub struct PromptContext {
    /// The request.
    pub prompt: String,
    /// Its language, as far as the script tells.
    pub language: &'static str,
    /// What it names, then the paths and names that were given beside it.
    pub terms: Vec<String>,
    /// The English of its Chinese, Japanese and Korean words.
    pub english: Vec<String>,
    /// What was found.
    pub retrieval: Retrieval,
}

/// What looking for evidence came to.
pub enum Retrieval {
    /// No tree was asked.
    Skipped,
    /// It failed, for this reason.
    Failed(String),
    /// The evidence, best first; none if nothing is relevant.
    Found {
        /// What was found.
        evidence: Vec<Context>,
        /// More did not fit the budget.
        truncated: bool,
        /// What was lost or degraded.
        warnings: Vec<String>,
    },
}

impl PromptContext {
    /// Reads a request; nothing is looked for yet.
    pub fn new(prompt: &str, paths: &[String], symbols: &[String]) -> PromptContext {
        let mut names = terms::technical_terms(prompt);
        for given in paths.iter().chain(symbols).map(|given| given.trim()).filter(|given| !given.is_empty()) {
            if !names.iter().any(|name| name == given) {
                names.push(given.to_owned());
            }
        }
        let (language, english) = (terms::language(prompt), terms::analyse(prompt).translated);
        PromptContext { prompt: prompt.to_owned(), language, terms: names, english, retrieval: Retrieval::Skipped }
    }

    /// Looks for evidence: with the request, and with what was given beside it.
    pub fn find(&mut self, env: &Env, snapshot: &Snapshot, pack: pack::Options) -> Result<(), Error> {
        // What stands between letters of another script is a word of its own here.
        let apart =
            |word: &str| self.prompt.split_whitespace().any(|other| other.trim_matches(['`', ',', '.', ':', ';', '(', ')']) == word);
        let beside = self.terms.iter().filter(|term| !apart(term));
        let query = std::iter::once(&self.prompt).chain(beside).cloned().collect::<Vec<_>>().join(" ");
        let pack = pack::Options { per_file: pack.per_file.or(Some(PER_FILE)), ..pack };
        let asking = Asking::new(env, snapshot, Ask { query, pack, ..Ask::default() });
        let (mut evidence, mut truncated, mut warnings) = (Vec::new(), false, Vec::new());
        for record in asking.answer()? {
            match record? {
                Record::Context(context) => evidence.push(context),
                Record::End(end) => truncated = end.extra.contains_key("left_out"),
                Record::Fault(fault) => {
                    let lost = if fault.level == Level::Loss { "" } else { "note: " };
                    warnings.push(format!("{lost}{}: {}", fault.code, fault.message));
                }
                _ => {}
            }
        }
        self.retrieval = Retrieval::Found { evidence, truncated, warnings };
        Ok(())
    }

    /// `ok`, `skipped` or `error`.
    pub fn status(&self) -> &'static str {
        match self.retrieval {
            Retrieval::Skipped => "skipped",
            Retrieval::Failed(_) => "error",
            Retrieval::Found { .. } => "ok",
        }
    }

    /// The evidence.
    pub fn evidence(&self) -> &[Context] {
        match &self.retrieval {
            Retrieval::Found { evidence, .. } => evidence,
            _ => &[],
        }
    }

    /// The files of the evidence, best first.
    pub fn top_paths(&self) -> Vec<String> {
        let mut paths: Vec<String> = Vec::new();
        for context in self.evidence() {
            let path = context.path.display().into_owned();
            if !paths.contains(&path) && paths.len() < TOP {
                paths.push(path);
            }
        }
        paths
    }

    /// The whole as one object.
    pub fn object(&self) -> Value {
        let evidence = self.evidence().iter().map(|context| {
            let fields = json!({
                "language": context.lang, "startLine": context.lines.0, "endLine": context.lines.1, "score": context.score, "symbol": context.symbol,
                "breadcrumb": context.breadcrumb.join(" > "), "tokens": context.tokens, "text": context.text
            });
            object(&context.path, fields)
        });
        let mut retrieval = json!({ "status": self.status(), "topPaths": self.top_paths(), "evidence": evidence.collect::<Vec<_>>() });
        match &self.retrieval {
            Retrieval::Failed(error) => retrieval["error"] = error.as_str().into(),
            Retrieval::Found { truncated, warnings, .. } => {
                retrieval["truncated"] = (*truncated).into();
                retrieval["warnings"] = json!(warnings);
            }
            Retrieval::Skipped => {}
        }
        json!({
            "prompt": self.prompt, "language": self.language, "technicalTerms": self.terms, "english": self.english, "retrieval": retrieval
        })
    }

    /// What stands above the evidence, a line each.
    pub fn head(&self) -> String {
        let list = |words: &[String]| if words.is_empty() { "<none>".to_owned() } else { visible(&words.join(", ")) };
        let mut lines = vec![format!("language: {}", self.language), format!("terms: {}", list(&self.terms))];
        if !self.english.is_empty() {
            lines.push(format!("english: {}", list(&self.english)));
        }
        lines.push(match &self.retrieval {
            Retrieval::Failed(error) => format!("evidence: error: {}", visible(error)),
            Retrieval::Skipped => "evidence: skipped".to_owned(),
            Retrieval::Found { evidence, .. } if evidence.is_empty() => "evidence: nothing relevant found".to_owned(),
            Retrieval::Found { .. } => format!("evidence: {}", list(&self.top_paths())),
        });
        lines.join("\n") + "\n"
    }

    /// The whole as text.
    fn text(&self, pack: &pack::Options) -> Result<String, Error> {
        let mut out = self.head();
        if !self.evidence().is_empty() {
            out.push('\n');
            out.push_str(&crate::pack::rendered(self.evidence().iter().cloned(), pack.format, pack.style)?);
        }
        Ok(out)
    }
}

/// Runs `cw prompt-context`.
pub fn run(args: Args, work: &Work) -> Done {
    let prompt = crate::flow::question(&asked(args.text.clone(), true)?)?;
    let json = args.json || args.format == Format::Json;
    let form = if json { crate::pack::Format::Json } else { crate::pack::Format::Text };
    let mut context = PromptContext::new(&prompt, &args.paths, &args.symbols);
    let (mut pack, talk) = (crate::pack::Budget::default().options(form), Talk::new("cw", work));
    let done = work.env().and_then(|mut env| {
        let wish = Wish {
            repo: args.repo.as_deref(),
            index: args.place.index.as_deref(),
            rev: None,
            refresh: !args.no_refresh,
            model: &Model::default(),
            reranker: None,
            yes: args.yes.yes,
        };
        let snapshot = answer::snapshot(&mut env, &wish, work, &talk)?.snapshot;
        // The line with the files is part of the text too: what it takes is known once they are.
        let mut room = args.tokens;
        loop {
            pack.tokens = Some(room);
            context.find(&env, &snapshot, pack)?;
            let over = if json { 0 } else { tokens::count(pack.encoding, &context.text(&pack)?).saturating_sub(args.tokens) };
            if over == 0 || room <= over {
                return Ok(());
            }
            room -= over;
        }
    });
    if let Err(Failure::Error(error)) = &done {
        context.retrieval = Retrieval::Failed(format!("{}: {}", error.code, error.message));
    }
    human(|out| match json {
        true => writeln!(out, "{}", context.object()).map_err(output),
        false => out.write_all(context.text(&pack)?.as_bytes()).map_err(output),
    })?;
    if let (Retrieval::Found { warnings, .. }, false) = (&context.retrieval, work.quiet) {
        warnings.iter().for_each(|warning| crate::exit::say(format_args!("cw: {}", visible(warning))));
    }
    done?;
    Ok(if context.evidence().is_empty() || talk.losses() > 0 { Exit::Nothing } else { Exit::Done })
}
