//! The functions that a script calls.

#![expect(unsafe_code, reason = "the names of the functions are what the script asks for")]

use std::cell::RefCell;

use crate::Desk;

#[derive(Default)]
struct Module {
    desk: Desk,
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Room for a request of so many bytes, which the caller fills before [`call`]. It is there until the
/// next `input`.
#[unsafe(no_mangle)]
pub extern "C" fn input(len: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.input.clear();
        module.input.resize(len, 0);
        module.input.as_mut_ptr()
    })
}

/// Answers the request in the first `len` bytes of the input, or in all of it where that is shorter.
/// Gives the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn call(len: usize) -> usize {
    MODULE.with_borrow_mut(|Module { desk, input, output }| {
        *output = desk.answer(&input[..len.min(input.len())]).into_bytes();
        output.len()
    })
}

/// Where the answer is. It is there until the next [`call`].
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    MODULE.with_borrow(|module| module.output.as_ptr())
}
