//! The languages: what `build.rs` made of the files in `languages/`, and the same by node kind for the one pass over a tree.

use std::sync::OnceLock;

use tree_sitter::Language;
use tree_sitter_language::LanguageFn;

/// A field of a grammar.
type FieldId = u16;

/// One file of `languages/`. A string that is absent is empty.
pub(super) struct Table {
    pub word: &'static str,
    pub grammar: fn() -> LanguageFn,
    /// Belong to what follows.
    pub comments: &'static [&'static str],
    /// How a comment begins that belongs to the item right above it, if a blank line follows.
    pub trailing: &'static [&'static str],
    /// A body that ends with its indentation takes the comments before the next item along.
    pub dedent: bool,
    /// Comments that stand for themselves if they are too large for a chunk: manuals in the middle of code.
    pub prose: &'static [&'static str],
    /// Attributes and decorators that stand before their item as a node of their own: belong to what follows.
    pub attached: &'static [&'static str],
    /// How a comment or what is attached begins if the item begins with it. A comment: what was put out of the parser's way.
    pub begins: &'static [&'static str],
    /// Seen through: what is inside is on the level of the node.
    pub groups: &'static [&'static str],
    /// Seen through, and the first definition inside takes the extent of the node.
    pub wraps: &'static [&'static str],
    /// Node kinds that import, and how the words are found, see `imports.rs`.
    pub imports: &'static [(&'static str, &'static str)],
    /// Text before a quoted string that makes the string an import, anywhere in the file.
    pub calls: &'static [&'static str],
    /// Of these, one is in the text of every definition and every import that may be inside of a function, but for parts of a definition
    /// there: where there is none, none is looked for. None: they are looked for everywhere.
    pub signs: &'static [&'static str],
    pub definitions: &'static [Definition],
    /// A piece of code with all that the table knows; tested.
    #[cfg_attr(not(test), allow(dead_code))]
    pub example: &'static str,
    #[cfg_attr(not(test), allow(dead_code))]
    pub expect: &'static [&'static str],
}

/// One `[[definition]]`.
pub(super) struct Definition {
    pub nodes: &'static [&'static str],
    /// Kind word; empty: only what `kinds` has is a definition.
    pub kind: &'static str,
    /// Way to the name: a field; or `x...`, which follows the field `x` down; or steps with `/` between them, each a field, `child:k|l`
    /// for the first child of kind `k`, or else `l`, `last:k|l` for the last one, `any:k|l` for the first of any, `end:k|l` for the last child if it is one, `*` for the first child, `down:k|l` for
    /// the first child again and again while the node is of kind `k` or `l`, `...` for what is inside of all declarators, `has:f` for the node itself if it has the field `f`, or `.` for the node itself; or `=x`, which is the name `x`. Ways with a blank between
    /// them: the first that leads anywhere. With `each:k|l` as the last step every such child names a definition, by its field `name` if it has one; with `all:k|l` every such
    /// node that the pattern binds, at any depth.
    pub name: &'static str,
    /// Way to the node whose text, or else kind, chooses from `kinds` before `kind`, or several of which the first that chooses counts;
    /// `children` are all of them.
    pub by: &'static str,
    /// An empty word: not a definition, but seen through.
    pub kinds: &'static [(&'static str, &'static str)],
    /// Field that must be there.
    pub needs: &'static str,
    /// Field whose children are members; or ways to such a node, of which the first that leads anywhere is taken.
    pub body: &'static str,
    /// All children are looked at for members.
    pub members: bool,
    /// Kinds that have members; empty: all.
    pub inside: &'static [&'static str],
    /// Neighbours of one name are one definition.
    pub same: bool,
    /// `upper`: only names in capitals. `top`: only outside of definitions. `top or upper`: one of them; `top or class`, `top or object`: or directly in such. Kinds of `kinds` always.
    pub only: &'static [&'static str],
    /// Not if the node at `by` begins with one of these, or without `by`, if the first line has one.
    pub unless: &'static [&'static str],
    /// Words among its children of which it must have some; with a blank between them all of those.
    pub has: &'static [&'static str],
    /// Field of the trait: the name becomes "Trait for Type".
    pub of: &'static str,
    /// Field of the receiver, whose type becomes the container.
    pub receiver: &'static str,
    /// Separators in the name: what stands before the last one is the container.
    pub split: &'static [&'static str],
    /// Parts of a split name that say nothing; of any other, words before it.
    pub drop: &'static [&'static str],
    /// Kinds that are in breadcrumbs only, not in `defs`.
    pub hidden: &'static [&'static str],
    /// Without a body it holds what follows it, as a namespace for a file.
    pub rest: bool,
    /// Further ways to the name, where the first leads nowhere.
    pub or: &'static [&'static str],
    /// Ways to further names of the same thing; `+` are all other children in the field of the name.
    pub also: &'static [&'static str],
    /// Kinds of nodes of which the name is one, or directly below; none: any.
    pub below: &'static [&'static str],
    /// Kinds of definitions of which one must be directly around; none: any.
    pub within: &'static [&'static str],
    /// What is put before the name.
    pub prefix: &'static str,
    /// Way to what the container is called, unless that is the name itself.
    pub scope: &'static str,
    /// Kind of what `only` leaves out; empty: it is left out.
    pub other: &'static str,
    /// Also a definition inside of functions and statements, unless it is a constant there.
    pub local: bool,
    /// A part of the definition around it, such as a value of an enum: in `defs`, and nothing is cut or called by it.
    pub part: bool,
}

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// What a node kind means.
#[derive(Clone, Copy, Default)]
pub(super) struct Role {
    pub comment: bool,
    pub attached: bool,
    pub group: bool,
    pub wrap: bool,
    /// Index into `definitions`, plus one.
    pub definition: u8,
    /// Index into `imports`, plus one.
    pub import: u8,
}

/// Fields of a definition as numbers of the grammar.
#[derive(Clone, Copy, Default)]
pub(super) struct Fields {
    pub name: Option<FieldId>,
    pub by: Option<FieldId>,
    pub needs: Option<FieldId>,
    pub body: Option<FieldId>,
    pub of: Option<FieldId>,
    pub receiver: Option<FieldId>,
}

/// A language, ready.
pub(super) struct Grammar {
    pub table: &'static Table,
    pub language: Language,
    pub roles: Vec<Role>,
    pub fields: Vec<Fields>,
    /// Some definitions are looked for inside of functions and statements.
    pub locals: bool,
    /// Some definitions are parts of others.
    pub parts: bool,
}

impl Grammar {
    fn new(table: &'static Table) -> Grammar {
        let language = Language::new((table.grammar)());
        let role = |id: u16| {
            let kind = language.node_kind_for_id(id).filter(|_| language.node_kind_is_named(id));
            let Some(kind) = kind else { return Role::default() };
            let place = |found: Option<usize>| found.map_or(0, |place| place as u8 + 1);
            Role {
                comment: table.comments.contains(&kind),
                attached: table.attached.contains(&kind),
                group: table.groups.contains(&kind),
                wrap: table.wraps.contains(&kind),
                definition: place(table.definitions.iter().position(|definition| definition.nodes.contains(&kind))),
                import: place(table.imports.iter().position(|(node, _)| *node == kind)),
            }
        };
        let roles = (0..language.node_kind_count()).map(|id| role(id as u16)).collect();
        let field = |name: &str| language.field_id_for_name(name.trim_end_matches('.')).map(|id| id.get());
        let fields = table.definitions.iter().map(|definition| Fields {
            name: field(definition.name),
            by: field(definition.by),
            needs: field(definition.needs),
            body: field(definition.body),
            of: field(definition.of),
            receiver: field(definition.receiver),
        });
        let locals = table.definitions.iter().any(|definition| definition.local);
        let parts = table.definitions.iter().any(|definition| definition.part);
        Grammar { table, fields: fields.collect(), roles, language, locals, parts }
    }

    /// What the kind of a node means.
    pub fn role(&self, kind: u16) -> Role {
        self.roles.get(usize::from(kind)).copied().unwrap_or_default()
    }
}

/// The grammars of a language word: one, or more if files of one language are of several kinds that only their text tells apart.
pub(super) fn grammars(word: &str) -> impl Iterator<Item = &'static Grammar> {
    static READY: [OnceLock<Grammar>; TABLES.len()] = [const { OnceLock::new() }; TABLES.len()];
    let both = TABLES.iter().zip(&READY).filter(move |(table, _)| table.word == word);
    both.map(|(table, ready)| ready.get_or_init(|| Grammar::new(table)))
}

/// The first of them.
pub(super) fn grammar(word: &str) -> Option<&'static Grammar> {
    grammars(word).next()
}

/// All tables.
pub(super) fn tables() -> &'static [Table] {
    TABLES
}
