// What looks at the executions of a search: coverage, data races, predictions. A search has a list of them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "event/execution.h"

namespace heddle {

enum class PauseReason : std::uint8_t;
struct SearchPaused;

class Observer {
 public:
  virtual ~Observer() = default;

  // Why the search is to pause behind this execution; nothing: it goes on.
  virtual std::optional<PauseReason> look_at(const Execution& execution) = 0;
  // In a process that runs a share of the search's executions, on a copy of the observer: whether the
  // search's own one has to look at this execution, too.
  virtual bool look_ahead(const Execution& execution) {
    static_cast<void>(execution);
    return true;
  }
  // So many executions that it need not look at.
  virtual std::optional<PauseReason> pass_over(std::uint64_t executions) {
    static_cast<void>(executions);
    return std::nullopt;
  }
  // What it saw: of the whole search, or since it was asked last.
  virtual void tell(SearchPaused& paused) = 0;
};

class Observers {
 public:
  void add(std::unique_ptr<Observer> observer) { observers_.push_back(std::move(observer)); }

  // If several want the search to pause, the last one says why.
  std::optional<PauseReason> look_at(const Execution& execution) {
    std::optional<PauseReason> reason;
    for (const auto& observer : observers_)
      if (const std::optional<PauseReason> its = observer->look_at(execution)) reason = its;
    return reason;
  }
  bool look_ahead(const Execution& execution) {
    bool is_needed = false;
    for (const auto& observer : observers_) is_needed = observer->look_ahead(execution) || is_needed;
    return is_needed;
  }
  std::optional<PauseReason> pass_over(std::uint64_t executions) {
    std::optional<PauseReason> reason;
    for (const auto& observer : observers_)
      if (const std::optional<PauseReason> its = observer->pass_over(executions)) reason = its;
    return reason;
  }
  void tell(SearchPaused& paused) {
    for (const auto& observer : observers_) observer->tell(paused);
  }

 private:
  std::vector<std::unique_ptr<Observer>> observers_;
};

}  // namespace heddle
