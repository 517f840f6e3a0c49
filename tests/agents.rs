//! Files of coding agents: what is written into them, and that nothing else changes.

use serde_json::{Value, json};

use crate::support::Case;

fn json_of(case: &Case, path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(case.beside(path)).unwrap()).unwrap()
}

/// Each agent's files, for the project and for the user; then again, and away.
#[test]
fn agents_are_told_once_and_forget() {
    let case = Case::new();
    std::fs::create_dir(case.tree().join(".git")).unwrap();
    for (agent, project, user) in [
        ("claude", &[".mcp.json", "CLAUDE.md"][..], &[".claude.json", ".claude/CLAUDE.md"][..]),
        ("codex", &[".codex/config.toml", "AGENTS.md"], &[".codex/config.toml", ".codex/AGENTS.md"]),
        ("cursor", &[".cursor/mcp.json", ".cursor/rules/cw.mdc"], &[".cursor/mcp.json"]),
        ("gemini", &[".gemini/settings.json", "GEMINI.md"], &[".gemini/settings.json", ".gemini/GEMINI.md"]),
        ("opencode", &["opencode.json", "AGENTS.md"], &[".config/opencode/opencode.json", ".config/opencode/AGENTS.md"]),
        ("vscode", &[".vscode/mcp.json", ".github/copilot-instructions.md"], &[".config/Code/User/mcp.json"]),
        ("zed", &[".zed/settings.json", "AGENTS.md"], &[".config/zed/settings.json"]),
        ("windsurf", &[".windsurf/rules/cw.md"], &[".codeium/windsurf/mcp_config.json", ".codeium/windsurf/memories/global_rules.md"]),
    ] {
        for (flag, place, files) in [("", "tree", project), ("--user", "home", user)] {
            let run = |more: &str| case.sh(&format!("cw install-agent {agent} {flag} {more}")).exits(0).out();
            let dry = run("--dry-run");
            assert_eq!(dry.matches(": would be made").count(), files.len(), "{dry}");
            assert!(files.iter().all(|file| !case.beside(place).join(file).exists()), "{agent}: a dry run wrote");
            assert_eq!(run("").matches(": made").count(), files.len());
            let texts: Vec<String> = files.iter().map(|file| std::fs::read_to_string(case.beside(place).join(file)).unwrap()).collect();
            assert!(texts.iter().all(|text| text.contains("cw-mcp") || text.contains("codebase-retrieval")), "{agent}: {texts:?}");
            assert_eq!(run("").matches(": unchanged").count(), files.len());
            assert_eq!(run("--uninstall").matches(": removed").count(), files.len());
            assert!(files.iter().all(|file| !case.beside(place).join(file).exists()), "{agent}: something is left");
            assert_eq!(run("--uninstall"), "");
        }
    }
    case.sh("cw install-agent emacs").exits(2);
    case.sh("cw install-agent windsurf").exits(0).says("--user");
}

#[test]
fn what_others_wrote_stays() {
    let case = Case::with(&[
        (".mcp.json", "{\n  // ours\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }, // keep\n  },\n}\n"),
        ("CLAUDE.md", "# Rules\n\nBe kind.\n"),
        (".codex/config.toml", "model = \"m\" # mine\n\n[mcp_servers.other]\ncommand = \"x\"\n"),
        ("opencode.jsonc", "{ /* none */ }\n"),
        (".git/HEAD", ""),
    ]);
    let read = |name: &str| std::fs::read_to_string(case.tree().join(name)).unwrap();
    let before = [read(".mcp.json"), read("CLAUDE.md"), read(".codex/config.toml")];
    case.sh("chmod 600 .mcp.json && cw install-agent claude && cw install-agent codex && cw install-agent opencode").exits(0);
    assert!(read(".mcp.json").contains("// keep\n    \"cw\": {"), "{}", read(".mcp.json"));
    assert!(read("CLAUDE.md").starts_with("# Rules\n\nBe kind.\n\n<!-- cw: begin"));
    assert!(read(".codex/config.toml").contains("\n[mcp_servers.cw]\ncommand = \"cw-mcp\"\n"), "{}", read(".codex/config.toml"));
    assert!(read("opencode.jsonc").contains("/* none */") && !case.tree().join("opencode.json").exists());
    assert_eq!(case.sh("stat -c %a .mcp.json").out().trim(), "600");
    case.sh("cw install-agent claude --uninstall && cw install-agent codex --uninstall").exits(0);
    assert_eq!([read(".mcp.json"), read("CLAUDE.md"), read(".codex/config.toml")], before);
    // What cannot be edited is left alone, and so is the rest.
    case.write(".mcp.json", "{\"mcpServers\": [}");
    case.sh("cw install-agent claude").exits(2).says("C42: cannot edit").says("nothing was changed");
    assert_eq!((read(".mcp.json").as_str(), read("CLAUDE.md")), ("{\"mcpServers\": [}", before[1].clone()));
    // A link stays one.
    case.sh("rm .mcp.json && mkdir dot && echo '{}' > dot/mcp.json && ln -s dot/mcp.json .mcp.json && cw install-agent claude").exits(0);
    assert!(case.tree().join(".mcp.json").is_symlink() && read("dot/mcp.json").contains("cw-mcp"));
}

#[test]
fn the_server_of_a_user_is_a_path() {
    let case = Case::new();
    case.sh("cw install-agent vscode --user").exits(0);
    let command = json_of(&case, "home/.config/Code/User/mcp.json")["servers"]["cw"]["command"].as_str().unwrap().to_owned();
    assert!(command.starts_with('/') && command.ends_with("/cw-mcp"), "{command}");
    case.sh("XDG_CONFIG_HOME=$HOME/conf cw install-agent opencode --user").exits(0);
    assert_eq!(json_of(&case, "home/conf/opencode/opencode.json")["mcp"]["cw"]["type"], json!("local"));
    case.sh("CODEX_HOME=$HOME/cx cw install-agent codex --user").exits(0);
    assert!(case.beside("home/cx/config.toml").exists());
}

#[test]
fn skills_are_written_and_every_command_in_them_runs() {
    let case = Case::with(&[
        (
            "src/cache.rs",
            "//! A cache.\npub struct Cache(Vec<String>);\nimpl Cache {\n    /// Evict the oldest entry when full.\n    pub fn evict(&mut self) {\n        self.0.remove(0);\n    }\n}\n",
        ),
        ("src/retry.rs", "/// Where we retry.\npub fn retry(mut work: impl FnMut() -> bool) {\n    while !work() {}\n}\n"),
    ]);
    let ran = case.sh("cw install-skills --dir new/skills").exits(0);
    assert_eq!(ran.out().matches(": written").count(), 2);
    assert_eq!(case.sh("cw install-skills --dir new/skills").exits(0).out().matches(": unchanged").count(), 2);
    for name in ["using-contextweaver", "enhancing-prompts"] {
        let text = std::fs::read_to_string(case.tree().join("new/skills").join(name).join("SKILL.md")).unwrap();
        assert!(text.starts_with(&format!("---\nname: {name}\ndescription: >-\n")), "{text}");
        let blocks: Vec<&str> = text.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap()).collect();
        assert!(!blocks.is_empty());
        for line in blocks.iter().flat_map(|block| block.lines()) {
            assert!(!case.sh(line).exits(0).out().is_empty() || line == "cw index", "{line}");
        }
    }
    case.write("new/skills/enhancing-prompts/SKILL.md", "mine");
    case.sh("cw install-skills --dir new/skills").exits(2).says("C41");
    assert_eq!(std::fs::read_to_string(case.tree().join("new/skills/enhancing-prompts/SKILL.md")).unwrap(), "mine");
    case.sh("cw install-skills --dir new/skills --force").exits(0);
    case.sh("cw install-skills").exits(2);
}

/// A server of our name that is another program's is nobody's to replace, unless that is said.
#[test]
fn a_server_of_another_program_stays() {
    let json = "{\"mcpServers\": {\"cw\": {\"command\": \"other\"}}}\n";
    let toml = "[mcp_servers.cw]\ncommand = \"other\"\n";
    let case = Case::with(&[(".mcp.json", json), (".codex/config.toml", toml), (".git/HEAD", "")]);
    let read = |name: &str| std::fs::read_to_string(case.tree().join(name)).unwrap();
    for agent in ["claude", "codex"] {
        case.sh(&format!("cw install-agent {agent}")).exits(2).says("C41").says("--force");
        case.sh(&format!("cw install-agent {agent} --uninstall")).exits(0);
    }
    assert_eq!(
        (read(".mcp.json").as_str(), read(".codex/config.toml").as_str(), case.tree().join("CLAUDE.md").exists()),
        (json, toml, false)
    );
    case.sh("cw install-agent claude --force && cw install-agent codex --force && cw install-agent claude").exits(0);
    assert!(read(".mcp.json").contains("cw-mcp") && read(".codex/config.toml").contains("cw-mcp"));
}
