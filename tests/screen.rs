//! What a person sees: `cw query` on terminals of two sizes, in colour, through a pager, into an editor; and that no file can speak to the terminal.

use std::fs::File;
use std::io::Read;
use std::os::fd::FromRawFd;
use std::process::{Command, Stdio};

use crate::support::Case;

fn case() -> Case {
    let long = "x".repeat(300);
    let case = Case::with(&[
        (
            "src/cache.rs",
            "//! Least recently used.\n\npub struct Cache(Vec<String>);\n\nimpl Cache {\n\t/// Evict the oldest entry when full.\n\tpub fn evict(&mut self) {\n\t\tself.0.remove(0);\n\t}\n}\n",
        ),
        (
            "src/wide.py",
            &format!(
                "# 缓存 evict 最旧的条目，当缓存已满的时候，从头部开始删除，直到有足够的空间为止，然后返回删除的数量。\ndef evict_oldest():\n    return '{long}'\n"
            ),
        ),
    ]);
    case.sh("cw index -q").exits(0);
    case
}

/// What a command writes to a terminal of this size. Its stderr goes there too.
fn on_terminal(case: &Case, size: (u16, u16), settings: &[(&str, &str)], words: &[&str]) -> String {
    let (mut master, mut slave) = (0, 0);
    let size = libc::winsize { ws_row: size.1, ws_col: size.0, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: the call fills two numbers of ours; they are owned below.
    let done = unsafe { libc::openpty(&mut master, &mut slave, std::ptr::null_mut(), std::ptr::null(), &size) };
    assert_eq!(done, 0);
    // SAFETY: nobody else has these descriptors.
    let (mut master, slave) = unsafe { (File::from_raw_fd(master), File::from_raw_fd(slave)) };
    let mut command = Command::new(env!("CARGO_BIN_EXE_cw"));
    command.args(words).current_dir(case.tree()).env_clear().env("HOME", case.beside("home")).env("PATH", std::env::var("PATH").unwrap());
    command.env("TERM", "xterm").envs(settings.iter().copied());
    command.stdin(Stdio::null()).stdout(slave.try_clone().unwrap()).stderr(slave);
    let mut child = command.spawn().unwrap();
    drop(command);
    let mut text = Vec::new();
    let mut piece = [0; 4096];
    // The end of a terminal is an error.
    while let Ok(count @ 1..) = master.read(&mut piece) {
        text.extend_from_slice(&piece[..count]);
    }
    child.wait().unwrap();
    String::from_utf8(text).unwrap().replace("\r\n", "\n")
}

/// `text` without colours and links.
fn bare(text: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => match letters.next() {
                Some('[') => _ = letters.find(char::is_ascii_alphabetic),
                Some(']') => _ = letters.find(|letter| *letter == '\\'),
                other => panic!("an escape of another kind: {other:?}"),
            },
            other => out.push(other),
        }
    }
    out
}

const ASK: [&str; 3] = ["query", "evict the oldest entry", "--no-refresh"];

#[test]
fn screens_of_two_sizes() {
    let case = case();
    let small = on_terminal(&case, (80, 24), &[], &ASK);
    let head = "\u{1b}[35msrc/cache.rs:1-10\u{1b}[0m Cache";
    assert!(small.starts_with(head), "{small}");
    let want = "\u{1b}[32m 6\u{1b}[0m      \u{1b}[2m/// \u{1b}[0m\u{1b}[1;31mEvict\u{1b}[0m\u{1b}[2m the \u{1b}[0m\u{1b}[1;31moldest\u{1b}[0m\u{1b}[2m \u{1b}[0m\u{1b}[1;31mentry\u{1b}[0m\u{1b}[2m when full.\u{1b}[0m\n\
                \u{1b}[32m 7\u{1b}[0m      \u{1b}[35mpub\u{1b}[0m \u{1b}[35mfn\u{1b}[0m \u{1b}[1;31mevict\u{1b}[0m(&\u{1b}[35mmut\u{1b}[0m \u{1b}[35mself\u{1b}[0m) {\n";
    assert!(small.contains(want), "{small}");
    use unicode_width::UnicodeWidthStr;
    let widest = |text: &str| bare(text).lines().map(UnicodeWidthStr::width).max().unwrap();
    assert_eq!(widest(&small), 80, "{small}");
    assert!(bare(&small).contains("1  # 缓存 evict 最旧的条目，当缓存已满的时候，从头部开始删除，直到有足够的空间…\n"), "{}", bare(&small));
    assert!(bare(&small).contains(&format!("3      return '{}…\n", "x".repeat(80 - 3 - 12 - 1))), "{}", bare(&small));
    let large = on_terminal(&case, (200, 50), &[], &ASK);
    assert_eq!(widest(&large), 200);
    assert!(bare(&large).contains("然后返回删除的数量。\n"), "{}", bare(&large));
    // COLUMNS wins over the terminal, --width over both; 0 cuts nothing.
    assert_eq!(widest(&on_terminal(&case, (80, 24), &[("COLUMNS", "60")], &ASK)), 60);
    assert_eq!(widest(&on_terminal(&case, (80, 24), &[], &[&ASK[..], &["--width", "40"]].concat())), 40);
    assert!(widest(&on_terminal(&case, (80, 24), &[], &[&ASK[..], &["--width", "0"]].concat())) > 300);
    // The same without a terminal, if it is asked for.
    let forced = case.sh("COLUMNS=80 cw query 'evict the oldest entry' --no-refresh --color always").exits(0).out();
    assert_eq!(forced, small);
}

#[test]
fn colours_only_where_they_are_wanted() {
    let case = case();
    for settings in [&[("NO_COLOR", "1")][..], &[("TERM", "dumb")]] {
        let plain = on_terminal(&case, (80, 24), settings, &ASK);
        assert!(!plain.contains('\u{1b}') && plain.contains("src/cache.rs:1-10 Cache"), "{plain}");
    }
    assert!(!on_terminal(&case, (80, 24), &[], &[&ASK[..], &["--color", "never"]].concat()).contains('\u{1b}'));
    assert!(on_terminal(&case, (80, 24), &[("NO_COLOR", "1")], &[&ASK[..], &["--color", "always"]].concat()).contains("\u{1b}[1;31m"));
    assert!(!case.sh("cw query 'evict the oldest entry'").exits(0).out().contains('\u{1b}'));
    // Evidence that was asked for is not cut.
    let why = on_terminal(&case, (40, 24), &[("NO_COLOR", "1")], &[&ASK[..], &["--explain"]].concat());
    assert!(why.lines().next().unwrap().ends_with(']'), "{why}");
    // A pipe gets contents as they are.
    assert!(case.sh("cw query 'evict the oldest entry'").exits(0).out().contains("\tpub fn evict(&mut self) {\n"));
}

#[test]
fn lines_around_the_words() {
    let case = case();
    let out = case.sh("cw query 'evict the oldest entry' --path src/cache.rs -C 0").exits(0).out();
    assert_eq!(
        out.lines().skip(1).collect::<Vec<_>>(),
        [" 6      /// Evict the oldest entry when full.", " 7      pub fn evict(&mut self) {"],
        "{out}"
    );
    let out = case.sh("cw query 'evict struct' --path src/cache.rs -C 1").exits(0).out();
    assert!(out.contains(" 4\n--\n 6") || out.contains(" 4\n 5"), "{out}");
    for wrong in ["--tokens 100", "--json", "--jsonl"] {
        case.sh(&format!("cw query evict -C 1 {wrong}")).exits(2);
    }
}

#[test]
fn links_lead_to_the_file() {
    let case = case();
    case.write("a b/ü.py", "def evict_all():\n    pass\n");
    let root = case.tree().canonicalize().unwrap();
    let out = case.sh("cw query evict_all --color always --hyperlinks always").exits(0).out();
    let want = format!("\u{1b}]8;;file://{}/a%20b/%C3%BC.py\u{1b}\\\u{1b}[35ma b/ü.py:1-2\u{1b}[0m\u{1b}]8;;\u{1b}\\", root.display());
    assert!(out.starts_with(&want), "{out:?}");
    assert!(on_terminal(&case, (80, 24), &[("TERM_PROGRAM", "WezTerm")], &ASK).contains("\u{1b}]8;;file://"));
    assert!(!on_terminal(&case, (80, 24), &[], &ASK).contains("\u{1b}]8;;"));
}

#[test]
fn a_pager_only_on_a_terminal() {
    let case = case();
    let pager = [("PAGER", "sed s/^/PAGED:/")];
    assert!(on_terminal(&case, (80, 24), &pager, &ASK).lines().all(|line| line.starts_with("PAGED:")));
    assert!(!on_terminal(&case, (80, 24), &pager, &[&ASK[..], &["--no-pager"]].concat()).contains("PAGED"));
    assert!(!case.sh("PAGER='sed s/^/PAGED:/' cw query evict").exits(0).out().contains("PAGED"));
    // One that leaves early, and one that is not there.
    assert!(!on_terminal(&case, (80, 24), &[("PAGER", "true")], &ASK).contains("panicked"));
    assert!(on_terminal(&case, (80, 24), &[("PAGER", "no-such-pager")], &ASK).contains("not found"));
}

#[test]
fn the_editor_opens_at_the_line() {
    let case = case();
    case.write("../editor", "#!/bin/sh\nprintf '%s\\n' \"$@\" > ../opened\n");
    case.sh("cp ../editor ../code && chmod +x ../editor ../code").exits(0);
    let file = case.tree().canonicalize().unwrap().join("src/cache.rs");
    let opened = || std::fs::read_to_string(case.beside("opened")).unwrap();
    assert_eq!(case.sh("EDITOR='../editor -w' cw query 'evict the oldest entry' --path src/cache.rs --open").exits(0).out(), "");
    assert_eq!(opened(), format!("-w\n+6\n{}\n", file.display()));
    // A path with blanks stands in quotes, as for a shell.
    case.sh("mkdir '../my tools' && cp ../editor '../my tools/ed' && EDITOR='\"../my tools/ed\" -n' cw query 'evict the oldest entry' --path src/cache.rs --open").exits(0);
    assert_eq!(opened(), format!("-n\n+6\n{}\n", file.display()));
    case.sh("EDITOR='\"ed' cw query 'evict the oldest entry' --path src/cache.rs --open").exits(2).says("C45");
    case.sh("EDITOR=false VISUAL=../code cw query 'evict the oldest entry' --path src/cache.rs --open").exits(0);
    assert_eq!(opened(), format!("--goto\n{}:6\n", file.display()));
    case.sh("cw query evict --open").exits(2).says("C45");
    case.sh("EDITOR=false cw query evict --open").exits(4).says("C45");
    case.sh("EDITOR=../editor cw query zyzzyva --open").exits(1);
    case.sh("rm src/cache.rs && EDITOR=../editor cw query 'evict the oldest entry' --path src/cache.rs --no-refresh --open")
        .exits(2)
        .says("not on disk");
}

/// Whatever stands in a file, and whatever it is called, no escape of its own reaches the terminal.
#[test]
fn no_file_speaks_to_the_terminal() {
    let case = Case::new();
    case.write("e\u{1b}[31m\u{202e}vil.py", "def evict_evil():\n    return '\u{1b}]52;c;aGk=\u{7}\u{9b}2J\u{202e}\u{2066}\u{200f}'\n");
    case.sh("cw index -q").exits(0);
    let acts = |text: &str| {
        text.chars()
            .filter(|letter| {
                letter.is_control() && *letter != '\n'
                    || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            })
            .count()
    };
    for words in [
        &["query", "evict_evil", "--color", "never", "--no-refresh"][..],
        &["query", "evict_evil", "--color", "never", "-C", "1", "--no-refresh"],
        &["query", "evict_evil", "--color", "never", "--tokens", "300", "--no-refresh"],
        &["definition", "evict_evil", "--no-refresh"],
        &["references", "evict_evil", "--no-refresh"],
        &["symbols", "--no-refresh"],
        &["list-files", "--no-refresh"],
        &["prompt-context", "evict_evil", "--no-refresh"],
    ] {
        let text = bare_of_ours(&on_terminal(&case, (80, 24), &[("NO_COLOR", "1")], words));
        assert!(text.contains("vil.py"), "{words:?}: {text}");
        assert_eq!(acts(&text), 0, "{words:?}: {text:?}");
    }
}

fn bare_of_ours(text: &str) -> String {
    text.replace('\t', " ")
}
