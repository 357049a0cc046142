//! The functions that a script calls.

#![expect(unsafe_code, reason = "the names of the functions are what the script asks for")]

use std::cell::RefCell;
use std::ptr;

use crate::Server;

#[derive(Default)]
struct Module {
    server: Server,
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// The length of the longest request: 16 MiB.
const LONGEST: usize = 1 << 24;

/// Returns the address of a buffer for a request of `len` bytes, which the caller fills before
/// [`call`]; null if `len` is more than 16 MiB or the memory is exhausted. The buffer is valid
/// until the next `input`.
#[unsafe(no_mangle)]
pub extern "C" fn input(len: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|Module { input, .. }| {
        input.clear();
        if len > LONGEST || input.try_reserve_exact(len).is_err() {
            return ptr::null_mut();
        }
        input.resize(len, 0);
        input.as_mut_ptr()
    })
}

/// Answers the request in the first `len` bytes of the input, or in all of it if it is shorter.
/// Returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn call(len: usize) -> usize {
    MODULE.with_borrow_mut(|Module { server, input, output }| {
        *output = server.answer(&input[..len.min(input.len())]).into_bytes();
        output.len()
    })
}

/// Returns the address of the answer, which is valid until the next [`call`].
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    MODULE.with_borrow(|module| module.output.as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_without_room_is_refused_and_the_next_one_is_answered() {
        for absurd in [LONGEST + 1, usize::MAX / 2, usize::MAX] {
            assert!(input(absurd).is_null(), "{absurd} bytes");
            assert!(call(absurd) > 0, "an error is the answer");
        }
        assert!(!input(LONGEST).is_null());
    }
}
