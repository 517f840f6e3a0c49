//! Golden screens: the real command on terminals of two sizes, compared with `tests/screens/NAME-COLUMNSxROWS.txt`, colours and all. `CW_BLESS=1 cargo test -p cw screens` writes what
//! comes out; look at the difference before you commit it. And what a person does at the picker and the wizard.

use std::path::Path;

use crate::support::Case;
use crate::support::terminal::{Terminal, rows};

const SIZES: [(u16, u16); 2] = [(80, 24), (200, 50)];

fn case() -> Case {
    Case::with(&[
        (
            "src/cache.rs",
            "//! Least recently used.\n\nuse std::collections::VecDeque;\n\n/// A cache of names.\npub struct Cache(VecDeque<String>);\n\nimpl Cache {\n\t/// Evict the oldest entry when full.\n\tpub fn evict(&mut self, most: usize) -> bool {\n\t\twhile self.0.len() > most {\n\t\t\tself.0.pop_front(); // the oldest\n\t\t}\n\t\tself.0.len() == 64 && \"full\".len() == 4\n\t}\n}\n",
        ),
        (
            "src/wide.py",
            "# 缓存 evict 最旧的条目，当缓存已满的时候，从头部开始删除，直到有足够的空间为止，然后返回删除的数量。\ndef evict_oldest(entries):\n    return f'{len(entries)} evicted'\n",
        ),
        ("docs/cache.md", "# Cache\n\nThe oldest entry is evicted when the cache is full.\n"),
    ])
}

/// Compares a screen with what is stored, or stores it.
#[track_caller]
fn compare(name: &str, size: (u16, u16), screen: &vt100::Screen) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/screens/{name}-{}x{}.txt", size.0, size.1));
    let came = rows(screen);
    if std::env::var_os("CW_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, came).unwrap();
        return;
    }
    let want = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(came == want, "{}\n--- expected\n{want}--- came\n{came}", path.display());
}

#[test]
fn screens_of_index_and_query() {
    let case = case();
    for size in SIZES {
        let (code, screen) = Terminal::run(&case, size, "cw index --rebuild; cw index").end();
        assert_eq!(code, Some(0));
        compare("index", size, &screen);
        let (code, screen) = Terminal::run(&case, size, "cw query 'evict the oldest entry' --no-refresh").end();
        assert_eq!(code, Some(0));
        compare("query", size, &screen);
    }
}

#[test]
fn screens_of_the_picker() {
    let case = case();
    case.sh("cw index -q").exits(0);
    let picked = || std::fs::read_to_string(case.beside("picked")).unwrap();
    for size in SIZES {
        let mut terminal = Terminal::run(&case, size, "echo before; cw query -i evict > ../picked; echo exit $?");
        let screen = terminal.shows("1/3");
        assert!(screen.alternate_screen());
        compare("picker", size, &screen);
        terminal.press("\u{15}cache of names");
        let screen = terminal.shows("> cache of names");
        assert!(!screen.contents().contains("> evict"));
        terminal.shows("src/cache.rs:1");
        terminal.press("\r");
        let screen = terminal.shows("exit 0");
        assert!(!screen.alternate_screen() && screen.contents().starts_with("before\nexit 0"), "{}", screen.contents());
        assert_eq!(picked(), "src/cache.rs:5\n");
        assert_eq!(terminal.end().0, Some(0));
    }
}

#[test]
fn the_picker_is_left_in_every_way() {
    let case = case();
    case.write(
        "../editor",
        "#!/bin/sh\nprintf '%s\\n' \"$@\" > ../../opened\ntest -t 0 && test -t 1 && echo on a terminal >> ../../opened\n",
    );
    case.sh("chmod +x ../editor && cw index -q").exits(0);
    for key in ["\u{1b}", "\u{3}"] {
        let mut terminal = Terminal::run(&case, (80, 24), "cw query -i evict > ../picked; echo exit $?");
        terminal.shows("1/3");
        terminal.press(key);
        assert!(!terminal.shows("exit 130").alternate_screen());
        terminal.end();
        assert_eq!(std::fs::read_to_string(case.beside("picked")).unwrap(), "");
    }
    // An editor, another size, another choice; seen from a folder below.
    let mut terminal = Terminal::run(
        &case,
        (80, 24),
        "cd src && EDITOR=../../editor cw query -i --path '*.rs' --path '*.py' evict > ../../picked; echo exit $?",
    );
    terminal.shows("1/2");
    terminal.resize((130, 30));
    terminal.shows("\u{2502}");
    terminal.press("\u{1b}[B");
    terminal.shows("2/2");
    terminal.press("\u{1b}[A");
    terminal.shows("1/2");
    terminal.press("\u{f}");
    while !case.beside("opened").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    terminal.press("\r");
    terminal.shows("exit 0");
    terminal.end();
    let opened = std::fs::read_to_string(case.beside("opened")).unwrap();
    let picked = std::fs::read_to_string(case.beside("picked")).unwrap();
    assert!(opened.ends_with("\non a terminal\n") && opened.starts_with('+'), "{opened}");
    let (name, line) = picked.trim().split_once(':').unwrap();
    assert!(
        !name.contains('/') && opened.contains(&format!("+{line}\n")) && opened.contains(&format!("/src/{name}\n")),
        "{picked} {opened}"
    );
    // A signal gives the terminal back, and ends it.
    let terminal =
        Terminal::run(&case, (80, 24), "trap : TERM; cw query -i evict > ../picked; echo exit $?; stty -a | grep -c -w -- -echo");
    assert!(terminal.shows("1/3").alternate_screen());
    terminal.signal(libc::SIGTERM);
    let (_, screen) = terminal.end();
    assert!(!screen.alternate_screen() && screen.contents().ends_with("exit 143\n0"), "{}", screen.contents());
    // Nothing to pick on, or from.
    case.sh("setsid cw query -i evict < /dev/null").exits(2).says("C46");
    let (code, screen) = Terminal::run(&case, (80, 24), "TERM=dumb cw query -i evict").end();
    assert!(code == Some(2) && screen.contents().contains("C46"), "{}", screen.contents());
    let (code, screen) = Terminal::run(&case, (80, 24), "cw query -i evict --no-refresh --index ../nothing").end();
    assert!(code == Some(3) && screen.contents().contains("I01"), "{}", screen.contents());
}

/// Whatever a file holds or is called, the picker draws only what it means to.
#[test]
fn no_file_speaks_to_the_picker() {
    let case = Case::new();
    case.write("e\u{1b}[31m\u{202e}vil.py", "def evict_evil():\n    return '\u{1b}[2J\u{1b}]52;c;aGk=\u{7}\u{9b}2J'\n");
    case.sh("cw index -q").exits(0);
    let mut terminal = Terminal::run(&case, (80, 24), "cw query -i evict_evil");
    let screen = terminal.shows("1/1");
    assert!(screen.contents().contains("\\x1b[2J\\x1b]52;c;aGk=\\x07\\u{9b}2J"), "{}", screen.contents());
    assert!(screen.contents().contains("> \"e\\x1b[31m\\u{202e}vil.py\":1-2"), "{}", screen.contents());
    terminal.press("\u{1b}");
    terminal.end();
}

#[test]
fn the_wizard_asks_and_never_shows_a_key() {
    let case = Case::new();
    let file = case.beside("home/.contextweaver/.env");
    case.sh("cw config wizard < /dev/null").exits(2).says("C26");
    case.sh("printf 'local\\n' | cw config wizard --yes").exits(2).says("EMBEDDINGS_PROVIDER: 'local' is none of embedded, http");
    case.sh("printf 'http\\nhttp://api.example.org/\\n' | cw config wizard --yes").exits(2).says("EMBEDDINGS_BASE_URL");
    assert!(!file.exists());
    let answers = "http\nhttps://api.example.org/v1\norg/model\nsk-secret-1\nnone\n60000\n";
    let ran =
        case.feed("cw config wizard --yes", answers.as_bytes()).exits(0).says("EMBEDDINGS_API_KEY=(a key)").says("RERANK_PROVIDER=none");
    assert!(!format!("{}{}", ran.out(), ran.err()).contains("sk-secret"));
    assert_eq!(ran.out(), format!("{}\n", file.display()));
    let text = std::fs::read_to_string(&file).unwrap();
    for line in
        ["EMBEDDINGS_PROVIDER=http", "EMBEDDINGS_MODEL=org/model", "EMBEDDINGS_API_KEY=sk-secret-1", "CW_SEARCH_MAX_TOTAL_CHARS=60000"]
    {
        assert!(text.lines().any(|other| other == line), "{line}\n{text}");
    }
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).unwrap().permissions()) & 0o777, 0o600);
    assert!(case.sh("cw config list").exits(0).out().contains("org/model"));
    // Blank lines keep everything.
    case.sh("cw config wizard --yes < /dev/null").exits(0).says("nothing is new");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    // A person: the key is typed unseen, and a blank line at the end is no agreement.
    let mut terminal = Terminal::run(&case, (80, 24), "cw config wizard; echo exit $?");
    for (question, answer) in [
        ("Who makes vectors", "\r"),
        ("Its address? [https://api.example.org/v1]", "\r"),
        ("Its model?", "better\r"),
        ("Its key (not shown)? [set]", "sk-secret-2\r"),
        ("Who judges", "many\r"),
        ("'many' is none of rules, http, none", "rules\r"),
        ("Characters of a packed answer", "\r"),
        ("Write it? [y/N]", "\r"),
    ] {
        terminal.shows(question);
        terminal.press(answer);
    }
    let screen = terminal.shows("exit 1").contents();
    terminal.end();
    assert!(!screen.contains("sk-secret") && screen.contains("EMBEDDINGS_MODEL=better"), "{screen}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
}

/// A tree that rules leave out as a whole is not indexed in silence.
#[test]
fn an_empty_listing_says_its_rule() {
    let case = Case::with(&[("src/a.py", "def evict():\n    pass\n"), (".gitignore", "/*\n")]);
    case.sh("git init -q .").exits(0);
    for line in ["cw index", "cw query evict"] {
        let ran = case.sh(line);
        assert_eq!(ran.code(), i32::from(line != "cw index"));
        let said = ran.says("the index has no files: ").says("matches '/*' (.gitignore:1)").says("(cw-scan --explain PATH").err();
        assert_eq!(said.matches("has no files").count(), 1, "{said}");
    }
    case.sh("cw index -q").exits(0);
    case.sh("rm -r .gitignore src && cw index").exits(0).says("and neither has its tree");
    case.sh("mkdir -p src && printf 'a\\0b' > src/x.bin && cw query evict").exits(1).says("'src/x.bin' is out: it is binary");
}
