#include "runtime/carrier/processors.h"

#include <fcntl.h>
#include <sys/rseq.h>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>

#include "runtime/arch/context.h"
#include "runtime/arch/raw_syscall.h"

namespace heddle::runtime::processors {

namespace {

constexpr unsigned kProcessors = 2;
bool kernel_was_not_stopped = false;
cpu_set_t of_process{};
unsigned first_of_process[kProcessors];  // those that its threads see

// It stays where it is for every other reading.
constexpr unsigned kReadingsOnOne = 2;

// Of the processors that there are for the thread: 0 or 1.
unsigned place_of(const Thread& thread) {
  return (thread.id + (thread.processor_readings + 1) / kReadingsOnOne) % kProcessors;
}

unsigned number_in(const cpu_set_t& set, unsigned place) {
  place %= static_cast<unsigned>(std::max(CPU_COUNT(&set), 1));
  unsigned found = 0;
  for (unsigned number = 0; number < CPU_SETSIZE; ++number)
    if (CPU_ISSET(number, &set) && found++ == place) return number;
  return 0;
}

unsigned number_of(const Thread& thread) {
  const unsigned place = place_of(thread);
  if (!thread.attributes.has_processors) return first_of_process[place];
  return number_in(thread.processors, place);
}

char* write_number(char* text, unsigned number) {
  return std::to_chars(text, text + 12, number).ptr;
}

char* write_text(char* text, const char* words) {
  const std::size_t length = std::strlen(words);
  std::memcpy(text, words, length);
  return text + length;
}

}  // namespace

void set_up() {
  raw_syscall(SYS_sched_getaffinity, 0, sizeof of_process, &of_process);
  for (unsigned place = 0; place < kProcessors; ++place)
    first_of_process[place] = number_in(of_process, place);
  stop_kernel();
}

unsigned read(Thread& thread) {
  const unsigned number = number_of(thread);
  ++thread.processor_readings;
  show(thread);
  return number;
}

std::uint64_t state_of(const Thread& thread) {
  return thread.processor_readings % (kReadingsOnOne * kProcessors);
}

unsigned node_of(unsigned processor) {
  constexpr unsigned kMostNodes = 64;
  char path[96];
  char* const node =
      write_text(write_number(write_text(path, "/sys/devices/system/cpu/cpu"), processor), "/node");
  for (unsigned number = 0; number < kMostNodes; ++number) {
    *write_number(node, number) = '\0';
    if (raw_syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0) return number;
  }
  return 0;
}

int copy_allowed(const Thread& thread, std::size_t size, cpu_set_t* set) {
  // The kernel says what it thinks of the size, and how much of it is its own.
  const long count = raw_syscall(SYS_sched_getaffinity, 0, size, set);
  if (count < 0) return static_cast<int>(-count);
  const auto filled = static_cast<std::size_t>(count);
  std::memset(reinterpret_cast<char*>(set) + filled, 0, size - filled);
  if (thread.attributes.has_processors)
    std::memcpy(set, &thread.processors, std::min(size, sizeof thread.processors));
  return 0;
}

// All threads share the carrier's processors, whatever the program chooses. Like the kernel, we keep only
// those that there are.
int choose(Thread& thread, std::size_t size, const cpu_set_t* set) {
  cpu_set_t chosen{};
  std::memcpy(&chosen, set, std::min(size, sizeof chosen));
  CPU_AND(&chosen, &chosen, &of_process);
  if (CPU_COUNT(&chosen) == 0) return EINVAL;
  thread.processors = chosen;
  thread.attributes.has_processors = true;
  show(thread);
  return 0;
}

// The size must be the one that libc said, which is not kept anywhere.
void stop_kernel() {
  constexpr std::size_t kSmallest = 32, kLargest = 256;
  if (__rseq_size == 0) return;
  char* const area = thread_pointer() + __rseq_offset;
  for (std::size_t size = kSmallest; size <= kLargest; size += sizeof(std::uint32_t))
    if (raw_syscall(SYS_rseq, area, size, RSEQ_FLAG_UNREGISTER, RSEQ_SIG) == 0) return;
  kernel_was_not_stopped = true;
}

bool kernel_writes() {
  return __rseq_size != 0 && kernel_was_not_stopped;
}

void show(const Thread& thread) {
  if (__rseq_size == 0 || kernel_was_not_stopped || thread.thread_pointer == nullptr) return;
  auto* const area = reinterpret_cast<struct rseq*>(thread.thread_pointer + __rseq_offset);
  area->cpu_id_start = area->cpu_id = number_of(thread);
}

}  // namespace heddle::runtime::processors
