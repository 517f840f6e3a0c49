//! The contract of `RECORDS.md`, held against its own examples and against broken streams.

use cw_records::{Counts, Error, Reader, Record, RecordPath, Writer};
use proptest::prelude::*;

fn read(text: &str, keep_going: bool) -> Result<Vec<Record>, Error> {
    Reader::new(text.as_bytes(), keep_going).collect()
}

fn print(record: &Record) -> String {
    let mut line = Vec::new();
    record.print(&mut line).unwrap();
    String::from_utf8(line).unwrap()
}

/// Every example of the page is a record of a known type, and printing it gives the example back, byte for byte.
#[test]
fn examples_of_the_page_are_records() {
    let page = include_str!("../RECORDS.md");
    let mut seen = std::collections::BTreeSet::new();
    for block in page.split("```jsonl\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            let record = Record::parse(line).unwrap();
            assert_ne!(record.kind(), "", "{line}");
            assert_eq!(print(&record), line);
            seen.insert(record.kind());
        }
    }
    assert_eq!(seen.len(), 10, "every type has an example: {seen:?}");
}

const HEAD: &str = "{\"type\":\"header\",\"v\":1,\"order\":\"none\",\"via\":[]}\n";
const END: &str = "{\"type\":\"end\",\"records\":2,\"faults\":0,\"skips\":0}\n";

#[test]
fn discipline_of_header_and_end() {
    assert_eq!(read(&format!("{HEAD}{END}"), false).unwrap().len(), 2);
    assert_eq!(read(&format!("{HEAD}{END}{HEAD}{END}"), false).unwrap().len(), 4, "concatenated streams are legal");
    assert!(matches!(read("", false), Err(Error::Cut { records: 0 })));
    assert!(matches!(read(HEAD, false), Err(Error::Cut { records: 1 })));
    assert!(matches!(read(&format!("{HEAD}{HEAD}{END}"), false), Err(Error::Cut { .. })));
    assert!(matches!(read(END, false), Err(Error::NoHeader { line: 1, .. })));
    let newer = HEAD.replace("\"v\":1", "\"v\":2");
    assert!(matches!(read(&newer, true), Err(Error::Version { found: 2 })));
}

#[test]
fn bad_lines_are_named_or_passed_over() {
    for bad in [
        "{\"path\":",
        "[1]",
        "{\"type\":\"gone\"}",
        "{\"type\":\"gone\",\"path\":\"a\",\"path_b64\":\"YQ==\"}",
        "{\"type\":\"chunk\",\"id\":\"XY\"}",
        "\u{0}",
    ] {
        let text = format!("{HEAD}{bad}\n{END}");
        match read(&text, false) {
            Err(error @ Error::Line { line: 2, .. }) => assert_eq!(error.code(), "R01"),
            other => panic!("{bad}: {other:?}"),
        }
        let passed = read(&text, true).unwrap();
        assert!(matches!(&passed[1], Record::Fault(fault) if fault.code == "R01" && fault.message.contains("line 2")), "{passed:?}");
    }
}

#[test]
fn strangers_pass_untouched() {
    let strange = "{ \"type\" : \"their.thing\", \"a\":1.50 }";
    let text = format!("\u{feff}{}\r\n\r\n{strange}\n{END}", HEAD.trim_end());
    let records = read(&text, false).unwrap();
    assert_eq!(print(&records[1]), strange);
    let known = "{\"type\":\"gone\",\"path\":\"a\",\"x_mine\":{\"k\":[1,2.5,null]},\"later\":\"yes\"}";
    assert_eq!(print(&Record::parse(known).unwrap()), known);
}

/// Rule 3: what a number of the machine cannot hold, what is there twice, blanks and depth stay as they were written; what was changed is what it is now.
#[test]
fn unknown_fields_keep_their_bytes() {
    let deep = format!("{}1{}", "[".repeat(300), "]".repeat(300));
    for odd in [
        "123456789012345678901234567890",
        "3.141592653589793238462643383279",
        "1e999",
        "-0.0e+10",
        "{\"a\":1,\"a\":2}",
        "[1, 2 ,3]",
        "\"\\u00e9\\/\"",
        "1,\"x_n\":2",
        "1e999,\"x_n\":2",
        &deep,
    ] {
        for line in [
            format!("{{\"type\":\"gone\",\"path\":\"a\",\"x_n\":{odd},\"later\":1}}"),
            format!("{{\"type\":\"end\",\"records\":3,\"faults\":0,\"skips\":0,\"x_n\":{odd}}}"),
        ] {
            let printed = print(&Record::parse(&line).unwrap());
            let sorted = |line: &str| {
                let mut bytes = line.as_bytes().to_vec();
                bytes.sort_unstable();
                bytes
            };
            assert_eq!(sorted(&printed), sorted(&line), "{odd}");
            assert!(printed.contains(&format!("\"x_n\":{}", odd.split(",\"x_n\"").next().unwrap())), "{printed}");
            assert_eq!(print(&Record::parse(&printed).unwrap()), printed, "{odd}");
        }
    }
    let Record::End(mut end) = Record::parse("{\"type\":\"end\",\"left_out\":1.0e1}").unwrap() else { panic!() };
    assert_eq!(end.extra["left_out"], 10.0);
    end.extra.insert("left_out".into(), 11.into());
    assert_eq!(print(&Record::End(end)), "{\"type\":\"end\",\"records\":0,\"faults\":0,\"skips\":0,\"left_out\":11}");
    assert!(Record::parse("{\"type\":\"hit\",\"path\":\"a\",\"score\":1e999}").is_err());
}

#[test]
fn writer_counts() {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes);
    for line in [
        HEAD,
        "{\"type\":\"skip\",\"path\":\"a\",\"reason\":\"binary\"}",
        "{\"type\":\"fault\",\"level\":\"loss\",\"code\":\"S01\",\"message\":\"m\"}",
        END,
    ] {
        writer.write(Record::parse(line.trim_end()).unwrap()).unwrap();
    }
    assert_eq!(writer.counts(), Counts { losses: 1, ends: 1, ..Counts::default() });
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.ends_with("{\"type\":\"end\",\"records\":4,\"faults\":1,\"skips\":1}\n"), "{text}");
}

#[test]
fn hostile_paths_are_not_confined() {
    for bad in ["", "/etc/passwd", "../a", "a/../b", "a//b", "./a", "a/", "a\0b"] {
        assert!(!RecordPath::from(bad).is_confined(), "{bad:?}");
    }
    for good in ["a", "a/b.rs", "..a/b", "a b", "\n"] {
        assert!(RecordPath::from(good).is_confined(), "{good:?}");
    }
}

proptest! {
    /// Law: parse then print is the identity, whatever the bytes of the path and the unknown fields.
    #[test]
    fn parse_then_print_is_the_identity(path in proptest::collection::vec(any::<u8>(), 0..20), text in ".*", score in -1e9f64..1e9, key in "x_[a-z]{1,8}") {
        let mut hit = cw_records::Hit { path: RecordPath::from_bytes(path), score: cw_records::round(score), rank: 3, ..Default::default() };
        hit.extra.insert(key, serde_json::Value::String(text.clone()));
        let file = cw_records::File { path: hit.path.clone(), text: Some(text), ..Default::default() };
        for record in [Record::from(hit), Record::from(file)] {
            let line = print(&record);
            prop_assert!(!line.contains('\n'));
            prop_assert_eq!(Record::parse(&line).unwrap(), record);
        }
    }
}
