//! Languages that are compiled to machine code.

use super::{bare, check};

#[test]
fn rust() {
    let mut files = bare(&["src/lib.rs", "src/a.rs", "src/a/b.rs", "src/c/mod.rs", "src/c/d.rs", "tests/laws.rs", "tests/common/mod.rs"]);
    files.extend(bare(&["src/bin/tool.rs", "src/bin/tool/part.rs", "benches/speed.rs", "build.rs", "src/data.json"]));
    files.extend(bare(&["lib/my-tool/src/lib.rs", "lib/my-tool/src/x.rs", "lib/records/src/lib.rs", "lib/records/src/hit.rs"]));
    files.extend(bare(&[
        "lib/odd/code/root.rs",
        "lib/odd/code/inner.rs",
        "lib/serde/src/lib.rs",
        "lib/alone/src/lib.rs",
        "lib/alone/src/main.rs",
    ]));
    files.push((
        "Cargo.toml",
        "[package]\nname = \"shop\"\n[workspace]\nmembers = [\"lib/*\"]\n[workspace.dependencies]\ncw-records = { path = \"lib/records\" }\n\
         [dependencies]\nmy-tool = { path = \"lib/my-tool\" }\ncw-records.workspace = true\nserde = \"1\"\n\
         renamed = { package = \"odd\", path = \"lib/odd\" }\n[target.'cfg(unix)'.dev-dependencies]\nalone = { path = \"lib/alone\" }\n",
    ));
    files.push(("lib/my-tool/Cargo.toml", "[package]\nname = \"my-tool\"\n[dependencies]\nserde.version = \"1\"\n"));
    files.push(("lib/records/Cargo.toml", "[package]\nname = \"cw-records\"\n[dependencies]\nname = \"no\"\n"));
    files.push(("lib/odd/Cargo.toml", "[package]\nname = \"odd\"\n[lib]\npath = \"code/root.rs\"\n"));
    files.push(("lib/serde/Cargo.toml", "[package]\nname = \"not-serde\"\n"));
    files.push(("lib/alone/Cargo.toml", "[package]\nname = \"alone\"\n"));
    check(
        "rust",
        &files,
        &[
            ("src/lib.rs", "mod:a", &["src/a.rs"]),
            ("src/lib.rs", "mod:c", &["src/c/mod.rs"]),
            ("src/a.rs", "mod:b", &["src/a/b.rs"]),
            ("src/lib.rs", "mod:a/b", &["src/a/b.rs"]),
            ("src/c/mod.rs", "mod:d", &["src/c/d.rs"]),
            ("tests/laws.rs", "mod:common", &["tests/common/mod.rs"]),
            ("tests/laws.rs", "crate::common::x", &["tests/common/mod.rs"]),
            ("tests/laws.rs", "shop::a::Thing", &["src/a.rs"]),
            ("tests/laws.rs", "shop::Thing", &["src/lib.rs"]),
            ("benches/speed.rs", "crate::a", &[]),
            ("src/bin/tool.rs", "crate::lib", &[]),
            ("src/lib.rs", "path:c/d.rs", &["src/c/d.rs"]),
            ("src/lib.rs", "path:data.json", &["src/data.json"]),
            ("src/c/d.rs", "crate::a::b::Thing", &["src/a/b.rs"]),
            ("src/c/d.rs", "crate::a::*", &["src/a.rs"]),
            ("src/c/d.rs", "crate::Thing", &["src/lib.rs"]),
            ("src/c/d.rs", "super::Thing", &["src/c/mod.rs"]),
            ("src/a/b.rs", "super::Thing", &["src/a.rs"]),
            ("src/a/b.rs", "super::super::c::d", &["src/c/d.rs"]),
            ("src/a.rs", "super::Thing", &["src/lib.rs"]),
            ("src/a.rs", "self::b::Thing", &["src/a/b.rs"]),
            ("src/a.rs", "self::Thing", &[]),
            ("src/lib.rs", "a::Thing", &["src/a.rs"]),
            ("src/lib.rs", "::a::Thing", &[]),
            ("src/a.rs", "my_tool::x::Y", &["lib/my-tool/src/x.rs"]),
            ("src/a.rs", "cw_records::hit::Hit", &["lib/records/src/hit.rs"]),
            ("src/a.rs", "cw_records::Hit", &["lib/records/src/lib.rs"]),
            ("src/a.rs", "renamed::inner::X", &["lib/odd/code/inner.rs"]),
            ("src/a.rs", "odd::inner::X", &[]),
            ("tests/laws.rs", "alone::x", &["lib/alone/src/lib.rs"]),
            ("lib/odd/code/inner.rs", "crate::X", &["lib/odd/code/root.rs"]),
            ("lib/alone/src/main.rs", "alone::X", &["lib/alone/src/lib.rs"]),
            // What the manifest takes from a registry is not the folder that has its name.
            ("src/a.rs", "serde::Serialize", &[]),
            ("lib/my-tool/src/x.rs", "cw_records::Hit", &[]),
            ("src/a.rs", "std::fmt", &[]),
            ("src/a.rs", "super::super::super::super::x", &[]),
            ("src/lib.rs", "mod:../../etc/passwd", &[]),
            ("src/lib.rs", "path:../../etc/passwd", &[]),
            ("src/lib.rs", "::", &[]),
        ],
    );
    let bare = bare(&["src/a.rs", "lib/my-tool/src/lib.rs", "lib/my-tool/src/x.rs"]);
    check("rust", &bare, &[("src/a.rs", "my_tool::x::Y", &["lib/my-tool/src/x.rs"]), ("src/a.rs", "other::x", &[])]);
}

#[test]
fn go() {
    let mut files = bare(&["main.go", "net/a.go", "net/a_test.go", "net/b.go", "net/deep/c.go", "net/notes.md", "tool/x/y.go"]);
    files.push(("go.mod", "// hi\nmodule example.com/app // v2\n\ngo 1.22\n\nreplace (\n\texample.com/old => ./net\n\texample.com/out => ../..\n\texample.com/no => example.com/app v1\n)\n"));
    files.push(("other/go.mod", "module \"example.com/same\"\n"));
    files.push(("third/go.mod", "module example.com/same\n"));
    files.extend(bare(&["other/p/q.go", "third/p/r.go", "vendor/example.com/dep/d.go"]));
    files.push(("tool/go.mod", "module example.com/app/tool\n"));
    check(
        "go",
        &files,
        &[
            ("main.go", "example.com/app/net", &["net/a.go", "net/b.go"]),
            ("net/a.go", "example.com/app/net", &["net/b.go"]),
            ("net/a.go", "example.com/app", &["main.go"]),
            ("main.go", "example.com/app/tool/x", &["tool/x/y.go"]),
            ("main.go", "example.com/old/deep", &["net/deep/c.go"]),
            ("main.go", "./net", &["net/a.go", "net/b.go"]),
            ("main.go", "example.com/dep", &["vendor/example.com/dep/d.go"]),
            ("other/main.go", "example.com/same/p", &["other/p/q.go"]),
            ("third/main.go", "example.com/same/p", &["third/p/r.go"]),
            ("main.go", "../../etc", &[]),
            ("main.go", "fmt", &[]),
            ("main.go", "example.com/application", &[]),
            ("main.go", "example.com/app/../../etc", &[]),
        ],
    );
}

#[test]
fn c() {
    let mut files = bare(&[
        "src/a.c",
        "src/a.h",
        "src/sub/b.cpp",
        "include/lib/x.h",
        "src/lib/x.c",
        "one/same.h",
        "two/same.h",
        "far/only.h",
        "far/only.c",
        "cmake/inc/told.h",
        "made/x/auto.h",
        "src/time.h",
        "libc/include/time.h",
        "conf/gen.h.in",
        "here/sub/deep.cuh",
    ]);
    files.push((
        "cmake/CMakeLists.txt",
        "target_include_directories(a PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/inc $<BUILD_INTERFACE:x> ${OTHER}/y)\n",
    ));
    files.push(("compile_commands.json", r#"[{"directory": "/b", "command": "cc -I/home/me/tree/made/x -I/usr/include -c a.c"}]"#));
    check(
        "cpp",
        &files,
        &[
            ("src/a.c", "a.h", &["src/a.h"]),
            ("src/sub/b.cpp", "../a.h", &["src/a.h", "src/a.c"]),
            ("src/sub/b.cpp", "a.h", &["src/a.h", "src/a.c"]),
            ("src/sub/b.cpp", "<lib/x.h>", &["include/lib/x.h"]),
            ("src/a.c", "only.h", &["far/only.h", "far/only.c"]),
            ("src/a.c", "told.h", &["cmake/inc/told.h"]),
            ("src/a.c", "<auto.h>", &["made/x/auto.h"]),
            ("src/a.c", "gen.h", &["conf/gen.h.in"]),
            ("src/a.c", "time.h", &["src/time.h"]),
            // A standard header, whatever a file beside is called; but a C library has its own.
            ("src/a.c", "<time.h>", &[]),
            ("src/a.c", "<vector>", &[]),
            ("libc/src/t.c", "<time.h>", &["libc/include/time.h"]),
            ("src/a.c", "same.h", &[]),
            ("one/z.c", "same.h", &["one/same.h"]),
            ("src/a.c", "<stdio.h>", &[]),
            ("far/only.h", "<only.h>", &[]),
            ("src/a.c", "../../../../etc/passwd", &[]),
            ("src/a.c", "/etc/passwd", &[]),
        ],
    );
}

/// Folders for headers that CMake keeps in variables, from the folder of the project.
#[test]
fn c_and_the_variables_of_cmake() {
    let mut files = bare(&["src/shop/cart.h", "src/tool/pipe.h", "include/shop/cart.h", "tests/shop/t.c", "deps/zip/pipe.h", "odd/pipe.h"]);
    files.push((
        "src/shop/CMakeLists.txt",
        "set(SHOP_INCLUDES\n  \"${PROJECT_SOURCE_DIR}/src/shop\"\n  ${shop_SOURCE_DIR}/src/tool)\nset(OTHER ${PROJECT_SOURCE_DIR}/odd)\n",
    ));
    files.push(("cmake/zip.cmake", "list(APPEND ZIP_INCLUDE_DIRS ${PROJECT_SOURCE_DIR}/none ${ZIP}/x)\n"));
    check(
        "c",
        &files,
        &[
            ("tests/shop/t.c", "cart.h", &["src/shop/cart.h"]),
            ("tests/shop/t.c", "pipe.h", &["src/tool/pipe.h"]),
            ("tests/shop/t.c", "shop/cart.h", &["include/shop/cart.h"]),
        ],
    );
}

#[test]
fn zig() {
    let mut files = bare(&["src/main.zig", "src/util.zig", "deps/known/root.zig", "lib/std/std.zig", "src/data.bin"]);
    files.push((
        "build.zig",
        "const known = b.createModule(.{ .root_source_file = b.path(\"deps/known/root.zig\") });\nexe.root_module.addImport(\"known\", known);\n\
         _ = b.addModule(\"util\", .{\n    .root_source_file = b.path(\"src/util.zig\"),\n});\nconst out = b.addModule(\"out\", .{ .root_source_file = b.path(\"../x.zig\") });\n",
    ));
    check(
        "zig",
        &files,
        &[
            ("src/main.zig", "util.zig", &["src/util.zig"]),
            ("src/main.zig", "../deps/known/root.zig", &["deps/known/root.zig"]),
            ("src/main.zig", "data.bin", &["src/data.bin"]),
            ("src/main.zig", "known", &["deps/known/root.zig"]),
            ("src/main.zig", "util", &["src/util.zig"]),
            ("src/main.zig", "std", &["lib/std/std.zig"]),
            ("src/main.zig", "out", &[]),
            ("src/main.zig", "builtin", &[]),
            ("src/main.zig", "../../etc/passwd.zig", &[]),
            ("src/main.zig", "main.zig", &[]),
        ],
    );
    let mut files =
        bare(&["pkg/gl/main.zig", "src/core.zig", "src/main.zig", "kit/src/kit.zig", "kit/use.zig", "part/deep/one.zig", "src/made.zig"]);
    files.push((
        "build.zig",
        "const folder = \"part/deep\";\nconst core_module = b.createModule(.{ .root_source_file = b.path(\"src/core.zig\") });\n\
         exe.root_module.addImport(\"core\", options.core_module);\nconst kit_module = b.dependency(\"kit\", .{}).module(\"kit\");\n\
         const far = b.dependency(\"far\", .{}).module(\"far\");\nconst one = b.addModule(\"one\", .{ .root_source_file = b.path(folder ++ \"/one.zig\") });\n\
         const all = .{\n    .{ .name = \"tools\",   .module = kit_module },\n    .{ .name = \"far\", .module = far },\n\
         \x20   .{ .name = \"made\", .module = b.createModule(.{ .root_source_file = b.path(\"src/made.zig\") }) },\n};\n",
    ));
    files.push(("pkg/gl/build.zig", "const module = b.addModule(\"gl\", .{\n    .root_source_file = b.path(\"main.zig\"),\n});\n"));
    files.push(("kit/build.zig", "_ = b.addModule(\"kit\", .{ .root_source_file = b.path(\"src/kit.zig\") });\n"));
    check(
        "zig",
        &files,
        &[
            ("src/main.zig", "core", &["src/core.zig"]),
            ("src/main.zig", "tools", &["kit/src/kit.zig"]),
            ("src/main.zig", "one", &["part/deep/one.zig"]),
            ("src/main.zig", "made", &["src/made.zig"]),
            ("src/main.zig", "far", &[]),
            // The build is told in another file, but only one package offers it.
            ("src/main.zig", "gl", &["pkg/gl/main.zig"]),
            ("kit/use.zig", "kit", &["kit/src/kit.zig"]),
        ],
    );
}

#[test]
fn swift() {
    let mut files = bare(&[
        "Sources/Core/A.swift",
        "Sources/Core/Deep/B.swift",
        "Sources/Core/notes.md",
        "Code/Extra/E.swift",
        "Tests/CoreTests/T.swift",
    ]);
    files.push((
        "Package.swift",
        "targets: [\n  .target(name: \"Core\", dependencies: [.product(name: \"Log\", package: \"log\")]),\n  .target(name: \"Extra\", path: \"Code/Extra\"),\n\
         \x20 .target(name: \"Out\", path: \"../..\"),\n]\n",
    ));
    check(
        "swift",
        &files,
        &[
            ("Tests/CoreTests/T.swift", "Core", &["Sources/Core/A.swift", "Sources/Core/Deep/B.swift"]),
            ("Tests/CoreTests/T.swift", "Core.A", &["Sources/Core/A.swift", "Sources/Core/Deep/B.swift"]),
            ("Tests/CoreTests/T.swift", "Extra", &["Code/Extra/E.swift"]),
            // Its own module needs no import.
            ("Sources/Core/A.swift", "Core", &[]),
            ("Sources/Core/A.swift", "Foundation", &[]),
            ("Sources/Core/A.swift", "Log", &[]),
            ("Sources/Core/A.swift", "Out", &[]),
        ],
    );
}

/// Targets of Xcode projects, of packages with their own ways of making them, and what only looks like a module.
#[test]
fn swift_modules_by_other_means() {
    let mut files = bare(&[
        "Rx/Any.swift",
        "Rx/UIKit/Button.swift",
        "Sources/SwiftUI/View.swift",
        "Sources/Rx.docc/Guide/step.swift",
        "Runtime/include/Runtime.h",
        "Runtime/run.m",
        "App/Notes/Notes/Main.swift",
        "App/Notes/NotesTests/T.swift",
        "Other/Notes/N.swift",
        "Rx/Rx.docc/Guide/step.swift",
    ]);
    files.push((
        "Package.swift",
        "extension Target { static func rxTarget(name: String) -> Target { .target(name: name, resources: [.copy(\"SwiftUI\")]) } }\n\
         targets: [.rxTarget(name: \"Rx\"), .target(\n      name: \"Runtime\",\n      path: \"Runtime\")]\n",
    ));
    files.push((
        "App/Notes/Notes.xcodeproj/project.pbxproj",
        "AB12 /* Notes */ = {\n\tisa = PBXNativeTarget;\n\tname = Notes;\n};\nCD34 = {\n\tisa = PBXNativeTarget;\n\tname = \"My-Kit\";\n};\n",
    ));
    files.extend(bare(&["App/Notes/My-Kit/Kit.swift"]));
    check(
        "swift",
        &files,
        &[
            ("App/Notes/NotesTests/T.swift", "Rx", &["Rx/Any.swift", "Rx/UIKit/Button.swift"]),
            ("App/Notes/NotesTests/T.swift", "Notes", &["App/Notes/Notes/Main.swift"]),
            ("App/Notes/NotesTests/T.swift", "My_Kit", &["App/Notes/My-Kit/Kit.swift"]),
            ("Rx/Any.swift", "Runtime", &["Runtime/include/Runtime.h"]),
            // A documentation is not of the module around it.
            ("Rx/Rx.docc/Guide/step.swift", "Rx", &["Rx/Any.swift", "Rx/UIKit/Button.swift"]),
            ("Rx/Any.swift", "Rx", &[]),
            ("Rx/Any.swift", "UIKit", &[]),
            ("Rx/Any.swift", "SwiftUI", &[]),
        ],
    );
}
