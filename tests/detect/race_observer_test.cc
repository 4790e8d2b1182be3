// Races of recorded executions: what events and notes mean.
#include "detect/race_observer.h"

#include <gtest/gtest.h>

#include "event/access_detail.h"

namespace heddle {
namespace {

constexpr std::uint64_t kAddress = 0x1000;

// A recorded execution of main and two threads, put together step by step.
class Recorded {
 public:
  Recorded() {
    event(0, OperationKind::kThreadCreate, kNoLocation, 1);
    event(0, OperationKind::kThreadCreate, kNoLocation, 2);
  }

  LocationId global(std::uint64_t offset) {
    Location location;
    location.kind = ObjectKind::kGlobal;
    location.offset = offset;
    return locations.intern(location);
  }

  void event(ThreadId thread, OperationKind kind, LocationId location, std::uint32_t detail = 0,
             std::uint8_t size = 0) {
    events_.push_back({location, next_site_++, thread, kind, size, detail});
  }
  // Bytes of memory that is shared from `shared` on.
  void access(ThreadId thread, OperationKind kind, std::uint64_t address, std::uint8_t size,
              std::uint64_t shared) {
    event(thread, kind, global(shared), plain_detail(shared, address, size), size);
  }
  void write(ThreadId thread, std::uint64_t address, std::uint8_t size = 4) {
    access(thread, OperationKind::kWrite, address, size, address & ~(kGranuleSize - 1));
  }
  void atomic(ThreadId thread, OperationKind kind, std::uint64_t address, Ordering ordering,
              bool failed = false) {
    event(thread, kind, global(address & ~(kGranuleSize - 1)), atomic_detail(failed, ordering, address), 4);
  }
  void note(ThreadId thread, OrderKind kind, LocationId location = kNoLocation,
            Ordering ordering = Ordering::kRelaxed) {
    notes_.push_back({static_cast<std::uint32_t>(events_.size()), 1, location, thread, kind, ordering});
  }

  // The next event sees that one's store, or goes behind it.
  void sees(ThreadId thread, std::uint32_t event, OrderKind kind = OrderKind::kSees) {
    notes_.push_back({count(), event, kNoLocation, thread, kind, Ordering::kRelaxed});
  }
  std::uint32_t count() const { return static_cast<std::uint32_t>(events_.size()); }

  std::span<const Race> races(Opaque opaque = Opaque::kOrdersNothing) {
    execution_.events = events_;
    execution_.order_notes = notes_;
    return observer.observe(execution_, locations, opaque);
  }
  bool races_at_all() { return !races().empty(); }

  LocationTable locations;
  RaceObserver observer;

 private:
  std::vector<Event> events_;
  std::vector<OrderNote> notes_;
  Execution execution_;
  SiteId next_site_ = 100;
};

TEST(RaceObserver, SeesTwoWrites) {
  Recorded run;
  run.write(1, kAddress);
  run.write(2, kAddress);
  ASSERT_EQ(run.races().size(), 1u);
}

TEST(RaceObserver, TellsARaceOnce) {
  Recorded run;
  run.write(1, kAddress);
  run.write(2, kAddress);
  EXPECT_TRUE(run.races_at_all());
  EXPECT_FALSE(run.races_at_all());
}

TEST(RaceObserver, NamesEventsAndPlace) {
  Recorded run;
  run.write(1, kAddress + 6, 2);
  run.write(2, kAddress + 4);
  const std::span<const Race> races = run.races();
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].first.event, 2u);
  EXPECT_EQ(races[0].second.event, 3u);
  const Event second{run.global(kAddress + 4), 0, 2, OperationKind::kWrite, 4, 0};
  const std::vector<Event> events(4, second);
  const RaceObserver::Place place = run.observer.place_of(races[0], events);
  EXPECT_EQ(place.location, run.global(kAddress + 4));
  EXPECT_EQ(place.offset, 2u);
}

TEST(RaceObserver, NeighbouringBytesDoNotRace) {
  Recorded run;
  run.write(1, kAddress, 1);
  run.write(2, kAddress + 1, 1);
  EXPECT_FALSE(run.races_at_all());
}

// Eight bytes of which only the second half is known to be shared.
TEST(RaceObserver, SeesThePartThatHasAName) {
  Recorded run;
  run.access(1, OperationKind::kWrite, kAddress, 8, kAddress + 4);
  run.write(2, kAddress + 4);
  EXPECT_TRUE(run.races_at_all());
}

// What is not looked at: atomics of memory that nothing else touches.
TEST(RaceObserver, AtomicsRaceWithPlainAccessesAlone) {
  Recorded atomics;
  atomics.atomic(1, OperationKind::kAtomicStore, kAddress, Ordering::kRelaxed);
  atomics.atomic(2, OperationKind::kAtomicLoad, kAddress, Ordering::kRelaxed);
  EXPECT_FALSE(atomics.races_at_all());
  EXPECT_FALSE(atomics.observer.is_incomplete());
  for (const std::uint64_t address : {kAddress, kAddress + 2}) {
    Recorded both;
    both.write(1, kAddress + 64);
    both.atomic(1, OperationKind::kAtomicStore, kAddress, Ordering::kRelaxed);
    both.write(2, address, 1);
    EXPECT_TRUE(both.races_at_all()) << address;
  }
}

TEST(RaceObserver, AnAtomicOfEightBytesRacesWithAWriteToItsSecondHalf) {
  Recorded run;
  run.event(1, OperationKind::kAtomicUpdate, run.global(kAddress),
            atomic_detail(false, Ordering::kSequential, kAddress), 8);
  run.write(2, kAddress + 4);
  EXPECT_TRUE(run.races_at_all());
}

TEST(RaceObserver, AVolatileAccessIsNone) {
  Recorded run;
  run.atomic(1, OperationKind::kAtomicStore, kAddress, Ordering::kVolatile);
  run.atomic(2, OperationKind::kAtomicLoad, kAddress, Ordering::kRelaxed);
  EXPECT_TRUE(run.races_at_all());
}

TEST(RaceObserver, LocksOrder) {
  for (const bool both : {true, false}) {
    Recorded run;
    const LocationId mutex = run.global(0x2000);
    run.event(1, OperationKind::kLock, mutex);
    run.write(1, kAddress);
    run.event(1, OperationKind::kUnlock, mutex);
    run.event(2, OperationKind::kTryLock, mutex, both ? 0 : 1);
    run.write(2, kAddress);
    EXPECT_EQ(run.races_at_all(), !both);
  }
}

TEST(RaceObserver, WaitGivesTheMutexUp) {
  for (const bool comes_back : {true, false}) {
    Recorded run;
    const LocationId mutex = run.global(0x2000), condition = run.global(0x3000);
    run.event(1, OperationKind::kLock, mutex);
    run.write(1, kAddress);
    run.event(1, OperationKind::kWait, condition);
    run.event(2, OperationKind::kLock, mutex);
    run.write(2, kAddress);
    run.event(2, OperationKind::kUnlock, mutex);
    if (comes_back) run.event(1, OperationKind::kRelock, mutex);
    EXPECT_FALSE(run.races_at_all());
  }
}

TEST(RaceObserver, ReadersDoNotOrderEachOther) {
  Recorded run;
  const LocationId lock = run.global(0x2000);
  for (const ThreadId thread : {ThreadId{1}, ThreadId{2}}) {
    run.event(thread, OperationKind::kSharedLock, lock);
    run.write(thread, kAddress);
    run.event(thread, OperationKind::kUnlock, lock);
  }
  EXPECT_TRUE(run.races_at_all());
}

TEST(RaceObserver, MemoryOrdersCount) {
  const auto passes = [](Ordering store, Ordering load, bool fences) {
    Recorded run;
    run.write(1, kAddress);
    if (fences) run.note(1, OrderKind::kFence, kNoLocation, Ordering::kRelease);
    run.atomic(1, OperationKind::kAtomicStore, 0x2000, store);
    run.atomic(2, OperationKind::kAtomicLoad, 0x2000, load);
    if (fences) run.note(2, OrderKind::kFence, kNoLocation, Ordering::kAcquire);
    run.write(2, kAddress);
    return !run.races_at_all();
  };
  EXPECT_TRUE(passes(Ordering::kRelease, Ordering::kAcquire, false));
  EXPECT_TRUE(passes(Ordering::kSequential, Ordering::kSequential, false));
  EXPECT_FALSE(passes(Ordering::kRelaxed, Ordering::kAcquire, false));
  EXPECT_FALSE(passes(Ordering::kRelease, Ordering::kRelaxed, false));
  EXPECT_TRUE(passes(Ordering::kRelaxed, Ordering::kRelaxed, true));
  EXPECT_FALSE(passes(Ordering::kVolatile, Ordering::kVolatile, false));
  EXPECT_TRUE(passes(Ordering::kStated, Ordering::kStated, false));
}

// Thread 1 publishes what it wrote by a store, and thread 2 writes to it after loads that see some store.
class Sights : public ::testing::Test {
 protected:
  static constexpr std::uint64_t kFlag = kAddress + 16;

  void publish(Ordering ordering) {
    run_.write(1, kAddress);
    store_ = run_.count();
    run_.atomic(1, OperationKind::kAtomicStore, kFlag, ordering);
  }
  void use() {
    run_.atomic(2, OperationKind::kAtomicLoad, kFlag, Ordering::kAcquire);
    run_.write(2, kAddress);
  }

  Recorded run_;
  std::uint32_t store_ = 0;
};

TEST_F(Sights, AnOlderStoreHandsOverWhatItsThreadKnew) {
  publish(Ordering::kRelease);
  run_.atomic(0, OperationKind::kAtomicStore, kFlag, Ordering::kRelaxed);
  run_.sees(2, store_);
  use();
  EXPECT_FALSE(run_.races_at_all());
}

TEST_F(Sights, WhoDoesNotSeeTheStoreAcquiresNothing) {
  publish(Ordering::kRelease);
  run_.sees(2, kNoEvent);
  use();
  EXPECT_TRUE(run_.races_at_all());
}

TEST_F(Sights, AStoreThatGoesBehindIsNotWhatOthersSee) {
  publish(Ordering::kRelease);
  run_.sees(0, kNoEvent, OrderKind::kStoresBehind);
  run_.atomic(0, OperationKind::kAtomicStore, kFlag, Ordering::kRelaxed);
  use();
  EXPECT_FALSE(run_.races_at_all()) << "the release store is still the newest one";
}

TEST_F(Sights, AnUpdateThatGoesBehindContinuesTheReleaseSequence) {
  publish(Ordering::kRelease);
  run_.atomic(0, OperationKind::kAtomicStore, kFlag, Ordering::kRelaxed);
  const std::uint32_t update = run_.count();
  run_.sees(0, store_);
  run_.sees(0, store_, OrderKind::kStoresBehind);
  run_.atomic(0, OperationKind::kAtomicUpdate, kFlag, Ordering::kRelaxed);
  run_.sees(2, update);
  use();
  EXPECT_FALSE(run_.races_at_all());
}

TEST(RaceObserver, BarrierOrdersWhoeverLeaves) {
  Recorded run;
  const LocationId barrier = run.global(0x2000);
  run.write(1, kAddress);
  run.event(1, OperationKind::kBarrierWait, barrier, 1);
  run.event(2, OperationKind::kBarrierWait, barrier, 0);
  run.write(2, kAddress);
  run.event(1, OperationKind::kWake, barrier);
  EXPECT_FALSE(run.races_at_all());
}

TEST(RaceObserver, OnceIsOverWhenItIsReleased) {
  for (const bool acquires : {true, false}) {
    Recorded run;
    const LocationId control = run.global(0x2000);
    run.event(1, OperationKind::kOnce, control);
    run.write(1, kAddress);
    run.note(1, OrderKind::kRelease, control);
    run.event(1, OperationKind::kYield, kNoLocation);
    if (acquires) run.note(2, OrderKind::kAcquire, control);
    run.write(2, kAddress);
    EXPECT_EQ(run.races_at_all(), !acquires);
  }
}

// What orders threads outside a region is not seen. Inside, accesses race as ever.
TEST(RaceObserver, WhatHappensOutsideARegionIsOver) {
  for (const bool outside_between : {true, false}) {
    Recorded run;
    run.note(0, OrderKind::kLeaveRegion);
    run.note(1, OrderKind::kEnterRegion);
    run.write(1, kAddress);
    if (outside_between) {
      run.note(1, OrderKind::kLeaveRegion);
      run.note(2, OrderKind::kEnterRegion);
    }
    run.write(2, kAddress);
    EXPECT_EQ(run.races_at_all(), !outside_between);
  }
  Recorded run;
  run.note(0, OrderKind::kLeaveRegion);
  run.note(2, OrderKind::kEnterRegion);
  run.write(2, kAddress);
  run.write(1, kAddress);
  EXPECT_TRUE(run.races_at_all()) << "threads go on from where they met, each by itself";
}

TEST(RaceObserver, OutsideARegionObjectsAreNotUsed) {
  for (const bool outside : {true, false}) {
    Recorded run;
    const LocationId mutex = run.global(kAddress);
    if (outside) run.note(0, OrderKind::kLeaveRegion);
    run.event(1, OperationKind::kLock, mutex, 0, 1);
    run.event(2, OperationKind::kDestroy, mutex, 0, 1);
    EXPECT_EQ(run.races_at_all(), !outside);
  }
}

// A handler may pass a signal on without an event, so that every sender comes before every thread that takes
// one.
TEST(RaceObserver, SignalsOrderWhoeverTakesThem) {
  for (const std::uint32_t receiver : {1u, 2u, std::uint32_t{kNoThread}})
    for (const OperationKind takes : {OperationKind::kHandleSignal, OperationKind::kSignalWait}) {
      Recorded run;
      run.write(1, kAddress);
      run.event(1, OperationKind::kSendSignal, kNoLocation, receiver);
      run.event(2, takes, kNoLocation);
      run.write(2, kAddress);
      EXPECT_FALSE(run.races_at_all()) << "sent to " << receiver;
    }
  Recorded run;
  run.write(1, kAddress);
  run.event(2, OperationKind::kHandleSignal, kNoLocation);
  run.event(1, OperationKind::kSendSignal, kNoLocation, 2);
  run.write(2, kAddress);
  EXPECT_TRUE(run.races_at_all()) << "the handler ran before";
}

TEST(RaceObserver, JoinOrdersUnlessItGaveUp) {
  for (const bool gave_up : {true, false}) {
    Recorded run;
    run.write(1, kAddress);
    run.event(0, OperationKind::kThreadJoin, kNoLocation, gave_up ? 1 | kGaveUp : 1);
    run.write(0, kAddress);
    EXPECT_EQ(run.races_at_all(), gave_up);
  }
}

TEST(RaceObserver, HeapBlocksOfOneAddressAreDifferent) {
  Recorded run;
  for (const ThreadId thread : {ThreadId{1}, ThreadId{2}}) {
    Location block;
    block.kind = ObjectKind::kHeap;
    block.object = thread;
    run.event(thread, OperationKind::kWrite, run.locations.intern(block), plain_detail(0, 0, 4), 4);
  }
  EXPECT_FALSE(run.races_at_all());
}

TEST(RaceObserver, UnmappedMemoryIsForgotten) {
  for (const bool unmapped : {true, false}) {
    Recorded run;
    Location page;
    page.kind = ObjectKind::kMapping;
    page.offset = 0x7fff00000000;
    run.event(1, OperationKind::kWrite, run.locations.intern(page), plain_detail(0, 0, 4), 4);
    if (unmapped) run.note(1, OrderKind::kUnmap);
    run.event(2, OperationKind::kWrite, run.locations.intern(page), plain_detail(0, 0, 4), 4);
    EXPECT_EQ(run.races_at_all(), !unmapped);
  }
}

// A mutex's life: initialisation and destruction write it, locking and unlocking read it.
TEST(RaceObserver, TheEndOfAnObjectRacesWithItsUse) {
  Recorded run;
  const LocationId mutex = run.global(kAddress);
  run.event(1, OperationKind::kLock, mutex, 0, 1);
  run.event(1, OperationKind::kUnlock, mutex, 0, 1);
  run.event(2, OperationKind::kDestroy, mutex, 0, 1);
  EXPECT_TRUE(run.races_at_all());
}

TEST(RaceObserver, WhoLocksAnObjectAfterTheOthersMayEndIt) {
  Recorded run;
  const LocationId mutex = run.global(kAddress);
  for (const ThreadId thread : {1, 2}) {
    run.event(thread, OperationKind::kLock, mutex, 0, 1);
    run.event(thread, OperationKind::kUnlock, mutex, 0, 1);
  }
  run.event(2, OperationKind::kDestroy, mutex, 0, 1);
  EXPECT_FALSE(run.races_at_all());
}

TEST(RaceObserver, TheBeginningOfAnObjectRacesWithItsUse) {
  Recorded run;
  const LocationId condition = run.global(kAddress);
  run.event(1, OperationKind::kInitialise, condition, 0, 1);
  run.event(2, OperationKind::kSignal, condition, 0, 1);
  EXPECT_TRUE(run.races_at_all());
}

TEST(RaceObserver, APlainWriteRacesWithTheUseOfAnObject) {
  Recorded run;
  run.event(1, OperationKind::kLock, run.global(kAddress), 0, 1);
  run.write(2, kAddress);
  EXPECT_TRUE(run.races_at_all());
}

// The write names the beginning of what it writes; the object lies behind that. Whether there is an object is
// known only later.
TEST(RaceObserver, ALongWriteRacesWithTheUseOfAnObjectInIt) {
  Recorded run;
  run.write(1, kAddress, 40);
  EXPECT_FALSE(run.races_at_all());
  run.event(2, OperationKind::kLock, run.global(kAddress + 16), 0, 1);
  EXPECT_TRUE(run.races_at_all());
}

TEST(RaceObserver, AWriteNextToAnObjectDoesNotRaceWithItsUse) {
  Recorded run;
  run.write(1, kAddress, 16);
  run.event(2, OperationKind::kLock, run.global(kAddress + 16), 0, 1);
  EXPECT_FALSE(run.races_at_all());
}

TEST(RaceObserver, AllocatingRacesWithTheUseOfAnObjectInTheBlock) {
  Recorded run;
  Location block;
  block.kind = ObjectKind::kHeap;
  block.object = 5;
  const LocationId start = run.locations.intern(block);
  block.offset = 8;
  run.note(1, OrderKind::kAllocate, start);
  run.event(2, OperationKind::kLock, run.locations.intern(block), 0, 1);
  EXPECT_TRUE(run.races_at_all());
}

TEST(RaceObserver, OperationsOnAnObjectDoNotRace) {
  Recorded run;
  const LocationId condition = run.global(kAddress);
  run.event(1, OperationKind::kSignal, condition, 0, 1);
  run.event(2, OperationKind::kBroadcast, condition, 0, 1);
  EXPECT_FALSE(run.races_at_all());
}

TEST(RaceObserver, WhatLibrariesDoToObjectsIsNotJudged) {
  Recorded run;
  const LocationId mutex = run.global(kAddress);
  run.event(1, OperationKind::kLock, mutex, 0, 0);
  run.event(2, OperationKind::kDestroy, mutex, 0, 1);
  EXPECT_FALSE(run.races_at_all());
}

// The thread that posts has let go of the semaphore, and a thread that leaves a barrier does not look back.
TEST(RaceObserver, WhoIsLetGoMayEndTheObject) {
  Recorded run;
  const LocationId semaphore = run.global(kAddress), barrier = run.global(kAddress + 64);
  run.event(1, OperationKind::kSemaphorePost, semaphore, 0, 1);
  run.event(2, OperationKind::kSemaphoreWait, semaphore, 0, 1);
  run.event(2, OperationKind::kDestroy, semaphore, 0, 1);
  run.event(1, OperationKind::kBarrierWait, barrier, 1, 1);
  run.event(2, OperationKind::kBarrierWait, barrier, 0, 1);
  run.event(2, OperationKind::kDestroy, barrier, 0, 1);
  run.event(1, OperationKind::kWake, barrier, 0, 1);
  EXPECT_FALSE(run.races_at_all());
}

TEST(RaceObserver, MappingsOfOneAddressAreDifferent) {
  Recorded run;
  for (const ThreadId thread : {ThreadId{1}, ThreadId{2}}) {
    Location page;
    page.kind = ObjectKind::kMapping;
    page.object = thread;
    run.event(thread, OperationKind::kWrite, run.locations.intern(page), plain_detail(0, 0, 4), 4);
  }
  EXPECT_FALSE(run.races_at_all());
}

TEST(RaceObserver, NamedMappingsAreNotForgottenWhenOthersAreUnmapped) {
  Recorded run;
  Location page;
  page.kind = ObjectKind::kMapping;
  page.object = 5;
  run.event(1, OperationKind::kWrite, run.locations.intern(page), plain_detail(0, 0, 4), 4);
  run.note(1, OrderKind::kUnmap);
  run.event(2, OperationKind::kWrite, run.locations.intern(page), plain_detail(0, 0, 4), 4);
  EXPECT_TRUE(run.races_at_all());
}

TEST(RaceObserver, AllocatingIsAWriteToTheWholeBlock) {
  for (const bool ordered : {false, true}) {
    Recorded run;
    Location block;
    block.kind = ObjectKind::kHeap;
    block.object = 5;
    const LocationId start = run.locations.intern(block);
    block.offset = 8;
    const LocationId part = run.locations.intern(block);
    run.note(1, OrderKind::kAllocate, start);
    if (ordered) {
      run.note(1, OrderKind::kRelease, run.global(64));
      run.note(2, OrderKind::kAcquire, run.global(64));
    }
    run.event(2, OperationKind::kRead, part, plain_detail(0, 0, 4), 4);
    const std::span<const Race> races = run.races();
    ASSERT_EQ(races.size(), ordered ? 0u : 1u);
    if (ordered) continue;
    EXPECT_TRUE(races[0].first.allocates);
    EXPECT_EQ(races[0].first.event, 1u);  // the last one before it
    EXPECT_EQ(races[0].first.thread, 1u);
    EXPECT_FALSE(races[0].second.allocates);
    EXPECT_EQ(races[0].second.event, 2u);
  }
}

TEST(RaceObserver, AllocatingTouchesNoOtherBlock) {
  Recorded run;
  Location block;
  block.kind = ObjectKind::kHeap;
  block.object = 5;
  const LocationId one = run.locations.intern(block);
  block.object = 6;
  const LocationId other = run.locations.intern(block);
  run.note(1, OrderKind::kAllocate, one);
  run.event(2, OperationKind::kWrite, other, plain_detail(0, 0, 4), 4);
  EXPECT_FALSE(run.races_at_all());
}

TEST(RaceObserver, ForeignThreadsAreNotJudged) {
  Recorded run;
  run.note(1, OrderKind::kForeign);
  run.write(1, kAddress);
  run.write(2, kAddress);
  EXPECT_FALSE(run.races_at_all());
}

TEST(RaceObserver, OpaqueCodeMayOrder) {
  Recorded run;
  run.write(1, kAddress);
  run.note(1, OrderKind::kEnterOpaque);
  run.note(2, OrderKind::kEnterOpaque);
  run.note(2, OrderKind::kLeaveOpaque);
  run.write(2, kAddress);
  EXPECT_TRUE(run.races(Opaque::kOrders).empty());
  EXPECT_EQ(run.races(Opaque::kOrdersNothing).size(), 1u);
}

TEST(RaceObserver, OpaqueCodeOrdersNothingThatCameAfterIt) {
  Recorded run;
  run.note(1, OrderKind::kEnterOpaque);
  run.note(1, OrderKind::kLeaveOpaque);
  run.write(1, kAddress);
  run.note(2, OrderKind::kEnterOpaque);
  run.note(2, OrderKind::kLeaveOpaque);
  run.write(2, kAddress);
  EXPECT_EQ(run.races(Opaque::kOrders).size(), 1u);
}

TEST(RaceObserver, OpaqueCodeAndAtomicsOfTheProgramMayMeet) {
  Recorded flag_of_the_library;
  flag_of_the_library.write(1, kAddress);
  flag_of_the_library.note(1, OrderKind::kEnterOpaque);
  flag_of_the_library.atomic(2, OperationKind::kAtomicLoad, kAddress + 64, Ordering::kAcquire);
  flag_of_the_library.write(2, kAddress);
  EXPECT_TRUE(flag_of_the_library.races(Opaque::kOrders).empty());

  Recorded flag_of_the_program;
  flag_of_the_program.write(1, kAddress);
  flag_of_the_program.atomic(1, OperationKind::kAtomicStore, kAddress + 64, Ordering::kRelease);
  flag_of_the_program.note(2, OrderKind::kLeaveOpaque);
  flag_of_the_program.write(2, kAddress);
  EXPECT_TRUE(flag_of_the_program.races(Opaque::kOrders).empty());

  Recorded relaxed;
  relaxed.write(1, kAddress);
  relaxed.note(1, OrderKind::kEnterOpaque);
  relaxed.atomic(2, OperationKind::kAtomicLoad, kAddress + 64, Ordering::kRelaxed);
  relaxed.write(2, kAddress);
  EXPECT_EQ(relaxed.races(Opaque::kOrders).size(), 1u);
}

TEST(RaceObserver, BrokenRecordingsAreLeftAlone) {
  Recorded run;
  run.write(7, kAddress);  // nobody created it
  run.write(2, kAddress);
  EXPECT_FALSE(run.races_at_all());
}

TEST(RaceObserver, NamesStacksDownwards) {
  MemoryMap map;
  LocationTable locations;
  Location upper;
  upper.kind = ObjectKind::kStack;
  upper.offset = 16;
  Location lower = upper;
  lower.offset = 20;
  const LocationId high = locations.intern(upper), low = locations.intern(lower);
  map.update(locations);
  EXPECT_EQ(map[low] + 4, map[high]);
  EXPECT_EQ(map[kNoLocation], 0u);
}

}  // namespace
}  // namespace heddle
