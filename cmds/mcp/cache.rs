//! Answers that were given to questions about one tree, the last ones asked for. A key holds everything that an answer depends on: the question and all that was said beside it, the generation
//! of the index, and who embeds and judges; so an answer that is found is the one that would be worked out, and nothing is ever thrown away but what is oldest.

use std::collections::VecDeque;
use std::sync::Mutex;

use cw_records::Blob;

use super::reply::Reply;
use super::trees::lock;

/// Answers of one tree.
const MOST: usize = 50;

/// The answers, the last one used first.
#[derive(Default)]
pub struct Cache(Mutex<VecDeque<(Blob, Reply)>>);

impl Cache {
    /// The answer with this key.
    pub fn get(&self, key: &Blob) -> Option<Reply> {
        let mut answers = lock(&self.0);
        let place = answers.iter().position(|(other, _)| other == key)?;
        let found = answers.remove(place)?;
        answers.push_front(found.clone());
        Some(found.1)
    }

    /// Keeps an answer.
    pub fn put(&self, key: Blob, reply: Reply) {
        let mut answers = lock(&self.0);
        answers.retain(|(other, _)| *other != key);
        answers.truncate(MOST - 1);
        answers.push_front((key, reply));
    }
}

/// A question as it is asked and compared: in one line, the white space between words says nothing. What stands in quotes is searched for as it is, and several lines may be a trace.
pub fn normal(question: &str) -> String {
    let question = question.trim();
    if question.contains(['"', '\n']) { question.to_owned() } else { question.split_whitespace().collect::<Vec<_>>().join(" ") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_oldest_goes() {
        let cache = Cache::default();
        let key = |number: usize| Blob::of(&number.to_le_bytes());
        for number in 0..MOST {
            cache.put(key(number), Reply::new("ok", number.to_string(), json!({})));
        }
        assert_eq!(cache.get(&key(0)).unwrap().text(), "0");
        cache.put(key(MOST), Reply::new("ok", "new", json!({})));
        assert!(cache.get(&key(1)).is_none(), "the one that nobody asked for again");
        assert_eq!((cache.get(&key(0)).unwrap().text(), cache.get(&key(MOST)).unwrap().text()), ("0", "new"));
    }

    #[test]
    fn questions_are_compared_by_their_words() {
        assert_eq!(normal("  where  is\tit "), "where is it");
        assert_eq!(normal("find \"a  b\""), "find \"a  b\"");
        assert_eq!(normal("Traceback:\n  File"), "Traceback:\n  File");
    }
}
