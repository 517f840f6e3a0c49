//! A test of the tests: commands that are wrong on purpose, and the suite has to see each of them.

use std::path::Path;
use std::process::Command;

/// What is wrong in the mutant, and the test that has to fail.
const MUTANTS: [(&str, &str); 3] = [
    ("no-sync", "power::t3_the_power_goes"),
    ("no-check", "damage::t7_damage_is_told_and_mended"),
    ("manifest-first", "kills::t1_a_kill_at_every_call"),
];

/// Builds the commands with the feature `mutants` and runs one test with each mutant. It compiles, so it runs by name only:
/// `cargo test --test torture -- --ignored every_mutant_is_caught`.
#[test]
#[ignore = "it compiles"]
fn every_mutant_is_caught() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let build = |features: &[&str]| {
        let mut command = Command::new(&cargo);
        let done = command.current_dir(root).args(["build", "-q", "--locked", "--bin", "cw"]).args(features).status().unwrap();
        assert!(done.success());
    };
    let program = Path::new(env!("CARGO_BIN_EXE_cw"));
    let mutant = folder.path().join("cw");
    build(&["--features", "mutants"]);
    std::fs::copy(program, &mutant).unwrap();
    // The built commands are again what they were.
    build(&[]);
    let run = |word: &str, test: &str| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", test]).env("CW_TORTURE_BIN", &mutant).env("CW_MUTANT", word);
        command.output().unwrap()
    };
    for (word, test) in MUTANTS {
        let without = run("", test);
        assert!(without.status.success(), "{test} fails without a mutant: {}", String::from_utf8_lossy(&without.stdout));
        let with = run(word, test);
        let said = String::from_utf8_lossy(&with.stdout).into_owned();
        assert!(!with.status.success(), "{test} did not see '{word}': {said}");
        eprintln!("torture: {test} sees '{word}'");
    }
}
