//! Questions in Chinese, Japanese and Korean, said in English word by word, because most code is. **Pure.** The table (`data/terms.tsv`, see `data/TERMS.md`) is searched
//! where it lies; nothing is built at start.
//!
//! Left out: grammar, inflection beyond what a stem in the table covers, the translation of what is indexed, other languages.

use unicode_normalization::UnicodeNormalization;

use super::words::is_cjk;

/// Sorted lines: a foreign word, a tab, and its English words: alternatives with `|` between them, each of one or several words. `-` stands for words that say nothing.
const TABLE: &str = include_str!("../../data/terms.tsv");
/// Characters of the longest foreign word.
const LONGEST: usize = 13;
/// Foreign words beyond this many come from pasted text, and are left out.
const MOST: usize = 256;

/// A question that has foreign words, in English.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Foreign {
    /// The question with English words in the place of foreign ones; what the table lacks is dropped.
    pub sense: String,
    /// The same with the first alternative of each only: its neighbours were neighbours in the question.
    pub first: String,
    /// The English words alone, in order.
    pub words: Vec<String>,
}

/// Reads a question; `None` if none of its characters is Han, kana or hangul.
pub(super) fn foreign(question: &str) -> Option<Foreign> {
    if question.is_ascii() || !question.chars().any(is_cjk) {
        return None;
    }
    // Half-width kana and hangul in pieces are written in full in the table.
    let letters: Vec<char> = question.nfkc().collect();
    let mut read = Foreign::default();
    let (mut at, mut found) = (0, 0);
    while at < letters.len() {
        let run = letters[at..].iter().take_while(|letter| is_cjk(**letter)).count();
        if run == 0 {
            read.sense.push(letters[at]);
            read.first.push(letters[at]);
            at += 1;
            continue;
        }
        for english in segment(&letters[at..at + run], MOST - found) {
            found += 1;
            read.push(english);
        }
        at += run;
        // What follows begins a word of its own.
        if letters.get(at).is_some_and(|next| next.is_alphanumeric()) {
            read.sense.push(' ');
            read.first.push(' ');
        }
    }
    Some(read)
}

impl Foreign {
    fn push(&mut self, english: &str) {
        for (place, words) in english.split('|').enumerate() {
            for text in [&mut self.sense].into_iter().chain((place == 0).then_some(&mut self.first)) {
                if !text.is_empty() && !text.ends_with(char::is_whitespace) {
                    text.push(' ');
                }
                text.push_str(words);
            }
            self.words.extend(words.split(' ').map(str::to_owned));
        }
    }
}

/// The English of the longest known words of a run, from the left, at most so many; unknown characters pass. A word of one character counts only between known words and
/// the ends of the run: elsewhere it is part of a word that the table lacks.
fn segment(run: &[char], most: usize) -> Vec<&'static str> {
    let mut all = Vec::new();
    let (mut at, mut known) = (0, true);
    while at < run.len() && all.len() < most {
        let here =
            longest(&run[at..]).filter(|(length, _)| *length > 1 || known && (at + 1 == run.len() || longest(&run[at + 1..]).is_some()));
        known = here.is_some();
        let (length, english) = here.unwrap_or((1, "-"));
        if english != "-" {
            all.push(english);
        }
        at += length;
    }
    all
}

/// The longest word of the table that `run` begins with: its characters and its English.
fn longest(run: &[char]) -> Option<(usize, &'static str)> {
    let most = run.len().min(LONGEST);
    let key: String = run[..most].iter().collect();
    let ends: Vec<usize> = key.char_indices().map(|(start, letter)| start + letter.len_utf8()).collect();
    ends.iter().enumerate().rev().find_map(|(before, end)| Some((before + 1, look_up(&key[..*end])?)))
}

/// The English side of the line of `key`, by halving.
fn look_up(key: &str) -> Option<&'static str> {
    let bytes = TABLE.as_bytes();
    let (mut low, mut high) = (0, bytes.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = memchr::memrchr(b'\n', &bytes[..middle]).map_or(0, |end| end + 1);
        let end = memchr::memchr(b'\n', &bytes[middle..]).map_or(bytes.len(), |length| middle + length);
        let tab = start + memchr::memchr(b'\t', &bytes[start..end])?;
        match bytes[start..tab].cmp(key.as_bytes()) {
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Equal => return TABLE.get(tab + 1..end),
            std::cmp::Ordering::Greater => high = start,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_table_is_in_order() {
        let lines: Vec<(&str, &str)> = TABLE.lines().map(|line| line.split_once('\t').unwrap()).collect();
        assert!((1200..=6000).contains(&lines.len()), "{} rows", lines.len());
        assert!(TABLE.ends_with('\n') && !TABLE.contains('\r'));
        for pair in lines.windows(2) {
            assert!(pair[0].0 < pair[1].0, "{} does not come before {}", pair[0].0, pair[1].0);
        }
        let mut singles = Vec::new();
        for (foreign, english) in &lines {
            assert!(foreign.chars().all(is_cjk) && foreign.nfkc().eq(foreign.chars()), "{foreign:?}");
            let length = foreign.chars().count();
            assert!((1..=LONGEST).contains(&length), "{foreign}");
            let word = |word: &str| !word.is_empty() && word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9'));
            assert!(*english == "-" || english.split('|').all(|words| words.split(' ').all(word)), "{foreign}: {english:?}");
            if length == 1 && *english != "-" {
                singles.push(*foreign);
            }
            assert_eq!(look_up(foreign), Some(*english));
        }
        assert_eq!(singles.concat(), ONE, "words of one character are deliberate");
    }

    /// The words of one character that have an English side, sorted.
    const ONE: &str =
        "値值写列图圖块堆宏层帧幀幅式影慢栈树樹欄池流环税类组色行表親读边邊鍵鎖锁键頁页값널락맵뷰셸앱열웹잡줄큐키탭툴팀풀핑훅힙";

    #[test]
    fn segments() {
        for (question, want) in [
            ("", None),
            ("plain caf\u{e9} \u{43f}\u{438}\u{441}", None),
            ("连接池", Some("connection pool")),
            ("解析pdf的页面", Some("parse pdf page")),
            ("接続プールの再接続", Some("connection pool reconnect")),
            ("ﾘﾄﾗｲ", Some("retry")),
            ("인증 토큰을 갱신", Some("authentication token update")),
            ("\u{110b}\u{1169}\u{1105}\u{1172}", Some("error")),
            ("\u{9f98}\u{9f98}", Some("")),
            ("\u{9f98} a", Some(" a")),
            ("HttpClient的\u{9f98}超时", Some("HttpClient timeout")),
        ] {
            assert_eq!(foreign(question).map(|read| read.first).as_deref(), want, "{question}");
        }
        let read = foreign("并发").unwrap();
        assert_eq!((read.sense.as_str(), read.first.as_str()), ("concurrency concurrent", "concurrency"));
        assert_eq!(read.words, ["concurrency", "concurrent"]);
        // A pasted text ends somewhere.
        assert_eq!(foreign(&"连接池 ".repeat(1000)).unwrap().words.len(), 2 * MOST);
    }

    #[test]
    fn a_single_character_needs_known_neighbours() {
        assert_eq!(foreign("获取锁").unwrap().first, "get lock");
        assert_eq!(foreign("锁的实现").unwrap().first, "lock implement");
        assert_eq!(foreign("\u{9f98}锁\u{9f98}").unwrap().first, "");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn every_text_can_be_read(text in "\\PC{0,40}|[ぁ-ヿ가-힣一-龥a-zﾊ-ﾟ ]{0,40}") {
            if let Some(read) = foreign(&text) {
                prop_assert!(!read.sense.chars().any(is_cjk));
            }
        }
    }
}
