//! From hits to segments: looks a hit's text up, checks that it is the one that was found, and merges what touches in a file.
//!
//! It knows no budget. All that it does depends on the hits that were taken before, so any prefix of the list gives the same again.

use std::collections::HashMap;
use std::sync::Arc;

use cw_records::{Blob, Context, Hit, RecordPath, chunk_id};

use super::{Content, Texts};
use crate::Error;

/// A hit with the text around it.
pub(super) struct Candidate {
    pub hit: Hit,
    file: Arc<str>,
    view: Option<Arc<str>>,
    start: usize,
    end: usize,
    lines: (u32, u32),
    cut: bool,
    /// Its bytes in the file before it was cut.
    whole: (usize, usize),
}

impl Candidate {
    /// What is shown of the hit alone.
    pub fn text(&self) -> &str {
        self.view.as_deref().unwrap_or(&self.file[self.start..self.end])
    }

    /// Its lines in the file.
    pub fn lines(&self) -> (u32, u32) {
        self.lines
    }

    /// True if its text is not what stands in the file.
    pub fn is_view(&self) -> bool {
        self.view.is_some()
    }

    /// True if not all of it is shown.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// The same, but only these of its lines are shown, of which there is at least one. A view still points to the whole of its chunk.
    pub fn narrowed(&self, lines: std::ops::Range<usize>) -> Candidate {
        let text = self.text();
        let length = |lines: usize| text.split_inclusive('\n').take(lines).map(str::len).sum::<usize>();
        let (from, to) = (length(lines.start), length(lines.end));
        let mut narrowed =
            Candidate { hit: self.hit.clone(), file: Arc::clone(&self.file), view: None, cut: self.cut || to - from < text.len(), ..*self };
        if self.view.is_some() {
            narrowed.view = Some(text[from..to].into());
        } else {
            (narrowed.start, narrowed.end) = (self.start + from, self.start + to);
            let first = self.lines.0.saturating_add(lines.start as u32);
            narrowed.lines = (first, first.saturating_add(lines.len() as u32 - 1));
        }
        narrowed
    }

    /// The context of this hit alone.
    pub fn context(&self) -> Context {
        Segment::of(0, self).context(std::slice::from_ref(self))
    }

    /// The most that is printed around it if it is cut: as if all its numbers were as long as the last.
    pub fn frame(&self) -> Context {
        let mut context = Segment::of(0, self).frame(std::slice::from_ref(self));
        context.lines.0 = context.lines.1;
        context.extra.insert(TRUNCATED.into(), true.into());
        context
    }
}

/// Set in a context that does not show all of its hits.
pub(super) const TRUNCATED: &str = "truncated";

/// What becomes of a hit. If it is not usable: why, as the end of a sentence that begins with the path.
pub(super) type Resolved = Result<Candidate, &'static str>;

/// A file and the places of its line ends.
type Lined = (Content, Vec<usize>);

const CHANGED: &str = "changed since it was indexed";

/// Looks texts up, each file once, and its lines too.
pub(super) struct Resolver<'a> {
    texts: &'a dyn Texts,
    files: HashMap<RecordPath, Option<Lined>>,
}

impl<'a> Resolver<'a> {
    pub fn new(texts: &'a dyn Texts) -> Resolver<'a> {
        Resolver { texts, files: HashMap::new() }
    }

    /// The hit with its text, if the index still holds what was found.
    pub fn resolve(&mut self, hit: Hit) -> Result<Resolved, Error> {
        if !hit.path.is_confined() {
            return Ok(Err("is not below its root"));
        }
        if !self.files.contains_key(&hit.path) {
            let file = self.texts.file(&hit.path)?.map(|file| {
                let ends = memchr::memchr_iter(b'\n', file.text.as_bytes()).collect();
                (file, ends)
            });
            self.files.insert(hit.path.clone(), file);
        }
        let Some(Some((Content { text: file, views }, ends))) = self.files.get(&hit.path) else { return Ok(Err(CHANGED)) };
        let (Ok(start), Ok(end)) = (usize::try_from(hit.bytes.0), usize::try_from(hit.bytes.1)) else {
            return Ok(Err(CHANGED));
        };
        let slice = if start < end { file.get(start..end) } else { None };
        if slice.is_none_or(|slice| chunk_id(&hit.path, hit.bytes.0, &Blob::of(slice.as_bytes())) != hit.id) {
            return Ok(Err(CHANGED));
        }
        let line =
            |place: usize| u32::try_from(ends.partition_point(|end| *end < place)).map_or(u32::MAX, |before| before.saturating_add(1));
        let view = views.binary_search_by_key(&hit.bytes.0, |view| view.0).ok().map(|place| Arc::clone(&views[place].1));
        Ok(Ok(Candidate {
            file: Arc::clone(file),
            view,
            start,
            end,
            lines: (line(start), line(end - 1)),
            cut: false,
            whole: (start, end),
            hit,
        }))
    }
}

/// One piece of one file: hits that touch or overlap.
#[derive(Clone)]
pub(super) struct Segment {
    file: Arc<str>,
    start: usize,
    end: usize,
    lines: (u32, u32),
    /// What was cut stands alone, so that it takes no more than its share.
    cut: bool,
    /// Places of the candidates in the list, ascending; the first is the best.
    candidates: Vec<usize>,
}

impl Segment {
    fn of(place: usize, candidate: &Candidate) -> Segment {
        let Candidate { file, start, end, lines, cut, .. } = candidate;
        Segment { file: Arc::clone(file), start: *start, end: *end, lines: *lines, cut: *cut, candidates: vec![place] }
    }

    fn touches(&self, other: &Segment) -> bool {
        if self.cut || other.cut {
            return (self.start, self.end) == (other.start, other.end);
        }
        self.start <= other.end && other.start <= self.end
    }

    fn join(&mut self, other: Segment) {
        self.start = self.start.min(other.start);
        self.end = self.end.max(other.end);
        self.lines = (self.lines.0.min(other.lines.0), self.lines.1.max(other.lines.1));
        self.candidates.extend(other.candidates);
        self.candidates.sort_unstable();
    }

    /// Place of the best hit.
    pub fn place(&self) -> usize {
        self.candidates[0]
    }

    /// As a record; rank and tokens are still to come.
    pub fn context(&self, list: &[Candidate]) -> Context {
        let best = &list[self.place()].hit;
        let mut hits: Vec<Blob> = Vec::with_capacity(self.candidates.len());
        for place in &self.candidates {
            let id = list[*place].hit.id;
            if !hits.contains(&id) {
                hits.push(id);
            }
        }
        let view = self.candidates.iter().any(|place| list[*place].is_view());
        let text = if view { self.views(list) } else { self.file[self.start..self.end].to_owned() };
        let mut context = Context { text, hits, view, ..bare(best, (self.start as u64, self.end as u64), self.lines) };
        if self.cut {
            context.extra.insert(TRUNCATED.into(), true.into());
        }
        context
    }

    /// What is shown of the candidates, in the order of the file; each begins a line.
    fn views(&self, list: &[Candidate]) -> String {
        let mut parts: Vec<&Candidate> = self.candidates.iter().map(|place| &list[*place]).collect();
        parts.sort_by_key(|part| part.start);
        parts.dedup_by_key(|part| part.start);
        let mut text = String::new();
        for part in parts {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(part.text());
        }
        text
    }

    /// The record without its text: what is printed around it.
    pub fn frame(&self, list: &[Candidate]) -> Context {
        let view = self.candidates.iter().any(|place| list[*place].is_view());
        Context { view, ..bare(&list[self.place()].hit, (self.start as u64, self.end as u64), self.lines) }
    }
}

fn bare(best: &Hit, bytes: (u64, u64), lines: (u32, u32)) -> Context {
    Context {
        path: best.path.clone(),
        lang: best.lang.clone(),
        bytes,
        lines,
        symbol: best.symbol.clone(),
        breadcrumb: best.breadcrumb.clone(),
        score: best.score,
        from: best.from.clone(),
        ..Context::default()
    }
}

/// The segments of a prefix of the list.
#[derive(Default)]
pub(super) struct Selection {
    files: HashMap<RecordPath, Vec<Segment>>,
    /// What of each file was taken, before anything was cut: it decides what is one piece too many, whatever the budget.
    taken: HashMap<RecordPath, Vec<(usize, usize)>>,
}

impl Selection {
    /// The selection of the first `taken` of `list`, all of which were admitted.
    pub fn of(list: &[Candidate], taken: usize) -> Selection {
        let mut selection = Selection::default();
        for (place, candidate) in list[..taken].iter().enumerate() {
            selection.add(place, candidate);
        }
        selection
    }

    /// False if the file has as many pieces as it may, and this would be one more. What is admitted counts as one, whether it is shown or not.
    pub fn admits(&mut self, candidate: &Candidate, cap: Option<usize>) -> bool {
        let taken = self.taken.entry(candidate.hit.path.clone()).or_default();
        let (mut start, mut end) = candidate.whole;
        let (joined, apart): (Vec<_>, Vec<_>) = taken.iter().copied().partition(|other| other.0 <= end && start <= other.1);
        if joined.is_empty() && cap.is_some_and(|cap| apart.len() >= cap) {
            return false;
        }
        joined.iter().for_each(|other| (start, end) = (start.min(other.0), end.max(other.1)));
        *taken = apart;
        taken.push((start, end));
        true
    }

    /// Adds the candidate at `place` of the list: the segment that it went into, which is new or has grown, and those that this one took the place of.
    pub fn add(&mut self, place: usize, candidate: &Candidate) -> (Segment, Vec<Segment>) {
        let segments = self.files.entry(candidate.hit.path.clone()).or_default();
        let mut segment = Segment::of(place, candidate);
        let (gone, kept): (Vec<Segment>, Vec<Segment>) = std::mem::take(segments).into_iter().partition(|other| other.touches(&segment));
        *segments = kept;
        gone.iter().cloned().for_each(|other| segment.join(other));
        segments.push(segment.clone());
        (segment, gone)
    }

    /// The contexts, each at the place of its best hit.
    pub fn contexts(&self, list: &[Candidate]) -> Vec<Context> {
        let mut segments: Vec<&Segment> = self.files.values().flatten().collect();
        segments.sort_unstable_by_key(|segment| segment.place());
        segments.into_iter().map(|segment| segment.context(list)).collect()
    }
}
