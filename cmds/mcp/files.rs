//! Bodies of the tools about files and the index as a whole.

use std::time::{Duration, Instant};

use cw_stages::Filter;
use cw_stages::evidence::Corpus;
use cw_stages::lookup;
use serde_json::{Map, Value, json};

use super::call::Call;
use super::page::Page;
use super::reply::{Reply, Stop, path_fields, path_text};
use super::schema::Arguments;
use super::trees::Wish;
use crate::exit::visible;

/// A filter from globs as in `.gitignore`: one without a slash matches at any depth. And a warning for each language that no file has, or that no file passes at all.
pub fn scope(corpus: &Corpus<'_>, include: &[String], exclude: &[String], langs: &[String]) -> Result<(Filter, Vec<String>), Stop> {
    let mut globs = Vec::new();
    for (glob, sign) in include.iter().map(|glob| (glob, "")).chain(exclude.iter().map(|glob| (glob, "!"))) {
        if glob.starts_with('!') {
            return Err(Reply::bad_argument(format!("the glob '{glob}' begins with '!'; there is a parameter for what to exclude")));
        }
        let glob = glob.trim_start_matches("./").trim_end_matches('/');
        globs.push(format!("{sign}{}", glob.strip_prefix('/').unwrap_or(glob)));
    }
    let filter = Filter::new(&globs, langs)?;
    let mut warnings = filter.absent(corpus)?;
    if warnings.is_empty() && corpus.files > 0 && filter.mask(corpus)?.is_some_and(|mask| !mask.contains(&true)) {
        warnings.push("no file of the index is within these globs and languages".into());
    }
    Ok((filter, warnings))
}

/// `list-files`.
pub fn list(call: &Call, arguments: &Arguments) -> Result<Reply, Stop> {
    let ready = call.asked(arguments)?;
    let page = Page::of(arguments, Some(&ready))?;
    let corpus = Corpus::new(ready.snapshot.lex());
    let globs: Vec<String> = arguments.text("glob").map(str::to_owned).into_iter().collect();
    let (filter, mut warnings) = scope(&corpus, &globs, &[], &arguments.texts("language"))?;
    warnings.extend(page.warnings());
    let found = lookup::files(&corpus, &filter.below(ready.below()), page.limit())?;
    let head = match found.total {
        0 => "No file.".to_owned(),
        1 => "1 file:".to_owned(),
        total => format!("{total} files:"),
    };
    let rows = found.items.iter().skip(page.from).map(|file| {
        let lang = file.lang.as_deref().unwrap_or("other");
        let line = format!("\n{} ({lang}, {} bytes, {} lines)", path_text(&file.path), file.size, file.lines);
        let mut fields = path_fields(&file.path);
        fields.extend(file.lang.clone().map(|lang| ("language".to_owned(), lang.into())));
        fields.extend([("size".to_owned(), file.size.into()), ("lines".to_owned(), file.lines.into())]);
        (line, Value::Object(fields))
    });
    let mut fields = Map::new();
    let text = page.fill(head, rows.collect(), "files", found.total, &mut fields);
    Ok(Reply::answer(&ready, found_word(found.total), text, fields, warnings))
}

/// The word for a list of so many.
pub fn found_word(total: usize) -> &'static str {
    if total == 0 { "not_found" } else { "ok" }
}

/// `stats`.
pub fn stats(call: &Call, arguments: &Arguments) -> Result<Reply, Stop> {
    let (root, _) = call.project(arguments.path("repo_path"))?;
    let not_indexed = || {
        let message = format!("'{}' is not indexed", visible(&root.display().to_string()));
        let hint = "the first question builds the index, and so does index-folder";
        Ok(Reply::new("not_indexed", format!("{message}\nhint: {hint}"), json!({ "message": message, "hint": hint })))
    };
    let store = match cw_index::Store::open(&call.trees().tree(&root)?.place.index) {
        Ok(store) => store,
        Err(cw_index::Error::Missing(_)) => return not_indexed(),
        Err(error) => return Err(error.into()),
    };
    if store.lex()?.is_none() {
        return not_indexed();
    }
    let (values, troubles) = crate::cw::stats::gather(&store)?;
    let values: Map<String, Value> = values.into_iter().collect();
    let mut fields = Map::new();
    for name in ["index", "root", "files", "chunks", "text_bytes"] {
        fields.extend(values.get(name).filter(|value| !value.is_null()).map(|value| (name.to_owned(), value.clone())));
    }
    let by_language = values.get("languages").and_then(Value::as_object).into_iter().flatten();
    let by_language: Vec<Value> = by_language.map(|(name, files)| json!({ "name": name, "files": files })).collect();
    let mut text: String =
        fields.iter().map(|(name, value)| format!("{name}: {}\n", value.as_str().map_or_else(|| value.to_string(), visible))).collect();
    let words: Vec<String> =
        by_language.iter().map(|row| format!("{} {}", row["name"].as_str().unwrap_or_default(), row["files"])).collect();
    text.push_str(&format!("languages: {}", words.join(", ")));
    for (what, how) in &troubles {
        text.push_str(&format!("\ntrouble: {}\n  hint: {}", visible(what), visible(how)));
    }
    fields.insert("languages".into(), by_language.into());
    fields.insert("troubles".into(), troubles.iter().map(|(what, how)| json!({ "message": what, "hint": how })).collect());
    Ok(Reply::new("ok", text, fields.into()))
}

/// How long `index-folder` waits; what takes longer goes on behind.
const PATIENCE: Duration = Duration::from_secs(25);

/// `index-folder`.
pub fn index(call: &Call, arguments: &Arguments) -> Result<Reply, Stop> {
    let (root, part) = call.project(arguments.path("path"))?;
    let start = Instant::now();
    let ready = call.ready(&root, Wish::Whole(PATIENCE))?;
    let (manifest, built) = (&ready.snapshot.lex().manifest, &ready.looked.built);
    let seconds = (start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
    let what = match built.is_changed() {
        true => format!("{} files read, {} gone", built.files, built.gone),
        false if ready.looked.stale.is_some() => "not up to date yet".to_owned(),
        false => "nothing changed".to_owned(),
    };
    let text = match ready.indexing {
        Some((done, total)) => format!("Still indexing: {done} of {total} files; it goes on by itself, and what is there can be asked."),
        None => format!("{} files, {} chunks ({what}; {seconds} s)", manifest.files, manifest.chunks),
    };
    let index = call.trees().tree(&root)?.place.index.to_string_lossy().into_owned();
    let fields = json!({
        "index": index, "files": manifest.files, "chunks": manifest.chunks, "changed": built.is_changed(), "read": built.files, "gone": built.gone, "seconds": seconds
    });
    let fields: Map<String, Value> = fields.as_object().cloned().unwrap_or_default();
    let of =
        |part| format!("'{}' is a part of the project '{}', whose index this is", path_text(&part), visible(&root.display().to_string()));
    Ok(Reply::answer(&ready, "ok", text, fields, part.map(of).into_iter().collect()))
}
