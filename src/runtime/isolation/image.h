// Everything that the program can write to, as it was at one moment, and the way back to it.
//
// *Learned restore*: the worker is forked from a process that keeps the image, so all its pages are shared
// until they are written to. When an execution took page faults, /proc/self/pagemap tells which pages are now
// the worker's own; each of them is copied back after this and every later execution. Soon there are no more
// faults and nothing to look for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/memory/arena.h"

namespace heddle::runtime {

class Image {
 public:
  Image() = default;
  ~Image();
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  // Takes the image of the memory as it is now. Whoever calls it must run on a stack of lasting memory, or
  // name an address in its own, which is left out then. The answer is empty, or says what is wrong.
  std::string take(const void* own_stack = nullptr);

  // In the worker, before its first execution. Empty, or why memory cannot be restored in this process.
  std::string begin();

  // Right before and right after an execution; nothing else may touch the program's memory in between.
  void before_execution();
  void restore();
  // In the last execution: memory was touched that no other one had touched, mapped perhaps by that
  // execution.
  bool has_faulted() const { return has_faulted_; }

  // The first byte of the program's memory that is not as it was, or 0.
  std::uint64_t first_difference() const;

 private:
  static constexpr std::uint64_t kPage = 4096;

  // Pages are numbered through all regions.
  struct Region {
    std::uint64_t start;
    std::uint64_t end;
    std::uint64_t first_page;
    bool of_file;
    std::uint64_t (*extent)();  // how far it is in use, or null: all of it
    std::uint64_t seen_end;     // how far it was ever looked at
    std::uint64_t used_end() const;
  };
  struct Run {
    char* target;
    const char* source;  // null: zeros
    std::size_t size;
  };
  // Bytes that belong to the process and not to the program: they are left as they are.
  struct Kept {
    void* start;
    std::size_t size;
    char bytes[32];
  };
  void find_regions(const void* own_stack);
  void add_shadow_regions();
  void add_region(std::uint64_t start, std::uint64_t end, bool of_file, std::uint64_t (*extent)() = nullptr);
  void give_memory_back();
  template <typename Visit>
  bool for_each_page(const Region& region, Visit visit) const;  // false: /proc cannot be read
  void copy_page(std::uint64_t address, std::uint32_t& source);
  void keep(void* start, std::size_t size);
  void save_kept();
  void put_kept_back() const;
  static void leave_out(const MemoryRange& range, Run& run);
  static void put_back(const Run& run);
  void put_all_back();
  void look_for_dirty_pages();
  void note_pieces();
  void rebuild_runs();
  void add_to_runs(std::uint64_t address, const char* source);
  const char* source_of(std::uint64_t page) const;
  bool is_kept(std::uint64_t address) const;
  std::uint64_t difference_in(std::uint64_t address, const char* source) const;

  std::vector<Region> regions_;
  std::uint64_t page_count_ = 0;
  std::uint32_t* sources_ = nullptr;  // by page: 0 for zeros, else the number of its copy
  std::uint8_t* dirty_ = nullptr;     // by page: was ever written to
  char* store_ = nullptr;             // copy 1 comes first
  std::uint64_t store_size_ = 0;
  std::uint32_t copies_ = 0;
  std::size_t pieces_before_ = 0;      // of shadow cells: they are regions
  std::vector<std::uint64_t> pieces_;  // the pages of those that the last execution touched
  std::vector<Run> runs_;
  std::vector<Kept> kept_;
  int page_map_ = -1;
  // The count of page faults is looked at before and after an execution. Where it has not changed between
  // executions for long, once is enough.
  std::uint64_t faults_before_ = 0;
  std::uint64_t faults_after_ = 0;
  unsigned quiet_ = 0;  // so many times in a row it had not
  bool has_faulted_ = false;
};

}  // namespace heddle::runtime
