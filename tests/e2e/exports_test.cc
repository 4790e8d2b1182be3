// What libheddle.so shows to a program: the names of exports.map, nothing of the standard library that is
// linked into it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "support/process.h"

namespace heddle::e2e {
namespace {

using Names = std::set<std::string>;

// Functions of the C++ library that are interposed by their mangled names: std::random_device, the nodes of
// trees and lists.
bool is_interposed(const std::string& name) {
  static const std::regex pattern(
      "_ZNSt13random_device9_M_getvalEv|_ZSt[0-9]+_Rb_tree_.*|_ZNSt8__detail15_List_node_base.*");
  return std::regex_match(name, pattern);
}

bool is_of_the_standard_library(const std::string& name) {
  static const std::regex pattern("_Z(N?K?S[tabsiod]|T[VIS]N?S[tabsiod]|T[VIS][a-z]|nw|na|dl|da|GVN?S).*");
  return std::regex_match(name, pattern);
}

Names names_of_map() {
  std::ifstream stream(HEDDLE_TEST_EXPORTS_MAP);
  std::ostringstream contents;
  contents << stream.rdbuf();
  const std::string text = std::regex_replace(contents.str(), std::regex("/\\*[^*]*\\*/"), "");
  const std::size_t start = text.find("global:") + 7;
  const std::string global = text.substr(start, text.find("local:") - start);
  Names names;
  const std::regex name("[A-Za-z_][A-Za-z0-9_]*");
  for (std::sregex_iterator each(global.begin(), global.end(), name), end; each != end; ++each)
    names.insert(each->str());
  return names;
}

// Names as nm prints them, without their versions.
Names names_by_nm(const std::string& which) {
  const Outcome listed = run({{"nm", "-D", "--format=posix", which, HEDDLE_TEST_RUNTIME}});
  EXPECT_EQ(listed.status, 0) << listed.err;
  Names names;
  std::istringstream lines(listed.out);
  for (std::string line; std::getline(lines, line);) names.insert(line.substr(0, line.find_first_of(" @")));
  return names;
}

TEST(Exports, AreThoseOfTheMap) {
  const Names map = names_of_map();
  ASSERT_GT(map.size(), 100u);
  EXPECT_EQ(names_by_nm("--defined-only"), map);
}

TEST(Exports, HoldNothingOfTheStandardLibrary) {
  const Names defined = names_by_nm("--defined-only");
  ASSERT_FALSE(defined.empty());
  for (const std::string& name : defined)
    EXPECT_TRUE(!is_of_the_standard_library(name) || is_interposed(name)) << name;
}

TEST(Imports, HoldNothingOfTheStandardLibrary) {
  const Names undefined = names_by_nm("--undefined-only");
  ASSERT_FALSE(undefined.empty());
  for (const std::string& name : undefined) {
    EXPECT_FALSE(is_of_the_standard_library(name)) << name;
    EXPECT_FALSE(name.starts_with("__cxa_") && name != "__cxa_finalize" && name != "__cxa_at_quick_exit")
        << name;
  }
}

TEST(Imports, ComeFromTheSystemOnly) {
  const Outcome read = run({{"readelf", "--dynamic", "--wide", HEDDLE_TEST_RUNTIME}});
  ASSERT_EQ(read.status, 0) << read.err;
  const std::regex needed("\\(NEEDED\\).*\\[(.*)\\]");
  Names libraries;
  for (std::sregex_iterator each(read.out.begin(), read.out.end(), needed), end; each != end; ++each)
    libraries.insert((*each)[1]);
  EXPECT_TRUE(libraries.contains("libc.so.6"));
  for (const std::string& library : libraries)
    EXPECT_TRUE(library == "libc.so.6" || library == "libgcc_s.so.1" || library.starts_with("ld-linux-"))
        << library;
}

// The runtime's own calls of memcpy and its relatives do not go through the interposed functions.
TEST(Calls, GoPastTheInterposedMemoryFunctions) {
  const Outcome read = run({{"objdump", "--disassemble", "--no-show-raw-insn", HEDDLE_TEST_RUNTIME}});
  ASSERT_EQ(read.status, 0) << read.err;
  ASSERT_NE(read.out.find("<__wrap_memcpy>"), std::string::npos);
  const std::regex call("\\s(call|jmp|bl|b)\\s+[0-9a-f]+ <((mem|str|bcmp|bzero|wmem|wcs)\\w*)(@plt)?>");
  std::istringstream lines(read.out);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (line.find('<') == std::string::npos || !std::regex_search(line, found, call)) continue;
    EXPECT_FALSE(names_of_map().contains(found[2])) << line;
  }
}

}  // namespace
}  // namespace heddle::e2e
