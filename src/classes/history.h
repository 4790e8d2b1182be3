// What threads did to a shared object: their calls, when each began and ended, and what came of it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "classes/test_case.h"

namespace heddle::classes {

struct Outcome {
  enum class Kind : std::uint8_t {
    kValue,      // it returned; the text is the result, empty for none
    kException,  // it threw; the text tells what
    kBlocks,     // alone in the world it would wait for ever
    kCrash,      // it ends the program; the text tells how
  };
  Kind kind = Kind::kValue;
  std::string text;

  static Outcome value(std::string text) { return {Kind::kValue, std::move(text)}; }
  static Outcome exception(std::string text) { return {Kind::kException, std::move(text)}; }
  static Outcome blocks() { return {Kind::kBlocks, {}}; }
  static Outcome crash(std::string text) { return {Kind::kCrash, std::move(text)}; }
  // The caller goes on.
  bool comes_back() const { return kind == Kind::kValue || kind == Kind::kException; }
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

std::string to_text(const Outcome& outcome);

struct HistoryCall {
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  std::uint32_t thread = 0;  // its place in TestCase::suffixes
  Call call;
  std::optional<Outcome> outcome;  // none: it never returned
  std::uint64_t invoked = 0;
  std::uint64_t returned = kNever;
  // By thread: how many of its calls happen before this one; empty: time tells.
  std::vector<std::uint32_t> past = {};

  bool is_pending() const { return !outcome.has_value(); }
};

struct History {
  std::vector<HistoryCall> calls;  // those of a thread in their order
  std::optional<std::string>
      final_state;  // what the object looked like when all was over; none: not looked at
};

}  // namespace heddle::classes
