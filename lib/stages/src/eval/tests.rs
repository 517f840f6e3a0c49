//! Figures of lists whose right values are known.

use super::*;

fn list(places: &[(&str, u32, u32)]) -> Vec<Place> {
    places.iter().map(|(path, first, last)| Place { path: (*path).into(), lines: (*first, *last), tokens: 100 }).collect()
}

fn labelled(line: &str) -> Labelled {
    Labelled::parse(line).unwrap().remove(0)
}

#[test]
fn labels_are_read_in_every_form() {
    let text = "\n{\"query\": \"q\", \"relevant\": [\"a\", {\"path\": \"b\", \"lines\": [2, 4], \"grade\": 3}], \"other\": 1}\n\
                {\"query\": \"r\", \"relevant\": [], \"secondary\": [{\"path\": \"c\", \"start_line\": 5, \"end_line\": 6}], \"category\": \"docs\", \"repo\": \"x\"}\n";
    let all = Labelled::parse(text).unwrap();
    assert_eq!(all.len(), 2);
    assert_eq!(all[0].relevant[1], Target { path: "b".into(), lines: Some((2, 4)), grade: 3.0 });
    assert_eq!((all[1].secondary[0].lines, all[1].category.as_deref(), all[1].repo.as_deref()), (Some((5, 6)), Some("docs"), Some("x")));
    let error = Labelled::parse("{\"query\": \"q\", \"relevant\": []}\n{\"query\": 1}").unwrap_err();
    assert!(error.code == "S19" && error.message.starts_with("line 2 is no labelled question"), "{error}");
}

#[test]
fn figures_of_known_lists() {
    let one = labelled(r#"{"query": "q", "relevant": ["a"]}"#);
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
    for (place, ndcg) in [(1, 1.0), (2, 1.0 / 3f64.log2()), (3, 0.5), (10, 1.0 / 11f64.log2()), (11, 0.0)] {
        let mut all: Vec<(&str, u32, u32)> = vec![("x", 1, 1); 12];
        all[place - 1] = ("a", 1, 1);
        let figures = judge(&one, &list(&all));
        close(figures.ndcg, ndcg);
        close(figures.reciprocal_rank, 1.0 / place as f64);
        close(figures.tokens, 100.0 * place as f64);
        assert_eq!(figures.recall, [1, 5, 10, 50].map(|at| if place <= at { 1.0 } else { 0.0 }));
        assert_eq!(figures.shown, None);
    }
    // Two targets: both are needed, and the better grade first.
    let two = labelled(r#"{"query": "q", "relevant": [{"path": "a", "grade": 3}, "b"]}"#);
    close(judge(&two, &list(&[("a", 1, 1), ("b", 1, 1)])).ndcg, 1.0);
    let swapped = (1.0 + 3.0 / 3f64.log2()) / (3.0 + 1.0 / 3f64.log2());
    close(judge(&two, &list(&[("b", 1, 1), ("a", 1, 1)])).ndcg, swapped);
    close(judge(&two, &list(&[("b", 1, 1)])).recall[0], 0.5);
    close(judge(&two, &[]).ndcg, 0.0);
    close(judge(&two, &[]).tokens, 0.0);
}

#[test]
fn lines_count_where_they_are_given() {
    let span = labelled(r#"{"query": "q", "relevant": [{"path": "a", "lines": [10, 20]}]}"#);
    for (lines, shown) in [((1, 9), 0.0), ((1, 10), 1.0), ((20, 30), 1.0), ((21, 30), 0.0), ((12, 13), 1.0)] {
        let figures = judge(&span, &list(&[("x", 1, 1), ("a", lines.0, lines.1)]));
        assert_eq!(figures.shown, Some(shown), "{lines:?}");
        assert_eq!(figures.reciprocal_rank, shown / 2.0);
        assert_eq!(figures.recall[1], 1.0, "recall is of files");
    }
    assert_eq!(judge(&span, &list(&[("x", 1, 1)])).shown, None);
}

#[test]
fn nothing_is_the_right_answer_to_nonsense() {
    let none = labelled(r#"{"query": "q", "relevant": []}"#);
    assert_eq!((judge(&none, &[]).ndcg, judge(&none, &list(&[("a", 1, 1)])).ndcg), (1.0, 0.0));
}

#[test]
fn means_leave_out_what_is_not_known() {
    let figures = |ndcg, shown| Figures { ndcg, shown, ..Figures::default() };
    let means = Means::of(&[figures(1.0, None), figures(0.5, Some(1.0)), figures(0.0, Some(0.0))]);
    assert_eq!((means.count, means.figures.ndcg, means.figures.shown), (3, 0.5, Some(0.5)));
    assert_eq!(Means::of(&[]), Means::default());
}
