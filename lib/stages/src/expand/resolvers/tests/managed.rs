//! Languages of the virtual machines, and Dart and Haskell.

use super::{bare, check};

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
            (
                "m/src/main/java/x/E.java",
                "a.b.*",
                &["m/src/main/java/a/b/C.java", "m/src/main/java/a/b/D.java", "k/src/main/kotlin/a/b/util.kt"],
            ),
            ("m/src/main/java/x/E.java", "java.util.List", &[]),
            ("m/src/main/java/x/E.java", "a", &[]),
            ("m/src/main/java/x/E.java", "*", &[]),
        ],
    );
    let package = &["k/src/main/kotlin/a/b/util.kt", "o/src/a/b/C.java", "m/src/main/java/a/b/D.java"][..];
    check("kotlin", &files, &[("k/src/main/kotlin/x/F.kt", "a.b.helper", kotlin), ("k/src/main/kotlin/x/F.kt", "a.b.*", package)]);
    // A Kotlin file of any name, in a folder that leaves out what all packages begin with.
    let files = [
        ("src/shop/Everything.kt", "package com.me.shop\n\ndefine class Cart\ndefine function total\n"),
        ("src/bank/Cart.kt", "package com.me.bank\ndefine class Cart\n"),
        ("src/use/Use.kt", "package com.me.use\n"),
    ];
    check(
        "kotlin",
        &files,
        &[
            ("src/use/Use.kt", "com.me.shop.Cart", &["src/shop/Everything.kt"]),
            ("src/use/Use.kt", "com.me.shop.total", &["src/shop/Everything.kt"]),
            ("src/use/Use.kt", "com.me.shop.*", &["src/shop/Everything.kt"]),
            ("src/use/Use.kt", "com.me.bank.Cart.Item", &["src/bank/Cart.kt"]),
            ("src/use/Use.kt", "org.other.shop.Cart", &[]),
            ("src/use/Use.kt", "org.other.shop.*", &[]),
            ("src/shop/Everything.kt", "com.me.shop.Cart", &[]),
        ],
    );
    let files = [
        ("core/src/cats/package.scala", "package object cats {\n}\ndefine type Eq\n"),
        ("core/src/cats/data/Chain.scala", "package cats\npackage data\n"),
        ("core/src/cats/syntax/all.scala", "package cats.syntax\n"),
    ];
    check(
        "scala",
        &files,
        &[
            ("core/src/cats/data/Chain.scala", "cats.Eq", &["core/src/cats/package.scala"]),
            ("core/src/cats/data/Chain.scala", "syntax.all._", &["core/src/cats/syntax/all.scala"]),
            ("core/src/cats/syntax/all.scala", "_root_.cats.data.Chain", &["core/src/cats/data/Chain.scala"]),
            ("core/src/cats/syntax/all.scala", "cats._", &["core/src/cats/package.scala"]),
            ("core/src/cats/package.scala", "cats.syntax", &["core/src/cats/syntax/all.scala"]),
            // A name that is not there is not the package around the file.
            ("core/src/cats/data/Chain.scala", "org.scalacheck.Prop", &[]),
            ("core/src/cats/data/Chain.scala", "scala.util.Try", &[]),
        ],
    );
}

/// All folders of a package are in it, those of tests last.
#[test]
fn a_package_of_several_folders() {
    let files = [
        ("core/src/main/scala/shop/Cart.scala", "package shop\n"),
        ("core/src/main/scala-3/shop/Cart3.scala", "package shop\n"),
        ("core/src/test/scala/shop/CartTest.scala", "package shop\n"),
        ("core/src/test/scala/shop/deep/Use.scala", "package shop.deep\n"),
        ("bank/src/shop/Other.scala", "package bank.shop\n"),
    ];
    let odd = [
        ("main/a/b/C.java", "package a.b;\n"),
        ("test/deep/x/a/b/C.java", "package deep.x.a.b;\n"),
        ("test/deep/x/Use.java", "package deep.x;\n"),
        ("test/scala/a/Parsing.scala", "package a\ndefine constant parser\n"),
        ("main/a/parser/package.scala", "package a\n\nimport b._\n\npackage object parser {\n}\ndefine function decode\n"),
    ];
    let added = [
        ("core/a/List.kt", "package a\ndefine class List\n"),
        ("more/a/List.kt", "package a\ndefine function plus\n"),
        ("more/a/Use.kt", "package a\n"),
    ];
    check("kotlin", &added, &[("more/a/Use.kt", "a.List", &["core/a/List.kt"])]);
    check("java", &odd, &[("test/deep/x/Use.java", "a.b.C", &["main/a/b/C.java"])]);
    check("scala", &odd, &[("test/scala/a/Use.scala", "a.parser.decode", &["main/a/parser/package.scala"])]);
    let want = ["core/src/main/scala/shop/Cart.scala", "core/src/main/scala-3/shop/Cart3.scala", "core/src/test/scala/shop/CartTest.scala"];
    check("scala", &files, &[("core/src/test/scala/shop/deep/Use.scala", "shop._", &want)]);
}

#[test]
fn csharp() {
    let mail = ("src/App/Mail.cs", "define namespace My.App.Services\ndefine class Mail\n");
    let log = ("src/App/Log.cs", "define namespace My.App.Services\ndefine class Log\n");
    let mut files = vec![mail, log];
    files.extend([("src/Other/Mail.cs", "define namespace Other\ndefine class Mail\n"), ("src/Program.cs", "define namespace My.App\n")]);
    files.push(("src/Polyfill.cs", "define namespace System\ndefine struct HashCode\n"));
    files.push(("src/App/Broken.cs", "define namespace My.App\ndefine property System\n"));
    files.push(("src/App/Use.cs", "namespace My.App.Deep;\ndefine namespace My.App.Deep\n"));
    check(
        "csharp",
        &files,
        &[
            ("src/Program.cs", "My.App.Services", &["src/App/Log.cs", "src/App/Mail.cs"]),
            ("src/Program.cs", "global::My.App.Services", &["src/App/Log.cs", "src/App/Mail.cs"]),
            ("src/Program.cs", "My.App.Services.Mail", &["src/App/Mail.cs"]),
            ("src/Program.cs", "Other.Mail.Inner", &["src/Other/Mail.cs"]),
            ("src/App/Log.cs", "My.App.Services", &["src/App/Mail.cs"]),
            ("src/Program.cs", "My.App.Missing", &[]),
            // Its text could not be read to the end, but its name says what is in it.
            ("src/Program.cs", "My.App.Broken", &["src/App/Broken.cs"]),
            // Below a namespace its own words may be left out.
            ("src/App/Use.cs", "Services", &["src/App/Log.cs", "src/App/Mail.cs"]),
            ("src/App/Use.cs", "Services.Mail", &["src/App/Mail.cs"]),
            ("src/App/Use.cs", "Microsoft.Services.Binder", &[]),
            ("src/App/Use.cs", "System", &[]),
            ("src/Program.cs", "System", &[]),
            ("src/Program.cs", "System.Linq", &[]),
            ("src/Program.cs", "Newtonsoft.Json", &[]),
        ],
    );
}

#[test]
fn dart() {
    let mut files =
        bare(&["app/lib/main.dart", "app/lib/src/a.dart", "kit/lib/kit.dart", "app/lib/src/part.dart", "old/app/lib/src/a.dart"]);
    files.extend([
        ("app/pubspec.yaml", "name: app # ours\n"),
        ("kit/pubspec.yaml", "name: \"kit\"\n"),
        ("old/app/pubspec.yaml", "name: app\n"),
    ]);
    check(
        "dart",
        &files,
        &[
            ("app/lib/main.dart", "src/a.dart", &["app/lib/src/a.dart"]),
            ("app/lib/main.dart", "package:app/src/a.dart", &["app/lib/src/a.dart", "old/app/lib/src/a.dart"]),
            ("old/app/lib/x.dart", "package:app/src/a.dart", &["old/app/lib/src/a.dart", "app/lib/src/a.dart"]),
            ("app/lib/main.dart", "package:kit/kit.dart", &["kit/lib/kit.dart"]),
            ("app/lib/src/part.dart", "a.dart", &["app/lib/src/a.dart"]),
            ("app/lib/main.dart", "package:kit/../../app/lib/src/a.dart", &["app/lib/src/a.dart"]),
            ("app/lib/main.dart", "package:flutter/material.dart", &[]),
            ("app/lib/main.dart", "dart:async", &[]),
            ("app/lib/main.dart", "../../../etc/passwd.dart", &[]),
        ],
    );
}

#[test]
fn haskell() {
    let mut files = bare(&[
        "a/src/Data/Shop.hs",
        "a/src/Types.hs",
        "a/test/Types.hs",
        "a/test/Main.hs",
        "b/lib/Data/Cart.lhs",
        "b/lib/Types.hs",
        "c/Data/Odd.hs",
        "a/tests/files/filepath/System/Path.hs",
        "a/tests/files/use/Main.hs",
    ]);
    files.push(("a/a.cabal", "library\n  hs-source-dirs: src\ntest-suite t\n  hs-source-dirs:\n    test,\n    src\n  main-is: Main.hs\n"));
    files.push(("b/package.yaml", "library:\n  source-dirs: lib\n"));
    check(
        "haskell",
        &files,
        &[
            ("a/src/Data/Shop.hs", "Types", &["a/src/Types.hs"]),
            ("a/test/Main.hs", "Types", &["a/test/Types.hs"]),
            ("a/test/Main.hs", "Data.Shop", &["a/src/Data/Shop.hs"]),
            ("a/src/Types.hs", "Data.Cart", &["b/lib/Data/Cart.lhs"]),
            ("a/src/Types.hs", "Data.Odd", &["c/Data/Odd.hs"]),
            ("a/src/Types.hs", "Data.Map", &[]),
            // A package that the tests of another work on.
            ("a/src/Types.hs", "System.Path", &[]),
            ("a/tests/files/use/Main.hs", "System.Path", &["a/tests/files/filepath/System/Path.hs"]),
            ("a/src/Types.hs", "../../etc", &[]),
        ],
    );
}
