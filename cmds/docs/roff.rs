//! Markdown to roff, as far as the pages of this project go: headings, paragraphs, code blocks, tables, lists, bold and code. Left out: links, quotes, HTML.

/// A line of text that cannot be taken for a request.
pub fn text(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-");
    if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
}

/// A block that is shown as it is.
pub fn verbatim(lines: &[&str]) -> String {
    let mut out = String::from(".PP\n.RS 4\n.nf\n");
    for line in lines {
        out.push_str(&text(line));
        out.push('\n');
    }
    out + ".fi\n.RE\n"
}

/// Text with `code` and **bold** in it.
fn inline(line: &str) -> String {
    let mut out = String::new();
    for (number, part) in line.split('`').enumerate() {
        if number % 2 == 1 {
            out.push_str(&format!("\\fB{}\\fR", text(part)));
            continue;
        }
        for (number, part) in part.split("**").enumerate() {
            out.push_str(&if number % 2 == 1 { format!("\\fB{}\\fR", text(part)) } else { text(part) });
        }
    }
    // A request is one only at the beginning of a line.
    if out.starts_with(['.', '\'']) { format!("\\&{out}") } else { out }
}

/// A page of `section` from Markdown whose first heading is `# name(section): what it is`.
pub fn page(markdown: &str, source: &str) -> String {
    let mut lines = markdown.lines().peekable();
    let title = lines.next().unwrap_or_default().trim_start_matches("# ");
    let (called, about) = title.split_once(": ").unwrap_or((title, ""));
    let (name, section) = called.trim_end_matches(')').split_once('(').unwrap_or((called, "7"));
    let mut out = format!(".TH {} {section} \"\" \"{source}\" \"\"\n", text(&name.to_uppercase()));
    out.push_str(&format!(".SH NAME\n{} \\- {}\n.SH DESCRIPTION\n", text(name), inline(about)));
    let mut paragraph = Vec::new();
    while let Some(line) = lines.next() {
        let begins = ["#", "```", "|", "* "].iter().any(|mark| line.starts_with(mark)) || item(line).is_some();
        if begins || line.is_empty() {
            flush(&mut paragraph, &mut out);
        }
        if let Some(heading) = line.strip_prefix("### ") {
            out.push_str(&format!(".SS {}\n", inline(heading)));
        } else if let Some(heading) = line.strip_prefix("## ") {
            out.push_str(&format!(".SH {}\n", inline(&heading.to_uppercase())));
        } else if line.starts_with("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            out.push_str(&verbatim(&block));
        } else if line.starts_with('|') {
            let mut rows = vec![line];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(row);
            }
            table(&rows, &mut out);
        } else if let Some((mark, rest)) = item(line) {
            out.push_str(&format!(".IP {mark} 4\n"));
            paragraph.push(rest);
            // The rest of an item is indented.
            while let Some(more) = lines.next_if(|line| line.starts_with("  ")) {
                paragraph.push(more.trim_start());
            }
            out.push_str(&format!("{}\n", inline(&std::mem::take(&mut paragraph).join(" "))));
        } else if !line.is_empty() {
            paragraph.push(line);
        }
    }
    flush(&mut paragraph, &mut out);
    out
}

/// The mark of a list item, and its text.
fn item(line: &str) -> Option<(String, &str)> {
    if let Some(rest) = line.strip_prefix("* ") {
        return Some(("\\(bu".into(), rest));
    }
    let (number, rest) = line.split_once(". ")?;
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| (format!("{number}."), rest))
}

fn flush(paragraph: &mut Vec<&str>, out: &mut String) {
    if !paragraph.is_empty() {
        out.push_str(&format!(".PP\n{}\n", inline(&std::mem::take(paragraph).join(" "))));
    }
}

/// A table as a list: the first cell is the tag, the others follow. Terminals are narrow, and no table preprocessor is needed.
fn table(rows: &[&str], out: &mut String) {
    let cells = |row: &str| -> Vec<String> {
        row.trim().trim_matches('|').replace("\\|", "\u{1}").split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect()
    };
    let heads = cells(rows[0]);
    for row in rows.iter().skip(1).map(|row| cells(row)) {
        if row.iter().all(|cell| cell.chars().all(|letter| letter == '-')) {
            continue;
        }
        out.push_str(&format!(".TP\n{}\n", inline(&row[0])));
        let named = row.len() > 2;
        let rest = row[1..].iter().zip(&heads[1..]).filter(|(cell, _)| !cell.is_empty());
        let rest: Vec<String> = rest.map(|(cell, head)| if named { format!("{head}: {cell}") } else { cell.clone() }).collect();
        out.push_str(&format!("{}\n", if rest.is_empty() { "\\&".into() } else { inline(&rest.join("; ")) }));
    }
}
