#include "symbols/elf_file.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace heddle::symbols {
namespace {

constexpr std::string_view kDebugRoot = "/usr/lib/debug";

// The checksum of .gnu_debuglink (the CRC of zlib and Ethernet).
uint32_t checksum(const std::string& path) {
  static const std::array<uint32_t, 256> table = [] {
    std::array<uint32_t, 256> entries{};
    for (uint32_t i = 0; i < entries.size(); ++i) {
      uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = (value & 1U) != 0 ? 0xedb88320U ^ (value >> 1U) : value >> 1U;
      entries[i] = value;
    }
    return entries;
  }();
  std::ifstream file(path, std::ios::binary);
  std::vector<char> buffer(1U << 16U);
  uint32_t crc = 0xffffffffU;
  while (file) {
    file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    for (std::streamsize i = 0; i < file.gcount(); ++i) {
      crc = table[(crc ^ static_cast<unsigned char>(buffer[static_cast<size_t>(i)])) & 0xffU] ^ (crc >> 8U);
    }
  }
  return ~crc;
}

bool is_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

}  // namespace

Result<std::unique_ptr<ElfFile>> ElfFile::open(const std::string& path) {
  static const bool library_ready = elf_version(EV_CURRENT) != EV_NONE;
  if (!library_ready) return Error{"libelf is too old"};
  // A directory, a device or a pipe named by a broken record must not block or be read.
  if (!is_file(path)) return Error{path + " is not a file"};
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return Error{path + " cannot be opened: " + std::strerror(errno)};
  // Read rather than mapped: a program that is rebuilt in place under us must not end in SIGBUS.
  Elf* elf = elf_begin(descriptor, ELF_C_READ, nullptr);
  if (elf == nullptr || elf_kind(elf) != ELF_K_ELF) {
    if (elf != nullptr) elf_end(elf);
    ::close(descriptor);
    return Error{path + " is no ELF file"};
  }
  return std::unique_ptr<ElfFile>(new ElfFile(path, descriptor, elf));
}

ElfFile::ElfFile(std::string path, int descriptor, Elf* elf)
    : path_(std::move(path)), descriptor_(descriptor), elf_(elf) {
  read_segments();
  read_build_id();
}

ElfFile::~ElfFile() {
  elf_end(elf_);
  ::close(descriptor_);
}

void ElfFile::read_segments() {
  size_t count = 0;
  if (elf_getphdrnum(elf_, &count) != 0) return;
  for (size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(elf_, static_cast<int>(i), &header) == nullptr) continue;
    if (header.p_type == PT_LOAD) segments_.emplace_back(header.p_vaddr, header.p_vaddr + header.p_memsz);
  }
}

void ElfFile::read_build_id() {
  const void* bytes = nullptr;
  const ssize_t size = dwelf_elf_gnu_build_id(elf_, &bytes);
  for (ssize_t i = 0; i < size; ++i) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const unsigned byte = static_cast<const unsigned char*>(bytes)[i];
    build_id_ += kDigits[byte >> 4U];
    build_id_ += kDigits[byte & 15U];
  }
}

bool ElfFile::is_loaded(uint64_t address) const {
  for (const auto& [begin, end] : segments_) {
    if (address >= begin && address < end) return true;
  }
  return false;
}

std::unique_ptr<ElfFile> open_separate_debug_file(const ElfFile& stripped) {
  const std::string& id = stripped.build_id();
  if (id.size() > 2) {
    const std::string path =
        std::string(kDebugRoot) + "/.build-id/" + id.substr(0, 2) + "/" + id.substr(2) + ".debug";
    if (auto file = ElfFile::open(path)) return std::move(*file);
  }
  GElf_Word expected_checksum = 0;
  const char* link = dwelf_elf_gnu_debuglink(stripped.elf(), &expected_checksum);
  if (link == nullptr || *link == '\0') return nullptr;
  std::error_code error;
  std::filesystem::path folder = std::filesystem::canonical(stripped.path(), error).parent_path();
  if (error) return nullptr;
  const std::filesystem::path system_folder = std::string(kDebugRoot) + folder.string();
  for (const std::filesystem::path& candidate :
       {folder / link, folder / ".debug" / link, system_folder / link}) {
    if (!is_file(candidate.string()) || std::filesystem::equivalent(candidate, stripped.path(), error))
      continue;
    auto file = ElfFile::open(candidate.string());
    if (!file) continue;
    // One that belongs to another build would name wrong lines.
    const bool same_build = id.empty() || (*file)->build_id().empty()
                                ? checksum(candidate.string()) == expected_checksum
                                : (*file)->build_id() == id;
    if (same_build) return std::move(*file);
  }
  return nullptr;
}

}  // namespace heddle::symbols
