// The load map of the test program itself.
#include "runtime/naming/load_map.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "runtime/arch/context.h"

namespace heddle::runtime {
namespace {

using ::testing::HasSubstr;

thread_local std::uint64_t marked = 0x1234'5678'9abc'def0;

std::uint64_t here() {
  return reinterpret_cast<std::uint64_t>(&here);
}
std::uint64_t in_libc() {
  return reinterpret_cast<std::uint64_t>(dlsym(RTLD_DEFAULT, "getpid"));
}

const LoadMap& map() {
  static const LoadMap kMap = [] {
    LoadMap result;
    result.read();
    return result;
  }();
  return kMap;
}

TEST(LoadMap, StartsWithTheProgramAtSiteZero) {
  const Module& program = map().table().modules.at(0);
  EXPECT_EQ(program.path, std::filesystem::read_symlink("/proc/self/exe"));
  EXPECT_EQ(program.first, 0u);
  EXPECT_EQ(map().site_of(here()), here() - program.start);
  EXPECT_EQ(map().module_at(here()), 0);
}

TEST(LoadMap, RemembersWhatItSaysOfCode) {
  for (int i = 0; i < 2; ++i) {
    for (const std::uint64_t pc : {here(), in_libc(), std::uint64_t{1}}) {
      const CodeFacts facts = map().facts_of(pc);
      EXPECT_EQ(facts.site, map().site_of(pc));
      EXPECT_EQ(facts.is_loaded, map().module_at(pc) >= 0);
      EXPECT_EQ(facts.is_users_module, map().is_users_module(pc));
      EXPECT_EQ(facts.is_library_code, map().is_library_code(facts.site));
      EXPECT_EQ(facts.is_instrumented, map().is_instrumented(pc));
      EXPECT_EQ(facts.calls_for_the_user, map().calls_for_the_user(pc));
      EXPECT_EQ(facts.is_system_code, map().is_system_code(pc));
    }
  }
}

TEST(LoadMap, PutsTheModulesOneBehindTheOther) {
  const std::vector<Module>& modules = map().table().modules;
  ASSERT_GE(modules.size(), 3u);
  for (std::size_t i = 1; i < modules.size(); ++i) {
    EXPECT_EQ(modules[i].first, modules[i - 1].first + modules[i - 1].size) << modules[i].path;
    EXPECT_EQ(modules[i].start % 4096, 0u);
    EXPECT_EQ(modules[i].size % 4096, 0u);
  }
}

TEST(LoadMap, FindsTheModuleOfASiteAgain) {
  const SiteId site = map().site_of(in_libc());
  const Module* libc = map().table().find(site);
  ASSERT_NE(libc, nullptr);
  EXPECT_THAT(libc->path, HasSubstr("libc.so"));
  EXPECT_EQ(libc->file_address(site) + libc->bias, in_libc());
  EXPECT_EQ(&map().table().modules[static_cast<std::size_t>(map().module_at(in_libc()))], libc);
}

TEST(LoadMap, FindsEveryModuleUpToItsBorders) {
  const std::vector<Module>& modules = map().table().modules;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    EXPECT_EQ(map().module_at(modules[i].start), static_cast<int>(i));
    EXPECT_EQ(map().module_at(modules[i].start + modules[i].size - 1), static_cast<int>(i));
    EXPECT_NE(map().module_at(modules[i].start - 1), static_cast<int>(i));
    EXPECT_NE(map().module_at(modules[i].start + modules[i].size), static_cast<int>(i));
  }
}

TEST(LoadMap, HasNoSiteForWhatIsNoModule) {
  const int on_the_stack = 0;
  for (std::uint64_t address : {std::uint64_t{0}, std::uint64_t{1},
                                reinterpret_cast<std::uint64_t>(&on_the_stack), ~std::uint64_t{0}}) {
    EXPECT_EQ(map().site_of(address), kNoSite) << std::hex << address;
    EXPECT_EQ(map().module_at(address), -1) << std::hex << address;
  }
}

TEST(LoadMap, KnowsThatTheSystemsLibrariesAreNotTheUsers) {
  EXPECT_FALSE(map().is_instrumented(in_libc()));
  EXPECT_TRUE(map().is_library_code(map().site_of(in_libc())));
}

TEST(LoadMap, KnowsBuildIdsAsHexadecimalText) {
  const std::string& id = map().table().modules[0].build_id;
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos) << id;
  EXPECT_EQ(id.size() % 2, 0u);
}

TEST(LoadMap, KnowsWhereThreadLocalVariablesLie) {
  marked = 7;
  const auto address = reinterpret_cast<std::uint64_t>(&marked);
  const auto pointer = reinterpret_cast<std::uint64_t>(thread_pointer());
  const ThreadLocalBlock* own = nullptr;
  for (const ThreadLocalBlock& block : map().thread_local_blocks())
    if (address - (pointer + static_cast<std::uint64_t>(block.offset)) < block.size) own = &block;
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->module, 0u);
  EXPECT_TRUE(own->reset_on_reuse);
  const std::uint64_t offset = address - (pointer + static_cast<std::uint64_t>(own->offset));
  ASSERT_LE(offset + sizeof marked, own->image_size);
  std::uint64_t initial = 0;
  std::memcpy(&initial, reinterpret_cast<const void*>(own->image + offset), sizeof initial);
  EXPECT_EQ(initial, 0x1234'5678'9abc'def0u);
}

TEST(LoadMap, GivesTheSameAnswersWhenReadAgain) {
  LoadMap again;
  again.read();
  again.read();
  EXPECT_EQ(again.table().modules.size(), map().table().modules.size());
  EXPECT_EQ(again.site_of(in_libc()), map().site_of(in_libc()));
}

// A library that the test program does not have yet.
constexpr const char* kLibrary = "libnss_compat.so.2";

TEST(LoadMap, FollowsLibrariesThatComeAndGo) {
  LoadMap changing;
  changing.read();
  const std::size_t before = changing.table().modules.size();
  EXPECT_FALSE(changing.refresh());
  void* library = dlopen(kLibrary, RTLD_NOW);
  ASSERT_NE(library, nullptr) << dlerror();
  const auto inside = reinterpret_cast<std::uint64_t>(dlsym(library, "_nss_compat_getpwnam_r"));
  EXPECT_EQ(changing.site_of(inside), kNoSite);
  EXPECT_FALSE(changing.facts_of(inside).is_loaded);
  EXPECT_TRUE(changing.refresh());
  EXPECT_FALSE(changing.refresh());
  EXPECT_TRUE(changing.facts_of(inside).is_loaded);
  EXPECT_EQ(changing.table().modules.size(), before + 1);
  const SiteId site = changing.site_of(inside);
  ASSERT_NE(site, kNoSite);
  EXPECT_THAT(changing.table().find(site)->path, HasSubstr(kLibrary));
  const std::uint64_t in_file = changing.table().find(site)->file_address(site);

  dlclose(library);
  EXPECT_TRUE(changing.refresh());
  EXPECT_EQ(changing.site_of(inside), kNoSite);
  EXPECT_FALSE(changing.facts_of(inside).is_loaded);
  EXPECT_EQ(changing.table().find(site)->file_address(site), in_file);  // a report may still name it

  library = dlopen(kLibrary, RTLD_NOW);
  ASSERT_NE(library, nullptr);
  EXPECT_TRUE(changing.refresh());
  EXPECT_EQ(changing.table().modules.size(), before + 1);
  EXPECT_EQ(changing.site_of(reinterpret_cast<std::uint64_t>(dlsym(library, "_nss_compat_getpwnam_r"))),
            site);
  dlclose(library);
}

TEST(LoadMap, GivesALibraryTheSitesThatAnotherExecutionGaveIt) {
  LoadMap first, second;
  first.read();
  second.read();
  void* library = dlopen(kLibrary, RTLD_NOW);
  ASSERT_NE(library, nullptr) << dlerror();
  ASSERT_TRUE(first.refresh());
  Module other = first.table().modules.back();
  other.path = "/somewhere/else.so";
  second.learn(other);
  second.learn(first.table().modules.back());
  second.learn(first.table().modules.back());
  ASSERT_EQ(second.table().modules.size(), first.table().modules.size() + 1);
  const auto inside = reinterpret_cast<std::uint64_t>(dlsym(library, "_nss_compat_getpwnam_r"));
  EXPECT_EQ(second.site_of(inside), kNoSite);
  ASSERT_TRUE(second.refresh());
  EXPECT_EQ(second.table().modules.size(), first.table().modules.size() + 1);
  EXPECT_EQ(second.site_of(inside), first.site_of(inside) + other.size);
  dlclose(library);
}

}  // namespace
}  // namespace heddle::runtime
