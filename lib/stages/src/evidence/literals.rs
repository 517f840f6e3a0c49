//! Words of a question that mean what they say: texts in quotes, messages and lines of code as they were printed, names with signs in them. Their files are read.
//!
//! Left out: texts across a border of two files, and what stands only in more bytes than are read for one question.

use std::collections::{BTreeMap, BTreeSet};

use super::{Corpus, Mention};
use crate::Error;
use crate::classes::Class;
use crate::terms::{QUOTED, Query, Scratch, is_cjk, tokens, whole_terms};

/// Quoted texts, and lines of pasted code, that are looked up.
const MOST: usize = 4;
const LINES: usize = 6;
/// Shortest line of code that is one of its own.
const LINE: usize = 12;
/// Words that may stand somewhere together as they were asked. What that is worth: of a sentence most; of a few words little for each above two, for many things are called
/// so, unless there are signs of a message; of a question next to nothing, for it is asked of the code, and stands as it is only in samples of questions.
const WORDS: std::ops::RangeInclusive<usize> = 3..=20;
const SENTENCE: (usize, f32) = (5, 1.0);
const MESSAGE: f32 = 0.25;
const PHRASE: f32 = 0.06;
const QUESTION: f32 = 0.02;
const ASKING: [&str; 8] = ["how", "where", "what", "which", "why", "when", "who", "whose"];
/// Shortest quoted text that a report means as it stands: shorter ones are strings of its code.
const REPORTED: usize = 8;
/// A word in quotes within a sentence is mostly what a program put into its message.
const FILLED: f32 = 0.1;
/// What is left of that in a test.
const REPEATED: f32 = 0.1;
/// What it is worth that a name with signs in it, or a word of a script without spaces, stands there as it is.
const SIGNED: f32 = 0.5;
/// The same of all lines of what was pasted.
const PASTED: f32 = 3.0;
/// Files that are enough, and bytes that are read at most for a text that is quoted or a name, and for one that may be a message or code.
const ENOUGH: usize = 100;
const READ: usize = 32 << 20;
const READ_ALONG: usize = 4 << 20;

/// Adds the files that have what `query` says letter for letter to `found`.
pub(super) fn add(corpus: &Corpus<'_>, query: &Query, found: &mut BTreeMap<u32, Mention>) -> Result<(), Error> {
    let least = if query.report { REPORTED } else { *QUOTED.start() };
    let fits = |text: &str| (least..=*QUOTED.end()).contains(&text.chars().count());
    let text = query.text.trim();
    let words = text.split_whitespace().count();
    let filled = |quoted: &str| words > 3 && quoted.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit());
    let quoted: Vec<&String> = query.literal.iter().filter(|text| fits(text)).take(MOST).collect();
    for quote in &quoted {
        let worth = if filled(quote) { FILLED } else { 1.0 } / quoted.len() as f32;
        for (file, chunk) in having(corpus, query, (&whole_terms(quote), READ), |whole| whole.find(quote.as_str()))? {
            let mention = found.entry(file).or_default();
            mention.quoted += worth;
            mention.chunk = mention.chunk.or((worth > FILLED).then_some(chunk));
        }
    }
    if !quoted.iter().all(|quote| filled(quote)) || found.values().any(|mention| mention.clear) {
        return Ok(());
    }
    if words == 1 {
        if corpus.names(query)?.whole {
            return Ok(()); // It is the name of something, and where that is used says less than where it is defined.
        }
        let is_meant = is_signed(text) || text.contains(is_cjk);
        if fits(text) && text.contains(char::is_alphanumeric) && (is_meant || corpus.scores(&query.terms)?.known_terms == 0) {
            for (file, chunk) in having(corpus, query, (&whole_terms(text), READ), |whole| whole.find(text))? {
                insert(found, file, chunk, SIGNED);
            }
        }
    } else if text.contains('\n') {
        pasted(corpus, query, found)?;
    } else if query.paths.is_empty() {
        for piece in printed(text) {
            phrase(corpus, query, &piece, found)?;
        }
    }
    Ok(())
}

fn insert(found: &mut BTreeMap<u32, Mention>, file: u32, chunk: u32, worth: f32) {
    let mention = found.entry(file).or_default();
    mention.quoted = mention.quoted.max(worth);
    mention.chunk = mention.chunk.or(Some(chunk));
}

/// Adds the files that have `piece` in any case. A change log says what was wished for in the words of who wished it, and answers nothing.
fn phrase(corpus: &Corpus<'_>, query: &Query, piece: &str, found: &mut BTreeMap<u32, Mention>) -> Result<(), Error> {
    let whole = piece.to_ascii_lowercase();
    let mut words = query.text.split_whitespace();
    let worth = match whole.split_whitespace().count() {
        _ if words.next().is_some_and(|word| ASKING.contains(&word.to_ascii_lowercase().as_str())) => QUESTION,
        count if count >= SENTENCE.0 => SENTENCE.1,
        _ if query.text.contains([':', '\'', '"', '`', '%', '.', '!', ','])
            || query.text.contains(|letter: char| letter.is_ascii_digit()) =>
        {
            MESSAGE
        }
        count => PHRASE * (count - 2) as f32,
    };
    let mut terms = BTreeSet::new();
    tokens(&whole, &mut Scratch::default(), &mut |term| _ = terms.insert(term.to_owned()));
    for (file, chunk) in having(corpus, query, (&terms, READ_ALONG), |text| text.to_ascii_lowercase().find(&whole))? {
        let class = Class(corpus.file_row(file)?.class);
        if !class.has(Class::META) {
            // A test repeats what the code says, put together.
            insert(found, file, chunk, if class.has(Class::TEST) { worth * REPEATED } else { worth });
        }
    }
    Ok(())
}

/// The pieces of a message that a program has in its source: what is left between what it put in, which stands in quotes or has digits or signs in it.
fn printed(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut quote = None;
    // What kind of failure it is, whoever prints it puts before it.
    let is_kind = |word: &str| {
        let kind = word.strip_suffix(':').unwrap_or_default().to_ascii_lowercase();
        matches!(kind.as_str(), "fatal" | "panic" | "warning" | "warn" | "uncaught")
            || kind.ends_with("error")
            || kind.ends_with("exception")
    };
    for word in text.split_whitespace().skip_while(|word| is_kind(word)) {
        let opens = word.chars().next().filter(|letter| matches!(letter, '"' | '\'' | '`' | '\u{201c}'));
        let closes = |quote: char| {
            word.trim_end_matches([',', '.', ':', ';', '!', '?', ')']).ends_with(if quote == '\u{201c}' { '\u{201d}' } else { quote })
        };
        let inside = quote.is_some() || opens.is_some();
        quote = quote.or(opens).filter(|quote| !closes(*quote));
        let is_put_in = inside || word.chars().any(|letter| letter.is_ascii_digit() || matches!(letter, '/' | '=' | '<' | '{' | '%'));
        match pieces.last_mut() {
            Some(piece) if !is_put_in => {
                piece.push_str(if piece.is_empty() { "" } else { " " });
                piece.push_str(word);
            }
            Some(piece) if !piece.is_empty() => pieces.push(String::new()),
            _ => {}
        }
    }
    pieces.retain(|piece| WORDS.contains(&piece.split_whitespace().count()) && piece.len() <= *QUOTED.end());
    pieces.truncate(MOST);
    pieces
}

/// True for a word with signs in it that is no member of something: `make:model`, `content-type`, `O(N)`, `1.5.0`.
fn is_signed(word: &str) -> bool {
    let member = ["::", "->", "#", "\\"].iter().any(|sign| word.contains(sign));
    let inner = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    let number = inner.contains('.') && inner.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    number || !member && inner.chars().any(|letter| !letter.is_alphanumeric() && !matches!(letter, '_' | '.' | '/' | '<' | '!' | '?'))
}

/// Files that have most of the longest lines of what was pasted.
fn pasted(corpus: &Corpus<'_>, query: &Query, found: &mut BTreeMap<u32, Mention>) -> Result<(), Error> {
    let mut lines: Vec<&str> = query.text.lines().map(str::trim).filter(|line| line.len() >= LINE).collect();
    lines.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
    lines.dedup();
    lines.truncate(LINES);
    // The longest line says best where in a file it is.
    let mut counts: BTreeMap<u32, (usize, u32)> = BTreeMap::new();
    for line in &lines {
        for (file, chunk) in having(corpus, query, (&whole_terms(line), READ_ALONG), |text| text.find(line))? {
            counts.entry(file).or_insert((0, chunk)).0 += 1;
        }
    }
    for (file, (count, chunk)) in counts {
        if count * 2 >= lines.len() {
            insert(found, file, chunk, PASTED * count as f32 / lines.len() as f32);
        }
    }
    Ok(())
}

/// Files with all of `terms`, of the first `most` bytes of them, in whose text `find` finds something, with the chunk where it stands. Code of the project and what has most of the question's words is read first.
fn having(
    corpus: &Corpus<'_>,
    query: &Query,
    (terms, most): (&BTreeSet<String>, usize),
    find: impl Fn(&str) -> Option<usize>,
) -> Result<Vec<(u32, u32)>, Error> {
    let scores = corpus.scores(&query.terms)?;
    let mut files = Vec::new();
    // A line stands in one chunk, but for the longest.
    let mut together = corpus.having_together(terms)?;
    if together.is_empty() && most == READ {
        together = corpus.having(terms)?;
    }
    for file in together {
        files.push((!Class(corpus.file_row(file)?.class).is_primary(), file));
    }
    files.sort_by(|a, b| {
        let score = |file: u32| scores.best_chunk[file as usize];
        a.0.cmp(&b.0).then_with(|| score(b.1).total_cmp(&score(a.1))).then(a.1.cmp(&b.1))
    });
    let (mut found, mut read) = (Vec::new(), 0);
    for (_, file) in files {
        if found.len() >= ENOUGH || read >= most {
            break;
        }
        let content = corpus.content(file)?;
        let (text, meta) = &*content;
        read += text.len();
        let place = if meta.chunks.iter().any(|chunk| chunk.view.is_some()) {
            // A notebook is what its cells read, and not the pictures in its JSON.
            meta.chunks.iter().position(|chunk| chunk.view.as_deref().is_some_and(|view| find(view).is_some()))
        } else {
            let Some(at) = find(text) else { continue };
            meta.chunks.iter().position(|chunk| (chunk.bytes.0 as usize..chunk.bytes.1 as usize).contains(&at))
        };
        found.extend(place.and_then(|place| Some((file, corpus.chunks_of(file).ok()?.nth(place)?))));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_without_what_was_put_in() {
        for (text, want) in [
            ("Should not be called by this type", &["Should not be called by this type"][..]),
            ("ERR unknown command \"test\", with args beginning with: \"key\"", &["ERR unknown command", "with args beginning with:"]),
            ("error: the argument is not one that '--all' cannot be used with", &["the argument is not one that", "cannot be used with"]),
            ("Fatal: durations containing negative values are not supported", &["durations containing negative values are not supported"]),
            ("java.io.IOException: the stream was closed", &["the stream was closed"]),
            (
                "found record with 2 fields, but the previous record has 3 fields",
                &["found record with", "fields, but the previous record has"],
            ),
            ("recursion limit", &[]),
            ("cannot open \"no such file\" here", &[]),
            ("", &[]),
        ] {
            assert_eq!(printed(text), want, "{text:?}");
        }
    }

    #[test]
    fn words_with_signs() {
        for word in ["make:model", "content-type", "O(N)", "1.5.0", "7.5", "a=b", "import.meta-x"] {
            assert!(is_signed(word), "{word}");
        }
        for word in ["a::b", "a.b", "get_user", "map!", "Vec<T>", "a->b", "Array#map", "src/a", "-x", "word"] {
            assert!(!is_signed(word), "{word}");
        }
    }
}
