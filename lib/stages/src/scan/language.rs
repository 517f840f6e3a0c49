//! Names the language of a file: by its name, its extension, its first line, and where those leave a doubt by its text.
//! The words are those of `file.lang`.

use std::collections::HashMap;
use std::sync::LazyLock;

use cw_records::RecordPath;

use super::words::{EXTENSIONS, MODES, NAMES, PROGRAMS};

type Table = LazyLock<HashMap<&'static str, &'static str>>;

fn table(rows: &'static [(&'static str, &'static str)]) -> HashMap<&'static str, &'static str> {
    // The first row that names a key keeps it.
    rows.iter().rev().flat_map(|(word, keys)| keys.split(' ').map(move |key| (key, *word))).collect()
}

static BY_EXTENSION: Table = LazyLock::new(|| table(EXTENSIONS));
static BY_NAME: Table = LazyLock::new(|| table(NAMES));
static BY_PROGRAM: Table = LazyLock::new(|| table(PROGRAMS));
static BY_MODE: Table = LazyLock::new(|| {
    let words = EXTENSIONS.iter().map(|(word, _)| (*word, *word));
    let extensions = BY_EXTENSION.iter().filter(|(key, _)| !key.bytes().all(|byte| byte.is_ascii_digit()));
    let others = BY_PROGRAM.iter().chain(extensions).map(|(key, word)| (*key, *word));
    others.chain(words).chain(table(MODES)).collect()
});

/// The language of the file at `path` with the decoded `text`; `None` if nobody knows.
pub fn detect(path: &RecordPath, text: &str) -> Option<&'static str> {
    let name = String::from_utf8_lossy(path.name()).to_ascii_lowercase();
    if let Some(word) = BY_NAME.get(&*name) {
        // A script may be called `build`, as may files of rules.
        return by_first_line(text).filter(|_| text.starts_with("#!")).or(Some(word));
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
    by_first_line(text).or_else(|| by_mode(text))
}

/// The word of the language that somebody means by `said`: the word itself, an extension (`py`, `.rs`) or the name of an editor's mode (`c++`). What means none is left as it is.
pub fn meant(said: &str) -> String {
    let said = said.to_lowercase();
    let name = said.trim_start_matches('.');
    let known = BY_MODE.get(name).or_else(|| BY_EXTENSION.get(name));
    known.map_or(said.clone(), |word| (*word).to_owned())
}

/// What a line for editors says (`-*- mode: ruby -*-`, `vim: set ft=sh :`) among the first and the last five.
fn by_mode(text: &str) -> Option<&'static str> {
    const FAR: usize = 2000;
    let ahead = text.char_indices().nth(FAR).map_or(text, |(end, _)| &text[..end]);
    let behind = text.char_indices().nth_back(FAR).map_or(text, |(start, _)| &text[start..]);
    ahead.lines().take(5).chain(behind.lines().rev().take(5)).find_map(|line| {
        let emacs = line.split_once("-*-").and_then(|(_, rest)| rest.split_once("-*-")).map(|(inside, _)| {
            let mode = inside.split(';').find_map(|part| part.trim().strip_prefix("mode:").or(part.trim().strip_prefix("Mode:")));
            mode.unwrap_or(if inside.contains(':') { "" } else { inside })
        });
        let vim = || {
            let (_, rest) = [" vim:", " vi:", " ex:"].iter().find_map(|mark| line.split_once(mark))?;
            rest.split([' ', ':', '\t']).find_map(|word| ["ft=", "filetype=", "syntax="].iter().find_map(|key| word.strip_prefix(key)))
        };
        let mode = emacs.or_else(vim)?.trim().trim_end_matches("-mode").to_ascii_lowercase();
        BY_MODE.get(&*mode).copied()
    })
}

fn by_first_line(text: &str) -> Option<&'static str> {
    let line = text.lines().next()?;
    if let Some(rest) = line.strip_prefix("#!") {
        let mut words = rest.split_whitespace();
        let base = |word: &'_ str| word.rfind('/').map_or(0, |slash| slash + 1);
        let mut program = words.next()?;
        program = &program[base(program)..];
        if program == "env" {
            let word = words
                .map(|word| word.trim_start_matches("-S"))
                .find(|word| !word.is_empty() && !word.starts_with('-') && !word.contains('='))?;
            program = &word[base(word)..];
        }
        // What a script for nix-shell is written in stands in one of the next lines.
        let inner = |line: &str| Some(line.strip_prefix("#!")?.split_once(" -i ")?.1.split_whitespace().next()?.to_owned());
        let inner = if program == "nix-shell" { text.lines().take(5).find_map(inner) } else { None };
        let program = inner.as_deref().unwrap_or(program);
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
        "pl" | "pro"
            if lines()
                .any(|line| line.starts_with(":-") || line.ends_with(":-") || (line.contains(") :- ") && line.ends_with(['.', ','])))
                && !lines().any(|line| line.starts_with("use ") || line.starts_with("my ") || line.starts_with("sub ")) =>
        {
            "prolog"
        }
        "inc" => by_first_line(text).or_else(|| text.contains("<?php").then_some("php")).unwrap_or_else(|| by_looks(text)),
        "pp" if lines().any(|line| {
            let line = line.to_ascii_lowercase();
            ["unit ", "program ", "procedure ", "begin", "{$", "uses "].iter().any(|mark| line.starts_with(mark))
        }) =>
        {
            "pascal"
        }
        "pp" => "puppet",
        "cls" | "frm" if text.starts_with("VERSION ") || text.contains("Attribute VB_") => "basic",
        "r" | "rsx" if text.trim_start().get(..6).is_some_and(|head| head.eq_ignore_ascii_case("rebol ")) => "rebol",
        "cl" if text.contains("__kernel") || text.contains("kernel void") => "opencl",
        "e" if !lines().any(|line| line == "class" || line.starts_with("class ") || line == "feature" || line.starts_with("note")) => {
            "text"
        }
        "spec" if !text.contains("%build") && !text.contains("Name:") => "text",
        "sp" | "do" | "no" | "ms" | "me" | "man" | "ps" | "ls" | "as" | "tal" | "vm" if by_first_line(text).is_some() => {
            by_first_line(text).unwrap_or(word)
        }
        "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "ms" | "me"
            if !lines()
                .any(|line| line.starts_with(".TH") || line.starts_with(".Dd") || line.starts_with(".SH") || line.starts_with(".so ")) =>
        {
            "text"
        }
        "ui" | "rdf" | "sch" | "launch" | "filters" if !text.trim_start().starts_with('<') => by_first_line(text).unwrap_or("text"),
        "gs" if lines().any(|line| line.starts_with("uses ") || line.starts_with("init")) => "genie",
        "stub" => by_first_line(text).unwrap_or("text"),
        "wiki" | "mediawiki" if text.starts_with('#') => "markdown",
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

/// What an include file is written in.
fn by_looks(text: &str) -> &'static str {
    let some = |marks: &[&str]| text.lines().map(str::trim_start).any(|line| marks.iter().any(|mark| line.starts_with(mark)));
    if some(&["#include", "#define", "#ifdef", "#ifndef", "//", "/*"]) {
        if is_cpp(text) { "cpp" } else { "c" }
    } else if some(&["procedure ", "function ", "{$", "unit "]) {
        "pascal"
    } else if some(&[".include", "section ", "%macro", "%define", ".macro"]) {
        "asm"
    } else if some(&["require ", "inherit ", "SRC_URI", "do_install"]) {
        "bitbake"
    } else if some(&["CREATE ", "SELECT ", "INSERT "]) {
        "sql"
    } else {
        "text"
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

    /// Every word means itself, whatever extensions and modes there are.
    #[test]
    fn words_that_people_say() {
        for word in BY_EXTENSION.values().chain(BY_MODE.values()) {
            assert_eq!(meant(word), *word);
        }
        for (said, want) in [("py", "python"), (".RS", "rust"), ("c++", "cpp"), ("Go", "go"), ("nosuch", "nosuch"), ("", "")] {
            assert_eq!(meant(said), want);
        }
    }

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
            ("a.pl", "parent(X, Y) :- father(X, Y).\n", Some("prolog")),
            ("a.pl", "use warnings;\nmy $x = 'a :- b';\n", Some("perl")),
            ("a.inc", "<?php\nfunction f() {}\n", Some("php")),
            ("a.inc", "// x\n#define A 1\n", Some("c")),
            ("a.inc", "namespace a {\n// x\n}\n", Some("cpp")),
            ("a.inc", "words only\n", Some("text")),
            ("a.cls", "\\ProvidesClass{x}\n", Some("latex")),
            ("a.cls", "VERSION 1.0 CLASS\nAttribute VB_Name = \"A\"\n", Some("basic")),
            ("a.cls", "public class A {}\n", Some("apex")),
            ("a.pp", "class a { package { 'x': ensure => present } }\n", Some("puppet")),
            ("a.pp", "unit a;\ninterface\n", Some("pascal")),
            ("a.R", "f <- function(x) x\n", Some("r")),
            ("a.r", "REBOL [Title: \"x\"]\n", Some("rebol")),
            ("a.cl", "__kernel void f() {}\n", Some("opencl")),
            ("a.cl", "(defun f ())\n", Some("lisp")),
            ("a.html.eex", "<%= x %>\n", Some("eex")),
            ("a.stub", "<?php\nclass A {}\n", Some("php")),
            ("a.1", ".TH A 1\n", Some("roff")),
            ("notes.1", "words\n", Some("text")),
            ("Cargo.lock", "", Some("toml")),
            ("dune", "(library)\n", Some("dune")),
            ("Kbuild", "", Some("makefile")),
            ("run", "#!/usr/bin/env -S -i PATH=/bin deno run\n", Some("typescript")),
            ("run", "#!/usr/bin/env -Spython3 -u\n", Some("python")),
            ("run", "#! /usr/bin/env nix-shell\n#! nix-shell -i python3 -p python3\n", Some("python")),
            ("run", "# -*- mode: ruby; coding: utf-8 -*-\n", Some("ruby")),
            ("run", "// -*- C++ -*-\n", Some("cpp")),
            ("run", "x=1\n# vim: set ft=sh sw=2 :\n", Some("bash")),
            ("run", "x -*- y\n", None),
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
