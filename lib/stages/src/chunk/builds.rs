//! Makefile, Dockerfile and CMake, line by line: rules, stages, functions and targets begin at the beginning of a line.

use super::marks::{Marks, name};

/// Rules with their recipes, and macros.
pub(super) fn makefile(marks: &mut Marks<'_, '_>) {
    let (mut joined, mut define) = (false, false);
    for line in 0..marks.lines.len() {
        let (body, _) = marks.line(line);
        let raw = &marks.lines.text[marks.lines.start(line)..marks.lines.start(line + 1)];
        let goes_on = std::mem::replace(&mut joined, body.ends_with('\\'));
        if define {
            define = !body.starts_with("endef");
            continue;
        }
        if goes_on || body.is_empty() || body.starts_with('#') || raw.starts_with('\t') {
            continue;
        }
        if let Some(rest) = body.strip_prefix("define ") {
            marks.begin(line, 1, "macro", name(rest), false);
            define = true;
            continue;
        }
        for word in ["include ", "-include ", "sinclude "] {
            if let Some(rest) = body.strip_prefix(word) {
                let files = rest.split_whitespace().take_while(|file| !file.starts_with('#'));
                files.filter(|file| !file.contains('$')).for_each(|file| marks.imports.import(file));
            }
        }
        let target =
            body.find(':').filter(|place| !body[..*place].contains('=') && !body[*place + 1..].trim_start_matches(':').starts_with('='));
        match target.map(|place| body[..place].split_whitespace().next().unwrap_or_default()) {
            Some(target) if !target.is_empty() && !target.starts_with('.') && !raw.starts_with(' ') => {
                marks.begin(line, 1, "target", target, false);
            }
            _ if ["if", "else", "endif"].iter().any(|word| body.starts_with(word)) => {}
            _ => marks.end(line, 1),
        }
    }
}

/// Stages.
pub(super) fn dockerfile(marks: &mut Marks<'_, '_>) {
    let mut joined = false;
    for line in 0..marks.lines.len() {
        let (body, _) = marks.line(line);
        if std::mem::replace(&mut joined, body.ends_with('\\')) || !body.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("from ")) {
            continue;
        }
        let words: Vec<&str> = body.split_whitespace().skip(1).filter(|word| !word.starts_with("--")).collect();
        let stage = match words[..] {
            [image, word, stage, ..] if word.eq_ignore_ascii_case("as") => {
                marks.imports.import(image);
                stage
            }
            [image, ..] => image,
            [] => continue,
        };
        marks.begin(line, 1, "stage", stage, false);
    }
}

/// Functions, macros and targets.
pub(super) fn cmake(marks: &mut Marks<'_, '_>) {
    let mut inside = false;
    let mut close = false;
    for line in 0..marks.lines.len() {
        if std::mem::take(&mut close) {
            marks.end(line, 1);
        }
        let (body, indent) = marks.line(line);
        let Some((command, rest)) = body.split_once('(').filter(|_| !body.starts_with('#')) else { continue };
        let command = command.trim().to_ascii_lowercase();
        if command == "endfunction" || command == "endmacro" {
            (inside, close) = (false, true);
        }
        if inside || close {
            continue;
        }
        let first = rest.trim_start().split([' ', ')', '\t']).next().unwrap_or_default().trim_matches('"');
        let kind = match &*command {
            "function" => "function",
            "macro" => "macro",
            "project" => "project",
            "add_executable" | "add_library" | "add_custom_target" => "target",
            "include" | "add_subdirectory" => {
                marks.imports.import(first);
                ""
            }
            _ => "",
        };
        inside = matches!(kind, "function" | "macro");
        if !kind.is_empty() && !first.is_empty() {
            marks.begin(line, 1, kind, first, false);
        } else if indent == 0 {
            marks.end(line, 1);
        }
    }
}
