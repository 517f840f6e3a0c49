//! Cuts files into chunks that tile them: by syntax where a language has a table in `languages/`, by marks that a line shows in many others
//! (`marks.rs`), by headings in prose, by cells in notebooks, by the looks of the lines everywhere else. **Streams.**
//!
//! A chunk is a definition with its comments where that fits, a piece of one where it does not, and some small ones of one container
//! together where they are small. What a name means, which file an import reaches and what a chunk is worth is not decided here; a
//! file's chunks depend on that file alone, and the language word of a file is never changed here.

mod builds;
mod comments;
mod conditions;
mod csharp;
mod headings;
mod heads;
mod highlight;
mod imports;
mod inside;
mod keywords;
mod kotlin;
mod labels;
mod lines;
mod locals;
mod macros;
mod marks;
mod memory;
mod merge;
mod name;
mod notebook;
mod outline;
mod parse;
mod parts;
mod patterns;
mod sections;
mod settings;
mod shell;
mod source;
mod split;
mod sql;
mod syntax;
mod table;
mod version;

use cw_records::{Blob, Chunk, Definition, Fault, File, Record, RecordPath, chunk_id};

use crate::providers::{context_of, text_of};
use crate::{Env, Error, Stream, in_order_map};
pub use highlight::{Ink, inks};
use lines::Lines;
use outline::Outline;
pub use version::{VERSION, version};

/// How large chunks are. Sizes count characters that are not white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Largest chunk. A single line may be larger, up to four times as many bytes.
    pub max_chars: usize,
    /// What is smaller goes to a neighbour.
    pub min_chars: usize,
    /// So many lines of the chunk before are in the `context` of a chunk. They are in no text: chunks tile.
    pub overlap: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { max_chars: 1000, min_chars: 50, overlap: 0 }
    }
}

impl Options {
    /// Most bytes of a chunk.
    fn cap(&self) -> usize {
        self.max_chars.saturating_mul(4)
    }

    /// The `chunk` entry of `made_with`, with the number of how this build reads.
    pub fn made_with(self) -> serde_json::Value {
        let options = self.sane();
        let mut told = serde_json::json!({ "max_chars": options.max_chars, "min_chars": options.min_chars, "version": VERSION });
        if options.overlap > 0 {
            told["overlap"] = options.overlap.into();
        }
        told
    }

    /// Takes over what shaped earlier chunks: the `chunk` entry of a manifest's `made_with`.
    pub fn recall(&mut self, made_with: &serde_json::Map<String, serde_json::Value>) {
        let number = |name: &str| made_with.get("chunk")?.get(name)?.as_u64()?.try_into().ok();
        self.max_chars = number("max_chars").unwrap_or(self.max_chars);
        self.min_chars = number("min_chars").unwrap_or(self.min_chars);
        self.overlap = number("overlap").unwrap_or(self.overlap);
    }

    /// Within sense: at least one character, and the least not above the most.
    fn sane(self) -> Options {
        let max_chars = self.max_chars.clamp(1, 1 << 30);
        Options { max_chars, min_chars: self.min_chars.min(max_chars), ..self }
    }
}

/// Language words whose definitions are known: those with a grammar, in alphabetical order of their files, then those that are read line
/// by line. Markdown, which is cut by headings, is not among them.
pub fn languages() -> impl Iterator<Item = &'static str> {
    table::tables().iter().map(|table| table.word).chain(marks::languages())
}

/// The parse of a text alone, by nothing but the library: what chunking is measured against. False where no grammar reads it.
pub fn parses(lang: &str, text: &str) -> bool {
    let mut parser = tree_sitter::Parser::new();
    table::grammar(lang).is_some_and(|grammar| parser.set_language(&grammar.language).is_ok()) && parser.parse(text, None).is_some()
}

/// Puts the chunks of every file with text behind it, takes the text off, and fills `imports`. All other records pass.
pub fn chunk<'a>(env: &'a Env, input: Stream<'a>, options: Options) -> Stream<'a> {
    let options = options.sane();
    let weight = |item: &Result<Record, Error>| match item {
        Ok(Record::File(file)) => file.text.as_ref().map_or(0, String::len),
        _ => 0,
    };
    let checked = input.map(move |item| env.check().and(item));
    let mut failed = false;
    Box::new(in_order_map(env, checked, weight, move |item| one(item, &options)).flatten().take_while(move |item| {
        let go_on = !failed;
        failed |= item.is_err();
        go_on
    }))
}

/// The same, but each file says what it defines, in `defs`, and chunks are left out. Such a stream lists no tree, so nobody stores it.
pub fn outline<'a>(env: &'a Env, input: Stream<'a>, options: Options) -> Stream<'a> {
    let mut chunks = chunk(env, input, options).peekable();
    Box::new(std::iter::from_fn(move || {
        let mut item = chunks.next()?;
        match &mut item {
            Ok(Record::Header(header)) => header.scope = None,
            Ok(Record::File(file)) => {
                let mut definitions = Vec::new();
                while let Some(Ok(Record::Chunk(chunk))) = chunks.next_if(|next| matches!(next, Ok(Record::Chunk(_)))) {
                    definitions.extend(chunk.defs);
                }
                file.extra.insert("defs".into(), serde_json::json!(definitions));
            }
            _ => {}
        }
        Some(item)
    }))
}

fn one(item: Result<Record, Error>, options: &Options) -> Vec<Result<Record, Error>> {
    match item {
        Ok(Record::Header(mut header)) => {
            header.via.push(crate::via("chunk"));
            header.made_with.insert("chunk".into(), options.made_with());
            vec![Ok(header.into())]
        }
        Ok(Record::File(mut file)) => match file.text.take() {
            Some(text) => {
                let mut records = cut(file, &text, options);
                overlap(&mut records, options.overlap);
                records.into_iter().map(Ok).collect()
            }
            None => vec![Ok(file.into())],
        },
        other => vec![other],
    }
}

/// Puts the last `lines` lines of each chunk before into the context of the next, behind what its context is otherwise.
fn overlap(records: &mut [Record], lines: usize) {
    let mut before = None;
    for record in records.iter_mut().filter(|_| lines > 0) {
        let Record::Chunk(chunk) = record else { continue };
        let shown = text_of(chunk).to_owned();
        if let Some(before) = before.replace(shown) {
            let last: Vec<&str> = before.lines().rev().take(lines).collect();
            let last: Vec<&str> = last.into_iter().rev().collect();
            chunk.context = Some(format!("{}\n{}", context_of(chunk), last.join("\n")));
        }
    }
}

/// The records of one file.
fn cut(mut file: File, text: &str, options: &Options) -> Vec<Record> {
    let lines = Lines::new(text);
    if file.lang.as_deref() == Some("notebook")
        && let Some((chunks, imports)) = notebook::chunks(&lines, options, &file.path, "notebook")
    {
        if file.imports.is_empty() {
            file.imports = imports;
        }
        return [file.into()].into_iter().chain(chunks.into_iter().map(Record::from)).collect();
    }
    let (mut outline, fault) = read(file.lang.as_deref(), &lines, options);
    outline.limit(&lines, options);
    if file.imports.is_empty() {
        imports::plain(&mut outline, file.lang.as_deref().unwrap_or_default(), text);
        file.imports = std::mem::take(&mut outline.imports);
    }
    let (path, lang) = (file.path.clone(), file.lang.clone());
    let mut records: Vec<Record> = vec![file.into()];
    records.extend(chunks(&outline, &lines, options, &path, lang.as_deref()).map(Record::from));
    records.extend(fault.map(|message| Fault::note("S03", Some(&path), message).into()));
    records
}

/// The outline of a text by the best way there is, and what to say if that was not the proper one.
fn read(lang: Option<&str>, lines: &Lines<'_>, options: &Options) -> (Outline, Option<String>) {
    let Some(lang) = lang.filter(|_| lines.size(0, lines.len()) > 0) else { return (Outline::plain(), None) };
    if let Some(outline) = headings::outline(lang, lines, options) {
        return (outline, None);
    }
    let Some(grammar) = table::grammar(lang) else {
        let outline = marks::outline(lang, lines, options).or_else(|| parts::outline(lang, lines, options));
        let outline = outline.filter(|outline| !outline.units.is_empty());
        return (outline.unwrap_or_else(Outline::plain), None);
    };
    let (mut broken, mut imports) = (true, Vec::new());
    let mut read = tree(grammar, lines).and_then(|(grammar, tree)| {
        broken = tree.root_node().has_error();
        syntax::outline(grammar, &tree, lines, options).map_err(|found| {
            imports = found;
            "most of it is in error"
        })
    });
    if broken && lang == "bash" {
        // Zsh is in error at many a place that Bash does not have, and its functions are seen all the same.
        let mut functions = marks::shell(lines, options);
        if functions.defs.len() > read.as_ref().map_or(0, |outline| outline.defs.len()) {
            functions.imports = read.map_or_else(|_| std::mem::take(&mut imports), |outline| outline.imports);
            read = Ok(functions);
        }
    }
    match read {
        Ok(outline) if outline.units.is_empty() => (Outline { imports: outline.imports, ..Outline::plain() }, None),
        Ok(outline) => (outline, None),
        Err(why) => (Outline { imports, ..Outline::plain() }, Some(format!("cannot parse as {lang}, {why}; used lines instead"))),
    }
}

/// The tree of a text. What is C by its name and is better read as C++ is read so, and keeps its language word: what a file is called is for
/// the scan to say.
fn tree(grammar: &'static table::Grammar, lines: &Lines<'_>) -> Result<(&'static table::Grammar, tree_sitter::Tree), &'static str> {
    match grammar.table.word {
        "c" | "cpp" | "cuda" | "objc" => {}
        "csharp" => {
            let text = csharp::plain(conditions::first_branches(lines.text));
            return Ok((grammar, parse::parse_part(grammar, lines, &text, None)?));
        }
        "kotlin" => return Ok((grammar, parse::parse_part(grammar, lines, &kotlin::plain(lines.text), None)?)),
        word => return best(word, lines),
    }
    let text = macros::without_macros(lines.text);
    let tree = parse::parse_part(grammar, lines, &text, None);
    let errors = |tree: &tree_sitter::Tree| inside::errors(tree.root_node());
    let bad = tree.as_ref().map_or(text.len(), errors);
    if grammar.table.word == "c"
        && bad > 0
        && looks_like_cpp(&text)
        && let Some(other) = table::grammar("cpp")
        && let Ok(better) = parse::parse_part(other, lines, &text, None)
        && errors(&better) < bad / 2
    {
        return Ok((other, better));
    }
    Ok((grammar, tree?))
}

/// True if a line has a word of C++ where C has none: at its begin, or outside of quotes.
fn looks_like_cpp(text: &str) -> bool {
    let signs = ["class ", "namespace ", "template", "using ", "public:", "private:", "protected:", "friend "];
    let inside = ["::", " operator", "virtual ", "enum class ", "constexpr "];
    let line = |line: &str| {
        let line = line.trim_start();
        let is_plain = |at: usize| line[..at].bytes().filter(|byte| *byte == b'"').count() % 2 == 0 && !line[..at].contains("//");
        !line.starts_with(['*', '/', '#'])
            && (signs.iter().any(|sign| line.starts_with(sign)) || inside.iter().any(|sign| line.find(sign).is_some_and(is_plain)))
    };
    // Few texts of C have one anywhere.
    signs.iter().chain(&inside).any(|sign| text.contains(sign)) && text.lines().any(line)
}

/// The tree by that grammar of a language that reads a text with the least in error. The first that finds no error has it.
fn best(word: &str, lines: &Lines<'_>) -> Result<(&'static table::Grammar, tree_sitter::Tree), &'static str> {
    let worth = |tree: &tree_sitter::Tree| (inside::errors(tree.root_node()), tree.root_node().has_error());
    let mut best = Err("it has no grammar");
    for grammar in table::grammars(word) {
        let least = best.as_ref().ok().map(|(_, tree)| worth(tree));
        if least == Some((0, false)) {
            break;
        }
        match parse::parse(grammar, lines) {
            Ok(tree) if least.is_none_or(|least| worth(&tree) < least) => best = Ok((grammar, tree)),
            Err(why) if least.is_none() => best = Err(why),
            _ => {}
        }
    }
    best
}

/// The chunks of an outline.
fn chunks<'a>(
    outline: &'a Outline,
    lines: &'a Lines<'a>,
    options: &'a Options,
    path: &'a RecordPath,
    lang: Option<&'a str>,
) -> impl Iterator<Item = Chunk> + 'a {
    let groups = if lines.len() == 0 { Vec::new() } else { merge::groups(outline, lines, options) };
    groups.into_iter().flat_map(move |group| {
        let label = merge::label(outline, lines, &group);
        let (from, to) = (lines.start(group.from), lines.start(group.to));
        // Only a line that is too long by itself is cut inside.
        let pieces = if group.to - group.from == 1 { split::cut_inside(lines.text, from, to, options) } else { vec![(from, to)] };
        let several = pieces.len() > 1;
        pieces.into_iter().map(move |(from, to)| {
            let text = lines.text[from..to].to_owned();
            let blob = Blob::of(text.as_bytes());
            let span = if several { (group.from, group.from) } else { (group.from, group.to - 1) };
            Chunk {
                id: chunk_id(path, from as u64, &blob),
                blob,
                path: path.clone(),
                lang: lang.map(str::to_owned),
                bytes: (from as u64, to as u64),
                lines: (number(span.0), number(span.1)),
                kind: label.kind.to_owned(),
                symbol: label.at.map(|at| outline.defs[at].name.clone()),
                breadcrumb: label.scope.iter().cloned().chain(outline.breadcrumb(label.at)).collect(),
                text,
                defs: defs(outline, from, to),
                ..Chunk::default()
            }
        })
    })
}

/// Definitions that begin in a byte range.
fn defs(outline: &Outline, from: usize, to: usize) -> Vec<Definition> {
    // The pass over the tree meets them in the order of their first bytes.
    let begin = outline.defs.partition_point(|def| def.byte < from);
    let inside = outline.defs[begin..].iter().take_while(|def| def.byte < to).filter(|def| !def.hidden);
    inside
        .map(|def| Definition {
            name: def.name.clone(),
            kind: def.kind.to_owned(),
            lines: (number(def.lines.0), number(def.lines.1)),
            container: def.scope.clone().or_else(|| def.parent.map(|parent| outline.defs[parent].name.clone())),
        })
        .collect()
}

/// A line as records count.
fn number(line: usize) -> u32 {
    u32::try_from(line + 1).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
