// Whether the calls of a history can be put in a row that the sequential specification explains: a search
// after Wing and Gong, which after Lowe does not look twice at the same calls in the same state.
//
// A call that never returned may have taken effect, with any outcome, or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "classes/call_order.h"
#include "classes/history.h"
#include "classes/specification.h"

namespace heddle::classes {

struct LinearizabilityOptions {
  CallOrder order = CallOrder::kRealTime;
  std::set<std::uint32_t> ignored;  // operations that may answer what they like; what they do still counts
  std::set<std::uint32_t> spurious = {};  // operations that may fail, and change nothing, whenever they like
  // Operations that may change something and then wait: what they do so far is not known.
  std::set<std::uint32_t> acting_first = {};
  std::uint64_t most_steps = 1'000'000;  // then it is given up; the tree keeps some 300 bytes for each
};

struct Linearization {
  enum class Answer : std::uint8_t { kExplained, kNotExplained, kGivenUp };

  // A call that could be next after the longest row, and what it would have had to answer.
  struct Misfit {
    std::size_t call = 0;
    Outcome specified;
  };

  Answer answer = Answer::kNotExplained;
  std::vector<std::size_t> row;  // calls by their numbers: all of them, or the longest row that is explained
  std::vector<Misfit> misfits;
  std::optional<std::string> specified_final_state;  // when all calls fit, and the final state did not
  std::uint64_t steps = 0;
};

// What a call answers that did nothing: false, nothing, null or 0.
bool is_refusal(const Outcome& outcome);

// The tree may have served other histories of the same test case.
Linearization linearize(const History& history, SpecificationTree& tree,
                        const LinearizabilityOptions& options = {});

// Sentences for a person, a line each. Threads are counted from 1.
using CallText = std::function<std::string(const Call&)>;
std::string explain(const Linearization& linearization, const History& history, const CallText& text_of);
std::string explain(const Linearization& linearization, const History& history,
                    std::span<const std::string> operation_names);

}  // namespace heddle::classes
