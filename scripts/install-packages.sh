#!/bin/bash
# Installs the packages of packages.txt that are missing; does nothing, and needs no network, when none is.
set -euo pipefail
cd "$(dirname "$0")"

machine=$(dpkg --print-architecture 2>/dev/null || true)
wanted=$(sed -e 's/#.*//' -e "s/\[$machine\]//" packages.txt | while read -r package condition; do
  case "$condition" in
    "") echo "$package" ;;
    "[unless "*) command -v "$(tr -d '[]' <<<"${condition#*unless }")" >/dev/null || echo "$package" ;;
  esac
done | xargs)

is_installed() { [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

if ! command -v dpkg-query >/dev/null; then
  echo "install-packages.sh: this system has no dpkg. Install what these Debian packages hold, then run 'make': $wanted" >&2
  exit 1
fi

missing=()
for package in $wanted; do
  is_installed "$package" || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "install-packages.sh: packages are missing, and installing them needs root. As root, run:" >&2
    echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "Installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "$@" >"$log" 2>&1; }
if ! { apt update && apt install -y --no-install-recommends "${missing[@]}"; }; then
  cat "$log" >&2
  echo "install-packages.sh: apt-get could not install ${missing[*]}; its words are above." >&2
  exit 1
fi
