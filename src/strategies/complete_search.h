// `complete`: every behaviour once, where a behaviour is what each read sees, in which order writes happen,
// and in which order threads take locks (complete/graph_search.h says how). Exit waits for all other threads.
//
// Where an execution does something of which Heddle does not know what it depends on, every schedule is a
// behaviour of its own: `dfs` takes over.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "strategies/complete/estimator.h"
#include "strategies/complete/graph_search.h"
#include "strategies/complete/reader.h"
#include "strategies/strategy.h"

namespace heddle {

struct CompleteOptions {
  // A thread stops where it would do an operation at the same place in the code, on the same object, more
  // often than that. 0: there is no end of it.
  std::uint64_t unroll = 0;
};

class CompleteSearch : public Strategy, private Exhaustible, private Divisible {
 public:
  explicit CompleteSearch(const CompleteOptions& options);

  Facets facets() override;
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  std::uint32_t choose_store(const StoreChoice& choice) override;
  void executed(const Event& event) override;
  void noted(const OrderNote& note) override;
  void stands(StateProbe& probe) override;
  bool gives_up() const override;
  Lesson learn(const Execution& execution) override;

 private:
  using GraphSearch = complete::GraphSearch;
  enum class Trouble : std::uint8_t { kNone, kBeginAnew, kUnknown };
  // Why the graphs do not have all that the program did.
  enum class Why : std::uint8_t { kOperation, kSpins, kLong, kHidden, kNotWhole, kContradicted, kStated };

  bool exhausted() const override;
  std::string claim() const override;
  Left left() const override;
  bool next_is_sample() const override { return sample_ != nullptr; }
  // complete_search_saved.cc
  std::vector<std::uint8_t> save() const override;
  std::vector<std::uint8_t> give_away() override;
  bool load(std::span<const std::uint8_t> saved) override;
  std::uint64_t beginnings() const override { return beginnings_; }
  std::vector<std::uint8_t> saved_with(const GraphSearch& search, bool is_divided) const;
  static std::unique_ptr<GraphSearch> new_graph_search(complete::Blocked blocked, bool weak_memory);
  void choose_next(const Execution& execution);
  // What the execution is of: the search, or a sample of what it has left.
  GraphSearch& search() { return sample_ != nullptr ? *sample_ : *search_; }
  const GraphSearch& search() const { return sample_ != nullptr ? *sample_ : *search_; }
  void begin_run();
  void be_of(bool weak_memory);
  void stated(const OrderNote& note);
  std::string reason() const;
  Decision give_up(std::uint32_t what, std::uint32_t detail);
  void gave_up(std::uint32_t what, std::uint32_t detail);
  void be_at_a_loss(Why why);
  void happened(const Event& event, const complete::Bytes* bytes);
  bool is_new_access(const Event& event);
  void read_again(const Execution& execution);
  bool seems_to_wait(const Choice& choice);
  void look_at_stand(ThreadId thread, SiteId site);
  bool came_back(const Choice& choice);
  // It does nothing more in this execution: it would pass a place once more than is looked at.
  bool is_cut(ThreadId thread, OperationKind kind, SiteId site, LocationId location) const;
  void did(const Event& event);
  void undo(ThreadId thread, std::uint32_t steps);
  std::size_t words_of_step() const;
  void note(std::uint32_t what, std::uint32_t detail);
  void ended(const Execution& execution);
  void look_at_end(const Execution& execution);
  bool read_pending(const Execution& execution, std::vector<GraphSearch::Candidate>& waiting,
                    std::vector<GraphSearch::Candidate>& able);
  // What is initially there of a semaphore or a barrier is learnt: until then, there is no end of it.
  void note_initial(const complete::Step& step);
  bool learn_initial(const GraphSearch::Surprise& surprise);
  void begin_anew();
  void hand_over();

  CompleteOptions options_;
  bool has_cut_ = false;  // an execution of this search
  bool has_weak_exchange_ = false;
  bool weak_memory_ = false;
  std::uint64_t beginnings_ = 0;  // Divisible
  bool is_divided_ = false;       // others do the rest: how much that is, is not estimated here
  complete::Reader reader_;
  complete::Blocked blocked_ = complete::Blocked::kIsLetGo;
  std::unique_ptr<GraphSearch> search_;
  complete::Estimator estimator_;
  GraphSearch* sample_ = nullptr;  // of the estimator: what is executed in place of the search's next graph
  std::vector<std::pair<complete::Place, complete::State>> initial_;  // as far as that was learnt
  std::unique_ptr<Strategy> every_schedule_;                          // once it is left to that
  Why why_ = Why::kContradicted;                                      // then
  OperationKind unknown_ = OperationKind::kNone;
  HiddenSet hidden_ = 0;
  std::unordered_set<SiteId> waiting_sites_;  // where loops begin that wait, perhaps

  // This execution.
  bool is_running_ = false;  // by this copy
  Trouble trouble_ = Trouble::kNone;
  bool was_told_ = false;                          // which store the operation is to see
  ThreadId last_ = kNoThread;                      // who did something last
  complete::Thread dead_end_ = complete::kNobody;  // its last step was one
  bool lets_wait_ = false;                         // all that can go on only wait, for ever
  std::uint32_t steps_ = 0;                        // performed
  // Where loops are cut: what each thread has done, and how often that is.
  using Deed = std::tuple<ThreadId, OperationKind, SiteId, LocationId>;
  std::map<Deed, std::uint64_t> deeds_;
  std::map<ThreadId, std::vector<Deed>> order_of_deeds_;
  struct Visit {
    ThreadId thread = kNoThread;
    SiteId site = kNoSite;
    std::uint64_t address = 0;
    std::uint32_t locks = 0;  // that the thread has
    unsigned times = 0;
  };
  std::vector<Visit> visits_;  // since the last progress
  std::uint64_t last_without_progress_ = 0;
  // A thread that stands where such a loop begins.
  bool looks_ = false;
  struct Stand {
    ThreadId thread = kNoThread;
    SiteId site = kNoSite;
    std::uint32_t step = 0;  // of the execution
    std::uint64_t hash = 0;
  };
  Stand stand_;
  SiteId no_beginning_ =
      kNoSite;  // of a loop: a thread came back to it with locks that it gives up in between
  const LocationTable* locations_ = nullptr;
  Notes notes_;
  std::vector<GraphSearch::Candidate> candidates_;
  std::vector<ThreadId> ids_;  // by complete::Thread
};

}  // namespace heddle
