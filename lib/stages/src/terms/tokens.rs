//! Lexical tokens: what a text is found by. **Pure**, streams.
//!
//! Identifiers are a letter or `_` and then letters, digits and `_`, in any script with spaces. They split at `_` and at case changes; parts are
//! lower case, and English parts of four letters or more are stemmed; names of several parts also give the whole. Han, kana and
//! hangul give pairs of neighbours. Bare numbers of 2 to 20 digits are tokens, for error codes. Left out: words of more than 256 bytes
//! (data), terms of more than 128, single digits that stand alone, translation, stemming of other languages.

use std::collections::BTreeSet;

use super::interner::Interner;
use super::words::{Form, Piece, expand, is_cjk, scan, stemmer};

/// Terms that a scratch holds before it starts anew.
const TERMS: usize = 1 << 18;

/// The reusable state of [`tokens`]: remembers what words give. It changes speed only.
#[derive(Default)]
pub struct Scratch {
    interner: Interner,
}

/// Gives the tokens of `text` to `emit`, in order.
pub fn tokens(text: &str, scratch: &mut Scratch, emit: &mut dyn FnMut(&str)) {
    if scratch.interner.len() > TERMS {
        scratch.interner.clear();
    }
    scratch.interner.each(text, emit);
}

/// The terms that every text has in which `literal` stands: those of the words that are whole in it.
pub fn whole_terms(literal: &str) -> BTreeSet<String> {
    let mut terms = BTreeSet::new();
    tokens(inner(literal), &mut Scratch::default(), &mut |term| {
        terms.insert(term.to_owned());
    });
    terms
}

/// What stands between the words at both ends of `text`: these may go on in a file, so only what is between is whole there. Of a script without spaces pairs of letters are terms, which are
/// whole wherever they stand; one letter alone may be half of another pair.
fn inner(text: &str) -> &str {
    let goes_on = |letter: char| (letter.is_ascii_alphanumeric() || letter == '_' || !letter.is_ascii()) && !is_cjk(letter);
    let mut inner = text.trim_matches(goes_on);
    let one = |letters: &mut dyn Iterator<Item = char>| letters.next().is_some_and(is_cjk) && !letters.next().is_some_and(is_cjk);
    if one(&mut inner.chars()) {
        inner = inner.trim_start_matches(is_cjk);
    }
    if one(&mut inner.chars().rev()) {
        inner = inner.trim_end_matches(is_cjk);
    }
    inner
}

/// Words that say nothing about code, sorted.
const STOP: &[&str] = &[
    "a", "about", "actually", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "before", "being", "both", "but",
    "by", "can", "could", "did", "didn", "do", "does", "doesn", "doing", "don", "during", "each", "every", "for", "from", "had", "has",
    "have", "having", "here", "how", "i", "if", "in", "into", "is", "isn", "it", "its", "itself", "just", "ll", "made", "make", "makes",
    "may", "me", "might", "must", "my", "of", "on", "or", "our", "out", "own", "please", "re", "s", "shall", "should", "so", "some",
    "such", "t", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "those", "through", "to", "too", "up",
    "us", "used", "uses", "using", "ve", "very", "via", "was", "we", "were", "what", "when", "where", "which", "while", "who", "whose",
    "why", "will", "with", "within", "would", "you", "your", "yours",
];

/// True for English function words.
pub(super) fn is_stop(word: &str) -> bool {
    word.len() <= 8 && STOP.binary_search(&word.to_ascii_lowercase().as_str()).is_ok()
}

/// The pieces of a question, without stop words; all of them if nothing else is there.
pub(super) fn content(text: &str) -> Vec<Piece<'_>> {
    let mut all = Vec::new();
    scan(text, &mut |piece| all.push(piece));
    let kept: Vec<Piece> = all.iter().copied().filter(|piece| !matches!(piece, Piece::Word(word) if is_stop(word))).collect();
    if kept.is_empty() { all } else { kept }
}

/// The terms of a question's pieces with their form, in order. A single word that stemming changes also gives itself, because a name of several
/// parts is indexed whole and unstemmed: `getusers` finds `getUsers`.
pub(super) fn terms(pieces: &[Piece], emit: &mut dyn FnMut(Form, &str)) {
    let stemmer = stemmer();
    for piece in pieces {
        let word = match piece {
            Piece::Term(term) => {
                emit(Form::Part, term);
                continue;
            }
            Piece::Word(word) => word,
        };
        let (mut count, mut first) = (0, String::new());
        expand(word, &stemmer, &mut |form, term| {
            if count == 0 {
                first.push_str(term);
            }
            count += 1;
            emit(form, term);
        });
        let plain = word.trim_matches('_').to_lowercase();
        if count == 1 && plain.len() >= 6 && plain != first {
            emit(Form::Whole, &plain);
        }
    }
}

/// The terms of a question with how often each occurs, in order of first appearance; stop words are dropped unless there is nothing else.
pub fn query_tokens(text: &str) -> Vec<(String, u32)> {
    let mut counts: Vec<(String, u32)> = Vec::new();
    let mut place = std::collections::HashMap::<String, usize>::new();
    terms(&content(text), &mut |_, term| match place.get(term) {
        Some(at) => counts[*at].1 = counts[*at].1.saturating_add(1),
        None => {
            place.insert(term.to_owned(), counts.len());
            counts.push((term.to_owned(), 1));
        }
    });
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> String {
        let mut out = Vec::new();
        tokens(text, &mut Scratch::default(), &mut |term| out.push(term.to_owned()));
        out.join(" ")
    }

    #[test]
    fn only_words_that_are_whole_narrow() {
        for (text, want) in [
            ("retry", ""),
            ("retry policy", " "),
            ("x.retry(when)", ".retry(when)"),
            (" retry ", " retry "),
            ("a \u{e9}t\u{e9} b", " \u{e9}t\u{e9} "),
            ("", ""),
            ("审批流程", "审批流程"),
            ("批", ""),
            ("批 a 批", " a "),
            ("x审批y", "审批"),
            ("批 审批", " 审批"),
        ] {
            assert_eq!(inner(text), want, "{text}");
        }
    }

    #[test]
    fn table() {
        for (text, want) in [
            ("", ""),
            ("_ __ ++ 7", ""),
            ("HTTPSConnectionPool2", "https connect pool 2 httpsconnectionpool2 httpsconnectionpool"),
            ("HTTPSConnection", "https connect httpsconnection"),
            ("getUserByID", "get user by id getuserbyid"),
            ("get_user_by_id", "get user by id get_user_by_id getuserbyid"),
            ("__init__", "init"),
            ("XMLHttpRequest", "xml http request xmlhttprequest"),
            ("ABc aBC ABC aB", "a bc abc a bc abc abc a b ab"),
            ("utf8", "utf 8 utf8"),
            ("MAX_SIZE_", "max size max_size maxsize"),
            ("E0382 404 0xFF", "e 0382 e0382 404 x ff xff"),
            ("connections running caches", "connect run cach"),
            ("it's 3.14", "it s 14"),
            ("123456789012345678901", ""),
            ("\u{65e5}\u{672c}\u{8a9e}", "\u{65e5}\u{672c} \u{672c}\u{8a9e}"),
            ("\u{5b57} a\u{5b57}b", "\u{5b57} a \u{5b57} b"),
            ("\u{d55c}\u{ae00}", "\u{d55c}\u{ae00}"),
            ("\u{30e6}\u{30fc}\u{30b6}\u{30fc}", "\u{30e6}\u{30fc} \u{30fc}\u{30b6} \u{30b6}\u{30fc}"),
            ("Gr\u{f6}\u{df}eMax", "gr\u{f6}\u{df}e max gr\u{f6}\u{df}emax"),
            ("cafe\u{301}", "caf\u{e9}"),
            ("\u{ff21}\u{ff42}", "ab"),
            (
                "\u{43f}\u{43e}\u{438}\u{441}\u{43a}_\u{424}\u{430}\u{439}\u{43b}",
                "\u{43f}\u{43e}\u{438}\u{441}\u{43a} \u{444}\u{430}\u{439}\u{43b} \u{43f}\u{43e}\u{438}\u{441}\u{43a}_\u{444}\u{430}\u{439}\u{43b} \u{43f}\u{43e}\u{438}\u{441}\u{43a}\u{444}\u{430}\u{439}\u{43b}",
            ),
            ("\u{1f600}ok\u{1f600}", "ok"),
        ] {
            assert_eq!(all(text), want, "{text:?}");
        }
        assert_eq!(all(&"x".repeat(300)), "");
        assert_eq!(all(&format!("{}_b", "x".repeat(140))), "b");
    }

    #[test]
    fn one_name_is_found_by_all_its_spellings() {
        let definition = all("class HTTPSConnectionPool2: def getUserByID");
        let has = |query: &str, want: &str| {
            let terms = query_tokens(query);
            assert!(terms.iter().any(|(term, _)| term == want), "{query}: {terms:?}");
            assert!(definition.split(' ').any(|term| term == want), "{want}");
        };
        has("https connection", "https");
        has("https connection", "connect");
        has("HTTPSConnection", "connect");
        has("httpsconnectionpool", "httpsconnectionpool");
        has("HTTPSConnectionPool", "httpsconnectionpool");
        has("get_user_by_id", "getuserbyid");
        has("getuserbyid", "getuserbyid");
    }

    #[test]
    fn questions_lose_their_stop_words() {
        assert!(STOP.is_sorted());
        let words =
            |text: &str| query_tokens(text).into_iter().map(|(term, count)| format!("{term}:{count}")).collect::<Vec<_>>().join(" ");
        assert_eq!(words("Where do we retry the retry?"), "retri:2");
        assert_eq!(words("what is this"), "what:1 is:1 this:1");
        assert_eq!(words("getusers"), "getus:1 getusers:1");
        assert_eq!(words(""), "");
    }
}
