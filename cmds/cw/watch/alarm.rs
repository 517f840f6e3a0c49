//! Wakes the loop: at most one message waits, however much happens, and the time of the last event says when it is quiet.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Why the loop goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    /// Look at the tree.
    Look,
    /// End.
    Stop,
}

/// The end that wakes. Cheap to clone.
#[derive(Clone)]
pub struct Bell {
    to: Sender<Wake>,
    told: Arc<AtomicBool>,
    last: Arc<Mutex<Instant>>,
}

/// The end that waits.
pub struct Alarm {
    from: Receiver<Wake>,
    bell: Bell,
}

/// Both ends.
pub fn alarm() -> (Bell, Alarm) {
    let (to, from) = channel();
    let bell = Bell { to, told: Arc::default(), last: Arc::new(Mutex::new(Instant::now())) };
    (bell.clone(), Alarm { from, bell })
}

impl Bell {
    /// Something happened.
    pub fn ring(&self) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        if !self.told.swap(true, Ordering::SeqCst) {
            let _ = self.to.send(Wake::Look);
        }
    }

    /// It is over.
    pub fn stop(&self) {
        let _ = self.to.send(Wake::Stop);
    }
}

impl Alarm {
    /// What happens from now on wakes again.
    pub fn set(&self) {
        self.bell.told.store(false, Ordering::SeqCst);
    }

    /// Rests for `pause`; then waits for an event, or for `most` if nothing happens, and until it is quiet for `quiet`, or has not been for `long`.
    pub fn wait(&self, pause: Duration, most: Option<Duration>, quiet: Duration, long: Duration) -> Wake {
        let (start, mut rung) = (Instant::now(), false);
        while let Some(left) = pause.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) {
            match self.next(Some(left)) {
                Some(Wake::Stop) => return Wake::Stop,
                heard => rung |= heard.is_some(),
            }
        }
        if !rung {
            match self.next(most) {
                Some(Wake::Look) => {}
                Some(Wake::Stop) => return Wake::Stop,
                None => return Wake::Look,
            }
        }
        let start = Instant::now();
        loop {
            let since = self.bell.last.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
            let left = quiet.saturating_sub(since).min(long.saturating_sub(start.elapsed()));
            if left.is_zero() {
                return Wake::Look;
            }
            if self.next(Some(left)) == Some(Wake::Stop) {
                return Wake::Stop;
            }
        }
    }

    fn next(&self, most: Option<Duration>) -> Option<Wake> {
        let Some(most) = most else { return Some(self.from.recv().unwrap_or(Wake::Stop)) };
        match self.from.recv_timeout(most) {
            Ok(wake) => Some(wake),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Wake::Stop),
        }
    }
}
