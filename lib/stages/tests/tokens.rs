//! Token counts held against tiktoken-rs.

use std::io::Write;

use cw_stages::pack::tokens::{Encoding, count, count_up_to};
use proptest::prelude::*;

#[path = "../examples/vocabulary.rs"]
mod tool;

fn agree(text: &str) -> Result<(), TestCaseError> {
    for (encoding, reference) in
        [(Encoding::O200k, tiktoken_rs::o200k_base_singleton()), (Encoding::Cl100k, tiktoken_rs::cl100k_base_singleton())]
    {
        let expected = reference.encode_ordinary(text).len() as u64;
        prop_assert_eq!(count(encoding, text), expected, "{} of {:?}", encoding.name(), text);
        prop_assert_eq!(count_up_to(encoding, text, expected), Some(expected));
        if expected > 0 {
            prop_assert_eq!(count_up_to(encoding, text, expected - 1), None);
        }
    }
    Ok(())
}

#[test]
fn committed_vocabularies_are_what_the_tool_writes() {
    assert!(tool::build("o200k") == include_bytes!("../data/o200k.fst"));
    assert!(tool::build("cl100k") == include_bytes!("../data/cl100k.fst"));
}

#[test]
fn tricky_texts() {
    for text in [
        "",
        "I'm he'S we'LL they'Re I'VE don't it'd 'tis '\u{17f} x'\u{17f} '\u{212a} ''s 'sx 'LLL",
        "getHTTPResponseCode XMLHttpRequest ABCdef abcDEF AbC aBc __init__ _Foo $BAR ǅabc ǅ Ǆx ABǅc",
        "中文字符 漢字かな交じり文 한국어 ABC中DE中F 中a 中A a中 A中 aʰB ʰʰ ªº",
        "👩‍👩‍👧‍👦 🚀x 🇩🇪 a\u{301}bc A\u{301}BC \u{301}ABC \u{301}abc !\u{301}a !!\u{301}a \u{301}\u{301} \u{301}1",
        " \t\n  \r\n\r\n\t x\u{a0}y\u{85}z\u{2028}w\u{2029}\u{3000}\u{a0}\u{a0}b \n\u{85}\n \u{85}c\n ",
        "a\n",
        "a\n\n ",
        "a \n \n  ",
        "   ",
        "\n",
        "\r",
        " \r x",
        "\t\t\tx",
        "x  ",
        "a\u{a0}",
        "\u{85}\u{85}a",
        "0 12 123 1234 12345678901 ١٢٣٤ ⅣⅤ ½¼ ²³ 1a2b3c 0xdeadbeef 3.14159e-10 १२३४५",
        "a//\n/b ///\r\n///x =>\n\n  y {}\n\n}); // --- /*\n*/\n /\n/ ' ' / ",
        "<|endoftext|> <|fim_prefix|> <|endofprompt|>",
        "\0\u{1}\u{1b}[31m\u{7f}\u{9b}\u{feff}\u{200b}\u{200d}\u{202e}\u{fffd}\u{e000}\u{10ffff}",
        "Ünïcödé ÀÉÎ straße ΑΒΓαβγ Привет ПРИВЕТ مرحبا שלום สวัสดี नमस्ते",
    ] {
        agree(text).unwrap();
    }
}

/// The classes of all characters are those of the reference.
#[test]
fn every_character() {
    let all: Vec<char> = ('\0'..='\u{323af}').chain('\u{e0000}'..='\u{e01ef}').collect();
    for some in all.chunks(64) {
        let text: String = some.iter().flat_map(|character| ['a', *character, 'B', *character, *character, ' ', *character, '1']).collect();
        agree(&text).unwrap();
    }
}

#[test]
fn long_pieces() {
    for text in ["a".repeat(50_000), " ".repeat(5_000), "=".repeat(3_000), "ab1".repeat(5_000), "漢".repeat(2_000), "Ab".repeat(999)] {
        agree(&text).unwrap();
        agree(&format!("{text}x")).unwrap();
    }
    let ends = "\n".repeat(500);
    agree(&ends).unwrap();
    agree(&format!("x{ends} ")).unwrap();
}

#[test]
fn own_sources() {
    for text in [include_str!("tokens.rs"), include_str!("../src/pack/tokens/split.rs"), include_str!("../../records/RECORDS.md")] {
        agree(text).unwrap();
        agree(&text.replace('\n', "\r\n")).unwrap();
        agree(&text.to_uppercase()).unwrap();
    }
}

#[test]
#[ignore = "by hand: CW_CORPUS names a folder; every file in it is held against the reference"]
fn corpus() {
    fn walk(folder: &std::path::Path, files: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            match entry.file_type().unwrap() {
                kind if kind.is_dir() => walk(&entry.path(), files),
                kind if kind.is_file() => files.extend(std::fs::read_to_string(entry.path())),
                _ => {}
            }
        }
    }
    let mut files = Vec::new();
    walk(std::path::Path::new(&std::env::var("CW_CORPUS").unwrap()), &mut files);
    let bytes: usize = files.iter().map(String::len).sum();
    let mut took = Vec::new();
    for encoding in [Encoding::O200k, Encoding::Cl100k] {
        let start = std::time::Instant::now();
        let tokens: u64 = files.iter().map(|text| count(encoding, text)).sum();
        took.push((encoding.name(), tokens, bytes as f64 / 1e6 / start.elapsed().as_secs_f64()));
    }
    for text in &files {
        if let Err(TestCaseError::Fail(why)) = agree(text) {
            panic!("{}", &why.message()[..why.message().len().min(300)]);
        }
    }
    writeln!(std::io::stderr(), "all agree: {} files, {bytes} bytes, (encoding, tokens, MB/s) {took:?}", files.len()).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in "\\PC{0,40}|[\\x00-\\x7f]{0,60}") {
        agree(&text)?;
    }

    #[test]
    fn any_characters(text in proptest::collection::vec(any::<char>(), 0..40)) {
        agree(&text.into_iter().collect::<String>())?;
    }

    /// The characters that the patterns care about, close together.
    #[test]
    fn dense_text(text in "[aAzBsStTlLrReEvVmMdD'/ \\t\\r\\n\u{a0}\u{85}\u{2028}019½中ǅʰ\u{301}\u{17f}é!=._]{0,24}") {
        agree(&text)?;
    }
}
