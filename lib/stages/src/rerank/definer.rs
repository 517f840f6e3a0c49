//! Which files define the name that is asked for, and so stand before all that only use it. **Pure**; how well else they fit is in `rules.rs`.

use super::COUNT;
use super::rules::feature;
use crate::terms::{Scratch, tokens};

/// How a file defines the name of a query.
pub(super) struct Definer {
    primary: bool,
    literal: bool,
    exact: bool,
}

impl Definer {
    pub(super) fn of(features: &[f32; COUNT]) -> Definer {
        let of = |wanted| feature(features, wanted);
        Definer { primary: of("prim") >= 1.0, literal: of("defrx") >= 1.0, exact: of("def_exact") > 0.0 }
    }

    /// Places of the files that stand before all that only use the name: primary code that defines it letter for letter; of other code only if no primary code defines it in any
    /// case, and the name is of several words: a helper of a test may be called `post` in a project that is about posting.
    pub(super) fn first(files: &[Definer], name: Option<&str>) -> impl Iterator<Item = usize> {
        let is_known = files.iter().any(|file| file.primary && file.exact);
        let mut words = 0;
        tokens(name.unwrap_or_default(), &mut Scratch::default(), &mut |_| words += 1);
        let stands = move |file: &Definer| file.literal && (file.primary || !is_known && words > 1);
        files.iter().enumerate().filter(move |(_, file)| stands(file)).map(|(place, _)| place)
    }
}
