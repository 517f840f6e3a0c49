//! The words that a file imports, as written, from the text of its import nodes. What they mean is for a later stage.

use super::outline::Outline;

/// An import node and what stands around it.
pub(super) struct Site<'t> {
    /// Its text.
    pub text: &'t str,
    /// The text before it.
    pub before: &'t str,
    /// The names of the modules of this file that are around it, outermost first.
    pub modules: &'t [&'t str],
}

/// Adds the words of one import node. `style` is from the language table. False if the node imports nothing after all.
pub(super) fn add(outline: &mut Outline, style: &str, site: &Site<'_>) -> bool {
    let text = site.text;
    let begins = |words: &[&str]| words.iter().find_map(|word| text.strip_prefix(word));
    match style {
        "rust" => rust(outline, site),
        "python" => python(outline, text),
        "include" => include(outline, text),
        "strings" => strings(text).for_each(|word| outline.import(word)),
        // What an annotation before it says in strings is no file.
        "dart" => {
            let begins = |line: &&str| ["import", "export", "part"].iter().any(|word| line.trim_start().starts_with(word));
            let before = text.split_inclusive('\n').take_while(|line| !begins(line)).map(str::len).sum::<usize>();
            strings(&text[before..]).for_each(|word| outline.import(word));
        }
        // `@import url(a.css) screen;`
        "sheet" => match text.split_once("url(").and_then(|(_, rest)| rest.split_once(')')) {
            Some((url, _)) => outline.import(url.trim().trim_matches(['"', '\''])),
            None => strings(text).for_each(|word| outline.import(word)),
        },
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
            braces(rest.trim_end_matches(';'), "", &mut |path| {
                // In a group of PHP each name may say what it is.
                let (around, name) = path.rsplit_once('\\').unwrap_or(("", path));
                match ["function ", "const "].iter().find_map(|word| name.strip_prefix(word)) {
                    Some(name) if around.is_empty() => outline.import(name),
                    Some(name) => outline.import(&format!("{around}\\{name}")),
                    None => outline.import(path),
                }
            });
        }
        "elixir" => {
            let Some(rest) = begins(&["use ", "import ", "alias ", "require "]) else { return false };
            let end = rest.find(".{").is_none().then(|| rest.find([',', '\n'])).flatten().unwrap_or(rest.len());
            let rest = rest[..end].split('}').next().unwrap_or_default();
            braces(rest, "", &mut |path| outline.import(path));
        }
        "shell" => {
            let Some(rest) = begins(&["source ", ". "]) else { return false };
            outline.import(&shell_word(rest.trim_start()));
        }
        "haskell" => {
            const KEYWORDS: [&str; 4] = ["import", "qualified", "safe", "{-# SOURCE #-}"];
            let text = text.replace("{-# SOURCE #-}", "");
            outline.import(text.split_whitespace().find(|word| !KEYWORDS.contains(word) && !word.starts_with('"')).unwrap_or_default());
        }
        // `open! A.B`, `include A.Make (B)`
        "ocaml" => {
            let word = text.split_whitespace().nth(1).unwrap_or_default();
            outline.import(word.split('(').next().filter(|word| word.starts_with(char::is_uppercase)).unwrap_or_default());
        }
        // `using A, B.C`, `import A: b, c`
        "julia" => {
            let list = begins(&["using", "import"]).unwrap_or(text).split(':').next().unwrap_or_default();
            list.split(',').for_each(|name| outline.import(name.split(" as ").next().unwrap_or_default().trim()));
        }
        // `@testable import struct A.B`
        "last" => outline.import(text.trim_end_matches(';').split_whitespace().last().unwrap_or_default()),
        _ => words(outline, text),
    }
    true
}

/// Adds strings that stand right after one of `calls`, wherever that is. `call -> prefix` puts a prefix before them, and
/// `name =` is an assignment. A path that is made from the
/// place of the file itself is one beside it.
pub(super) fn calls(outline: &mut Outline, calls: &[&str], text: &str) {
    let mut found = Vec::new();
    for call in calls {
        let (call, prefix) = call.split_once(" -> ").unwrap_or((call, ""));
        let (call, open) = call.strip_suffix(" =").map_or((call, '('), |call| (call, '='));
        for place in memchr::memmem::find_iter(text.as_bytes(), call) {
            let before = text[..place].bytes().next_back();
            if before.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.')) {
                continue;
            }
            let mut rest = text[place + call.len()..].trim_start_matches([' ', open, '\n', '\r', '\t']);
            while let Some(comment) = rest.strip_prefix("/*") {
                rest = comment.split_once("*/").map_or("", |(_, rest)| rest).trim_start();
            }
            // `autoload :Name, "path"`
            if let Some((name, after)) = rest.strip_prefix(':').and_then(|rest| rest.split_once(','))
                && name.chars().all(|char| char.is_alphanumeric() || char == '_')
            {
                rest = after.trim_start();
            }
            let word = quoted(rest).map(|word| match word.strip_prefix("${path.module}/") {
                // Of HCL: the folder of the file.
                Some(beside) => format!("./{beside}"),
                None => format!("{prefix}{word}"),
            });
            found.extend(word.or_else(|| beside(rest)).or_else(|| joined(rest)).map(|word| (place, word)));
        }
    }
    found.sort();
    for (_, word) in found {
        if !word.contains("${") && !word.contains("#{") {
            outline.import(&word);
        }
    }
}

/// The string that a text begins with.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\'' | '`'))?;
    let end = text[1..].find([quote, '\n'])?;
    Some(&text[1..=end])
}

/// The path of an expression such as `__DIR__ . '/x.php'`, `File.expand_path('../x', __FILE__)` or `path.join(__dirname, 'x')`.
fn beside(text: &str) -> Option<String> {
    const LONGEST: usize = 200;
    let line = text.split(['\n', ';']).next().unwrap_or_default();
    if line.len() > LONGEST {
        return None;
    }
    let here = ["__DIR__", "__dir__", "__dirname", "__FILE__"].iter().find(|here| line.contains(**here))?;
    // The folder around the file is one step from the file itself.
    let mut up = line.matches("dirname(").count() as i32 - i32::from(*here == "__FILE__");
    let mut path = strings(line).last()?.trim_start_matches('/');
    while up < 0 {
        path = path.strip_prefix("../")?;
        up += 1;
    }
    (!path.is_empty()).then(|| format!("./{}{path}", "../".repeat(up as usize)))
}

/// The path that `file.path("R", "a.R")` of R makes, if all its parts are strings.
fn joined(text: &str) -> Option<String> {
    let list = ["file.path(", "here::here(", "here("].iter().find_map(|call| text.strip_prefix(call))?.split_once(')')?.0;
    let parts: Option<Vec<&str>> =
        list.split(',').map(|part| quoted(part.trim()).filter(|word| word.len() + 2 == part.trim().len())).collect();
    Some(parts?.join("/"))
}

/// The first word of a shell command, without its quotes; expansions stay as they are.
fn shell_word(text: &str) -> String {
    let mut word = String::new();
    let (mut quote, mut depth) = (None, 0usize);
    for char in text.chars().take(512) {
        match char {
            '"' | '\'' if depth == 0 && quote.is_none_or(|open| open == char) => {
                quote = if quote.is_some() { None } else { Some(char) };
                continue;
            }
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            ' ' | '\t' | '\n' | ';' | '&' | '|' | '<' | '>' if quote.is_none() && depth == 0 => break,
            _ => {}
        }
        word.push(char);
    }
    word
}

/// Adds what a text imports that neither a grammar nor the marks of its lines tell: style sheets, pages, Meson, Nix.
pub(super) fn plain(outline: &mut Outline, lang: &str, text: &str) {
    match lang {
        "scss" | "sass" | "less" | "stylus" => sheets(outline, text),
        "html" | "vue" | "svelte" | "astro" => {
            pages(outline, text);
            styles(outline, text);
        }
        "meson" => {
            for line in text.lines().map(str::trim_start) {
                let word = line.strip_prefix("subdir(").and_then(|rest| rest.split(')').next());
                outline.import(word.unwrap_or_default().trim_matches([' ', '\'']));
            }
        }
        "nix" => {
            for line in text.lines().map(|line| line.split('#').next().unwrap_or_default()) {
                let words = line.split([' ', '\t', '(', ')', '[', ']', ';', '{', '}', ',']);
                words
                    .filter(|word| (word.starts_with("./") || word.starts_with("../")) && word.len() > 2)
                    .for_each(|word| outline.import(word));
            }
        }
        _ => {}
    }
}

/// `@import 'a', "b";`, `@use "c" as d;`, also without quotes as Sass has it.
fn sheets(outline: &mut Outline, text: &str) {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let trimmed = line.trim_start();
        let Some(rest) = ["@import", "@use", "@forward", "@require"].iter().find_map(|word| trimmed.strip_prefix(word)) else { continue };
        // A list may go on in the next lines.
        let whole = &text[start..];
        let end = whole.bytes().take(4096).position(|byte| matches!(byte, b';' | b'{' | b'}')).unwrap_or(line.len());
        let statement = whole.get(..end).unwrap_or(line);
        if strings(statement).next().is_some() {
            // `with (...)` configures; its strings are no files.
            strings(statement.split(" with").next().unwrap_or_default()).for_each(|word| outline.import(word));
        } else if !rest.contains('(') {
            rest.trim().trim_end_matches(';').split(',').for_each(|word| outline.import(word.trim()));
        }
    }
}

/// What the styles of a page import: what has no sign of a folder or a package is beside the page.
fn styles(outline: &mut Outline, text: &str) {
    let mut rest = text;
    while let Some((_, inside)) = rest.split_once("<style") {
        let (body, after) = inside.split_once("</style").unwrap_or((inside, ""));
        let mut sheet = Outline::default();
        sheets(&mut sheet, body);
        for word in sheet.imports {
            let is_told = word.starts_with(['.', '/', '~', '@', '#']) || word.contains(':');
            outline.import(&if is_told { word } else { format!("./{word}") });
        }
        rest = after;
    }
}

/// The `src` of scripts and the `href` of links.
fn pages(outline: &mut Outline, text: &str) {
    const LONGEST: usize = 4096;
    for (tag, attribute) in [("<script", "src="), ("<link", "href=")] {
        for place in memchr::memmem::find_iter(text.as_bytes(), tag) {
            let inside = &text[place + tag.len()..];
            let inside = inside.split('>').next().filter(|inside| inside.len() <= LONGEST && inside.starts_with(char::is_whitespace));
            let value = inside.and_then(|inside| inside.split_once(attribute)).map(|(_, rest)| rest);
            outline.import(value.and_then(quoted).unwrap_or_default());
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

/// `use a::{b, c::d as e}` is `a::b` and `a::c::d`; `mod x;` is `mod:x`, or `path:y.rs` with that `#[path]`. What stands in a module of this file is
/// written as from outside of it.
fn rust(outline: &mut Outline, site: &Site<'_>) {
    let text = site.text.trim().trim_end_matches(';');
    let mut words = text.split_whitespace().skip_while(|word| !matches!(*word, "use" | "mod" | "crate"));
    match words.next() {
        Some("mod") => {
            let name = words.next().unwrap_or_default();
            let attributes = site.before.trim_end();
            let attributes = attributes.rsplit([';', '}', '{']).next().filter(|last| last.ends_with(']')).unwrap_or_default();
            let path = attributes.rsplit_once("path").filter(|(_, rest)| rest.trim_start().starts_with('='));
            match path.and_then(|(_, rest)| strings(rest).next()) {
                Some(path) => outline.import(&format!("path:{path}")),
                None => outline.import(&format!("mod:{}", site.modules.iter().chain([&name]).copied().collect::<Vec<_>>().join("/"))),
            }
        }
        Some("crate") => outline.import(words.next().unwrap_or_default()),
        _ => {
            if let Some(place) = text.find("use ") {
                braces(&text[place + 4..], "self", &mut |path| {
                    let mut around = site.modules;
                    let mut rest = path.strip_prefix("self::").unwrap_or(path);
                    while let (Some(below), Some((_, outer))) = (rest.strip_prefix("super::"), around.split_last()) {
                        (rest, around) = (below, outer);
                    }
                    let is_here = !site.modules.is_empty() && (path.starts_with("self::") || path.starts_with("super::"));
                    match is_here && !rest.starts_with("super::") {
                        true => outline.import(&format!("self::{}", around.iter().copied().chain([rest]).collect::<Vec<_>>().join("::"))),
                        false => outline.import(if is_here { rest } else { path }),
                    }
                });
            }
        }
    }
}

/// Every path of a tree of paths: `a::{b, c::d as e}` is `a::b` and `a::c::d`. The word `own` stands for the prefix itself.
fn braces(text: &str, own: &str, each: &mut dyn FnMut(&str)) {
    // Prefixes of the open braces; a stack, because braces nest as deep as they like.
    let (mut stack, mut prefix, mut word) = (Vec::new(), String::new(), String::new());
    let mut flush = |prefix: &str, word: &mut String| {
        let path = word.split(" as ").next().and_then(|path| path.split("=>").next()).unwrap_or_default().trim();
        if path == own && !own.is_empty() {
            each(prefix.trim_end_matches("::"));
        } else if !path.is_empty() && prefix.len() + path.len() <= 512 {
            each(&format!("{prefix}{path}"));
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
