//! Several indexes asked as one: equal, byte for byte, to one index over all their files.

use crate::laws::{QUERIES, quoted};
use crate::support::Case;
use crate::support::tree::{case, plant, polyglot};

/// Every way of asking, of `left` and of `right`.
#[track_caller]
fn same_answers(case: &Case, left: &str, right: &str) {
    let mut answered = 0;
    for query in QUERIES {
        for flags in ["--jsonl --explain", "--tokens 1500 --format text", "--jsonl -k 30 --mode deep --path '**/*.py'"] {
            let ask = |index: &str| case.sh(&format!("cw query --no-refresh {index} {flags} -- {}", quoted(query)));
            let (one, other) = (ask(left), ask(right));
            assert_eq!((one.code(), one.out()), (other.code(), other.out()), "{query} {flags}");
            answered += usize::from(one.code() == 0);
        }
    }
    assert!(answered > QUERIES.len(), "only {answered} answers");
}

/// Shares of one tree: what each has are ranges of the sorted paths, cut anywhere.
#[test]
fn shares_of_a_tree_are_asked_as_the_tree() {
    let case = case();
    case.sh("cw index -q . --index ../whole").exits(0);
    let stream = case.sh("cw-scan -q .").exits(0).out();
    let (head, rest) = stream.split_once('\n').unwrap();
    let lines: Vec<&str> = rest.lines().filter(|line| line.starts_with("{\"type\":\"file\"")).collect();
    let cuts = [0, 7, lines.len() / 2, lines.len()];
    for (name, cut) in ["a", "b", "c"].iter().zip(cuts.windows(2)) {
        let share = format!("{head}\n{}\n{{\"type\":\"end\"}}\n", lines[cut[0]..cut[1]].join("\n"));
        let line = format!("cw-chunk | cw-lex add --index ../{name} | cw-embed add --index ../{name} > /dev/null");
        case.feed(&line, share.as_bytes()).exits(0);
    }
    // No checkout is needed.
    case.sh("mv ../tree ../away && mkdir ../tree").exits(0);
    same_answers(&case, "--index ../whole", "--index =../b --index =../c --index =../a");
    // What holds the same files is no share.
    case.sh("cw query retry --index =../whole --index =../b").exits(3).says("I13").says("--index NAME=DIR");
}

/// Trees below names: the names are no words of paths whose last three folders are their own.
#[test]
fn named_indexes_are_asked_as_a_folder_of_their_trees() {
    let (case, mut trees) = (Case::new(), [Vec::new(), Vec::new()]);
    for (number, entry) in polyglot().into_iter().enumerate() {
        trees[number % 2].push(entry);
    }
    for (name, entries) in ["left", "right"].iter().zip(&mut trees) {
        entries.iter_mut().for_each(|entry| entry.name = [format!("{name}/one/two/three/").as_bytes(), &entry.name].concat());
        plant(&case, entries.iter());
        case.sh(&format!("cw index -q {name}")).exits(0);
    }
    case.sh("cw index -q . --index ../whole").exits(0);
    same_answers(&case, "--index ../whole", "--index right/.cw --index left/.cw");
    same_answers(&case, "--index ../whole", "--repo left --repo right");
    case.sh("cp -r right/.cw ../copy").exits(0);
    let named = case.sh("cw query retry --index left/.cw --index web=../copy --index ../copy/. --jsonl").exits(0).out();
    assert!(!named.contains("\"copy/"), "an index was asked twice: {named}");
    assert!(named.contains("\"path\":\"left/one/") || named.contains("\"path\":\"web/one/"), "{named}");
}

#[test]
fn several_indexes_are_asked_as_they_are() {
    let case = Case::with(&[("a/one.py", "def first():\n    return 1\n"), ("b/two.py", "def second():\n    return 2\n")]);
    case.sh("cw index -q a && cw index -q b").exits(0);
    case.write("a/new.py", "def newcomer():\n    pass\n");
    case.sh("cw query newcomer --index a/.cw --index b/.cw").exits(1);
    assert!(!case.sh("cw query second --index a/.cw --index b/.cw --json").exits(0).out().contains("\"refreshed\":true"));
    case.sh("cw query second --index a/.cw --index b/.cw --repo a").exits(2).says("C43");
    case.sh("cw query second --index a/.cw --index b/.cw --rev HEAD").exits(2).says("C43");
    case.sh("cw query second --index a/.cw --index nowhere").exits(3).says("I01");
    // One by words only is said to be so.
    case.sh("cw-scan -q b | cw-chunk | cw-lex add --index ../words > /dev/null").exits(0);
    case.sh("cw query second --index a/.cw --index ../words --jsonl").exits(0).says("/words' has no vectors");
}
