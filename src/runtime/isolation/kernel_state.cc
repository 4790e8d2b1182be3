#include "runtime/isolation/kernel_state.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <algorithm>
#include <charconv>

#include "runtime/arch/raw_syscall.h"
#include "runtime/isolation/left_out.h"
#include "runtime/isolation/own_descriptors.h"
#include "runtime/memory/arena.h"
#include "runtime/memory/heap.h"
#include "runtime/services/irreversible.h"
#include "runtime/services/signal_state.h"
#include "runtime/system/real.h"

namespace heddle::runtime {

namespace {

constexpr std::size_t kSignalSetSize = 8;  // the kernel's
constexpr std::size_t kMostDescriptors = 32;
// A program may change a descriptor past all that is interposed, by system calls of its own. After so many
// executions all of them are put back whatever is known.
constexpr unsigned kMostTrusted = 64;

bool is_regular_file(int descriptor) {
  struct stat status{};
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

bool can_be_rewound(int descriptor) {
  struct stat status{};
  return fstat(descriptor, &status) == 0 &&
         (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) || S_ISCHR(status.st_mode));
}

// Memory of ours, and the heap: mapped as they grow, and never given back.
bool grows(const Mapping& mapping) {
  constexpr MemoryRange kHeap{heap::kBase, heap::kBase + heap::kSize};
  return mapping.special || kHeap.contains(mapping.start) || kLastingMemory.contains(mapping.start) ||
         kExecutionMemory.contains(mapping.start);
}

bool same_kind(const Mapping& a, const Mapping& b) {
  return a.readable == b.readable && a.writable == b.writable && a.executable == b.executable &&
         a.shared == b.shared;
}

bool contains(const std::vector<Mapping>& mappings, const Mapping& wanted) {
  return std::any_of(mappings.begin(), mappings.end(), [&](const Mapping& each) {
    return each.start == wanted.start && each.end == wanted.end && each.shared;
  });
}

// Calls visit(start, end, other) for the pieces of the range, each within one of the mappings (null: in
// none).
template <typename Visit>
void for_each_piece(std::uint64_t start, std::uint64_t end, const std::vector<Mapping>& mappings,
                    Visit visit) {
  for (const Mapping& mapping : mappings) {
    if (mapping.end <= start) continue;
    if (mapping.start >= end) break;
    if (mapping.start > start) visit(start, mapping.start, nullptr);
    const std::uint64_t from = mapping.start > start ? mapping.start : start;
    const std::uint64_t to = mapping.end < end ? mapping.end : end;
    visit(from, to, &mapping);
    start = to;
  }
  if (start < end) visit(start, end, nullptr);
}

}  // namespace

bool KernelState::keep(int number) {
  const long own = raw_syscall(SYS_fcntl, number, F_DUPFD_CLOEXEC, kFirstOwnDescriptor);
  if (own < 0 || own >= kEndOfOwnDescriptors) return false;
  Descriptor kept{};
  kept.number = number;
  kept.own = static_cast<int>(own);
  kept.flags = (raw_syscall(SYS_fcntl, number, F_GETFD) & FD_CLOEXEC) != 0 ? O_CLOEXEC : 0;
  kept.status_flags = static_cast<int>(raw_syscall(SYS_fcntl, number, F_GETFL));
  kept.offset = is_regular_file(number) ? raw_syscall(SYS_lseek, number, 0, SEEK_CUR) : -1;
  descriptors_.push_back(kept);
  return true;
}

bool KernelState::take() {
  for (const Descriptor& kept : descriptors_) raw_syscall(SYS_close, kept.own);
  descriptors_.clear();
  for (int number = 0; number < kFirstOwnDescriptor; ++number) {
    if (raw_syscall(SYS_fcntl, number, F_GETFD) < 0) continue;
    if (descriptors_.size() == kMostDescriptors || !keep(number)) return false;
  }
  break_ = raw_syscall(SYS_brk, 0);
  mappings_ = read_memory_map();
  return !mappings_.empty();
}

bool KernelState::take_again() {
  const std::vector<Descriptor> before = descriptors_;
  const std::vector<Mapping> mapped_before = mappings_;
  if (!take()) return false;
  // The image has private memory only.
  for (const Mapping& mapping : mappings_)
    if (mapping.shared && mapping.writable && !contains(mapped_before, mapping)) return false;
  for (const Descriptor& kept : descriptors_) {
    const auto same = [&kept](const Descriptor& each) { return each.number == kept.number; };
    if (std::none_of(before.begin(), before.end(), same) && !can_be_rewound(kept.number)) return false;
  }
  return true;
}

// The explorer may fork an execution while the worker runs one: each must read the file from its own place.
bool KernelState::separate_offset(const Descriptor& kept) {
  if (!open_again(kept.number)) return false;
  raw_syscall(SYS_dup3, kept.number, kept.own, O_CLOEXEC);
  raw_syscall(SYS_dup3, kept.own, kept.number, kept.flags);
  return raw_syscall(SYS_lseek, kept.own, kept.offset, SEEK_SET) == kept.offset;
}

std::string KernelState::begin() {
  for (const Descriptor& kept : descriptors_)
    if (kept.offset >= 0 && !separate_offset(kept)) return "a file that it inherits cannot be opened again";
  statm_ = keep_out_of_the_way(
      static_cast<int>(raw_syscall(SYS_openat, AT_FDCWD, "/proc/self/statm", O_RDONLY | O_CLOEXEC)));
  descriptor_folder_ = keep_out_of_the_way(
      static_cast<int>(raw_syscall(SYS_openat, AT_FDCWD, "/proc/self/fd", O_PATH | O_DIRECTORY | O_CLOEXEC)));
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, nullptr, &mask_, kSignalSetSize);
  for (int signal = 1; signal < NSIG; ++signal) real().sigaction(signal, nullptr, &actions_[signal]);
  mapped_pages_ = mapped_pages();
  file_mask_ = static_cast<mode_t>(raw_syscall(SYS_umask, 0));
  raw_syscall(SYS_umask, file_mask_);
  for (unsigned which = 0; which < RLIM_NLIMITS; ++which)
    raw_syscall(SYS_prlimit64, 0, which, nullptr, &limits_[which]);
  folder_ = keep_out_of_the_way(
      static_cast<int>(raw_syscall(SYS_openat, AT_FDCWD, ".", O_PATH | O_DIRECTORY | O_CLOEXEC)));
  return statm_ >= 0 ? "" : "/proc/self/statm cannot be read";
}

// The first number of /proc/self/statm. What grows by itself does so in large steps, and then the mappings
// are looked at once.
std::uint64_t KernelState::mapped_pages() const {
  char text[64];
  const long size = raw_syscall(SYS_pread64, statm_, text, sizeof text, 0);
  std::uint64_t pages = 0;
  if (size > 0) std::from_chars(text, text + size, pages);
  return pages;
}

void KernelState::note_changes() {
  changed_actions_ = signals::known();
  mappings_changed_ = mappings_were_changed();
  changes_ = process_changes();
}

// What libc maps for itself is touched, so that only executions with page faults can have new mappings.
bool KernelState::restore(bool has_faulted) {
  if (!is_left_out("signals")) restore_signals();
  if (!is_left_out("descriptors")) restore_descriptors();
  if (!is_left_out("process") && !restore_process()) return false;
  if (!mappings_changed_ && !has_faulted) return true;
  if (raw_syscall(SYS_brk, 0) != break_ && !is_left_out("break")) raw_syscall(SYS_brk, break_);
  if (is_left_out("mappings")) return true;
  if (!mappings_changed_ && mapped_pages() == mapped_pages_) return true;
  const bool restored = restore_mappings();
  mapped_pages_ = mapped_pages();
  return restored;
}

void KernelState::restore_signals() const {
  for (int signal = 1; signal < NSIG; ++signal) {
    if ((changed_actions_ & signals::bit(signal)) == 0 || signals::is_fault(signal)) continue;
    real().sigaction(signal, &actions_[signal], nullptr);
  }
  // What came while it was blocked was meant for the execution that is over.
  std::uint64_t mask = 0, pending = 0;
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, nullptr, &mask, kSignalSetSize);
  if (mask == 0 && mask_ == 0) return;
  raw_syscall(SYS_rt_sigpending, &pending, kSignalSetSize);
  for (const timespec now{}; pending != 0;)
    if (raw_syscall(SYS_rt_sigtimedwait, &pending, nullptr, &now, kSignalSetSize) <= 0) break;
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask_, nullptr, kSignalSetSize);
}

// A hard limit that was lowered stays so for a process without privileges.
bool KernelState::restore_process() const {
  if (changes_.file_mask) raw_syscall(SYS_umask, file_mask_);
  if (changes_.folder && (folder_ < 0 || raw_syscall(SYS_fchdir, folder_) != 0)) return false;
  if (!changes_.limits) return true;
  for (unsigned which = 0; which < RLIM_NLIMITS; ++which)
    if (raw_syscall(SYS_prlimit64, 0, which, &limits_[which], nullptr) != 0) return false;
  return true;
}

void KernelState::close_others() const {
  unsigned next = 0;
  for (const Descriptor& kept : descriptors_) {
    const auto number = static_cast<unsigned>(kept.number);
    if (number > next) raw_syscall(SYS_close_range, next, number - 1, 0);
    next = number + 1;
  }
  raw_syscall(SYS_close_range, next, kFirstOwnDescriptor - 1, 0);
  raw_syscall(SYS_close_range, kEndOfOwnDescriptors, ~0u, 0);
}

// Linux 6.2 and later tell it as a size; before that, and where /proc is not there: 0.
long KernelState::open_descriptors() const {
  struct stat status{};
  return raw_syscall(SYS_newfstatat, descriptor_folder_, "", &status, AT_EMPTY_PATH) == 0 ? status.st_size
                                                                                          : 0;
}

void KernelState::replace_descriptors() const {
  for (const Descriptor& kept : descriptors_) {
    raw_syscall(SYS_dup3, kept.own, kept.number, kept.flags);
    if (raw_syscall(SYS_fcntl, kept.own, F_GETFL) != kept.status_flags)
      raw_syscall(SYS_fcntl, kept.own, F_SETFL, kept.status_flags);
  }
}

// Once all that are kept are there, as many descriptors as ever are the same ones. Closing a range takes far
// longer: the kernel looks at each number.
void KernelState::restore_descriptors() {
  const bool are_as_many = usual_descriptors_ != 0 && open_descriptors() == usual_descriptors_;
  trusted_ = are_as_many && !changes_.descriptors && trusted_ < kMostTrusted ? trusted_ + 1 : 0;
  if (trusted_ == 0) replace_descriptors();
  for (const Descriptor& kept : descriptors_)
    if (kept.offset >= 0 && !is_left_out("offsets")) raw_syscall(SYS_lseek, kept.own, kept.offset, SEEK_SET);
  if (usual_descriptors_ != 0 && (trusted_ != 0 || open_descriptors() == usual_descriptors_)) return;
  close_others();
  usual_descriptors_ = open_descriptors();
}

// New mappings are removed; one that is gone or was changed does not come back.
bool KernelState::restore_mappings() const {
  const std::vector<Mapping> now = read_memory_map();
  bool complete = !now.empty();
  for (const Mapping& mapping : mappings_) {
    if (grows(mapping)) continue;
    for_each_piece(mapping.start, mapping.end, now, [&](std::uint64_t, std::uint64_t, const Mapping* there) {
      complete = complete && there != nullptr && same_kind(*there, mapping);
    });
  }
  for (const Mapping& mapping : now) {
    if (grows(mapping)) continue;
    for_each_piece(mapping.start, mapping.end, mappings_,
                   [&](std::uint64_t start, std::uint64_t end, const Mapping* before) {
                     if (before == nullptr) raw_syscall(SYS_munmap, start, end - start);
                   });
  }
  return complete;
}

}  // namespace heddle::runtime
