// Of what clang++ calls: taskgroups, and reductions that tasks take part in.
#include <algorithm>
#include <cstdlib>

#include "runtime/openmp/kmpc.h"
#include "runtime/openmp/reductions.h"

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::openmp;
using namespace heddle::runtime::openmp::kmpc;

namespace {

struct ReductionInput {
  void* shared;
  void* original;
  std::size_t size;
  void* initialise;
  void* finish;
  void* combine;
  unsigned flags;
};

struct Reduction {
  ReductionInput input;
  std::vector<void*>
      names;  // addresses that mean it: of the variable, or of each thread's part of a larger reduction
  std::vector<char*> copies;  // by number of the thread; null: not used yet
};

struct Reductions {
  std::vector<Reduction> all;
  void* object = nullptr;  // of a whole team: stands for it
  unsigned users = 0;
};

Reductions* make_reductions(Number count, const ReductionInput* input) {
  auto* const made = new Reductions;
  for (Number i = 0; i < count; ++i)
    made->all.push_back(
        {input[i], {input[i].shared, input[i].original}, std::vector<char*>(current_team().size())});
  return made;
}

// Into the variables that `input` names.
void combine(Reductions& reductions, const ReductionInput* input) {
  for (std::size_t i = 0; i < reductions.all.size(); ++i)
    for (char*& copy : reductions.all[i].copies) {
      if (copy == nullptr) continue;
      const ReductionInput& each = reductions.all[i].input;
      reinterpret_cast<void (*)(void*, void*)>(each.combine)(input[i].shared, copy);
      if (each.finish != nullptr) reinterpret_cast<void (*)(void*)>(each.finish)(copy);
      copy = nullptr;
    }
}

bool means(const Reduction& reduction, const void* address) {
  const auto holds = [address](const auto& addresses) {
    return std::find(addresses.begin(), addresses.end(), address) != addresses.end();
  };
  return holds(reduction.names) || holds(reduction.copies);
}

void* copy_for_thread(Reduction& reduction) {
  char*& copy = reduction.copies[current_member().number];
  if (copy != nullptr) return copy;
  copy = static_cast<char*>(std::calloc(1, reduction.input.size));
  if (reduction.input.initialise != nullptr)
    reinterpret_cast<void (*)(void*, void*)>(reduction.input.initialise)(copy, reduction.input.original);
  return copy;
}

}  // namespace

extern "C" {

void __kmpc_taskgroup(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_taskgroup, place, thread)
  begin_group();
}

void __kmpc_end_taskgroup(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_end_taskgroup, place, thread)
  Group* const group = current_task().group;
  end_group(HEDDLE_SITE);
  if (group != nullptr && group->reductions != nullptr)
    combine(*static_cast<Reductions*>(group->reductions),
            static_cast<const ReductionInput*>(group->reduction_input));
}

void* __kmpc_taskred_init(Number thread, Number count, void* data) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_taskred_init, thread, count, data)
  Group& group = *current_task().group;
  group.reductions = make_reductions(count, static_cast<ReductionInput*>(data));
  group.reduction_input = data;
  return group.reductions;
}

void* __kmpc_taskred_modifier_init(Place* place, Number thread, Number is_loop, Number count, void* data) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_taskred_modifier_init, place, thread, is_loop, count, data)
  Team& team = current_team();
  const auto* const input = static_cast<ReductionInput*>(data);
  auto* shared = static_cast<Reductions*>(team.reductions);
  if (shared == nullptr) {
    team.reductions = shared = make_reductions(count, input);
    shared->object = stand_in(ConstructKind::kReduction, HEDDLE_SITE, 8);
  }
  for (Number i = 0; i < count; ++i)
    shared->all[static_cast<std::size_t>(i)].names.push_back(input[i].shared);
  current_task().reduction_parts = input;
  begin_group();
  current_task().group->shared_reductions = shared;
  return shared;
}

// The last thread of the team adds what all tasks have added to its own part.
void __kmpc_task_reduction_modifier_fini(Place* place, Number thread, Number is_loop) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_task_reduction_modifier_fini, place, thread, is_loop)
  const SiteId site = HEDDLE_SITE;
  end_group(site);
  Team& team = current_team();
  auto* const shared = static_cast<Reductions*>(team.reductions);
  const LocationId location = locate(address_of(shared->object));
  scheduler().note_order(OrderKind::kRelease, location, site);
  if (++shared->users < team.size()) return;
  scheduler().note_order(OrderKind::kAcquire, location, site);
  team.reductions = nullptr;
  combine(*shared, static_cast<const ReductionInput*>(current_task().reduction_parts));
}

void* __kmpc_task_reduction_get_th_data(Number thread, void* reductions, void* data) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_task_reduction_get_th_data, thread, reductions, data)
  use_members_memory(HEDDLE_SITE);
  const auto find = [data](void* candidates) -> void* {
    if (candidates == nullptr) return nullptr;
    for (Reduction& each : static_cast<Reductions*>(candidates)->all)
      if (means(each, data)) return copy_for_thread(each);
    return nullptr;
  };
  if (void* const found = find(reductions)) return found;
  for (Group* group = current_task().group; group != nullptr; group = group->outer) {
    if (void* const found = find(group->reductions)) return found;
    if (void* const found = find(group->shared_reductions)) return found;
  }
  return data;
}

}  // extern "C"
