//! Plain `cw-embed`: attaches a vector to each chunk. **Streams**; holds one window.

use std::collections::VecDeque;

use cw_records::{Chunk, Fault, Record};

use crate::providers::{Embedder, Trouble, Wish};
pub use crate::vector::Format;
use crate::vector::record;
use crate::{Env, Error, Stream};

/// Most bytes of text that are held at once.
const WINDOW: usize = 16 << 20;

/// Attaches a vector of `embedder` to each chunk that has none. A chunk whose vector cannot be had goes on without, and that is said before the end.
pub fn attach<'a>(env: &'a Env, input: Stream<'a>, embedder: &'a dyn Embedder, format: Format) -> Stream<'a> {
    let mut attaching = Attaching { env, embedder, format, dims: embedder.identity().dims, missing: 0, trouble: None };
    let mut input = Some(input);
    let mut ready = VecDeque::new();
    Box::new(std::iter::from_fn(move || {
        loop {
            if let Some(item) = ready.pop_front() {
                return Some(item);
            }
            let (mut window, mut chunks, mut bytes) = (Vec::new(), 0, 0);
            while let Some(item) = input.as_mut().and_then(Iterator::next) {
                if let Ok(Record::Chunk(chunk)) = &item {
                    (chunks, bytes) = (chunks + 1, bytes + chunk.text.len());
                }
                let last = !matches!(&item, Ok(Record::Chunk(_) | Record::File(_) | Record::Skip(_) | Record::Fault(_)));
                window.push(item);
                if last || chunks >= embedder.window() || bytes >= WINDOW {
                    break;
                }
            }
            if window.is_empty() {
                return None;
            }
            match attaching.window(window) {
                Ok(done) => ready.extend(done),
                Err(error) => {
                    input = None;
                    ready.push_back(Err(error));
                }
            }
        }
    }))
}

struct Attaching<'a> {
    env: &'a Env,
    embedder: &'a dyn Embedder,
    format: Format,
    /// Known from the first vector on.
    dims: Option<u32>,
    missing: u64,
    trouble: Option<Trouble>,
}

impl Attaching<'_> {
    fn window(&mut self, mut window: Vec<Result<Record, Error>>) -> Result<Vec<Result<Record, Error>>, Error> {
        self.env.check()?;
        let lacking: Vec<&Chunk> = window
            .iter()
            .filter_map(|item| match item {
                Ok(Record::Chunk(chunk)) if chunk.vector.is_none() => Some(chunk),
                _ => None,
            })
            .collect();
        let found = match &self.trouble {
            Some(trouble) => lacking.iter().map(|_| Err(trouble.clone())).collect(),
            None if lacking.is_empty() => Vec::new(),
            None => self.embedder.chunks(self.env, &lacking, Wish { dims: self.dims, hurry: false }),
        };
        let seen = found.iter().flatten().find(|vector| !vector.is_empty()).map(|vector| vector.len() as u32);
        self.dims = self.dims.or(seen);
        // What a blank text, and one that is refused, has: near nothing.
        let zeros = vec![0.0; self.dims.unwrap_or(0) as usize];
        let mut found = found.into_iter();
        let model = self.embedder.identity().part();
        let mut done = Vec::with_capacity(window.len());
        for mut item in window.drain(..) {
            match &mut item {
                Ok(Record::Chunk(chunk)) if chunk.vector.is_none() => match found.next() {
                    Some(Ok(vector)) if vector.is_empty() => chunk.vector = Some(record(&model, zeros.clone(), self.format)),
                    Some(Ok(vector)) => chunk.vector = Some(record(&model, vector, self.format)),
                    Some(Err(Trouble::Refused(why))) => {
                        let message = format!("lines {}-{} have no vector: {why}", chunk.lines.0, chunk.lines.1);
                        done.push(Ok(Fault::note("S31", Some(&chunk.path), message).into()));
                        chunk.vector = Some(record(&model, zeros.clone(), self.format));
                    }
                    Some(Err(trouble)) => {
                        self.missing += 1;
                        self.trouble.get_or_insert(trouble);
                    }
                    None => {}
                },
                Ok(Record::Header(header)) => header.via.push(crate::via("embed")),
                Ok(Record::End(_)) => done.extend(self.told().map(|fault| Ok(fault.into()))),
                _ => {}
            }
            done.push(item);
        }
        Ok(done)
    }

    fn told(&mut self) -> Option<Fault> {
        let trouble = self.trouble.take()?;
        let message = format!("{} chunks have no vector: {}", std::mem::take(&mut self.missing), trouble.message());
        let mut fault = Fault::loss("S30", None, message);
        fault.extra.insert("hint".into(), trouble.hint().into());
        Some(fault)
    }
}
