//! SIGINT and SIGTERM as a message instead of an end. They are waited for by one thread, so that nothing has to be done inside of a handler.

/// The signals that are held back.
#[cfg(unix)]
pub struct Held(libc::sigset_t);

/// Holds SIGINT and SIGTERM back. Threads that begin later do so too.
#[cfg(unix)]
pub fn hold() -> Held {
    // SAFETY: a set that was made empty is valid; the mask is that of this thread.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGINT);
        libc::sigaddset(&raw mut set, libc::SIGTERM);
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut());
        Held(set)
    }
}

#[cfg(unix)]
impl Held {
    /// Calls `stop` at the first signal, on a thread of its own. The second one ends the process at once.
    pub fn then(self, stop: impl FnOnce() + Send + 'static) {
        let wait = move || {
            let mut signal = 0;
            // SAFETY: the set was filled by `hold`.
            unsafe { libc::sigwait(&raw const self.0, &raw mut signal) };
            signal
        };
        std::thread::spawn(move || {
            wait();
            stop();
            // SAFETY: ends the process; what was being written is whole on disk or not there.
            unsafe { libc::_exit(128 + wait()) };
        });
    }
}

/// Nothing is held back here: the process ends, and the index is as whole as after any end.
#[cfg(not(unix))]
pub struct Held;

/// Does nothing.
#[cfg(not(unix))]
pub fn hold() -> Held {
    Held
}

#[cfg(not(unix))]
impl Held {
    /// Does nothing.
    pub fn then(self, _stop: impl FnOnce() + Send + 'static) {}
}
