// Which interleaving roots an execution exposes, event by event. A dependence is immediate: no write to the
// location stands between its events. Two dependences make a root when the second completes within a window
// after the first, and both are among the last of these threads (recent_access_pairs.h).
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/access_history.h"
#include "analysis/iroot.h"
#include "analysis/recent_access_pairs.h"
#include "event/operation.h"

namespace heddle {

class IRootObserver {
 public:
  static constexpr std::uint32_t kWindow = 200;  // accesses and lock operations

  explicit IRootObserver(IdiomSet idioms, std::uint32_t window = kWindow)
      : idioms_(idioms), window_(window) {}

  // Gives every root that the event completes to `report(const IRoot&)`; often one that was given before.
  template <typename Report>
  void add(const Event& event, Report&& report) {
    found_.clear();
    look_at(event);
    for (const IRoot& each : found_) report(each);
  }

  // The memory it occupies.
  std::size_t bytes() const {
    return sizeof(*this) + history_.bytes() + recent_pairs_.bytes() + releases_.capacity() * sizeof(Release) +
           found_.capacity() * sizeof(IRoot);
  }

 private:
  struct Release {
    ThreadId thread = kNoThread;
    SiteId site = kNoSite;
    std::uint32_t index = 0;
  };

  void look_at(const Event& event);
  void add_lock(const Event& event);
  void depend(const Access& first, const Access& second, PairKinds kind);
  void join(const AccessPair& recent, const AccessPair& pair);

  IdiomSet idioms_;
  std::uint32_t window_;
  std::uint32_t count_ = 0;
  AccessHistory history_;
  RecentAccessPairs recent_pairs_;
  std::vector<Release> releases_;  // by LocationId of the lock
  std::vector<IRoot> found_;
};

}  // namespace heddle
