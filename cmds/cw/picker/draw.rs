//! The rows of the picker's screen. **Pure**: what is drawn depends on what the picker knows and on the lines of the chosen text.

use cw_stages::pack;
use unicode_width::UnicodeWidthStr;

use super::super::ink::{MARK, PATH, fit, paint};
use super::state::Pick;

/// The rows from top to bottom, and the column behind the question. `text` are the lines of the chosen place, cut and coloured.
pub fn frame(pick: &Pick, text: &[String], colour: bool) -> (Vec<String>, usize) {
    let (columns, rows) = pick.size;
    let layout = pick.layout();
    // Of a long question its end is what is typed.
    let mut query = pack::visible(&pick.query).replace('\t', " ");
    while query.width() + 3 > columns.max(3) {
        query.remove(0);
    }
    let prompt = format!("> {query}");
    let mut out = vec![fit(&prompt, columns)];
    let count = if pick.hits.is_empty() { "0".to_owned() } else { format!("{}/{}", pick.at + 1, pick.hits.len()) };
    let note = if pick.note.is_empty() { String::new() } else { format!("  {}", pack::visible(&pick.note)) };
    out.push(paint(&fit(&format!("  {count}{note}"), columns), "2", colour));
    let list: Vec<String> = pick
        .hits
        .iter()
        .enumerate()
        .skip(pick.top())
        .take(layout.rows)
        .map(|(at, context)| {
            let (place, label, _) = pack::heading(context);
            let room = layout.columns.saturating_sub(2).max(1);
            let place = fit(&place, room);
            let label = match room.saturating_sub(place.width() + 1) {
                0 | 1 => String::new(),
                room => fit(&label, room),
            };
            let gap = layout.columns.saturating_sub(2 + place.width() + 1 + label.width());
            let (mark, place) = if at == pick.at {
                (paint(">", MARK, colour), paint(&place, "1;35", colour))
            } else {
                (" ".to_owned(), paint(&place, PATH, colour))
            };
            let pad = if layout.is_beside { " ".repeat(gap) } else { String::new() };
            format!("{mark} {place} {label}{pad}")
        })
        .collect();
    let text = text.iter().skip(pick.scrolled).take(layout.text_rows);
    if layout.is_beside {
        let (mut list, mut text) = (list.into_iter(), text);
        for _ in 0..layout.rows {
            let left = list.next().unwrap_or_else(|| " ".repeat(layout.columns));
            let right = text.next().map_or("", String::as_str);
            out.push(format!("{left}{} {right}", paint("\u{2502}", "2", colour)).trim_end().to_owned());
        }
    } else {
        let blank = layout.rows.saturating_sub(list.len());
        out.extend(list.into_iter().map(|line| line.trim_end().to_owned()).chain(std::iter::repeat_n(String::new(), blank)));
        if out.len() < rows {
            out.push(paint(&"\u{2500}".repeat(columns), "2", colour));
        }
        out.extend(text.cloned());
    }
    out.truncate(rows);
    (out, prompt.width().min(columns.saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cw_records::Context;

    #[test]
    fn rows_fit_every_terminal() {
        let hit =
            |path: &str| Context { path: path.into(), lines: (1, 2), breadcrumb: vec!["漢字の名前".repeat(4)], ..Context::default() };
        let hits = vec![hit("src/漢字漢字漢字漢字漢字.rs"), hit("b.rs"), hit("c\u{1b}[31m.rs")];
        for columns in [10, 79, 80, 119, 120, 200] {
            for rows in [1, 2, 3, 5, 24, 50] {
                let pick =
                    Pick { query: "漢字 evict \u{1b} ".repeat(9), hits: hits.clone(), at: 1, size: (columns, rows), ..Pick::default() };
                let text = vec!["x".repeat(pick.layout().text_columns); 60];
                let (frame, at) = frame(&pick, &text, false);
                assert!(frame.len() <= rows && at < columns, "{columns}x{rows}");
                for row in &frame {
                    // A path is shown in one column at least.
                    assert!(row.width() <= columns.max(4), "{columns}x{rows} {row}");
                    assert!(!row.contains('\u{1b}'));
                }
            }
        }
    }

    #[test]
    fn the_chosen_one_is_marked() {
        let hit = |path: &str| Context { path: path.into(), lines: (1, 2), ..Context::default() };
        let pick =
            Pick { query: "q".into(), hits: vec![hit("a.rs"), hit("b.rs")], at: 1, size: (40, 8), note: "x".into(), ..Pick::default() };
        let (rows, at) = frame(&pick, &["1  one".into(), "2  two".into()], false);
        assert_eq!((rows[0].as_str(), at, rows[1].as_str()), ("> q", 3, "  2/2  x"));
        assert_eq!(rows[2..4], ["  a.rs:1-2", "> b.rs:1-2"]);
        assert_eq!((rows[4].chars().count(), rows[5].as_str(), rows[6].as_str()), (40, "1  one", "2  two"));
        let wide = Pick { size: (120, 5), scrolled: 1, ..pick };
        let (rows, _) = frame(&wide, &["1  one".into(), "2  two".into()], true);
        assert!(
            rows[2].starts_with("  \u{1b}[35ma.rs:1-2\u{1b}[0m ") && rows[2].ends_with("\u{1b}[2m\u{2502}\u{1b}[0m 2  two"),
            "{}",
            rows[2]
        );
    }
}
