//! What a hostile tree, stream or neighbour may try: to have read what lies outside, to have kept what is secret, to have answered from an index that somebody planted.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use cw_index::Store;

use crate::lab::{is_full, report};
use crate::support::{Case, bytes_of};

const CANARY: &str = "canaryXq7outside";

/// All texts that an index holds.
fn texts(index: &Path) -> String {
    let lex = Store::open(index).unwrap().lex().unwrap().unwrap();
    let all = lex.segments.iter().flat_map(|segment| (0..segment.files()).map(|number| segment.text(number).unwrap().to_string()));
    all.collect::<Vec<_>>().join("\n")
}

/// Paths that no record may bring into an index, and some that are odd and harmless.
const PATHS: [(&str, bool); 42] = [
    ("../x.py", true),
    ("..", true),
    (".", true),
    ("", true),
    ("/", true),
    ("/etc/passwd", true),
    ("a/../x.py", true),
    ("a/..", true),
    ("a/./b", true),
    ("./x.py", true),
    ("a//b", true),
    ("//a", true),
    ("a/", true),
    ("../../../../../../etc/passwd", true),
    ("a/b/../../../x.py", true),
    ("/proc/self/environ", true),
    ("/dev/zero", true),
    ("x\\u0000.py", true),
    ("a/\\u0000/b", true),
    ("a/b/.", true),
    ("a/b/..", true),
    ("../.cw/lex/manifest.json", true),
    ("/../x", true),
    ("..//x", true),
    ("...", false),
    ("..x", false),
    ("a/...", false),
    ("C:", false),
    ("C:x", false),
    ("a\\\\..\\\\b", false),
    ("~", false),
    ("~/x", false),
    ("$HOME/x", false),
    ("-rf", false),
    ("%2e%2e/x", false),
    ("con", false),
    ("nul.py", false),
    ("a b", false),
    ("a\\nb", false),
    ("\\u202egpj.py", false),
    ("file:x", false),
    ("*", false),
];

#[test]
fn hostile_paths_in_records() {
    let case = Case::with(&[("a.py", "def a(): pass\n")]);
    std::fs::write(case.beside("x.py"), CANARY).unwrap();
    case.sh("cw-scan -q . | cw-chunk > ../stream").exits(0);
    let stream = std::fs::read_to_string(case.beside("stream")).unwrap();
    let mut wrong = Vec::new();
    for (number, (path, leaves)) in PATHS.iter().enumerate() {
        let forged = stream.replace("\"path\":\"a.py\"", &format!("\"path\":\"{path}\""));
        assert!(forged != stream || *path == "a.py");
        let index = format!("../p{number}");
        let ran = case.feed(&format!("cw-lex add --index {index} | cw-embed add --index {index}"), forged.as_bytes());
        if ran.out().contains(CANARY) || (ran.code() == 2) != *leaves || ran.code() != 0 && ran.code() != 2 {
            wrong.push(format!("'{path}': {} {}", ran.code(), ran.err()));
        }
        // The file that a hit names is not read: texts come from the index.
        let hit = format!(
            "{{\"type\":\"header\",\"v\":1,\"repo\":\"t\",\"order\":\"score\",\"query\":\"a\",\"via\":[]}}\n{{\"type\":\"hit\",\"id\":\"{}\",\"path\":\"{path}\",\"bytes\":[0,8],\"lines\":[1,1],\"score\":1.0,\"rank\":1,\"from\":{{}}}}\n{{\"type\":\"end\"}}\n",
            "0".repeat(32)
        );
        case.sh("cw index -q --index ../own .").exits(0);
        for stage in ["cw-expand --index ../own", "cw-rerank --index ../own", "cw-pack --tokens 500 --index ../own"] {
            let ran = case.feed(stage, hit.as_bytes());
            if ran.out().contains(CANARY) || ran.out().contains("root:") || !(0..=4).contains(&ran.code()) {
                wrong.push(format!("'{path}' to {stage}: {} {}{}", ran.code(), ran.out(), ran.err()));
            }
        }
    }
    report("hostile paths in records", PATHS.len(), &wrong);
}

/// A folder and a file of the tree turn into links to the outside and back while they are indexed.
#[test]
fn links_that_are_swapped_lead_nowhere() {
    let case = Case::new();
    let outside = case.beside("outside");
    std::fs::create_dir(&outside).unwrap();
    for number in 0..20 {
        std::fs::write(outside.join(format!("f{number}.py")), format!("def {CANARY}_{number}(): pass\n")).unwrap();
        case.write(format!("dir/f{number}.py"), format!("def inside_{number}(): pass\n"));
        case.write(format!("files/f{number}.py"), format!("def inside_file_{number}(): pass\n"));
    }
    let rounds = if is_full() { 1000 } else { 12 };
    let stop = AtomicBool::new(false);
    let swapped = std::sync::atomic::AtomicUsize::new(0);
    let mut wrong = Vec::new();
    std::thread::scope(|scope| {
        let (tree, outside, stop, swapped) = (case.tree(), &outside, &stop, &swapped);
        scope.spawn(move || {
            let (dir, aside) = (tree.join("dir"), tree.join("aside"));
            while !stop.load(Ordering::Relaxed) {
                let _ = std::fs::rename(&dir, &aside).and_then(|()| symlink(outside, &dir));
                let _ = std::fs::remove_file(&dir).and_then(|()| std::fs::rename(&aside, &dir));
                for number in 0..20 {
                    let (file, other) = (tree.join(format!("files/f{number}.py")), tree.join("files/other"));
                    let _ = symlink(outside.join(format!("f{number}.py")), &other).and_then(|()| std::fs::rename(&other, &file));
                    let _ =
                        std::fs::write(&other, format!("def inside_file_{number}(): pass\n")).and_then(|()| std::fs::rename(&other, &file));
                }
                swapped.fetch_add(1, Ordering::Relaxed);
            }
        });
        for _ in 0..rounds {
            let ran = case.sh("rm -f ../i/lex/stamps; cw index -q . --index ../i");
            if !matches!(ran.code(), 0 | 1) {
                wrong.push(format!("{}: {}", ran.code(), ran.err()));
            } else if texts(&case.beside("i")).contains(CANARY) {
                wrong.push("it holds what lies outside".into());
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    report(&format!("runs while links were swapped {} times", swapped.into_inner()), rounds, &wrong);
}

#[test]
fn secrets_stay_out_of_the_index() {
    let case = Case::with(&[("src/a.py", "def a(): pass\n")]);
    let names = [
        ".env",
        ".env.local",
        ".env.production",
        "prod.env",
        "id_rsa",
        ".ssh/id_ed25519",
        "server.pem",
        "server.key",
        "cert.p12",
        "store.pfx",
        "app.jks",
        "debug.keystore",
        ".npmrc",
        ".netrc",
        ".pypirc",
        ".htpasswd",
        ".git-credentials",
        ".aws/credentials",
        ".docker/config.json",
        ".kube/config",
        "secrets.yaml",
        "config/secrets.yml",
        "terraform.tfstate",
        "keys/id_ecdsa",
        "service-account.json",
        ".pgpass",
        "my.kdbx",
        "signing.gpg",
        "key.asc",
        "id_dsa",
    ];
    for (number, name) in names.iter().enumerate() {
        let key = "-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ".replace("\\n", "\n");
        case.write(name, format!("password = secretcanary{number}q\n{key}\nsecretcanary{number}q\n-----END PRIVATE KEY-----\n"));
    }
    case.sh("git init -q; git add -A -f; cw index -q . --index ../i").exits(0);
    let (all, raw) = (texts(&case.beside("i")), bytes_of(&case.beside("i")));
    let wrong: Vec<String> = (0..names.len())
        .filter(|number| {
            let canary = format!("secretcanary{number}q");
            let in_bytes = raw.values().any(|bytes| bytes.windows(canary.len()).any(|window| window == canary.as_bytes()));
            in_bytes || all.contains(&canary)
        })
        .map(|number| names[number].to_owned())
        .collect();
    report("files of secrets", names.len(), &wrong);
    assert!(all.contains("def a()"));
}

/// Nothing that is no file is opened, and nothing without an end is read.
#[test]
fn what_is_no_file_is_not_waited_for() {
    let case = Case::with(&[("a.py", "def a(): pass\n")]);
    let line = "mkfifo fifo.py; ln -s /dev/zero zero.py; ln -s /dev/stdin in.py; ln -s /proc/self/environ env.py; truncate -s 100G sparse.py; ln -s . self; ln -s loop loop; mkdir d; ln -s .. d/up
        for flags in '' --follow; do timeout 60 cw index -q . $flags --index ../i$flags || exit; done; cw list-files -q --no-refresh --index ../i";
    let ran = case.sh(line).exits(0);
    assert_eq!(ran.out().lines().collect::<Vec<_>>(), ["a.py"]);
    assert!(!texts(&case.beside("i--follow")).contains("HOME="));
}

/// An index that another user left above is not asked, unless it is named.
#[test]
fn a_planted_index_is_refused() {
    let case = Case::with(&[("sub/a.py", "def a(): pass\n")]);
    case.sh("cw index -q").exits(0);
    if !std::process::Command::new("chown").args(["-R", "65534", ".cw"]).current_dir(case.tree()).status().unwrap().success() {
        eprintln!("torture: left out: files cannot be given away here");
        return;
    }
    for line in ["cw query a", "cw query --no-refresh a", "cw index", "cw list-files", "cw-lex find a", "cw verify", "cd sub && cw query a"]
    {
        case.sh(line).exits(3).says("I11");
    }
    assert!(std::process::Command::new("chmod").args(["-R", "a+rwX", ".cw"]).current_dir(case.tree()).status().unwrap().success());
    case.sh("SUDO_UID=65534 cw query -q a").exits(0);
    case.sh("cw query -q --no-refresh --index .cw a").exits(0);
}
