#include "report/model/places.h"

#include <gtest/gtest.h>

#include "event/thread_name.h"
#include "workshop.h"

namespace heddle::report {
namespace {

using testing::Bank;
using testing::Ghost;
using testing::heap;
using testing::stack;

const std::vector<std::string> kThreads = {"main", "main.0"};

TEST(Places, SiteIsALineOfTheUser) {
  const Bank& bank = Bank::instance();
  const SiteId site = bank.site("wait(filled)");
  EXPECT_EQ(bank.places().place(site), bank.place("wait(filled)"));
  const Frame frame = bank.places().frame(site);
  EXPECT_EQ(frame.function, "consume");
  EXPECT_EQ(Places::source_text(frame), "wait(filled);");
}

TEST(Places, WhatDoesNotResolveIsModuleAndOffset) {
  const Ghost ghost;
  EXPECT_EQ(ghost.places().place(0x12), "ghost+0x12");
  EXPECT_EQ(ghost.places().place(0x100012), "libspectre.so.1+0x1012");  // its file starts at 0x1000
  EXPECT_EQ(ghost.places().place(kNoSite), "an unknown place");
  EXPECT_EQ(ghost.places().place(0xfffffff0), "unknown code 0xfffffff0");
  EXPECT_EQ(Places::source_text(ghost.places().frame(0x12)), "");
}

TEST(Places, StackExpandsInlinedCallsAndDropsTheLibrary) {
  const Bank& bank = Bank::instance();
  const std::vector<SiteId> inlined = {bank.site("lock(account.mutex)")};
  std::vector<Frame> frames = bank.places().user_stack(inlined);
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].function, "audit_account");
  EXPECT_EQ(frames[1].function, "audit");
  EXPECT_EQ(frames[1].place, bank.place("audit_account(accounts[1])"));

  const std::vector<SiteId> through_library = {bank.site("check(account.balance"), bank.caller("visitor"),
                                               bank.caller("visit_all")};
  frames = bank.places().user_stack(through_library);
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].place, bank.place("check(account.balance"));
  EXPECT_EQ(frames[1].function, "visit_all");
}

// The runtime puts an operation inside library code at the user's line, which is on the shadow stack as well.
TEST(Places, LineThatLedIntoTheLibraryIsShownOnce) {
  const Bank& bank = Bank::instance();
  const SiteId user = bank.caller("visit_all");
  const SiteId library = bank.caller("visitor");
  EXPECT_EQ(bank.places().user_stack(std::vector{user, library, user}).size(), 1u);
  EXPECT_EQ(bank.places().user_stack(std::vector{user, user}).size(), 1u);
  // A recursion stays.
  EXPECT_EQ(bank.places().user_stack(std::vector{user, user, user, user}).size(), 3u);
  EXPECT_EQ(bank.places().user_stack(std::vector{user, bank.caller("deposit"), user}).size(), 3u);
}

TEST(Places, StackIsNeverEmptyIfThereIsAnything) {
  const Bank& bank = Bank::instance();
  EXPECT_TRUE(bank.places().user_stack({}).empty());
  const std::vector<Frame> library = bank.places().user_stack(std::vector{bank.caller("visitor")});
  ASSERT_EQ(library.size(), 1u);
  EXPECT_TRUE(library[0].library);
  EXPECT_EQ(bank.places().user_stack(std::vector<SiteId>{0xfffffff0}).size(), 1u);
}

TEST(Places, GlobalsHaveTheirNames) {
  const Bank& bank = Bank::instance();
  const auto name = [&](const std::string& global) {
    return bank.places().object(bank.global(global), kThreads).phrase();
  };
  EXPECT_EQ(name("mutex_a"), "`mutex_a`");
  EXPECT_EQ(name("accounts[1].mutex"), "`accounts[1].mutex`");
  EXPECT_EQ(name("accounts[1].balance"), "`accounts[1].balance`");

  const Ghost ghost;
  Location location;
  location.kind = ObjectKind::kGlobal;
  location.module = 1;
  location.offset = 0x20;
  EXPECT_EQ(ghost.places().object(location, kThreads).plain(), "libspectre.so.1+0x1020");
  location.module = 77;
  EXPECT_EQ(ghost.places().object(location, kThreads).plain(), "global memory at 0x20");
}

TEST(Places, OtherMemoryIsDescribed) {
  const Bank& bank = Bank::instance();
  const SiteId site = bank.site("allocate()");
  const std::string place = bank.place("allocate()");
  const auto name = [&](const Location& location) { return bank.places().object(location, kThreads); };
  EXPECT_EQ(name(heap(site, 0, "main", 8)).plain(), "heap object allocated at " + place + " (+8)");
  EXPECT_EQ(name(heap(site, 2, "main.0", 0)).phrase(),
            "the heap object allocated at " + place + " (the 3rd allocated there by main.0)");
  EXPECT_EQ(name(heap(site, 2, "main.7", 4)).phrase(),
            "the heap object allocated at " + place + " (the 3rd allocated there by another thread, +4)");
  EXPECT_EQ(name(stack("main.0", 64)).phrase(), "a local variable of main.0");
  Location location;
  EXPECT_FALSE(name(location).known());
  location.kind = ObjectKind::kThreadLocal;
  location.thread = name_hash("main");
  EXPECT_EQ(name(location).phrase(), "a thread_local variable of main");
  location.kind = ObjectKind::kMapping;
  location.offset = 0x7f00;
  EXPECT_EQ(name(location).phrase(), "mapped memory at 0x7f00");
  location.object = 1;
  location.allocation_site = site;
  location.offset = 0;
  EXPECT_EQ(name(location).phrase(), "the memory mapped at " + place);
  location.offset = 4;
  location.ordinal = 1;
  EXPECT_EQ(name(location).phrase(), "the memory mapped at " + place + " (the 2nd mapped there by main, +4)");
}

}  // namespace
}  // namespace heddle::report
