//! Figures as tables for people, lines for spreadsheets and one object for programs; and what changed since an earlier run.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use cw_stages::Error;
use cw_stages::eval::{BUDGETS, Figures, Means, RECALL_AT};
use serde_json::{Map, Value, json};

use crate::exit::{Failure, output, untabled, visible};

/// Questions that a comparison lists.
const LISTED: usize = 20;

/// One question and how it went.
pub(super) struct Row {
    pub query: String,
    pub repo: String,
    pub category: String,
    pub figures: Figures,
    /// The best places.
    pub first: Vec<String>,
}

/// All of them.
pub(super) struct Report {
    rows: Vec<Row>,
}

/// Figures of an earlier run that are compared, by repository and question.
pub(super) type Before = BTreeMap<(String, String), f64>;

/// The figures with their names.
fn fields(figures: &Figures) -> Vec<(String, f64)> {
    let mut all = vec![("ndcg_10".to_owned(), figures.ndcg), ("mrr".to_owned(), figures.reciprocal_rank)];
    all.extend(RECALL_AT.iter().zip(figures.recall).map(|(at, recall)| (format!("recall_{at}"), recall)));
    all.extend(BUDGETS.iter().zip(figures.recall_in).map(|(budget, recall)| (format!("recall_{budget}_tokens"), recall)));
    all.push(("tokens_to_first".to_owned(), figures.tokens));
    all.extend(figures.shown.map(|shown| ("shown".to_owned(), shown)));
    all
}

fn object(figures: &Figures) -> Map<String, Value> {
    fields(figures).into_iter().map(|(name, value)| (name, json!(cw_records::round(value)))).collect()
}

impl Report {
    pub fn new(rows: Vec<Row>) -> Report {
        Report { rows }
    }

    /// Means by a name that each row has, in its order.
    fn by<'a>(&'a self, name: impl Fn(&'a Row) -> &'a str) -> Vec<(&'a str, Means)> {
        let names: BTreeSet<&str> = self.rows.iter().map(&name).collect();
        names.into_iter().map(|own| (own, Means::of(self.rows.iter().filter(|row| name(row) == own).map(|row| &row.figures)))).collect()
    }

    /// The mean over repositories of the means over their questions.
    fn all(&self) -> Means {
        let repos: Vec<Figures> = self.by(|row| &row.repo).into_iter().map(|(_, means)| means.figures).collect();
        Means { count: self.rows.len(), ..Means::of(&repos) }
    }

    pub fn text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut lines: Vec<(&str, Means)> = self.by(|row| &row.category);
        // Without categories there is nothing to tell apart.
        lines.retain(|(name, means)| *name != "all" || means.count < self.rows.len());
        let repos = self.by(|row| &row.repo);
        if repos.len() > 1 {
            lines.push(("", Means::default()));
            lines.extend(repos);
        }
        lines.push(("", Means::default()));
        lines.push(("all", self.all()));
        let width = lines.iter().map(|(name, _)| visible(name).chars().count()).max().unwrap_or(0).max(12);
        let heads = ["questions", "nDCG@10", "MRR"].into_iter().map(str::to_owned);
        let heads = heads.chain(RECALL_AT.iter().map(|at| format!("R@{at}"))).chain(BUDGETS.iter().map(|budget| format!("R/{budget}t")));
        let heads: Vec<String> = heads.chain(["tokens".into(), "shown".into()]).collect();
        let mut text = format!("{:width$}  {}\n", "", heads.join("  "));
        for (name, Means { count, figures }) in lines {
            if count == 0 {
                text.push('\n');
                continue;
            }
            let mut cells = vec![count.to_string(), format!("{:.3}", figures.ndcg), format!("{:.3}", figures.reciprocal_rank)];
            cells.extend(figures.recall.iter().chain(&figures.recall_in).map(|recall| format!("{recall:.3}")));
            cells.push(format!("{:.0}", figures.tokens));
            cells.push(figures.shown.map_or_else(|| "-".into(), |shown| format!("{shown:.3}")));
            let cells: Vec<String> = cells.iter().zip(&heads).map(|(cell, head)| format!("{cell:>width$}", width = head.len())).collect();
            text.push_str(&format!("{:width$}  {}\n", visible(name), cells.join("  ")));
        }
        out.write_all(text.as_bytes()).map_err(output)
    }

    pub fn json(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let means = |all: Vec<(&str, Means)>| -> Map<String, Value> {
            let entry = |(name, means): (&str, Means)| {
                let mut object = object(&means.figures);
                object.insert("questions".into(), means.count.into());
                (name.to_owned(), object.into())
            };
            all.into_iter().map(entry).collect()
        };
        let rows = self.rows.iter().map(|row| {
            let mut entry = object(&row.figures);
            entry.insert("query".into(), row.query.clone().into());
            entry.insert("repo".into(), row.repo.clone().into());
            entry.insert("category".into(), row.category.clone().into());
            entry.insert("first".into(), row.first.clone().into());
            entry.into()
        });
        let all = means(vec![("all", self.all())]);
        let object = json!({
            "all": all["all"], "categories": means(self.by(|row| &row.category)), "repos": means(self.by(|row| &row.repo)), "queries": rows.collect::<Vec<Value>>()
        });
        writeln!(out, "{object}").map_err(output)
    }

    pub fn csv(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut table = csv::Writer::from_writer(out);
        let full = Figures { shown: Some(0.0), ..Figures::default() };
        let heads = ["repo", "category", "query"].into_iter().map(str::to_owned).chain(fields(&full).into_iter().map(|(name, _)| name));
        let mut write = |cells: Vec<String>| table.write_record(cells).map_err(untabled);
        write(heads.collect())?;
        for row in &self.rows {
            let mut cells = vec![row.repo.clone(), row.category.clone(), row.query.clone()];
            cells.extend(fields(&row.figures).into_iter().map(|(_, value)| cw_records::round(value).to_string()));
            if row.figures.shown.is_none() {
                cells.push(String::new());
            }
            write(cells)?;
        }
        table.flush().map_err(output)
    }

    /// What changed since `before`, question by question.
    pub fn compare(&self, before: &Before, out: &mut dyn Write) -> Result<(), Failure> {
        let key = |row: &Row| (row.repo.clone(), row.query.clone());
        let mut changes: Vec<(f64, f64, &Row)> =
            self.rows.iter().filter_map(|row| Some((row.figures.ndcg - before.get(&key(row))?, before[&key(row)], row))).collect();
        let (count, sum) = (changes.len(), changes.iter().map(|(change, ..)| change).sum::<f64>());
        let better = changes.iter().filter(|(change, ..)| *change > 1e-6).count();
        let worse = changes.iter().filter(|(change, ..)| *change < -1e-6).count();
        let mean = sum / count.max(1) as f64;
        let mut text = format!(
            "\nagainst the earlier run: {count} questions of both, nDCG@10 {mean:+.4} a question; {better} better, {worse} worse, {} the same\n",
            count - better - worse
        );
        changes.retain(|(change, ..)| change.abs() > 1e-6);
        changes.sort_by(|(a, _, x), (b, _, y)| b.abs().total_cmp(&a.abs()).then_with(|| x.query.cmp(&y.query)));
        for (change, was, row) in changes.iter().take(LISTED) {
            let place = if row.repo.is_empty() { String::new() } else { format!("{}: ", visible(&row.repo)) };
            text.push_str(&format!("{change:+.3}  {was:.3} to {:.3}  {place}{}\n", row.figures.ndcg, visible(&row.query)));
        }
        out.write_all(text.as_bytes()).map_err(output)
    }
}

/// The questions of an earlier run, from what [`Report::json`] wrote.
pub(super) fn rows(text: &str) -> Result<Before, Failure> {
    let wrong = |what: &str| {
        let error = Error::usage("S19", format!("cannot compare with an earlier run: {what}"));
        error.hint("make it with cw eval FILE --json > before.json")
    };
    let run: Value = serde_json::from_str(text).map_err(|error| wrong(&error.to_string()))?;
    let queries = run["queries"].as_array().ok_or_else(|| wrong("it has no 'queries'"))?;
    let mut before = Before::new();
    for entry in queries {
        let (Some(query), Some(ndcg)) = (entry["query"].as_str(), entry["ndcg_10"].as_f64()) else {
            return Err(wrong("an entry has no 'query' or no 'ndcg_10'").into());
        };
        before.insert((entry["repo"].as_str().unwrap_or_default().to_owned(), query.to_owned()), ndcg);
    }
    Ok(before)
}
