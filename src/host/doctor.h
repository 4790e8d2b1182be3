// What works on this machine: facts, found by trying. report/text/doctor_text.h puts them into words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::host {

struct CompilerFacts {
  std::string name;     // "g++"
  std::string version;  // the first line of --version
  std::string problem;  // why a program that it built could not be controlled; empty: it could
  std::string hidden;   // which accesses of such a program are not seen, and what to do; empty: all are
};

enum class ThreadPointer : std::uint8_t { kRegister, kInstruction, kSystemCall };

struct DoctorFacts {
  std::string library;                 // libheddle.so; empty: not found
  bool addresses_can_be_fixed = true;  // personality(ADDR_NO_RANDOMIZE)
  std::string control_problem;  // why a program that was not rebuilt could not be controlled; empty: it could
  int overcommit = 0;           // /proc/sys/vm/overcommit_memory
  std::uint64_t address_space_limit = 0;  // bytes; 0: none
  ThreadPointer thread_pointer = ThreadPointer::kRegister;
  std::vector<CompilerFacts> compilers;
  std::string debugger;              // the first line of gdb --version; empty: not found
  bool may_trace = true;             // ptrace
  double executions_per_second = 0;  // 0: not measured
  double nanoseconds_per_step = 0;   // of a program that does nothing but synchronise
};

struct DoctorPlaces {
  std::string tool;     // heddle
  std::string library;  // libheddle.so, may be empty
};

DoctorFacts examine_machine(const DoctorPlaces& places);

// Whether programs can be controlled here at all.
bool can_control(const DoctorFacts& facts);

}  // namespace heddle::host
