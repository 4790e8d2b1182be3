// What locks, barriers, semaphores and the like hand over from thread to thread under the C++ memory model:
// all that whoever releases them knows. analysis/happens_before.h says which operation does what.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/happens_before.h"
#include "analysis/memory_machine.h"
#include "detect/stamped_index.h"
#include "event/operation.h"
#include "event/order_note.h"

namespace heddle::runtime {

class HandedViews {
 public:
  // Makes what small programs need, so that executions need not.
  void prepare() {
    constexpr std::size_t kFewObjects = 16;
    index_.prepare();
    objects_.reserve(kFewObjects);
  }
  void begin() {
    before_.begin();
    index_.begin();
    count_ = 0;
  }
  // An operation that is no access, or states an order. It has happened.
  void add(const Event& event, MemoryMachine& machine, std::size_t threads);
  void add(const OrderNote& note, MemoryMachine& machine);

 private:
  class Order;
  struct Object {
    MemoryView released;  // for all who acquire it
    MemoryView gathered;  // for whoever locks it to write, or leaves a barrier once it is open
  };

  Object& object_at(const SyncObject& object);

  HappensBefore before_;
  StampedIndex index_;
  std::vector<Object> objects_;  // of which the first count_ are in use
  std::size_t count_ = 0;
};

}  // namespace heddle::runtime
