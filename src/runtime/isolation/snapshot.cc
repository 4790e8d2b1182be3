#include "runtime/isolation/snapshot.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <iterator>
#include <optional>

#include "event/operation_kinds.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/engine/scheduler.h"
#include "runtime/isolation/child_process.h"
#include "runtime/isolation/main_thread.h"
#include "runtime/isolation/own_descriptors.h"
#include "runtime/isolation/read_recording.h"
#include "runtime/memory/arena.h"
#include "runtime/naming/known_shared.h"
#include "runtime/naming/load_map.h"
#include "runtime/naming/names.h"
#include "runtime/naming/place_in_code.h"
#include "runtime/state/finish.h"
#include "runtime/state/globals.h"
#include "runtime/system/real.h"
#include "strategies/fifo.h"

namespace heddle::runtime {

namespace {

Context* snapshot_loop = nullptr;
Context* snapshot_place = nullptr;

void back_to_explorer() {
  heddle_load(snapshot_loop);
}

void stop_at_place() {
  at_snapshot = nullptr;
  snapshot_at_region = false;
  hot.watched_size = 0;
  hot.active = false;
  snapshot_place->thread_pointer = reinterpret_cast<std::uint64_t>(thread_pointer());
  heddle_switch(snapshot_place, snapshot_loop);
}

std::vector<int> open_descriptors() {
  std::vector<int> open;
  for (int descriptor = 0; descriptor < kFirstOwnDescriptor; ++descriptor)
    if (raw_syscall(SYS_fcntl, descriptor, F_GETFD) >= 0) open.push_back(descriptor);
  return open;
}

const char* kind_of_descriptor(unsigned mode) {
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a descriptor with a state of its own, such as an eventfd or epoll";
}

bool holds_lock_of(const Event& event) {
  const Thread& thread = *program().threads[event.thread];
  return !thread.finished && std::any_of(thread.held.begin(), thread.held.end(),
                                         [&](const AcquiredLock& lock) { return lock.site == event.site; });
}

// Acquisitions that no release follows, by their place in the recording.
std::vector<std::uint64_t> open_acquisitions(const Recording& recording) {
  std::vector<std::uint64_t> open;
  for (std::uint64_t i = 0; i < recording.events_count; ++i) {
    const Event& event = recording.events[i];
    const OperationAct act = facts_of(event.kind).act;
    if (event.detail != 0) continue;
    if (act == OperationAct::kLock || act == OperationAct::kLockShared) open.push_back(i);
    if (act != OperationAct::kUnlock) continue;
    const auto taken = std::find_if(open.rbegin(), open.rend(), [&](std::uint64_t index) {
      const Event& before = recording.events[index];
      return before.thread == event.thread && before.location == event.location;
    });
    if (taken != open.rend()) open.erase(std::next(taken).base());
  }
  return open;
}

// Of all that happened only what matters later: which threads there are, and which locks they hold. What was
// accessed before is over for all threads.
void keep_the_skeleton(Recording& recording) {
  const std::vector<std::uint64_t> open = open_acquisitions(recording);
  auto next_open = open.begin();
  std::uint64_t kept = 0;
  for (std::uint64_t i = 0; i < recording.events_count; ++i) {
    const Event event = recording.events[i];
    const OperationAct act = facts_of(event.kind).act;
    const bool is_open = next_open != open.end() && *next_open == i;
    if (is_open) ++next_open;
    if (act == OperationAct::kCreate || act == OperationAct::kJoin || (is_open && holds_lock_of(event)))
      recording.events[kept++] = event;
  }
  recording.events_count = kept;
  recording.order_notes_count = 0;
  recording.order_is_lost = recording.truncated = false;
  recording.beyond = 0;
}

std::string why_not(const Recording& recording, const ExecutionOptions& options, const ProgramPlace& wanted) {
  Execution execution;
  read_recording(recording, options, execution);
  if (execution.end == End::kFailed)
    return "the program fails before it comes to '" + wanted.name + "' (" +
           std::string(to_string(execution.failure.kind)) + "): search without --snapshot";
  return "the program ended and never came to '" + wanted.name + "'" +
         std::string(
             wanted.file.empty() ? "" : " (where the compiler has put it into its caller it is not called)") +
         "; choose another place";
}

}  // namespace

std::string Snapshot::come_to(const ProgramPlace& wanted, const ExecutionOptions& options,
                              Recording& recording, const Stack& stack, void (*program)()) {
  const std::optional<CodeRange> watched = code_of(wanted);
  if (!watched) return wanted.file + " is not loaded when the program starts";
  const std::vector<int> open_before = open_descriptors();
  Fifo without_preemption;
  recording.reset();
  ExecutionOptions prefix = options;
  prefix.only_in_region = true;
  begin_program(without_preemption, prefix, recording, stack);
  snapshot_loop = &loop_;
  snapshot_place = &place_;
  loop_.thread_pointer = reinterpret_cast<std::uint64_t>(thread_pointer());
  finish_execution = back_to_explorer;
  process_goes_on = true;
  hot.watched_code = watched->start;
  hot.watched_size = watched->size;
  at_snapshot = stop_at_place;
  snapshot_at_region = wanted.name == kRegionMark;
  if (!open_again(STDIN_FILENO)) raw_syscall(SYS_lseek, STDIN_FILENO, 0, SEEK_SET);
  struct sigaction defaults{};
  real().sigaction(SIGALRM, &defaults, nullptr);
  Context entry;
  make_context(entry, stack.high(), program);
  hot.active = true;
  heddle_switch(&loop_, &entry);
  lifetime_of_new_memory = Lifetime::kLasting;
  if (at_snapshot != nullptr) return why_not(recording, options, wanted);
  real().sigaction(SIGALRM, nullptr, &alarm_);
  if (std::string problem = keep_files(open_before); !problem.empty())
    return "executions cannot begin at '" + wanted.name + "': " + problem;
  const std::uint64_t events = recording.events_count;
  keep_the_skeleton(recording);
  recording.shared_steps = recording.steps;
  mark_ = static_cast<const RecordingCounters&>(recording);
  recording.events_count = events;
  give_memory_back(recording, mark_);
  taken_ = true;
  return {};
}

std::string Snapshot::keep_files(std::span<const int> open_before) {
  for (const int descriptor : open_descriptors()) {
    struct stat status{};
    if (fstat(descriptor, &status) != 0) continue;
    const bool is_new = !std::binary_search(open_before.begin(), open_before.end(), descriptor);
    if (S_ISREG(status.st_mode))
      files_.push_back({descriptor, raw_syscall(SYS_lseek, descriptor, 0, SEEK_CUR)});
    else if (is_new && !S_ISDIR(status.st_mode) && !S_ISCHR(status.st_mode))
      return std::string("the program has opened ") + kind_of_descriptor(status.st_mode) + " (descriptor " +
             std::to_string(descriptor) + "), which executions would share; choose an earlier place";
  }
  return {};
}

void Snapshot::rewind_files() const {
  for (const OpenFile& file : files_) raw_syscall(SYS_lseek, file.descriptor, file.offset, SEEK_SET);
}

void Snapshot::mark_shared(std::span<const Discovery> discoveries) {
  for (const Discovery& discovery : discoveries)
    if (!discovery.weak_order && discovery.shared && name_of(discovery.address) == discovery.location)
      set_cell(discovery.address, sharing::shared(program().knowledge.locations.find(discovery.location)));
}

void Snapshot::go_on(Strategy& strategy, const ExecutionOptions& options) {
  real().sigaction(SIGALRM, &alarm_, nullptr);
  scheduler().become(strategy, options);
  lifetime_of_new_memory = Lifetime::kExecution;
  hot.active = true;
  heddle_load(&place_);
}

}  // namespace heddle::runtime
