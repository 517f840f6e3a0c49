//! Notebooks. Chunks tile the JSON as it is on disk, at the borders of cells and of lines of their sources; what is indexed and shown is
//! the `view`: the source without its escapes, or the text of the outputs. Images and other data are in no view.
//!
//! Anything that is not as a notebook should be makes it a text of lines.

use std::ops::Range;

use cw_records::{Blob, Chunk, Definition, RecordPath, chunk_id};

use super::lines::Lines;
use super::merge;
use super::outline::Outline;
use super::{Options, number, read};

/// A stretch of the file with one view. It ends where the next begins.
struct Piece {
    start: usize,
    view: String,
    kind: String,
    symbol: Option<String>,
    breadcrumb: Vec<String>,
    defs: Vec<Definition>,
}

/// The chunks of a notebook and what its code imports; `None` if it is none.
pub(super) fn chunks(lines: &Lines<'_>, options: &Options, path: &RecordPath, lang: &str) -> Option<(Vec<Chunk>, Vec<String>)> {
    let text = lines.text;
    let top = skip(text, blank(text, 0))?;
    let fields = object(text, top.clone())?;
    let field = |name: &str| fields.iter().find(|(key, _)| *key == name).map(|(_, value)| value.clone());
    let language = field("metadata").and_then(|range| language(text, range)).unwrap_or("python");
    let mut pieces: Vec<Piece> = Vec::new();
    let mut imports = Outline::default();
    for cell in list(text, field("cells")?)? {
        pieces.extend(cell_pieces(lines, options, cell, language, &mut imports)?);
    }
    let pieces = joined(pieces, options);
    let mut records = Vec::with_capacity(pieces.len());
    for (place, piece) in pieces.iter().enumerate() {
        let from = if place == 0 { 0 } else { piece.start };
        let to = pieces.get(place + 1).map_or(text.len(), |next| next.start);
        let blob = Blob::of(&text.as_bytes()[from..to]);
        records.push(Chunk {
            id: chunk_id(path, from as u64, &blob),
            blob,
            path: path.clone(),
            lang: Some(lang.to_owned()),
            bytes: (from as u64, to as u64),
            lines: (number(lines.of(from)), number(lines.of(to - 1))),
            kind: piece.kind.clone(),
            symbol: piece.symbol.clone(),
            breadcrumb: piece.breadcrumb.clone(),
            text: text[from..to].to_owned(),
            view: Some(piece.view.clone()),
            defs: piece.defs.clone(),
            ..Chunk::default()
        });
    }
    (!records.is_empty()).then_some((records, imports.imports))
}

/// Small neighbours become one; so does what has no text with what is before it, or after it.
fn joined(pieces: Vec<Piece>, options: &Options) -> Vec<Piece> {
    let size = |view: &str| view.chars().filter(|char| !char.is_whitespace()).count();
    let mut done: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut before = 0;
    for mut piece in pieces {
        let own = size(&piece.view);
        let stuck = done.last().is_some_and(|last| piece.start <= last.start);
        let small = stuck || own == 0 || before == 0 || own.min(before) < options.min_chars && own + before <= options.max_chars;
        match done.last_mut().filter(|_| small) {
            Some(last) => {
                if own > before {
                    (last.kind, last.symbol, last.breadcrumb) = (piece.kind, piece.symbol, piece.breadcrumb);
                }
                if own > 0 {
                    if before > 0 && !last.view.ends_with('\n') {
                        last.view.push('\n');
                    }
                    last.view.push_str(&piece.view);
                }
                last.defs.append(&mut piece.defs);
                before += own;
            }
            None => {
                before = own;
                done.push(piece);
            }
        }
    }
    done
}

/// The pieces of one cell.
fn cell_pieces(lines: &Lines<'_>, options: &Options, cell: Range<usize>, language: &str, imports: &mut Outline) -> Option<Vec<Piece>> {
    let text = lines.text;
    let fields = object(text, cell.clone())?;
    let field = |name: &str| fields.iter().find(|(key, _)| *key == name).map(|(_, value)| value.clone());
    let kind = field("cell_type").map(|range| &text[range])?;
    let (source, starts) = source(text, field("source")?)?;
    let lang = match kind {
        "\"code\"" => Some(language),
        "\"markdown\"" => Some("markdown"),
        _ => None,
    };
    let mut pieces = Vec::new();
    if !source.is_empty() {
        let code = if kind == "\"code\"" { without_magic(&source) } else { source.clone() };
        let shell = source.starts_with("%%bash") || source.starts_with("%%sh");
        let own = Lines::new(&code);
        let (mut outline, _) = read(if shell { Some("bash") } else { lang }, &own, options);
        outline.limit(&own, options);
        outline.imports.iter().for_each(|word| imports.import(word));
        // Lines of the source to lines of the file.
        let host = |line: usize| number(lines.of(starts.get(line).or(starts.last()).copied().unwrap_or(cell.start)));
        for group in merge::groups(&outline, &own, options) {
            let label = merge::label(&outline, &own, &group);
            let (from, to) = (own.start(group.from), own.start(group.to));
            let defs = super::defs(&outline, from, to).into_iter().map(|def| {
                let lines = (host(def.lines.0 as usize - 1), host(def.lines.1 as usize - 1));
                Definition { lines: (lines.0, lines.1.max(lines.0)), ..def }
            });
            pieces.push(Piece {
                start: starts.get(group.from).copied().unwrap_or(cell.start),
                view: source[from..to].to_owned(),
                kind: if label.kind == "lines" { "cell".to_owned() } else { label.kind.to_owned() },
                symbol: label.at.map(|at| outline.defs[at].name.clone()),
                breadcrumb: label.scope.iter().cloned().chain(outline.breadcrumb(label.at)).collect(),
                defs: defs.collect(),
            });
        }
    }
    if let Some(range) = field("outputs") {
        let view = outputs(text, range.clone(), options)?;
        if !view.trim().is_empty() {
            let output = Piece { start: range.start, view, kind: "output".into(), symbol: None, breadcrumb: Vec::new(), defs: Vec::new() };
            let place = pieces.partition_point(|piece| piece.start < range.start);
            pieces.insert(place, output);
        }
    }
    if pieces.is_empty() {
        pieces.push(Piece {
            start: cell.start,
            view: String::new(),
            kind: "cell".into(),
            symbol: None,
            breadcrumb: Vec::new(),
            defs: Vec::new(),
        });
    }
    // The first has what stands before the source.
    pieces[0].start = cell.start;
    Some(pieces)
}

/// Lines of magic are comments to a parser; nothing moves.
fn without_magic(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    for line in source.split_inclusive('\n') {
        let body = line.trim_start_matches([' ', '\t']);
        if body.starts_with(['%', '!']) {
            out.push_str(&line[..line.len() - body.len()]);
            out.push('#');
            out.push_str(&body[1..]);
        } else {
            out.push_str(line);
        }
    }
    out
}

/// What outputs say in words, cut to the size of a chunk.
fn outputs(text: &str, range: Range<usize>, options: &Options) -> Option<String> {
    let mut out = String::new();
    let mut add = |range: Range<usize>| -> Option<()> {
        let (words, _) = source(text, range)?;
        if !words.is_empty() {
            if !out.is_empty() && !out.ends_with('\n') {
                out.push('\n');
            }
            let left = options.max_chars.saturating_sub(out.chars().count());
            out.extend(words.chars().take(left));
        }
        Some(())
    };
    for output in list(text, range)? {
        for (key, value) in object(text, output)? {
            match key {
                "text" | "traceback" => add(value)?,
                "data" => {
                    let plain = object(text, value)?.into_iter().find(|(key, _)| *key == "text/plain");
                    plain.map_or(Some(()), |(_, value)| add(value))?;
                }
                _ => {}
            }
        }
    }
    Some(out)
}

/// The language word of a notebook, by its metadata.
fn language(text: &str, metadata: Range<usize>) -> Option<&'static str> {
    let fields = object(text, metadata)?;
    let inner = |outer: &str, name: &str| {
        let range = fields.iter().find(|(key, _)| *key == outer)?.1.clone();
        let range = object(text, range)?.into_iter().find(|(key, _)| *key == name)?.1;
        Some(text[range].trim_matches('"').to_ascii_lowercase())
    };
    let word = inner("kernelspec", "language").or_else(|| inner("language_info", "name"))?;
    let word = match &*word {
        "ipython" | "python3" => "python",
        "c++" | "c++11" | "c++14" | "c++17" => "cpp",
        "c#" => "csharp",
        word => word,
    };
    super::languages().find(|known| *known == word)
}

/// A string or a list of strings as one text, and where in the file each of its lines begins.
fn source(text: &str, range: Range<usize>) -> Option<(String, Vec<usize>)> {
    let strings = if text[range.clone()].starts_with('[') { list(text, range)? } else { vec![range] };
    let (mut out, mut starts, mut ends) = (String::new(), Vec::new(), 0);
    for string in strings {
        let inside = text[string.clone()].strip_prefix('"')?.strip_suffix('"')?;
        let mut chars = inside.chars();
        if starts.len() == ends {
            starts.push(string.start);
        }
        while let Some(char) = chars.next() {
            if char != '\\' {
                out.push(char);
                continue;
            }
            match chars.next()? {
                'n' => out.push('\n'),
                't' => out.push('\t'),
                'r' => out.push('\r'),
                'b' => out.push('\u{8}'),
                'f' => out.push('\u{c}'),
                'u' => {
                    let mut unit = || -> Option<u32> {
                        let digits = chars.as_str().get(..4)?;
                        let unit = u32::from_str_radix(digits, 16).ok()?;
                        chars.nth(3);
                        Some(unit)
                    };
                    let high = unit()?;
                    let code = if (0xD800..0xDC00).contains(&high) && chars.as_str().starts_with("\\u") {
                        chars.nth(1);
                        let digits = chars.as_str().get(..4)?;
                        let low = u32::from_str_radix(digits, 16).ok()?;
                        chars.nth(3);
                        0x10000 + ((high - 0xD800) << 10) + (low.wrapping_sub(0xDC00) & 0x3FF)
                    } else {
                        high
                    };
                    out.push(char::from_u32(code).unwrap_or('\u{FFFD}'));
                }
                other => out.push(other),
            }
            if out.ends_with('\n') {
                ends += 1;
                if !chars.as_str().is_empty() {
                    starts.push(string.end - 1 - chars.as_str().len());
                }
            }
        }
    }
    Some((out, starts))
}

/// First place from `at` on that is not white space.
fn blank(text: &str, at: usize) -> usize {
    text.as_bytes()[at..].iter().position(|byte| !byte.is_ascii_whitespace()).map_or(text.len(), |place| at + place)
}

/// The range of the value that begins at `at`. Brackets are counted, not matched.
fn skip(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut depth, mut place) = (0usize, at);
    loop {
        match bytes.get(place)? {
            b'"' => {
                place += 1;
                loop {
                    match bytes.get(place)? {
                        b'"' => break,
                        b'\\' => place += 2,
                        b'\n' => return None,
                        _ => place += 1,
                    }
                }
                place += 1;
            }
            b'{' | b'[' => {
                depth += 1;
                place += 1;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                place += 1;
            }
            byte if depth > 0 || byte.is_ascii_whitespace() => {
                place += 1;
                continue;
            }
            b',' | b':' => return None,
            _ => {
                let end = bytes[place..].iter().position(|byte| matches!(byte, b',' | b'}' | b']') || byte.is_ascii_whitespace());
                return Some(at..end.map_or(text.len(), |end| place + end));
            }
        }
        if depth == 0 {
            return Some(at..place);
        }
    }
}

/// The values of a list.
fn list(text: &str, range: Range<usize>) -> Option<Vec<Range<usize>>> {
    let bytes = text.as_bytes();
    if bytes.get(range.start) != Some(&b'[') {
        return None;
    }
    let mut values = Vec::new();
    let mut at = blank(text, range.start + 1);
    while bytes.get(at) != Some(&b']') {
        let value = skip(text, at)?;
        at = blank(text, value.end);
        values.push(value);
        match bytes.get(at)? {
            b',' => at = blank(text, at + 1),
            b']' => {}
            _ => return None,
        }
    }
    (at + 1 == range.end).then_some(values)
}

/// The keys and values of an object.
fn object(text: &str, range: Range<usize>) -> Option<Vec<(&str, Range<usize>)>> {
    let bytes = text.as_bytes();
    if bytes.get(range.start) != Some(&b'{') {
        return None;
    }
    let mut fields = Vec::new();
    let mut at = blank(text, range.start + 1);
    while bytes.get(at) != Some(&b'}') {
        let key = skip(text, at)?;
        let name = text[key.clone()].strip_prefix('"')?.strip_suffix('"')?;
        at = blank(text, key.end);
        if bytes.get(at) != Some(&b':') {
            return None;
        }
        let value = skip(text, blank(text, at + 1))?;
        at = blank(text, value.end);
        fields.push((name, value));
        match bytes.get(at)? {
            b',' => at = blank(text, at + 1),
            b'}' => {}
            _ => return None,
        }
    }
    (at + 1 == range.end).then_some(fields)
}
