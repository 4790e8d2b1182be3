#include "runtime/isolation/image.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/rseq.h>
#include <algorithm>
#include <cstring>

#include "runtime/arch/context.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/carrier/process_thread.h"
#include "runtime/carrier/processors.h"
#include "runtime/isolation/left_out.h"
#include "runtime/isolation/own_descriptors.h"
#include "runtime/isolation/setup.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/shadow.h"
#include "runtime/system/memory_map.h"

namespace heddle::runtime {

namespace {

// Bits of an entry of /proc/self/pagemap.
constexpr std::uint64_t kPresent = 1ull << 63;
constexpr std::uint64_t kSwapped = 1ull << 62;
constexpr std::uint64_t kExclusive = 1ull << 56;  // nobody else has the page mapped

// To look for pages in vain takes as long as many looks at the count.
constexpr unsigned kQuietForLong = 256;

long open_page_map() {
  return raw_syscall(SYS_openat, AT_FDCWD, "/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
}

std::uint64_t page_faults() {
  rusage usage{};
  raw_syscall(SYS_getrusage, RUSAGE_THREAD, &usage);
  return static_cast<std::uint64_t>(usage.ru_minflt) + static_cast<std::uint64_t>(usage.ru_majflt);
}

std::uint64_t cells_of(std::uint64_t piece) {
  return reinterpret_cast<std::uint64_t>(shadow::cell(piece));
}

}  // namespace

std::uint64_t Image::Region::used_end() const {
  if (extent == nullptr) return end;
  const std::uint64_t used = (extent() + kPage - 1) & ~(kPage - 1);
  return used < end ? used : end;
}

void Image::add_region(std::uint64_t start, std::uint64_t end, bool of_file, std::uint64_t (*extent)()) {
  if (start >= end) return;
  regions_.push_back({start, end, page_count_, of_file, extent, start});
  page_count_ += (end - start) / kPage;
}

// All private memory that can be written to, except for what is ours and lasts. Heap and execution memory
// grow: they are regions for as far as they can.
void Image::find_regions(const void* own_stack) {
  regions_.clear();
  page_count_ = 0;
  const auto chunks = reinterpret_cast<std::uint64_t>(shadow::chunks);
  const MemoryRange heap_range{heap::kBase, heap::kBase + heap::kSize};
  const MemoryRange not_here[] = {
      kLastingMemory, kExecutionMemory, heap_range, {chunks, chunks + sizeof shadow::chunks}};
  for (const Mapping& mapping : read_memory_map()) {
    if (!mapping.writable || mapping.shared || mapping.special) continue;
    if (reinterpret_cast<std::uint64_t>(own_stack) - mapping.start < mapping.end - mapping.start) continue;
    std::uint64_t start = mapping.start;
    std::uint64_t end = mapping.end;
    for (const MemoryRange& range : not_here) {
      if (end <= range.start || start >= range.end) continue;
      if (start < range.start) add_region(start, range.start, mapping.of_file);
      start = range.end < end ? range.end : end;
    }
    add_region(start, end, mapping.of_file);
  }
  add_shadow_regions();
  add_region(heap_range.start, heap_range.end, false, heap::end);
  add_region(kExecutionMemory.start, kExecutionMemory.end, false, execution_memory_end);
}

// The cells of what was touched up to now. Those that are touched later are full of zeros in the image.
void Image::add_shadow_regions() {
  pieces_before_ = shadow::touched().size();
  std::vector<std::uint64_t> cells;
  for (std::uint64_t piece : shadow::touched()) cells.push_back(cells_of(piece));
  std::sort(cells.begin(), cells.end());
  for (std::size_t i = 0, k; i < cells.size(); i = k) {
    for (k = i + 1; k < cells.size() && cells[k] == cells[k - 1] + kPage;) ++k;
    add_region(cells[i], cells[k - 1] + kPage, false);
  }
}

template <typename Visit>
bool Image::for_each_page(const Region& region, Visit visit) const {
  std::uint64_t entries[1024];
  const std::uint64_t end = region.used_end();
  std::uint64_t page = region.first_page;
  for (std::uint64_t address = region.start; address < end;) {
    const std::uint64_t left = (end - address) / kPage;
    const std::uint64_t count = left < 1024 ? left : 1024;
    if (raw_syscall(SYS_pread64, page_map_, entries, count * 8, address / kPage * 8) !=
        static_cast<long>(count * 8))
      return false;
    for (std::uint64_t i = 0; i < count; ++i, address += kPage, ++page) visit(address, page, entries[i]);
  }
  return true;
}

void Image::copy_page(std::uint64_t address, std::uint32_t& source) {
  source = ++copies_;
  std::memcpy(store_ + std::uint64_t{source - 1} * kPage, reinterpret_cast<const void*>(address), kPage);
}

void Image::give_memory_back() {
  if (store_ != nullptr) munmap(store_, store_size_);
  if (sources_ != nullptr) munmap(sources_, page_count_ * sizeof *sources_);
  if (dirty_ != nullptr) munmap(dirty_, page_count_);
  store_ = nullptr;
  sources_ = nullptr;
  dirty_ = nullptr;
  copies_ = 0;
  pieces_.clear();
  runs_.clear();
}

Image::~Image() {
  give_memory_back();
  if (page_map_ >= 0) raw_syscall(SYS_close, page_map_);
}

std::string Image::take(const void* own_stack) {
  give_memory_back();
  find_regions(own_stack);
  page_map_ = static_cast<int>(open_page_map());
  if (page_map_ < 0) return "/proc/self/pagemap cannot be read";
  std::uint64_t pages = 0;
  bool readable = true;
  const auto counts = [](const Region& region, std::uint64_t entry) {
    return region.of_file || (entry & (kPresent | kSwapped)) != 0;
  };
  for (const Region& region : regions_)
    readable = for_each_page(region, [&](std::uint64_t, std::uint64_t,
                                         std::uint64_t entry) { pages += counts(region, entry); }) &&
               readable;
  store_size_ = (pages + 64) * kPage;
  store_ = static_cast<char*>(reserve_memory(store_size_));
  sources_ = static_cast<std::uint32_t*>(reserve_memory(page_count_ * sizeof *sources_));
  dirty_ = static_cast<std::uint8_t*>(reserve_memory(page_count_));
  if (store_ == nullptr || sources_ == nullptr || dirty_ == nullptr)
    return "there is no address space for the copy of its memory";
  for (const Region& region : regions_) {
    readable = for_each_page(region,
                             [&](std::uint64_t address, std::uint64_t page, std::uint64_t entry) {
                               if (counts(region, entry)) copy_page(address, sources_[page]);
                             }) &&
               readable;
  }
  raw_syscall(SYS_close, page_map_);
  page_map_ = -1;
  return readable ? "" : "/proc/self/pagemap cannot be read";
}

std::string Image::begin() {
  page_map_ = keep_out_of_the_way(static_cast<int>(open_page_map()));
  if (page_map_ < 0) return "/proc/self/pagemap cannot be read";
  // An emulator may answer with somebody else's pages.
  auto* probe = static_cast<volatile char*>(reserve_memory(kPage));
  if (probe == nullptr) return "there is no address space";
  const auto entry_of_probe = [&] {
    std::uint64_t entry = 0;
    raw_syscall(SYS_pread64, page_map_, &entry, sizeof entry,
                reinterpret_cast<std::uint64_t>(probe) / kPage * 8);
    return entry;
  };
  const std::uint64_t before = entry_of_probe();
  const std::uint64_t faults = page_faults();
  *probe = 1;
  const std::uint64_t after = entry_of_probe();
  if ((before & kPresent) != 0 || (after & kPresent) == 0 || (after & kExclusive) == 0 ||
      page_faults() == faults)
    return "the system does not tell which pages were written to";
  keep(own_thread_id(), sizeof(std::uint32_t));
  if (processors::kernel_writes()) keep(thread_pointer() + __rseq_offset, sizeof(Kept::bytes));
  put_all_back();
  return {};
}

// What the explorer has done since the image was taken is none of the program's business.
void Image::put_all_back() {
  save_kept();
  for (const Region& region : regions_) {
    for_each_page(region, [&](std::uint64_t address, std::uint64_t page, std::uint64_t entry) {
      const char* source = source_of(page);
      const bool is_clean = source == nullptr && (entry & (kPresent | kSwapped)) == 0;
      if (!is_clean && difference_in(address, source) != 0)
        put_back({reinterpret_cast<char*>(address), source, kPage});
    });
  }
  put_kept_back();
}

void Image::keep(void* start, std::size_t size) {
  if (size <= sizeof(Kept::bytes)) kept_.push_back({start, size, {}});
}

void Image::save_kept() {
  for (Kept& kept : kept_) std::memcpy(kept.bytes, kept.start, kept.size);
}

void Image::put_kept_back() const {
  for (const Kept& kept : kept_) std::memcpy(kept.start, kept.bytes, kept.size);
}

void Image::leave_out(const MemoryRange& range, Run& run) {
  const auto start = reinterpret_cast<std::uint64_t>(run.target);
  if (run.source != nullptr || start >= range.end || start + run.size <= range.start) return;
  run.size = start < range.start ? range.start - start : 0;
}

void Image::put_back(const Run& run) {
  if (run.source != nullptr)
    std::memcpy(run.target, run.source, run.size);
  else
    std::memset(run.target, 0, run.size);
}

void Image::before_execution() {
  if (quiet_ >= kQuietForLong) {
    faults_before_ = faults_after_;
    return;
  }
  faults_before_ = page_faults();
  quiet_ = faults_before_ == faults_after_ ? quiet_ + 1 : 0;
}

void Image::restore() {
  faults_after_ = page_faults();
  has_faulted_ = faults_after_ != faults_before_;
  if (has_faulted_ && quiet_ >= kQuietForLong) quiet_ = 0;  // by whomever
  save_kept();
  note_pieces();
  if (has_faulted_) {
    look_for_dirty_pages();
    rebuild_runs();
  }
  // What lies behind the end of memory that grows was cleared after the execution that needed more of it.
  const MemoryRange unused[] = {{heap::end(), heap::kBase + heap::kSize},
                                {execution_memory_end(), kExecutionMemory.end}};
  for (Run run : runs_) {
    for (const MemoryRange& range : unused) leave_out(range, run);
    put_back(run);
  }
  put_kept_back();
  if (!is_left_out("shadow")) shadow::clear_since(pieces_before_);
}

void Image::look_for_dirty_pages() {
  for (Region& region : regions_) {
    const std::uint64_t used = region.used_end();
    if (used > region.seen_end) region.seen_end = used;
    for_each_page(region, [&](std::uint64_t, std::uint64_t page, std::uint64_t entry) {
      if ((entry & kSwapped) != 0 || ((entry & kPresent) != 0 && (entry & kExclusive) != 0)) dirty_[page] = 1;
    });
  }
}

// Whoever writes to a cell says so first; what was clean when the image was taken was full of zeros. These
// are the pieces of the last execution, not of all: it may have had memory where no other one has any.
void Image::note_pieces() {
  const std::vector<std::uint64_t>& touched = shadow::touched();
  pieces_.clear();
  for (std::size_t i = pieces_before_; i < touched.size(); ++i) pieces_.push_back(cells_of(touched[i]));
}

const char* Image::source_of(std::uint64_t page) const {
  return sources_[page] == 0 ? nullptr : store_ + std::uint64_t{sources_[page] - 1} * kPage;
}

void Image::add_to_runs(std::uint64_t address, const char* source) {
  auto* target = reinterpret_cast<char*>(address);
  if (!runs_.empty()) {
    Run& last = runs_.back();
    const bool sources_meet = source == nullptr ? last.source == nullptr : last.source + last.size == source;
    if (last.target + last.size == target && sources_meet) {
      last.size += kPage;
      return;
    }
  }
  runs_.push_back({target, source, kPage});
}

void Image::rebuild_runs() {
  runs_.clear();
  for (const Region& region : regions_) {
    if (is_left_out(region.start)) continue;
    for (std::uint64_t address = region.start, page = region.first_page; address < region.seen_end;
         address += kPage, ++page)
      if (dirty_[page] != 0) add_to_runs(address, source_of(page));
  }
}

bool Image::is_kept(std::uint64_t address) const {
  for (const Kept& kept : kept_)
    if (address - reinterpret_cast<std::uint64_t>(kept.start) < kept.size) return true;
  return false;
}

std::uint64_t Image::difference_in(std::uint64_t address, const char* source) const {
  const auto* now = reinterpret_cast<const char*>(address);
  if (source != nullptr && std::memcmp(now, source, kPage) == 0) return 0;
  for (std::uint64_t i = 0; i < kPage; ++i)
    if (now[i] != (source != nullptr ? source[i] : '\0') && !is_kept(address + i)) return address + i;
  return 0;
}

std::uint64_t Image::first_difference() const {
  std::uint64_t difference = 0;
  for (const Region& region : regions_) {
    for_each_page(region, [&](std::uint64_t address, std::uint64_t page, std::uint64_t entry) {
      if (difference != 0 || (sources_[page] == 0 && (entry & (kPresent | kSwapped)) == 0)) return;
      difference = difference_in(address, source_of(page));
    });
  }
  for (std::uint64_t cells : pieces_)
    if (difference == 0) difference = difference_in(cells, nullptr);
  return difference;
}

}  // namespace heddle::runtime
