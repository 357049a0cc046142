//! Hands the compiler flags of this build on to the record of the environment.

fn main() {
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    println!("cargo::rustc-env=SUDOKU_LAB_RUSTFLAGS={}", flags.replace('\x1f', " "));
    println!("cargo::rerun-if-changed=build.rs");
}
