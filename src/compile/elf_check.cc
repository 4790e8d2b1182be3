#include "compile/elf_check.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "process/descriptor.h"

namespace heddle::compile {
namespace {

// A file's bytes, mapped: objects can be large and only a few pages of them matter.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
    const process::Descriptor descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!descriptor.is_open()) return;
    struct stat status{};
    if (fstat(descriptor.number(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
      const auto size = static_cast<std::size_t>(status.st_size);
      void* address = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor.number(), 0);
      if (address != MAP_FAILED) bytes_ = std::string_view(static_cast<const char*>(address), size);
    }
  }
  ~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  // Copied out, because nothing promises that a table in a damaged file is aligned.
  template <typename T>
  std::optional<T> at(std::uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return value;
  }

  bool has(std::uint64_t offset, std::string_view text) const {
    return offset < bytes_.size() && bytes_.substr(offset).starts_with(text);
  }

 private:
  std::string_view bytes_;
};

bool is_native_elf64(const Elf64_Ehdr& header) {
  constexpr unsigned char kByteOrder = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_ident[EI_DATA] == kByteOrder && header.e_shentsize == sizeof(Elf64_Shdr);
}

}  // namespace

Instrumentation instrumentation_of(const std::string& path) {
  const MappedFile file(path);
  const auto header = file.at<Elf64_Ehdr>(0);
  if (!header || !is_native_elf64(*header)) return Instrumentation::kUnknown;
  const auto section = [&](std::uint64_t index) {
    return file.at<Elf64_Shdr>(header->e_shoff + index * sizeof(Elf64_Shdr));
  };

  // With 65280 sections and more (one per function), the real number stands in section 0.
  std::uint64_t sections = header->e_shnum;
  if (sections == 0 && header->e_shoff != 0 && section(0)) sections = section(0)->sh_size;
  const Elf64_Word wanted = header->e_type == ET_REL ? SHT_SYMTAB : SHT_DYNSYM;
  for (std::uint64_t index = 0; index < sections; ++index) {
    const auto table = section(index);
    if (!table) return Instrumentation::kUnknown;
    if (table->sh_type != wanted) continue;
    const auto names = section(table->sh_link);
    if (!names) return Instrumentation::kUnknown;
    for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= table->sh_size; at += sizeof(Elf64_Sym)) {
      const auto symbol = file.at<Elf64_Sym>(table->sh_offset + at);
      if (!symbol) return Instrumentation::kUnknown;
      if (symbol->st_shndx == SHN_UNDEF && file.has(names->sh_offset + symbol->st_name, "__tsan_")) {
        return Instrumentation::kPresent;
      }
    }
    return Instrumentation::kAbsent;
  }
  return Instrumentation::kUnknown;
}

}  // namespace heddle::compile
