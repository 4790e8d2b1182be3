#include "instrument/assembly_text.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace heddle::instrument {

namespace {

// The instructions, each as a mnemonic and what stands behind it, in small letters.
struct Instruction {
  std::string mnemonic;
  std::string operands;
};

std::string small_letters(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return result;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// `1: ldxr %w0, [%2]` has a label in front.
std::string_view without_label(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return line;
  const bool is_label =
      std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(colon), [](unsigned char letter) {
        return std::isalnum(letter) || letter == '_' || letter == '.' || letter == '%' || letter == '=';
      });
  return is_label ? trimmed(line.substr(colon + 1)) : line;
}

std::vector<Instruction> instructions_of(const std::string& text) {
  std::vector<Instruction> instructions;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(";\n", at), text.size());
    std::string_view line = without_label(trimmed(std::string_view(text).substr(at, end - at)));
    at = end + 1;
    while (!line.empty()) {
      const std::size_t space = std::min(line.find_first_of(" \t"), line.size());
      Instruction instruction{std::string(line.substr(0, space)), {}};
      line = trimmed(line.substr(space));
      const bool is_prefix = instruction.mnemonic == "lock" || instruction.mnemonic.starts_with("rep");
      if (!is_prefix) {
        instruction.operands = line;
        line = {};
      }
      instructions.push_back(std::move(instruction));
    }
  }
  return instructions;
}

bool begins_with_any(std::string_view word, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [word](std::string_view each) { return word.starts_with(each); });
}

// Of x86: lock, and xchg, which locks by itself. Of aarch64: exclusive and ordered loads and stores, and the
// instructions that update memory at once.
bool is_atomic(std::string_view mnemonic) {
  return mnemonic == "lock" ||
         begins_with_any(mnemonic, {"xchg",  "ldx",   "ldax",  "stx",   "stlx",  "ldar",  "ldapr", "stlr",
                                    "cas",   "swp",   "ldadd", "ldclr", "ldeor", "ldset", "ldsm",  "ldum",
                                    "stadd", "stclr", "steor", "stset", "stsm",  "stum"});
}

// A locked instruction of x86 orders everything.
bool is_fence(std::string_view mnemonic) {
  return mnemonic == "lock" ||
         begins_with_any(mnemonic, {"mfence", "lfence", "sfence", "dmb", "dsb", "xchg"});
}

bool loads(std::string_view mnemonic) {
  return begins_with_any(mnemonic, {"ld", "cas", "swp"});
}

bool stores(std::string_view mnemonic) {
  // ldadd and its like write, too.
  return begins_with_any(mnemonic, {"st", "cas", "swp", "ldadd", "ldclr", "ldeor", "ldset", "ldsm", "ldum"});
}

// %w1 and %x1 name a register by its width, the last letter of a mnemonic may, too.
unsigned size_of(const Instruction& instruction) {
  const std::string& mnemonic = instruction.mnemonic;
  const bool is_pair =
      mnemonic.find('p') != std::string::npos && !begins_with_any(mnemonic, {"ldapr", "swp"});
  if (!is_pair && begins_with_any(mnemonic, {"ld", "st", "cas", "swp"})) {
    if (mnemonic.back() == 'b') return 1;
    if (mnemonic.back() == 'h') return 2;
  }
  const std::size_t bracket = instruction.operands.find('[');
  // The last register before the address is the one that is moved; of stxr the first one is its success.
  const std::string_view registers = std::string_view(instruction.operands).substr(0, bracket);
  const std::size_t percent = registers.rfind('%');
  if (percent == std::string_view::npos || percent + 1 >= registers.size()) return 0;
  const unsigned width = registers[percent + 1] == 'w' ? 4 : 8;
  return is_pair ? 2 * width : width;
}

// `[%2]`, `[%x2, #8]`: the number behind the bracket; only an address without offset is followed.
std::optional<unsigned> address_operand(const std::string& operands) {
  std::size_t at = operands.find('[');
  if (at == std::string::npos) return std::nullopt;
  const std::size_t end = operands.find(']', at);
  if (end == std::string::npos) return std::nullopt;
  std::string_view inside = trimmed(std::string_view(operands).substr(at + 1, end - at - 1));
  if (!inside.starts_with('%')) return std::nullopt;
  inside.remove_prefix(1);
  if (inside.starts_with('x')) inside.remove_prefix(1);
  if (inside.empty() || inside.size() > 2 ||
      !std::all_of(inside.begin(), inside.end(), [](unsigned char each) { return std::isdigit(each); }))
    return std::nullopt;
  unsigned number = 0;
  for (const char digit : inside) number = number * 10 + static_cast<unsigned>(digit - '0');
  return number;
}

void add(std::vector<AddressedMemory>& all, const AddressedMemory& memory) {
  for (AddressedMemory& each : all) {
    if (each.operand != memory.operand) continue;
    each.reads = each.reads || memory.reads;
    each.writes = each.writes || memory.writes;
    each.size = std::max(each.size, memory.size);
    return;
  }
  all.push_back(memory);
}

}  // namespace

AssemblyText read_assembly(std::string_view text) {
  AssemblyText result;
  for (const Instruction& each : instructions_of(small_letters(text))) {
    result.is_atomic = result.is_atomic || is_atomic(each.mnemonic);
    result.is_fence = result.is_fence || is_fence(each.mnemonic);
    const bool reads = loads(each.mnemonic);
    const bool writes = stores(each.mnemonic);
    if (!reads && !writes) continue;
    if (const std::optional<unsigned> operand = address_operand(each.operands))
      add(result.addressed, {*operand, size_of(each), reads, writes});
  }
  return result;
}

}  // namespace heddle::instrument
