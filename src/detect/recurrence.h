// Asks whether a program that makes no progress is in a state again that it was in before. Threads go round,
// one after the other, until each of them stands where it stood: a *lap*, in which every thread that could
// run has run. If the rest of the state (memory) is the same then, too, and nothing came from outside, the
// program does the same for ever. A program that counts, wherever it does so, never gets home.
//
// The reference is renewed after 1, 2, 4, 8 laps and so on (Brent 1980, "An improved Monte Carlo
// factorization algorithm"): a cycle that several laps make up is found, too.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "event/ids.h"
#include "event/random.h"

namespace heddle {

// What a thread knows by itself: what it is about to do, its registers and its live stack.
struct LocalState {
  static constexpr std::size_t kOperation = 4;  // the first words say what it is about to do

  std::vector<std::uint64_t> words;
  std::uint64_t now = 0;       // in virtual time
  std::uint64_t wall = 0;      // the same on the wall clock
  std::uint64_t readings = 0;  // of the clock, by all threads up to here
};

// Whether two states are the same. If the clock was read between them, words that tell the time may have
// moved with it.
bool is_same(const LocalState& before, const LocalState& after);

class Recurrence {
 public:
  // How much is spent before it gives up: points, laps, and how often a thread comes by where it stood
  // without being as it was.
  struct Bounds {
    std::uint64_t points = 0;
    std::uint64_t laps = 0;
    std::uint64_t misses = 0;
  };
  enum class Step : std::uint8_t {
    kRun,        // next() is to run
    kReference,  // the rest of the state is to be kept; then next() is to run
    kLap,        // the rest of the state is to be compared, and answered with came_back() or differs()
    kGiveUp
  };

  void begin(std::size_t threads, const Bounds& bounds);

  // The thread stands before an operation. `enabled` are those that can run, ordered by their ids.
  Step arrived(ThreadId thread, LocalState state, std::span<const ThreadId> enabled);
  ThreadId next() const { return next_; }
  // Of which threads it is known how they stand.
  std::vector<bool> known() const;

  // After a lap: another one. kReference: from here on.
  Step came_back(std::span<const ThreadId> enabled);
  Step differs(std::span<const ThreadId> enabled);

 private:
  struct Seat {
    bool known = false;      // it came by since the search began
    bool referred = false;   // ... and its place belongs to the reference
    bool home = false;       // it is where it was
    bool ran = false;        // within this lap
    bool could_run = false;  // within this lap
    std::uint64_t misses = 0;
    LocalState now;
    LocalState reference;
  };

  Seat& seat(ThreadId thread);
  Step refer(std::span<const ThreadId> enabled);
  void begin_lap();
  bool is_complete() const;
  void choose(std::span<const ThreadId> enabled);

  std::vector<Seat> seats_;
  Bounds bounds_;
  bool has_reference_ = false;
  std::uint64_t laps_ = 0;     // with this reference
  std::uint64_t renewal_ = 1;  // of the reference, after so many laps
  Random random_;
  ThreadId last_ = kNoThread;
  ThreadId next_ = kNoThread;
};

}  // namespace heddle
