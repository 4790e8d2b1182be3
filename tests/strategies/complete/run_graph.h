// One execution of scripted threads by a GraphSearch, as the engine would do it.
#pragma once

#include <string>
#include <vector>

#include "scripted_threads.h"
#include "strategies/complete/graph_search.h"

namespace heddle::complete::testing {

inline constexpr std::uint32_t kBarrier = 2;  // so many threads open one

inline GraphSearch search_of_scripts(Blocked blocked) {
  GraphSearch search(std::make_unique<SequentialConsistency>(), blocked);
  for (Place i = 0; i < 4; ++i) search.set_initial(kBarriers + i, {.most = kBarrier});
  for (Place i = 0; i < 30; ++i) search.set_initial(kMutexes + i, {});
  return search;
}

struct Ran {
  bool counts = false;  // not given up on the way: an update turned out to write
  bool failed = false;
  bool somebody_waits = false;
  std::string behaviour;
};

inline std::size_t choice_of(const GraphSearch& search, Thread thread, unsigned step) {
  for (const EventId id : search.graph().of_thread(thread))
    if (search.graph()[id].step == step) return search.graph()[id].choice;
  return 0;
}

// The search may be contradicted then.
inline Ran run_graph(GraphSearch& search, const Threads& threads) {
  World world(threads, kBarrier);
  std::vector<unsigned> steps(threads.size());
  search.begin();
  for (;;) {
    std::vector<GraphSearch::Candidate> enabled;
    for (Thread thread = 0; thread < threads.size(); ++thread)
      if (world.can_go_on(thread, true)) enabled.push_back({thread, world.next(thread)});
    if (enabled.empty() || search.is_over()) break;
    const Thread chosen = search.choose(enabled);
    if (chosen == kNobody) break;
    const Step step = world.next(chosen);
    const bool wrote = world.perform(chosen, choice_of(search, chosen, steps[chosen]));
    ++steps[chosen];
    search.performed(chosen, step, wrote);
  }
  Ran ran{.failed = world.failed() != kNobody,
          .somebody_waits = !world.all_over(),
          .behaviour = world.behaviour()};
  if (search.is_contradicted()) return ran;
  std::vector<GraphSearch::Candidate> waiting, able;
  for (Thread thread = 0; thread < threads.size(); ++thread)
    if (!world.is_over(thread) && world.exists(thread) && thread != world.failed())
      (world.could_go_on(thread) ? able : waiting).push_back({thread, world.next(thread)});
  ran.counts = ran.failed || (!search.is_over() && !search.is_in_vain());
  if (ran.failed)
    search.came_to_dead_end(world.failed(), waiting, able);
  else
    search.ended(waiting);
  return ran;
}

}  // namespace heddle::complete::testing
