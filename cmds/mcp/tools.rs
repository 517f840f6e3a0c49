//! The tools: names, words for a model, parameters, and the shape of what they give.

use std::sync::Arc;

use rmcp::model::ToolAnnotations;
use serde_json::{Map, Value, json};

use super::call::Call;
use super::reply::{Reply, Stop};
use super::schema::Kind::{Choice, Flag, OneOf, Text, Texts, Whole, Words};
use super::schema::{Arguments, Param, input, may, must, output};
use super::{files, indexes, prompt, related, retrieval, symbols};

/// A tool.
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    title: &'static str,
    about: &'static str,
    /// Its parameters.
    pub params: &'static [Param],
    /// The fields of its answer, as `schema::output` reads them, beside those that all have.
    fields: &'static str,
    /// Its body.
    pub run: fn(&Call, &Arguments) -> Result<Reply, Stop>,
}

const REPO: Param =
    must("repo_path", Text, "Absolute path of the repository's folder, such as /home/me/project; of a folder in it, to look only there");
const LANGUAGE: Param = may("language", Words(20), "Only files in these languages, such as rust, python, typescript");
const CURSOR: Param = may("cursor", Text, "The next_cursor of an answer to the same arguments, for what follows it");
const SYMBOL: Param = must("symbol", Text, "The name as it is spelled in the code; Type.name and Type::name are understood");

/// All tools.
pub const TOOLS: &[Tool] = &[
    Tool {
        name: "codebase-retrieval",
        title: "Search code by meaning",
        about: "Finds the code that answers a question in words, by meaning and by words, and packs the best excerpts into a token budget. Use it first when you do not know \
                where something is, and before edits. Not for every place of a known name (find-references).",
        params: &[
            REPO,
            must("information_request", Text, "What you look for, in a sentence: what the code does, where or why"),
            may("technical_terms", Texts(50), "Identifiers you are sure of; files with them rank higher, the others are not excluded"),
            may(
                "mode",
                Choice(&["balanced", "quick", "deep"]),
                "quick: fewer files, the best places only; deep: more files, and who imports and calls them",
            ),
            may("include_globs", Texts(20), "Only files that match one, as in .gitignore: 'src/**', '*.py', 'docs'"),
            may("exclude_globs", Texts(20), "No file that matches one of these"),
            LANGUAGE,
            may("max_files", Whole(1, 50, None), "Files at most; 20 if it is not said, 10 if quick, 30 if deep"),
            may("max_tokens", Whole(200, 60_000, Some(8_000)), "The answer has no more tokens than this"),
            may("max_total_chars", Whole(2_000, 80_000, None), "The answer has no more characters than this"),
            may("max_segments_per_file", Whole(1, 5, None), "Excerpts of one file at most"),
            may("output_format", Choice(&["markdown", "json", "both"]), "How the text of the answer is written"),
            may(
                "low_confidence_behavior",
                OneOf(&["return_top1", "return_empty", "return_with_warning"]),
                "What to give when nothing answers the question well: the nearest alone, nothing, or the nearest and a warning. If it is not said: nothing",
            ),
            CURSOR,
            may("return_debug", Flag, "Say why each excerpt was chosen, and how long it took"),
        ],
        fields: "query?:string results?:result[] truncated?:boolean next_cursor?:string debug?:debug",
        run: retrieval::run,
    },
    Tool {
        name: "get-symbol-definition",
        title: "Find a definition",
        about: "Shows where a function, class, type or constant of this name is defined, with its code. The same spelling comes first, then other cases.",
        params: &[
            REPO,
            SYMBOL,
            may("hint_path", Text, "A file or folder of the repository; definitions near it come first"),
            may("max_results", Whole(1, 20, Some(3)), "Definitions at most"),
            CURSOR,
        ],
        fields: "definitions?:definition[] total?:integer truncated?:boolean next_cursor?:string",
        run: symbols::definition,
    },
    Tool {
        name: "find-references",
        title: "Find every use of a name",
        about: "Every line of the indexed files that has this name as a whole word, definitions and comments included; complete, with the total.",
        params: &[
            REPO,
            must("symbol", Text, "The name as it is spelled in the code; case matters"),
            may("exclude_definition", Flag, "Leave out the lines that define it"),
            may("max_results", Whole(1, 200, Some(50)), "Lines at most"),
            CURSOR,
        ],
        fields: "references?:reference[] total?:integer files?:integer truncated?:boolean next_cursor?:string",
        run: symbols::references,
    },
    Tool {
        name: "find-related",
        title: "Find what stands around a place",
        about: "What belongs to a line of a file: its neighbours and siblings, what its file imports and who imports it, and where its names are called. \
                Use it after a search, to see what a change touches. Names are not resolved: two things of one name are not told apart.",
        params: &[
            REPO,
            must("path", Text, "The file, relative to the repository's folder, such as src/main.rs"),
            may("line", Whole(1, 10_000_000, Some(1)), "A line in it"),
            may("relations", Texts(5), "Only these: neighbour, sibling, import, importer, call"),
            LANGUAGE,
            may("max_each", Whole(1, 20, Some(3)), "Most of what each relation finds"),
            may("max_results", Whole(1, 200, Some(20)), "Excerpts at most"),
            CURSOR,
        ],
        fields: "related?:related[] total?:integer truncated?:boolean next_cursor?:string",
        run: related::run,
    },
    Tool {
        name: "list-symbols",
        title: "List definitions",
        about: "The functions, classes, types and so on that files define, with their lines: an outline of a file or a folder.",
        params: &[
            REPO,
            may("path_filter", Text, "Only in this file or folder, or in files that match this glob"),
            may(
                "kind_filter",
                Text,
                "Only of these kinds, with commas: function,method,class,struct,enum,trait,interface,type,constant,section",
            ),
            LANGUAGE,
            may("max_results", Whole(1, 500, Some(100)), "Definitions at most"),
            CURSOR,
        ],
        fields: "symbols?:symbol[] total?:integer files?:integer truncated?:boolean next_cursor?:string",
        run: symbols::list,
    },
    Tool {
        name: "list-files",
        title: "List files",
        about: "The indexed files in the order of their paths, with language, size and lines.",
        params: &[
            REPO,
            may("glob", Text, "Only files that match this, as in .gitignore: 'src/**', '*.py', 'docs'"),
            LANGUAGE,
            may("max_results", Whole(1, 1_000, Some(200)), "Files at most"),
            CURSOR,
        ],
        fields: "files?:file[] total?:integer truncated?:boolean next_cursor?:string",
        run: files::list,
    },
    Tool {
        name: "stats",
        title: "Describe the index",
        about: "What the index of a repository holds, and whether something is wrong with it. Builds nothing.",
        params: &[REPO],
        fields: "index?:string root?:string files?:integer chunks?:integer text_bytes?:integer languages?:language[] troubles?:trouble[]",
        run: files::stats,
    },
    Tool {
        name: "prepare-prompt-context",
        title: "Read a vague request",
        about: "Says what a request in plain words names (its language, its technical terms) and shows the code of a repository that bears on it, so that it can be made a precise task. \
                Without repo_path it only reads the request.",
        params: &[
            must("prompt", Text, "The request as the user wrote it, in any language"),
            may("repo_path", Text, "Absolute path of the repository's folder, to look for evidence in"),
            may("paths", Texts(50), "Files or folders that it is about"),
            may("symbols", Texts(50), "Names that it is about"),
        ],
        fields: "prompt?:string language?:string technicalTerms?:string[] english?:string[] retrieval?:retrieval",
        run: prompt::run,
    },
    Tool {
        name: "index-folder",
        title: "Index a folder",
        about: "Builds the index of a repository or brings it up to date now; of a folder of a project, that of the project. The other tools do that by themselves.",
        params: &[must("path", Text, "Absolute path of the repository's folder")],
        fields: "index?:string files?:integer chunks?:integer changed?:boolean read?:integer gone?:integer seconds?:number",
        run: files::index,
    },
    Tool {
        name: "list-indexes",
        title: "List all indexes",
        about: "The trees of this user that have an index on this machine, with their state: ready, not_usable, tree_gone.",
        params: &[may("max_results", Whole(1, 500, Some(100)), "Indexes at most"), CURSOR],
        fields: "indexes?:known[] total?:integer truncated?:boolean next_cursor?:string",
        run: indexes::list,
    },
    Tool {
        name: "forget-index",
        title: "Delete an index",
        about: "Deletes the index of a repository, not the repository. Only if the user asked for it: the next question would have to build it anew.",
        params: &[must("path", Text, "Absolute path of the repository's folder")],
        fields: "root?:string bytes?:integer",
        run: indexes::forget,
    },
];

/// The tool of this name.
pub fn find(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

impl Tool {
    /// As the client sees it.
    pub fn describe(&self) -> rmcp::model::Tool {
        // Every tool may write below .cw and nowhere else; that is no change of what the user has.
        let hints = ToolAnnotations::with_title(self.title)
            .read_only(!matches!(self.name, "index-folder" | "forget-index"))
            .destructive(self.name == "forget-index")
            .idempotent(true)
            .open_world(false);
        rmcp::model::Tool::new(self.name, self.about, input(self.params))
            .with_title(self.title)
            .with_raw_output_schema(Arc::new(answer(self.fields)))
            .with_annotations(hints)
    }
}

/// The shape of an answer: a word for how it went, always; the rest as it fits.
fn answer(fields: &str) -> Map<String, Value> {
    let object = |words: &str, parts: &[(&str, Value)]| Value::Object(output(words, parts));
    let evidence = object("source:string name:string value:string", &[]);
    let piece = object(
        "path?:string path_b64?:string language?:string startLine:integer endLine:integer score:number symbol?:string breadcrumb:string tokens:integer text:string",
        &[],
    );
    let place = "path:string path_b64?:string language?:string first_line:integer last_line:integer";
    let parts = [
        ("indexing", object("done:integer total:integer", &[])),
        (
            "result",
            object(
                &format!(
                    "{place} score:number tokens:integer symbol?:string breadcrumb?:string truncated?:boolean evidence?:evidence[] text:string"
                ),
                &[("evidence", evidence)],
            ),
        ),
        ("debug", object("ready_ms:number search_ms:number files:integer chunks:integer generation:string", &[])),
        (
            "definition",
            object(&format!("{place} name:string kind:string breadcrumb?:string exact:boolean truncated:boolean text:string"), &[]),
        ),
        (
            "reference",
            object("path:string path_b64?:string line:integer column:integer breadcrumb?:string is_definition:boolean text:string", &[]),
        ),
        (
            "related",
            object(&format!("{place} relation:string symbol?:string breadcrumb?:string score:number truncated:boolean text:string"), &[]),
        ),
        ("symbol", object(&format!("{place} name:string kind:string container?:string"), &[])),
        ("file", object("path:string path_b64?:string language?:string size:integer lines:integer", &[])),
        (
            "retrieval",
            object(
                "status:string topPaths:string[] evidence:evidence_piece[] truncated?:boolean warnings?:string[] error?:string",
                &[("evidence_piece", piece)],
            ),
        ),
        (
            "authorization",
            object("repo_path:string reason:string recipients:string[] cli_executable:string cli_args:string[] cli_command:string", &[]),
        ),
        ("known", object("root:string index:string state:string updated:integer files?:integer chunks?:integer", &[])),
        ("language", object("name:string files:integer", &[])),
        ("trouble", object("message:string hint:string", &[])),
    ];
    let mut schema = output(
        &format!(
            "status:string message?:string hint?:string code?:string {fields} warnings?:string[] indexing?:indexing authorization?:authorization"
        ),
        &parts,
    );
    if let Some(status) = schema.get_mut("properties").and_then(|properties| properties.get_mut("status")) {
        status["description"] = json!(
            "ok; nothing_relevant or not_found: the index has no answer; stale: from an older index; indexing: from what is indexed so far; not_indexed; \
             or why it failed: bad_argument, bad_path, bad_index, busy, budget_too_small, authorization_required, declined, refused_by_system, cancelled, bug"
        );
    }
    schema
}
