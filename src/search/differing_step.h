// Where two replays of one schedule go different ways: what decided that is not under control.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/messages.h"

namespace heddle {

struct DifferingStep {
  std::uint64_t step = 0;
  ThreadId thread = kNoThread;
  SiteId after = kNoSite;  // the thread's step before, which both made
  StepKind one;            // kNone: it was not known, or there was none
  StepKind other;
};

// The first step that differs. None: they are alike as far as both were recorded, or differ in values only.
std::optional<DifferingStep> first_difference(const Replayed& one, const Replayed& other);

// What the kernel answered differently before they went different ways, each call and place once, a few at
// most. Each thread's calls are compared as far as they are the same.
std::vector<KernelAnswer> differing_answers(const Replayed& one, const Replayed& other);

}  // namespace heddle
