// What the person in front of it wants to see.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "host/hunt.h"
#include "report/model/style.h"

namespace heddle::sessions {

// Colours on standard output: a terminal that has them, and no NO_COLOR. Texts made from here on have the
// width that this terminal has now; users make theirs wider while a search goes on.
report::Style output_style();

// Lines of so many columns (--width), whatever the terminal has.
void use_width(std::size_t columns);
// Those of the terminal behind standard output; elsewhere COLUMNS, or the usual width.
void follow_width();

// Shows progress on standard error: one line that changes on a terminal, a line every few seconds elsewhere.
class ProgressDisplay {
 public:
  // Names places of the program.
  using Place = std::function<std::string(SiteId)>;

  ProgressDisplay(std::uint64_t executions, double seconds, bool quiet, Place place = {});
  ~ProgressDisplay() { clear(); }

  void show(const host::HuntProgress& progress);
  void clear();

 private:
  std::uint64_t executions_;
  double seconds_;
  bool quiet_;
  Place place_;
  bool terminal_;
  bool shown_ = false;
  double next_line_ = 5;
};

// The same while a schedule is shrunk.
class ShrinkDisplay {
 public:
  explicit ShrinkDisplay(bool quiet) : display_(0, 0, quiet), start_(std::chrono::steady_clock::now()) {}

  void show(std::uint64_t reexecutions);
  void clear() { display_.clear(); }

 private:
  ProgressDisplay display_;
  std::chrono::steady_clock::time_point start_;
};

// Of the terminal behind standard error; 80 if that is none.
std::size_t terminal_columns();

// Ctrl-C asks for an orderly end; a second one ends at once.
void watch_for_interrupts();
bool interrupted();

// Everything on standard input, unless it is a terminal: then nothing, and a program that wants some is told
// of.
std::string read_standard_input(bool wanted);

}  // namespace heddle::sessions
