#include "runtime/isolation/binding.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <cstdint>
#include <vector>

#include "runtime/memory/arena.h"

namespace heddle::runtime {

namespace {

#if defined(__x86_64__)
constexpr std::uint64_t kJumpSlot = R_X86_64_JUMP_SLOT;
#else
constexpr std::uint64_t kJumpSlot = R_AARCH64_JUMP_SLOT;
#endif

// Where the modules lie that define versions of their symbols. (dladdr would look through whole symbol
// tables.)
class VersionedModules {
 public:
  VersionedModules() { dl_iterate_phdr(visit, this); }

  bool contains(const void* address) const {
    for (const MemoryRange& range : ranges_)
      if (range.contains(reinterpret_cast<std::uint64_t>(address))) return true;
    return false;
  }

 private:
  static int visit(dl_phdr_info* info, std::size_t, void* argument) {
    const ElfW(Dyn)* dynamic = nullptr;
    MemoryRange range{~0ull, 0};
    for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr)& segment = info->dlpi_phdr[i];
      const std::uint64_t start = info->dlpi_addr + segment.p_vaddr;
      if (segment.p_type == PT_DYNAMIC) dynamic = reinterpret_cast<const ElfW(Dyn)*>(start);
      if (segment.p_type != PT_LOAD) continue;
      if (start < range.start) range.start = start;
      if (start + segment.p_memsz > range.end) range.end = start + segment.p_memsz;
    }
    for (; dynamic != nullptr && dynamic->d_tag != DT_NULL; ++dynamic)
      if (dynamic->d_tag == DT_VERDEF) static_cast<VersionedModules*>(argument)->ranges_.push_back(range);
    return 0;
  }

  std::vector<MemoryRange> ranges_;
};

// The dynamic section of a loaded module, as far as lazily bound functions go.
class LazyFunctions {
 public:
  LazyFunctions(const link_map& module, const VersionedModules& versioned)
      : bias_(module.l_addr), versioned_(versioned) {
    for (const ElfW(Dyn)* entry = module.l_ld; entry->d_tag != DT_NULL; ++entry) {
      const std::uint64_t value = entry->d_un.d_val;
      switch (entry->d_tag) {
        case DT_JMPREL:
          relocations_ = at<ElfW(Rela)>(value);
          break;
        case DT_PLTRELSZ:
          count_ = value / sizeof(ElfW(Rela));
          break;
        case DT_SYMTAB:
          symbols_ = at<ElfW(Sym)>(value);
          break;
        case DT_STRTAB:
          strings_ = at<char>(value);
          break;
        case DT_VERSYM:
          version_of_ = at<ElfW(Half)>(value);
          break;
        case DT_VERDEF:
          defined_ = at<ElfW(Verdef)>(value);
          break;
        case DT_VERNEED:
          needed_ = at<ElfW(Verneed)>(value);
          break;
        case DT_BIND_NOW:
          is_bound_ = true;
          break;
        case DT_SYMBOLIC:
          is_bound_ = true;
          break;
        case DT_FLAGS:
          is_bound_ = is_bound_ || (value & (DF_BIND_NOW | DF_SYMBOLIC)) != 0;
          break;
        case DT_FLAGS_1:
          is_bound_ = is_bound_ || (value & DF_1_NOW) != 0;
          break;
        default:
          break;
      }
    }
  }

  void bind() const {
    if (is_bound_ || relocations_ == nullptr || symbols_ == nullptr || strings_ == nullptr ||
        version_of_ == nullptr)
      return;
    for (std::uint64_t i = 0; i < count_; ++i) {
      const ElfW(Rela)& relocation = relocations_[i];
      if (ELF64_R_TYPE(relocation.r_info) != kJumpSlot) continue;
      if (void* function = find(ELF64_R_SYM(relocation.r_info)))
        *reinterpret_cast<void**>(bias_ + relocation.r_offset) = function;
    }
  }

 private:
  // The linker has put the bias into the section already, where the section can be written to.
  template <typename T>
  const T* at(std::uint64_t value) const {
    return reinterpret_cast<const T*>(value < bias_ ? value + bias_ : value);
  }

  // Only what names a version: for other names the linker has rules of its own. A definition without a
  // version, such as those of this library, is good for every version; dlvsym does not see it.
  void* find(std::uint64_t symbol) const {
    const char* name = strings_ + symbols_[symbol].st_name;
    const char* version = version_named(version_of_[symbol] & 0x7fff);
    if (version == nullptr) return nullptr;
    void* function = dlsym(RTLD_DEFAULT, name);
    return versioned_.contains(function) ? dlvsym(RTLD_DEFAULT, name, version) : function;
  }

  const char* version_named(unsigned index) const {
    for (const ElfW(Verneed)* library = needed_; library != nullptr;
         library = next(library, library->vn_next)) {
      for (auto* version = behind<ElfW(Vernaux)>(library, library->vn_aux); version != nullptr;
           version = next(version, version->vna_next))
        if (version->vna_other == index) return strings_ + version->vna_name;
    }
    for (const ElfW(Verdef)* version = defined_; version != nullptr;
         version = next(version, version->vd_next))
      if (version->vd_ndx == index && (version->vd_flags & VER_FLG_BASE) == 0)
        return strings_ + behind<ElfW(Verdaux)>(version, version->vd_aux)->vda_name;
    return nullptr;
  }

  template <typename T>
  static const T* behind(const void* entry, std::uint64_t offset) {
    return reinterpret_cast<const T*>(static_cast<const char*>(entry) + offset);
  }
  // The last entry of a list has the offset 0.
  template <typename T>
  static const T* next(const T* entry, std::uint64_t offset) {
    return offset == 0 ? nullptr : behind<T>(entry, offset);
  }

  std::uint64_t bias_;
  const VersionedModules& versioned_;
  const ElfW(Rela) * relocations_ = nullptr;
  std::uint64_t count_ = 0;
  const ElfW(Sym) * symbols_ = nullptr;
  const char* strings_ = nullptr;
  const ElfW(Half) * version_of_ = nullptr;
  const ElfW(Verneed) * needed_ = nullptr;
  const ElfW(Verdef) * defined_ = nullptr;
  bool is_bound_ = false;  // or looks into itself first
};

}  // namespace

void bind_lazy_functions() {
  const VersionedModules versioned;
  for (const link_map* module = _r_debug.r_map; module != nullptr; module = module->l_next)
    LazyFunctions(*module, versioned).bind();
}

}  // namespace heddle::runtime
