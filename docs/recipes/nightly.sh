#!/bin/bash
# A nightly search of one program with Heddle: another seed each night, the results of every night kept, and an alarm only for
# bugs that no earlier night has found.
#
#   nightly.sh FOLDER PROGRAM [ARGUMENTS...]
#
# Results go to FOLDER/YEAR-MONTH-DAY. Environment:
#   HEDDLE_BUDGET   options of `heddle run` that say how long to search
#                   (--until saturation --saturation-window 10m --time 4h --executions 1000000000)
#   NIGHT           the date, if not today: year-month-day
#
# Exit status: 0 no new bug, 1 new bugs, 2 wrong use, 3 the program could not be controlled, 130 interrupted.
set -euo pipefail

if [ $# -lt 2 ]; then
  echo "usage: nightly.sh FOLDER PROGRAM [ARGUMENTS...]" >&2
  exit 2
fi
folder=$1
shift
night=${NIGHT:-$(date +%F)}
budget=${HEDDLE_BUDGET:---until saturation --saturation-window 10m --time 4h --executions 1000000000}
here=$folder/$night
if [ -e "$here/results.json" ]; then
  echo "nightly.sh: $here is there already: one search a night (NIGHT=... names another one)" >&2
  exit 2
fi
mkdir -p "$folder"

# The date is the seed: every night searches elsewhere, and each can be repeated.
seed=${night//-/}
status=0
# shellcheck disable=SC2086  # several options
heddle run --quiet $budget --seed "$seed" --out "$here" -- "$@" </dev/null || status=$?
[ "$status" -le 1 ] || exit "$status"

# A bug is its kind and the places in the code that it is about, the same every night.
bugs_of() {
  python3 - "$1" <<'END'
import json, sys
for bug in json.load(open(sys.argv[1]))['bugs']:
    places = [bug['site']]
    if bug['kind'] == 'deadlock':
        places = [thread['site'] for thread in bug['threads'] if thread['state'] == 'blocked']
    elif bug['kind'] == 'data-race':
        places = [access['site'] for access in bug['accesses']]
    print(bug['kind'], *sorted(places), sep='\t')
END
}
bugs_of "$here/results.json" | sort -u >"$here/bugs.txt"

earlier=$(mktemp)
trap 'rm -f "$earlier"' EXIT
for other in "$folder"/*/bugs.txt; do
  [ "$other" = "$here/bugs.txt" ] || cat "$other"
done | sort -u >"$earlier"
comm -13 "$earlier" "$here/bugs.txt" >"$here/new-bugs.txt"

known=$(comm -12 "$earlier" "$here/bugs.txt" | wc -l)
new=$(wc -l <"$here/new-bugs.txt")
echo "$night: $new new, $known known; all in $here"
[ "$new" -eq 0 ] && exit 0
sed 's/^/  new: /' "$here/new-bugs.txt"
exit 1
