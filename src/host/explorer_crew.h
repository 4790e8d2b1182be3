// Several explorers of one program that repeat executions at the same time, for a shrinker that says which
// ones come next. Everything else, and whatever is not repeated by turns, is the first one's.
//
// The others are started when that pays: after a while of replays, and only if the program's executions touch
// nothing that two at the same time would share. What is answered does not depend on how many there are.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/explorer_process.h"

namespace heddle::host {

class ExplorerCrew : public Explorer {
 public:
  // A program takes some tens of milliseconds to start.
  static constexpr std::chrono::milliseconds kWorthwhile{300};

  // `first` runs the program as `launch` says. The others are started after so much time of replays.
  ExplorerCrew(ExplorerProcess& first, const LaunchOptions& launch, unsigned jobs,
               std::chrono::milliseconds worthwhile = kWorthwhile)
      : first_(first), launch_(launch), jobs_(jobs), worthwhile_(worthwhile) {}

  Result<SearchPaused> search(const SearchRequest& request, const Watch& watch) override;
  const Progress& progress() const override { return first_.progress(); }
  Result<Replayed> replay(const ReplayRequest& request, const Watch& watch) override;
  std::string output(std::size_t limit) const override { return first_.output(limit); }
  std::size_t at_a_time() const override { return jobs_; }
  void expect(const std::vector<ReplayRequest>& next) override;

  // How many others there are now.
  std::size_t others() const { return others_.size(); }

 private:
  struct Member {
    ExplorerProcess* explorer;
    std::optional<ReplayRequest> running;
    bool is_dismissed = false;  // nobody wants the answer
  };
  struct Other {
    std::unique_ptr<ExplorerProcess> process;
    Member member;
  };

  std::vector<Member*> members();
  Member* who_runs(const ReplayRequest& request);
  static bool is_free(Member& member);
  void begin(Member& member, const ReplayRequest& request);
  static void dismiss(Member& member);
  void free_first();
  void hire_if_it_pays();
  Result<Replayed> replay_by_first(const ReplayRequest& request, const Watch& watch);
  Result<Replayed> checked(Result<Replayed> answer, Member& by, const ReplayRequest& request,
                           const Watch& watch);

  ExplorerProcess& first_;
  Member first_member_{&first_, {}};
  LaunchOptions launch_;
  unsigned jobs_;
  std::chrono::milliseconds worthwhile_;
  std::vector<Other> others_;
  bool works_alone_ = false;                         // for good
  std::chrono::steady_clock::duration replaying_{};  // so far
};

}  // namespace heddle::host
