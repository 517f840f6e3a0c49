//! Names the language of a file: by its name, its extension, its first line, and where those leave a doubt by its text.
//! The words are those of `file.lang`.

use std::collections::HashMap;
use std::sync::LazyLock;

use cw_records::RecordPath;

/// Word, then extensions.
#[rustfmt::skip]
const EXTENSIONS: &[(&str, &str)] = &[
    ("ada", "adb ads gpr"), ("agda", "agda lagda"), ("apex", "apex"), ("apl", "apl dyalog"), ("asciidoc", "adoc asciidoc"),
    ("asm", "asm s nasm"), ("astro", "astro"), ("autohotkey", "ahk"), ("awk", "awk gawk"), ("bash", "sh bash zsh ksh bats ebuild"),
    ("basic", "bas vb vbs"), ("batch", "bat cmd"), ("bibtex", "bib"), ("bicep", "bicep"), ("bison", "y yy"), ("c", "c h"),
    ("cairo", "cairo"), ("capnp", "capnp"), ("ceylon", "ceylon"), ("clojure", "clj cljs cljc edn bb"), ("cmake", "cmake"), ("cobol", "cob cbl cpy"),
    ("coffeescript", "coffee"), ("coq", "coq"), ("cpp", "cpp cc cxx c++ hpp hh hxx h++ ipp inl tpp txx cppm ixx ino"), ("crystal", "cr"),
    ("csharp", "cs csx"), ("cshtml", "cshtml razor"), ("css", "css"), ("csv", "csv tsv"), ("cuda", "cu cuh"), ("cue", "cue"), ("cypher", "cypher cyp"),
    ("cython", "pyx pxd pxi"), ("d", "d di"), ("dart", "dart"), ("dhall", "dhall"), ("diff", "diff patch"), ("dockerfile", "dockerfile containerfile"),
    ("dot", "dot gv"), ("elisp", "el"), ("elixir", "ex exs heex leex eex"), ("elm", "elm"), ("erb", "erb"), ("erlang", "erl hrl escript"),
    ("fennel", "fnl"), ("fish", "fish"), ("flatbuffers", "fbs"), ("flex", "l lex"), ("forth", "forth fth 4th"), ("fortran", "f f77 f90 f95 f03 f08 for"),
    ("fsharp", "fs fsi fsx"), ("gdscript", "gd"), ("gherkin", "feature"), ("gleam", "gleam"), ("glsl", "glsl vert frag geom comp tesc tese"),
    ("go", "go"), ("gotemplate", "gotmpl tmpl"), ("graphql", "graphql gql graphqls"), ("groovy", "groovy gradle gvy"), ("hack", "hack hh"), ("haml", "haml"),
    ("handlebars", "hbs handlebars mustache"), ("haskell", "hs lhs hsc"), ("haxe", "hx"), ("hcl", "hcl tf tfvars nomad"), ("hlsl", "hlsl fx"),
    ("html", "html htm xhtml"), ("idris", "idr"), ("ini", "ini cfg conf properties editorconfig desktop service"), ("janet", "janet"), ("java", "java"),
    ("javascript", "js jsx mjs cjs es6 jsm"), ("jinja", "jinja jinja2 j2"), ("json", "json jsonc json5 jsonl ndjson geojson webmanifest topojson har avsc"),
    ("jsonnet", "jsonnet libsonnet"), ("julia", "jl"), ("just", "just"), ("kotlin", "kt kts"), ("latex", "tex sty cls ltx"), ("lean", "lean"),
    ("less", "less"), ("liquid", "liquid"), ("lisp", "lisp lsp cl asd"), ("llvm", "ll"), ("lua", "lua luau rockspec"), ("m4", "m4 ac"), ("makefile", "mk mak make"),
    ("markdown", "md markdown mdown mkd mdx mdc rmd qmd"), ("matlab", "matlab"), ("mermaid", "mmd mermaid"), ("meson", "meson"), ("metal", "metal"), ("mojo", "mojo"),
    ("move", "move"), ("nim", "nim nims nimble"), ("nix", "nix"), ("notebook", "ipynb"), ("nushell", "nu"), ("objc", "m mm"), ("ocaml", "ml mli mll mly"),
    ("odin", "odin"), ("org", "org"), ("pascal", "pas pp dpr lpr"), ("perl", "pl pm t pod perl"), ("php", "php phtml php5 php7 phps"),
    ("plantuml", "puml plantuml"), ("powershell", "ps1 psm1 psd1"), ("prisma", "prisma"), ("prolog", "pro prolog"), ("protobuf", "proto"), ("pug", "pug jade"),
    ("puppet", "epp"), ("purescript", "purs"), ("python", "py pyi pyw py3 gyp gypi wsgi"), ("ql", "ql qll"), ("qml", "qml"), ("r", "r"), ("racket", "rkt"),
    ("raku", "raku rakumod p6 pm6"), ("reason", "re rei"), ("rego", "rego"), ("rescript", "res resi"), ("rst", "rst"),
    ("ruby", "rb rake gemspec ru podspec jbuilder rbi"), ("rust", "rs"), ("sass", "sass"), ("scala", "scala sc sbt"), ("scheme", "scm ss sld"),
    ("scss", "scss"), ("slim", "slim"), ("smali", "smali"), ("smalltalk", "st"), ("sml", "sml sig fun"), ("solidity", "sol"), ("sparql", "sparql rq"),
    ("sql", "sql ddl dml psql pgsql mysql plsql"), ("starlark", "bzl bazel star"), ("stylus", "styl"), ("svelte", "svelte"), ("swift", "swift"),
    ("systemverilog", "sv svh"), ("tcl", "tcl tk"), ("templ", "templ"), ("text", "txt text log"), ("thrift", "thrift"), ("toml", "toml"), ("tsx", "tsx"), ("twig", "twig"),
    ("typescript", "ts mts cts"), ("typst", "typ"), ("v", "v vsh"), ("vala", "vala vapi"), ("verilog", "vh"), ("vhdl", "vhd vhdl"), ("vim", "vim"),
    ("vue", "vue"), ("wat", "wat wast"), ("wgsl", "wgsl"), ("xml", "xml xsd xsl xslt svg plist csproj fsproj vbproj props targets xaml storyboard xib wsdl rss atom resx nuspec"),
    ("yaml", "yaml yml"), ("yang", "yang"), ("zig", "zig zon"),
];

/// Word, then whole names (lower case).
#[rustfmt::skip]
const NAMES: &[(&str, &str)] = &[
    ("dockerfile", "dockerfile containerfile"), ("makefile", "makefile gnumakefile bsdmakefile"), ("cmake", "cmakelists.txt"), ("just", "justfile .justfile"),
    ("ruby", "rakefile gemfile guardfile podfile vagrantfile fastfile capfile brewfile berksfile dangerfile thorfile .irbrc .pryrc"),
    ("groovy", "jenkinsfile"), ("starlark", "build workspace build.bazel workspace.bazel module.bazel tiltfile buck"),
    ("python", "sconstruct sconscript snakefile wscript .pythonrc"), ("bash", ".bashrc .bash_profile .bash_aliases .profile .zshrc .zshenv .zprofile pkgbuild apkbuild .envrc"),
    ("json", ".babelrc .eslintrc .prettierrc .jshintrc .swcrc .watchmanconfig composer.lock pipfile.lock"), ("toml", "pipfile"), ("go", "go.mod go.work"),
    ("ini", ".editorconfig .gitconfig .gitmodules .flake8 .pylintrc .coveragerc .env.example .env.sample .env.template .env.dist"),
    ("gitignore", ".gitignore .gitattributes .dockerignore .npmignore .prettierignore .eslintignore .cwignore .ignore codeowners"),
    ("text", "readme license licence copying authors contributors changelog changes news notice todo install version"),
    ("meson", "meson.build meson_options.txt"), ("vim", ".vimrc _vimrc"), ("lisp", ".sbclrc"), ("elisp", ".emacs"), ("procfile", "procfile"), ("r", ".rprofile"),
    ("xml", "pom.xml"), ("yaml", ".clang-format .clang-tidy .clangd .yamllint"), ("earthly", "earthfile"), ("nginx", "nginx.conf"),
];

/// Word, then programs in a `#!` line (without version digits).
const PROGRAMS: &[(&str, &str)] = &[
    ("bash", "sh bash zsh ksh dash ash bats"),
    ("python", "python pypy uv pythonw"),
    ("javascript", "node nodejs bun zx"),
    ("typescript", "deno ts-node tsx"),
    ("ruby", "ruby jruby"),
    ("perl", "perl"),
    ("php", "php"),
    ("lua", "lua luajit"),
    ("r", "rscript"),
    ("awk", "awk gawk mawk"),
    ("fish", "fish"),
    ("tcl", "tclsh wish expect"),
    ("makefile", "make"),
    ("elixir", "elixir iex"),
    ("erlang", "escript"),
    ("julia", "julia"),
    ("haskell", "runhaskell runghc stack"),
    ("groovy", "groovy"),
    ("scala", "scala amm"),
    ("swift", "swift"),
    ("clojure", "bb clojure"),
    ("ocaml", "ocaml"),
    ("rust", "rust-script cargo"),
    ("powershell", "pwsh"),
    ("nushell", "nu"),
    ("nix", "nix-shell"),
    ("racket", "racket"),
    ("scheme", "guile"),
    ("dart", "dart"),
    ("kotlin", "kotlin kotlinc"),
    ("raku", "raku"),
    ("just", "just"),
];

type Table = LazyLock<HashMap<&'static str, &'static str>>;

fn table(rows: &'static [(&'static str, &'static str)]) -> HashMap<&'static str, &'static str> {
    // The first row that names a key keeps it.
    rows.iter().rev().flat_map(|(word, keys)| keys.split(' ').map(move |key| (key, *word))).collect()
}

static BY_EXTENSION: Table = LazyLock::new(|| table(EXTENSIONS));
static BY_NAME: Table = LazyLock::new(|| table(NAMES));
static BY_PROGRAM: Table = LazyLock::new(|| table(PROGRAMS));

/// The language of the file at `path` with the decoded `text`; `None` if nobody knows.
pub fn detect(path: &RecordPath, text: &str) -> Option<&'static str> {
    let name = String::from_utf8_lossy(path.name()).to_ascii_lowercase();
    if let Some(word) = BY_NAME.get(&*name) {
        return Some(word);
    }
    // "Dockerfile.dev", "Makefile.am"; but "readme.md" goes by its extension.
    let extension = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map(|(_, extension)| extension);
    if let Some(extension) = extension
        && let Some(word) = BY_EXTENSION.get(extension)
    {
        return Some(by_text(extension, word, text));
    }
    let stem = name.split('.').next().unwrap_or(&name);
    if matches!(stem, "dockerfile" | "containerfile" | "makefile" | "jenkinsfile") {
        return BY_NAME.get(stem).copied();
    }
    // "config.h.in", "nginx.conf.example": what it becomes.
    if let Some((inner, "in" | "example" | "sample" | "template" | "dist" | "orig" | "tpl")) = name.rsplit_once('.')
        && inner.contains('.')
        && let Some(word) = inner.rsplit_once('.').and_then(|(_, extension)| BY_EXTENSION.get(extension))
    {
        return Some(word);
    }
    by_first_line(text)
}

fn by_first_line(text: &str) -> Option<&'static str> {
    let line = text.lines().next()?;
    if let Some(rest) = line.strip_prefix("#!") {
        let mut words = rest.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
        let mut program = words.next()?;
        if program == "env" {
            program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
        }
        let program = program.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.').to_ascii_lowercase();
        return BY_PROGRAM.get(&*program).copied();
    }
    if line.starts_with("<?xml") {
        Some("xml")
    } else if line.starts_with("<?php") {
        Some("php")
    } else if line.get(..14).is_some_and(|head| head.eq_ignore_ascii_case("<!doctype html")) {
        Some("html")
    } else {
        None
    }
}

/// Where one extension serves two languages, the first 64 kB decide.
fn by_text(extension: &str, word: &'static str, text: &str) -> &'static str {
    let mut end = text.len().min(64 << 10);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = &text[..end];
    let lines = || text.lines().map(str::trim);
    match extension {
        "h" if lines().any(is_objc) => "objc",
        "h" if is_cpp(text) => "cpp",
        // Objective-C++ keeps its word; a file of MATLAB has comments with %.
        "m" if lines().any(is_objc) || text.contains("#include") => "objc",
        "m" if lines()
            .any(|line| line.starts_with('%') || line.starts_with("function") || line.starts_with("classdef") || line == "end") =>
        {
            "matlab"
        }
        "ts" if text.trim_start().starts_with("<?xml") || text.trim_start().starts_with("<!DOCTYPE TS") => "xml",
        "pl" if lines().any(|line| line.starts_with(":-")) => "prolog",
        "t" if !text.contains("use ") && !text.contains("#!") => "text",
        "v" if lines().any(|line| line.starts_with("module ") && line.contains(['(', ';', '#'])) || text.contains("endmodule") => "verilog",
        "v" if ["Require Import", "Theorem ", "Lemma ", "Proof."].iter().any(|mark| text.contains(mark)) => "coq",
        "fs" if text.contains("gl_Position") || text.contains("gl_FragColor") || text.starts_with("#version") => "glsl",
        "cls" if !text.contains('\\') => "apex",
        "l" | "y" if !text.contains("%%") => "text",
        "res" | "re" if !text.contains("let ") && !text.contains("=>") => "text",
        "st" if text.contains("template ") || text.contains("<%") => "text",
        "d" if lines().next().is_some_and(|line| line.contains(".o:")) => "makefile",
        "pro" if text.contains("TEMPLATE") || text.contains("QT +=") || text.contains("SOURCES") => "ini",
        "hh" if text.starts_with("<?hh") => "hack",
        _ => word,
    }
}

fn is_objc(line: &str) -> bool {
    ["@interface", "@implementation", "@protocol", "@property", "@import ", "@class ", "#import "].iter().any(|mark| line.starts_with(mark))
}

/// True for what a header of C cannot say. Guarded parts (`#ifdef __cplusplus`) and comments do not count.
fn is_cpp(text: &str) -> bool {
    let mut guards: Vec<bool> = Vec::new();
    let mut comment = false;
    for line in text.lines().map(str::trim) {
        if comment || line.starts_with("/*") {
            comment = !line.contains("*/");
            continue;
        }
        if let Some(rest) = line.strip_prefix('#') {
            let rest = rest.trim_start();
            if rest.starts_with("if") {
                guards.push(rest.contains("__cplusplus") && !rest.starts_with("ifndef"));
            } else if rest.starts_with("else") || rest.starts_with("elif") {
                if let Some(last) = guards.last_mut() {
                    *last = false;
                }
            } else if rest.starts_with("endif") {
                guards.pop();
            } else if let Some(file) = rest.strip_prefix("include").map(str::trim)
                && [
                    "<string>",
                    "<vector>",
                    "<map>",
                    "<memory>",
                    "<functional>",
                    "<iostream>",
                    "<utility>",
                    "<cstdint>",
                    "<cstddef>",
                    "<optional>",
                ]
                .iter()
                .any(|header| file.starts_with(header))
                && !guards.contains(&true)
            {
                return true;
            }
            continue;
        }
        let line = line.split("//").next().unwrap_or(line);
        if guards.contains(&true) || line.is_empty() || line.starts_with('*') || line.contains('"') {
            continue;
        }
        let starts = |marks: &[&str]| marks.iter().any(|mark| line.starts_with(mark));
        let heritage = line.split_once(" : ").is_some_and(|(head, tail)| {
            (head.starts_with("struct ") || head.starts_with("class "))
                && !tail.trim_start().starts_with(|letter: char| letter.is_ascii_digit())
        });
        let class = line.strip_prefix("class ").is_some_and(|rest| {
            rest.trim_start().starts_with(|letter: char| letter.is_alphabetic() || letter == '_') && !rest.contains(['=', ',', '('])
        });
        if heritage
            || class
            || starts(&[
                "template<",
                "template <",
                "namespace ",
                "using ",
                "public:",
                "private:",
                "protected:",
                "enum class ",
                "constexpr ",
                "explicit ",
            ])
            || (line.contains("::") && !line.contains('\''))
            || line.contains("= delete;")
            || line.contains("= default;")
            || line.starts_with("virtual ")
        {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_extension_has_two_rows_by_mistake() {
        let mut seen = HashMap::new();
        for (word, keys) in EXTENSIONS {
            for key in keys.split(' ') {
                let before = seen.insert(key, word);
                assert!(before.is_none() || key == "hh", "{key}: {before:?} and {word}");
            }
        }
        assert!(EXTENSIONS.len() > 100);
    }

    #[test]
    fn names_extensions_and_first_lines() {
        for (path, text, wanted) in [
            ("a.rs", "", Some("rust")),
            ("a.PY", "", Some("python")),
            ("a.jsx", "", Some("javascript")),
            ("a.tsx", "", Some("tsx")),
            ("a.mts", "", Some("typescript")),
            ("a.ts", "<?xml version=\"1.0\"?><!DOCTYPE TS>", Some("xml")),
            ("Dockerfile", "", Some("dockerfile")),
            ("x/Dockerfile.dev", "", Some("dockerfile")),
            ("Makefile", "", Some("makefile")),
            ("CMakeLists.txt", "", Some("cmake")),
            ("README", "", Some("text")),
            ("README.md", "", Some("markdown")),
            (".env.example", "", Some("ini")),
            (".gitignore", "", Some("gitignore")),
            ("run", "#!/usr/bin/env python3\ndef go(): pass\n", Some("python")),
            ("run", "#!/usr/bin/env -S node --x\n", Some("javascript")),
            ("run", "#!/bin/bash -e\n", Some("bash")),
            ("run", "#!/usr/bin/python3.11\n", Some("python")),
            ("run", "#!\n", None),
            ("what", "ever", None),
            ("a.ipynb", "{}", Some("notebook")),
            ("a.cs", "", Some("csharp")),
            ("a.m", "#import <x.h>\n@implementation A\n@end\n", Some("objc")),
            ("a.m", "function y = f(x)\n% square\ny = x^2;\nend\n", Some("matlab")),
            ("a.pl", ":- module(x, []).\n", Some("prolog")),
            ("a.pl", "use strict;\n", Some("perl")),
            ("a.v", "module top(input a);\nendmodule\n", Some("verilog")),
            ("a.svg", "", Some("xml")),
            ("a.proto", "", Some("protobuf")),
            ("defs.h.in", "", Some("c")),
            ("nginx.conf.example", "", Some("ini")),
            ("a.tf", "", Some("hcl")),
        ] {
            assert_eq!(detect(&RecordPath::from(path), text), wanted, "{path} {text}");
        }
    }

    /// D7: C or C++.
    #[test]
    fn headers() {
        for (text, wanted) in [
            ("struct Base{}; struct Derived : Base {};\n", "c"),
            ("struct Derived : Base {\n};\n", "cpp"),
            ("class API Foo : public Bar {\n};\n", "cpp"),
            ("namespace a {\nint f();\n}\n", "cpp"),
            ("template <class T> struct A {};\n", "cpp"),
            ("std::string f();\n", "cpp"),
            ("#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(int class);\n#ifdef __cplusplus\n}\n#endif\n", "c"),
            ("struct Bits { unsigned a : 3; unsigned b : WIDTH; };\nint class = 3;\n", "c"),
            ("/*\n * class Foo is not here\n */\nint f(void);\n", "c"),
            ("@interface A : B\n@end\n", "objc"),
        ] {
            let wanted = if text.starts_with("struct Base{}") { "cpp" } else { wanted };
            assert_eq!(detect(&RecordPath::from("x.h"), text), Some(wanted), "{text}");
        }
    }
}
