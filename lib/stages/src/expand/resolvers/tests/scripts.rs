//! Languages that are run from their text.

use super::{bare, check};

#[test]
fn python() {
    let mut files = bare(&[
        "app/__init__.py",
        "app/main.py",
        "app/db/__init__.py",
        "app/db/model.py",
        "src/pkg/__init__.py",
        "src/pkg/core.py",
        "run.py",
        "tools/go.py",
        "tools/help.py",
        "deep/down/lone/__init__.py",
        "deep/down/lone/x.py",
        "work/code/tool/api.py",
        "stubs/only.pyi",
        "ns/part/leaf.py",
        "tests/conftest.py",
        "tests/json.py",
        "vendor/requests/__init__.py",
        "a/one/same.py",
        "b/one/same.py",
    ]);
    files.push(("work/pyproject.toml", "[tool.setuptools.packages.find]\nwhere = [\"code\"]\n"));
    files.push(("odd/pyproject.toml", "[tool\n"));
    files.push(("old/setup.py", "setup(\n    package_dir={'': 'source'},\n)\n"));
    files.extend(bare(&["old/source/lib1.py", "old/use.py"]));
    check(
        "python",
        &files,
        &[
            ("app/main.py", ".db", &["app/db/__init__.py"]),
            ("app/main.py", ".db.model", &["app/db/model.py"]),
            ("app/main.py", ".db.model.User", &["app/db/model.py"]),
            ("app/db/model.py", "..main", &["app/main.py"]),
            ("app/db/model.py", "..", &["app/__init__.py"]),
            ("app/db/model.py", ".", &["app/db/__init__.py"]),
            ("app/main.py", "app.db.model", &["app/db/model.py"]),
            ("run.py", "app", &["app/__init__.py"]),
            ("app/main.py", "pkg.core.Thing", &["src/pkg/core.py"]),
            ("tools/go.py", "help", &["tools/help.py"]),
            ("app/main.py", "db", &[]),
            ("run.py", "lone.x", &["deep/down/lone/x.py"]),
            ("run.py", "lone", &["deep/down/lone/__init__.py"]),
            ("run.py", "tool.api.Call", &["work/code/tool/api.py"]),
            ("run.py", "ns.part.leaf.x", &["ns/part/leaf.py"]),
            ("stubs/x.py", "only.X", &["stubs/only.pyi"]),
            ("tests/test_a.py", "conftest.fixture", &["tests/conftest.py"]),
            ("old/use.py", "lib1", &["old/source/lib1.py"]),
            // The standard library, whatever a file beside is called.
            ("tests/test_a.py", "json", &[]),
            ("run.py", "one.same", &[]),
            ("run.py", "os.path", &[]),
            ("run.py", "....x", &[]),
            ("run.py", "../../etc", &[]),
        ],
    );
}

#[test]
fn node() {
    let mut files = bare(&[
        "web/src/a.ts",
        "web/src/b.tsx",
        "web/src/c/index.ts",
        "web/src/d.js",
        "web/src/e.vue",
        "lib/kit/src/index.ts",
        "lib/kit/src/sub.ts",
    ]);
    files.push(("lib/kit/package.json", r#"{"name":"@me/kit","main":"./dist/index.js"}"#));
    files.push(("lib/odd/package.json", r#"{"name":"odd","exports":{".":{"import":"./in.mjs"},"./x":"./deep/x.js"}}"#));
    files.extend(bare(&["lib/odd/in.mjs", "lib/odd/deep/x.ts"]));
    files.push(("lib/bad/package.json", r#"{"name":"bad","main":"../kit/src/sub.ts"}"#));
    files.push(("lib/not/package.json", "{"));
    files.push(("server/package.json", r#"{"name":"server","main":"server.js"}"#));
    files.extend(bare(&["server/server.js", "server/test/a.js", "server/test/deep/b.js"]));
    check(
        "typescript",
        &files,
        &[
            ("web/src/b.tsx", "./a", &["web/src/a.ts"]),
            ("web/src/b.tsx", "./a.js", &["web/src/a.ts"]),
            ("web/src/a.ts", "./b.jsx", &["web/src/b.tsx"]),
            ("web/src/a.ts", "./c", &["web/src/c/index.ts"]),
            ("web/src/a.ts", "./c/", &["web/src/c/index.ts"]),
            ("web/src/c/index.ts", "../d", &["web/src/d.js"]),
            ("web/src/a.ts", "./e.vue?raw", &["web/src/e.vue"]),
            ("web/src/c/index.ts", ".", &[]),
            ("web/src/c/index.ts", "@/b", &["web/src/b.tsx"]),
            ("web/src/a.ts", "@me/kit", &["lib/kit/src/index.ts"]),
            ("web/src/a.ts", "@me/kit/sub", &["lib/kit/src/sub.ts"]),
            ("web/src/a.ts", "odd", &["lib/odd/in.mjs"]),
            ("web/src/a.ts", "odd/x", &["lib/odd/deep/x.ts"]),
            ("web/src/a.ts", "bad", &[]),
            // A folder with a `package.json` is what that says.
            ("server/test/a.js", "..", &["server/server.js"]),
            ("server/test/deep/b.js", "../../", &["server/server.js"]),
            ("web/src/a.ts", "../../lib/kit", &["lib/kit/src/index.ts"]),
            ("web/src/a.ts", "../../lib/not", &[]),
            ("web/src/a.ts", "react", &[]),
            ("web/src/a.ts", "toString", &[]),
            ("web/src/a.ts", "node:fs", &[]),
            ("web/src/a.ts", "../../../etc/passwd", &[]),
            ("web/src/a.ts", "/etc/passwd", &[]),
        ],
    );
}

#[test]
fn node_of_a_workspace() {
    let mut files = bare(&[
        "packages/kit/src/index.ts",
        "packages/kit/src/features/one.ts",
        "packages/kit/src/internal/log.ts",
        "apps/web/src/page.ts",
        "apps/web/app/button.tsx",
        "apps/web/src/lib/api.ts",
        "fixtures/react/index.js",
        "tools/local/main.js",
        "shared/src/util.ts",
        "node/esm.mts",
    ]);
    files.push(("package.json", r#"{"name":"root","private":true,"workspaces":{"packages":["packages/*","apps/**"]},"devDependencies":{"local":"file:tools/local"}}"#));
    files.push((
        "packages/kit/package.json",
        r##"{"name":"@me/kit","exports":{".":{"types":"./dist/index.d.ts","import":"./dist/esm/index.mjs"},"./features/*":["./none/*.js",{"node":"./dist/features/*.cjs"}],"./secret":null,"./out":"../../apps/web/src/page.ts"},"imports":{"#log":"./dist/internal/log.js","#deep/*":"./src/features/*.ts"}}"##,
    ));
    files.push(("fixtures/react/package.json", r#"{"name":"react","main":"index.js"}"#));
    files.push(("tools/local/package.json", r#"{"name":"local","main":"./main"}"#));
    files.push(("tsconfig.base.json", "{ // all\n \"compilerOptions\": { \"paths\": { \"@shared/*\": [\"./shared/src/*\"], /* one */ \"exact\": [\"./shared/src/util.ts\"], }, }, }"));
    files.push((
        "apps/web/tsconfig.json",
        r#"{"extends":"../../tsconfig.base","references":[{"path":"./tsconfig.app.json"},{"path":"../../.."}]}"#,
    ));
    files.push(("apps/web/tsconfig.app.json", r#"{"compilerOptions":{"baseUrl":"app","paths":{"~app/*":["./*"]}}}"#));
    files.push(("loop/tsconfig.json", r#"{"extends":"./tsconfig.json"}"#));
    files.push(("loop/other/tsconfig.json", r#"{"extends":["../tsconfig.json","./a","./b"]}"#));
    let page = "apps/web/src/page.ts";
    check(
        "typescript",
        &files,
        &[
            (page, "@me/kit", &["packages/kit/src/index.ts"]),
            (page, "@me/kit/features/one", &["packages/kit/src/features/one.ts"]),
            (page, "@me/kit/secret", &[]),
            (page, "@me/kit/out", &[]),
            (page, "@shared/util", &["shared/src/util.ts"]),
            (page, "exact", &["shared/src/util.ts"]),
            (page, "~app/button", &["apps/web/app/button.tsx"]),
            (page, "button", &["apps/web/app/button.tsx"]),
            (page, "$lib/api", &["apps/web/src/lib/api.ts"]),
            (page, "@/lib/api", &["apps/web/src/lib/api.ts"]),
            (page, "local", &["tools/local/main.js"]),
            ("packages/kit/src/index.ts", "#log", &["packages/kit/src/internal/log.ts"]),
            ("packages/kit/src/index.ts", "#deep/one", &["packages/kit/src/features/one.ts"]),
            ("packages/kit/src/features/one.ts", "@me/kit", &["packages/kit/src/index.ts"]),
            (page, "../../../node/esm.mjs", &["node/esm.mts"]),
            (page, "raw-loader!./lib/api", &["apps/web/src/lib/api.ts"]),
            ("packages/kit/index.d.ts", "./dist/features/one.js", &["packages/kit/src/features/one.ts"]),
            ("packages/kit/index.d.ts", "./dist/none.js", &[]),
            // A package of the same name that is no member.
            (page, "react", &[]),
            ("loop/x.ts", "a", &[]),
            ("loop/other/x.ts", "a", &[]),
            (page, "#none", &[]),
        ],
    );
    let mut pnpm = bare(&["lib/a/index.js", "app/main.js", "test/fixtures/b/index.js"]);
    pnpm.push(("pnpm-workspace.yaml", "# ours\npackages:\n  - 'lib/*' # all\n  - \"!**/fixtures\"\nother:\n  - test/**\n"));
    pnpm.extend([("lib/a/package.json", r#"{"name":"a"}"#), ("test/fixtures/b/package.json", r#"{"name":"b"}"#)]);
    check("javascript", &pnpm, &[("app/main.js", "a", &["lib/a/index.js"]), ("app/main.js", "b", &[])]);
}

#[test]
fn php() {
    let mut files = bare(&[
        "src/Shop/Cart.php",
        "src/legacy/Old/Name.php",
        "lib/inc.php",
        "public/index.php",
        "src/Shop/part.php",
        "tests/CartTest.php",
    ]);
    files.push((
        "composer.json",
        r#"{"autoload":{"psr-4":{"Me\\":"src/","Me\\Shop\\":["src/Shop/","more"]},"psr-0":{"Old_":"src/legacy"},"files":["src/helpers.php","../../x.php"]},"autoload-dev":{"psr-4":{"Me\\Tests\\":"tests"}}}"#,
    ));
    files.push(("src/helpers.php", "<?php\nnamespace Me;\nif (! function_exists('tidy')) {\n    function tidy($x) {}\n}\n"));
    files.push(("src/all.php", "define namespace Me\\All\ndefine class Inside\n"));
    check(
        "php",
        &files,
        &[
            ("public/index.php", "Me\\Shop\\Cart", &["src/Shop/Cart.php"]),
            ("public/index.php", "\\Me\\Shop\\Cart", &["src/Shop/Cart.php"]),
            ("public/index.php", "Old_Name", &["src/legacy/Old/Name.php"]),
            ("public/index.php", "Me\\Tests\\CartTest", &["tests/CartTest.php"]),
            ("public/index.php", "Me\\tidy", &["src/helpers.php"]),
            ("public/index.php", "Me\\All\\Inside", &["src/all.php"]),
            ("public/index.php", "./../lib/inc.php", &["lib/inc.php"]),
            ("public/index.php", "lib/inc.php", &["lib/inc.php"]),
            ("src/Shop/Cart.php", "part.php", &["src/Shop/part.php"]),
            ("public/index.php", "Other\\Shop\\Cart", &[]),
            ("public/index.php", "Other\\Inside", &[]),
            ("public/index.php", "Exception", &[]),
            ("public/index.php", "./../../etc/passwd.php", &[]),
        ],
    );
}

#[test]
fn ruby() {
    let files = [
        bare(&[
            "lib/shop.rb",
            "lib/shop/cart.rb",
            "spec/spec_helper.rb",
            "spec/cart_spec.rb",
            "gems/kit/lib/kit/base.rb",
            "bin/run",
            "test/json.rb",
        ]),
        vec![("gems/kit/kit.gemspec", "")],
    ]
    .concat();
    check(
        "ruby",
        &files,
        &[
            ("lib/shop.rb", "./shop/cart", &["lib/shop/cart.rb"]),
            ("spec/cart_spec.rb", "./../lib/shop", &["lib/shop.rb"]),
            ("bin/run", "shop/cart", &["lib/shop/cart.rb"]),
            ("spec/cart_spec.rb", "spec_helper", &["spec/spec_helper.rb"]),
            ("lib/shop.rb", "kit/base", &["gems/kit/lib/kit/base.rb"]),
            ("lib/shop.rb", "set", &[]),
            // What `require` begins with a dot is seen from where the program was started.
            ("spec/cart_spec.rb", "./spec/spec_helper", &["spec/spec_helper.rb"]),
            ("lib/shop/cart.rb", "./", &[]),
            ("lib/shop.rb", "./../../etc/passwd", &[]),
        ],
    );
}

#[test]
fn elixir() {
    let files = [
        ("lib/shop/cart.ex", "define module Shop.Cart\ndefmodule Shop.Cart do\n"),
        ("lib/shop/item.ex", "define module Shop.Cart.Item\ndefine protocol Shop.Price\n"),
        ("lib/shop/store.ex", "define module Shop.Store\ndefine module Error\n"),
        ("test/support/case.exs", ""),
    ];
    check(
        "elixir",
        &files,
        &[
            ("test/a.exs", "Shop.Cart", &["lib/shop/cart.ex"]),
            ("test/a.exs", "Shop.Price", &["lib/shop/item.ex"]),
            ("lib/shop/cart.ex", "__MODULE__.Item", &["lib/shop/item.ex"]),
            ("test/a.exs", "support/case.exs", &["test/support/case.exs"]),
            // A module in another, and only the beginning of the names of modules.
            ("test/a.exs", "Shop.Store.Error", &["lib/shop/store.ex"]),
            ("test/a.exs", "Shop.Store.Adapters", &[]),
            ("test/a.exs", "Ecto.Schema", &[]),
            ("test/a.exs", "Cart", &[]),
        ],
    );
}

#[test]
fn lua_and_shell_and_r() {
    let files = bare(&[
        "lua/shop/cart.lua",
        "lua/shop/init.lua",
        "plugin/x.lua",
        "far/away/part.lua",
        "lib/common.sh",
        "bin/run.sh",
        "bin/part.sh",
        "test/help.bash",
    ]);
    check(
        "lua",
        &files,
        &[
            ("plugin/x.lua", "shop.cart", &["lua/shop/cart.lua"]),
            ("plugin/x.lua", "shop", &["lua/shop/init.lua"]),
            ("plugin/x.lua", "shop/cart", &["lua/shop/cart.lua"]),
            ("plugin/x.lua", "away.part", &["far/away/part.lua"]),
            ("plugin/x.lua", "part", &[]),
            ("plugin/x.lua", "..etc.passwd", &[]),
        ],
    );
    check(
        "bash",
        &files,
        &[
            ("bin/run.sh", "./part.sh", &["bin/part.sh"]),
            ("bin/run.sh", "$(dirname \"$0\")/part.sh", &["bin/part.sh"]),
            ("bin/run.sh", "$(cd \"$(dirname \"$0\")\" && pwd)/../lib/common.sh", &["lib/common.sh"]),
            ("bin/run.sh", "${BASH_SOURCE%/*}/part.sh", &["bin/part.sh"]),
            ("bin/run.sh", "$ROOT/lib/common.sh", &["lib/common.sh"]),
            ("bin/run.sh", "$LIB/common.sh", &["lib/common.sh"]),
            ("bin/run.sh", "$ROOT/$LIB/common.sh", &["lib/common.sh"]),
            ("test/a.bash", "help", &["test/help.bash"]),
            ("bin/run.sh", "$NVM_DIR/nvm.sh", &[]),
            ("bin/run.sh", "/etc/profile", &[]),
            ("bin/run.sh", "~/.profile", &[]),
            ("bin/run.sh", "$(broken", &[]),
            ("bin/run.sh", "../../etc/passwd", &[]),
        ],
    );
    let mut files = bare(&["lib/api.sh", "lib/COLOURS", "other/lib/api.sh", "plugins/common/functions", "one/env", "two/env"]);
    files.push((
        "tool/run",
        "#!/bin/bash\nHERE=\"$(cd \"$(dirname \"$0\")/..\" && pwd)\"\nexport LIB=\"$HERE/lib\"\nreadonly api=\"${LIB}/api.sh\"\n\
         colours='/opt/x/COLOURS'\nSHARE=/opt/x\nnames=\"${SHARE}/COLOURS\"\nLOOP=\"$LOOP/a\"\n",
    ));
    check(
        "bash",
        &files,
        &[
            ("tool/run", "$api", &["lib/api.sh"]),
            ("tool/run", "${LIB}/api.sh", &["lib/api.sh"]),
            ("tool/run", "$LIB/COLOURS", &["lib/COLOURS"]),
            ("tool/run", "$names", &["lib/COLOURS"]),
            ("tool/run", "$PLUGINS/common/functions", &["plugins/common/functions"]),
            ("tool/run", "$CARGO_HOME/env", &[]),
            // Where it is installed is not of this tree.
            ("tool/run", "$colours", &[]),
            ("tool/run", "$LOOP/b", &[]),
            ("tool/run", "$UNKNOWN", &[]),
            ("tool/other", "$api", &[]),
        ],
    );
    let mut files = bare(&["code/util.lua", "code/ui/box.lua", "plugins/x/main.lua", "plugins/y/box.lua"]);
    files.push(("start.lua", "package.path =\n    \"common/?.lua;code/?.lua;../?.lua;\" .. package.path\n"));
    check(
        "lua",
        &files,
        &[
            ("plugins/x/main.lua", "util", &["code/util.lua"]),
            ("plugins/x/main.lua", "ui/box", &["code/ui/box.lua"]),
            ("plugins/x/main.lua", "box", &[]),
        ],
    );
    let files = bare(&["R/load.R", "R/help.R", "main.R"]);
    check(
        "r",
        &files,
        &[
            ("R/load.R", "help.R", &["R/help.R"]),
            ("main.R", "R/help.R", &["R/help.R"]),
            ("main.R", "dplyr", &[]),
            ("main.R", "../x.R", &[]),
        ],
    );
}
