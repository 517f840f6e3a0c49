//! `cw-pack`; see the man page of that name.
fn main() -> std::process::ExitCode {
    cw::main(cw::pack::run)
}
