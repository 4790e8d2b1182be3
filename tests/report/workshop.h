// What the tests of report/ need: a small real program with known places, failures made by hand, and golden
// files.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "analysis/predicted_deadlock.h"
#include "event/failure.h"
#include "event/modules.h"
#include "report/model/places.h"
#include "report/model/style.h"
#include "support/golden.h"
#include "symbols/symbolizer.h"

namespace heddle::report::testing {

inline const Style kPlain;

// A bank, compiled once for all tests, in a temporary folder.
class Bank {
 public:
  static Bank& instance();

  const Places& places() const { return places_; }
  const ModuleTable& modules() const { return modules_; }

  // The return address of the call on the line of bank.cc with this text.
  SiteId site(const std::string& line_text) const;
  // The site of the call that led to the probe with this label.
  SiteId caller(const std::string& label) const;
  Location global(const std::string& name) const;
  std::string place(const std::string& line_text) const;  // "bank.cc:14"

 private:
  Bank();
  ~Bank();
  Bank(const Bank&) = delete;
  Bank& operator=(const Bank&) = delete;

  std::string folder_;
  std::map<std::string, std::uint64_t> addresses_;
  ModuleTable modules_;
  symbols::Symbolizer symbolizer_;
  Places places_;
};

// A program without a file: nothing resolves, every place is "ghost+0x12".
class Ghost {
 public:
  Ghost();
  const Places& places() const { return places_; }
  const ModuleTable& modules() const { return modules_; }

 private:
  ModuleTable modules_;
  symbols::Symbolizer symbolizer_;
  Places places_;
};

Location heap(SiteId site, std::uint32_t ordinal, const std::string& thread, std::uint64_t offset);
Location stack(const std::string& thread, std::uint64_t offset);

// A thread that waits or is about to do something.
ThreadReport thread(const std::string& name, ThreadState state, OperationKind kind, SiteId site,
                    const Location& object = {}, ThreadId waits_for = kNoThread);
ThreadReport finished(const std::string& name);

// Two threads that lock two mutexes in opposite orders, and main that waits for them.
Failure lock_order_deadlock(const Bank& bank);
// The same, predicted by an execution that passed.
PredictedDeadlock predicted_deadlock(const Bank& bank);
// An assertion in main after both threads have finished.
Failure failed_assertion(const Bank& bank);

using heddle::expect_golden;

// The width of the widest line, in characters.
std::size_t widest_line(const std::string& text);

}  // namespace heddle::report::testing
