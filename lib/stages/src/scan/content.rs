//! Which files are left out for what is in them: pointers, keys, bundles, output of programs. In doubt a file stays.

use std::sync::LazyLock;

use cw_records::RecordPath;
use regex::Regex;

use super::language;
use super::skip::Reason;

/// A pointer of git's large file storage: the exact first line, and small.
pub fn is_lfs_pointer(bytes: &[u8]) -> bool {
    bytes.len() < 1024
        && bytes.strip_prefix(b"version https://git-lfs.github.com/spec/v1").is_some_and(|rest| matches!(rest.first(), Some(b'\n' | b'\r')))
}

/// What the decoded text says.
pub fn by_text(path: &[u8], text: &str, lang: Option<&str>, secrets: bool) -> Option<Reason> {
    if text.is_empty() {
        Some(Reason::Empty)
    } else if !secrets && is_key(path, text, lang) {
        Some(Reason::Credential)
    } else if is_minified(text, lang) {
        Some(Reason::Minified)
    } else if is_generated(text, lang) {
        Some(Reason::Generated)
    } else {
        None
    }
}

/// The block of a private key with a body: PEM, OpenSSH and PGP, also with its line ends spelled out as in JSON.
static KEY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let line_end = r"(?:\s|\\r|\\n)+";
    let head = format!(r"(?:[A-Za-z-]+: [^\n\\]*{line_end})*");
    Regex::new(&format!(r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----{line_end}{head}[A-Za-z0-9+/=]{{40}}")).ok()
});

/// Tokens that only their service makes, and whoever has one can use it.
static TOKEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let kinds = [
        r"\bgh[pousr]_[A-Za-z0-9]{36}\b",
        r"\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b",
        r"\bglpat-[A-Za-z0-9_-]{20}\b",
        r"\bsk_live_[A-Za-z0-9]{24,}\b",
        r"\bsk-(?:proj|ant)-[A-Za-z0-9_-]{32,}",
        r"\bAIza[A-Za-z0-9_-]{35}\b",
        r"\bnpm_[A-Za-z0-9]{36}\b",
        r"\bxox[bp]-[0-9]{10,13}-[0-9]{10,13}-[A-Za-z0-9-]{20,}",
        r#"(?i)\baws_secret_access_key["']?\s*[=:]\s*["']?[A-Za-z0-9/+]{40}(?:[^A-Za-z0-9/+]|$)"#,
    ];
    Regex::new(&kinds.join("|")).ok()
});

/// Languages of data: a file in one of them that holds a secret is there to hold it.
const DATA: &[&str] = &["json", "yaml", "toml", "ini", "xml", "properties"];

/// A key or token that a file of data holds, or a private key that stands alone. Source and prose that hold or mention one are no key files.
fn is_key(path: &[u8], text: &str, lang: Option<&str>) -> bool {
    let holds = |pattern: &LazyLock<Option<Regex>>| pattern.as_ref().is_some_and(|pattern| pattern.is_match(text));
    if text.len() > 64 << 10 {
        return false;
    }
    let data = lang.is_none_or(|lang| DATA.contains(&lang));
    if text.contains("PRIVATE KEY") && holds(&KEY) {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
        return data || path.ends_with(b".key") || first.starts_with("-----BEGIN ");
    }
    // The names of examples in manuals.
    data && holds(&TOKEN) && !text.contains("EXAMPLE")
}

/// True if the first bytes of a file that is too large look minified.
pub fn is_minified_start(path: &RecordPath, bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    is_minified(&text, language::detect(path, &text))
}

/// Long lines all over. A file with a few of them, or a small one, stays.
fn is_minified(text: &str, lang: Option<&str>) -> bool {
    let (size, limit) = match lang {
        Some("javascript" | "typescript" | "css" | "json" | "html" | "xml") => (20 << 10, 500),
        Some("notebook" | "markdown") => return false,
        _ => (100 << 10, 5000),
    };
    if text.len() <= size {
        return false;
    }
    let bytes = text.as_bytes();
    let lines = memchr::memchr_iter(b'\n', bytes).count() + 1;
    let long: usize = bytes.split(|byte| *byte == b'\n').map(<[u8]>::len).filter(|length| *length > limit * 10).sum();
    bytes.len() / lines > limit || long * 2 > bytes.len()
}

/// What may stand above or between the comments at the top of a file.
const PREAMBLE: &[&str] = &["<?", "package ", "'use ", "\"use ", "---", "<!doctype", "<!DOCTYPE", "syntax "];
const COMMENTS: &[&str] = &["//", "#", "/*", "*", "--", ";", "<!--", "\"\"\"", "%", "(*", "{-", "'"];
const BLOCKS: &[(&str, &str)] = &[("/*", "*/"), ("<!--", "-->"), ("\"\"\"", "\"\"\""), ("(*", "*)"), ("{-", "-}")];

/// The comment at the top of the file says that a program wrote it. Code that follows, such as a template of such a comment, does not count.
fn is_generated(text: &str, lang: Option<&str>) -> bool {
    if matches!(lang, Some("markdown" | "rst" | "text" | "json" | "notebook")) {
        return false;
    }
    let mut end = text.len().min(1024);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let (mut hands_off, mut generated) = (false, false);
    let mut block: Option<&str> = None;
    for line in text[..end].lines().map(str::trim) {
        if let Some(close) = block {
            block = block.filter(|_| !line.contains(close));
        } else if let Some((open, close)) = BLOCKS.iter().find(|(open, _)| line.starts_with(open)) {
            block = Some(*close).filter(|close| !line[open.len()..].contains(*close));
        } else if !COMMENTS.iter().any(|leader| line.starts_with(leader)) {
            if line.is_empty() || PREAMBLE.iter().any(|start| line.starts_with(start)) {
                continue;
            }
            break;
        }
        // As a mark it stands alone: "@generated" in backticks is somebody talking about it.
        if line.split_whitespace().any(|word| word == "@generated" || word.starts_with("@generated<<") || word == "@generated.") {
            return true;
        }
        // Nor does what is quoted.
        let line = line.split(['"', '`']).next().unwrap_or_default().to_ascii_lowercase();
        hands_off |= line.contains("do not edit") || line.contains("don't edit") || line.contains("do not modify");
        generated |= line.contains("generated");
    }
    hands_off && generated
}

/// What all of it says about a file whose bytes are text.
pub fn judge(path: &RecordPath, text: &str, secrets: bool) -> (Option<&'static str>, Option<Reason>) {
    let lang = language::detect(path, text);
    (lang, by_text(path.as_bytes(), text, lang, secrets))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C13: the exact line first, and small.
    #[test]
    fn lfs_pointers() {
        let pointer = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{:064}\nsize 14131452\n", 7);
        assert!(is_lfs_pointer(pointer.as_bytes()));
        assert!(!is_lfs_pointer(format!("# {pointer}").as_bytes()));
        assert!(!is_lfs_pointer(format!("{pointer}{}", "x".repeat(1024)).as_bytes()));
        assert!(!is_lfs_pointer(b"version https://git-lfs.github.com/spec/v1.html"));
    }

    fn text(path: &str, text: &str) -> Option<Reason> {
        judge(&path.into(), text, false).1
    }

    #[test]
    fn keys_by_content() {
        let body = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0PbnGy0AHB7MaXM3sqf".to_owned() + "+x/yZ\n";
        let block = |kind: &str, head: &str| format!("-----BEGIN {kind}-----\n{head}{body}{body}-----END {kind}-----\n");
        let key = &block("RSA PRIVATE KEY", "");
        for (kind, head) in [
            ("PRIVATE KEY", ""),
            ("OPENSSH PRIVATE KEY", ""),
            ("EC PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n"),
            ("PGP PRIVATE KEY BLOCK", "Version: GnuPG v2\n\n"),
        ] {
            assert_eq!(text("deploy", &block(kind, head)), Some(Reason::Credential), "{kind}");
        }
        let account = format!("{{\"type\": \"service_account\", \"private_key\": \"{}\"}}", block("PRIVATE KEY", "").replace('\n', "\\n"));
        assert_eq!(text("prod-1234.json", &account), Some(Reason::Credential));
        assert_eq!(
            text("values.yaml", &format!("tls:\n  key: |\n    {}", block("PRIVATE KEY", "").replace('\n', "\n    "))),
            Some(Reason::Credential)
        );
        assert_eq!(text("doc.yaml", "help: put -----BEGIN PRIVATE KEY----- here\n"), None);
        assert_eq!(text("parse.key", "-----BEGIN PRIVATE KEY-----\n...\n"), None);
        let token = format!("token: ghp_{}\n", "aB3".repeat(12));
        assert_eq!((text("ci.yml", &token), text("ci.py", &token), text("ci.md", &token)), (Some(Reason::Credential), None, None));
        for token in ["sk_live_", "sk-proj-", "sk-ant-", "AIza", "npm_"] {
            let length = if token == "AIza" { 35 } else { 36 };
            let body: String = "aB3".chars().cycle().take(length).collect();
            assert_eq!(text("x.yaml", &format!("token: {token}{body}\n")), Some(Reason::Credential), "{token}");
        }
        let pair = format!("[default]\naws_access_key_id = AKIA{}\naws_secret_access_key = {}\n", "Q7".repeat(8), "aB3/".repeat(10));
        assert_eq!(text("aws.ini", &pair), Some(Reason::Credential));
        assert_eq!(text("aws.ini", &pair.replace("Q7Q7Q7Q", "EXAMPLE")), None);
        assert_eq!(text("x.yaml", "aws_secret_access_key: ${SECRET}\nslack: xoxb-your-token\n"), None);
        for path in ["deploy", "server.key", "key.txt", "x.crt"] {
            assert_eq!(text(path, key), Some(Reason::Credential), "{path}");
        }
        assert_eq!(text("server.key", &format!("Bag\n{key}")), Some(Reason::Credential));
        for path in ["secrets.py", "README.md", "auth_test.go"] {
            assert_eq!(text(path, &format!("KEY = '''\n{key}'''\n")), None, "{path}");
        }
        assert_eq!(text("notes", "it begins with -----BEGIN RSA PRIVATE KEY----- and so on"), None);
    }

    /// D4, D5: a bundle goes, a small file with one long line stays.
    #[test]
    fn long_lines() {
        assert_eq!(text("assets/app.js", &"var a=1;".repeat(450_000)), Some(Reason::Minified));
        assert_eq!(text("longline.py", &format!("NEEDLE_URL = \"{:01170}\"\n", 0)), None);
        assert_eq!(text("small.js", &"var a=1;".repeat(1000)), None);
        assert_eq!(text("real.ts", &format!("{}const icon = \"{}\";\n", "const a = 1;\n".repeat(2000), "A".repeat(12_000))), None);
        assert_eq!(text("big.ts", &"export function f(a: number) { return a + 1; }\n".repeat(9000)), None);
        assert_eq!(text("n.ipynb", &format!("{{\n\"image/png\": \"{}\"\n}}", "A".repeat(200_000))), None);
    }

    #[test]
    fn written_by_programs() {
        assert_eq!(text("a.go", "// Code generated by stringer; DO NOT EDIT.\npackage a\n"), Some(Reason::Generated));
        assert_eq!(text("a.ts", "/**\n * @generated\n */\n"), Some(Reason::Generated));
        assert_eq!(text("a.rs", "//! Finds files with `@generated` in them.\n"), None);
        assert_eq!(text("a.py", "MARK = 'DO NOT EDIT: generated'\n"), None);
        assert_eq!(text("a.rs", "// The generated code is below.\n"), None);
        assert_eq!(text("a.go", "package x\n\n// This checks \"// Code generated by foo. DO NOT EDIT.\" lines\n"), None);
        assert_eq!(text("gen.py", "#!/usr/bin/env python3\nimport os\nT = '''\n# This file is generated. Do not edit.\n'''\n"), None);
        assert_eq!(text("a.c", "/*\n  Automatically generated by x,\n  do not edit.\n*/\nint a;\n"), Some(Reason::Generated));
    }
}
