//! How many requests run at once, and when the next may begin. **Effects**: the clock of [`Env`].
//!
//! Half as many after a reply that says there is too much to do, one more after as many good replies in a row as run at once; a pause that a service asks for holds
//! everybody. Permits are given back by dropping them.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::Env;
use crate::providers::Trouble;

#[derive(Debug)]
struct State {
    running: usize,
    limit: usize,
    good: usize,
    /// By the clock: nobody begins before.
    hold: Duration,
}

/// The pace of one service, shared by all who ask it.
pub(super) struct Pace {
    most: usize,
    state: Mutex<State>,
    freed: Condvar,
}

/// The right to run one request.
pub(super) struct Permit<'a>(&'a Pace);

impl Pace {
    pub(super) fn new(most: usize) -> Pace {
        let most = most.max(1);
        Pace { most, state: Mutex::new(State { running: 0, limit: most, good: 0, hold: Duration::ZERO }), freed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until one more request may run.
    pub(super) fn enter(&self, env: &Env) -> Result<Permit<'_>, Trouble> {
        loop {
            env.check().map_err(|_| Trouble::Cancelled)?;
            let mut state = self.state();
            let pause = state.hold.saturating_sub(env.clock().now());
            if !pause.is_zero() {
                drop(state);
                env.sleep(pause).map_err(|_| Trouble::Cancelled)?;
            } else if state.running < state.limit {
                state.running += 1;
                return Ok(Permit(self));
            } else {
                // A cancelled work is noticed although nobody gives a permit back.
                drop(self.freed.wait_timeout(state, Duration::from_millis(50)));
            }
        }
    }

    /// A good reply.
    pub(super) fn good(&self) {
        let mut state = self.state();
        state.good += 1;
        if state.good >= state.limit && state.limit < self.most {
            (state.limit, state.good) = (state.limit + 1, 0);
            self.freed.notify_all();
        }
    }

    /// There is too much to do. With `until`, nobody begins before.
    pub(super) fn slower(&self, until: Option<Duration>) {
        let mut state = self.state();
        (state.limit, state.good) = ((state.limit / 2).max(1), 0);
        state.hold = state.hold.max(until.unwrap_or_default());
    }

    /// Requests that may run at once now.
    #[cfg(test)]
    fn limit(&self) -> usize {
        self.state().limit
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.0.state().running -= 1;
        self.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shrinks_and_recovers() {
        let pace = Pace::new(8);
        pace.slower(None);
        assert_eq!(pace.limit(), 4);
        (0..10).for_each(|_| pace.slower(None));
        assert_eq!(pace.limit(), 1);
        let steps: Vec<usize> = std::iter::from_fn(|| {
            pace.good();
            Some(pace.limit())
        })
        .take(1 + 2 + 3)
        .collect();
        assert_eq!(steps, [2, 2, 3, 3, 3, 4]);
        (0..100).for_each(|_| pace.good());
        assert_eq!(pace.limit(), 8);
    }

    #[test]
    fn no_more_than_the_limit_and_none_is_lost() {
        let (pace, env) = (Pace::new(3), Env::new(1).unwrap());
        let (now, most) = (Mutex::new(0), Mutex::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let permit = pace.enter(&env).unwrap();
                        let running = {
                            let mut now = now.lock().unwrap();
                            *now += 1;
                            *now
                        };
                        let mut most = most.lock().unwrap();
                        *most = running.max(*most);
                        drop(most);
                        *now.lock().unwrap() -= 1;
                        drop(permit);
                    }
                });
            }
        });
        assert!((1..=3).contains(&*most.lock().unwrap()));
        assert_eq!(pace.state().running, 0);
        env.cancel();
        assert!(matches!(pace.enter(&env), Err(Trouble::Cancelled)));
    }
}
