//! Every language's own example, and the inputs that are hard on a parser.

use super::*;

fn outline_of(word: &str, text: &str) -> (Outline, Option<String>) {
    read(Some(word), &Lines::new(text), &Options::default())
}

#[test]
fn every_language_knows_its_example() {
    for table in table::tables() {
        let (outline, fault) = outline_of(table.word, table.example);
        assert_eq!(fault, None, "{}", table.word);
        let found: Vec<String> = outline
            .defs
            .iter()
            .enumerate()
            .filter(|(_, def)| !def.hidden)
            .map(|(at, def)| format!("{} {}", def.kind, outline.breadcrumb(Some(at)).join("/")))
            .collect();
        assert_eq!(found, table.expect, "{}", table.word);
    }
}
