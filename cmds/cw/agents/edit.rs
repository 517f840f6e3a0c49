//! Edits of other programs' files: one entry of JSON (comments kept), one table of TOML, one marked block of Markdown. Pure: text in, text out; everything else stays as it is.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use serde_json::Value;

/// What the entry is called everywhere.
pub const NAME: &str = "cw";
const BEGIN: &str = "<!-- cw: begin (cw install-agent writes this block anew; change what is outside) -->";
const END: &str = "<!-- cw: end -->";

/// How a file holds what belongs to us.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// JSON, perhaps with comments: the object under this key has the entry.
    Json(&'static str, Value),
    /// TOML: the table under this key has a table with this command.
    Toml(&'static str, String),
    /// A block between two marks in a text of others.
    Block(&'static str),
    /// The whole file is ours.
    Whole(String),
}

/// What Windows puts before a text.
const MARK: char = '\u{feff}';

impl Edit {
    /// The file with our part in it; `None`: there is none yet. `Err`: why it cannot be edited.
    pub fn put(&self, old: Option<&str>) -> Result<String, String> {
        let text = old.unwrap_or_default();
        let (mark, text) = text.strip_prefix(MARK).map_or(("", text), |rest| (&text[..MARK.len_utf8()], rest));
        Ok(format!("{mark}{}", self.put_into(text, old.is_none())?))
    }

    fn put_into(&self, old: &str, is_new: bool) -> Result<String, String> {
        match self {
            Edit::Json(outer, value) => {
                let root = json(old)?;
                // One line stays one, and so tells itself from a file that is all ours.
                if let Some(top) = root.object_value().map(|top| top.to_string()).filter(|top| is_empty_line(top) && old.trim() == top) {
                    return Ok(old.replacen(&top, &format!("{{\"{outer}\": {{\"{NAME}\": {value}}}}}"), 1));
                }
                let top = if old.trim().is_empty() { root.object_value_or_set() } else { root.object_value().ok_or("it is no object")? };
                let entries = top.object_value_or_create(outer).ok_or_else(|| format!("'{outer}' in it is no object"))?;
                match entries.get(NAME) {
                    Some(entry) if entry.value().and_then(|held| held.to_serde_value()).as_ref() == Some(value) => {
                        return Ok(old.to_owned());
                    }
                    Some(entry) => entry.set_value(input(value)),
                    None => _ = entries.append(NAME, input(value)),
                }
                Ok(root.to_string())
            }
            Edit::Toml(outer, command) => {
                let mut whole = toml(old)?;
                let entries = whole.entry(outer).or_insert_with(|| {
                    let mut table = toml_edit::Table::new();
                    table.set_implicit(true);
                    toml_edit::Item::Table(table)
                });
                let entries = entries.as_table_like_mut().ok_or_else(|| format!("'{outer}' in it is no table"))?;
                let entry = entries.entry(NAME).or_insert_with(toml_edit::table);
                let entry = entry.as_table_like_mut().ok_or_else(|| format!("'{outer}.{NAME}' in it is no table"))?;
                if entry.get("command").and_then(toml_edit::Item::as_str) != Some(command) {
                    entry.insert("command", toml_edit::value(command));
                }
                Ok(with_line_ends(old, &whole.to_string()))
            }
            Edit::Block(text) => {
                let block = format!("{BEGIN}\n{}\n{END}\n", text.trim_end());
                Ok(match block_in(old)? {
                    Some((start, end)) => format!("{}{block}{}", &old[..start], &old[end..]),
                    None if is_new => block,
                    None if old.is_empty() => format!("\n{block}"),
                    None => format!("{old}{}\n{block}", if old.ends_with('\n') { "" } else { "\n" }),
                })
            }
            Edit::Whole(text) => Ok(text.clone()),
        }
    }

    /// True if a server of our name is there that is not ours: somebody wrote it for another program.
    pub fn is_taken(&self, old: &str) -> bool {
        let command = match self {
            Edit::Json(outer, _) => {
                let entry = json(old).ok().and_then(|root| root.object_value()?.object_value(outer)?.get(NAME)?.value()?.to_serde_value());
                entry.map(|entry: Value| {
                    let command = entry["command"].as_str().or(entry["command"][0].as_str());
                    command.unwrap_or_default().to_owned()
                })
            }
            Edit::Toml(outer, _) => toml(old).ok().and_then(|whole| {
                let entry = whole.get(outer)?.get(NAME)?;
                Some(entry.get("command").and_then(toml_edit::Item::as_str).unwrap_or_default().to_owned())
            }),
            Edit::Block(_) | Edit::Whole(_) => None,
        };
        let is_ours = |command: &str| std::path::Path::new(command).file_stem().is_some_and(|name| name == "cw-mcp" || name == "cw");
        command.is_some_and(|command| !is_ours(&command))
    }

    /// The file without our part; `None` if all of it was ours. What was there before our part came is what is left: a file that is as we would make it from nothing was not there.
    pub fn take(&self, old: &str) -> Result<Option<String>, String> {
        // Words of another time are as good as those of today.
        let today = match self {
            Edit::Block(_) if block_in(old)?.is_some() => self.put(Some(old))?,
            _ => old.to_owned(),
        };
        let (mark, text) = today.strip_prefix(MARK).map_or(("", &*today), |rest| (&today[..MARK.len_utf8()], rest));
        let held = self.held(text);
        let gives = |before: Option<&str>| held.put(before).is_ok_and(|text| text == today);
        if matches!(self, Edit::Whole(_)) || gives(None) {
            return Ok(None);
        }
        let left = |text: String| format!("{mark}{text}");
        let longer = self.take_from(text, false)?.map(left);
        let mut all = vec![left(String::new())];
        all.extend(self.take_from(text, true)?.map(left));
        if let Edit::Json(outer, _) = self {
            all.insert(1, left(text.replacen(text.trim(), "{}", 1)));
            let entries = json(text)?.object_value().and_then(|top| top.object_value(outer)).map(|entries| entries.to_string());
            all.extend(entries.map(|entries| left(text.replacen(&entries, "{}", 1))));
        }
        all.extend(longer.clone());
        // The shortest that gives this file again; if it was edited since, the one that keeps most.
        Ok(all.into_iter().find(|before| gives(Some(before))).or(longer))
    }

    /// The same edit with what `old` holds of ours, which may be of another time.
    fn held(&self, old: &str) -> Edit {
        match self {
            Edit::Json(outer, _) => {
                let entry = json(old).ok().and_then(|root| root.object_value()?.object_value(outer)?.get(NAME)?.value()?.to_serde_value());
                entry.map_or_else(|| self.clone(), |entry| Edit::Json(outer, entry))
            }
            Edit::Toml(outer, _) => {
                let whole = toml(old).ok();
                let command = whole.as_ref().and_then(|whole| whole.get(outer)?.get(NAME)?.get("command")?.as_str());
                command.map_or_else(|| self.clone(), |command| Edit::Toml(outer, command.to_owned()))
            }
            _ => self.clone(),
        }
    }

    /// `old` without our part; with `all`, also without what then holds nothing.
    fn take_from(&self, old: &str, all: bool) -> Result<Option<String>, String> {
        let left = match self {
            Edit::Json(outer, _) => {
                let root = json(old)?;
                let Some(top) = root.object_value() else { return Ok(Some(old.to_owned())) };
                let Some(entries) = top.object_value(outer) else { return Ok(Some(old.to_owned())) };
                let Some(entry) = entries.get(NAME) else { return Ok(Some(old.to_owned())) };
                entry.remove();
                if all && is_bare(&entries) {
                    top.get(outer).into_iter().for_each(|outer| outer.remove());
                }
                root.to_string()
            }
            Edit::Toml(outer, _) => {
                let mut whole = toml(old)?;
                let Some(entries) = whole.get_mut(outer).and_then(toml_edit::Item::as_table_like_mut) else {
                    return Ok(Some(old.to_owned()));
                };
                entries.remove(NAME);
                if all && entries.is_empty() {
                    whole.remove(outer);
                }
                with_line_ends(old, &whole.to_string())
            }
            Edit::Block(_) => match block_in(old)? {
                Some((start, end)) => {
                    // The empty line that the block was set apart by.
                    let before = old[..start].strip_suffix("\n\n").map_or(old[..start].to_owned(), |before| format!("{before}\n"));
                    format!("{before}{}", &old[end..])
                }
                None => return Ok(Some(old.to_owned())),
            },
            Edit::Whole(_) => return Ok(None),
        };
        Ok(Some(left))
    }
}

/// True for an object in one line with nothing in it.
fn is_empty_line(object: &str) -> bool {
    object.chars().all(|letter| matches!(letter, '{' | '}' | ' ' | '\t'))
}

/// `new` with the line ends that `old` has: lines that did not change keep their own, the others get those of the most.
fn with_line_ends(old: &str, new: &str) -> String {
    fn bare(line: &str) -> &str {
        line.strip_suffix('\n').map_or(line, |line| line.strip_suffix('\r').unwrap_or(line))
    }
    let (before, after): (Vec<&str>, Vec<&str>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let same = |a: &&str, b: &&str| bare(a) == bare(b) && a.ends_with('\n') == b.ends_with('\n');
    let head = before.iter().zip(&after).take_while(|(a, b)| same(a, b)).count();
    let (rest_before, rest_after) = (&before[head..], &after[head..]);
    let tail = rest_before.iter().rev().zip(rest_after.iter().rev()).take_while(|(a, b)| same(a, b)).count();
    let windows = before.iter().filter(|line| line.ends_with("\r\n")).count() * 2 > before.len();
    let middle = rest_after[..rest_after.len() - tail].iter().map(|line| match line.ends_with('\n') {
        true if windows => format!("{}\r\n", bare(line)),
        true => format!("{}\n", bare(line)),
        false => (*line).to_owned(),
    });
    let kept = |lines: &[&str]| lines.concat();
    format!("{}{}{}", kept(&before[..head]), middle.collect::<String>(), kept(&rest_before[rest_before.len() - tail..]))
}

fn json(text: &str) -> Result<CstRootNode, String> {
    let options = ParseOptions { allow_loose_object_property_names: false, ..ParseOptions::default() };
    CstRootNode::parse(text, &options).map_err(|error| format!("it is no JSON: {error}"))
}

fn toml(text: &str) -> Result<toml_edit::DocumentMut, String> {
    text.parse().map_err(|error: toml_edit::TomlError| format!("it is no TOML: {}", error.message()))
}

/// True for an object with nothing in it, not even a comment.
fn is_bare(object: &CstObject) -> bool {
    object.properties().is_empty() && object.to_string().chars().all(|letter| letter.is_whitespace() || matches!(letter, '{' | '}'))
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(values) => CstInputValue::Array(values.iter().map(input).collect()),
        Value::Object(fields) => CstInputValue::Object(fields.iter().map(|(name, value)| (name.clone(), input(value))).collect()),
    }
}

/// Where our block is.
fn block_in(text: &str) -> Result<Option<(usize, usize)>, String> {
    let begin = "<!-- cw: begin";
    let Some(start) = text.find(begin) else { return Ok(None) };
    let length = text[start..].find(END).ok_or("the end of the block of cw is missing in it")?;
    let end = start + length + END.len();
    if text[start + begin.len()..].contains(begin) {
        return Err("it has the block of cw twice".to_owned());
    }
    Ok(Some((start, end + usize::from(text[end..].starts_with('\n')))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Installing twice is installing once, and what is taken away again leaves what was there.
    #[test]
    fn edits_keep_the_rest() {
        let json = Edit::Json("mcpServers", json!({"command": "cw-mcp", "args": []}));
        let toml = Edit::Toml("mcp_servers", "cw-mcp".into());
        let block = Edit::Block("Words.\n");
        for (edit, old) in [
            (&json, "{\n  // keep\n  \"a\": 1, // b\n}\n"),
            (&json, "{\n\t\"mcpServers\": {\n\t\t\"x\": {\"command\": \"y\"}\n\t}\n}\n"),
            (&json, "{\r\n  \"mcpServers\": {\r\n    \"x\": {\r\n      \"command\": \"y\"\r\n    },\r\n  },\r\n}\r\n"),
            (&toml, "# mine\nmodel = \"x\"  # why\n\n[mcp_servers.other]\ncommand = \"y\"\n"),
            (&toml, "model = \"x\"\n"),
            (&toml, "a = 1\r\n[t]\r\nb = 2\r\n"),
            (&toml, "a = 1\r\n\nb = 2\n"),
            (&toml, "[mcp_servers]\n"),
            (&json, "{}"),
            (&json, "{}\n"),
            (&json, "{\"mcpServers\": {}}\n"),
            (&json, "{\"mcpServers\":{}/*c*/}"),
            (&json, "\u{feff}{\r\n  \"a\": 1\r\n}\r\n"),
            (&block, ""),
            (&block, "# Rules\n\nBe kind.\n"),
            (&block, "# Rules\r\n"),
        ] {
            let new = edit.put(Some(old)).unwrap();
            assert_ne!(new, old);
            assert_eq!(edit.put(Some(&new)).unwrap(), new, "{old}");
            assert_eq!(edit.take(&new).unwrap().as_deref(), Some(old), "{new}");
            assert_eq!(edit.take(old).unwrap().as_deref(), Some(old));
        }
        let windows = toml.put(Some("a = 1\r\n[t]\r\nb = 2\r\n")).unwrap();
        assert_eq!(windows.matches('\n').count(), windows.matches("\r\n").count(), "{windows:?}");
        for edit in [&json, &toml, &block] {
            assert_eq!(edit.take(&edit.put(None).unwrap()).unwrap(), None, "{edit:?}");
        }
        let commented = "{\n  \"mcpServers\": {\n    // none yet\n  }\n}\n";
        assert!(json.take(&json.put(Some(commented)).unwrap()).unwrap().unwrap().contains("// none yet"));
        let other = Edit::Json("mcpServers", json!({"command": "/bin/cw-mcp", "args": []}));
        assert_eq!(json.put(Some(&other.put(None).unwrap())).unwrap(), json.put(None).unwrap());
        let moved = Edit::Block("Other words.").put(Some("a\n")).unwrap();
        assert_eq!(block.put(Some(&moved)).unwrap(), block.put(Some("a\n")).unwrap());
    }

    #[test]
    fn what_cannot_be_edited_is_refused() {
        let json = Edit::Json("mcpServers", json!({}));
        for text in ["[1]", "{\"mcpServers\": 3}", "{,}", "{a: 1}", "{} trailing"] {
            assert!(json.put(Some(text)).is_err(), "{text}");
        }
        assert!(Edit::Toml("mcp_servers", String::new()).put(Some("a = ")).is_err());
        assert!(Edit::Toml("mcp_servers", String::new()).put(Some("mcp_servers = 3")).is_err());
        assert!(Edit::Block("x").put(Some("<!-- cw: begin -->\nno end")).is_err());
    }
}
