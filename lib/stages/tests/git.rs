//! The listing with git as the judge: generated rules and names, states of the index, settings; and what a project says over it.

mod tree;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::process::Command;

use cw_records::Record;
use cw_stages::scan::{Options, scan};
use proptest::prelude::*;
use tree::{Tree, files};

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[ab.]{1,3}",
        2 => Just("*".to_owned()),
        2 => Just("**".to_owned()),
        1 => "[ab]\\*",
        1 => "\\*[ab.]",
        1 => "\\[[ab!^-]{1,3}\\]",
        1 => "[ab]\\?",
        1 => "\\\\[ab*]",
        1 => "\\[[:alpha:]\\]b",
        1 => "[ab] ",
    ]
}

fn pattern() -> impl Strategy<Value = String> {
    (prop::bool::weighted(0.2), prop::bool::weighted(0.3), prop::collection::vec(piece(), 1..4), prop::bool::weighted(0.2)).prop_map(
        |(negated, anchored, pieces, folder)| {
            format!(
                "{}{}{}{}",
                if negated { "!" } else { "" },
                if anchored { "/" } else { "" },
                pieces.join("/"),
                if folder { "/" } else { "" }
            )
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// C4: any rules on any names, as git.
    #[test]
    fn any_rules_as_git(
        top in prop::collection::vec(pattern(), 1..5),
        inner in prop::collection::vec(pattern(), 0..3),
        names in prop::collection::btree_set("[ab.]{1,2}(/[ab.]{1,2}){0,3}", 4..24),
        tracked in 0usize..3,
    ) {
        let tree = Tree::git_tree();
        let fits = |name: &&String| name.split('/').all(|part| part != "." && part != "..");
        for name in names.iter().filter(fits) {
            let file = tree.root.join(name);
            if fs::create_dir_all(file.parent().unwrap()).is_ok() && !file.is_dir() {
                fs::write(&file, "x").unwrap();
            }
        }
        for name in names.iter().filter(fits).take(tracked) {
            if tree.root.join(name).is_file() {
                tree.git(&["add", "-f", "--", name]);
            }
        }
        tree.put(".gitignore", top.join("\n"));
        if tree.root.join("a").is_dir() {
            tree.put("a/.gitignore", inner.join("\n"));
        }
        tree.assert_as_git();
    }
}

/// C4: 6,000 decisions about nasty names by nasty rules, as git. The numbers are seeded, so every run is the same.
#[test]
fn thousands_of_rules_as_git() {
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let mut dice = move |sides: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % sides
    };
    let names: Vec<&[u8]> = vec![
        b"a",
        b"b",
        b"A",
        b"ab",
        b"a.b",
        b"a-b",
        b"a]b",
        b"a[b",
        b"[a]",
        b"a b",
        b"b ",
        b"a\\b",
        b"{a,b}",
        b"\xc3\xa9",
        b"z\xff",
        b"foo",
        b"build",
        b"!a",
        b"#a",
        b"a*b",
        b"-",
        b"]",
        b"^",
        b"^a",
        b"a\tb",
        b"c",
        b"B.b",
        b"0",
    ];
    let pieces: Vec<&[u8]> = vec![
        b"*",
        b"?",
        b"**",
        b"[!a]",
        b"[^a]",
        b"[a-]",
        b"[]a]",
        b"[!]a]*",
        b"[a-c]",
        b"[c-a]",
        b"[[:space:]]*",
        b"[[:alpha:]]",
        b"[[:upper:]]*",
        b"[[:foo:]]",
        b"[a",
        b"a\\",
        b"\\*",
        b"\\[a\\]",
        b"{a,b}",
        b"**a",
        b"a**",
        b"*a*",
        b"[\\]]*",
        b"[a\\-c]*",
        b"*.b",
        b"..",
        b".",
        b"",
        b"\\!a",
        b"\\#a",
        b"#a",
        b"a\\ b",
        b"[^-a]",
        b"\xff",
        b"*\xff",
        b"\xc3\xa9",
        b"[\xc3]*",
        b"a?b",
        b"*[!.]b",
        b"[--0]",
        b"a[[:blank:]]b",
        b"[[:digit:]-a]",
        b"***",
        b"?*",
        b"\\a",
        b"\\\\",
        b"*\\\\*",
    ];
    for round in 0..6 {
        let tree = Tree::git_tree();
        if round % 3 == 2 {
            tree.git(&["config", "core.ignorecase", "true"]);
        }
        for folder in 0..40 {
            let mut rules: Vec<u8> = if dice(8) == 0 { b"\xef\xbb\xbf".to_vec() } else { Vec::new() };
            let end: &[u8] = if dice(6) == 0 { b"\r\n" } else { b"\n" };
            for _ in 0..1 + dice(4) {
                rules.extend([&b""[..], b"", b"", b"!"][dice(4)]);
                rules.extend([&b""[..], b"", b"/", b"**/"][dice(4)]);
                let parts: Vec<&[u8]> =
                    (0..1 + dice(3)).map(|_| if dice(3) == 0 { names[dice(names.len())] } else { pieces[dice(pieces.len())] }).collect();
                rules.extend(parts.join(&b"/"[..]));
                rules.extend([&b""[..], b"", b"", b"/", b"/**", b" ", b"\\ ", b"\t"][dice(8)]);
                rules.extend(end);
            }
            let place = format!("d{folder}");
            tree.put(&format!("{place}/.gitignore"), &rules);
            for _ in 0..25 {
                let parts: Vec<&[u8]> = (0..1 + dice(3)).map(|_| names[dice(names.len())]).collect();
                let file = tree.root.join(&place).join(OsStr::from_bytes(&parts.join(&b"/"[..])));
                if fs::create_dir_all(file.parent().unwrap()).is_ok() && !file.is_dir() {
                    fs::write(&file, "x").unwrap();
                }
            }
        }
        tree.assert_as_git();
    }
}

/// Ignore files that are none: links and folders; and one that is large.
#[test]
fn ignore_files_that_are_none() {
    let tree = Tree::git_tree();
    tree.put("rules", "*.py\n").put("a/x.py", "x").put("b/x.py", "x").put("b/.gitignore/f", "x").put("c/x.py", "x").put("c/y.py", "x");
    symlink("../rules", tree.root.join("a/.gitignore")).unwrap();
    tree.put("c/.gitignore", "# filler\n".repeat(200_000) + "x.py\n");
    tree.assert_as_git();
    assert!(tree.listed().contains(&"a/x.py".to_owned()) && !tree.listed().contains(&"c/x.py".to_owned()));
}

/// What git tracks, however its index is written and whatever is marked in it.
#[test]
fn states_of_the_index() {
    for format in ["sha1", "sha256"] {
        let tree = Tree::bare();
        tree.git(&["init", "-q", "-b", "main", &format!("--object-format={format}")]);
        tree.put(".gitignore", "*.out\ngen/\n")
            .put("a.out", "x")
            .put("b.out", "x")
            .put("gen/c.py", "x")
            .put("d.py", "x")
            .put("sub/e.out", "x")
            .put("sub/f.py", "x");
        tree.git(&["add", "-f", "."]);
        tree.git(&["commit", "-qm", "x"]);
        tree.put("late.out", "x").git(&["add", "-f", "-N", "late.out"]);
        tree.git(&["update-index", "--assume-unchanged", "a.out"]);
        tree.git(&["update-index", "--skip-worktree", "b.out"]);
        tree.assert_as_git();
        for (name, value) in [("core.untrackedCache", "true"), ("core.splitIndex", "true")] {
            tree.git(&["config", name, value]);
            tree.put("g.out", "x").git(&["add", "-f", "g.out"]);
            tree.git(&["rm", "-q", "--cached", "gen/c.py"]);
            tree.git(&["status"]);
            tree.assert_as_git();
            tree.git(&["add", "-f", "gen/c.py"]);
            tree.assert_as_git();
        }
        assert!(tree.listed().contains(&"gen/c.py".to_owned()));
        tree.git(&["update-index", "--no-split-index"]);
        tree.git(&["config", "core.splitIndex", "false"]);
        tree.git(&["commit", "-qam", "y"]);
        // Both sides of a conflict stand in the index.
        tree.git(&["checkout", "-qb", "other", "HEAD~1"]);
        tree.put("sub/e.out", "other").git(&["commit", "-qam", "z"]);
        tree.git(&["checkout", "-q", "main"]);
        tree.put("sub/e.out", "main").git(&["commit", "-qam", "w"]);
        let merge = ["-c", "user.name=a", "-c", "user.email=a@b", "merge", "-q", "other"];
        let status = Command::new("git").args(merge).current_dir(&tree.root).env("HOME", &tree.home).output().unwrap();
        assert!(!status.status.success());
        tree.assert_as_git();
        tree.git(&["reset", "-q", "--hard"]);
        tree.git(&["sparse-checkout", "set", "--no-cone", "/*", "!/sub/"]);
        tree.assert_as_git();
        tree.git(&["sparse-checkout", "set", "--cone", "--sparse-index", "gen"]);
        tree.assert_as_git();
    }
}

/// `includeIf`, in each of its forms.
#[test]
fn conditional_settings() {
    let tree = Tree::git_tree();
    tree.put("a.one", "x").put("a.two", "x").put("a.three", "x").put("a.four", "x");
    let real = tree.root.display().to_string();
    for (condition, holds) in [
        ("gitdir:~/".to_owned(), false),
        (format!("gitdir:{real}/"), true),
        (format!("gitdir:{real}/.git"), true),
        ("gitdir:p/".to_owned(), true),
        ("gitdir:P/".to_owned(), false),
        ("gitdir/i:P/".to_owned(), true),
        ("gitdir:./../p/**".to_owned(), false),
        ("onbranch:main".to_owned(), true),
        ("onbranch:ma*".to_owned(), true),
        ("onbranch:dev/".to_owned(), false),
    ] {
        tree.git(&["symbolic-ref", "HEAD", "refs/heads/main"]);
        fs::write(tree.home.join(".gitconfig"), format!("[includeIf \"{condition}\"]\n\tpath = more\n")).unwrap();
        fs::write(tree.home.join("more"), "[core]\nexcludesFile = ~/own\n").unwrap();
        fs::write(tree.home.join("own"), "*.two\n").unwrap();
        tree.assert_as_git();
        assert_eq!(!tree.listed().contains(&"a.two".to_owned()), holds, "{condition}");
    }
}

/// `cwconfig.json`: what belongs and what does not, here and in a revision; a slip in it is an error.
#[test]
fn what_the_project_says() {
    let tree = Tree::git_tree();
    tree.put("src/a.py", "x").put("src/gen/b.py", "x").put("doc/c.md", "x").put("d.py", "x").put("src/deep/e.log", "x");
    tree.put(
        "cwconfig.json",
        "{\"indexing\": {\n\"includePatterns\": [\"src/\", \"*.md\"],\n\"ignorePatterns\": [\n\"gen/\", \"*.log\"]}}",
    );
    assert_eq!(tree.listed(), ["doc/c.md", "src/a.py"]);
    assert!(tree.explain("src/gen/b.py").contains("matches 'gen/' (cwconfig.json:4)"), "{}", tree.explain("src/gen/b.py"));
    assert!(tree.explain("d.py").contains("includePatterns of cwconfig.json"));
    // From below, too; and .cwignore takes back.
    let below = tree.listed_with(Options { root: tree.root.join("src"), ..Options::default() });
    assert_eq!(below.len(), 1);
    tree.put("src/.cwignore", "!gen/\n");
    assert_eq!(tree.listed(), ["doc/c.md", "src/.cwignore", "src/a.py", "src/gen/b.py"]);
    tree.git(&["add", "-A"]);
    tree.git(&["commit", "-qm", "x"]);
    let listed = tree.listed_with(tree.options());
    tree.put("cwconfig.json", "{\"indexing\": {\"includePatterns\": []}}");
    assert!(tree.listed().is_empty());
    assert_eq!(tree.listed_with(Options { rev: Some("HEAD".into()), ..tree.options() }), listed);
    tree.put("cwconfig.json", "{\"indexing\": {\"includePattern\": []}}");
    let error = scan(&tree.env(1), tree.options()).err().unwrap();
    assert!(error.code == "S22" && error.message.contains("did you mean 'indexing.includePatterns'"), "{error:?}");
    // The user's own patterns hold in every tree.
    tree.put("cwconfig.json", "{}");
    let mut env = tree.env(1);
    env.settings.ignore = vec!["*.md".into(), "gen/".into()];
    let records: Vec<Record> = scan(&env, tree.options()).unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(
        files(&records).keys().collect::<Vec<_>>(),
        ["cwconfig.json", "d.py", "src/.cwignore", "src/a.py", "src/deep/e.log", "src/gen/b.py"]
    );
}

/// Every repository below `CW_TEST_FOLDERS` (folders, separated by colons): files and skips are what git lists.
#[test]
#[ignore = "needs repositories"]
fn real_work_trees() {
    let tree = Tree::bare();
    let mut count = 0;
    for folder in std::env::var("CW_TEST_FOLDERS").unwrap().split(':') {
        for entry in fs::read_dir(folder).unwrap() {
            let root = entry.unwrap().path();
            if root.join(".git").exists() {
                tree.assert_as_git_in(&root);
                count += 1;
            }
        }
    }
    assert!(count > 0);
}
