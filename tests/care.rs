//! Looking after indexes: what is wrong, which there are, and how one is removed.

use crate::support::{Case, bytes_of};

fn case() -> Case {
    Case::with(&[("a.py", "def alpha():\n    return 1\n"), ("sub/b.rs", "fn beta() {}\n")])
}

#[test]
fn doctor_says_what_is_wrong_and_what_mends_it() {
    let case = case();
    let out = case.sh("cw doctor").exits(0).out();
    assert!(out.contains("note     index: there is none in") && !case.tree().join(".cw").exists(), "{out}");
    let out = case.sh("cw index -q; cw doctor").exits(0).out();
    assert!(out.contains("ok       index: '") && out.contains("ok       tree: ") && !out.contains("note  "), "{out}");
    // Who gets texts is said, what opens the door is not.
    let line = "EMBEDDINGS_BASE_URL=https://api.example.org/v1?k=s3cr3t EMBEDDINGS_MODEL=m EMBEDDINGS_API_KEY=k3y-of-mine CW_SHARE=https://store.example.org CW_SHARE_API_KEY=k3y-of-mine cw doctor --json";
    let out = case.sh(line).exits(0).out();
    assert!(out.contains("no vectors of 'http-m', which is set"), "{out}");
    assert!(
        out.contains("texts go to https://api.example.org; a key is set for EMBEDDINGS") && !out.contains("s3cr3t") && !out.contains("k3y"),
        "{out}"
    );
    let out = case.sh("EMBEDDINGS_BASE_URL=http://169.254.169.254/ EMBEDDINGS_MODEL=m CW_SHARE=ftp://x cw doctor").exits(3).out();
    assert!(out.contains("trouble  services: S32") && out.contains("trouble  share: C16"), "{out}");
    // What changed is a note, what is damaged is trouble.
    let out = case.sh("echo 'def two(): pass' > c.py; rm a.py; cw doctor").exits(0).out();
    assert!(out.contains("note     tree: 2 files changed since"), "{out}");
    let before = bytes_of(&case.tree().join(".cw"));
    let out = case.sh("echo '{' > cwconfig.json; for it in .cw/lex/*.seg; do printf x >> $it; done; cw doctor").exits(3).out();
    assert!(
        out.contains("trouble  settings: S22")
            && out.contains("trouble  damage: I04")
            && out.contains("hint: cw verify lists all damage; cw index"),
        "{out}"
    );
    assert!(before.len() == bytes_of(&case.tree().join(".cw")).len(), "it changes nothing");
    let out = case.sh("rm cwconfig.json; cw index -q; cw doctor").exits(0).out();
    assert!(out.contains("note     damage: 1 files were moved to"), "{out}");
    let out = case.sh("cp -r .cw ../apart; rm ../apart/lex/stamps; rm -r ../apart/vec; cw doctor --index ../apart").exits(3).out();
    assert!(out.contains("trouble  index: there is no part 'vec/cw-static-2'") && out.contains("note     tree: it is not here"), "{out}");
}

#[test]
fn the_list_of_indexes_is_a_help_and_no_condition() {
    let case = case();
    case.sh("cw list").exits(1);
    case.sh(
        "mkdir ../other ../third; cp a.py ../other; cp a.py ../third; cw index -q; cw index -q ../other; cd ../third; cw query -q alpha",
    )
    .exits(0);
    let lines = case.sh("cw list --json").exits(0).records();
    let shown: Vec<(String, String)> =
        lines.iter().map(|line| (line["root"].as_str().unwrap().rsplit('/').next().unwrap().into(), line["state"].to_string())).collect();
    let ready = |name: &str| (name.to_owned(), "\"ready\"".to_owned());
    assert_eq!(shown, [ready("other"), ready("third"), ready("tree")]);
    assert_eq!((lines[0]["files"].as_u64(), lines[2]["files"].as_u64()), (Some(1), Some(2)));
    // Forgotten is not deleted, and comes again.
    case.sh("cw forget ../other && test -e ../other/.cw/format && cw list | grep -c other").exits(1);
    case.sh("cw forget ../other").exits(1).says("not on the list");
    case.sh("cw index -q ../other; cw list | grep -c other").exits(0);
    let out = case.sh("rm -r ../other; printf 'cw-index 9\\n' > ../third/.cw/format; cw list").exits(0).out();
    assert!(out.contains("gone ") && out.contains("damaged ") && out.contains("ready "), "{out}");
    // Without a list, with a broken one, or nowhere to keep one, everything works.
    case.sh("for f in ../home/.local/state/contextweaver/indexes/*; do echo junk > $f; done; cw query -q alpha && cw list").exits(0);
    case.sh("rm -r ../home/.local; touch ../home/.local; cw index -q && cw query -q alpha && env -u HOME cw index -q && ! cw list")
        .exits(0);
}

#[test]
fn an_index_is_removed_as_it_was_made() {
    let case = case();
    case.sh("cw clean --yes").exits(3).says("I01");
    case.sh("cw index -q").exits(0);
    let before = bytes_of(&case.tree().join(".cw"));
    case.sh("cw clean").exits(2).says("C26");
    assert_eq!(bytes_of(&case.tree().join(".cw")), before);
    // One that is being written is left alone.
    case.sh("flock .cw/lex/lock cw clean --yes").exits(4).says("I02");
    assert_eq!(bytes_of(&case.tree().join(".cw")), before);
    case.sh("cw clean --yes && test ! -e .cw && cw list").exits(1);
    // What is not ours stays.
    case.sh("cw index -q; echo mine > .cw/mine; cw clean --yes").exits(0).says("not of an index");
    case.sh("test \"$(ls -A .cw)\" = mine && rm -r .cw").exits(0);
    let line = "cw index -q; mkdir -p .cw/lex/extra .cw/refs; touch .cw/lex/mine .cw/lex/extra/x .cw/refs/notes.md .cw/vec/y; cw clean --yes; find .cw -type f | sort; rm -r .cw";
    assert_eq!(case.sh(line).exits(0).out(), ".cw/lex/extra/x\n.cw/lex/mine\n.cw/refs/notes.md\n.cw/vec/y\n");
    // A revision goes alone.
    let git = "git -c user.name=a -c user.email=a@b";
    case.sh(&format!("git init -qb main; git add -A; {git} commit -qm x; cw index -q; cw index -q --rev main; cw clean --yes --rev main && test -e .cw/lex && test ! -e .cw/refs/main && cw verify -q")).exits(0);
}

/// A folder in the place of a file is damage like any other: it is moved away, and made anew.
#[test]
fn a_folder_in_the_place_of_a_file_is_mended() {
    let case = case();
    case.sh("cw index -q").exits(0);
    for file in ["lex/manifest.json", "lex/*.seg", "vec/*/manifest.json", "vec/*/*.seg"] {
        let ran = case.sh(&format!("f=$(ls .cw/{file}); rm $f; mkdir $f; cw verify")).exits(3);
        assert!(ran.out().contains("I04: ") && ran.out().contains("it is a folder"), "{}", ran.out());
        case.sh(&format!(
            "cw index -q; cw verify -q && cw query -q --no-refresh beta && test -d .cw/damaged/$(basename .cw/{file}); rm -r .cw/damaged"
        ))
        .exits(0);
    }
    case.sh("rm .cw/format; mkdir .cw/format; cw index").exits(0).says("I04");
    case.sh("cw query -q --no-refresh beta && test -d .cw/damaged/format").exits(0);
}

#[test]
fn formats_are_shown_and_reset() {
    let case = case();
    case.sh("cw migrate").exits(3).says("I01");
    let ran = case.sh("cw index -q; cw migrate").exits(0).says("nothing to migrate");
    assert!(ran.out().ends_with("/.cw': format 1\n"), "{}", ran.out());
    case.sh("printf 'cw-index 9\\n' > .cw/format; cw migrate").exits(3).says("I03").says("cw migrate --reset");
    case.sh("cw migrate --reset && cw migrate && cw query -q beta && cat .cw/damaged/format").exits(0);
    case.sh("printf 'cw-index 9\\n' > .cw/format; cw clean --yes && test ! -e .cw").exits(0);
}

/// A variable that is set for something else deletes nobody's index.
#[test]
fn an_index_of_another_tree_is_not_cleaned() {
    let case = Case::new();
    case.write("a.rs", "fn a() {}\n");
    case.sh("cw index -q . --index ../apart; mkdir ../other; echo 'fn b() {}' > ../other/b.rs").exits(0);
    case.sh("CW_INDEX=$PWD/../apart cw clean ../other --yes").exits(3).says("I05");
    case.sh("cd ../other; touch cwconfig.json; CW_INDEX=$PWD/../apart cw clean --yes").exits(3).says("I05");
    // A folder with a file `format` is no index.
    case.sh("mkdir ../plain; echo mine > ../plain/format; cw clean --index ../plain --yes").exits(3);
    assert!(case.beside("plain/format").exists());
    case.sh("cw clean --index ../apart --yes").exits(0);
    assert!(!case.beside("apart").exists());
}
