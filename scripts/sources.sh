#!/bin/bash
# Names the C and C++ sources of the project, one a line, for clang-format and clang-tidy.
# Arguments: the folders to look in; without any, all that hold sources.
set -euo pipefail
cd "$(dirname "$0")/.."

folders=("$@")
[ ${#folders[@]} -gt 0 ] || folders=(src include tests examples bench subjects)
find "${folders[@]}" \( -name '*.h' -o -name '*.cc' -o -name '*.c' \) -type f | LC_ALL=C sort
