// Executes schedules again, each in a fresh process: the explorer for `heddle`, a zygote for
// `heddle::explore`.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "event/result.h"
#include "search/messages.h"

namespace heddle {

class Replayer {
 public:
  virtual ~Replayer() = default;

  // Asked now and then while it runs; true: stop it. A replay that is stopped is a stuck one.
  using Watch = std::function<bool()>;
  virtual Result<Replayed> replay(const ReplayRequest& request, const Watch& watch) = 0;

  // How many it may run at the same time, and those that will be asked for next, in this order, if nothing
  // better turns up: it may begin them.
  virtual std::size_t at_a_time() const { return 1; }
  virtual void expect(const std::vector<ReplayRequest>&) {}

  // What the last replay with captured output printed, at most so many bytes of it.
  virtual std::string output(std::size_t limit) const = 0;
};

}  // namespace heddle
