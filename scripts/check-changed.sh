#!/bin/bash
# What changed since a commit: whether it has the project's style (lint.sh), and whether the pages among it show what their commands
# really print (update-docs.sh). Nothing, where that commit is not known, as in a clone without history.
# Usage: check-changed.sh COMMIT BUILD_FOLDER_FOR_LINT FOLDER_OF_THE_TOOL
set -uo pipefail
cd "$(dirname "$0")/.."
base=$1 lint=$2 tool=$3
git rev-parse --quiet --verify "$base^{commit}" >/dev/null || { echo "There is no commit $base to compare with."; exit 0; }
mapfile -t changed < <(git diff --name-only --diff-filter=d "$base")
status=0
mapfile -t sources < <(printf '%s\n' "${changed[@]}" | grep -E '\.(h|cc|c)$')
[[ ${#sources[@]} -eq 0 ]] || scripts/lint.sh "$lint" "${sources[@]}" || status=1
mapfile -t pages < <(printf '%s\n' "${changed[@]}" | grep -E '^(README|docs/[^/]*|docs/recipes/[^/]*)\.md$')
for page in "${pages[@]}"; do
  grep -q '^<!-- output of: ' "$page" || continue
  echo "Output in $page:"
  if scripts/update-docs.sh --check "$tool" "$page"; then echo "  as shown"; else status=1; fi
done
exit $status
