//! Which files are known but left out, and why. The tables are data. The name decides first, then the size, then the content (`content.rs`).

/// Why a file is left out; the words of `RECORDS.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Reason {
    /// A zero byte, or bytes that are no text.
    Binary = 1,
    /// More bytes than the limit.
    Large,
    /// Code that nobody wrote line by line.
    Minified,
    /// It says of itself that a program made it.
    Generated,
    /// A stand-in of git-lfs.
    LfsPointer,
    /// It may hold a secret.
    Credential,
    /// A list of exact versions for a package manager.
    Lock,
    /// A link.
    Symlink,
    /// A pipe, socket or device.
    Special,
    /// It could not be opened or read.
    Unreadable,
    /// Nobody knows how to read its bytes.
    Encoding,
    /// Nothing in it.
    Empty,
    /// Another repository whose objects are not here.
    Submodule,
}

const REASONS: [(Reason, &str); 13] = [
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
    (Reason::Submodule, "submodule"),
];

impl Reason {
    /// The word in a `skip` record.
    pub fn word(self) -> &'static str {
        REASONS[self.code() as usize - 1].1
    }

    /// True for what programs write and read: somebody may want it all the same.
    pub fn is_of_programs(self) -> bool {
        matches!(self, Reason::Lock | Reason::Generated | Reason::Minified)
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

/// What editors and careful people put around a name when they keep a copy of a file.
fn of_copy(name: &str) -> &str {
    let name = name.strip_prefix('#').and_then(|name| name.strip_suffix('#')).unwrap_or(name);
    let ends = ["~", ".bak", ".backup", ".old", ".orig", ".save", ".swp", ".copy"];
    ends.iter().find_map(|end| name.strip_suffix(end)).filter(|name| !name.is_empty()).unwrap_or(name)
}

/// True if the name alone says that it holds a secret, or a copy of one.
fn is_secret(path: &str, name: &str) -> bool {
    let folder = &path[..path.len() - name.len()];
    let name = of_copy(name);
    let example = name.split(['.', '-', '_']).any(|part| ENV_EXAMPLES.contains(&part));
    if name == ".env" || name.starts_with(".env.") || name.starts_with(".env-") || name.ends_with(".env") {
        return !example;
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_at = |place: &str| folder.strip_suffix(place).is_some_and(|above| above.is_empty() || above.ends_with('/'));
    SECRET_NAMES.contains(&name)
        || SECRET_EXTENSIONS.contains(&extension)
        || (name.starts_with("client_secret_") && extension == "json")
        || SECRET_PLACES.iter().any(|place| place.strip_suffix(name).is_some_and(|place| place.ends_with('/') && is_at(place)))
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
            ".env~",
            "#.env#",
            "a/.env.bak",
            "id_rsa.old",
            ".npmrc~",
            ".aws/credentials.orig",
            "server.pem.save",
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
            ".env.example~",
            "#main.rs#",
            "~",
            ".bak",
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
}
