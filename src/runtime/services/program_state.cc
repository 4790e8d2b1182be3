#include "runtime/services/program_state.h"

#include <fcntl.h>
#include <sys/rseq.h>
#include <unwind.h>
#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>

#include "event/hash.h"
#include "runtime/arch/context.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/carrier/kernel_threads.h"
#include "runtime/carrier/processors.h"
#include "runtime/memory/arena.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/stacks.h"
#include "runtime/naming/load_map.h"
#include "runtime/services/virtual_timers.h"
#include "runtime/state/globals.h"
#include "runtime/state/recording.h"
#include "runtime/system/large.h"
#include "runtime/system/memory_map.h"

namespace heddle::runtime::program_state {

namespace {

constexpr std::uint64_t kPage = 4096;
// A program with more memory than this is not looked at: reading it would take seconds.
constexpr std::uint64_t kMostMapped = 64ull << 30;
constexpr std::uint64_t kMostPages = (1ull << 30) / kPage;
// So much of a stack is kept word by word, so that times are recognised in it.
constexpr std::size_t kWordsKept = 4096;

// Shared memory that is ours, of every worker too; the stacks that were seen in this search.
HEDDLE_LARGE const void* foreign[1024];
unsigned foreign_count = 0;
HEDDLE_LARGE MemoryRange stacks_seen[64];
unsigned stacks_seen_count = 0;

MemoryRange own_module() {
  const int module = load_map().module_at(reinterpret_cast<std::uint64_t>(&hot));
  if (module < 0) return {0, 0};
  const Module& own = load_map().table().modules[static_cast<std::size_t>(module)];
  return {own.start, own.start + own.size};
}

// Where the kernel writes the number of the processor that a thread runs on.
MemoryRange written_by_kernel(const char* thread_pointer) {
  if (__rseq_size == 0 || thread_pointer == nullptr) return {0, 0};
  const auto start = reinterpret_cast<std::uint64_t>(thread_pointer + __rseq_offset);
  return {start, start + 32};
}

struct Hash {
  std::uint64_t value = 0x2545f4914f6cdd1dull;

  void add(std::uint64_t word) { value = combine(value, word); }
  // Several chains at a time: one alone would wait for its multiplications.
  void add(const std::uint64_t* words, std::size_t count) {
    std::uint64_t chains[4] = {value, 1, 2, 3};
    constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15ull;
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4)
      for (std::size_t k = 0; k < 4; ++k) {
        const std::uint64_t mixed = (chains[k] ^ words[i + k]) * kFactor;
        chains[k] = mixed ^ (mixed >> 32);
      }
    for (; i < count; ++i) chains[0] = mix(chains[0] ^ words[i]);
    for (std::uint64_t chain : chains) add(chain);
  }
};

// ---- The running thread.

constexpr int kSavedRegisters[] = {
#if defined(__x86_64__)
    3, 6, 12, 13, 14, 15  // rbx, rbp, r12 to r15
#else
    19, 20, 21, 22, 23, 24,
    25, 26, 27, 28, 29
#endif
};

struct Return {
  MemoryRange ours;
  bool found = false;
  std::uint64_t pc = 0;
  std::uint64_t stack_pointer = 0;
  std::uint64_t registers[std::size(kSavedRegisters)] = {};
};

_Unwind_Reason_Code visit_return(_Unwind_Context* context, void* argument) {
  auto& found = *static_cast<Return*>(argument);
  found.pc = _Unwind_GetIP(context);
  if (found.ours.contains(found.pc)) return _URC_NO_REASON;
  found.found = true;
  found.stack_pointer = _Unwind_GetCFA(context);
  for (std::size_t i = 0; i < std::size(kSavedRegisters); ++i)
    found.registers[i] = _Unwind_GetGR(context, kSavedRegisters[i]);
  return _URC_END_OF_STACK;
}

Return return_into_program() {
  Return found;
  found.ours = own_module();
  const bool active = hot.active;
  hot.active = false;  // the unwinder uses functions that are interposed
  _Unwind_Backtrace(visit_return, &found);
  hot.active = active;
  return found;
}

#if defined(__aarch64__)
// The halves of vector registers that calls preserve. Our own code between here and there has no use for
// them.
void add_floating_point(std::vector<std::uint64_t>& words) {
  std::uint64_t d[8];
  asm volatile(
      "stp d8, d9, [%0]\n stp d10, d11, [%0, #16]\n stp d12, d13, [%0, #32]\n stp d14, d15, [%0, #48]"
      :
      : "r"(d)
      : "memory");
  words.insert(words.end(), d, d + 8);
}
#else
void add_floating_point(std::vector<std::uint64_t>&) {}  // calls preserve none
#endif

std::uint64_t end_of_mapping(std::uint64_t address) {
  for (const MemoryRange& seen : stacks_seen)
    if (seen.contains(address)) return seen.end;
  for (const Mapping& mapping : read_memory_map()) {
    if (address < mapping.start || address >= mapping.end) continue;
    stacks_seen[stacks_seen_count++ % std::size(stacks_seen)] = {mapping.start, mapping.end};
    return mapping.end;
  }
  return address;
}

std::uint64_t end_of_stack(const Thread& thread, std::uint64_t stack_pointer) {
  const bool inside = stack_pointer >= thread.stack_low && stack_pointer < thread.stack_high;
  return inside ? thread.stack_high : end_of_mapping(stack_pointer);
}

// The live part of a stack, without what the kernel writes at its end.
void add_stack(std::vector<std::uint64_t>& words, std::uint64_t low, std::uint64_t high,
               const MemoryRange& kernels) {
  const auto* stack = reinterpret_cast<const std::uint64_t*>(low);
  const std::size_t count = (high - low) / sizeof *stack;
  const std::size_t kept = std::min(count, kWordsKept);
  const auto word_at = [&](std::size_t i) {
    return kernels.contains(low + i * sizeof *stack) ? 0 : stack[i];
  };
  for (std::size_t i = 0; i < kept; ++i) words.push_back(word_at(i));
  Hash rest;
  for (std::size_t i = kept; i < count; ++i) rest.add(word_at(i));
  words.push_back(rest.value);
}

std::uint64_t time_left(std::uint64_t deadline) {
  const std::uint64_t now = program().clock.now();
  if (deadline == VirtualClock::kNever) return deadline;
  return deadline > now ? deadline - now : 0;
}

// ---- Everything else.

// Parts of a mapping that are none of the program's are cut out.
template <typename Visit>
void without(MemoryRange range, const std::vector<MemoryRange>& cut, std::size_t first, Visit visit) {
  for (std::size_t i = first; i < cut.size(); ++i) {
    if (range.end <= cut[i].start || range.start >= cut[i].end) continue;
    if (range.start < cut[i].start) without({range.start, cut[i].start}, cut, i + 1, visit);
    if (range.end > cut[i].end) without({cut[i].end, range.end}, cut, i + 1, visit);
    return;
  }
  visit(range);
}

// Pages that were never touched are not there, and count as zeros like those that are full of them.
class Pages {
 public:
  Pages()
      : file_(
            static_cast<int>(raw_syscall(SYS_openat, AT_FDCWD, "/proc/self/pagemap", O_RDONLY | O_CLOEXEC))) {
  }
  ~Pages() {
    if (file_ >= 0) raw_syscall(SYS_close, file_);
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  bool add(const MemoryRange& range, const std::vector<MemoryRange>& kernels, Hash& hash) {
    constexpr std::uint64_t kThere = 3ull << 62;  // present, or swapped out
    std::uint64_t entries[512];
    for (std::uint64_t at = range.start & ~(kPage - 1); at < range.end;) {
      const std::uint64_t count = std::min<std::uint64_t>((range.end - at + kPage - 1) / kPage, 512);
      if (raw_syscall(SYS_pread64, file_, entries, count * 8, at / kPage * 8) != static_cast<long>(count * 8))
        return false;
      for (std::uint64_t i = 0; i < count; ++i, at += kPage) {
        if ((entries[i] & kThere) == 0) continue;
        if (++pages_ > kMostPages) return false;
        add_page(std::max(at, range.start), std::min(at + kPage, range.end), kernels, hash);
      }
    }
    return true;
  }

 private:
  static void add_page(std::uint64_t start, std::uint64_t end, const std::vector<MemoryRange>& kernels,
                       Hash& hash) {
    std::uint64_t page[kPage / 8];
    const std::size_t count = (end - start) / 8;
    std::memcpy(page, reinterpret_cast<const void*>(start), count * 8);
    for (const MemoryRange& range : kernels)
      for (std::size_t i = 0; range.end > start && range.start < end && i < count; ++i)
        if (range.contains(start + i * 8)) page[i] = 0;
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < count; ++i) any |= page[i];
    if (any == 0) return;
    hash.add(start);
    hash.add(page, count);
  }

  int file_;
  std::uint64_t pages_ = 0;
};

std::uint64_t saved_stack_pointer(const Thread& thread) {
  if (program().options.carrier == Carrier::kThreads) return thread.kernel_thread->stack_pointer;
#if defined(__x86_64__)
  return thread.registers->rsp;
#else
  return thread.registers->sp;
#endif
}

bool is_foreign(const Mapping& mapping) {
  if (!mapping.writable || !mapping.readable || mapping.special) return true;
  return std::any_of(foreign, foreign + foreign_count, [&](const void* memory) {
    const auto address = reinterpret_cast<std::uint64_t>(memory);
    return address >= mapping.start && address < mapping.end;
  });
}

// Stacks lie in memory that threads tell of themselves; so does what is no longer in use there.
bool is_stack(const Mapping& mapping, const std::vector<std::uint64_t>& stack_pointers) {
  if (heap::owns(reinterpret_cast<const void*>(mapping.start))) return false;
  return std::any_of(stack_pointers.begin(), stack_pointers.end(), [&](std::uint64_t stack_pointer) {
    return stack_pointer >= mapping.start && stack_pointer < mapping.end;
  });
}

bool add_memory(Hash& hash) {
  std::vector<std::uint64_t> stack_pointers;
  std::vector<MemoryRange> kernels;
  for (const Thread* thread : program().threads) {
    kernels.push_back(written_by_kernel(thread->thread_pointer));
    if (!thread->finished) stack_pointers.push_back(saved_stack_pointer(*thread));
  }
  stack_pointers.push_back(reinterpret_cast<std::uint64_t>(__builtin_frame_address(0)));
  const MemoryRange unused_heap{heap::end(), heap::kBase + heap::kSize};
  const std::vector<MemoryRange> cut = {kLastingMemory, kExecutionMemory, kStacks, unused_heap, own_module()};
  Pages pages;
  std::uint64_t mapped = 0;
  bool known = true;
  for (const Mapping& mapping : read_memory_map()) {
    if (is_foreign(mapping) || is_stack(mapping, stack_pointers)) continue;
    if (mapping.shared) return false;  // another process may change it at any time
    without({mapping.start, mapping.end}, cut, 0, [&](const MemoryRange& range) {
      mapped += range.end - range.start;
      known = known && mapped <= kMostMapped && pages.add(range, kernels, hash);
    });
  }
  return known && mapped != 0;
}

// A thread that has not run since the search began stands where it stood; others may write to its variables.
void add_stack_at_rest(const Thread& thread, Hash& hash) {
  const std::uint64_t low = saved_stack_pointer(thread) & ~std::uint64_t{7};
  if (low == 0) return;
  std::vector<std::uint64_t> words;
  add_stack(words, low, end_of_stack(thread, low), written_by_kernel(thread.thread_pointer));
  hash.add(words.data(), words.size());
}

void add_threads(const std::vector<bool>& told_by_themselves, Hash& hash) {
  for (const Thread* thread : program().threads) {
    if (thread->finished) continue;
    hash.add(thread->id | std::uint64_t{thread->enabled} << 32);
    hash.add(processors::state_of(*thread));
    if (thread->timed) hash.add(time_left(thread->deadline));
    const bool told = thread->id < told_by_themselves.size() && told_by_themselves[thread->id];
    if (!told && thread != hot.current) add_stack_at_rest(*thread, hash);
  }
}

// ~0: the system does not say.
std::uint64_t reading_system_calls() {
  const long file = raw_syscall(SYS_openat, AT_FDCWD, "/proc/self/io", O_RDONLY | O_CLOEXEC);
  if (file < 0) return ~0ull;
  char buffer[512];
  const long size = raw_syscall(SYS_read, file, buffer, sizeof buffer);
  raw_syscall(SYS_close, file);
  constexpr std::string_view kCount = "syscr: ";
  const std::string_view text(buffer, size > 0 ? static_cast<std::size_t>(size) : 0);
  const std::size_t at = text.find(kCount);
  std::uint64_t count = ~0ull;
  if (at != std::string_view::npos)
    std::from_chars(text.data() + at + kCount.size(), text.data() + text.size(), count);
  return count;
}

void begin_search() {
  for (MemoryRange& seen : stacks_seen) seen = {};
  stacks_seen_count = 0;
}

LocalState local_state() {
  const Thread& self = *hot.current;
  const Operation& next = self.next;
  const Return to = return_into_program();
  LocalState state;
  state.now = program().clock.now();
  state.wall = state.now + VirtualClock::offset_of(CLOCK_REALTIME);
  state.readings = program().clock.total_readings();
  state.words = {
      static_cast<std::uint64_t>(next.kind) | std::uint64_t{next.size} << 8 | std::uint64_t{next.peer} << 16,
      next.site,
      next.address,
      to.stack_pointer,
      to.pc,
      self.wait_object,
      self.signal_mask,
      self.pending_signals,
      processors::state_of(self),
      self.timed ? time_left(self.deadline) : VirtualClock::kNever,
      std::uint64_t{self.wait_signalled} | std::uint64_t{self.cancel_requested} << 1,
      reinterpret_cast<std::uint64_t>(self.handlers)};
  state.words.insert(state.words.end(), std::begin(to.registers), std::end(to.registers));
  add_floating_point(state.words);
  if (to.found)
    add_stack(state.words, to.stack_pointer, end_of_stack(self, to.stack_pointer),
              written_by_kernel(thread_pointer()));
  else
    state.words.push_back(hot.recording->steps);  // where it is not known, it is never the same
  return state;
}

RestOfState other_state(const std::vector<bool>& told_by_themselves) {
  RestOfState result;
  result.reads_before = reading_system_calls();
  Hash hash;
  result.known = add_memory(hash);
  add_threads(told_by_themselves, hash);
  hash.add(heap::end());
  hash.add(time_left(program().clock.alarm));
  hash.add(time_left(virtual_timers::next_deadline()));
  std::uint64_t random[sizeof(Random) / 8];
  std::memcpy(random, &program().random, sizeof random);
  hash.add(random, std::size(random));
  result.hash = hash.value;
  result.reads_after = reading_system_calls();
  return result;
}

class Reader final : public StateReader {
 public:
  void begin() override { begin_search(); }
  LocalState of_running_thread() override { return local_state(); }
  RestOfState rest(const std::vector<bool>& told_by_themselves) override {
    return other_state(told_by_themselves);
  }
};
constinit Reader state_reader;

}  // namespace

StateReader& reader() {
  return state_reader;
}

void leave_out(const void* memory) {
  if (foreign_count < std::size(foreign)) foreign[foreign_count++] = memory;
}

}  // namespace heddle::runtime::program_state
