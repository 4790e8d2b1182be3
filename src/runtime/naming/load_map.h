// What is loaded where: modules, code addresses as site ids, and which code belongs to the standard library.
#pragma once

#include <cstdint>
#include <vector>

#include "event/modules.h"
#include "runtime/system/static_block_offsets.h"

struct dl_phdr_info;

namespace heddle::runtime {

// The thread-local block of a module, relative to the thread pointer.
struct ThreadLocalBlock {
  std::uint32_t module = 0;
  std::int64_t offset = 0;
  std::uint64_t image = 0;  // initial contents
  std::uint64_t image_size = 0;
  std::uint64_t size = 0;
  bool reset_on_reuse = false;  // not libc's own
};

// The thread-local block of a module that came by dlopen: made at a thread's first use, and found through the
// thread's vector of blocks.
struct DynamicThreadLocalBlock {
  std::size_t number = 0;  // glibc's, of the module
};

// What is known of a code address: what the functions of LoadMap say that have these names.
struct CodeFacts {
  std::uint64_t pc = ~std::uint64_t{0};
  SiteId site = kNoSite;
  bool is_loaded : 1 = false;  // it lies in a module
  bool is_users_module : 1 = false;
  bool is_library_code : 1 = false;
  bool is_instrumented : 1 = false;
  bool calls_for_the_user : 1 = false;
  bool is_system_code : 1 = false;
  bool is_of_cxx_library : 1 = false;  // libstdc++ as a library, which begins threads for std::thread
};
// Few pages: a forked child copies those that it writes to.
static_assert(sizeof(CodeFacts) == 16);

class LoadMap {
 public:
  // Reads the modules that are loaded now, before the program starts.
  void read();
  // Looks again after dlopen or dlclose; cheap when nothing has changed. A module keeps its place in the
  // table when it is unloaded, and gets it back when it is loaded again, whatever the order. True when
  // something has changed.
  bool refresh();
  // A module that another execution met: it gets its sites, but it is not loaded.
  void learn(Module module);

  const ModuleTable& table() const { return table_; }
  const std::vector<ThreadLocalBlock>& thread_local_blocks() const { return thread_local_blocks_; }
  const std::vector<DynamicThreadLocalBlock>& dynamic_thread_local_blocks() const { return dynamic_blocks_; }
  bool has_thread_locals_of_loaded_libraries() const {
    return !dynamic_blocks_.empty() || thread_local_blocks_.size() != initial_blocks_;
  }
  // No library but the compiler's and libc's own: nothing of the user's runs when libraries are unloaded.
  bool only_system_libraries() const { return only_system_libraries_; }
  // Of those that are loaded, or were in another execution.
  bool has_opaque_modules() const { return has_opaque_modules_; }

  SiteId site_of(std::uint64_t pc) const {
    const std::uint64_t offset = pc - executable_start_;
    return offset < executable_size_ ? static_cast<SiteId>(offset) : site_elsewhere(pc);
  }

  // The index of the module that an address lies in, or -1.
  int module_at(std::uint64_t address) const;

  // The program itself, and every library that was built with instrumentation.
  bool is_users_module(std::uint64_t pc) const;
  // Code that a user did not write: other modules, and functions of std::.
  bool is_library_code(SiteId site) const;
  // A function of the user's that hands memory on (event/allocator_name.h).
  bool is_allocator(SiteId site) const { return lies_in(allocators_, site); }
  bool is_instrumented(std::uint64_t pc) const;
  // Calls of mem* and str* from there touch the user's memory for him: instrumented code, and the C++
  // library's.
  bool calls_for_the_user(std::uint64_t pc) const {
    for (const AddressRange& range : calling_for_the_user_)
      if (pc - range.start < range.size) return true;
    return false;
  }
  // libc's, the compiler's libraries' and Heddle's own.
  bool is_system_code(std::uint64_t pc) const {
    for (const AddressRange& range : system_code_)
      if (pc - range.start < range.size) return true;
    return false;
  }
  // All of that. Programs call from few places.
  const CodeFacts& facts_of(std::uint64_t pc) const {
    CodeFacts& entry = facts_[(pc * 0x9e3779b97f4a7c15ull) >> (64 - kFactsBits)];
    if (entry.pc != pc) [[unlikely]]
      find_facts(pc, entry);
    return entry;
  }
  bool program_is_instrumented() const { return table_.modules.front().instrumented; }

 private:
  struct AddressRange {
    std::uint64_t start;
    std::uint64_t size;
  };
  struct CodeRange {
    SiteId start;
    SiteId end;
  };

  struct Seen;
  // An entry of the dynamic linker's list.
  struct Linked {
    const void* entry;
    std::uint64_t bias;
    const void* dynamic;
  };
  static constexpr unsigned kFactsBits = 9;

  static int visit(struct dl_phdr_info* info, std::size_t size, void* seen);
  bool is_list_the_same() const;
  void note_list();
  void append(Module module);
  void draw_conclusions();
  static bool lies_in(const std::vector<CodeRange>& ranges, SiteId site);
  SiteId site_elsewhere(std::uint64_t pc) const;
  void read_symbols(Module& module);
  void find_callers_for_the_user();
  [[gnu::noinline]] void find_facts(std::uint64_t pc, CodeFacts& facts) const;

  ModuleTable table_;
  mutable CodeFacts facts_[1u << kFactsBits];  // by a hash of the pc; void when the table changes
  std::vector<CodeRange> library_code_;        // sorted, within instrumented modules
  std::vector<CodeRange> allocators_;          // the same
  std::vector<AddressRange> calling_for_the_user_;
  std::vector<AddressRange> system_code_;
  std::vector<ThreadLocalBlock> thread_local_blocks_;
  std::vector<DynamicThreadLocalBlock> dynamic_blocks_;
  StaticBlockOffsets static_offsets_;
  std::size_t initial_modules_ = 0;
  std::size_t initial_blocks_ = 0;
  unsigned long long loads_ = 0, unloads_ = 0;  // as the dynamic linker counts them
  std::vector<Linked> linked_;                  // its list of them
  bool only_system_libraries_ = false;
  bool has_opaque_modules_ = false;
  std::uint64_t executable_start_ = 0;
  std::uint64_t executable_size_ = 0;
};

// Made by set_up_runtime(), before anything can be under control.
[[gnu::visibility("hidden")]] extern LoadMap* the_load_map;
inline LoadMap& load_map() {
  return *the_load_map;
}

}  // namespace heddle::runtime
