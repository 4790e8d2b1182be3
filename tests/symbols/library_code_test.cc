#include "symbols/library_code.h"

#include <gtest/gtest.h>

namespace heddle::symbols {
namespace {

TEST(LibraryCode, IsWhatLiesInSystemDirectories) {
  for (const char* path :
       {"/usr/include/c++/12/bits/std_mutex.h", "/usr/include/pthread.h",
        "/usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/mutex",
        "/usr/lib/llvm-19/lib/clang/19/include/stddef.h", "/opt/gcc-13/include/c++/13/mutex",
        "/opt/gcc-13/lib/gcc/x86_64-linux-gnu/13/include/stddef.h",
        // Of test frameworks, wherever they are.
        "/home/ada/third_party/googletest/include/gtest/gtest.h", "../_deps/googletest/src/gtest.cc",
        "tests/catch.hpp", "/home/ada/extern/doctest.h", "extern/catch_amalgamated.cpp"}) {
    EXPECT_TRUE(is_system_source(path)) << path;
  }
  for (const char* path :
       {"bank.cc", "", "/usr/src/app/bank.cc", "/home/user/include/bank.h", "include/bank.h",
        "/usr/include/../src/bank.cc", "/home/ada/tests/gtest/bank_test.cc", "tests/catch2/bank_test.cc"}) {
    EXPECT_FALSE(is_system_source(path)) << path;
  }
}

TEST(LibraryCode, IsWhatIsCalledSo) {
  for (const char* name :
       {"std::lock_guard::lock_guard", "__gnu_cxx::new_allocator::allocate", "_start",
        "testing::internal::HandleExceptionsInMethodIfSupported", "Catch::RunContext::runTest"}) {
    EXPECT_TRUE(is_library_function(name)) << name;
  }
  for (const char* name :
       {"main", "main::lambda#1", "stdlib::run", "bank::std::run", "testing::helper", ""}) {
    EXPECT_FALSE(is_library_function(name)) << name;
  }
}

TEST(LibraryCode, IsWhatTheSystemInstalled) {
  EXPECT_TRUE(is_library_module("/lib/x86_64-linux-gnu/libc.so.6", false));
  EXPECT_TRUE(is_library_module("/lib/x86_64-linux-gnu/libc.so.6", true));
  EXPECT_TRUE(is_library_module("/opt/gcc/lib64/libstdc++.so.6.0.30", true));
  EXPECT_TRUE(is_library_module("/usr/lib/x86_64-linux-gnu/libssl.so.3", false));
  EXPECT_TRUE(is_library_module("linux-vdso.so.1", false));
  EXPECT_FALSE(is_library_module("/usr/lib/x86_64-linux-gnu/libbank.so", true));
  EXPECT_FALSE(is_library_module("/home/user/bank", false));
  EXPECT_FALSE(is_library_module("./libbank.so", false));
}

}  // namespace
}  // namespace heddle::symbols
