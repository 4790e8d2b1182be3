#!/bin/bash
# Looks for what clang-format would change and what clang-tidy objects to (.clang-tidy), and changes nothing.
# Usage: lint.sh BUILD_FOLDER [FILE...], which holds compile_commands.json with a command for each file; only these files, if any
# are given. Exit status 1 when anything was found.
set -uo pipefail
cd "$(dirname "$0")/.."
build=$1
shift
sources() {
  if [[ ${#only[@]} -eq 0 ]]; then scripts/sources.sh "$@"; else scripts/sources.sh "$@" | { grep -Fx -f <(printf '%s\n' "${only[@]}") || true; }; fi
}
only=("$@")
status=0
for tool in clang-format-19 clang-tidy-19; do
  command -v $tool >/dev/null || { echo "$tool is missing: run 'make packages'" >&2; exit 1; }
done

echo "clang-format:"
if sources | xargs -r clang-format-19 --dry-run -Werror; then echo "  nothing to change"; else status=1; fi

echo "clang-tidy, over src/:"
compiled=$(sources src | grep -v '\.h$' | while read -r source; do
  grep -q "\"file\": \".*/$source\"" "$build/compile_commands.json" && echo "$source"
done)
# It is clang, and does not know all of gcc's options. What the C++ library does with its own deprecated functions is its business.
commands=$build/for-clang
mkdir -p "$commands"
sed -E 's/ (-mmem(set|cpy)-strategy=|--param=|-Wno-tsan)[^ "]*//g' "$build/compile_commands.json" >"$commands/compile_commands.json"
# clang-tidy counts warnings in system headers on standard error; they are of no interest.
if xargs -r -P "$(nproc)" -n 4 clang-tidy-19 -p "$commands" --quiet \
  --extra-arg=-Wno-deprecated-declarations 2>/dev/null <<<"$compiled"; then
  echo "  nothing found"
else
  status=1
fi
exit $status
