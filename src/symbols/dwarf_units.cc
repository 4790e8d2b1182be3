#include "symbols/dwarf_units.h"

#include <dwarf.h>

#include <algorithm>
#include <functional>
#include <string_view>

#include "symbols/die.h"

namespace heddle::symbols {
namespace {

// Deeper nesting than any compiler writes; broken debug information must not overflow the stack.
constexpr int kDeepestTree = 200;

// Where a variable is, if that is a constant of the module.
std::optional<StaticVariable> static_place(Dwarf_Die die) {
  Dwarf_Attribute attribute;
  if (dwarf_attr(&die, DW_AT_location, &attribute) == nullptr) return std::nullopt;
  // Most variables live on the stack: a look at the first byte spares the expensive decoding of their
  // expressions.
  Dwarf_Block block;
  if (dwarf_formblock(&attribute, &block) != 0 || block.length < 2) return std::nullopt;
  switch (block.data[0]) {
    case DW_OP_addr:
    case DW_OP_addrx:
    case DW_OP_GNU_addr_index:
    case DW_OP_const4u:
    case DW_OP_const8u:
    case DW_OP_constx:
    case DW_OP_GNU_const_index:
      break;
    default:
      return std::nullopt;
  }
  Dwarf_Op* operations = nullptr;
  size_t count = 0;
  if (dwarf_getlocation(&attribute, &operations, &count) != 0 || count == 0) return std::nullopt;

  bool is_address = true;
  uint64_t value = operations[0].number;
  switch (operations[0].atom) {
    case DW_OP_addr:
      break;
    case DW_OP_const4u:
    case DW_OP_const8u:
      is_address = false;
      break;
    default: {  // An index into the unit's table of addresses.
      is_address = operations[0].atom == DW_OP_addrx || operations[0].atom == DW_OP_GNU_addr_index;
      Dwarf_Attribute entry;
      Dwarf_Addr address = 0;
      if (dwarf_getlocation_attr(&attribute, &operations[0], &entry) != 0) return std::nullopt;
      if (dwarf_formaddr(&entry, &address) != 0 && dwarf_formudata(&entry, &address) != 0)
        return std::nullopt;
      value = address;
    }
  }
  if (count == 1) return is_address ? std::optional(StaticVariable{die, value, false}) : std::nullopt;
  if (count != 2) return std::nullopt;
  switch (operations[1].atom) {
    case DW_OP_form_tls_address:
    case DW_OP_GNU_push_tls_address:
      return StaticVariable{die, value, true};
    case DW_OP_plus_uconst:  // Several small variables merged into one.
      return is_address ? std::optional(StaticVariable{die, value + operations[1].number, false})
                        : std::nullopt;
    default:  // Among them DW_OP_stack_value: the variable was optimised to the address of something.
      return std::nullopt;
  }
}

// libdw finds texts by their offsets in a section, and does not always look whether they end in it. Those of
// every compiler do.
bool texts_have_an_end(Elf* elf) {
  size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return false;
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr;
       section = elf_nextscn(elf, section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type == SHT_NOBITS) continue;
    const char* const name = elf_strptr(elf, names, header.sh_name);
    if (name == nullptr) continue;
    constexpr std::string_view kTexts[] = {".debug_str", ".debug_line_str", ".debug_str.dwo",
                                           ".debug_line_str.dwo"};
    if (std::find(std::begin(kTexts), std::end(kTexts), name) == std::end(kTexts)) continue;
    const Elf_Data* const data = elf_getdata(section, nullptr);
    if (data == nullptr || data->d_size == 0) continue;
    if (static_cast<const char*>(data->d_buf)[data->d_size - 1] != '\0') return false;
  }
  return true;
}

// Also of what several files have in common (dwz).
bool texts_have_an_end(Dwarf* dwarf) {
  Dwarf* const common = dwarf_getalt(dwarf);
  return texts_have_an_end(dwarf_getelf(dwarf)) &&
         (common == nullptr || texts_have_an_end(dwarf_getelf(common)));
}

class UnitWalk {
 public:
  UnitWalk(const ElfFile& module, UnitIndex& index) : module_(module), index_(index) {}

  void walk(Dwarf_Die parent, int scope, int depth) {
    for_each_child(parent, [&](Dwarf_Die& child) {
      // Broken debug information whose subtrees overlap would be walked for ever.
      if (!std::less<>()(last_visited_, child.addr)) return false;
      last_visited_ = child.addr;
      const int inner = visit(child, scope);
      if (depth < kDeepestTree && dwarf_haschildren(&child) > 0) walk(child, inner, depth + 1);
      return true;
    });
  }

 private:
  // Returns the scope that the entry's children are in.
  int visit(Dwarf_Die& die, int scope) {
    switch (dwarf_tag(&die)) {
      case DW_TAG_subprogram:
        add_function(die);
        return add_scope(die, scope);
      case DW_TAG_class_type:
      case DW_TAG_structure_type:
      case DW_TAG_union_type:
        if (!dwarf_hasattr(&die, DW_AT_declaration)) index_.records.push_back(die);
        return add_scope(die, scope);
      case DW_TAG_variable:
        if (auto variable = static_place(die))
          add_variable(*variable);
        else if (!dwarf_hasattr(&die, DW_AT_location) && !dwarf_hasattr(&die, DW_AT_declaration) &&
                 !dwarf_hasattr(&die, DW_AT_const_value))
          index_.without_place.push_back(die);
        add_scope(die, scope);
        return scope;
      case DW_TAG_namespace:
      case DW_TAG_inlined_subroutine:
      case DW_TAG_enumeration_type:
      case DW_TAG_typedef:
      case DW_TAG_member:
        return add_scope(die, scope);
      default:
        return scope;
    }
  }

  int add_scope(const Dwarf_Die& die, int parent) {
    index_.scopes.push_back({die, parent});
    return static_cast<int>(index_.scopes.size()) - 1;
  }

  void add_function(Dwarf_Die& die) {
    for_each_range(die, [&](Dwarf_Addr low, Dwarf_Addr high) {
      if (low != 0 && module_.is_loaded(low)) index_.functions.add(low, high, die);
    });
  }

  void add_variable(const StaticVariable& variable) {
    if (!variable.is_thread_local && (variable.address == 0 || !module_.is_loaded(variable.address))) return;
    index_.variables.push_back(variable);
  }

  const ElfFile& module_;
  UnitIndex& index_;
  const void* last_visited_ = nullptr;
};

}  // namespace

std::unique_ptr<DwarfUnits> DwarfUnits::open(const ElfFile& module, const ElfFile& debug_file) {
  Dwarf* dwarf = dwarf_begin_elf(debug_file.elf(), DWARF_C_READ, nullptr);
  if (dwarf == nullptr) return nullptr;
  std::unique_ptr<DwarfUnits> units(new DwarfUnits(module, dwarf));
  if (!texts_have_an_end(dwarf)) return nullptr;
  units->read_units();
  return units->compiled_ ? std::move(units) : nullptr;
}

DwarfUnits::~DwarfUnits() {
  dwarf_end(dwarf_);
}

void DwarfUnits::read_units() {
  Dwarf_CU* cu = nullptr;
  Dwarf_Die root;
  Dwarf_Die split;
  uint8_t unit_type = 0;
  while (dwarf_get_units(dwarf_, cu, &cu, nullptr, &unit_type, &root, &split) == 0) {
    auto unit = std::make_unique<Unit>();
    unit->lines = root;
    const bool is_split = unit_type == DW_UT_skeleton && split.addr != nullptr &&
                          texts_have_an_end(dwarf_cu_getdwarf(split.cu));
    unit->root = is_split ? split : root;
    if (const char* directory = string_attribute(root, DW_AT_comp_dir)) unit->directory = directory;
    if (const char* name = string_attribute(unit->root, DW_AT_name)) unit->has_relative_name = *name != '/';
    const int language = dwarf_srclang(&unit->root);
    if (dwarf_tag(&unit->root) == DW_TAG_compile_unit && language != DW_LANG_Mips_Assembler) compiled_ = true;

    for_each_range(root, [&](Dwarf_Addr low, Dwarf_Addr high) {
      if (low != 0 && module_.is_loaded(low)) by_address_.add(low, high, unit.get());
    });
    by_cu_[unit->root.cu] = unit.get();
    by_cu_[unit->lines.cu] = unit.get();
    units_.push_back(std::move(unit));
  }
  by_address_.seal();
}

Unit* DwarfUnits::unit_at(uint64_t address) {
  const auto* entry = by_address_.find(address);
  return entry == nullptr ? nullptr : entry->value;
}

Unit* DwarfUnits::unit_of(const Dwarf_Die& die) {
  const auto found = by_cu_.find(die.cu);
  return found == by_cu_.end() ? nullptr : found->second;
}

const UnitIndex& DwarfUnits::index(Unit& unit) {
  if (!unit.index) {
    unit.index.emplace();
    UnitWalk(module_, *unit.index).walk(unit.root, -1, 0);
    unit.index->functions.seal();
  }
  return *unit.index;
}

std::optional<Dwarf_Die> DwarfUnits::scope_around(const Dwarf_Die& die) {
  Unit* unit = unit_of(die);
  if (unit == nullptr) return std::nullopt;
  const std::vector<UnitIndex::Scope>& scopes = index(*unit).scopes;
  const auto found = std::lower_bound(scopes.begin(), scopes.end(), die.addr,
                                      [](const UnitIndex::Scope& scope, const void* address) {
                                        return std::less<>()(scope.die.addr, address);
                                      });
  if (found == scopes.end() || found->die.addr != die.addr || found->parent < 0) return std::nullopt;
  return scopes[static_cast<size_t>(found->parent)].die;
}

}  // namespace heddle::symbols
