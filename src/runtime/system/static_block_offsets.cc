#include "runtime/system/static_block_offsets.h"

#include <dlfcn.h>

namespace heddle::runtime {

namespace {

constexpr std::size_t kLongestDescription = 1536 / sizeof(std::uint64_t);  // 1,176 bytes in glibc 2.36

const std::uint64_t* description_of(const dl_phdr_info& info) {
  Dl_info symbol{};
  link_map* description = nullptr;
  for (unsigned i = 0; i < info.dlpi_phnum; ++i) {
    if (info.dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const auto* inside = reinterpret_cast<const void*>(info.dlpi_addr + info.dlpi_phdr[i].p_vaddr);
    if (dladdr1(inside, &symbol, reinterpret_cast<void**>(&description), RTLD_DL_LINKMAP) == 0)
      return nullptr;
  }
  return reinterpret_cast<const std::uint64_t*>(description);
}

// The initial contents, their size, the block's size, its alignment, where it begins in that, the offset and
// the number of the module.
constexpr std::size_t kOffsetWord = 5, kNumberWord = 6;

bool is_at(const std::uint64_t* words, const dl_phdr_info& info, const ElfW(Phdr) & segment) {
  return words[0] == info.dlpi_addr + segment.p_vaddr && words[1] == segment.p_filesz &&
         words[2] == segment.p_memsz && words[3] == segment.p_align &&
         words[kNumberWord] == info.dlpi_tls_modid;
}

}  // namespace

void StaticBlockOffsets::learn(const dl_phdr_info& info, const ElfW(Phdr) & segment, std::int64_t offset) {
  const std::uint64_t* words = place_ == 0 ? description_of(info) : nullptr;
  if (words == nullptr) return;
  for (std::size_t place = 1; place + kNumberWord < kLongestDescription; ++place) {
    if (!is_at(words + place, info, segment)) continue;
    const auto found = static_cast<std::int64_t>(words[place + kOffsetWord]);
    if (found != offset && found != -offset) continue;
    place_ = place;
    sign_ = found == offset ? 1 : -1;
    return;
  }
}

std::int64_t StaticBlockOffsets::of(const dl_phdr_info& info, const ElfW(Phdr) & segment) const {
  const std::uint64_t* words = place_ != 0 ? description_of(info) : nullptr;
  if (words == nullptr || !is_at(words + place_, info, segment)) return 0;
  const auto found = static_cast<std::int64_t>(words[place_ + kOffsetWord]);
  // 0: not placed yet; -1: always elsewhere.
  return found == -1 ? 0 : sign_ * found;
}

}  // namespace heddle::runtime
