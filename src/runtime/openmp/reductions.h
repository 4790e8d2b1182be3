// Reductions that tasks take part in. Each member of the team has a copy; tasks that one member runs use it
// one after another.
#pragma once

#include <cstdint>

#include "runtime/openmp/team.h"

// As g++ has them: an array for each `task_reduction`: how many variables, the bytes of one thread's copies,
// the memory of all copies, (allocator), the next array, (its own), the memory's end, and for each variable
// its address, the offset of its copy, and a word of the library's.
namespace heddle::runtime::openmp::gomp_reductions {

void give_memory(std::uintptr_t* reductions, unsigned threads);
// Threads of a team that meet the same construct share its memory.
void copy_memory(std::uintptr_t* reductions, const std::uintptr_t* from);
void take_memory(std::uintptr_t* reductions);
void add(Group& group, std::uintptr_t* reductions);
// In place of each address that of the running thread's copy, and behind them the first of the originals.
void remap(std::size_t count, std::size_t originals, void** addresses);

}  // namespace heddle::runtime::openmp::gomp_reductions

namespace heddle::runtime::openmp {

// The running task uses memory of its member's: it comes after the tasks that have used it.
void use_members_memory(SiteId site);

}  // namespace heddle::runtime::openmp
