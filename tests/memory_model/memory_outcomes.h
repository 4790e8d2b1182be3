// All outcomes of a small program, by letting the machine of the C++ memory model do everything that it may.
#pragma once

#include <functional>

#include "analysis/memory_machine.h"
#include "event/operation.h"
#include "memory_program.h"

namespace heddle::testing {

// One execution of a program by the machine, step by step. Threads count from 0.
class MemoryRun {
 public:
  explicit MemoryRun(const MemoryProgram& program);

  bool can_go_on(std::size_t thread) const { return at_[thread] < program_->threads[thread].size(); }
  bool is_over() const;
  OperationKind next_kind(std::size_t thread) const;
  // The ways to do the next operation of a thread: the first one sees the newest store, or goes behind it.
  void options_of(std::size_t thread, MemoryOptions& options);
  void perform(std::size_t thread, const MemoryOption& option);
  void perform(std::size_t thread, const std::function<std::uint32_t(std::uint32_t)>& choose);
  Outcome outcome() const;

 private:
  const MemoryStep& next(std::size_t thread) const { return program_->threads[thread][at_[thread]]; }

  const MemoryProgram* program_;
  MemoryMachine machine_;
  std::vector<AtomicHistory> variables_;
  std::vector<std::size_t> at_;                     // by thread: how many steps it has done
  std::vector<std::vector<std::uint64_t>> values_;  // that it read
};

// Sequentially consistent: every load sees the newest store.
enum class MemoryModel : std::uint8_t { kSequential, kCpp };

Outcomes outcomes_of(const MemoryProgram& program, MemoryModel model);

}  // namespace heddle::testing
