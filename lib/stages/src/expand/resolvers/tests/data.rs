//! Languages that describe: style sheets, pages, interfaces, builds.

use super::{bare, check};

#[test]
fn sheets_and_pages() {
    let mut files = bare(&[
        "scss/main.scss",
        "scss/_vars.scss",
        "scss/parts/_index.scss",
        "css/base.css",
        "public/app.js",
        "docs/index.html",
        "docs/js/x.mjs",
    ]);
    files.extend([("kit/package.json", r#"{"name":"kit"}"#), ("kit/dist/kit.css", "")]);
    check(
        "scss",
        &files,
        &[
            ("scss/main.scss", "vars", &["scss/_vars.scss"]),
            ("scss/main.scss", "./parts", &["scss/parts/_index.scss"]),
            ("scss/main.scss", "../css/base.css", &["css/base.css"]),
            ("scss/main.scss", "~kit/dist/kit.css", &["kit/dist/kit.css"]),
            ("scss/main.scss", "sass:math", &[]),
            ("scss/main.scss", "https://x.org/a.css", &[]),
            ("scss/main.scss", "../../../etc/passwd", &[]),
        ],
    );
    check(
        "html",
        &files,
        &[
            ("docs/index.html", "js/x.mjs?v=1", &["docs/js/x.mjs"]),
            ("docs/index.html", "/app.js", &["public/app.js"]),
            ("docs/index.html", "//cdn.org/app.js", &[]),
            ("docs/index.html", "{{ url }}", &[]),
            ("docs/index.html", "#top", &[]),
        ],
    );
}

#[test]
fn interfaces() {
    let files = bare(&["proto/shop/v1/cart.proto", "proto/shop/v1/item.proto", "third/google/type/money.proto"]);
    check(
        "protobuf",
        &files,
        &[
            ("proto/shop/v1/cart.proto", "shop/v1/item.proto", &["proto/shop/v1/item.proto"]),
            ("proto/shop/v1/cart.proto", "google/type/money.proto", &["third/google/type/money.proto"]),
            ("proto/shop/v1/cart.proto", "google/protobuf/any.proto", &[]),
            ("proto/shop/v1/cart.proto", "../../../../etc/x.proto", &[]),
        ],
    );
}

#[test]
fn builds() {
    let files = bare(&["main.tf", "modules/net/main.tf", "modules/net/out.tf", "modules/net/README.md"]);
    check(
        "hcl",
        &files,
        &[
            ("main.tf", "./modules/net", &["modules/net/main.tf", "modules/net/out.tf"]),
            ("main.tf", "terraform-aws-modules/vpc/aws", &[]),
            ("main.tf", "../x", &[]),
            ("modules/net/main.tf", "../net", &["modules/net/out.tf"]),
        ],
    );
    let files = bare(&["flake.nix", "pkgs/a/default.nix", "pkgs/b.nix"]);
    check(
        "nix",
        &files,
        &[
            ("flake.nix", "./pkgs/a", &["pkgs/a/default.nix"]),
            ("flake.nix", "./pkgs/b.nix", &["pkgs/b.nix"]),
            ("flake.nix", "../x.nix", &[]),
        ],
    );
    let files = bare(&["CMakeLists.txt", "lib/CMakeLists.txt", "cmake/Find.cmake", "rules.mk", "sub/Makefile"]);
    check(
        "cmake",
        &files,
        &[
            ("CMakeLists.txt", "lib", &["lib/CMakeLists.txt"]),
            ("lib/CMakeLists.txt", "Find", &["cmake/Find.cmake"]),
            ("lib/CMakeLists.txt", "${CMAKE_SOURCE_DIR}/cmake/Find.cmake", &["cmake/Find.cmake"]),
            ("CMakeLists.txt", "CTest", &[]),
            ("CMakeLists.txt", "${X}/y", &[]),
        ],
    );
    check("makefile", &files, &[("sub/Makefile", "../rules.mk", &["rules.mk"]), ("sub/Makefile", "rules.mk", &["rules.mk"])]);
    let mut files = bare(&["a/BUILD", "a/defs.bzl", "inner/b/c.bzl"]);
    files.extend([("MODULE.bazel", "module(name = \"me\")\nbazel_dep(name = \"other\")\n"), ("inner/WORKSPACE", "")]);
    check(
        "starlark",
        &files,
        &[
            ("a/BUILD", ":defs.bzl", &["a/defs.bzl"]),
            ("inner/b/BUILD", "//b:c.bzl", &["inner/b/c.bzl"]),
            ("inner/b/BUILD", "//a:defs.bzl", &["a/defs.bzl"]),
            ("a/BUILD", "@me//a:defs.bzl", &["a/defs.bzl"]),
            ("a/BUILD", "@other//a:defs.bzl", &[]),
            ("a/BUILD", "//../etc:x.bzl", &[]),
        ],
    );
}
