#include "report/text/shrink_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

#include "report/model/failure_names.h"
#include "report/model/text.h"
#include "report/text/early_text.h"
#include "report/text/thread_text.h"
#include "search/shrink.h"

namespace heddle::report {

namespace {

// More of them nobody reads in one sentence.
constexpr std::size_t kMostPairs = 3;

// Only what is global is known by its address alone.
Location location_of(std::uint64_t address, const ModuleTable& modules) {
  Location location;
  for (std::size_t i = 0; i < modules.modules.size(); ++i) {
    const Module& module = modules.modules[i];
    if (module.start == 0 || address < module.start || address - module.start >= module.size) continue;
    location.kind = ObjectKind::kGlobal;
    location.module = static_cast<std::uint32_t>(i);
    location.offset = address - module.start;
  }
  return location;
}

// "main.0: write `counter` at lost_update.cc:10", and the line of the program.
std::string deed_lines(const PerformedOperation& operation, const FailureNames& names, const Style& style) {
  ThreadReport report;
  report.next = operation.what;
  const Location global = location_of(operation.what.address, names.places().modules());
  if (names.places().object(global, {}).is_variable) report.object = global;  // else it may lie between two
  const Frame frame = names.places().frame(operation.what.site);
  const std::string source = Places::source_text(frame);
  std::string text = wrapped(fmt::format("{}: {} at {}", names.thread(operation.thread),
                                         deed_text(names, report), names.place(operation.what.site)),
                             2, 6);
  if (!source.empty())
    text += style.dim(shortened(fmt::format("{:>11} | {}", frame.line, source), line_width())) + "\n";
  return text;
}

std::string place_of(const PerformedOperation& operation, const Places& places) {
  const bool is_end = operation.what.site == kNoSite && operation.what.kind == OperationKind::kExit;
  return is_end ? "the end of the program" : places.place(operation.what.site);
}

std::string pair_places(const DecisivePair& pair, const Places& places) {
  return fmt::format("{} before {}", place_of(pair.before, places), place_of(pair.after, places));
}

// Where it is enough that threads go on in an order that is not the one of their creation.
std::string order_text(const Bug& bug) {
  const std::vector<ThreadId>& order = bug.shrinking.essence.order;
  const std::vector<std::string>& threads = bug.report.threads;
  for (std::size_t i = 0; i + 1 < order.size(); ++i)
    if (order[i] > order[i + 1] && order[i] < threads.size())
      return fmt::format("{} before {}", visible(threads[order[i]]), visible(threads[order[i + 1]]));
  return {};
}

}  // namespace

std::vector<DecisivePair> told_pairs(const Bug& bug, const Places& places) {
  const auto is_of_library = [&places](const PerformedOperation& operation) {
    return operation.what.site != kNoSite && places.frame(operation.what.site).library;
  };
  std::vector<DecisivePair> own;
  for (const DecisivePair& pair : bug.shrinking.essence.pairs)
    if (!is_of_library(pair.before) && !is_of_library(pair.after)) own.push_back(pair);
  return own;
}

OlderStores older_stores_of(const Bug& bug) {
  return bug.older_stores.value_or(OlderStores{.read = stale_steps_in(bug.report.schedule)});
}

std::string counted_switches(std::uint64_t number) {
  if (number == 0) return "no context switch";
  return fmt::format("{} context switch{}", with_thousands(number), number == 1 ? "" : "es");
}

std::string essence_places(const Bug& bug, const Places& places) {
  std::vector<std::string> pairs;
  for (const DecisivePair& pair : told_pairs(bug, places)) {
    std::string text = pair_places(pair, places);
    if (std::find(pairs.begin(), pairs.end(), text) == pairs.end()) pairs.push_back(std::move(text));
  }
  if (pairs.empty() && context_switches_of(bug) == 0) return order_text(bug);
  return listed(pairs, kMostPairs);
}

std::string essence_line(const Bug& bug, const Places& places) {
  const std::uint64_t switches = context_switches_of(bug);
  const OlderStores older = older_stores_of(bug);
  const std::string where = essence_places(bug, places);
  std::vector<std::string> needed;
  if (older.read != 0) needed.push_back(counted(older.read, "stale read"));
  if (older.overtaken != 0) needed.push_back(counted(older.overtaken, "overtaken store"));
  if (older.failed != 0) needed.push_back(counted(older.failed, "failing weak compare-exchange"));
  if (switches != 0) needed.push_back(counted_switches(switches));
  const bool is_one = needed.size() == 1 && older.read + older.overtaken + older.failed + switches == 1;
  std::string verdict = "no context switch is needed";
  if (!needed.empty()) verdict = listed(needed) + (is_one ? " is enough" : " are enough");
  return where.empty() ? verdict : verdict + ": " + where;
}

std::string essence_text(const Bug& bug, const Places& places, const Style& style) {
  const FailureNames names(bug.report.failure, places);
  std::string line = essence_line(bug, places);
  line[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(line[0])));
  const std::size_t verdict = std::min(line.find(':'), line.size());
  const std::string text = wrapped(line, 0, 2);
  std::string result = style.bold(text.substr(0, verdict)) + text.substr(verdict);
  const std::vector<DecisivePair> pairs = told_pairs(bug, places);
  for (const DecisivePair& pair : std::span(pairs).first(std::min(pairs.size(), kMostPairs))) {
    result += deed_lines(pair.before, names, style);
    result += "  comes before\n";
    result += deed_lines(pair.after, names, style);
  }
  return result + early_lines(bug.report, Shrunk::kYes, places);
}

std::string size_text(const Bug& bug) {
  std::set<ThreadId> threads;
  for (const Run& run : bug.report.schedule) threads.insert(run.thread);
  return fmt::format("{}, {} and {}", counted_switches(context_switches_of(bug)),
                     counted(threads.size(), "thread"), counted(bug.report.steps, "step"));
}

std::vector<MissingOrderPlace> missing_order_places(const Bug& bug, const Places& places) {
  std::vector<MissingOrderPlace> all;
  for (const Strengthened& each : bug.missing_orders) {
    const SiteId stack[] = {each.site, each.caller};
    const std::vector<Frame> frames = places.user_stack(std::span(stack, each.caller == kNoSite ? 1 : 2));
    const char* const operation = each.acquires && each.releases ? "an acquire-release operation"
                                  : each.releases                ? "a release store"
                                                                 : "an acquire load";
    MissingOrderPlace order{operation, frames.empty() ? places.place(each.site) : frames.front().place};
    if (std::ranges::find(all, order) == all.end()) all.push_back(std::move(order));
  }
  return all;
}

}  // namespace heddle::report
