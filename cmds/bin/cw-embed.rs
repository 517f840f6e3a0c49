//! `cw-embed`; see the man page of that name.
fn main() -> std::process::ExitCode {
    cw::main(cw::embed::run)
}
