#include "report/text/doctor_text.h"

#include <fmt/core.h>

#include "report/model/text.h"

namespace heddle::report {

namespace {

enum class Grade { kOk, kNote, kProblem };

class Findings {
 public:
  explicit Findings(const Style& style) : style_(style) {}

  void add(Grade grade, const std::string& subject, const std::string& finding,
           const std::string& advice = {}) {
    const std::string word = grade == Grade::kOk ? "OK" : grade == Grade::kNote ? "note" : "FAILS";
    text_ += fmt::format("{}{} {:<24} {}\n", grade == Grade::kProblem ? style_.red(word) : word,
                         std::string(5 - word.size(), ' '), subject, finding);
    if (!advice.empty()) text_ += std::string(31, ' ') + advice + "\n";
  }

  std::string take() { return std::move(text_); }

 private:
  const Style& style_;
  std::string text_;
};

void tell_control(const host::DoctorFacts& facts, Findings& findings) {
  if (facts.library.empty()) {
    findings.add(Grade::kProblem, "library", "libheddle.so is not beside this tool",
                 "Install Heddle completely.");
    return;
  }
  findings.add(Grade::kOk, "library", facts.library);
  if (facts.control_problem.empty())
    findings.add(Grade::kOk, "taking a program over",
                 "heap, stacks and shadow memory are at their fixed addresses");
  else
    findings.add(Grade::kProblem, "taking a program over", facts.control_problem,
                 "No program can be controlled here; nothing below helps before this works.");
}

void tell_memory(const host::DoctorFacts& facts, Findings& findings) {
  if (facts.addresses_can_be_fixed)
    findings.add(Grade::kOk, "address randomisation", "can be switched off for a program");
  else
    findings.add(
        Grade::kNote, "address randomisation",
        "cannot be switched off: programs that depend on addresses of code may not be replayed exactly",
        "In a container, allow the system call personality (Docker: --security-opt seccomp=unconfined).");
  constexpr int kNever = 2;
  if (facts.overcommit != kNever)
    findings.add(Grade::kOk, "memory overcommit", "large reservations of address space are allowed");
  else
    findings.add(facts.control_problem.empty() ? Grade::kNote : Grade::kProblem, "memory overcommit",
                 "is off: every reservation counts, and executions may run out of memory",
                 "sysctl vm.overcommit_memory=0");
  if (facts.address_space_limit == 0)
    findings.add(Grade::kOk, "address space", "unlimited");
  else
    findings.add(facts.control_problem.empty() ? Grade::kNote : Grade::kProblem, "address space",
                 fmt::format("limited to {} MB; Heddle reserves about 3,000 MB and more for a large heap, "
                             "without using it all",
                             facts.address_space_limit >> 20),
                 "ulimit -v unlimited");
  switch (facts.thread_pointer) {
    case host::ThreadPointer::kRegister:
      findings.add(Grade::kOk, "switching threads", "the thread pointer is an ordinary register");
      break;
    case host::ThreadPointer::kInstruction:
      findings.add(Grade::kOk, "switching threads", "by the instruction wrfsbase");
      break;
    case host::ThreadPointer::kSystemCall:
      findings.add(Grade::kNote, "switching threads",
                   "by a system call, which is slower: the kernel does not offer wrfsbase",
                   "Linux 5.9 and later do, where the processor can.");
      break;
  }
}

void tell_compilers(const host::DoctorFacts& facts, Findings& findings) {
  if (facts.library.empty() || !facts.control_problem.empty()) return;  // they were not tried
  if (facts.compilers.empty())
    findings.add(Grade::kNote, "compilers",
                 "neither g++ nor clang++ is on PATH: only programs that are there can be run",
                 "Install one (on Debian: apt install g++).");
  for (const host::CompilerFacts& compiler : facts.compilers) {
    const std::string works = compiler.version + "; what it builds is instrumented and runs under control";
    if (!compiler.hidden.empty() && compiler.problem.empty())
      findings.add(Grade::kNote, compiler.name, works, "But " + compiler.hidden + ".");
    else if (compiler.problem.empty())
      findings.add(Grade::kOk, compiler.name, works);
    else
      findings.add(Grade::kProblem, compiler.name, compiler.version + "; " + compiler.problem,
                   "Use another compiler: heddle c++ --compiler NAME.");
  }
}

void tell_debugger(const host::DoctorFacts& facts, Findings& findings) {
  if (facts.debugger.empty())
    findings.add(Grade::kNote, "gdb", "is not installed: 'heddle replay --gdb' does not work",
                 "Install it (on Debian: apt install gdb).");
  else
    findings.add(Grade::kOk, "gdb", facts.debugger);
  if (facts.may_trace)
    findings.add(Grade::kOk, "ptrace", "is allowed");
  else
    findings.add(Grade::kNote, "ptrace", "is not allowed: 'heddle replay --gdb' does not work",
                 "In a container, add the capability (Docker: --cap-add=SYS_PTRACE).");
}

}  // namespace

std::string doctor_text(const host::DoctorFacts& facts, const Style& style) {
  Findings findings(style);
  tell_control(facts, findings);
  tell_memory(facts, findings);
  tell_compilers(facts, findings);
  tell_debugger(facts, findings);
  std::string text = findings.take();
  if (facts.executions_per_second > 0)
    text += fmt::format(
        "\nMeasured: {:.0f} executions a second of a small program; {:.0f} ns a step, its decision and "
        "switch "
        "included.\n",
        facts.executions_per_second, facts.nanoseconds_per_step);
  text += host::can_control(facts)
              ? "\nPrograms can be controlled on this machine.\n"
              : "\nPrograms cannot be controlled on this machine; see the lines that say FAILS.\n";
  return text;
}

}  // namespace heddle::report
