//! What stands around a context for people: where it is, the names around it, and what a reader should know.

use std::fmt::Write;

use cw_records::{Context, RecordPath};

use crate::shown::{shown_path, visible};

/// A path as the subject of a message: in single quotes, unless it has its own.
pub(super) fn subject(of: &RecordPath) -> String {
    let text = shown_path(of);
    if text.starts_with('"') { text } else { format!("'{text}'") }
}

/// What stands above the text of a context: where it is, the names around it, and what a reader should know besides.
pub fn heading(context: &Context) -> (String, String, String) {
    (place(context), label(context), remarks(context))
}

/// `path:first-last`.
pub(super) fn place(context: &Context) -> String {
    format!("{}:{}-{}", shown_path(&context.path), context.lines.0, context.lines.1)
}

/// The lines that the text of a context stands on. That of a view stands nowhere.
pub(super) fn numbers(context: &Context) -> Option<(u32, u32)> {
    (!context.view).then_some(context.lines)
}

/// The names around a context, or its symbol; empty if it has none.
pub(super) fn label(context: &Context) -> String {
    let names = if context.breadcrumb.is_empty() { context.symbol.as_slice() } else { &context.breadcrumb };
    visible(&names.join(" > ").replace('\t', " "))
}

/// What a reader should know besides: that it was cut, and the evidence where it was asked for.
pub(super) fn remarks(context: &Context) -> String {
    let mut remarks = Vec::new();
    if context.view {
        let lines = context.text.lines().count();
        remarks.push(format!("view of {lines} line{}", if lines == 1 { "" } else { "s" }));
    }
    if context.extra.contains_key(super::select::TRUNCATED) {
        remarks.push("cut to fit".to_owned());
    }
    if !context.from.is_empty() {
        remarks.push(format!("score {}", context.score));
    }
    for (source, evidence) in &context.from {
        let mut remark = visible(source).replace('\t', " ");
        for (key, value) in evidence.as_object().into_iter().flatten().filter(|(key, _)| matches!(key.as_str(), "score" | "rank" | "rule"))
        {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let mark = if key == "rank" { "#" } else { "" };
            let _ = write!(remark, " {mark}{}", visible(&value).replace('\t', " "));
        }
        remarks.push(remark);
    }
    if remarks.is_empty() { String::new() } else { format!("[{}]", remarks.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_quoted_once() {
        assert_eq!(subject(&RecordPath::from("a")), "'a'");
        assert_eq!(subject(&RecordPath::from("a\nb")), "\"a\\nb\"");
    }
}
