//! Indexes of revisions, and the settings of a project.

use crate::support::Case;

const COMMIT: &str = "git add -A; git -c user.name=a -c user.email=a@b commit -qm x";

/// A repository with the branches `old` and `main`, which differ in one file.
fn repository() -> Case {
    let case = Case::with(&[("a.py", "def alpha():\n    return 1\n"), ("sub/c.py", "def gamma():\n    return 3\n")]);
    case.sh(&format!("set -e; git init -q -b main; {COMMIT}; git branch old; echo 'def beta(): pass' > b.py; {COMMIT}")).exits(0);
    case
}

#[test]
fn revisions_are_indexed_as_their_checkouts() {
    let case = repository();
    let line = "set -e; cw index -q --rev old; git clone -q -b old . ../old 2>/dev/null; cw index -q ../old; cw verify -q
        rm -f .cw/refs/old/lex/stamps .cw/refs/old/rev ../old/.cw/lex/stamps; diff -r .cw/refs/old ../old/.cw; test ! -e .cw/lex";
    case.sh(line).exits(0);
}

#[test]
fn revisions_share_what_is_the_same() {
    let case = repository();
    // The second begins with the first, and follows its branch.
    let line = format!(
        "set -e; cw index -q --rev old; cw index --json --rev main; cw query -q --rev main beta; cw query -q --rev old beta --jsonl | grep -c b.py || true
        git branch same; cw index -q --rev same; find .cw/refs/same -name '*.seg' -links 1 | wc -l
        echo 'def delta(): pass' > d.py; {COMMIT}; cw query -q --rev main delta; cw query -q --rev main --no-refresh delta; cw gc -q; cw verify -q; cw query -q --rev same alpha"
    );
    let ran = case.sh(&line).exits(0);
    let out = ran.out();
    assert!(out.contains(r#""read":1"#) && out.contains("b.py") && out.contains("d.py") && out.contains("\n0\n0\n"), "{out}");
    case.sh("cw query -q --rev nowhere x").exits(2).says("S20");
    case.sh("cw query -q --rev same~1 --no-refresh x").exits(3).says("I01");
}

/// The index of a revision stays one, whoever names its folder.
#[test]
fn the_index_of_a_revision_is_asked_as_it_is() {
    let case = repository();
    case.sh("set -e; cw index -q; cw index -q --rev old").exits(0);
    for line in ["cw query alpha --jsonl", "cw symbols", "cw list-files", "cw references beta"] {
        let ran = case.sh(&format!("{line} --index .cw/refs/old"));
        assert!(!ran.out().contains("b.py"), "{line}: {}", ran.out());
    }
    case.sh("cw index --index .cw/refs/old").exits(3).says("I05").says("'old'");
    let ran = case.sh("cw query --rev old beta --jsonl");
    assert!(!ran.out().contains("b.py"), "{}", ran.out());
}

/// What git keeps, such as addresses with passwords, is not read; a work tree that lies in there is.
#[test]
fn gits_own_folder_is_no_tree() {
    let case = repository();
    for line in ["cw-scan .git", "cd .git/refs && cw-scan .", "cw index .git"] {
        case.sh(line).exits(2).says("S04").says("hint: name the work tree");
    }
    let ran = case.sh("git worktree add -q .git/inside old && cw-scan -q --no-text .git/inside").exits(0);
    assert!(ran.out().contains("\"a.py\""), "{}", ran.out());
}

#[test]
fn revisions_of_a_bare_repository() {
    let case = repository();
    let line = "set -e; git clone -q --bare . ../b.git; cd ../b.git; cw-scan -q --rev old . --no-text; cw query -q --rev main --repo . beta; ls -A";
    let ran = case.sh(line).exits(0);
    assert!(ran.out().contains("sub/c.py") && ran.out().contains("b.py") && !ran.out().contains(".cw"), "{}", ran.out());
}

#[test]
fn settings_of_a_project() {
    let case = Case::with(&[("a.py", "def a(): pass\n"), ("gen/b.py", "def b(): pass\n")]);
    case.sh("cw config set indexing.ignorePattern gen/").exits(2).says("did you mean 'indexing.ignorePatterns'");
    case.sh("cw config set chunk.maxSize 9").exits(2).says("S22");
    let ran = case.sh("set -e; cw config set indexing.ignorePatterns gen/; cw config set chunk.maxSize 60; cw-scan -q . --no-text; CW_CHUNK_MIN_SIZE=7 cw config list").exits(0);
    let out = ran.out();
    assert!(!out.contains("gen/b.py") && out.contains("\"cwconfig.json\""), "{out}");
    for line in [
        "chunk.maxSize              60 [cwconfig.json]",
        "chunk.minSize              7 [environment]",
        r#"indexing.ignorePatterns    ["gen/"] [cwconfig.json]"#,
    ] {
        assert!(out.contains(line), "{line}\n{out}");
    }
    // A flag is over all; what is out of range is said; sizes hold for the index and are part of what made it.
    case.sh("cw-scan -q . | cw-chunk --max-chars 90 | head -1").exits(0).says("");
    case.sh("CW_CHUNK_MAX_SIZE=5 cw config validate").exits(0).says("5, which is not within 50 to 100000; 50 is used");
    case.sh("CW_CHUNK_MAX_SIZE=much cw config validate").exits(2).says("S22");
    let ran = case.sh("set -e; cw index -q; grep -o '\"max_chars\":60' .cw/lex/manifest.json; cw config set chunk.maxSize 70; cw query -q --no-refresh alpha || true; cw index");
    assert!(ran.out().contains("60"));
    ran.exits(3).says("I05");
    case.sh("set -e; cw index -q --rebuild; grep -o '\"max_chars\":70' .cw/lex/manifest.json").exits(0);
    case.sh("set -e; rm cwconfig.json; mkdir -p ../home/.contextweaver; echo 'IGNORE_PATTERNS=\"gen/, *.md\"' > ../home/.contextweaver/.env; cw-scan -q . --no-text | grep -c gen/b.py && exit 9; IGNORE_PATTERNS=x cw-scan -q . | grep -c gen/b.py").exits(0);
    case.sh("echo '{\"embeddings\": {\"baseUrl\": \"http://x\"}}' > cwconfig.json; cw query alpha")
        .exits(2)
        .says("'embeddings' is not known");
}

/// What an older build made is answered from as it is, and read again by the next `cw index`, once.
#[test]
fn an_index_of_another_build_is_read_again() {
    let case = Case::with(&[("a.py", "def alpha():\n    pass\n"), ("b.py", "def beta():\n    pass\n")]);
    // One whose every definition has another name.
    let number = cw_stages::chunk::VERSION;
    let old = format!(
        "set -e; cw-scan -q . | cw-chunk -q | sed 's/,\"version\":{number}}}/}}/; s/\"name\":\"/&old_/' | cw-lex add -q --index .cw | cw-embed add -q --index .cw >/dev/null"
    );
    case.sh(&old).exits(0);
    case.sh("grep -c version .cw/lex/manifest.json").exits(1);
    let ran = case.sh("cw definition --no-refresh old_alpha").exits(0);
    assert!(ran.out().contains("a.py:1"), "{}", ran.out());
    let note = "another build of cw made this index";
    let ran = case.sh("cw index; cw index").exits(0).says(note);
    let told = ran.err();
    assert_eq!(
        (told.matches(note).count(), told.matches("2 files read").count(), told.matches("nothing changed").count()),
        (1, 1, 1),
        "{told}"
    );
    case.sh("cw definition --no-refresh old_alpha").exits(1);
    case.sh(&format!("grep -c '\"version\":{number}' .cw/lex/manifest.json .cw/vec/*/manifest.json")).exits(0);
    // The same bytes as an index that was never another; a question brings it up to date as well.
    case.sh("set -e; cw index -q --index ../fresh .; diff -r -x stamps .cw ../fresh").exits(0);
    case.sh(&format!("rm -r .cw; {old}; cw definition alpha")).exits(0).says(note);
    // A share of either is taken by the other.
    case.sh(&format!("set -e; cw push -q ../share --ref new; rm -r .cw; {old}; cw pull -q ../share --ref new; grep -q '\"version\":{number}' .cw/lex/manifest.json; cw index"))
        .exits(0)
        .says("nothing changed");
}
