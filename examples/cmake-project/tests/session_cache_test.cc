#include "session_cache.h"

#include <gtest/gtest.h>

#include <thread>

TEST(SessionCache, KeepsWhatItMade) {
  SessionCache cache;
  const auto first = cache.session_of("ada");
  EXPECT_EQ(cache.session_of("ada"), first);
  EXPECT_NE(cache.session_of("grace"), first);
  EXPECT_EQ(cache.size(), 2u);
}

TEST(SessionCache, GivesThreadsTheSameSession) {
  SessionCache cache;
  std::shared_ptr<Session> here, there;
  std::thread other([&] { there = cache.session_of("ada"); });
  here = cache.session_of("ada");
  other.join();
  EXPECT_EQ(here, there);
  EXPECT_EQ(cache.size(), 1u);
}

TEST(SessionCache, KeepsUsersApart) {
  SessionCache cache;
  std::thread other([&] { cache.session_of("grace"); });
  cache.session_of("ada");
  other.join();
  EXPECT_EQ(cache.size(), 2u);
}
