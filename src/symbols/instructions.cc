#include "symbols/instructions.h"

#include <gelf.h>
#include <algorithm>
#include <cstring>

#include "symbols/elf_file.h"

namespace heddle::symbols {

namespace {

using Code = std::span<const unsigned char>;

// The register that the answer goes to is in the lowest five bits.
struct ArmRegister {
  std::uint32_t instruction;
  const char* name;
  bool random;
};
constexpr ArmRegister kArmRegisters[] = {
    {0xd53be040, "mrs cntvct_el0", false},   {0xd53be020, "mrs cntpct_el0", false},
    {0xd53be0c0, "mrs cntvctss_el0", false}, {0xd53be0a0, "mrs cntpctss_el0", false},
    {0xd53b2400, "mrs rndr", true},          {0xd53b2420, "mrs rndrrs", true},
};

void search_arm(Code code, std::uint64_t address, std::vector<UncontrolledInstruction>& found) {
  constexpr std::size_t kSize = 4;
  for (std::size_t at = (kSize - address % kSize) % kSize; at + kSize <= code.size(); at += kSize) {
    std::uint32_t word = 0;
    std::memcpy(&word, code.data() + at, kSize);
    for (const ArmRegister& each : kArmRegisters)
      if ((word & ~31u) == each.instruction) found.push_back({each.name, each.random, address + at});
  }
}

bool starts_with(Code code, std::initializer_list<unsigned char> bytes) {
  return code.size() >= bytes.size() && std::equal(bytes.begin(), bytes.end(), code.begin());
}

// Two bytes are easily part of something else. The time comes in two halves, which are put together at once.
bool is_put_together(Code code) {
  constexpr unsigned char kShiftHigh[] = {0xc1, 0xe2, 0x20};
  constexpr std::size_t kNear = 24;
  const Code near = code.first(std::min(code.size(), kNear));
  return std::search(near.begin(), near.end(), std::begin(kShiftHigh), std::end(kShiftHigh)) != near.end();
}

void search_x86(Code code, std::uint64_t address, std::vector<UncontrolledInstruction>& found) {
  for (std::size_t at = 0; at < code.size(); ++at) {
    const Code rest = code.subspan(at);
    if (rest[0] != 0x0f) continue;
    const bool repeated = at > 0 && code[at - 1] == 0xf3;  // rdpid
    if (starts_with(rest, {0x0f, 0x31}) && is_put_together(rest))
      found.push_back({"rdtsc", false, address + at});
    else if (starts_with(rest, {0x0f, 0x01, 0xf9}) && is_put_together(rest))
      found.push_back({"rdtscp", false, address + at});
    else if (starts_with(rest, {0x0f, 0xc7}) && rest.size() > 2 && rest[2] >= 0xf0 && !repeated)
      found.push_back({rest[2] < 0xf8 ? "rdrand" : "rdseed", true, address + at});
  }
}

Machine machine_of(Elf* elf) {
  GElf_Ehdr header{};
  if (gelf_getehdr(elf, &header) == nullptr) return Machine::kOther;
  if (header.e_machine == EM_X86_64) return Machine::kX86;
  return header.e_machine == EM_AARCH64 ? Machine::kArm : Machine::kOther;
}

}  // namespace

std::vector<UncontrolledInstruction> uncontrolled_instructions(Code code, std::uint64_t address,
                                                               Machine machine) {
  std::vector<UncontrolledInstruction> found;
  if (machine == Machine::kArm) search_arm(code, address, found);
  if (machine == Machine::kX86) search_x86(code, address, found);
  return found;
}

std::vector<UncontrolledInstruction> uncontrolled_instructions(const std::string& path) {
  std::vector<UncontrolledInstruction> all;
  const auto file = ElfFile::open(path);
  if (!file) return all;
  Elf* elf = (*file)->elf();
  const Machine machine = machine_of(elf);
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header{};
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_PROGBITS ||
        (header.sh_flags & SHF_EXECINSTR) == 0)
      continue;
    const Elf_Data* data = elf_rawdata(section, nullptr);
    if (data == nullptr || data->d_buf == nullptr) continue;
    const Code code(static_cast<const unsigned char*>(data->d_buf), data->d_size);
    for (UncontrolledInstruction& each : uncontrolled_instructions(code, header.sh_addr, machine))
      all.push_back(std::move(each));
  }
  return all;
}

}  // namespace heddle::symbols
