//! How far down the list the budget goes.
//!
//! The answer is always a prefix of the ranked list, and its length never shrinks when the budget grows:
//!
//! 1. An estimate goes down the list and stops at the first hit that does not fit. It adds up counts of pieces: of a hit its size, but no more than
//!    its share of the budget, to which a longer one is cut. With a larger budget no such count grows faster than the budget does, so it stops at
//!    the same hit or later.
//! 2. Counts of tokens do not add up over borders, so the real output of that prefix is counted, and while it is above the budget the last
//!    hit goes. What is left is the longest prefix up to the stop that truly fits: with a larger budget the same or longer.
//! 3. If nothing fits, the best hit is cut to the first of its lines that do, found by halving: a larger budget takes the same turns until it
//!    goes further.
//! 4. A line that is longer than a share counts for a share and, for the rest of it, from what is set aside for such lines: so much of the budget
//!    ([`LONG`]). The hits that have one are shown down the list until that is used up, and then none is, so that one line cannot be in the way of
//!    all that follows. A hit that is not shown counts as if it were: with a larger budget its line takes no place that was given away.
//!
//! The estimate is in parts of a token (or character), as many as there are shares, so that no rounding breaks the rule.

use cw_records::{Context, Hit, RecordPath};

use super::formats::Form;
use super::select::{Candidate, Resolver, Segment, Selection};
use super::share::Excerpts;
use super::tokens::{count, count_up_to};
use super::{Options, Texts};
use crate::{Env, Error};

/// What came of it.
pub(super) struct Packed {
    /// The answer.
    pub contexts: Vec<Context>,
    /// Files with hits that are not usable: why, and how many.
    pub dropped: Vec<(RecordPath, &'static str, u64)>,
    /// The files of hits of which not one line is shown, because it is too long; best first.
    pub too_long: Vec<RecordPath>,
    /// Hits that the budget left out.
    pub left_out: u64,
}

/// No share is smaller than this, in tokens and in characters: less tells a reader nothing.
const LEAST: Size = Size { tokens: 64, chars: 240 };

/// What is set aside for lines that are longer than a share, in eighths of the budget. With the usual eight shares no line of more than half of the budget is shown.
const LONG: u64 = 3;

/// A size in both measures; one that has no limit is not counted.
#[derive(Clone, Copy, Default)]
struct Size {
    tokens: u64,
    chars: u64,
}

impl Size {
    fn each(self, other: Size, of: impl Fn(u64, u64) -> u64) -> Size {
        Size { tokens: of(self.tokens, other.tokens), chars: of(self.chars, other.chars) }
    }

    fn within(self, most: Size) -> bool {
        self.tokens <= most.tokens && self.chars <= most.chars
    }
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

    /// What is printed of these contexts but their texts.
    fn frame(&self, context: Context) -> Size {
        self.size(&self.form.counted(&self.trimmed(context), self.options.style.plain()))
    }

    /// What is printed of the text of a candidate.
    fn body(&self, candidate: &Candidate) -> Size {
        let lines = (!candidate.is_view()).then(|| candidate.lines());
        self.size(&self.form.body(candidate.text(), lines, self.options.style.plain()))
    }

    fn budget(&self) -> Size {
        Size { tokens: self.options.tokens.unwrap_or(u64::MAX), chars: self.options.chars.unwrap_or(u64::MAX) }
    }

    /// How many parts of a token the estimate counts in.
    fn parts(&self) -> u64 {
        self.options.shares.map_or(1, |shares| u64::from(shares.get()))
    }

    /// What one hit may take, in parts; `None` if it may take all.
    fn share(&self) -> Option<Size> {
        self.options.shares.map(|_| self.budget().each(LEAST, |all, least| all.max(least.saturating_mul(self.parts()))))
    }

    /// What is set aside for lines that are longer than a share, in parts.
    fn set_aside(&self) -> Size {
        self.budget().each(Size::default(), |limit, _| limit.saturating_mul(self.parts()).saturating_mul(LONG) / 8)
    }

    /// `whole`, or if that is more than its share what is shown of it; the most that it counts for, a share; and by how much its line is longer. In parts.
    fn shared(&self, excerpts: &mut Excerpts, whole: Candidate) -> (Candidate, Size, Size) {
        let in_parts = |size: Size| size.each(size, |size, _| size.saturating_mul(self.parts()));
        let size = in_parts(self.body(&whole));
        let Some(share) = self.share().filter(|share| !size.within(*share)) else { return (whole, size, Size::default()) };
        let shown = excerpts.of_hit(&whole, |shown| in_parts(self.body(shown)).within(share));
        let longer = in_parts(self.body(&shown)).each(share, u64::saturating_sub);
        (shown, size.each(share, u64::min), longer)
    }

    fn allows(&self, estimate: Size) -> bool {
        estimate.within(self.budget().each(Size::default(), |limit, _| limit.saturating_mul(self.parts())))
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
pub(super) fn choose(env: &Env, query: &str, hits: Vec<Hit>, texts: &dyn Texts, options: &Options) -> Result<Packed, Error> {
    let measure = Measure { options, form: options.format.form() };
    let mut packed = Packed { contexts: Vec::new(), dropped: Vec::new(), too_long: Vec::new(), left_out: hits.len() as u64 };
    let mut resolver = Resolver::new(texts);
    let mut excerpts = Excerpts::of(query);
    let mut selection = Selection::default();
    let mut list: Vec<Candidate> = Vec::new();
    let (mut estimate, mut long) = (Size::default(), Size::default());
    let set_aside = measure.set_aside();
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
        let (candidate, body, longer) = measure.shared(&mut excerpts, candidate);
        if !selection.admits(&candidate, options.per_file) {
            packed.left_out -= 1;
            continue;
        }
        long = long.each(longer, u64::saturating_add);
        let is_shown = longer.within(Size::default()) || long.within(set_aside);
        if is_shown {
            let (segment, gone) = selection.add(list.len(), &candidate);
            list.push(candidate);
            estimate = grown(&measure, estimate, body, &segment, &gone, &list);
        } else {
            estimate = plus(estimate, body, measure.frame(candidate.frame()), measure.parts());
            packed.too_long.push(path);
        }
        if !measure.allows(estimate.each(long.each(set_aside, u64::min), u64::saturating_add)) {
            stop = is_shown.then(|| list.len() - 1);
            break;
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
    if let (0, true, Some(best)) = (taken, packed.too_long.is_empty(), list.first()) {
        match head(&measure, best) {
            Some(context) => {
                packed.contexts = vec![context];
                taken = 1;
            }
            None => packed.too_long.push(best.hit.path.clone()),
        }
    }
    packed.left_out -= taken as u64;
    for (context, rank) in packed.contexts.iter_mut().zip(1..) {
        context.rank = rank;
        context.tokens = count(options.encoding, &context.text);
    }
    Ok(packed)
}

/// The estimate after the last of `list`, which counts for `body`, went into `segment`, which took the place of `gone`.
fn grown(measure: &Measure<'_>, estimate: Size, body: Size, segment: &Segment, gone: &[Segment], list: &[Candidate]) -> Size {
    let Some(candidate) = list.last() else { return estimate };
    let parts = measure.parts();
    let frame = measure.frame(if candidate.is_cut() { candidate.frame() } else { segment.frame(list) });
    let mut estimate = plus(estimate, body, frame, parts);
    for old in gone {
        let frame = measure.frame(old.frame(list));
        estimate = estimate.each(frame, |all, frame| all.saturating_sub(frame.saturating_mul(parts)));
    }
    estimate
}

/// `estimate` and a body and a frame, which is not in parts yet.
fn plus(estimate: Size, body: Size, frame: Size, parts: u64) -> Size {
    estimate.each(body, u64::saturating_add).each(frame, |all, frame| all.saturating_add(frame.saturating_mul(parts)))
}

/// The first lines of `best` that fit, if one does.
fn head(measure: &Measure<'_>, best: &Candidate) -> Option<Context> {
    let context = |lines| measure.trimmed(best.narrowed(0..lines).context());
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
