#include "schedule/portfolio.h"

#include "schedule/hold.h"
#include "schedule/pct.h"
#include "schedule/pos.h"
#include "schedule/random_walk.h"
#include "schedule/rpro.h"
#include "schedule/surw.h"
#include "schedule/surwp.h"

namespace heddle {

Portfolio::Portfolio(const Profile& profile) : profile_(profile) {
  const auto add = [this](std::string name, unsigned share, std::unique_ptr<Strategy> strategy,
                          bool for_nested_locks = false) {
    members_.push_back({std::move(name), share, for_nested_locks, std::move(strategy)});
  };
  add("surw", 20, std::make_unique<Surw>(profile));
  add("surwp", 25, std::make_unique<Surwp>(profile));
  add("pos", 20, std::make_unique<Pos>());
  for (const unsigned depth : {2u, 3u, 5u, 10u}) {
    const PctOptions options{.depth = depth, .counted = EventClass::kAll, .fair = true};
    add("pct:depth=" + std::to_string(depth) + ",events=all,fair=true", 4,
        std::make_unique<Pct>(options, profile));
  }
  add("hold", 10, std::make_unique<Hold>(profile));
  const std::pair<const char*, double> walks[] = {{"0.5", 0.5}, {"0.1", 0.1}, {"0.03", 0.03}, {"0.01", 0.01}};
  for (const auto& [text, probability] : walks)
    add(std::string("random:switch=") + text, 3, std::make_unique<RandomWalk>(probability));
  for (const unsigned radius : {10u, 50u}) {
    const PctOptions options{.depth = 3, .counted = EventClass::kAcquire};
    add("rpro:depth=3,radius=" + std::to_string(radius), 8, std::make_unique<Rpro>(options, radius, profile),
        true);
  }
}

const Portfolio::Member& Portfolio::draw(Random& random) const {
  std::uint64_t sum = 0;
  for (const Member& member : members_)
    if (takes_part(member)) sum += member.share;
  std::uint64_t place = random.below(sum);
  for (const Member& member : members_) {
    if (!takes_part(member)) continue;
    if (place < member.share) return member;
    place -= member.share;
  }
  return members_.front();
}

void Portfolio::begin(const RunContext& run) {
  active_ = draw(run.random).strategy.get();
  active_->begin(run);
}

std::string Portfolio::tactic(std::uint64_t seed) const {
  Random random(seed);
  return draw(random).name;
}

}  // namespace heddle
