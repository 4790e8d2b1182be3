#include "runtime/naming/load_map.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <string_view>

#include "event/allocator_name.h"
#include "runtime/arch/context.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/state/hot.h"
#include "runtime/state/recording.h"

namespace heddle::runtime {

LoadMap* the_load_map = nullptr;

namespace {

// A file mapped for reading; empty when it cannot be.
class MappedFile {
 public:
  explicit MappedFile(const char* path) {
    const long descriptor = raw_syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    struct stat status{};
    if (fstat(static_cast<int>(descriptor), &status) == 0 && status.st_size > 0) {
      void* memory = mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE,
                          static_cast<int>(descriptor), 0);
      if (memory != MAP_FAILED) {
        start_ = static_cast<const char*>(memory);
        size_ = static_cast<std::size_t>(status.st_size);
      }
    }
    raw_syscall(SYS_close, descriptor);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() {
    if (start_ != nullptr) munmap(const_cast<char*>(start_), size_);
  }

  template <typename T>
  const T* at(std::uint64_t offset, std::uint64_t count = 1) const {
    if (start_ == nullptr || offset > size_ || count > (size_ - offset) / sizeof(T)) return nullptr;
    return reinterpret_cast<const T*>(start_ + offset);
  }
  std::size_t size() const { return size_; }

 private:
  const char* start_ = nullptr;
  std::size_t size_ = 0;
};

// Calls visit(name, symbol) for every symbol of the tables of the given section type.
template <typename Visit>
void for_each_symbol(const MappedFile& file, std::uint32_t section_type, Visit visit) {
  const auto* header = file.at<ElfW(Ehdr)>(0);
  if (header == nullptr || header->e_shentsize != sizeof(ElfW(Shdr))) return;
  const auto* sections = file.at<ElfW(Shdr)>(header->e_shoff, header->e_shnum);
  if (sections == nullptr) return;
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const ElfW(Shdr)& section = sections[i];
    if (section.sh_type != section_type || section.sh_link >= header->e_shnum) continue;
    const std::uint64_t count = section.sh_size / sizeof(ElfW(Sym));
    const auto* symbols = file.at<ElfW(Sym)>(section.sh_offset, count);
    const ElfW(Shdr)& strings = sections[section.sh_link];
    const char* text = file.at<char>(strings.sh_offset, strings.sh_size);
    if (symbols == nullptr || text == nullptr) continue;
    for (std::uint64_t k = 0; k < count; ++k)
      if (symbols[k].st_name < strings.sh_size)
        visit(std::string_view(text + symbols[k].st_name), symbols[k]);
  }
}

bool is_library_function(std::string_view mangled) {
  static constexpr std::string_view kPrefixes[] = {
      "_ZNSt",          "_ZNKSt",          "_ZSt",  "_ZZNSt",    "_ZZNKSt", "_ZN9__gnu_cxx",
      "_ZNK9__gnu_cxx", "_ZN10__cxxabiv1", "_ZThn", "__gthread_"};
  for (std::string_view prefix : kPrefixes)
    if (mangled.starts_with(prefix)) return true;
  // Internal linkage: _ZL<length>__gthread_...
  return mangled.starts_with("_ZL") && mangled.find("__gthread_") != std::string_view::npos;
}

std::string hexadecimal(const unsigned char* bytes, std::size_t count) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 15];
  }
  return text;
}

std::string read_build_id(const dl_phdr_info& info) {
  for (unsigned i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info.dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const auto* note = reinterpret_cast<const char*>(info.dlpi_addr + segment.p_vaddr);
    const char* end = note + segment.p_memsz;
    while (note + sizeof(ElfW(Nhdr)) <= end) {
      const auto* header = reinterpret_cast<const ElfW(Nhdr)*>(note);
      const char* name = note + sizeof *header;
      const char* content = name + ((header->n_namesz + 3) & ~3u);
      if (header->n_type == NT_GNU_BUILD_ID && std::string_view(name, 3) == "GNU")
        return hexadecimal(reinterpret_cast<const unsigned char*>(content), header->n_descsz);
      note = content + ((header->n_descsz + 3) & ~3u);
    }
  }
  return {};
}

std::string executable_path() {
  char buffer[4096];
  const long length = raw_syscall(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", buffer, sizeof buffer);
  return length > 0 ? std::string(buffer, static_cast<std::size_t>(length)) : std::string();
}

// libc's thread-local data describes the kernel thread and must survive a reuse of the context.
bool belongs_to_libc(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name.starts_with("libc.so") || name.starts_with("ld-linux") || name.starts_with("libheddle");
}

bool is_cxx_library(std::string_view path) {
  return path.substr(path.rfind('/') + 1).starts_with("libstdc++.so");
}

Module describe(const dl_phdr_info& info, bool is_program) {
  std::uint64_t low = ~0ull, high = 0;
  for (unsigned i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info.dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    low = std::min<std::uint64_t>(low, info.dlpi_addr + segment.p_vaddr);
    high = std::max<std::uint64_t>(high, info.dlpi_addr + segment.p_vaddr + segment.p_memsz);
  }
  Module module;
  if (low >= high) return module;
  module.path = is_program ? executable_path() : std::string(info.dlpi_name);
  module.build_id = read_build_id(info);
  module.bias = info.dlpi_addr;
  module.start = low & ~4095ull;
  module.size = ((high + 4095) & ~4095ull) - module.start;
  return module;
}

const ElfW(Phdr) * thread_local_segment(const dl_phdr_info& info) {
  for (unsigned i = 0; i < info.dlpi_phnum; ++i)
    if (info.dlpi_phdr[i].p_type == PT_TLS) return &info.dlpi_phdr[i];
  return nullptr;
}

bool is_same(const Module& known, const Module& found) {
  return known.path == found.path && known.size == found.size &&
         known.start - known.bias == found.start - found.bias;
}

}  // namespace

// What one walk over the loaded modules has met.
struct LoadMap::Seen {
  LoadMap& map;
  bool at_start;
  bool is_first = true;
  std::vector<bool> loaded;  // by index in the table
};

int LoadMap::visit(dl_phdr_info* info, std::size_t, void* argument) {
  auto& seen = *static_cast<Seen*>(argument);
  LoadMap& map = seen.map;
  std::vector<Module>& modules = map.table_.modules;
  Module module = describe(*info, seen.is_first);
  seen.is_first = false;
  map.loads_ = info->dlpi_adds;
  map.unloads_ = info->dlpi_subs;
  if (module.size == 0) return 0;
  const auto known =
      std::find_if(modules.begin(), modules.end(), [&](const Module& m) { return is_same(m, module); });
  const auto index = static_cast<std::size_t>(known - modules.begin());
  if (known != modules.end())
    known->move_to(module.start);
  else
    map.append(std::move(module));
  seen.loaded.resize(modules.size());
  seen.loaded[index] = true;
  const ElfW(Phdr)* segment = thread_local_segment(*info);
  if (segment == nullptr) return 0;
  const std::uint64_t image = info->dlpi_addr + segment->p_vaddr;
  const auto add_block = [&](std::int64_t offset) {
    map.thread_local_blocks_.push_back({static_cast<std::uint32_t>(index), offset, image, segment->p_filesz,
                                        segment->p_memsz, !belongs_to_libc(modules[index].path)});
  };
  if (seen.at_start) {
    if (info->dlpi_tls_data == nullptr) return 0;
    add_block(static_cast<char*>(info->dlpi_tls_data) - thread_pointer());
    map.static_offsets_.learn(*info, *segment, map.thread_local_blocks_.back().offset);
  } else if (index >= map.initial_modules_) {
    // glibc may have put it beside the blocks of the modules that were there from the start.
    if (const std::int64_t offset = map.static_offsets_.of(*info, *segment); offset != 0)
      add_block(offset);
    else
      map.dynamic_blocks_.push_back({info->dlpi_tls_modid});
  }
  return 0;
}

void LoadMap::append(Module module) {
  if (!table_.modules.empty()) {
    const Module& last = table_.modules.back();
    module.first = static_cast<SiteId>(last.first + last.size);
  }
  table_.modules.push_back(std::move(module));
  read_symbols(table_.modules.back());
}

void LoadMap::learn(Module module) {
  const std::vector<Module>& modules = table_.modules;
  if (std::any_of(modules.begin(), modules.end(),
                  [&](const Module& known) { return is_same(known, module); }))
    return;
  module.move_to(0);
  append(std::move(module));
  draw_conclusions();
}

void LoadMap::read() {
  table_.modules.clear();
  thread_local_blocks_.clear();
  dynamic_blocks_.clear();
  library_code_.clear();
  allocators_.clear();
  Seen seen{*this, true, true, {}};
  note_list();
  dl_iterate_phdr(visit, &seen);
  initial_modules_ = table_.modules.size();
  initial_blocks_ = thread_local_blocks_.size();
  if (!table_.modules.empty()) {
    executable_start_ = table_.modules[0].start;
    executable_size_ = table_.modules[0].size;
  }
  draw_conclusions();
}

// The dynamic linker's list, without its locks and its code.
bool LoadMap::is_list_the_same() const {
  std::size_t count = 0;
  for (const link_map* each = _r_debug.r_map; each != nullptr; each = each->l_next, ++count) {
    if (count == linked_.size()) return false;
    const Linked& known = linked_[count];
    if (known.entry != each || known.bias != each->l_addr || known.dynamic != each->l_ld) return false;
  }
  return count == linked_.size() && count != 0;
}

void LoadMap::note_list() {
  linked_.clear();
  for (const link_map* each = _r_debug.r_map; each != nullptr; each = each->l_next)
    linked_.push_back({each, each->l_addr, each->l_ld});
}

bool LoadMap::refresh() {
  if (is_list_the_same()) return false;
  note_list();
  dl_phdr_info now{};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        *static_cast<dl_phdr_info*>(result) = *info;
        return 1;
      },
      &now);
  if (now.dlpi_adds == loads_ && now.dlpi_subs == unloads_) return false;
  dynamic_blocks_.clear();
  thread_local_blocks_.resize(initial_blocks_);
  Seen seen{*this, false, true, std::vector<bool>(table_.modules.size())};
  dl_iterate_phdr(visit, &seen);
  for (std::size_t i = 0; i < seen.loaded.size(); ++i)
    if (!seen.loaded[i]) table_.modules[i].move_to(0);
  draw_conclusions();
  return true;
}

// What follows from the table.
void LoadMap::draw_conclusions() {
  std::fill(std::begin(facts_), std::end(facts_), CodeFacts{});
  only_system_libraries_ =
      !table_.modules.empty() &&
      std::all_of(table_.modules.begin() + 1, table_.modules.end(),
                  [](const Module& module) { return module.start == 0 || is_system_library(module.path); });
  has_opaque_modules_ = has_opaque_module(table_);
  find_callers_for_the_user();
  system_code_.clear();
  for (std::size_t i = 1; i < table_.modules.size(); ++i) {
    const Module& module = table_.modules[i];
    if (module.start != 0 && is_system_library(module.path))
      system_code_.push_back({module.start, module.size});
  }
  for (std::vector<CodeRange>* ranges : {&library_code_, &allocators_})
    std::sort(ranges->begin(), ranges->end(),
              [](const CodeRange& a, const CodeRange& b) { return a.start < b.start; });
}

void LoadMap::read_symbols(Module& module) {
  if (module.path.empty() || module.path.find("libheddle") != std::string::npos) return;
  const MappedFile file(module.path.c_str());
  for_each_symbol(file, SHT_DYNSYM, [&](std::string_view name, const ElfW(Sym) & symbol) {
    if (symbol.st_shndx == SHN_UNDEF && name.starts_with("__tsan_")) module.instrumented = true;
  });
  if (!module.instrumented && &module != &table_.modules.front()) return;
  const auto add = [&](std::string_view name, const ElfW(Sym) & symbol) {
    if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0) return;
    const bool is_library = is_library_function(name);
    if (!is_library && !is_allocator_symbol(name)) return;
    const auto start = static_cast<SiteId>(symbol.st_value + module.bias - module.start + module.first);
    // A return address may lie just behind the last instruction.
    (is_library ? library_code_ : allocators_)
        .push_back({start + 1, static_cast<SiteId>(start + symbol.st_size + 1)});
  };
  for_each_symbol(file, SHT_SYMTAB, add);
  for_each_symbol(file, SHT_DYNSYM, add);
}

// The C++ library counts only where the program's own accesses are seen: else its copies would be all that is
// seen.
void LoadMap::find_callers_for_the_user() {
  calling_for_the_user_.clear();
  for (const Module& module : table_.modules)
    if (module.instrumented && module.start != 0)
      calling_for_the_user_.push_back({module.start, module.size});
  if (calling_for_the_user_.empty()) return;
  for (const Module& module : table_.modules)
    if (is_cxx_library(module.path)) calling_for_the_user_.push_back({module.start, module.size});
}

int LoadMap::module_at(std::uint64_t address) const {
  for (std::size_t i = 0; i < table_.modules.size(); ++i)
    if (table_.modules[i].start != 0 && address - table_.modules[i].start < table_.modules[i].size)
      return static_cast<int>(i);
  return -1;
}

SiteId LoadMap::site_elsewhere(std::uint64_t pc) const {
  const int module = module_at(pc);
  if (module < 0) return kNoSite;
  return static_cast<SiteId>(pc - table_.modules[module].start + table_.modules[module].first);
}

void LoadMap::find_facts(std::uint64_t pc, CodeFacts& facts) const {
  if (hot.active) hot.recording->note_new_code(pc);
  const SiteId site = site_of(pc);
  const int module = module_at(pc);
  facts = {pc,
           site,
           module >= 0,
           is_users_module(pc),
           is_library_code(site),
           is_instrumented(pc),
           calls_for_the_user(pc),
           is_system_code(pc),
           module >= 0 && table_.modules[static_cast<std::size_t>(module)].path.find("/libstdc++.so") !=
                              std::string::npos};
}

bool LoadMap::is_instrumented(std::uint64_t pc) const {
  const int module = module_at(pc);
  return module >= 0 && table_.modules[module].instrumented;
}

bool LoadMap::is_users_module(std::uint64_t pc) const {
  return pc - executable_start_ < executable_size_ || is_instrumented(pc);
}

bool LoadMap::is_library_code(SiteId site) const {
  const Module* module = table_.find(site);
  if (module == nullptr || (!module->instrumented && module != &table_.modules.front())) return true;
  return lies_in(library_code_, site);
}

bool LoadMap::lies_in(const std::vector<CodeRange>& ranges, SiteId site) {
  auto range = std::upper_bound(ranges.begin(), ranges.end(), site,
                                [](SiteId value, const CodeRange& r) { return value < r.start; });
  return range != ranges.begin() && site < std::prev(range)->end;
}

}  // namespace heddle::runtime
