//! Python: relative imports, and absolute ones from the roots of the sources: the folders around the file that are no packages, the folders of projects
//! and what their build files name (`src` and so on), else by a clear end of the path. Stubs and Cython count where there is no `.py`.
//!
//! The last words of an import may be names inside a module, so the longest beginning that is a module counts. What the standard library
//! has is never local, because an empty `__init__.py` is not in an index and so a package is not always known as one.

use serde_json::Value;

use super::tree::{clear_nearest, folders, join, nearest, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["python", "cython", "notebook"], candidates };

const DEPTH: usize = 32;
/// Where sources stand below the folder of a project.
const SOURCES: [&str; 4] = ["src", "lib", "python", "source"];
/// Names of the standard library.
const STANDARD: &str = " abc argparse array ast asyncio atexit base64 bisect builtins bz2 calendar cmath cmd code codecs collections colorsys \
    concurrent configparser contextlib contextvars copy copyreg cProfile csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils \
    doctest email encodings enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob \
    graphlib grp gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json keyword linecache locale logging lzma \
    mailbox marshal math mimetypes mmap multiprocessing netrc numbers operator optparse os pathlib pdb pickle pickletools pkgutil platform plistlib \
    poplib posixpath pprint profile pstats pty pwd py_compile pydoc queue quopri random re readline reprlib resource runpy sched secrets select \
    selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics string stringprep struct subprocess symtable \
    sys sysconfig syslog tarfile tempfile termios textwrap threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty \
    turtle types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser winreg wsgiref xml xmlrpc zipapp zipfile zipimport \
    zlib zoneinfo __future__ _thread ";

/// The folders below which the projects of the tree have their modules.
struct Roots(Vec<String>);

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let rest = import.trim_start_matches('.');
    let dots = import.len() - rest.len();
    let parts: Vec<&str> = rest.split('.').map(str::trim).filter(|part| !part.is_empty()).take(DEPTH).collect();
    if parts.iter().any(|part| part.contains('/')) {
        return Ok(Vec::new());
    }
    let found = if dots > 0 { relative(from, dots, &parts, tree) } else { absolute(from, &parts, tree)? };
    Ok(found.into_iter().collect())
}

/// The file of a module or package.
fn module(tree: &Tree<'_>, path: &str) -> Option<String> {
    if path.is_empty() {
        return None;
    }
    let package = join(path, "__init__.py");
    tree.first([format!("{path}.py"), package, format!("{path}.pyi"), join(path, "__init__.pyi"), format!("{path}.pyx"), format!("{path}.pxd")])
}

fn relative(from: &str, dots: usize, parts: &[&str], tree: &Tree<'_>) -> Option<String> {
    let folder = folders(from).nth(dots - 1)?;
    let longest = (1..=parts.len()).rev().find_map(|count| module(tree, &join(folder, &parts[..count].join("/"))));
    longest.or_else(|| tree.first([join(folder, "__init__.py"), join(folder, "__init__.pyi")]))
}

fn is_package(folder: &str, tree: &Tree<'_>) -> bool {
    tree.has(&join(folder, "__init__.py")) || tree.has(&join(folder, "__init__.pyi"))
}

fn absolute(from: &str, parts: &[&str], tree: &Tree<'_>) -> Result<Option<String>, Error> {
    let Some(first) = parts.first() else { return Ok(None) };
    // Only the language's own tree has these.
    if STANDARD.contains(&format!(" {first} ")) && !tree.has("Lib/os.py") {
        return Ok(None);
    }
    // A folder with `__init__.py` is a package: what is in it is not found from inside by its bare name.
    let open: Vec<&str> = folders(from).filter(|folder| !is_package(folder, tree)).collect();
    let sources: Vec<String> = open.iter().flat_map(|folder| SOURCES.map(|source| join(folder, source))).collect();
    let projects = tree.memo(projects)?;
    let projects = nearest(from, projects.0.iter().map(String::as_str).collect());
    let roots: Vec<&str> = open.iter().copied().chain(sources.iter().map(String::as_str)).chain(projects).collect();
    for count in (1..=parts.len()).rev() {
        let path = parts[..count].join("/");
        if let Some(found) = roots.iter().find_map(|root| module(tree, &join(root, &path))) {
            return Ok(Some(found));
        }
        if count > 1 {
            let ends = [format!("{path}.py"), format!("{path}/__init__.py")];
            if let Some(found) = ends.iter().find_map(|end| clear_nearest(from, tree.ending(end))) {
                return Ok(Some(found.to_owned()));
            }
        }
    }
    // A package may be anywhere: the one folder of that name that is a package and not inside another.
    let tops = tree.ending(&format!("{first}/__init__.py"));
    Ok(clear_nearest(from, tops.into_iter().filter(|path| !is_package(parent(parent(path)), tree)).collect()).map(str::to_owned))
}

fn projects(tree: &Tree<'_>) -> Result<Roots, Error> {
    let mut roots = Vec::new();
    for (path, text) in tree.manifests("pyproject.toml")? {
        let value: Value = toml::from_str(&text).unwrap_or_default();
        let tool = value.get("tool").unwrap_or(&Value::Null);
        let mut named = Vec::new();
        let setuptools = tool.get("setuptools").unwrap_or(&Value::Null);
        named.extend(setuptools.get("package-dir").and_then(Value::as_object).into_iter().flatten().filter_map(|(name, to)| to.as_str().filter(|_| name.is_empty())));
        let lists = [setuptools.pointer("/packages/find/where"), tool.pointer("/pytest/ini_options/pythonpath"), tool.pointer("/hatch/build/targets/wheel/sources")];
        named.extend(lists.into_iter().flatten().filter_map(Value::as_array).flatten().filter_map(Value::as_str));
        named.extend(tool.pointer("/poetry/packages").and_then(Value::as_array).into_iter().flatten().filter_map(|package| package.get("from")?.as_str()));
        named.extend(tool.pointer("/maturin/python-source").and_then(Value::as_str));
        named.extend(tool.pointer("/pdm/build/package-dir").and_then(Value::as_str));
        add(&mut roots, parent(path), &named);
    }
    for name in ["setup.cfg", "setup.py"] {
        for (path, text) in tree.manifests(name)? {
            // `package_dir = {"": "src"}`, `package_dir = =src`, `where = src`.
            let lines = text.lines().map(|line| line.trim().replace([' ', '\'', '"', '{', '}', '(', ')'], ""));
            let values = lines.filter_map(|line| {
                let rest = ["package_dir==", "package_dir=:", "package_dir=dict=", "=", "where=", "find_packageswhere=", "packages=find_packageswhere=", "packages=find_packages"]
                    .iter()
                    .find_map(|key| line.strip_prefix(key))?;
                Some(rest.split(',').next().unwrap_or_default().to_owned())
            });
            let values: Vec<String> = values.filter(|value| !value.is_empty() && !value.contains(['=', ':'])).collect();
            add(&mut roots, parent(path), &values.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }
    for name in ["requirements.txt", "manage.py", "pytest.ini", "tox.ini", "Pipfile"] {
        tree.ending(name).iter().for_each(|path| add(&mut roots, parent(path), &[]));
    }
    roots.sort_unstable();
    roots.dedup();
    // What is inside a package has its own name there.
    roots.retain(|root| !is_package(root, tree));
    Ok(Roots(roots))
}

/// The folder of a project and what its build files name below it.
fn add(roots: &mut Vec<String>, folder: &str, named: &[&str]) {
    roots.push(folder.to_owned());
    roots.extend(SOURCES.iter().take(1).chain(named).filter_map(|name| walk(folder, name)));
}
