// A failing test case as a program of its own, that a person can read and compile with any compiler.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "classes/history.h"
#include "classes/operations.h"
#include "classes/test_case.h"

namespace heddle::classes {

// What the program compares with what it sees. Without it the failure shows by itself: a crash, a deadlock, a
// race.
struct ReproducerCheck {
  std::vector<std::vector<Outcome>> seen;  // by thread and call: what no order explains
  // What orders of the calls give, in the same form; empty: too many to write down, and what was seen counts.
  std::vector<std::vector<std::vector<Outcome>>> explained;
  // Observers that the final state is told with (places in Operations::observers()), and its text; none: the
  // results alone are wrong.
  std::vector<std::size_t> observers;
  std::optional<std::string> seen_state;
  std::vector<std::string> explained_states;  // one for each of `explained`
  // Calls that were over before others began, which is part of what is wrong: (thread, call) before (thread,
  // call).
  struct Place {
    std::size_t thread = 0;
    std::size_t call = 0;
  };
  std::vector<std::pair<Place, Place>> before;
};

struct ReproducerOptions {
  std::vector<std::string> includes;
  std::vector<std::string> comment;    // lines at the top
  std::set<std::size_t> prefix_threw;  // calls before the threads that throw
  std::set<Call> may_throw;            // calls of the threads
};

// A test of a GoogleTest file.
struct EmittedTest {
  std::string name;
  TestCase test;
  std::optional<ReproducerCheck> check;
  std::set<Call> may_throw;
  std::set<std::size_t> prefix_threw;
};
std::string test_file_source(const Operations& operations, const std::vector<EmittedTest>& tests,
                             const ReproducerOptions& options);

std::string reproducer_source(const Operations& operations, const TestCase& test,
                              const std::optional<ReproducerCheck>& check, const ReproducerOptions& options);

}  // namespace heddle::classes
