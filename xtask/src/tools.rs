//! The programs that tasks start and nothing here compiles.

use std::process::Stdio;

/// A call that shows that a program is installed, and how to get it.
pub(crate) type Tool = (&'static str, &'static str);

pub(crate) const APT: Tool = ("apt-get --version", "Debian has it");
pub(crate) const MATURIN: Tool = ("maturin --version", "`pip install maturin`");
pub(crate) const NPM: Tool = ("npm --version", "it comes with Node, from nodejs.org");
pub(crate) const PYTHON: Tool = ("python3 -m pip --version", "python.org, 3.11 or newer, with pip");
pub(crate) const QEMU: Tool = ("qemu-aarch64 --version", "Debian has it in `qemu-user`");
pub(crate) const READELF: Tool = ("readelf --version", "Debian has it in `binutils`");
pub(crate) const ZIG: Tool = ("python3 -m ziglang version", "`pip install ziglang`");
pub(crate) const ZIGBUILD: Tool = ("cargo-zigbuild --version", "`pip install cargo-zigbuild`");

/// Returns the first of these programs that is missing, and how to get it; `None` if there is none.
pub(crate) fn missing(tools: &[Tool]) -> Option<String> {
    let is_missing = |(call, _): &&Tool| {
        let status = crate::call(call).stdout(Stdio::null()).stderr(Stdio::null()).status();
        !status.is_ok_and(|status| status.success())
    };
    let (call, from) = tools.iter().find(is_missing)?;
    Some(format!("`{call}` fails: {from}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_missing_tool_is_named_with_its_source() {
        let here = ("rustc --version", "rustup.rs");
        assert_eq!(missing(&[here]), None);
        let (not, fails) = (("no-such-tool --version", "nowhere"), ("rustc --wrong", "rustup.rs"));
        assert_eq!(missing(&[here, not]).unwrap(), "`no-such-tool --version` fails: nowhere");
        assert_eq!(missing(&[fails, not]).unwrap(), "`rustc --wrong` fails: rustup.rs");
    }
}
