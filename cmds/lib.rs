pub fn main<T>(_: T) -> std::process::ExitCode {
    std::process::ExitCode::SUCCESS
}
pub mod scan {
    pub fn run() {}
}
pub mod chunk {
    pub fn run() {}
}
pub mod lex {
    pub fn run() {}
}
pub mod embed {
    pub fn run() {}
}
pub mod fuse {
    pub fn run() {}
}
pub mod rerank {
    pub fn run() {}
}
pub mod expand {
    pub fn run() {}
}
pub mod pack {
    pub fn run() {}
}
pub mod cw {
    pub fn run() {}
}
pub mod mcp {
    pub fn run() {}
}
