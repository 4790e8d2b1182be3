#!/bin/sh
# Runs a command whose words are wanted only if it fails.
words=$("$@" 2>&1) || { status=$?; printf '%s\n' "$words" >&2; exit $status; }
