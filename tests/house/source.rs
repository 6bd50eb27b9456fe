//! The facts of a Rust file that the checks need: its declarations, paths and calls, read from its syntax.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{
    Attribute, Block, Fields, ImplItem, Item, ItemMod, ItemUse, Macro, Meta, Safety, Signature, TraitItem, UseTree, Visibility,
};

/// A file of Rust.
pub struct Source {
    /// Its path from the root of the project.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// The path of its module: `src/games/hex/mod.rs` is `games`, `hex`.
    pub module: Vec<String>,
    /// Whether all of it is compiled for tests alone.
    pub is_test: bool,
    /// The modules that it declares.
    pub mods: Vec<Module>,
    /// What its `use` items bring into scope.
    pub uses: Vec<Use>,
    /// The paths of more than one segment that its code names.
    pub paths: Vec<Named>,
    /// Its functions.
    pub functions: Vec<Function>,
    /// Its items that are `pub`.
    pub items: Vec<PubItem>,
    /// The identifiers in what others see of its items: signatures, types of fields, associated types.
    pub interface: BTreeSet<String>,
    /// All identifiers in it.
    pub identifiers: BTreeSet<String>,
    /// The names of the macros and functions that it calls.
    pub calls: Vec<String>,
    /// Its `unsafe` blocks, functions and impls, `static mut` items and lints allowed on them.
    pub dangers: Vec<String>,
}

/// A module declaration.
pub struct Module {
    pub name: String,
    pub is_pub: bool,
    pub is_test: bool,
}

/// A name that a `use` item brings into scope.
pub struct Use {
    /// The inline module that it stands in, from the root of the crate.
    pub scope: Vec<String>,
    /// The name; `*` for a glob.
    pub name: String,
    pub path: Vec<String>,
    pub is_test: bool,
}

/// A path in code.
pub struct Named {
    pub scope: Vec<String>,
    pub path: Vec<String>,
    pub is_test: bool,
}

/// A function.
pub struct Function {
    pub name: String,
    pub lines: usize,
    pub is_pub: bool,
    /// Whether it is a method of a trait's impl, whose name the trait defines.
    pub is_in_trait_impl: bool,
    /// Whether its file compiles it for tests alone.
    pub is_test: bool,
    /// The first word of its documentation.
    pub doc: Option<String>,
}

/// An item that is `pub`.
pub struct PubItem {
    pub name: String,
    /// Whether it is a type, which is as visible as what has it in its signature.
    pub is_type: bool,
}

impl Source {
    /// Reads and parses a file.
    pub fn read(path: PathBuf) -> Source {
        let text = fs::read_to_string(&path).expect("it is text");
        let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let module = module_of(&path);
        let mut reader = Reader { scope: module.clone(), tests: 0, trait_impls: 0, source: Source::empty(path, module) };
        reader.visit_file(&file);
        let mut identifiers = BTreeSet::new();
        add_identifiers(text.parse().expect("it was parsed"), &mut identifiers);
        Source { text, identifiers, ..reader.source }
    }

    fn empty(path: PathBuf, module: Vec<String>) -> Source {
        let (mods, uses, paths, functions, calls, dangers) = Default::default();
        let (items, interface, identifiers) = Default::default();
        let (text, is_test) = (String::new(), false);
        Source { path, text, module, is_test, mods, uses, paths, functions, items, interface, identifiers, calls, dangers }
    }

    /// Returns its path as text.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Returns its first module: `games` for `src/games/hex/board.rs`.
    pub fn floor(&self) -> &str {
        self.module.first().map_or("lib", String::as_str)
    }

    /// Returns the folder of its game, or else the first folder below the root.
    pub fn room(&self) -> Option<&Path> {
        let level = if self.game().is_some() { 3 } else { 2 };
        let room = self.path.ancestors().find(|path| path.components().count() == level)?;
        (room != self.path).then_some(room)
    }

    /// Returns the game that it belongs to.
    pub fn game(&self) -> Option<&str> {
        if self.floor() == "games" { self.module.get(1).map(String::as_str) } else { None }
    }
}

/// Adds the identifiers of some tokens.
fn add_identifiers(tokens: TokenStream, identifiers: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => drop(identifiers.insert(ident.to_string())),
            TokenTree::Group(group) => add_identifiers(group.stream(), identifiers),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Collects the identifiers of the syntax that it visits.
struct Interface<'a>(&'a mut BTreeSet<String>);

impl<'a> Visit<'a> for Interface<'_> {
    fn visit_ident(&mut self, ident: &'a proc_macro2::Ident) {
        self.0.insert(ident.to_string());
    }
}

impl Interface<'_> {
    /// Adds the types of the fields that others see.
    fn add_fields(&mut self, fields: &Fields, are_all_pub: bool) {
        let seen = fields.iter().filter(|field| are_all_pub || is_pub(&field.vis));
        seen.for_each(|field| self.visit_type(&field.ty));
    }

    fn add_impl(&mut self, item: &syn::ItemImpl) {
        for inner in &item.items {
            match inner {
                ImplItem::Type(inner) => self.visit_type(&inner.ty),
                ImplItem::Fn(inner) if item.trait_.is_some() || is_pub(&inner.vis) => {
                    self.visit_signature(&inner.sig);
                }
                _ => {}
            }
        }
    }

    fn add_trait(&mut self, item: &syn::ItemTrait) {
        for inner in &item.items {
            match inner {
                TraitItem::Type(inner) => inner.bounds.iter().for_each(|bound| self.visit_type_param_bound(bound)),
                TraitItem::Fn(inner) => self.visit_signature(&inner.sig),
                _ => {}
            }
        }
    }

    fn add_item(&mut self, item: &Item) {
        match item {
            Item::Fn(item) => self.visit_signature(&item.sig),
            Item::Struct(item) => self.add_fields(&item.fields, false),
            Item::Enum(item) => item.variants.iter().for_each(|variant| self.add_fields(&variant.fields, true)),
            Item::Type(item) => self.visit_type(&item.ty),
            Item::Const(item) => self.visit_type(&item.ty),
            Item::Impl(item) => self.add_impl(item),
            Item::Trait(item) => self.add_trait(item),
            _ => {}
        }
    }
}

fn is_pub(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Returns the visibility, the name and whether it is a type, of an item that has these.
fn declaration(item: &Item) -> Option<(&Visibility, String, bool)> {
    let (vis, name, is_type) = match item {
        Item::Fn(item) => (&item.vis, &item.sig.ident, false),
        Item::Const(item) => (&item.vis, &item.ident, false),
        Item::Static(item) => (&item.vis, &item.ident, false),
        Item::Struct(item) => (&item.vis, &item.ident, true),
        Item::Enum(item) => (&item.vis, &item.ident, true),
        Item::Type(item) => (&item.vis, &item.ident, true),
        Item::Trait(item) => (&item.vis, &item.ident, true),
        _ => return None,
    };
    Some((vis, name.to_string(), is_type))
}

/// Reads all files of a folder and of those below it.
pub fn read_all(folder: &str) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(folder).to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("it can be listed") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(Source::read(path));
            }
        }
    }
    assert!(!found.is_empty());
    found.sort_by(|one, other| one.path.cmp(&other.path));
    mark_tests(&mut found);
    found
}

/// Marks the files that a parent declares under `#[cfg(test)]`, and those below them.
fn mark_tests(sources: &mut [Source]) {
    let declared = |source: &Source| {
        let inner = source.mods.iter().filter(|module| module.is_test).map(|module| &module.name);
        inner.map(|name| [source.module.as_slice(), std::slice::from_ref(name)].concat()).collect::<Vec<_>>()
    };
    let tests: Vec<Vec<String>> = sources.iter().flat_map(declared).collect();
    for source in sources {
        source.is_test = tests.iter().any(|test| source.module.starts_with(test));
    }
}

fn module_of(path: &Path) -> Vec<String> {
    let mut parts: Vec<String> =
        path.iter().skip(1).map(|part| part.to_string_lossy().trim_end_matches(".rs").to_owned()).collect();
    if parts.last().is_some_and(|last| last == "mod" || parts.len() == 1 && last == "lib") {
        parts.pop();
    }
    parts
}

/// Walks the syntax of a file.
struct Reader {
    scope: Vec<String>,
    /// How many items around this place are compiled for tests alone.
    tests: usize,
    trait_impls: usize,
    source: Source,
}

impl Reader {
    fn is_test(&self) -> bool {
        self.tests > 0
    }

    fn within(&mut self, attributes: &[Attribute], visit: impl FnOnce(&mut Self)) {
        let test = usize::from(attributes.iter().any(is_for_tests));
        self.tests += test;
        visit(self);
        self.tests -= test;
    }

    fn add_path(&mut self, path: Vec<String>) {
        self.source.calls.extend(path.last().cloned());
        if path.len() > 1 {
            let named = Named { scope: self.scope.clone(), path, is_test: self.is_test() };
            self.source.paths.push(named);
        }
    }

    fn add_tree(&mut self, tree: &UseTree, mut path: Vec<String>) {
        let name = match tree {
            UseTree::Path(part) => {
                path.push(part.ident.to_string());
                return self.add_tree(&part.tree, path);
            }
            UseTree::Group(group) => return group.items.iter().for_each(|tree| self.add_tree(tree, path.clone())),
            UseTree::Glob(_) => "*".to_owned(),
            UseTree::Name(name) if name.ident == "self" => path.last().cloned().unwrap_or_default(),
            UseTree::Name(name) => {
                path.push(name.ident.to_string());
                name.ident.to_string()
            }
            UseTree::Rename(name) => {
                path.push(name.ident.to_string());
                name.rename.to_string()
            }
        };
        let used = Use { scope: self.scope.clone(), name, path, is_test: self.is_test() };
        self.source.uses.push(used);
    }

    /// Adds the paths of a macro's tokens.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.add_path(std::mem::take(&mut path));
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.add_tokens(group.stream());
                    colons = 0;
                }
                _ => colons = 0,
            }
        }
        self.add_path(path);
    }

    fn add_function(&mut self, is_pub: bool, attributes: &[Attribute], signature: &Signature, body: Option<&Block>) {
        let first = signature.fn_token.span.start().line;
        let last = body.map_or(first, |body| body.brace_token.span.close().end().line);
        self.source.functions.push(Function {
            name: signature.ident.to_string(),
            lines: last - first + 1,
            is_pub,
            is_in_trait_impl: self.trait_impls > 0,
            is_test: self.is_test(),
            doc: attributes.iter().find_map(first_word),
        });
        if matches!(signature.safety, Safety::Unsafe(_)) {
            self.source.dangers.push(format!("unsafe fn {}", signature.ident));
        }
    }
}

impl<'a> Visit<'a> for Reader {
    fn visit_item(&mut self, item: &'a Item) {
        let attributes: &[Attribute] = match item {
            Item::Const(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Static(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => &[],
        };
        match declaration(item) {
            Some((Visibility::Public(_), name, is_type)) => {
                self.source.items.push(PubItem { name, is_type });
                Interface(&mut self.source.interface).add_item(item);
            }
            None => Interface(&mut self.source.interface).add_item(item),
            Some(_) => {}
        }
        self.within(attributes, |reader| {
            match item {
                Item::Fn(item) => reader.add_function(is_pub(&item.vis), &item.attrs, &item.sig, Some(&item.block)),
                Item::Static(item) if !matches!(item.mutability, syn::StaticMutability::None) => {
                    reader.source.dangers.push(format!("static mut {}", item.ident));
                }
                Item::Impl(item) if item.unsafety.is_some() => reader.source.dangers.push("unsafe impl".to_owned()),
                _ => {}
            }
            let traits = usize::from(matches!(item, Item::Impl(item) if item.trait_.is_some()));
            reader.trait_impls += traits;
            visit::visit_item(reader, item);
            reader.trait_impls -= traits;
        });
    }

    fn visit_impl_item(&mut self, item: &'a ImplItem) {
        let attributes: &[Attribute] = if let ImplItem::Fn(item) = item { &item.attrs } else { &[] };
        self.within(attributes, |reader| {
            if let ImplItem::Fn(item) = item {
                reader.add_function(is_pub(&item.vis), &item.attrs, &item.sig, Some(&item.block));
            }
            visit::visit_impl_item(reader, item);
        });
    }

    fn visit_trait_item_fn(&mut self, item: &'a syn::TraitItemFn) {
        self.add_function(false, &item.attrs, &item.sig, item.default.as_ref());
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        let name = item.ident.to_string();
        if item.content.is_none() {
            self.source.mods.push(Module { name, is_pub: is_pub(&item.vis), is_test: self.is_test() });
            return;
        }
        self.scope.push(name);
        visit::visit_item_mod(self, item);
        self.scope.pop();
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        self.add_tree(&item.tree, Vec::new());
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        self.add_path(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        self.source.calls.push(call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_unsafe(&mut self, expression: &'a syn::ExprUnsafe) {
        self.source.dangers.push("unsafe block".to_owned());
        visit::visit_expr_unsafe(self, expression);
    }

    fn visit_attribute(&mut self, attribute: &'a Attribute) {
        let Meta::List(list) = &attribute.meta else { return };
        if (list.path.is_ident("allow") || list.path.is_ident("expect")) && list.tokens.to_string().contains("unsafe_code") {
            self.source.dangers.push("allow(unsafe_code)".to_owned());
        }
    }

    fn visit_macro(&mut self, item: &'a Macro) {
        self.add_path(item.path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        if let Some(name) = item.path.segments.last() {
            self.source.calls.push(format!("{}!", name.ident));
        }
        self.add_tokens(item.tokens.clone());
    }
}

/// Returns the first word of a line of documentation.
fn first_word(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &pair.value else { return None };
    pair.path.is_ident("doc").then(|| text.value().split_whitespace().next().unwrap_or_default().to_owned())
}

/// Returns whether an attribute is `#[test]` or some `#[cfg(test)]`.
fn is_for_tests(attribute: &Attribute) -> bool {
    match &attribute.meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("cfg") => {
            let words = list.tokens.to_string();
            words.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == "test") && !words.contains("not")
        }
        _ => false,
    }
}
