// What synchronisation objects do, as states and operations that change them. The operations on one object
// are a chain of updates: each finds the state that the one before it has left (graph.h).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace heddle {
class Reader;
class Writer;
}  // namespace heddle

namespace heddle::complete {

using Thread = std::uint16_t;
inline constexpr Thread kNobody = 0xffff;

enum class Act : std::uint8_t {
  kLocal,  // no other thread can notice
  // What comes after one event of another thread.
  kStart,  // of a thread: behind its creation
  kJoin,   // behind the last event of a thread
  kWake,   // behind what ended the wait
  kExit,   // behind all that the other threads have done: they cannot go on
  kFence,
  kRead,  // of a variable
  kWrite,
  kUpdate,  // reads, and may write: whether it does, only the program knows
  // Of objects. Whether they can go on and what they leave, the object's state says.
  kLock,
  kTryLock,
  kLockShared,
  kTryLockShared,
  kUnlock,
  kTake,  // of a semaphore
  kTryTake,
  kPost,
  kEnqueue,  // begins to wait for a condition
  kNotifyOne,
  kNotifyAll,
  kArrive,  // at a barrier
  kTouch,   // initialises or destroys the object
};

constexpr bool is_of_object(Act act) {
  return act >= Act::kLock;
}

constexpr bool reads_something(Act act) {
  return act == Act::kRead || act == Act::kUpdate || is_of_object(act);
}

// Numbers that stand for states.
using StateId = std::uint32_t;
inline constexpr StateId kNoState = 0;

struct State {
  Thread owner = kNobody;         // of a lock that is taken to write
  std::uint32_t count = 0;        // of a semaphore; who has arrived at a barrier
  std::uint32_t most = 0;         // a barrier opens when so many have arrived
  std::vector<Thread> threads{};  // readers; those who wait, in the order in which they began to

  friend bool operator==(const State&, const State&) = default;
};

// saved.cc
void save(heddle::Writer& writer, const State& state);
void load(heddle::Reader& reader, State& state);

// What an operation does to an object that it finds in some state.
struct Effect {
  bool can = true;            // it can go on
  bool writes = false;        // the state changes, or counts as changed
  StateId after = kNoState;   // then
  std::uint32_t choices = 1;  // it can happen in so many ways: which thread is notified
  bool opens = false;         // the barrier
};

class States {
 public:
  States() : states_(1) {}

  StateId intern(const State& state);
  const State& operator[](StateId id) const { return states_[id]; }
  Effect effect(Act act, StateId before, Thread thread, std::uint32_t choice = 0);

  void save(heddle::Writer& writer) const;
  void load(heddle::Reader& reader);

 private:
  Effect changed(State state);

  std::vector<State> states_;
  std::unordered_multimap<std::uint64_t, StateId> known_;
};

}  // namespace heddle::complete
