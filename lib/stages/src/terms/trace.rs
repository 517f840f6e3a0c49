//! Reads a pasted failure: what was said, and the places it went through. **Pure.** Python, JavaScript, Java and its kin, Go, Rust, C#, Ruby and PHP.
//!
//! A trace is mostly boiler-plate: addresses, columns, frames of runtimes and libraries. What finds the code is the message, the functions, and the files with their lines, the innermost first. A text counts
//! as a trace if at least two of its lines are frames, or one frame stands beside a message. Left out: frames without a file in binaries, traces that a log has cut across lines.

use std::sync::LazyLock;

use regex::Regex;

use super::places::PathRef;

/// Frames that are kept.
const FRAMES: usize = 24;
/// Lines of a message that are kept, of a report that are kept, and characters of each line.
const MESSAGE: (usize, usize, usize) = (6, 400, 400);

/// A failure, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Trace {
    /// What was said: the lines that are no frames.
    pub message: String,
    /// The functions of the frames, innermost first, without those of runtimes.
    pub functions: Vec<String>,
    /// The places of the frames, innermost first.
    pub places: Vec<PathRef>,
    /// The same of frames below the folders of dependencies.
    pub distant: Vec<PathRef>,
}

impl Trace {
    /// What is asked: the message and the functions.
    pub fn question(&self) -> String {
        let functions = self.functions.iter().map(|function| function.replace([':', '.', '$', '<', '>', '#'], " "));
        std::iter::once(self.message.clone()).chain(functions).collect::<Vec<_>>().join("\n")
    }
}

/// Patterns of frames with the names `path`, `line` and `function`.
static FRAME: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        // Python
        r#"^\s*File "(?P<path>[^"]+)", line (?P<line>\d+)(?:, in (?P<function>\S+))?"#,
        // Python, as IPython and pytest write it
        r"^\s*File (?P<path>[^\s:]+\.pyx?):(?P<line>\d+)(?:, in (?P<function>[\w.<>]+).*)?$",
        r"^(?P<path>[~/.\w][^\s:]*\.pyx?) in (?P<function>[\w.<>]+)\(.*$",
        r"^(?P<path>[^\s:]+\.pyx?):(?P<line>\d+): (?:in (?P<function>[\w<>]+)|[A-Z]\w*)\s*$",
        // C#
        r"^\s*at (?P<function>[\w.<>`+\[\], ]+)\(.*\) in (?P<path>.+):line (?P<line>\d+)",
        // Java, Kotlin, Scala
        r"^\s*at (?:[\w.]+/)*(?P<function>[\w.$<>]+)\((?P<path>[\w$-]+\.(?:java|kt|scala|groovy|clj)):(?P<line>\d+)\)",
        r"^\s*at (?:[\w.]+/)*(?P<function>[\w$<>]+(?:\.[\w$<>]+)+)\((?:Native Method|Unknown Source|<generated>)\)",
        // JavaScript
        r"^\s*at (?:async )?(?P<function>[^()]+?) \((?:file://)?(?P<path>[^()]+?):(?P<line>\d+):\d+\)",
        r"^\s*at (?:async )?(?:file://)?(?P<path>[^()\s]+?):(?P<line>\d+):\d+$",
        // Rust
        r"^\s*\d+:\s+(?:0x[0-9a-f]+ - )?(?P<function>[\w<>&:{}#$ ]+::[\w<>&:{}#$ ]+)$",
        r"panicked at (?:'.*', )?(?P<path>[^\s:']+\.rs):(?P<line>\d+):\d+",
        // Go
        r"^\s+(?P<path>\S+\.go):(?P<line>\d+)(?: \+0x[0-9a-f]+)?\s*$",
        r"^(?P<function>[\w./-]+\.(?:\(\*?\w+\)\.)?[\w.]+)\((?:[{]?0x[0-9a-fx?{}, .]*|\.\.\.|)\)$",
        // Ruby
        r"^\s*(?:from )?(?P<path>[^\s:]+\.rb):(?P<line>\d+):in [`'](?P<function>[^']+)'",
        // PHP
        r"^\s*#\d+ (?P<path>[^\s(]+\.php)\((?P<line>\d+)\): (?P<function>[\w\\:>-]+)\(",
    ]
    .iter()
    .filter_map(|pattern| Regex::new(pattern).ok())
    .collect()
});

/// Those of [`FRAME`] that are Python's, which has the innermost last.
const PYTHON: std::ops::Range<usize> = 0..4;

/// Parts of names and paths of runtimes, which no project defines.
const FOREIGN: [&str; 15] = [
    "/lib/python",
    "node:",
    "/rustc/",
    "/usr/local/go/",
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "kotlin.",
    "scala.",
    "System.",
    "std::",
    "core::",
    "<internal:",
    "runtime.",
];
/// Folders of dependencies.
const DEPENDENCIES: [&str; 8] =
    ["/site-packages/", "/dist-packages/", "node_modules/", "/.cargo/registry/", "/.cargo/git/", "/go/pkg/mod/", "/gems/", "/vendor/"];

fn is_foreign(text: &str) -> bool {
    let text = text.trim_start_matches('<');
    FOREIGN.iter().any(|part| if part.starts_with('/') { text.contains(part) } else { text.starts_with(part) })
}

fn is_distant(path: &str) -> bool {
    DEPENDENCIES.iter().any(|part| path.contains(part))
}

/// What tools put before each line of a trace: `INTERNALERROR> `.
static PREFIX: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r#"^\S+>\s(?P<line>\s*(?:File "|Traceback \(most recent).*)$"#).ok());

/// The line of the last frame, which IPython writes below it: `---> 12 code`.
static ARROW: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^-+> (?P<line>\d+) ").ok());

/// Reads `text` as a trace; `None` if it is none. Of a report all lines are kept.
pub(super) fn trace(text: &str, is_report: bool) -> Option<Trace> {
    if !text.trim().contains('\n') {
        return None;
    }
    let mut read = Trace::default();
    let (mut frames, mut said, mut outermost_first) = (0, Vec::new(), false);
    let mut after_frame = false;
    for line in text.lines() {
        let line: String = line.chars().take(MESSAGE.2).collect();
        let bare = PREFIX.as_ref().and_then(|prefix| prefix.captures(&line)).map(|found| found["line"].to_owned());
        let line = bare.unwrap_or(line);
        outermost_first |= line.contains("Traceback (most recent call last)");
        let Some((kind, found)) = FRAME.iter().enumerate().find_map(|(kind, pattern)| Some((kind, pattern.captures(&line)?))) else {
            if let Some(arrow) = ARROW.as_ref().and_then(|arrow| arrow.captures(&line))
                && let Some(place) = read.places.last_mut().filter(|place| place.line.is_none())
            {
                place.line = arrow["line"].parse().ok();
            }
            // Below a frame of Python stands its line of source: it is what the file says, not what went wrong.
            let source = after_frame && outermost_first && line.starts_with("    ");
            let boiler = line.trim().is_empty()
                || line.starts_with("<ipython-input")
                || line.contains("Traceback (most recent")
                || line.trim_start().starts_with("... ");
            if !source && !boiler && said.len() < if is_report { MESSAGE.1 } else { MESSAGE.0 } {
                said.push(line.trim().to_owned());
            }
            after_frame = false;
            continue;
        };
        (frames, after_frame) = (frames + 1, true);
        outermost_first |= PYTHON.contains(&kind);
        let part = |name: &str| found.name(name).map(|found| found.as_str().trim().to_owned());
        // The message of a panic stands in the line of its place.
        if line.contains("panicked at") {
            said.push(found.name("path").map_or(line.clone(), |path| line.replace(path.as_str(), "")));
        }
        let (path, function) = (part("path"), part("function"));
        // Ruby says what went wrong behind its first frame.
        if let Some(rest) = found.get(0).and_then(|found| line[found.end()..].strip_prefix(": ")) {
            said.push(rest.trim().to_owned());
        }
        let distant = path.as_deref().is_some_and(is_distant);
        if path.as_deref().is_some_and(|path| is_foreign(path) && !distant) || function.as_deref().is_some_and(is_foreign) {
            continue;
        }
        if let Some(path) = path {
            let line = part("line").and_then(|line| line.parse().ok());
            let path = path.replace('\\', "/");
            let path = if path.as_bytes().get(1..3) == Some(b":/") { &path[2..] } else { &path };
            let place = PathRef { path: path.trim_start_matches("./").to_owned(), line };
            let list = if distant { &mut read.distant } else { &mut read.places };
            if !list.contains(&place) {
                list.push(place);
            }
        }
        if distant {
            continue;
        }
        if let Some(function) = function.filter(|function| !function.starts_with('<'))
            && !read.functions.contains(&function)
        {
            read.functions.push(function);
        }
    }
    if frames == 0 || frames == 1 && said.is_empty() {
        return None;
    }
    if outermost_first {
        read.places.reverse();
        read.distant.reverse();
        read.functions.reverse();
    }
    read.places.truncate(FRAMES);
    read.distant.truncate(FRAMES);
    read.functions.truncate(FRAMES);
    read.message = said.join("\n");
    Some(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, message: &str, places: &[(&str, u32)], functions: &[&str]) {
        let read = trace(text, false).unwrap();
        assert_eq!(read.message, message);
        let found: Vec<(&str, u32)> = read.places.iter().map(|place| (place.path.as_str(), place.line.unwrap_or(0))).collect();
        assert_eq!(found, places);
        assert_eq!(read.functions, functions);
    }

    #[test]
    fn every_pattern_is_one() {
        assert_eq!(FRAME.len(), 15);
        assert!(PREFIX.is_some() && ARROW.is_some());
    }

    #[test]
    fn python_has_the_innermost_last() {
        let text = "Traceback (most recent call last):\n  File \"/app/main.py\", line 7, in <module>\n    run()\n  File \"/app/shop/cart.py\", line 21, in total\n    \
                    return self.price * n\n  File \"/usr/lib/python3.11/json/decoder.py\", line 3, in decode\nTypeError: can't multiply sequence\n";
        reads(text, "TypeError: can't multiply sequence", &[("/app/shop/cart.py", 21), ("/app/main.py", 7)], &["total"]);
    }

    #[test]
    fn python_in_the_dress_of_its_tools() {
        reads(
            "ValueError                                Traceback (most recent call last)\nFile ~/shop/main.py:7, in run(cart)\n      5 def run(cart):\n----> 7     cart.total()\n\nFile ~/shop/cart.py:21, in Cart.total(self)\nValueError: no cart\n",
            "----> 7     cart.total()\nValueError: no cart",
            &[("~/shop/cart.py", 21), ("~/shop/main.py", 7)],
            &["Cart.total", "run"],
        );
        reads(
            "~/shop/cart.py in total(self, n)\n     20 \n---> 21     raise ValueError()\nValueError: no cart\n",
            "---> 21     raise ValueError()\nValueError: no cart",
            &[("~/shop/cart.py", 21)],
            &["total"],
        );
        reads(
            "testing/test_cart.py:5: in test_total\n    cart.total()\nsrc/shop/cart.py:21: ValueError\nno cart\n",
            "no cart",
            &[("src/shop/cart.py", 21), ("testing/test_cart.py", 5)],
            &["test_total"],
        );
        reads(
            "INTERNALERROR> Traceback (most recent call last):\nINTERNALERROR>   File \"/src/main.py\", line 7, in run\nINTERNALERROR>   File \"/src/cart.py\", line 21, in total\nno cart",
            "no cart",
            &[("/src/cart.py", 21), ("/src/main.py", 7)],
            &["total", "run"],
        );
    }

    #[test]
    fn other_languages_have_it_first() {
        reads(
            "TypeError: x is undefined\n    at Cart.total (/app/src/cart.js:10:5)\n    at /app/src/main.js:3:1\n    at node:internal/main:1:1\n",
            "TypeError: x is undefined",
            &[("/app/src/cart.js", 10), ("/app/src/main.js", 3)],
            &["Cart.total"],
        );
        reads(
            "Exception in thread \"main\" java.lang.IllegalStateException: no cart\n\tat com.shop.Cart.total(Cart.java:41)\n\tat java.base/java.lang.Thread.run(Thread.java:829)\n\t... 3 more\n",
            "Exception in thread \"main\" java.lang.IllegalStateException: no cart",
            &[("Cart.java", 41)],
            &["com.shop.Cart.total"],
        );
        reads(
            "panic: no cart\n\ngoroutine 1 [running]:\nexample.com/shop/cart.(*Cart).Total(0xc0000, 0x1)\n\t/src/shop/cart/cart.go:17 +0x1d\nmain.main()\n\t/src/shop/main.go:5 +0x20\n",
            "panic: no cart\ngoroutine 1 [running]:",
            &[("/src/shop/cart/cart.go", 17), ("/src/shop/main.go", 5)],
            &["example.com/shop/cart.(*Cart).Total", "main.main"],
        );
        reads(
            "thread 'main' panicked at src/cart.rs:12:9:\nno cart\nstack backtrace:\n   0: std::panicking::begin\n   1: shop::cart::total\n             at ./src/cart.rs:12:9\n",
            "thread 'main' panicked at :12:9:\nno cart\nstack backtrace:",
            &[("src/cart.rs", 12)],
            &["shop::cart::total"],
        );
        reads(
            "Unhandled exception. System.InvalidOperationException: no cart\n   at Shop.Cart.Total(Int32 n) in C:\\src\\Shop\\Cart.cs:line 9\n   at System.Linq.Enumerable.Sum(X x) in z.cs:line 1\n",
            "Unhandled exception. System.InvalidOperationException: no cart",
            &[("/src/Shop/Cart.cs", 9)],
            &["Shop.Cart.Total"],
        );
        reads(
            "cart.rb:3:in 'total': no cart (RuntimeError)\n\tfrom main.rb:8:in '<main>'\n",
            "no cart (RuntimeError)",
            &[("cart.rb", 3), ("main.rb", 8)],
            &["total"],
        );
        reads(
            "PHP Fatal error:  Uncaught Exception: no cart\n#0 /srv/src/Main.php(12): App\\Cart->total()\n#1 /srv/vendor/x/y.php(3): z()\n",
            "PHP Fatal error:  Uncaught Exception: no cart",
            &[("/srv/src/Main.php", 12)],
            &["App\\Cart->total"],
        );
    }

    #[test]
    fn frames_of_dependencies_are_distant() {
        let read = trace("Traceback (most recent call last):\n  File \"/v/site-packages/aiohttp/client.py\", line 730, in _request\n    x\n  File \"/usr/lib/python3.11/json/decoder.py\", line 3, in decode\nValueError: boom\n", false).unwrap();
        assert_eq!((read.places.len(), read.functions.len()), (0, 0));
        assert_eq!(read.distant, [PathRef { path: "/v/site-packages/aiohttp/client.py".into(), line: Some(730) }]);
    }

    #[test]
    fn prose_is_no_trace() {
        for text in ["", "where is the lock taken", "a list:\n  first\n  second\n", "look at src/a.rs:10\nand b.rs"] {
            assert_eq!(trace(text, false), None, "{text:?}");
        }
    }
}
