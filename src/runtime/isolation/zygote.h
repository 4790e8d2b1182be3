// A process forked before the first execution of an in-process search: schedules are confirmed in fresh forks
// of it, where nothing that the search did has left a trace. It names memory by itself, so it answers as the
// explorer does.
#pragma once

#include "runtime/isolation/in_process.h"
#include "search/replayer.h"

namespace heddle::runtime {

class Zygote final : public Replayer {
 public:
  explicit Zygote(Body body);
  ~Zygote() override;
  Zygote(const Zygote&) = delete;
  Zygote& operator=(const Zygote&) = delete;

  bool works() const { return pid_ > 0; }
  // In a fresh process, for ten seconds at most; it is not stopped before.
  Result<Replayed> replay(const ReplayRequest& request, const Watch& watch) override;
  // What the body prints in replays goes nowhere.
  std::string output(std::size_t) const override { return {}; }

 private:
  [[noreturn]] void serve(Body body);

  long pid_ = -1;
  int socket_ = -1;
  Recording* recording_ = nullptr;
  Execution execution_;
};

}  // namespace heddle::runtime
