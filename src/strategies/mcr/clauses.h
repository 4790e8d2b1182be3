// What an OrderSolver keeps its formula in: literals, clauses one behind the other, and a table of pairs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::causality {

class Literal {
 public:
  Literal() = default;
  Literal(std::uint32_t variable, bool is_negative) : code_(2 * variable + (is_negative ? 1 : 0)) {}
  static Literal of_code(std::uint32_t code) { return Literal(code / 2, code % 2 != 0); }

  std::uint32_t variable() const { return code_ / 2; }
  bool is_negative() const { return code_ % 2 != 0; }
  std::uint32_t code() const { return code_; }
  Literal operator~() const { return of_code(code_ ^ 1); }
  bool operator==(const Literal&) const = default;

 private:
  std::uint32_t code_ = 0;
};

using ClauseId = std::uint32_t;
inline constexpr ClauseId kNoClause = ~ClauseId{0};

// Clauses that were given stay; those that were learnt can be thrown away.
class ClauseStore {
 public:
  ClauseId add(std::span<const Literal> literals) { return add(literals, given_, 0); }
  ClauseId add_learnt(std::span<const Literal> literals) { return add(literals, learnt_, kLearnt); }
  static bool is_learnt(ClauseId id) { return (id & kLearnt) != 0; }
  void clear_learnt() { learnt_.clear(); }

  std::span<Literal> operator[](ClauseId id) {
    std::vector<Literal>& words = is_learnt(id) ? learnt_ : given_;
    const std::size_t at = id & ~kLearnt;
    return {words.data() + at + 1, words[at].code()};
  }
  std::span<const Literal> operator[](ClauseId id) const {
    const std::vector<Literal>& words = is_learnt(id) ? learnt_ : given_;
    const std::size_t at = id & ~kLearnt;
    return {words.data() + at + 1, words[at].code()};
  }
  // Of all clauses, in literals.
  std::size_t size() const { return given_.size() + learnt_.size(); }

 private:
  static constexpr ClauseId kLearnt = 1u << 31;

  static ClauseId add(std::span<const Literal> literals, std::vector<Literal>& words, ClauseId kind) {
    const auto id = static_cast<ClauseId>(words.size());
    words.push_back(Literal::of_code(static_cast<std::uint32_t>(literals.size())));
    words.insert(words.end(), literals.begin(), literals.end());
    return id | kind;
  }

  std::vector<Literal> given_, learnt_;  // the length of a clause, its literals, the next length, ...
};

// A number for each pair of numbers that has one.
class PairTable {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // Where the pair's number is kept: kNone, if it has none yet; the caller then sets one.
  std::uint32_t& operator()(std::uint32_t a, std::uint32_t b) {
    if (2 * used_ >= slots_.size()) grow();
    Slot& slot = find(static_cast<std::uint64_t>(a) << 32 | b);
    if (slot.number == kNone) ++used_;
    return slot.number;
  }

 private:
  struct Slot {
    std::uint64_t pair = ~std::uint64_t{0};
    std::uint32_t number = kNone;
  };

  Slot& find(std::uint64_t pair) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (pair * 0x9e3779b97f4a7c15) >> 32 & mask;
    while (slots_[at].pair != pair && slots_[at].pair != ~std::uint64_t{0}) at = (at + 1) & mask;
    slots_[at].pair = pair;
    return slots_[at];
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.number != kNone) find(slot.pair).number = slot.number;
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace heddle::causality
