//! Concurrency as an adapter: a stage says what happens to one item, the adapter does it to many at once and keeps their order.

use rayon::prelude::*;

use crate::Env;

/// Most items, and most weight, that are held at once.
const ITEMS: usize = 256;
const WEIGHT: usize = 16 << 20;

/// Maps `input` on the workers of `env`, in order. `weight` says what an item costs in memory (bytes), so that a batch stays bounded.
/// The result never depends on the number of workers.
pub fn in_order_map<'a, T, U, I, F, W>(env: &'a Env, input: I, weight: W, map: F) -> impl Iterator<Item = U> + Send + 'a
where
    T: Send + 'a,
    U: Send + 'a,
    I: Iterator<Item = T> + Send + 'a,
    F: Fn(T) -> U + Send + Sync + 'a,
    W: Fn(&T) -> usize + Send + 'a,
{
    let mut input = input.fuse();
    let mut ready = Vec::new().into_iter();
    std::iter::from_fn(move || {
        loop {
            if let Some(item) = ready.next() {
                return Some(item);
            }
            let mut batch = Vec::new();
            let mut held = 0;
            while batch.len() < ITEMS && held < WEIGHT {
                let Some(item) = input.next() else { break };
                held += weight(&item);
                batch.push(item);
            }
            if batch.is_empty() {
                return None;
            }
            let done: Vec<U> = env.pool().install(|| batch.into_par_iter().map(&map).collect());
            ready = done.into_iter();
        }
    })
}
