#include "runtime/services/kernel_answers.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <ucontext.h>
#include <vector>

#include "event/hash.h"
#include "event/kernel_answer.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/engine/scheduler.h"
#include "runtime/naming/load_map.h"
#include "runtime/services/fault_site.h"
#include "runtime/services/stray_thread.h"

namespace heddle::runtime::kernel_answers {

namespace {

#ifndef SYS_SECCOMP
constexpr int SYS_SECCOMP = 1;
#endif

bool watching = false;

struct MadeCall {
  long number;
  long arguments[6];
  long* result;  // the register
};

MadeCall call_in(int number, ucontext_t& context) {
  mcontext_t& machine = context.uc_mcontext;
#if defined(__x86_64__)
  greg_t* const r = machine.gregs;
  return {number,
          {static_cast<long>(r[REG_RDI]), static_cast<long>(r[REG_RSI]), static_cast<long>(r[REG_RDX]),
           static_cast<long>(r[REG_R10]), static_cast<long>(r[REG_R8]), static_cast<long>(r[REG_R9])},
          reinterpret_cast<long*>(&r[REG_RAX])};
#else
  auto* const r = reinterpret_cast<long*>(machine.regs);
  return {number, {r[0], r[1], r[2], r[3], r[4], r[5]}, &r[0]};
#endif
}

constexpr std::uint32_t low(std::uint64_t address) {
  return static_cast<std::uint32_t>(address);
}
constexpr std::uint32_t high(std::uint64_t address) {
  return static_cast<std::uint32_t>(address >> 32);
}

sock_filter load(std::uint32_t offset) {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset);
}
// So many instructions are skipped.
sock_filter jump(std::uint16_t test, std::uint32_t value, std::size_t if_true, std::size_t if_false) {
  return BPF_JUMP(static_cast<std::uint16_t>(BPF_JMP | test | BPF_K), value,
                  static_cast<std::uint8_t>(if_true), static_cast<std::uint8_t>(if_false));
}

// Traps the watched calls, but for those that the code in this range makes, which lies within 4 GB.
std::vector<sock_filter> filter_for(std::uint64_t own_start, std::uint64_t own_end) {
  constexpr std::uint32_t kPc = offsetof(seccomp_data, instruction_pointer);
  const std::span<const WatchedCall> calls = watched_calls();
  std::vector<sock_filter> filter = {load(offsetof(seccomp_data, nr))};
  for (std::size_t i = 0; i < calls.size(); ++i)
    filter.push_back(jump(BPF_JEQ, static_cast<std::uint32_t>(calls[i].number), calls.size() - i, 0));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  filter.push_back(load(kPc + 4));
  filter.push_back(jump(BPF_JEQ, high(own_start), 0, 3));
  filter.push_back(load(kPc));
  filter.push_back(jump(BPF_JGE, low(own_start), 0, 1));
  filter.push_back(jump(BPF_JGT, low(own_end), 0, 1));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  return filter;
}

std::uint64_t hash_of_bytes(std::uint64_t hash, long address, std::uint64_t count) {
  const auto* bytes = reinterpret_cast<const char*>(address);
  return combine(hash, hash_text({bytes, count}));
}

std::uint64_t hash_of_answer(const WatchedCall& call, const MadeCall& made, long result) {
  const std::uint64_t hash = combine(1, static_cast<std::uint64_t>(result));
  const long address = made.arguments[call.argument];
  if (result < 0 || address == 0) return hash;
  switch (call.tells) {
    case WatchedCall::Tells::kResult:
      break;
    case WatchedCall::Tells::kSoManyBytes:
      return hash_of_bytes(hash, address, call.bytes);
    case WatchedCall::Tells::kAsManyBytesAsItReturns:
      return hash_of_bytes(hash, address, static_cast<std::uint64_t>(result));
  }
  return hash;
}

void note(const MadeCall& made, long result, const void* context) {
  Recording& recording = *hot.recording;
  if (recording.answers_count == Most::answers) return;
  const std::span<const WatchedCall> calls = watched_calls();
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].number != made.number) continue;
    recording.answers[recording.answers_count++] = {recording.steps, hash_of_answer(calls[i], made, result),
                                                    interrupted_site(context), hot.current->id,
                                                    static_cast<std::uint16_t>(i)};
    return;
  }
}

}  // namespace

void watch() {
  const int index = load_map().module_at(reinterpret_cast<std::uint64_t>(&watch));
  if (index < 0) return;
  const Module& own = load_map().table().modules[static_cast<std::size_t>(index)];
  if (high(own.start) != high(own.start + own.size)) return;
  std::vector<sock_filter> filter = filter_for(own.start, own.start + own.size);
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (raw_syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
  watching = raw_syscall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

bool answered(const siginfo_t& info, void* context) {
  if (!watching || info.si_code != SYS_SECCOMP) return false;
  const MadeCall made = call_in(info.si_syscall, *static_cast<ucontext_t*>(context));
  const auto& a = made.arguments;
  const long result = raw_syscall(made.number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (hot.active && !stray::is_here()) note(made, result, context);
  *made.result = result;
  return true;
}

}  // namespace heddle::runtime::kernel_answers
