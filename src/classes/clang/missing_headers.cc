#include "classes/clang/missing_headers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

namespace heddle::classes {

namespace {

struct HeaderOf {
  std::string_view header;
  std::vector<std::string_view> names;
};

const std::vector<HeaderOf>& headers() {
  static const std::vector<HeaderOf>* const kHeaders = new std::vector<HeaderOf>{
      {"algorithm",
       {"sort", "max", "min", "find", "find_if", "copy", "fill", "swap_ranges", "any_of", "all_of", "none_of",
        "remove_if", "lower_bound", "upper_bound", "generate", "shuffle", "clamp"}},
      {"any", {"any", "any_cast", "make_any"}},
      {"array", {"array"}},
      {"atomic",
       {"atomic", "atomic_flag", "memory_order", "memory_order_relaxed", "memory_order_acquire",
        "memory_order_release", "memory_order_acq_rel", "memory_order_seq_cst", "atomic_bool", "atomic_int",
        "atomic_size_t", "atomic_thread_fence", "atomic_uint64_t", "atomic_uint32_t"}},
      {"barrier", {"barrier"}},
      {"bitset", {"bitset"}},
      {"cassert", {"assert"}},
      {"chrono", {"chrono"}},
      {"climits", {"CHAR_BIT", "INT_MAX", "UINT_MAX", "INT_MIN", "LONG_MAX"}},
      {"condition_variable", {"condition_variable", "condition_variable_any", "cv_status"}},
      {"cstddef", {"size_t", "ptrdiff_t", "nullptr_t", "byte", "max_align_t", "offsetof"}},
      {"cstdint",
       {"int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "intptr_t",
        "uintptr_t", "intmax_t", "uintmax_t", "UINT64_MAX", "UINT32_MAX", "INT64_MAX"}},
      {"cstdio", {"printf", "fprintf", "snprintf", "FILE", "stderr", "stdout"}},
      {"cstdlib", {"abort", "malloc", "free", "exit", "realloc", "calloc", "aligned_alloc"}},
      {"cstring", {"memcpy", "memset", "memmove", "memcmp", "strlen", "strcmp"}},
      {"deque", {"deque"}},
      {"exception", {"exception", "terminate", "exception_ptr", "current_exception", "rethrow_exception"}},
      {"functional",
       {"function", "hash", "equal_to", "less", "greater", "bind", "ref", "cref", "reference_wrapper",
        "invoke", "mem_fn", "plus"}},
      {"future", {"future", "promise", "packaged_task", "async", "shared_future", "future_status"}},
      {"initializer_list", {"initializer_list"}},
      {"iostream", {"cout", "cerr", "endl", "cin"}},
      {"iterator",
       {"iterator_traits", "back_inserter", "make_move_iterator", "distance", "advance", "next",
        "forward_iterator_tag", "random_access_iterator_tag"}},
      {"latch", {"latch"}},
      {"limits", {"numeric_limits"}},
      {"list", {"list"}},
      {"map", {"map", "multimap"}},
      {"memory",
       {"unique_ptr", "shared_ptr", "weak_ptr", "make_unique", "make_shared", "allocator", "allocator_traits",
        "enable_shared_from_this", "addressof", "align"}},
      {"mutex",
       {"mutex", "lock_guard", "unique_lock", "scoped_lock", "recursive_mutex", "timed_mutex", "once_flag",
        "call_once", "lock", "try_to_lock", "defer_lock", "adopt_lock"}},
      {"new", {"hardware_destructive_interference_size", "bad_alloc", "nothrow", "launder"}},
      {"optional", {"optional", "nullopt", "make_optional"}},
      {"queue", {"queue", "priority_queue"}},
      {"semaphore", {"counting_semaphore", "binary_semaphore"}},
      {"set", {"set", "multiset"}},
      {"shared_mutex", {"shared_mutex", "shared_lock", "shared_timed_mutex"}},
      {"span", {"span"}},
      {"sstream", {"stringstream", "ostringstream", "istringstream"}},
      {"stack", {"stack"}},
      {"stdexcept",
       {"runtime_error", "logic_error", "out_of_range", "invalid_argument", "length_error", "overflow_error",
        "underflow_error", "domain_error"}},
      {"stop_token", {"stop_token", "stop_source", "stop_callback"}},
      {"string", {"string", "to_string", "stoi", "getline", "basic_string"}},
      {"string_view", {"string_view"}},
      {"system_error", {"system_error", "error_code", "errc"}},
      {"thread", {"thread", "this_thread", "jthread"}},
      {"tuple", {"tuple", "make_tuple", "tie", "forward_as_tuple", "apply", "ignore"}},
      {"type_traits",
       {"enable_if",
        "enable_if_t",
        "is_same",
        "is_same_v",
        "decay",
        "decay_t",
        "remove_reference",
        "is_trivially_copyable",
        "conditional",
        "conditional_t",
        "invoke_result",
        "true_type",
        "invoke_result_t",
        "is_nothrow_move_constructible",
        "false_type",
        "integral_constant",
        "is_integral",
        "is_constructible",
        "aligned_storage",
        "aligned_storage_t"}},
      {"typeindex", {"type_index"}},
      {"unordered_map", {"unordered_map", "unordered_multimap"}},
      {"unordered_set", {"unordered_set", "unordered_multiset"}},
      {"utility",
       {"move", "forward", "swap", "pair", "make_pair", "exchange", "in_place", "index_sequence",
        "piecewise_construct", "declval"}},
      {"variant", {"variant", "get_if", "visit", "monostate", "holds_alternative"}},
      {"vector", {"vector"}},
  };
  return *kHeaders;
}

std::optional<std::string> header_of(std::string_view name) {
  for (const HeaderOf& each : headers())
    if (std::ranges::count(each.names, name) != 0) return std::string(each.header);
  return std::nullopt;
}

// What stands between `before` and the next of `ends`.
std::optional<std::string_view> between(std::string_view text, std::string_view before,
                                        std::string_view ends) {
  const std::size_t at = text.find(before);
  if (at == text.npos) return std::nullopt;
  text.remove_prefix(at + before.size());
  return text.substr(0, text.find_first_of(ends));
}

// A name of namespace std, or of C, that an error is about.
std::optional<std::string_view> unknown_name(std::string_view error) {
  if (error.find("namespace 'std'") != error.npos)
    for (const std::string_view before :
         {"no type named '", "no member named '", "no template named '", "no struct named '"})
      if (const auto name = between(error, before, "'<")) return name;
  for (const std::string_view before :
       {"undefined template 'std::", "incomplete type 'std::", "incomplete type 'const std::",
        "undefined template 'struct std::", "use of undeclared identifier 'std::"})
    if (const auto name = between(error, before, "'<")) return name;
  for (const std::string_view before : {"use of undeclared identifier '", "unknown type name '"})
    if (const auto name = between(error, before, "'<")) return *name == "std" ? "size_t" : *name;
  return std::nullopt;
}

// These are names that a program may well have itself.
bool is_only_of_std(std::string_view error, std::string_view name) {
  return error.find("std") != error.npos || name.ends_with("_t") || name.starts_with("mem") ||
         name == "assert" || name == "printf" || name == "fprintf" || name == "abort" || name == "malloc" ||
         name == "free" || name.ends_with("_MAX") || name == "CHAR_BIT";
}

}  // namespace

std::vector<std::string> missing_headers(const std::vector<std::string>& errors) {
  std::vector<std::string> found;
  for (const std::string& error : errors) {
    const std::optional<std::string_view> name = unknown_name(error);
    if (!name || !is_only_of_std(error, *name)) continue;
    const std::optional<std::string> header = header_of(*name);
    if (header && std::ranges::count(found, *header) == 0) found.push_back(*header);
  }
  return found;
}

}  // namespace heddle::classes
