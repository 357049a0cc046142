//! The searches for a page, by requests and answers in JSON.
//!
//! Compiled to WebAssembly, the module needs nothing from its host: no import, no clock. A script
//! writes a request into the [`input`], [`call`]s, and reads the answer from the [`output`]:
//!
//! ```js
//! const { memory, input, call, output } = instance.exports;
//! function ask(request) {
//!   const bytes = new TextEncoder().encode(JSON.stringify(request));
//!   const at = input(bytes.length); // first: `memory.buffer` is replaced when it grows
//!   if (at === 0) throw new Error("the request is too long");
//!   new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
//!   const length = call(bytes.length);
//!   return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length)));
//! }
//! ask({ do: "open", slot: 0, puzzle: "53..7....", solver: "bitmask/cursor", goal: "first" });
//! ```
//!
//! [`Server`] lists the requests. One that cannot be met is answered with an error. Only a search
//! that exhausts the memory traps; the instance is lost then, and the script makes another one.

mod exports;
mod read;
mod server;

pub use exports::{call, input, output};
pub use server::Server;
