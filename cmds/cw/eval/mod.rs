//! `cw eval`: how good the answers are on questions of your own, by the usual figures; two runs compared; the weights of the ranking refitted.

mod ask;
mod report;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use cw_stages::eval::fit::{self, Fit};
use cw_stages::eval::{BUDGETS, Labelled, judge};
use cw_stages::pipeline::{Asking, Snapshot};
use cw_stages::rerank::Weights;
use cw_stages::{Env, Error, Exit};

use super::index::{self, ready};
use crate::Done;
use crate::common::{Ranking, Where, Work};
use crate::exit::{Failure, output, say, visible};
use crate::flow::{Talk, human};
use crate::locate;
use crate::services::{Judge, Model, environment, services};
use ask::Asker;
use report::{Report, Row};

/// Flags of `cw eval`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Labelled questions, one JSON object a line: query, relevant (paths, or objects with path, lines, grade), category, repo
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The tree to ask; if the questions name repositories, the folder that holds them [default: the project that the current folder is in]
    #[arg(long, visible_alias = "repo-path", value_name = "PATH")]
    repo: Option<PathBuf>,
    /// Most results that are looked at
    #[arg(short, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1000))]
    k: u32,
    /// Compare with an earlier run: what --json wrote then
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Refit the weights of the ranking to these questions, say by cross-validation what that gains, and write them here ('-': to stdout, instead of the figures)
    #[arg(long, value_name = "FILE")]
    fit: Option<PathBuf>,
    /// How strongly the fit is pulled towards the weights that it starts from
    #[arg(long, value_name = "NUMBER", default_value_t = 1e-3, requires = "fit")]
    l2: f64,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// One JSON object
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Ask the indexes as they are
    #[arg(long)]
    no_refresh: bool,
    #[command(flatten)]
    ranking: Ranking,
    #[command(flatten)]
    place: Where,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq)]
enum Format {
    /// Tables for people
    Text,
    /// A line a question
    Csv,
    /// One object
    Json,
}

/// Runs `cw eval`.
pub fn run(args: Args, work: &Work) -> Done {
    let labelled = Labelled::parse(&read(&args.file)?)?;
    if labelled.is_empty() {
        let error = Error::usage("C05", format!("'{}' has no questions", args.file.display()));
        return Err(error.hint("a line is {\"query\": \"where do we retry\", \"relevant\": [\"src/retry.rs\"]}").into());
    }
    let against = args.against.as_deref().map(read).transpose()?.map(|text| report::rows(&text)).transpose()?;
    let weights = args.ranking.weights()?;
    let env = work.env()?;
    let talk = Talk::new("cw", work);
    let mut by_repo: BTreeMap<Option<&str>, Vec<&Labelled>> = BTreeMap::new();
    labelled.iter().for_each(|one| by_repo.entry(one.repo.as_deref()).or_default().push(one));
    let (mut rows, mut samples, mut unknown) = (Vec::new(), Vec::new(), 0);
    for (repo, questions) in by_repo {
        let snapshot = open(&args, &env, repo, work, &talk)?;
        let asker = Asker::new(&env, &snapshot, &weights, args.k as usize);
        unknown += lost_labels(&asker, repo, &questions)?;
        for one in questions {
            let mut asking = asker.ask(&one.query);
            rows.push(row(&asker, &mut asking, one)?);
            if args.fit.is_some() {
                samples.push(asker.sample(&mut asking, one)?);
            }
        }
    }
    let report = Report::new(rows);
    let to_stdout = args.fit.as_deref() == Some(Path::new("-"));
    if !to_stdout {
        human(|out| match if args.json { Format::Json } else { args.format } {
            Format::Json => report.json(out),
            Format::Csv => report.csv(out),
            Format::Text => report.text(out).and_then(|()| against.as_ref().map_or(Ok(()), |before| report.compare(before, out))),
        })?;
    }
    if let Some(path) = &args.fit {
        // With one tree, questions are held out; with several, trees.
        if labelled.iter().all(|one| one.repo == labelled[0].repo) {
            samples.iter_mut().zip(0..).for_each(|(sample, number): (&mut fit::Sample, usize)| sample.group = format!("{number:06}"));
        }
        write_weights(path, &fit::fit(&samples, &weights, args.l2), work)?;
    }
    Ok(if unknown > 0 { Exit::Nothing } else { Exit::Done })
}

fn read(path: &Path) -> Result<String, Failure> {
    let text = match path == Path::new("-") {
        true => std::io::read_to_string(std::io::stdin()),
        false => std::fs::read_to_string(path),
    };
    Ok(text.map_err(|error| Error::system("C03", format!("cannot read '{}': {error}", path.display())))?)
}

/// The index of a repository, up to date.
fn open(args: &Args, env: &Env, repo: Option<&str>, work: &Work, talk: &Talk) -> Result<Snapshot, Failure> {
    let below = |folder: &Path| repo.map_or_else(|| folder.to_owned(), |repo| folder.join(repo));
    let tree = match (&args.repo, repo) {
        (Some(folder), _) => Some(below(folder)),
        (None, Some(_)) => Some(below(Path::new("."))),
        (None, None) => None,
    };
    let index = args.place.index.as_deref().map(below);
    let place = locate::place(tree.as_deref(), index.as_deref())?;
    let services = services(&Model::default(), Some(Judge::Rules), &environment)?;
    let (store, fresh) = ready(env, &place, !args.no_refresh, index::Asker { services: Some(&services), yes: false }, work, talk)?;
    index::open(&store, services, &fresh)
}

/// Says which files that answer something are not in the index; how many.
fn lost_labels(asker: &Asker<'_>, repo: Option<&str>, questions: &[&Labelled]) -> Result<usize, Failure> {
    let mut paths: Vec<&str> = questions.iter().flat_map(|one| one.targets()).map(|target| target.path.as_str()).collect();
    paths.sort_unstable();
    paths.dedup();
    let mut lost = 0;
    for path in paths {
        if !asker.has(path)? {
            lost += 1;
            let within = repo.map(|repo| format!(" of '{}'", visible(repo))).unwrap_or_default();
            say(format_args!("cw: '{}' is said to answer, but is not in the index{within}", visible(path)));
        }
    }
    Ok(lost)
}

fn row(asker: &Asker<'_>, asking: &mut Asking<'_>, one: &Labelled) -> Result<Row, Failure> {
    let results = asker.results(asking, None)?;
    let mut figures = judge(one, &results);
    for (recall, budget) in figures.recall_in.iter_mut().zip(BUDGETS) {
        *recall = one.recall(&asker.results(asking, Some(budget))?);
    }
    let category = one.category.clone().unwrap_or_else(|| "all".into());
    let first = results.into_iter().take(5).map(|place| format!("{}:{}-{}", place.path, place.lines.0, place.lines.1)).collect();
    Ok(Row { query: one.query.clone(), repo: one.repo.clone().unwrap_or_default(), category, figures, first })
}

fn write_weights(path: &Path, done: &Fit, work: &Work) -> Result<(), Failure> {
    if !work.quiet {
        let Fit { before, fitted, validated, groups, .. } = done;
        say(format_args!("cw: nDCG@10 before {before:.4}, fitted {fitted:.4} (on the same questions)"));
        let folds = fit::FOLDS.min(*groups);
        say(format_args!("cw: nDCG@10 by cross-validation {validated:.4} ({:+.4}; {folds} parts of {groups})", validated - before));
    }
    let json = done.weights.to_json();
    let set = |name: &str| {
        let values = json[name].as_object().into_iter().flatten();
        values.map(|(feature, weight)| format!("    \"{feature}\": {weight}")).collect::<Vec<_>>().join(",\n")
    };
    let text = format!("{{\n  \"question\": {{\n{}\n  }},\n  \"name\": {{\n{}\n  }}\n}}\n", set("question"), set("name"));
    debug_assert!(Weights::parse(&text).is_ok());
    if path == Path::new("-") {
        return human(|out| out.write_all(text.as_bytes()).map_err(output));
    }
    std::fs::write(path, text).map_err(|error| Error::system("C04", format!("cannot write '{}': {error}", path.display())).into())
}
