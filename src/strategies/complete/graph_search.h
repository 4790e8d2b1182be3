// Every execution graph of a program, each in one execution: Kokologiannakis, Marmanis, Gladstein and
// Vafeiadis, "Truly Stateless, Optimal Dynamic Partial Order Reduction", POPL 2022. Blocking operations are
// ours (docs/decisions/0054-every-behaviour-once.md).
//
// The next event of some thread is added. A read gets a graph for each write that it may see; a write gets a
// graph for each place in its chain, and then one for each earlier read that may see it. In these, all that
// was added after the read and does not come before the write is taken away. That is done from one graph
// only: the one in which everything that is taken away, and the read, was added as it would have been by
// default.
//
// An execution of the program takes the defaults: what it does by itself. Everything else is left for later,
// on the path of decisions. The next execution follows an order of the first graph of these that has not been
// tried, and takes the defaults from there.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "strategies/complete/graph.h"
#include "strategies/complete/memory_model.h"

namespace heddle::complete {

class GraphSearch {
 public:
  explicit GraphSearch(std::unique_ptr<MemoryModel> model, Blocked blocked = Blocked::kIsLetGo);

  struct Candidate {
    Thread thread;
    Step next;
  };
  // What a place holds before the first write: where that matters, before anything is done with it.
  void set_initial(Place where, const State& state);

  // An execution begins.
  void begin();
  // Who goes on of those who can; kNobody: nobody, the execution is of no use, or as long as it is of use.
  Thread choose(std::span<const Candidate> enabled);
  // What choose() found when it chose nobody, for a copy that did not see it.
  void refuse();
  // `wrote`: an update has written, a try was successful, a barrier has opened.
  void performed(Thread thread, const Step& step, bool wrote);
  // How many of the writes that have been executed are newer than the one that the thread's access, which is
  // being performed, is to see, or to go behind.
  std::size_t newer_writes(Thread thread) const;
  // It is over; these cannot go on. Finds what the next execution is to do.
  void ended(std::span<const Candidate> waiting);
  // The last step of a thread was one behind which nothing can come: it failed. Others waited for something,
  // or were able to go on. Only where blocked reads stay blocked.
  void came_to_dead_end(Thread thread, std::span<const Candidate> waiting, std::span<const Candidate> able);
  // The last steps of a thread, which no other thread has interrupted, have led to the state before them: a
  // round of a loop that waits.
  enum class Round : std::uint8_t {
    kCounts,   // as steps like others
    kIsOver,   // the thread goes on when others have done what they can, or not at all
    kDeadEnd,  // as came_to_dead_end() has it
  };
  Round came_round(Thread thread, std::uint32_t steps);
  // All who could go on would come back to where they are, in this graph.
  bool is_only_waiting(std::span<const Candidate> enabled) const;
  bool has_stopped(Thread thread) const { return stopped(thread) != nullptr; }
  // A thread is left blocked on a state that is not the last one: the same execution is met, or has been,
  // with the last one.
  bool is_in_vain() const;

  bool is_exhausted() const { return levels_.empty(); }
  // The execution did something else than the same operations did before.
  bool is_contradicted() const { return is_contradicted_; }
  bool gave_up() const { return gave_up_; }
  // Nothing that it still does is of use.
  bool is_over() const { return gave_up_ || is_over_; }
  // An object was not in the state that it should have been in: what was taken for its first state is wrong.
  struct Surprise {
    Step step;
    State before;
  };
  const std::optional<Surprise>& surprise() const { return surprise_; }
  // Of the execution that is going on or has just ended.
  const Graph& graph() const { return levels_.back().graph; }
  States& states() { return *states_; }
  // Graphs that are kept: one for each revisit on the path.
  std::size_t depth() const { return levels_.size(); }

  // The graphs that are left: what is next, and what was left on the path of decisions. Each as a search that
  // executes this one, and then knows which are left of its own. They are valid during the call. Only while
  // something is left.
  using Visit = std::function<void(const GraphSearch&)>;
  void each_left(const Visit& visit) const;
  // How many events that has to look at, about.
  std::uint64_t events_left() const;
  // Of such a search: there is something to execute still.
  bool runs() const { return runs_; }

  // saved.cc: between two executions, of a search that is not one of these.
  void save(heddle::Writer& writer) const;
  // In place of all that it was. False: these are no bytes of a search.
  bool load(heddle::Reader& reader);
  // Gives a part of what is left away: the two do different executions, and together what was left. In the
  // order of the search, what is given away comes last. None: it cannot be divided now.
  std::optional<GraphSearch> split();

 private:
  // At the end.
  struct Waiting {
    Candidate candidate;
    bool is_dead_end = false;  // what it does by default has been executed
  };
  // A decision on the path: what was done there, and what is still to be tried.
  struct Frame {
    enum class Kind : std::uint8_t { kRead, kWrite, kDeferred };

    Kind kind;
    EventId event;             // that was added; of deferred ones where they would be
    std::uint32_t place = 0;   // read: the source tried last, behind so many writes; write: its place
    std::uint32_t choice = 0;  // tried last
    EventId read = 0;          // write: the read that is revisited next
    std::uint32_t variant = 0;
    std::uint32_t deferred = 0;  // the number of those who wait
    Thread thread = kNobody;
    Step step{};
    bool same_step = false;
    StateId state = kNoState;        // write
    std::vector<Waiting> waiting{};  // deferred
  };
  // A step that is put off until no other thread can go on, because it is a dead end, or a round begins
  // there.
  struct PutOff {
    Thread thread;
    std::uint32_t step;
    Step what;
    bool waits;         // a round
    std::size_t at;     // the size of the graph in which it was one when it was tried last
    bool last = false;  // it is done nevertheless: no other thread could go on
  };
  // A thread that has gone round once. In this graph it does nothing any more: its reads may still be made to
  // see something else.
  struct Stopped {
    Thread thread;
    std::uint32_t step;
    EventId from, to;  // its round lies between these
  };
  // A graph, and the decisions since it was made by a revisit.
  struct Level {
    Graph graph;
    std::vector<Frame> frames{};
    std::vector<PutOff> put_off{};
    std::vector<Stopped> stopped{};
  };
  enum class Outcome : std::uint8_t { kRun, kDropped, kNotRun };
  // It was left by another search.
  struct Branch {
    std::size_t levels = 1, frames = 0;  // its own decisions come behind these
  };

  Level& level() { return levels_.back(); }
  void find_next();
  void each_left_of(const Level& from, std::size_t first, std::size_t last, const Visit& visit);
  // False: the frame has nothing left.
  bool try_next();
  bool try_read(std::size_t frame);
  bool try_deferred(std::size_t frame);
  void hold_dead_ends(const std::vector<Waiting>& waiting, std::size_t count);
  bool try_places(std::size_t frame);
  bool try_revisits(std::size_t frame);
  bool revisit(std::size_t frame, EventId read, EventId write, std::uint32_t variant, bool& has_more);
  bool can_revisit(const Graph& graph, EventId read, EventId write) const;
  Outcome settle(EventId read);
  bool arrange(EventId update = kNone, EventId first = kNone);
  EventId add_read(Thread thread, const Step& step, EventId source, std::uint32_t choice, bool same_step);
  void write_for(EventId read, StateId state);
  void unlock_for(EventId read);
  void follow_plan(Thread thread, const Step& step, bool wrote);
  void follow_fence(Thread thread, const Step& step);
  bool resolve(EventId update, Ordering ordering, bool wrote);
  void add_by_default(Thread thread, const Step& step, bool wrote);
  void push_read_frame(EventId read);
  EventId planned_event(Thread thread) const;
  void compare(EventId read, bool wrote);
  void be_surprised(const Step& step, StateId before);
  bool can_go_on(const Candidate& candidate) const;
  unsigned rank(const Candidate& candidate) const;
  bool contradicts(const Candidate& enabled) const;
  bool is_blocked(Thread thread) const;
  void shorten(std::size_t size);
  const PutOff* put_off(Thread thread) const;
  const PutOff* put_off_at(Thread thread, std::uint32_t step) const;
  bool is_known_dead_end(Thread thread) const;
  const Stopped* stopped(Thread thread) const;
  bool is_of_round(EventId id) const;
  bool sees_the_newest(const Stopped& round) const;
  bool is_round(Thread thread, EventId first) const;
  void note_last_round(Thread thread);
  void stop(Thread thread, EventId from);
  void drop_what_was_tried(EventId dead_end);
  void run_again();
  void add_deferred_frame(std::span<const Candidate> waiting);
  bool put_off(Thread thread, EventId event, std::uint32_t steps, bool waits);
  EventId first_of_last(Thread thread, std::uint32_t steps) const;
  std::uint32_t steps_by_default(Thread thread, std::uint32_t steps) const;
  bool could_go_on(const Candidate& candidate, bool is_able) const;

  // Ways of a search share these with it.
  std::shared_ptr<MemoryModel> model_;
  std::shared_ptr<States> states_;
  Blocked blocked_;
  std::vector<Level> levels_;
  bool is_contradicted_ = false;
  std::optional<Surprise> surprise_;
  std::optional<Branch> branch_;

  // The execution.
  std::vector<Thread> turns_;  // to be followed first
  std::size_t turn_ = 0;
  EventId unresolved_ = kNone;  // a read of an update: whether it writes, too, is seen when it is done
  bool may_write_ = false;      // the graph is an execution if it does
  bool runs_ = false;           // find_next() has found something
  bool gave_up_ = false;
  bool is_over_ = false;
  EventId changed_ = kNone;                            // the read that sees something else than before
  std::size_t planned_ = 0;                            // events of the graph that it was to begin with
  std::size_t levels_before_ = 1, frames_before_ = 0;  // without what was tried by it
  std::vector<std::uint32_t> steps_;                   // of each thread, so far
};

}  // namespace heddle::complete
