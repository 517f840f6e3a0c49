//! What the parser takes from the heap: counted, so that a bound can be set. **Pure** but for a counter of the thread.
//!
//! Steps bound how often a parser works, not how much: with some grammars an error keeps thousands of stacks alive, and a text of 16 KB takes 16 GB within few steps.
//! Every byte that is ever asked for counts, also when it was given back since: so the count bounds the time that copying takes, too, and depends on nothing but the text.

use std::cell::Cell;
use std::ffi::c_void;
use std::sync::Once;

use tree_sitter::Allocator;

unsafe extern "C" {
    fn malloc(size: usize) -> *mut c_void;
    fn calloc(count: usize, size: usize) -> *mut c_void;
    fn realloc(at: *mut c_void, size: usize) -> *mut c_void;
    fn free(at: *mut c_void);
}

thread_local! {
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

fn count(size: usize) {
    // A thread that ends has no counter any more, and parses nothing.
    let _ = TAKEN.try_with(|taken| taken.set(taken.get().wrapping_add(size as u64)));
}

unsafe extern "C" fn counted_malloc(size: usize) -> *mut c_void {
    count(size);
    unsafe { malloc(size) }
}

unsafe extern "C" fn counted_calloc(number: usize, size: usize) -> *mut c_void {
    count(number.saturating_mul(size));
    unsafe { calloc(number, size) }
}

unsafe extern "C" fn counted_realloc(at: *mut c_void, size: usize) -> *mut c_void {
    count(size);
    unsafe { realloc(at, size) }
}

/// Bytes that parsers of this thread have asked for so far. The first call makes them be counted; it comes before the first parser is made.
pub(super) fn taken() -> u64 {
    static COUNTING: Once = Once::new();
    COUNTING.call_once(|| {
        let allocator = Allocator { malloc: counted_malloc, calloc: counted_calloc, realloc: counted_realloc, free };
        // SAFETY: all four are those of the C library, which are also the ones in use before; `Once` keeps others out while they are set.
        unsafe { tree_sitter::set_allocator(Some(allocator)) };
    });
    TAKEN.get()
}
