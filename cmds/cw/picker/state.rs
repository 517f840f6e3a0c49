//! What the picker knows, and what a key does to it. **Pure**: no terminal, no index, no clock.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use cw_records::Context;

/// What a person has asked, found and chosen.
#[derive(Clone, Debug, Default)]
pub struct Pick {
    /// The question, as far as it is typed.
    pub query: String,
    /// What was found for the last one that was asked, best first.
    pub hits: Vec<Context>,
    /// The chosen one of them.
    pub at: usize,
    /// Lines of its text above the first that is shown.
    pub scrolled: usize,
    /// Columns and rows of the terminal.
    pub size: (usize, usize),
    /// What there is to say of the answer.
    pub note: String,
    /// The question is another than the one that was asked.
    pub is_stale: bool,
}

/// What is to be done after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Nothing but to draw.
    Draw,
    /// Give the chosen place, and leave.
    Take,
    /// Open the chosen place in an editor, and come back.
    Open,
    /// Leave with nothing.
    Leave,
}

/// Where things stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Rows of the list, below the question and the line that counts.
    pub rows: usize,
    /// Columns of the list.
    pub columns: usize,
    /// Rows of the text.
    pub text_rows: usize,
    /// Columns of the text.
    pub text_columns: usize,
    /// The text stands beside the list, not below it.
    pub is_beside: bool,
}

/// Columns from which on there is room for list and text side by side.
const WIDE: usize = 120;

impl Pick {
    /// Where things stand in a terminal of this size.
    pub fn layout(&self) -> Layout {
        let (columns, rows) = self.size;
        let rows = rows.saturating_sub(2);
        if columns >= WIDE {
            let list = columns * 2 / 5;
            return Layout { rows, columns: list, text_rows: rows, text_columns: columns - list - 2, is_beside: true };
        }
        let list = (rows / 3).max(1).min(rows);
        Layout { rows: list, columns, text_rows: rows.saturating_sub(list + 1), text_columns: columns, is_beside: false }
    }

    /// First of the list that is shown.
    pub fn top(&self) -> usize {
        (self.at + 1).saturating_sub(self.layout().rows)
    }

    /// The chosen place.
    pub fn chosen(&self) -> Option<&Context> {
        self.hits.get(self.at)
    }

    /// Takes an answer.
    pub fn found(&mut self, hits: Vec<Context>, note: String) {
        *self = Pick { hits, note, at: 0, scrolled: 0, is_stale: false, ..std::mem::take(self) };
    }

    /// Takes a pasted text, as one line.
    pub fn paste(&mut self, text: &str) {
        self.query
            .extend(text.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter }).filter(|letter| !letter.is_control()));
        self.is_stale = true;
    }

    /// Takes a key.
    pub fn press(&mut self, key: KeyEvent) -> Deed {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        let layout = self.layout();
        match key.code {
            KeyCode::Esc => return Deed::Leave,
            KeyCode::Char('c' | 'g' | 'q') if control => return Deed::Leave,
            KeyCode::Char('d') if control && self.query.is_empty() => return Deed::Leave,
            KeyCode::Enter => return Deed::Take,
            KeyCode::Char('m') if control => return Deed::Take,
            KeyCode::Char('o') if control => return Deed::Open,
            KeyCode::Up if shift => self.scroll(-1),
            KeyCode::Down if shift => self.scroll(1),
            KeyCode::Char('b') if control => self.scroll(-(layout.text_rows as isize)),
            KeyCode::Char('f') if control => self.scroll(layout.text_rows as isize),
            KeyCode::Up => self.choose(-1),
            KeyCode::Down => self.choose(1),
            KeyCode::Char('p' | 'k') if control => self.choose(-1),
            KeyCode::Char('n' | 'j') if control => self.choose(1),
            KeyCode::PageUp => self.choose(-(layout.rows as isize)),
            KeyCode::PageDown => self.choose(layout.rows as isize),
            KeyCode::Home => self.choose(isize::MIN),
            KeyCode::End => self.choose(isize::MAX),
            KeyCode::Backspace => self.edit(|query| _ = query.pop()),
            KeyCode::Char('h') if control => self.edit(|query| _ = query.pop()),
            KeyCode::Char('u') if control => self.edit(String::clear),
            KeyCode::Char('w') if control => self.edit(|query| {
                let end = query.trim_end().rfind(char::is_whitespace).map_or(0, |at| at + 1);
                query.truncate(end);
            }),
            KeyCode::Char(letter) if !control && !key.modifiers.contains(KeyModifiers::ALT) => self.edit(|query| query.push(letter)),
            _ => {}
        }
        Deed::Draw
    }

    fn edit(&mut self, change: impl FnOnce(&mut String)) {
        let before = self.query.clone();
        change(&mut self.query);
        self.is_stale |= self.query != before;
    }

    fn choose(&mut self, by: isize) {
        let last = self.hits.len().saturating_sub(1);
        let at = self.at.saturating_add_signed(by).min(last);
        if at != self.at {
            (self.at, self.scrolled) = (at, 0);
        }
    }

    fn scroll(&mut self, by: isize) {
        let last = self.chosen().map_or(0, |context| context.text.lines().count().saturating_sub(1));
        self.scrolled = self.scrolled.saturating_add_signed(by).min(last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pick(hits: usize) -> Pick {
        let hits =
            (0..hits).map(|number| Context { lines: (number as u32, number as u32), text: "a\nb\nc\n".into(), ..Context::default() });
        Pick { size: (80, 24), hits: hits.collect(), ..Pick::default() }
    }

    fn press(pick: &mut Pick, code: KeyCode, modifiers: KeyModifiers) -> Deed {
        pick.press(KeyEvent::new(code, modifiers))
    }

    #[test]
    fn keys_move_and_stop_at_the_ends() {
        let mut pick = pick(20);
        for (code, modifiers, at) in [
            (KeyCode::Down, KeyModifiers::NONE, 1),
            (KeyCode::Char('n'), KeyModifiers::CONTROL, 2),
            (KeyCode::Char('p'), KeyModifiers::CONTROL, 1),
            (KeyCode::PageDown, KeyModifiers::NONE, 8),
            (KeyCode::End, KeyModifiers::NONE, 19),
            (KeyCode::Down, KeyModifiers::NONE, 19),
            (KeyCode::PageUp, KeyModifiers::NONE, 12),
            (KeyCode::Home, KeyModifiers::NONE, 0),
            (KeyCode::Up, KeyModifiers::NONE, 0),
        ] {
            assert_eq!(press(&mut pick, code, modifiers), Deed::Draw);
            assert_eq!(pick.at, at, "{code:?}");
        }
        assert_eq!(pick.top(), 0);
        press(&mut pick, KeyCode::End, KeyModifiers::NONE);
        assert_eq!(pick.top() + pick.layout().rows, 20);
        // The text goes back to its beginning when another one is chosen.
        press(&mut pick, KeyCode::Down, KeyModifiers::SHIFT);
        assert_eq!(pick.scrolled, 1);
        press(&mut pick, KeyCode::Char('f'), KeyModifiers::CONTROL);
        assert_eq!(pick.scrolled, 2);
        press(&mut pick, KeyCode::Up, KeyModifiers::NONE);
        assert_eq!((pick.at, pick.scrolled), (18, 0));
    }

    #[test]
    fn typing_makes_the_answer_stale() {
        let mut pick = pick(3);
        "evict 漢".chars().for_each(|letter| _ = press(&mut pick, KeyCode::Char(letter), KeyModifiers::NONE));
        assert_eq!((pick.query.as_str(), pick.is_stale), ("evict 漢", true));
        press(&mut pick, KeyCode::Backspace, KeyModifiers::NONE);
        press(&mut pick, KeyCode::Char('w'), KeyModifiers::CONTROL);
        assert_eq!(pick.query, "");
        pick.paste("a\n\u{1b}b\tc");
        assert_eq!(pick.query, "a b c");
        press(&mut pick, KeyCode::Char('w'), KeyModifiers::CONTROL);
        assert_eq!(pick.query, "a b ");
        pick.at = 2;
        pick.found(Vec::new(), "nothing".into());
        assert_eq!((pick.at, pick.is_stale, pick.size), (0, false, (80, 24)));
        // Nothing to delete, nothing to ask.
        press(&mut pick, KeyCode::Char('u'), KeyModifiers::CONTROL);
        pick.is_stale = false;
        press(&mut pick, KeyCode::Backspace, KeyModifiers::NONE);
        assert!(!pick.is_stale);
        assert_eq!(press(&mut pick, KeyCode::Down, KeyModifiers::NONE), Deed::Draw);
        assert_eq!(pick.at, 0);
    }

    #[test]
    fn ways_out() {
        let mut pick = pick(1);
        for (code, modifiers, deed) in [
            (KeyCode::Esc, KeyModifiers::NONE, Deed::Leave),
            (KeyCode::Char('c'), KeyModifiers::CONTROL, Deed::Leave),
            (KeyCode::Char('d'), KeyModifiers::CONTROL, Deed::Leave),
            (KeyCode::Char('o'), KeyModifiers::CONTROL, Deed::Open),
            (KeyCode::Enter, KeyModifiers::NONE, Deed::Take),
            (KeyCode::Char('x'), KeyModifiers::ALT, Deed::Draw),
        ] {
            assert_eq!(press(&mut pick, code, modifiers), deed);
        }
        assert_eq!(pick.query, "");
    }

    #[test]
    fn every_size_has_a_layout() {
        for columns in 0..300 {
            for rows in 0..60 {
                let pick = Pick { size: (columns, rows), ..Pick::default() };
                let layout = pick.layout();
                let below = if layout.is_beside { layout.rows.max(layout.text_rows) } else { layout.rows + layout.text_rows };
                assert!(below + 2 <= rows.max(2), "{columns}x{rows} {layout:?}");
                let wide =
                    if layout.is_beside { layout.columns + 2 + layout.text_columns } else { layout.columns.max(layout.text_columns) };
                assert!(wide <= columns, "{columns}x{rows} {layout:?}");
            }
        }
    }
}
