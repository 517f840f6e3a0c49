//! Models from a folder: the numbers of PyTorch on tiny models, and folders that are broken or hostile, which are refused by name.
#![cfg(feature = "local")]

mod tiny;

use std::path::Path;
use std::time::Duration;

use cw_records::{Chunk, RecordPath};
use cw_stages::providers::local::{CrossEncoder, Encoder, Prefixes, Task, task};
use cw_stages::providers::{Embedder, Reranker, Trouble, Wish};
use cw_stages::{Clock, Env, Error};
use serde_json::{Value, json};
use tempfile::TempDir;
use tiny::{HIDDEN, Width};

/// Every family that is known, as an encoder.
const FAMILIES: [&str; 4] = ["bert", "roberta", "distilbert", "mpnet"];

fn model(family: &str, judges: bool) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    tiny::write(folder.path(), family, judges);
    folder
}

fn put(folder: &TempDir, name: &str, value: Value) {
    let file = folder.path().join(name);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, value.to_string()).unwrap();
}

fn open(folder: &TempDir) -> Encoder {
    Encoder::open(folder.path(), Prefixes::default()).unwrap()
}

fn refusal(folder: &Path) -> Error {
    match Encoder::open(folder, Prefixes::default()) {
        Err(error) => error,
        Ok(_) => panic!("it was opened"),
    }
}

fn ask(encoder: &Encoder, text: &str) -> Vec<f32> {
    encoder.query(&Env::new(1).unwrap(), text, None).unwrap()
}

fn golden() -> Value {
    serde_json::from_str(include_str!("tiny/golden.json")).unwrap()
}

fn near(found: &[f32], wanted: &[f64], within: f64) -> bool {
    found.len() == wanted.len() && found.iter().zip(wanted).all(|(found, wanted)| (f64::from(*found) - wanted).abs() < within)
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Writes what `tiny/reference.py` reads, to the folder that CW_TINY names.
#[test]
#[ignore = "a step of making golden.json"]
fn models_for_the_reference() {
    let folder = std::env::var("CW_TINY").expect("CW_TINY names a folder");
    for family in FAMILIES {
        tiny::write(&Path::new(&folder).join(family), family, false);
        tiny::write(&Path::new(&folder).join(format!("{family}-judge")), family, true);
    }
}

#[test]
fn vectors_are_those_of_the_reference() {
    let golden = golden();
    let rows = golden["vectors"].as_array().unwrap();
    assert_eq!(rows.len(), FAMILIES.len() * 4 * 2);
    for family in FAMILIES {
        let folder = model(family, false);
        for pooling in ["mean", "cls"] {
            let name = if pooling == "mean" { "pooling_mode_mean_tokens" } else { "pooling_mode_cls_token" };
            put(
                &folder,
                "1_Pooling/config.json",
                json!({ "word_embedding_dimension": HIDDEN, "pooling_mode_max_tokens": false, name: true }),
            );
            let encoder = open(&folder);
            for row in rows.iter().filter(|row| row["family"] == family && row["pooling"] == pooling) {
                let wanted: Vec<f64> = serde_json::from_value(row["vector"].clone()).unwrap();
                let found = ask(&encoder, row["text"].as_str().unwrap());
                assert!(near(&found, &wanted, 2e-5), "{family} {pooling} {}: {found:?}", row["text"]);
            }
        }
    }
}

#[test]
fn scores_are_those_of_the_reference() {
    let golden = golden();
    let rows = golden["scores"].as_array().unwrap();
    assert_eq!(rows.len(), 9);
    for row in rows {
        let folder = model(row["family"].as_str().unwrap(), true);
        assert_eq!(task(folder.path()).unwrap(), Task::Judge);
        let judge = CrossEncoder::open(folder.path()).unwrap();
        let texts = vec![row["text"].as_str().unwrap().to_owned(); 3];
        let found = judge.judge(&Env::new(2).unwrap(), row["query"].as_str().unwrap(), &texts).unwrap();
        assert_eq!(found.len(), 3);
        for found in found {
            assert!((found.unwrap() - row["score"].as_f64().unwrap()).abs() < 5e-5, "{row}: {found:?}");
        }
    }
}

#[test]
fn halves_are_nearly_the_same() {
    let folder = model("bert", false);
    let text = "fn lock(&self) -> Guard { self.inner.lock() }";
    let whole = ask(&open(&folder), text);
    for (width, least) in [(Width::F16, 0.9999), (Width::Bf16, 0.998)] {
        std::fs::write(folder.path().join("model.safetensors"), tiny::safetensors(&tiny::tensors("bert", false), width)).unwrap();
        let found = cosine(&whole, &ask(&open(&folder), text));
        assert!(found > least && found < 1.000_001, "{width:?}: {found}");
    }
}

fn chunk(text: &str) -> Chunk {
    Chunk { path: RecordPath::from("a/b.rs"), breadcrumb: vec!["c".into()], text: text.into(), ..Chunk::default() }
}

/// What is too long is split at lines, each piece with its head, and pooled by length.
#[test]
fn long_texts_are_split_and_pooled() {
    let folder = model("bert", false);
    let encoder = open(&folder);
    let lines = [
        "let first_number = one_of_many;\n",
        "let second_digit = two_or_three;\n",
        "let third_letter = four_by_four;\n",
        "let fourth_thing = five_at_once;\n",
    ];
    let text = lines.concat();
    assert_eq!(encoder.input(&chunk(&text)), format!("a/b.rs > c\n{text}"));
    let found = encoder.chunks(&Env::new(1).unwrap(), &[&chunk(&text)], Wish::default()).pop().unwrap().unwrap();
    // 72 tokens, nearly one a letter, hold two of the lines behind their head.
    let mut sum = [0.0; HIDDEN];
    for piece in [lines[..2].concat(), lines[2..].concat()] {
        let vector = ask(&encoder, &format!("a/b.rs > c\n{piece}"));
        sum.iter_mut().zip(&vector).for_each(|(sum, number)| *sum += number * piece.len() as f32);
    }
    let length = sum.iter().map(|number| number * number).sum::<f32>().sqrt();
    assert!((cosine(&found, &sum) / length - 1.0).abs() < 1e-5, "{found:?}");
    assert!(cosine(&found, &ask(&encoder, &format!("a/b.rs > c\n{text}"))) < 0.999_999, "each piece has the head");
    // Nothing that is long stops it.
    for text in ["x".repeat(20_000), "(".repeat(3_000), "\u{6f22}".repeat(2_000), format!("{} tail", "\n".repeat(5_000))] {
        let length = ask(&encoder, &text).iter().map(|number| number * number).sum::<f32>();
        assert!((length - 1.0).abs() < 1e-4);
    }
    assert!(ask(&encoder, " \n").is_empty());
}

/// The same bits whatever the threads and the neighbours.
#[test]
fn a_vector_depends_on_its_text_alone() {
    let folder = model("roberta", false);
    let encoder = open(&folder);
    let chunks: Vec<Chunk> = (0..40).map(|number| chunk(&"total += price; ".repeat(1 + number % 7))).collect();
    let chunks: Vec<&Chunk> = chunks.iter().collect();
    let one = encoder.chunks(&Env::new(1).unwrap(), &chunks, Wish::default());
    assert_eq!(one, encoder.chunks(&Env::new(3).unwrap(), &chunks, Wish::default()));
    for (chunk, together) in chunks.iter().zip(&one) {
        assert_eq!(encoder.chunks(&Env::new(1).unwrap(), &[chunk], Wish::default()), std::slice::from_ref(together));
    }
}

#[test]
fn what_shapes_vectors_is_in_the_name() {
    let folder = model("bert", false);
    let part = |folder: &TempDir| open(folder).identity().part();
    let plain = part(&folder);
    let name = folder.path().file_name().unwrap().to_string_lossy().into_owned();
    assert!(plain.starts_with(&format!("local-{name}-{HIDDEN}-")), "{plain}");
    assert_eq!(part(&folder), plain);
    let text = "where is the lock taken";
    let before = ask(&open(&folder), text);
    // The folder's prompts, and what is said instead of them.
    put(&folder, "config_sentence_transformers.json", json!({ "prompts": { "query": "query: ", "passage": "passage: " } }));
    let prompted = open(&folder);
    assert_ne!(prompted.identity().part(), plain);
    assert!(prompted.input(&chunk("x")).starts_with("passage: a/b.rs"));
    let told = Prefixes { query: Some("q: ".into()), document: Some(String::new()) };
    let told = Encoder::open(folder.path(), told).unwrap();
    assert_ne!(told.identity().part(), prompted.identity().part());
    assert!(told.input(&chunk("x")).starts_with("a/b.rs"));
    assert_eq!(ask(&prompted, text), ask(&open(&model("bert", false)), &format!("query: {text}")));
    assert_eq!(ask(&told, text), ask(&open(&model("bert", false)), &format!("q: {text}")));
    std::fs::remove_file(folder.path().join("config_sentence_transformers.json")).unwrap();
    assert_eq!(part(&folder), plain);
    // Centred, and of length 1 again.
    let centre: Vec<f32> = (0..HIDDEN).map(|place| place as f32 / 100.0).collect();
    put(&folder, "centring.json", json!(centre));
    assert_ne!(part(&folder), plain);
    let mut wanted: Vec<f32> = before.iter().zip(&centre).map(|(number, centre)| number - centre).collect();
    let length = wanted.iter().map(|number| number * number).sum::<f32>().sqrt();
    wanted.iter_mut().for_each(|number| *number /= length);
    let found = ask(&open(&folder), text);
    assert!(found.iter().zip(&wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-5), "{found:?}");
    // One bit of the weights.
    std::fs::remove_file(folder.path().join("centring.json")).unwrap();
    let file = folder.path().join("model.safetensors");
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&file, bytes).unwrap();
    assert_ne!(part(&folder), plain);
}

/// Some folders want texts in lower case, whatever the tokenizer does.
#[test]
fn texts_are_put_into_lower_case() {
    let folder = model("bert", false);
    let mut tokenizer: Value = serde_json::from_slice(&std::fs::read(folder.path().join("tokenizer.json")).unwrap()).unwrap();
    tokenizer["normalizer"]["lowercase"] = json!(false);
    put(&folder, "tokenizer.json", tokenizer);
    let plain = ask(&open(&folder), "where is the lock");
    assert_ne!(ask(&open(&folder), "Where is THE Lock"), plain);
    put(&folder, "sentence_bert_config.json", json!({ "max_seq_length": 64, "do_lower_case": true }));
    assert_eq!(ask(&open(&folder), "Where is THE Lock"), plain);
}

/// A change of `config.json`, and what is said of it.
#[test]
fn settings_that_are_not_known_are_named() {
    let huge = json!(u64::MAX);
    for (name, value, said) in [
        ("model_type", json!("gpt2"), "\"model_type\" is \"gpt2\""),
        ("model_type", Value::Null, "\"model_type\" is null"),
        ("position_embedding_type", json!("relative_key"), "\"position_embedding_type\" is \"relative_key\""),
        ("hidden_act", json!("swish"), "\"hidden_act\" is \"swish\""),
        ("hidden_act", json!(3), "\"hidden_act\" is 3"),
        ("is_decoder", json!(true), "\"is_decoder\" is true"),
        ("hidden_size", huge.clone(), "\"hidden_size\" is 18446744073709551615"),
        ("hidden_size", json!(-1), "\"hidden_size\" is -1"),
        ("hidden_size", json!(0), "\"hidden_size\" is 0"),
        ("hidden_size", json!(30), "heads"),
        ("hidden_size", json!(64), "has the shape"),
        ("num_attention_heads", json!(0), "\"num_attention_heads\" is 0"),
        ("num_hidden_layers", json!(200), "encoder.layer.2.attention.self.query.weight"),
        ("num_hidden_layers", json!(1e30), "\"num_hidden_layers\""),
        ("intermediate_size", json!(65_536), "has the shape"),
        ("max_position_embeddings", huge, "\"max_position_embeddings\""),
        ("max_position_embeddings", json!(4), "too few"),
        ("max_position_embeddings", json!(100_000), "has the shape"),
        ("vocab_size", json!(4_000_000), "has the shape"),
        ("type_vocab_size", json!(0), "\"type_vocab_size\" is 0"),
        ("layer_norm_eps", json!("small"), "\"layer_norm_eps\" is \"small\""),
        ("architectures", json!(["BertForSequenceClassification"]), "2 kinds"),
    ] {
        let folder = model("bert", false);
        let mut config = tiny::config("bert", false);
        config.insert(name.into(), value);
        put(&folder, "config.json", config.into());
        let error = refusal(folder.path());
        assert!(error.code == "S37" && error.message.contains(said) && error.hint.is_some(), "{name}: {error}");
        assert!(error.message.contains("config.json"), "{name}: {error}");
    }
}

/// Other files of the folder, and what is said of them.
#[test]
fn broken_files_are_named() {
    for (name, text, said) in [
        ("config.json", "[]", "no JSON object"),
        ("config.json", "{", "no JSON object"),
        ("tokenizer.json", "{}", "tokenizer.json"),
        ("tokenizer.json", "\u{0}", "tokenizer.json"),
        ("modules.json", r#"[{"type":"sentence_transformers.models.Dense"}]"#, "Dense"),
        ("modules.json", "{}", "no list of modules"),
        ("1_Pooling/config.json", r#"{"pooling_mode_lasttoken":true}"#, "lasttoken"),
        ("1_Pooling/config.json", r#"{"pooling_mode_mean_tokens":true,"pooling_mode_cls_token":true}"#, "and"),
        ("1_Pooling/config.json", "{}", "no way of pooling"),
        ("sentence_bert_config.json", r#"{"max_seq_length":1}"#, "too few"),
        ("centring.json", "[1,2]", "2 numbers, not 32"),
        ("centring.json", "[1e999]", "no list of numbers"),
        ("model.safetensors", "", "model.safetensors"),
        ("model.safetensors", "\u{1}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}{", "model.safetensors"),
    ] {
        let folder = model("bert", false);
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, text).unwrap();
        let error = refusal(folder.path());
        assert!(error.code == "S37" && error.message.contains(said), "{name} {text}: {error}");
    }
    for name in ["config.json", "tokenizer.json", "model.safetensors"] {
        let folder = model("bert", false);
        std::fs::remove_file(folder.path().join(name)).unwrap();
        let error = refusal(folder.path());
        assert!(error.code == "S37" && error.message.contains(name) && error.message.contains("no such file"), "{error}");
        std::fs::create_dir(folder.path().join(name)).unwrap();
        assert_eq!(refusal(folder.path()).code, "S37");
    }
    assert_eq!(refusal(Path::new("/nowhere/at/all")).code, "S37");
    // One for the other.
    let error = refusal(model("bert", true).path());
    assert!(error.message.contains("judges"), "{error}");
    let Err(error) = CrossEncoder::open(model("bert", false).path()) else { panic!("an encoder judges nothing") };
    assert!(error.code == "S37" && error.message.contains("judges nothing"), "{error}");
}

/// Weights that are cut, of another shape or type, or missing.
#[test]
fn broken_weights_are_named() {
    let tensors = tiny::tensors("bert", false);
    let refused = |bytes: &[u8]| {
        let folder = model("bert", false);
        std::fs::write(folder.path().join("model.safetensors"), bytes).unwrap();
        let error = refusal(folder.path());
        assert!(error.code == "S37" && error.message.contains("model.safetensors"), "{error}");
        error.message
    };
    for at in 0..tensors.len() {
        let mut fewer = tensors.clone();
        let (name, _) = fewer.remove(at);
        assert!(refused(&tiny::safetensors(&fewer, Width::F32)).contains(&name));
        let mut other = tensors.clone();
        other[at].1.reverse();
        other[at].1[0] += 1;
        assert!(refused(&tiny::safetensors(&other, Width::F32)).contains(&name));
    }
    let whole = tiny::safetensors(&tensors, Width::F32);
    for length in [0, 1, 7, 8, 9, 100, whole.len() / 2, whole.len() - 1] {
        refused(&whole[..length]);
    }
    let text = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let mut bytes = whole.clone();
        let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        bytes
    };
    refused(&text("\"F32\"", "\"I32\""));
    refused(&text("\"F32\"", "\"F64\""));
    refused(&text("\"F32\"", "\"F16\""));
    refused(&[&u64::MAX.to_le_bytes()[..], &whole[8..]].concat());
    // Any byte of the table: refused, or of no consequence; never a panic.
    let folder = model("bert", false);
    let end = 8 + u64::from_le_bytes(whole[..8].try_into().unwrap()) as usize;
    for at in (0..end).step_by(11) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 7);
        std::fs::write(folder.path().join("model.safetensors"), bytes).unwrap();
        if let Err(error) = Encoder::open(folder.path(), Prefixes::default()) {
            assert_eq!(error.code, "S37");
        }
    }
}

/// What cannot be seen in the files shows in the first vector, which is never stored.
#[test]
fn numbers_that_are_none_are_no_vector() {
    let folder = model("bert", false);
    let file = folder.path().join("model.safetensors");
    let mut bytes = std::fs::read(&file).unwrap();
    let end = 8 + u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    for number in bytes[end..].as_chunks_mut::<4>().0.iter_mut().skip(100).step_by(97) {
        *number = f32::NAN.to_le_bytes();
    }
    std::fs::write(&file, bytes).unwrap();
    let encoder = open(&folder);
    let found = encoder.query(&Env::new(1).unwrap(), "where", None);
    assert!(matches!(&found, Err(Trouble::Settings(message)) if message.contains("not finite")), "{found:?}");
    // A tokenizer of another model has words that the weights lack.
    let folder = model("bert", false);
    let mut tokenizer: Value = serde_json::from_slice(&std::fs::read(folder.path().join("tokenizer.json")).unwrap()).unwrap();
    tokenizer["model"]["vocab"]["where"] = json!(30_000);
    put(&folder, "tokenizer.json", tokenizer);
    let found = open(&folder).query(&Env::new(1).unwrap(), "where", None);
    assert!(matches!(&found, Err(Trouble::Settings(message)) if message.contains("the token 30000")), "{found:?}");
}

/// An hour passes with each look.
struct Slow(std::sync::atomic::AtomicU64);

impl Clock for Slow {
    fn now(&self) -> Duration {
        Duration::from_secs(3600 * self.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst))
    }

    fn sleep(&self, _: Duration) {}
}

/// Whoever waits for an answer does not wait for all vectors; who builds does. Cancelled is cancelled.
#[test]
fn a_question_does_not_wait_for_ever() {
    let folder = model("distilbert", false);
    let encoder = open(&folder);
    let chunks = [chunk("a"), chunk("b"), chunk("c")];
    let chunks: Vec<&Chunk> = chunks.iter().collect();
    let env = Env::new(1).unwrap().with_clock(Slow(0.into()));
    let found = encoder.chunks(&env, &chunks, Wish { hurry: true, dims: None });
    assert!(found.iter().all(|found| matches!(found, Err(Trouble::Down(message)) if message.contains("10 s"))), "{found:?}");
    assert!(encoder.chunks(&env, &chunks, Wish::default()).iter().all(Result::is_ok));
    env.cancel();
    assert!(encoder.chunks(&env, &chunks, Wish::default()).iter().all(|found| *found == Err(Trouble::Cancelled)));
    let judge = CrossEncoder::open(model("distilbert", true).path()).unwrap();
    assert_eq!(judge.judge(&env, "a", &["b".into()]), Err(Trouble::Cancelled));
}
