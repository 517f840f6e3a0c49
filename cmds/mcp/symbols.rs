//! Bodies of the tools about names: where they are defined, where they stand, what there is.

use cw_records::Context;
use cw_stages::evidence::Corpus;
use cw_stages::lookup::{self, Found, References, Symbols};
use cw_stages::{Filter, pack};
use serde_json::{Map, Value, json};

use super::call::Call;
use super::files::{found_word, scope};
use super::page::{BYTES, Page};
use super::reply::{Reply, Stop, path_fields, path_named, path_text};
use super::schema::Arguments;
use crate::exit::visible;

/// Most lines of a definition that are shown.
const LINES: usize = 300;

/// Contexts as markdown that no content can break out of.
pub fn markdown(contexts: &[Context]) -> Result<String, Stop> {
    Ok(crate::pack::rendered(contexts.iter().cloned(), pack::Format::Markdown, pack::Style::default())?)
}

/// One of several contexts in a row.
pub fn block(context: &Context, is_first: bool) -> Result<String, Stop> {
    Ok(format!("{}{}", if is_first { "" } else { "\n" }, markdown(std::slice::from_ref(context))?))
}

/// The first lines of `text` that fit; true if some are missing.
pub fn cut(text: &str, bytes: usize) -> (String, bool) {
    let mut end = 0;
    for line in text.split_inclusive('\n').take(LINES) {
        if end + line.len() > bytes {
            break;
        }
        end += line.len();
    }
    if end == 0 && !text.is_empty() {
        end = (0..=bytes.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    }
    (text[..end].to_owned(), end < text.len())
}

/// `get-symbol-definition`.
pub fn definition(call: &Call, arguments: &Arguments) -> Result<Reply, Stop> {
    let ready = call.asked(arguments)?;
    let page = Page::of(arguments, Some(&ready))?;
    let corpus = Corpus::new(ready.snapshot.lex());
    let symbol = arguments.need("symbol");
    // A definition may stand anywhere; those of the folder that was asked about come first.
    let near = ready.below().map(|part| part.display().into_owned());
    let hint = arguments.text("hint_path").map(|path| path_named(path).display().into_owned()).or(near);
    let found = lookup::definitions(&corpus, symbol, hint.as_deref(), page.limit())?;
    let shown = visible(symbol);
    let mut warnings = page.warnings();
    let head = match found.total {
        0 => format!("Nothing defines '{shown}'. Look for it with codebase-retrieval or find-references."),
        1 => format!("1 definition of '{shown}':\n\n"),
        total => format!("{total} definitions of '{shown}':\n\n"),
    };
    if found.items.iter().any(|found| !found.fits) {
        warnings.push(format!("nothing defines '{shown}'; these are all of '{}'", visible(lookup::qualified(symbol).name)));
    }
    let (mut rows, mut room) = (Vec::new(), BYTES);
    for found in found.items.iter().skip(page.from) {
        let (piece, is_cut) = cut(&found.text, room);
        room = room.saturating_sub(piece.len());
        if is_cut {
            let Found { path, definition, .. } = found;
            warnings.push(format!("only the first lines of {}:{}-{} are shown", path_text(path), definition.lines.0, definition.lines.1));
        }
        let lines = (
            found.definition.lines.0,
            if is_cut { found.definition.lines.0 + piece.lines().count().max(1) as u32 - 1 } else { found.definition.lines.1 },
        );
        let fields = definition_fields(found, lines, &piece, is_cut);
        let (path, lang, breadcrumb) = (found.path.clone(), found.lang.clone(), found.breadcrumb.clone());
        let symbol = Some(found.definition.name.clone());
        let context = Context { path, lang, lines, breadcrumb, symbol, text: piece, view: found.view, ..Context::default() };
        rows.push((block(&context, rows.is_empty())?, fields));
        if room == 0 {
            break;
        }
    }
    let mut fields = Map::new();
    let text = page.fill(head, rows, "definitions", found.total, &mut fields);
    Ok(Reply::answer(&ready, found_word(found.total), text, fields, warnings))
}

fn definition_fields(found: &Found, lines: (u32, u32), text: &str, is_cut: bool) -> Value {
    let mut fields = path_fields(&found.path);
    fields.extend(found.lang.clone().map(|lang| ("language".to_owned(), lang.into())));
    let rest = json!({
        "first_line": lines.0, "last_line": lines.1, "name": found.definition.name, "kind": found.definition.kind, "breadcrumb": found.breadcrumb.join(" > "),
        "exact": found.exact, "truncated": is_cut, "text": text
    });
    fields.extend(rest.as_object().cloned().unwrap_or_default());
    fields.into()
}

/// `find-references`.
pub fn references(call: &Call, arguments: &Arguments) -> Result<Reply, Stop> {
    let ready = call.asked(arguments)?;
    let page = Page::of(arguments, Some(&ready))?;
    let corpus = Corpus::new(ready.snapshot.lex());
    let symbol = arguments.need("symbol");
    if symbol.contains('\n') {
        return Err(Reply::bad_argument("'symbol' must be in one line"));
    }
    let options = References {
        exclude_definition: arguments.flag("exclude_definition"),
        limit: page.limit(),
        filter: Filter::default().below(ready.below()),
    };
    let mut found = lookup::references(&call.env, &corpus, symbol, &options)?;
    let mut warnings = page.warnings();
    let name = lookup::qualified(symbol).name;
    let mut shown = visible(symbol);
    if found.total == 0 && name != symbol {
        let others = lookup::references(&call.env, &corpus, name, &options)?;
        if others.total > 0 {
            warnings.push(format!("no line has '{shown}'; these are all with '{}'", visible(name)));
            (found, shown) = (others, visible(name));
        }
    }
    let head = match found.total {
        0 => format!("No line has '{shown}' as a whole word."),
        total => format!("{total} line{} in {} file{} with '{shown}':", plural(total), found.files, plural(found.files)),
    };
    let rows = found.items.iter().skip(page.from).map(|reference| {
        let breadcrumb = reference.breadcrumb.join(" > ");
        let around = if breadcrumb.is_empty() { "-" } else { &breadcrumb };
        let mark = if reference.is_definition { " (definition)" } else { "" };
        let place = format!("{}:{}{mark}", path_text(&reference.path), reference.line);
        let line = format!("\n{place} | {} | {}", visible(around), visible(&reference.text));
        let mut fields = path_fields(&reference.path);
        fields.extend([("line".to_owned(), reference.line.into()), ("column".to_owned(), reference.column.into())]);
        if !breadcrumb.is_empty() {
            fields.insert("breadcrumb".into(), breadcrumb.into());
        }
        fields.extend([("is_definition".to_owned(), reference.is_definition.into()), ("text".to_owned(), reference.text.clone().into())]);
        (line, Value::Object(fields))
    });
    let mut fields = Map::from_iter([("files".to_owned(), found.files.into())]);
    let text = page.fill(head, rows.collect(), "references", found.total, &mut fields);
    Ok(Reply::answer(&ready, found_word(found.total), text, fields, warnings))
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// `list-symbols`.
pub fn list(call: &Call, arguments: &Arguments) -> Result<Reply, Stop> {
    let ready = call.asked(arguments)?;
    let page = Page::of(arguments, Some(&ready))?;
    let corpus = Corpus::new(ready.snapshot.lex());
    let paths: Vec<String> = arguments.text("path_filter").map(str::to_owned).into_iter().collect();
    let (filter, mut warnings) = scope(&corpus, &paths, &[], &arguments.texts("language"))?;
    warnings.extend(page.warnings());
    let kinds = arguments.text("kind_filter").unwrap_or_default().split(',').map(|kind| kind.trim().to_lowercase());
    let options =
        Symbols { filter: filter.below(ready.below()), kinds: kinds.filter(|kind| !kind.is_empty()).collect(), limit: page.limit() };
    let found = lookup::symbols(&call.env, &corpus, &options)?;
    if found.total == 0 && !options.kinds.is_empty() {
        let there = lookup::kinds(&call.env, &corpus)?;
        let list = there.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let absent = options.kinds.iter().filter(|kind| !there.contains(*kind));
        warnings.extend(absent.map(|kind| format!("nothing is of the kind '{}'; there are {list}", visible(kind))));
    }
    let head = match found.total {
        0 => "No definition.".to_owned(),
        total => format!("{total} definition{} in {} file{}:", plural(total), found.files, plural(found.files)),
    };
    let mut last = None;
    let rows = found.items.iter().skip(page.from).map(|symbol| {
        let mut line = String::new();
        if last != Some(&symbol.path) {
            line = format!("\n{}", path_text(&symbol.path));
            last = Some(&symbol.path);
        }
        let definition = &symbol.definition;
        let (first_line, last_line) = definition.lines;
        let around = definition.container.as_deref().map(|name| format!(" in {}", visible(name))).unwrap_or_default();
        line.push_str(&format!("\n  {first_line}-{last_line} {} {}{around}", definition.kind, visible(&definition.name)));
        let mut fields = path_fields(&symbol.path);
        fields.extend(symbol.lang.clone().map(|lang| ("language".to_owned(), lang.into())));
        fields.extend([("first_line".to_owned(), first_line.into()), ("last_line".to_owned(), last_line.into())]);
        fields.extend([("name".to_owned(), definition.name.clone().into()), ("kind".to_owned(), definition.kind.clone().into())]);
        fields.extend(definition.container.clone().map(|name| ("container".to_owned(), name.into())));
        (line, Value::Object(fields))
    });
    let mut fields = Map::from_iter([("files".to_owned(), found.files.into())]);
    let text = page.fill(head, rows.collect(), "symbols", found.total, &mut fields);
    Ok(Reply::answer(&ready, found_word(found.total), text, fields, warnings))
}
