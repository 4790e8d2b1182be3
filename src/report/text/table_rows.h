// The rows of the table of `heddle explain`, and which of them are folded into one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "event/ids.h"

namespace heddle::report {

enum class RowKind : std::uint8_t { kStep, kCall, kFold, kEnd };

struct Row {
  RowKind kind = RowKind::kStep;
  ThreadId thread = kNoThread;  // none: a fold of several threads' rows
  std::string place;
  std::string text;
  bool switched = false;  // the thread before it could have gone on
  bool decisive = false;  // about what the failure is about: not folded away, unless it only repeats
  bool changes = false;   // the value of that: never folded away
  bool marked = false;    // an access of the data race
};

std::string column_name(ThreadId thread, const std::vector<std::string>& names);

// Loops that poll: what the same threads do over and over stands there once, and how often.
std::vector<Row> without_repetition(std::vector<Row> rows, const std::vector<std::string>& names);

// Of long stretches of one thread, and of the middle of what is still too long, only how many rows there are.
std::vector<Row> folded(std::vector<Row> rows);

}  // namespace heddle::report
