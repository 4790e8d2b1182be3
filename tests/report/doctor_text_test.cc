#include "report/text/doctor_text.h"

#include <gtest/gtest.h>

#include "workshop.h"

namespace heddle::report {
namespace {

using host::DoctorFacts;
using testing::kPlain;

DoctorFacts healthy() {
  DoctorFacts facts;
  facts.library = "/usr/lib/libheddle.so";
  facts.thread_pointer = host::ThreadPointer::kInstruction;
  facts.compilers = {{"g++", "g++ (Debian 12.2.0-14) 12.2.0", "", ""},
                     {"clang++", "Debian clang version 19.1.7", "", ""}};
  facts.debugger = "GNU gdb (Debian 13.1-3) 13.1";
  facts.executions_per_second = 2345.6;
  facts.nanoseconds_per_step = 78.9;
  return facts;
}

TEST(DoctorText, OfAHealthyMachine) {
  EXPECT_TRUE(host::can_control(healthy()));
  testing::expect_golden("doctor_healthy.txt", doctor_text(healthy(), kPlain));
}

TEST(DoctorText, OfAMachineWithComplaints) {
  DoctorFacts facts = healthy();
  facts.addresses_can_be_fixed = false;
  facts.overcommit = 2;
  facts.address_space_limit = 100'000ull << 20;
  facts.thread_pointer = host::ThreadPointer::kSystemCall;
  facts.compilers[1].problem = "it does not compile: fatal error: 'thread' file not found";
  facts.compilers[0].hidden = "memory operands of asm are not seen: install gcc-12-plugin-dev";
  facts.debugger.clear();
  facts.may_trace = false;
  EXPECT_TRUE(host::can_control(facts)) << "one compiler is enough";
  testing::expect_golden("doctor_complaints.txt", doctor_text(facts, kPlain));
}

TEST(DoctorText, OfAMachineWithoutCompilers) {
  DoctorFacts facts = healthy();
  facts.compilers.clear();
  facts.executions_per_second = 0;
  EXPECT_TRUE(host::can_control(facts)) << "programs that were not rebuilt";
  testing::expect_golden("doctor_no_compiler.txt", doctor_text(facts, kPlain));
}

TEST(DoctorText, OfAHopelessMachine) {
  DoctorFacts facts = healthy();
  facts.control_problem = "the address space for the program's heap is taken";
  facts.address_space_limit = 4ull << 30;
  facts.compilers.clear();
  facts.executions_per_second = 0;
  EXPECT_FALSE(host::can_control(facts));
  testing::expect_golden("doctor_hopeless.txt", doctor_text(facts, kPlain));
}

TEST(DoctorText, OfAnIncompleteInstallation) {
  DoctorFacts facts;
  EXPECT_FALSE(host::can_control(facts));
  testing::expect_golden("doctor_no_library.txt", doctor_text(facts, kPlain));
}

TEST(CanControl, NeedsOneCompilerThatWorks) {
  DoctorFacts facts = healthy();
  for (host::CompilerFacts& compiler : facts.compilers)
    compiler.problem = "what it compiled is not instrumented";
  EXPECT_FALSE(host::can_control(facts));
}

}  // namespace
}  // namespace heddle::report
