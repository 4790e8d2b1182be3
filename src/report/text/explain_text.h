// An interleaving as a table: one column for each thread, time downwards. Steps that no other thread could
// notice are left out, long stretches are folded, and the switches that matter are marked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/model/places.h"
#include "report/model/style.h"
#include "search/messages.h"

namespace heddle::report {

struct Explanation {
  const ExplainedTrace& trace;
  const Failure& failure;
  const std::vector<std::string>& threads;        // names by ThreadId
  const std::vector<std::uint32_t>& preemptions;  // steps at which a thread was left that could have gone on
  int expected_exit = 0;
  bool everything = false;  // nothing is folded
};

std::string explain_text(const Explanation& what, const Places& places, const Style& style);

// Every step in the words of the table, for a debugger: a line "main.0<tab>bank.cc:18<tab>lock bob.mutex_"
// for each. Empty: there are too many to be told.
std::string step_lines(const Explanation& what, const Places& places);

}  // namespace heddle::report
