// Work on a long execution that can be cut short: what looks at its events asks now and then whether the
// search is to end.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle {

// Set by the explorer to the word that stops a search; null: none can be stopped.
inline const std::atomic<std::uint32_t>* analysis_stop = nullptr;

inline bool is_analysis_over() {
  return analysis_stop != nullptr && analysis_stop->load(std::memory_order_relaxed) != 0;
}

// The same in a loop over events: asked rarely, so that it costs nothing.
inline constexpr std::size_t kEventsBetweenLooks = 1u << 16;
inline bool is_analysis_over(std::size_t event) {
  return event % kEventsBetweenLooks == kEventsBetweenLooks - 1 && is_analysis_over();
}

}  // namespace heddle
