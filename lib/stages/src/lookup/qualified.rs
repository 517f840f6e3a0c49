//! Qualified names as people write them: the last part is the name, the parts before it say where it stands.

use cw_records::RecordPath;

/// A name as it was asked for, taken apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Qualified<'a> {
    /// The last part.
    pub name: &'a str,
    /// The parts before it, outermost first, in lower case.
    pub around: Vec<String>,
}

/// Words that say where the asker stands, not where the name does.
const HERE: &[&str] = &["crate", "self", "super", "this", "$this", "static"];

/// File stems that stand for their folder.
const FOLDER: &[&str] = &["__init__", "mod", "lib", "index", "main"];

/// Words that stand before a name where it is defined.
const KEYWORDS: &[&str] = &[
    "struct",
    "class",
    "enum",
    "union",
    "interface",
    "trait",
    "impl",
    "type",
    "typedef",
    "record",
    "protocol",
    "object",
    "module",
    "namespace",
    "package",
    "mod",
    "fn",
    "func",
    "fun",
    "function",
    "def",
    "defp",
    "defmacro",
    "defmodule",
    "macro",
    "macro_rules!",
    "sub",
    "proc",
    "const",
    "let",
    "var",
    "val",
    "static",
    "async",
    "export",
    "pub",
    "public",
    "private",
    "protected",
    "abstract",
    "final",
    "extern",
    "inline",
];

/// Takes `Type.name`, `Type::name`, `a/b.Type#name`, `(*Type).name`, `Type->name`, `Outer$Inner`, `struct name`, `%Type{}`, `[Type name:]` and `name()` apart.
pub fn qualified(symbol: &str) -> Qualified<'_> {
    let symbol = bare(symbol);
    if let Some(message) = message(symbol) {
        return message;
    }
    let symbol = symbol.find('(').filter(|at| *at > 0 && symbol.ends_with(')')).map_or(symbol, |at| &symbol[..at]);
    // Elixir and Erlang write the number of arguments behind a name.
    let symbol = match symbol.rsplit_once('/') {
        Some((name, count)) if !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => symbol,
    };
    let parts = symbol.split(['.', ':', '#', '\\', '/']).flat_map(|part| part.split("->")).flat_map(inner);
    let plain = |part: &'_ str| -> Option<(usize, usize)> {
        let start = part.len() - part.trim_start_matches(['(', '*', '&', ' ']).len();
        let rest = part[start..].trim_end_matches([')', ' ']);
        let end = rest.find(['<', '[']).filter(|at| *at > 0).unwrap_or(rest.len());
        (end > 0).then_some((start, start + end))
    };
    let mut parts: Vec<&str> = parts.filter_map(|part| plain(part).map(|(start, end)| &part[start..end])).collect();
    let name = parts.pop().unwrap_or(symbol);
    Qualified { name, around: parts.into_iter().map(str::to_lowercase).filter(|part| !HERE.contains(&part.as_str())).collect() }
}

/// A method as Objective-C and its crash logs write it: `-[Type name:with:]`, `+name`, `name:with:`. Its name is that of the first argument.
fn message(symbol: &str) -> Option<Qualified<'_>> {
    let signed = symbol.strip_prefix(['-', '+']).map(str::trim_start);
    let plain = signed.unwrap_or(symbol);
    let (of, selector) = match plain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inside) => inside.trim().split_once(' ').map(|(of, selector)| (of, selector.trim()))?,
        None if signed.is_some() || plain.ends_with(':') => ("", plain),
        None => return None,
    };
    let is_selector = selector.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | ':')) && !selector.contains("::");
    let name = selector.split(':').next().filter(|name| is_selector && !name.is_empty())?;
    // A category stands in brackets behind the name of its class.
    let of = of.split('(').next().unwrap_or(of);
    Some(Qualified { name, around: Some(of.to_lowercase()).filter(|of| !of.is_empty()).into_iter().collect() })
}

/// The name in `struct name`, as it is defined, and in `%Name{}`, as Elixir makes one.
pub(super) fn bare(symbol: &str) -> &str {
    let symbol = symbol.trim();
    let symbol = match symbol.rsplit_once(' ') {
        Some((before, name)) if before.split_whitespace().all(|word| KEYWORDS.contains(&word)) => name,
        _ => symbol,
    };
    match symbol.strip_prefix('%').and_then(|rest| rest.strip_suffix('}')?.split_once('{')) {
        Some((name, _)) if !name.is_empty() => name,
        _ => symbol,
    }
}

/// The parts of `Outer$Inner`, as Java names what is inside; what has no name there has a number. A sign at the beginning is part of a variable.
fn inner(part: &str) -> impl Iterator<Item = &str> {
    let whole = part.starts_with('$') || part.ends_with('$') || !part.contains('$');
    let named = move |piece: &&str| whole || !piece.is_empty() && !piece.bytes().all(|byte| byte.is_ascii_digit());
    let at = if whole { None } else { Some('$') };
    part.split(move |letter| Some(letter) == at).filter(named)
}

/// How well `around` fits what stands around a definition: how many of its parts are there in their order, then how many of them directly before the name.
pub(super) fn fit(around: &[String], path: &RecordPath, names: &[String]) -> (usize, usize) {
    let places = places(path, names);
    // The longest common subsequence.
    let mut lengths = vec![0; around.len() + 1];
    for place in &places {
        let mut diagonal = 0;
        for (at, part) in around.iter().enumerate() {
            let above = lengths[at + 1];
            lengths[at + 1] = if part == place { diagonal + 1 } else { above.max(lengths[at]) };
            diagonal = above;
        }
    }
    let direct = around.iter().rev().zip(places.iter().rev()).take_while(|(part, place)| part == place).count();
    (lengths.last().copied().unwrap_or(0), direct)
}

/// What stands around a definition, outermost first, in lower case: folders, the file's stem, then names.
fn places(path: &RecordPath, names: &[String]) -> Vec<String> {
    let path = path.display().to_lowercase();
    let mut places: Vec<String> = path.split('/').map(str::to_owned).collect();
    if let Some(file) = places.pop() {
        let stem = file.split_once('.').filter(|(stem, _)| !stem.is_empty()).map_or(file.as_str(), |(stem, _)| stem);
        places.extend((!FOLDER.contains(&stem)).then(|| stem.to_owned()));
    }
    for name in names {
        places.extend(name.to_lowercase().split(['.', ':', '\\', '/']).filter(|part| !part.is_empty()).map(str::to_owned));
    }
    // A file that is named for what it defines says the same twice.
    places.dedup();
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        for (symbol, want) in [
            ("name", "name"),
            ("name()", "name"),
            ("Type.name(a, b)", "type name"),
            ("aiohttp.ClientSession", "aiohttp ClientSession"),
            ("tools.jackson.databind.ObjectMapper", "tools jackson databind ObjectMapper"),
            ("crate::store::Store::open", "store store open"),
            ("Vec<T>::push", "vec push"),
            ("Map[K].Get", "map Get"),
            ("(*Mux).Find", "mux Find"),
            ("net/http.Client", "net http Client"),
            ("App\\Http\\Kernel->handle", "app http kernel handle"),
            ("Foo#bar", "foo bar"),
            ("Ecto.Changeset.cast/4", "ecto changeset cast"),
            ("DefaultCacheProvider$Builder", "defaultcacheprovider Builder"),
            ("a.b.Outer$Inner$1", "a b outer Inner"),
            ("$scope", "$scope"),
            ("struct client", "client"),
            ("pub async fn retry(times)", "retry"),
            ("Getting started", "Getting started"),
            ("-[AFManager(Old) taskWithRequest:progress:]", "afmanager taskWithRequest"),
            ("[AFPolicy defaultPolicy]", "afpolicy defaultPolicy"),
            ("+ defaultPolicy", "defaultPolicy"),
            ("taskWithRequest:progress:", "taskWithRequest"),
            ("std::io::", "std io"),
            ("%Ecto.Changeset{}", "ecto Changeset"),
            ("User.save!", "user save!"),
            ("->", "->"),
            ("", ""),
        ] {
            let Qualified { name, around } = qualified(symbol);
            let got = around.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join(" ");
            assert_eq!(got, want, "{symbol}");
        }
    }

    #[test]
    fn what_stands_around_a_name_fits() {
        for (symbol, path, names, want) in [
            ("aiohttp.ClientSession", "aiohttp/client.py", &[][..], (1, 0)),
            ("aiohttp.ClientSession", "aiohttp/__init__.py", &[], (1, 1)),
            ("connector.BaseConnector", "aiohttp/connector.py", &[], (1, 1)),
            ("tools.jackson.databind.ObjectMapper", "src/main/java/tools/jackson/databind/ObjectMapper.java", &[], (3, 0)),
            ("Ecto.Changeset.cast", "lib/ecto/changeset.ex", &["Ecto.Changeset"], (2, 2)),
            ("Changeset.cast", "lib/ecto/changeset.ex", &["Ecto.Changeset"], (1, 1)),
            ("(*Mux).Find", "mux.go", &["Mux"], (1, 1)),
            ("(*Mux).Find", "chain.go", &["Other"], (0, 0)),
            ("b.a.x", "a/b.rs", &[], (1, 0)),
            ("Store::open", "src/store/mod.rs", &[], (1, 1)),
        ] {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(fit(&qualified(symbol).around, &RecordPath::from(path), &names), want, "{symbol} in {path}");
        }
    }
}
