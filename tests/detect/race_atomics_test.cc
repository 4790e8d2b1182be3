// Memory orders: when an atomic hands over what was written before it.
#include <gtest/gtest.h>

#include "race_program.h"

namespace heddle::race_atomics_test {
namespace {

constexpr std::uint64_t kData = 0x1000;
constexpr std::uint64_t kFlag = 0x2000;
constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kConsume = std::memory_order_consume;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcqRel = std::memory_order_acq_rel;
constexpr auto kSeqCst = std::memory_order_seq_cst;

RaceLimits cpp20() {
  RaceLimits limits;
  limits.synchronisation.release_sequence = ReleaseSequence::kCpp20;
  return limits;
}

// Thread 1 writes the data and sends, thread 2 receives and reads.
template <typename Send, typename Receive>
bool message_races(const Send& send, const Receive& receive, const RaceLimits& limits = {}) {
  RaceProgram program(limits, 5);
  program.write(1, kData);
  send(program);
  receive(program);
  return program.read(2, kData);
}

TEST(RaceAtomics, MessagePassingByStoresAndLoads) {
  struct Case {
    std::memory_order store, load;
    bool race;
  };
  for (const auto& [store, load, race] : {Case{kRelease, kAcquire, false},
                                          {kRelease, kConsume, false},
                                          {kRelease, kSeqCst, false},
                                          {kSeqCst, kAcquire, false},
                                          {kSeqCst, kSeqCst, false},
                                          {kRelaxed, kAcquire, true},
                                          {kRelease, kRelaxed, true},
                                          {kRelaxed, kRelaxed, true},
                                          {kSeqCst, kRelaxed, true},
                                          {kRelaxed, kSeqCst, true}})
    EXPECT_EQ(message_races([&](RaceProgram& program) { program.store(1, kFlag, store); },
                            [&](RaceProgram& program) { program.load(2, kFlag, load); }),
              race)
        << static_cast<int>(store) << " " << static_cast<int>(load);
}

TEST(RaceAtomics, MessagePassingByUpdates) {
  struct Case {
    std::memory_order sender, receiver;
    bool race;
  };
  for (const auto& [sender, receiver, race] : {Case{kRelease, kAcquire, false},
                                               {kAcqRel, kAcqRel, false},
                                               {kSeqCst, kSeqCst, false},
                                               {kRelaxed, kAcqRel, true},
                                               {kAcquire, kAcquire, true},
                                               {kRelease, kRelease, true},
                                               {kAcqRel, kRelaxed, true}})
    EXPECT_EQ(message_races([&](RaceProgram& program) { program.update(1, kFlag, sender); },
                            [&](RaceProgram& program) { program.update(2, kFlag, receiver); }),
              race)
        << static_cast<int>(sender) << " " << static_cast<int>(receiver);
}

TEST(RaceAtomics, AnotherAtomicHandsNothingOver) {
  EXPECT_TRUE(message_races([](RaceProgram& program) { program.store(1, kFlag, kSeqCst); },
                            [](RaceProgram& program) { program.load(2, kFlag + 4, kSeqCst); }));
}

TEST(RaceAtomics, WhatFollowsTheReleaseIsNotHandedOver) {
  RaceProgram program;
  program.store(1, kFlag, kRelease);
  program.write(1, kData);
  program.load(2, kFlag, kAcquire);
  EXPECT_TRUE(program.read(2, kData));
}

// A compare-exchange that failed is a load in its order for failures.
TEST(RaceAtomics, AFailedCompareExchangeReads) {
  const auto send = [](RaceProgram& program) { program.store(1, kFlag, kRelease); };
  EXPECT_FALSE(message_races(send, [](RaceProgram& program) { program.load(2, kFlag, kAcquire); }));
  EXPECT_TRUE(message_races(send, [](RaceProgram& program) { program.load(2, kFlag, kRelaxed); }));
}

TEST(RaceAtomics, AnAcquireFenceAfterARelaxedLoad) {
  const auto send = [](RaceProgram& program) { program.store(1, kFlag, kRelease); };
  for (const auto order : {kAcquire, kConsume, kAcqRel, kSeqCst})
    EXPECT_FALSE(message_races(send, [&](RaceProgram& program) {
      program.load(2, kFlag, kRelaxed);
      program.fence(2, order);
    }));
  for (const auto order : {kRelaxed, kRelease})
    EXPECT_TRUE(message_races(send, [&](RaceProgram& program) {
      program.load(2, kFlag, kRelaxed);
      program.fence(2, order);
    })) << "this fence acquires nothing";
  EXPECT_TRUE(message_races(send, [](RaceProgram& program) {
    program.fence(2, kAcquire);
    program.load(2, kFlag, kRelaxed);
  })) << "the fence comes too early";
  EXPECT_TRUE(message_races(send, [](RaceProgram& program) {
    program.load(2, kFlag, kRelaxed);
    program.fence(3, kAcquire);
  })) << "somebody else's fence";
}

TEST(RaceAtomics, AReleaseFenceBeforeARelaxedStore) {
  const auto receive = [](RaceProgram& program) { program.load(2, kFlag, kAcquire); };
  for (const auto order : {kRelease, kAcqRel, kSeqCst})
    EXPECT_FALSE(message_races(
        [&](RaceProgram& program) {
          program.fence(1, order);
          program.store(1, kFlag, kRelaxed);
        },
        receive));
  EXPECT_FALSE(message_races(
      [](RaceProgram& program) {
        program.fence(1, kRelease);
        program.update(1, kFlag, kRelaxed);
      },
      receive));
  EXPECT_TRUE(message_races(
      [](RaceProgram& program) {
        program.fence(1, kAcquire);
        program.store(1, kFlag, kRelaxed);
      },
      receive));
  EXPECT_TRUE(message_races(
      [](RaceProgram& program) {
        program.store(1, kFlag, kRelaxed);
        program.fence(1, kRelease);
      },
      receive))
      << "the fence comes too late";
}

TEST(RaceAtomics, WhatFollowsAReleaseFenceIsNotHandedOver) {
  RaceProgram program;
  program.fence(1, kRelease);
  program.write(1, kData);
  program.store(1, kFlag, kRelaxed);
  program.load(2, kFlag, kAcquire);
  EXPECT_TRUE(program.read(2, kData));
}

TEST(RaceAtomics, TwoFences) {
  EXPECT_FALSE(message_races(
      [](RaceProgram& program) {
        program.fence(1, kRelease);
        program.store(1, kFlag, kRelaxed);
      },
      [](RaceProgram& program) {
        program.load(2, kFlag, kRelaxed);
        program.fence(2, kAcquire);
      }));
  EXPECT_TRUE(message_races([](RaceProgram& program) { program.fence(1, kSeqCst); },
                            [](RaceProgram& program) { program.fence(2, kSeqCst); }))
      << "nothing without an atomic between them";
}

TEST(RaceAtomics, UpdatesGoOnWithAReleaseSequence) {
  for (const auto order : {kRelaxed, kAcquire, kRelease, kAcqRel})
    EXPECT_FALSE(message_races(
        [&](RaceProgram& program) {
          program.store(1, kFlag, kRelease);
          program.update(3, kFlag, order);
          program.update(4, kFlag, order);
        },
        [](RaceProgram& program) { program.load(2, kFlag, kAcquire); }))
        << static_cast<int>(order);
}

TEST(RaceAtomics, AStoreOfAnotherThreadEndsAReleaseSequence) {
  for (const RaceLimits& limits : {RaceLimits{}, cpp20()}) {
    EXPECT_TRUE(message_races(
        [](RaceProgram& program) {
          program.store(1, kFlag, kRelease);
          program.store(3, kFlag, kRelaxed);
        },
        [](RaceProgram& program) { program.load(2, kFlag, kAcquire); }, limits));
    EXPECT_TRUE(message_races(
        [](RaceProgram& program) {
          program.store(1, kFlag, kRelease);
          program.store(3, kFlag, kRelease);
        },
        [](RaceProgram& program) { program.load(2, kFlag, kAcquire); }, limits))
        << "it released only its own";
  }
}

TEST(RaceAtomics, AStoreOfTheSameThreadEndsAReleaseSequenceSinceCpp20) {
  const auto send = [](RaceProgram& program) {
    program.store(1, kFlag, kRelease);
    program.store(1, kFlag, kRelaxed);
  };
  const auto receive = [](RaceProgram& program) { program.load(2, kFlag, kAcquire); };
  EXPECT_TRUE(message_races(send, receive, cpp20()));
  EXPECT_FALSE(message_races(send, receive)) << "but not before";
}

TEST(RaceAtomics, AnUpdateCanBeginAReleaseSequence) {
  EXPECT_FALSE(message_races(
      [](RaceProgram& program) {
        program.store(0, kFlag, kRelaxed);
        program.update(1, kFlag, kRelease);
        program.update(3, kFlag, kRelaxed);
      },
      [](RaceProgram& program) { program.load(2, kFlag, kAcquire); }));
}

// Reference counting: the last one out deletes.
TEST(RaceAtomics, ReferenceCounting) {
  const auto races = [](std::memory_order order, bool fence) {
    RaceProgram program;
    program.write(1, kData);
    program.update(1, kFlag, order);
    program.update(2, kFlag, order);
    if (fence) program.fence(2, kAcquire);
    return program.write(2, kData);
  };
  EXPECT_FALSE(races(kAcqRel, false));
  EXPECT_FALSE(races(kRelease, true));
  EXPECT_TRUE(races(kRelease, false));
  EXPECT_TRUE(races(kRelaxed, true));
}

TEST(RaceAtomics, NeverRaceWithEachOther) {
  for (const auto order : {kRelaxed, kSeqCst}) {
    RaceProgram program;
    program.store(1, kFlag, order);
    program.load(2, kFlag, kRelaxed);
    program.update(2, kFlag, kRelaxed);
    program.store(0, kFlag, order);
    program.update(1, kFlag, kRelaxed, 2);
    EXPECT_EQ(program.races(), 0u);
  }
}

TEST(RaceAtomics, RaceWithPlainAccesses) {
  {
    RaceProgram program;
    program.store(1, kFlag, kSeqCst);
    EXPECT_TRUE(program.read(2, kFlag));
    EXPECT_EQ(program.detector.races().front().first.kind, AccessKind::kAtomicWrite);
    EXPECT_TRUE(program.write(0, kFlag));
  }
  {
    RaceProgram program;
    program.load(1, kFlag, kSeqCst);
    EXPECT_FALSE(program.read(2, kFlag)) << "both read";
    EXPECT_TRUE(program.write(0, kFlag));
  }
  {
    RaceProgram program;
    program.write(1, kFlag);
    EXPECT_TRUE(program.load(2, kFlag, kSeqCst));
    EXPECT_TRUE(program.update(0, kFlag, kSeqCst));
  }
}

// Atomic writes do not order each other: all of them are remembered.
TEST(RaceAtomics, RaceWithEveryWriterThatIsNotOrdered) {
  RaceProgram program;
  program.store(1, kFlag, kRelaxed);
  program.store(2, kFlag, kRelaxed);
  program.join(0, 2);
  EXPECT_TRUE(program.read(0, kFlag));
  EXPECT_EQ(program.detector.races().front().first.thread, 1);
}

TEST(RaceAtomics, InitialisationBeforePublicationIsOrdered) {
  RaceProgram program;
  program.write(1, kFlag);  // the constructor of the atomic
  program.store(1, kFlag, kRelease);
  EXPECT_FALSE(program.load(2, kFlag, kAcquire));
  EXPECT_FALSE(program.update(2, kFlag, kAcqRel));
}

TEST(RaceAtomics, DoubleCheckedLockingWithOne) {
  constexpr std::uint64_t kMutex = 0x3000;
  const auto races = [](std::memory_order store, std::memory_order load) {
    RaceProgram program;
    program.load(1, kFlag, load, 8);
    program.lock(1, kMutex);
    program.load(1, kFlag, kRelaxed, 8);
    program.write(1, kData, 8);
    program.store(1, kFlag, store, 8);
    program.unlock(1, kMutex);
    program.load(2, kFlag, load, 8);
    return program.read(2, kData, 8);
  };
  EXPECT_FALSE(races(kRelease, kAcquire));
  EXPECT_TRUE(races(kRelaxed, kAcquire));
  EXPECT_TRUE(races(kRelease, kRelaxed));
}

TEST(RaceAtomics, NeighboursAreApart) {
  for (const std::uint64_t size : {1, 2, 4}) {
    EXPECT_TRUE(message_races([&](RaceProgram& program) { program.store(1, kFlag, kRelease, size); },
                              [&](RaceProgram& program) { program.load(2, kFlag + size, kAcquire, size); }));
    EXPECT_FALSE(message_races(
        [&](RaceProgram& program) {
          program.store(1, kFlag, kRelease, size);
          program.store(3, kFlag + size, kRelaxed, size);  // ends no sequence of its neighbour's
        },
        [&](RaceProgram& program) { program.load(2, kFlag, kAcquire, size); }));
  }
}

// A pointer with a counter: exchanged together, read apart.
TEST(RaceAtomics, OfDifferentSizesHandOver) {
  EXPECT_FALSE(message_races([](RaceProgram& program) { program.update(1, kFlag, kAcqRel, 16); },
                             [](RaceProgram& program) { program.load(2, kFlag + 8, kAcquire, 8); }));
  EXPECT_FALSE(message_races([](RaceProgram& program) { program.store(1, kFlag + 8, kRelease, 8); },
                             [](RaceProgram& program) { program.load(2, kFlag, kAcquire, 16); }));
  EXPECT_FALSE(message_races([](RaceProgram& program) { program.store(1, kFlag, kRelease, 4); },
                             [](RaceProgram& program) { program.load(2, kFlag, kAcquire, 8); }));
  EXPECT_FALSE(message_races(
      [](RaceProgram& program) {
        program.store(1, kFlag, kRelease, 8);
        program.store(3, kFlag, kRelaxed, 1);
      },
      [](RaceProgram& program) { program.load(2, kFlag, kAcquire, 8); }))
      << "most of the value is still the sender's";
}

TEST(RaceAtomics, ForgottenOnesHandNothingOver) {
  EXPECT_TRUE(message_races(
      [](RaceProgram& program) {
        program.store(1, kFlag, kRelease);
        program.detector.forget(kFlag, 4);
      },
      [](RaceProgram& program) { program.load(2, kFlag, kAcquire); }));
  EXPECT_FALSE(message_races(
      [](RaceProgram& program) {
        program.store(1, kFlag, kRelease);
        program.detector.forget(kFlag + 4, 4);
      },
      [](RaceProgram& program) { program.load(2, kFlag, kAcquire); }));
}

}  // namespace
}  // namespace heddle::race_atomics_test
