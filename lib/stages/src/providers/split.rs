//! Texts that are too long for a model, in pieces, and the vector of the whole from those of its pieces. **Pure.** What a token is, is for the caller to say.

/// Tokens that a text may have, at a guess that is rather too high: three bytes of ASCII a token, one and a half tokens any other character. The service has the last
/// word.
pub(super) fn estimate(text: &str) -> usize {
    let others = text.chars().filter(|letter| !letter.is_ascii()).count();
    let plain = text.chars().count() - others;
    plain.div_ceil(3) + (others * 3).div_ceil(2)
}

/// The pieces of a text that stands behind `head`, and the head that each of them begins with: together they have `room` tokens at most, by `count`.
pub(super) fn cut<'a>(head: &'a str, body: &'a str, room: usize, count: &dyn Fn(&str) -> usize) -> (&'a str, Vec<&'a str>) {
    // A head that leaves no room for the text is cut to a quarter.
    let head = pieces(head, room / 4, count).first().copied().unwrap_or_default();
    let room = room.saturating_sub(count(head)).max(1);
    (head, pieces(body, room, count).into_iter().filter(|body| !body.trim().is_empty()).collect())
}

/// `text` in pieces of at most `most` tokens by `count`, cut at line ends where there are some. Joined, they are the text.
fn pieces<'a>(text: &'a str, most: usize, count: &dyn Fn(&str) -> usize) -> Vec<&'a str> {
    let mut left = vec![text];
    let mut done = Vec::new();
    while let Some(text) = left.pop() {
        match halves(text).filter(|_| count(text) > most) {
            Some((first, second)) => left.extend([second, first]),
            None => done.push(text),
        }
    }
    done
}

/// A text in two: at the line end that is nearest to its middle, else at a space, else between two characters. `None` if it has only one.
pub(super) fn halves(text: &str) -> Option<(&str, &str)> {
    let middle = text.len() / 2;
    let nearest = |is_end: &dyn Fn(char) -> bool| {
        let ends = text.char_indices().filter(|(_, letter)| is_end(*letter)).map(|(at, letter)| at + letter.len_utf8());
        // Not a sliver: within the middle half.
        ends.filter(|at| *at >= text.len() / 4 && *at <= text.len() - text.len() / 4 && *at < text.len())
            .min_by_key(|at| at.abs_diff(middle))
    };
    let any = || text.char_indices().map(|(at, _)| at).skip(1).min_by_key(|at| at.abs_diff(middle));
    let at = nearest(&|letter| letter == '\n').or_else(|| nearest(&char::is_whitespace)).or_else(any)?;
    Some(text.split_at(at))
}

/// The mean of the vectors of pieces, weighted by their lengths in bytes, normalised.
pub(super) fn pool(pieces: &[(usize, Vec<f32>)]) -> Vec<f32> {
    if let [(_, only)] = pieces {
        return only.clone();
    }
    let mut sum = vec![0.0; pieces.first().map_or(0, |(_, vector)| vector.len())];
    for (weight, vector) in pieces {
        sum.iter_mut().zip(vector).for_each(|(sum, number)| *sum += number * *weight as f32);
    }
    crate::providers::embedded::normalise(&mut sum);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_join_and_fit() {
        let long = "x".repeat(1000);
        for text in
            ["", "a", "a\nb\n", "one line without an end", "漢字🚀".repeat(50).as_str(), "let x = 1;\n".repeat(90).as_str(), long.as_str()]
        {
            for most in [1, 2, 7, 50, 10_000] {
                let pieces = pieces(text, most, &estimate);
                assert_eq!(pieces.concat(), text);
                assert!(pieces.iter().all(|piece| estimate(piece) <= most || piece.chars().count() == 1), "{most} {text}");
            }
        }
        let lines = "let x = 1;\n".repeat(90);
        assert!(pieces(&lines, 100, &estimate).iter().all(|piece| piece.ends_with('\n')));
        assert_eq!(halves("a"), None);
        assert_eq!(halves(""), None);
        assert_eq!(halves("ab"), Some(("a", "b")));
        assert_eq!(halves("one two three"), Some(("one ", "two three")));
    }

    /// Weighted by length, and of length 1 again.
    #[test]
    fn pooling() {
        let pooled = pool(&[(3, vec![1.0, 0.0]), (4, vec![0.0, 1.0])]);
        assert!((pooled[0] - 0.6).abs() < 1e-6 && (pooled[1] - 0.8).abs() < 1e-6, "{pooled:?}");
        assert_eq!(pool(&[(9, vec![0.0, 1.0])]), [0.0, 1.0]);
        assert_eq!(pool(&[(1, vec![1.0, 0.0]), (1, vec![-1.0, 0.0])]), [0.0, 0.0]);
    }
}
