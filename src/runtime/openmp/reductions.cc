#include "runtime/openmp/reductions.h"

#include <cstdlib>

namespace heddle::runtime::openmp {

void use_members_memory(SiteId site) {
  Task& self = current_task();
  if (self.uses_members_memory) return;
  self.uses_members_memory = true;
  Member& member = *self.member;
  if (member.object == nullptr) member.object = stand_in(ConstructKind::kThreadMemory, site, 8);
  const LocationId location = locate(address_of(member.object));
  const auto comes_before = [&](const Task& task) {
    if (&task != &self) scheduler().note_order_of(*task.thread, OrderKind::kRelease, location, site);
  };
  comes_before(member.implicit);
  for (const Task* each : member.suspended) comes_before(*each);
  scheduler().note_order(OrderKind::kAcquire, location, site);
}

namespace gomp_reductions {

namespace {

enum Place { kCount = 0, kSize = 1, kMemory = 2, kNext = 4, kEnd = 6, kVariables = 7, kWords = 3 };

std::uintptr_t* next_of(const std::uintptr_t* reductions) {
  return reinterpret_cast<std::uintptr_t*>(reductions[kNext]);
}

struct Found {
  std::uintptr_t* reductions = nullptr;
  std::uintptr_t offset = 0;
  std::uintptr_t original = 0;
};

Found find(std::uintptr_t address) {
  for (Group* group = current_task().group; group != nullptr; group = group->outer)
    for (auto* each = static_cast<std::uintptr_t*>(group->reductions); each != nullptr; each = next_of(each))
      for (std::uintptr_t i = 0; i < each[kCount]; ++i) {
        const std::uintptr_t* const variable = each + kVariables + kWords * i;
        const bool is_copy = address >= each[kMemory] && address < each[kEnd] &&
                             (address - each[kMemory]) % each[kSize] == variable[1];
        if (variable[0] == address || is_copy) return {each, variable[1], variable[0]};
      }
  return {};
}

}  // namespace

void give_memory(std::uintptr_t* reductions, unsigned threads) {
  for (std::uintptr_t* each = reductions; each != nullptr; each = next_of(each)) {
    void* const memory = std::calloc(threads, each[kSize]);
    each[kMemory] = reinterpret_cast<std::uintptr_t>(memory);
    each[kEnd] = each[kMemory] + threads * each[kSize];
  }
}

void copy_memory(std::uintptr_t* reductions, const std::uintptr_t* from) {
  for (std::uintptr_t* each = reductions; each != nullptr && from != nullptr;
       each = next_of(each), from = next_of(from)) {
    each[kMemory] = from[kMemory];
    each[kEnd] = from[kEnd];
  }
}

void take_memory(std::uintptr_t*) {
  // It stays until the execution is over.
}

void add(Group& group, std::uintptr_t* reductions) {
  std::uintptr_t* last = reductions;
  while (next_of(last) != nullptr) last = next_of(last);
  last[kNext] = reinterpret_cast<std::uintptr_t>(group.reductions);
  group.reductions = reductions;
}

void remap(std::size_t count, std::size_t originals, void** addresses) {
  use_members_memory(current_task().site);
  for (std::size_t i = 0; i < count; ++i) {
    const Found found = find(reinterpret_cast<std::uintptr_t>(addresses[i]));
    if (found.reductions == nullptr) continue;
    addresses[i] = reinterpret_cast<void*>(found.reductions[kMemory] +
                                           current_member().number * found.reductions[kSize] + found.offset);
    if (i < originals) addresses[count + i] = reinterpret_cast<void*>(found.original);
  }
}

}  // namespace gomp_reductions

}  // namespace heddle::runtime::openmp
