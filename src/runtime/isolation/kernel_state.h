// What the kernel knows of the process and the program can change, as it was at one moment, and the way back:
// descriptors and their offsets, mappings, the break, signal actions and the mask, the folder, limits, and
// the mask of files' modes.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>
#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/services/irreversible.h"
#include "runtime/system/memory_map.h"

namespace heddle::runtime {

class KernelState {
 public:
  // In the process that keeps the image; what it opens stays open for its children. False when there are more
  // descriptors than can be kept.
  bool take();
  // The same after the program has run for a while. False also when it has opened what has a state of its
  // own, such as a pipe, or mapped memory that it shares.
  bool take_again();
  // In the worker. Empty, or why its state cannot be restored.
  std::string begin();
  // What the execution left to be looked at, before its memory is restored.
  void note_changes();
  // False when something cannot be put back: the process must not go on. has_faulted: memory was touched that
  // may have been mapped by the execution.
  [[nodiscard]] bool restore(bool has_faulted);

 private:
  struct Descriptor {
    int number;
    int own;           // a copy of ours
    int flags;         // of the descriptor
    int status_flags;  // of the open file
    long offset;       // negative: it has none
  };

  bool keep(int descriptor);
  static bool separate_offset(const Descriptor& kept);
  void close_others() const;
  void replace_descriptors() const;
  long open_descriptors() const;
  void restore_descriptors();
  void restore_signals() const;
  [[nodiscard]] bool restore_process() const;
  [[nodiscard]] bool restore_mappings() const;
  std::uint64_t mapped_pages() const;

  std::vector<Descriptor> descriptors_;
  std::vector<Mapping> mappings_;
  long break_ = 0;
  int statm_ = -1;
  int descriptor_folder_ = -1;
  long usual_descriptors_ = 0;  // how many are open where there are no others
  unsigned trusted_ = 0;        // executions in a row that are not known to have changed one
  std::uint64_t mapped_pages_ = 0;
  std::uint64_t mask_ = 0;
  struct sigaction actions_[NSIG] = {};
  int folder_ = -1;
  mode_t file_mask_ = 0;
  rlimit64 limits_[RLIM_NLIMITS] = {};
  // Of the last execution.
  std::uint64_t changed_actions_ = 0;
  ProcessChanges changes_;
  bool mappings_changed_ = false;
};

}  // namespace heddle::runtime
