//! `cw install-skills`: writes the skills that come with `cw` below a folder. A skill that is there already, and differs, is kept unless it may be replaced.

use std::path::PathBuf;

use cw_stages::{Error, Exit};

use crate::Done;
use crate::exit::{output, visible};
use crate::flow::human;

/// The skills, by the name of their folder.
pub const SKILLS: &[(&str, &str)] = &[
    ("using-contextweaver", include_str!("../skills/using-contextweaver.md")),
    ("enhancing-prompts", include_str!("../skills/enhancing-prompts.md")),
];

/// Flags of `cw install-skills`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder of skills, such as .claude/skills; it is made if it is missing
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Replace skills that are there and differ
    #[arg(long, short)]
    force: bool,
}

/// Runs `cw install-skills`.
pub fn run(args: Args) -> Done {
    let place = |name: &str| args.dir.join(name).join("SKILL.md");
    let held = |name: &str| std::fs::read_to_string(place(name)).ok();
    let differs = |name: &str, text: &str| args.dir.join(name).exists() && held(name).as_deref() != Some(text);
    if let (false, Some((name, _))) = (args.force, SKILLS.iter().find(|(name, text)| differs(name, text))) {
        let error =
            Error::usage("C41", format!("'{}' is there already, and not the same; nothing was written", args.dir.join(name).display()));
        return Err(error.hint("--force replaces it").into());
    }
    human(|out| {
        for (name, text) in SKILLS {
            let what = if held(name).as_deref() == Some(text) { "unchanged" } else { "written" };
            let path = place(name);
            crate::put::put(&path, text.as_bytes(), 0o644)
                .map_err(|error| Error::system("C04", format!("cannot write '{}': {error}", path.display())))?;
            writeln!(out, "{}: {what}", visible(&path.to_string_lossy())).map_err(output)?;
        }
        Ok(())
    })?;
    Ok(Exit::Done)
}
