#include "runtime/services/memory_guard.h"

#include "runtime/services/heap_guard.h"

namespace heddle::runtime {

namespace {

class BothGuards final : public MemoryGuard {
 public:
  void check(const Operation& operation) override {
    heap_guard::check(operation);
    stack_guard::check(operation);
  }
  void check_object(const Operation& operation) override { stack_guard::check_object(operation); }
  void leave_stack() override { stack_guard::leave_stack(); }
  bool is_memory(const volatile void* object) override { return runtime::is_memory(object); }
  Location name_for_people(std::uint64_t address) override { return stack_guard::name_for_people(address); }
  bool name_left(std::uint64_t address, Location& location) override {
    return stack_guard::name_left(address, location);
  }
};

constinit BothGuards both_guards;

}  // namespace

MemoryGuard& memory_guard() {
  return both_guards;
}

}  // namespace heddle::runtime
