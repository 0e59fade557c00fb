/**
 * The programs that are judged by a table: what each does with its operands, and the options known to have no
 * other effect. Everything that is not in a table or a handler is asked about.
 *
 * A row is `programs | use | options`, and continues in indented lines. `a/b c/d` stands for the subcommands
 * `a c`, `a d`, `b c` and `b d`; the row with the longest match counts. Options: see {@link knownOptions}; `*` are
 * all. Long options of {@link READING} are known in rows with `text`, `read`, `pattern` or `target`. In rows
 * with `project` only options are unknown whose names suggest that they run something or reach a service.
 *
 * The use of the operands:
 *
 * - `text`: they name no files; `none`: there are none
 * - `read`, `write`, `delete`: the use of the files that they name
 * - `target`: all but the last are read, and the last is written; `archive`: the first is written, the others read
 * - `pattern`: the first is text, unless an option gives the pattern; the others are read
 * - `mode`: the first is text; the others are written
 * - `shows`: they are read with an option that shows them, and replaced otherwise
 * - `project`: they are for code of the project or its usual tools; names of what deletes or publishes count
 * - `starts`: they are a command; `skips`: from the second on
 *
 * The effect in every case: `asks`, unknown; `hides`, it runs what cannot be analyzed; `deletes`, what cannot be
 * restored; `reaches`, the network or a service; `beyond`, the machine beyond the working folder; `commits`,
 * what no agent may do.
 *
 * @module
 */

/** The long options that only change what is shown. */
const READING =
  `--help --version --all --almost-all --append --ascii --author --binary --blank --brief --byte-offset --bytes?
  --case-sensitive --chars --check? --classify? --color? --colors: --color? --column? --columns: --complement --context?
  --after-context: --before-context: --count? --count-matches --debug --decode --delimiter: --dereference --directory --digits:
  --equal-width --exclude: --exclude-dir: --extended-regexp --field-separator: --fields: --file-system --file-type
  --files-with-matches --files-without-match --filter: --fixed-strings --follow? --format: --full-path --full-time --glob: --iglob:
  --group-directories-first --header --heading --hidden --human-readable --ignore: --ignore-all-space --ignore-blank-lines
  --ignore-case --ignore-leading-blanks --ignore-space-change --ignore-dir: --include: --inode --invert-match --json --key: --label:
  --length --line-buffered --line-number --line-range: --line-regexp --lines? --literal --long --max-columns: --max-count:
  --max-depth: --merge --mime --mime-type --multiline --multiline-dotall --no-color --no-config --no-dereference --no-filename
  --no-group --no-heading --no-ignore --no-ignore-case --no-ignore-vcs --no-line-number --no-messages --null --null-data --number
  --number-nonblank --numeric-sort --only-matching --oneline --paging: --passthru --pcre2 --perl-regexp --plain --pretty --quiet
  --random-sort --recursive --dereference-recursive --regexp: --relative-to: --repeated --replace: --report-identical-files
  --reverse --serial --show-all --side-by-side --silent --size --skip-chars: --skip-fields: --smart-case --sort: --sortr: --stable
  --stats --status --strip-trailing-cr --style: --suffix-length: --suppress-common-lines --squeeze-blank --summarize --table
  --tabs: --tag --text --theme: --threads: --time: --time-style: --total? --tree --level: --trim --type: --type-add: --type-list
  --type-not: --unified? --unique --verbose --version-sort --vimgrep --width: --with-filename --word-regexp --words --wrap: --zero
  --zero-terminated --files --unrestricted --dirsfirst --noreport --gitignore --prune --output-delimiter: --separator: --prefix:
  --numeric-suffixes? --additional-suffix: --minimal --new-file --exclude-from< --from-file< --to-file< --file< --reference<`;

/** The options of git's commands that show changes or list commits. */
const CHANGES =
  `-pusRabwzmcirtqEFPgWvnLk -n: -U: -S: -G: -L: -M? -C? -B? -D? -X? -l: -O< -I: -# --patch --no-patch --stat?
  --shortstat --numstat --dirstat? --summary --name-only --name-status --raw --unified: --no-color --word-diff? --word-diff-regex:
  --color-words? --color-moved? --check --exit-code --cached --staged --merge-base --patience --histogram --diff-algorithm:
  --find-renames? --find-copies? --no-renames --diff-filter: --pickaxe-regex --pickaxe-all --ignore-space-at-eol
  --ignore-cr-at-eol --ignore-submodules? --submodule? --function-context --inter-hunk-context: --full-index --abbrev? --relative?
  --no-relative --src-prefix: --dst-prefix: --no-prefix --line-prefix: --no-ext-diff --no-textconv --compact-summary
  --output-indicator-new: --output-indicator-old: --graph --decorate? --no-decorate --branches? --tags? --remotes? --skip: --since:
  --after: --until: --before: --committer: --grep: --author: --invert-grep --all-match --regexp-ignore-case --merges --no-merges
  --first-parent --topo-order --date-order --abbrev-commit --no-abbrev-commit --date: --relative-date --parents --children
  --left-right --cherry --cherry-pick --cherry-mark --full-diff --walk-reflogs --boundary --simplify-by-decoration --full-history
  --ancestry-path? --no-walk --source --notes? --no-notes --objects --not --numbered --email --root --pretty? --no-commit-id --output>`;
/** The options with which git lists or names references. */
const REFS =
  `-arliveqhtdpsz --list --remotes --show-current --contains? --no-contains? --merged? --no-merged? --points-at: --no-column
  --abbrev? --omit-empty --show-toplevel --show-prefix --show-cdup --git-dir --git-common-dir --absolute-git-dir --short? --verify
  --is-inside-work-tree --is-bare-repository --is-shallow-repository --abbrev-ref? --symbolic-full-name --git-path: --tags?
  --always --dirty? --match: --first-parent --exact-match --name-only --is-ancestor --octopus --fork-point --heads --batch?
  --batch-check? --batch-all-objects --object-only --full-tree --full-name --name-status --exists --branches --candidates:`;

export const TABLE = `
echo/true/false/:/pwd/whoami/id/groups/uname/nproc/uptime/which/whereis/seq/expr/sleep/tput/clear/cal/yes/factor/numfmt/tr/
  basename/dirname/locale/getconf/tty/logname/users/who/pgrep/free/lscpu/ulimit/umask/jobs/times/logout/bg/fg/disown/dirs | text | *
hostname | none | -fsdiIA --fqdn --short --domain
cat/tac | read | -AbeEnstTuv --show-ends --show-tabs --show-nonprinting --before --regex
head/tail | read | -qvzfFr -c: -n: -s: -b: -# --retry --pid: --sleep-interval:
base64/base32 | read | -dD -w: -i< -o> --decode
column | read | -tenxJL -s: -o: -c: -N: -R: -H: -l:
wc/nl/df/comm/cmp/rev/tsort/nm/size/zcat/gzcat/bzcat/xzcat/realpath/readlink/cloc/tokei | read | -abcCdDefhHiklLmnNPpqrsvwxzZtT123 -B: -o: -j: --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --physical
  --print-bytes --verbose --by-file
ls/dir/vdir/gls/eza/exa/lsd | read | -aAbBcCdDfFgGhHikLlmnNopqQrRsStuUvxXZT1@e -I: -w: --hide: --indicator-style: --icons? --git
stat/file | read | -LnqrsxFHIbhikNpzS0 -c: -f? -t? --printf: --terse
du | read | -0abcDHhklLmPsSxnAg -d: -B: -t: -I: --apparent-size --block-size: --one-file-system
diff/diff3/sdiff | read | -qsurRabBdEiNwyptTcelnZHPAmXx3 -C: -U: -W: -L: -I: -x: -F: -# -o> --output> --ignore-trailing-space
  --ignore-matching-lines: --left-column --normal --show-c-function
md5sum/sha1sum/sha224sum/sha256sum/sha384sum/sha512sum/shasum/sum/cksum/b2sum/md5 | read | -bctwqrsz0 -a: --ignore-missing --algorithm:
od/hexdump/hd/strings | read | -abcdfhilosvxXCtw -A: -j: -N: -t: -n: -s: --address-radix: --skip-bytes: --read-bytes:
cut/paste/join/fold/fmt/pr/expand/unexpand | read | -szictuabmFr -b? -c? -f? -d: -a: -e: -1: -2: -o: -t: -w: -p: -g: -l: -h: -v: -#
  --characters: --spaces --only-delimited --delimiters: --goal: --uniform-spacing
less/more | read | -NnSFRXEeiIpsAl --no-init --quit-if-one-screen --chop-long-lines --LINE-NUMBERS --RAW-CONTROL-CHARS
bat/batcat | read | -pAnfuP -r: -l: -H: --language: --decorations: --highlight-line: --list-languages
tree | read | -adfilxpsuhgDFqNQrtvcUCASnJX -L: -I: -P: -o> --filelimit: --du --charset:
date | format | -uRjn -d: -v: -I? -r< -f< --date: --utc --iso-8601? --rfc-3339: --reference< --file<
sort | read | -bdfghiMnRrVcCmsuz -k: -t: -o> -S: --output> --human-numeric-sort --general-numeric-sort --parallel: --dictionary-order
uniq | target | -cdDiuz -f: -s: -w: --all-repeated?
xxd | target | -abeEipruvCd -c: -g: -l: -n: -o: -s: -R:
split/gsplit/csplit | target | -dxeuzfks -a: -b: -C: -l: -n: -t: -f: --number: --elide-empty-files !--filter
grep/egrep/fgrep/zgrep | pattern | -EFGPbcHhiILlnoqRrsTUuvVwxyZza -e: -f< -m: -A: -B: -C: -d: -D: -# --basic-regexp --binary-files:
rg/ag/ack | pattern | -aFiILlnNoPpqSsUuvVwxhHcK0.Q -e: -f< -m: -A: -B: -C: -g: -t: -T: -r: -d: -j: -M: -E: -G: --encoding: --nocolor --nogroup --nonumbers
zipinfo | read | -12smlvhMtTz
gzip/gunzip/bzip2/bunzip2/xz/unxz/zstd | shows | -cdfhklLnNqrtvVz0123456789 -T: --stdout --to-stdout --decompress --uncompress --keep --list
  --test --force --best --fast --quiet --threads:
zip | archive | -rqjvufD0123456789Xyog -x: -i: --recurse-paths --quiet --junk-paths --exclude: --update
7z/7za/7zz | hides
7z/7za/7zz l/t | text
touch | write | -acmhf -d: -t: -r< -A: --no-create --date: --reference<
mkdir/mkfifo/tee | write | -paivZ -m: --parents --mode: --verbose --append --ignore-interrupts
mktemp | none | -dqut --directory --dry-run --suffix:
chmod | mode | -cfvhHLP --changes --silent --quiet --verbose --reference<
rm/rmdir/unlink/shred/trash/trash-put/srm/wipe/del/erase/rd/rimraf/del-cli | delete | *
gofmt/goimports/gofumpt/shfmt/ruff/black/isort/autopep8/yapf/clang-format/stylua/taplo/ktlint/clang-tidy/swiftformat/editorconfig-checker/typos/codespell/google-java-format/rustfmt | project write | -adfilnsSwxevcCqr -e: -f: -s: -l: -i? -d: -c<
  -ln: -ci -sr --config: --exclude: --ignore: --line-length: --select: --in-place --external-sources --shell: --edition: ~local: ~style? -p: --profile: --target-version:
shellcheck/hadolint/yamllint/actionlint/jsonlint/xmllint | read | -xadfqs -e: -f: -s: -S: -c< --external-sources --shell: --severity: --format:
  --exclude: --strict --config< --noout
ruff clean | deletes

builtin/nohup/setsid/linux32/linux64/caffeinate/unbuffer/winpty/dbus-run-session/nocache/busybox/toybox | starts | -cfwdimsu
exec | starts | -a: -cl
nice | starts | -n: -# --adjustment:
ionice | starts | -c: -n: -t
timeout/gtimeout | starts skips | -k: -s: -v --kill-after: --signal: --foreground --preserve-status --verbose
time | starts | -pvalh -f: -o> --verbose --portability --format: --output>
stdbuf | starts | -i: -o: -e: --input: --output: --error:
arch | starts | ~arch: ~arm64 ~x86_64
chrt/taskset/faketime | starts skips | -acfoibr
sudo/doas/su/runuser/chroot/unshare/nsenter/firejail/bwrap/proot/systemd-run/strace/ltrace/gdb/valgrind/perf | beyond

wf | hides
wf validate/waves/status/graph/show/branch-name/commit-message/schema/config get/config list/config explain/policy list/--version/--help | text | *
wf config/set-profile/settings/install/uninstall/upgrade/hook/trust/policy/undo/redo/skip/tell/abandon/phase/plan/ship | commits
wf --fix/--repair/--set/--cwd/--out/-o/--arguments-from-stdin | hides

git | hides
git config | one | -z -f< --file< --global --system --local --worktree --null --type: --includes --show-origin --show-scope
git config get/config list/config --get/config --get-all/config --get-regexp/config --get-urlmatch/config --list/config -l | text |
  -zl -f< --file< --global --system --local --worktree --null --type: --default: --includes --show-origin --show-scope --name-only --all --regexp
  --get --get-all --get-regexp --get-urlmatch --list
git config set/config unset/config edit/config --add/config --unset/config --unset-all/config --replace-all/config --rename-section/
  config --remove-section/config --edit/config -e | commits
git log/show/whatchanged/rev-list/shortlog/cherry/range-diff/reflog/stash list/stash show | text | ${CHANGES} -e
git diff/diff-tree/diff-index/diff-files | outer | ${CHANGES}
git status | text | -sbvuz -u? --short --branch --show-stash --porcelain? --untracked-files? --ignored? --no-renames --ahead-behind
git blame/annotate | text | -bcfhklnpstwe -L: -M? -C? -S< --porcelain --line-porcelain --date: --since: --ignore-rev: --ignore-revs-file<
  --contents< --show-name --show-email --root
git ls-files | text | -cdmoiskutvfzI -x: -X< --cached --deleted --modified --others --ignored --stage --exclude-from< --exclude-standard
  --exclude-per-directory< --error-unmatch --full-name --eol --deduplicate
git rev-parse/name-rev/describe/merge-base/show-ref/for-each-ref/cat-file/ls-tree/var/verify-commit/verify-tag/fsck/show-branch |
  text | ${REFS} -n?
git branch/tag | none | ${REFS} -n?
git branch --list/branch -l/branch --contains/branch --merged/branch --no-merged/branch --points-at/
  tag --list/tag -l/tag --contains/tag --merged/tag --no-merged/tag --points-at | text | ${REFS}
git check-ignore/check-attr/check-mailmap/check-ref-format/count-objects/get-tar-commit-id/column/stripspace/patch-id/merge-tree/
  notes list/notes show/worktree list/remote get-url | text | -avnzqHcs --non-matching --write-tree --name-only --porcelain --push --stdin --no-index
git grep | text | -aiIwvhHEGPFnlLzcopWqr -e: -f< -A: -B: -C: -m: -# --cached --untracked --and --or --not --all-match --break --show-function
  --basic-regexp --name-only --function-context
git help/version | text | -acgv
git remote/notes | none | -v
git remote add/remote remove/remote rm/remote rename/remote set-url/remote set-head/remote set-branches | commits
git remote show/remote update/remote prune | reaches
git add/stage | write stages | -nvfuANp --update --dry-run --intent-to-add --renormalize --patch --force --chmod:
git mv | write stages | -fknv --dry-run --force
git clean | previews | -dnqxX -e: --dry-run
git symbolic-ref | one | -q --short
git hash-object | read | -t: --stdin
git rm | delete | *
git reset --hard/reset --soft/reset --merge/reset --keep/rebase/filter-branch/filter-repo/replace/prune/gc/repack/checkout/switch/checkout-index/sparse-checkout/stash/reset/restore/
  branch -d/branch -D/branch -m/branch -M/branch -c/branch -C/branch -f/branch --delete/branch --move/tag -d/tag -f/tag --delete/
  reflog expire/reflog delete/reflog drop/worktree remove/worktree prune/worktree move | deletes
git reset HEAD/reset --/reset -q/reset --mixed/reset -N | unstages | -qN --mixed
git restore --staged/restore -S | unstages | -Sq --staged
git push --force/push -f/push --force-with-lease/push --mirror/push --delete/push -d/push --prune | deletes reaches
git commit/commit-tree/merge/cherry-pick/revert/am/fast-import/update-ref/citool/gui/mktree/mktag/hash-object -w/write-tree/read-tree/
  update-index/maintenance/pull/notes add/notes append/notes edit/notes copy/notes merge/notes remove/notes prune | commits
git push/fetch/clone/ls-remote/submodule/send-email/request-pull/svn/lfs/p4/daemon/instaweb/send-pack/fetch-pack/http-push/http-fetch/
  imap-send/archimport/cvsimport | reaches
git bundle create | asks write | -q
git archive/format-patch | asks text | -kns -v -# -o> --output> --output-directory> --stdout --numbered --worktree-attributes

npm | reaches asks | -sqw -w: --silent --quiet --loglevel: --prefix< --workspaces --workspace: --if-present --include-workspace-root --offline
  --no-audit --no-fund -C< --depth: --parseable --prod --dev --omit: --long --json --all -la
npm test/t/tst/run/run-script/start | project
npm ls/list/la/ll/root/prefix/bin/why/explain/query/help/pkg get/outdated --offline/pack --dry-run | text | --dry-run
npm version | commits
npm config/c/set | beyond
npm config get/config list/config ls | asks
npm/pnpm/yarn uninstall/remove/rm/un/unlink/unpublish/deprecate/prune/store prune/cache clean | deletes
pnpm/yarn | asks | -srwF -F: --silent --recursive --filter: --dir< --cwd< --workspace-root --parallel --stream --if-present --no-bail --offline -C<
pnpm/yarn test/t/run/run-script/start/build/lint/check/typecheck/type-check/types/format/fmt/e2e/unit/validate/test:unit/test:e2e/lint:fix |
  project
yarn workspace/workspaces run/workspaces foreach | project
pnpm/yarn exec/tsc/eslint/prettier/jest/vitest/mocha/vite/next/biome/playwright/stylelint/turbo/nx/tsup | starts
pnpm/yarn install/i/add/ci/update/up/upgrade/outdated/audit/publish/login/logout/view/info/npm/search/dlx/create/init/import/link/ln/
  rebuild/dedupe/fetch/deploy/global/set/plugin/patch/self-update/env/setup/whoami/pack/doctor/why | reaches asks
pnpm/yarn version | commits
pnpm/yarn/bun config set/config delete/config unset | beyond
bun | asks | --silent --cwd< --bun -b
bun run/test | project
bun install/i/add/a/update/publish/x/create/c/upgrade/outdated/link/unlink/pm/init/patch/audit/config set/config get | reaches asks
bun remove/rm | deletes
deno | hides
deno run/serve | asks
deno test/bench/task/lint/doc/info/types | project
deno check/fmt | project write
deno install/i/add/publish/upgrade/cache/deploy/login/logout/outdated/update/jupyter/create/x/audit | reaches asks
deno clean/uninstall/remove | deletes
tsc/vue-tsc/eslint/prettier/jest/vitest/mocha/ava/tap/jasmine/karma/cypress/playwright/web-test-runner/c8/nyc/webpack/vite/
  rollup/esbuild/ parcel/next/nuxt/astro/svelte-kit/svelte-check/ng/tsup/swc/turbo/nx/tailwindcss/sass/postcss/stylelint/biome/
  oxlint/standard/xo/dprint/ madge/knip/tsd/cspell/markdownlint/markdownlint-cli2/commitlint/size-limit/typedoc/htmlhint/
  storybook/babel | project
ng/nx/astro/storybook/turbo/playwright/cypress/next/vite add/update/migrate/init/upgrade/install/install-deps/login/link |
  reaches asks
pytest/py.test/unittest/tox/nox/nose2/behave/coverage/mypy/pyright/basedpyright/pylint/flake8/pyflakes/pycodestyle/pydocstyle/
  bandit/ vulture/ty | project
pytest --basetemp | deletes
pip list/show/freeze/check/inspect | text | -flv --outdated --local --user
pip uninstall/cache purge | deletes
pip/conda/mamba | reaches asks
conda list/info | text
uv/poetry/pipenv/pdm/rye/hatch | asks
uv/poetry/pipenv/pdm/rye/hatch run | starts | -q --quiet --no-sync --frozen --offline --locked
uv/poetry/pipenv/pdm/rye/hatch uninstall/remove/cache purge/cache clear/cache clean/env remove/env prune | deletes
uv/poetry/pipenv/pdm/rye/hatch install/download/search/add/sync/lock/update/upgrade/publish/upload/self/python/tool/pip/init/new/build/config |
  reaches asks
hatch test/fmt/version/status | project
cargo | asks | -qvV --verbose --color: --offline --locked --frozen
cargo build/b/test/t/check/c/clippy/bench/doc/d/nextest/fmt/tree/metadata/insta/llvm-cov/machete | project
cargo install/add/update/fetch/publish/login/logout/owner/search/upgrade/binstall/new/init/vendor/package/audit/outdated | reaches asks
cargo --config/-Z | hides
cargo clean/yank/uninstall/remove/rm | deletes
go | asks
go version/help/env | text | ~json
go fmt | project write | -nx
go build/test/vet/list/doc/tool cover | project | -avxnpic -v -x -a -n -i -c ~json ~race ~short ~cover ~failfast ~run? ~bench? ~benchmem ~benchtime? ~count?
  ~timeout? ~cpu? ~parallel? ~tags? ~coverprofile? ~covermode? ~coverpkg? -o? -p? ~mod? ~shuffle? ~skip? ~fuzz? ~fuzztime? ~list? ~trimpath ~deps -m -f?
  ~func? ~html? -u ~all
go get/install/mod download/mod tidy/mod verify/mod init/mod vendor/work sync | reaches asks
go -exec/-toolexec/-vettool/-overlay | hides
go clean | deletes
go env -w/env -u | beyond
golangci-lint/staticcheck/revive/gosec/errcheck/gotestsum/ginkgo | project
make/gmake/just/rake/task/mage/ninja/meson/ctest | project | -BknsiwSqtvjlVRf -j? -O? -f< -C< --just-print --always-make --no-print-directory --list
  --file< --makefile< --justfile< --directory< --working-directory< --output-sync? --jobs?
cmake | project | -S -B -G -D? -j? --build --parallel
cmake -E/--install/-P/--open | hides
gcc/g++/cc/c++/clang/clang++ | project | -cEgSsvMP -o> -I< -L< -l? -D? -U? -O? -W? -f? -m? ~std? -x: -g? ~pedantic ~pthread ~static ~shared
  ~isystem< ~include< -MD ~MMD -MF> ~ansi
gcc/g++/cc/c++/clang/clang++ -fplugin/-specs/-B/-wrapper | hides
javac/kotlinc/ghc/rustc/swiftc | project | -gO -d> -o> -cp: ~classpath: ~nowarn ~verbose ~Xlint? ~source: ~target: ~encoding: --edition --crate-type
mvn/mvnw/gradle/gradlew/dotnet | reaches asks | -oqBXeUVam -P: -p: -x: -D? ~pl: ~am ~amd ~ntp -f: -c: --offline --quiet --batch-mode --console? --info --stacktrace --projects: --no-daemon
mvn/mvnw test/verify/compile/package/test-compile/validate/spotless:check/spotless:apply/checkstyle:check/dependency:tree/
  help:effective-pom | project
gradle/gradlew test/build/check/assemble/classes/lint/tasks/projects/properties/help/jar/javadoc | project
dotnet test/build/format | project
mvn/mvnw/gradle/gradlew/dotnet/swift/flutter/dart/xcodebuild/sbt/lein/ant/pod/stack/cabal/mix/rebar3 clean/clobber/deps.clean | deletes
sbt/lein/swift/zig/flutter/dart/stack/cabal/mix/rebar3/pod/xcodebuild/ant/bundle/bundler/gem/composer/opam/luarocks/nuget/cpan/cpanm |
  reaches asks
sbt/lein/swift/zig/flutter/dart/stack/cabal/mix/rebar3 test/build/compile/check/format/analyze/credo/dialyzer/eunit | project
xcodebuild -version/-list | text | ~version ~list
bundle/bundler/composer exec | starts
rspec/rubocop/standardrb/brakeman/reek/cucumber/erblint | project
rails test/routes/about/stats/notes | project
composer validate/run-script/run/test/dump-autoload | project
gem/composer/opam uninstall/remove/yank | deletes
gem/composer/bundle/bundler list/show/env/info | asks
bazel/bazelisk/buck2/pants | asks
bazel/bazelisk/buck2/pants build/test/query/cquery/aquery/info/version/lint/fmt | project
bazel/bazelisk/buck2/pants clean | deletes
bazel/bazelisk --run_under/--workspace_status_command | hides
protoc/buf | project
protoc --plugin | hides
phpunit/phpstan/pest/psalm/phpcs/phpcbf/php-cs-fixer/pint/paratest/phpmd/rector | project
manage test/check/showmigrations | project
manage flush/reset_db/sqlflush | deletes
artisan test/route:list/about/list | project
alembic history/current/heads/branches/show | text | -vr --verbose -r:
rake -T/--tasks | text | -TAP --tasks --all
ansible-playbook --syntax-check/--list-tasks/--list-hosts | project
helm lint/template/version | read | -f< -n: --values< --set: --namespace: --strict --show-only: --debug
terraform/tofu/terragrunt version | text | ~json
terraform/tofu/terragrunt fmt | project write | ~chdir< ~recursive ~check ~diff ~list? ~write?
terraform/tofu/terragrunt validate | project
terraform/tofu/terragrunt output/show | asks
terraform/tofu/terragrunt destroy/apply/state rm/taint/workspace delete/force-unlock/plan -destroy/plan --destroy | deletes
docker/podman/nerdctl/docker-compose/podman-compose ps/images/version/info/logs/inspect/top/stats/port/compose config/compose ps/compose logs |
  text | -aqflstn --no-trunc --since: --tail: --services --latest
docker/podman/nerdctl/buildah/docker-compose/podman-compose/kubectl/helm/aws/gcloud/az/gh/heroku/redis-cli/rclone/gsutil/glab/oc
  rm/rmi/kill/down/prune/delete/destroy/remove/uninstall/drain/flushall/flushdb/drop/stop/leave/terminate/purge/volume rm/volume prune/
  image rm/image prune/container rm/container prune/network rm/network prune/system prune/builder prune/compose down/compose rm/
  compose kill/swarm leave/stack rm/s3 rm/s3 rb/repo delete/projects delete/group delete/release delete/pg:reset/apps:destroy | deletes
docker/podman/nerdctl/buildah/docker-compose/podman-compose/terraform/tofu/terragrunt | reaches asks
ssh/scp/sftp/ftp/ftps/telnet/nc/ncat/netcat/socat/ping/ping6/dig/nslookup/host/whois/traceroute/tracepath/mtr/nmap/aria2c/axel/httpie/http/
  https/xh/lynx/w3m/links/rclone/rsync/s3cmd/mail/mailx/sendmail/mutt/msmtp/open/xdg-open/start/gh/glab/hub/az/gcloud/gsutil/aws/doctl/
  heroku/vercel/netlify/fly/flyctl/firebase/wrangler/railway/render/supabase/eb/sam/cdk/serverless/sls/ansible/ansible-playbook/puppet/
  chef/knife/salt/helm/kubectl/oc/k9s/helmfile/skaffold/argocd/flux/eksctl/kops/vault/consul/nomad/packer/pulumi/twine/vsce/ovsx/lerna/
  semantic-release/release-it/np/goreleaser/fastlane/stripe/twilio/ngrok/cloudflared/tailscale/sentry-cli/datadog-ci/snyk/codecov/brew/
  apt/apt-get/aptitude/yum/dnf/pacman/zypper/apk/snap/flatpak/port/choco/winget/scoop/nix/nix-env/nix-shell/pipx/asdf/mise/nvm/rustup/sdk/
  pnpx/uvx/degit/jules/claude/codex/gemini/opencode/copilot/aider/youtube-dl/yt-dlp/certbot/invoke-webrequest/invoke-restmethod/iwr/irm/
  jira/lftp/tftp/serve/http-server | reaches
mkfs/fdisk/sfdisk/parted/wipefs/diskutil/format/shutdown/reboot/halt/poweroff/init/kill/killall/fuser/pkill/xkill/dropdb/dropuser/deluser/
  userdel/groupdel/swapoff/remove-item/clear-content/stop-process/ri/truncate | deletes
crontab/at/batch/launchctl/systemctl/service/chown/chgrp/mount/umount/losetup/modprobe/insmod/rmmod/sysctl/iptables/ip6tables/nft/ufw/
  useradd/adduser/usermod/passwd/chpasswd/visudo/groupadd/setfacl/chattr/update-alternatives/dpkg/rpm/installer/defaults/dscl/security/
  gpg/ssh-keygen/ssh-add/keychain/hostnamectl/timedatectl/screen/tmux/corepack/osascript/automator/scutil/networksetup/ip/ifconfig/
  route/locate/journalctl/dmesg/chsh | beyond
powershell/pwsh/cmd | hides
prisma generate/format/validate | project
prisma/knex/sequelize/typeorm/drizzle-kit/alembic/flyway/liquibase/manage/rails/artisan/invoke | asks
alembic/flyway/liquibase/prisma/knex/sequelize/typeorm/rails/artisan downgrade/migrate reset/migrate:rollback/db push/undo/rollback/
  db:drop/db:reset/db:wipe/db:purge/db:schema:load/migrate:fresh/migrate:reset/schema:drop/drop-all | deletes
lsof | text | -nPtlUaR -i? -s? -p: -u: -c:
ss/netstat | text | -ltunpaeoiHrsm4 --listening --tcp --numeric
`;

/** The long options that a row with a use knows. */
export const COMMON: Readonly<Record<string, string>> = {
  text: READING,
  read: READING,
  pattern: READING,
  target: READING,
  outer: READING,
  none: READING,
};
