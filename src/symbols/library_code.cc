#include "symbols/library_code.h"

#include <array>
#include <filesystem>
#include <initializer_list>
#include <utility>
#include <vector>

namespace heddle::symbols {
namespace {

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  for (std::string_view prefix : prefixes) {
    if (text.starts_with(prefix)) return true;
  }
  return false;
}

std::vector<std::string>& own_sources() {
  static auto* const own = new std::vector<std::string>;
  return *own;
}

// Test frameworks are often part of the user's tree.
bool is_framework_source(std::string_view path) {
  for (std::string_view folder :
       {"/googletest/include/", "/googletest/src/", "/googlemock/include/", "/googlemock/src/",
        "/include/gtest/", "/include/gmock/", "/include/catch2/", "/src/catch2/", "/boost/test/"})
    if (path.find(folder) != std::string_view::npos) return true;
  const std::string_view file = path.substr(path.rfind('/') + 1);
  for (std::string_view name : {"gtest.h", "gmock.h", "gtest-all.cc", "gmock-all.cc", "gmock-gtest-all.cc",
                                "catch.hpp", "catch_amalgamated.hpp", "catch_amalgamated.cpp", "doctest.h"})
    if (file == name) return true;
  return false;
}

}  // namespace

void count_as_own(std::string folder_or_file) {
  own_sources().push_back(std::filesystem::path(std::move(folder_or_file)).lexically_normal().string());
}

bool is_system_source(std::string_view path) {
  const std::string normal = std::filesystem::path(path).lexically_normal().string();
  for (const std::string& own : own_sources())
    if (normal.starts_with(own)) return false;
  if (starts_with_any(normal,
                      {"/usr/include/", "/usr/local/include/", "/usr/lib/gcc/", "/usr/lib/clang/",
                       "/usr/lib/llvm", "/usr/lib64/gcc/", "/usr/lib64/clang/", "/usr/libexec/gcc/"})) {
    return true;
  }
  if (is_framework_source(normal)) return true;
  // A toolchain that is installed elsewhere keeps this part of the path.
  return normal.find("/include/c++/") != std::string::npos || normal.find("/lib/gcc/") != std::string::npos ||
         normal.find("/lib/clang/") != std::string::npos;
}

bool is_library_function(std::string_view short_name) {
  if (starts_with_any(short_name, {"std::", "__gnu_cxx::", "__cxxabiv1::", "__gthread_", "__libc_", "__cxa_",
                                   "__tsan_", "__sanitizer_"})) {
    return true;
  }
  // Of test frameworks that are linked without their debug information.
  if (starts_with_any(short_name, {"testing::internal::", "testing::Test::", "testing::TestInfo::",
                                   "testing::TestSuite::", "testing::UnitTest::", "Catch::", "doctest::",
                                   "boost::unit_test::"})) {
    return true;
  }
  // What the linker adds to every program.
  for (std::string_view name :
       {"_start", "_init", "_fini", "deregister_tm_clones", "register_tm_clones", "frame_dummy",
        "__do_global_dtors_aux", "_dl_relocate_static_pie", "__clang_call_terminate"}) {
    if (short_name == name) return true;
  }
  return false;
}

bool is_library_module(std::string_view path, bool has_own_debug_info) {
  const size_t slash = path.rfind('/');
  const std::string_view file = slash == std::string_view::npos ? path : path.substr(slash + 1);
  if (starts_with_any(file,
                      {"libc.so", "libc-2", "libpthread", "libm.so", "libstdc++.so", "libgcc_s", "libc++.so",
                       "libc++abi.so", "ld-linux", "ld-2", "ld-musl", "libtsan.so", "libasan.so", "libheddle",
                       "linux-vdso", "linux-gate", "[vdso]", "[vsyscall]"})) {
    return true;
  }
  if (has_own_debug_info) return false;
  return starts_with_any(
      path, {"/lib/", "/lib32/", "/lib64/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/", "/usr/libexec/"});
}

}  // namespace heddle::symbols
