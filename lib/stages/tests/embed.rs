//! The embedded model against what its trainer's tokeniser gives, and the properties that its vectors promise.

use cw_records::RecordPath;
use cw_stages::providers::embedded::{Model, Worker, normalise, quantise};

/// Each line is `[text, ids]`, made with the `tokenizers` package from the model's `tokenizer.json`.
const GOLDEN: &str = include_str!("data/wordpiece.jsonl");

fn golden(lines: &str) -> Vec<(String, Vec<u16>)> {
    lines.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn length(vector: &[f32]) -> f32 {
    vector.iter().map(|x| x * x).sum::<f32>().sqrt()
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[test]
fn tokens_are_those_of_the_trainer() {
    let cases = golden(GOLDEN);
    assert!(cases.len() >= 60);
    for (text, ids) in cases {
        assert_eq!(Model::embedded().tokens(&text), ids, "{text:?}");
    }
}

#[test]
fn vectors_have_length_one_or_zero() {
    let model = Model::embedded();
    assert_eq!(Model::dims(), 128);
    for text in ["", "  ", "\u{65e5}\u{672c}", "++ --"] {
        assert_eq!(model.embed(text), vec![0.0; 128], "{text:?}");
    }
    for text in ["a", "fn main() {}", "where do we retry a request", &"x ".repeat(100_000), &"a".repeat(50)] {
        assert!((length(&model.embed(text)) - 1.0).abs() < 1e-6);
    }
}

#[test]
fn state_changes_no_vector() {
    let texts: Vec<String> =
        (0..300).map(|n| format!("fn item{n}() {{ retryRequest(pool_{n}, backoff * {n}) }} {}", "ab ".repeat(n))).collect();
    let mut used = Worker::new();
    for text in &texts {
        assert_eq!(used.embed(text), Worker::new().embed(text));
        assert_eq!(used.embed(text), Model::embedded().embed(text));
    }
}

#[test]
fn a_number_pins_the_formula() {
    // From the table itself, computed elsewhere in double precision.
    let got = Model::embedded().embed("retry the HTTP request");
    let want = [-0.081844, 0.094093, -0.038606, 0.196314, 0.177235, -0.045761, 0.078029, -0.082915];
    for (got, want) in got.iter().zip(want) {
        assert!((got - want).abs() < 1e-5, "{got} {want}");
    }
}

#[test]
fn near_texts_are_near() {
    let model = Model::embedded();
    let query = model.embed("retry failed http requests with backoff");
    let right = model.embed(
        "def retry(self, request, attempts):\n    # exponential backoff\n    sleep(2 ** attempts)\n    return self.http.send(request)",
    );
    let wrong = model.embed("struct Color { red: u8, green: u8, blue: u8 }\nimpl Color { fn darken(&self) -> Color }");
    assert!(dot(&query, &right) > dot(&query, &wrong) + 0.2);
}

#[test]
fn the_path_is_a_share_of_a_chunk() {
    let model = Model::embedded();
    let body = "return x + 1";
    let plain = model.embed(body);
    let chunk = model.embed_chunk(body, &RecordPath::from("a/b/http/retry_policy.test.rs"));
    assert!((length(&chunk) - 1.0).abs() < 1e-6);
    // norm(body + .3 * side), with the side written out.
    let mut want = plain.clone();
    for (x, side) in want.iter_mut().zip(model.embed("b http retry policy test")) {
        *x += 0.3 * side;
    }
    normalise(&mut want);
    assert!(dot(&want, &chunk) > 0.99999);
    // No words in the path: the body alone. No body: the path alone.
    assert!(dot(&model.embed_chunk(body, &RecordPath::from("\u{6587}.\u{4e66}")), &plain) > 0.99999);
    assert!(dot(&model.embed_chunk("", &RecordPath::from("retry.rs")), &model.embed("retry")) > 0.99999);
    assert_eq!(model.embed_chunk("", &RecordPath::from("")), vec![0.0; 128]);
    assert!(length(&model.embed_chunk(body, &RecordPath::from_bytes(vec![0xff, b'/', b'a']))) > 0.99);
}

#[test]
fn quantised_rows_are_close_and_bounded() {
    let vector = Model::embedded().embed("parse the configuration file");
    let (row, scale) = quantise(&vector);
    assert!(row.iter().any(|x| x.unsigned_abs() == 127));
    for (x, q) in vector.iter().zip(&row) {
        assert!((x - f32::from(*q) * scale).abs() <= scale * 0.5001);
    }
    assert_eq!(quantise(&[0.0; 4]), (vec![0; 4], 0.0));
    assert_eq!(quantise(&[f32::NAN, 1.0]), (vec![0; 2], 0.0));
    assert_eq!(quantise(&[-127.0, 0.5, -0.5, 1.5, 2.4]), (vec![-127, 1, -1, 2, 2], 1.0));
    assert_eq!(quantise(&[]), (vec![], 0.0));
}

/// A larger check, for whoever changes the tokeniser: `CW_GOLDEN=lines.jsonl cargo test -p cw-stages --test embed -- --ignored`.
#[test]
#[ignore = "needs a file of lines"]
fn tokens_of_a_file_of_lines() {
    let path = std::env::var_os("CW_GOLDEN").expect("CW_GOLDEN");
    for (text, ids) in golden(&std::fs::read_to_string(path).expect("readable")) {
        assert!(Model::embedded().tokens(&text) == ids, "{text:?}");
    }
}
