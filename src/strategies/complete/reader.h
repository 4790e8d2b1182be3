// Reads the events of an execution as steps of execution graphs.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/thread_name_hashes.h"
#include "event/operation.h"
#include "event/order_note.h"
#include "strategies/complete/places.h"

namespace heddle::complete {

// What reading has come to.
enum class Reading : std::uint8_t {
  kStep,
  kNothing,  // no step: before there was a second thread
  kUnknown,  // what depends on the operation is not known
};

class Reader {
 public:
  // A new execution. Under weak memory, orderings matter.
  void begin(bool weak_memory);

  // What a thread has done. What it has accessed has to be learnt first.
  Reading read(const heddle::Event& event, Step& step, bool& wrote);
  // An operation that a thread is about to do; of accesses nothing but that they are none of an object. It
  // may be asked by one copy of the search only, so nothing is learnt by it: nor is anything known of an
  // object that was not used yet.
  Reading announced(ThreadId thread, const Operation& operation, Step& step);
  // An operation that a thread could not do, at the end.
  Reading left_undone(ThreadId thread, const Operation& operation, Step& step);
  // What orders threads and is no operation.
  Reading read(const OrderNote& note, Step& step);
  // What a step read by read() changes here.
  void performed(const heddle::Event& event, const Step& step);

  Thread number_of(ThreadId thread);
  // How many locks it has, also to read.
  std::uint32_t locks_of(ThreadId thread) { return state(thread).locks; }
  Places& places() { return places_; }
  bool has_threads() const { return has_threads_; }
  bool is_alone() const { return living_ == 0; }  // all others have been joined
  // Operations were used of which more than one can go on at a time, or that look without waiting: that a
  // blocked one can be let go in place was shown for the others alone.
  bool lets_nobody_go() const { return lets_nobody_go_; }
  // What the operation was of which nothing is known.
  OperationKind unknown() const { return unknown_; }

  // saved.cc: what it knows of the whole search.
  void save(heddle::Writer& writer) const;
  void load(heddle::Reader& reader);

 private:
  struct State {
    Thread number = kNobody;
    OperationKind waits_at = OperationKind::kNone;
    std::vector<Place> held;  // not to read
    std::uint32_t locks = 0;
  };

  State& state(ThreadId thread);
  Reading read_object(OperationKind kind, ThreadId thread, Step& step);
  Reading unknown(OperationKind kind, Step& step);
  Reading read_weakly(const heddle::Event& event, Step& step);
  bool note_use(const Step& step);

  // Of the whole search.
  Places places_;
  std::unordered_map<std::uint64_t, Thread> numbers_;  // by name
  OperationKind unknown_ = OperationKind::kNone;
  bool lets_nobody_go_ = false;

  // Of the execution.
  ThreadNameHashes names_;
  std::vector<State> threads_;
  std::unordered_set<Place> counted_;  // semaphores and barriers that were used
  bool weak_memory_ = false;
  bool has_threads_ = false;
  std::size_t living_ = 0;  // threads that were created and not joined
};

}  // namespace heddle::complete
