//! The commands that answer about names, and what commands say when there is nothing to answer.

use crate::support::Case;

fn tree() -> Case {
    Case::with(&[
        ("mux.go", "package chi\n\n// Mux routes.\ntype Mux struct{}\n\nfunc (mx *Mux) Find(path string) string {\n\treturn path\n}\n"),
        ("tree.go", "package chi\n\ntype node struct{}\n\nfunc (n *node) Find(path string) string {\n\treturn path\n}\n"),
        ("aiohttp/client.py", "class ClientSession:\n    def get(self):\n        return 1\n"),
        ("aiohttp/connector.py", "class BaseConnector:\n    def get(self):\n        return 2\n"),
        ("src/tools/jackson/databind/ObjectMapper.java", "package tools.jackson.databind;\n\npublic class ObjectMapper {}\n"),
        ("lib/ecto/changeset.ex", "defmodule Ecto.Changeset do\n  def cast(data) do\n    data\n  end\nend\n"),
        ("lib/ecto/type.ex", "defmodule Ecto.Type do\n  def cast(data) do\n    data\n  end\nend\n"),
    ])
}

#[test]
fn qualified_names_find_their_definition() {
    let case = tree();
    case.sh("cw index -q").exits(0);
    for (symbol, want) in [
        ("aiohttp.ClientSession", &["aiohttp/client.py:1-3 ClientSession"][..]),
        ("connector.BaseConnector", &["aiohttp/connector.py:1-3 BaseConnector"]),
        ("tools.jackson.databind.ObjectMapper", &["src/tools/jackson/databind/ObjectMapper.java:3-3 ObjectMapper"]),
        ("Ecto.Changeset.cast", &["lib/ecto/changeset.ex:2-4 Ecto.Changeset > cast"]),
        ("changeset.cast/1", &["lib/ecto/changeset.ex:2-4 Ecto.Changeset > cast"]),
        ("ecto.cast", &["lib/ecto/changeset.ex:2-4 Ecto.Changeset > cast", "lib/ecto/type.ex:2-4 Ecto.Type > cast"]),
        ("(*Mux).Find", &["mux.go:6-8 Mux > Find"]),
        ("find", &["mux.go:6-8 Mux > Find", "tree.go:5-7 node > Find"]),
    ] {
        let ran = case.sh(&format!("cw definition '{symbol}'")).exits(0);
        let out = ran.out();
        let heads: Vec<&str> = out.split("\n\n").filter_map(|part| part.lines().next()).collect();
        assert_eq!(heads, want, "{symbol}");
        assert_eq!(ran.err(), "", "{symbol}");
    }
    let ran = case.sh("cw definition Nope.ClientSession").exits(0).says("no definition of 'Nope.ClientSession' found; these are all of");
    assert!(ran.out().starts_with("aiohttp/client.py:1-3"));
    let ran = case.sh("cw references 'mux.Mux'").exits(0).says("these are all with 'Mux'");
    assert_eq!(ran.out().lines().count(), 3, "{}", ran.out());
}

/// A name that is asked for is found first where it is defined, and not where it is used most.
#[test]
fn a_name_is_found_where_it_is_defined() {
    let case = Case::with(&[
        ("lib/constants.rb", "module Rack\n  CACHE_CONTROL = 'cache-control'\n  EXPIRES = 'expires'\nend\n"),
        ("lib/response.rb", "# Cache control.\nclass Response\n  def cache_control\n    [CACHE_CONTROL, CACHE_CONTROL]\n  end\nend\n"),
        ("lib/post.rb", "# To post is to post a post.\nclass Poster\n  def send_it(post)\n    post.post(post)\n  end\nend\n"),
        ("test/helper.rb", "def post(thing)\n  thing\nend\n\ndef unknown_action(thing)\n  thing\nend\n"),
        ("lib/action.rb", "# An unknown action is unknown.\nclass Action\n  def act\n    :unknown_action\n  end\nend\n"),
    ]);
    case.sh("cw index -q").exits(0);
    for (query, first) in [("CACHE_CONTROL", "lib/constants.rb"), ("unknown_action", "test/helper.rb"), ("post", "lib/post.rb")] {
        let ran = case.sh(&format!("cw query --jsonl -k 1 {query}")).exits(0);
        assert!(ran.out().contains(&format!("\"path\":\"{first}\"")), "{query}: {}", ran.out());
    }
}

/// Code says the last part of a module's name.
#[test]
fn a_module_is_found_by_the_last_part_of_its_name() {
    let case = Case::with(&[
        ("lib/live/upload_config.ex", "defmodule Phoenix.LiveView.UploadConfig do\n  def build(a) do\n    a\n  end\nend\n"),
        ("lib/live/other.ex", "defmodule Other.UploadConfig do\n  def b(a) do\n    a\n  end\nend\n"),
        ("lib/live/use.ex", "defmodule Use do\n  def x(%UploadConfig{} = a), do: UploadConfig.build(a)\n  def socket(s), do: s\nend\n"),
        ("lib/live/socket.ex", "defmodule Phoenix.LiveView.Socket do\n  defstruct [:a]\nend\n"),
        ("lib/Mojo/Collection.pm", "package Mojo::Collection;\nsub first { 1 }\n1;\n"),
        ("a.cs", "namespace Acme.Widgets {\n  class A {}\n}\n"),
        ("a.cc", "namespace acme::detail {\nint f() { return 1; }\n}\n"),
        ("a.ts", "export namespace Kit.Parts {\n  export const a = 1;\n}\n"),
        ("whole.rb", "class Collection\n  def a; end\nend\n"),
    ]);
    case.sh("cw index -q").exits(0);
    for (symbol, want) in [
        ("Socket", &["lib/live/socket.ex", "lib/live/use.ex"][..]),
        ("%Socket{}", &["lib/live/socket.ex", "lib/live/use.ex"]),
        ("UploadConfig", &["lib/live/other.ex", "lib/live/upload_config.ex"]),
        ("LiveView.UploadConfig", &["lib/live/upload_config.ex"]),
        ("Phoenix.LiveView.UploadConfig", &["lib/live/upload_config.ex"]),
        ("Collection", &["whole.rb", "lib/Mojo/Collection.pm"]),
        ("Mojo::Collection", &["lib/Mojo/Collection.pm"]),
        ("Widgets", &["a.cs"]),
        ("detail", &["a.cc"]),
        ("Parts", &["a.ts"]),
    ] {
        let found = case.sh(&format!("cw definition --jsonl '{symbol}'")).exits(0).records();
        let paths: Vec<&str> = found.iter().filter_map(|found| found["path"].as_str()).collect();
        assert_eq!(paths, want, "{symbol}");
    }
    for (query, path) in
        [("Socket", "lib/live/socket.ex"), ("Collection", "whole.rb"), ("LiveView.UploadConfig", "lib/live/upload_config.ex")]
    {
        assert_eq!(case.sh(&format!("cw query --jsonl -q -k 1 {query}")).exits(0).records()[0]["path"], path, "{query}");
    }
}

/// A name may have signs in it: where it is defined comes before where it, or its last part, is used or defined.
#[test]
fn a_name_with_signs_is_found_where_it_is_defined() {
    let filler = |lines: usize| (0..lines).map(|line| format!("$a{line} = New-State {line}\n")).collect::<String>();
    let case = Case::with(&[
        ("a.ps1", &format!("{}\nfunction New-State {{\n  'defined'\n}}\n\nfunction New {{ New-State }}\n", filler(120))),
        ("join.jl", "leftjoin(a) = 1\nfunction other()\n    leftjoin!(1); leftjoin!(2); leftjoin!(3)\nend\n"),
        ("inplace.jl", "function leftjoin!(a)\n    2\nend\n"),
        ("all.R", "all_vars <- function() print.all_vars(1)\n"),
        ("show.R", "print.all_vars <- function(x) x\n"),
        ("a.js", "class A {\n  private() { return this.#hidden() }\n}\nclass B {\n  hidden() { return 1 }\n}\n"),
        ("b.js", "class C {\n  #hidden() { return 2 }\n}\n"),
        ("test/helper_test.rb", "def close_all!(a)\n  a\nend\n"),
        ("use.rb", "def use\n  close_all!(1)\n  close_all!(2)\nend\n"),
    ]);
    case.sh("cw index -q").exits(0);
    for (query, path, text) in [
        ("New-State", "a.ps1", "'defined'"),
        ("leftjoin!", "inplace.jl", "leftjoin!(a)"),
        ("leftjoin", "join.jl", "leftjoin(a)"),
        ("where is leftjoin! defined", "inplace.jl", "leftjoin!(a)"),
        ("print.all_vars", "show.R", "print.all_vars <-"),
        ("#hidden", "b.js", "#hidden()"),
        ("hidden", "a.js", "hidden()"),
        ("close_all!", "test/helper_test.rb", "def close_all!"),
    ] {
        let found = case.sh(&format!("cw query --jsonl -q -k 1 -- '{query}'")).exits(0).records();
        assert!(found[0]["path"] == path && found[0]["text"].as_str().unwrap().contains(text), "{query}: {}", found[0]);
    }
}

/// What stands in the pictures of a notebook is not its text.
#[test]
fn a_word_in_the_pictures_of_a_notebook_is_not_found() {
    let cell = "{\"cell_type\": \"code\", \"metadata\": {}, \"execution_count\": 1, \"source\": [\"def train():\\n\", \"    zq_1 = 'WVU'\"], \"outputs\": [{\"output_type\": \"display_data\", \"metadata\": {}, \"data\": {\"image/png\": \"iVBORw0KGgoAAAANSUhEUgAAXXX9s8FZQQ\"}}]}";
    let notebook = format!("{{\"cells\": [{cell}], \"metadata\": {{}}, \"nbformat\": 4, \"nbformat_minor\": 5}}");
    let case = Case::with(&[("n.ipynb", notebook.as_str()), ("a.py", "def other():\n    return 1\n")]);
    case.sh("cw index -q").exits(0);
    assert_eq!(case.sh("cw-lex find XXX | jq -c 'select(.type == \"hit\")'").exits(0).out(), "");
    // What the cells say is found.
    assert_eq!(case.sh("cw query --jsonl -q -k 1 \"'WVU'\"").exits(0).records()[0]["path"], "n.ipynb");
}

#[test]
fn nothing_is_said_and_wrong_use_is_refused() {
    let case = tree();
    case.sh("cw index -q").exits(0);
    for (line, code, says) in [
        ("cw definition nosuch", 1, "cw: no definition of 'nosuch' found\n"),
        ("cw references nosuch", 1, "cw: no line with 'nosuch' found\n"),
        ("cw symbols --path nosuch", 1, "cw: no definition found\n"),
        ("cw list-files --path nosuch", 1, "cw: no file found\n"),
        ("cw list-files --lang go,cobol", 0, "cw: note: the index has no language 'cobol'; it has: elixir, go, java, python\n"),
        ("cw symbols --kind klass", 1, "the index has no kind 'klass'; it has: class, "),
        ("cw symbols --kind CLASS", 0, ""),
        ("cw definition ' '", 2, "C05"),
        ("cw references ''", 2, "C05"),
        ("cw query find --tokens 0", 2, "--tokens"),
        ("cw query find --chars 0", 2, "--chars"),
        ("cw query find --segments-per-file 0", 2, "--segments-per-file"),
        ("cw query find --tokens 1", 1, "  hint: give more tokens or characters\n"),
        ("cw-scan . --explain nosuch", 1, "cw-scan: 'nosuch' does not exist\n"),
        ("cw-lex find find | cw-embed find | cw-pack", 2, "  hint: put cw-fuse before it\n"),
        ("cw-lex find find | cw-embed find | cw-expand", 2, "  hint: put cw-fuse before it\n"),
        ("cw-lex find find | cw-embed find | cw-rerank | cw-pack", 0, ""),
        ("cw-scan . | cw-pack", 2, "  hint: start with cw-lex find\n"),
        ("cw-scan . | cw-rerank", 2, "  hint: start with cw-lex find\n"),
        ("cw-lex find find | cw-lex add", 2, "  hint: start with cw-scan\n"),
    ] {
        let ran = case.sh(line).exits(code).says(says);
        assert!(!says.is_empty() || ran.err().is_empty(), "{line}: {}", ran.err());
    }
    let stats = case.sh("cw stats").exits(0).out();
    assert!(stats.contains("\nindex_share "), "{stats}");
    assert!(stats.lines().any(|line| line.starts_with("models ") && !line.contains(['[', '"'])), "{stats}");
}

#[test]
fn related_says_what_stands_around_a_place() {
    let case = Case::with(&[
        ("app/cart.py", "class Cart:\n    def add_item(self):\n        return 1\n\n    def total(self):\n        return 2\n"),
        ("app/page.py", "from app.cart import Cart\n\n\ndef show_page():\n    return Cart().add_item()\n"),
        ("app/price.py", "def price():\n    return 3\n"),
        ("web/cart.py", "def other():\n    return 4\n"),
    ]);
    let ran = case.sh("cw related app/page.py:5 --rule import").exits(0);
    assert_eq!(ran.out(), "app/cart.py:1-6 import Cart\n");
    let ran = case.sh("cd app && cw related cart.py:1 --rule importer,call").exits(0);
    assert!(ran.out().starts_with("app/page.py:"), "{}", ran.out());
    let ran = case.sh("cw related ./app/page.py --rule E3 --json | jq -c '[.place.path, .total, .related[0].rule, .related[0].relation, .related[0].path]'");
    assert_eq!(ran.out(), "[\"app/page.py\",1,\"E3\",\"import\",\"app/cart.py\"]\n");
    let ran = case.sh("cw related app/page.py:5 --rule import --csv").exits(0);
    assert_eq!(ran.out(), "rule,path,first,last,symbol,score\nimport,app/cart.py,1,6,Cart,0.6\n");
    assert_eq!(case.sh("cw related app/page.py:5 --rule import --jsonl | jq -r .text").out().lines().next(), Some("class Cart:"));
    case.sh("cw related app/price.py:1 --rule import").exits(1).says("cw: nothing stands around 'app/price.py:1'\n");
    for line in ["app/none.py:1", "app/cart.py:99", "../app/cart.py:1", "app/cart.py:0", "''"] {
        case.sh(&format!("cw related {line}")).exits(2).says("C05");
    }
    case.sh("cw related app/cart.py --rule friend").exits(2).says("friend");
}
