//! Words: `add` stores what files say, `find` finds files by it, `exact` finds a text or a pattern as it stands.

mod add;
mod exact;
mod find;

pub(crate) use add::publish;
pub use add::{Options as AddOptions, add};
pub use exact::{Options as ExactOptions, Wanted, exact};
pub use find::{Options as FindOptions, find};
