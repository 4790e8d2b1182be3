// A search of which each execution is done once (`complete`), shared out to
// several explorers of the program. Each has a part of what is left; one that
// has nothing left to do is given half of what another one has. The parts are
// disjoint, and together all that is left: what they come to in sum does not
// depend on how many explorers there are. The part of an explorer that dies is
// done again, from where it was known last.
//
// Parts are in the order in which one explorer alone would do them. Where one
// begins anew, which changes what is left, those before it are finished first,
// and those behind it are dropped, as if they had never been begun.
//
// What is left is also what a search that was stopped goes on with later
// (saved_search.h).
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "host/explorer_process.h"

namespace heddle::host {

// A search that was stopped.
struct WhatIsLeft {
  struct Part {
    std::vector<std::uint8_t> left;  // SearchPaused::left_to_do, with
    std::vector<std::uint8_t> knowledge;
  };
  SearchTotals done;
  std::string claim;  // of parts that are over, if that is not all
  std::vector<Part> parts;
};

class DividedSearch : public Explorer {
 public:
  // A program takes some tens of milliseconds to start.
  static constexpr std::chrono::milliseconds kWorthwhile{300};

  // `inner` does all else, and begins the search; `first` runs the program. The
  // others are started as `launch` says, after so much time of searching.
  DividedSearch(Explorer& inner, const ExplorerProcess& first, const LaunchOptions& launch, unsigned jobs,
                std::chrono::milliseconds worthwhile = kWorthwhile)
      : inner_(inner), first_(first), launch_(launch), jobs_(jobs), worthwhile_(worthwhile) {}

  // The next search goes on with that.
  void go_on_with(WhatIsLeft left) { given_ = std::move(left); }
  // Of the last search, if it was stopped. None: that cannot be told.
  std::optional<WhatIsLeft> left() const;

  Result<SearchPaused> search(const SearchRequest& request, const Watch& watch) override;
  const Progress& progress() const override;
  Result<Replayed> replay(const ReplayRequest& request, const Watch& watch) override {
    return inner_.replay(request, watch);
  }
  std::string output(std::size_t limit) const override { return inner_.output(limit); }
  std::size_t at_a_time() const override { return inner_.at_a_time(); }
  void expect(const std::vector<ReplayRequest>& next) override { inner_.expect(next); }

  // For tests: how many parts were given away, and how many explorers died.
  std::size_t divisions() const { return divisions_; }
  std::size_t deaths() const { return deaths_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Member {
    std::unique_ptr<ExplorerProcess> explorer;
    Clock::time_point since{};  // when it began or went on with its part
    bool is_asked = false;      // to give some of it away
  };
  struct Part {
    WhatIsLeft::Part left;
    SearchTotals done;                           // of it, until then
    std::map<std::uint64_t, std::uint64_t> met;  // failures, by signature
    Member* member = nullptr;                    // who does it
    std::optional<SearchPaused> answer = {};     // which is not looked at yet
    std::uint64_t beginnings = 0;                // SearchPaused, as far as that was looked at
    bool is_paused = false;                      // the member waits to go on with it
  };
  using Parts = std::list<Part>;

  bool may_divide(const SearchRequest& request) const;
  bool is_worth_dividing() const;
  Result<SearchPaused> begin_given(const SearchRequest& request);
  Result<SearchPaused> alone(const SearchRequest& request, const Watch& watch);
  bool divide(SearchPaused& paused);
  Result<SearchPaused> together(const Watch& watch);
  std::optional<Error> set_to_work();
  void ask_to_give();
  unsigned at_once() const;
  std::uint64_t still_wanted() const;
  Result<Member*> hire();
  bool begin(Part& part, Member& member);
  bool go_on(Part& part);
  void lose(Part& part);
  bool collect();
  void take(Part& part, Result<SearchPaused> answer);
  void note(Part& part, const SearchPaused& answer);
  void begin_anew(Parts::iterator part, const SearchPaused& answer);
  bool account_for(Parts::iterator part, SearchPaused& answer);
  bool is_news(const SearchPaused& answer);
  std::optional<SearchPaused> look_at_answers();
  void drop_all_but(Parts::iterator part);
  std::optional<SearchPaused> stop();
  Parts::iterator finish(Parts::iterator part, const SearchPaused& answer);
  SearchPaused merged(SearchPaused answer) const;
  SearchTotals totals() const;
  void show_progress() const;

  Explorer& inner_;
  const ExplorerProcess& first_;
  LaunchOptions launch_;
  unsigned jobs_;
  std::chrono::milliseconds worthwhile_;
  std::optional<WhatIsLeft> given_;

  // The search.
  SearchRequest request_;
  bool is_divisible_ = false;
  bool works_alone_ = false;  // for good
  bool has_begun_ = false;    // parts are there, or were
  std::uint64_t end_ = 0;     // executions in all, up to which it is to go
  Clock::duration alone_for_{};
  SearchPaused last_;  // of the one explorer, when it paused
  std::vector<std::unique_ptr<Member>> members_;
  Parts parts_;
  SearchTotals finished_;                       // of parts that are over
  std::map<std::uint64_t, std::uint64_t> met_;  // likewise
  std::set<std::uint64_t> told_;                // failures, by signature
  std::vector<UnjoinedPlace> unjoined_;         // of all
  std::string claim_;
  bool saw_threads_ = false;
  double expected_ = 0;  // executions in all, as was estimated before the search was divided
  Left estimate_;        // then
  Clock::duration patience_{std::chrono::milliseconds(20)};  // before a member is asked to give again
  std::size_t divisions_ = 0, deaths_ = 0;
  mutable Progress progress_{};
};

}  // namespace heddle::host
