#include "runtime/system/definitions.h"

#include <dlfcn.h>
#include <elf.h>
#include <cstdint>

namespace heddle::runtime {

namespace {

constexpr ElfW(Half) kHiddenVersion = 0x8000;

// The symbols of a module, by their hash in GNU's manner: all linkers have written it for many years.
class Definitions {
 public:
  explicit Definitions(const link_map& module) : bias_(module.l_addr) {
    for (const ElfW(Dyn)* entry = module.l_ld; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_GNU_HASH) hash_ = at<std::uint32_t>(entry->d_un.d_val);
      if (entry->d_tag == DT_SYMTAB) symbols_ = at<ElfW(Sym)>(entry->d_un.d_val);
      if (entry->d_tag == DT_STRTAB) strings_ = at<char>(entry->d_un.d_val);
      if (entry->d_tag == DT_VERSYM) versions_ = at<ElfW(Half)>(entry->d_un.d_val);
    }
  }

  void* find(const char* name) const {
    if (hash_ == nullptr || symbols_ == nullptr || strings_ == nullptr) return nullptr;
    const std::uint32_t buckets = hash_[0], first = hash_[1], words = hash_[2];
    if (buckets == 0) return nullptr;
    const std::uint32_t* bucket = hash_ + 4 + words * (sizeof(ElfW(Addr)) / sizeof(std::uint32_t));
    const std::uint32_t* chain = bucket + buckets;
    const std::uint32_t hash = hash_of(name);
    std::uint32_t index = bucket[hash % buckets];
    if (index < first) return nullptr;
    for (;; ++index) {
      const std::uint32_t other = chain[index - first];
      if ((other | 1) == (hash | 1) && is_default(index) && is_same(strings_ + symbols_[index].st_name, name))
        return reinterpret_cast<void*>(bias_ + symbols_[index].st_value);
      if ((other & 1) != 0) return nullptr;
    }
  }

 private:
  static std::uint32_t hash_of(const char* name) {
    std::uint32_t hash = 5381;
    for (; *name != '\0'; ++name) hash = hash * 33 + static_cast<unsigned char>(*name);
    return hash;
  }

  // Without strcmp, which is found by what is here (plain_memory.h).
  static bool is_same(const char* one, const char* other) {
    for (; *one == *other; ++one, ++other)
      if (*one == '\0') return true;
    return false;
  }

  // The linker has put the bias into the section already, where the section can be written to.
  template <typename T>
  const T* at(std::uint64_t value) const {
    return reinterpret_cast<const T*>(value < bias_ ? value + bias_ : value);
  }

  bool is_default(std::uint32_t index) const {
    const ElfW(Sym)& symbol = symbols_[index];
    return symbol.st_shndx != SHN_UNDEF && symbol.st_value != 0 &&
           (versions_ == nullptr || (versions_[index] & kHiddenVersion) == 0);
  }

  std::uint64_t bias_;
  const std::uint32_t* hash_ = nullptr;
  const ElfW(Sym) * symbols_ = nullptr;
  const char* strings_ = nullptr;
  const ElfW(Half) * versions_ = nullptr;
};

}  // namespace

void* find_definition(const link_map& module, const char* name) {
  return Definitions(module).find(name);
}

const link_map& own_module() {
  static const link_map* own = nullptr;
  if (own == nullptr)
    for (own = _r_debug.r_map; own->l_ld != _DYNAMIC; own = own->l_next) {
    }
  return *own;
}

void* next_definition(const char* name) {
  for (const link_map* module = own_module().l_next; module != nullptr; module = module->l_next)
    if (void* found = find_definition(*module, name)) return found;
  return nullptr;
}

}  // namespace heddle::runtime
