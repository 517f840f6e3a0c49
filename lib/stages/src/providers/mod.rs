//! Who makes vectors. A room: one file or folder a provider.

pub mod embedded;
