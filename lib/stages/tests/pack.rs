//! Packing: its laws over random trees, and its answers to what is stale, hostile or too large.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cw_records::{Blob, Context, End, Fault, Header, Hit, Level, Order, Record, RecordPath, chunk_id};
use cw_stages::pack::tokens::count;
use cw_stages::pack::{Content, Encoding, Format, Options, Style, Texts, pack, render};
use cw_stages::{Env, Error, Exit, Stream};
use proptest::prelude::*;

#[derive(Debug, Default)]
struct Tree(BTreeMap<RecordPath, Arc<str>>);

impl Texts for Tree {
    fn file(&self, path: &RecordPath) -> Result<Option<Content>, Error> {
        Ok(self.0.get(path).map(|text| Content { text: text.clone(), views: Vec::new() }))
    }
}

impl Tree {
    fn with(mut self, path: &str, text: &str) -> Tree {
        self.0.insert(RecordPath::from(path), text.into());
        self
    }

    /// A hit on the lines `first..=last` of a file.
    fn hit(&self, path: &str, first: usize, last: usize) -> Hit {
        let path = RecordPath::from(path);
        let text = &self.0[&path];
        let ends: Vec<usize> = std::iter::once(0)
            .chain(text.split_inclusive('\n').scan(0, |end, line| {
                *end += line.len();
                Some(*end)
            }))
            .collect();
        let (start, end) = (ends[first - 1], ends[last]);
        let id = chunk_id(&path, start as u64, &Blob::of(&text.as_bytes()[start..end]));
        Hit { id, path, lang: Some("rust".into()), bytes: (start as u64, end as u64), lines: (first as u32, last as u32), ..Hit::default() }
    }
}

fn expanded(mut hit: Hit) -> Hit {
    hit.from.insert("expand".into(), serde_json::json!({ "score": 0.1, "rule": "E1" }));
    hit
}

fn stream(hits: &[Hit]) -> Vec<Record> {
    let mut header = Header::new(Order::Score);
    header.query = Some("why".into());
    let ranked = hits
        .iter()
        .enumerate()
        .map(|(place, hit)| Record::from(Hit { score: 100.0 - place as f64, rank: place as u32 + 1, ..hit.clone() }));
    std::iter::once(header.into()).chain(ranked).chain([End::default().into()]).collect()
}

fn run(tree: &Tree, records: Vec<Record>, options: Options) -> Vec<Result<Record, Error>> {
    let env = Env::new(1).unwrap();
    pack(&env, Box::new(records.into_iter().map(Ok)), tree, options).collect()
}

fn packed(tree: &Tree, hits: &[Hit], options: Options) -> Vec<Record> {
    run(tree, stream(hits), options).into_iter().map(Result::unwrap).collect()
}

fn contexts(records: &[Record]) -> Vec<Context> {
    records.iter().filter_map(|record| if let Record::Context(context) = record { Some(context.clone()) } else { None }).collect()
}

fn faults(records: &[Record]) -> Vec<Fault> {
    records.iter().filter_map(|record| if let Record::Fault(fault) = record { Some(fault.clone()) } else { None }).collect()
}

fn printed(records: Vec<Record>, format: Format, style: Style) -> String {
    let mut out = Vec::new();
    render(Box::new(records.into_iter().map(Ok)), format, style, &mut out).unwrap();
    String::from_utf8(out).expect("valid UTF-8, always")
}

const THREE: &str = "fn a() {}\nfn b() {}\nfn c() {}\n";

#[test]
fn adjacent_hits_become_one_context_at_the_place_of_the_best() {
    let tree = Tree::default().with("a.rs", THREE).with("b.rs", "x\ny");
    let hits = [tree.hit("a.rs", 2, 2), tree.hit("b.rs", 2, 2), tree.hit("a.rs", 1, 1), tree.hit("a.rs", 2, 2)];
    let records = packed(&tree, &hits, Options::default());
    let found = contexts(&records);
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].text.as_str(), found[0].lines, found[0].bytes), ("fn a() {}\nfn b() {}\n", (1, 2), (0, 20)));
    assert_eq!((found[0].score, found[0].rank, found[1].rank), (100.0, 1, 2));
    assert_eq!(found[0].hits, [hits[0].id, hits[2].id]);
    assert_eq!(found[0].tokens, count(Encoding::O200k, &found[0].text));
    assert!(found[0].from.is_empty());
    assert_eq!(printed(records, Format::Text, Style::default()), "a.rs:1-2\nfn a() {}\nfn b() {}\n\nb.rs:2-2\ny\n");
}

#[test]
fn header_and_strangers_pass_and_the_end_tells_what_was_left_out() {
    let tree = Tree::default().with("a.rs", THREE);
    let mut records = stream(&[tree.hit("a.rs", 1, 1), tree.hit("a.rs", 3, 3)]);
    records.insert(1, Record::Other("{\"type\":\"x\"}".into()));
    records.insert(2, Fault::note("S99", None, "m").into());
    let options = Options { tokens: Some(12), ..Options::default() };
    let records: Vec<Record> = run(&tree, records, options).into_iter().map(Result::unwrap).collect();
    let Record::Header(header) = &records[0] else { panic!() };
    assert_eq!(header.via, [cw_stages::via("pack")]);
    assert_eq!(records.iter().map(Record::kind).collect::<Vec<_>>(), ["header", "", "fault", "context", "end"]);
    let Some(Record::End(end)) = records.last() else { panic!() };
    assert_eq!(end.extra["left_out"], 1);
}

#[test]
fn seeds_come_before_expansion() {
    let tree = Tree::default().with("a.rs", THREE).with("b.rs", THREE);
    let hits = [tree.hit("a.rs", 1, 1), expanded(tree.hit("b.rs", 1, 1)), tree.hit("a.rs", 3, 3)];
    let places: Vec<_> = contexts(&packed(&tree, &hits, Options::default())).iter().map(|c| (c.path.clone(), c.lines.0)).collect();
    assert_eq!(places, [("a.rs".into(), 1), ("a.rs".into(), 3), ("b.rs".into(), 1)]);
}

#[test]
fn a_file_has_no_more_segments_than_it_may() {
    let tree = Tree::default().with("a.rs", "1\n2\n3\n4\n5\n6\n");
    let hits = [tree.hit("a.rs", 1, 1), tree.hit("a.rs", 3, 3), tree.hit("a.rs", 5, 5), tree.hit("a.rs", 2, 2), tree.hit("a.rs", 6, 6)];
    let found = contexts(&packed(&tree, &hits, Options { per_file: Some(2), ..Options::default() }));
    assert_eq!(found.iter().map(|context| context.lines).collect::<Vec<_>>(), [(1, 3), (6, 6)]);
}

#[test]
fn what_changed_is_dropped_and_said() {
    let tree = Tree::default().with("a.rs", THREE).with("é.rs", "é\n");
    let mut moved = tree.hit("a.rs", 1, 1);
    moved.bytes.1 += 1;
    let mut outside = tree.hit("a.rs", 1, 1);
    outside.bytes = (5, u64::MAX);
    let mut inside = tree.hit("é.rs", 1, 1);
    inside.bytes.0 = 1;
    let mut empty = tree.hit("a.rs", 1, 1);
    empty.bytes = (3, 3);
    empty.id = chunk_id(&empty.path, 3, &Blob::of(b""));
    let gone = Hit { path: "gone.rs".into(), ..tree.hit("a.rs", 1, 1) };
    let hostile = Hit { path: "../etc/passwd".into(), ..tree.hit("a.rs", 1, 1) };
    let records = packed(&tree, &[moved, outside, inside, empty, gone, hostile, tree.hit("a.rs", 2, 2)], Options::default());
    assert_eq!(contexts(&records).len(), 1);
    let messages: Vec<String> = faults(&records).into_iter().map(|fault| format!("{} {}", fault.code, fault.message)).collect();
    assert_eq!(
        messages,
        [
            "S07 'a.rs' changed since it was indexed; skipped 3 hits",
            "S07 'é.rs' changed since it was indexed; skipped 1 hit",
            "S07 'gone.rs' changed since it was indexed; skipped 1 hit",
            "S07 '../etc/passwd' is not below its root; skipped 1 hit",
        ]
    );
}

#[test]
fn a_best_hit_that_is_too_large_is_cut_at_whole_lines() {
    let text = "let value = compute(value);\n".repeat(100);
    let tree = Tree::default().with("a.rs", &text).with("b.rs", THREE);
    let hits = [tree.hit("a.rs", 1, 100), tree.hit("b.rs", 1, 1)];
    let records = packed(&tree, &hits, Options { tokens: Some(100), ..Options::default() });
    let found = contexts(&records);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].extra["truncated"], true);
    assert!(text.starts_with(&found[0].text) && found[0].text.ends_with('\n'));
    assert_eq!(found[0].text.lines().count() as u32, found[0].lines.1);
    let text = printed(records.clone(), Format::Text, Style::default());
    assert!((80..=100).contains(&count(Encoding::O200k, &text)), "{text}");
    assert!(printed(records, Format::Json, Style::default()).ends_with("\"faults\":[],\"truncated\":true}\n"));
    let records = packed(&tree, &hits, Options { tokens: Some(4), ..Options::default() });
    assert!(contexts(&records).is_empty());
    assert_eq!(faults(&records)[0].code, "S08");
}

/// A line that is too long for the budget is not in the way of what fits, and a budget that has room for it loses nothing for it.
#[test]
fn a_line_that_is_too_long_is_passed_over() {
    let long = format!("{}\n", "let value = compute(value); ".repeat(150));
    let tree = Tree::default().with("a.rs", &long).with("b.rs", THREE).with("c.rs", &long).with("d.rs", "fn d() {}\n");
    let hits = [tree.hit("a.rs", 1, 1), tree.hit("b.rs", 1, 1), tree.hit("c.rs", 1, 1), tree.hit("d.rs", 1, 1)];
    let at = |tokens| packed(&tree, &hits, Options { tokens: Some(tokens), shares: std::num::NonZeroU32::new(8), ..Options::default() });
    let files = |records: &[Record]| contexts(records).iter().map(|context| context.path.display().into_owned()).collect::<Vec<_>>();
    for (tokens, want, codes) in [
        (20, &[][..], 1),
        (500, &["b.rs", "d.rs"], 2),
        (1500, &["b.rs", "d.rs"], 2),
        // The first takes all that is set aside for such lines.
        (2500, &["a.rs", "b.rs", "d.rs"], 1),
        (9000, &["a.rs", "b.rs", "c.rs", "d.rs"], 0),
    ] {
        let records = at(tokens);
        assert_eq!((files(&records), faults(&records).len()), (want.iter().map(|path| (*path).to_owned()).collect(), codes), "{tokens}");
        let level = if want.is_empty() { Level::Loss } else { Level::Note };
        assert!(faults(&records).iter().all(|fault| fault.code == "S08" && fault.level == level), "{tokens}");
    }
}

/// A hit that is cut to its share, and then to what fits, is cut.
#[test]
fn what_is_cut_says_so() {
    let text: String = (0..40).map(|line| format!("let value_{line} = compute(&input, {line});\n")).collect();
    let tree = Tree::default().with("a.rs", &text);
    let hits = [tree.hit("a.rs", 1, 40)];
    for shares in [None, std::num::NonZeroU32::new(8)] {
        for tokens in [40, 60, 80, 200] {
            let found = contexts(&packed(&tree, &hits, Options { tokens: Some(tokens), shares, ..Options::default() }));
            assert!(found.iter().all(|context| context.extra.contains_key("truncated") && context.text.len() < text.len()), "{tokens}");
            assert_eq!(found.len(), 1, "{tokens}");
        }
    }
}

#[test]
fn input_that_cannot_be_packed() {
    let tree = Tree::default().with("a.rs", THREE);
    let good = stream(&[tree.hit("a.rs", 1, 1)]);
    let last = |records: Vec<Record>| run(&tree, records, Options::default()).pop().unwrap().unwrap_err();
    let error = last(vec![Header::new(Order::Path).into()]);
    assert_eq!((error.code, error.exit, error.message.as_str()), ("R05", Exit::Usage, "cannot pack records in order 'path'"));
    assert_eq!(last(good[..2].to_vec()).code, "R03");
    assert_eq!(last([good.clone(), good.clone()].concat()).code, "R05");
    assert_eq!(last(vec![good[0].clone(), Context::default().into()]).code, "R05");
}

#[test]
fn nothing_acts_on_a_terminal_and_paths_are_quoted_always() {
    let text = "\u{1b}]52;c;x\u{7}\u{9b}31m\u{202e}\r\n\tok\r\n";
    let tree = Tree::default().with("a\u{1b}\n.rs", text);
    let mut hit = tree.hit("a\u{1b}\n.rs", 1, 2);
    hit.breadcrumb = vec!["x\u{1b}[2J\ny".into(), "z".into()];
    for (style, number) in [(true, true), (false, true), (false, false)]
        .map(|(colour, line_numbers)| (Style { colour, line_numbers, terminal: true }, line_numbers))
    {
        for format in [Format::Text, Format::Markdown] {
            let records = packed(&tree, std::slice::from_ref(&hit), Options { format, style, ..Options::default() });
            let text = printed(records, format, Style { colour: false, ..style });
            assert!(!text.chars().any(|c| (c.is_control() && c != '\n' && c != '\t') || c == '\u{202e}'), "{text:?}");
            assert!(text.contains("\"a\\x1b\\n.rs\":1-2") && text.contains("x\\x1b[2J\\ny > z"), "{text}");
            assert_eq!(text.contains("\n2  \tok\n"), number, "{text}");
        }
    }
    let records = packed(&tree, &[hit], Options::default());
    assert!(printed(records.clone(), Format::Text, Style::default()).ends_with(text), "a pipe gets the contents as they are");
    let json = printed(records, Format::Json, Style::default());
    assert!(json.chars().all(|c| !c.is_control() || c == '\n') && !json.contains('\u{202e}'));
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&value["query"], value["results"][0]["text"].as_str()), (&"why".into(), Some(text)));
}

#[test]
fn evidence_is_shown_when_asked_for() {
    let tree = Tree::default().with("a.rs", THREE);
    let mut hit = tree.hit("a.rs", 1, 1);
    hit.symbol = Some("a".into());
    hit.from.insert("lex".into(), cw_records::evidence(7.25, 1));
    let records = packed(&tree, &[hit], Options { explain: true, ..Options::default() });
    assert_eq!(printed(records.clone(), Format::Text, Style::default()), "a.rs:1-1 a [score 100, lex 7.25 #1]\nfn a() {}\n");
    let text = printed(records.clone(), Format::Markdown, Style::default());
    assert_eq!(text, "### `a.rs:1-1`\n`a` `[score 100, lex 7.25 #1]`\n```rust\nfn a() {}\n```\n");
    let text = printed(records, Format::Jsonl, Style::default());
    assert!(cw_records::Reader::new(text.as_bytes(), false).all(|record| record.is_ok()), "{text}");
}

/// Files of odd lines, their chunks, and hits on some of them in some order.
fn trees() -> impl Strategy<Value = (Tree, Vec<Hit>)> {
    let short = "[a-z_ (){}`~#=.0-9\u{1b}\u{e9}\u{6f22}\t]{0,30}\n|fn [a-z]{1,8}\\(\\) \\{\\}\r?\n|`{1,6}\n";
    let line = prop_oneof![30 => short, 1 => "[a-z0-9]{100,1500}\n"];
    let file = (proptest::collection::vec(line, 1..50), proptest::collection::vec(1usize..20, 20), any::<bool>());
    let picks = proptest::collection::vec((any::<proptest::sample::Index>(), any::<bool>()), 0..16);
    (proptest::collection::vec(file, 1..4), picks).prop_map(|(files, picks)| {
        let mut tree = Tree::default();
        let mut all = Vec::new();
        for (number, (lines, sizes, cut)) in files.into_iter().enumerate() {
            let path = format!("src/file{number}.rs");
            let text = lines.concat();
            let text = if cut { format!("{}x", text.trim_end_matches('\n')) } else { text };
            let count = text.split_inclusive('\n').count();
            tree = tree.with(&path, &text);
            let mut first = 1;
            for size in sizes {
                if first <= count {
                    all.push(tree.hit(&path, first, (first + size - 1).min(count)));
                }
                first += size;
            }
        }
        let hits =
            picks.into_iter().map(|(pick, grown)| if grown { expanded(pick.get(&all).clone()) } else { pick.get(&all).clone() }).collect();
        (tree, hits)
    })
}

fn options() -> impl Strategy<Value = Options> {
    let format = prop_oneof![Just(Format::Text), Just(Format::Markdown), Just(Format::Xml), Just(Format::Json), Just(Format::Jsonl)];
    let encoding = prop_oneof![Just(Encoding::O200k), Just(Encoding::Cl100k)];
    let shares = (0u32..8).prop_map(std::num::NonZeroU32::new);
    (format, encoding, any::<[bool; 3]>(), proptest::option::of(1usize..3), any::<bool>(), shares).prop_map(
        |(format, encoding, [colour, line_numbers, terminal], per_file, explain, shares)| Options {
            format,
            encoding,
            shares,
            per_file,
            explain,
            style: Style { colour, line_numbers, terminal },
            ..Options::default()
        },
    )
}

/// Cost of an answer, as the budget counts it.
fn cost(records: &[Record], options: &Options) -> (u64, u64) {
    let texts: Vec<String> = match options.format {
        Format::Json | Format::Jsonl => contexts(records).into_iter().map(|context| context.text).collect(),
        format => {
            let style = Style { colour: false, terminal: options.style.terminal || options.style.colour, ..options.style };
            vec![printed(records.to_vec(), format, style)]
        }
    };
    let tokens = texts.iter().map(|text| tiktoken(options.encoding).encode_ordinary(text).len() as u64).sum();
    (tokens, texts.iter().map(|text| text.chars().count() as u64).sum())
}

fn tiktoken(encoding: Encoding) -> &'static tiktoken_rs::CoreBPE {
    match encoding {
        Encoding::O200k => tiktoken_rs::o200k_base_singleton(),
        Encoding::Cl100k => tiktoken_rs::cl100k_base_singleton(),
    }
}

fn ids(records: &[Record]) -> BTreeSet<Blob> {
    contexts(records).into_iter().flat_map(|context| context.hits).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Laws: never above the budget, and a larger budget never loses a hit; in tokens, characters, or both.
    #[test]
    fn budget((tree, hits) in trees(), options in options(), mut budgets in proptest::collection::vec(0u64..1200, 2..6), which in 0..3) {
        budgets.sort_unstable();
        let mut before = BTreeSet::new();
        for budget in budgets {
            let options = Options { tokens: (which != 1).then_some(budget), chars: (which != 0).then_some(budget * 3), ..options };
            let records = packed(&tree, &hits, options);
            let (tokens, chars) = cost(&records, &options);
            prop_assert!(options.tokens.is_none_or(|limit| tokens <= limit), "{tokens} tokens of {budget}");
            prop_assert!(options.chars.is_none_or(|limit| chars <= limit), "{chars} chars of {budget}");
            let now = ids(&records);
            prop_assert!(before.is_subset(&now), "budget {budget} lost a hit");
            before = now;
        }
    }

    /// Laws: every text is a slice of its file and its lines are right; no two contexts of a file touch; every hit is in one of them.
    #[test]
    fn contexts_are_slices((tree, hits) in trees(), options in options()) {
        let options = Options { per_file: None, ..options };
        let records = packed(&tree, &hits, options);
        let found = contexts(&records);
        for (place, context) in found.iter().enumerate() {
            let file = &tree.0[&context.path];
            let (start, end) = (context.bytes.0 as usize, context.bytes.1 as usize);
            prop_assert_eq!(&file[start..end], &context.text);
            let first = file[..start].matches('\n').count() as u32 + 1;
            prop_assert_eq!(context.lines, (first, first + context.text.split_inclusive('\n').count() as u32 - 1));
            prop_assert_eq!((context.rank, context.tokens), (place as u32 + 1, count(options.encoding, &context.text)));
            for other in &found[place + 1..] {
                prop_assert!(other.path != context.path || other.bytes.1 < context.bytes.0 || context.bytes.1 < other.bytes.0);
            }
        }
        prop_assert_eq!(ids(&records), hits.iter().map(|hit| hit.id).collect::<BTreeSet<_>>());
    }

    /// Law: what `cw-expand` added is there only if all seeds are.
    #[test]
    fn seeds_first((tree, hits) in trees(), budget in 0u64..400) {
        let found = ids(&packed(&tree, &hits, Options { tokens: Some(budget), ..Options::default() }));
        let (grown, seeds): (Vec<&Hit>, Vec<&Hit>) = hits.iter().partition(|hit| hit.from.contains_key("expand"));
        let seeds: BTreeSet<Blob> = seeds.into_iter().map(|hit| hit.id).collect();
        if grown.iter().any(|hit| found.contains(&hit.id) && !seeds.contains(&hit.id)) {
            prop_assert!(seeds.is_subset(&found));
        }
    }

    /// Law: contents cannot close their fence, so the headings outside fences are as many as the contexts.
    #[test]
    fn fences_hold((tree, hits) in trees(), style in options().prop_map(|options| Style { colour: false, ..options.style })) {
        let records = packed(&tree, &hits, Options { format: Format::Markdown, style, ..Options::default() });
        let expected = contexts(&records).len();
        let text = printed(records, Format::Markdown, style);
        let (mut fence, mut blocks) = (None::<usize>, 0);
        for line in text.split('\n') {
            let ticks = line.len() - line.trim_start_matches('`').len();
            match fence {
                None if ticks >= 3 => fence = Some(ticks),
                None => prop_assert!(line.is_empty() || line.starts_with("### `src/file"), "{line:?} stands outside"),
                Some(length) if ticks >= length && line.trim_start_matches('`').trim().is_empty() => {
                    fence = None;
                    blocks += 1;
                }
                Some(_) => {}
            }
        }
        prop_assert_eq!((blocks, fence), (expected, None));
    }
}

#[test]
fn a_fatal_error_of_the_index_is_the_last_item() {
    struct Broken;
    impl Texts for Broken {
        fn file(&self, _: &RecordPath) -> Result<Option<Content>, Error> {
            Err(Error::index("I01", "damaged"))
        }
    }
    let tree = Tree::default().with("a.rs", THREE);
    let env = Env::new(1).unwrap();
    let input: Stream<'_> = Box::new(stream(&[tree.hit("a.rs", 1, 1)]).into_iter().map(Ok));
    let items: Vec<_> = pack(&env, input, &Broken, Options::default()).collect();
    assert_eq!(items.len(), 2);
    assert_eq!(items[1].as_ref().unwrap_err().code, "I01");
}

/// Of a chunk with a view the view is shown, counted and cut; the place is that of the chunk in the file.
#[test]
fn a_view_is_shown_instead_of_its_bytes() {
    struct Viewed(Tree);
    impl Texts for Viewed {
        fn file(&self, path: &RecordPath) -> Result<Option<Content>, Error> {
            let views = vec![(0, "x = 1".into()), (2, "def f():\n    return \"a\"\n".into())];
            Ok(self.0.file(path)?.map(|content| Content { views, ..content }))
        }
    }
    let tree = Viewed(Tree::default().with("a.ipynb", "1\n2\n3\n4\n"));
    let hits = [tree.0.hit("a.ipynb", 2, 3), tree.0.hit("a.ipynb", 1, 1), tree.0.hit("a.ipynb", 4, 4)];
    let env = Env::new(1).unwrap();
    let packed = |hits: &[Hit], options: Options| {
        let input: Stream<'_> = Box::new(stream(hits).into_iter().map(Ok));
        let records: Vec<Record> = pack(&env, input, &tree, options).map(Result::unwrap).collect();
        let mut out = Vec::new();
        render(Box::new(records.clone().into_iter().map(Ok)), options.format, options.style, &mut out).unwrap();
        let contexts = records.into_iter().filter_map(|record| if let Record::Context(context) = record { Some(context) } else { None });
        (contexts.collect::<Vec<_>>(), String::from_utf8(out).unwrap())
    };
    let numbered = Options { style: Style { line_numbers: true, ..Style::default() }, ..Options::default() };
    let (contexts, text) = packed(&hits, numbered);
    // The last one has no view, and is shown as it is.
    let all = "x = 1\ndef f():\n    return \"a\"\n4\n";
    assert_eq!(text, format!("a.ipynb:1-4 [view of 4 lines]\n{all}"));
    assert_eq!((contexts[0].bytes, contexts[0].lines, contexts[0].view, contexts[0].text.as_str()), ((0, 8), (1, 4), true, all));
    assert_eq!(contexts[0].tokens, count(Encoding::default(), all));
    let small = Options { format: Format::Json, tokens: Some(count(Encoding::default(), "def f():\n")), ..Options::default() };
    let (contexts, json) = packed(&hits[..1], small);
    assert_eq!((contexts[0].lines, contexts[0].text.as_str()), ((2, 3), "def f():\n"));
    assert!(json.contains("\"view\":true") && json.contains("\"truncated\":true"), "{json}");
}
