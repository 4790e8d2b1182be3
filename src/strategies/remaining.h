// How many events each thread has left, according to the profile: the weights of the uniform walks (urw.h).
// The events of threads that do not exist yet count for the thread that will create them.
#pragma once

#include <span>
#include <vector>

#include "strategies/profile.h"
#include "strategies/strategy.h"

namespace heddle {

class Remaining {
 public:
  explicit Remaining(const Profile& profile) : profile_(profile) {}

  // All events, or those at the selected locations.
  void begin();
  void begin(const std::vector<LocationId>& selected);

  // Of every event.
  void look_for_creation(const Event& event) {
    if (event.kind == OperationKind::kThreadCreate && event.detail != kNoThread)
      created(event.thread, static_cast<ThreadId>(event.detail));
  }
  // Of every event that counts.
  void performed(ThreadId thread) {
    double& left = at(thread).left;
    left = left > 1 ? left - 1 : 0;
  }
  double left(ThreadId thread) { return at(thread).left; }
  std::size_t threads() const { return threads_.size(); }  // that exist, or did
  // One of the candidates, weighted by what it has left. No weight is 0: the profile may be wrong, and every
  // interleaving must stay possible.
  ThreadId draw(std::span<const Candidate> candidates, Random& random);

  static constexpr double kLeastWeight = 0.05;

 private:
  struct State {
    Profile::Node node = Profile::kUnknown;
    std::size_t children = 0;
    double left = 0;
  };

  void created(ThreadId creator, ThreadId thread);
  void add_up_and_start();
  State& at(ThreadId thread) {
    if (thread >= threads_.size()) [[unlikely]]
      threads_.resize(thread + 1u);
    return threads_[thread];
  }

  const Profile& profile_;
  std::vector<double> expected_;  // by Node, with all descendants
  std::vector<State> threads_;    // by ThreadId
  std::vector<double> sums_;      // of the weights of the candidates up to each one
};

}  // namespace heddle
