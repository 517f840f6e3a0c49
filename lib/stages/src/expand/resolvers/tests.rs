//! Tables: the files of a tree, an import, and what it stands for.

use super::*;

fn tree(files: &[(&str, &str)]) -> Tree<'static> {
    let mut files: Vec<(String, String)> = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    files.sort();
    let paths = files.iter().map(|(path, _)| path.clone()).collect();
    Tree::new(paths, move |number| Ok(files[number].1.clone()))
}

fn check(lang: &str, files: &[(&str, &str)], rows: &[(&str, &str, &[&str])]) {
    let tree = tree(files);
    for (from, import, want) in rows {
        let found = of(lang).unwrap().resolve(from, import, &tree).unwrap();
        assert_eq!(&found, want, "{lang}: {import} in {from}");
    }
}

fn bare<'a>(paths: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    paths.iter().map(|path| (*path, "")).collect()
}

#[test]
fn rust() {
    let mut files = bare(&["src/lib.rs", "src/a.rs", "src/a/b.rs", "src/c/mod.rs", "src/c/d.rs", "tests/laws.rs", "tests/common/mod.rs"]);
    files.extend(bare(&["lib/my-tool/src/lib.rs", "lib/my-tool/src/x.rs", "lib/records/src/lib.rs", "lib/records/src/hit.rs"]));
    files.push(("lib/records/Cargo.toml", "[package]\nname = \"cw-records\"\n[dependencies]\nname = \"no\"\n"));
    check(
        "rust",
        &files,
        &[
            ("src/lib.rs", "mod:a", &["src/a.rs"]),
            ("src/lib.rs", "mod:c", &["src/c/mod.rs"]),
            ("src/a.rs", "mod:b", &["src/a/b.rs"]),
            ("src/c/mod.rs", "mod:d", &["src/c/d.rs"]),
            ("tests/laws.rs", "mod:common", &["tests/common/mod.rs"]),
            ("src/c/d.rs", "crate::a::b::Thing", &["src/a/b.rs"]),
            ("src/c/d.rs", "crate::a::*", &["src/a.rs"]),
            ("src/c/d.rs", "crate::Thing", &["src/lib.rs"]),
            ("src/c/d.rs", "super::Thing", &["src/c/mod.rs"]),
            ("src/a/b.rs", "super::Thing", &["src/a.rs"]),
            ("src/a/b.rs", "super::super::c::d", &["src/c/d.rs"]),
            ("src/a.rs", "super::Thing", &["src/lib.rs"]),
            ("src/a.rs", "self::b::Thing", &["src/a/b.rs"]),
            ("src/lib.rs", "a::Thing", &["src/a.rs"]),
            ("src/a.rs", "my_tool::x::Y", &["lib/my-tool/src/x.rs"]),
            ("src/a.rs", "cw_records::hit::Hit", &["lib/records/src/hit.rs"]),
            ("src/a.rs", "cw_records::Hit", &["lib/records/src/lib.rs"]),
            ("src/a.rs", "std::fmt", &[]),
            ("src/a.rs", "serde::Serialize", &[]),
            ("src/a.rs", "super::super::super::super::x", &[]),
            ("src/lib.rs", "mod:../../etc/passwd", &[]),
            ("src/lib.rs", "::", &[]),
        ],
    );
}

#[test]
fn python() {
    let files = bare(&[
        "app/__init__.py",
        "app/main.py",
        "app/db/__init__.py",
        "app/db/model.py",
        "src/pkg/__init__.py",
        "src/pkg/core.py",
        "run.py",
        "tools/go.py",
        "tools/help.py",
        "deep/down/lone/__init__.py",
        "deep/down/lone/x.py",
    ]);
    check(
        "python",
        &files,
        &[
            ("app/main.py", ".db", &["app/db/__init__.py"]),
            ("app/main.py", ".db.model", &["app/db/model.py"]),
            ("app/main.py", ".db.model.User", &["app/db/model.py"]),
            ("app/db/model.py", "..main", &["app/main.py"]),
            ("app/db/model.py", "..", &["app/__init__.py"]),
            ("app/db/model.py", ".", &["app/db/__init__.py"]),
            ("app/main.py", "app.db.model", &["app/db/model.py"]),
            ("run.py", "app", &["app/__init__.py"]),
            ("app/main.py", "pkg.core.Thing", &["src/pkg/core.py"]),
            ("tools/go.py", "help", &["tools/help.py"]),
            ("app/main.py", "db", &[]),
            ("run.py", "lone.x", &["deep/down/lone/x.py"]),
            ("run.py", "lone", &["deep/down/lone/__init__.py"]),
            ("run.py", "os.path", &[]),
            ("run.py", "....x", &[]),
            ("run.py", "../../etc", &[]),
        ],
    );
}

#[test]
fn node() {
    let mut files = bare(&[
        "web/src/a.ts",
        "web/src/b.tsx",
        "web/src/c/index.ts",
        "web/src/d.js",
        "web/src/e.vue",
        "lib/kit/src/index.ts",
        "lib/kit/src/sub.ts",
    ]);
    files.push(("lib/kit/package.json", r#"{"name":"@me/kit","main":"./dist/index.js"}"#));
    files.push(("lib/odd/package.json", r#"{"name":"odd","exports":{".":{"import":"./in.mjs"},"./x":"./deep/x.js"}}"#));
    files.extend(bare(&["lib/odd/in.mjs", "lib/odd/deep/x.ts"]));
    files.push(("lib/bad/package.json", r#"{"name":"bad","main":"../kit/src/sub.ts"}"#));
    files.push(("lib/not/package.json", "{"));
    check(
        "typescript",
        &files,
        &[
            ("web/src/b.tsx", "./a", &["web/src/a.ts"]),
            ("web/src/b.tsx", "./a.js", &["web/src/a.ts"]),
            ("web/src/a.ts", "./b.jsx", &["web/src/b.tsx"]),
            ("web/src/a.ts", "./c", &["web/src/c/index.ts"]),
            ("web/src/a.ts", "./c/", &["web/src/c/index.ts"]),
            ("web/src/c/index.ts", "../d", &["web/src/d.js"]),
            ("web/src/a.ts", "./e.vue?raw", &["web/src/e.vue"]),
            ("web/src/c/index.ts", ".", &[]),
            ("web/src/c/index.ts", "@/b", &["web/src/b.tsx"]),
            ("web/src/a.ts", "@me/kit", &["lib/kit/src/index.ts"]),
            ("web/src/a.ts", "@me/kit/sub", &["lib/kit/src/sub.ts"]),
            ("web/src/a.ts", "odd", &["lib/odd/in.mjs"]),
            ("web/src/a.ts", "odd/x", &["lib/odd/deep/x.ts"]),
            ("web/src/a.ts", "bad", &[]),
            ("web/src/a.ts", "react", &[]),
            ("web/src/a.ts", "node:fs", &[]),
            ("web/src/a.ts", "../../../etc/passwd", &[]),
            ("web/src/a.ts", "/etc/passwd", &[]),
        ],
    );
}

#[test]
fn go() {
    let mut files = bare(&["main.go", "net/a.go", "net/a_test.go", "net/b.go", "net/deep/c.go", "net/notes.md", "tool/x/y.go"]);
    files.push(("go.mod", "// hi\nmodule example.com/app // v2\n\ngo 1.22\n"));
    files.push(("tool/go.mod", "module example.com/app/tool\n"));
    check(
        "go",
        &files,
        &[
            ("main.go", "example.com/app/net", &["net/a.go", "net/b.go"]),
            ("net/a.go", "example.com/app/net", &["net/b.go"]),
            ("net/a.go", "example.com/app", &["main.go"]),
            ("main.go", "example.com/app/tool/x", &["tool/x/y.go"]),
            ("main.go", "fmt", &[]),
            ("main.go", "example.com/application", &[]),
            ("main.go", "example.com/app/../../etc", &[]),
        ],
    );
}

#[test]
fn java() {
    let files = bare(&[
        "m/src/main/java/a/b/C.java",
        "m/src/main/java/a/b/D.java",
        "m/src/main/java/x/E.java",
        "k/src/main/kotlin/a/b/util.kt",
        "o/src/a/b/C.java",
    ]);
    let kotlin = &["k/src/main/kotlin/a/b/util.kt"][..];
    check(
        "java",
        &files,
        &[
            ("m/src/main/java/x/E.java", "a.b.C", &["m/src/main/java/a/b/C.java"]),
            ("m/src/main/java/x/E.java", "a.b.C.Inner", &["m/src/main/java/a/b/C.java"]),
            ("m/src/main/java/x/E.java", "a.b.C.*", &["m/src/main/java/a/b/C.java"]),
            ("m/src/main/java/x/E.java", "a.b.*", &["m/src/main/java/a/b/C.java", "m/src/main/java/a/b/D.java"]),
            ("m/src/main/java/x/E.java", "java.util.List", &[]),
            ("m/src/main/java/x/E.java", "a", &[]),
            ("m/src/main/java/x/E.java", "*", &[]),
        ],
    );
    check("kotlin", &files, &[("k/src/main/kotlin/x/F.kt", "a.b.helper", kotlin), ("k/src/main/kotlin/x/F.kt", "a.b.*", kotlin)]);
}

#[test]
fn c() {
    let files = bare(&[
        "src/a.c",
        "src/a.h",
        "src/sub/b.cpp",
        "include/lib/x.h",
        "src/lib/x.c",
        "one/same.h",
        "two/same.h",
        "far/only.h",
        "far/only.c",
    ]);
    check(
        "cpp",
        &files,
        &[
            ("src/a.c", "a.h", &["src/a.h"]),
            ("src/sub/b.cpp", "../a.h", &["src/a.h", "src/a.c"]),
            ("src/sub/b.cpp", "a.h", &["src/a.h", "src/a.c"]),
            ("src/sub/b.cpp", "<lib/x.h>", &["include/lib/x.h"]),
            ("src/a.c", "only.h", &["far/only.h", "far/only.c"]),
            ("src/a.c", "same.h", &[]),
            ("one/z.c", "same.h", &["one/same.h"]),
            ("src/a.c", "<stdio.h>", &[]),
            ("src/a.c", "../../../../etc/passwd", &[]),
            ("src/a.c", "/etc/passwd", &[]),
        ],
    );
}

#[test]
fn csharp() {
    let files = bare(&["src/My.App/Services/Mail.cs", "src/My.App/Services/Log.cs", "src/My.App/Program.cs", "src/Core/Data/Row.cs"]);
    let services = &["src/My.App/Services/Log.cs", "src/My.App/Services/Mail.cs"][..];
    check(
        "csharp",
        &files,
        &[
            ("src/My.App/Program.cs", "My.App.Services", services),
            ("src/My.App/Program.cs", "My.App.Services.Mail", &["src/My.App/Services/Mail.cs"]),
            ("src/My.App/Program.cs", "Acme.Core.Data", &["src/Core/Data/Row.cs"]),
            ("src/My.App/Program.cs", "System.Linq", &[]),
            ("src/My.App/Program.cs", "Newtonsoft.Json", &[]),
        ],
    );
}

#[test]
fn a_folder_is_listed_without_what_is_below() {
    let tree = tree(&bare(&["a-b/x", "a/b/c", "a/b/d", "a/e", "a/z/1", "a0", "top"]));
    assert_eq!(tree.files_in("a"), ["a/e"]);
    assert_eq!(tree.files_in(""), ["a0", "top"]);
    assert_eq!(tree.files_in("a/b"), ["a/b/c", "a/b/d"]);
    assert_eq!(tree.files_in("none"), [""; 0]);
    assert_eq!(tree.folders_ending("b"), ["a/b"]);
    assert_eq!(tree.folders_ending("a"), ["a"]);
    assert_eq!(tree.ending("b/c"), ["a/b/c"]);
}

#[test]
fn nothing_outside_and_no_panic_whatever_the_import() {
    let tree = tree(&bare(&["a.rs", "b.py", "c/d.ts", "e.go", "f/G.java", "h.h", "i.cs"]));
    let odd = [
        "",
        ".",
        "..",
        "...",
        "/",
        "//",
        "../",
        "../../..",
        "::",
        "::x",
        "crate",
        "super",
        "mod:",
        "*",
        "a.*",
        ".*",
        "<",
        "<>",
        "@",
        "@/",
        "@x",
        "~/..",
        "\0",
        "é",
        "a/../../b",
        "?",
        "#",
    ];
    for resolver in RESOLVERS {
        for import in odd {
            for from in ["a.rs", "c/d.ts", "f/G.java", "x", ""] {
                let found = resolver.resolve(from, import, &tree).unwrap();
                assert!(found.iter().all(|path| tree.has(path)));
            }
        }
    }
}
