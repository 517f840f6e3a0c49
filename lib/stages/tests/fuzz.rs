//! Hostile inputs, made by changing good ones: every chunker, the reader of records and the decoder. A short run with every test run, a long
//! one with `CW_FUZZ_SECONDS=600` (and `CW_FUZZ_SEED=N` to go elsewhere). What is random is made from a seed that a failure names.
//!
//! Each target says what must hold of any input: no panic; chunks tile their file; definitions begin in their chunk, with right lines;
//! whatever the reader gives is written as it would be read again; what is decoded is text, and the same each time.

use std::time::{Duration, Instant};

use cw_records::{Blob, Chunk, File, Reader, Record, RecordPath, Writer, chunk_id};
use cw_stages::chunk::{Options, chunk, languages};
use cw_stages::{Env, scan};

/// Words of languages that are not read by a grammar or a table.
const OTHERS: [&str; 12] =
    ["markdown", "rst", "asciidoc", "org", "latex", "html", "vue", "svelte", "astro", "notebook", "text", "nobody-knows"];

/// Small good files: what goes in is a mixture of them.
const SEEDS: [&str; 16] = [
    "def f(x):\n    \"\"\"doc\"\"\"\n    if x:\n        class A(B):\n            y: int = 1\n    return [x for x in (1, 2)]\n@d\nasync def g(): pass\n",
    "export default class A<T> extends B { static #x = () => `a${1}`; get y() { return <b>{this}</b> } }\nmodule.exports = { f() {}, g: function h() {} };\n",
    "<?php\nnamespace A\\B;\nclass C { public function m(): ?int { return <<<EOT\n a {$b}\nEOT; } }\nif (1) { function f() {} }\n?><b>x</b>\n",
    "module A::B\n  class << self\n    def x?; %w[a b].each { |y| puts <<~T }\n      #{y}\n    T\n    end\n  end\n  attr_accessor :a, :b\nend\n",
    "defmodule A do\n  @doc \"\"\"\n  x\n  \"\"\"\n  def f(a) when a > 1, do: ~s(#{a})\n  defp f(_), do: nil\nend\n",
    "module M where\ndata T = A { x :: Int } | B deriving Show\nf :: T -> Int\nf (A n) | n > 0 = let y = n in y\n        | otherwise = 0 where z = 1\n",
    "local M = { a = function() return [[\n]] end }\nfunction M.b:c(...) --[==[ x ]==] return 1 end\n",
    "f() { cat <<EOF | grep -E '^a$'\n$(g \"${x:-`h`}\")\nEOF\n}\ncase $1 in a) ;; *) f;; esac\n",
    "#include <a.h>\n#define X(a) do { a; } while (0)\ntemplate <class T> struct S : B<T> { ~S(); T operator()(int) const; };\nint (*f(void))[3] { return 0; }\n",
    "impl<'a, T: Fn(&str) -> u8> X for Y<'a> {\n    /// doc\n    fn f(&self) -> r#type { match b'x' { _ => r##\"a\"# b\"## } }\n}\nmacro_rules! m { ($($x:tt)*) => {}; }\n",
    "/** d */\n@A(b = {1, 2})\npublic sealed interface I<T> permits A, B { default <U> void m() { var s = \"\"\"\n  t\"\"\"; } record R(int x) {} }\n",
    "a:\n  - &x {b: [1, 2], c: \"d\\n\"}\n  - |\n    text: no\n? k\n: *x\n---\n[t]\nu = \"\"\"\nv\n\"\"\"\n{\"a\": {\"b\": [1, {\"c\": null}]}}\n",
    "# T\n\nsetext\n======\n\n> > - * a\n\n```py\n# no\n```\n<script setup lang=\"ts\">export function f() {}</script>\n<style>.a > b:not(.c) { d: e }</style>\n",
    "CREATE OR REPLACE FUNCTION \"a\".b(x int) RETURNS int AS $$ BEGIN RETURN 1; END $$ LANGUAGE plpgsql;\nINSERT INTO t VALUES ('it''s');\n",
    "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"def f():\\n\", \"    return '\\u00e9'\\n\"], \"outputs\": [{\"text\": \"x\"}]}], \"metadata\": {}, \"nbformat\": 4}",
    "FROM a AS b\nRUN x \\\n  && y\nall: b.o ; cc $(X)\ndefine D\nendef\n(defn f [x] {:a #(+ % 1)})\nlet rec g = function A x -> (x : int) | _ -> 1 (* (* *) *)\n",
];

/// What breaks things: openers without ends, deep nests, and characters that are something special to somebody.
const HARD: [&str; 24] = [
    "(",
    "[",
    "{",
    "<",
    "\"",
    "'",
    "`",
    "\"\"\"",
    "/*",
    "<!--",
    "<<EOF\n",
    "{{",
    "${",
    "#{",
    "$$",
    "\\",
    "\r",
    "\r\n",
    "\0",
    "\u{feff}",
    "漢字",
    "é\u{301}",
    "\u{202e}",
    "\t",
];

/// Random numbers by splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        if limit == 0 { 0 } else { (self.next() % limit as u64) as usize }
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// Some bytes like the seeds, changed a few times.
fn bytes(random: &mut Random, seeds: &[&str]) -> Vec<u8> {
    let mut bytes = random.of(seeds).as_bytes().to_vec();
    for _ in 0..random.below(6) {
        let (from, other) = (random.below(bytes.len() + 1), random.below(bytes.len() + 1));
        let (from, to) = (from.min(other), from.max(other));
        match random.below(8) {
            0 => drop(bytes.drain(from..to)),
            1 => bytes.truncate(to),
            2 => drop(bytes.splice(from..from, random.of(seeds).bytes())),
            3 => drop(bytes.splice(from..from, random.of(&HARD).repeat(1 + random.below(40)).into_bytes())),
            4 => drop(bytes.splice(from..from, random.of(&HARD).bytes())),
            5 => {
                let piece = bytes[from..to].to_vec();
                (0..random.below(4)).for_each(|_| drop(bytes.splice(from..from, piece.iter().copied())));
            }
            6 => bytes.get_mut(from).into_iter().for_each(|byte| *byte ^= 1 << random.below(8)),
            _ => drop(bytes.splice(from..from, (0..random.below(8)).map(|_| random.next() as u8).collect::<Vec<_>>())),
        }
        bytes.truncate(20_000);
    }
    bytes
}

/// Runs `check` on seeds of its own, as long as it was asked to or `short` times.
fn fuzz(short: u64, check: impl Fn(&mut Random)) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (seconds, seed) = (number("CW_FUZZ_SECONDS"), number("CW_FUZZ_SEED").unwrap_or(1));
    let begin = Instant::now();
    for round in 0.. {
        if seconds.map_or(round >= short, |seconds| begin.elapsed() >= Duration::from_secs(seconds)) {
            return;
        }
        let seed = seed.wrapping_mul(1 << 32).wrapping_add(round);
        let run = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&mut Random(seed))));
        assert!(run.is_ok(), "round {round}: CW_FUZZ_SEED and this number make the input again");
    }
}

fn cut(env: &Env, lang: &str, text: &str, options: Options) -> Vec<Chunk> {
    let path = RecordPath::from("a/b");
    let blob = Blob::of(text.as_bytes());
    let file = File { path, lang: Some(lang.to_owned()), size: text.len() as u64, blob, text: Some(text.to_owned()), ..File::default() };
    let records = chunk(env, Box::new([Ok(Record::from(file))].into_iter()), options).map(|record| record.expect("no error"));
    records.filter_map(|record| if let Record::Chunk(chunk) = record { Some(chunk) } else { None }).collect()
}

#[test]
fn chunks_of_anything() {
    let env = Env::new(1).unwrap();
    let langs: Vec<&str> = languages().chain(OTHERS).collect();
    fuzz(3 * langs.len() as u64, |random| {
        let lang = langs[random.below(langs.len())];
        let text = String::from_utf8_lossy(&bytes(random, &SEEDS)).into_owned();
        let options = Options { max_chars: [1000, 200, 30, 1][random.below(4)], min_chars: random.below(60), ..Options::default() };
        let chunks = cut(&env, lang, &text, options);
        let line = |byte: u64| 1 + text.as_bytes()[..byte as usize].iter().filter(|byte| **byte == b'\n').count() as u32;
        let mut at = 0;
        for chunk in &chunks {
            assert_eq!(chunk.bytes.0, at, "{lang}: {text:?}");
            assert_eq!(text.get(at as usize..chunk.bytes.1 as usize), Some(chunk.text.as_str()), "{lang}: {text:?}");
            assert!(!chunk.text.is_empty(), "{lang}: {text:?}");
            assert_eq!(chunk.lines, (line(at), line(chunk.bytes.1 - 1)), "{lang}: {text:?}");
            assert_eq!(chunk.id, chunk_id(&chunk.path, at, &chunk.blob));
            for def in &chunk.defs {
                assert!(!def.name.trim().is_empty() && !def.name.contains('\n'), "{lang}: {def:?} in {text:?}");
                assert!(def.lines.0 <= def.lines.1 && def.lines.1 <= line(text.len() as u64), "{lang}: {def:?} in {text:?}");
                assert!((chunk.lines.0..=chunk.lines.1).contains(&def.lines.0), "{lang}: {def:?} of {:?} in {text:?}", chunk.lines);
            }
            at = chunk.bytes.1;
        }
        assert_eq!(at, text.len() as u64, "{lang}: {text:?}");
    });
}

#[test]
fn records_of_anything() {
    let lines: Vec<&str> = include_str!("../../records/RECORDS.md").lines().filter(|line| line.starts_with("{\"type\"")).collect();
    fuzz(2000, |random| {
        let mut stream = Vec::new();
        for _ in 0..random.below(4) {
            stream.extend(bytes(random, &lines));
            stream.push(b'\n');
        }
        for record in Reader::new(&stream[..], true).map_while(Result::ok) {
            let print = |record: Record| {
                let mut out = Vec::new();
                Writer::new(&mut out).write(record).expect("a record is written");
                String::from_utf8(out).expect("as text")
            };
            let line = print(record);
            let again = Record::parse(line.trim_end()).unwrap_or_else(|why| panic!("{why}: {line}"));
            assert_eq!(print(again), line);
        }
    });
}

#[test]
fn text_of_anything() {
    fuzz(2000, |random| {
        let input = bytes(random, &SEEDS);
        let wide: Vec<u8> = match random.below(3) {
            0 => String::from_utf8_lossy(&input).encode_utf16().flat_map(u16::to_le_bytes).collect(),
            1 => String::from_utf8_lossy(&input).encode_utf16().flat_map(u16::to_be_bytes).collect(),
            _ => input,
        };
        assert_eq!(scan::decode(wide.clone()), scan::decode(wide));
    });
}
