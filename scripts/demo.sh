#!/bin/bash
# Shows Heddle at work on examples/bank.cc, in a temporary folder. Usage: demo.sh FOLDER_OF_THE_TOOL
# Exit status 0 when everything went as it should.
set -uo pipefail
tool=$(cd "$1" && pwd)
examples=$(cd "$(dirname "$0")/../examples" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
export PATH="$tool:$PATH"
exec </dev/null # the programs read nothing

heading() { printf '== %s ==\n\n' "$1"; }

# Shows a command, runs it, and insists on its exit status: step STATUS COMMAND.
step() {
  printf '$ %s\n' "$2"
  local status=0
  bash -c "$2" || status=$?
  [ "$status" -eq "$1" ] || give_up "'$2' ended with status $status; $1 was expected."
  echo
}

give_up() {
  echo "The demonstration failed: $1" >&2
  exit 1
}

cp "$examples/bank.cc" "$examples/bank_fixed.cc" . || give_up "the examples are not where they belong."

heading "Two transfers between two accounts; every access to a balance is locked (bank.cc)"
step 0 "sed -n '/^void transfer/,\$p' bank.cc"

heading "Compiled by your own compiler, with Heddle's instrumentation"
step 0 "heddle c++ -g bank.cc -o bank"

heading "Run natively, a hundred times"
step 0 'for i in {1..100}; do ./bank &>output && echo passed || echo FAILED; done | sort | uniq -c'

heading "Under Heddle, which decides which thread moves next (exit status 1: a bug was found)"
step 1 "heddle run -- ./bank"

heading "What the threads did, step by step"
step 0 "heddle explain heddle-out/bug-1.schedule"

if [ -f "$tool/../share/heddle/report.html" ]; then
  heading "All of it on a page: a timeline to walk through, with the source beside it"
  step 0 "heddle report heddle-out --out '$(dirname "$tool")/demo.html'"
fi

heading "The same schedule again, as often as you like"
step 1 "heddle replay heddle-out/bug-1.schedule --repeat 20"

heading "The repaired twin: an account changes its balance in one critical section"
step 0 "diff bank.cc bank_fixed.cc | grep 'amount\|balance_ '"
step 0 "heddle c++ -g bank_fixed.cc -o bank_fixed"
step 0 "heddle run --executions 2000 -- ./bank_fixed"

heading "What to try next"
cat <<END
  export PATH="$tool:\$PATH"
  heddle run -- build/examples/deadlock       # two locks in opposite orders
  heddle run -- build/examples/lost_wakeup    # a signal that comes too early
  heddle run --until budget --time 10s -- build/examples/queue
  heddle run --help                           # every option, with examples
  heddle c++ -g YOUR_PROGRAM.cc -o YOUR_PROGRAM && heddle run -- ./YOUR_PROGRAM

docs/getting-started.md goes on from here.
END
