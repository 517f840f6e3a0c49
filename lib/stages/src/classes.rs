//! What kind of file a path names: code, or a test, an example, a document. **Pure**; the path and the language word only, never the text.
//!
//! Ranking puts primary code first and the other classes behind it, unless the question asks for one of them. Rules are
//! matched by hand over the components, so a large tree costs nothing. Words that are also subjects of code (`testing`, `examples`, `tools`,
//! `features`) count only above the first source folder, because below it a folder is named for what its code is about. Left
//! out: generated code that only its text gives away, and repositories that are made of tests or examples (the ranking sees their shares).

use cw_records::RecordPath;

/// Classes of a path, as bits, in the form that an index stores. No bit: primary code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Class(pub u8);

impl Class {
    /// Code that the project is about.
    pub const PRIMARY: Class = Class(0);
    /// Tests, their data and mocks.
    pub const TEST: Class = Class(1);
    /// Benchmarks.
    pub const BENCH: Class = Class(1 << 1);
    /// Examples, samples, demos.
    pub const EXAMPLE: Class = Class(1 << 2);
    /// Documents and documentation folders.
    pub const DOCS: Class = Class(1 << 3);
    /// Configuration, build and data files.
    pub const CONFIG: Class = Class(1 << 4);
    /// Code of others that is kept in the tree.
    pub const VENDOR: Class = Class(1 << 5);
    /// About the project: readme, changes, licence.
    pub const META: Class = Class(1 << 6);
    /// Hidden by a dot, generated or built by its name, or a type stub.
    pub const MINOR: Class = Class(1 << 7);

    /// True if no class applies.
    pub const fn is_primary(self) -> bool {
        self.0 == 0
    }

    /// True if `self` has a bit of `other`.
    pub const fn has(self, other: Class) -> bool {
        self.0 & other.0 != 0
    }
}

impl std::ops::BitOrAssign for Class {
    fn bitor_assign(&mut self, other: Class) {
        self.0 |= other.0;
    }
}

/// Longest component that is looked at; longer ones match no word.
const LONGEST: usize = 96;

/// A component in lower case (ASCII), without allocation.
struct Lower([u8; LONGEST], usize);

impl Lower {
    fn of(part: &[u8]) -> Lower {
        let mut lower = Lower([0; LONGEST], part.len());
        if part.len() > LONGEST {
            lower.1 = 0;
        }
        lower.0[..lower.1].copy_from_slice(&part[..lower.1]);
        lower.0[..lower.1].make_ascii_lowercase();
        lower
    }

    fn text(&self) -> &[u8] {
        &self.0[..self.1]
    }
}

/// `x` in `..._x`, `...-x` and `....x`; empty if there is none of these signs.
fn last_word(part: &[u8]) -> &[u8] {
    part.iter().rposition(|byte| matches!(byte, b'_' | b'-' | b'.')).map_or(b"", |at| &part[at + 1..])
}

/// `x` in `x_...`, `x-...` and `x....`.
fn first_word(part: &[u8]) -> &[u8] {
    part.iter().position(|byte| matches!(byte, b'_' | b'-' | b'.')).map_or(b"", |at| &part[..at])
}

/// True for `...aWORD`: one of `words`, right behind a small letter or a digit.
fn camel_end(part: &[u8], words: &[&[u8]]) -> bool {
    words.iter().any(|word| {
        part.strip_suffix(*word)
            .and_then(<[u8]>::last)
            .is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'.')
    })
}

/// Folders that hold the source of a project; below the first one, folder names are subjects.
fn is_source_folder(lower: &[u8]) -> bool {
    matches!(lower, b"src" | b"source" | b"sources" | b"lib" | b"libs" | b"pkg" | b"internal" | b"app" | b"cmd" | b"crates" | b"include")
}

/// Folder names, wherever they stand.
fn anywhere(part: &[u8], lower: &[u8]) -> Class {
    match lower {
        b"test" | b"tests" | b"__tests__" | b"spec" | b"specs" | b"testdata" | b"fixture" | b"fixtures" | b"__fixtures__"
        | b"__mocks__" | b"mocks" | b"mock" | b"e2e" | b"type-tests" | b"typetests" | b"type-test" | b"typetest" => Class::TEST,
        b"bench" | b"benches" | b"benchmark" | b"benchmarks" | b"benchmarking" => Class::BENCH,
        b"doc" | b"docs" | b"documentation" | b"_docs" | b"javadoc" | b"javadocs" => Class::DOCS,
        b"license" | b"licenses" | b"licence" | b"licences" | b"changelog" | b"changelogs" => Class(Class::DOCS.0 | Class::META.0),
        b"vendor" | b"vendored" | b"_vendor" | b"third_party" | b"third-party" | b"thirdparty" | b"3rdparty" | b"3rd-party"
        | b"single_include" | b"node_modules" => Class::VENDOR,
        b"generated" | b"_generated" | b"__generated__" | b"autogen" | b"typings" | b"stubs" | b"typeshed" | b"@types" => Class::MINOR,
        _ if matches!(last_word(lower), b"test" | b"tests" | b"spec" | b"specs" | b"testing")
            || matches!(first_word(lower), b"test" | b"tests") =>
        {
            Class::TEST
        }
        _ if camel_end(part, &[b"Test", b"Tests", b"Spec", b"Specs"]) => Class::TEST,
        _ if matches!(last_word(lower), b"bench" | b"benchmark" | b"benchmarks") || camel_end(part, &[b"Benchmark", b"Benchmarks"]) => {
            Class::BENCH
        }
        _ if matches!(first_word(lower), b"example" | b"examples" | b"sample" | b"samples") => Class::EXAMPLE,
        _ => Class::PRIMARY,
    }
}

/// Folder names that count only above the first source folder.
fn above_source(lower: &[u8]) -> Class {
    match lower {
        b"testing" | b"cypress" | b"fuzz" | b"fuzzing" | b"fuzzer" | b"fuzzers" | b"regress" | b"regression" | b"conformance" => {
            Class::TEST
        }
        b"perf" | b"performance" | b"jmh" => Class::BENCH,
        b"example" | b"_example" | b"examples" | b"_examples" | b"sample" | b"samples" | b"demo" | b"demos" | b"playground"
        | b"playgrounds" | b"tutorial" | b"tutorials" | b"sandbox" | b"cookbook" | b"recipe" | b"recipes" | b"snippet" | b"snippets"
        | b"quickstart" | b"starter" | b"starters" | b"docs_src" | b"doc_src" => Class::EXAMPLE,
        b"bundled" | b"external" | b"externals" | b"extern" | b"extlibs" | b"extlib" => Class::VENDOR,
        b"dist" | b"umd" => Class::MINOR,
        _ if matches!(last_word(lower), b"example" | b"examples" | b"sample" | b"samples" | b"demo" | b"demos") => Class::EXAMPLE,
        _ => Class::PRIMARY,
    }
}

/// Folder names that count only at the root.
fn at_root(lower: &[u8]) -> Class {
    match lower {
        b"website" | b"www" | b"wiki" | b"manual" | b"man" | b"guide" | b"guides" | b"site" | b"book" | b"api-docs" | b"apidocs" => {
            Class::DOCS
        }
        b"deps" | b"contrib" | b"amalgamation" => Class::VENDOR,
        _ if matches!(first_word(lower), b"doc" | b"docs") => Class::DOCS,
        _ => Class::PRIMARY,
    }
}

/// Files by their extension.
fn by_extension(extension: &[u8]) -> Class {
    match extension {
        b"md" | b"markdown" | b"mdx" | b"rst" | b"adoc" | b"asciidoc" | b"txt" | b"textile" | b"org" | b"tex" | b"html" | b"htm"
        | b"rdoc" | b"pod" | b"svg" | b"rmd" | b"typ" | b"wiki" | b"texi" | b"1" | b"3" | b"5" | b"7" | b"8" => Class::DOCS,
        b"json" | b"jsonc" | b"json5" | b"yaml" | b"yml" | b"toml" | b"ini" | b"cfg" | b"conf" | b"properties" | b"lock" | b"csproj"
        | b"props" | b"targets" | b"sln" | b"plist" | b"env" | b"xml" | b"editorconfig" | b"csv" | b"tsv" | b"tfvars" | b"vcxproj"
        | b"fsproj" | b"gradle" | b"sbt" | b"cmake" | b"cabal" | b"gemspec" | b"mod" | b"sum" | b"jsonl" | b"ndjson" | b"geojson"
        | b"po" | b"pot" | b"xlf" | b"xliff" | b"resx" | b"arb" | b"strings" => Class::CONFIG,
        b"pyi" => Class::MINOR,
        // Of Perl, and of cram.
        b"t" => Class::TEST,
        b"license" | b"licence" => Class(Class::DOCS.0 | Class::META.0),
        _ => Class::PRIMARY,
    }
}

/// Files by their whole name (lower case).
fn by_name(lower: &[u8]) -> Class {
    match lower {
        b"cmakelists.txt" | b"makefile" | b"gnumakefile" | b"dockerfile" | b"containerfile" | b"jenkinsfile" | b"vagrantfile"
        | b"flake.nix" | b"shell.nix" | b"default.nix" | b"procfile" | b"justfile" | b"gemfile" | b"podfile" | b"brewfile" | b"pipfile"
        | b"build" | b"build.bazel" | b"workspace" => Class::CONFIG,
        _ if first_word(lower) == b"dockerfile" || first_word(lower) == b"makefile" || last_word(lower) == b"dockerfile" => Class::CONFIG,
        _ if first_word(lower) == b"requirements" && lower.ends_with(b".txt") => Class::CONFIG,
        _ => Class::PRIMARY,
    }
}

/// Files about the project; the word must end there or at a sign.
fn is_meta(lower: &[u8]) -> bool {
    let word = &lower[..lower.iter().position(|byte| !byte.is_ascii_lowercase()).unwrap_or(lower.len())];
    matches!(
        word,
        b"change"
            | b"changes"
            | b"changelog"
            | b"history"
            | b"news"
            | b"release"
            | b"releases"
            | b"upgrade"
            | b"upgrading"
            | b"migrating"
            | b"migration"
            | b"license"
            | b"licence"
            | b"copying"
            | b"authors"
            | b"contributors"
            | b"contributing"
            | b"security"
            | b"readme"
            | b"todo"
            | b"roadmap"
            | b"governance"
            | b"faq"
            | b"notice"
            | b"credits"
            | b"maintainers"
            | b"thanks"
    ) || lower.starts_with(b"code_of_conduct")
}

/// Source files whose name (`stem`, without the extension) says what they are. `inside`: below a source folder.
fn by_stem(stem: &[u8], lower: &[u8], extension: &[u8], inside: bool) -> Class {
    // `test_` is the custom of some languages; elsewhere, below a source folder, it is a subject.
    let prefixed = !inside || matches!(extension, b"py" | b"rb" | b"jl" | b"lua" | b"php" | b"exs" | b"c" | b"cc" | b"cpp");
    if matches!(lower, b"test" | b"tests" | b"conftest") || (prefixed && (lower.starts_with(b"test_") || lower.starts_with(b"spec_"))) {
        return Class::TEST;
    }
    if matches!(last_word(lower), b"test" | b"tests" | b"spec" | b"specs" | b"test-d") || lower.ends_with(b".test-d") {
        return Class::TEST;
    }
    if camel_end(stem, &[b"Test", b"Tests", b"Spec", b"Suite", b"TestCase", b"IT"]) {
        return Class::TEST;
    }
    if matches!(last_word(lower), b"bench" | b"benchmark" | b"benchmarks") || camel_end(stem, &[b"Bench", b"Benchmark", b"Benchmarks"]) {
        return Class::BENCH;
    }
    if matches!(first_word(lower), b"example" | b"examples" | b"sample" | b"samples" | b"demo" | b"demos") {
        return Class::EXAMPLE;
    }
    let generated = matches!(
        last_word(lower),
        b"pb2" | b"pb" | b"min" | b"g" | b"designer" | b"generated" | b"d" | b"esm" | b"cjs" | b"umd" | b"iife" | b"bundle"
    ) && lower.len() > 2;
    // `a.d.ts` declares types; `a_d.ts` and `g.c` are code.
    let sign = lower.len().checked_sub(last_word(lower).len() + 1).map(|at| lower[at]);
    let named = match last_word(lower) {
        b"pb2" | b"generated" => true,
        b"d" => sign == Some(b'.') && matches!(extension, b"ts" | b"mts" | b"cts"),
        _ => sign == Some(b'.'),
    };
    if (generated && named) || lower.ends_with(b"_pb2_grpc") {
        return Class::MINOR;
    }
    if !inside && last_word(lower) == b"config" && sign == Some(b'.') {
        return Class::CONFIG;
    }
    Class::PRIMARY
}

/// The classes of a path. `lang` is the language word, if known: it decides where the name has no known extension.
pub fn classify(path: &RecordPath, lang: Option<&str>) -> Class {
    let mut class = Class::PRIMARY;
    let bytes = path.as_bytes();
    let name = path.name();
    let folders = &bytes[..bytes.len() - name.len()];
    let mut inside = false;
    let mut around: &[u8] = b"";
    for (depth, part) in folders.split(|byte| *byte == b'/').filter(|part| !part.is_empty()).enumerate() {
        let lower = Lower::of(part);
        let lower = lower.text();
        class |= anywhere(part, lower);
        if !inside {
            class |= above_source(lower);
        }
        if depth == 0 {
            class |= at_root(lower);
        }
        // What Phoenix serves is built from `assets`.
        if part[0] == b'.' || around == b"priv" && lower == b"static" {
            class |= Class::MINOR;
        }
        around = part;
        inside |= is_source_folder(lower);
    }
    if name.first() == Some(&b'.') {
        class |= Class::MINOR;
    }
    let lower = Lower::of(name);
    let lower = lower.text();
    let dot = lower.iter().rposition(|byte| *byte == b'.');
    let (stem, extension) = dot.map_or((lower, &b""[..]), |dot| (&lower[..dot], &lower[dot + 1..]));
    let mut kind = by_name(lower);
    if kind.is_primary() {
        kind = by_extension(extension);
    }
    if kind.is_primary() {
        kind = match lang {
            Some("markdown" | "rst" | "asciidoc" | "text" | "html" | "org" | "latex") => Class::DOCS,
            Some("json" | "yaml" | "toml" | "ini" | "xml" | "properties" | "csv" | "dockerfile" | "make" | "makefile") => Class::CONFIG,
            _ => Class::PRIMARY,
        };
    }
    class |= kind;
    if !kind.has(Class::DOCS) && !extension.is_empty() {
        class |= by_stem(&name[..stem.len()], stem, extension, inside);
    }
    if is_meta(lower) && (kind.has(Class::DOCS) || extension.is_empty()) {
        class |= Class::META;
    }
    class
}

#[cfg(test)]
#[path = "classes_tests.rs"]
mod tests;
