//! The table of paths and their classes.

use super::*;

const P: Class = Class::PRIMARY;
const T: Class = Class::TEST;
const B: Class = Class::BENCH;
const E: Class = Class::EXAMPLE;
const D: Class = Class::DOCS;
const C: Class = Class::CONFIG;
const V: Class = Class::VENDOR;
const MINOR: Class = Class::MINOR;

fn both(a: Class, b: Class) -> Class {
    Class(a.0 | b.0)
}

#[test]
fn table() {
    let meta = both(Class::META, D);
    for (path, want) in [
        ("t/items.t", T),
        ("bin/cram/run.t", T),
        ("extlibs/freetype/ft.h", V),
        ("runtime/themes/licenses/dracula.LICENSE", meta),
        ("changelog/0.8.0_2018/issue-1216", meta),
        // Code, though a word says something else.
        ("src/main.rs", P),
        ("src/features/completion.zig", P),
        ("lib/x/tools/jackson/A.java", P),
        ("src/deps/resolve.ts", P),
        ("src/bin/cw.rs", P),
        ("tools/gen.py", P),
        ("scripts/release.sh", P),
        ("bin/run", P),
        ("src/testing/harness.rs", P),
        ("src/fuzz/corpus.c", P),
        ("src/guides/overlay.ts", P),
        ("src/samples/sampler.rs", P),
        ("lib/recipes/cook.rb", P),
        ("lib/bats-core/test_functions.bash", P),
        ("src/external/api.rs", P),
        ("src/perf/counter.go", P),
        ("src/latest.rs", P),
        ("src/contest.py", P),
        ("src/protest/a.py", P),
        ("src/attest.rs", P),
        ("src/Manifest.java", P),
        ("src/UNIT.java", P),
        ("pkg/man/page.go", P),
        ("src/site/render.ts", P),
        ("a.g/b.rs", P),
        ("g.c", P),
        ("src/app/app.config.ts", P),
        ("src/security.rs", P),
        ("history.py", P),
        ("src/min.js", P),
        ("", P),
        // Tests.
        ("tests/a.rs", T),
        ("src/test/java/org/A.java", T),
        ("a/__tests__/x.ts", T),
        ("spec/models/user.rb", T),
        ("test_api.py", T),
        ("src/pkg/test_api.py", T),
        ("conftest.py", T),
        ("src/a_test.go", T),
        ("src/a.test.tsx", T),
        ("src/a.spec.ts", T),
        ("src/FooTest.java", T),
        ("src/FooTests.cs", T),
        ("src/FooIT.java", T),
        ("src/FooSuite.scala", T),
        ("Dapper.Tests/Async.cs", T),
        ("core/commonTest/kotlin/A.kt", T),
        ("core/jvmTest/A.kt", T),
        ("TEST/A.c", T),
        ("integration-tests/a.rb", T),
        ("test-utils/a.ts", T),
        ("e2e/a.ts", T),
        ("fuzz/fuzz_target.rs", T),
        ("testing/a.go", T),
        ("types/index.test-d.ts", T),
        ("tests/data/a.json", both(T, C)),
        // Benchmarks.
        ("benches/scan.rs", B),
        ("perf/run.js", B),
        ("src/scan_bench.go", B),
        ("src/ScanBenchmark.java", B),
        ("benchmarks/Dapper.Benchmarks/A.cs", B),
        // Examples.
        ("examples/a.rs", E),
        ("examples/src/main.rs", E),
        ("packages/x/examples/a.ts", E),
        ("example-app/src/index.js", E),
        ("src/example_usage.py", E),
        ("docs_src/tutorial/a.py", both(E, D)),
        ("react-demo/index.tsx", E),
        // Documents.
        ("docs/guide.md", D),
        ("docs/conf.py", D),
        ("src/notes.rst", D),
        ("website/index.ts", D),
        ("man/cw.1", D),
        ("src/test_plan.md", D),
        ("README.md", meta),
        ("CHANGELOG", Class::META),
        ("LICENSE-MIT", Class::META),
        ("LICENSE.txt", meta),
        // Configuration.
        ("Cargo.toml", C),
        ("Dockerfile", C),
        ("docker/Dockerfile.dev", C),
        ("Makefile", C),
        ("CMakeLists.txt", C),
        ("requirements-dev.txt", C),
        ("vite.config.ts", C),
        ("pom.xml", C),
        (".github/workflows/ci.yml", both(C, MINOR)),
        // Code of others.
        ("vendor/a/b.go", V),
        ("pip/_vendor/six.py", V),
        ("src/third_party/zlib/z.c", V),
        ("deps/hiredis/h.c", V),
        ("contrib/a.c", V),
        ("node_modules/a/index.js", V),
        // Hidden, generated, stubs.
        (".hidden/a.rs", MINOR),
        ("src/.a.rs", MINOR),
        ("pkg/a_pb2.py", MINOR),
        ("pkg/a.pb.go", MINOR),
        ("dist/a.min.js", MINOR),
        ("priv/static/app.esm.js", MINOR),
        ("priv/static/app.js", MINOR),
        ("lib/shop.umd.js", MINOR),
        ("src/esm.js", P),
        ("src/static/priv.js", P),
        ("main.tf", P),
        ("modules/net/main.tf", P),
        ("prod.tfvars", C),
        ("hosts/laptop.nix", P),
        ("flake.nix", C),
        ("dist/a.js", MINOR),
        ("packages/a/dist/index.js", MINOR),
        ("src/dist/wheel.py", P),
        ("src/index.d.ts", MINOR),
        ("locales/en.po", C),
        ("app/de.lproj/Main.strings", C),
        ("data/rows.jsonl", C),
        ("pkg/core.pyi", MINOR),
        ("stubs/six/a.py", MINOR),
        ("src/Form.Designer.cs", MINOR),
    ] {
        assert_eq!(classify(&RecordPath::from(path), None), want, "{path}");
    }
}

#[test]
fn the_language_decides_where_the_name_does_not() {
    let class = |path: &str, lang| classify(&RecordPath::from(path), Some(lang));
    assert_eq!(class("notes", "markdown"), D);
    assert_eq!(class("settings", "yaml"), C);
    assert_eq!(class("run", "bash"), P);
    assert_eq!(class("a.rs", "markdown"), D);
}

#[test]
fn no_path_is_an_error() {
    for bytes in [&b"/"[..], b"//a//", b"\xff/\xfe.\xfd", b".", b"..", b"a.", b"_", b"-.", &[b'a'; 500]] {
        classify(&RecordPath::from_bytes(bytes), None);
    }
}

#[test]
fn a_large_tree_costs_little() {
    let paths: Vec<RecordPath> =
        (0..50_000).map(|n| RecordPath::from(format!("packages/core{n}/src/some/deep/module/file_name_{n}.ts").as_str())).collect();
    let start = std::time::Instant::now();
    assert!(paths.iter().all(|path| classify(path, Some("typescript")).is_primary()));
    assert!(start.elapsed() < std::time::Duration::from_millis(500));
}
