#!/bin/bash
# fuzz.sh BUILD SECONDS: every fuzzer for so many seconds, from the files that the tests have and what it found interesting
# before. A crash leaves its input in BUILD/fuzz/NAME.crashes/, and fails.
set -euo pipefail
build=$1
seconds=$2
failed=()
for fuzzer in "$build"/fuzz/*; do
  [[ -f $fuzzer && -x $fuzzer ]] || continue
  name=$(basename "$fuzzer")
  mkdir -p "$fuzzer.corpus" "$fuzzer.crashes"
  case $name in
    schedule_file) seeds=(tests/event/golden) ;;
    report_files) seeds=(tests/report/golden) ;;
    binary_file)
      mkdir -p "$build/fuzz.seeds"
      [[ -f $build/fuzz.seeds/small.o ]] || echo 'int shared; int main(int argc, char**) { return shared += argc; }' |
        clang++-19 -g -c -x c++ - -o "$build/fuzz.seeds/small.o"
      seeds=("$build/fuzz.seeds")
      ;;
    *) seeds=() ;;
  esac
  printf '%-16s' "$name"
  if "$fuzzer" -max_total_time="$seconds" -rss_limit_mb=4096 -timeout=20 -print_final_stats=1 \
    -artifact_prefix="$fuzzer.crashes/" "$fuzzer.corpus" "${seeds[@]}" >"$fuzzer.log" 2>&1; then
    awk '/number_of_executed_units/ { print $2 " inputs, no crash" }' "$fuzzer.log"
  else
    echo "crashes: see $fuzzer.log and $fuzzer.crashes/"
    failed+=("$name")
  fi
done
[[ ${#failed[@]} -eq 0 ]]
