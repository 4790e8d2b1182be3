#!/bin/bash
# Keeps the output that the documentation shows real: runs every command that a page names in a line
#   <!-- output of: COMMAND -->
# (or <!-- output on one machine of: COMMAND -->, which --check leaves alone)
# and puts what it prints into the fenced block that follows. The commands of a page share a temporary folder with copies of
# the examples and of tests/programs. `show COMMAND` prints the command before it runs it.
# With --check nothing is written: it shows what would change, apart from times and temporary folders, and fails if anything would.
# Usage: update-docs.sh [--check] FOLDER_OF_THE_TOOL PAGE...
set -uo pipefail
check=false
[[ ${1:-} == --check ]] && { check=true && shift; }
tool=$(cd "$1" && pwd)
top=$(cd "$(dirname "$0")/.." && pwd)
shift
export PATH="$tool:$PATH"
export BASH_ENV
BASH_ENV=$(mktemp)
cat >"$BASH_ENV" <<'END'
show() { printf '$ %s\n' "$*"; eval "$*"; }
END

give_up() {
  echo "update-docs.sh: $1" >&2
  exit 1
}

# Reads a page, writes it with fresh output.
refresh() {
  local page=$1 line command fence
  while IFS= read -r line; do
    printf '%s\n' "$line"
    [[ $line == '<!-- output of: '*' -->' || $line == '<!-- output on one machine of: '*' -->' ]] || continue
    $check && [[ $line == '<!-- output on one'* ]] && continue
    command=${line#<!-- output * of: }
    command=${command#<!-- output of: }
    command=${command% -->}
    IFS= read -r fence && [[ $fence == '```'* ]] || give_up "$page: no fenced block behind '$line'"
    printf '%s\n' "$fence"
    bash -c "$command" </dev/null 2>&1 | sed 's/[[:space:]]*$//'
    while IFS= read -r line && [[ $line != '```' ]]; do :; done
    [[ $line == '```' ]] || give_up "$page: a fenced block does not end"
    printf '%s\n' "$line"
  done <"$top/$page"
}

# What differs from run to run.
without_times() {
  sed -E 's/[0-9][0-9,.]* ?(ns|µs|us|ms|s|minutes?|seconds?)\b/TIME/g; s/"seconds": [0-9.]+/TIME/g; s/build-id [0-9a-f]+/BUILD/g; s/[0-9][0-9,]* (steps|events)/STEPS/g; s#/tmp/[[:alnum:]._/-]+#TEMPORARY#g' "$1"
}

stale=0
for page in "$@"; do
  place=$(mktemp -d)
  mkdir "$place/work"
  cp "$top"/examples/*.cc "$top"/examples/*.h "$top"/docs/samples/* "$place/work"
  cp -r "$top"/examples/cmake-project "$top"/docs/recipes/nightly.sh "$place/work"
  cp "$top"/tests/programs/*.c* "$place/work"  # one of them is called like an example
  (cd "$place/work" && refresh "$page" >../page) || exit 1
  if $check; then
    diff --label "$page as it is" --label "$page as it should be" -U1 <(without_times "$top/$page") <(without_times "$place/page") ||
      stale=1
  else
    cmp -s "$place/page" "$top/$page" || { cp "$place/page" "$top/$page" && echo "$page: updated"; }
  fi
  rm -rf "$place"
done
rm -f "$BASH_ENV"
exit $stale
