//! Bodies of the tools about all indexes of this user: which there are, and to forget one.

use std::time::Duration;

use cw_index::Store;
use serde_json::{Map, Value, json};

use super::call::Call;
use super::files::found_word;
use super::page::Page;
use super::reply::{Reply, Stop, path_text, with_warnings};
use super::schema::Arguments;
use crate::exit::visible;
use crate::registry;

/// How long another writer of an index is waited for before it is deleted.
const PATIENCE: Duration = Duration::from_secs(2);

/// `list-indexes`.
pub fn list(call: &Call, arguments: &Arguments) -> Result<Reply, Stop> {
    let page = Page::of(arguments, None)?;
    let known: Vec<_> = registry::all().into_iter().filter(|known| call.may_see(&known.root.to_os())).collect();
    let head = match known.len() {
        0 => "No index is known.".to_owned(),
        1 => "1 index:".to_owned(),
        total => format!("{total} indexes:"),
    };
    let rows = known.iter().skip(page.from).take(page.most).map(|known| {
        let lex = known.lex().ok().flatten();
        let state = match (&lex, known.has_tree()) {
            (_, false) => "tree_gone",
            (None, true) => "not_usable",
            (Some(_), true) => "ready",
        };
        let mut fields = json!({ "root": known.root.display(), "index": known.index.display(), "state": state, "updated": known.updated });
        let mut line = format!("\n{} ({state}", path_text(&known.root));
        if let Some(lex) = lex {
            (fields["files"], fields["chunks"]) = (lex.manifest.files.into(), lex.manifest.chunks.into());
            line.push_str(&format!(", {} files, {} chunks", lex.manifest.files, lex.manifest.chunks));
        }
        (line + ")", fields)
    });
    let mut fields = Map::new();
    let text = page.fill(head, rows.collect(), "indexes", known.len(), &mut fields);
    let text = with_warnings(text, &mut fields, page.warnings());
    Ok(Reply::new(found_word(known.len()), text, fields.into()))
}

/// `forget-index`.
pub fn forget(call: &Call, arguments: &Arguments) -> Result<Reply, Stop> {
    let text = arguments.path("path");
    // A tree that is gone cannot be looked at any more, but its entry can be forgotten.
    let gone = registry::all().into_iter().find(|known| known.root.display() == text && !known.root.to_os().exists());
    if let Some(known) = gone.filter(|known| call.may_see(&known.root.to_os())) {
        let bytes = remove(&known.index.to_os())?;
        registry::forget(&known.index.to_os());
        return Ok(forgotten(text, bytes));
    }
    let root = call.folder(text)?;
    let index = call.trees().tree(&root)?.place.index.clone();
    call.trees().drop_tree(&root);
    let bytes = remove(&index)?;
    let known = registry::forget(&index);
    if bytes.is_none() && !known {
        let message = format!("'{}' has no index", visible(text));
        return Ok(Reply::new("not_indexed", message.clone(), json!({ "message": message })));
    }
    Ok(forgotten(text, bytes))
}

/// Deletes an index; `None` if there is none.
fn remove(index: &std::path::Path) -> Result<Option<u64>, Stop> {
    match Store::open(index) {
        Ok(store) => Ok(Some(store.remove(PATIENCE)?)),
        Err(cw_index::Error::Missing(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn forgotten(root: &str, bytes: Option<u64>) -> Reply {
    let bytes = bytes.unwrap_or(0);
    let text = format!(
        "The index of '{}' is deleted ({bytes} bytes). The tree is as it was; the next question about it builds the index anew.",
        visible(root)
    );
    let fields: Value = json!({ "root": root, "bytes": bytes });
    Reply::new("ok", text, fields)
}
