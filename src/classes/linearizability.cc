#include "classes/linearizability.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "classes/method_words.h"

namespace heddle::classes {

namespace {

class Search {
 public:
  Search(const History& history, SpecificationTree& tree, const LinearizabilityOptions& options)
      : history_(history), tree_(tree), options_(options), before_(predecessors(history, options.order)) {
    is_in_row_.resize(history.calls.size());
    missing_ = static_cast<std::size_t>(
        std::ranges::count_if(history.calls, [](const HistoryCall& call) { return !call.is_pending(); }));
    fewest_missing_ = missing_ + 1;
  }

  Linearization run() {
    tree_.to_start();
    bool is_explained = extend();
    if (!is_explained && !has_given_up_ && find_those_that_are_woken()) {
      seen_.clear();
      tree_.to_start();
      is_explained = extend();
    }
    result_.answer = is_explained                  ? Linearization::Answer::kExplained
                     : has_given_up_ || was_woken_ ? Linearization::Answer::kGivenUp
                                                   : Linearization::Answer::kNotExplained;
    return std::move(result_);
  }

 private:
  // Whether the row can be made complete.
  bool extend() {
    if (missing_ == 0 && has_final_state()) return complete();
    note_if_longest();
    if (!is_new()) return false;
    for (std::size_t call = 0; call < history_.calls.size(); ++call) {
      if (!may_be_next(call)) continue;
      if (result_.steps == options_.most_steps) has_given_up_ = true;
      if (has_given_up_) return false;
      ++result_.steps;
      const Outcome specified = tree_.step(history_.calls[call].call);
      bool found = fits(call, specified) && extend_with(call);
      tree_.back();
      has_blocked_ = has_blocked_ || specified.kind == Outcome::Kind::kBlocks;
      if (!found && specified.kind == Outcome::Kind::kBlocks && is_woken(call)) {
        was_woken_ = true;
        found = extend_with(call);
      }
      if (!found && specified.kind == Outcome::Kind::kBlocks && may_be_woken_later(call)) was_woken_ = true;
      if (!found && may_have_refused(call)) found = extend_with(call);
      if (found) return true;
    }
    return false;
  }

  bool may_have_refused(std::size_t call) const {
    const HistoryCall& made = history_.calls[call];
    return made.outcome && options_.spurious.contains(made.call.operation) && is_refusal(*made.outcome);
  }

  // It may have done its part, and wait for a call that comes later: an arrival at a barrier.
  bool may_be_woken_later(std::size_t call) const {
    const HistoryCall& waiting = history_.calls[call];
    if (waiting.is_pending() || !options_.acting_first.contains(waiting.call.operation)) return false;
    for (std::size_t each = 0; each < history_.calls.size(); ++each) {
      const HistoryCall& other = history_.calls[each];
      if (!is_in_row_[each] && other.thread != waiting.thread && other.invoked < waiting.returned &&
          waiting.invoked < other.returned)
        return true;
    }
    return false;
  }

  // A call that returned although it blocks in every order of the calls: one of another thread, made while it
  // waited, woke it. The two are explained together, as if the one that waits changed nothing. Whether that
  // is so is not known, so that a history with such a call is explained or not judged.
  bool is_woken(std::size_t call) const {
    const HistoryCall& woken = history_.calls[call];
    return !woken.is_pending() && !returns_alone_.empty() && !returns_alone_[call] &&
           std::ranges::any_of(row_, [&](std::size_t each) {
             const HistoryCall& other = history_.calls[each];
             return other.thread != woken.thread && other.invoked < woken.returned &&
                    woken.invoked < other.returned;
           });
  }

  // Whether there are any. `returns_alone_` then says of each call whether it comes back in some order.
  bool find_those_that_are_woken() {
    if (!has_blocked_) return false;
    std::vector<std::vector<std::size_t>> threads;
    for (std::size_t call = 0; call < history_.calls.size(); ++call) {
      threads.resize(std::max<std::size_t>(threads.size(), history_.calls[call].thread + std::size_t{1}));
      threads[history_.calls[call].thread].push_back(call);
    }
    returns_alone_.assign(history_.calls.size(), false);
    std::vector<std::size_t> next(threads.size());
    tree_.to_start();
    try_orders(threads, next);
    return std::ranges::find(returns_alone_, false) != returns_alone_.end();
  }

  void try_orders(const std::vector<std::vector<std::size_t>>& threads, std::vector<std::size_t>& next) {
    for (std::size_t thread = 0; thread < threads.size() && !has_given_up_; ++thread) {
      if (next[thread] == threads[thread].size()) continue;
      if (++result_.steps >= options_.most_steps) has_given_up_ = true;
      const std::size_t call = threads[thread][next[thread]];
      if (tree_.step(history_.calls[call].call).comes_back()) {
        returns_alone_[call] = true;
        ++next[thread];
        try_orders(threads, next);
        --next[thread];
      }
      tree_.back();
    }
  }

  bool extend_with(std::size_t call) {
    const bool is_pending = history_.calls[call].is_pending();
    row_.push_back(call);
    is_in_row_[call] = true;
    if (!is_pending) --missing_;
    const bool found = extend();
    if (!is_pending) ++missing_;
    is_in_row_[call] = false;
    row_.pop_back();
    return found;
  }

  bool complete() {
    result_.row = row_;
    result_.misfits.clear();
    result_.specified_final_state.reset();
    return true;
  }

  bool may_be_next(std::size_t call) const {
    return !is_in_row_[call] &&
           std::ranges::all_of(before_[call], [&](std::size_t each) { return is_in_row_[each]; });
  }

  bool fits(std::size_t call, const Outcome& specified) const {
    if (!specified.comes_back()) return false;
    const HistoryCall& made = history_.calls[call];
    return made.is_pending() || options_.ignored.contains(made.call.operation) || *made.outcome == specified;
  }

  bool has_final_state() { return !history_.final_state || *history_.final_state == tree_.final_state(); }

  // The same calls in the same state have the same future.
  bool is_new() {
    const std::optional<std::string>& state = tree_.state_key();
    if (!state) return true;
    std::string key(is_in_row_.size(), '0');
    for (std::size_t call = 0; call < is_in_row_.size(); ++call)
      if (is_in_row_[call]) key[call] = '1';
    return seen_.insert(key + *state).second;
  }

  void note_if_longest() {
    if (missing_ >= fewest_missing_) return;
    fewest_missing_ = missing_;
    result_.row = row_;
    result_.misfits.clear();
    result_.specified_final_state.reset();
    if (missing_ == 0) result_.specified_final_state = tree_.final_state();
    for (std::size_t call = 0; missing_ != 0 && call < history_.calls.size(); ++call) {
      if (!may_be_next(call) || history_.calls[call].is_pending()) continue;
      const Outcome specified = tree_.step(history_.calls[call].call);
      tree_.back();
      if (!fits(call, specified)) result_.misfits.push_back({call, specified});
    }
  }

  const History& history_;
  SpecificationTree& tree_;
  const LinearizabilityOptions& options_;
  std::vector<std::vector<std::size_t>> before_;
  std::vector<bool> is_in_row_;
  std::vector<std::size_t> row_;
  std::size_t missing_ = 0;  // calls that returned and are not in the row
  std::size_t fewest_missing_ = 0;
  bool has_given_up_ = false;
  bool has_blocked_ = false;
  bool was_woken_ = false;           // some call, in some row
  std::vector<bool> returns_alone_;  // by call; empty: not asked for
  std::unordered_set<std::string> seen_;
  Linearization result_;
};

std::string line_of(const HistoryCall& made, const CallText& text_of) {
  std::string line = "thread " + std::to_string(made.thread + 1) + ": " + text_of(made.call);
  return line + (made.is_pending() ? ", which never returned" : " " + to_text(*made.outcome));
}

}  // namespace

std::string to_text(const Outcome& outcome) {
  switch (outcome.kind) {
    case Outcome::Kind::kValue:
      return outcome.text.empty() ? "returned" : "returned " + outcome.text;
    case Outcome::Kind::kException:
      return "threw " + outcome.text;
    case Outcome::Kind::kBlocks:
      return "blocked";
    case Outcome::Kind::kCrash:
      return "ended the program: " + outcome.text;
  }
  return {};
}

bool is_refusal(const Outcome& outcome) {
  if (outcome.kind != Outcome::Kind::kValue) return false;
  const std::string answer = outcome.text.substr(0, outcome.text.find(" and gives "));
  if (answer == "false" || answer == "nothing" || answer == "null" || answer == "0") return true;
  static const std::set<std::string>* const endings =  // of enumerators: kQueueFull
      new std::set<std::string>{"empty", "full", "closed", "busy", "timeout", "fail", "failed", "failure"};
  const std::vector<std::string> words = words_of(answer);
  return !words.empty() && endings->contains(words.back());
}

Linearization linearize(const History& history, SpecificationTree& tree,
                        const LinearizabilityOptions& options) {
  return Search(history, tree, options).run();
}

std::string explain(const Linearization& linearization, const History& history,
                    std::span<const std::string> operation_names) {
  return explain(linearization, history, [&](const Call& call) { return to_text(call, operation_names); });
}

std::string explain(const Linearization& linearization, const History& history, const CallText& text_of) {
  using Answer = Linearization::Answer;
  std::string text = linearization.answer == Answer::kExplained ? "One after the other:\n"
                     : linearization.answer == Answer::kNotExplained
                         ? "No order of the calls explains them all. "
                           "The longest that explains some:\n"
                         : "Given up. The longest so far:\n";
  if (linearization.row.empty()) text += "  nothing\n";
  for (const std::size_t call : linearization.row)
    text += "  " + line_of(history.calls[call], text_of) + '\n';
  for (const Linearization::Misfit& misfit : linearization.misfits)
    text += "Then " + line_of(history.calls[misfit.call], text_of) + ", where the specification " +
            to_text(misfit.specified) + ".\n";
  if (linearization.specified_final_state && history.final_state)
    text += "Then " + *history.final_state + ", where the specification has " +
            *linearization.specified_final_state + ".\n";
  return text;
}

}  // namespace heddle::classes
