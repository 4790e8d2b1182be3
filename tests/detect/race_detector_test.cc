// What orders two accesses, and what does not: accesses, locks and threads. Atomics: race_atomics_test.cc.
#include "detect/race_detector.h"

#include <gtest/gtest.h>

#include <vector>

#include "race_program.h"

namespace heddle {
namespace {

constexpr std::uint64_t kX = 0x1000;
constexpr std::uint64_t kM = 0x2000;
constexpr std::uint64_t kOther = 0x2040;

TEST(Race, IsAWriteAndAnyOtherAccess) {
  struct Case {
    bool first_writes, second_writes, race;
  };
  for (const auto& [first, second, race] :
       {Case{true, true, true}, {true, false, true}, {false, true, true}, {false, false, false}}) {
    RaceProgram program;
    EXPECT_FALSE(first ? program.write(1, kX) : program.read(1, kX));
    EXPECT_EQ(second ? program.write(2, kX) : program.read(2, kX), race);
    EXPECT_EQ(program.races(), race ? 1u : 0u);
  }
}

TEST(Race, TellsBothAccesses) {
  RaceProgram program;
  program.site = 11;
  program.write(1, kX, 8);
  const std::uint32_t first = program.events();
  program.site = 22;
  EXPECT_TRUE(program.read(2, kX + 6, 1));
  const Race& race = program.detector.races().front();
  EXPECT_EQ(race.first.thread, 1);
  EXPECT_EQ(race.first.site, 11u);
  EXPECT_EQ(race.first.event, first);
  EXPECT_EQ(race.first.size, 8);
  EXPECT_EQ(race.first.kind, AccessKind::kWrite);
  EXPECT_EQ(race.second.thread, 2);
  EXPECT_EQ(race.second.site, 22u);
  EXPECT_EQ(race.second.event, program.events());
  EXPECT_EQ(race.second.size, 1);
  EXPECT_EQ(race.second.kind, AccessKind::kRead);
  EXPECT_EQ(race.address, kX + 6);
}

TEST(Race, IsNoneWithinAThread) {
  RaceProgram program;
  for (int i = 0; i < 3; ++i) {
    program.write(1, kX);
    program.read(1, kX);
    program.write(1, kX + 2, 8);
  }
  EXPECT_EQ(program.races(), 0u);
}

TEST(Race, IsAboutBytes) {
  RaceProgram program;
  program.write(1, kX, 1);
  program.write(2, kX + 1, 1);
  program.write(1, kX + 2, 2);
  EXPECT_EQ(program.races(), 0u) << "different bytes of one word";
  EXPECT_TRUE(program.write(2, kX, 2)) << "its first byte";
  EXPECT_EQ(program.detector.races().back().address, kX);
  EXPECT_TRUE(program.read(2, kX + 3, 1));
}

TEST(Race, IsSeenBetweenOverlappingSizes) {
  const auto races = [](std::uint64_t first, std::uint64_t first_size, std::uint64_t second,
                        std::uint64_t second_size) {
    RaceProgram program;
    program.write(1, first, first_size);
    return program.read(2, second, second_size);
  };
  for (std::uint64_t first = 0; first < 12; ++first)
    for (std::uint64_t second = 0; second < 24; ++second)
      for (std::uint64_t one : {1, 2, 4, 8, 16})
        for (std::uint64_t other : {1, 2, 4, 8, 16, 100}) {
          const bool overlap = first < second + other && second < first + one;
          ASSERT_EQ(races(kX + first, one, kX + second, other), overlap)
              << first << "+" << one << " " << second << "+" << other;
        }
}

TEST(Race, IsSeenInsideLongRanges) {
  RaceProgram program;
  program.write(1, kX + 1, 1000);
  EXPECT_FALSE(program.read(2, kX, 1));
  EXPECT_FALSE(program.read(2, kX + 1001, 64));
  EXPECT_TRUE(program.read(2, kX + 1000, 64));
  EXPECT_EQ(program.detector.races().back().first.size, 255) << "or more";
  EXPECT_EQ(program.detector.races().back().address, kX + 1000);
}

// A search that begins to look in the middle sees the last two accesses only: the replay must find them.
TEST(Race, IsToldForEveryPairOfLinesIfWanted) {
  for (const EveryLine every_line : {EveryLine::kNo, EveryLine::kYes}) {
    RaceLimits limits;
    limits.every_line = every_line;
    const bool is_every_line = every_line == EveryLine::kYes;
    RaceProgram program(limits);
    program.write(1, kX);
    EXPECT_TRUE(program.read(2, kX));
    EXPECT_EQ(program.write(1, kX), is_every_line) << "nothing was released since the first write";
    RaceProgram twice(limits);
    twice.write(1, kX);
    twice.write(1, kX);
    EXPECT_TRUE(twice.read(2, kX));
    EXPECT_EQ(twice.races(), is_every_line ? 2u : 1u) << "one for each write";
  }
}

TEST(Race, IsNoneForAnyPairOfLinesInOrder) {
  RaceLimits limits;
  limits.every_line = EveryLine::kYes;
  RaceProgram program(limits);
  for (int i = 0; i < 100; ++i) program.write(1, kX);
  program.unlock(1, kM);
  program.lock(2, kM);
  EXPECT_FALSE(program.read(2, kX));
  EXPECT_FALSE(program.write(2, kX));
  EXPECT_FALSE(program.detector.is_incomplete());
}

TEST(Race, KeepsTheBytesThatALaterAccessDidNotTouch) {
  RaceProgram program;
  program.write(1, kX, 4);
  program.unlock(1, kM);
  program.lock(2, kM);
  program.write(2, kX, 2);  // ordered; bytes 2 and 3 are still thread 1's
  EXPECT_TRUE(program.write(0, kX + 3, 1));
  EXPECT_EQ(program.detector.races().back().first.thread, 1);
  EXPECT_TRUE(program.write(0, kX + 1, 1));
  EXPECT_EQ(program.detector.races().back().first.thread, 2);
}

TEST(Race, IsSeenByAWriterAfterManyReaders) {
  RaceProgram program({}, 100);
  for (ThreadId reader = 1; reader < 100; ++reader) EXPECT_FALSE(program.read(reader, kX));
  for (ThreadId reader = 1; reader < 100; ++reader)
    if (reader != 77) program.join(0, reader);
  EXPECT_TRUE(program.write(0, kX)) << "one of them was not waited for";
  ASSERT_EQ(program.races(), 1u);
  EXPECT_EQ(program.detector.races().front().first.thread, 77);
}

TEST(Race, IsNoneAfterAllReadersWereJoined) {
  RaceProgram program({}, 300);
  for (ThreadId reader = 1; reader < 300; ++reader) program.read(reader, kX);
  for (ThreadId reader = 1; reader < 300; ++reader) program.join(0, reader);
  EXPECT_FALSE(program.write(0, kX));
  EXPECT_FALSE(program.read(0, kX));
}

TEST(Race, IsSeenAfterACrowdHasGone) {
  RaceProgram program({}, 50);
  for (int round = 0; round < 5; ++round) {
    for (ThreadId reader = 1; reader < 50; ++reader) {
      program.lock_shared(reader, kM);
      EXPECT_FALSE(program.read(reader, kX));
      program.unlock_shared(reader, kM);
    }
    program.lock(0, kM);
    EXPECT_FALSE(program.write(0, kX));
    program.unlock(0, kM);
  }
  EXPECT_TRUE(program.write(30, kX));
  EXPECT_EQ(program.detector.races().back().first.thread, 0);
}

TEST(Race, CreationOrders) {
  RaceProgram program({}, 1);
  program.write(0, kX);
  program.create(0, 1);
  EXPECT_FALSE(program.write(1, kX));
  program.write(0, kX + 8);
  EXPECT_TRUE(program.read(1, kX + 8)) << "after the creation";
}

TEST(Race, CreationOrdersGrandchildren) {
  RaceProgram program({}, 1);
  program.write(0, kX);
  program.create(0, 1);
  program.create(1, 2);
  EXPECT_FALSE(program.write(2, kX));
  EXPECT_TRUE(program.read(1, kX));
}

TEST(Race, JoiningOrders) {
  RaceProgram program;
  program.write(1, kX);
  program.join(0, 1);
  EXPECT_FALSE(program.write(0, kX));
  EXPECT_TRUE(program.write(2, kX)) << "did not wait";
}

TEST(Race, ALockOrders) {
  RaceProgram program;
  for (ThreadId thread : {1, 2, 1, 0, 2}) {
    program.lock(thread, kM);
    EXPECT_FALSE(program.read(thread, kX));
    EXPECT_FALSE(program.write(thread, kX));
    program.unlock(thread, kM);
  }
}

TEST(Race, AnotherLockDoesNot) {
  RaceProgram program;
  program.lock(1, kM);
  program.write(1, kX);
  program.unlock(1, kM);
  program.lock(2, kOther);
  EXPECT_TRUE(program.write(2, kX));
}

TEST(Race, WhatFollowsTheUnlockIsNotOrdered) {
  RaceProgram program;
  program.lock(1, kM);
  program.unlock(1, kM);
  program.write(1, kX);
  program.lock(2, kM);
  EXPECT_TRUE(program.write(2, kX));
}

TEST(Race, OrderIsTransitive) {
  RaceProgram program;
  program.write(0, kX);
  program.unlock(0, kM);
  program.lock(1, kM);
  program.unlock(1, kOther);
  program.lock(2, kOther);
  EXPECT_FALSE(program.write(2, kX));
}

// A wait gives the mutex up and takes it again; a signal by itself orders nothing.
TEST(Race, AConditionOrdersThroughItsMutex) {
  RaceProgram program;
  program.lock(1, kM);
  program.unlock(1, kM);  // waits
  program.lock(2, kM);
  program.write(2, kX);
  program.unlock(2, kM);
  program.write(2, kX + 8);  // behind the unlock, before the signal
  program.lock(1, kM);       // woken
  EXPECT_FALSE(program.read(1, kX));
  EXPECT_TRUE(program.read(1, kX + 8));
}

TEST(Race, ReadersOfALockComeAfterWriters) {
  RaceProgram program;
  program.lock(0, kM);
  program.write(0, kX);
  program.unlock(0, kM);
  program.lock_shared(1, kM);
  EXPECT_FALSE(program.read(1, kX));
  program.lock_shared(2, kM);
  EXPECT_FALSE(program.read(2, kX));
  EXPECT_TRUE(program.write(2, kX)) << "with the lock held only for reading";
}

TEST(Race, ReadersOfALockDoNotOrderEachOther) {
  RaceProgram program;
  program.lock_shared(1, kM);
  program.write(1, kX);
  program.unlock_shared(1, kM);
  program.lock_shared(2, kM);
  EXPECT_TRUE(program.write(2, kX));
}

TEST(Race, AWriterOfALockComesAfterAllReaders) {
  RaceProgram program;
  for (ThreadId reader : {1, 2}) {
    program.lock_shared(reader, kM);
    program.read(reader, kX);
    program.unlock_shared(reader, kM);
  }
  program.lock(0, kM);
  EXPECT_FALSE(program.write(0, kX));
  program.unlock(0, kM);
  program.lock_shared(1, kM);
  EXPECT_FALSE(program.read(1, kX));
}

TEST(Race, PostsOrderWaits) {
  RaceProgram program;
  program.write(1, kX);
  program.release(1, kM);
  program.write(2, kX + 8);
  program.release(2, kM);
  program.acquire(0, kM);
  EXPECT_FALSE(program.write(0, kX));
  EXPECT_FALSE(program.write(0, kX + 8));
  EXPECT_TRUE(program.write(1, kX)) << "a post waits for nobody";
}

// pthread_once, guards of static variables, pipes and sockets, handlers of signals: whoever comes later
// acquires what the one before released, and releases nothing itself.
TEST(Race, WhoeverAcquiresReleasesNothing) {
  RaceProgram program;
  program.write(1, kX);
  program.release(1, kM);
  program.acquire(2, kM);
  EXPECT_FALSE(program.read(2, kX));
  program.write(2, kX + 8);
  program.acquire(0, kM);
  EXPECT_FALSE(program.read(0, kX));
  EXPECT_TRUE(program.read(0, kX + 8));
}

TEST(Race, AnAcquisitionBeforeTheReleaseOrdersNothing) {
  RaceProgram program;
  program.write(1, kX);
  program.acquire(2, kM);
  program.release(1, kM);
  EXPECT_TRUE(program.read(2, kX));
}

TEST(Race, ABarrierOrdersItsPhases) {
  RaceProgram program;
  for (int phase = 0; phase < 3; ++phase) {
    for (ThreadId thread : {0, 1, 2}) program.write(thread, kX + 8u * thread);
    for (ThreadId thread : {2, 0, 1}) program.arrive(thread, kM);
    program.open(kM);
    for (ThreadId thread : {1, 2, 0}) program.leave(thread, kM);
    for (ThreadId thread : {0, 1, 2}) program.read(thread, kX + 8u * ((thread + 1u) % 3));
    for (ThreadId thread : {0, 1, 2}) program.arrive(thread, kM);
    program.open(kM);
    for (ThreadId thread : {0, 1, 2}) program.leave(thread, kM);
  }
  EXPECT_EQ(program.races(), 0u);
}

TEST(Race, ABarrierDoesNotOrderTheNextPhase) {
  RaceProgram program;
  program.arrive(1, kM);
  program.arrive(2, kM);
  program.open(kM);
  program.leave(1, kM);
  program.write(1, kX);
  program.arrive(1, kM);  // of the next phase
  program.leave(2, kM);   // late
  EXPECT_TRUE(program.write(2, kX));
}

TEST(Race, DoubleCheckedLockingWithoutAnAtomicIsOne) {
  constexpr std::uint64_t kInstance = 0x5000;
  RaceProgram program;
  program.read(1, kInstance, 8);
  program.lock(1, kM);
  program.read(1, kInstance, 8);
  program.write(1, kX, 8);
  program.write(1, kInstance, 8);
  program.unlock(1, kM);
  EXPECT_TRUE(program.read(2, kInstance, 8));
  EXPECT_TRUE(program.read(2, kX, 8)) << "what it points to";
}

TEST(Race, OfForgottenMemoryIsNone) {
  RaceProgram program;
  program.write(1, kX, 64);
  program.detector.forget(kX, 32);
  EXPECT_FALSE(program.write(2, kX, 32));
  EXPECT_TRUE(program.write(2, kX + 32, 4));
  program.detector.forget(0, std::uint64_t{1} << 40);
  EXPECT_FALSE(program.write(0, kX, 64)) << "all at once";
}

TEST(Race, AForgottenLockOrdersNothing) {
  for (const std::uint64_t size : {std::uint64_t{40}, std::uint64_t{1} << 30}) {
    RaceProgram program;
    program.write(1, kX);
    program.unlock(1, kM);
    program.detector.forget(kM, size);  // another one at the same place
    program.lock(2, kM);
    EXPECT_TRUE(program.write(2, kX));
  }
}

TEST(Race, OfTheSameLinesIsReportedOnce) {
  RaceProgram program;
  for (std::uint64_t i = 0; i < 10; ++i) {
    program.site = 11;
    program.write(1, kX + 8 * i);
    program.site = 22;
    EXPECT_EQ(program.write(2, kX + 8 * i), i == 0);
  }
  program.site = 22;
  program.write(1, kOther);
  program.site = 11;
  EXPECT_FALSE(program.write(2, kOther)) << "the same lines the other way round";
  EXPECT_EQ(program.races(), 1u);
  EXPECT_EQ(program.detector.racy_accesses(), 11u);
  program.site = 33;
  EXPECT_TRUE(program.read(0, kX));
}

TEST(Race, OfAnEarlierExecutionIsNotReportedAgain) {
  RaceProgram program;
  for (int execution = 0; execution < 3; ++execution) {
    program.detector.begin();
    program.site = 5;
    program.create(0, 1);
    program.write(0, kX);
    EXPECT_EQ(program.write(1, kX), execution == 0);
    EXPECT_EQ(program.races(), execution == 0 ? 1u : 0u);
    EXPECT_EQ(program.detector.racy_accesses(), 1u);
  }
  program.detector.forget_reported();
  program.detector.begin();
  program.create(0, 1);
  program.write(0, kX);
  EXPECT_TRUE(program.write(1, kX));
}

TEST(Race, OfTwoExecutionsIsNone) {
  RaceProgram program;
  for (int execution = 0; execution < 70'000; ++execution) {  // more than there are stamps
    program.detector.begin();
    program.create(0, 1);
    if (execution % 2 == 0)
      program.write(0, kX);
    else
      program.write(1, kX);
    if (program.races() != 0) break;
  }
  EXPECT_EQ(program.races(), 0u);
}

TEST(Race, ReportsAreBounded) {
  RaceLimits limits;
  limits.reports = 5;
  RaceProgram program(limits);
  for (std::uint64_t i = 0; i < 100; ++i) {
    program.write(1, kX + 8 * i);
    program.write(2, kX + 8 * i);
  }
  EXPECT_EQ(program.races(), 5u);
  EXPECT_EQ(program.detector.racy_accesses(), 100u);
}

TEST(Race, LocationsAreBounded) {
  RaceLimits limits;
  limits.granules = 2000;
  RaceProgram program(limits);
  for (std::uint64_t i = 0; i < 5000; ++i) program.write(1, kX + 4 * i);
  EXPECT_TRUE(program.detector.is_incomplete());
  EXPECT_TRUE(program.write(2, kX + 4 * 1999));
  EXPECT_FALSE(program.write(2, kX + 4 * 2000)) << "not remembered";
  program.detector.begin();
  EXPECT_FALSE(program.detector.is_incomplete());
}

TEST(Race, CrowdsAreBounded) {
  RaceLimits limits;
  limits.crowded_records = 64;
  RaceProgram program(limits, 200);
  for (ThreadId reader = 1; reader < 200; ++reader)
    for (std::uint64_t i = 0; i < 10; ++i) program.read(reader, kX + 4 * i);
  EXPECT_TRUE(program.detector.is_incomplete());
  EXPECT_TRUE(program.write(0, kX)) << "some are remembered";
  for (ThreadId reader = 1; reader < 200; ++reader) program.join(0, reader);
  EXPECT_FALSE(program.write(0, kX + 4));
}

TEST(Race, NothingIsConcludedOnceTheClocksHaveRunOut) {
  RaceLimits limits;
  limits.synchronisation.last_clock = 20;
  RaceProgram program(limits);
  program.write(1, kX);
  for (int i = 0; i < 18; ++i) program.unlock(1, kM);
  EXPECT_FALSE(program.detector.is_incomplete());
  EXPECT_TRUE(program.write(2, kX));
  program.unlock(1, kM);
  program.unlock(1, kM);
  EXPECT_TRUE(program.detector.is_incomplete());
  program.write(1, kX + 8);
  EXPECT_FALSE(program.write(2, kX + 8));
  program.detector.begin();
  program.create(0, 1);
  program.write(0, kX);
  EXPECT_TRUE(program.write(1, kX)) << "the next execution starts again";
}

TEST(Race, ObjectsAreBounded) {
  RaceLimits limits;
  limits.synchronisation.objects = 100;
  RaceProgram program(limits);
  program.write(1, kX);
  for (std::uint64_t i = 0; i <= 100; ++i) program.unlock(1, kM + 64 * i);
  EXPECT_TRUE(program.detector.is_incomplete());
  EXPECT_FALSE(program.write(2, kX)) << "the order is not known any more";
}

TEST(Race, AllThreadsCanTakePart) {
  constexpr ThreadId kMost = 4096;
  RaceProgram program({}, kMost);
  EXPECT_FALSE(program.detector.is_incomplete());
  program.write(kMost - 1, kX);
  program.release(kMost - 1, kM);
  program.acquire(70, kM);
  EXPECT_FALSE(program.write(70, kX));
  EXPECT_TRUE(program.write(4000, kX));
  EXPECT_EQ(program.detector.races().back().first.thread, 70);
  for (ThreadId reader = 1; reader < kMost; ++reader) program.read(reader, kOther);
  EXPECT_TRUE(program.write(0, kOther));
}

TEST(Race, TellsWhatBothThreadsSynchronisedLast) {
  RaceProgram program;
  program.lock(1, kM);
  program.write(1, kX);
  program.unlock(1, kM);
  const std::uint32_t unlock = program.events();
  program.lock(2, kOther);
  const std::uint32_t lock = program.events();
  EXPECT_TRUE(program.write(2, kX));
  const Race& race = program.detector.races().front();
  EXPECT_EQ(race.last_release_of_first.kind, OperationKind::kUnlock);
  EXPECT_EQ(race.last_release_of_first.object, kM);
  EXPECT_EQ(race.last_release_of_first.event, unlock);
  EXPECT_EQ(race.last_acquisition_of_second.kind, OperationKind::kLock);
  EXPECT_EQ(race.last_acquisition_of_second.object, kOther);
  EXPECT_EQ(race.last_acquisition_of_second.event, lock);
}

}  // namespace
}  // namespace heddle
