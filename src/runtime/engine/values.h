// What accesses read and write, for strategies that ask for it.
#pragma once

#include <cstdint>

#include "event/operation.h"
#include "runtime/engine/pointee_names.h"

namespace heddle::runtime {

// How pointers are told: as addresses, or by the name of what they point to (event/access_value.h).
enum class Pointers : std::uint8_t { kNamed, kAsTheyAre };

// Watches the operations of an execution. A write may be performed by the program itself, behind our back: it
// is over when its thread comes back to the scheduler.
class ValueRecorder {
 public:
  void begin(Pointers pointers) {
    pointers_ = pointers;
    unsettled_ = is_told_ = false;
    readable_ = true;
    pointees_.begin();
  }
  // An atomic access is about to happen.
  void before(const Operation& operation);
  // What an atomic access sees and leaves behind, where memory does not tell.
  void tell(std::uint64_t before, std::uint64_t after) {
    before_ = before;
    after_ = after;
    is_told_ = true;
  }
  // The operation has become the last event; a plain access happens only now.
  void record(const Operation& operation);
  // The running thread does nothing any more.
  void settle();
  // What the last operation touches cannot be read, until the program has recovered.
  void stop_reading() {
    readable_ = false;
    before_ = 0;
  }
  void read_again() { readable_ = true; }

 private:
  std::uint64_t value_at(const Operation& operation) const;
  void look_at(std::uint64_t value, std::uint64_t size, std::uint64_t event) {
    if (pointers_ == Pointers::kAsTheyAre && size == sizeof value) pointees_.look_at(value, event);
  }

  Pointers pointers_ = Pointers::kNamed;
  std::uint64_t before_ = 0;
  std::uint64_t after_ = 0;
  bool is_told_ = false;
  bool unsettled_ = false;
  bool readable_ = true;
  std::uint64_t unsettled_event_ = 0;
  Operation unsettled_write_;
  PointeeNames pointees_;
};

}  // namespace heddle::runtime
