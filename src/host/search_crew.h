// Several explorers of one program that run fresh searches at the same time, for a caller who says which ones
// probably come next. What a search finds must not depend on those before it: then it does not matter who
// runs it, and nothing that is answered depends on how many there are.
//
// Others than the first are started when that pays: after a while of searching, one at a time, and only while
// the program's executions touch nothing that two at the same time would share.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "host/explorer_process.h"

namespace heddle::host {

class SearchCrew {
 public:
  using Watch = Explorer::Watch;

  // A program takes some tens of milliseconds to start.
  static constexpr std::chrono::milliseconds kWorthwhile{300};

  // The others are started as `launch` says, after so much time of searching.
  SearchCrew(std::unique_ptr<ExplorerProcess> first, const LaunchOptions& launch, unsigned jobs,
             std::chrono::milliseconds worthwhile = kWorthwhile);

  // Fresh searches, the likeliest first. They are begun as far as there are free members; what runs and is
  // not among them is ended.
  void expect(std::span<const SearchRequest> next);

  // A fresh search is run by the member that has begun it, or by another one; one that goes on, by the member
  // that paused it.
  Result<SearchPaused> search(const SearchRequest& request, const Watch& watch);
  // The task must be that of the last search.
  Result<Replayed> replay(const ReplayRequest& request) { return last().replay(request); }

  const ModuleTable& modules() const { return members_.front()->explorer->hello().modules; }
  std::size_t members() const { return members_.size(); }
  // So many searches may run soon: those of the members, and one for whoever is started next.
  std::size_t at_a_time() const {
    return works_alone_ ? 1 : std::min<std::size_t>(jobs_, members_.size() + 1);
  }

 private:
  struct Member {
    std::unique_ptr<ExplorerProcess> explorer;
    std::optional<SearchRequest> running = {};
    bool is_dismissed = false;  // nobody wants the answer
  };

  ExplorerProcess& last() const { return *last_->explorer; }
  Member* who_runs(const SearchRequest& request) const;
  Member* free_member();
  Member& freed_member();
  static bool is_free(Member& member);
  static void begin(Member& member, const SearchRequest& request);
  static void dismiss(Member& member);
  static void wait_for(Member& member);
  bool others_run(const Member& member) const;
  Member* hire();
  void work_alone();

  LaunchOptions launch_;
  unsigned jobs_;
  std::chrono::milliseconds worthwhile_;
  std::vector<std::unique_ptr<Member>> members_;
  Member* last_;                                     // who ran the last search
  bool works_alone_ = false;                         // for good
  std::chrono::steady_clock::duration searching_{};  // so far
};

}  // namespace heddle::host
