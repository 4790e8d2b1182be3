#include "symbols/symbol_table.h"

#include <gelf.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace heddle::symbols {
namespace {

struct Candidate {
  GElf_Sym symbol;
  const char* name;
};

// Aliases share an address; the name that is visible outside the file is the one people know.
int preference(const Candidate& candidate) {
  switch (GELF_ST_BIND(candidate.symbol.st_info)) {
    case STB_GLOBAL:
      return 2;
    case STB_WEAK:
      return 1;
    default:
      return 0;
  }
}

bool in_executable_section(Elf* elf, const GElf_Sym& symbol, uint64_t& section_end) {
  GElf_Shdr header;
  Elf_Scn* section = elf_getscn(elf, symbol.st_shndx);
  if (section == nullptr || gelf_getshdr(section, &header) == nullptr) return false;
  section_end = header.sh_addr + header.sh_size;
  return (header.sh_flags & SHF_EXECINSTR) != 0;
}

std::vector<Candidate> defined_symbols(Elf* elf, unsigned section_type) {
  std::vector<Candidate> candidates;
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr;
       section = elf_nextscn(elf, section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != section_type) continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    if (data == nullptr || header.sh_entsize == 0) continue;
    const size_t count = data->d_size / header.sh_entsize;
    for (size_t i = 0; i < count; ++i) {
      Candidate candidate{};
      if (gelf_getsym(data, static_cast<int>(i), &candidate.symbol) == nullptr) break;
      if (candidate.symbol.st_shndx == SHN_UNDEF || candidate.symbol.st_shndx == SHN_ABS) continue;
      candidate.name = elf_strptr(elf, header.sh_link, candidate.symbol.st_name);
      // "$x" and "$d" mark code and data for disassemblers of ARM.
      if (candidate.name == nullptr || *candidate.name == '\0' || *candidate.name == '$') continue;
      candidates.push_back(candidate);
    }
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return preference(a) != preference(b) ? preference(a) < preference(b) : std::strcmp(a.name, b.name) < 0;
  });
  return candidates;
}

const Symbol* value_at(const RangeMap<Symbol>& map, uint64_t address) {
  const auto* entry = map.find(address);
  return entry == nullptr ? nullptr : &entry->value;
}

}  // namespace

SymbolTable::SymbolTable(const ElfFile& module, const ElfFile* debug_file) {
  if (!read(module.elf(), SHT_SYMTAB) && !(debug_file != nullptr && read(debug_file->elf(), SHT_SYMTAB))) {
    read(module.elf(), SHT_DYNSYM);
  }
  seal();
}

bool SymbolTable::read(Elf* elf, unsigned section_type) {
  std::vector<std::pair<Symbol, uint64_t>> labels;  // With the end of their section.
  const std::vector<Candidate> candidates = defined_symbols(elf, section_type);
  for (const Candidate& candidate : candidates) {
    const GElf_Sym& symbol = candidate.symbol;
    Symbol named{candidate.name, symbol.st_value, symbol.st_size};
    const uint64_t end = symbol.st_value + symbol.st_size;
    uint64_t section_end = 0;
    switch (GELF_ST_TYPE(symbol.st_info)) {
      case STT_FUNC:
      case STT_GNU_IFUNC:
        if (symbol.st_size > 0) {
          functions_.add(symbol.st_value, end, std::move(named));
          break;
        }
        [[fallthrough]];
      case STT_NOTYPE:
        if (in_executable_section(elf, symbol, section_end))
          labels.emplace_back(std::move(named), section_end);
        break;
      case STT_OBJECT:
      case STT_COMMON:
        objects_.add(symbol.st_value, end, std::move(named));
        break;
      case STT_TLS:
        thread_local_objects_.add(symbol.st_value, end, std::move(named));
        break;
      default:
        break;
    }
  }
  std::vector<uint64_t> starts;
  for (const auto& entry : functions_.entries()) starts.push_back(entry.low);
  for (const auto& [label, section_end] : labels) starts.push_back(label.address);
  std::sort(starts.begin(), starts.end());
  for (auto& [label, section_end] : labels) {
    const auto next = std::upper_bound(starts.begin(), starts.end(), label.address);
    const uint64_t end = next == starts.end() ? section_end : std::min(section_end, *next);
    labels_.add(label.address, end, std::move(label));
  }
  return !candidates.empty();
}

void SymbolTable::seal() {
  functions_.seal();
  labels_.seal();
  objects_.seal();
  thread_local_objects_.seal();
}

const Symbol* SymbolTable::function(uint64_t address) const {
  const Symbol* sized = value_at(functions_, address);
  return sized != nullptr ? sized : value_at(labels_, address);
}

const Symbol* SymbolTable::object(uint64_t address) const {
  return value_at(objects_, address);
}

const Symbol* SymbolTable::thread_local_object(uint64_t offset) const {
  return value_at(thread_local_objects_, offset);
}

}  // namespace heddle::symbols
