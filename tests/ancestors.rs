//! The words of the older systems: command lines as their documents show them, their settings, their files. Each must do what it did, or say why not.

use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::support::Case;

/// A tree that has what the documents ask for, and the older name of the command.
fn case() -> Case {
    let case = Case::with(&[
        (
            "src/search/SearchService.ts",
            "/** Runs the user authentication flow before a search. */\nexport class SearchService {\n  run(query: string) {\n    return handleStats(query);\n  }\n}\n",
        ),
        ("src/stats.ts", "export function handleStats(query: string) {\n  return query.length;\n}\n"),
        (
            "src/db.ts",
            "// Database connection logic.\nexport class DatabasePool {\n  connect(): Connection {\n    return new Connection();\n  }\n}\nexport class Connection {}\n",
        ),
        (
            "src/prompt.ts",
            "/** Enhances a prompt: prompt enhance logic. */\nexport function enhancePrompt(prompt: string) {\n  return prompt.trim();\n}\n",
        ),
        ("README.md", "# Shop\n\nText.\n"),
    ]);
    let cw = std::path::Path::new(env!("CARGO_BIN_EXE_cw"));
    std::os::unix::fs::symlink(cw, case.beside("contextweaver")).unwrap();
    case
}

/// Command line, exit code, what stdout has. One after the other, in one tree.
#[test]
fn command_lines_keep_working() {
    let case = case();
    let tree = case.tree().to_string_lossy().into_owned();
    let rows: &[(&str, i32, &[&str])] = &[
        ("contextweaver --version", 0, &["cw "]),
        ("contextweaver -v", 0, &["cw "]),
        ("contextweaver init", 0, &[".contextweaver/.env"]),
        ("cw init", 0, &[".contextweaver/.env"]),
        ("contextweaver init-project", 0, &["cwconfig.json"]),
        ("contextweaver init-project", 2, &[]),
        ("contextweaver index", 0, &[]),
        ("contextweaver index TREE", 0, &[]),
        ("contextweaver index --force", 0, &[]),
        ("contextweaver index -f --yes", 0, &[]),
        (
            "cw search --information-request 'How is the user authentication flow implemented?'",
            0,
            &["SearchService.ts", "user authentication flow"],
        ),
        (
            "cw search --information-request 'Database connection logic' --technical-terms 'DatabasePool,Connection'",
            0,
            &["src/db.ts", "class DatabasePool"],
        ),
        ("cw search --information-request '用户认证流程是如何实现的？'", 0, &["SearchService.ts"]),
        ("cw search --information-request '数据库连接逻辑' --technical-terms 'DatabasePool,Connection'", 0, &["src/db.ts"]),
        ("contextweaver search --format json --information-request '提示词增强相关逻辑是怎么实现的？'", 0, &["{\"", "src/prompt.ts"]),
        ("cw search --repo-path TREE --information-request 'database connection' --max-total-chars 20000", 0, &["src/db.ts"]),
        ("LOG_LEVEL=debug contextweaver search --information-request 'database connection'", 0, &["src/db.ts"]),
        ("contextweaver search --mode deep --information-request 'database connection'", 0, &["src/db.ts"]),
        ("contextweaver search --mode quick --information-request 'database connection'", 0, &["src/db.ts"]),
        ("contextweaver search --low-confidence return_top1 --information-request 'database connection'", 0, &["src/db.ts"]),
        ("contextweaver search", 2, &[]),
        ("contextweaver prompt-context '把 prompt enhance 对齐到 Skills'", 0, &["language: zh", "src/prompt.ts"]),
        (
            "contextweaver prompt-context --format json 'fix DatabasePool'",
            0,
            &["\"technicalTerms\":[\"DatabasePool\"]", "\"status\":\"ok\"", "\"startLine\":"],
        ),
        (
            "contextweaver list-files --glob 'src/**/*.ts' --language typescript --max-results 100",
            0,
            &["src/db.ts\n", "src/search/SearchService.ts\n"],
        ),
        ("contextweaver list-files TREE", 0, &["README.md\n"]),
        ("contextweaver definition SearchService --hint-path src/search", 0, &["export class SearchService"]),
        ("contextweaver definition SearchService -p TREE --max-results 3", 0, &["export class SearchService"]),
        ("contextweaver references handleStats --exclude-definition", 0, &["src/search/SearchService.ts:4:"]),
        ("contextweaver references handleStats --path TREE", 0, &["src/stats.ts:1:"]),
        ("contextweaver stats", 0, &["files"]),
        ("contextweaver stats --json", 0, &["\"files\":"]),
        ("contextweaver stats --path TREE", 0, &["files"]),
        ("contextweaver config list", 0, &["search.maxTotalChars"]),
        ("contextweaver config ls", 0, &["chunk.maxSize"]),
        ("contextweaver config validate", 0, &[]),
        ("contextweaver install-skills --dir ./agent-skills", 0, &["using-contextweaver", "enhancing-prompts"]),
        ("contextweaver mcp < /dev/null", 0, &[]),
        ("cw mcp < /dev/null", 0, &[]),
        ("contextweaver no-such-command", 2, &[]),
        ("contextweaver search --no-such-flag", 2, &[]),
    ];
    for (line, code, has) in rows {
        let ran = case.sh(&format!("PATH=..:$PATH\n{}", line.replace("TREE", &tree))).exits(*code);
        let out = ran.out();
        for text in *has {
            assert!(out.contains(text), "{line}\nstdout lacks {text:?}:\n{out}");
        }
        assert!(!out.contains('\u{1b}') && !ran.err().contains("panicked"), "{line}: {}", ran.err());
    }
    // A list that was limited to one language has no other.
    let files = case.sh("cw list-files --glob 'src/**/*.ts' --language typescript").exits(0).out();
    assert!(!files.contains("README"), "{files}");
}

#[test]
fn the_file_of_a_user_is_made_once_and_for_its_owner() {
    let case = case();
    case.sh("cw init").exits(0);
    let file = case.beside("home/.contextweaver/.env");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.lines().all(|line| line.is_empty() || line.starts_with('#')), "nothing is set by a template");
    for name in ["EMBEDDINGS_API_KEY", "RERANK_TOP_N", "CW_SEARCH_WVEC", "CW_CHUNK_MAX_SIZE", "IGNORE_PATTERNS", "LOG_LEVEL"] {
        assert!(text.contains(name), "{name}");
    }
    std::fs::write(&file, "IGNORE_PATTERNS=db.ts\n").unwrap();
    case.sh("cw init").exits(0).says("is there already");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "IGNORE_PATTERNS=db.ts\n");
    // An older file is not put out of force by a new one.
    case.sh("XDG_CONFIG_HOME=$HOME/conf cw init").exits(0).says("is there already");
    assert!(!case.sh("cw list-files").exits(0).out().contains("db.ts"));
    case.sh("rm $HOME/.contextweaver/.env && XDG_CONFIG_HOME=$HOME/conf cw init").exits(0);
    assert!(case.beside("home/conf/contextweaver/.env").exists());
    // Every line of the template is a setting that is understood; the model in a folder is somebody's.
    let lines = text.lines().filter_map(|line| line.strip_prefix("# ")).filter(|line| line.contains('='));
    let lines: String =
        lines.filter(|line| !line.contains("=local") && !line.contains("=/home/")).map(|line| format!("{line}\n")).collect();
    std::fs::write(&file, lines).unwrap();
    case.sh("chmod 600 $HOME/.contextweaver/.env").exits(0);
    let ran = case.sh("cw config validate").exits(0);
    assert!(!ran.err().contains("note"), "{}", ran.err());
}

#[test]
fn settings_keep_their_names_and_bounds() {
    let case = case();
    case.sh("cw index -q").exits(0);
    let list = |line: &str| -> Value {
        let ran = case.sh(&format!("{line} cw config list --json")).exits(0);
        serde_json::from_str(&ran.out()).unwrap()
    };
    for (name, key, value, held) in [
        ("CW_SEARCH_VECTOR_TOP_K", "search.vectorTopK", "5000", 200.0),
        ("CW_SEARCH_WVEC", "search.wVec", "1.5", 1.0),
        ("CW_SEARCH_WLEX", "search.wLex", "-1", 0.0),
        ("CW_SEARCH_RERANK_TOP_N", "search.rerankTopN", "1", 5.0),
        ("CW_SEARCH_SMART_MAX_K", "search.smartMaxK", "99", 15.0),
        ("CW_SEARCH_IMPORT_FILES_PER_SEED", "search.importFilesPerSeed", "9", 5.0),
        ("CW_SEARCH_MAX_TOTAL_CHARS", "search.maxTotalChars", "10", 20_000.0),
        ("CW_CHUNK_MAX_SIZE", "chunk.maxSize", "1", 50.0),
    ] {
        case.sh(&format!("{name}={value} cw query 'database connection'")).exits(0).says("S22").says(key);
        let row = &list(&format!("{name}={value}"))[key];
        assert_eq!((row["value"].as_f64(), row["from"].as_str()), (Some(held), Some("environment")), "{name}");
        // Blank is not said, no number is an error.
        case.sh(&format!("{name}= cw query 'database connection'")).exits(0);
        case.sh(&format!("{name}=many cw query 'database connection'")).exits(2).says("S22");
    }
    case.sh("LOG_LEVEL=loud cw query 'database connection'").exits(0).says("LOG_LEVEL is 'loud'");
    assert_eq!(case.sh("LOG_LEVEL=error cw query zyzzyva").exits(1).err(), "");
    // They are heard: five files where ten would be.
    for number in 0..12 {
        case.write(format!("many/{number}.ts"), format!("// the widget number {number}\nexport class Widget{number} {{}}\n"));
    }
    let count = |line: &str| case.sh(&format!("{line} cw query 'widget number' --jsonl")).exits(0).out().lines().count();
    assert_eq!((count(""), count("CW_SEARCH_RERANK_TOP_N=5"), count("CW_SEARCH_SMART_MAX_K=7")), (10, 5, 7));
    case.write("cwconfig.json", "{\"search\": {\"rerankTopN\": 6}}");
    assert_eq!((count(""), count("CW_SEARCH_RERANK_TOP_N=8")), (6, 8));
    assert_eq!(case.sh("CW_SEARCH_RERANK_TOP_N=5 cw query 'widget number' --jsonl -k 9").exits(0).out().lines().count(), 9);
    // A weight of nothing takes a list out of the fusion.
    let explained = |line: &str| case.sh(&format!("{line} cw query 'widget number' --json --explain")).exits(0).out();
    assert_ne!(explained("CW_SEARCH_WVEC=0"), explained("CW_SEARCH_WVEC=1"));
}

#[test]
fn services_are_listed_without_their_keys() {
    let case = case();
    let set = "EMBEDDINGS_BASE_URL='https://me:hunter2@api.example.org/v1?key=hunter2' EMBEDDINGS_MODEL=org/m EMBEDDINGS_API_KEY=hunter2 RERANK_HEADERS='X-Key: hunter2'";
    let ran = case.sh(&format!("{set} cw config list")).exits(0);
    assert!(!ran.out().contains("hunter2") && !ran.err().contains("hunter2"), "{}", ran.out());
    let list: Value = serde_json::from_str(&case.sh(&format!("{set} cw config list --json")).exits(0).out()).unwrap();
    assert_eq!(list["EMBEDDINGS_BASE_URL"]["value"], "https://api.example.org/v1");
    assert_eq!(
        (list["EMBEDDINGS_API_KEY"]["value"].as_str(), list["EMBEDDINGS_PROVIDER"]["value"].as_str()),
        (Some("(set)"), Some("http"))
    );
    assert_eq!((list["RERANK_PROVIDER"]["value"].as_str(), list["RERANK_PROVIDER"]["from"].as_str()), (Some("rules"), Some("default")));
    assert!(list.get("RERANK_MODEL").is_none());
}
