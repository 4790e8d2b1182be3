// The program under control, in the execution that is running: what every part of the runtime may ask about
// it. The engine changes it (engine/scheduler.h); the parts below the engine only look.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/sharing.h"
#include "event/random.h"
#include "runtime/state/clock.h"
#include "runtime/state/hot.h"
#include "runtime/state/knowledge.h"
#include "runtime/state/thread.h"
#include "search/executor.h"

namespace heddle::runtime {

// A frame of a thread: where it is, and the lowest address of its part of the stack.
struct UnwoundFrame {
  std::uint64_t pc;
  std::uint64_t stack_pointer;
};
inline constexpr std::size_t kMostToldFrames = 200;

// Looks at the stack of a thread that does not run, which takes a switch to it and back.
class StackReader {
 public:
  virtual std::vector<UnwoundFrame> unwind(const Thread& thread, std::size_t most) = 0;

 protected:
  ~StackReader() = default;
};

// All stacks of the program's threads lie in this range.
struct StackBounds {
  std::uint64_t low = 0;
  std::uint64_t size = 0;

  bool contain(std::uint64_t address) const { return address - low < size; }
};

struct Program {
  explicit Program(Knowledge& known) : knowledge(known) {}

  Knowledge& knowledge;          // outlives the execution
  std::vector<Thread*> threads;  // by id
  sharing::Segments segments;    // what one thread did comes before what another does; by id
  StackBounds stack_bounds;
  VirtualClock clock;
  Random random;  // where the program's own random numbers come from
  ExecutionOptions options;
  StackReader* stacks = nullptr;
  std::uint64_t serial = 0;  // counts the executions of this process
  bool in_process = false;   // heddle::explore: the process must survive whatever the body does
};

inline bool is_before_current(const Program& program, sharing::Segment segment) {
  return program.segments.is_before(segment, hot.current->id);
}

}  // namespace heddle::runtime
