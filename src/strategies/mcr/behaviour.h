// What the threads of a program do, as far as executions have shown it: a tree. A thread's next operation is
// determined by what its operations so far have yielded; what a read yields is the value that it returns.
// Executions that differ only in the order of operations that do not notice it are the same set of nodes.
//
//   operation      yields
//   read, update   the value that was there
//   try-lock       whether it succeeded
//   join           how the other thread ended (which node)
//   on anything else that is shared (semaphores, conditions, futexes, words that are accessed in several
//   sizes)         everything that happened to that object before: an order of all operations on it
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "event/access_value.h"
#include "event/operation.h"
#include "search/messages.h"
#include "strategies/mcr/variables.h"

namespace heddle::causality {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = ~NodeId{0};
using Value = std::uint64_t;

// What an operation can yield.
struct Outcome {
  Value label = 0;    // tells it from the node's other outcomes
  Value value = 0;    // what has to be there for it
  Value written = 0;  // what is there afterwards, if the operation writes
  bool writes = false;
  bool fails = false;     // the execution ended in a failure of this thread, before its next operation
  NodeId next = kNoNode;  // the thread's next operation
};

enum class Role : std::uint8_t {
  kLocal,    // no other thread can observe it
  kAccess,   // of a variable: yields what it reads; a pure write yields nothing
  kObject,   // yields everything that happened to its object
  kAcquire,  // of a mutex
  kTry,      // ... or not
  kRelease,
  kJoin,
  kEnd,   // no operation: the thread is over
  kExit,  // of the process, which waits for all other threads
};

struct Node {
  Role role = Role::kLocal;
  OperationKind kind = OperationKind::kNone;
  SiteId site = kNoSite;
  std::uint64_t thread = 0;      // its name, as a number
  std::uint32_t variable = 0;    // or object, or mutex
  NodeId parent = kNoNode;       // the thread's last operation, or the creation of the thread
  Value parent_label = 0;        // what that yielded
  NodeId jump = kNoNode;         // some ancestor, for finding one of a certain depth
  std::uint32_t depth = 0;       // below main's first
  bool is_start = false;         // the parent is the creation
  bool in_set_up = false;        // before there was a second thread
  NodeId spawned = kNoNode;      // creation: the thread's first operation
  NodeId joined = kNoNode;       // join: the creation of the thread that is joined
  NodeId acquisition = kNoNode;  // what it gives up: an unlock, or a condition wait
  std::vector<NodeId> releases;  // acquisition: where it is given up
  std::vector<Outcome> outcomes;
  std::vector<Value> asked;  // values that were asked for

  // Whether its thread learns anything by it.
  bool is_valued() const {
    return role == Role::kObject || role == Role::kTry || role == Role::kJoin ||
           (role == Role::kAccess && (reads(kind) || !is_access(kind)));
  }
  const Outcome* outcome(Value label) const;
  bool has_yielded(Value value) const;
  // An execution in which it yielded that ended at once.
  bool fails_with(Value value) const;
  bool can_fail() const;
};

// Whether a thread may wait there for ever.
bool can_wait(const Node& node);
// Whether what it leaves may be found by others.
bool may_write(const Node& node);

// An operation of an execution, and what it yielded.
struct Happened {
  NodeId node = kNoNode;
  Value label = 0;
};

class Behaviour {
 public:
  // The same operations had different results: something that Heddle does not see decides.
  bool is_consistent() const { return is_consistent_; }

  // False: variables overlap that were thought to be apart. Everything has to be seen again.
  bool add(const Trace& trace, std::vector<Happened>& happened);
  void forget();

  Node& operator[](NodeId id) { return nodes_[id]; }
  const Node& operator[](NodeId id) const { return nodes_[id]; }
  std::size_t size() const { return nodes_.size(); }
  // What a variable holds when the set-up is over.
  Value initial(std::uint32_t variable) const;

  // Whether a is b, or happens before it in every execution that has both, by creation and its own thread.
  bool precedes(NodeId a, NodeId b) const;
  // Whether the node stands for the end of the thread that is created there.
  bool is_end_of(NodeId node, NodeId creation) const;
  // Whether no execution has both.
  bool excludes(NodeId a, NodeId b) const;

 private:
  struct Cursor {
    NodeId node = kNoNode;  // the last operation
    Value label = 0;
    std::uint64_t name = 0;
    NodeId creation = kNoNode;
    std::vector<NodeId> held;  // acquisitions
  };
  class Insertion;

  NodeId step(const Cursor& cursor, Node like);
  NodeId append(Node node);
  void yield(NodeId node, const Outcome& outcome);
  NodeId ancestor(NodeId node, std::uint32_t depth) const;
  bool note_variables(const Trace& trace);

  Variables variables_;
  std::vector<Node> nodes_;
  NodeId root_ = kNoNode;
  std::unordered_map<std::uint32_t, Value> initial_;  // by variable
  std::unordered_set<std::uint32_t> shared_locks_;    // mutexes that readers can hold together
  bool is_consistent_ = true;
};

}  // namespace heddle::causality
