//! The little of YAML that build files need: the values of one key at the top, read line by line.

/// The items of the list at the top called `key`, of both styles, without quotes.
pub(super) fn list(text: &str, key: &str) -> Vec<String> {
    let plain = |item: &str| item.split(" #").next().unwrap_or_default().trim().trim_matches(['"', '\'']).to_owned();
    let mut items = Vec::new();
    let mut lines = text.lines().skip_while(|line| top(line, key).is_none());
    let Some(rest) = lines.next().and_then(|line| top(line, key)) else { return items };
    if let Some(inline) = rest.strip_prefix('[') {
        items.extend(inline.trim_end_matches(']').split(',').map(plain));
    } else if !rest.is_empty() && !rest.starts_with('#') {
        items.push(plain(rest));
    } else {
        let inside = lines.take_while(|line| line.is_empty() || line.starts_with([' ', '-', '#', '\t']));
        items.extend(inside.filter_map(|line| line.trim_start().strip_prefix('-')).map(plain));
    }
    items.retain(|item| !item.is_empty());
    items
}

/// The value at the top called `key`, without quotes.
pub(super) fn value(text: &str, key: &str) -> Option<String> {
    list(text, key).into_iter().next()
}

fn top<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    line.strip_prefix(key)?.trim_start().strip_prefix(':').map(str::trim)
}
