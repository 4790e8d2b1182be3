// What calls do one after the other: a sequential specification, often the class itself, and a tree of all
// that has been asked of it so far.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "classes/history.h"

namespace heddle::classes {

class SequentialSpecification {
 public:
  virtual ~SequentialSpecification() = default;

  // A fresh object, with the prefix of the test case behind it.
  virtual void reset() = 0;
  // A call that would block changes nothing.
  virtual Outcome step(const Call& call) = 0;
  // Objects of equal keys behave alike from here on; none: unknown.
  virtual std::optional<std::string> state_key() { return std::nullopt; }
  // What a History's final state is compared with. Looking at it must change nothing that calls can see.
  virtual std::string final_state() { return {}; }
  // How the destructor ends the program after these calls; none: it does not.
  virtual std::optional<Outcome> end() { return std::nullopt; }
};

// Goes forth and back along sequences of calls. Sequences are asked for once: the same tree serves all
// histories of a test case. Going back is free; where a specification is needed again that stands elsewhere,
// the calls are made again from the start.
class SpecificationTree {
 public:
  explicit SpecificationTree(SequentialSpecification& specification) : specification_(&specification) {}

  const Outcome& step(const Call& call);
  void back() { path_.pop_back(); }
  void to_start() { path_.clear(); }

  const std::optional<std::string>& state_key();
  const std::string& final_state();
  const std::optional<Outcome>& end();

  std::size_t calls_made() const { return calls_made_; }  // of the specification

 private:
  struct Node {
    Call call;
    Outcome outcome;
    std::map<Call, std::size_t> children;
    bool has_key = false;
    std::optional<std::string> key;
    std::optional<std::string> final_state;
    bool has_end = false;
    std::optional<Outcome> end;
  };

  std::size_t at() const { return path_.empty() ? 0 : path_.back(); }
  void bring_specification_here();
  Outcome make(const Call& call);

  SequentialSpecification* specification_;
  std::vector<Node> nodes_ = {Node{}};
  std::vector<std::size_t> path_;                      // nodes from the start
  std::optional<std::vector<std::size_t>> stands_at_;  // the path of the specification; none: nowhere yet
  std::size_t calls_made_ = 0;
};

}  // namespace heddle::classes
