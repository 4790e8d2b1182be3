#include "report/text/limits_text.h"

#include <fmt/format.h>

#include "report/model/text.h"

namespace heddle::report {

namespace {

std::string limit_sentence(Bound bound, std::uint64_t count) {
  const std::string executions = counted(count, "execution");
  const char* const was = count == 1 ? "was" : "were";
  switch (bound) {
    case Bound::kEvents:
      return fmt::format(
          "{} {} longer than --memory-limit lets Heddle record: data races after that were not looked for, "
          "and "
          "no strategy learnt from it",
          executions, was);
    case Bound::kSchedule:
      return fmt::format(
          "{} had more context switches than --memory-limit lets Heddle keep: a failure after that cannot be "
          "repeated",
          executions);
    case Bound::kOrder:
      return fmt::format(
          "{} had more relaxed atomics and fences than Heddle keeps (1,048,576): no data races were looked "
          "for in {}",
          executions, count == 1 ? "it" : "them");
    case Bound::kChoices:
      return fmt::format(
          "{} had more scheduling decisions than --memory-limit lets the strategy see: it did not learn from "
          "the rest",
          executions);
    case Bound::kNames:
      return fmt::format(
          "in {} more memory was shared than Heddle has names for (1,048,576 places): later executions do "
          "not know all of it",
          executions);
    case Bound::kReport:
      return fmt::format(
          "in {} the report of the failure was too long to be kept (4 MiB): there are too many "
          "threads with deep stacks",
          executions);
    case Bound::kPassedOn:
      return fmt::format(
          "{} {} too long to be looked at for data races, coverage and predictions. Begin executions later "
          "(--snapshot at:FUNCTION), switch threads only where it matters (--region FUNCTION), or give more "
          "--time",
          executions, was);
    case Bound::kRaceRecords:
      return fmt::format(
          "in {} more memory was shared than the race detector remembers: a data race with an older access "
          "may have been missed",
          executions);
    case Bound::kRaces:
      return fmt::format("there were data races at 32 places: {} after that {} not searched for more of them",
                         executions, was);
    case Bound::kTasks:
      return fmt::format(
          "{} had more OpenMP tasks than run as threads of their own (1,000): the rest ran at once where "
          "they were "
          "made, and their data races with other tasks were not looked for",
          executions);
    case Bound::kLockOrders:
      return fmt::format("{} had more orders of locks than are kept: not all deadlocks were predicted",
                         executions);
    case Bound::kCount:
      break;
  }
  return {};
}

}  // namespace

std::string_view to_string(Bound bound) {
  switch (bound) {
    case Bound::kEvents:
      return "events";
    case Bound::kSchedule:
      return "schedule";
    case Bound::kOrder:
      return "order";
    case Bound::kChoices:
      return "choices";
    case Bound::kNames:
      return "names";
    case Bound::kReport:
      return "report";
    case Bound::kPassedOn:
      return "not_analysed";
    case Bound::kRaceRecords:
      return "race_records";
    case Bound::kRaces:
      return "races";
    case Bound::kTasks:
      return "tasks";
    case Bound::kLockOrders:
      return "lock_orders";
    case Bound::kCount:
      break;
  }
  return "unknown";
}

std::vector<std::string> limit_sentences(const BoundCounts& counts) {
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < kBounds; ++i)
    if (counts[i] != 0) sentences.push_back(limit_sentence(static_cast<Bound>(i), counts[i]));
  return sentences;
}

}  // namespace heddle::report
