//! Passes the compiler flags of this build to the crate, which records them in the environment.

fn main() {
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    println!("cargo::rustc-env=SUDOKU_LAB_RUSTFLAGS={}", flags.replace('\x1f', " "));
    println!("cargo::rerun-if-changed=build.rs");
}
