//! The technical terms of a prompt: what stands in back-ticks, paths, and words that only a name is written like. **Pure.**
//!
//! Left out: plain words. A search has them anyway, and a reader knows them.

use super::places::places;
use super::query::identifiers;
use super::words::is_cjk;

/// Characters of a term, and terms of a prompt.
const LENGTH: std::ops::RangeInclusive<usize> = 3..=64;
const MOST: usize = 20;

/// The terms of `prompt`, at most twenty, in this order: back-ticked, paths, `AbC`, `aB`, `a_b`, `a::b` and `a()`. The script around them does not matter.
pub fn technical_terms(prompt: &str) -> Vec<String> {
    // Scripts without spaces, and their punctuation, end a path as white space does.
    let spaced = prompt.replace(|letter: char| is_cjk(letter) || !letter.is_ascii() && !letter.is_alphanumeric(), " ");
    let names = identifiers(&spaced);
    let files = places(&spaced).paths.into_iter().map(|path| path.path);
    let files: Vec<String> = files.filter(|path| path.rsplit('/').next().is_some_and(|name| name.contains('.'))).collect();
    let of_files = |name: &&str| files.iter().any(|file| identifiers(file).contains(name)) && prompt.matches(*name).count() == 1;
    let written =
        |like: fn(&str) -> bool| names.iter().copied().filter(|name| !of_files(name)).filter(move |name| like(name)).map(str::to_owned);
    let mut terms: Vec<String> = Vec::new();
    let found = ticked(prompt).map(str::to_owned).chain(files.iter().cloned()).chain(written(is_pascal)).chain(written(is_camel));
    for term in found.chain(written(is_snake)).chain(spaced.split_whitespace().filter_map(qualified)) {
        if LENGTH.contains(&term.chars().count()) && terms.len() < MOST && !terms.contains(&term) {
            terms.push(term);
        }
    }
    terms
}

/// What stands between single back-ticks, in one line.
fn ticked(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().starts_with("```")).flat_map(|line| {
        let parts: Vec<&str> = line.split('`').collect();
        let closed = parts.len() - 1 + parts.len() % 2;
        parts.into_iter().take(closed).skip(1).step_by(2).map(str::trim)
    })
}

fn humps(name: &str) -> usize {
    name.chars().zip(name.chars().skip(1)).filter(|(a, b)| (a.is_lowercase() || a.is_numeric()) && b.is_uppercase()).count()
}

fn is_pascal(name: &str) -> bool {
    let acronym = name.chars().take_while(|letter| letter.is_uppercase()).count() > 2 && name.chars().any(char::is_lowercase);
    !name.contains('_') && name.starts_with(char::is_uppercase) && (humps(name) > 0 || acronym && !name.ends_with('s'))
}

fn is_camel(name: &str) -> bool {
    !name.contains('_') && name.starts_with(char::is_lowercase) && humps(name) > 0
}

fn is_snake(name: &str) -> bool {
    name.trim_matches('_').contains('_')
}

/// `a::b`, `a->b`, `a#b`, and `a()`, without what stands around them in a sentence.
fn qualified(word: &str) -> Option<String> {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '_' | '(' | ')'));
    let word = word.trim_start_matches(['(', ')']);
    let (name, called) = match word.find('(') {
        Some(at) => (&word[..at], word[at..].starts_with("()")),
        None => (word.trim_end_matches(')'), false),
    };
    let inner =
        ["::", "->", "#"].iter().any(|mark| name.split_once(mark).is_some_and(|(left, right)| !left.is_empty() && !right.is_empty()));
    let plain = name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | ':' | '-' | '>' | '#' | '.'));
    (plain && name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') && (inner || called)).then(|| name.to_owned())
}

/// The language that a text is in, as far as its script tells: `zh`, `ja`, `ko`, `ru` (any in Cyrillic), `other`, or `en` for every one in Latin letters.
pub fn language(text: &str) -> &'static str {
    let count = |is: fn(char) -> bool| text.chars().filter(|letter| is(*letter)).count();
    let kana = count(|letter| matches!(letter, '\u{3041}'..='\u{30fa}' | '\u{ff66}'..='\u{ff9f}'));
    let hangul = count(|letter| matches!(letter, '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' | '\u{ac00}'..='\u{d7a3}'));
    let han =
        count(|letter| is_cjk(letter) && !matches!(letter, '\u{3041}'..='\u{30fa}' | '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7a3}'));
    let cyrillic = count(|letter| matches!(letter, '\u{400}'..='\u{52f}'));
    let latin = count(|letter| matches!(letter, 'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}'));
    let letters = count(char::is_alphabetic);
    match () {
        // Three letters of a script are more than a quoted word; names in Latin letters stand in prompts of every language.
        () if kana >= 3 => "ja",
        () if hangul >= 3 => "ko",
        () if han >= 3 => "zh",
        () if cyrillic >= 3 && cyrillic * 4 > latin => "ru",
        () if letters > 0 && (letters - latin) * 2 > letters => "other",
        () => "en",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_of_prompts() {
        for (prompt, want) in [
            ("make the cache faster", &[][..]),
            (
                "Fix `retry loop` in src/net/retry.rs: RetryPolicy and getUserById, max_size too",
                &["retry loop", "src/net/retry.rs", "RetryPolicy", "getUserById", "max_size"],
            ),
            ("把getUserById改成异步，见src/app.ts文件。", &["src/app.ts", "getUserById"]),
            ("why does Store::open() fail, and evict()? Also file(s).", &["Store::open", "evict"]),
            ("HTTPServer, URLs and JSON", &["HTTPServer"]),
            ("see http://example.org/a.ts and 1.5.0", &[]),
            ("`a` and `unclosed", &[]),
            ("キャッシュの`evict`を直す", &["evict"]),
            ("```\nfenced_name\n```", &["fenced_name"]),
        ] {
            assert_eq!(technical_terms(prompt), want, "{prompt}");
        }
        let many: String = (0..40).map(|number| format!("name_{number} ")).collect();
        assert_eq!(technical_terms(&many).len(), MOST);
        assert!(technical_terms(&format!("`{}`", "x".repeat(65))).is_empty());
    }

    #[test]
    fn languages_of_prompts() {
        for (text, want) in [
            ("where do we retry", "en"),
            ("Wo wird wiederholt?", "en"),
            ("把 prompt enhance 对齐到 Skills", "zh"),
            ("缓存", "other"),
            ("キャッシュを消す", "ja"),
            ("캐시를 지운다", "ko"),
            ("где кеш в src/cache.rs", "ru"),
            ("πού είναι η μνήμη", "other"),
            ("", "en"),
        ] {
            assert_eq!(language(text), want, "{text}");
        }
    }
}
