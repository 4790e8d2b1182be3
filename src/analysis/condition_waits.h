// Which mutex each condition wait gives up. The event of a wait names the condition variable only: the mutex
// is the one that its thread takes again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "event/operation.h"

namespace heddle {

class ConditionWaits {
 public:
  struct Retaken {
    LocationId mutex = kNoLocation;
    std::uint32_t event = 0;  // that took it again
  };

  ConditionWaits() = default;
  explicit ConditionWaits(std::span<const Event> events) {
    for (std::uint32_t i = 0; i < events.size(); ++i) look_at(events[i], i);
  }

  void begin() {
    last_wait_.clear();
    retaken_.clear();
  }
  // All events of an execution in their order, before the first question.
  void look_at(const Event& event, std::uint32_t index) {
    if (is_one_of(event.kind, set_of(OperationKind::kWait, OperationKind::kRelock))) [[unlikely]]
      note(event, index);
  }
  // By the event of the wait; none: the wait never ended.
  std::optional<Retaken> retaken(std::uint32_t wait) const {
    const auto found = retaken_.find(wait);
    return found == retaken_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  void note(const Event& event, std::uint32_t index) {
    if (event.thread >= last_wait_.size()) last_wait_.resize(event.thread + std::size_t{1});
    if (event.kind == OperationKind::kWait)
      last_wait_[event.thread] = index + 1;
    else if (last_wait_[event.thread] != 0)
      retaken_[last_wait_[event.thread] - 1] = {event.location, index};
  }

  std::vector<std::uint32_t> last_wait_;  // by thread: its event, plus 1
  std::unordered_map<std::uint32_t, Retaken> retaken_;
};

}  // namespace heddle
