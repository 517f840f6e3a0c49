//! Hard inputs from the field, through the real commands: a table of trees, shell lines, and what they must say.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::support::{Case, assert_same};

/// One case: what is in the tree, what is done, what comes of it.
pub struct Row {
    /// The class of fault and the point.
    name: &'static str,
    /// Files of the tree.
    files: Vec<(&'static [u8], Vec<u8>)>,
    /// The shell line, in the tree.
    line: &'static str,
    /// Its exit code.
    code: i32,
    /// What stdout has.
    has: &'static [&'static str],
    /// What neither stdout nor stderr has.
    lacks: &'static [&'static str],
}

pub fn row(
    name: &'static str,
    files: &[(&'static str, &str)],
    line: &'static str,
    code: i32,
    has: &'static [&'static str],
    lacks: &'static [&'static str],
) -> Row {
    let files = files.iter().map(|(path, text)| (path.as_bytes(), text.as_bytes().to_vec())).collect();
    Row { name, files, line, code, has, lacks }
}

impl Row {
    pub fn with(mut self, path: &'static [u8], bytes: impl Into<Vec<u8>>) -> Row {
        self.files.push((path, bytes.into()));
        self
    }
}

/// Runs the rows and tells of all that failed. A line is run by `sh -e`.
#[track_caller]
pub fn check(rows: Vec<Row>) {
    let mut failures = Vec::new();
    for row in rows {
        let case = Case::new();
        for (path, bytes) in &row.files {
            case.write(Path::new(OsStr::from_bytes(path)), bytes);
        }
        let ran = case.sh(&format!("set -e\n{}", row.line));
        let (out, err) = (String::from_utf8_lossy(ran.bytes()).into_owned(), ran.err());
        let mut wrong = Vec::new();
        if ran.code() != row.code {
            wrong.push(format!("exit {} not {}", ran.code(), row.code));
        }
        wrong.extend(row.has.iter().filter(|text| !out.contains(**text)).map(|text| format!("stdout lacks {text:?}")));
        let said = |text: &str| out.contains(text) || err.contains(text);
        wrong.extend(row.lacks.iter().chain(&["panicked", "cw: bug"]).filter(|text| said(text)).map(|text| format!("has {text:?}")));
        if !wrong.is_empty() {
            let shown: String = out.chars().take(1500).collect();
            failures.push(format!("{}: {}\n--- stdout\n{shown}\n--- stderr\n{err}", row.name, wrong.join("; ")));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n\n"));
}

fn wide(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// `连接池超时` in GB18030, in a comment, and a line of code.
const GB: &[u8] = b"// \xc1\xac\xbd\xd3\xb3\xd8\xb3\xac\xca\xb1\nint pool_timeout = 3;\n";

#[test]
fn a_bytes_and_encodings() {
    let late: Vec<u8> = [b"// ascii only\n".repeat(700), GB.to_vec()].concat();
    check(vec![
        row("A1 offsets over CR LF, and a lone CR", &[("m.rs", "fn a(){}\r\nfn b(){\r\n  x();\r\n}\nfn c(){}\r")], "cw-scan -q . | cw-chunk --min-chars 0 --max-chars 50", 0, &[r#""lines":[1,5]"#, r#"\r\n"#], &[]),
        row("A1 a definition is found on its lines", &[("m.rs", "fn a(){}\r\nfn b(){\r\n  x();\r\n}\nfn c(){}\r")], "cw-scan -q . | cw-chunk", 0, &[r#"{"name":"b","kind":"function","lines":[2,4]}"#], &[]),
        row("A2 a byte order mark is no part of the text", &[], "cw-scan -q . | cw-chunk; cw query -q --json first", 0, &[r#""text":"def first():\n    pass\n""#, r#""symbol":"first""#, r#""bytes":[0,22]"#, r#""lines":[1,2]"#], &["\u{feff}"])
            .with(b"b.py", &b"\xef\xbb\xbfdef first():\n    pass\n"[..]),
        row("A4 UTF-16 is text", &[], "cw-scan -q .; cw query -q Kunde", 0, &[r#""encoding":"utf-16le""#, r#""text":"class Kunde {}\n""#, "K.cs"], &["binary"]).with(b"K.cs", wide("\u{feff}class Kunde {}\n")),
        row("A5 GB18030", &[], "cw-scan -q .; cw query -q 连接池超时", 0, &[r#""encoding":"gb18030""#, "连接池超时", "p.c"], &["\u{fffd}"]).with(b"p.c", GB),
        row("A5 GB18030 that begins after 9,000 bytes", &[], "cw query -q 连接池超时", 0, &["连接池超时", "p.c"], &["\u{fffd}"]).with(b"p.c", late),
        row("A7 one bad byte costs no file", &[], "cw index -q; cw query -q ok; cw-lex find ok", 0, &["caf\u{e9}", "l1.py"], &["\u{fffd}"]).with(b"l1.py", &b"def ok():\n    s = \"caf\xe9\"\n    return s\n"[..]),
        row("A8 a cut never goes through a letter", &[("u.py", &format!("x = \"{}\"\n", "═🚀漢".repeat(700)))], "cw index -q; for n in 1 2 3 5 7 11 200 5000; do cw query -q --tokens $n --json 漢 || [ $? = 1 ]; cw query -q --chars $n 漢 || [ $? = 1 ]; done", 0, &["═🚀漢"], &["\u{fffd}"]),
        row("A10 a name that is not UTF-8", &[], "cw-scan -q . | cw-chunk; cw query -q --json zoe", 0, &[r#""path_b64":"em/oLnB5""#], &[r#""path":"zo"#]).with(b"zo\xe8.py", &b"def zoe(): pass\n"[..]),
        row("A10 it can be handed back", &[], "cw-scan -q . > ../all; printf 'zo\\350.py\\0' | cw-scan -q . -0 --files-from - | grep -c path_b64; cw-lex find --index ../none zoe 2>/dev/null || cw query -q --path 'zo*' zoe", 0, &["1\n", "def zoe"], &[]).with(b"zo\xe8.py", &b"def zoe(): pass\n"[..]),
        row("A12 lists may be absolute", &[("a.py", "def x1(): pass\n"), ("b/c.py", "def x2(): pass\n")], "printf \"$PWD/b/c.py\\n./a.py\\n\" | cw-scan -q . --files-from - | grep -c '\"type\":\"file\"'", 0, &["2\n"], &[]),
        row("A13 folders side by side, and trees apart", &[("a/x.py", "def x1(): pass\n"), ("b/c.py", "def x2(): pass\n")], "cw-scan -q a b | grep -c '\"type\":\"file\"'; cw-scan a /etc 2>&1 | head -1", 0, &["2\n", "S04"], &[]),
        row("A11 hostile names are one record each", &[("a\nb.py", "def x1(): pass\n"), ("-rf.py", "def x2(): pass\n"), ("sp ace .py", "def x3(): pass\n"), ("q\"uote.py", "def x4(): pass\n")], "cw-scan -q . | grep -c '\"type\":\"file\"'; cw-scan -q . ; cw-scan -q -- -rf.py | grep -c '\"type\":\"file\"'; printf 'a\\nb.py\\0' | cw-scan -q . -0 --files-from - | grep -c x1; for n in 1 2 3 4; do cw query -q x$n; done", 0, &["4\n", r#""path":"a\nb.py""#, r#""path":"q\"uote.py""#, r#""path":"sp ace .py""#, "x1", "x2", "x3", "x4"], &[]),
        row("A13 CJK folders are two trees", &[("项目/核心/a.py", "def core(): pass\n"), ("项目/工具/b.py", "def tools(): pass\n")], "cw index 项目/核心; cw index 项目/工具; test -d 项目/核心/.cw -a -d 项目/工具/.cw -a ! -e .cw; cd 项目/核心; cw query -q core; cw query -q --json core", 0, &["a.py", r#""path":"a.py""#], &["b.py", "---"]),
    ]);
}

#[test]
fn b_file_systems() {
    check(vec![
        row(
            "B1 links that go round",
            &[("a.py", "def a(): pass\n"), ("d/b.py", "def b(): pass\n")],
            "ln -s .. d/up; ln -s . self; cw-scan -q . | grep -c '\"type\":\"file\"'; cw-scan -q --follow . | grep -c '\"type\":\"file\"'",
            0,
            &["2\n2\n"],
            &[],
        ),
        row(
            "B3 a link is no way out",
            &[("a.py", "def a(): pass\n")],
            "ln -s /etc/passwd notes.txt; ln -s /etc etc; ln -s notes.txt two.txt; cw-scan -q .; cw-scan -q --follow .; cw index -q; cw query -q root || true; cw index -q --follow --rebuild; cw query -q root || true",
            0,
            &[r#"{"type":"skip","path":"notes.txt","reason":"symlink"}"#],
            &["root:", "/bin/"],
        ),
        row(
            "B4 a root that is a link",
            &[("real/a.py", "def a(): pass\n")],
            "ln -s real proj; cd proj; cw index -q; cw query -q a; cd ..; cw query -q --repo proj a; test -d real/.cw",
            0,
            &["a.py"],
            &["proj/a.py"],
        ),
        row(
            "B4 a folder that is a link, followed once",
            &[("real/a.py", "def a(): pass\n"), ("p/b.py", "def b(): pass\n")],
            "ln -s ../real p/lib; cw-scan -q --follow . | grep -o '\"path\":\"[^\"]*\"' | sort | tr '\\n' ' '",
            0,
            &["real/a.py"],
            &["p/lib/a.py"],
        ),
        row(
            "B5 what cannot be read is said, and is not gone",
            &[("a.py", "def a(): pass\n"), ("x/b.py", "def bee(): pass\n"), ("c.py", "def cee(): pass\n")],
            "cw index -q; chmod 000 x c.py; cw-scan . >../scan 2>../err && exit 9; grep -c 'cannot read' ../err; cw index -q 2>/dev/null && exit 8; cw query -q --no-refresh bee; cw query -q --no-refresh cee; chmod 755 x c.py; cw index -q; cw query -q bee",
            0,
            &["2\n", "x/b.py", "c.py"],
            &[],
        ),
        row(
            "B7 a tree that cannot be written is indexed elsewhere",
            &[("p/a.py", "def alpha(): pass\n")],
            "mkdir p/.git; chmod a-w p; cd p; cw index 2>&1; cw query -q alpha; ls -A; ls ../../home/.cache/contextweaver/index; cd ..; chmod u+w p",
            0,
            &["a.py", ".cache/contextweaver/index/", ".git\na.py\n"],
            &["I07"],
        ),
        row(
            "B7 an index that cannot be written answers",
            &[("a.py", "def alpha(): pass\n")],
            "cw index -q; echo 'def beta(): pass' > b.py; chmod -R a-w .cw .; cw query alpha 2>&1; chmod -R u+w . ",
            0,
            &["a.py", "the answer is from the index as it is"],
            &[],
        ),
        row(
            "B9 a tree that moved is not made anew",
            &[("a/x.py", "def ex(): pass\n")],
            "cw index -q a; mv a b; cw index --json b; cw query -q --repo b ex",
            0,
            &[r#""changed":false"#, r#""read":0"#, "x.py"],
            &[],
        ),
        row(
            "B12 home is too wide",
            &[("a.py", "x\n")],
            "cd ../home; mkdir d; cw index && exit 9; cw query x && exit 8; cw index --repo / 2>/dev/null && exit 7; ls -A",
            0,
            &["d\n"],
            &[".cw"],
        ),
        row(
            "B12 the top is too wide, --yes is a word",
            &[("a.py", "def a(): pass\n")],
            "cw index / && exit 9; cw index .. --index ../i 2>&1 && exit 8; cd ../home; echo 'def h(): pass' > h.py; cw index -q --yes; cw query -q h",
            0,
            &["C06", "h.py"],
            &[],
        ),
        row(
            "B15 same size, same second",
            &[("a.py", "def aaa(): pass\n")],
            "touch -d @1000000000 a.py; cw index -q; echo 'def bbb(): pass' > a.py; touch -d @1000000000 a.py; cw index --json; cw query -q bbb",
            0,
            &[r#""read":1"#, "bbb"],
            &[],
        ),
        row(
            "B15 a touch changes nothing",
            &[("a.py", "def aaa(): pass\n")],
            "cw index -q; touch -d @0 a.py; cw index --json; touch -d @99999999999 a.py; cw index --json",
            0,
            &[r#""changed":false"#],
            &[r#""changed":true"#],
        ),
    ]);
}

#[test]
fn c_what_git_ignores() {
    check(vec![
        row(
            "C1 a rule for folders",
            &[(".gitignore", "build/\n"), ("build/a.py", "a\n"), ("src/build.py", "b\n"), ("x/build/b.py", "c\n")],
            "git init -q; cw-scan -q . | grep -o '\"path\":\"[^\"]*py\"'",
            0,
            &["src/build.py"],
            &["build/a.py", "build/b.py"],
        ),
        row(
            "C2 negation as git has it",
            &[(".gitignore", "*\n!.gitignore\n!src/\n!src/**\n"), ("src/a.py", "a\n"), ("o.py", "b\n"), ("src/d/e.py", "b\n")],
            "git init -q; cw-scan -q . | grep -o '\"path\":\"[^\"]*\"' > ../ours; git ls-files -co --exclude-standard | sed 's/.*/\"path\":\"&\"/' | LC_ALL=C sort > ../theirs; cmp ../ours ../theirs; cat ../ours",
            0,
            &["src/d/e.py"],
            &["o.py"],
        ),
        row(
            "C2 nothing comes back below what is left out",
            &[
                (".gitignore", "logs/*\n!logs/keep.py\nout/\n!out/keep.py\n"),
                ("logs/keep.py", "a\n"),
                ("logs/x.py", "b\n"),
                ("out/keep.py", "c\n"),
            ],
            "git init -q; cw-scan -q . | grep -o '\"path\":\"[^\"]*\"'",
            0,
            &["logs/keep.py"],
            &["logs/x.py", "out/keep.py"],
        ),
        row(
            "C5 rules above the folder that is asked for",
            &[
                (".gitignore", "/gen\n*.log.py\n/sub/no\n"),
                ("sub/gen/a.py", "def a(): pass\n"),
                ("sub/b.log.py", "def b(): pass\n"),
                ("sub/no/c.py", "def c(): pass\n"),
                ("sub/d.py", "def d(): pass\n"),
            ],
            "git init -q; cd sub; cw-scan -q . | grep -o '\"path\":\"[^\"]*\"'; cw-scan -q \"$PWD\" | grep -o '\"path\":\"[^\"]*\"'; cd ..; cw-scan -q . sub | grep -o '\"path\":\"[^\"]*\"'",
            0,
            &["\"d.py\"", "\"gen/a.py\"", "\"sub/gen/a.py\"", "\"sub/d.py\""],
            &["b.log.py", "no/c.py"],
        ),
        row(
            "C10 rules without git",
            &[(".gitignore", "gen/\n"), ("gen/a.py", "x\n"), ("b.py", "y\n")],
            "cw-scan -q .",
            0,
            &["b.py"],
            &["gen/a.py"],
        ),
        row(
            "C13 an LFS pointer",
            &[
                (
                    "model.R",
                    "version https://git-lfs.github.com/spec/v1\noid sha256:0000000000000000000000000000000000000000000000000000000000000007\nsize 14131452\n",
                ),
                ("lfs.py", "# version https://git-lfs.github.com/spec/v1\ndef lfs(): pass\n"),
            ],
            "cw-scan -q .",
            0,
            &[r#"{"type":"skip","path":"model.R","reason":"lfs-pointer"}"#, r#""path":"lfs.py""#],
            &["14131452"],
        ),
        row(
            "C16 a file that git does not know yet",
            &[("a.py", "def a(): pass\n")],
            "git init -q; cw index -q; echo 'def z9(): pass' > new.py; cw query -q z9",
            0,
            &["new.py"],
            &[],
        ),
    ]);
}

#[test]
fn d_content() {
    let nest = |open: &str, close: &str, count: usize| format!("{}1{}\n", open.repeat(count), close.repeat(count));
    let functions: String = (0..2000)
        .map(|n| format!("export function work{n}(a: number): number {{\n  const b = a + {n};\n  return b * 2;\n}}\n\n"))
        .collect();
    check(vec![
        row(
            "D1 deep nesting",
            &[
                ("p.js", &nest("(\n", "\n)", 100_000)),
                ("b.py", &nest("[\n", "\n]", 100_000)),
                ("c.rs", &nest("{\n", "\n}", 100_000)),
                ("f.c", &nest("f(\n", "\n)", 50_000)),
                ("i.go", &nest("if x {\n", "\n}", 30_000)),
                ("x.tsx", &nest("<div>\n", "\n</div>", 30_000)),
                ("z.py", "def fine(): pass\n"),
            ],
            "cw-scan -q . > ../s; cw-chunk < ../s > ../c; grep -c '\"type\":\"file\"' ../c; cw index -q; cw query -q fine",
            0,
            &["7\n", "z.py"],
            &[],
        ),
        row(
            "D4 a bundle in one line",
            &[("assets/app.js", &"var a=1;".repeat(100_000)), ("a.js", "var real = 1;\n")],
            "cw-scan -q .",
            0,
            &[r#"{"type":"skip","path":"assets/app.js","reason":"minified"}"#, r#""path":"a.js""#],
            &[],
        ),
        row(
            "D5 one long line in a small file",
            &[("longline.py", &format!("NEEDLE_URL = \"{:01170}\"\n", 0))],
            "cw query -q NEEDLE_URL",
            0,
            &["longline.py"],
            &[],
        ),
        row(
            "D6 large but real",
            &[("big.ts", &functions)],
            "cw query -q work1777; cw-scan -q . | cw-chunk | grep -o '\"name\":\"work[0-9]*\"' | sort -u | wc -l",
            0,
            &["function work1777", "2000\n"],
            &[],
        ),
        row(
            "D7 a header in C++, and one in C",
            &[
                ("x.h", "struct Base {};\nstruct Derived : Base { int of_derived; };\n"),
                ("y.h", "struct s { int class; };\nstatic int plain_c(struct s *this) { return this->class; }\n"),
            ],
            "cw-scan -q . | cw-chunk",
            0,
            &[r#"{"name":"Derived""#, r#"{"name":"plain_c""#],
            &[],
        ),
        row(
            "D10 members, traits, receivers",
            &[
                ("a.js", "export default function Foo(){ return 1 }\n"),
                ("b.rs", "trait Walk {\n    fn step(&self) -> u32 {\n        1\n    }\n}\n"),
                ("c.go", "package c\n\ntype T struct{}\n\nfunc (t *T) Close() error {\n\treturn nil\n}\n"),
            ],
            "cw-scan -q . | cw-chunk",
            0,
            &[
                r#"{"name":"Foo","kind":"function""#,
                r#"{"name":"step","kind":"method","lines":[2,4],"container":"Walk"}"#,
                r#"{"name":"Close","kind":"method","lines":[5,7],"container":"T"}"#,
            ],
            &[],
        ),
        row(
            "D11 a comment belongs to its item",
            &[(
                "l.rs",
                &format!(
                    "fn before() {{\n{}}}\n\n/// Parses the ledger\nfn p() {{\n{}}}\n",
                    "    call_something(1, 2, 3);\n".repeat(40),
                    "    call_another(1, 2, 3);\n".repeat(38)
                ),
            )],
            "cw-scan -q . | cw-chunk | grep 'Parses the ledger'",
            0,
            &[r#"/// Parses the ledger\nfn p() {\n"#],
            &["before"],
        ),
        row(
            "D17 empty, blank, without a last line end",
            &[("e.py", ""), ("w.py", "\n\n"), ("n.py", "def x(): pass"), ("c.py", "# only words\n")],
            "cw-scan -q . | cw-chunk | tee ../c | grep '\"type\":\"chunk\"' | grep -c '\"text\":\"\"' && exit 9; cat ../c; cw index -q; cw query -q x; cw query -q only words",
            0,
            &[r#""lines":[1,1]"#, r#"{"type":"skip","path":"e.py","reason":"empty"}"#, "n.py", "c.py"],
            &[],
        ),
        row(
            "D18 NUL is binary",
            &[("late.py", &format!("{}\0tail\n", "x = 1\n".repeat(3400))), ("ok.py", "def ok(): pass\n")],
            "cw-scan -q .",
            0,
            &[
                r#""path":"z.py","reason":"binary""#,
                r#""path":"n.c","reason":"binary""#,
                r#""path":"late.py","reason":"binary""#,
                r#""path":"ok.py""#,
            ],
            &["\"text\":\"\\u0000"],
        )
        .with(b"z.py", &b"\0abc"[..])
        .with(b"n.c", vec![0; 4096]),
        row(
            "D21 secrets stay out, their namesakes do not",
            &[
                (".env", "API_TOKEN=CANARY1\n"),
                (".npmrc", "//r/:_authToken=CANARY2\n"),
                ("id_rsa", "-----BEGIN OPENSSH PRIVATE KEY-----\nCANARY3\n"),
                ("credentials.json", "{\"k\":\"CANARY4\"}\n"),
                ("a/b/.env.production", "X=CANARY5\n"),
                ("key.pem", "CANARY6\n"),
                ("secrets.py", "def load_secrets(): pass\n"),
                ("token_utils.go", "package token\n"),
                (".env.example", "API_TOKEN=\n"),
            ],
            "cw index -q; for n in 1 2 3 4 5 6; do ! cw-lex find CANARY$n > ../out; grep -c hit ../out || true; done; cw-scan -q . | cw-chunk | cw-embed; grep -rl CANARY .cw || true",
            0,
            &[
                r#""path":".env","reason":"credential""#,
                r#""path":".npmrc","reason":"credential""#,
                r#""path":"id_rsa","reason":"credential""#,
                r#""path":"credentials.json","reason":"credential""#,
                r#""path":"key.pem","reason":"credential""#,
                r#""path":"a/b/.env.production","reason":"credential""#,
                r#""path":"secrets.py","lang""#,
                r#""path":"token_utils.go","lang""#,
                r#""path":".env.example""#,
            ],
            &["CANARY", ".cw/lex"],
        ),
    ]);
}

#[test]
fn e_questions() {
    let operators: &[(&'static str, &str)] = &[
        ("cpp.md", "# C++ notes\n"),
        ("ab.py", "a.b = foo(bar)\n"),
        ("s.txt", "\"unbalanced AND OR NOT -x user@host it's\n"),
        ("g.rs", "let x = Foo::<T>::bar();\nlet r = r\"\\d+(\";\n"),
    ];
    check(vec![
        row(
            "E1 nothing is an operator",
            operators,
            "cw index -q; for q in 'C++' 'a.b' 'foo:bar' '\"unbalanced' 'AND OR NOT' '-x' '*' 'user@host' \"it's\" 'Foo::<T>::bar()' '\\d+(' '(' '[a' '{' '~' '^' '\\'; do echo \"q $q\"; for c in 'cw-lex find' 'cw query -q'; do $c -- \"$q\" > ../out || [ $? = 1 ]; done; done; for q in 'C++' 'a.b' '\"unbalanced' user@host 'Foo::<T>::bar()'; do cw-lex find -- \"$q\" | grep -c '\"type\":\"hit\"'; done",
            0,
            &["q \\\n1\n"],
            &[": S0", ": C0", "error"],
        ),
        row(
            "E2 no question is wrong use",
            &[("a.py", "the of and\n")],
            "cw index -q; for q in '' '   '; do cw query \"$q\" && exit 9 || [ $? = 2 ]; cw-lex find \"$q\" && exit 8 || [ $? = 2 ]; cw-embed find \"$q\" && exit 7 || [ $? = 2 ]; done; echo | cw query && exit 6 || [ $? = 2 ]; cw-lex find 'the of and'",
            0,
            &["a.py"],
            &[],
        ),
        row(
            "E2 stop-words and punctuation are no error",
            &[("a.py", "x = 1\n")],
            "cw index -q; for q in '???' 'the of and' '...'; do cw query -q \"$q\" || [ $? = 1 ]; done",
            0,
            &[],
            &[": S"],
        ),
        row(
            "E4 CJK",
            &[
                ("o.py", "# 采购订单自动审批流程\ndef approve(): pass\n"),
                ("p.py", "# 解析pdf 的步骤\ndef parse(): pass\n"),
                ("q.py", "def other(): pass\n"),
            ],
            "cw index -q; cw-lex find 审批流程; echo; cw-lex find 解析pdf",
            0,
            &["o.py", "p.py"],
            &["q.py"],
        ),
        row(
            "E5 parts and wholes of names",
            &[
                ("pool.py", "class HTTPSConnectionPool2:\n    pass\n"),
                ("user.py", "def getUserByID(x):\n    pass\n"),
                ("parts.md", "https and connection and get and user by some id\n"),
            ],
            "cw index -q; for q in 'https connection' HTTPSConnection httpsconnectionpool2 HTTPSConnectionPool2; do cw-lex find \"$q\" | grep -c 'pool.py'; done; for q in get_user_by_id getUserByID 'get user by id'; do cw-lex find $q | grep -c user.py; done; for q in HTTPSConnectionPool2 getUserByID; do cw-lex find $q | grep -m 1 '\"rank\":1,' | grep -o 'path\":\"[a-z.]*'; cw query -q $q | head -n 1; done",
            0,
            &["1\n1\n1\n1\n1\n1\n1\npath\":\"pool.py", "path\":\"user.py"],
            &[],
        ),
        row(
            "E6 words in quotes are found as they stand",
            &[
                ("a.py", "def run():\n    cleanupScopeMappings()\n"),
                ("b.py", "def cleanup_scope():\n    return scope_mappings('cleanup scope mappings')\n"),
                ("c.md", "How the cleanup of scope mappings works: cleanup, scope, mappings.\n"),
            ],
            "cw query -q --jsonl '\"cleanupScopeMappings\"' | head -n 1 | grep -o 'path\":\"[a-z.]*'; cw references cleanupScopeMappings | grep -c .",
            0,
            &["path\":\"a.py\n1\n"],
            &[],
        ),
        row(
            "E8 a scope comes before the limit",
            &[("sub/in.py", "# needle once\n")],
            "for n in $(seq 300); do echo \"needle needle needle = $n\" > f$n.py; done; cw index -q; cw-lex find -k 1 --path sub needle; cw query -q -k 1 --path sub/ needle; cw-embed find -k 1 --path 'sub/**' needle; echo 'needle in words' > sub/note.md; cw index -q; cw-lex find --path '*/*.md' needle; cw-embed find --path '*/*.md' needle",
            0,
            &["sub/in.py", "\"from\":{\"lex\"", "\"path\":\"sub/note.md\"", "\"from\":{\"vec\""],
            &["\"path\":\"f"],
        ),
        row(
            "E8 a language is a scope, too",
            &[
                ("a.md", "how to parse a ledger\n"),
                ("b.rs", "/// how to parse a ledger\nfn parse_ledger() {}\n"),
                ("c.py", "def other(): pass\n"),
            ],
            "cw index -q; cw query -q --lang rust --jsonl parse a ledger; cw query -q --lang rust --tokens 900 --format json parse a ledger; cw-embed find --lang rust parse a ledger",
            0,
            &["b.rs"],
            &["a.md", "\"c.py\",\"bytes\":[0,18],\"lines\":[1,1],\"score\""],
        ),
        row(
            "E10 ties have an order",
            &[],
            "for n in $(seq 50); do printf 'def same():\\n    return 1\\n' > f$n.py; done; cw index -q; cw-lex find same | grep '\"hit\"' | grep -o '\"path\":\"[^\"]*' > ../ties; LC_ALL=C sort -c ../ties; cw query -q -k 50 --jsonl same > ../one; for t in 1 3 8; do cw query -q -k 50 --threads $t --jsonl same | cmp - ../one; cw query -q --no-refresh -k 50 --threads $t --jsonl same | cmp - ../one; done; wc -l < ../one",
            0,
            &["50\n"],
            &[],
        ),
        row(
            "E11, E14 what is cut is said, and all is to be had",
            &[],
            "mkdir s; for n in $(seq 300); do printf 'def f%s(value):\n    return legacyCall(value)\n' $n > s/f$n.py; done; cw index -q; cw references legacyCall | wc -l; cw references legacyCall --limit 7 --json | grep -o '\"total\":300,\"truncated\":true'; cw references legacyCall --limit 7 2>&1 | tail -n 1; cw list-files --limit 9 --json | grep -o '\"total\":300,\"truncated\":true'; cw symbols --limit 9 --json | grep -o '\"total\":300,\"truncated\":true'",
            0,
            &[
                "300\n\"total\":300,\"truncated\":true\ncw: note: 300 references",
                "shows more)\n\"total\":300,\"truncated\":true\n\"total\":300,\"truncated\":true\n",
            ],
            &[],
        ),
        row(
            "E13 the code stands above its documents, tests and declarations",
            &[
                (
                    "README.md",
                    "# Retry logic\n\nThe retry logic implementation retries with backoff. Retry logic is what makes retries work: the implementation of retry logic waits, retries, and gives up.\n",
                ),
                (
                    "retry.py",
                    "import time\n\n\ndef retry(call, times):\n    \"\"\"Retry logic: calls again with backoff.\"\"\"\n    for attempt in range(times):\n        try:\n            return call()\n        except OSError:\n            time.sleep(2 ** attempt)\n",
                ),
                (
                    "test_retry.py",
                    "from retry import retry\n\n\ndef test_retry_logic_implementation():\n    assert retry(lambda: 1, 3) == 1\n",
                ),
                ("retry.d.ts", "export declare function retry(call: () => void, times: number): void;\n"),
            ],
            "cw query -q --jsonl retry logic implementation | head -n 1 | grep -o 'path\":\"[a-z_.]*'",
            0,
            &["path\":\"retry.py\n"],
            &[],
        ),
    ]);
}

#[test]
fn g_the_life_of_an_index() {
    check(vec![
        row(
            "G1 two at once",
            &[("a.py", "def a(): pass\n"), ("b.py", "def b(): pass\n")],
            "cw index -q --wait 30 & cw index -q --wait 30; wait $!; cw verify -q; cw index -q --index ../one; rm -f .cw/lex/stamps ../one/lex/stamps; diff -r .cw ../one",
            0,
            &[],
            &[],
        ),
        row(
            "G2 readers while it is written",
            &[("a.py", "def steady(): pass\n")],
            "cw index -q; (for n in $(seq 15); do echo \"def f$n(): pass\" > n$n.py; cw index -q --wait 9; done) & for n in $(seq 25); do cw query -q --no-refresh steady > ../out; done; wait $!; cw verify -q",
            0,
            &[],
            &["I04", "I0"],
        ),
        row(
            "G5 a flipped byte is told, an index run mends it",
            &[("a.py", "def alpha(): pass\n"), ("b.py", "def beta(): pass\n")],
            "cw index -q --index ../fresh; rm ../fresh/lex/stamps; for f in $(cd ../fresh; find . -name '*.seg' -o -name manifest.json); do cw index -q --rebuild; sz=$(wc -c < .cw/$f); printf '\\377' | dd of=.cw/$f bs=1 seek=$((sz / 2)) conv=notrunc 2>/dev/null; cmp -s .cw/$f ../fresh/$f && exit 9; cw verify > ../said && exit 8 || [ $? = 3 ]; grep -q I04 ../said; cw index -q 2>> ../told; cw verify -q; rm -f .cw/lex/stamps; diff -r -x damaged .cw ../fresh; ls .cw/damaged > ../moved; test -s ../moved; rm -r .cw; echo mended; done",
            0,
            &["mended\nmended\nmended\nmended\n"],
            &[],
        ),
        row(
            "G5 a lost file is told, an index run mends it",
            &[("a.py", "def alpha(): pass\n")],
            "cw index -q --index ../fresh; rm ../fresh/lex/stamps; for f in $(cd ../fresh; find . -name '*.seg' -o -name manifest.json); do rm -rf .cw; cw index -q; rm .cw/$f; cw verify > ../said && exit 8 || [ $? = 3 ]; cw query -q --no-refresh alpha > ../out && case $f in */vec/*) ;; *) exit 7;; esac; cw index -q 2>/dev/null; cw verify -q; rm -f .cw/lex/stamps; diff -r -x damaged .cw ../fresh; echo mended; done",
            0,
            &["mended\nmended\nmended\nmended\n"],
            &[],
        ),
        row(
            "G5 a lost part is made anew",
            &[("a.py", "def alpha(): pass\n")],
            "cw index -q; cp -r .cw ../fresh; for p in lex vec; do rm -r .cw/$p; cw index -q; cw verify -q; rm -f .cw/lex/stamps ../fresh/lex/stamps; diff -r .cw ../fresh; done",
            0,
            &[],
            &[],
        ),
        row(
            "G5 a format of another time is told",
            &[("a.py", "def alpha(): pass\n")],
            "cw index -q; echo 'cw-index 9' > .cw/format; cw query alpha 2>&1 && exit 9 || [ $? = 3 ]; cw index 2>&1 && exit 8 || [ $? = 3 ]; test -e .cw/lex/manifest.json",
            0,
            &["I03"],
            &[],
        ),
        row(
            "G15 once more is the same",
            &[("b/a.py", "def a(): pass\n"), ("a/b.md", "# b\n")],
            "cw index -q --threads 1 --index ../one; cw index -q --threads 8 --index ../two; rm ../*/lex/stamps; diff -r ../one ../two",
            0,
            &[],
            &[],
        ),
    ]);
}

#[test]
fn h_the_command_line() {
    check(vec![
        row(
            "H3 an unknown flag does nothing",
            &[("a.py", "x\n")],
            "cw query --jsom x 2>&1 && exit 9 || [ $? = 2 ]; cw-scan --hiden . 2>&1 && exit 8 || [ $? = 2 ]; ls -A",
            0,
            &["--json", "a.py\n"],
            &[".cw"],
        ),
        row(
            "H4 the path that is named is the path",
            &[("x/keep.py", "x\n"), ("y/b.py", "def b(): pass\n")],
            "cd x; cw index -q ../y; ls -A; ls -A ../y; cw query -q --repo ../y b; ls -A",
            0,
            &["keep.py\n.cw\nb.py\n"],
            &[],
        ),
        row(
            "H5 stdout is data",
            &[("a.py", "def a(): pass\n"), (".env", "X=1\n")],
            "cw query a --json 2>/dev/null > ../one; wc -l < ../one; grep -c '^{.*}$' ../one; cw-scan -v . 2>/dev/null | grep -vc '^{.*}$' || true; cw index --json 2>/dev/null | grep -c '^{.*}$'",
            0,
            &["1\n1\n0\n1\n"],
            &[],
        ),
        row(
            "H6 a bad line is named",
            &[("a.py", "def a(): pass\n")],
            "cw-scan -q . | sed '2i {\"path\":' | cw-chunk 2>&1 >/dev/null && exit 9 || [ $? = 2 ]; cw-scan -q . | sed '2i {\"path\":' | cw-chunk --keep-going 2>/dev/null && exit 8 || [ $? = 1 ]",
            0,
            &["cw-chunk: R01: line 2 is not a record", "def a()", "\"type\":\"end\""],
            &[],
        ),
        row(
            "H8 a part that fails is not covered up",
            &[("a.py", "def a(): pass\n")],
            "cw-scan missing 2>../e1 | cw-chunk 2>../e2 | cw-lex add --index ../i >/dev/null 2>../e3 && exit 9 || [ $? = 2 ]; cat ../e1 ../e2 ../e3; cw index missing && exit 8 || [ $? = 2 ]; cw query --repo missing x && exit 7 || [ $? = 2 ]; ls -A",
            0,
            &["cw-scan: S04: cannot list 'missing'", "cw-chunk: R03", "cw-lex: R03", "a.py\n"],
            &[".cw"],
        ),
        row(
            "H9 no locale, no terminal",
            &[("a.py", "# 漢字\ndef kanji(): pass\n")],
            "for s in 'LC_ALL=C' 'LC_ALL=POSIX TERM=dumb' 'NO_COLOR=1' 'CLICOLOR_FORCE=1 TERM=xterm'; do env $s cw query -q 漢字 | cat; env $s cw query -q 漢字 --tokens 500 | cat; done",
            0,
            &["漢字"],
            &["\u{1b}", "\u{fffd}", "?"],
        ),
    ]);
}

/// C11: what is ignored is not walked, however large it is: a folder that cannot be read is then no fault.
#[test]
fn c11_what_is_ignored_is_not_walked() {
    let case = Case::with(&[(".gitignore", "node_modules/\n"), ("a.py", "def a(): pass\n"), ("node_modules/x/y.js", "var y = 1;\n")]);
    case.sh("chmod 000 node_modules; cw-scan . > ../out; code=$?; chmod 755 node_modules; exit $code").exits(0);
    let out = std::fs::read_to_string(case.beside("out")).unwrap();
    assert!(!out.contains("\"path\":\"node_modules") && !out.contains("\"fault\""), "{out}");
}

/// G3: a build that is killed at any moment costs nothing that was there, and the next one ends the work.
#[test]
fn g3_a_kill_at_any_moment_costs_nothing() {
    let case = Case::with(&[("old.py", "def steady(): pass\n")]);
    case.sh("cw index -q").exits(0);
    for n in 0..120 {
        case.write(format!("d{}/f{n}.py", n % 7), format!("def f{n}():\n    return {n}\n").repeat(20));
    }
    for pause in ["0.005", "0.01", "0.02", "0.04", "0.06", "0.09", "0.13"] {
        case.sh(&format!("cw index -q & sleep {pause}; kill -9 $! 2>/dev/null; wait $!; cw query -q --no-refresh steady")).exits(0);
    }
    // What a writer left that was killed after its commit is for gc; nobody reads it.
    case.sh("set -e; cw index -q; cw verify -q; cw gc -q; cw verify -q; cw index -q --index ../j").exits(0);
    assert_same(&case.tree().join(".cw"), &case.beside("j"), "after kills");
}
