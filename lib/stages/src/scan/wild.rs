//! Glob matching byte for byte as git does it (its `wildmatch`), because "almost like git" loses files.

/// Steps after which a hostile pattern is taken not to match.
const STEPS: u32 = 200_000;

#[derive(PartialEq, Eq, Clone, Copy)]
enum Outcome {
    Yes,
    No,
    /// No, and no later place of any star can help.
    AbortAll,
    /// No, and only a `**` can help.
    AbortToStarStar,
}

struct Match {
    /// `*` and `?` stop at `/`.
    paths: bool,
    /// Letters match in either case.
    fold: bool,
    steps: u32,
}

/// True if `pattern` matches all of `text`. With `paths`, a `/` is matched only by `/` and `**`. With `fold`, ASCII case does not matter.
pub fn matches(pattern: &[u8], text: &[u8], paths: bool, fold: bool) -> bool {
    Match { paths, fold, steps: STEPS }.run(pattern, text, 0) == Outcome::Yes
}

/// True for the bytes that mean something in a pattern.
pub fn is_special(byte: u8) -> bool {
    matches!(byte, b'*' | b'?' | b'[' | b'\\')
}

/// The byte at `place`, 0 past the end (git works on C strings).
fn at(bytes: &[u8], place: usize) -> u8 {
    bytes.get(place).copied().unwrap_or(0)
}

impl Match {
    fn low(&self, byte: u8) -> u8 {
        if self.fold { byte.to_ascii_lowercase() } else { byte }
    }

    fn run(&mut self, pattern: &[u8], text: &[u8], start: usize) -> Outcome {
        let (mut p, mut t) = (start, 0);
        while at(pattern, p) != 0 {
            if self.steps == 0 {
                return Outcome::AbortAll;
            }
            self.steps -= 1;
            let raw = at(text, t);
            if raw == 0 && at(pattern, p) != b'*' {
                return Outcome::AbortAll;
            }
            let letter = self.low(raw);
            match at(pattern, p) {
                b'?' => {
                    if self.paths && letter == b'/' {
                        return Outcome::No;
                    }
                }
                b'*' => {
                    if let Some(outcome) = self.star(pattern, text, start, &mut p, &mut t) {
                        return outcome;
                    }
                }
                b'[' => match self.class(pattern, &mut p, letter) {
                    Ok(true) if !(self.paths && letter == b'/') => {}
                    Ok(_) => return Outcome::No,
                    Err(()) => return Outcome::AbortAll,
                },
                other => {
                    let wanted = if other == b'\\' {
                        p += 1;
                        at(pattern, p)
                    } else {
                        self.low(other)
                    };
                    if letter != wanted {
                        return Outcome::No;
                    }
                }
            }
            p += 1;
            t += 1;
        }
        if t < text.len() { Outcome::No } else { Outcome::Yes }
    }

    /// At a star. `None`: go on behind a `/` that it reached.
    fn star(&mut self, pattern: &[u8], text: &[u8], start: usize, p: &mut usize, t: &mut usize) -> Option<Outcome> {
        *p += 1;
        let mut slashes = !self.paths;
        if at(pattern, *p) == b'*' {
            let second = *p;
            while at(pattern, *p) == b'*' {
                *p += 1;
            }
            let opens = second - start < 2 || pattern[second - 2] == b'/';
            let next = at(pattern, *p);
            let closes = next == 0 || next == b'/' || (next == b'\\' && at(pattern, *p + 1) == b'/');
            if self.paths {
                slashes = opens && closes;
                if slashes && next == b'/' && self.run(pattern, &text[(*t).min(text.len())..], *p + 1) == Outcome::Yes {
                    return Some(Outcome::Yes);
                }
            }
        }
        let rest = &text[(*t).min(text.len())..];
        if at(pattern, *p) == 0 {
            let blocked = !slashes && rest.contains(&b'/');
            return Some(if blocked { Outcome::AbortToStarStar } else { Outcome::Yes });
        }
        if !slashes && at(pattern, *p) == b'/' {
            return match rest.iter().position(|byte| *byte == b'/') {
                Some(place) => {
                    *t += place;
                    None
                }
                None => Some(Outcome::AbortAll),
            };
        }
        while *t < text.len() {
            if !is_special(at(pattern, *p)) {
                let wanted = self.low(at(pattern, *p));
                while *t < text.len() && (slashes || text[*t] != b'/') && self.low(text[*t]) != wanted {
                    *t += 1;
                }
                if *t >= text.len() || self.low(text[*t]) != wanted {
                    return Some(if slashes { Outcome::AbortAll } else { Outcome::AbortToStarStar });
                }
            }
            match self.run(pattern, &text[*t..], *p) {
                Outcome::No if !slashes && text[*t] == b'/' => return Some(Outcome::AbortToStarStar),
                Outcome::No => {}
                Outcome::AbortToStarStar if slashes => {}
                outcome => return Some(outcome),
            }
            *t += 1;
        }
        Some(Outcome::AbortAll)
    }

    /// At a `[`; leaves `p` on the `]`. `Err`: the class never ends.
    fn class(&self, pattern: &[u8], p: &mut usize, letter: u8) -> Result<bool, ()> {
        *p += 1;
        let negated = matches!(at(pattern, *p), b'!' | b'^');
        if negated {
            *p += 1;
        }
        let (mut hit, mut before) = (false, 0);
        loop {
            let mut byte = at(pattern, *p);
            match byte {
                0 => return Err(()),
                b'\\' => {
                    *p += 1;
                    byte = at(pattern, *p);
                    if byte == 0 {
                        return Err(());
                    }
                    hit |= letter == byte;
                }
                b'-' if before != 0 && at(pattern, *p + 1) != 0 && at(pattern, *p + 1) != b']' => {
                    *p += 1;
                    let mut last = at(pattern, *p);
                    if last == b'\\' {
                        *p += 1;
                        last = at(pattern, *p);
                        if last == 0 {
                            return Err(());
                        }
                    }
                    hit |= (before..=last).contains(&letter);
                    hit |= self.fold && letter.is_ascii_lowercase() && (before..=last).contains(&letter.to_ascii_uppercase());
                    byte = 0;
                }
                b'[' if at(pattern, *p + 1) == b':' => {
                    let name = *p + 2;
                    let Some(close) = pattern[name..].iter().position(|byte| *byte == b']').map(|place| name + place) else {
                        return Err(());
                    };
                    if close == name || pattern[close - 1] != b':' {
                        // No ":]": an ordinary set that holds a '['.
                        hit |= letter == b'[';
                    } else {
                        hit |= named(&pattern[name..close - 1], letter, self.fold).ok_or(())?;
                        *p = close;
                        byte = 0;
                    }
                }
                _ => hit |= letter == byte,
            }
            before = byte;
            *p += 1;
            if at(pattern, *p) == b']' {
                return Ok(hit != negated);
            }
        }
    }
}

fn named(class: &[u8], byte: u8, fold: bool) -> Option<bool> {
    Some(match class {
        b"alnum" => byte.is_ascii_alphanumeric(),
        b"alpha" => byte.is_ascii_alphabetic(),
        b"blank" => matches!(byte, b' ' | b'\t'),
        b"cntrl" => byte.is_ascii_control(),
        b"digit" => byte.is_ascii_digit(),
        b"graph" => byte.is_ascii_graphic(),
        b"lower" => byte.is_ascii_lowercase(),
        b"print" => byte.is_ascii_graphic() || byte == b' ',
        b"punct" => byte.is_ascii_punctuation(),
        b"space" => byte.is_ascii_whitespace() || byte == 0x0b,
        b"upper" => byte.is_ascii_uppercase() || (fold && byte.is_ascii_lowercase()),
        b"xdigit" => byte.is_ascii_hexdigit(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn as_the_manual_says() {
        for (pattern, text, wanted) in [
            ("foo", "foo", true),
            ("*", "a/b", false),
            ("**", "a/b", true),
            ("a/**/b", "a/b", true),
            ("a/**/b", "a/x/y/b", true),
            ("**/foo", "foo", true),
            ("foo/**", "foo", false),
            ("foo/**", "foo/a/b", true),
            ("[!a]", "b", true),
            ("[!a]", "a", false),
            ("[a-c]x", "bx", true),
            ("[[:digit:]]", "7", true),
            ("[]-]", "]", true),
            ("\\#x", "#x", true),
            ("a\\", "a", false),
            ("a[", "a[", false),
            ("?", "/", false),
            ("a*b*c", "aXbYc", true),
            ("{a,b}", "a", false),
        ] {
            assert_eq!(matches(pattern.as_bytes(), text.as_bytes(), true, false), wanted, "{pattern} {text}");
        }
        assert!(matches(b"*.TXT", b"a.txt", true, true));
    }

    #[test]
    fn hostile_patterns_end_soon() {
        let pattern = "**/*a".repeat(60) + "b";
        assert!(!matches(pattern.as_bytes(), "a/".repeat(400).as_bytes(), true, false));
    }
}
