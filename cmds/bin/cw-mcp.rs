//! `cw-mcp`; see the man page of that name.
fn main() -> std::process::ExitCode {
    cw::main(cw::mcp::run)
}
