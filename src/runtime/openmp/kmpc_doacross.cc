// Of what clang++ calls: loops whose iterations depend on others.
#include <cstdlib>
#include <utility>

#include "runtime/memory/plain_memory.h"
#include "runtime/openmp/kmpc.h"

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::openmp;
using namespace heddle::runtime::openmp::kmpc;

namespace {

struct Dimension {
  std::int64_t low, high, step;
};

std::uint64_t iteration_at(const std::int64_t* values) {
  const Share& share = *current_member().dependences;
  const auto* const dimensions = static_cast<const Dimension*>(share.memory);
  std::vector<std::uint64_t> iterations;
  for (std::size_t i = 0; i < share.counts.size(); ++i) {
    const auto iteration = (values[i] - dimensions[i].low) / dimensions[i].step;
    if (iteration < 0 || static_cast<std::uint64_t>(iteration) >= share.counts[i]) return ~std::uint64_t{0};
    iterations.push_back(static_cast<std::uint64_t>(iteration));
  }
  return flat(share, iterations);
}

}  // namespace

extern "C" {

void __kmpc_doacross_init(Place* place, Number thread, Number count, Dimension* dimensions) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_doacross_init, place, thread, count, dimensions)
  Member& member = current_member();
  Share* const outer = std::exchange(member.share, nullptr);
  Share& share = begin_share(HEDDLE_SITE);
  std::vector<std::uint64_t> counts;
  for (Number i = 0; i < count; ++i)
    counts.push_back(
        static_cast<std::uint64_t>((dimensions[i].high - dimensions[i].low) / dimensions[i].step + 1));
  if (share.memory == nullptr) {
    auto* const kept =
        static_cast<Dimension*>(std::malloc(sizeof(Dimension) * static_cast<std::size_t>(count)));
    plain().memcpy(kept, dimensions, sizeof(Dimension) * static_cast<std::size_t>(count));
    share.memory = kept;
  }
  begin_dependences(std::move(counts), HEDDLE_SITE);
  member.share = outer;
}

void __kmpc_doacross_post(Place* place, Number thread, const std::int64_t* values) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_doacross_post, place, thread, values)
  post(iteration_at(values), HEDDLE_SITE);
}

void __kmpc_doacross_wait(Place* place, Number thread, const std::int64_t* values) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_doacross_wait, place, thread, values)
  wait_for_post(iteration_at(values), HEDDLE_SITE);
}

void __kmpc_doacross_fini(Place* place, Number thread) {
  HEDDLE_UNLESS_CONTROLLED(__kmpc_doacross_fini, place, thread)
  Member& member = current_member();
  member.share = std::exchange(member.dependences, nullptr);
  end_share();
}

}  // extern "C"
