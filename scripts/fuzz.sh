#!/bin/bash
# fuzz.sh BUILD SECONDS: every fuzzer for so many seconds, one on each processor, from the files that the tests have and what
# it found interesting before. A crash leaves its input in BUILD/fuzz/NAME.crashes/, and fails.
set -euo pipefail
build=$1
seconds=$2

# fuzz FUZZER SEEDS...
fuzz() {
  local fuzzer=$1
  shift
  mkdir -p "$fuzzer.corpus" "$fuzzer.crashes"
  if "$fuzzer" -max_total_time="$seconds" -rss_limit_mb=4096 -timeout=20 -print_final_stats=1 \
    -artifact_prefix="$fuzzer.crashes/" "$fuzzer.corpus" "$@" >"$fuzzer.log" 2>&1; then
    awk -v name="$(basename "$fuzzer")" \
      '/number_of_executed_units/ { printf "%-16s%s inputs, no crash\n", name, $2 }' "$fuzzer.log"
  else
    printf '%-16scrashes: see %s and %s\n' "$(basename "$fuzzer")" "$fuzzer.log" "$fuzzer.crashes/"
    return 1
  fi
}

mkdir -p "$build/fuzz.seeds"
[[ -f $build/fuzz.seeds/small.o ]] || echo 'int shared; int main(int argc, char**) { return shared += argc; }' |
  clang++-19 -g -c -x c++ - -o "$build/fuzz.seeds/small.o"

failed=0
for fuzzer in "$build"/fuzz/*; do
  [[ -f $fuzzer && -x $fuzzer ]] || continue
  case $(basename "$fuzzer") in
    schedule_file) seeds=(tests/event/golden) ;;
    report_files) seeds=(tests/report/golden) ;;
    binary_file) seeds=("$build/fuzz.seeds") ;;
    *) seeds=() ;;
  esac
  if (($(jobs -rp | wc -l) >= $(nproc))); then wait -n || failed=1; fi
  fuzz "$fuzzer" "${seeds[@]}" &
done
while (($(jobs -p | wc -l) > 0)); do wait -n || failed=1; done
exit $failed
