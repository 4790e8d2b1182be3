#include "classes/clang/library.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Type.h>

#include <set>
#include <string_view>

namespace heddle::classes {

namespace {

using Names = std::set<std::string_view>;

std::string record_name(clang::QualType type) {
  const clang::CXXRecordDecl* record = record_of(type);
  return record != nullptr && record->getIdentifier() != nullptr ? record->getName().str() : std::string();
}

bool is_named(clang::QualType type, const Names& names) {
  const clang::CXXRecordDecl* record = record_of(type);
  return record != nullptr && is_library(record) && names.contains(record_name(type));
}

bool has_lock_methods(const clang::CXXRecordDecl* record) {
  bool locks = false, unlocks = false;
  for (const clang::CXXMethodDecl* method : record->methods()) {
    if (method->getNumParams() != 0) continue;
    const std::string name = name_of(method);
    locks |= name == "lock" || name == "lock_shared";
    unlocks |= name == "unlock" || name == "unlock_shared";
  }
  if (locks && unlocks) return true;
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    const clang::CXXRecordDecl* parent = record_of(base.getType());
    if (parent != nullptr && parent->hasDefinition() && has_lock_methods(parent)) return true;
  }
  return false;
}

}  // namespace

bool is_library(const clang::Decl* declaration) {
  for (const clang::DeclContext* context = declaration->getDeclContext(); context != nullptr;
       context = context->getParent()) {
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(context);
    if (space != nullptr && (space->isStdNamespace() || space->getName() == "__gnu_cxx")) return true;
  }
  return false;
}

const clang::CXXRecordDecl* record_of(clang::QualType type) {
  return type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
}

std::string name_of(const clang::FunctionDecl* function) {
  return function->getIdentifier() != nullptr ? function->getName().str() : std::string();
}

bool is_standard_guard(clang::QualType type) {
  return is_named(type, {"lock_guard", "unique_lock", "scoped_lock", "shared_lock"});
}

bool is_atomic(clang::QualType type) {
  if (type.isNull()) return false;
  if (type.getNonReferenceType()->isAtomicType()) return true;
  const std::string name = record_name(type);  // boost's too
  return name == "atomic" || name == "atomic_flag" || name == "atomic_ref" || name == "__atomic_base" ||
         name == "__atomic_float";
}

bool is_condition_variable(clang::QualType type) {
  return is_named(type, {"condition_variable", "condition_variable_any", "_V2"});
}

bool is_lock(clang::QualType type) {
  if (type.isNull()) return false;
  const std::string written = type.getNonReferenceType().getUnqualifiedType().getAsString();
  if (written.find("pthread_mutex_t") != std::string::npos ||
      written.find("pthread_rwlock_t") != std::string::npos ||
      written.find("pthread_spinlock_t") != std::string::npos)
    return true;
  const clang::CXXRecordDecl* record = record_of(type);
  if (record == nullptr || !record->hasDefinition() || is_standard_guard(type)) return false;
  return record_name(type) != "weak_ptr" && has_lock_methods(record);
}

bool is_smart_pointer(clang::QualType type) {
  return is_named(type, {"unique_ptr", "shared_ptr", "__shared_ptr", "__shared_ptr_access", "weak_ptr"});
}

bool is_iterator_like(clang::QualType type) {
  const clang::CXXRecordDecl* record = record_of(type);
  if (record == nullptr || !is_library(record)) return false;
  const std::string name = record_name(type);
  if (name == "pair" || name == "tuple") {
    const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    if (instance == nullptr || instance->getTemplateArgs().size() == 0) return false;
    const clang::TemplateArgument& first = instance->getTemplateArgs()[0];
    return first.getKind() == clang::TemplateArgument::Type && is_iterator_like(first.getAsType());
  }
  return name.find("iterator") != std::string::npos || name.find("Iterator") != std::string::npos ||
         Names{
             "basic_string_view", "span",         "reference_wrapper", "_Bit_reference", "__normal_iterator",
             "initializer_list",  "move_iterator"}
             .contains(name);
}

bool is_const_iterator(clang::QualType type) {
  const clang::CXXRecordDecl* record = record_of(type);
  if (record == nullptr) return false;
  if (record_name(type).find("const_iterator") != std::string::npos) return true;
  if (record_name(type) == "basic_string_view") return true;
  const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (instance == nullptr || instance->getTemplateArgs().size() == 0) return false;
  const clang::TemplateArgument& first = instance->getTemplateArgs()[0];
  if (first.getKind() != clang::TemplateArgument::Type) return false;
  const clang::QualType inner = first.getAsType();
  return inner->isPointerType() ? inner->getPointeeType().isConstQualified() : is_const_iterator(inner);
}

bool is_callable_wrapper(clang::QualType type) {
  return is_named(type, {"function", "move_only_function", "packaged_task"});
}

bool is_synchronization(clang::QualType type) {
  if (is_lock(type) || is_standard_guard(type) || is_condition_variable(type)) return true;
  if (is_named(type, {"once_flag", "counting_semaphore", "barrier", "latch"})) return true;
  return !type.isNull() && type.getAsString().find("pthread_cond_t") != std::string::npos;
}

Treatment treatment_of_object(const clang::FunctionDecl* method) {
  static const Names* const kGivesAccess =
      new Names{"begin", "end",    "rbegin", "rend",        "cbegin",      "cend",        "find",
                "at",    "front",  "back",   "top",         "data",        "get",         "value",
                "base",  "bucket", "c_str",  "equal_range", "lower_bound", "upper_bound", "native_handle"};
  static const Names* const kOnlyWrites = new Names{"clear", "assign"};
  const auto* member = llvm::dyn_cast<clang::CXXMethodDecl>(method);
  if (member == nullptr || member->isStatic()) return {false, false};
  const std::string name = name_of(method);
  const bool is_array = member->getParent()->getName() == "array";
  if (is_array && (kGivesAccess->contains(name) || method->getOverloadedOperator() == clang::OO_Subscript ||
                   name == "size"))
    return {false, false};  // nothing but its elements is ever read
  if (member->isConst()) return {true, false};
  if (kGivesAccess->contains(name)) return {true, false};
  if (kOnlyWrites->contains(name)) return {false, true};
  switch (method->getOverloadedOperator()) {
    case clang::OO_Subscript: {
      const std::string type = member->getParent()->getName().str();
      return {true, type == "map" || type == "unordered_map"};
    }
    case clang::OO_Star:
    case clang::OO_Arrow:
      return {true, false};
    case clang::OO_Equal:
      return {false, true};
    default:
      return {true, true};
  }
}

Algorithm algorithm_of(const clang::FunctionDecl* function) {
  static const Names* const kAliases = new Names{"move",
                                                 "forward",
                                                 "get",
                                                 "addressof",
                                                 "__addressof",
                                                 "as_const",
                                                 "ref",
                                                 "cref",
                                                 "begin",
                                                 "end",
                                                 "cbegin",
                                                 "cend",
                                                 "rbegin",
                                                 "rend",
                                                 "next",
                                                 "prev",
                                                 "data",
                                                 "advance",
                                                 "size",
                                                 "empty",
                                                 "move_if_noexcept",
                                                 "make_move_iterator",
                                                 "make_pair",
                                                 "tie",
                                                 "to_address",
                                                 "static_pointer_cast",
                                                 "dynamic_pointer_cast",
                                                 "launder"};
  static const Names* const kReaders =
      new Names{"find",           "find_if",          "find_if_not",   "count",
                "count_if",       "all_of",           "any_of",        "none_of",
                "accumulate",     "distance",         "lower_bound",   "binary_search",
                "equal",          "search",           "upper_bound",   "min_element",
                "max_element",    "mismatch",         "equal_range",   "is_sorted",
                "includes",       "inner_product",    "reduce",        "for_each",
                "for_each_n",     "find_first_of",    "adjacent_find", "lexicographical_compare",
                "minmax_element", "transform_reduce", "operator==",    "is_heap",
                "memcmp"};
  static const Names* const kCopiers =
      new Names{"copy",        "copy_if",          "copy_n",         "transform",    "reverse_copy",
                "unique_copy", "remove_copy",      "remove_copy_if", "partial_sum",  "merge",
                "set_union",   "set_intersection", "set_difference", "copy_backward"};
  const std::string name = name_of(function);
  if (kAliases->contains(name)) return Algorithm::kAlias;
  if (kReaders->contains(name) || function->isOverloadedOperator()) return Algorithm::kReads;
  return kCopiers->contains(name) ? Algorithm::kWritesLast : Algorithm::kUnknown;
}

}  // namespace heddle::classes
