//! Every language's own example, and the inputs that are hard on a parser.

use super::*;

fn outline_of(word: &str, text: &str) -> (Outline, Option<String>) {
    read(Some(word), &Lines::new(text), &Options::default())
}

#[test]
fn every_language_knows_its_example() {
    let mut wrong = Vec::new();
    for table in table::tables() {
        let (outline, fault) = outline_of(table.word, table.example);
        assert_eq!(fault, None, "{}", table.word);
        let found: Vec<String> = outline
            .defs
            .iter()
            .enumerate()
            .filter(|(_, def)| !def.hidden)
            .map(|(at, def)| format!("{} {}", def.kind, outline.breadcrumb(Some(at)).join("/")))
            .collect();
        if found != table.expect {
            wrong.push(format!("{}: {found:?}\nshould be {:?}", table.word, table.expect));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn found(lang: &str, text: &str) -> (Vec<String>, Vec<String>) {
    let outline =
        marks::outline(lang, &Lines::new(text), &Options { max_chars: 20, min_chars: 1, ..Options::default() }).expect("a reader");
    let names = outline
        .defs
        .iter()
        .enumerate()
        .map(|(at, def)| format!("{} {} {}-{}", def.kind, outline.breadcrumb(Some(at)).join("/"), def.lines.0 + 1, def.lines.1 + 1));
    (names.collect(), outline.imports.clone())
}

#[test]
fn every_reader_finds_its_marks() {
    let cases: &[(&str, &str, &[&str], &[&str])] = &[
        (
            "yaml",
            "name: x\n# Doc\non:\n  push:\n    a: 1\njobs:\n  build:\n    run: |\n      evil:\n        x: 1\n  test:\n    - a: 1\nlast: 1\n---\ntwo:\n  b: 1\n",
            &[
                "key name 1-1",
                "key on 3-5",
                "key on/push 4-5",
                "key jobs 6-12",
                "key jobs/build 7-10",
                "key jobs/test 11-12",
                "key last 13-13",
                "key two 15-16",
                "key two/b 16-16",
            ],
            &[],
        ),
        (
            "toml",
            "a = 1\n[b]\nc = \"\"\"\n[no]\n\"\"\"\n\n# Doc\n[[d.e]]\nf = [\n  1,\n]\n",
            &["key a 1-1", "key b 2-5", "key b/c 3-3", "key d.e 8-11", "key d.e/f 9-9"],
            &[],
        ),
        ("ini", "; Doc\n[core]\na = 1\n[remote \"x\"]\n", &["key core 2-3", "key core/a 3-3", "key remote \"x\" 4-4"], &[]),
        (
            "json",
            "{\n  \"a\": 1,\n  \"b\": {\n    \"c}\": [\n      1\n    ],\n    \"d\": 2\n  },\n  \"e\": \"{[\"\n}\n",
            &["key a 2-2", "key b 3-8", "key b/c} 4-6", "key b/d 7-7", "key e 9-9"],
            &[],
        ),
        (
            "makefile",
            "include a.mk\nCC := gcc\n.PHONY: all\n# Doc\nall: a.o b.o\n\tcc $^\n\nX = 1\n%.o: %.c\n\tcc\ndefine twice\nall: no\nendef\n",
            &["target all 5-6", "target %.o 9-10", "macro twice 11-13"],
            &["a.mk"],
        ),
        (
            "dockerfile",
            "ARG V\nFROM rust:1 AS build\nRUN a \\\n  from b\nfrom debian\n",
            &["stage build 2-4", "stage debian 5-5"],
            &["rust:1"],
        ),
        (
            "cmake",
            "project(shop)\nset(A 1)\n# Doc\nfunction(add_it name)\n  set(B 2)\nendfunction()\nadd_library(shop a.c\n  b.c)\ninclude(x.cmake)\n",
            &["project shop 1-1", "function add_it 4-6", "target shop 7-8"],
            &["x.cmake"],
        ),
        (
            "sql",
            "-- Doc\nCREATE TABLE IF NOT EXISTS shop.orders (\n  id INT\n);\nSELECT 1;\ncreate or replace function \"f\"() returns int as $$\nselect 1;\n$$ language sql;\nCREATE PROCEDURE tidy()\nBEGIN\n  SELECT 1;\nEND;\nCREATE UNIQUE INDEX i ON orders (id);\n",
            &["table orders 2-4", "function f 6-8", "procedure tidy 9-12", "index i 13-13"],
            &[],
        ),
        (
            "sql",
            "CREATE TABLE \"my db\".\"my orders\" (a int);\nCREATE TABLE `a b`.`c d` (a int);\nCREATE PROCEDURE [dbo].[My Proc] AS\nSELECT 1;\nCREATE VIEW v.w AS SELECT 1;\n",
            &["table my orders 1-1", "table c d 2-2", "procedure My Proc 3-3", "view w 5-5"],
            &[],
        ),
        (
            "sql",
            "create table\n  shop.orders (a int);\ncreate extension if not exists \"uuid-ossp\" with schema public;\ncreate schema shop;\ncreate domain money as int;\n",
            &["table orders 1-2", "extension uuid-ossp 3-3", "schema shop 4-4", "domain money 5-5"],
            &[],
        ),
        (
            "perl",
            "package A::B;\nuse constant PI => 3;\nuse constant {\n  C => 1,\n};\nsub d {\n  1;\n}\n",
            &["module A::B 1-8", "constant A::B/PI 2-2", "function A::B/d 6-8"],
            &[],
        ),
        (
            "ocamllex",
            "{\nopen Parser\nexception Bad of string\n}\nlet digit = ['0'-'9']\n(* Doc *)\nrule token = parse\n  | digit+ as n { INT n }\n\nand comment depth = parse\n  | eof { raise (Bad \"eof\") }\n",
            &["exception Bad 3-4", "function digit 5-5", "function token 7-8", "function comment 10-11"],
            &["Parser"],
        ),
        (
            "clojure",
            "(ns a)\n; Doc\n(defn add [x]\n  (def no 1))\n(println 1)\n(defmethod area :a [x] 1)\n",
            &["module a 1-1", "function add 3-4", "method area 6-6"],
            &[],
        ),
        (
            "solidity",
            "import \"./a.sol\";\ncontract Shop is B {\n    // Doc\n    function buy(uint a) public {\n        x();\n    }\n    event Sold(uint a);\n}\n",
            &["contract Shop 2-8", "method Shop/buy 4-6", "event Shop/Sold 7-7"],
            &["./a.sol"],
        ),
        (
            "graphql",
            "\"Doc\"\ntype A {\n  b: Int\n}\nextend type B { c: Int }\nscalar D\n",
            &["type A 2-4", "type B 5-5", "type D 6-6"],
            &[],
        ),
        (
            "sql",
            "begin;\n  create table a (\n    b int\n  );\n  create function f() returns int\n  as $$ select 1; $$;\n  select f();\ncreate procedure p()\nbegin\n  select 1;\n  create table no (a int);\nend;\ncreate access method m type index handler h;\n",
            &["table a 2-4", "function f 5-6", "procedure p 8-12"],
            &[],
        ),
        (
            "powershell",
            "function Get-It {\n  function inner {\n    1\n  }\n  inner\n}\nGet-It\nDescribe 'it' {\n  function Script:Helper {\n    2\n  }\n}\n",
            &["function Get-It 1-6", "function Get-It/inner 2-4", "function Helper 9-11"],
            &[],
        ),
    ];
    for (lang, text, names, imports) in cases {
        let (found, words) = found(lang, text);
        assert_eq!(
            (found, words),
            (names.iter().map(|name| (*name).to_owned()).collect(), imports.iter().map(|word| (*word).to_owned()).collect()),
            "{lang}"
        );
    }
}

/// Forms that a grammar, or the table of a language, once read wrongly: names, containers and lines.
#[test]
fn forms_that_are_easy_to_get_wrong() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "go",
            "package x\n\ntype (\n\tA struct { c int }\n\tI interface { M() }\n)\nfunc (g *G[K, V]) Get() {}\n",
            &["struct A 4-4", "interface I 5-5", "method I/M 5-5", "method G/Get 7-7"],
        ),
        (
            "rust",
            "impl T for [u8; 3] { fn a() {} }\nimpl T for dyn Other + Send { fn b() {} }\nimpl T for fn(u8) -> u8 { fn c() {} }\nimpl From<[u8; N]> for Arr<N> { fn d() {} }\nimpl From<io::Error> for E { fn e() {} }\nimpl fmt::Display for &'a [T] { fn f() {} }\nfn g() {\n    struct In;\n    impl In { fn h() {} }\n}\n",
            &[
                "method T for [u8; 3]/a 1-1",
                "method T for Other/b 2-2",
                "method T for fn(u8) -> u8/c 3-3",
                "method From<[u8; N]> for Arr/d 4-4",
                "method From<io::Error> for E/e 5-5",
                "method Display for [T]/f 6-6",
                "function g 7-10",
                "struct g/In 8-8",
                "method g/In/h 9-9",
            ],
        ),
        (
            "php",
            "<?php\nnamespace A;\nclass B {}\nnamespace C;\nclass D {}\n",
            &["namespace A 2-3", "class A/B 3-3", "namespace C 4-5", "class C/D 5-5"],
        ),
        ("python", "type Alias[T] = list[T]\ntype P = int\n", &["type Alias 1-1", "type P 2-2"]),
        (
            "kotlin",
            "class B {\n  fun x() {}\n}\n\n@Ann\n@Be(\"@\")\nclass S {\n  @In fun init() {}\n}\n@A1B @B12 enum class F { X }\nclass A {\n  fun v(x: Any) = when (x) {\n    is String if x.isEmpty() -> 1\n    else -> 2\n  }\n}\nfun p() {\n  val x = t.insert {\n  } get t.id\n}\nfun o() {\n  val x = object : R { override fun run() {} }\n}\n",
            &[
                "class B 1-3",
                "method B/x 2-2",
                "class S 5-9",
                "method S/init 8-8",
                "enum F 10-10",
                "member F/X 10-10",
                "class A 11-16",
                "method A/v 12-15",
                "function p 17-20",
                "function o 21-23",
                "function o/run 22-22",
            ],
        ),
        (
            "csharp",
            "class A\n{\n    async Task F(bool async)\n    {\n        if (async)\n            await B();\n        else\n            C();\n        D(async ? 1 : 2, async: async);\n    }\n    async Task E() => await G(async (x) => x);\n}\n",
            &["class A 1-12", "method A/F 3-10", "method A/E 11-11"],
        ),
        (
            "csharp",
            "class A {\n  void F() {\n    if (a) {\n    }\n#if B\n    else if (b) {\n    }\n#endif\n    else {\n    }\n  }\n  void G() {}\n}\n",
            &["class A 1-13", "method A/F 2-11", "method A/G 12-12"],
        ),
        (
            "c",
            "int f(int a) {\n  switch (a) {\n  case 1:\n#if B\n    g(\n#else\n    h(\n#endif\n      1);\n  }\n  return 1;\n}\nint i(void) { return 2; }\n",
            &["function f 1-12", "function i 13-13"],
        ),
        (
            "cpp",
            "API_DECLARED\nclass A : public B {\n  PRIVATE_UNLESS_TESTED:\n  void f() {\n    LIB_TRY {\n      g();\n    } LIB_CATCH (std::exception&) {\n    }\n  }\n  template<class T, int = 0>\n#if C\n  constexpr\n#endif\n  int h() { return 1; }\n};\ntemplate<> struct D<decltype(e.operator[](0))> { };\n",
            &["class A 2-15", "method A/f 4-9", "method A/h 10-14", "struct D 16-16"],
        ),
        (
            "cpp",
            "ABSL_FLAG(bool, b, false, \"\");\nABSL_FLAG(int, c, 1, \"\");\n\nnamespace n {\nint helper(int x) {\n  return x;\n}\n}\nstruct S {\n  UC const *p{nullptr};\n  bool negative{false};\n  int f() { return 1; }\n};\n",
            &["namespace n 4-8", "function n/helper 5-7", "struct S 9-13", "method S/f 12-12"],
        ),
        (
            "python",
            "@app.route(\"/a\")\n@login\ndef a(): pass\n\n# No part.\n@dataclass\nclass D:\n    @property\n    def x(self): pass\n",
            &["function a 1-3", "class D 6-9", "method D/x 8-9"],
        ),
        (
            "rust",
            "/// Doc\n#[derive(Debug)]\n#[repr(C)]\nstruct A;\n#[test]\n// why\nfn b() {}\nfn c() {}\n",
            &["struct A 2-4", "function b 5-7", "function c 8-8"],
        ),
        (
            "typescript",
            "@Injectable()\nexport class A {\n  @Input()\n  m() {}\n  n() {}\n}\n",
            &["class A 1-6", "method A/m 3-4", "method A/n 5-5"],
        ),
        (
            "cpp",
            "template <typename T,\n          int N>\nclass V {\n  template <class U>\n  void f(U u) {}\n};\n",
            &["class V 1-6", "method V/f 4-5"],
        ),
        ("r", "Acc <- R6::R6Class(\"Acc\", public = list(add = function(x) x))\n", &["class Acc 1-1", "method Acc/add 1-1"]),
        (
            "objc",
            "@interface Foo : NSObject\n@property (nonatomic, assign) BOOL flagA;\n@property (nonatomic) NSInteger numB;\n@property BOOL flagH;\n@end\n",
            &["interface Foo 1-5", "property Foo/flagA 2-2", "property Foo/numB 3-3", "property Foo/flagH 4-4"],
        ),
        ("r", "`[<-.shop` <- function(x, value) x\n\"names<-\" <- function(x) x\n", &["function [<-.shop 1-1", "function names<- 2-2"]),
        (
            "scala",
            "trait T {\n  implicit val alg: Int = 1\n  def a = new M { def b = 1 }\n}\n",
            &["trait T 1-4", "property T/alg 2-2", "method T/a 3-3", "function T/a/b 3-3"],
        ),
    ];
    let mut wrong = Vec::new();
    for (lang, text, want) in cases {
        let (outline, fault) = outline_of(lang, text);
        assert_eq!(fault, None, "{lang}");
        let of = |(at, def): (usize, &outline::Def)| {
            format!("{} {} {}-{}", def.kind, outline.breadcrumb(Some(at)).join("/"), def.lines.0 + 1, def.lines.1 + 1)
        };
        let found: Vec<String> = outline.defs.iter().enumerate().filter(|(_, def)| !def.hidden).map(of).collect();
        if found != *want {
            wrong.push(format!("{lang}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a file imports, by its words; what they mean is for another stage.
#[test]
fn imports_as_they_are_written() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "rust",
            "use a::{b, c::{self, d as e}};\nmod x;\n#[cfg(unix)]\n#[path = \"sys/unix.rs\"]\nmod sys;\nmod inner {\n    use super::One;\n    use self::two::Two;\n    mod file;\n    mod deep { use super::super::Three; use super::Four; }\n}\nconst D: &str = include_str!(\"d.txt\");\n",
            &[
                "a::b",
                "a::c",
                "a::c::d",
                "mod:x",
                "path:sys/unix.rs",
                "self::One",
                "self::inner::two::Two",
                "mod:inner/file",
                "self::Three",
                "self::inner::Four",
                "path:d.txt",
            ],
        ),
        ("rust", "#[cfg_attr(windows, path = \"w.rs\")]\nmod os;\n/// The path = of it.\nmod next;\n", &["path:w.rs", "mod:next"]),
        (
            "typescript",
            "import a from './a';\nimport './b.css';\nexport { c } from \"./c\";\nexport const d = 1;\nconst e = require('./e');\nawait import(/* webpackChunkName: \"f\" */ './f');\nimport g = require('./g');\n/// <reference path=\"./h.d.ts\" />\nimport(`./${x}`);\nrequire(path.join(__dirname, '../i'));\n",
            &["./a", "./b.css", "./c", "./g", "./e", "./f", "./h.d.ts", "./../i"],
        ),
        (
            "python",
            "from .a import (b,  # c\n  d as e)\nimport f.g as h, i\nfrom . import *\nimportlib.import_module('j.k')\nx = import_module(\"l\")\n",
            &[".a", ".a.b", ".a.d", "f.g", "i", ".", "l"],
        ),
        (
            "php",
            "<?php\nuse A\\{B, function c, D as E};\nuse function F\\g;\nrequire __DIR__ . '/h.php';\nrequire_once dirname(__FILE__) . '/i.php';\ninclude dirname(__DIR__) . '/j.php';\ninclude 'k.php';\nrequire $x . '/l.php';\n",
            &["A\\B", "A\\c", "A\\D", "F\\g", "./h.php", "./i.php", "./../j.php", "k.php"],
        ),
        (
            "ruby",
            "require 'a'\nrequire_relative 'b'\nrequire_relative '../c'\nautoload :D, 'd/e'\nrequire File.expand_path('../f', __FILE__)\nrequire File.join(File.dirname(__FILE__), 'g')\nrequire \"#{x}/h\"\n",
            &["a", "./b", "./../c", "d/e", "./f", "./g"],
        ),
        ("swift", "import Foundation\n@testable import Core\nimport struct Kit.Thing\n", &["Foundation", "Core", "Kit.Thing"]),
        (
            "haskell",
            "module A where\nimport qualified Data.Map as M\nimport {-# SOURCE #-} B\nimport \"pkg\" C (d)\n",
            &["Data.Map", "B", "C"],
        ),
        (
            "elixir",
            "defmodule A do\n  alias B.{C, D}\n  alias E.F, as: G\n  use H, :i\n  Code.require_file(\"j.exs\", __DIR__)\nend\n",
            &["B.C", "B.D", "E.F", "H", "j.exs"],
        ),
        (
            "lua",
            "local a = require 'a.b'\nlocal c = require(\"c\")\nlocal d = require\"d\"\n-- one may require = 'e'\n",
            &["a.b", "c", "d"],
        ),
        (
            "bash",
            "source ./a.sh\n. \"$(dirname \"$0\")/b c.sh\" x\nsource ${D}/e.sh\n",
            &["./a.sh", "$(dirname \"$0\")/b c.sh", "${D}/e.sh"],
        ),
        (
            "ocaml",
            "open Base\nopen! Import\ninclude Map.Make (String)\ninclude struct\n  open Inner.Deep\nend\nlet f () = let open Local in 1\n",
            &["Base", "Import", "Map.Make", "Inner.Deep", "Local"],
        ),
        (
            "julia",
            "module A\nusing Dates, Foo.Bar\nimport Base: show, +\nimport X as Y\nusing ..Up\ninclude(\"a/b.jl\")\nend\n",
            &["Dates", "Foo.Bar", "Base", "X", "..Up", "a/b.jl"],
        ),
        ("zig", "const a = @import(\"a.zig\");\nconst b = @embedFile(\"b.bin\");\n", &["a.zig", "b.bin"]),
        (
            "dart",
            "import 'package:a/b.dart' if (dart.library.io) 'c.dart' as d;\nexport 'e.dart' show f;\npart 'g.dart';\n",
            &["package:a/b.dart", "c.dart", "e.dart", "g.dart"],
        ),
        // Also inside of functions and statements.
        ("python", "import a\ndef f():\n    from .b import c\n    if c:\n        import d\n", &["a", ".b", ".b.c", "d"]),
        ("rust", "fn f() {\n    use a::b;\n}\nmod m {\n    fn g() { use super::c; }\n}\n", &["a::b", "self::c"]),
        ("bash", "f() {\n  if a; then\n    . ./b.sh\n  fi\n}\n", &["./b.sh"]),
        ("scala", "object A {\n  def f = {\n    import b.C\n    1\n  }\n}\n", &["b.C"]),
        ("elixir", "defmodule A do\n  def f do\n    require B\n    use(C)\n  end\nend\n", &["B"]),
        // A text that cannot be read as a whole.
        ("kotlin", "package a\n\nimport b.C\n\n) } ) -> } ] = ( { ) } ] ( = } ) ] } ( { = ) ( ) } ] ) } } ) ] = ) } ) } ( = ]\n", &["b.C"]),
        ("dart", "part of 'a.dart';\n", &["a.dart"]),
        ("dart", "@TestOn('vm')\n@Deprecated(\n  'Import b.dart instead. '\n  'Soon.',\n)\nexport 'a.dart';\n", &["a.dart"]),
        (
            "elixir",
            "defmodule A do\n  use B.Live, layout: {__MODULE__, :live}, tags: [:c]\n  alias D.{E, F}\nend\n",
            &["B.Live", "D.E", "D.F"],
        ),
        ("css", "@import url(a.css) screen;\n@import url( 'b.css' );\n@import \"c.css\";\n", &["a.css", "b.css", "c.css"]),
        (
            "vue",
            "<script>\nimport a from './a'\n</script>\n<style>\n@import 'b.css';\n@import \"~c/d.css\";\n</style>\n<style lang=\"scss\">\n@use './e';\n</style>\n",
            &["./a", "./b.css", "~c/d.css", "./e"],
        ),
        ("lua", "local ok, a = pcall(require, 'a.b')\nlocal c = pcall(f, 'd')\n", &["a.b"]),
        (
            "hcl",
            "x = templatefile(\"${path.module}/t.tpl\", {})\ny = file(\"./a.txt\")\nz = file(\"${var.x}/b\")\n",
            &["./t.tpl", "./a.txt"],
        ),
        ("r", "source(file.path(\"R\", \"a.R\"))\nsource(file.path(dir, \"b.R\"))\nsource(here::here('R/c.R'))\n", &["R/a.R", "R/c.R"]),
        ("hcl", "module \"a\" {\n  source   = \"./b\"\n  version = \"1\"\n}\n", &["./b"]),
        ("starlark", "load(\"//a:b.bzl\", \"c\")\n", &["//a:b.bzl"]),
        ("nix", "{ imports = [ ./a.nix ../b ]; c = import ./d { }; e = \"x\"; } # ./f\n", &["./a.nix", "../b", "./d"]),
        ("scss", "@use 'a' with ($b: 'c');\n@import 'd',\n  \"e\";\n.f { @import \"g\"; }\n@import url(h.css) screen;\n", &["a", "d", "e"]),
        ("sass", "@import a, b/c\n", &["a", "b/c"]),
        (
            "html",
            "<link rel=\"stylesheet\" href=\"a.css\">\n<script src='b.js'></script>\n<a href=\"c.html\">\n<scripts src=\"d.js\">\n",
            &["b.js", "a.css"],
        ),
        ("makefile", "-include a.mk b.mk # c\nall:\n\tx\n", &["a.mk", "b.mk"]),
        ("cmake", "add_subdirectory(lib)\ninclude( \"x.cmake\" )\n", &["lib", "x.cmake"]),
        ("meson", "project('a')\nsubdir('lib')\n", &["lib"]),
    ];
    for (lang, text, want) in cases {
        let file = File { path: "a".into(), lang: Some((*lang).to_owned()), ..File::default() };
        let records = cut(file, text, &Options::default());
        let Some(Record::File(file)) = records.first() else { panic!("no file") };
        assert_eq!(file.imports, *want, "{lang}");
    }
}

/// A text that imports one thing after another is read in a moment, and says no more than anybody needs.
#[test]
fn imports_without_end() {
    let text: String = (0..60_000).map(|number| format!("@import 'a{number}';\n")).collect();
    let file = File { path: "a".into(), lang: Some("scss".to_owned()), ..File::default() };
    let records = cut(file, &text, &Options::default());
    let Some(Record::File(file)) = records.first() else { panic!("no file") };
    assert_eq!(file.imports.len(), 4096);
}
