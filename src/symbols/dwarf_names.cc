#include "symbols/dwarf_names.h"

#include <dwarf.h>

#include <string_view>
#include <utility>

#include "symbols/demangle.h"
#include "symbols/die.h"

namespace heddle::symbols {
namespace {

constexpr int kDeepestName = 64;

std::string own_name(const Dwarf_Die& die) {
  if (const char* name = string_attribute(die, DW_AT_name)) return name;
  Dwarf_Die copy = die;
  switch (dwarf_tag(&copy)) {
    case DW_TAG_namespace:
      return "(anonymous namespace)";
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_enumeration_type:
      return "(unnamed)";
    default:
      return {};
  }
}

bool is_record(Dwarf_Die die) {
  const int tag = dwarf_tag(&die);
  return tag == DW_TAG_class_type || tag == DW_TAG_structure_type || tag == DW_TAG_union_type;
}

// GCC gives the class of a lambda no name, and the lambda's function no linkage name if it is local to the
// file.
bool is_lambda(const Dwarf_Die& die) {
  if (!is_record(die) || string_attribute(die, DW_AT_name) != nullptr) return false;
  bool found = false;
  for_each_child(die, [&](Dwarf_Die& child) {
    const char* name = dwarf_tag(&child) == DW_TAG_subprogram ? string_attribute(child, DW_AT_name) : nullptr;
    found = name != nullptr && std::string_view(name).starts_with("operator()");
    return !found;
  });
  return found;
}

std::pair<int, int> position(Dwarf_Die die) {
  int column = 0;
  dwarf_decl_column(&die, &column);
  return {declared_line(die), column};
}

std::string array_bounds(const Dwarf_Die& array) {
  std::string bounds;
  for_each_child(array, [&](Dwarf_Die& child) {
    if (dwarf_tag(&child) != DW_TAG_subrange_type) return true;
    Dwarf_Word count = 0;
    Dwarf_Word upper = 0;
    if (unsigned_attribute(child, DW_AT_count, count)) {
      bounds += "[" + std::to_string(count) + "]";
    } else if (unsigned_attribute(child, DW_AT_upper_bound, upper)) {
      bounds += "[" + std::to_string(upper + 1) + "]";
    } else {
      bounds += "[]";
    }
    return true;
  });
  return bounds;
}

// Of a part of a function that g++ runs elsewhere: "fib._omp_fn.0" is fib.
std::string outlined_from(const std::string& name) {
  const std::size_t end = name.find("._omp_fn.");
  return end == std::string::npos ? std::string() : demangle(name.substr(0, end));
}

}  // namespace

std::string linkage_name(const Dwarf_Die& die) {
  if (const char* name = string_attribute(die, DW_AT_linkage_name)) return name;
  if (const char* name = string_attribute(die, DW_AT_MIPS_linkage_name)) return name;
  return {};
}

std::string DwarfNames::function(const Dwarf_Die& function) {
  if (const std::string whole = outlined_from(own_name(function)); !whole.empty()) return whole;
  const std::string mangled = linkage_name(function);
  return mangled.empty() ? qualified(function) : demangle(mangled);
}

std::string DwarfNames::variable(const Dwarf_Die& variable) {
  const std::string mangled = linkage_name(variable);
  return mangled.empty() ? qualified(variable) : demangle(mangled);
}

std::string DwarfNames::qualified(const Dwarf_Die& die) {
  const std::string name = name_in_scope(die);
  return name.empty() ? name : scope_prefix(declaration_of(die), 0) + name;
}

std::string DwarfNames::name_in_scope(const Dwarf_Die& die) {
  return is_lambda(die) ? "{lambda#" + std::to_string(lambda_number(die)) + "}" : own_name(die);
}

// Lambdas are counted in the order of the source, in each function from 1.
int DwarfNames::lambda_number(const Dwarf_Die& lambda) {
  Unit* unit = units_.unit_of(lambda);
  if (unit == nullptr) return 1;
  const std::optional<Dwarf_Die> scope = units_.scope_around(lambda);
  const std::pair<int, int> place = position(lambda);
  int number = 1;
  for (const Dwarf_Die& other : units_.index(*unit).records) {
    if (!is_lambda(other) || position(other) >= place) continue;
    const std::optional<Dwarf_Die> other_scope = units_.scope_around(other);
    if (other_scope.has_value() != scope.has_value()) continue;
    if (!scope || other_scope->addr == scope->addr) ++number;
  }
  return number;
}

std::string DwarfNames::scope_prefix(const Dwarf_Die& die, int depth) {
  std::optional<Dwarf_Die> scope = units_.scope_around(die);
  if (!scope || depth > kDeepestName) return {};
  switch (dwarf_tag(&*scope)) {
    case DW_TAG_subprogram:
    case DW_TAG_inlined_subroutine: {
      if (const std::string mangled = linkage_name(*scope); !mangled.empty()) return demangle(mangled) + "::";
      const std::string name = own_name(*scope);
      return name.empty() ? name : scope_prefix(declaration_of(*scope), depth + 1) + name + "()::";
    }
    case DW_TAG_namespace:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_enumeration_type:
      return scope_prefix(declaration_of(*scope), depth + 1) + name_in_scope(*scope) + "::";
    default:
      return scope_prefix(*scope, depth + 1);
  }
}

std::optional<Dwarf_Die> DwarfNames::enclosing_record(const Dwarf_Die& function) {
  std::optional<Dwarf_Die> scope = units_.scope_around(declaration_of(function));
  return scope && is_record(*scope) ? scope : std::nullopt;
}

std::string DwarfNames::type(const Dwarf_Die& type) {
  return this->type(type, 0);
}

std::string DwarfNames::type(const Dwarf_Die& type, int depth) {
  if (depth > kLongestReferenceChain) return "...";
  Dwarf_Die die = type;
  Dwarf_Die inner;
  const auto of_inner = [&]() -> std::string {
    return reference_attribute(type, DW_AT_type, inner) ? this->type(inner, depth + 1) : "void";
  };
  // "const" goes before what it qualifies, except a pointer.
  const auto qualify = [&](const std::string& qualifier) {
    const std::string name = of_inner();
    return name.ends_with('*') || name.ends_with('&') ? name + " " + qualifier : qualifier + " " + name;
  };
  switch (dwarf_tag(&die)) {
    case DW_TAG_pointer_type:
      return of_inner() + "*";
    case DW_TAG_reference_type:
      return of_inner() + "&";
    case DW_TAG_rvalue_reference_type:
      return of_inner() + "&&";
    case DW_TAG_const_type:
      return qualify("const");
    case DW_TAG_volatile_type:
      return qualify("volatile");
    case DW_TAG_atomic_type:
      return qualify("_Atomic");
    case DW_TAG_restrict_type:
      return of_inner();
    case DW_TAG_array_type:
      return of_inner() + array_bounds(type);
    case DW_TAG_subroutine_type:
      return of_inner() + "()";
    case DW_TAG_ptr_to_member_type:
      return "pointer to member";
    case DW_TAG_base_type:
    case DW_TAG_unspecified_type:  // decltype(nullptr)
      return own_name(type);
    default:
      return short_variable_name(qualified(type));
  }
}

}  // namespace heddle::symbols
