//! The words that a file imports, as written, from the text of its import nodes. What they mean is for a later stage.

use super::outline::Outline;

/// Adds the words of one import node. `style` is from the language table. False if the node imports nothing after all.
pub(super) fn add(outline: &mut Outline, style: &str, text: &str) -> bool {
    let begins = |words: &[&str]| words.iter().find_map(|word| text.strip_prefix(word));
    match style {
        "rust" => rust(outline, text),
        "python" => python(outline, text),
        "include" => include(outline, text),
        "strings" => strings(text).for_each(|word| outline.import(word)),
        "string" => {
            if let Some(word) = strings(text).last() {
                outline.import(word);
            }
        }
        "from" => {
            // Of an export only what stands after `from`, which is at the end.
            let tail = text.trim_end_matches([';', ' ', '\n', '\r', '\t']);
            let word = tail.rfind("from").map(|place| tail[place + 4..].trim());
            if let Some(word) = word.filter(|word| word.len() > 2 && word.starts_with(['"', '\''])) {
                outline.import(word.trim_matches(['"', '\'']));
            }
        }
        // `import a.b.{c, d => e}`, `use A\B\{C, D as E}`
        "braces" => {
            let rest = begins(&["import ", "use function ", "use const ", "use "]).unwrap_or(text);
            braces(outline, rest.trim_end_matches(';'), "");
        }
        "elixir" => {
            let Some(rest) = begins(&["use ", "import ", "alias ", "require "]) else { return false };
            let end = rest.find('{').is_none().then(|| rest.find([',', '\n'])).flatten().unwrap_or(rest.len());
            braces(outline, &rest[..end], "");
        }
        "shell" => {
            let Some(rest) = begins(&["source ", ". "]) else { return false };
            outline.import(rest.split_whitespace().next().unwrap_or_default().trim_matches(['"', '\'']));
        }
        "haskell" => {
            const KEYWORDS: [&str; 4] = ["import", "qualified", "safe", "{-# SOURCE #-}"];
            outline.import(text.split_whitespace().find(|word| !KEYWORDS.contains(word)).unwrap_or_default());
        }
        _ => words(outline, text),
    }
    true
}

/// Adds strings that stand right after one of `calls`, wherever that is.
pub(super) fn calls(outline: &mut Outline, calls: &[&str], text: &str) {
    let mut found = Vec::new();
    for call in calls {
        for place in memchr::memmem::find_iter(text.as_bytes(), call) {
            let before = text[..place].bytes().next_back();
            if before.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.')) {
                continue;
            }
            let rest = text[place + call.len()..].trim_start_matches([' ', '(']);
            let Some(quote) = rest.chars().next().filter(|quote| matches!(quote, '"' | '\'' | '`')) else { continue };
            let Some(end) = rest[1..].find([quote, '\n']) else { continue };
            found.push((place, &rest[1..=end]));
        }
    }
    found.sort_unstable();
    for (_, word) in found {
        if !word.contains("${") && !word.contains("#{") {
            outline.import(word);
        }
    }
}

/// The quoted strings of a text.
fn strings(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = rest.find(['"', '\'', '`'])?;
        let quote = rest[start..].chars().next()?;
        let inside = &rest[start + 1..];
        let end = inside.find(quote)?;
        rest = &inside[end + 1..];
        Some(&inside[..end])
    })
}

/// `#include "a.h"` is `a.h`, `#include <a>` is `<a>`.
fn include(outline: &mut Outline, text: &str) {
    let line = text.lines().next().unwrap_or_default();
    if let Some(word) = strings(line).next() {
        outline.import(word);
    } else if let (Some(start), Some(end)) = (line.find('<'), line.find('>')) {
        outline.import(line.get(start..=end).unwrap_or_default());
    }
}

/// `import static a.b.C;`, `using A = B.C;`: the last word, after a `=` if there is one.
fn words(outline: &mut Outline, text: &str) {
    let text = text.trim().trim_end_matches(';');
    let text = text.rsplit('=').next().unwrap_or_default();
    let text = text.split(" as ").next().unwrap_or_default();
    const KEYWORDS: [&str; 11] = ["import", "using", "static", "global", "extern", "alias", "unsafe", "use", "function", "const", "type"];
    let words: Vec<&str> = text.split_whitespace().filter(|word| !KEYWORDS.contains(word)).collect();
    outline.import(&words.concat());
}

/// `import a.b as c` is `a.b`; `from .a import b` is `.a` and `.a.b`.
fn python(outline: &mut Outline, text: &str) {
    let text: String =
        text.lines().map(|line| line.split('#').next().unwrap_or_default().trim_end_matches('\\')).collect::<Vec<_>>().join(" ");
    let text = text.replace(['(', ')'], " ");
    let names = |list: &str| -> Vec<String> {
        list.split(',').filter_map(|name| name.split_whitespace().next()).filter(|name| *name != "*").map(str::to_owned).collect()
    };
    if let Some(list) = text.strip_prefix("import ") {
        names(list).iter().for_each(|name| outline.import(name));
    } else if let Some((module, list)) = text.strip_prefix("from").and_then(|rest| rest.split_once(" import ")) {
        let module: String = module.split_whitespace().collect();
        outline.import(&module);
        for name in names(list) {
            let dot = if module.ends_with('.') { "" } else { "." };
            outline.import(&format!("{module}{dot}{name}"));
        }
    }
}

/// `use a::{b, c::d as e}` is `a::b` and `a::c::d`; `mod x;` is `mod:x`.
fn rust(outline: &mut Outline, text: &str) {
    let text = text.trim().trim_end_matches(';');
    let mut words = text.split_whitespace().skip_while(|word| !matches!(*word, "use" | "mod" | "crate"));
    match words.next() {
        Some("mod") => outline.import(&format!("mod:{}", words.next().unwrap_or_default())),
        Some("crate") => outline.import(words.next().unwrap_or_default()),
        _ => {
            if let Some(place) = text.find("use ") {
                braces(outline, &text[place + 4..], "self");
            }
        }
    }
}

/// Every path of a tree of paths: `a::{b, c::d as e}` is `a::b` and `a::c::d`. The word `own` stands for the prefix itself.
fn braces(outline: &mut Outline, text: &str, own: &str) {
    // Prefixes of the open braces; a stack, because braces nest as deep as they like.
    let (mut stack, mut prefix, mut word) = (Vec::new(), String::new(), String::new());
    let mut flush = |prefix: &str, word: &mut String| {
        let path = word.split(" as ").next().and_then(|path| path.split("=>").next()).unwrap_or_default().trim();
        if path == own && !own.is_empty() {
            outline.import(prefix.trim_end_matches("::"));
        } else if !path.is_empty() && prefix.len() + path.len() <= 512 {
            outline.import(&format!("{prefix}{path}"));
        }
        word.clear();
    };
    for char in text.chars() {
        match char {
            '{' if stack.len() < 64 => {
                stack.push(prefix.len());
                prefix.push_str(word.trim());
                word.clear();
            }
            ',' => flush(&prefix, &mut word),
            '}' => {
                flush(&prefix, &mut word);
                prefix.truncate(stack.pop().unwrap_or(0));
            }
            '\n' | '\r' | '\t' => word.push(' '),
            _ => word.push(char),
        }
    }
    flush(&prefix, &mut word);
}
