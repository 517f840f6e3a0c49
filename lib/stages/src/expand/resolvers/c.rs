//! C, C++, CUDA and Objective-C: a quoted include beside the file, then in the folders that build files name for headers, then below the folders around it and
//! their `include` and `src`, then by a clear end of the path. A header brings the source beside it that has its name, because there the definitions are.
//!
//! The name of a standard header in `<>` is local only where a folder around has it in `include`, as a C library has.

use super::tree::{clear_nearest, folders, join, nearest, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["c", "cpp", "objc", "cuda"], candidates };

const SOURCES: [&str; 7] = ["c", "cc", "cpp", "cxx", "m", "mm", "cu"];
/// Most folders that build files name.
const FOLDERS: usize = 4096;
const STANDARD: &str = " assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h stdalign.h \
    stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h tgmath.h threads.h time.h uchar.h wchar.h wctype.h \
    unistd.h pthread.h fcntl.h dirent.h dlfcn.h poll.h semaphore.h syslog.h termios.h strings.h netdb.h pwd.h grp.h sched.h getopt.h glob.h libgen.h \
    alloca.h malloc.h memory.h execinfo.h ifaddrs.h endian.h byteswap.h features.h windows.h winsock2.h ws2tcpip.h io.h direct.h process.h intrin.h \
    iconv.h langinfo.h nl_types.h regex.h search.h spawn.h utime.h wait.h curses.h zlib.h ";

/// The folders that build files name for headers.
struct Includes(Vec<String>);

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let angle = import.strip_prefix('<').map(|rest| rest.trim_end_matches('>'));
    let path = angle.unwrap_or(import).trim();
    if path.starts_with('/') || path.is_empty() {
        return Ok(Vec::new());
    }
    let is_standard = angle.is_some() && (STANDARD.contains(&format!(" {path} ")) || path.starts_with("sys/") || !path.contains(['.', '/']));
    // `x.h.in` is what a build makes `x.h` of.
    let made = format!("{path}.in");
    let has = |folder: &str| [path, &made].into_iter().filter_map(|path| walk(folder, path)).find(|path| tree.has(path));
    let header = if is_standard {
        folders(from).find_map(|folder| has(&join(folder, "include")))
    } else {
        let beside = if angle.is_some() { None } else { has(parent(from)) };
        let named = || -> Result<Option<String>, Error> {
            let includes = tree.memo(includes)?;
            let having: Vec<String> = includes.0.iter().filter_map(|folder| has(folder)).collect();
            Ok(nearest(from, having.iter().map(String::as_str).collect()).first().map(|path| (*path).to_owned()))
        };
        let below = |folder: &str| [join(folder, "include"), folder.to_owned(), join(folder, "src")].iter().find_map(|place| has(place));
        let clear = |path: &str| walk("", path).and_then(|path| clear_nearest(from, tree.ending(&path)).map(str::to_owned));
        let end = || clear(path).or_else(|| clear(&made));
        match beside {
            Some(beside) => Some(beside),
            None => named()?.or_else(|| folders(from).find_map(below)).or_else(end),
        }
    };
    // A header that seems to include itself means one of the system.
    let Some(header) = header.filter(|header| header != from) else { return Ok(Vec::new()) };
    let plain = header.trim_end_matches(".in");
    let stem = plain.rsplit_once('.').map_or(plain, |(stem, _)| stem).to_owned();
    let sources = SOURCES.iter().map(|extension| format!("{stem}.{extension}"));
    Ok(std::iter::once(header).chain(sources).collect())
}

fn includes(tree: &Tree<'_>) -> Result<Includes, Error> {
    let mut found = Vec::new();
    for (path, text) in [tree.manifests("CMakeLists.txt")?, tree.manifests_with("cmake")?].concat() {
        for call in ["include_directories", "INCLUDE_DIRECTORIES", "set", "list", "SET", "LIST"] {
            for (at, _) in text.match_indices(call) {
                let Some(words) = text[at + call.len()..].trim_start().strip_prefix('(') else { continue };
                let mut words = words.split(')').next().unwrap_or_default().split_whitespace().peekable();
                if matches!(call, "set" | "list" | "SET" | "LIST") {
                    // A variable that says by its name what it is for: `set(SHOP_INCLUDES ${PROJECT_SOURCE_DIR}/src)`.
                    words.next_if_eq(&"APPEND");
                    if !words.next().is_some_and(|name| name.to_ascii_uppercase().contains("INCLUDE")) {
                        continue;
                    }
                }
                found.extend(words.filter_map(|word| literal(path, word, tree)));
            }
        }
    }
    for name in ["compile_flags.txt", "Makefile", "makefile", "GNUmakefile", "Makefile.am", "binding.gyp", "BUILD.gn"] {
        for (path, text) in tree.manifests(name)? {
            let flags = text.match_indices("-I").map(|(at, _)| text[at + 2..].trim_start_matches([' ', '\n']));
            found.extend(flags.filter_map(|rest| literal(path, rest.split([' ', '\n', '\t', '"', '\'']).next()?, tree)));
        }
    }
    for (path, text) in tree.manifests("meson.build")? {
        for (at, call) in text.match_indices("include_directories(") {
            let words = text[at + call.len()..].split(')').next().unwrap_or_default();
            found.extend(words.split(',').filter_map(|word| literal(path, word.trim(), tree)));
        }
    }
    for (path, text) in tree.manifests("compile_commands.json")? {
        for (at, _) in text.match_indices("-I") {
            // Absolute on the machine that wrote it: of these folders, what a tail names here.
            let folder = text[at + 2..].split([' ', '"', '\\', ',']).next().unwrap_or_default();
            let mut tail = folder.trim_start_matches('/');
            let here = std::iter::from_fn(|| {
                let now = tail;
                tail = tail.split_once('/').map_or("", |(_, tail)| tail);
                (!now.is_empty()).then_some(now)
            });
            let here = here.filter_map(|tail| walk(parent(path), tail)).find(|folder| tree.has_folder(folder));
            found.extend(here);
        }
    }
    found.sort_unstable();
    found.dedup();
    found.truncate(FOLDERS);
    Ok(Includes(found))
}

/// The folder that a word of the build file at `path` names; none if it takes a variable that is no folder of the sources.
fn literal(path: &str, word: &str, tree: &Tree<'_>) -> Option<String> {
    const HERE: [&str; 6] = ["${CMAKE_CURRENT_SOURCE_DIR}", "${CMAKE_CURRENT_LIST_DIR}", "$(srcdir)", "$(CURDIR)", "${srcdir}", "${CURDIR}"];
    let word = word.trim_matches(['"', '\'']);
    let word = word.strip_prefix("$<BUILD_INTERFACE:").map_or(word, |rest| rest.trim_end_matches('>'));
    // The folder of the project is one around: `${PROJECT_SOURCE_DIR}`, `${shop_SOURCE_DIR}`, `$(top_srcdir)`.
    let project = ["SOURCE_DIR}", "$(top_srcdir)"].iter().find_map(|end| word.split_once(end)).filter(|(name, _)| name.is_empty() || name.starts_with("${"));
    let here = HERE.iter().find_map(|here| word.strip_prefix(here));
    let rest = here.or(project.map(|(_, rest)| rest)).unwrap_or(word);
    let is_plain = !rest.contains(['$', '<', '>', '(', ')']) && (rest.len() < word.len() || !rest.starts_with('/'));
    if !is_plain || matches!(rest, "PUBLIC" | "PRIVATE" | "INTERFACE" | "SYSTEM" | "BEFORE" | "AFTER" | "PARENT_SCOPE") {
        return None;
    }
    let below = |folder: &str| walk(folder, rest.trim_start_matches('/'));
    match here.is_none() && project.is_some() {
        true => folders(path).filter_map(below).find(|folder| tree.has_folder(folder)),
        false => below(parent(path)),
    }
}
