// The interleaving roots that are known of a program: exposed ones, and predicted ones that are still to be
// exposed.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/iroot.h"

namespace heddle {

class IRootCandidates {
 public:
  struct Candidate {
    IRoot root;
    bool predicted = false;  // before it was exposed
    bool exposed = false;
    std::uint64_t execution = 0;  // that exposed it first
    std::uint32_t failures = 0;   // executions that were aimed at it in vain
  };

  bool knows(const IRoot& root) const { return places_.contains(root.key()); }
  // Whether it was not known before.
  bool predict(const IRoot& root);
  // Whether it was not exposed before.
  bool expose(const IRoot& root, std::uint64_t execution);
  void note_failure(std::size_t candidate) { ++all_[candidate].failures; }

  // Of those that are not exposed and have failed less often than `most_failures`, the one that has failed
  // least often; kNone: there is none.
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::size_t fewest_tried(std::uint32_t most_failures) const;

  std::span<const Candidate> all() const { return all_; }
  std::size_t exposed() const { return exposed_; }

 private:
  Candidate& find_or_add(const IRoot& root, bool predicted);

  std::vector<Candidate> all_;
  std::unordered_map<std::uint64_t, std::size_t> places_;  // by IRoot::key()
  std::size_t exposed_ = 0;
};

}  // namespace heddle
