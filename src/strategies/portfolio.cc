#include "strategies/portfolio.h"

#include <algorithm>

#include "event/hash.h"
#include "strategies/hold.h"
#include "strategies/pct.h"
#include "strategies/pctwm.h"
#include "strategies/pos.h"
#include "strategies/random_walk.h"
#include "strategies/rpro.h"
#include "strategies/surw.h"
#include "strategies/surwp.h"
#include "strategies/urw.h"

namespace heddle {

namespace {

// Executions that differ in this have gone different ways through the program.
std::uint64_t behaviour_of(const Execution& execution) {
  const std::uint64_t length = combine(execution.steps, execution.recorded);
  return combine(combine(length, execution.threads.size()), static_cast<std::uint64_t>(execution.end));
}

}  // namespace

Portfolio::Portfolio(const Profile& profile) : profile_(profile) {
  const auto add = [this](std::string name, double share, std::unique_ptr<Strategy> strategy,
                          Use use = Use::kAlways) {
    members_.push_back({std::move(name), share, use, std::move(strategy)});
  };
  add("surw", 15, std::make_unique<Surw>(profile));
  add("surwp", 18, std::make_unique<Surwp>(profile));
  add("pos", 15, std::make_unique<Pos>());
  for (const unsigned depth : {2u, 3u, 5u, 10u}) {
    const PctOptions options{.depth = depth, .counted = EventClass::kAll, .fair = true};
    add("pct:depth=" + std::to_string(depth) + ",events=all,fair=true", 3,
        std::make_unique<Pct>(options, profile));
  }
  add("hold", 8, std::make_unique<Hold>(profile));
  add("urw", 10, std::make_unique<Urw>(profile));
  add("random", 8, std::make_unique<RandomWalk>());
  constexpr std::pair<const char*, double> kWalks[] = {
      {"0.5", 0.5}, {"0.1", 0.1}, {"0.03", 0.03}, {"0.01", 0.01}};
  for (const auto& [text, probability] : kWalks)
    add(std::string("random:switch=") + text, 2.5, std::make_unique<RandomWalk>(probability));
  for (const unsigned radius : {10u, 50u}) {
    const RproOptions options{{.depth = 3, .counted = EventClass::kAcquire}, radius};
    add("rpro:depth=3,radius=" + std::to_string(radius), 4, std::make_unique<Rpro>(options, profile),
        Use::kNestedLocks);
  }
  for (const auto& [depth, share] : {std::pair(1u, 12.0), std::pair(2u, 16.0), std::pair(3u, 12.0)})
    add("pctwm:depth=" + std::to_string(depth), share,
        std::make_unique<Pctwm>(PctwmOptions{.depth = depth}, &profile), Use::kWeakMemory);
}

bool Portfolio::is_of_use(Use use) const {
  switch (use) {
    case Use::kNestedLocks:
      return profile_.nests_locks();
    case Use::kWeakMemory:
      return profile_.has_weak_memory();
    case Use::kAlways:
      break;
  }
  return true;
}

// One to three times its share.
double Portfolio::weight(const Member& member) const {
  if (!is_of_use(member.use)) return 0;
  return member.share * (1 + 2 * member.rate / best_rate_);
}

std::size_t Portfolio::draw(Random& random) const {
  double sum = 0;
  for (const Member& member : members_) sum += weight(member);
  double place = random.unit() * sum;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    place -= weight(members_[i]);
    if (place < 0) return i;
  }
  return 0;
}

void Portfolio::begin(const RunContext& run) {
  active_ = members_[draw(run.random)].strategy.get();
  active_->begin(run);
}

Lesson Portfolio::learn(const Execution& execution) {
  const bool is_new =
      behaviours_.size() < kMostBehaviours && behaviours_.insert(behaviour_of(execution)).second;
  count(execution.seed, is_new);
  if (!learns_at_once() && !profile_.wants_next()) return is_new ? Lesson::kNoted : Lesson::kNone;
  best_rate_ = 0;
  for (Member& each : members_) {
    each.rate = each.rate_of_news();
    best_rate_ = std::max(best_rate_, each.rate);
  }
  return Lesson::kNews;
}

// To the member that had that execution.
void Portfolio::count(std::uint64_t seed, bool is_new) {
  Random random(seed);
  Member& member = members_[draw(random)];
  member.executions += 1;
  member.news += is_new ? 1 : 0;
  if (member.executions < kMemory) return;
  member.executions /= 2;
  member.news /= 2;
}

void Portfolio::pass_over(const PassedOver& executions) {
  for (std::uint64_t i = 0; i < executions.count; ++i) count(executions.seed(i), false);
}

std::string Portfolio::tactic(std::uint64_t seed) const {
  Random random(seed);
  return members_[draw(random)].name;
}

}  // namespace heddle
