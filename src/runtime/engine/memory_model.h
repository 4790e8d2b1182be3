// What the engine keeps for --memory c++: the machine of the model, the histories of all atomic variables,
// and what other operations hand over.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/memory_machine.h"
#include "event/random.h"
#include "runtime/engine/atomic_histories.h"
#include "runtime/engine/handed_views.h"

namespace heddle::runtime {

struct ExchangeResult {
  AtomicValue seen;
  bool exchanged = false;
  bool is_newest = false;  // memory has to hold the new value
};

// Of a thread; epoch 0: never noted.
struct Moment {
  Source source = kSequentialOrder;
  Epoch epoch = 0;
};

struct MemoryModel {
  MemoryMachine machine;
  AtomicHistories histories;
  HandedViews handed;
  Random random;                 // for those strategies that do not choose stores
  std::uint64_t most_stale = 0;  // this execution sees an older store once in so many times; 1: uniformly
  MemoryOptions options;         // of the operation that is being performed
  AtomicHistory* updated = nullptr;
  std::size_t read = 0;         // by the update
  std::vector<Moment> moments;  // by the program's number

  // Makes what small programs need.
  void prepare();
  void begin(std::uint64_t seed);
  void reseed(std::uint64_t seed);
};

}  // namespace heddle::runtime
