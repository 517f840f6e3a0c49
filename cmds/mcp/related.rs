//! Body of `find-related`: what stands around a place.

use cw_records::{Context, RecordPath};
use cw_stages::evidence::Corpus;
use cw_stages::expand;
use serde_json::{Map, Value, json};

use super::call::Call;
use super::files::{found_word, scope};
use super::page::{BYTES, Page};
use super::reply::{Reply, Stop, path_fields, path_named, path_text};
use super::schema::Arguments;
use super::symbols::{block, cut};
use crate::cw::related::{Rule, options};
use crate::exit::visible;

/// The relations by the words of the tool.
const RELATIONS: [(&str, Rule); 5] = [
    ("neighbour", Rule::Neighbour),
    ("sibling", Rule::Sibling),
    ("import", Rule::Import),
    ("importer", Rule::Importer),
    ("call", Rule::Call),
];

/// More than this is not looked for, whatever a cursor says.
const MOST: usize = 10_000;

/// `find-related`.
pub fn run(call: &Call, arguments: &Arguments) -> Result<Reply, Stop> {
    let mut rules = Vec::new();
    for word in arguments.texts("relations") {
        match RELATIONS.iter().find(|(known, _)| *known == word) {
            Some((_, rule)) => rules.push(*rule),
            None => {
                let known = RELATIONS.map(|(known, _)| known).join(", ");
                return Err(Reply::bad_argument(format!("'relations' must be of {known}, not '{}'", visible(&word))));
            }
        }
    }
    let ready = call.asked(arguments)?;
    let root = ready.part.as_ref().map_or_else(|| call.folder(arguments.path("repo_path")), |(root, _)| Ok(root.clone()))?;
    let page = Page::of(arguments, Some(&ready))?;
    let corpus = Corpus::new(ready.snapshot.lex());
    let (filter, mut warnings) = scope(&corpus, &[], &[], &arguments.texts("language"))?;
    warnings.extend(page.warnings());
    let (path, line) = (arguments.need("path"), arguments.count("line") as u32);
    // Clients also give the whole path.
    let below = std::path::Path::new(path).strip_prefix(&root).map(RecordPath::from_os);
    let wanted = below.unwrap_or_else(|_| path_named(path.trim_start_matches("./")));
    let options = options(&rules, arguments.count("max_each") as u32, page.limit().min(MOST) as u32 + 1);
    let mut answer = expand::related(&call.env, &corpus, (&wanted, line), options, filter.clone())?;
    if let (None, Some((root, part))) = (&answer, &ready.part) {
        // It may be named from the folder that was asked about; absolute ones stay so.
        let inner = root.join(part.to_os()).join(path_named(path).to_os());
        let inner = RecordPath::from_os(inner.strip_prefix(root).unwrap_or(&inner));
        answer = expand::related(&call.env, &corpus, (&inner, line), options, filter)?;
    }
    let Some((seed, found)) = answer else {
        let message = format!("line {line} of '{}' is not indexed", visible(path));
        return Ok(Reply::new("not_found", format!("{message}; list-files says which files are."), json!({ "message": message })));
    };
    let (mut rows, mut room) = (Vec::new(), BYTES);
    for item in found.iter().skip(page.from).take(page.most) {
        let (text, truncated) = cut(&item.text, room);
        room = room.saturating_sub(text.len());
        let hit = &item.hit;
        let mut fields = path_fields(&hit.path);
        fields.extend(hit.lang.clone().map(|lang| ("language".to_owned(), lang.into())));
        fields.extend(hit.symbol.clone().map(|symbol| ("symbol".to_owned(), symbol.into())));
        if !hit.breadcrumb.is_empty() {
            fields.insert("breadcrumb".into(), hit.breadcrumb.join(" > ").into());
        }
        let rest = json!({
            "first_line": hit.lines.0, "last_line": hit.lines.1, "relation": item.relation(), "score": hit.score, "truncated": truncated, "text": text
        });
        fields.extend(rest.as_object().cloned().unwrap_or_default());
        let mut breadcrumb = vec![item.relation().to_owned()];
        breadcrumb.extend(hit.breadcrumb.iter().cloned());
        let context = Context { path: hit.path.clone(), lang: hit.lang.clone(), lines: hit.lines, breadcrumb, text, ..Context::default() };
        rows.push((block(&context, rows.is_empty())?, Value::Object(fields)));
        if room == 0 {
            break;
        }
    }
    let place = format!("{}:{}-{}", path_text(&seed.path), seed.lines.0, seed.lines.1);
    let head = match found.len() {
        0 => format!("Nothing stands around {place}."),
        _ => format!("Around {place}:\n\n"),
    };
    let mut fields = Map::new();
    let text = page.fill(head, rows, "related", found.len(), &mut fields);
    Ok(Reply::answer(&ready, found_word(found.len()), text, fields, warnings))
}
