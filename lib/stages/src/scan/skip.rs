//! Which files are known but left out, and why. The tables are data: the name decides first, then the size, then the content.

use cw_records::RecordPath;

use super::language;

/// Why a file is left out; the words of `RECORDS.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Reason {
    Binary = 1,
    Large,
    Minified,
    Generated,
    LfsPointer,
    Credential,
    Lock,
    Symlink,
    Special,
    Unreadable,
    Encoding,
    Empty,
}

const REASONS: [(Reason, &str); 12] = [
    (Reason::Binary, "binary"),
    (Reason::Large, "large"),
    (Reason::Minified, "minified"),
    (Reason::Generated, "generated"),
    (Reason::LfsPointer, "lfs-pointer"),
    (Reason::Credential, "credential"),
    (Reason::Lock, "lock"),
    (Reason::Symlink, "symlink"),
    (Reason::Special, "special"),
    (Reason::Unreadable, "unreadable"),
    (Reason::Encoding, "encoding"),
    (Reason::Empty, "empty"),
];

impl Reason {
    /// The word in a `skip` record.
    pub fn word(self) -> &'static str {
        REASONS[self.code() as usize - 1].1
    }

    /// A small number, never 0.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// From its number.
    pub fn from_code(code: u8) -> Option<Reason> {
        REASONS.iter().map(|(reason, _)| *reason).find(|reason| reason.code() == code)
    }
}

#[rustfmt::skip]
const LOCKS: &[&str] = &[
    "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb", "deno.lock", "cargo.lock",
    "poetry.lock", "uv.lock", "pdm.lock", "pixi.lock", "pipfile.lock", "gemfile.lock", "composer.lock", "go.sum", "go.work.sum", "flake.lock",
    "mix.lock", "pubspec.lock", "podfile.lock", "package.resolved", "packages.lock.json", "paket.lock", "gradle.lockfile", "conan.lock",
    ".terraform.lock.hcl", "module.bazel.lock", "berksfile.lock", "cartfile.resolved", "stack.yaml.lock", "rebar.lock", "shard.lock",
    "manifest.toml.lock", "elm-stuff.lock", "symfony.lock", "chart.lock", "conda-lock.yml", "cabal.project.freeze",
];

/// Extensions of what is never text.
#[rustfmt::skip]
const BINARY: &[&str] = &[
    "png", "jpg", "jpeg", "gif", "ico", "webp", "bmp", "tif", "tiff", "avif", "heic", "icns", "psd", "xcf", "jp2", "jxl",
    "mp3", "mp4", "m4a", "m4v", "mov", "avi", "mkv", "webm", "wav", "flac", "ogg", "oga", "ogv", "opus", "aac", "wma", "wmv", "mpg", "mpeg",
    "woff", "woff2", "ttf", "otf", "eot", "ttc",
    "zip", "gz", "tgz", "bz2", "xz", "zst", "lz4", "7z", "rar", "jar", "war", "ear", "whl", "egg", "apk", "aab", "ipa", "deb", "rpm", "dmg", "iso", "cab",
    "exe", "dll", "so", "dylib", "lib", "pyc", "pyo", "pyd", "wasm", "nupkg", "rlib", "rmeta",
    "pdf", "docx", "xlsx", "pptx", "odt", "ods", "odp", "epub", "sqlite", "sqlite3", "parquet", "npy", "npz", "onnx", "safetensors",
    "tflite", "h5", "hdf5", "pkl", "joblib",
];

/// Names that hold secrets, wherever they lie.
#[rustfmt::skip]
const SECRET_NAMES: &[&str] = &[
    ".env", ".envrc", ".npmrc", ".netrc", "_netrc", ".pypirc", ".pgpass", ".my.cnf", ".mylogin.cnf", ".git-credentials", ".htpasswd", ".htdigest", ".boto", ".s3cfg",
    ".dockercfg", ".dockerconfigjson", ".vault-token", ".databrickscfg", ".terraformrc", "terraform.rc", ".dev.vars", ".gem-credentials", ".passwd-s3fs",
    "credentials.json", "application_default_credentials.json", "client_secret.json", "client_secrets.json", "service-account.json",
    "service_account.json", "serviceaccountkey.json", "secrets.json", "secrets.toml", "master.key", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk",
    "id_ed25519_sk", "kubeconfig", ".bash_history", ".zsh_history", ".psql_history", ".mysql_history",
];

/// Extensions of what holds keys.
const SECRET_EXTENSIONS: &[&str] =
    &["pem", "p12", "pfx", "p8", "jks", "keystore", "bks", "ppk", "kdbx", "keychain", "keychain-db", "ovpn", "tfstate", "agekey"];

/// The folder and the name together.
#[rustfmt::skip]
const SECRET_PLACES: &[&str] = &[
    ".aws/credentials", ".docker/config.json", ".kube/config", ".gem/credentials", ".cargo/credentials", ".cargo/credentials.toml",
    ".azure/accesstokens.json", ".config/gh/hosts.yml", ".composer/auth.json", ".m2/settings-security.xml", ".streamlit/secrets.toml",
];

/// Last parts of names that only programs read.
const MINIFIED: &[&str] =
    &[".min.js", ".min.mjs", ".min.cjs", ".min.css", "-min.js", ".js.map", ".mjs.map", ".cjs.map", ".css.map", ".ts.map", ".min.map"];
const GENERATED: &[&str] = &[
    ".pb.go",
    ".pb.gw.go",
    "_pb2.py",
    "_pb2.pyi",
    "_pb2_grpc.py",
    "_pb2_grpc.pyi",
    ".pb.cc",
    ".pb.h",
    ".snap",
    ".g.dart",
    ".freezed.dart",
];

const ENV_EXAMPLES: &[&str] = &["example", "sample", "template", "dist", "defaults", "schema", "tmpl", "tpl"];

/// True if the name alone says that it holds a secret.
fn is_secret(path: &str, name: &str) -> bool {
    let example = name.split(['.', '-', '_']).any(|part| ENV_EXAMPLES.contains(&part));
    if name == ".env" || name.starts_with(".env.") || name.starts_with(".env-") || name.ends_with(".env") {
        return !example;
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    SECRET_NAMES.contains(&name)
        || SECRET_EXTENSIONS.contains(&extension)
        || name.ends_with(".tfstate.backup")
        || (name.starts_with("client_secret_") && extension == "json")
        || SECRET_PLACES.iter().any(|place| path.strip_suffix(place).is_some_and(|rest| rest.is_empty() || rest.ends_with('/')))
}

/// What the name says. `secrets`: credentials are wanted.
pub fn by_name(path: &[u8], secrets: bool) -> Option<Reason> {
    let path = String::from_utf8_lossy(path).to_ascii_lowercase();
    let name = path.rsplit('/').next().unwrap_or(&path);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    if !secrets && is_secret(&path, name) {
        Some(Reason::Credential)
    } else if LOCKS.contains(&name) {
        Some(Reason::Lock)
    } else if BINARY.contains(&extension) {
        Some(Reason::Binary)
    } else if MINIFIED.iter().any(|end| name.ends_with(end)) {
        Some(Reason::Minified)
    } else if GENERATED.iter().any(|end| name.ends_with(end)) {
        Some(Reason::Generated)
    } else {
        None
    }
}

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

/// A private key that stands alone. Source and prose that hold or mention one are no key files.
fn is_key(path: &[u8], text: &str, lang: Option<&str>) -> bool {
    if text.len() > 64 << 10 || !text.contains("PRIVATE KEY") {
        return false;
    }
    let header = |line: &str| line.starts_with("-----BEGIN ") && line.contains("PRIVATE KEY");
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    let key = path.ends_with(b".key");
    text.lines().any(|line| header(line.trim_start())) && (key || lang.is_none() || first.starts_with("-----BEGIN "))
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
        let line = line.to_ascii_lowercase();
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

    #[test]
    fn words_and_numbers() {
        for (place, (reason, _)) in REASONS.iter().enumerate() {
            assert_eq!((reason.code() as usize, Reason::from_code(reason.code())), (place + 1, Some(*reason)));
        }
        assert_eq!(Reason::from_code(0), None);
        assert_eq!(Reason::LfsPointer.word(), "lfs-pointer");
    }

    /// D21: the first group never, the second always.
    #[test]
    fn secrets_by_name() {
        for path in [
            ".env",
            "a/.env.local",
            ".env.production",
            ".envrc",
            "prod.env",
            ".npmrc",
            "x/.netrc",
            "id_rsa",
            "k/id_ed25519",
            "credentials.json",
            "tls/server.pem",
            "a.p12",
            "a.PFX",
            "a.jks",
            ".aws/credentials",
            "home/.docker/config.json",
            ".htpasswd",
            ".git-credentials",
            "terraform.tfstate",
            "terraform.tfstate.backup",
            "client_secret_12.apps.json",
            ".pypirc",
            "master.key",
        ] {
            assert_eq!(by_name(path.as_bytes(), false), Some(Reason::Credential), "{path}");
            assert_eq!(by_name(path.as_bytes(), true), None, "{path}");
        }
        for path in [
            "secrets.py",
            "token_utils.go",
            ".env.example",
            ".env.sample",
            ".env.template",
            ".env.dist",
            "example.env",
            "env.py",
            "id_rsa.pub",
            "credentials.rs",
            "src/aws/credentials.go",
            "docker/config.json",
            "config.json",
            "environment.ts",
            "password.md",
            "keystore.java",
            "src/.env/mod.rs",
            "x.key",
            "myaws/credentials",
            "x.aws/credentials",
        ] {
            assert_eq!(by_name(path.as_bytes(), false), None, "{path}");
        }
    }

    #[test]
    fn other_names() {
        for (path, reason) in [
            ("Cargo.lock", Some(Reason::Lock)),
            ("a/go.sum", Some(Reason::Lock)),
            ("logo.PNG", Some(Reason::Binary)),
            ("a.min.js", Some(Reason::Minified)),
            ("a.js.map", Some(Reason::Minified)),
            ("a.pb.go", Some(Reason::Generated)),
            ("a_pb2.py", Some(Reason::Generated)),
            ("a.snap", Some(Reason::Generated)),
            ("admin.js", None),
            ("lock.rs", None),
            ("a.lock", None),
            ("map.js", None),
            ("icon.svg", None),
            ("a.ts", None),
        ] {
            assert_eq!(by_name(path.as_bytes(), false), reason, "{path}");
        }
    }

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
        let key = "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\n";
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
        assert_eq!(text("gen.py", "#!/usr/bin/env python3\nimport os\nT = '''\n# This file is generated. Do not edit.\n'''\n"), None);
        assert_eq!(text("a.c", "/*\n  Automatically generated by x,\n  do not edit.\n*/\nint a;\n"), Some(Reason::Generated));
    }
}
