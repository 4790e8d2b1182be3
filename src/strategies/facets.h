// What a strategy can do and needs beside choosing. Most strategies have few of these facets. One that wraps
// another strategy hands its facets on, and changes those that are its own.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "strategies/complete/left.h"

namespace heddle {

class Profile;
class Strategy;
struct Divergence;

// What the engine must do for a strategy beyond asking it at every point; all of it costs time.
struct Needs {
  bool every_operation = false;  // be asked before every operation, even a forced or private one
  bool executed = false;         // be told what happened
  bool executions = false;       // find events and schedule in the Execution it learns from
  bool choices = false;          // ... and the enabled sets
  bool values = false;           // ... and what was read and written
  bool guides = false;           // be told by `heddle` what to follow, which is told of every execution
  bool time = false;             // find the time and deadlines in every Choice
  bool whole = false;        // deadlocks are found when no thread can go on; and find who waits: `pending`
  bool forced = false;       // be asked even where only one thread can go on
  bool state = false;        // look at the program's state: Choice::state, stands()
  bool may_give_up = false;  // be asked behind every operation whether the execution is of any use still
  bool stores = false;       // be asked which store an operation sees (--memory c++); else chance says
  bool every_store = false;  // be asked that of every atomic operation, and be believed: StoreChoice::kOfAll
  bool every_deadline =
      false;  // be offered the next deadline whatever --stall allows: a schedule has said it
};

// Whether process exit has to wait for all other threads in the next execution.
enum class ExitRule : std::uint8_t {
  kEither,  // half of the executions have it so
  kHeld,
  kFree,  // it is an operation like others
};

// It tries everything of some set, and then it is done.
class Exhaustible {
 public:
  virtual bool exhausted() const = 0;
  // When it is exhausted: the set that was enumerated completely, such as "every schedule". Empty: none.
  virtual std::string claim() const = 0;
  // How many executions are left. It may estimate that by executions of its own, which it will do once more:
  // they do not count.
  virtual Left left() const { return {}; }
  virtual bool next_is_sample() const { return false; }

 protected:
  ~Exhaustible() = default;
};

// What is left of it can go on in another process of the same program, which knows the same of the program's
// memory, and be divided among several.
class Divisible {
 public:
  // What is left, between two executions. Empty: it cannot be told.
  virtual std::vector<std::uint8_t> save() const = 0;
  // Gives a part of that away, which comes last in its order. Empty: it cannot be divided now.
  virtual std::vector<std::uint8_t> give_away() = 0;
  // Takes the place of what it was. False: these are no bytes of its own.
  virtual bool load(std::span<const std::uint8_t> saved) = 0;
  // How often it has begun anew, or handed over to another strategy: then all that is left is other.
  virtual std::uint64_t beginnings() const = 0;

 protected:
  ~Divisible() = default;
};

// An order of events worked out elsewhere: whose turn it is, by thread names (analysis/thread_name_hashes.h).
using Guide = std::vector<std::uint64_t>;

// It follows orders that others work out.
class Guidable {
 public:
  // What the next executions are to follow; nothing: what they were told before.
  virtual void guide(std::vector<Guide> guides) = 0;

 protected:
  ~Guidable() = default;
};

// It has several ways to choose, one for each execution.
class Tactician {
 public:
  // What it did in the execution with that seed, the last one that it has not learnt from yet.
  virtual std::string tactic(std::uint64_t seed) const = 0;

 protected:
  ~Tactician() = default;
};

// Choices that are uniform among all enabled threads. The engine makes them by itself, and counts them.
struct UniformChoices {
  std::uint64_t left = ~std::uint64_t{0};      // so many; from then on the strategy is asked
  std::uint64_t patience = ~std::uint64_t{0};  // ... or after so many points without progress

  bool is_next(std::uint64_t without_progress) const { return left != 0 && without_progress < patience; }
};

// Valid until the strategy is asked again, or anything else is done with it.
struct Facets {
  // Of the next execution.
  Needs needs = {};
  ExitRule exit = ExitRule::kEither;

  // Of the current execution: the strategy that really chooses and is to be told what happened, where this
  // one would only pass everything on; null: itself.
  Strategy* chooser = nullptr;
  // Likewise; null: the strategy is asked at every point.
  UniformChoices* uniform = nullptr;
  // Why a replay abandoned it.
  const Divergence* divergence = nullptr;

  // Null: it is none.
  const Exhaustible* exhaustible = nullptr;
  Divisible* divisible = nullptr;
  Guidable* guidable = nullptr;
  const Tactician* tactician = nullptr;
  const Profile* profile = nullptr;  // what it knows of the program
  // So many of the next executions are no lesson, as far as is known (strategy.h).
  std::uint64_t until_lesson = ~std::uint64_t{0};
  // Figures of its first decisions, for studies: what they are is its business.
  const std::vector<double>* series = nullptr;

  std::uint64_t beginnings() const { return divisible != nullptr ? divisible->beginnings() : 0; }
  bool is_exhausted() const { return exhaustible != nullptr && exhaustible->exhausted(); }
  Left left() const { return exhaustible != nullptr ? exhaustible->left() : Left(); }
  bool next_is_sample() const { return exhaustible != nullptr && exhaustible->next_is_sample(); }
  std::string claim() const { return exhaustible != nullptr ? exhaustible->claim() : std::string(); }
  // Empty: what it always does.
  std::string tactic(std::uint64_t seed) const {
    return tactician != nullptr ? tactician->tactic(seed) : std::string();
  }
};

}  // namespace heddle
