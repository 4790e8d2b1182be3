// What clang++ calls: libomp's interface, as of LLVM 19. The number of the thread that calls (`gtid`) is
// passed to every function, and known here anyway. Its parts: kmpc_regions.cc, kmpc_synchronisation.cc,
// kmpc_loops.cc, kmpc_doacross.cc, kmpc_tasks.cc, kmpc_reductions.cc.
#pragma once

#include <cstdint>

#include "runtime/openmp/native.h"
#include "runtime/openmp/team.h"

namespace heddle::runtime::openmp::kmpc {

struct Place;  // ident_t: a place in the program
using Number = std::int32_t;

inline Number number_of_thread() {
  return current_member().thread->id;
}

}  // namespace heddle::runtime::openmp::kmpc
