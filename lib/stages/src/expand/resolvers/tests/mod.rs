//! Tables: the files of a tree, an import, and what it stands for.

use super::*;

mod data;
mod managed;
mod scripts;
mod systems;

/// Texts, and what `define kind name` in them says; the rest of a text is for the resolvers.
struct Texts(Vec<(String, String)>);

impl Source for Texts {
    fn text(&self, number: usize) -> Result<String, Error> {
        Ok(self.0[number].1.clone())
    }

    fn defining(&self, name: &str) -> Result<Vec<(usize, String)>, Error> {
        let lines = self.0.iter().enumerate().flat_map(|(number, (_, text))| text.lines().map(move |line| (number, line)));
        let defined = lines.filter_map(|(number, line)| Some((number, line.strip_prefix("define ")?.split_once(' ')?)));
        Ok(defined.filter(|(_, (_, other))| *other == name).map(|(number, (kind, _))| (number, kind.to_owned())).collect())
    }
}

fn tree(files: &[(&str, &str)]) -> Tree<'static> {
    let mut files: Vec<(String, String)> = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    files.sort();
    let paths = files.iter().map(|(path, _)| path.clone()).collect();
    Tree::new(paths, Texts(files))
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

/// Build files as no one writes them: every resolver reads what it would read, and nothing breaks or takes long.
#[test]
fn hostile_build_files() {
    let deep = "[".repeat(60_000);
    let object = "{\"a\":".repeat(60_000);
    let texts = [
        deep.as_str(),
        &object,
        "\"",
        "\u{0}",
        "[package]\nname = ",
        "{\"exports\":{\"*\":{\"*\":[]}}}",
        "= = =\n[[[",
        ".target(name: \"",
        "isa = PBXNativeTarget; name = ;\nset(INCLUDE\n/?.lua\naddModule(\"a\", .module(\"a\n.name = \"",
        "module (\n(\n",
        "é\n  é: -",
    ];
    let names = [
        "package.json",
        "tsconfig.json",
        "pnpm-workspace.yaml",
        "lerna.json",
        "pyproject.toml",
        "setup.py",
        "setup.cfg",
        "go.mod",
        "go.work",
        "Cargo.toml",
        "composer.json",
        "pubspec.yaml",
        "x.cabal",
        "package.yaml",
        "Package.swift",
        "build.zig",
        "CMakeLists.txt",
        "meson.build",
        "compile_commands.json",
        "Makefile",
        "MODULE.bazel",
        "x.gemspec",
        "A.xcodeproj/project.pbxproj",
        "x.cmake",
        "start.lua",
    ];
    for text in texts {
        let mut files: Vec<(&str, &str)> = names.iter().map(|name| (*name, text)).collect();
        files.push(("a.x", "package "));
        let tree = tree(&files);
        for resolver in RESOLVERS {
            for import in ["a", "@a/b", "a.b.C", "a::b", "A\\B", "package:a/b", "#x", "//a:b", "a/b.h"] {
                assert!(resolver.resolve("a.x", import, &tree).unwrap().iter().all(|path| tree.has(path)));
            }
        }
    }
}
