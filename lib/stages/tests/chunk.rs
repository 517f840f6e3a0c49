//! The chunk stage from outside: chunks tile their file whatever is in it, and say honestly what they are.

use cw_records::{Blob, Chunk, File, Header, Level, Order, Record, RecordPath, chunk_id};
use cw_stages::chunk::{Options, chunk, languages};
use cw_stages::{Env, Error};
use proptest::prelude::*;

fn file(path: &str, lang: Option<&str>, text: &str) -> File {
    File { path: RecordPath::from(path), lang: lang.map(Into::into), text: Some(text.into()), ..File::default() }
}

fn run(env: &Env, records: Vec<Record>, options: Options) -> Vec<Record> {
    chunk(env, Box::new(records.into_iter().map(Ok)), options).collect::<Result<_, _>>().expect("no fatal error")
}

fn env() -> Env {
    Env::new(2).expect("threads")
}

/// The chunks of one file, after the tiling law was checked on them.
fn chunks(lang: Option<&str>, text: &str, options: Options) -> (File, Vec<Chunk>, Vec<String>) {
    let env = Env::new(1).expect("threads");
    let mut records = run(&env, vec![file("a/b.x", lang, text).into()], options).into_iter();
    let Some(Record::File(file)) = records.next() else { panic!("the file comes first") };
    assert_eq!(file.text, None);
    let (mut chunks, mut notes) = (Vec::new(), Vec::new());
    for record in records {
        match record {
            Record::Chunk(chunk) => {
                assert!(notes.is_empty(), "faults come last");
                chunks.push(chunk);
            }
            Record::Fault(fault) => {
                assert_eq!((fault.level, &*fault.code), (Level::Note, "S03"));
                notes.push(fault.message);
            }
            other => panic!("{other:?}"),
        }
    }
    tiles(text, &chunks, options);
    (file, chunks, notes)
}

fn tiles(text: &str, chunks: &[Chunk], options: Options) {
    let mut at = 0;
    for chunk in chunks {
        assert!(!chunk.text.is_empty());
        let end = at + chunk.text.len();
        assert_eq!(chunk.bytes, (at as u64, end as u64));
        assert_eq!(text.get(at..end), Some(&*chunk.text), "texts joined are the file");
        let first = text[..at].matches('\n').count();
        let last = text[..end].strip_suffix('\n').unwrap_or(&text[..end]).matches('\n').count();
        assert_eq!(chunk.lines, (first as u32 + 1, last.max(first) as u32 + 1));
        assert_eq!(chunk.blob, Blob::of(chunk.text.as_bytes()));
        assert_eq!(chunk.id, chunk_id(&chunk.path, at as u64, &chunk.blob));
        let lines = chunk.text.matches('\n').count();
        // What a view stands for may be of any size, as an image in a notebook is.
        assert!(lines <= 1 || chunk.view.is_some() || chunk.text.len() <= options.max_chars * 4, "only a single line may be longer");
        for def in &chunk.defs {
            assert!(chunk.lines.0 <= def.lines.0 && def.lines.0 <= chunk.lines.1 && def.lines.0 <= def.lines.1, "{def:?}");
            assert!(!def.name.is_empty());
        }
        at = end;
    }
    assert_eq!(at, text.len());
}

/// Breadcrumbs of the definitions of a text, by way of chunks so small that every definition has its own.
fn crumbs(lang: &str, text: &str) -> Vec<String> {
    let (_, chunks, notes) = chunks(Some(lang), text, Options { max_chars: 18, min_chars: 1, ..Options::default() });
    assert!(notes.is_empty(), "{notes:?}");
    let mut crumbs: Vec<String> = chunks.iter().map(|chunk| chunk.breadcrumb.join(" > ")).filter(|crumb| !crumb.is_empty()).collect();
    crumbs.dedup();
    crumbs
}

/// Every kind of definition whose name is easily taken from the wrong node: return types, parameters, template heads, decorators, macros.
#[test]
fn breadcrumbs_name_the_thing_itself() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("c", "int main(int argc) { return argc; }\n", &["main"]),
        ("c", "static struct foo *mk(void) { return 0; }\n", &["mk"]),
        ("c", "struct pair { int first; int second; };\n", &["pair"]),
        ("c", "union raw { int whole; char bytes[4]; };\n", &["raw"]),
        ("c", "enum colour { RED, GREEN, BLUE_AND_MORE };\n", &["colour"]),
        ("c", "typedef struct node { struct node *next; } node_t;\n", &["node_t"]),
        ("c", "typedef int (*compare_fn)(const void *, const void *);\n", &["compare_fn"]),
        ("c", "API_EXTERN int uv_thing(int a) { return a + a; }\n", &["uv_thing"]),
        ("c", "static INLINE_NOW void fast(void) { do_it(); }\n", &["fast"]),
        ("c", "int ZEXPORT deflate(int level) { return level; }\n", &["deflate"]),
        ("c", "TEST_IMPL(tcp_open) {\n  return 0;\n}\n", &["tcp_open"]),
        ("c", "int old(a, b) int a; char *b; { return a; }\n", &["old"]),
        ("cpp", "Foo bar(void) { return Foo(); }\n", &["bar"]),
        ("cpp", "class A {\n  int field_number_one;\n  void f() { call_some_thing(); }\n};\n", &["A", "A > f"]),
        ("cpp", "template <class T> class A {\n  T value_of_this_thing;\n  T get() { return value; }\n};\n", &["A", "A > get"]),
        ("cpp", "void Foo::bar(int number) { return; }\n", &["Foo > bar"]),
        ("cpp", "namespace a::b {\nint deep() { return 1234; }\n}\n", &["a::b", "a::b > deep"]),
        ("cpp", "TEST(Suite, Name) { EXPECT_EQ(1, 1); }\n", &["Suite.Name"]),
        ("cpp", "class API Foo final : public Bar {\n  void f() LOCKS(mu) { call_it(); }\n};\n", &["Foo", "Foo > f"]),
        ("cpp", "bool operator==(const A& a, const A& b) { return true; }\n", &["operator=="]),
        ("cuda", "__global__ void add(int n, float *x) { x[n] += 1; }\n", &["add"]),
        ("objc", "@implementation Shop\n- (int)sizeOf:(int)a with:(int)b { return a; }\n@end\n", &["Shop", "Shop > sizeOf"]),
        ("csharp", "class K {\n  Bar Baz() { return new Bar(1); }\n  Task<int> Foo() { return null; }\n}\n", &["K", "K > Baz", "K > Foo"]),
        ("csharp", "interface IShop {\n  Task<int> BuyTheThing(int a);\n}\n", &["IShop", "IShop > BuyTheThing"]),
        ("csharp", "record Pair(int First, int Second);\n", &["Pair"]),
        ("rust", "impl Display for Foo {\n  fn fmt(&self) { write_it_out() }\n}\n", &["Display for Foo", "Display for Foo > fmt"]),
        ("rust", "impl<T> Bar<T> {\n  fn get(&self) { self.value.clone() }\n}\n", &["Bar", "Bar > get"]),
        ("rust", "mod inner {\n  pub fn help() { do_it_now() }\n}\n", &["inner", "inner > help"]),
        ("javascript", "const handler = (req, res) => { respond(res, req) }\n", &["handler"]),
        ("typescript", "export const LIMIT = 5;\nimport { a, b } from './x';\n", &["LIMIT"]),
        ("typescript", "enum Colour { Red, Green, Blue }\n", &["Colour"]),
        ("typescript", "type Pair = [number, string, boolean];\n", &["Pair"]),
        ("typescript", "namespace Deep {\n  export function dive() { return 1 }\n}\n", &["Deep", "Deep > dive"]),
        ("python", "@app.route('/x')\ndef foo():\n    return do_something()\n", &["foo"]),
        ("go", "package a\n\nfunc (s *Server) Run() error { return nil }\n", &["Server > Run"]),
        ("go", "package a\n\nfunc (Set[K]) Len() int { return lengthOf }\n", &["Set > Len"]),
        ("javascript", "export default function Foo() { return null }\n", &["Foo"]),
        ("rust", "trait Shape {\n  fn area(&self) -> f64 { 0.0 * 1.0 }\n}\n", &["Shape", "Shape > area"]),
        ("java", "class A {\n  A(int number) { this.n = number; }\n  int get() { return this.n; }\n}\n", &["A", "A > A", "A > get"]),
        ("java", "@interface Marked {\n  String nameOfIt() default \"\";\n}\n", &["Marked", "Marked > nameOfIt"]),
        ("java", "record Point(int first, int second) {}\n", &["Point"]),
        ("kotlin", "class C {\n  companion object {\n    fun makeOne(a: Int): C = C()\n  }\n}\n", &["C", "C > makeOne"]),
        ("kotlin", "fun String.shout(): String = uppercase()\n", &["shout"]),
        ("scala", "object Shop {\n  def buyTheThing(a: Int): Int = a + 1\n}\n", &["Shop", "Shop > buyTheThing"]),
        ("swift", "extension Shop {\n  func buyTheThing() -> Int { return 1 }\n}\n", &["Shop", "Shop > buyTheThing"]),
        ("swift", "class Shop {\n  init(size: Int) { self.size = size }\n}\n", &["Shop", "Shop > init"]),
        ("dart", "class Shop {\n  factory Shop.open() => Shop(1, 2, 3);\n}\n", &["Shop", "Shop > Shop.open"]),
        (
            "zig",
            "fn List(comptime T: type) type {\n  return struct {\n    fn append(self: T) void {}\n  };\n}\n",
            &["List", "List > append"],
        ),
        ("protobuf", "service Shop {\n  rpc BuyTheThing(Order) returns (Order);\n}\n", &["Shop", "Shop > BuyTheThing"]),
        ("hcl", "resource \"aws_instance\" \"web\" {\n  ami = \"abc\"\n}\n", &["aws_instance > web"]),
    ];
    let mut wrong = Vec::new();
    for (lang, text, right) in cases {
        let found = crumbs(lang, text);
        if found != *right {
            wrong.push(format!("{lang}: {text}{found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A prototype is found, and is not taken for the definition.
#[test]
fn prototypes_are_declarations() {
    for (lang, text, right) in [
        ("c", "API int f(int a);\nint g(void) { return 1; }\nint (*pointer)(int);\n", &["declaration f", "function g"][..]),
        ("cpp", "class A {\n  virtual int f() const = 0;\n  int field;\n  A(int a);\n};\n", &["class A", "declaration f", "declaration A"]),
        ("objc", "@interface Shop\n- (void)sell:(int)a NS_SWIFT_NAME(sell(a:));\n@end\n", &["interface Shop", "declaration sell"]),
    ] {
        let (_, found, notes) = chunks(Some(lang), text, Options::default());
        assert!(notes.is_empty(), "{notes:?}");
        let defs: Vec<_> = found.iter().flat_map(|chunk| &chunk.defs).map(|def| format!("{} {}", def.kind, def.name)).collect();
        assert_eq!(defs, right, "{lang}");
    }
}

/// What the parser cannot read costs its own definition, not those around it.
#[test]
fn an_error_costs_little() {
    for (lang, text, right) in [
        ("c", "int first(void) { return 1; }\nint bad(int a { ) ;;; return }\n\nint last(void) { return 1; }\n", ["first", "last"]),
        ("java", "class A { void first() { int x = = 3; } void last() {} }\n", ["first", "last"]),
        ("rust", "fn first() {}\nfn bad( { let = }\nfn last() {}\n", ["first", "last"]),
        ("go", "package a\n\nfunc first() { x := := 1 }\n\nfunc last() {}\n", ["first", "last"]),
    ] {
        let (_, found, _) = chunks(Some(lang), text, Options::default());
        let names: Vec<&str> = found.iter().flat_map(|chunk| &chunk.defs).map(|def| &*def.name).collect();
        assert!(right.iter().all(|name| names.contains(name)), "{lang}: {names:?}");
    }
}

/// A1: CR LF is one line end, a lone CR is none, and offsets are those of the text.
#[test]
fn crlf_and_lone_cr() {
    let text = "fn a(){}\r\nfn b(){\r\n  x();\r\n}\nfn c(){}\r";
    let (_, found, _) = chunks(Some("rust"), text, Options { max_chars: 12, min_chars: 1, ..Options::default() });
    let b = found.iter().find(|chunk| chunk.symbol.as_deref() == Some("b")).expect("b");
    assert_eq!((&*b.text, b.lines), ("fn b(){\r\n  x();\r\n}\n", (2, 4)));
    let names: Vec<_> = found.iter().flat_map(|chunk| &chunk.defs).map(|def| (&*def.name, def.lines)).collect();
    assert_eq!(names, [("a", (1, 1)), ("b", (2, 4)), ("c", (5, 5))]);
}

/// A2: the mark is off the text before it comes here; should one be left in it, the first definition is still found.
#[test]
fn byte_order_mark() {
    for text in ["def first():\n    pass\n", "\u{feff}def first():\n    pass\n"] {
        let (_, found, _) = chunks(Some("python"), text, Options::default());
        assert_eq!(found[0].defs[0].name, "first");
    }
}

/// A8: one long line of wide characters, cut at every size around a border.
#[test]
fn never_inside_a_character() {
    let text = format!("x = \"{}\"\n", "═🚀漢".repeat(700));
    for max_chars in 1..40 {
        chunks(Some("python"), &text, Options { max_chars, min_chars: 1, ..Options::default() });
        chunks(None, &text, Options { max_chars, min_chars: 1, ..Options::default() });
    }
}

/// D1: nesting of any depth, on a small stack. What cannot be read falls back to lines with a note.
#[test]
fn deep_nesting() {
    let job = || {
        for lang in languages() {
            for (open, close) in
                [("(", ")"), ("[", "]"), ("{", "}"), ("f(", ")"), ("<div>", "</div>"), ("{\n", "}\n"), ("class A {\n", "}\n")]
            {
                for n in [300, 50_000] {
                    chunks(Some(lang), &(open.repeat(n) + "1" + &close.repeat(n)), Options::default());
                    chunks(Some(lang), &open.repeat(n), Options::default());
                }
            }
        }
    };
    let worker = std::thread::Builder::new().stack_size(2 << 20).spawn(job).expect("a thread");
    worker.join().expect("no overflow");
}

/// No text of a usual size holds a worker for long. Slow, so only by name: `cargo test --release -p cw-stages --test chunk -- --ignored hostile`.
#[test]
#[ignore = "minutes, and a limit of time"]
fn hostile_texts_end_soon() {
    let words = [
        "(",
        "[",
        "{",
        "<",
        "\"",
        "'",
        "class A {\n",
        "if a then\n",
        "f(x,\n",
        "a: b\n",
        "- ",
        "-- ",
        "$$",
        "/*",
        "${",
        "@a\n",
        "a b c\n",
        "x = y\n",
        "<script>",
        "<!--",
        "<style a=\"",
        "{\"cells\": [",
        "let x =\n",
        "create $a$\n",
    ];
    let mut slow = Vec::new();
    for lang in languages().chain(OTHERS.into_iter().flatten()) {
        for word in words {
            let started = std::time::Instant::now();
            chunks(Some(lang), &word.repeat(200_000 / word.len()), Options::default());
            let lined = format!("{}\n", word.trim_end().repeat(20));
            chunks(Some(lang), &lined.repeat(200_000 / lined.len()), Options::default());
            let took = started.elapsed();
            if took.as_secs() > 15 {
                slow.push(format!("{lang} {word:?}: {took:?}"));
            }
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}

/// A text of some KB that makes the parser keep thousands of stacks is cut by lines before it takes gigabytes.
#[test]
fn memory_is_bounded() {
    for lang in ["python", "starlark"] {
        let (_, found, notes) = chunks(Some(lang), &format!("{}\n", "/*".repeat(20)).repeat(400), Options::default());
        assert_eq!(notes, [format!("cannot parse as {lang}, it takes too long; used lines instead")]);
        assert!(found.iter().all(|chunk| chunk.kind == "lines"));
    }
}

/// D4: one line of megabytes is not parsed at all.
#[test]
fn one_line_of_megabytes() {
    let started = std::time::Instant::now();
    let (_, found, notes) = chunks(Some("javascript"), &"var a=1;".repeat(450_000), Options::default());
    assert!(found.iter().all(|chunk| chunk.defs.is_empty() && chunk.kind == "lines" && chunk.lines == (1, 1)));
    assert_eq!(notes, ["cannot parse as javascript, its lines are too long; used lines instead"]);
    let (_, found, notes) = chunks(Some("c"), &format!("int t[] = {{\n{}}};\n", "1, 2, 3,\n".repeat(110_000)), Options::default());
    assert!(found.iter().all(|chunk| chunk.symbol.as_deref() == Some("t")), "{notes:?} {:?}", found.last());
    assert!(started.elapsed().as_secs() < 20, "it took {:?}", started.elapsed());
}

/// D5: a small file with one long line is all there.
#[test]
fn long_line_in_a_small_file() {
    let (_, found, notes) = chunks(Some("python"), &format!("NEEDLE_URL = \"{:01170}\"\n", 0), Options::default());
    assert_eq!((found.len(), notes.len(), &*found[0].defs[0].name), (1, 0, "NEEDLE_URL"));
}

/// D6: thousands of functions in one file.
#[test]
fn large_but_real() {
    let text: String =
        (0..2000).map(|n| format!("export function work{n}(a: number): number {{\n  const b = a + {n};\n\n  return b;\n}}\n")).collect();
    let (_, found, notes) = chunks(Some("typescript"), &text, Options::default());
    assert_eq!((found.iter().map(|chunk| chunk.defs.len()).sum::<usize>(), notes.len()), (2000, 0));
}

/// D7: C++ in a header is C++ when its language says so; `class` is a name in C.
#[test]
fn c_and_cpp_headers() {
    let (_, found, _) = chunks(Some("cpp"), "struct Base{};\nstruct Derived : Base {};\n", Options::default());
    assert_eq!(found[0].defs.iter().map(|def| &*def.name).collect::<Vec<_>>(), ["Base", "Derived"]);
    let (_, found, notes) =
        chunks(Some("c"), "struct class { int class; };\nint f(struct class *c) { return c->class; }\n", Options::default());
    assert_eq!((found[0].defs.iter().map(|def| &*def.name).collect::<Vec<_>>(), notes.len()), (vec!["class", "f"], 0));
}

/// D7: a macro before the name of a class; a header that is C by its name only.
#[test]
fn heads_of_classes_and_headers() {
    let names = |lang: &str, text: &str| -> Vec<String> {
        let (_, found, notes) = chunks(Some(lang), text, Options::default());
        assert!(notes.is_empty(), "{notes:?}");
        found.into_iter().flat_map(|chunk| chunk.defs).map(|def| format!("{} {}", def.kind, def.name)).collect()
    };
    let text = "class API Foo : public Bar {\n public:\n  int size() { return 1; }\n};\nstruct MY_EXPORT(2) Baz final {\n  int a;\n};\n";
    assert_eq!(names("cpp", text), ["class Foo", "method size", "struct Baz"]);
    assert_eq!(names("c", "struct PACKED pair {\n  int a;\n};\n"), ["struct pair"]);
    let header =
        "class Shop {\n public:\n  virtual ~Shop();\n  int size() const { return 1; }\n};\ntemplate <class T> T twice(T a) { return a; }\n";
    assert_eq!(names("c", header), ["class Shop", "declaration ~Shop", "method size", "function twice"]);
}

/// Prose by its headings.
#[test]
fn prose_by_headings() {
    let words = "Some words that say nothing in particular.\n\n".repeat(12);
    for (lang, text) in [
        (
            "rst",
            format!(
                "=====\nTop\n=====\n\n{words}Setup\n-----\n\n{words}A table\n\n==== ====\na    b\n==== ====\n\nOther\n-----\n\n{words}"
            ),
        ),
        ("asciidoc", format!("= Top\n\n{words}== Setup\n\n{words}----\n= no\n----\n\n== Other\n\n{words}")),
        ("org", format!("* Top\n\n{words}** Setup\n\n{words}#+BEGIN_SRC c\n* no\n#+END_SRC\n\n** Other\n\n{words}")),
        ("latex", format!("\\chapter{{Top}}\n\n{words}\\section*{{Setup}}\n\n{words}\\section[o]{{Other}}\n\n{words}")),
    ] {
        let (_, found, _) = chunks(Some(lang), &text, Options { max_chars: 500, min_chars: 50, ..Options::default() });
        let defs: Vec<_> = found.iter().flat_map(|chunk| &chunk.defs).map(|def| (&*def.name, def.container.as_deref())).collect();
        assert_eq!(defs, [("Top", None), ("Setup", Some("Top")), ("Other", Some("Top"))], "{lang}");
    }
    let text = "One paragraph of some words.\nAnd a second line of it.\n\n".repeat(40);
    let (_, found, _) = chunks(Some("text"), &text, Options { max_chars: 300, min_chars: 50, ..Options::default() });
    assert!(found.iter().all(|chunk| chunk.text.starts_with("One") && chunk.text.ends_with("\n\n")), "{found:?}");
}

/// D11: a doc comment, an attribute and a decorator are in the chunk of their item, also when every item has its own.
#[test]
fn what_stands_before_belongs_to_it() {
    let body = "call_something(1, 2, 3);\n".repeat(20);
    for (lang, before, head, tail) in [
        ("rust", "/// Parses the ledger.\n#[inline]\n", "fn p() {\n", "}\n"),
        ("java", "", "class A {\n  /** Doc. */\n  @Override\n  void p() {\n", "  }\n}\n"),
        ("typescript", "/** Doc. */\n", "export function p() {\n", "}\n"),
        ("cpp", "// Doc.\ntemplate <class T>\n", "void p(T t) {\n", "}\n"),
        ("c", "/** Doc. */\nAPI_EXTERN\n", "int p(int t) {\n", "}\n"),
        ("csharp", "", "class A {\n  /// <summary>Doc.</summary>\n  [Obsolete]\n  void p() {\n", "  }\n}\n"),
        ("kotlin", "/** Doc. */\n@Ann\n", "fun p() {\n", "}\n"),
        ("swift", "/// Doc.\n@objc\n", "func p() {\n", "}\n"),
        ("dart", "/// Doc.\n@ann\n", "void p() {\n", "}\n"),
        ("zig", "/// Doc.\n", "fn p() void {\n", "}\n"),
        ("julia", "\"\"\"\nDoc.\n\"\"\"\n@inline ", "function p()\n", "end\n"),
        ("ocaml", "(** Doc. *)\n", "let p () =\n  begin\n", "  end\n"),
    ] {
        let text = format!("{before}{head}{body}{tail}").repeat(3);
        let (_, found, _) = chunks(Some(lang), &text, Options { max_chars: 600, min_chars: 50, ..Options::default() });
        assert_eq!(found.len(), 3, "{lang}");
        assert!(found.iter().all(|chunk| chunk.text.contains(before) && chunk.text.ends_with(tail)), "{lang}: {found:?}");
    }
    // In OCaml what stands right below an item may be about it, too.
    let doc = format!("(** {} *)", "What it is for. ".repeat(20));
    let text = format!("val p : int ->\n  int\n{doc}\n\n").repeat(3);
    let (_, found, _) = chunks(Some("ocaml"), &text, Options { max_chars: 300, min_chars: 50, ..Options::default() });
    assert!(found.len() == 3 && found.iter().all(|chunk| chunk.text.starts_with("val p") && chunk.text.contains(&doc)), "{found:?}");
    let body = "    call_something(1, 2, 3)\n".repeat(20);
    let text = format!("# Doc.\n@wrapped\n@twice\ndef p():\n{body}\n\n").repeat(3);
    let (_, found, _) = chunks(Some("python"), &text, Options { max_chars: 600, min_chars: 50, ..Options::default() });
    assert!(found.iter().all(|chunk| chunk.text.starts_with("# Doc.\n") && chunk.symbol.as_deref() == Some("p")));
}

/// A chunk has the name of the one definition in it, or none.
/// A body that ends with its indentation ends before the comments of what follows.
#[test]
fn a_comment_of_scala_belongs_to_what_follows() {
    let text = "object A {\n  def bar(x: Int): Int =\n    fillerFunctionCall(x, 1, 2, 3, 4, 5, 6)\n    // inside\n\n  /** MARKER parses. */\n  // And more.\n  def parse(x: Int): Int =\n    computeSomethingLong(x, 1, 2, 3, 4, 5)\n}\n\nobject B:\n  def one(x: Int): Int =\n    fillerFunctionCall(x, 1, 2, 3, 4, 5, 6, 7, 8, 9)\n\n/** LAST is documented. */\nclass C:\n  def two(x: Int): Int =\n    fillerFunctionCall(x, 1, 2, 3, 4, 5, 6, 7, 8, 9)\n";
    let (_, chunks, _) = chunks(Some("scala"), text, Options { max_chars: 110, min_chars: 10, ..Options::default() });
    for (word, symbol) in [("inside", "bar"), ("MARKER", "parse"), ("And more", "parse"), ("LAST", "C")] {
        let chunk = chunks.iter().find(|chunk| chunk.text.contains(word)).unwrap();
        assert!(chunk.defs.iter().any(|def| def.name == symbol), "{word}: {chunk:?}");
    }
    let lines = |name: &str| chunks.iter().flat_map(|chunk| &chunk.defs).find(|def| def.name == name).unwrap().lines;
    assert_eq!((lines("bar"), lines("B"), lines("one"), lines("C")), ((2, 4), (12, 14), (13, 14), (17, 19)));
}

#[test]
fn two_on_a_line_have_no_name() {
    for (lang, text, symbol) in [
        ("typescript", "const a = () => {}; function b() {}\n", None),
        ("typescript", "const a = () => {};\n", Some("a")),
        ("rust", "fn a() {} fn b() {}\n", None),
        ("c", "typedef struct a { int x; } b;\n", Some("b")),
        ("rust", "enum A { B, C }\n", Some("A")),
    ] {
        let (_, found, _) = chunks(Some(lang), text, Options::default());
        assert_eq!((found.len(), found[0].symbol.as_deref()), (1, symbol), "{text}");
    }
}

/// Keys of data are definitions, not many, and none of what is in lists.
#[test]
fn keys_are_definitions() {
    let many: String = (0..500).map(|number| format!("key_{number}: 1\n")).collect();
    for (lang, text, keys) in [
        ("yaml", "name: x\nservices:\n  web:\n    image: y\n", &["name", "services", "services/web"][..]),
        ("yaml", "a:\n- b: 1\n  c: 2\n- d: 3\ne: >\n  f: 1\ng: 2\n", &["a", "e", "g"]),
        (
            "json",
            "{\n  \"a\": 1,\n  \"b\": [\n    {\n      \"c\": 1\n    }\n  ],\n  \"d\": { \"e\": 1 },\n  \"f\": {\n    \"g\": 1\n  }\n}\n",
            &["a", "b", "d", "f", "f/g"],
        ),
        ("json", "[\n  {\n    \"a\": 1\n  }\n]\n", &[]),
        ("toml", "a = [\n  \"b = 1\",\n]\n[c.d]\ne = { f = 1 }\n[[g]]\nh = 1\n[[g]]\nh = 2\n", &["a", "c.d", "c.d/e", "g", "g/h"]),
        ("ini", "a.b=1\n[c]\nd: 2\n  e>=3\n", &["a.b", "c", "c/d"]),
    ] {
        let (_, found, _) = chunks(Some(lang), text, Options::default());
        let defs = found.iter().flat_map(|chunk| &chunk.defs);
        let names: Vec<String> =
            defs.clone().map(|def| def.container.iter().chain([&def.name]).cloned().collect::<Vec<_>>().join("/")).collect();
        assert_eq!(names, keys, "{text}");
        assert!(defs.clone().all(|def| def.kind == "key"));
    }
    let (_, found, _) = chunks(Some("yaml"), &many, Options::default());
    assert_eq!(found.iter().map(|chunk| chunk.defs.len()).sum::<usize>(), 200);
    assert!(found.iter().all(|chunk| chunk.symbol.is_none()));
}

/// Values of an enum are definitions, and neither cut nor name anything.
#[test]
fn members_are_in_defs_only() {
    for (lang, head, tail) in
        [("c", "enum mode {\n", "};\n"), ("java", "enum mode {\n", "  ;\n  void f() {}\n}\n"), ("typescript", "enum mode {\n", "}\n")]
    {
        let values: String = (0..40).map(|number| format!("  VALUE_{number} = {number},\n")).collect();
        let values = if lang == "java" { values.replace(" = ", "(").replace(",\n", "),\n") } else { values };
        let (_, found, _) =
            chunks(Some(lang), &format!("{head}{values}{tail}"), Options { max_chars: 200, min_chars: 10, ..Options::default() });
        assert!(found.len() > 2 && found.len() < 8, "{lang}: {}", found.len());
        assert!(found.iter().all(|chunk| chunk.symbol.as_deref() == Some("mode") || chunk.kind == "method"), "{lang}: {found:?}");
        let members: Vec<_> = found.iter().flat_map(|chunk| &chunk.defs).filter(|def| def.kind == "member").collect();
        assert_eq!((members.len(), &*members[7].name, members[7].lines), (40, "VALUE_7", (9, 9)), "{lang}");
        assert!(members.iter().all(|def| def.container.as_deref() == Some("mode")), "{lang}");
        assert!(found.iter().all(|chunk| chunk.defs.iter().all(|def| (chunk.lines.0..=chunk.lines.1).contains(&def.lines.0))), "{lang}");
    }
}

/// D17: nothing, blanks only, comments only, no line end.
#[test]
fn nearly_nothing() {
    for lang in languages().map(Some).chain(OTHERS) {
        for (text, count) in [("", 0), ("\n\n", 1), (" ", 1), ("\t\r\n \u{3000}", 1), ("// only\n", 1), ("# only", 1), ("def x(): pass", 1)]
        {
            assert_eq!(chunks(lang, text, Options::default()).1.len(), count, "{lang:?} {text:?}");
        }
    }
}

/// Junk under a language's name falls back to lines and says so.
#[test]
fn junk_is_cut_by_lines() {
    let junk = "][ )( }{ <<<< ,,, ;;; ::: ((( @@@ ???\n".repeat(60);
    let (_, found, notes) = chunks(Some("java"), &junk, Options::default());
    assert_eq!((notes.len(), &*found[0].kind), (1, "lines"));
}

/// Headings are the breadcrumb of Markdown; fences are no headings and stay whole.
#[test]
fn markdown_by_headings() {
    let hidden = "# A\n\n<!--\n# No\n\nSub\n---\n-->\n\n<!-- # No -->\n## B\n\n    <!--\n\n## C\n";
    let (_, found, _) = chunks(Some("markdown"), hidden, Options::default());
    let names: Vec<_> = found.iter().flat_map(|chunk| &chunk.defs).map(|def| &*def.name).collect();
    assert_eq!(names, ["A", "B", "C"]);
    let words = "Some words that say nothing in particular.\n\n".repeat(12);
    let text = format!(
        "---\ntitle: x\n---\nIntro.\n\n# Top\n\n{words}## Setup ##\n\n{words}```sh\n# not a heading\n```\n\nOther\n=====\n\n{words}"
    );
    let (_, found, _) = chunks(Some("markdown"), &text, Options { max_chars: 500, min_chars: 50, ..Options::default() });
    let crumbs: Vec<String> = found.iter().map(|chunk| chunk.breadcrumb.join("/")).collect();
    assert_eq!(crumbs, ["Top", "Top/Setup", "Other"], "{found:#?}");
    let defs: Vec<_> = found.iter().flat_map(|chunk| &chunk.defs).map(|def| (&*def.name, &*def.kind, def.container.as_deref())).collect();
    assert_eq!(defs, [("Top", "section", None), ("Setup", "section", Some("Top")), ("Other", "section", None)]);
}

/// What a file imports, as written, once.
#[test]
fn imports() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("rust", "pub use a::{b, c::{self, d as e}};\nuse a::b;\nmod x;\nextern crate y;\n", &["a::b", "a::c", "a::c::d", "mod:x", "y"]),
        (
            "python",
            "import os.path, sys as s\nfrom ..a import (b,  # why\n  c as d)\nfrom . import e\n",
            &["os.path", "sys", "..a", "..a.b", "..a.c", ".", ".e"],
        ),
        ("c", "#include \"foo.h\"\n#include <stdio.h>\n", &["foo.h", "<stdio.h>"]),
        (
            "typescript",
            "import type { X } from './x';\nexport * from \"y\";\nconst z = require('z'); await import('w');\n",
            &["./x", "y", "z", "w"],
        ),
        ("go", "package a\nimport (\n\t\"fmt\"\n\tx \"a/b\"\n)\n", &["fmt", "a/b"]),
        ("java", "import static a.b.C.*;\nimport d.E;\n", &["a.b.C.*", "d.E"]),
        ("csharp", "using System.Text;\nusing A = B.C;\n", &["System.Text", "B.C"]),
    ];
    for (lang, text, right) in cases {
        assert_eq!(chunks(Some(lang), text, Options::default()).0.imports, *right, "{lang}");
    }
}

/// The header says how chunks were made; what is not a file with text passes untouched.
#[test]
fn the_rest_of_the_stream() {
    let bare = File { text: None, ..file("c", Some("rust"), "") };
    let old = Chunk { path: "c".into(), text: "x".into(), lines: (1, 1), bytes: (0, 1), ..Chunk::default() };
    let input: Vec<Record> = vec![
        Header::new(Order::Path).into(),
        bare.clone().into(),
        old.clone().into(),
        Record::Other("{\"type\":\"x_mine\"}".into()),
        cw_records::End::default().into(),
    ];
    let output = run(&env(), input.clone(), Options::default());
    let Record::Header(header) = &output[0] else { panic!("{output:?}") };
    assert_eq!(
        serde_json::to_string(&header.made_with).expect("json"),
        format!(r#"{{"chunk":{{"max_chars":1000,"min_chars":50,"version":{}}}}}"#, cw_stages::chunk::VERSION)
    );
    assert_eq!(header.via, [cw_stages::via("chunk")]);
    assert_eq!(output[1..], input[1..]);
}

/// A fatal error is the last item.
#[test]
fn an_error_ends_the_stream() {
    let env = env();
    let input = vec![Ok(file("a", None, "x").into()), Err(Error::usage("R03", "cut")), Ok(file("b", None, "x").into())];
    let output: Vec<_> = chunk(&env, Box::new(input.into_iter()), Options::default()).collect();
    assert_eq!((output.len(), output[2].is_err()), (3, true));
}

/// One worker and eight give the same records.
#[test]
fn threads_change_nothing() {
    let snippet = "class A {\n  method(x) { return [x, 1].map(y => y + 1); }\n}\n";
    let all: Vec<Record> = (0..400).map(|n| file(&format!("{n:03}"), languages().nth(n % 11), &snippet.repeat(n % 37)).into()).collect();
    let one = run(&Env::new(1).expect("threads"), all.clone(), Options::default());
    assert_eq!(one, run(&Env::new(8).expect("threads"), all, Options::default()));
}

/// D13: scripts in pages are read in place.
#[test]
fn scripts_in_pages() {
    let vue = "<template>\n  <b>{{ x }}</b>\n</template>\n\n<script setup lang=\"ts\">\nimport { a } from './a'\n// Doc\nexport function pay(n: number): void {\n  a(n)\n}\n</script>\n\n<style scoped>\n.card { color: red; }\n</style>\n";
    let small = Options { max_chars: 60, min_chars: 1, ..Options::default() };
    let (file, found, notes) = chunks(Some("vue"), vue, small);
    assert_eq!((file.imports, notes.len()), (vec!["./a".to_owned()], 0));
    let pay = found.iter().find(|chunk| chunk.symbol.as_deref() == Some("pay")).expect("pay");
    assert_eq!((pay.lines.0, pay.defs[0].lines), (7, (8, 10)));
    let kinds: Vec<_> = found.iter().map(|chunk| &*chunk.kind).collect();
    assert_eq!(kinds, ["template", "script", "function", "style"], "{found:#?}");

    let line = "<template>…</template><script setup lang=\"ts\">export function pay(){}</script>";
    let (_, found, _) = chunks(Some("vue"), line, Options::default());
    assert_eq!((&*found[0].defs[0].name, found[0].defs[0].lines), ("pay", (1, 1)));

    let names = |lang: &str, text: &str| -> Vec<(String, u32)> {
        let (_, found, _) = chunks(Some(lang), text, Options::default());
        found.into_iter().flat_map(|chunk| chunk.defs).map(|def| (def.name, def.lines.0)).collect()
    };
    let astro = "---\nconst title = 'x';\nfunction head() {}\n---\n<p>{title}</p>\n<script>\nfunction tail(a: number) {}\n</script>\n";
    assert_eq!(names("astro", astro), [("title".into(), 2), ("head".into(), 3), ("tail".into(), 7)]);
    let html = "<!-- <script>function no() {}</script> -->\n<SCRIPT>\nfunction one() {}\n</SCRIPT>\n<script type='application/json'>{\"a\": 1}</script>\n<p>\n<script type=module>class Two {}</script>\n";
    assert_eq!(names("html", html), [("one".into(), 3), ("Two".into(), 7)]);
    let svelte = "<script lang='ts' context=\"a>b\">\n  let count: number = 0;\n  const up = () => count++;\n</script>\n<button on:click={up}>{count}</button>\n";
    assert!(names("svelte", svelte).contains(&("up".into(), 3)));
}

/// D14: the source of cells is what is shown, and no image is.
#[test]
fn notebooks_by_cells() {
    let image = "iVBORw0KGgoXXX".repeat(15_000);
    let book = serde_json::json!({
        "cells": [
            {"cell_type": "markdown", "metadata": {}, "source": ["# Training\n", "\n", "How the model learns from all of the many examples it is given here."]},
            {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [
                {"data": {"image/png": image, "text/plain": ["<Figure size 640x480 with one axis and a long enough text to stand>"]}, "output_type": "display_data"},
                {"name": "stdout", "output_type": "stream", "text": ["loss 0.5\n"]},
            ], "source": ["%matplotlib inline\n", "import torch\n", "def train(rate):\n", "    \"\"\"Learns \u{1F680}.\"\"\"\n", "    return step(rate, model, optimiser, schedule)"]},
            {"cell_type": "code", "metadata": {}, "outputs": [], "source": []},
        ],
        "metadata": {"kernelspec": {"language": "python"}}, "nbformat": 4, "nbformat_minor": 5,
    });
    for text in [serde_json::to_string_pretty(&book).expect("json"), book.to_string()] {
        let (file, found, notes) = chunks(Some("notebook"), &text, Options::default());
        assert_eq!((file.imports, notes.len()), (vec!["torch".to_owned()], 0));
        assert!(found.iter().all(|chunk| chunk.view.as_ref().is_some_and(|view| !view.contains("XXX") && view.len() < 1000)));
        let train = found.iter().find(|chunk| chunk.defs.iter().any(|def| def.name == "train")).expect("train");
        assert!(
            train
                .view
                .as_ref()
                .is_some_and(|view| view.starts_with("%matplotlib inline\nimport torch\ndef train") && view.contains('\u{1F680}'))
        );
        let line = text.lines().position(|line| line.contains("def train")).expect("a line") as u32 + 1;
        assert_eq!(train.defs[0].lines.0, line);
        assert!(found.iter().any(|chunk| chunk.kind == "output" && chunk.view.as_ref().is_some_and(|view| view.contains("loss 0.5"))));
        assert!(found.iter().any(|chunk| chunk.breadcrumb == ["Training"]));
        // A long cell is several chunks.
        let (_, small, _) = chunks(Some("notebook"), &text, Options { max_chars: 40, min_chars: 1, ..Options::default() });
        assert!(small.len() > found.len());
    }
    for odd in ["", "{}", "[]", "{\"cells\": [}", "{\"cells\": [{\"cell_type\": \"code\", \"source\": 3}]}", "not json", "{\"cells\": [1"] {
        let (_, found, _) = chunks(Some("notebook"), odd, Options::default());
        assert!(found.iter().all(|chunk| chunk.view.is_none()));
    }
}

const SNIPPETS: [&str; 11] = [
    "<template>\n<b/>\n</template>\n<script lang='ts'>\nclass A { m() {} }\n</script><style>a {}</style>\n---\n",
    "{\"cells\": [\n{\"cell_type\": \"code\", \"source\": [\"def f():\\n\", \" x\\u00e9\\\"\"], \"outputs\": [{\"text\": \"a\"}]}\n, {\"cell_type\": \"markdown\", \"source\": \"# A\\nB\"}]}",
    "# Doc\nall: a\n\tcc\nFROM a AS b\n[t]\nk:\n  l:\n    - m\nCREATE TABLE t (\n a int);\nsub f {\n}\nlet g x =\n  1\nmodule M\nend\n(defn h [])\n",
    "/// Doc\n#[derive(A)]\npub struct S { a: u8 }\nimpl<T> X for S<T> {\n    fn f(&self) -> u8 { match self { _ => 1 } }\n}\n",
    "@dec\nclass A(B):\n    '''Doc'''\n    LIMIT = 1\n    async def f(self, x=(1, 2)):\n        return f'{x}'\n",
    "export class A<T> extends B {\n  @D() m = async () => { await x; }\n}\nexport const f = (a) => <div>{a}</div>;\n",
    "namespace a { template <class T> struct B : C { ~B() {} }; }\n#ifdef X\nint f(void) { return 1; }\n#endif\n",
    "package a\n// Doc\nfunc (s *T) M() (int, error) { return 1, nil }\ntype ( A struct{}\n B interface{} )\n",
    "# Title\n\nText\n\n```rust\n# no\n```\n\nSub\n---\n* a\n* b\n",
    "namespace N;\nusing X;\n[A] class K { int P { get; set; } void M() {} }\n",
    "\r\n\t\u{feff}漢\u{2028}\r\u{0}═🚀\n\n\n",
];

/// Languages without definitions of their own.
const OTHERS: [Option<&str>; 10] = [
    None,
    Some("markdown"),
    Some("text"),
    Some("rst"),
    Some("asciidoc"),
    Some("html"),
    Some("vue"),
    Some("svelte"),
    Some("astro"),
    Some("notebook"),
];

fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => proptest::sample::select(&SNIPPETS[..]).prop_map(str::to_owned),
        1 => "\\PC{0,40}",
        1 => proptest::collection::vec(proptest::sample::select(vec!['{', '}', '(', ')', '\n', '\r', ' ', '"', '#', '/', '*', ':', 'a', '漢']), 0..60)
            .prop_map(String::from_iter),
    ];
    let text = proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat());
    // Cut off and with a hole, on character borders.
    (text, any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4u8).prop_map(|(text, one, two, how)| {
        let chars: Vec<char> = text.chars().collect();
        let (one, two) = (one.index(chars.len() + 1), two.index(chars.len() + 1));
        match how {
            0 => chars[..one].iter().collect(),
            1 => chars[..one.min(two)].iter().chain(&chars[one.max(two)..]).collect(),
            _ => text,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// The law of the stage, over every language and every size.
    #[test]
    fn chunks_tile_their_file(text in any_text(), lang in 0usize..256, max_chars in prop_oneof![1usize..60, Just(1000)], min_chars in 0usize..60) {
        let all: Vec<Option<&str>> = languages().map(Some).chain(OTHERS).collect();
        chunks(all[lang % all.len()], &text, Options { max_chars, min_chars, ..Options::default() });
    }
}
