#include "host/divided_search.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "host/module_order.h"
#include "strategies/registry.h"

namespace heddle::host {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks(1);  // between two looks at the members
constexpr std::chrono::milliseconds kBetweenWatch(100);
constexpr std::chrono::milliseconds kLeastPatience(20), kMostPatience(2000);
constexpr std::size_t kMostDeaths = 10;
constexpr std::uint64_t kWithoutEnd = ~std::uint64_t{0} / 2;  // executions

void add_counts(std::map<std::uint64_t, std::uint64_t>& sums,
                const std::map<std::uint64_t, std::uint64_t>& more) {
  for (const auto& [signature, count] : more) sums[signature] += count;
}

}  // namespace

std::optional<WhatIsLeft> DividedSearch::left() const {
  if (!is_divisible_) return std::nullopt;
  WhatIsLeft all;
  if (!has_begun_) {
    if (last_.left_to_do.empty()) return std::nullopt;
    all.done = last_.totals;
    all.parts.push_back({last_.left_to_do, last_.knowledge});
    return all;
  }
  all.done = totals();
  all.claim = claim_;
  for (const Part& each : parts_) {
    if (each.left.left.empty()) return std::nullopt;
    all.parts.push_back(each.left);
  }
  return all.parts.empty() ? std::nullopt : std::optional(std::move(all));
}

// Everything that is told of executions must be a sum, or the same whoever
// tells it.
bool DividedSearch::may_divide(const SearchRequest& request) const {
  const SearchSettings& settings = request.settings;
  return settings.strategy.starts_with("complete") && settings.isolation == Isolation::kRestore &&
         settings.coverage.metrics == 0 && !settings.snapshot.is_given() && !settings.region.is_given() &&
         launch_.surroundings == Surroundings{};
}

bool DividedSearch::is_worth_dividing() const {
  return jobs_ > 1 && !works_alone_ && request_.executions >= kWithoutEnd;
}

Result<SearchPaused> DividedSearch::search(const SearchRequest& request, const Watch& watch) {
  if (request.fresh) {
    is_divisible_ = may_divide(request);
    if (request.settings.execution.digest) jobs_ = 1;  // it is of the executions in their order
    parts_.clear();
    members_.clear();
    finished_ = {};
    met_.clear();
    told_.clear();
    unjoined_.clear();
    claim_.clear();
    works_alone_ = has_begun_ = saw_threads_ = false;
    alone_for_ = {};
    last_ = {};
    expected_ = 0;
  }
  if (!is_divisible_) return inner_.search(request, watch);
  request_ = request;
  if (request.fresh && given_) return begin_given(request);
  return has_begun_ ? together(watch) : alone(request, watch);
}

// Nothing is executed yet.
Result<SearchPaused> DividedSearch::begin_given(const SearchRequest& request) {
  const WhatIsLeft given = std::move(*given_);
  given_.reset();
  finished_ = given.done;
  claim_ = given.claim;
  for (const WhatIsLeft::Part& each : given.parts) parts_.push_back({.left = each, .done = {}, .met = {}});
  has_begun_ = saw_threads_ = true;
  SearchPaused paused;
  paused.reason = request.executions > 1 ? PauseReason::kAnew : PauseReason::kBudget;
  return merged(std::move(paused));
}

// One explorer does all of it, at first.
Result<SearchPaused> DividedSearch::alone(const SearchRequest& request, const Watch& watch) {
  SearchRequest own = request;
  own.tells_left = true;
  for (;;) {
    const Clock::time_point start = Clock::now();
    const Clock::duration before = alone_for_;
    bool is_stopped = false;
    const Watch until_worthwhile = [&] {
      is_stopped = is_stopped || (watch && watch());
      return is_stopped || (is_worth_dividing() && before + (Clock::now() - start) >= worthwhile_);
    };
    own.gives_away = is_worth_dividing();
    Result<SearchPaused> paused = inner_.search(own, until_worthwhile);
    alone_for_ += Clock::now() - start;
    own.fresh = false;
    if (!paused) return paused;
    paused->alone.clear();
    const bool goes_on = paused->reason == PauseReason::kStopped && !is_stopped;
    works_alone_ = works_alone_ || paused->uses_outside || !paused->fallback.empty() ||
                   (goes_on && paused->left_to_do.empty());
    if (works_alone_) jobs_ = 1;
    const bool is_divided = divide(*paused);
    last_ = *paused;
    if (!goes_on) return paused;
    if (is_divided) return together(watch);
    alone_for_ = {};
  }
}

// What was given away is another's, whatever comes of it.
bool DividedSearch::divide(SearchPaused& paused) {
  if (paused.given_away.empty()) return false;
  ++divisions_;
  estimate_ = paused.left;
  expected_ = paused.left.is_known() ? static_cast<double>(paused.totals.executions) + paused.left.mean : 0;
  finished_ = paused.totals;
  for (std::size_t i = 0; i < paused.signatures.size(); ++i) {
    met_[paused.signatures[i]] = paused.counts[i];
    told_.insert(paused.signatures[i]);
  }
  unjoined_ = paused.unjoined;
  saw_threads_ = paused.saw_threads;
  parts_.push_back({.left = {std::move(paused.left_to_do), paused.knowledge}, .done = {}, .met = {}});
  parts_.push_back({.left = {std::move(paused.given_away), paused.knowledge}, .done = {}, .met = {}});
  has_begun_ = true;
  return true;
}

Result<SearchPaused> DividedSearch::together(const Watch& watch) {
  Clock::time_point next_watch = Clock::now() + kBetweenWatch;
  const std::uint64_t done = totals().executions;
  end_ = request_.executions < kWithoutEnd ? done + request_.executions : kWithoutEnd;
  for (Part& each : parts_)
    if (each.is_paused && !each.answer && !go_on(each)) lose(each);
  for (;;) {
    if (still_wanted() == 0) {
      SearchPaused paused;
      paused.reason = PauseReason::kBudget;
      if (std::optional<SearchPaused> found = stop()) paused = std::move(*found);
      return merged(std::move(paused));
    }
    if (std::optional<SearchPaused> answer = look_at_answers()) return merged(std::move(*answer));
    if (std::optional<Error> problem = set_to_work()) return *problem;
    if (Clock::now() >= next_watch) {
      show_progress();
      next_watch = Clock::now() + kBetweenWatch;
      if (watch && watch()) {
        SearchPaused paused;
        paused.reason = PauseReason::kStopped;
        if (std::optional<SearchPaused> found = stop()) paused = std::move(*found);
        return merged(std::move(paused));
      }
    }
    if (!collect()) std::this_thread::sleep_for(kBetweenLooks);
  }
}

// With an end in sight, one part is done after the other, up to that.
unsigned DividedSearch::at_once() const {
  return end_ < kWithoutEnd ? 1 : jobs_;
}

std::uint64_t DividedSearch::still_wanted() const {
  if (end_ >= kWithoutEnd) return kWithoutEnd;
  return end_ - std::min(end_, totals().executions);
}

Result<DividedSearch::Member*> DividedSearch::hire() {
  Result<std::unique_ptr<ExplorerProcess>> started = ExplorerProcess::start(launch_);
  if (!started) return Error{started.error()};
  if (!means_the_same(first_.hello().modules, (*started)->hello().modules))
    return Error{
        "the program loads its libraries in another order each time, "
        "so that its search cannot go on "
        "in another process"};
  members_.push_back(std::make_unique<Member>(Member{std::move(*started)}));
  return members_.back().get();
}

// Those who are free take the first parts that nobody has.
std::optional<Error> DividedSearch::set_to_work() {
  if (deaths_ > kMostDeaths) return Error{"the explorer process ends again and again"};
  bool is_anything_free = true;
  for (Part& part : parts_) {
    if (part.member != nullptr || part.answer) continue;
    const auto is_free = [this](const std::unique_ptr<Member>& member) {
      return std::ranges::none_of(parts_, [&](const Part& each) { return each.member == member.get(); });
    };
    const auto free = std::ranges::find_if(members_, is_free);
    Member* member = free != members_.end() ? free->get() : nullptr;
    if (member == nullptr && members_.size() >= at_once()) {
      is_anything_free = false;
      break;
    }
    if (member == nullptr) {
      Result<Member*> hired = hire();
      if (!hired && members_.empty()) return Error{hired.error()};
      if (!hired) jobs_ = static_cast<unsigned>(members_.size());
      if (!hired) break;
      member = *hired;
    }
    if (!begin(part, *member)) lose(part);
  }
  const auto at_work = static_cast<std::size_t>(
      std::ranges::count_if(parts_, [](const Part& each) { return each.member != nullptr; }));
  if (is_anything_free && at_work < at_once() && is_worth_dividing()) ask_to_give();
  return std::nullopt;
}

// Whoever has worked on a part for the longest time has most of it left,
// probably.
void DividedSearch::ask_to_give() {
  Member* oldest = nullptr;
  for (const Part& each : parts_) {
    if (each.member == nullptr || each.is_paused) continue;
    if (each.member->is_asked) return;  // one at a time
    if (oldest == nullptr || each.member->since < oldest->since) oldest = each.member;
  }
  if (oldest == nullptr || Clock::now() - oldest->since < patience_) return;
  oldest->is_asked = true;
  oldest->explorer->pause_soon();
}

// The first part counts from what all before it have come to, so that one
// explorer alone counts on.
bool DividedSearch::begin(Part& part, Member& member) {
  if (&part == &parts_.front() && jobs_ == 1) {
    SearchTotals before = std::exchange(finished_, {});
    before.add(part.done);
    before.digest = before.digest != 0 ? before.digest : part.done.digest;
    part.done = before;
  }
  SearchRequest request;
  request.settings = request_.settings;
  request.settings.jobs = 1;
  request.settings.pauses_anew = true;
  request.executions = still_wanted();
  request.left = part.left.left;
  request.knowledge = part.left.knowledge;
  request.before = part.done;
  request.tells_left = true;
  request.gives_away = is_worth_dividing();
  part.member = &member;
  part.is_paused = false;
  member.since = Clock::now();
  member.is_asked = false;
  return member.explorer->begin(request).ok();
}

bool DividedSearch::go_on(Part& part) {
  SearchRequest request;
  request.settings = request_.settings;
  request.executions = still_wanted();
  request.fresh = false;
  request.gives_away = is_worth_dividing();
  part.is_paused = false;
  part.member->since = Clock::now();
  part.member->is_asked = false;
  return part.member->explorer->begin(request).ok();
}

// What was known of the part last is begun again, and counts only then.
void DividedSearch::lose(Part& part) {
  ++deaths_;
  Member* const member = part.member;
  part.member = nullptr;
  part.answer.reset();
  part.is_paused = false;
  std::erase_if(members_, [member](const auto& each) { return each.get() == member; });
}

// False: nobody has answered.
bool DividedSearch::collect() {
  bool any = false;
  for (Part& each : parts_) {
    if (each.member == nullptr || each.is_paused || each.answer || !each.member->explorer->has_answered())
      continue;
    take(each, each.member->explorer->finish(nullptr));
    any = true;
  }
  return any;
}

void DividedSearch::take(Part& part, Result<SearchPaused> answer) {
  const bool is_understood = answer && means_the_same(first_.hello().modules, answer->modules);
  if (!is_understood) return lose(part);
  part.is_paused = true;
  part.answer = std::move(*answer);
}

// As it is now: from here on it would be done again.
void DividedSearch::note(Part& part, const SearchPaused& answer) {
  part.left = {answer.left_to_do, answer.knowledge};
  part.done = answer.totals;
  part.met.clear();
  for (std::size_t i = 0; i < answer.signatures.size(); ++i)
    part.met[answer.signatures[i]] = answer.counts[i];
}

// To the part behind it.
DividedSearch::Parts::iterator DividedSearch::finish(Parts::iterator part, const SearchPaused& answer) {
  finished_.add(answer.totals);
  if (jobs_ == 1) finished_.digest = answer.totals.digest;
  add_counts(met_, part->met);
  // A claim that is bounded has more words.
  if (answer.claim.size() > claim_.size()) claim_ = answer.claim;
  if (std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - part->member->since) <
      kLeastPatience)
    patience_ = std::min<Clock::duration>(2 * patience_, kMostPatience);
  else
    patience_ = std::max<Clock::duration>(patience_ / 2, kLeastPatience);
  for (const UnjoinedPlace& each : answer.unjoined) {
    const auto known = std::ranges::find(unjoined_, each.site, &UnjoinedPlace::site);
    if (known == unjoined_.end())
      unjoined_.push_back(each);
    else
      known->executions += each.executions;
  }
  return parts_.erase(part);
}

void DividedSearch::drop_all_but(Parts::iterator kept) {
  for (auto part = parts_.begin(); part != parts_.end();) {
    if (part == kept) {
      ++part;
      continue;
    }
    if (part->member != nullptr && !part->is_paused) {
      part->member->explorer->hurry();
      static_cast<void>(part->member->explorer->finish(nullptr));
    }
    part = parts_.erase(part);
  }
}

// It has learnt something by which all that is left is other: what lies behind it is dropped.
void DividedSearch::begin_anew(Parts::iterator part, const SearchPaused& answer) {
  drop_all_but(part);
  part->beginnings = answer.beginnings;
  expected_ = 0;
  claim_.clear();
  finished_.superseded = finished_.executions;
}

// Takes what the part's explorer has answered into account. False: first those before it have to be done.
bool DividedSearch::account_for(Parts::iterator part, SearchPaused& answer) {
  saw_threads_ = saw_threads_ || answer.saw_threads;
  if (answer.beginnings != part->beginnings) {
    if (part != parts_.begin()) return false;
    begin_anew(part, answer);
  }
  note(*part, answer);
  if (answer.given_away.empty()) return true;
  ++divisions_;
  parts_.insert(std::next(part),
                Part{.left = {std::move(answer.given_away), answer.knowledge}, .done = {}, .met = {}});
  return true;
}

// Whether the caller has to know it. A failure is told once.
bool DividedSearch::is_news(const SearchPaused& answer) {
  if (answer.reason == PauseReason::kFailure) return told_.insert(answer.report.failure.signature()).second;
  return answer.reason == PauseReason::kRace || answer.reason == PauseReason::kLost ||
         answer.reason == PauseReason::kBudget;
}

// Something that the caller has to know; none: they all go on.
std::optional<SearchPaused> DividedSearch::look_at_answers() {
  for (auto part = parts_.begin(); part != parts_.end();) {
    if (!part->answer) {
      ++part;
      continue;
    }
    SearchPaused answer = std::move(*part->answer);
    part->answer.reset();
    const bool is_told = is_news(answer);
    if (!account_for(part, answer)) {
      part->answer = answer;
      part->answer->reason = PauseReason::kAnew;  // when it comes first
      if (is_told) return answer;
      ++part;
      continue;
    }
    if (answer.reason == PauseReason::kExhausted) {
      part = finish(part, answer);
      if (parts_.empty()) return answer;
      continue;
    }
    if (is_told) return answer;
    if (!go_on(*part)) lose(*part);
    ++part;
  }
  return std::nullopt;
}

// All of them, at the end of their executions. What one of them has found goes before that.
std::optional<SearchPaused> DividedSearch::stop() {
  for (Part& each : parts_)
    if (each.member != nullptr && !each.is_paused) each.member->explorer->pause_soon();
  for (Part& each : parts_)
    if (each.member != nullptr && !each.is_paused)
      take(each, each.member->explorer->finish([] { return true; }));
  std::optional<SearchPaused> found;
  for (auto part = parts_.begin(); part != parts_.end();) {
    if (!part->answer) {
      ++part;
      continue;
    }
    SearchPaused answer = std::move(*part->answer);
    part->answer.reset();
    const bool is_told = is_news(answer);
    if (!account_for(part, answer)) {
      // Nothing of it counts: it is begun once more, as it was before, and will come to the same.
      part->member = nullptr;
      part->is_paused = false;
    } else if (answer.reason == PauseReason::kExhausted) {
      part = finish(part, answer);
      if (parts_.empty()) found = answer;
      continue;
    }
    if (is_told && !found) found = std::move(answer);
    ++part;
  }
  return found;
}

SearchTotals DividedSearch::totals() const {
  SearchTotals all = finished_;
  for (const Part& each : parts_) {
    all.add(each.done);
    if (jobs_ == 1 && each.done.digest != 0) all.digest = each.done.digest;
  }
  return all;
}

SearchPaused DividedSearch::merged(SearchPaused answer) const {
  answer.totals = totals();
  std::map<std::uint64_t, std::uint64_t> met = met_;
  for (const Part& each : parts_) add_counts(met, each.met);
  answer.signatures.clear();
  answer.counts.clear();
  for (const auto& [signature, count] : met) {
    answer.signatures.push_back(signature);
    answer.counts.push_back(count);
  }
  answer.saw_threads = saw_threads_;
  answer.unjoined = unjoined_;
  answer.predictions = last_.predictions;
  answer.alone.clear();
  if (answer.reason == PauseReason::kExhausted) answer.claim = claim_;
  show_progress();
  answer.left = {progress_.left_samples.load(), progress_.left_mean.load(), progress_.left_variance.load()};
  return answer;
}

const Progress& DividedSearch::progress() const {
  return has_begun_ ? progress_ : inner_.progress();
}

void DividedSearch::show_progress() const {
  SearchTotals now = finished_;
  const Progress* only = nullptr;
  for (const Part& each : parts_) {
    const bool runs = each.member != nullptr && !each.is_paused && !each.answer;
    if (!runs) {
      now.add(each.done);
      continue;
    }
    const Progress& own = each.member->explorer->progress();
    now.executions += std::max(own.executions.load(), each.done.executions);
    now.steps += std::max(own.steps.load(), each.done.steps);
    now.failed += std::max(own.failed.load(), each.done.failed);
    if (parts_.size() == 1) only = &own;
  }
  progress_.executions = now.executions;
  progress_.steps = now.steps;
  progress_.failed = now.failed;
  progress_.left_samples = 0;
  if (expected_ > 0) {
    progress_.left_samples = estimate_.samples;
    progress_.left_mean = std::max(expected_ - static_cast<double>(now.executions), 1.0);
    progress_.left_variance = estimate_.variance;
  } else if (only != nullptr) {
    progress_.left_samples = only->left_samples.load();
    progress_.left_mean = only->left_mean.load();
    progress_.left_variance = only->left_variance.load();
  }
}

}  // namespace heddle::host
