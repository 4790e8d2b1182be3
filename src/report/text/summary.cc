#include "report/text/summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/model/text.h"
#include "report/text/bug_groups.h"
#include "report/text/early_text.h"
#include "report/text/failure_text.h"
#include "report/text/limits_text.h"
#include "report/text/program_output.h"
#include "report/text/schedule_text.h"
#include "report/text/shrink_text.h"
#include "report/text/unfinished_text.h"

namespace heddle::report {

namespace {

using host::HuntEnd;

constexpr std::size_t kMaxBugs = 10;

std::string totals_text(const host::HuntResult& result) {
  const std::uint64_t abandoned = result.totals.abandoned;
  // What takes no longer than people notice is not told apart.
  constexpr double kNoticed = 0.1;
  const bool waited = result.whole_seconds > result.seconds + kNoticed;
  const std::uint64_t samples = result.totals.samples;
  return fmt::format("{}{}{} ({}, {}{})", counted(result.totals.executions, "execution"),
                     abandoned == 0 ? "" : fmt::format(" and {} abandoned", with_thousands(abandoned)),
                     samples == 0 ? "" : fmt::format(" and {} to estimate", with_thousands(samples)),
                     counted(result.totals.steps, "step"), seconds_text(result.seconds),
                     waited ? "; " + seconds_text(result.whole_seconds) + " with shrinking" : "");
}

// Of what would have made the threads see the newest stores.
std::string orders_text(const Bug& bug, const Places& places) {
  std::string orders;
  for (const MissingOrderPlace& each : missing_order_places(bug, places))
    orders += fmt::format("{}{} at {}", orders.empty() ? "" : " and ", each.operation, each.place);
  if (bug.fails_when_ordered)
    return fmt::format("{} would not be enough: execution {} showed it again", orders,
                       with_thousands(bug.ordered_tries));
  return fmt::format("with {}, {} did not show it", orders, counted(bug.ordered_tries, "execution"));
}

// What is known of it because other executions were tried.
std::string memory_lines(const Bug& bug, const Places& places) {
  std::string text;
  if (bug.sequential_tries != 0)
    text += wrapped(fmt::format("needs weak memory: {} under sequential consistency did not show it",
                                counted(bug.sequential_tries, "execution")),
                    2, 4);
  if (bug.ordered_tries != 0) text += wrapped(orders_text(bug, places), 2, 4);
  return text;
}

// "2 context switches are enough: bank.cc:14 before bank.cc:15", and how many there were.
std::string shrinking_lines(const Bug& bug, const Places& places, const Style& style) {
  const std::uint64_t found = bug.shrinking.from;
  std::string text = essence_line(bug, places);
  const std::size_t verdict = std::min(text.find(':'), text.size());
  if (found != context_switches_of(bug)) text += fmt::format(" ({} as found)", with_thousands(found));
  text = wrapped(text, 2, 4);
  text = "  " + style.bold(text.substr(2, verdict)) + text.substr(2 + verdict);
  if (!bug.shrinking.ended_early.empty())
    text += wrapped("there may be a shorter schedule: " + bug.shrinking.ended_early, 2, 4);
  return text;
}

std::string bug_lines(const Bug& bug, const host::HuntResult& result, const RunDescription& run,
                      const Places& places, const Style& style) {
  const std::string title = fmt::format("Bug {}:", bug.id);
  std::string first =
      wrapped(fmt::format("{} {}", title,
                          headline(bug.report.failure, places, run.options.search.execution.expected_exit)),
              0, 2);
  std::string text = style.red(title) + first.substr(title.size());
  if (bug.attempt)
    text += wrapped(
        fmt::format("found in attempt {} to make a predicted deadlock happen", with_thousands(bug.execution)),
        2, 4);
  else
    text +=
        wrapped(fmt::format("found in execution {} of {}{}{}", with_thousands(bug.execution),
                            with_thousands(std::max(result.totals.executions, bug.execution)),
                            bug.tactic.empty() ? "" : " by " + visible(bug.tactic),
                            bug.times > 1 ? fmt::format(", met {} times", with_thousands(bug.times)) : ""),
                2, 4);
  if (bug.depth != 0)
    text += fmt::format("  depth:     at most {}{}\n", bug.depth,
                        bug.radius != 0 ? fmt::format(", radius {}", with_thousands(bug.radius)) : "");
  if (bug.shrinking.done) text += shrinking_lines(bug, places, style);
  text += memory_lines(bug, places);
  const std::string early = early_text(bug.report, bug.shrinking.done ? Shrunk::kYes : Shrunk::kNo, places);
  if (!early.empty()) text += wrapped(early, 2, 4);
  if (!bug.stable) {
    const std::string word = "  unstable";
    text +=
        style.yellow(word) + wrapped(word + ": " + visible(bug.unstable_reason), 0, 4).substr(word.size());
    if (!bug.differing_answers.empty()) text += wrapped(answers_text(bug.differing_answers, places), 4, 4);
    if (bug.difference) text += wrapped(difference_text(*bug.difference, places, bug.report.threads), 4, 4);
  }
  const std::string file = path_in(run, schedule_file_name(bug.id));
  text += fmt::format("  schedule:  {}\n", visible(file));
  text += fmt::format("  run again: {}\n", style.bold("heddle replay " + visible(shell_quoted(file))));
  return text;
}

// The same mistake elsewhere: "  3 places: bank.cc:12, ... (bugs 2 and 3 are the same mistake)".
std::string others_text(const BugGroup& group, const Places& places) {
  const std::string where = group_places(group, places);
  if (where.empty()) return {};
  constexpr std::size_t kMostNumbers = 8;
  std::vector<std::string> numbers;
  for (const Bug* const other : group.others) numbers.push_back(std::to_string(other->id));
  return wrapped(
      fmt::format("{}; {} {} {} probably the same mistake", where, numbers.size() == 1 ? "bug" : "bugs",
                  listed(numbers, kMostNumbers), numbers.size() == 1 ? "is" : "are"),
      2, 4);
}

std::string bugs_text(const host::HuntResult& result, const RunDescription& run, const Places& places,
                      const Style& style) {
  std::string text;
  const std::vector<BugGroup> groups = bug_groups(result.bugs, places);
  std::size_t told = 0;
  for (std::size_t i = 0; i < std::min(groups.size(), kMaxBugs); ++i) {
    text += (i == 0 ? "" : "\n") + bug_lines(*groups[i].first, result, run, places, style);
    text += others_text(groups[i], places);
    told += 1 + groups[i].others.size();
  }
  if (result.bugs.size() > told)
    text += "\n" + wrapped(fmt::format("... and {}: see {}", counted(result.bugs.size() - told, "more bug"),
                                       visible(path_in(run, "results.json"))));
  std::size_t unstable = 0;
  for (const Bug& bug : result.bugs) unstable += bug.stable ? 0 : 1;
  text += fmt::format("\n{}{} in {}.\n", counted(result.bugs.size(), "bug"),
                      unstable == 0 ? "" : fmt::format(" ({} unstable)", with_thousands(unstable)),
                      totals_text(result));
  text += "As a page: " + style.bold("heddle report " + visible(shell_quoted(run.output_folder))) + "\n";
  if (result.fails_always && !result.saw_threads)
    text += "The program has one thread: this is no concurrency bug.\n";
  else if (result.fails_always)
    text +=
        wrapped(fmt::format("Every one of the {} tried failed in the same way: probably no concurrency bug.",
                            counted(result.totals.executions + result.probes, "schedule")));
  return text;
}

// What "no bug" is worth.
std::string scope_text(const host::HuntResult& result, const RunDescription& run) {
  const SearchSettings& search = run.options.search;
  const Memory memory = explored_memory(run, result.totals.weak_memory > 0);
  return wrapped(fmt::format(
      "Explored: {} of this program for this input, at granularity '{}', strategy {}, seed {}. {}",
      interleavings_text(memory), to_string(search.execution.granularity), visible(search.strategy),
      search.seed, not_explored_text(search.execution, memory, result.totals.held_back > 0)));
}

// What every execution begins with.
std::string snapshot_text(const RunDescription& run) {
  const ProgramPlace& place = run.options.search.snapshot;
  if (!place.is_given()) return {};
  return wrapped(fmt::format("Executions began at '{}': what comes before ran once, without preemption.",
                             visible(place.name)));
}

// Where threads were switched.
std::string region_text(const RunDescription& run) {
  const ProgramPlace& region = run.options.search.region;
  if (!region.is_given()) return {};
  return wrapped(fmt::format(
      "Threads were switched only while one of them was inside '{}'; elsewhere their accesses were not "
      "looked at (--region).",
      visible(region.name)));
}

std::string no_bug_text(const host::HuntResult& result, const RunDescription& run, const Style& style) {
  const std::string verdict = "No bug found";
  const std::string text = wrapped(fmt::format("{} in {}.", verdict, totals_text(result)));
  return style.green(verdict) + text.substr(verdict.size()) + scope_text(result, run) + snapshot_text(run) +
         region_text(run);
}

// Never a silent pass: a program that is not seen to do anything has not been tested.
std::string nothing_explored_text(const host::HuntResult& result, const Style& style) {
  const std::string verdict = "Nothing was explored";
  const std::string text =
      wrapped(fmt::format("{} in {}: the program never started a thread that Heddle could see. "
                          "Does the program start its threads with these arguments and this input?",
                          verdict, totals_text(result)));
  return style.yellow(verdict) + text.substr(verdict.size());
}

// results.json has them all.
std::string names_text(const auto& names) {
  constexpr std::size_t kMostNames = 4;
  std::string text;
  std::size_t count = 0;
  for (const std::string& name : names)
    if (count++ < kMostNames) text += (text.empty() ? "" : ", ") + visible(name);
  return count > kMostNames ? fmt::format("{} and {} more", text, count - kMostNames) : text;
}

// What it means that `they` may order threads by atomics of their own.
std::string unseen_order_text(Memory memory, std::string_view they) {
  switch (memory) {
    case Memory::kByOrders:
      return fmt::format(
          " Until then weak memory is not explored, because {} may order threads unseen (--memory c++ "
          "explores "
          "it all the same).",
          they);
    case Memory::kCpp:
      return fmt::format(" What {} may order by atomics is not seen: a stale read may be none.", they);
    case Memory::kSequential:
      break;
  }
  return {};
}

std::string libraries_text(const RunDescription& run, const Style& style) {
  if (run.not_instrumented.empty()) return {};
  const std::string word = "Note:";
  const bool one = run.not_instrumented.size() == 1;
  const std::string text = wrapped(
      fmt::format("{} not instrumented: {}; only {} synchronisation was seen. Where {} the code under test, "
                  "build {} with "
                  "'heddle c++ -shared'.{}",
                  word, names_text(run.not_instrumented), one ? "its" : "their",
                  one ? "it holds" : "they hold", one ? "it" : "them",
                  unseen_order_text(run.options.search.execution.memory, one ? "it" : "they")),
      0, 2);
  return style.yellow(word) + text.substr(word.size());
}

// What may be a race, but not for certain.
std::string possible_races_text(const host::HuntResult& result, const Style& style) {
  if (result.possible_races.empty()) return {};
  const std::string word = "Note:";
  return style.yellow(word) +
         wrapped(word + " " + possible_races_note(result) + ".", 0, 2).substr(word.size());
}

std::string preloaded_text(const RunDescription& run, const Style& style) {
  if (run.instrumented) return libraries_text(run, style);
  const std::string word = "Note:";
  const std::string text = wrapped(
      word +
          " only synchronisation was seen, because the program was not built by Heddle: accesses to plain "
          "and "
          "atomic variables were not explored. Rebuild it with 'heddle c++' (or 'heddle cc') in place of the "
          "compiler.",
      0, 2);
  return style.yellow(word) + text.substr(word.size());
}

// How far a proof goes where a program sleeps or waits with a time-out.
std::string stall_text(std::uint64_t stall, bool held_back) {
  if (!held_back) return {};
  if (stall == 0) return ", where sleeps and time-outs never end early (--stall)";
  return fmt::format(", where sleeps and time-outs end at most {} early (--stall)", nanoseconds_text(stall));
}

std::string region_claim(const RunDescription& run) {
  const ProgramPlace& region = run.options.search.region;
  if (!region.is_given()) return {};
  return fmt::format(", where threads are switched only inside '{}' (--region)", visible(region.name));
}

// Only dfs and complete try all stores; dfs, those that the engine's machine shows.
std::string_view proven_memory(const RunDescription& run, const host::HuntResult& result) {
  if (explored_memory(run, result.totals.weak_memory > 0) != Memory::kCpp)
    return "sequentially consistent memory";
  const std::string& strategy = run.options.search.strategy;
  if (result.claim.find("under the C++ memory model") != std::string::npos)
    return "the C++ memory model without load buffering";
  return strategy.starts_with("dfs") || strategy.starts_with("complete")
             ? "the C++ memory model without load buffering, its seq_cst operations in the order of execution"
             : "loads that see the newest store";
}

std::string sentence_of_left(const host::HuntResult& result) {
  const std::string text = left_text(result, "");
  return text.empty() ? text : wrapped("Not everything was executed: " + text + ".");
}

std::string end_text(const host::HuntResult& result, const RunDescription& run, const Style& style) {
  switch (result.end) {
    case HuntEnd::kInterrupted:
      return style.yellow("Interrupted") + ": these are the results so far.\n" + sentence_of_left(result);
    case HuntEnd::kExhausted:
      if (result.claim.empty()) return wrapped("The strategy has nothing left to try.");
      if (!result.bugs.empty()) return wrapped(fmt::format("Exhausted: {} has been executed.", result.claim));
      return wrapped(
          fmt::format("Exhausted: {} has been executed, and none fails. That is a proof for this input, this "
                      "granularity and {}{}{}.",
                      result.claim, proven_memory(run, result), region_claim(run),
                      stall_text(run.options.search.execution.stall, result.totals.held_back > 0)));
    case HuntEnd::kSaturated:
      return wrapped("Saturated: what the search covers no longer grows.");
    case HuntEnd::kMaxBugs:
      return wrapped(fmt::format("Stopped at {} (--max-bugs).", counted(result.bugs.size(), "bug")));
    case HuntEnd::kBudget:
      return sentence_of_left(result);
    default:
      return {};
  }
}

std::string note(const std::string& sentence, const Style& style) {
  const std::string word = "Note:";
  return style.yellow(word) + wrapped(word + " " + sentence, 0, 2).substr(word.size());
}

std::string team_text(const host::HuntResult& result, const Style& style) {
  if (result.totals.default_team == 0) return {};
  return note(
      "OpenMP regions that do not say how many threads they want had 3. OMP_NUM_THREADS changes that.",
      style);
}

std::string written_file_text(const host::HuntResult& result, const Style& style) {
  if (result.written_file.empty()) return {};
  return note(fmt::format("the program writes to '{}' in its executions. Heddle does not undo that: what one "
                          "execution leaves there, the next one finds.",
                          visible(result.written_file)),
              style);
}

// One sentence for the time and one for random numbers, each with a few places.
std::string uncontrolled_text(const RunDescription& run, bool random, const Places& places,
                              const Style& style) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> found;  // a function may be inlined in several places
  for (const UncontrolledPlace& each : run.uncontrolled) {
    if (each.random != random) continue;
    std::string place = fmt::format("{} at {}", each.instruction, places.place(each.site));
    if (std::find(found.begin(), found.end(), place) == found.end()) found.push_back(std::move(place));
  }
  if (found.empty()) return {};
  const std::span<const std::string> shown(found.data(), std::min(found.size(), kMost));
  std::string where = fmt::format("{}", fmt::join(shown, ", "));
  if (found.size() > kMost) where += fmt::format(" and {}", counted(found.size() - kMost, "more place"));
  return note(fmt::format("the program asks the processor itself for {} ({}). Heddle cannot control that: "
                          "what depends on it may differ in a replay.",
                          random ? "random numbers" : "the time", where),
              style);
}

std::string few_executions_text(const host::HuntResult& result, const RunDescription& run,
                                const Style& style) {
  const std::string sentence = few_executions_sentence(result, run);
  return sentence.empty() ? sentence : note(sentence + ".", style);
}

std::string limits_text(const host::HuntResult& result, const Style& style) {
  std::string text;
  for (const std::string& sentence : limit_sentences(result.totals.beyond))
    text += note(sentence + ".", style);
  return text;
}

std::string unjoined_text(const host::HuntResult& result, const Places& places, const Style& style) {
  const std::string sentence = unjoined_sentence(result, places);
  return sentence.empty() ? sentence : note(sentence + ".", style);
}

std::string fallback_text(const host::HuntResult& result, const Style& style) {
  if (result.fallback.empty()) return {};
  std::string text = fmt::format("executions were run in processes of their own (--isolation fork): {}.",
                                 visible(result.fallback));
  if (result.suspected != 0)
    text +=
        " Nothing was reported that did not happen in a process of its own, but the program behaves "
        "differently each time, or writes to memory that is not its own. To tell which, run it twice with "
        "'--isolation fork --digest': digests that differ mean the former.";
  return note(text, style);
}

std::string alone_text(const host::HuntResult& result, const Style& style) {
  if (result.alone.empty()) return {};
  return note(fmt::format("one execution at a time, whatever --jobs says: {}.", visible(result.alone)),
              style);
}

std::string uncontrolled_text(const host::HuntResult& result, const RunDescription& run, const Places& places,
                              const Style& style) {
  const std::string verdict = "The program could not be controlled";
  std::string text = wrapped(fmt::format("{}: {}.", verdict, problem_sentence(result, places)), 0, 2);
  text = style.red(verdict) + text.substr(verdict.size());
  if (result.unfinished) text += wrapped(unfinished_advice(*result.unfinished, run));
  if (result.totals.executions > 0) text += wrapped(fmt::format("Until then: {}.", totals_text(result)));
  if (result.unfinished) text += unfinished_threads(*result.unfinished, places, style);
  return text;
}

// Of a search that was interrupted, or in which the strategy had no use for any execution.
std::string nothing_finished_text(const host::HuntResult& result, const Style& style) {
  const std::string verdict = "Nothing was explored";
  const std::string text =
      wrapped(fmt::format("{}: no execution was completed in {}.", verdict, totals_text(result)));
  return style.yellow(verdict) + text.substr(verdict.size());
}

}  // namespace

std::string problem_sentence(const host::HuntResult& result, const Places& places) {
  if (result.unfinished)
    return (result.problem.empty() ? "" : visible(result.problem) + "; ") +
           unfinished_sentence(*result.unfinished, places);
  std::string text = result.problem.empty() ? "the reason is not known" : visible(result.problem);
  if (result.problem_site != kNoSite) text += " (at " + places.place(result.problem_site) + ")";
  return text;
}

std::string left_text(const host::HuntResult& result, std::string_view before) {
  if (!result.left.is_known()) return {};
  return fmt::format("{}about {} executions are left", before,
                     range_text(result.left.range().from, result.left.range().to));
}

Memory explored_memory(const RunDescription& run, bool some_weak) {
  const Memory given = run.options.search.execution.memory;
  if (given != Memory::kByOrders) return given;
  if (some_weak) return Memory::kCpp;
  const bool sees_orders = run.instrumented && run.not_instrumented.empty();
  return sees_orders ? Memory::kByOrders : Memory::kSequential;
}

std::string_view interleavings_text(Memory memory) {
  return memory == Memory::kCpp ? "interleavings under the C++ memory model"
                                : "sequentially consistent interleavings";
}

std::string not_explored_text(const ExecutionOptions& options, Memory explored, bool held_back) {
  const std::uint64_t stall = options.stall;
  std::string memory = "Weak-memory reorderings are not explored";
  if (explored == Memory::kCpp) memory = "Load buffering and atomics used in several sizes are not explored";
  if (explored == Memory::kByOrders)
    memory = "No atomic operation was weaker than seq_cst, so that weak memory shows no more";
  if (!held_back) return memory + ".";
  if (stall == 0) return memory + ", nor sleeps and time-outs that end early (--stall).";
  return fmt::format("{}, nor sleeps and time-outs that end more than {} early (--stall).", memory,
                     nanoseconds_text(stall));
}

std::string few_executions_sentence(const host::HuntResult& result, const RunDescription& run) {
  constexpr std::uint64_t kFew = 100;
  constexpr double kShort = 0.02;  // seconds
  const std::uint64_t executions = result.totals.executions;
  const bool by_time = result.end == HuntEnd::kBudget && result.seconds >= run.options.seconds;
  const double each = executions == 0 ? 0 : result.seconds / static_cast<double>(executions);
  if (!by_time || !result.bugs.empty() || executions == 0 || executions >= kFew || each < kShort) return {};
  const SearchSettings& search = run.options.search;
  std::vector<std::string> advice;
  if (run.instrumented && !search.snapshot.is_given() && !search.region.is_given())
    advice.push_back("begin executions later (--snapshot at:FUNCTION)");
  if (run.instrumented && !search.region.is_given())
    advice.push_back("switch threads only where it matters (--region FUNCTION)");
  advice.push_back("use a smaller input");
  advice.push_back("give more --time");
  return fmt::format("only {} fitted into the time: one takes {} and {}. To run more: {}",
                     counted(executions, "execution"), seconds_text(each),
                     counted(result.totals.steps / executions, "step"), fmt::join(advice, ", "));
}

std::string unjoined_sentence(const host::HuntResult& result, const Places& places) {
  if (result.unjoined.empty()) return {};
  constexpr std::size_t kMostPlaces = 3;
  std::vector<std::string> lines;
  for (const UnjoinedPlace& place : result.unjoined)
    lines.push_back(
        fmt::format("{} (in {})", places.place(place.site), counted(place.executions, "execution")));
  return "threads ended and were neither joined nor detached, created at " + listed(lines, kMostPlaces);
}

std::string bug_text(const Bug& bug, const RunDescription& run, const Places& places, const Style& style) {
  std::string text =
      failure_text(bug.report.failure, places, style, run.options.search.execution.expected_exit);
  const std::string output = output_excerpt(bug.output, style);
  if (!output.empty()) text += "\nThe program's output:\n" + output;
  return text;
}

std::string possible_races_note(const host::HuntResult& result) {
  const std::set<std::string> libraries = opaque_libraries(result);
  const bool one = libraries.size() == 1;
  return fmt::format(
      "{} not reported, because {} may order the accesses by atomics of {} own, which Heddle does not see; "
      "build {} with 'heddle c++' to be sure",
      result.possible_races.size() == 1
          ? "1 possible data race is"
          : counted(result.possible_races.size(), "possible data race") + " are",
      names_text(libraries), one ? "its" : "their", one ? "it" : "them");
}

std::set<std::string> opaque_libraries(const host::HuntResult& result) {
  std::set<std::string> names;
  for (const auto& [place, path] : result.possible_races) names.insert(path.substr(path.rfind('/') + 1));
  return names;
}

std::string summary(const host::HuntResult& result, const RunDescription& run, const Places& places,
                    const Style& style) {
  std::string text;
  if (!result.bugs.empty()) text += bugs_text(result, run, places, style);
  if (result.end == HuntEnd::kUncontrolled)
    text += (text.empty() ? "" : "\n") + uncontrolled_text(result, run, places, style);
  else if (result.bugs.empty() && result.totals.executions == 0)
    text += nothing_finished_text(result, style);
  else if (result.bugs.empty() && !result.saw_threads)
    text += nothing_explored_text(result, style);
  else if (result.bugs.empty())
    text += no_bug_text(result, run, style);
  if (result.suppressed != 0)
    text += fmt::format("Suppressed: {}.\n", counted(result.suppressed, "data race"));
  text += possible_races_text(result, style);
  return text + end_text(result, run, style) + few_executions_text(result, run, style) +
         limits_text(result, style) + unjoined_text(result, places, style) + team_text(result, style) +
         written_file_text(result, style) + fallback_text(result, style) + alone_text(result, style) +
         preloaded_text(run, style) + uncontrolled_text(run, false, places, style) +
         uncontrolled_text(run, true, places, style);
}

}  // namespace heddle::report
