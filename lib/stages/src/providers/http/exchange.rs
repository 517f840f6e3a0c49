//! A request, as often as it takes: the one loop around a service. **Effects**: the network, the clock.
//!
//! It ends: tries are counted, pauses are added up, a question has a last moment. What one request learns of a service that is down or set up wrongly holds for all
//! of its session, so that nobody tries in vain a thousand times.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::Service;
use super::client::{Client, Miss};
use super::pace::Pace;
use super::reply::Bad;
use super::retry::{Verdict, judge};
use crate::Env;
use crate::providers::Trouble;

/// A service with its pace, for as long as the process asks it.
pub(super) struct Line {
    client: Client,
    pace: Pace,
    /// What is asked there, for messages.
    what: String,
}

impl Line {
    pub(super) fn new(service: Service, what: String) -> Line {
        let pace = Pace::new(service.concurrency);
        Line { client: Client::new(service), pace, what }
    }

    pub(super) fn service(&self) -> &Service {
        self.client.service()
    }

    /// The origin, if texts leave the machine.
    pub(super) fn sends_to(&self) -> Option<String> {
        let endpoint = &self.service().endpoint;
        (!endpoint.is_loopback()).then(|| endpoint.origin())
    }

    fn say(&self, why: &str) -> String {
        format!("{} at {}: {}", self.what, self.service().endpoint.origin(), self.client.clean(why))
    }
}

/// How long to try.
#[derive(Clone, Copy)]
pub(super) struct Patience {
    retries: u32,
    /// All pauses of one request together.
    pauses: Duration,
    /// By the clock, for everything.
    until: Option<Duration>,
}

impl Patience {
    /// Work that nobody waits for.
    pub(super) fn of_a_build(service: &Service) -> Patience {
        Patience { retries: service.retries, pauses: service.patience, until: None }
    }

    /// Somebody waits: one more try, and a last moment.
    pub(super) fn of_a_question(service: &Service, env: &Env) -> Patience {
        let until = env.clock().now() + service.question;
        Patience { retries: service.retries.min(1), pauses: service.question, until: Some(until) }
    }
}

/// Why one request gave nothing.
pub(super) enum Stop {
    /// These texts are not wanted.
    Refused {
        /// They are too long, or too many.
        long: bool,
        /// What was said.
        why: String,
    },
    /// Nothing can be had now.
    Trouble(Trouble),
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Stop {
        Stop::Trouble(trouble)
    }
}

/// What requests of one piece of work learn from each other.
pub(super) struct Session<'a> {
    line: &'a Line,
    env: &'a Env,
    patience: Patience,
    good: AtomicUsize,
    /// Why nothing more is tried.
    broken: Mutex<Option<Trouble>>,
}

impl<'a> Session<'a> {
    pub(super) fn new(line: &'a Line, env: &'a Env, patience: Patience) -> Session<'a> {
        Session { line, env, patience, good: AtomicUsize::new(0), broken: Mutex::new(None) }
    }

    /// True after the first good reply.
    pub(super) fn has_succeeded(&self) -> bool {
        self.good.load(Ordering::Relaxed) > 0
    }

    /// Nothing more is tried, for this reason or the one before.
    pub(super) fn break_off(&self, trouble: Trouble) -> Trouble {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(trouble).clone()
    }

    fn broken(&self) -> Option<Trouble> {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How long the next request may take, and how much time is left at all.
    fn timeout(&self) -> Result<(Duration, Option<Duration>), Trouble> {
        let own = self.line.service().timeout;
        let left = self.patience.until.map(|until| until.saturating_sub(self.env.clock().now()));
        match left {
            Some(Duration::ZERO) => Err(self.break_off(Trouble::Down(self.line.say("no reply in time")))),
            Some(left) if own.is_zero() || left < own => Ok((left, Some(left))),
            left => Ok((own, left)),
        }
    }

    /// Posts `body` until `read` takes the reply. `seed` tells requests apart that would otherwise come back at the same moment.
    pub(super) fn ask<T>(&self, body: &str, seed: &str, read: impl Fn(&[u8]) -> Result<T, Bad>) -> Result<T, Stop> {
        let (line, env, service) = (self.line, self.env, self.line.service());
        let (mut tries, mut paused, good) = (0, Duration::ZERO, self.good.load(Ordering::Relaxed));
        loop {
            if let Some(trouble) = self.broken() {
                return Err(trouble.into());
            }
            let permit = line.pace.enter(env)?;
            let (timeout, left) = self.timeout()?;
            let last = tries >= self.patience.retries;
            let verdict = match line.client.post(body, timeout) {
                Ok(answer) if (200..300).contains(&answer.status) => match read(&answer.body) {
                    Ok(done) => {
                        self.good.fetch_add(1, Ordering::Relaxed);
                        line.pace.good();
                        return Ok(done);
                    }
                    Err(Bad::Error) => judge(&answer, env.clock().calendar()),
                    Err(Bad::Shape(why)) => Verdict::Again { after: None, slower: false, why },
                    Err(Bad::Dims { want, got }) if last => return Err(self.break_off(Trouble::Dims { want, got }).into()),
                    Err(Bad::Dims { got, .. }) => {
                        Verdict::Again { after: None, slower: false, why: format!("its vectors have {got} numbers") }
                    }
                },
                Ok(answer) => judge(&answer, env.clock().calendar()),
                Err(Miss::Broken(why)) => Verdict::Again { after: None, slower: false, why },
                Err(Miss::Never(why)) => Verdict::Settings(why),
            };
            drop(permit);
            match verdict {
                Verdict::Refused { long, why } => return Err(Stop::Refused { long, why: line.say(&why) }),
                Verdict::Settings(why) => return Err(self.break_off(Trouble::Settings(line.say(&why))).into()),
                Verdict::Again { after, slower, why } => {
                    let own = service.delay + service.step * tries;
                    tries += 1;
                    let pause = after.map_or(own, |after| after.max(own)) + jitter(own, tries, seed);
                    if last || paused + pause > self.patience.pauses || left.is_some_and(|left| pause >= left) {
                        let wish = after.filter(|after| *after > own).map(|after| format!(" (it asks to wait {} s)", after.as_secs()));
                        let trouble = Trouble::Down(line.say(&why) + &wish.unwrap_or_default());
                        // Others got through meanwhile: it is this one alone.
                        let alone = self.good.load(Ordering::Relaxed) > good;
                        return Err(if alone { trouble } else { self.break_off(trouble) }.into());
                    }
                    paused += pause;
                    if slower {
                        line.pace.slower(after.map(|after| env.clock().now() + after));
                    }
                    env.sleep(pause).map_err(|_| Trouble::Cancelled)?;
                }
            }
        }
    }
}

/// Up to a quarter of `pause`, so that those who failed together do not come back together. From the request, not from chance.
fn jitter(pause: Duration, tries: u32, seed: &str) -> Duration {
    let hash = blake3::hash(format!("{tries} {seed}").as_bytes());
    pause * u32::from(hash.as_bytes()[0]) / 1024
}
