//! How far down the list the budget goes.
//!
//! The answer is always a prefix of the ranked list, and its length never shrinks when the budget grows:
//!
//! 1. An estimate goes down the list and stops at the first hit that does not fit. It adds up counts of pieces and depends on the list alone,
//!    so a larger budget stops at the same hit or later.
//! 2. Counts of tokens do not add up over borders, so the real output of that prefix is counted, and while it is above the budget the last
//!    hit goes. What is left is the longest prefix up to the stop that truly fits: with a larger budget the same or longer.
//! 3. If nothing fits, the best hit is cut to the first of its lines that do, found by halving: a larger budget takes the same turns until it
//!    goes further.

use cw_records::{Context, Hit, RecordPath};

use super::formats::Form;
use super::select::{Added, Candidate, Resolver, Segment, Selection};
use super::tokens::{count, count_up_to};
use super::{Options, Texts};
use crate::{Env, Error};

/// What came of it.
pub(super) struct Packed {
    /// The answer.
    pub contexts: Vec<Context>,
    /// Files with hits that are not usable: why, and how many.
    pub dropped: Vec<(RecordPath, &'static str, u64)>,
    /// The file of the best hit, if not one line of it fits.
    pub too_small: Option<RecordPath>,
    /// Hits that the budget left out.
    pub left_out: u64,
}

/// A size in both measures; one that has no limit is not counted.
#[derive(Clone, Copy, Default)]
struct Size {
    tokens: u64,
    chars: u64,
}

/// The budget and the form that it is for.
struct Measure<'a> {
    options: &'a Options,
    form: &'static dyn Form,
}

impl Measure<'_> {
    fn size(&self, text: &str) -> Size {
        Size {
            tokens: self.options.tokens.map_or(0, |_| count(self.options.encoding, text)),
            chars: self.options.chars.map_or(0, |_| text.chars().count() as u64),
        }
    }

    fn frame(&self, segment: &Segment, list: &[Candidate]) -> Size {
        self.size(&self.form.counted(&self.trimmed(segment.frame(list)), self.options.style.plain()))
    }

    fn allows(&self, size: Size) -> bool {
        self.options.tokens.is_none_or(|limit| size.tokens <= limit) && self.options.chars.is_none_or(|limit| size.chars <= limit)
    }

    /// What the reader asked to see of the context.
    fn trimmed(&self, mut context: Context) -> Context {
        if !self.options.explain {
            context.from.clear();
        }
        context
    }

    /// Whether the real output of these contexts is within the budget.
    fn fits(&self, contexts: &[Context]) -> bool {
        let style = self.options.style.plain();
        let pieces = contexts.iter().map(|context| self.form.counted(context, style));
        let pieces: Vec<String> = match self.form.between() {
            Some(between) => vec![pieces.collect::<Vec<_>>().join(between)],
            None => pieces.collect(),
        };
        let chars = || pieces.iter().map(|piece| piece.chars().count() as u64).sum::<u64>();
        let tokens = |limit| pieces.iter().try_fold(limit, |left, piece| Some(left - count_up_to(self.options.encoding, piece, left)?));
        self.options.chars.is_none_or(|limit| chars() <= limit) && self.options.tokens.is_none_or(|limit| tokens(limit).is_some())
    }
}

/// Packs `hits`, seeds first and best first.
pub(super) fn choose(env: &Env, hits: Vec<Hit>, texts: &dyn Texts, options: &Options) -> Result<Packed, Error> {
    let measure = Measure { options, form: options.format.form() };
    let mut packed = Packed { contexts: Vec::new(), dropped: Vec::new(), too_small: None, left_out: hits.len() as u64 };
    let mut resolver = Resolver::new(texts);
    let mut selection = Selection::default();
    let mut list: Vec<Candidate> = Vec::new();
    let mut estimate = Size::default();
    let mut stop = None;
    for hit in hits {
        env.check()?;
        let path = hit.path.clone();
        let candidate = match resolver.resolve(hit)? {
            Ok(candidate) => candidate,
            Err(why) => {
                packed.left_out -= 1;
                match packed.dropped.iter_mut().find(|dropped| dropped.0 == path) {
                    Some(dropped) => dropped.2 += 1,
                    None => packed.dropped.push((path, why, 1)),
                }
                continue;
            }
        };
        match selection.add(list.len(), &candidate, options.per_file) {
            Added::Capped => packed.left_out -= 1,
            Added::Into(segment, gone) => {
                list.push(candidate);
                estimate = grown(&measure, estimate, &segment, &gone, &list);
                if !measure.allows(estimate) {
                    stop = Some(list.len() - 1);
                    break;
                }
            }
        }
    }
    let mut taken = stop.unwrap_or(list.len());
    if stop.is_some() {
        selection = Selection::of(&list, taken);
    }
    loop {
        env.check()?;
        packed.contexts = selection.contexts(&list).into_iter().map(|context| measure.trimmed(context)).collect();
        if taken == 0 || measure.fits(&packed.contexts) {
            break;
        }
        taken -= 1;
        selection = Selection::of(&list, taken);
    }
    if let (0, Some(best)) = (taken, list.first()) {
        match head(&measure, best) {
            Some(context) => {
                packed.contexts = vec![context];
                taken = 1;
            }
            None => packed.too_small = Some(best.hit.path.clone()),
        }
    }
    packed.left_out -= taken as u64;
    for (context, rank) in packed.contexts.iter_mut().zip(1..) {
        context.rank = rank;
        context.tokens = count(options.encoding, &context.text);
    }
    Ok(packed)
}

/// The estimate after the last of `list` went into `segment`, which took the place of `gone`.
fn grown(measure: &Measure<'_>, mut estimate: Size, segment: &Segment, gone: &[Segment], list: &[Candidate]) -> Size {
    let Some(candidate) = list.last() else { return estimate };
    let style = measure.options.style.plain();
    let body = measure.size(&measure.form.body(candidate.text(), (!candidate.is_view()).then(|| candidate.lines()), style));
    let frame = measure.frame(segment, list);
    estimate.tokens += body.tokens + frame.tokens;
    estimate.chars += body.chars + frame.chars;
    for old in gone {
        let frame = measure.frame(old, list);
        estimate.tokens -= frame.tokens;
        estimate.chars -= frame.chars;
    }
    estimate
}

/// The first lines of `best` that fit, if one does.
fn head(measure: &Measure<'_>, best: &Candidate) -> Option<Context> {
    let context = |lines| measure.trimmed(best.head(lines));
    let (mut fits, mut most) = (0, best.text().split_inclusive('\n').count());
    while fits < most {
        let middle = fits + (most - fits).div_ceil(2);
        if measure.fits(&[context(middle)]) {
            fits = middle;
        } else {
            most = middle - 1;
        }
    }
    (fits > 0).then(|| context(fits))
}
