// How many executions are left of a GraphSearch: Chen, "Heterogeneous Sampling for Estimating the Sizes of
// Search Trees", SIAM Journal on Computing 21 (1992), which is Knuth's estimator with strata. What is left is
// a forest of graphs, each with those that it leaves. Graphs that probably leave equally many are a stratum.
// One of each, chosen at random, is executed for all of it, generation by generation. So the sum of their
// weights is the number of all executions, on average.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "event/random.h"
#include "strategies/complete/graph_search.h"
#include "strategies/complete/left.h"

namespace heddle::complete {

class Estimator {
 public:
  explicit Estimator(std::uint64_t seed = 1) : random_(seed) {}

  // An execution of the search itself is over. Aborted ones do not count.
  void searched(std::uint64_t steps, bool counts);
  // What is to be executed next, in place of the search's own; null: the search's own. Of `search` something
  // is left.
  GraphSearch* next(const GraphSearch& search);
  // That is over.
  void sampled(std::uint64_t steps, bool counts);
  // As GraphSearch::set_initial(), of all that is to be executed.
  void set_initial(Place where, const State& state);

  Left left() const;

 private:
  struct Stratum {
    std::uint32_t generation;
    std::uint32_t size;     // of the graph
    std::uint32_t changed;  // reads that see something else than by default: they forbid revisits

    friend auto operator<=>(const Stratum&, const Stratum&) = default;
  };
  struct Node {
    GraphSearch graph;
    double weight;
  };

  static Stratum stratum(const GraphSearch& graph, std::uint32_t generation);
  void offer(const GraphSearch& graph, std::uint32_t generation, double weight);
  void begin(const GraphSearch& search);
  void leave();
  double mean() const { return sum_ / weights_; }

  Random random_;
  std::uint64_t search_steps_ = 0, sample_steps_ = 0;
  double searched_ = 0;  // executions

  // The sample that is being taken.
  std::map<Stratum, std::unique_ptr<Node>> open_;
  std::unique_ptr<Node> current_;
  std::uint32_t generation_ = 0;
  double total_ = 0;

  // All executions of the search, as the samples have it: their weighted sums. The less was left when it was
  // begun, as far as was known then, the better is a sample.
  std::uint32_t samples_ = 0;
  double weights_ = 0, sum_ = 0, squares_ = 0;
  double weight_ = 1;      // of the one that is being taken
  double first_left_ = 0;  // when the weight was 1
};

}  // namespace heddle::complete
